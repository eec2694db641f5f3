#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Instructions per step, counted by callgrind: flights and contacts may not become dearer unseen, of a
# wheel, of a block of three moments and of scans. Skipped (exit code 77) without valgrind, and for a
# program with sanitizers.
. "$SOURCE/tests/cli/lib.sh"

value() {
    awk -F, -v name="$1" '
        NR == 1 { for (c = 1; c <= NF; c++) if ($c == name) wanted = c }
        NR == 2 { print $wanted }' counted
}

# guard SCENE ROCKS FLIGHT CONTACT: the most instructions per flight step and per contact step
guard() {
    status=0
    sh "$SOURCE/tools/count-instructions" "$TALUS_CASES" "$1" "$2" >counted 2>why || status=$?
    [ "$status" -ne 77 ] || { cat why; exit 77; }
    [ "$status" -eq 0 ] || fail "$1 is not counted: $(cat why)"
    flight=$(value instructions_flight_step) contact=$(value instructions_contact_step)
    echo "$1: instructions per flight step and per contact step: $flight $contact"
    holds "$flight < $3 && $flight > 20"
    holds "$contact < $4 && $contact > 500"
}

# guard_blocks SCENE BLOCKS MOST: the most instructions per step of all blocks
guard_blocks() {
    status=0
    sh "$SOURCE/tools/count-instructions" "$TALUS_CASES" "$1" "$2" >counted 2>why || status=$?
    [ "$status" -ne 77 ] || { cat why; exit 77; }
    [ "$status" -eq 0 ] || fail "$1 is not counted: $(cat why)"
    step=$(value instructions_step)
    echo "$1: instructions per step: $step"
    holds "$step < $3 && $step > 1000"
}

# gcc 12 plus a half, for other compilers
guard inclined-40 20 290 6900
guard inclined-40-block 10 780 9000
guard scan-60 10 800 8500
guard scan-200 10 950 12500
guard prism-200 10 850 40000
guard soil 10 300 16000
guard_blocks column-20 20 1400000
guard_blocks wall-100 40 6400000
guard_blocks cluster-20 20 85000
guard_blocks pile-1000 100 310000
finish
