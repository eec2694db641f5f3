#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Releases from a table of measured runs: one rock per row and replicate, named rocks, the same bits for any
# threads and from the resolved scenario, and a table that changed is not taken up again.
. "$SOURCE/tests/cli/lib.sh"

awk 'BEGIN { print "ncols 81\nnrows 41\nxllcorner 0\nyllcorner 0\ncellsize 5"
    for (j = 0; j < 41; j++) { for (i = 0; i < 81; i++) printf "%.3f ", i < 40 ? 0.577 * 5 * (40 - i) : 0; print "" } }' >plane.asc
cat >runs.csv <<END
run;rock;x;y;z;height_m;vx;vy;vz;wx;wy;wz
a;block;20;60;;0.1;2;0;0;;;
b;wheel;20;90;;;;;;;;
c;wheel;25;120;;0.5;1;0;0;0;5;0
END
cat >slope.yaml <<END
terrain: {dem: plane.asc, assume_metres: true}
ground: [{preset: medium}]
rocks:
  - {name: block, shape: cuboid, size_m: [0.5, 0.4, 0.4]}
  - {name: wheel, shape: eota221, size_m: [0.93, 0.93, 0.47], mass_kg: 780}
releases:
  - {name: measured, runs: runs.csv, replicates: 10}
  - {name: top, points_m: [[20, 80]], rocks: 10, rock: wheel}
simulation: {lost_share: 0.3, time_limit_s: 40}
outputs: {cell_m: 5}
END
expect_exit 0 "$TALUS" check slope.yaml
expect_line out 'release 0   measured: 30 rocks from 3 rows at'
expect_exit 0 "$TALUS" run slope.yaml --out one --threads 1
expect_exit 0 "$TALUS" run slope.yaml --out two --threads 2
[ "$(hash_of one)" = "$(hash_of two)" ] || fail "the number of threads changes the bits"
expect_exit 0 "$TALUS" run two/scenario.yaml --out three
[ "$(hash_of one)" = "$(hash_of three)" ] || fail "the resolved scenario gives other bits"
# rocks 0 to 3 are rows a, b, c and a again: place, known velocity
for row in '0 20 60 2' '2 25 120 1' '3 20 60 2'; do
    set -- $row
    expect_exit 0 "$TALUS" replay one --rock "$1"
    awk -F, -v x="$2" -v y="$3" -v v="$4" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR == 2 { exit !($column["east_m"] == x && $column["north_m"] == y && $column["v_x_m_s"] == v) }' out || fail "rock $1 starts elsewhere"
done
expect_exit 0 "$TALUS" run slope.yaml --rocks 7 --out few
# free falls are told apart on request alone
if grep -q free_falls few/summary.json; then fail "free falls without being asked for"; fi
expect_exit 0 "$TALUS" run slope.yaml --rocks 7 --out apart --set outputs.free_falls=apart --set 'outputs.layers=[jump_height_normal_max]'
[ "$(value_of apart free_falls.flights)" = 0 ] || fail "free falls on a slope of 30 degrees"
[ "$(value_of apart free_falls.jump_height_without_m.max)" = "$(value_of apart per_rock.jump_height_m.max)" ] || fail "other jumps"
[ "$(hash_of few)" = "$(hash_of apart)" ] || fail "telling free falls apart changes the rocks"
[ -s apart/jump_height_normal_max.tif ] || fail "no layer jump_height_normal_max"
sed 's/^c;wheel;25/c;wheel;26/' runs.csv >moved.csv
sed 's/runs.csv/moved.csv/' slope.yaml >moved.yaml
expect_exit 0 "$TALUS" run moved.yaml --out four
[ "$(hash_of one)" != "$(hash_of four)" ] || fail "a moved row changes nothing"
sed 's/2;0;0;;;/2;0;0;x;;/' runs.csv >moved.csv
expect_exit 2 "$TALUS" check moved.yaml
expect_line err "moved.csv:2: wx: found 'x', expected a finite number or nothing"
expect_line err 'moved.yaml:7:'
sed 's/replicates: 10/replicates: 10, rocks: 5/' slope.yaml >both.yaml
expect_exit 2 "$TALUS" check both.yaml
expect_line err 'both.yaml:7:.*found both rocks and replicates'
finish
