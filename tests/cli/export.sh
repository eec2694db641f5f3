#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus export: values of layers in other formats, rasters with overviews, terrain and rocks as glTF, refusals.
. "$SOURCE/tests/cli/lib.sh"
cp "$SOURCE/terrain/plane/plane.tif" plane.tif
cat >slope.yaml <<END
title: A slope
terrain: {dem: plane.tif, crs: "+proj=tmerc +lat_0=47 +lon_0=10.33 +datum=WGS84 +units=m"}
ground: [{preset: hard}]
rocks: [{shape: equant, size_m: [1, 0, 0]}]
releases: [{box_m: [10, 30, 20, 70], rocks: 12}]
screens: [{name: across, line_m: [[100, 5], [100, 95]]}]
outputs: {dir: results, cell_m: 0.5}
END
expect_exit 0 "$TALUS" run slope.yaml --quiet --set simulation.lost_share=1
find results -type f -exec sha256sum {} + | sort >before

expect_exit 0 "$TALUS" export results --list
expect_line out '^trajectories  *lines  *12$'
expect_line out '^deposits  *points  *12$'
expect_line out '^screens  *lines  *1$'
expect_line out '^reach_probability  *raster *$'

# every format, twice the same bytes
for file in a.geojson a.fgb a.csv a.kml a.tif a.glb a.gltf; do
    expect_exit 0 "$TALUS" export results -o $file
    expect_line out "^written  *$file$"
    mv $file first.$file
    expect_exit 0 "$TALUS" export results -o $file
    cmp -s $file first.$file || fail "$file has other bytes the second time"
done
expect_exit 0 "$TALUS" export results --layer deposits -o deposits.csv
expect_exit 0 "$TALUS" export results --layer deposits -o deposits.geojson
expect_exit 0 "$TALUS" export results --layer deposits --format flatgeobuf -o deposits.fgb
expect_exit 0 "$TALUS" export results --layer screens,deposits -o two.kml
expect_line out '^layers  *2$'
expect_exit 0 "$TALUS" export results --layer deposits --crs EPSG:32632 -o utm.csv
expect_exit 0 "$TALUS" export results --layer speed_max --crs EPSG:32632 -o utm.tif
expect_exit 0 python3 "$SOURCE/tests/cli/export_check.py" layers

# glTF: rules of the format; rocks end where they came to rest, in numbers and in the row of their path
expect_exit 0 python3 "$SOURCE/tests/cli/gltf_check.py" a.glb
[ "$(grep -c '^node path_' out)" -eq 12 ] || fail "paths: $(grep -c '^node path_' out), expected 12"
[ "$(grep -c '^end rock_' out)" -eq 8 ] || fail "moving rocks: $(grep -c '^end rock_' out), expected 8"
expect_line out '^partial False$'
cp out facts
expect_exit 0 python3 "$SOURCE/tests/cli/gltf_check.py" a.gltf
cmp -s out facts || fail "a.gltf and a.glb differ"
expect_exit 0 python3 "$SOURCE/tests/cli/export_check.py" rocks
expect_exit 0 "$TALUS" export results --rock 3,11 --tracks 12 -o two.glb
expect_line out '^moving  *2$'
expect_exit 0 python3 "$SOURCE/tests/cli/gltf_check.py" two.glb
[ "$(sed -n 's/^end \([^ ]*\) .*/\1/p' out | tr '\n' ' ')" = "rock_3 rock_11 " ] || fail "other rocks move"
expect_exit 0 "$TALUS" export results --rocks 0 --tracks 5 -o still.glb
expect_exit 0 python3 "$SOURCE/tests/cli/gltf_check.py" still.glb
[ "$(grep -c '^node path_' out)" -eq 5 ] && ! grep -q '^end' out || fail "still.glb moves, or has other paths"

# without the inputs rocks do not move, and it is said; named rocks are an error
mv plane.tif away.tif
expect_exit 0 "$TALUS" export results -o bare.glb
expect_line err 'rocks that move are left out of the file: '
expect_line out '^moving  *0$'
expect_exit 2 "$TALUS" export results --rock 3 -o no.glb
mv away.tif plane.tif

