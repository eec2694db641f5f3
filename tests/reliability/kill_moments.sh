#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Kill -9 at random moments, from start to the writing of results: kill_moments.sh COUNT SEED; COUNT kills
# come before the end of the command
# A run, a shard and a merge in turn; after every kill the directory is not complete or whole, and the
# run is resumed (every other time: begun again). At the end the files are those of one run.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/reliability/moments.sh"
cp "$data"/plane.* .
cp -r "$data"/rich . && cp "$SOURCE/terrain/plane/plane.tif" rich
mkdir -p terrain/plane rich/rules && cp "$SOURCE/terrain/plane/plane.tif" terrain/plane
cp "$SOURCE/scenarios/rules/switzerland.yaml" rich/rules
count=$1
random=$2

options="rich/rich.yaml --rocks 300 --checkpoint 0.02 --threads 2 --quiet"
# run_to DIRECTORY OPTION...
run_to() {
    directory=$1
    shift
    # shellcheck disable=SC2086 # a list of words
    "$TALUS" run $options --out "$directory" "$@"
}

used_by run_to whole
run_ns=$used
for shard in 1 2 3; do
    used_by run_to part$shard --shard $shard/3
done
shard_ns=$used
# the places in warnings.log are those of the first shard's scenario: a merge is held to a merge
used_by "$TALUS" merge part1 part2 part3 --out merged --quiet
merge_ns=$used
[ "$(hash_of whole)" = "$(hash_of merged)" ] || fail "the hash of the merge differs"

# killed NS COMMAND...: ended at a random share of its processor time, which does not depend on the load;
# the first sixth of it goes before main
killed() {
    draw 1000
    ns=$(($1 / 1000 * (150 + drawn * 87 / 100)))
    shift
    kills=$((kills + 1))
    code=0
    TALUS_FAULT="any cpu $ns kill" LD_PRELOAD=$TALUS_PRELOAD "$@" >/dev/null 2>&1 || code=$?
    [ $code -ne 137 ] || before=$((before + 1))
}

# is_honest DIRECTORY WHOLE: it does not say that it is complete unless it is; the state and the place
# of unfinished files go after that. Rocks stand in a state
# in the order in which they ended.
is_honest() {
    if [ -e "$1/summary.json" ] && [ ! -e "$1/PARTIAL" ] && grep -q '"partial": false' "$1/summary.json"; then
        finished=$((finished + 1))
        diff -rq -x summary.json -x manifest.json -x checkpoint -x unfinished.part "$2" "$1" || fail "$1 says that it is complete"
    fi
}

kills=0
before=0
finished=0
while [ $before -lt "$count" ]; do
    rm -rf victim
    draw 3
    kind=$drawn
    draw 3
    for _ in $(seq $((drawn + 1))); do
        draw 2
        again=""
        [ "$drawn" = 0 ] || again=--resume
        case $kind in
        # the program itself is to die, not a shell around it
        # shellcheck disable=SC2086 # a list of words
        0)
            killed "$run_ns" "$TALUS" run $options --out victim $again
            is_honest victim whole
            ;;
        1)
            killed "$shard_ns" "$TALUS" run $options --out victim --shard 2/3 $again
            is_honest victim part2
            ;;
        2)
            killed "$merge_ns" "$TALUS" merge part1 part2 part3 --out victim --quiet
            is_honest victim merged
            ;;
        esac
    done
    case $kind in
    0)
        allowed run_to victim --resume
        same_results whole victim
        ;;
    1)
        allowed run_to victim --shard 2/3 --resume
        allowed "$TALUS" merge part1 victim part3 --out total --quiet
        same_results merged total
        rm -rf total
        ;;
    2)
        allowed "$TALUS" merge part1 part2 part3 --out victim --quiet
        same_results merged victim
        ;;
    esac
done
echo "$before kills before the end ($finished of them after summary.json was there), $((kills - before)) too late; \
$failures failures"
finish
