# SPDX-License-Identifier: GPL-3.0-or-later
# Helpers of the command line tests; sourced. Expects TALUS (the program), SOURCE (the source tree)
# and TALUS_TEST_TMP.
set -eu
LC_ALL=C
export LC_ALL
name=$(basename "$0" .sh)
work=${TALUS_TEST_TMP:-/tmp}/cli_$name
data=$SOURCE/tests/cli/data
rm -rf "$work"
mkdir -p "$work"
cd "$work"
OGR_CURRENT_DATE=2020-01-01T00:00:00.000Z # the time stamps in a GeoPackage
export OGR_CURRENT_DATE
failures=0

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# expect_exit CODE COMMAND...: run with output in ./out and ./err
expect_exit() {
    code_wanted=$1
    shift
    code=0
    "$@" >out 2>err || code=$?
    if [ "$code" -ne "$code_wanted" ]; then
        fail "exit code $code, expected $code_wanted, from: $*"
        cat err >&2
    fi
}

# expect_interrupted SIGNAL FILE COMMAND...: end it with the signal once FILE is there; exit code 130,
# output in ./out and ./err
expect_interrupted() {
    signal=$1
    awaited=$2
    shift 2
    # a shell starts what runs beside it with SIGINT ignored
    env --default-signal=INT "$@" >out 2>err &
    job=$!
    while [ ! -e "$awaited" ] && kill -0 $job 2>/dev/null; do
        sleep 0.05
    done
    kill -s "$signal" $job || fail "it ended before $awaited was there: $*"
    code=0
    wait $job || code=$?
    [ "$code" -eq 130 ] || {
        fail "exit code $code, expected 130, from: $*"
        cat err >&2
    }
}

# expect_line FILE PATTERN: a line that matches the basic regular expression
expect_line() {
    grep -q -e "$2" "$1" || {
        fail "no line like \"$2\" in $1:"
        cat "$1" >&2
    }
}

# expect_text FILE TEXT: the whole file
expect_text() {
    printf '%s\n' "$2" >expected
    cmp -s "$1" expected || {
        fail "other text than expected"
        diff expected "$1" >&2 || true
    }
}

# hash_of DIRECTORY: as the summary has it, 0x and 16 hex digits
hash_of() {
    sed -n 's/.*"hash": *"\(0x[0-9a-f]*\)".*/\1/p' "$1/summary.json"
}

# value_of DIRECTORY a.b.c: the number or text of a key of summary.json (two spaces a level)
value_of() {
    awk -v wanted="$2" '
        match($0, /^ *"[^"]*": /) {
            level = (match($0, /"/) - 1) / 2
            split($0, part, "\"")
            path[level] = part[2]
            full = path[1]
            for (k = 2; k <= level; k++) full = full "." path[k]
            if (full == wanted) {
                value = substr($0, index($0, "\": ") + 3)
                gsub(/[",]/, "", value)
                print value
            }
        }' "$1/summary.json"
}

# column NAME FILE: the values of a column of a CSV file
column() {
    awk -F, -v name="$1" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) at = k; next } { print $at }' "$2"
}

# replays_give_run DIRECTORY ROCKS: replayed one by one, they are known again, and their hashes, of all
# bodies, add up to that of the run
replays_give_run() {
    high=0 low=0 rock=0
    while [ $rock -lt "$2" ]; do
        expect_exit 0 "$TALUS" replay "$1" --rock $rock --log log.csv --overwrite
        ! grep -q "moves differently" err || fail "rock $rock of $1 is taken for another one: $(cat err)"
        hash=$(sed -n 's/^hash 0x//p' err)
        high=$((high + 0x${hash%????????})) low=$((low + 0x${hash#????????}))
        rock=$((rock + 1))
    done
    sum=$(printf '0x%08x%08x' $(((high + (low >> 32)) & 0xffffffff)) $((low & 0xffffffff)))
    [ "$sum" = "$(value_of "$1" hash)" ] || fail "the hashes of the replays of $1 add up to $sum"
}

# same_results ONE OTHER: the same files, but for the timing, the threads and the ranks
same_results() {
    for file in $(cd "$1" && ls); do
        case $file in
        hard) diff -r "$1/hard" "$2/hard" || fail "hard problems of $2 differ" ;;
        summary.json)
            for which in "$1" "$2"; do
                sed -e '/"timing": {/,/}/d' -e '/"threads"/d' -e '/"ranks"/d' "$which/$file" \
                    >"$which.summary"
            done
            diff "$1.summary" "$2.summary" || fail "$file of $2 differs"
            ;;
        *) cmp "$1/$file" "$2/$file" || fail "$file of $2 differs" ;;
        esac
    done
    [ "$(ls "$1")" = "$(ls "$2")" ] || fail "other files in $2: $(ls "$2")"
}

# prepare_mpi: for a container's root, more ranks than cores, no shared-memory copies that a container
# may forbid; what MPI itself keeps until the end is not ours
prepare_mpi() {
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_pml=ob1
    export ASAN_OPTIONS=detect_leaks=0
}

# holds EXPRESSION: an awk condition on numbers
holds() {
    awk "BEGIN { exit !($1) }" || fail "does not hold: $1"
}

finish() {
    cd /
    [ "$failures" -eq 0 ] || exit 1
    rm -rf "$work"
}
