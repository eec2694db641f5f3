#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Killed at any moment and resumed, stopped by Ctrl-C and resumed: the same bits as one run. What
# cannot be resumed is told in one sentence, exit 2.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# run DIRECTORY OPTION...: 80 rocks with checkpoints as often as they go
run() {
    directory=$1
    shift
    "$TALUS" run plane.yaml --rocks 80 --out "$directory" --checkpoint 0.05 --threads 2 "$@"
}

expect_exit 0 run whole --quiet

# kill -9, more often than not before the run is over; the last attempt runs to its end
for delay in 0.15 0.25 0.4; do
    rm -rf killed
    for _ in 1 2; do
        # the program itself, not a shell around it: that alone would die
        "$TALUS" run plane.yaml --rocks 80 --out killed --checkpoint 0.05 --threads 2 --quiet \
            --resume >/dev/null 2>&1 &
        sleep "$delay"
        kill -9 $! 2>/dev/null || true
        wait $! 2>/dev/null || true
    done
    expect_exit 0 run killed --resume
    same_results whole killed
done

# Ctrl-C leaves a partial result and a state; the resumed run takes both away
# (more rocks than can be run between two looks at a file)
expect_interrupted INT stopped/checkpoint/state \
    "$TALUS" run plane.yaml --rocks 100000 --out stopped --threads 1 --checkpoint 0.5
expect_line err 'marked partial; --resume runs the others'
[ -s stopped/checkpoint/state ] || fail "no state after SIGINT"
[ -e stopped/PARTIAL ] || fail "no PARTIAL after SIGINT"

# another campaign, a damaged state, no state
expect_exit 2 "$TALUS" run plane.yaml --rocks 100000 --out stopped --resume --seed 8
expect_line err 'is of another campaign: seed or simulation options differ'
expect_exit 2 "$TALUS" run plane.yaml --rocks 100000 --out stopped --resume --set ground.0.preset=hard
expect_line err 'is of another campaign: ground or forest differ'
expect_exit 2 "$TALUS" run plane.yaml --rocks 100000 --out stopped --resume --shard 1/2 --threads 1
expect_line err 'is of the whole campaign, this run is of shard 1 of 2'
cp -r stopped damaged
printf 'x' | dd of=damaged/checkpoint/rocks bs=1 seek=700 conv=notrunc 2>/dev/null
expect_exit 2 "$TALUS" run plane.yaml --rocks 100000 --out damaged --resume
expect_line err 'checkpoint/rocks is damaged near byte'
printf 'x' | dd of=damaged/checkpoint/state bs=1 seek=100 conv=notrunc 2>/dev/null
expect_exit 2 "$TALUS" run plane.yaml --rocks 100000 --out damaged --resume
expect_line err 'checkpoint/state is damaged'
expect_exit 0 run fresh --resume --quiet
expect_exit 0 run fresh --resume
expect_line err 'there is no .*checkpoint to resume from; the run starts from the beginning'
same_results whole fresh

# a new run drops what is there, and says so
expect_exit 0 "$TALUS" run plane.yaml --out stopped
expect_line err 'the state of an earlier run in .* is dropped'
[ -e stopped/checkpoint ] && fail "a whole run leaves its state"
expect_exit 2 "$TALUS" run plane.yaml --set outputs.checkpoint_s=-1
expect_line err "checkpoint_s: found '-1', expected a number in s"
finish
