# SPDX-License-Identifier: GPL-3.0-or-later
# tools/reliability mutate [--rooms "ROOM..."] [--each N] [--sample N] [--seed S]
#                          [--stages "own bits next above cli"]
#   --rooms       whose lines are broken (all below)
#   --each N      broken lines in each of the rooms (30)
#   --sample N    N of them all, in an order that the seed alone decides
#   --stages      who may notice, one after the other until one does:
#                 own    the unit tests of its room
#                 bits   the hashes of six scenarios in tests/golden/golden.txt
#                 next   the unit tests of the two rooms directly above
#                 above  those of all rooms above
#                 cli    the tests of the commands
# Each is built and tested in a copy of the tree. A line whose compiled code stays the same is not
# counted. A survivor is explained in tests/reliability/survivors.tsv (file, rule, old line, reason),
# or it is a hole in the tests. What survived some stages is tried again when more are asked for.
each=30
sample=0
seed=1
stages="own bits next above cli"
modules="contact_problem solve_sparse solve contact stepper rotation pairs bodies fracture trajectory \
observe ensemble hazard lab_impact_law"
while [ $# -gt 0 ]; do
    case "$1" in
    --rooms) modules=$2 ;;
    --each) each=$2 ;;
    --sample) sample=$2 ;;
    --seed) seed=$2 ;;
    --stages) stages=$2 ;;
    *)
        echo "tools/reliability mutate: unknown option $1" >&2
        exit 1
        ;;
    esac
    shift 2
done
# shellcheck disable=SC2086 # a list of words
ensure_packages $build_packages $test_packages || exit 1
place=$root/$state/mutants
tree=$place/tree
of_rooms=$(echo "$modules" | cksum | cut -d ' ' -f 1)
log=$place/log.$commit.$of_rooms.tsv # file, line, rule, verdict, who noticed
mkdir -p "$tree"
touch "$log"

# the tree as it is here, without touching what is the same
git ls-files >"$place/files"
while read -r file; do
    cmp -s "$file" "$tree/$file" || { mkdir -p "$tree/$(dirname "$file")" && cp "$file" "$tree/$file"; }
done <"$place/files"
# warnings are errors in the tree as it is and nothing in a broken one; the folders are those of the
# preset, for the compiler cache
build=$tree/build/release
cat >"$place/launch" <<END
#!/bin/sh
[ ! -e "$place/broken" ] || exec "\$@" -w
exec $(command -v ccache || true) "\$@"
END
chmod +x "$place/launch"
rm -f "$place/broken"
cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTALUS_TESTS=ON -DTALUS_WERROR=ON \
    -DCMAKE_C_COMPILER_LAUNCHER="$place/launch" >"$place/configure.log" 2>&1 ||
    { cat "$place/configure.log" >&2; exit 1; }

# folder_of ROOM: below src/WING and tests
folder_of() {
    case $1 in
    lab_*) echo "lab/${1#lab_}" ;;
    *) echo "$1" ;;
    esac
}

# programs_of ROOM: its unit test programs
programs_of() {
    (cd tests && ls "$(folder_of "$1")"/test_*.c 2>/dev/null | sed "s|.*/test_|$1.|; s|\.c\$||")
}

rank_of() {
    sed -n "s/^set(TALUS_RANK_$1 \([0-9]*\))$/\1/p" CMakeLists.txt
}

# levels_above MODULE
levels_above() {
    own=$(rank_of "$1")
    sed -n 's/^set(TALUS_RANK_\([a-z_]*\) \([0-9]*\))$/\2 \1/p' CMakeLists.txt | sort -n |
        awk -v own="$own" '$1 > own { print $2 }'
}

# next_rooms MODULE: the two above it that have unit tests
next_rooms() {
    for level in $(levels_above "$1"); do
        [ -z "$(programs_of "$level")" ] || echo "$level"
    done | head -n 2
}

has_stage() {
    case " $stages " in *" $1 "*) return 0 ;; esac
    return 1
}

