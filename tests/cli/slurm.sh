#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The job scripts of docs/cluster.md, run by a stand-in for Slurm: an array job that its time limit
# stops, submitted again and merged, and talus-mpi on two nodes, give the files of one run.
command -v bash >/dev/null 2>&1 || exit 77
. "$SOURCE/tests/cli/lib.sh"
mkdir cluster
cp "$data"/plane.* cluster
sed -e 's/^title: .*/title: kot/' -e 's|dir: out,|dir: out/kot,|' cluster/plane.yaml >cluster/kot.yaml
sed 's/rocks: 40/rocks: 100000/' cluster/kot.yaml >cluster/many.yaml

# job_1, job_2: the scripts, in their order on the page
awk '/^#!\/bin\/bash/ { inside = 1; n++ }
    /^```/ { inside = 0 }
    inside { print >("job_" n) }' "$SOURCE/docs/cluster.md"
[ -s job_1 ] && [ -s job_2 ] && [ ! -e job_3 ] || fail "expected two scripts, found: $(ls job_*)"
merge=$(sed -n "s/.*--wrap '\([^']*\)'.*/\1/p" "$SOURCE/docs/cluster.md")
[ -n "$merge" ] || fail "no command behind the array job"
if command -v shellcheck >/dev/null 2>&1; then
    shellcheck job_1 job_2 || fail "shellcheck has something to say"
fi

# srun: its own options first; LIMIT_S: SIGTERM after so many seconds, as --signal asks for
mkdir bin
ln -s "$TALUS" bin/talus
cat >bin/srun <<'END'
#!/bin/sh
while :; do
    case $1 in
    --kill-on-bad-exit=1) shift ;;
    -*) echo "srun: unknown option $1" >&2 && exit 1 ;;
    *) break ;;
    esac
done
[ -z "${LIMIT_S:-}" ] || set -- timeout --preserve-status -s TERM "$LIMIT_S" "$@"
[ "${SLURM_NTASKS:-1}" -eq 1 ] || set -- mpirun --oversubscribe -n "$SLURM_NTASKS" "$@"
exec "$@"
END
chmod +x bin/srun
PATH=$work/bin:$PATH
export PATH

# submit SCRIPT OPTION...: sbatch; options replace those of the script's #SBATCH lines
submit() {
    script=$1
    shift
    array="" nodes=1 tasks=1 SLURM_CPUS_PER_TASK=1
    # shellcheck disable=SC2046 # words
    for option in $(sed -n 's/^#SBATCH //p' "$script") "$@"; do
        case $option in
        --array=1-[1-9]*) array=${option#--array=1-} ;;
        --nodes=*) nodes=${option#*=} ;;
        --ntasks-per-node=*) tasks=${option#*=} ;;
        --cpus-per-task=*) SLURM_CPUS_PER_TASK=${option#*=} ;;
        --job-name=* | --time=[0-9]*:[0-9]*:[0-9]* | --requeue | --signal=TERM@[0-9]*) ;;
        *) fail "sbatch: $script: $option is not expected" ;;
        esac
    done
    SLURM_NTASKS=$((nodes * tasks))
    export SLURM_CPUS_PER_TASK SLURM_NTASKS
    if [ -z "$array" ]; then
        (cd cluster && bash "$work/$script")
        return
    fi
    SLURM_ARRAY_TASK_COUNT=$array
    export SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_COUNT
    worst=0
    for SLURM_ARRAY_TASK_ID in $(seq "$array"); do
        (cd cluster && bash "$work/$script") || worst=$?
    done
    return "$worst"
}

expect_exit 0 sh -c 'cd cluster && talus run kot.yaml --threads 2 --quiet --out out/one'
found=cluster/out/kot

# the time limit: what is done is kept, and the job goes on when it is submitted again
sed 's/kot\.yaml/many.yaml/' job_1 >job_many
LIMIT_S=1 # more rocks than that can run; a second for a busy machine to begin
export LIMIT_S
for resumed in 0 1; do
    expect_exit 130 submit job_many --array=1-1 --cpus-per-task=1
    [ -e $found/shard_1_of_1/PARTIAL ] || fail "not marked after SIGTERM"
    [ -s $found/shard_1_of_1/checkpoint/state ] || fail "no state after SIGTERM"
    holds "($(value_of $found/shard_1_of_1 timing.resumed_rocks) > 0) == $resumed"
done
unset LIMIT_S
rm -r $found

# 3 tasks in place of 64; those that are submitted again run no rock
for _ in 1 2; do
    expect_exit 0 submit job_1 --array=1-3 --cpus-per-task=2
done
holds "$(value_of $found/shard_3_of_3 timing.resumed_rocks) == 13"
expect_exit 0 sh -c "cd cluster && $merge --quiet"
rm -r $found/shard_*
same_results cluster/out/one $found
rm -r $found

if [ -n "${TALUS_MPI:-}" ] && command -v mpirun >/dev/null 2>&1; then
    prepare_mpi
    ln -s "$TALUS_MPI" bin/talus-mpi
    expect_exit 0 submit job_2 --nodes=2 --cpus-per-task=2
    [ "$(value_of $found ranks)" = 2 ] || fail "not on two ranks"
    same_results cluster/out/one $found
fi
finish
