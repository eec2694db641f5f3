#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Kill -9 of one of four ranks at random moments, rank 0 included: kill_ranks.sh COUNT SEED
# All ranks end; the run is resumed on another number of ranks and gives the files of one process.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
prepare_mpi
count=$1
random=$2
options="run plane.yaml --rocks 1500 --set outputs.trajectories=31 --dump-hard 5 --threads 1 --checkpoint 0.02 --quiet"

draw() {
    random=$(((random * 1103515245 + 12345) % 2147483648))
    drawn=$((random / 65536 % $1))
}

# shellcheck disable=SC2086 # a list of words, here and below
expect_exit 0 "$TALUS" $options --out whole
start=$(date +%s%N)
expect_exit 0 timeout -k 5 300 mpirun -n 4 "$TALUS_MPI" $options --out ranks
length=$((($(date +%s%N) - start) / 1000000)) # ms
same_results whole ranks

kills=0
late=0
while [ $kills -lt "$count" ]; do
    kills=$((kills + 1))
    rm -rf victim rank.*
    timeout -k 5 120 mpirun -n 4 sh -c "echo \$\$ >rank.\$OMPI_COMM_WORLD_RANK
        exec $TALUS_MPI $options --out victim --resume" >out 2>err &
    job=$!
    draw $length
    sleep "$(printf '%d.%03d' $((drawn / 1000)) $((drawn % 1000)))"
    draw 4
    kill -9 "$(cat rank.$drawn 2>/dev/null || echo 0)" 2>/dev/null || late=$((late + 1))
    code=0
    wait $job || code=$?
    [ $code -ne 124 ] || fail "the other ranks hang after rank $drawn died"
    draw 3
    if [ "$drawn" = 0 ]; then
        expect_exit 0 "$TALUS" $options --out victim --resume
    else
        expect_exit 0 timeout -k 5 300 mpirun -n $((drawn + 1)) "$TALUS_MPI" $options --out victim --resume
    fi
    same_results whole victim
done
echo "$kills kills of a rank, $late of them before it began or after its end, $failures failures"
finish
