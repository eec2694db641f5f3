#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Steps along the path: the key, what stays at fixed steps and says so, studies.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
sed "s/time_step_s: 0.002, //" plane.yaml >paced.yaml
sed "s/scheme: midpoint, /&step_path_m: 0.04, /" paced.yaml >own.yaml

expect_exit 0 "$TALUS" check own.yaml
expect_line out 'steps of 0.04 m, 0.00025 to 0.016 s, in flight 0.002 s'
expect_exit 0 "$TALUS" check paced.yaml
expect_line out 'time step 0.002 s (500 steps per second of motion)'
expect_exit 2 "$TALUS" check plane.yaml --set simulation.step_path_m=0.04
expect_line err 'error: step_path_m: found beside time_step_s'
expect_exit 2 "$TALUS" check own.yaml --set simulation.step_least_s=0.05
expect_line err 'step_largest_s: it is shorter than step_least_s'
expect_exit 0 "$TALUS" check own.yaml --set simulation.scheme=explicit
expect_line err 'own.yaml:.*: warning: step_path_m: all steps are 0.002 s long, as the scheme is another one'
expect_line out 'time step 0.002 s'
expect_exit 0 "$TALUS" check own.yaml --set releases.0.bodies=2 --set releases.0.body_spacing_m=3
expect_line err 'all steps are 0.002 s long, as bodies move at one time'

# the resolved scenario runs again, with the same bits
expect_exit 0 "$TALUS" run own.yaml --rocks 12 --threads 1 --set outputs.dir=first
expect_exit 0 "$TALUS" run first/scenario.yaml --threads 2 --set outputs.dir="$PWD/second"
hash=$(grep '"hash"' first/summary.json)
[ "$hash" = "$(grep '"hash"' second/summary.json)" ] || fail "another hash when run again"
expect_line first/summary.json '"step_path_m": 0.04'
expect_exit 0 "$TALUS" run paced.yaml --rocks 12 --threads 1 --set outputs.dir=fixed
[ "$hash" != "$(grep '"hash"' fixed/summary.json)" ] || fail "the path changes nothing"

# variants of a comparison have one fixed step
expect_exit 0 "$TALUS" compare own.yaml --schemes explicit,midpoint --rocks 12 --out both
expect_line both/comparison.json "time_step_s...0.002"
expect_exit 0 "$TALUS" compare own.yaml --schemes midpoint --time-steps 0.002,0.001 --rocks 12 --out steps
expect_exit 0 "$TALUS" sensitivity own.yaml --variants step_half --rocks 12 --out half
finish
