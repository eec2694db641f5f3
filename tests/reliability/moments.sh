# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the scripts that end commands at random moments; $random is the seed.

# draw N: a number from 0 to N - 1 in $drawn
draw() {
    random=$(((random * 1103515245 + 12345) % 2147483648))
    drawn=$((random / 65536 % $1))
}

# allowed COMMAND...: 4 says that the results need a look
allowed() {
    code=0
    "$@" >out 2>err || code=$?
    [ $code -eq 0 ] || [ $code -eq 4 ] || {
        fail "exit code $code from: $*"
        cat err >&2
    }
}

# used_by COMMAND...: its processor time in $used, ns
used_by() {
    TALUS_FAULT_REPORT=$work/report_of_faults LD_PRELOAD=$TALUS_PRELOAD allowed "$@"
    used=$(sed -n 's/^cpu //p' "$work/report_of_faults")
}
