#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every stored contact problem solved at 1e-8, judged by a program with a reader and an error measure
# of its own.
. "$SOURCE/tests/cli/lib.sh"
problems=$SOURCE/tests/data/contact_problems
# no method known reaches 1e-8 on this one: the error it must reach
hardest=RockPile_tob1.dat.gz
hardest_error=1e-4 # measured 4.6e-5

set --
for problem in "$problems"/*.dat.gz; do
    [ "$(basename "$problem")" = "$hardest" ] || set -- "$@" "$problem"
done
holds "$# == 12"
expect_exit 0 "$TALUS_CASES" contact solve "$@" --tolerance 1e-8 --json
mv out solved.json
expect_exit 0 "$CONTACT_CHECK" solved.json 1e-8
cat out

expect_exit 0 "$TALUS_CASES" contact solve "$problems/$hardest" --tolerance "$hardest_error" --json
mv out hardest.json
expect_exit 0 "$CONTACT_CHECK" hardest.json "$hardest_error"
cat out
finish
