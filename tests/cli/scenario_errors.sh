#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A wrong scenario: all problems in one go, each with file:line:col, exit 2, nothing written.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* "$data"/bad.yaml .

for command in check run; do
    expect_exit 2 "$TALUS" "$command" bad.yaml
    expect_line err '^bad.yaml:4:[0-9]*: error: .*mu_mim.*mu_min'
    expect_line err '^bad.yaml:5:[0-9]*: error: .*mass_kg'
    expect_line err '^bad.yaml:6:[0-9]*: error: .*speed_km_h'
    expect_line err '^bad.yaml:7:[0-9]*: error: .*midpint'
    [ -s out ] && fail "a table in spite of errors"
    [ -e out_dir ] && fail "results in spite of errors"
done

expect_exit 2 "$TALUS" check absent.yaml
expect_line err 'absent.yaml'
expect_exit 2 "$TALUS" check plane.yaml --set terrain.dem=absent.tif
expect_line err 'absent.tif'
expect_exit 2 "$TALUS" check plane.yaml --set simulation.time_stp_s=1
expect_line err 'time_stp_s'
expect_exit 2 "$TALUS" replay . --rock 0
expect_line err 'scenario.yaml'
finish
