#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Several files as one DEM: the bits of the same heights in one file, seams and overlaps that are said,
# and tiles that do not lie on one grid refused.
. "$SOURCE/tests/cli/lib.sh"
mkdir -p t "odd [x]"

# grid NAME COLUMN ROW COLUMNS ROWS NODATA RAISED CELL SHIFT: an ASCII grid of the slope
# z = 100 + 0.5 x + 0.3 y + a wave, from a pixel of the whole on, raised by metres, shifted along x; the
# pixel (12, 12) of the whole has no height
grid() {
    awk -v c="$2" -v r="$3" -v nx="$4" -v ny="$5" -v none="$6" -v up="$7" -v cell="$8" -v shift_m="$9" 'BEGIN {
        printf "ncols %d\nnrows %d\nxllcorner %.9g\nyllcorner %.9g\ncellsize %g\nNODATA_value %s\n",
            nx, ny, 600000 + c * cell + shift_m, 5200000 + r * cell, cell, none
        for (j = r + ny - 1; j >= r; j--) {
            line = ""
            for (i = c; i < c + nx; i++) {
                x = i * cell
                y = j * cell
                z = 100 + 0.5 * x + 0.3 * y + 0.4 * sin(0.7 * x) * cos(0.9 * y) + up
                line = line (i == 12 && j == 12 ? none : sprintf("%.3f", z)) " "
            }
            print line
        }
    }' >"$1"
}
grid whole.asc 0 0 60 40 -9999 0 1 0
grid t/a.asc 0 0 30 40 -9999 0 1 0
grid t/b.asc 30 0 30 25 -1 0 1 0
grid t/c.asc 30 25 30 15 0 0 1 0
cp t/*.asc "odd [x]"

cat >s.yaml <<EOF
terrain: {dem: whole.asc, crs: 'EPSG:32632'}
ground: [{preset: hard}]
rocks: [{shape: cuboid, size_m: [0.5, 0.4, 0.3]}]
releases: [{box_m: [600020, 5200015, 600050, 5200035], rocks: 20, height_m: 1}]
simulation: {time_limit_s: 5, lost_share: 1}
EOF
expect_exit 0 "$TALUS" run s.yaml --out whole --quiet
expect_exit 0 "$TALUS" run s.yaml --out tiles --set "terrain.dem=[t/a.asc, t/b.asc, t/c.asc]"
[ "$(hash_of whole)" = "$(hash_of tiles)" ] || fail "another hash from tiles"
cmp -s whole/terrain.tif tiles/terrain.tif || fail "other heights from tiles"
[ ! -s err ] || ! grep -q 'warning: t/a' err || fail "tiles that fit are warned of: $(cat err)"
expect_line tiles/scenario.yaml 'dem: \["../t/a.asc", "../t/b.asc", "../t/c.asc"\]'

# a pattern is resolved to names; a folder may have letters that mean something in patterns
cp s.yaml "odd [x]/s.yaml"
for file in s.yaml "odd [x]/s.yaml"; do
    [ "$file" = s.yaml ] && pattern='t/*.asc' || pattern='[a-c].asc'
    expect_exit 0 "$TALUS" run "$file" --out pattern --overwrite --quiet --set "terrain.dem='$pattern'"
    [ "$(hash_of whole)" = "$(hash_of pattern)" ] || fail "another hash from $pattern"
done
expect_line pattern/scenario.yaml 'dem: \["../odd \[x\]/a.asc", "../odd \[x\]/b.asc", '

# a pack has all tiles, and gives the results again; a change of one tile is seen
expect_exit 0 "$TALUS" pack tiles -o study
for tile in a b c; do
    cmp -s t/$tile.asc study/inputs/*/$tile.asc || fail "the pack lacks tile $tile"
done
expect_exit 0 "$TALUS" run study/scenario.yaml --out again --quiet
[ "$(hash_of whole)" = "$(hash_of again)" ] || fail "another hash from the pack"
grid t/c.asc 30 25 30 15 0 0.01 1 0
expect_exit 2 "$TALUS" pack tiles -o no
grid t/c.asc 30 25 30 15 0 0 1 0

# on demand, from files that can be read in parts
awk 'BEGIN { # 700 x 500 cells: more than 1 MB of heights
    for (tile = 0; tile < 2; tile++) {
        file = "big_" tile ".asc"
        printf "ncols 350\nnrows 500\nxllcorner %d\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n", 350 * tile >file
        for (j = 0; j < 500; j++) {
            line = ""
            for (i = 350 * tile; i < 350 * tile + 350; i++)
                line = line sprintf("%.3f ", 900 - 0.7 * i + 0.2 * sin(i) * cos(j))
            print line >file
        }
    }
}'
for tile in 0 1; do
    expect_exit 0 "$TALUS" terrain fill big_$tile.asc --assume-metres -o big_$tile.tif
done
for memory in 500 1; do
    expect_exit 0 "$TALUS" run s.yaml --out memory_$memory --quiet --set 'terrain.dem=big_?.tif' \
        --set terrain.memory_mb=$memory --set terrain.assume_metres=true \
        --set 'releases=[{box_m: [300, 100, 340, 400], rocks: 20}]'
done
[ "$(hash_of memory_500)" = "$(hash_of memory_1)" ] || fail "another hash from tiles on demand"

