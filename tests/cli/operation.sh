#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Operations between coordinate reference systems: the places of layers, rasters and exports; the resolved scenario,
# pack, and what is refused. Right values by `cs2cs --no-ballpark` of PROJ 9.1.1.
. "$SOURCE/tests/cli/lib.sh"

# plane WEST SOUTH FILE: 60 x 60 nodes of 10 m, 31 degrees steep
plane() {
    awk -v west="$1" -v south="$2" 'BEGIN {
        printf "ncols 60\nnrows 60\nxllcorner %s\nyllcorner %s\ncellsize 10\n", west, south
        for (j = 0; j < 60; j++) {
            for (i = 0; i < 60; i++) printf "%.2f ", 2000 - 6 * j
            print ""
        }
    }' >"$3"
}
# study NAME DEM CRS RELEASE-KEYS
study() {
    cat >$1.yaml <<END
terrain: {dem: $2, crs: "$3"}
ground: [{preset: hard}]
rocks: [{shape: cuboid, size_m: [0.5, 0.4, 0.3]}]
releases: [{$4, rocks: 2}]
simulation: {time_limit_s: 0.02, lost_share: 1}
outputs: {dir: $1}
END
}
# point CRS X Y FILE
point() {
    cat >$4 <<END
{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:$1"}}, "features":
 [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [$2, $3]}}]}
END
}
# expect_start DIR X Y: a rock starts within 1 m of it
expect_start() {
    expect_exit 0 "$TALUS" export $1 --layer releases -o $1.csv --overwrite
    awk -F, -v x="$2" -v y="$3" 'NR == 2 { d = sqrt(($1 - x) ^ 2 + ($2 - y) ^ 2); good = d < 1 }
        END { exit !good }' $1.csv || fail "$1: $(sed -n 2p $1.csv | cut -c1-60), expected $2, $3"
}

# ED50 near Bolzano: to WGS 84 there is an operation of 6 m, to ETRS89 none is made for the place
plane 676000 5152000 dem.asc
point EPSG::23032 676400 5152500 ed50.geojson
study wgs dem.asc EPSG:32632 'file: ed50.geojson'
expect_exit 0 "$TALUS" check wgs.yaml
expect_line err 'ed50.geojson, layer "ed50": brought from ED50 / UTM zone 32N (EPSG:23032) to WGS 84 / UTM zone 32N (EPSG:32632) by the operation ".*", which is accurate to 6 m'
expect_exit 0 "$TALUS" run wgs.yaml --quiet
expect_start wgs 676317.544 5152301.170
grep -q '"accuracy_m": 6' wgs/summary.json || fail "summary.json does not say the accuracy"
grep -q 'accurate to 6 m' wgs/warnings.log || fail "warnings.log does not say the accuracy"
study etrs dem.asc EPSG:25832 'file: ed50.geojson'
expect_exit 2 "$TALUS" run etrs.yaml --quiet
expect_line err 'is in ED50 / UTM zone 32N (EPSG:23032): PROJ has no operation to ETRS89 / UTM zone 32N (EPSG:25832) for longitude 11.29.* `operation:`'
[ ! -e etrs ] || fail "something was written"

# the resolved scenario names the operation: the same bits again, and in a pack; without its grid it is refused
grep -q "^ *operation: .*+proj=helmert" wgs/scenario.yaml || fail "the resolved scenario has no operation"
expect_exit 0 "$TALUS" run wgs/scenario.yaml --quiet --out again
[ "$(sed -n 's/.*"hash": *//p' wgs/summary.json)" = "$(sed -n 's/.*"hash": *//p' again/summary.json)" ] || fail "other bits"
expect_exit 0 "$TALUS" pack wgs -o packed
cmp -s packed/results/manifest.json wgs/manifest.json && fail "the manifest of a pack is that of its results"
[ "$(grep -c '+proj=helmert' packed/scenario.yaml)" -eq 1 ] || fail "the pack has no operation"
sed 's|+proj=helmert [^"]*+step +inv +proj=cart|+proj=hgridshift +grids=no_such_grid.tif +step +inv +proj=cart|' wgs/scenario.yaml >wgs/grid.yaml
expect_exit 2 "$TALUS" run wgs/grid.yaml --quiet --out nogrid
expect_line err 'needs the grid no_such_grid.tif (put it into a directory named by PROJ_DATA, or give its whole path), which is not installed'
rm wgs/grid.yaml

# parts of one campaign by two operations: refused, and both are named
moved() { # moved METRES OPTION...
    metres=$1
    shift
    "$TALUS" run shifted.yaml --quiet --rocks 40 --set "releases.0.operation=+proj=affine +xoff=$metres" "$@"
}
study shifted dem.asc EPSG:25832 'file: ed50.geojson'
expect_exit 0 moved -84 --shard 1/2 --out part1
expect_exit 0 moved -85 --shard 2/2 --out part2
expect_exit 2 "$TALUS" merge part1 part2 --out parts
expect_line err 'part2 brought a file to the DEM.s coordinates by another operation (no grid) .* There: "+proj=affine +xoff=-85"'
expect_exit 2 moved -85 --shard 1/2 --out part1 --resume
expect_line err 'part1 brought a file .* There: "+proj=affine +xoff=-84"'
# also where a run was killed: nothing but its state is there
find part1 -type f ! -path '*/checkpoint/*' ! -name manifest.json -exec rm {} +
expect_exit 2 moved -85 --shard 1/2 --out part1 --resume
expect_line err 'part1 brought a file .* There: "+proj=affine +xoff=-84"'

