#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus run under every rotation scheme of the program: it finishes, the ledger closes, and in every
# scheme but explicit percussions give no energy.
. "$SOURCE/tests/cli/lib.sh"

cp "$data/plane.yaml" "$data/plane.asc" "$data/plane.prj" .
"$TALUS" run --help >help
schemes=$(tr -s ' \n' ' ' <help | sed 's/.*rotation scheme: \([^[]*\)\[.*/\1/' | tr -d ,)
count=0
for scheme in $schemes; do
    expect_exit 0 "$TALUS" run plane.yaml --scheme "$scheme" --rocks 6 --out "$scheme" --quiet
    [ "$(value_of "$scheme" scheme)" = "$scheme" ] || fail "the summary names another scheme"
    ledger=$(value_of "$scheme" energy.worst_ledger_residual_rel)
    gain=$(value_of "$scheme" energy.worst_percussion_gain_rel)
    failures=$(value_of "$scheme" rotation.failures)
    printf '%-16s ledger %s, gain %s, %s iterations a step, hash %s\n' "$scheme" "$ledger" \
        "$gain" "$(value_of "$scheme" rotation.iterations_per_step)" "$(hash_of "$scheme")"
    holds "$ledger <= 1e-12 && $failures == 0"      # measured 1.1e-13
    [ "$scheme" = explicit ] || holds "$gain <= 1e-14" # measured 0
    count=$((count + 1))
done
[ "$count" -ge 9 ] || fail "only $count schemes: $schemes"
# no two of them are the same
others=$(for scheme in $schemes; do hash_of "$scheme"; done | sort -u | wc -l)
[ "$others" -eq "$count" ] || fail "two schemes give the same run"
finish
