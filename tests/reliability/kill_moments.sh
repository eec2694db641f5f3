#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Kill -9 at random moments, from start to the writing of results: kill_moments.sh COUNT SEED
# A run, a shard and a merge in turn; after every kill the directory is not complete or whole, and the
# run is resumed (every other time: begun again). At the end the files are those of one run.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
cp -r "$data"/rich . && cp "$SOURCE/terrain/plane/plane.tif" rich
mkdir -p terrain/plane rich/rules && cp "$SOURCE/terrain/plane/plane.tif" terrain/plane
cp "$SOURCE/scenarios/rules/switzerland.yaml" rich/rules
count=$1
random=$2

# draw N: a number from 0 to N - 1 in $drawn
draw() {
    random=$(((random * 1103515245 + 12345) % 2147483648))
    drawn=$((random / 65536 % $1))
}

options="rich/rich.yaml --rocks 300 --checkpoint 0.02 --threads 2 --quiet"
# run_to DIRECTORY OPTION...
run_to() {
    directory=$1
    shift
    # shellcheck disable=SC2086 # a list of words
    "$TALUS" run $options --out "$directory" "$@"
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

start=$(date +%s%N)
allowed run_to whole
length=$((($(date +%s%N) - start) / 1000000)) # ms
for shard in 1 2 3; do
    allowed run_to part$shard --shard $shard/3
done
# the places in warnings.log are those of the first shard's scenario: a merge is held to a merge
allowed "$TALUS" merge part1 part2 part3 --out merged --quiet
[ "$(hash_of whole)" = "$(hash_of merged)" ] || fail "the hash of the merge differs"

# killed COMMAND...: in the background, ended after a random time
killed() {
    draw $((length + length / 5))
    "$@" >/dev/null 2>&1 &
    job=$!
    sleep "$(printf '%d.%03d' $((drawn / 1000)) $((drawn % 1000)))"
    kill -9 $job 2>/dev/null || true
    wait $job 2>/dev/null || true
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
finished=0
while [ $kills -lt "$count" ]; do
    rm -rf victim
    draw 3
    kind=$drawn
    draw 3
    for _ in $(seq $((drawn + 1))); do
        kills=$((kills + 1))
        draw 2
        again=""
        [ "$drawn" = 0 ] || again=--resume
        case $kind in
        # the program itself is to die, not a shell around it
        # shellcheck disable=SC2086 # a list of words
        0)
            killed "$TALUS" run $options --out victim $again
            is_honest victim whole
            ;;
        1)
            killed "$TALUS" run $options --out victim --shard 2/3 $again
            is_honest victim part2
            ;;
        2)
            killed "$TALUS" merge part1 part2 part3 --out victim --quiet
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
echo "$kills kills, $finished of them after the end, $failures failures"
finish
