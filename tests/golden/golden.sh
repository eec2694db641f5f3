#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a change of the house must not change: bits, file names and keys of every shipped scenario, keys
# of what the commands print as JSON. Compared with golden.txt; to renew it after an intended change:
#   TALUS=build/release/talus TALUS_LAB=build/release/talus-lab TALUS_CASES=build/release/talus-cases SOURCE=$PWD sh tests/golden/golden.sh print >tests/golden/golden.txt
# Needs TALUS, TALUS_LAB and TALUS_CASES (the programs) and SOURCE (the source tree); TALUS_TEST_TMP for its files.
set -eu
LC_ALL=C
export LC_ALL
print=${1:-}
rocks=10
work=${TALUS_TEST_TMP:-/tmp}/golden
rm -rf "$work"
mkdir -p "$work"

# keys FILE: the keys of a JSON text, each once
keys() {
    grep -o '"[A-Za-z_0-9]*": *' "$1" | tr -d '": ' | sort -u | tr '\n' ' '
}

# one run: scenario, scheme, threads
run() {
    name=$(basename "$1" .yaml)
    code=0
    "$TALUS" run "$1" --rocks $rocks --scheme "$2" --threads "$3" --out "$work/$name" --quiet \
        >"$work/out" 2>"$work/err" || code=$?
    hash=$(sed -n 's/.*"hash": *"\(0x[0-9a-f]*\)".*/\1/p' "$work/$name/summary.json" 2>/dev/null || true)
    echo "run $name $2 $3: exit code $code, hash ${hash:-none}"
}

# what a directory holds
contents() {
    [ -d "$work/$1" ] || return 0
    echo "files $1: $(cd "$work/$1" && find . -type f | sed 's|^\./||' | sort | tr '\n' ' ')"
    [ ! -f "$work/$1/summary.json" ] || echo "keys $1: $(keys "$work/$1/summary.json")"
}

# answers NAME PROGRAM COMMAND...: the keys of its JSON
answers() {
    name=$1
    shift
    code=0
    "$@" >"$work/out" 2>"$work/err" || code=$?
    echo "answers $name: exit code $code, $(keys "$work/out")"
}

# options NAME PROGRAM: of each of its commands
options() {
    "$2" --help | sed -n 's/^  \([a-z][a-z]*\( [a-z][a-z]*\)\{0,1\}\)  .*/\1/p' | while read -r command; do
        # shellcheck disable=SC2086 # two words
        echo "options $1 $command: $("$2" $command --help | grep -o -e ' --[a-z][a-z-]*' | sort -u | tr -d '\n')"
    done
}

all() {
    for scenario in "$SOURCE"/scenarios/*.yaml; do
        run "$scenario" midpoint 1
        run "$scenario" midpoint 3
        contents "$(basename "$scenario" .yaml)"
        run "$scenario" explicit 2
    done
    for scenario in "$SOURCE"/scenarios/rocking/*.yaml; do
        name=rocking_$(basename "$scenario" .yaml)
        code=0
        "$TALUS_LAB" run "$scenario" --out "$work/$name" --quiet >"$work/out" 2>"$work/err" || code=$?
        echo "rocking run $(basename "$scenario" .yaml): exit code $code"
        contents "$name"
    done
    for scenario in "$SOURCE"/scenarios/stacks/*.yaml; do
        name=stack_$(basename "$scenario" .yaml)
        code=0
        "$TALUS_LAB" stack "$scenario" --set simulation.time_s=1 --out "$work/$name" --quiet >"$work/out" 2>"$work/err" || code=$?
        echo "rocking stack $(basename "$scenario" .yaml): exit code $code"
        contents "$name"
    done
    reference=$SOURCE/tests/data/reference
    answers "rocking" "$TALUS_CASES" evaluate "$reference/rocking.json"
    answers "rocking, second part" "$TALUS_CASES" evaluate "$reference/rocking_suite.json"
    answers "spin" "$TALUS_CASES" evaluate "$reference/spin.json"
    answers "steps" "$TALUS_CASES" evaluate "$reference/steps.json"
    answers "contact solve" "$TALUS_CASES" contact solve --json "$SOURCE/tests/data/contact_problems/Rover1040.dat.gz"
    answers "rock" "$TALUS" rock eota221 --json
    options talus "$TALUS"
    options talus-lab "$TALUS_LAB"
    options talus-cases "$TALUS_CASES"
}

all >"$work/found.txt"
if [ "$print" = print ]; then
    cat "$work/found.txt"
    exit 0
fi
diff -u "$SOURCE/tests/golden/golden.txt" "$work/found.txt" || {
    echo "bits, files or keys are others than before (head of tests/golden/golden.sh)" >&2
    exit 1
}
