# SPDX-License-Identifier: GPL-3.0-or-later
# tools/reliability matrix [--builds "gcc-Release clang-Debug ..."]
#   {gcc, clang} x {Release, Debug, sanitizers} x {1, 2, 3, 8 threads; 1, 2, 4 ranks} x {processor as it is,
#   without AVX-512, without any of the wide paths; a build for this processor}: one hash for each scenario.
# Then the tests of the commands under the thread sanitizer.
builds="gcc-Release clang-Release gcc-Debug clang-Debug gcc-sanitizers clang-sanitizers gcc-native clang-native"
threads_only=""
while [ $# -gt 0 ]; do
    case "$1" in
    --builds)
        builds=$2
        shift
        ;;
    --no-tsan) threads_only=no ;;
    *)
        echo "tools/reliability matrix: unknown option $1" >&2
        exit 1
        ;;
    esac
    shift
done
# shellcheck disable=SC2086 # lists of words
ensure_packages $build_packages $test_packages $fuzz_packages $mpi_packages || exit 1
log=$root/$state/matrix.$commit.tsv # scenario, build, processor, threads, ranks, hash
touch "$log"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_pml=ob1
inputs=$work/matrix
rm -rf "$inputs"
mkdir -p "$inputs/scenarios/rules" "$inputs/terrain"
cp -r terrain/plane terrain/ramp "$inputs/terrain"
for name in soil_plane ramp quarry boulders; do
    cp "scenarios/$name.yaml" "$inputs/scenarios"
done
cp tests/cli/data/rich/* tests/cli/data/*.yaml tests/cli/data/plane.* "$inputs/scenarios"
cp scenarios/rules/switzerland.yaml "$inputs/scenarios/rules"
cp scenarios/rules/switzerland.yaml "$inputs/scenarios/rules.yaml"

# scenario and rocks
scenarios="plane:40 protected:80 rich:40 soil_plane:24 ramp:24 quarry:6 together:6 boulders:16"

# make_build NAME
make_build() {
    compiler=${1%%-*}
    kind=${1#*-}
    set -- -S . -B "$state/matrix/$1" -G Ninja -DTALUS_TESTS=ON -DCMAKE_C_COMPILER="$compiler"
    case $kind in
    Release | Debug) set -- "$@" -DCMAKE_BUILD_TYPE="$kind" ;;
    sanitizers)
        set -- "$@" -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g1 -DNDEBUG" \
            -DTALUS_SANITIZE=address,undefined
        ;;
    native) set -- "$@" -DCMAKE_BUILD_TYPE=Release -DTALUS_NATIVE=ON ;;
    esac
    targets="talus-cli talus-mpi"
    [ "$kind" != Release ] || targets="$targets cli.plain"
    mkdir -p "$state/matrix"
    # shellcheck disable=SC2086
    cmake "$@" >"$state/matrix/configure.log" 2>&1 && cmake --build "$state/matrix/$compiler-$kind" \
        -j "$(job_count)" --target $targets >"$state/matrix/build.log" 2>&1 || {
        tail -n 40 "$state/matrix/build.log" >&2
        exit 1
    }
}

# hash SCENARIO ROCKS BUILD PROCESSOR THREADS RANKS: run it and note its hash
hash() {
    key="$1	$3	$4	$5	$6	"
    ! grep -q "^$key" "$log" || return 0
    place=$root/$state/matrix/$3
    program=$place/talus
    tunables=""
    case $4 in
    baseline)
        program=$place/tests/cli.plain
        tunables=glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX2,-AVX,-FMA,-FMA4,-BMI2,-ERMS
        ;;
    avx2) tunables=glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW ;;
    esac
    set -- "$1" "$2" "$3" "$4" "$5" "$6" run "$1.yaml" --rocks "$2" --threads "$5" --quiet --out "$inputs/out"
    ranks=$6
    shift 6
    if [ "$ranks" -gt 1 ]; then
        set -- mpirun -n "$ranks" "$place/talus-mpi" "$@"
    else
        set -- "$program" "$@"
    fi
    rm -rf "$inputs/out"
    result=0
    (cd "$inputs/scenarios" && GLIBC_TUNABLES=$tunables ASAN_OPTIONS=detect_leaks=0 "$@") >"$inputs/said" 2>&1 ||
        result=$?
    found="" # a run that failed may leave no summary
    [ ! -f "$inputs/out/summary.json" ] ||
        found=$(sed -n 's/.*"hash": *"\(0x[0-9a-f]*\)".*/\1/p' "$inputs/out/summary.json")
    [ "$result" = 0 ] || [ "$result" = 4 ] || found="failed:$result"
    case $found in 0x*) ;; *) tail -n 20 "$inputs/said" >&2 ;; esac
    printf '%s%s\n' "$key" "$found" | tee -a "$log"
}

for name in $builds; do
    make_build "$name"
    processors=as-it-is
    [ "${name#*-}" != Release ] || processors="as-it-is avx2 baseline"
    for scenario in $scenarios; do
        for processor in $processors; do
            for threads in 1 2 3 8; do
                hash "${scenario%:*}" "${scenario#*:}" "$name" "$processor" $threads 1
            done
            [ "$processor" = baseline ] && continue # talus-mpi has one set of paths
            for ranks in 2 4; do
                hash "${scenario%:*}" "${scenario#*:}" "$name" "$processor" 1 $ranks
            done
        done
    done
done

status=0
for scenario in $scenarios; do
    awk -F '\t' -v s="${scenario%:*}" '$1 == s { n[$6]++; all++ }
        END { for (h in n) { kinds++; text = text " " h " x " n[h] } print s ": " all " runs," text; exit kinds != 1 }' \
        "$log" || status=1
done
record matrix "$(wc -l <"$log") runs of 8 scenarios, $(cut -f 1,6 "$log" | sort -u | wc -l) hashes (8 expected); \
AVX-512 $(grep -q -m 1 avx512f /proc/cpuinfo && echo present || echo absent)"
if [ -z "$threads_only" ]; then
    build tsan cli_tests
    result=0
    ctest --test-dir build/tsan -L cli -j "$(job_count)" --output-on-failure >"$state/tsan.log" 2>&1 || result=1
    record "thread sanitizer" "$(grep 'tests passed' "$state/tsan.log")"
    [ $result = 0 ] || status=1
fi
exit $status
