#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Kill -9 of one of four ranks at random moments, rank 0 included: kill_ranks.sh COUNT SEED
# All ranks end; the run is resumed on another number of ranks and gives the files of one process.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/reliability/moments.sh"
cp "$data"/plane.* .
prepare_mpi
count=$1
random=$2
options="run plane.yaml --rocks 1500 --set outputs.trajectories=31 --dump-hard 5 --threads 1 --checkpoint 0.02 --quiet"

# shellcheck disable=SC2086 # a list of words, here and below
expect_exit 0 "$TALUS" $options --out whole
# each rank preloads the library and notes its processor time, or has one to be killed at
cat >rank <<'END'
rank=$OMPI_COMM_WORLD_RANK
[ "$rank" != "$VICTIM" ] || export TALUS_FAULT="any cpu $NS kill"
TALUS_FAULT_REPORT=report.$rank LD_PRELOAD=$TALUS_PRELOAD exec "$TALUS_MPI" "$@"
END
export TALUS_PRELOAD VICTIM=none NS=0
expect_exit 0 timeout -k 5 1800 mpirun -n 4 sh rank $options --out ranks
same_results whole ranks
for rank in 0 1 2 3; do
    mv report.$rank used.$rank
done

kills=0
before=0
while [ $before -lt "$count" ]; do
    kills=$((kills + 1))
    rm -rf victim report.*
    draw 4
    VICTIM=$drawn
    used=$(sed -n 's/^cpu //p' "used.$VICTIM")
    draw 1000
    NS=$((used / 1000 * (150 + drawn * 85 / 100)))
    code=0
    timeout -k 5 900 mpirun -n 4 sh rank $options --out victim --resume >out 2>err || code=$?
    [ $code -ne 124 ] || fail "the other ranks hang after rank $VICTIM died"
    grep -q '^end' "report.$VICTIM" || before=$((before + 1))
    draw 3
    if [ "$drawn" = 0 ]; then
        expect_exit 0 "$TALUS" $options --out victim --resume
    else
        expect_exit 0 timeout -k 5 1800 mpirun -n $((drawn + 1)) "$TALUS_MPI" $options --out victim --resume
    fi
    same_results whole victim
    echo "$kills: rank $VICTIM of 4 at $NS ns, failures so far $failures" # what is left of it when it is stopped
done
echo "$before kills of a rank before its end, $((kills - before)) too late; $failures failures"
finish
