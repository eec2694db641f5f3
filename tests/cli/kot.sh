#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The demo's campaign on the real slope: 1000 rocks with all outputs. Outcomes, contact quality, memory;
# of 80 of them the same bits for 1, 2 and 3 threads and without the processor's fast paths.
. "$SOURCE/tests/cli/lib.sh"
scenario=$SOURCE/scenarios/kot.yaml
expect_exit 0 "$TALUS" run "$scenario" --out "$work/two" --threads 2
holds "$(value_of two rocks) == 1000"
holds "$(value_of two outcomes.stopped) >= 950"
holds "$(value_of two outcomes.diverged) + $(value_of two below_ground) == 0"
holds "$(value_of two contact.unsolved) == 0"
holds "$(value_of two contact.worst_residual) <= 1e-8"
holds "$(value_of two energy.worst_ledger_residual_rel) <= 1e-10"
holds "$(value_of two energy.worst_percussion_gain_rel) <= 1e-12"
holds "$(value_of two timing.peak_memory_mb) <= 300"
[ -s two/results.gpkg ] || fail "no results.gpkg"

# 80 rocks for the bits
few="--rocks 80 --quiet --set simulation.lost_share=0.2"
# shellcheck disable=SC2086 # a list of words, here and below
expect_exit 0 "$TALUS" run "$scenario" --out "$work/few" --threads 2 $few
wanted=$(hash_of few)
rasters=$(cd few && ls ./*.tif)
for threads in 1 3; do
    # shellcheck disable=SC2086
    expect_exit 0 "$TALUS" run "$scenario" --out "$work/other" --threads $threads $few
    [ "$(hash_of other)" = "$wanted" ] || fail "another hash with $threads threads"
    for raster in $rasters; do
        cmp "few/$raster" "other/$raster" || fail "$raster differs with $threads threads"
    done
done
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4,-BMI2,-ERMS
export GLIBC_TUNABLES
# shellcheck disable=SC2086
expect_exit 0 "$TALUS_PLAIN" run "$scenario" --out "$work/plain" --threads 2 --set outputs.trajectories=0 $few
unset GLIBC_TUNABLES
[ "$(hash_of plain)" = "$wanted" ] || fail "another hash without the fast paths"
finish
