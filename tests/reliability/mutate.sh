# SPDX-License-Identifier: GPL-3.0-or-later
# tools/reliability mutate [--each N] [--sample N] [--seed S]
#   --each N      broken lines in each of the modules (30)
#   --sample N    N of them all
# Each is built and tested in a copy of the tree: the tests of its module, then those of the modules
# above, then those of the commands, until one fails. A survivor is explained in
# tests/reliability/survivors.tsv (file, rule, old line, reason), or it is a hole in the tests.
each=30
sample=0
seed=1
while [ $# -gt 0 ]; do
    case "$1" in
    --each) each=$2 ;;
    --sample) sample=$2 ;;
    --seed) seed=$2 ;;
    *)
        echo "tools/reliability mutate: unknown option $1" >&2
        exit 1
        ;;
    esac
    shift 2
done
# shellcheck disable=SC2086 # a list of words
ensure_packages $build_packages $test_packages || exit 1
modules="contact_problem solve_sparse solve contact stepper rotation observe ensemble hazard lab_impact_law"
place=$root/$state/mutants
tree=$place/tree
log=$place/log.$commit.tsv # file, line, rule, verdict, who noticed
mkdir -p "$tree"
touch "$log"

# the tree as it is here, without touching what is the same
git ls-files >"$place/files"
while read -r file; do
    cmp -s "$file" "$tree/$file" || { mkdir -p "$tree/$(dirname "$file")" && cp "$file" "$tree/$file"; }
done <"$place/files"
cmake -S "$tree" -B "$place/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTALUS_TESTS=ON -DTALUS_WERROR=OFF \
    >"$place/configure.log" 2>&1 || { cat "$place/configure.log" >&2; exit 1; }
cmake --build "$place/build" -j "$(job_count)" >"$place/build.log" 2>&1 ||
    { tail -n 40 "$place/build.log" >&2; exit 1; }

# what fails in the tree as it is cannot notice anything
kinds="slow|campaign|study|sweep"
if [ ! -e "$place/failing.$commit" ]; then
    ctest --test-dir "$place/build" -L "unit|cli" -LE "$kinds" -j "$(job_count)" --timeout 300 \
        >"$place/tests.log" 2>&1 || true
    sed -n 's/^.*[0-9]* - \([a-z0-9_.]*\) (.*)$/\1/p' "$place/tests.log" >"$place/failing.$commit"
fi
failing="^($(tr '\n' '|' <"$place/failing.$commit")none)\$"
echo "tests that fail before anything is broken: $(tr '\n' ' ' <"$place/failing.$commit")"

# sources_of ROOM: src/WING/ROOM/*.c, where the laboratory's rooms are called lab_ROOM
sources_of() {
    case $1 in
    lab_*) ls src/lab/"${1#lab_}"/*.c ;;
    *) ls src/*/"$1"/*.c | grep -v '^src/lab/' ;;
    esac
}

# the plan: in an order that depends on the seed alone
for module in $modules; do
    # shellcheck disable=SC2046 # a list of files
    (cd "$tree" && awk -f tests/reliability/mutants.awk $(sources_of "$module")) |
        awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.9f\t%s\n", rand(), $0 }' | sort -n |
        cut -f 2- | head -n "$each"
done >"$place/plan"
if [ "$sample" -gt 0 ]; then
    awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.9f\t%s\n", rand(), $0 }' "$place/plan" |
        sort -n | cut -f 2- | head -n "$sample" >"$place/plan.sample"
    mv "$place/plan.sample" "$place/plan"
fi

rank_of() {
    sed -n "s/^set(TALUS_RANK_$1 \([0-9]*\))$/\1/p" CMakeLists.txt
}

# levels MODULE: modules to test, its own first, then those above it
levels() {
    echo "$1"
    own=$(rank_of "$1")
    sed -n 's/^set(TALUS_RANK_\([a-z_]*\) \([0-9]*\))$/\2 \1/p' CMakeLists.txt | sort -n |
        awk -v own="$own" '$1 > own { print $2 }'
}

# noticed MODULE: build and test. @return 0 with who noticed in $who, 1 if nobody did, 2: not C
noticed() {
    who=""
    for level in $(levels "$1") cli; do
        if [ "$level" = cli ]; then
            targets=cli_tests
            tests="-L cli"
        else
            folder=$level
            case $level in lab_*) folder=lab/${level#lab_} ;; esac
            targets=$(cd tests && ls "$folder"/test_*.c 2>/dev/null | sed "s|.*/test_|$level.|; s|\.c\$||") || continue
            tests="-R ^$level\\."
        fi
        [ -n "$targets" ] || continue
        # shellcheck disable=SC2086 # lists of words
        if ! cmake --build "$place/build" -j "$(job_count)" --target $targets >"$place/build.log" 2>&1; then
            [ "$level" = "$1" ] && return 2
            tail -n 20 "$place/build.log" >&2 # one broken line of C is seen by its own module alone
            exit 1
        fi
        # shellcheck disable=SC2086
        if ! ctest --test-dir "$place/build" $tests -LE "$kinds" -E "$failing" -j "$(job_count)" \
            --timeout 120 --stop-on-failure >"$place/tests.log" 2>&1; then
            who=$(sed -n 's/.*\*\*\*\([A-Za-z]*\).*/\1/p; s/^.*[0-9]* - \([a-z_.]*\) (\(.*\))$/\1 \2/p' \
                "$place/tests.log" | tail -n 1)
            return 0
        fi
    done
    return 1
}

while IFS="$(printf '\t')" read -r file line rule text; do
    grep -q "^$file	$line	$rule	" "$log" && continue
    module=$(basename "$(dirname "$file")")
    case $file in src/lab/*) module=lab_$module ;; esac
    printf '%s\n' "$text" >"$place/line"
    cp "$tree/$file" "$place/original"
    awk -v at="$line" -v new="$place/line" 'NR == at { getline < new } { print }' "$place/original" >"$tree/$file"
    verdict=0
    noticed "$module" || verdict=$?
    case $verdict in
    0) word=noticed ;;
    1) word=survived ;;
    2) word=not-c ;;
    esac
    cp "$place/original" "$tree/$file"
    printf '%s\t%s\t%s\t%s\t%s\n' "$file" "$line" "$rule" "$word" "$who" | tee -a "$log"
done <"$place/plan"

# what the plan came to; survivors with a reason
unexplained=0
explained=0
while IFS="$(printf '\t')" read -r file line rule word who; do
    [ "$word" = survived ] || continue
    old=$(sed -n "${line}s/^ *//p" "$tree/$file")
    if awk -F '\t' -v f="$file" -v r="$rule" -v o="$old" '$1 == f && $2 == r && $3 == o { found = 1 } END { exit !found }' \
        tests/reliability/survivors.tsv; then
        explained=$((explained + 1))
    else
        unexplained=$((unexplained + 1))
        printf 'survived: %s:%s: %s: %s\n' "$file" "$line" "$rule" "$old"
    fi
done <"$log"
total=$(awk -F '\t' '$4 != "not-c"' "$log" | wc -l)
[ "$total" -gt 0 ] || { echo "nothing that is C among what was broken" >&2; exit 1; }
record "mutate --each $each --sample $sample" "$total broken lines, $((total - explained - unexplained)) noticed, \
$explained survived with a reason, $unexplained without"
# 95 % of those that change something
[ $((20 * unexplained)) -le $((total - explained)) ]