# build_targets TARGET...
build_targets() {
    cmake --build "$build" -j "$(job_count)" --target "$@" >"$place/build.log" 2>&1
}

# same_bits: the hashes of golden.txt. @return 1 with the scenario in $who
same_bits() {
    for name in plane soil_plane ramp protection kot-v1 kot_hazard; do
        wanted=$(sed -n "s/^run $name midpoint 1: exit code \([0-9]*\), hash/\1/p" "$tree/tests/golden/golden.txt")
        code=0
        (ulimit -t 60 && exec "$build/talus" run "$tree/scenarios/$name.yaml" --rocks 10 --scheme midpoint --threads 1 \
            --out "$place/out" --overwrite --quiet) >"$place/bits.log" 2>&1 || code=$?
        found="$code $(sed -n 's/.*"hash": *"\(0x[0-9a-f]*\)".*/\1/p' "$place/out/summary.json" 2>/dev/null)"
        rm -rf "$place/out"
        [ "$found" = "$wanted" ] || { who="bits of $name" && return 1; }
    done
}

# what fails in the tree as it is cannot notice anything
kinds="slow|campaign|study|sweep"
rooms=$(for module in $modules; do
    echo "$module"
    ! has_stage next || next_rooms "$module"
done | sort -u)
for room in $rooms; do
    list="${list:-} $(programs_of "$room" | tr '\n' ' ')"
done
if has_stage above || has_stage cli; then
    build_targets all || { tail -n 40 "$place/build.log" >&2; exit 1; }
    baseline=whole
else
    # shellcheck disable=SC2086 # a list of words
    build_targets talus-cli $list || { tail -n 40 "$place/build.log" >&2; exit 1; }
    baseline=$of_rooms
fi
failing=$place/failing.$commit.$baseline
if [ ! -e "$failing" ]; then
    set -- -L "unit|cli"
    [ $baseline = whole ] || set -- -R "^($(echo "$rooms" | paste -sd '|'))\."
    ctest --test-dir "$build" "$@" -LE "$kinds" -j "$(job_count)" --timeout 300 >"$place/tests.log" 2>&1 || true
    sed -n 's/^.*[0-9]* - \([a-z0-9_.]*\) (.*)$/\1/p' "$place/tests.log" >"$failing"
    same_bits || echo "bits" >>"$failing"
fi
echo "what fails before anything is broken: $(tr '\n' ' ' <"$failing")"
! grep -q '^bits$' "$failing" || { echo "the hashes differ from golden.txt: stage bits is left out" >&2; stages=$(echo "$stages" | sed 's/bits//'); }
failing="^($(tr '\n' '|' <"$failing")none)\$"

# sources_of ROOM: src/WING/ROOM/*.c, where the laboratory's rooms are called lab_ROOM, those of the cases cases_ROOM
sources_of() {
    case $1 in
    lab_*) ls src/lab/"${1#lab_}"/*.c ;;
    cases_*) ls tools/cases/"${1#cases_}"/*.c ;;
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
# the rooms mixed, so that a part of the plan is a sample of all
awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.9f\t%s\n", rand(), $0 }' "$place/plan" | sort -n | cut -f 2- |
    head -n "$([ "$sample" -gt 0 ] && echo "$sample" || echo 1000000)" >"$place/plan.mixed"

# fails CTEST-OPTION...: do tests fail? Who, in $who
fails() {
    ! ctest --test-dir "$build" "$@" -LE "$kinds" -E "$failing" -j "$(job_count)" --timeout 600 --stop-on-failure \
        >"$place/tests.log" 2>&1 || return 1
    who=$(sed -n 's/.*\*\*\*\([A-Za-z]*\).*/\1/p; s/^.*[0-9]* - \([a-z0-9_.]*\) (\(.*\))$/\1 \2/p' \
        "$place/tests.log" | tail -n 1)
}

