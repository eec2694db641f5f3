#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-lab spin: the published comparison, files, maps, refusals.
. "$SOURCE/tests/cli/lib.sh"

expect_exit 0 "$TALUS_LAB" spin
expect_line out '^moments    0.416666667, 0.833333333, 1.08333333 kg m2'
expect_line out '^start      0.001, 0.001, 10 rad/s: about z (major axis)$'
expect_line out '^explicit  *-16.12452    0.00018    0.00003 '
expect_line out '^midpoint  *0.00072    0.00128   10.00000 '
expect_line out '^explicit  *omega_z below 0.9 of the start at 7.96 s'
expect_line out '^explicit  .*  1.01047664 complex$'
expect_line out '^  by formula .*  1.01047664 complex$'

expect_exit 0 "$TALUS_LAB" spin --axis intermediate --scheme midpoint
expect_line out '^midpoint  *-3.07921    9.34655    2.46534 '
expect_line out 'flips at 2.47, 6.94, 11.41, 15.89 s$'

# charts are written with --out alone
expect_exit 0 "$TALUS_LAB" spin --scheme midpoint --chart-size 100,60
expect_line err '^talus-lab: warning: --chart-size has no effect: charts are written with --out DIR$'
expect_exit 0 "$TALUS_LAB" spin --scheme midpoint --chart-format pdf --out charts
grep -q 'no effect' err && fail "a chart of --out is said to have no effect"

# moments, shape and start in their other forms say the same
"$TALUS_LAB" spin --json >first
"$TALUS_LAB" spin --inertia 0.4166666666666667,0.8333333333333334,1.0833333333333333 \
    --omega 0.001,0.001,10 --scheme explicit,midpoint --json >second
"$TALUS_LAB" spin --shape cuboid --size 3,2,1 --mass 1 --axis major --scheme explicit \
    --scheme midpoint --json >third
expect_line first '"v_major_drift": '
"$TALUS_LAB" spin --scheme explicit,midpoint --json >fourth
sed -n 's/.*"omega": \[\([-0-9.e]*\),.*/\1/p' second >x_second
sed -n 's/.*"omega": \[\([-0-9.e]*\),.*/\1/p' third >x_third
[ "$(wc -l <x_second)" -eq 2 ] || fail "two schemes expected"
paste x_second x_third | while read -r a b; do
    holds "($a - $b)^2 < 1e-16"
done
cmp -s third fourth || fail "the default is not the cuboid"

expect_exit 0 "$TALUS_LAB" spin --scheme all --time 2 --out study
for file in history_explicit.csv history_midpoint.csv eigenvalues.csv omega.svg difference.svg \
    drift.svg lyapunov.svg polhode.svg; do
    [ -s "study/$file" ] || fail "study/$file is missing"
done
[ "$(wc -l <study/history_midpoint.csv)" -eq 202 ] || fail "201 samples and a head expected"
cp -r study before
expect_exit 0 "$TALUS_LAB" spin --scheme all --time 2 --out study
diff -r study before >/dev/null || fail "a second run writes other bytes"

expect_exit 0 "$TALUS_CASES" spin map --cells 30,20 --out map
expect_line out 'a tilt grows in 5[0-9][0-9] '
[ -s map/map.csv ] && [ -s map/map.svg ] || fail "the map is missing"
expect_exit 0 "$TALUS_CASES" spin map --scheme midpoint --cells 30,20
expect_line out 'a tilt grows in 0 '
# RATTLE takes no step of a radian
expect_exit 4 "$TALUS_CASES" spin map --scheme rattle --x 0.5,1.5 --cells 10,10
expect_line out '^failures   [1-9][0-9]* cells with steps that did not converge$'
expect_exit 0 "$TALUS_CASES" spin map --middle 0.2 --cells 5,5
expect_exit 0 "$TALUS_CASES" spin map --plane body --quantity drift --turns 2 --angle 0.1 --cells 9,9
expect_line out '^drift of |N|, relative: from '

expect_exit 2 "$TALUS_LAB" spin --inertia -1,1,1
expect_line err 'moments of inertia -1, 1, 1 kg m2; expected three numbers above 0'
expect_exit 2 "$TALUS_LAB" spin --inertia 1,1,3
expect_line err 'none can be larger than the sum of the other two'
expect_exit 2 "$TALUS_LAB" spin --omega 0,0,0
expect_line err 'expected a rotation'
expect_exit 2 "$TALUS_LAB" spin --step 1e-9
expect_line err '2e+10 steps, at most 1e+08; take a longer step or a shorter time'
expect_exit 2 "$TALUS_CASES" spin map --cells 0,5
expect_line err '^talus-cases: error: a map of 0 x 5 cells'
expect_exit 2 "$TALUS_CASES" spin map --cells 100000,5
expect_line err '^talus-cases: error: a map of 100000 x 5 cells, expected 1 to 1000'
expect_exit 2 "$TALUS_CASES" spin map --quantity drift --turns 1e5
expect_line err 'take fewer cells or turns'
expect_exit 3 "$TALUS_LAB" spin --out /dev/null/study
[ ! -e /dev/null/study ] || fail "something was written"

expect_exit 1 "$TALUS_LAB" spin --step 0
expect_line err '^talus-lab spin: --step: found "0", expected a number > 0'
expect_exit 1 "$TALUS_LAB" spin --scheme midpoint,midpiont
expect_line err '"midpiont" is not one of all, explicit, midpoint.* (did you mean midpoint?)'
expect_exit 1 "$TALUS_LAB" spin --scheme ''
expect_exit 1 "$TALUS_LAB" spin --omega 1,2
expect_line err '^talus-lab spin: --omega: found 2 numbers, expected 3'
expect_exit 1 "$TALUS_LAB" spin --omega 1,2,x
expect_line err 'found "1,2,x", expected X,Y,Z: numbers with commas'
expect_exit 1 "$TALUS_LAB" spin --omega 1,2,nan
expect_exit 1 "$TALUS_LAB" spin --inertia 1,1,1 --mass 2
expect_line err 'give one or the other'
expect_exit 1 "$TALUS_LAB" spin --axis minor --omega 1,2,3
expect_exit 1 "$TALUS_LAB" spin evalate
expect_exit 1 "$TALUS_CASES" spin map --axis middle
expect_exit 1 "$TALUS_CASES" spin map --turns 5
expect_line err '^talus-cases spin map: --turns is for --quantity drift only$'
expect_exit 1 "$TALUS_CASES" spin map --plane body --middle 0.5
expect_exit 1 "$TALUS_CASES" spin map --angle 0.5
finish