# other commands that read a layer
expect_exit 2 "$TALUS" init dem.asc --crs EPSG:25832 --releases ed50.geojson -o made.yaml
expect_line err 'PROJ has no operation to ETRS89'
expect_exit 0 "$TALUS" init dem.asc --crs EPSG:25832 --releases ed50.geojson \
    --releases-operation '+proj=affine +xoff=-84 +yoff=-198.8' -o made.yaml
grep -q "operation: .*+xoff=-84 +yoff=-198.8" made.yaml || fail "init does not write the operation"
expect_exit 0 "$TALUS" check made.yaml
expect_exit 2 "$TALUS" calibrate shifted.yaml --set 'releases=[{points_m: [[676400, 5152500]], rocks: 2}]' \
    --observed ed50.geojson --parameter ground.0.mu_min=0.2:0.6 --out fit
expect_line err 'PROJ has no operation to ETRS89'
expect_exit 2 "$TALUS" calibrate shifted.yaml --set 'releases=[{points_m: [[676400, 5152500]], rocks: 2}]' \
    --observed ed50.geojson --operation '+proj=nothing' --parameter ground.0.mu_min=0.2:0.6 --out fit
expect_line err 'PROJ does not understand the operation "+proj=nothing"'
expect_exit 2 "$TALUS" terrain energyline dem.asc --crs EPSG:25832 --sources ed50.geojson -o cone.tif
expect_line err 'PROJ has no operation to ETRS89'

# the user's own, and where none is needed
study own dem.asc EPSG:25832 "file: ed50.geojson, operation: '+proj=affine +xoff=-84 +yoff=-198.8'"
expect_exit 0 "$TALUS" run own.yaml --quiet
expect_start own 676316 5152301.2
study given dem.asc EPSG:25832 "file: ed50.geojson, crs: dem, operation: '+proj=noop'"
expect_exit 2 "$TALUS" check given.yaml
expect_line err 'found an `operation`, but its coordinates are those of the DEM'

# a DEM without datum
plane 253500 379400 bessel.asc
point OGC:1.3:CRS84 11.4 47.3 lonlat.geojson
lambert='+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 +units=m +ellps=bessel'
study bessel bessel.asc "$lambert" 'file: lonlat.geojson'
expect_exit 2 "$TALUS" check bessel.yaml
expect_line err 'names no datum'
study bare bessel.asc "$lambert" 'points_m: [[253900, 379650]]'
expect_exit 0 "$TALUS" run bare.yaml --quiet
expect_exit 2 "$TALUS" export bare --layer deposits -o d.geojson
expect_line err 'names no datum.* run again with the CRS of the DEM'
expect_exit 2 "$TALUS" export bare --layer speed_max --crs EPSG:25832 -o d.tif
[ ! -e d.geojson ] && [ ! -e d.tif ] || fail "something was written"

# MGI: places in, and out as GeoJSON, KML and in another system
study mgi bessel.asc EPSG:31287 'file: lonlat.geojson'
expect_exit 0 "$TALUS" run mgi.yaml --quiet
expect_start mgi 253901.760 379652.882
expect_exit 0 "$TALUS" export mgi --layer releases -o r.geojson
expect_line err 'accurate to 1.5 m'
expect_exit 0 "$TALUS" export mgi --layer releases -o r.kml
for file in r.geojson r.kml; do # a metre is 1.3e-5 degrees of longitude there
    grep -oE '1[01]\.[0-9]+, ?4[67]\.[0-9]+' $file | awk -F, '
        { dx = $1 - 11.4; dy = $2 - 47.3; if (dx * dx < 1.7e-10 && dy * dy < 8e-11) n++ } END { exit n < 1 }' ||
        fail "$file: $(grep -oE '1[01]\.[0-9]+, ?4[67]\.[0-9]+' $file | head -1), expected 11.4,47.3"
done
expect_exit 0 "$TALUS" export mgi --layer releases --crs EPSG:25832 -o r.csv
awk -F, 'NR == 2 { dx = $1 - 681433.36; dy = $2 - 5241296.24; good = dx * dx + dy * dy < 1 } END { exit !good }' r.csv ||
    fail "r.csv: $(sed -n 2p r.csv | cut -c1-60)"
expect_exit 0 "$TALUS" export mgi --layer releases --crs EPSG:25832 --operation '+proj=affine +xoff=1000' -o moved.csv
expect_exit 2 "$TALUS" export mgi --layer releases --operation '+proj=noop' -o no.csv
expect_line err 'an operation goes with a CRS'

# a DEM that is warped
expect_exit 0 "$TALUS" terrain info bessel.asc --crs EPSG:31287 --reproject EPSG:32632 --json
expect_line out '"accuracy_m": 1.5,'
expect_line out '"p50": 30\.'
study warped bessel.asc EPSG:31287 'slope_above_deg: 20'
sed -i 's/^terrain: {/terrain: {reproject: EPSG:32632, /' warped.yaml
expect_exit 0 "$TALUS" run warped.yaml --quiet
grep -q "^ *operation: .*+proj=helmert" warped/scenario.yaml || fail "the resolved terrain has no operation"
expect_exit 0 "$TALUS" run warped/scenario.yaml --quiet --out warped2
[ "$(sed -n 's/.*"hash": *//p' warped/summary.json)" = "$(sed -n 's/.*"hash": *//p' warped2/summary.json)" ] || fail "other bits"
finish
