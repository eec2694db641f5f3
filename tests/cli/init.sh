#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus init: a scenario that check passes from a DEM alone and from a DEM with maps, and every refusal.
. "$SOURCE/tests/cli/lib.sh"
terrain=$SOURCE/terrain
rasters=$SOURCE/tests/data/rasters
mkdir -p site/data
cp "$terrain/arzler/arzler.tif" "$terrain/kot/kot.tif" "$terrain/kot/kot.gpkg" site/data

# a DEM alone; names are relative to the scenario, wherever talus is called
expect_exit 0 "$TALUS" init site/data/arzler.tif -o site/arzler.yaml
expect_line out '^guess  *ground\.rock face: hard$'
expect_line out '^written  *site/arzler_ground\.gpkg$'
expect_line out '^next  *talus check site/arzler\.yaml$'
grep -q '^  dem: "data/arzler.tif"$' site/arzler.yaml || fail "the DEM is not named relative to the scenario"
grep -q 'refine: 8' site/arzler.yaml || fail "10 m cells are not refined to 1.25 m"
grep -q 'slope_preset: dorren' site/arzler.yaml || fail "sources are not found by slope"
[ "$(grep -c '# guess: ' site/arzler.yaml)" -eq "$(grep -c '^guess ' out)" ] || fail "a guess is printed and not in the file"
[ "$(grep -c '# instead: ' site/arzler.yaml)" -eq "$(grep -c '^guess ' out)" ] || fail "a guess does not say what replaces it"
awk 'length($0) > 100 && !/^ *- / { exit 1 }' site/arzler.yaml || fail "a line is longer than 100 characters"
expect_exit 0 "$TALUS" check site/arzler.yaml
expect_line out '^ground 2  *rock face'
expect_line out 'from 2264 cells'
(cd site/data && "$TALUS" check ../arzler.yaml >/dev/null 2>&1) || fail "check from another directory"

# the same words give the same bytes
expect_exit 0 "$TALUS" init site/data/arzler.tif -o site/arzler.yaml --overwrite
cp site/arzler.yaml first.yaml
cp site/arzler_ground.gpkg first.gpkg
expect_exit 0 "$TALUS" init site/data/arzler.tif -o site/arzler.yaml --overwrite
cmp -s first.yaml site/arzler.yaml || fail "the scenario differs in a second run"
cmp -s first.gpkg site/arzler_ground.gpkg || fail "the polygons differ in a second run"

# it runs
expect_exit 0 "$TALUS" run site/arzler.yaml --rocks 20 --quiet --set simulation.lost_share=1
expect_exit 0 "$TALUS" map site/out/arzler -o map.png

# a DEM with maps
expect_exit 0 "$TALUS" init site/data/kot.tif --ground site/data/kot.gpkg --forest site/data/kot.gpkg \
    --releases site/data/kot.gpkg --objects site/data/kot.gpkg --objects-layer dam_line -o site/kot.yaml
expect_line err 'note: --forest .*"resistance_forest" is taken for its name'
expect_line err 'note: --ground .*"release_area" is left out'
[ -e site/kot_ground.gpkg ] && fail "polygons by slope in spite of a map"
grep -q '{name: "rock", preset: hard, file: "data/kot.gpkg", layer: "rock"}' site/kot.yaml || fail "rock is not hard"
grep -q 'layer: "dam_line", width_m: 6}' site/kot.yaml || fail "a line has no width"
expect_exit 0 "$TALUS" check site/kot.yaml
! grep -Eq 'warning|error' err || fail "check warns: $(cat err)"

# forest alone: its floor is a ground of its own, under the rock faces
expect_exit 0 "$TALUS" init site/data/kot.tif --forest site/data/kot.gpkg -o site/wood.yaml
awk '/- {name: forest floor/ { floor = NR } /- {name: rock face/ { rock = NR } END { exit !(floor && rock > floor) }' site/wood.yaml ||
    fail "forest floor does not lie under the rock faces"
expect_exit 0 "$TALUS" check site/wood.yaml

# an attribute with words: presets, words, a word that says nothing, an empty one
cat >soils.geojson <<'END'
{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::31254"}}, "features": [
{"type": "Feature", "properties": {"id": 1, "art": "Felswand"}, "geometry": {"type": "MultiPolygon", "coordinates": [[[[80700, 240300], [81000, 240300], [81000, 240700], [80700, 240300]]], [[[81300, 240300], [81500, 240300], [81500, 240700], [81300, 240300]]]]}},
{"type": "Feature", "properties": {"id": 2, "art": "soft"}, "geometry": {"type": "Polygon", "coordinates": [[[81000, 241000], [81300, 241000], [81300, 241400], [81000, 241000]]]}},
{"type": "Feature", "properties": {"id": 3, "art": ""}, "geometry": {"type": "Polygon", "coordinates": [[[81000, 241500], [81300, 241500], [81300, 241700], [81000, 241500]]]}},
{"type": "Feature", "properties": {"id": 4, "art": "xyz"}, "geometry": {"type": "Polygon", "coordinates": [[[81600, 241500], [81900, 241500], [81900, 241700], [81600, 241500]]]}}]}
END
expect_exit 0 "$TALUS" init site/data/arzler.tif --ground soils.geojson -o words.yaml
grep -q 'class_field: "art"' words.yaml || fail "the attribute was not found"
grep -q '{value: "Felswand", name: "Felswand", preset: hard}' words.yaml || fail "Felswand is not hard"
grep -q '{value: "soft", name: "soft", preset: soft}' words.yaml || fail "a preset is not taken as it is"
grep -q '{value: "xyz", name: "xyz", preset: medium}' words.yaml || fail "an unknown word is not medium"
grep -q "the word 'xyz' says nothing" words.yaml || fail "an unknown word is not marked"
expect_exit 0 "$TALUS" check words.yaml

