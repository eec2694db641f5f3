#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-cases bench: its table, the same hash for any number of threads, and what it refuses.
. "$SOURCE/tests/cli/lib.sh"

header=scene,scheme,threads,rocks,rocks_per_s,ns_per_step,ns_flight_step,ns_contact_step
header=$header,contacts_per_step,iterations_per_contact_step,steps_per_rock,flight_fraction,hash
header=$header,simulated_s_per_s,unsolved,penetration_m,creep_m,rests

# column NAME ROW: a field of a row of out (1 = the first after the header)
column() {
    awk -F, -v name="$1" -v row="$2" '
        NR == 1 { for (c = 1; c <= NF; c++) if ($c == name) wanted = c }
        NR == row + 1 { print $wanted }' out
}

expect_exit 0 "$TALUS_CASES" bench inclined-40 ramp --scheme midpoint,explicit --rocks 4 --repeat 1 \
    --data "$SOURCE"
[ "$(head -n 1 out)" = "$header" ] || fail "another header: $(head -n 1 out)"
[ "$(wc -l <out)" -eq 5 ] || fail "expected a header and four rows: $(cat out)"
[ "$(column scene 1),$(column scheme 1)" = inclined-40,midpoint ] || fail "row 1: $(sed -n 2p out)"
[ "$(column scene 4),$(column scheme 4)" = ramp,explicit ] || fail "row 4: $(sed -n 5p out)"
for row in 1 2 3 4; do
    [ "$(column rocks $row)" = 4 ] || fail "rocks of row $row"
    [ "$(column threads $row)" = 1 ] || fail "threads of row $row"
    holds "$(column rocks_per_s $row) > 0 && $(column ns_flight_step $row) > 0"
    holds "$(column flight_fraction $row) > 0.5 && $(column flight_fraction $row) < 1"
    holds "$(column contacts_per_step $row) >= 1 - $(column flight_fraction $row) - 1e-3"
    # the parts of the time add up to the whole, but for rounding in the table
    share=$(column flight_fraction $row)
    sum="$share * $(column ns_flight_step $row) + (1 - $share) * $(column ns_contact_step $row)"
    holds "($sum) / $(column ns_per_step $row) < 1.02 && ($sum) / $(column ns_per_step $row) > 0.98"
done
holds "$(column simulated_s_per_s 1) > 1 && $(column unsolved 1) == 0"
[ -z "$(column creep_m 1)$(column rests 1)" ] || fail "creep of single rocks: $(sed -n 2p out)"
one=$(column hash 1)
[ "${#one}" -eq 18 ] || fail "no hash: \"$one\""
expect_exit 0 "$TALUS_CASES" bench inclined-40 --scheme midpoint --rocks 4 --repeat 2 --threads 2
[ "$(column hash 1)" = "$one" ] || fail "two threads: $(column hash 1), one: $one"
[ "$(column threads 1)" = 2 ] || fail "threads: $(column threads 1)"
expect_exit 0 "$TALUS_CASES" bench inclined-40-block --scheme midpoint --rocks 9 --repeat 1
block=$(column hash 1)
for at_once in 1 4 8; do
    expect_exit 0 "$TALUS_CASES" bench inclined-40-block --scheme midpoint --rocks 9 --repeat 1 \
        --at-once $at_once
    [ "$(column hash 1)" = "$block" ] || fail "$at_once at once: $(column hash 1), else: $block"
done
expect_exit 0 "$TALUS_CASES" bench inclined-40 --scheme midpoint --rocks 4 --repeat 1 --seed 5
[ "$(column hash 1)" = "$one" ] || fail "inclined-40 depends on the seed"
expect_exit 0 "$TALUS_CASES" bench rough-0.5m --scheme midpoint --rocks 2 --repeat 1
one=$(column hash 1)
expect_exit 0 "$TALUS_CASES" bench rough-0.5m --scheme midpoint --rocks 2 --repeat 1 --seed 5
[ "$(column hash 1)" = "$one" ] && fail "rough-0.5m does not depend on the seed"

# scenes of several blocks run by name only; the small wall stands
expect_exit 0 "$TALUS_CASES" bench wall-100 cluster-20 --scheme midpoint,exact --rocks 20 --time 0.4 --repeat 2
[ "$(wc -l <out)" -eq 5 ] || fail "expected a header and four rows: $(cat out)"
[ "$(column scene 1),$(column scheme 2),$(column rocks 1)" = wall-100,exact,20 ] || fail "$(cat out)"
[ "$(column steps_per_rock 1)" = 200.0 ] || fail "steps of 0.4 s: $(column steps_per_rock 1)"
holds "$(column creep_m 1) < 1e-9 && $(column penetration_m 1) < 1e-8 && $(column unsolved 1) == 0"
holds "$(column simulated_s_per_s 1) > 0 && $(column contacts_per_step 1) == 116"
[ -z "$(column creep_m 3)" ] || fail "creep of blocks that fall: $(column creep_m 3)"
[ "$(column rests 3)" = 0 ] || fail "blocks that fall are at rest: $(sed -n 4p out)"
expect_exit 1 "$TALUS_CASES" bench wall-100 --time 0
expect_exit 1 "$TALUS_CASES" bench wall-10
expect_line err 'there is no scene "wall-10".*did you mean wall-100?'

expect_exit 1 "$TALUS_CASES" bench inclined
expect_line err 'there is no scene "inclined", expected one of inclined-40, inclined-40-block, scan-60'
expect_exit 1 "$TALUS_CASES" bench --scheme forward
expect_exit 1 "$TALUS_CASES" bench ramp --repeat 0
expect_line err '\-\-repeat 0, expected 1 to'
expect_exit 2 "$TALUS_CASES" bench ramp --data "$work"
expect_line err "ramp needs scenarios/ramp.yaml, which is not in $work; .* --data"
[ -s out ] && fail "a table without a row: $(cat out)"
finish
