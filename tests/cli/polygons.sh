#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Polygons count once however they are drawn: areas, frequencies and rocks of the same place (tests/data/field_cases/C07),
# and what is said of overlaps, crossings, stray holes, stands and stems.
. "$SOURCE/tests/cli/lib.sh"
cp "$SOURCE"/tests/data/field_cases/C07/* .

ring='[600020,5200050],[600060,5200050],[600060,5200150],[600020,5200150],[600020,5200050]'
back='[600020,5200050],[600020,5200150],[600060,5200150],[600060,5200050],[600020,5200050]'
south='[600020,5200050],[600060,5200050],[600060,5200100],[600020,5200100],[600020,5200050]'
hole='[600030,5200060],[600040,5200060],[600040,5200070],[600030,5200070],[600030,5200060]'
far='[600070,5200050],[600090,5200050],[600090,5200060],[600070,5200060],[600070,5200050]'
bow='[600020,5200050],[600060,5200150],[600060,5200050],[600020,5200150],[600020,5200050]'
# layer NAME POLYGONS...: a feature each, of polygons "[[ring],[hole]],..."
layer() {
    name=$1 separator=
    shift
    {
        printf '{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32632"}}, "features": ['
        for polygons; do
            printf '%s{"type": "Feature", "properties": {}, "geometry": {"type": "MultiPolygon", "coordinates": [%s]}}' "$separator" "$polygons"
            separator=,
        done
        printf ']}'
    } >"$name.geojson"
}
# expect_area NAME M2 PER-YEAR SENTENCE: of a release in it; without a sentence nothing is said of it
expect_area() {
    expect_exit 0 "$TALUS" check s.yaml --set "releases.0={file: $1.geojson, rocks: 2000, height_m: 0, frequency: {per_year_km2: 1000}}"
    expect_line out "plan area $2 m2"
    expect_line out "in all $3 per year (1000 per km2)"
    if [ -n "$4" ]; then
        expect_line err "$4"
    elif grep -v 'heights are rounded' err | grep warning; then
        fail "$1: a warning"
    fi
}
layer whole "[[$ring]]"
layer parts "[[$ring]],[[$south]]"
layer features "[[$ring]]" "[[$south]]"
layer twice "[[$ring]]" "[[$ring]]"
layer turned "[[$ring]],[[$(printf %s "$back")]]"
layer hole "[[$ring],[$hole]]"
layer hole_turned "[[$back],[$hole]]"
layer hole_filled "[[$ring],[$hole]],[[$south]]"
layer stray "[[$ring],[$far]]"
layer bow "[[$bow]]"
layer short "[[$ring]],[[[600020,5200050],[600060,5200050],[600020,5200050]],[$south]]"
expect_area whole 4000 4.96 ''
expect_area source 4000 4.96 'polygons overlap by 2000 m2, 50 % of the 4000 m2 that they cover: each place counts once'
expect_area parts 4000 4.96 'polygons overlap by 2000 m2'
expect_area features 4000 4.96 'polygons overlap by 2000 m2'
expect_area twice 4000 4.96 'polygons overlap by 4000 m2, 100 %'
expect_area turned 4000 4.96 'polygons overlap by 4000 m2, 100 %'
expect_area hole 3900 4.825 ''
expect_area hole_turned 3900 4.825 ''
expect_area hole_filled 4000 4.96 'polygons overlap by 1900 m2'
expect_area stray 4000 4.96 'holes lie in other holes or outside their polygon on 200 m2'
expect_area bow 2000 2.451 'a ring that crosses or repeats itself: 1, the first is feature 1 about (600040.00, 5200100.00)'
# holes of a polygon without an outer ring are not those of the polygon before
expect_area short 4000 4.96 '2 parts with too few points are skipped'

# half of the rocks start in the half that two parts cover
expect_exit 0 "$TALUS" run s.yaml --quiet --out o
expect_exit 0 "$TALUS" export o --layer releases -o starts.csv
awk -F, 'NR > 1 { n++; s += $2 < 5200100 } END { print s / n; exit !(n == 2000 && s > 0.47 * n && s < 0.53 * n) }' starts.csv ||
    fail "rocks in the south half: $(awk -F, 'NR > 1 && $2 < 5200100' starts.csv | wc -l) of 2000"

# a shapefile without its table: its area, but no fields
if command -v ogr2ogr >/dev/null; then
    ogr2ogr -f 'ESRI Shapefile' bare.shp whole.geojson >/dev/null 2>&1
    rm -f bare.dbf
    expect_exit 0 "$TALUS" check s.yaml --set 'releases.0={file: bare.shp, rocks: 10}'
    expect_line out 'plan area 4000 m2'
    expect_exit 2 "$TALUS" check s.yaml --set "releases.0={file: bare.shp, where: 'kind = 3', rocks: 10}"
    expect_line err 'the fields are: none (those of a shapefile are in the .dbf)'
fi

# releases over each other: named, with the area that they share; not those that touch, or start different rocks
layer north '[[[600020,5200100],[600060,5200100],[600060,5200150],[600020,5200150],[600020,5200100]]]'
layer south "[[$south]]"
expect_releases() { # expect_releases FIRST SECOND SENTENCE
    expect_exit 0 "$TALUS" check s.yaml --set "releases=[{name: cliff, file: $1.geojson, rocks: 20${4:-}}, {name: wall, file: $2.geojson, rocks: 20${5:-}}]" --set "rocks=[{name: a, shape: equant, volume_m3: 1}, {name: b, shape: equant, volume_m3: 2}]"
    if [ -n "$3" ]; then
        expect_line err "$3"
    else
        ! grep 'warning: .*lie over each other' err || fail "$1 and $2 are said to lie over each other"
    fi
}
expect_releases whole whole "warning: releases 'cliff' and 'wall' lie over each other on 4000 m2, 100 % of the smaller"
expect_releases whole south "warning: releases 'cliff' and 'wall' lie over each other on 2000 m2, 100 % of the smaller"
expect_releases hole parts "lie over each other on 3900 m2, 100 %"
expect_releases twice south "lie over each other on 2000 m2, 100 %"
expect_releases north south ''
expect_releases whole whole '' ', rock: a' ', rock: b'
expect_line err "note: releases 'cliff' and 'wall' lie over each other on 4000 m2"

# objects, stands, stems
expect_exit 0 "$TALUS" check s.yaml --set 'objects=[{name: house, file: parts.geojson}]'
expect_line err "object 'house': polygons overlap by 2000 m2"
stand='stems_per_ha: 300, diameter_cm: 30'
expect_exit 0 "$TALUS" check s.yaml --set "trees={stands: [{$stand, file: whole.geojson}, {$stand, file: hole.geojson}]}"
expect_line err 'stands lie over each other on 3900 m2'
expect_exit 0 "$TALUS" check s.yaml --set "trees={stands: [{$stand, file: parts.geojson}]}"
grep -q 'over each other' err && fail "a stand lies over itself"
printf 'x,y,diameter_cm\n600030,5200080,30\n600030.05,5200080,40\n600035,5200080,30\n' >near.csv
printf 'x,y,diameter_cm\n600030,5200080,30\n600030.4,5200080,30\n600035,5200080,30\n' >apart.csv
expect_exit 0 "$TALUS" check s.yaml --set 'trees={stands: [{file: near.csv, crs: dem}]}'
expect_line err '1 pairs of stems stand nearer to each other than their radii, the first about (600030.00, 5200080.00)'
expect_exit 0 "$TALUS" check s.yaml --set 'trees={stands: [{file: apart.csv, crs: dem}]}'
grep -q 'nearer to each other' err && fail "stems beside each other"
expect_exit 0 "$TALUS" check s.yaml --set 'trees={stands: [{file: apart.csv, crs: dem}, {file: apart.csv, crs: dem}]}'
expect_line err '3 pairs of stems stand nearer'
finish