# build_and_try PROGRAM...: build and run unit test programs. @return 0 when one fails
build_and_try() {
    [ $# -gt 0 ] || return 1
    build_targets "$@" || { tail -n 20 "$place/build.log" >&2; exit 1; }
    fails -R "^($(echo "$*" | tr ' ' '|'))\$"
}

# noticed MODULE OBJECT: build and test. @return 0 with who noticed in $who, 1 if nobody did, 2: not C, 3: the
# same code
noticed() {
    who=""
    # one broken line of C is seen by its own file alone
    build_targets "${2#"$build"/}" || return 2
    ! cmp -s "$2" "$place/object" || return 3
    if has_stage own; then
        same_name=$1.$(basename "$2" .c.o)
        case " $(programs_of "$1" | tr '\n' ' ') " in *" $same_name "*)
            build_and_try "$same_name" && return 0 ;;
        esac
        # shellcheck disable=SC2046 # a list of words
        build_and_try $(programs_of "$1") && return 0
    fi
    if has_stage bits; then
        build_targets talus-cli || { tail -n 20 "$place/build.log" >&2; exit 1; }
        same_bits || return 0
    fi
    above=$(has_stage next && next_rooms "$1" || true)
    ! has_stage above || above=$(levels_above "$1")
    for level in $above; do
        # shellcheck disable=SC2046
        build_and_try $(programs_of "$level") && return 0
    done
    if has_stage cli; then
        build_targets cli_tests || { tail -n 20 "$place/build.log" >&2; exit 1; }
        ! fails -L cli || return 0
    fi
    return 1
}

while IFS="$(printf '\t')" read -r file line rule text; do
    # tried already: noticed, or survived as many stages
    ! awk -F '\t' -v f="$file" -v l="$line" -v r="$rule" -v s="$stages" '
        $1 == f && $2 == l && $3 == r && ($4 != "survived" || $5 == s) { found = 1 } END { exit !found }' "$log" || continue
    module=$(basename "$(dirname "$file")")
    case $file in src/lab/*) module=lab_$module ;; tools/cases/*) module=cases_$module ;; esac
    object=$(find "$build/CMakeFiles" -path "*/$file.o" | head -n 1)
    printf '%s\n' "$text" >"$place/line"
    cp -p "$tree/$file" "$place/original"
    cp "$object" "$place/object"
    touch "$place/broken"
    awk -v at="$line" -v new="$place/line" 'NR == at { getline < new } { print }' "$place/original" >"$tree/$file"
    verdict=0
    noticed "$module" "$object" || verdict=$?
    case $verdict in
    0) word=noticed ;;
    1) word=survived who=$stages ;;
    2) word=not-c ;;
    3) word=same-code ;;
    esac
    cp "$place/original" "$tree/$file"
    rm -f "$place/broken"
    build_targets "${object#"$build"/}" || { tail -n 20 "$place/build.log" >&2; exit 1; }
    printf '%s\t%s\t%s\t%s\t%s\n' "$file" "$line" "$rule" "$word" "$who" | tee -a "$log"
done <"$place/plan.mixed"

# what the plan came to; survivors with a reason
# the last word on each counts
awk -F '\t' '{ last[$1 FS $2 FS $3] = $0 } END { for (key in last) print last[key] }' "$log" | sort >"$place/last"
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
        printf 'survived %s: %s:%s: %s: %s\n' "$who" "$file" "$line" "$rule" "$old"
    fi
done <"$place/last"
total=$(awk -F '\t' '$4 == "noticed" || $4 == "survived"' "$place/last" | wc -l)
[ "$total" -gt 0 ] || { echo "nothing that changes the code among what was broken" >&2; exit 1; }
record "mutate --rooms \"$modules\" --each $each --sample $sample --seed $seed, stages $stages" "$total broken lines, \
$((total - explained - unexplained)) noticed ($(grep -c '	noticed	bits' "$place/last" || true) by bits alone), $explained survived with a \
reason, $unexplained without; $(grep -c '	same-code	' "$place/last" || true) more left the code as it was"
# 95 % of those that change something
[ $((20 * unexplained)) -le $((total - explained)) ]