# polygons without attributes, of which the name says nothing
sed -e 's/"properties": {[^}]*}, "geometry"/"properties": {}, "geometry"/' soils.geojson >plain.geojson
expect_exit 0 "$TALUS" init site/data/arzler.tif --ground plain.geojson -o plain.yaml
grep -q 'neither an attribute of layer' plain.yaml || fail "polygons without attributes are not marked"
expect_exit 0 "$TALUS" check plain.yaml

# points as sources
cat >points.geojson <<'END'
{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::31254"}}, "features": [
{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [81100, 241600]}}]}
END
expect_exit 0 "$TALUS" init site/data/arzler.tif --releases points.geojson -o points.yaml
expect_exit 0 "$TALUS" check points.yaml
expect_line out '^release 0 .* from 1 points'

# what programs read
expect_exit 0 "$TALUS" init site/data/arzler.tif --json -o json.yaml
expect_line out '"scenario": "json.yaml"'
expect_line out '"slope_above_deg": 46\.[23]'
python3 -c 'import json,sys; d=json.load(open("out")); sys.exit(not all(g["key"] and g["value"] and g["reason"] for g in d["guesses"]))' ||
    fail "not JSON, or a guess without reason"

# resolutions: fine cells need two_way and no roughness; coarse ones are refined
slope_dem() { # cell side rise: a slope with a wall
    awk -v c="$1" -v n="$2" 'BEGIN { print "ncols", n; print "nrows", n; print "xllcorner 2600000"; print "yllcorner 1200000"; print "cellsize", c;
        for (j = 0; j < n; j++) for (i = 0; i < n; i++) { z = (n - i) * c * 0.6; if (i < n / 4) z += (n / 4 - i) * c * 1.5; printf "%.2f%s", z, i < n - 1 ? " " : "\n" } }'
}
slope_dem 0.5 120 >fine.asc
slope_dem 25 60 >coarse.asc
expect_exit 0 "$TALUS" init fine.asc --crs EPSG:2056 -o fine.yaml
grep -q 'detection: two_way' fine.yaml || fail "a rock larger than the cells needs two_way"
! grep -q 'roughness: {amplitude_m: 0.15' fine.yaml || fail "0.5 m cells are roughened"
grep -q '^  crs: "EPSG:2056"$' fine.yaml || fail "the CRS is not in the scenario"
grep -q 'slope_above_deg: 55.0' fine.yaml || fail "0.5 m is below the table of thresholds"
expect_exit 0 "$TALUS" check fine.yaml
expect_exit 0 "$TALUS" init coarse.asc --crs EPSG:2056 -o coarse.yaml
grep -q 'refine: 20' coarse.yaml || fail "25 m cells are not refined to 1.25 m"
grep -q 'slope_preset: dorren' coarse.yaml || fail "25 m is in the table of thresholds"
expect_exit 0 "$TALUS" check coarse.yaml

# heights like feet, degrees, holes
awk 'NR < 6 { print; next } { for (i = 1; i <= NF; i++) printf "%.1f%s", 9000 + 3.28 * $i, i < NF ? " " : "\n" }' coarse.asc >feet.asc
expect_exit 0 "$TALUS" init feet.asc --crs EPSG:2056 -o feet.yaml
grep -q 'WARNING: these heights look like feet' feet.yaml || fail "feet are not told"
expect_exit 0 "$TALUS" init "$rasters/geographic_degrees_epsg4326.tif" -o degrees.yaml
grep -q 'reproject: auto' degrees.yaml || fail "degrees are not brought to metres"
expect_exit 0 "$TALUS" check degrees.yaml
expect_exit 0 "$TALUS" init "$rasters/holes_nan_inf_and_undeclared_sentinels.tif" -o holes.yaml
expect_exit 0 "$TALUS" check holes.yaml

