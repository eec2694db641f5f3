#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --progress: lines that another program reads while the work goes on, and nothing else with --quiet;
# without it a run that is not on a terminal prints none.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# follow TOTAL COMMAND...: the lines of its progress go up, towards the total
follow() {
    total=$1
    shift
    expect_exit 0 "$TALUS" "$@" --progress --quiet
    grep -v '^progress [0-9]* [0-9]*$' err && fail "other lines than progress: talus $*"
    awk -v total="$total" '$2 < done || $2 > total || $3 != total { wrong = 1 } { done = $2 }
         END { exit wrong || NR == 0 }' err || fail "progress of talus $*: $(cat err)"
}
follow 300 run plane.yaml --rocks 300 --out run
follow 300 compare plane.yaml --rocks 150 --schemes explicit,midpoint --out compare
expect_exit 0 "$TALUS" run plane.yaml --rocks 20 --out silent
grep '^progress' err && fail "progress that nobody asked for"
finish
