# SPDX-License-Identifier: GPL-3.0-or-later
# tools/reliability fuzz [--once] [--seconds N] [TARGET]...
#   alone         every target, in turns of 300 s, until it has 1 000 000 executions or 3600 s of a
#                 processor
#   --once        one turn each, nothing is counted up
#   --seconds N   length of a turn
# A request for more than 2.9 GB gets nothing, as on a machine without that much: HDF5 asks for what a
# damaged file claims, and does not use it.
# What breaks a target is kept in build/reliability/fuzz/TARGET; mended, it goes to tests/fuzz/found.
goal_runs=1000000
goal_seconds=3600
seconds=300
once=""
targets=""
while [ $# -gt 0 ]; do
    case "$1" in
    --once) once=yes ;;
    --seconds)
        seconds=$2
        shift
        ;;
    *) targets="$targets $1" ;;
    esac
    shift
done
# shellcheck disable=SC2086 # a list of words
ensure_packages $fuzz_packages || exit 1
build fuzz fuzz
[ -n "$targets" ] || targets=$(sed -n 's/^set(fuzz_targets \(.*\))$/\1/p' tests/fuzz/fuzz.cmake)

tally=$state/fuzz/tally.$commit.tsv # target, executions, processor seconds
mkdir -p "$state/fuzz"
touch "$tally"

# sum_of TARGET COLUMN
sum_of() {
    awk -v target="$1" -v column="$2" '$1 == target { n += $column } END { printf "%d", n }' "$tally"
}

# seconds of processors that ended children have used, from the text of `times` (which counts in this
# shell alone, not in a pipe)
processor_seconds() {
    awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, "m"); n += 60 * t[1] + t[2] } }
        END { printf "%d", n }'
}

is_done() {
    [ "$(sum_of "$1" 2)" -ge $goal_runs ] || [ "$(sum_of "$1" 3)" -ge $goal_seconds ]
}

# turn TARGET: fuzz it for a while. @return not 0 when something was found
turn() {
    place=$root/$state/fuzz/$1 # whole: the program in the target changes its directory
    seeds=tests/fuzz/corpus/$1
    [ "$1" != world ] || seeds=tests/fuzz/corpus/scenario # it reads the same files
    dictionary=tests/fuzz/dictionaries/$1
    [ "$1" != world ] || dictionary=tests/fuzz/dictionaries/scenario
    set -- "$1" "$place/corpus" "$seeds"
    [ ! -d "tests/fuzz/found/$1" ] || set -- "$@" "tests/fuzz/found/$1"
    [ ! -f "$dictionary" ] || set -- "$@" -dict="$dictionary"
    mkdir -p "$place/corpus"
    result=0
    target=$1
    shift
    times >"$place/times"
    used=$(processor_seconds <"$place/times")
    OPENBLAS_NUM_THREADS=1 ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:max_allocation_size_mb=2900:handle_abort=1 \
        LSAN_OPTIONS=suppressions=$root/tests/fuzz/lsan.supp:print_suppressions=0 \
        build/fuzz/tests/fuzz."$target" -max_total_time="$seconds" -close_fd_mask=3 -timeout=120 \
        -rss_limit_mb=3000 -max_len=12000 -artifact_prefix="$place/found-" -report_slow_units=60 -print_final_stats=1 "$@" \
        >"$place/log" 2>&1 &
    pid=$!
    wait $pid || result=$?
    rm -rf "/dev/shm/talus_fuzz_$pid" # a target that crashed leaves it
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$place/log" | head -n 1)
    times >"$place/times"
    printf '%s\t%s\t%s\n' "$target" "${runs:-0}" $(($(processor_seconds <"$place/times") - used)) >>"$tally"
    [ $result -eq 0 ] || {
        echo "$target: found something; see $place/log, and:"
        ls -t "$place"/found-* | head -n 1
        return 1
    }
}

found=""
more=yes
while [ -n "$more" ]; do
    more=""
    for target in $targets; do
        case " $found " in *" $target "*) continue ;; esac
        [ -n "$once" ] || ! is_done "$target" || continue
        turn "$target" || found="$found $target"
        [ -n "$once" ] || more=yes
    done
done

status=0
for target in $targets; do
    text="$(sum_of "$target" 2) executions, $(sum_of "$target" 3) s of a processor"
    case " $found " in *" $target "*) text="$text, FOUND something" && status=1 ;; esac
    [ -n "$once" ] || record "fuzz $target" "$text"
    [ -z "$once" ] || echo "$target: $text"
done
exit $status
