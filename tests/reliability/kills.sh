# SPDX-License-Identifier: GPL-3.0-or-later
# tools/reliability kills [--sample N] [--random N] [--seed S] [--only files|moments|ranks|interrupts]
#   files     in the place of every call that changes files (--sample N: N in each case): what is left is not complete or whole,
#             and another run gives the files of the undisturbed one
#   moments   N times (100) at a random moment before the end of a longer run, a shard, a merge; resumed
#             until done
#   ranks     N / 4 times one rank of four under MPI
#   interrupts  N / 5 times SIGINT or SIGTERM to each study and each command that writes one file
random=100
seed=1
only="files moments ranks interrupts"
sample=0
while [ $# -gt 0 ]; do
    case "$1" in
    --random) random=$2 ;;
    --seed) seed=$2 ;;
    --only) only=$2 ;;
    --sample) sample=$2 ;;
    *)
        echo "tools/reliability kills: unknown option $1" >&2
        exit 1
        ;;
    esac
    shift 2
done
# shellcheck disable=SC2086 # a list of words
ensure_packages $mpi_packages || exit 1
build release talus-cli talus-mpi failures.faults failures.preload

status=0
case " $only " in *" files "*)
    log=$root/$state/kills.$commit.log
    [ "$sample" = 0 ] || log=$root/$state/kills.$commit.sample.log
    build/release/tests/failures.faults --kill yes --sample "$sample" --library 40 --program "$root/build/release/talus" \
        --preload "$root/build/release/tests/failures.preload.so" --jobs "$(job_count)" \
        --inputs build/release/tests/failures_inputs --log "$log" --case run --case again \
        --case resume --case merge --case compare --case calibrate --case rocking \
        >"$state/kills.out" || status=$?
    cat "$state/kills.out"
    record "kills in place of calls" "$(tail -n 1 "$state/kills.out")"
    ;;
esac

export TALUS="$root/build/release/talus" TALUS_MPI="$root/build/release/talus-mpi" SOURCE="$root"
export TALUS_TEST_TMP="$work" TALUS_PRELOAD="$root/build/release/tests/failures.preload.so"
for kind in moments ranks interrupts; do
    case " $only " in *" $kind "*) ;; *) continue ;; esac
    count=$random
    script=kill_$kind
    case $kind in
    ranks) count=$((random / 4)) ;;
    interrupts) count=$((random / 5)) script=interrupts ;;
    esac
    result=0
    sh tests/reliability/$script.sh "$count" "$seed" >"$state/kills.out" || result=1
    tail -n 5 "$state/kills.out"
    record "kills at random moments, $kind" "$(tail -n 1 "$state/kills.out")"
    [ $result -eq 0 ] || status=1
done
exit $status
