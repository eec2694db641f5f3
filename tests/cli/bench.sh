#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus bench: its table, the same hash for any number of threads, and what it refuses.
. "$SOURCE/tests/cli/lib.sh"

header=scene,scheme,threads,rocks,rocks_per_s,ns_per_step,ns_flight_step,ns_contact_step
header=$header,contacts_per_step,iterations_per_contact_step,steps_per_rock,flight_fraction,hash

# column NAME ROW: a field of a row of out (1 = the first after the header)
column() {
    awk -F, -v name="$1" -v row="$2" '
        NR == 1 { for (c = 1; c <= NF; c++) if ($c == name) wanted = c }
        NR == row + 1 { print $wanted }' out
}

expect_exit 0 "$TALUS" bench inclined-40 ramp --scheme midpoint,explicit --rocks 4 --repeat 1 \
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
one=$(column hash 1)
[ "${#one}" -eq 18 ] || fail "no hash: \"$one\""
expect_exit 0 "$TALUS" bench inclined-40 --scheme midpoint --rocks 4 --repeat 2 --threads 2
[ "$(column hash 1)" = "$one" ] || fail "two threads: $(column hash 1), one: $one"
[ "$(column threads 1)" = 2 ] || fail "threads: $(column threads 1)"
expect_exit 0 "$TALUS" bench inclined-40 --scheme midpoint --rocks 4 --repeat 1 --seed 5
[ "$(column hash 1)" = "$one" ] || fail "inclined-40 depends on the seed"
expect_exit 0 "$TALUS" bench rough-0.5m --scheme midpoint --rocks 2 --repeat 1
one=$(column hash 1)
expect_exit 0 "$TALUS" bench rough-0.5m --scheme midpoint --rocks 2 --repeat 1 --seed 5
[ "$(column hash 1)" = "$one" ] && fail "rough-0.5m does not depend on the seed"

expect_exit 1 "$TALUS" bench inclined
expect_line err 'there is no scene "inclined", expected one of inclined-40, inclined-40-block, scan-60'
expect_exit 1 "$TALUS" bench --scheme forward
expect_exit 1 "$TALUS" bench ramp --repeat 0
expect_line err '\-\-repeat 0, expected 1 to'
expect_exit 2 "$TALUS" bench ramp --data "$work"
expect_line err "ramp needs scenarios/ramp.yaml, which is not in $work; .* --data"
[ -s out ] && fail "a table without a row: $(cat out)"
finish
