#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Instructions per step on inclined-40, counted by callgrind: flights and contacts may not become
# dearer unseen. Skipped (exit code 77) without valgrind, and for a program with sanitizers.
. "$SOURCE/tests/cli/lib.sh"
command -v valgrind >/dev/null 2>&1 || { echo "valgrind is not installed"; exit 77; }
if grep -q -e __asan_init -e __tsan_init -e __ubsan_handle "$TALUS"; then
    echo "a program with sanitizers cannot be counted"
    exit 77
fi

rocks=4
# the plain run and the clocked one: every step is counted twice
expect_exit 0 valgrind --tool=callgrind --callgrind-out-file=counts "$TALUS" bench inclined-40 \
    --scheme midpoint --rocks "$rocks" --repeat 1
callgrind_annotate --inclusive=yes --threshold=100 --show-percs=no counts >table

# inclusive FUNCTION: instructions in it and in what it calls
inclusive() {
    sed -n "s/^ *\([0-9,]*\) .*:$1 \[.*/\1/p" table | head -n 1 | tr -d ,
}
value() {
    awk -F, -v name="$1" '
        NR == 1 { for (c = 1; c <= NF; c++) if ($c == name) wanted = c }
        NR == 2 { print $wanted }' out
}
for function in trajectory_step observe_worker_add trajectory_fly observe_pooled_add_many \
    observe_path_add_many; do
    [ -n "$(inclusive $function)" ] || fail "callgrind has no $function"
done
[ "$failures" -eq 0 ] || finish

# flights with their planning, and everything else a step does
flight=$(($(inclusive trajectory_fly) + $(inclusive observe_pooled_add_many) + \
    $(inclusive observe_path_add_many)))
rest=$(($(inclusive trajectory_step) + $(inclusive observe_worker_add) - flight))
counts=$(awk "BEGIN {
    steps = 2 * $rocks * $(value steps_per_rock); share = $(value flight_fraction)
    printf \"%.0f %.0f\", $flight / (steps * share), $rest / (steps * (1 - share)) }")
echo "instructions per flight step and per contact step: $counts"
# measured 485 and 10264 (gcc 12); the margin covers other rocks and other compilers
holds "${counts% *} < 800 && ${counts% *} > 20"
holds "${counts#* } < 16000 && ${counts#* } > 500"
finish
