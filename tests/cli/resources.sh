#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a run needs is said before it, near to what it then takes, and what cannot fit is refused.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# need OPTION...: the estimate in MB, without its unit
need() {
    expect_exit 0 "$TALUS" check plane.yaml "$@"
    sed -n 's/^memory  *about \([0-9.]*\) MB, .* are free$/\1/p' out
}
expect_exit 0 "$TALUS" check plane.yaml
expect_line out '^disk  *about [0-9.]* [MG]B for the results, [0-9.]* [MG]B are free$'
small=$(need)
many=$(need --rocks 300000 --set outputs.trajectories=0)
holds "$many > $small + 100" # records of 300 000 rocks
holds "$small > 0"

# within a factor of two of what the results take, with and without many tracks
for options in "--rocks 50" "--rocks 40 --set simulation.time_limit_s=2" \
    "--rocks 5000 --set simulation.time_limit_s=2" \
    "--rocks 600 --set outputs.trajectories=20" "--rocks 300 --set outputs.sample_s=0.5"; do
    # shellcheck disable=SC2086 # a list of words
    expect_exit 0 "$TALUS" check plane.yaml $options
    told=$(sed -n 's/^disk  *about \([0-9.]*\) MB for .*/\1/p' out)
    # shellcheck disable=SC2086 # a list of words
    expect_exit 0 "$TALUS" run plane.yaml $options --set simulation.lost_share=1 --out disk
    expect_line out '^memory  *about'
    taken=$(du -sb disk | awk '{ print $1 / 1e6 }')
    holds "$told < 2 * $taken && $taken < 2 * $told"
    rm -rf run
    mv disk run
    # not with sanitizers, which need memory of their own
    case $options in
    *time_limit_s=2)
        grep -q __asan_init "$TALUS" && continue
        # shellcheck disable=SC2086 # a list of words
        told=$(need $options --set simulation.lost_share=1)
        peak=$(value_of run timing.peak_memory_mb)
        holds "$told < 1.5 * 1.05 * $peak && 1.05 * $peak < 1.5 * $told"
        ;;
    esac
done

# refused before the first rock, with what to change, and without a directory
expect_exit 2 "$TALUS" run plane.yaml --rocks 10000000000 --out too_large
expect_line err 'the results need about .* of disk, and .* are free at .*: use fewer rocks'
[ ! -e too_large ] || fail "a directory for a run that cannot fit"
expect_exit 2 "$TALUS" run plane.yaml --rocks 1000000 --set outputs.trajectories=1000000 \
    --set simulation.time_limit_s=1000000 --set 'releases.0.height_m=9000' \
    --set 'outputs.cell_m=0.01' --out too_large
expect_line err 'the run needs about .* of memory, and this process can have .*; most of it is for'
finish
