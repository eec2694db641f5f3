#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A ground drawn from a posterior: its spread reaches the percentiles of the run-out, the run says so, and its
# bits depend on neither threads nor on where the table lies.
. "$SOURCE/tests/cli/lib.sh"

awk 'BEGIN { print "ncols 121\nnrows 41\nxllcorner 0\nyllcorner 0\ncellsize 5"
    for (j = 0; j < 41; j++) { for (i = 0; i < 121; i++) printf "%.3f ", i < 40 ? 0.6 * 5 * (40 - i) : 0; print "" } }' >plane.asc
cat >slope.yaml <<END
terrain: {dem: plane.asc, assume_metres: true}
ground: [{preset: hard, drag_1_s: 1}]
rocks: [{shape: cuboid, size_m: [0.8, 0.7, 0.6]}]
releases: [{points_m: [[20, 100]], rocks: 240, height_m: 1}]
simulation: {lost_share: 1, time_limit_s: 60}
outputs: {cell_m: 5}
END
# the same mean of the logarithm, a factor of 4 either way
awk 'BEGIN { print "draw,ground.0.drag_1_s"; for (k = 0; k < 8; k++) print k "," exp((k - 3.5) / 3.5 * log(4)) }' >draws.csv
sed 's/drag_1_s: 1}/posterior: draws.csv}/' slope.yaml >drawn.yaml
expect_exit 0 "$TALUS" check drawn.yaml
expect_line out 'posterior of 8 draws, one per rock: drag_1_s'
expect_exit 0 "$TALUS" run slope.yaml --out fixed --quiet
expect_exit 0 "$TALUS" run drawn.yaml --out drawn --quiet --threads 1
expect_exit 0 "$TALUS" run drawn.yaml --out again --quiet --threads 2
[ "$(hash_of drawn)" = "$(hash_of again)" ] || fail "the number of threads changes the bits"
expect_exit 0 "$TALUS" run drawn/scenario.yaml --out resolved --quiet
[ "$(hash_of drawn)" = "$(hash_of resolved)" ] || fail "the resolved scenario gives other bits"
expect_line drawn/scenario.yaml 'posterior: "../draws.csv"'
expect_line drawn/summary.json '"draws": 8'
expect_line drawn/summary.json '"drag_1_s"'
if grep -q '"posterior"' fixed/summary.json; then fail "a posterior without one"; fi
# the middle half stays about where it was, the long run-outs grow, and so does the spread
holds "$(value_of drawn final.runout_m.std) > 1.3 * $(value_of fixed final.runout_m.std)"
holds "$(value_of drawn final.runout_m.p95) > 1.1 * $(value_of fixed final.runout_m.p95)"
echo "run-out p95 $(value_of fixed final.runout_m.p95) m, $(value_of drawn final.runout_m.p95) m with the posterior; sd $(value_of fixed final.runout_m.std), $(value_of drawn final.runout_m.std)"
# too few rocks for the draws, and a table that changed
expect_exit 0 "$TALUS" run drawn.yaml --rocks 40 --out few
expect_line err '40 rocks share 8 draws of the ground'
sed 's/^3,/3,1/' draws.csv >other.csv
expect_exit 0 "$TALUS" run drawn.yaml --set ground.0.posterior=other.csv --out other --quiet
[ "$(hash_of drawn)" != "$(hash_of other)" ] || fail "another draw changes nothing"
finish
