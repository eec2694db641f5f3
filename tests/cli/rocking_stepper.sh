#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-cases stepper: tables, files, refusals.
. "$SOURCE/tests/cli/lib.sh"

expect_exit 0 "$TALUS_CASES" stepper --out study
expect_line out 'ratio - closed form [0-9.]*e-10, - impact law [0-9.]*e-10, unsolved 0$'
expect_line out '^  4      0      0.911765   0.184615   0.184615$'
expect_line out '^  0.5    0.000000   +0.2000   stops$'
expect_line out '^  4      0.000000   -0.9118   inadmissible'
expect_line out '^  0.25     0.9[0-9]* .* 0$'
expect_line out '^  0.9    0.831[0-9]*    0.83235 '
expect_line out 'lambda 1.000000 to 1.000000'
expect_line study/impacts.csv '^h_over_b,mu,en21,ratio,closed_form'
expect_line study/convergence.csv '^generalised,0.00025,'
expect_line study/thresholds.csv '^0.5,0.5,0.49999999[0-9]*,0.166666[0-9]*,0.166666667$'
expect_line study/bounces.csv '^0.95,event,24,'
expect_line study/spatial.csv ',stepper,9,'
expect_line study/decay.csv '^0.004,1,'
[ ! -s err ] || fail "warnings with the usual friction: $(cat err)"
for chart in impacts convergence bounces spatial; do
    expect_line study/$chart.svg '</svg>'
done

# the wrench law in the step: the maps of spatial blocks
expect_exit 0 "$TALUS_CASES" stepper --law wrench --lam 0.8 --lat -0.4 --lon 0.7 --out wrench
expect_line out 'edge, lam 0.2 to 1, three torques: w+ - map [0-9.]*e-1[0-9] rad/s'
expect_line out 'facet, lon 0.25 to 1, lat -0.8 to 0.8: w+ - map [0-9.]*e-1[0-9] rad/s'
expect_line out '0 of 630 not admitted'
[ "$(wc -l <wrench/wrench_impacts.csv)" -eq 36 ] || fail "wrench_impacts.csv has other rows"
expect_line wrench/wrench_runs.csv '^event,1,'
expect_line wrench/wrench.svg '</svg>'

# what cannot be
expect_exit 2 "$TALUS_CASES" stepper --law wrench --lam 1.5 --out never
expect_line err 'lam 1.5.*expected lam within 0 to 1'
expect_exit 1 "$TALUS_CASES" stepper --law other
expect_exit 2 "$TALUS_CASES" stepper --size 1,1,1.2 --out never
expect_line err 'height/width 1.2: expected more than sqrt(2)'
expect_exit 2 "$TALUS_CASES" stepper --release 0.8 --out never
expect_line err 'release at 0.8 alpha'
expect_exit 2 "$TALUS_CASES" stepper --size 0,1,2 --out never
[ -e never ] && fail "half-written results"
expect_exit 1 "$TALUS_CASES" stepper --size 1,2

# corners that jam are told
expect_exit 0 "$TALUS_CASES" stepper --friction 1000
expect_line err 'in [1-9][0-9]* impacts corners with friction 1000 jam .* at most 100$'
finish
