#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Instructions per step on inclined-40, counted by callgrind: flights and contacts may not become
# dearer unseen. Skipped (exit code 77) without valgrind, and for a program with sanitizers.
. "$SOURCE/tests/cli/lib.sh"

status=0
sh "$SOURCE/tools/count-instructions" "$TALUS" inclined-40 20 >counted 2>why || status=$?
[ "$status" -ne 77 ] || { cat why; exit 77; }
[ "$status" -eq 0 ] || fail "not counted: $(cat why)"
value() {
    awk -F, -v name="$1" '
        NR == 1 { for (c = 1; c <= NF; c++) if ($c == name) wanted = c }
        NR == 2 { print $wanted }' counted
}
flight=$(value instructions_flight_step) contact=$(value instructions_contact_step)
echo "instructions per flight step and per contact step: $flight $contact"
# measured 380 and 6000 to 7300 (gcc 12); the margin covers other compilers
holds "$flight < 600 && $flight > 20"
holds "$contact < 12000 && $contact > 500"
finish
