#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-mpi on 1, 2 and 4 ranks of this machine: the files of one process. What is wrong is told
# once, and all ranks end; killed or interrupted, a run is resumed with the same bits.
[ -n "${TALUS_MPI:-}" ] && command -v mpirun >/dev/null 2>&1 || exit 77
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
prepare_mpi

# ranks N ARGUMENT...: a hang fails
ranks() {
    count=$1
    shift
    timeout -k 5 120 mpirun -n "$count" "$TALUS_MPI" "$@"
}

campaign="run plane.yaml --rocks 300 --set outputs.trajectories=31 --dump-hard 5 --threads 1 --checkpoint 0.01"
# shellcheck disable=SC2086 # a list of words, here and below
expect_exit 0 "$TALUS" $campaign --quiet --out one

for count in 1 2 4; do
    expect_exit 0 ranks $count $campaign --out on_$count
    same_results one on_$count
    [ "$(value_of on_$count ranks)" = $count ] || fail "the summary does not say $count ranks"
    [ "$(value_of on_$count threads)" = $count ] || fail "the summary does not say $count threads"
    [ "$(grep -c '^hash ' out)" = 1 ] || fail "more than one rank prints"
done
expect_line out ' on 4 threads of 4 ranks: '
expect_exit 0 ranks 3 $campaign --quiet --out quiet
same_results one quiet
[ -s out ] && fail "--quiet is not quiet: $(cat out)"
expect_exit 0 ranks 2 $campaign --quiet --out shard_1 --shard 1/2
expect_exit 0 "$TALUS" $campaign --quiet --out shard_2 --shard 2/2
expect_exit 0 "$TALUS" merge shard_1 shard_2 --out merged --quiet
same_results one merged

# strata with frequencies, screens, objects, trees, a wall, a net, hazard products
cp "$data/protected.yaml" .
cp "$SOURCE/scenarios/rules/switzerland.yaml" rules.yaml
protected="run protected.yaml --dump-hard 5 --threads 1 --checkpoint 0.05 --quiet"
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" $protected --out protected
grep -q '"stems": {' protected/summary.json || fail "no stems in the summary"
for key in screens objects walls nets; do
    grep -q "\"$key\": \[" protected/summary.json || fail "no $key in the summary"
done
holds "$(value_of protected stems.impacts) > 0 && $(value_of protected outcomes.caught) > 0"
for file in screens.csv objects.csv screen_crossings.csv curves.csv annual_frequency.tif zones.tif \
    reach_probability_halfwidth.tif hazard.gpkg results.gpkg hazard.json design.csv; do
    [ -s protected/$file ] || fail "no $file"
done
for count in 1 2 4; do
    # shellcheck disable=SC2086
    expect_exit 0 ranks $count $protected --out protected_$count
    same_results protected protected_$count
done

# what is wrong is said once
told_once() {
    [ "$(grep -c "$1" err)" = 1 ] || fail "not told once: $1: $(cat err)"
}
expect_exit 2 ranks 3 run nothing.yaml
told_once '^talus: error: nothing.yaml cannot be opened'
expect_exit 2 ranks 3 run plane.yaml --set ground.0.preset=cheese
told_once "error: preset: found 'cheese'"
expect_exit 1 ranks 3 run plane.yaml --rocks many
told_once '^talus run: --rocks'
expect_exit 2 ranks 3 run plane.yaml --shard 2/50 --rocks 1 --out none
told_once 'shard 2 of 50 has no rock'
touch file
expect_exit 3 ranks 3 run plane.yaml --out file/out
told_once 'talus: error: .*/file is a file, expected a directory'

# what is no run is of rank 0 alone
expect_exit 0 ranks 3 --version
[ "$(grep -c '^talus [0-9]' out)" = 1 ] || fail "all ranks tell their version"
expect_exit 0 ranks 3 check plane.yaml
[ "$(grep -c '^cells ' out)" = 1 ] || fail "all ranks check"

# each rank in a directory of its own: a machine that sees other files
here() {
    timeout -k 5 120 mpirun -n 3 sh -c "$1"
}
mkdir rank_0 rank_1 rank_2
cp plane.* rank_0
cp plane.* rank_1
at="cd rank_\$OMPI_COMM_WORLD_RANK; exec $TALUS_MPI run plane.yaml --out ../wrong"
expect_exit 2 here "$at"
told_once '^talus: error: rank 2 of 3: plane.yaml cannot be opened'
sed 's/seed: 7/seed: 8/' plane.yaml >rank_2/plane.yaml
cp plane.asc plane.prj rank_2
expect_exit 2 here "$at"
told_once 'rank 2 of 3: seed or simulation options differ from those of rank 0'

# started DIRECTORY: in the background, once it has a state; process ids in DIRECTORY.pid.RANK
long="run plane.yaml --rocks 3000 --set outputs.trajectories=31 --dump-hard 5 --threads 1"
expect_exit 0 "$TALUS" $long --quiet --out long
started() {
    timeout -k 5 120 mpirun -n 4 sh -c "echo \$\$ >$1.pid.\$OMPI_COMM_WORLD_RANK
        exec $TALUS_MPI $long --out $1 --checkpoint 0.1 --resume --quiet" >out 2>err &
    job=$!
    for _ in $(seq 300); do
        [ -s "$1/checkpoint/state" ] && break
        sleep 0.1
    done
    [ -s "$1/checkpoint/state" ] || fail "no state after 30 s"
    sleep 0.5
}

# rank 3, then rank 0 die; what they had done is not run again
started killed
kill -9 "$(cat killed.pid.3)"
code=0
wait $job || code=$?
[ $code -ne 0 ] || fail "a rank died and the job is fine"
started killed
kill -9 "$(cat killed.pid.0)"
wait $job || true
cp -r killed by_one
expect_exit 0 ranks 2 $long --resume --quiet --out killed
expect_exit 0 "$TALUS" $long --resume --quiet --out by_one
for directory in killed by_one; do
    same_results long $directory
    resumed=$(value_of $directory timing.resumed_rocks)
    [ "$resumed" -gt 0 ] || fail "nothing was resumed in $directory"
done

# one rank is told to end: all do, with what is done
started stopped
kill -TERM "$(cat stopped.pid.2)"
code=0
wait $job || code=$?
[ $code -eq 130 ] || fail "exit code $code after SIGTERM, expected 130"
told_once 'marked partial; --resume runs the others'
[ -e stopped/PARTIAL ] || fail "no PARTIAL after SIGTERM"
started stopped
kill -USR1 "$(cat stopped.pid.0)"
wait $job || true
[ -e stopped/PARTIAL ] || fail "no PARTIAL after SIGUSR1"
expect_exit 0 ranks 3 $long --resume --quiet --out stopped
same_results long stopped
finish
