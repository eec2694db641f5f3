#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the physics counted is told on the terminal as in warnings.log, and too many lost rocks make exit
# code 4: in run, merge, compare and sensitivity; a shard leaves it to merge.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
told='^talus: warning: 12 of 12 rocks were still moving at the time limit; raise simulation.time_limit_s$'
lost='100 % of the rocks .* more than the 20 % of simulation.lost_share: .*exit code 4$'

expect_exit 0 "$TALUS" check plane.yaml
expect_line out 'exit code 4 when more than 20 % of the rocks leave the DEM, meet NODATA or still move'
expect_exit 4 "$TALUS" run plane.yaml --rocks 12 --set simulation.time_limit_s=1 --out short
expect_line err "$told"
expect_line err "$lost"
expect_line short/warnings.log '^warning: 12 of 12 rocks were still moving at the time limit'
expect_exit 4 "$TALUS" run plane.yaml --rocks 12 --set simulation.time_limit_s=1 --out quiet --quiet
[ -s err ] && fail "--quiet is not quiet: $(cat err)"

# the key decides on the exit code alone
expect_exit 0 "$TALUS" run plane.yaml --rocks 12 --set simulation.time_limit_s=1 \
    --set simulation.lost_share=1 --out allowed
expect_line err "$told"
grep -q 'exit code 4' err && fail "exit code 4 is announced, but allowed"
[ "$(hash_of short)" = "$(hash_of allowed)" ] || fail "lost_share changes what rocks do"
expect_line allowed/scenario.yaml '^  lost_share: 1$'

for shard in 1 2; do
    expect_exit 0 "$TALUS" run plane.yaml --rocks 12 --set simulation.time_limit_s=1 --out part$shard \
        --shard $shard/2
    expect_line err '6 of 6 rocks were still moving at the time limit'
done
expect_exit 4 "$TALUS" merge part1 part2 --out merged
expect_line err "$told"
expect_line err "$lost"
expect_exit 4 "$TALUS" compare plane.yaml --rocks 12 --set simulation.time_limit_s=1 --out compared \
    --schemes midpoint,explicit
expect_line err '^talus: warning: midpoint: 12 of 12 rocks were still moving'
expect_line err '^talus: warning: explicit: 100 % of the rocks'
expect_exit 4 "$TALUS" sensitivity plane.yaml --rocks 3 --set simulation.time_limit_s=0.5 --out changed \
    --variants step_half
expect_line err '^talus: warning: step_half: 3 of 3 rocks were still moving'

# what has not been observed of rocks is told with its source, on the terminal and in warnings.log
expect_exit 0 "$TALUS" run plane.yaml --rocks 12 --set simulation.lost_share=1 --out fast \
    --set 'releases.0.velocity_m_s=[0, 0, 60]' --set 'releases.0.spin_rad_s=[90, 0, 0]'
expect_line err '^talus: warning: 12 of 12 rocks were faster than 50 m/s (largest [0-9.]* m/s): com4FlowPy'
expect_line err '12 of 12 rocks were higher over the ground than 50 m'
expect_line err '12 of 12 rocks were spinning faster than 11.1 rot/s (largest 14[.0-9]* rot/s)'
expect_line fast/warnings.log '^warning: 12 of 12 rocks were faster than 50 m/s'
expect_exit 0 "$TALUS" run plane.yaml --rocks 12 --set simulation.lost_share=1 --out slow
grep -q 'faster than' err && fail "an ordinary run is called implausible"
# the meadow below is flat: rocks roll far beyond the shadow angle
flat='rocks came to rest under a reach angle below 27.5 degrees (flattest 2[0-6][0-9.]*): .* Evans and Hungr'
expect_line err "^talus: warning: [0-9]* of 12 $flat"
expect_line slow/warnings.log "of 12 $flat"

# a share of 0 allows none, and other values are refused
expect_exit 2 "$TALUS" check plane.yaml --set simulation.lost_share=1.5
expect_line err "lost_share: found '1.5'"
finish
