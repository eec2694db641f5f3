#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The same bits for 1, 2 and 3 threads, in two runs, and without the processor's fast paths.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# run DIRECTORY OPTION...
run() {
    directory=$1
    shift
    expect_exit 0 "$TALUS" run plane.yaml --out "$directory" "$@"
    cp out "$directory.table"
}

run one --threads 1
run two --threads 2
run three --threads 3
run again --threads 2
# what glibc calls the wide vector paths, libm and string functions choose by them; and without our own
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4,-BMI2,-ERMS
export GLIBC_TUNABLES
fast=$TALUS
TALUS=$TALUS_PLAIN
run plain --threads 2
TALUS=$fast
unset GLIBC_TUNABLES

wanted=$(hash_of one)
[ "${#wanted}" -eq 18 ] || fail "no hash in summary.json: \"$wanted\""
rasters=$(cd one && ls ./*.tif)
[ "$(printf '%s\n' "$rasters" | wc -l)" -ge 27 ] || fail "too few rasters: $rasters"
for directory in two three again plain; do
    found=$(hash_of "$directory")
    [ "$found" = "$wanted" ] || fail "hash $found of $directory differs from $wanted"
    for raster in $rasters; do
        cmp "one/$raster" "$directory/$raster" || fail "$raster of $directory differs"
    done
done
expect_line one.table '^plane: 40 of 40 rocks, scheme midpoint, time step 0.002 s, seed 7$'
expect_line one.table '^outcomes .* stopped [0-9]*, left_domain '
expect_line one.table "^hash  *$wanted"
[ -e one/PARTIAL ] && fail "a whole run is marked partial"

# other seeds and schemes are other campaigns
run seed --seed 8
run scheme --scheme explicit
for directory in seed scheme; do
    [ "$(hash_of "$directory")" = "$wanted" ] && fail "--$directory changes nothing"
done

# quiet and piped: nothing on either stream
expect_exit 0 "$TALUS" run plane.yaml --out quiet --rocks 3 --quiet
[ -s out ] || [ -s err ] && fail "--quiet is not quiet: $(cat out err)"
grep -q '^0\.\.\.' two.table && fail "progress in a pipe"

# the stored scenario runs again from where it is
cd two
expect_exit 0 "$TALUS" run scenario.yaml --out ../from_stored --quiet
cd ..
[ "$(hash_of from_stored)" = "$wanted" ] || fail "the stored scenario is another campaign"
finish
