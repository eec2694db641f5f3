#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --dump-hard: the same problems for any number of threads, in order; solved again they give the
# run's velocities; an earlier run's dumps go.
. "$SOURCE/tests/cli/lib.sh"
scenario=$SOURCE/scenarios/kot.yaml
common="--rocks 60 --set outputs.trajectories=0 --quiet"

# shellcheck disable=SC2086 # a list of words
expect_exit 0 "$TALUS" run "$scenario" --out one --threads 1 --dump-hard 5 $common
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run "$scenario" --out three --threads 3 --dump-hard 5 $common
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run "$scenario" --out many --threads 2 --dump-hard 40 $common
for k in 1 2 3 4 5; do
    cmp "one/hard/hard_000$k.dat" "three/hard/hard_000$k.dat" || fail "problem $k: other threads"
    cmp "one/hard/hard_000$k.dat" "many/hard/hard_000$k.dat" || fail "problem $k: a longer list"
done
cmp one/hard/hard.json three/hard/hard.json || fail "hard.json differs"
[ ! -e one/hard/hard_0006.dat ] || fail "more problems than asked for"
[ -e many/hard/hard_0040.dat ] || fail "fewer problems than asked for"
sed -n 's/.*"iterations": \([0-9]*\).*/\1/p' many/hard/hard.json >found
sort -rn found | cmp -s - found || fail "not the hardest first"

# the run's percussions are solutions; solved again from zero the velocities are the same, but for
# the few problems of large friction that have several solutions (measured: 1 of 40)
cd many/hard
expect_exit 0 "$TALUS_CASES" contact solve hard_*.dat --tolerance 1e-8 --json
mv out solved.json
expect_exit 0 "$CONTACT_CHECK" solved.json 1e-8 hard.json
holds "$(sed -n 's/^other velocities: \([0-9]*\) of 40$/\1/p' out) <= 4"
cd "$work"

# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run "$scenario" --out many --threads 2 --dump-hard 2 $common
[ ! -e many/hard/hard_0003.dat ] || fail "dumps of the earlier run are still there"
rm many/hard/solved.json many/hard/err many/hard/expected 2>/dev/null || true
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run "$scenario" --out one --threads 2 $common
[ ! -e one/hard ] || fail "the dumps of the earlier run are still there"
expect_exit 1 "$TALUS" run "$scenario" --out one --dump-hard 10000
finish