# partial results: said on the screen and in the glTF
cp -r results torn && : >torn/PARTIAL
expect_exit 0 "$TALUS" export torn --layer deposits -o torn.csv
expect_line err 'these are partial results (there is a file PARTIAL)'
cmp -s torn.csv deposits.csv || fail "values of partial results differ"
expect_exit 0 "$TALUS" export torn --rocks 0 -o torn.glb
expect_exit 0 python3 "$SOURCE/tests/cli/gltf_check.py" torn.glb
expect_line out '^partial True$'

# fragments are bodies of their own: born after the release, where a body ends that is hidden from then on
cat >break.yaml <<END
title: Rocks that break
seed: 3
terrain: {dem: $SOURCE/terrain/ramp/ramp.tif, roughness: {amplitude_m: 0.15, refine: 1}}
ground: [{preset: hard}]
rocks: [{name: wheel, shape: eota221, size_m: [0.93, 0.93, 0.47], mass_kg: 780}]
releases: [{name: top, line_m: [[5, 240], [5, 260]], rocks: 3, height_m: 6, orientation: random}]
simulation: {time_limit_s: 100}
fragmentation: {law: rockgis, area_ratio: 0.6, least_volume_m3: 0.02}
outputs: {dir: broken, cell_m: 5, trajectories: 3}
END
expect_exit 0 "$TALUS" run break.yaml --quiet --set simulation.lost_share=1
expect_exit 0 "$TALUS" export broken --layer fragments -o fragments.csv
expect_exit 0 "$TALUS" export broken -o broken.glb
expect_exit 0 "$TALUS" replay broken --rock 0 --gltf rock0.gltf
for file in broken.glb rock0.gltf; do
    expect_exit 0 python3 "$SOURCE/tests/cli/gltf_check.py" $file
    cp out $file.facts
done
expect_exit 0 python3 "$SOURCE/tests/cli/export_check.py" fragments
# of one rock all its fragments and no others
expect_exit 0 "$TALUS" export broken --tracks 1 --rocks 0 -o one.glb
expect_exit 0 python3 "$SOURCE/tests/cli/gltf_check.py" one.glb
grep '^node path' out | sort >one.paths
grep '^node path_0' broken.glb.facts | sort >expected.paths
[ "$(wc -l <one.paths)" -gt 3 ] || fail "few paths of a rock that broke: $(cat one.paths)"
cmp -s one.paths expected.paths || fail "other paths of one rock than of all: $(cat one.paths)"
# the log of a rock that breaks has its fragments, too: a column more
expect_exit 0 "$TALUS" replay broken --rock 0 --log log.csv
[ "$(sed -n '1s/.*,//p' log.csv)" = body ] || fail "the log has no column body"
[ "$(sed '1d;s/.*,//' log.csv | sort -u | wc -l)" -eq "$(grep -c '^end' rock0.gltf.facts)" ] ||
    fail "the log has other bodies than the glTF"
expect_exit 0 "$TALUS" replay results --rock 0 --log log.csv --overwrite
[ "$(sed -n '1s/.*,//p' log.csv)" = immersed_area_m2 ] || fail "the log of a rock that does not break has changed"

