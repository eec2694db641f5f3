#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus check: derived values of a right scenario; overrides reach it; nothing is written.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

expect_exit 0 "$TALUS" check plane.yaml
expect_line out '^plane.yaml: plane$'
expect_line out '^terrain     30 x 30 nodes of 5 m, 145 x 145 m, heights 999\.95 to 1050\.80 m$'
expect_line out '^            east 500002.50 to 500147.50, north 5200002.50 to 5200147.50$'
expect_line out '^            CRS ETRS89 / UTM zone 32N (EPSG:25832)$'
expect_line out 'wheel: 780 kg, 0.28'
expect_line out 'moments 52\.[0-9]*, 52\.[0-9]*, 83\.[0-9]* kg m2'
expect_line out ': 40 rocks from .* mean slope 3[45]\.[0-9] deg$'
expect_line out '^simulation  scheme midpoint, time step 0.002 s (500 steps per second of motion)'
[ -e out.tif ] || [ -d out_dir ] && fail "check wrote results"

expect_exit 0 "$TALUS" check plane.yaml --seed 9 --rocks=12 --scheme explicit --set ground.0.preset=hard
expect_line out ': 12 rocks from '
expect_line out 'scheme explicit'
expect_line out 'seed 9, 12 rocks'
expect_line out '^ground 0 .*friction 0.55 to 2,'
# a class of volumes is shown by its median: mass, moments and sizes go with it
expect_exit 0 "$TALUS" check plane.yaml \
    --set 'rocks=[{shape: equant, volume_m3: {distribution: uniform, min: 1, max: 3}}]'
expect_line out '^rock 0 .*: 5400 kg, 2 m3 (median), 2700 kg/m3'
expect_line out 'moments 1332.58, 1332.58, 1332.58 kg m2; 1.413 x 1.413 x 1.413 m'
# what share of the site a class of ground or forest has: 90 x 45 m of 145 x 145 m
cat >wood.geojson <<'END'
{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}},
 "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[
  [500030, 5200030], [500120, 5200030], [500120, 5200075], [500030, 5200075], [500030, 5200030]]]}}]}
END
expect_exit 0 "$TALUS" check plane.yaml --set 'forest=[{preset: open, file: wood.geojson}]' \
    --set 'ground=[{preset: medium soft}, {preset: hard, file: wood.geojson}]'
grep -A 1 '^ground 0 ' out | grep -q '^ *on 80.7 % of the class map, 16975 cells of 1 m$' || fail "no share of ground 0"
grep -A 1 '^ground 1 ' out | grep -q '^ *on 19.3 % of the class map, 4050 cells of 1 m$' || fail "no share of ground 1"
grep -A 1 '^forest 0 .*open' out | grep -q '^ *on 19.3 % of the class map, 4050 cells' || fail "no share of the forest"
expect_exit 2 "$TALUS" check plane.yaml --rocks 0
expect_line err '^talus: error: --rocks: found 0, but the scenario has 1 releases'
finish