# the path of a pattern on the command line may have such letters
expect_exit 0 "$TALUS" terrain info "$PWD/odd [x]/*.asc" --crs EPSG:32632
expect_line out '60 x 40 nodes of 1 m'

# commands that take a DEM take its tiles
expect_exit 0 "$TALUS" terrain slope whole.asc --crs EPSG:32632 -o one.tif
expect_exit 0 "$TALUS" terrain slope t/a.asc t/b.asc t/c.asc --crs EPSG:32632 -o several.tif
cmp -s one.tif several.tif || fail "other slopes from tiles"
expect_exit 0 "$TALUS" terrain info 't/*.asc' --crs EPSG:32632
expect_line out '60 x 40 nodes of 1 m'
for dem in 't/*.asc' 't/a.asc t/b.asc t/c.asc'; do
    # shellcheck disable=SC2086
    [ "$dem" = 't/*.asc' ] && set -- "$dem" || set -- $dem
    expect_exit 0 "$TALUS" init "$@" --crs EPSG:32632 -o first.yaml --overwrite
    expect_exit 0 "$TALUS" check first.yaml
    expect_line out '60 x 40 nodes of 1 m'
done
expect_exit 2 "$TALUS" init t/a.asc t/b.asc t/c.asc --crs EPSG:32632 -o t/b.asc --overwrite
expect_line err 'is one of the input files'

# what does not fit: COMMAND of the list | exit code | what is said
grid raised.asc 30 0 30 40 -9999 0.7 1 0
grid low.asc 30 0 30 40 -9999 0.3 1 0
grid over.asc 25 0 35 40 -9999 2 1 0
grid slight.asc 25 0 35 40 -9999 0.4 1 0
grid far.asc 40 10 20 20 -9999 0 1 0
grid shifted.asc 30 0 30 40 -9999 0 1 0.3
grid coarse.asc 15 0 15 20 -9999 0 2 0
cp t/b.asc utm.asc
cp t/c.asc lv.asc
cat >utm.prj <<EOF
PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]
EOF
sed 's/central_meridian",9/central_meridian",15/; s/zone 32N/zone 33N/' utm.prj >lv.prj
count=0
while IFS='|' read -r list code sentence; do
    count=$((count + 1))
    expect_exit "$code" "$TALUS" check s.yaml --set "terrain.dem=$list"
    if [ "${sentence#!}" != "$sentence" ]; then
        ! grep -q "${sentence#!}" err || fail "$list: $(cat err)"
    else
        expect_line err "$sentence"
    fi
done <<EOF
[t/a.asc, raised.asc]|0|heights jump where tiles meet, .*+0.7[0-9] m from .*a.asc to .*raised.asc about (600030.00, 52000
[raised.asc, t/a.asc]|0|heights jump where tiles meet, .*+0.7[0-9] m from .*a.asc to .*raised.asc about (600030.00, 52000
[t/a.asc, low.asc]|0|!heights jump
[t/a.asc, over.asc]|0|heights differ by more than 0.5 m where tiles overlap: most by +2.00 m from .*a.asc to .*over.asc at (600025.50, 52000.*cells: 200
[t/a.asc, slight.asc]|0|!heights differ
[t/a.asc, t/a.asc, t/b.asc, t/c.asc]|0|!heights
[t/a.asc, far.asc]|0|leave 33.3 % of their rectangle of 60 x 40 cells without heights
[t/a.asc, shifted.asc]|2|the cells of .*shifted.asc lie 0.3 of a cell along rows .* gdalwarp
[t/a.asc, coarse.asc]|2|has cells of 1 x 1, but .*coarse.asc of 2 x 2: .* gdalwarp
[utm.asc, lv.asc]|0|utm.asc is in .*32N.*, but .*lv.asc in .*33N.* taken as given
'no/*.tif'|2|no file matches the pattern '.*no/\*.tif'
[t/a.asc, none.asc]|2|found no file '.*none.asc'
[t/a.asc, s.yaml]|2|s.yaml is not a raster
[]|2|empty list
EOF
[ $count -eq 14 ] || fail "$count cases were tried"
# systems in the files: heights in one of two systems are the same DEM, in two they are not
for vertical in egm dvr; do
    printf 'COMPD_CS["UTM 32 and heights",%s,VERT_CS["%s height",VERT_DATUM["%s",2005],UNIT["metre",1],AXIS["Up",UP]]]\n' \
        "$(cat utm.prj)" $vertical $vertical >$vertical.prj
done
cp t/a.asc egm.asc
cp t/c.asc dvr.asc
for dem in 'egm.asc, utm.asc' 'utm.asc, egm.asc'; do
    expect_exit 0 "$TALUS" check s.yaml --set "terrain={dem: [$dem]}"
    ! grep -q ', but ' err || fail "$dem: $(cat err)"
done
expect_exit 2 "$TALUS" check s.yaml --set 'terrain={dem: [utm.asc, egm.asc, dvr.asc]}'
expect_line err 'egm.asc is in .*, but .*dvr.asc in .* gdalwarp'
expect_exit 2 "$TALUS" check s.yaml --set 'terrain={dem: [utm.asc, lv.asc]}'
expect_line err 'utm.asc is in .*32N.*, but .*lv.asc in .*33N.* gdalwarp'
expect_exit 2 "$TALUS" check s.yaml --set 'terrain={dem: [utm.asc, t/a.asc]}'
expect_line err 'a.asc has no coordinate system, but .*utm.asc has one'

finish