# what is refused leaves nothing
expect_exit 2 "$TALUS" export results --layer deposit -o no.csv
expect_line err 'results has no layer "deposit"; it has .*deposits'
expect_exit 2 "$TALUS" export results --layer deposits,screens -o no.geojson
expect_line err 'a GeoJSON file holds one layer, found 2'
expect_exit 2 "$TALUS" export results --layer deposits --crs EPSG:31254 -o no.kml
expect_line err 'KML is written in longitude and latitude (EPSG:4326), found the CRS "EPSG:31254"'
expect_exit 2 "$TALUS" export results --layer deposits --crs EPSG:9 -o no.csv
expect_line err 'found the CRS "EPSG:9", expected one that PROJ knows'
# without a CRS, and in local metres, nothing can become degrees; everything else can be written
cp "$data/plane.asc" bare.asc # without its .prj
for dem in "bare.asc, assume_metres: true" plane.tif; do
    sed -e "s|^terrain:.*|terrain: {dem: $dem}|" -e 's/^releases:.*/releases: [{box_m: [10, 30, 20, 70], rocks: 2}]/' slope.yaml >nowhere.yaml
    case $dem in bare.asc*)
        sed -i -e 's/10, 30, 20, 70/500060, 5200110, 500090, 5200130/' -e '/^screens/d' nowhere.yaml ;;
    esac
    expect_exit 0 "$TALUS" run nowhere.yaml --quiet --set simulation.lost_share=1 --out nowhere
    for file in no.geojson no.kml; do
        expect_exit 2 "$TALUS" export nowhere --layer deposits -o $file
        expect_line err 'no CRS, or a local one: .* EPSG:4326; run again with the CRS of the DEM (terrain.crs: EPSG:...), or write'
    done
    for file in no.fgb no.csv no.tif; do
        expect_exit 2 "$TALUS" export nowhere --crs EPSG:4326 -o $file
        expect_line err 'no CRS, or a local one: '
        expect_exit 0 "$TALUS" export nowhere -o nowhere/has.${file#no.}
    done
    rm -rf nowhere
done
expect_exit 2 "$TALUS" export results --crs http://127.0.0.1:9/x -o no.csv
expect_exit 2 "$TALUS" export results -o no.shp
expect_line err 'an export called no.shp: expected a name that ends in .gltf or .glb'
expect_exit 2 "$TALUS" export results --format csv -o no.glb
expect_exit 2 "$TALUS" export results --layer deposits -o no.glb
expect_line err 'a glTF file has terrain, paths and rocks'
expect_exit 2 "$TALUS" export results --rock 1 -o no.csv
expect_exit 2 "$TALUS" export results --rock 12 -o no.glb
expect_line err 'rock 12 is not among the 12 recorded rocks'
expect_exit 2 "$TALUS" export results --rock 1,x -o no.glb
expect_exit 2 "$TALUS" export absent -o no.csv
expect_exit 2 "$TALUS" export absent --list
expect_exit 1 "$TALUS" export results
for option in tracks rocks; do
    expect_exit 1 "$TALUS" export results --layer deposits -o no.csv --$option 1
    expect_line err "export: --$option goes with a .gltf or .glb alone"
done
expect_exit 1 "$TALUS" export results --format shp -o no.shp
expect_exit 3 "$TALUS" export results -o absent/no.csv
for file in no.csv no.glb no.kml no.geojson no.shp; do
    [ ! -e $file ] || fail "$file was written after a refusal"
done
# no room for a file, which drivers of text do not notice
for file in full.geojson full.kml full.csv full.fgb full.tif full.glb; do
    layer=trajectories
    [ $file != full.tif ] || layer=passages
    [ $file != full.glb ] || layer=
    expect_exit 3 sh -c "trap '' XFSZ; ulimit -f 2; exec \"\$@\"" sh "$TALUS" export results ${layer:+--layer $layer} -o $file
    expect_line err "$file"
    [ ! -e $file ] || fail "$file stands although there was no room for it"
done
[ -z "$(find . -name '*.part*')" ] || fail "a part is left: $(find . -name '*.part*')"
find results -type f -exec sha256sum {} + | sort | diff before - || fail "the result directory was changed"

# the commands of the page
mkdir -p page/bin
ln -s "$TALUS" page/bin/talus && ln -s "$SOURCE/scenarios" page/scenarios && ln -s "$SOURCE/terrain" page/terrain
awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$SOURCE/docs/export.md" >commands
[ "$(grep -c '^talus export ' commands)" -ge 8 ] || fail "few commands on the page: $(cat commands)"
expect_exit 0 env PATH="$PWD/page/bin:$PATH" sh -ec 'cd page && . ../commands'
for file in deposits.geojson tracks.fgb kot.kml deposits.csv energy.tif kot.glb two.gltf kot_study.zip; do
    [ -s page/$file ] || fail "the page made no $file"
done
[ "$(value_of page/out/kot hash)" = "$(value_of page/kot_again hash)" ] || fail "the packed study has another hash"
finish
