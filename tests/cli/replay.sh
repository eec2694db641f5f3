#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus replay: every rock again with the bits of the run; CSV and glTF.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

rocks=5
expect_exit 0 "$TALUS" run plane.yaml --out results --rocks "$rocks"

# the hashes of the single rocks add up, modulo 2^64, to the hash of the run
rock=0
while [ "$rock" -lt "$rocks" ]; do
    expect_exit 0 "$TALUS" replay results --rock "$rock" --log "log$rock.csv"
    sed -n 's/^hash 0x\([0-9a-f]*\)$/\1/p' err >>hashes
    # the log ends where the record says
    time=$(sed -n "s/^rock $rock: [a-z_]* after \([^ ]*\) s,.*/\1/p" err)
    tail -n 1 "log$rock.csv" | awk -F, -v t="$time" '{ exit !(($1 - t) ^ 2 < 1e-6) }' || fail "the last line is not at $time s"
    east=$(sed -n 's/^end   east \([^,]*\),.*/\1/p' err)
    tail -n 1 "log$rock.csv" | awk -F, -v x="$east" '{ exit !(($2 - x) ^ 2 < 1e-6) }' || fail "the last line is not at east $east"
    steps=$(sed -n 's/.* s, \([0-9]*\) steps.*/\1/p' err)
    # header and the state before the first step
    [ "$(wc -l <"log$rock.csv")" -eq $((steps + 2)) ] || fail "not one line per step"
    rock=$((rock + 1))
done
sum=$(awk 'function hex(text, value, i) {
        value = 0
        for (i = 1; i <= length(text); i++) value = 16 * value + index("0123456789abcdef", substr(text, i, 1)) - 1
        return value
    }
    { high += hex(substr($1, 1, 8)); low += hex(substr($1, 9, 8)) }
    END { carry = int(low / 4294967296); low -= carry * 4294967296
          high += carry; high -= int(high / 4294967296) * 4294967296
          printf "0x%08x%08x\n", high, low }' hashes)
wanted=$(hash_of results)
[ "$sum" = "$wanted" ] || fail "the rocks add up to $sum, the run has $wanted"

# one shape for all: as many columns in every line as in the header
awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' log0.csv || fail "ragged CSV"
head -n 1 log0.csv | grep -q '^time_s,east_m,north_m,z_m,' || fail "CSV header"
expect_exit 0 "$TALUS" replay results --rock 0 --quiet
cmp out log0.csv || fail "standard output differs from the file"
[ -s err ] && fail "--quiet is not quiet"

expect_exit 0 "$TALUS" replay results --rock 1 --gltf rock1.gltf
grep -q '"version": *"2.0"' rock1.gltf || fail "no glTF 2.0"
[ -s out ] && fail "a log beside the glTF"
expect_exit 1 "$TALUS" replay results --rock "$rocks"
expect_text err 'talus replay: --rock: found 5, but the run has rocks 0 to 4'
finish