# too large for memory: samples, in a moment
# the same tile at 64 places
{
    echo '<VRTDataset rasterXSize="40000" rasterYSize="40000"><SRS>EPSG:31287</SRS><GeoTransform>176973, 0.05, 0, 378822, 0, -0.05</GeoTransform>'
    echo '<VRTRasterBand dataType="Float32" band="1"><NoDataValue>-9999</NoDataValue>'
    for k in $(seq 0 63); do
        echo "<ComplexSource resampling=\"bilinear\"><SourceFilename relativeToVRT=\"1\">site/data/kot.tif</SourceFilename><SourceBand>1</SourceBand><SrcRect xOff=\"0\" yOff=\"0\" xSize=\"400\" ySize=\"400\"/><DstRect xOff=\"$((k % 8 * 5000))\" yOff=\"$((k / 8 * 5000))\" xSize=\"5000\" ySize=\"5000\"/><NODATA>-9999</NODATA></ComplexSource>"
    done
    echo '</VRTRasterBand></VRTDataset>'
} >huge.vrt
expect_exit 0 "$TALUS" init huge.vrt -o huge.yaml
expect_line err 'warning: huge\.vrt holds 1\.6e+03 million cells; 64 samples'
[ -e huge_ground.gpkg ] && fail "grounds by slope of 1.6e9 cells"

# refusals: nothing is written
refuse() { # sentence, arguments
    sentence=$1
    shift
    rm -f no.yaml no_ground.gpkg
    expect_exit 2 "$TALUS" init "$@" -o no.yaml
    expect_line err "$sentence"
    { [ -e no.yaml ] || [ -e no_ground.gpkg ]; } && fail "something was written: $*"
    return 0
}
refuse 'says no coordinate reference system .*name it with --crs EPSG:N; .*EPSG:2056' coarse.asc
refuse 'not a known coordinate reference system' coarse.asc --crs EPSG:nonsense
refuse 'says WGS 84 .*--crs EPSG:N' "$rasters/fluchthorn_10m_crs_says_degrees.tif"
refuse 'gdalwarp -t_srs' "$terrain/tschamut/terrain.asc" --crs EPSG:2056
refuse 'every cell is NODATA' "$rasters/all_nodata.tif"
refuse 'absent' absent.tif
refuse 'is a vector file' site/data/kot.gpkg
refuse '98 % of the ground is flatter than' "$rasters/three_bands.tif"
refuse 'forest: cannot open absent.gpkg' site/data/kot.tif --forest absent.gpkg
refuse 'forest: .*arzler.tif is a raster' site/data/kot.tif --forest site/data/arzler.tif
refuse 'forest .*has no layer "wood"; it has: release_area' site/data/kot.tif --forest site/data/kot.gpkg --forest-layer wood
refuse 'forest .*expected a layer of polygons, found' site/data/kot.tif --forest site/data/kot.gpkg --forest-layer dam_line
refuse '7 layers would do, choose one with --objects-layer' site/data/kot.tif --objects site/data/kot.gpkg
refuse 'lies wholly outside the DEM, about [0-9.]* km' site/data/arzler.tif --ground site/data/kot.gpkg
sed -e 's/81100, 241600/81100, 2416000/' points.geojson >far.geojson
refuse 'lies wholly outside the DEM' site/data/arzler.tif --releases far.geojson
sed -e 's/"crs": {[^}]*}}, //' soils.geojson >degrees.geojson # coordinates of metres, read as degrees
refuse 'degrees.geojson.*outside the projection' site/data/arzler.tif --ground degrees.geojson
printf 'id;wkt\n1;"POLYGON((81000 241000,81300 241000,81300 241400,81000 241000))"\n' >bare.csv
sed -e 's/;/,/g' -e 's/id,wkt/id,WKT/' -e 's/^1,/1,/' bare.csv >wkt.csv
refuse 'says no coordinate reference system: name it with --vectors-crs' site/data/arzler.tif --ground wkt.csv
expect_exit 0 "$TALUS" init site/data/arzler.tif --ground wkt.csv --vectors-crs dem -o named.yaml
expect_exit 0 "$TALUS" check named.yaml
sed -e 's/81600, 241500/91600, 241500/g' -e 's/81900, 241500/91900, 241500/g' -e 's/81900, 241700/91900, 241700/g' soils.geojson >half.geojson
refuse '1 of 4 features lie outside the DEM.*ogr2ogr' site/data/arzler.tif --objects half.geojson

# files that are there
echo mine >there.yaml
expect_exit 2 "$TALUS" init site/data/arzler.tif -o there.yaml
expect_line err 'there.yaml is there already.*--overwrite'
[ "$(cat there.yaml)" = mine ] || fail "a file of the user was replaced"
rm there.yaml
echo mine >there_ground.gpkg
expect_exit 2 "$TALUS" init site/data/arzler.tif -o there.yaml
expect_line err 'there_ground.gpkg is there already'
[ -e there.yaml ] && fail "half of the files were written"
mkdir -p folder.yaml
expect_exit 2 "$TALUS" init site/data/arzler.tif -o folder.yaml --overwrite
expect_line err 'folder.yaml is a directory'
cp site/data/arzler.tif input.tif
expect_exit 2 "$TALUS" init input.tif -o input.tif --overwrite
expect_line err 'input.tif is one of the input files'
cmp -s input.tif site/data/arzler.tif || fail "the DEM was replaced"
expect_exit 1 "$TALUS" init site/data/arzler.tif
expect_line err '--out is missing: expected FILE, scenario to write'
[ "$(wc -l <err)" -eq 1 ] || fail "the message has no end of line"
finish
