#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The result directory: files of the user stay as they are, whoever writes; what stands in the way is
# refused before the first rock; a directory that says it is complete is.
. "$(dirname "$0")/lib.sh"

# the rich scenario beside what it names
mkdir scenarios
cp "$data"/rich/* scenarios/
cp -r "$SOURCE/scenarios/rules" scenarios/
ln -s "$SOURCE/terrain" terrain
rich=scenarios/rich.yaml
plane=$data/plane.yaml
small="--rocks 8 --quiet"

# files of a user, with names like those of results among them
own_files() {
    mkdir -p "$1"
    for file in sources_mine.tif intensity_survey.tif screen_notes.svg curves_old.svg zones.tiff \
        summary.txt results.gpkg.bak hard_0001.dat notes.part manifest.json.old change_mine.png \
        history_mine.csv difference_old_layer.tif; do
        echo "mine: $file" >"$1/$file"
    done
}
# check_own DIRECTORY WHAT
check_own() {
    own_files expected_own
    for file in $(ls expected_own); do
        cmp -s "expected_own/$file" "$1/$file" || fail "$file of the user is not as it was after $2"
    done
}
# is_complete DIRECTORY: does it say so?
is_complete() {
    [ ! -e "$1/PARTIAL" ] && [ -e "$1/summary.json" ] && grep -q '^  "partial": false' "$1/summary.json"
}
# check_manifest DIRECTORY: every file that the manifest names is there with its size and digest
check_manifest() {
    awk -F'"' '/"name":/ { name = $4 } /"sha256":/ && NF > 3 { print $4 "  " name }' \
        "$1/manifest.json" >"$work/sums" || true
    [ -s "$work/sums" ] || fail "$1/manifest.json names nothing"
    (cd "$1" && sha256sum --quiet -c "$work/sums") >sum_errors 2>&1 || {
        fail "the files of $1 are not those of its manifest"
        cat sum_errors >&2
    }
}
# whole DIRECTORY WHAT: complete, with nothing unfinished
whole() {
    is_complete "$1" || fail "$1 is not complete after $2"
    check_manifest "$1"
    [ ! -e "$1/unfinished.part" ] || fail "unfinished files in $1 after $2"
}
expect_complete() {
    code=0
    "$@" >out 2>err || code=$?
    [ "$code" = 0 ] || [ "$code" = 4 ] || {
        fail "exit code $code from: $*"
        cat err >&2
    }
}

# every command that writes a directory, twice, among files of the user
twice() {
    out=$1
    shift
    own_files "$out"
    expect_complete "$@" --out "$out"
    check_own "$out" "$*"
    whole "$out" "$*"
    expect_complete "$@" --out "$out"
    check_own "$out" "the second $*"
    whole "$out" "the second $*"
    ls "$out"/*.kept-* 2>/dev/null && fail "something was kept that nobody changed: $*"
    true
}
twice run "$TALUS" run $rich --dump-hard 2 $small
[ -e run/zones.tif ] && [ -e run/hard/hard_0002.dat ] || fail "no hazard products or hard problems"
expect_exit 0 "$TALUS" run $plane $small --out s1 --shard 1/2
expect_exit 0 "$TALUS" run $plane $small --out s2 --shard 2/2
[ -e s1/checkpoint/state ] || fail "a shard keeps no state"
expect_line s1/manifest.json '"checkpoint/"'
expect_exit 0 "$TALUS" run $plane --rocks 40 --quiet --checkpoint 0.01 --out stated
whole stated "a run with checkpoints"
[ ! -e stated/checkpoint ] || fail "a complete run keeps its state"
grep -q checkpoint stated/manifest.json && fail "the manifest names a state that is not there"
twice merged "$TALUS" merge s1 s2 --quiet
twice compared "$TALUS" compare $plane $small --schemes explicit,midpoint
whole compared/midpoint "compare"
expect_line compared/manifest.json '"midpoint/"'
twice varied "$TALUS" sensitivity $plane $small --variants step_double
whole varied/step_double "sensitivity"
expect_exit 0 "$TALUS" run $plane $small --out truth
calibrate="calibrate $plane --observed truth/results.gpkg --layer deposits --method search --hold-out 0
    --evaluations 60 --parameter ground.0.mu_min=0.3:0.6 $small"
twice calibrated "$TALUS" $calibrate
twice tipped "$TALUS_LAB" run "$SOURCE/scenarios/rocking/free_rocking.yaml" --quiet
twice spectrum "$TALUS_LAB" spectrum --cells 4,4
twice region "$TALUS_CASES" region --cells 6,6
twice maps "$TALUS_CASES" maps --size 0.1,0.06,0.4 --cells 8
twice spun "$TALUS_LAB" spin --time 2 --json
twice spin_map "$TALUS_CASES" spin map --cells 6,6

# a variant that is not run again goes, with what the user has put into it left behind
expect_exit 0 "$TALUS" compare $plane $small --schemes explicit,midpoint --out compared
echo mine >compared/explicit/notes.txt
expect_exit 0 "$TALUS" compare $plane $small --schemes midpoint --time-steps 0.004,0.002 --out compared
whole compared "another compare"
[ "$(ls compared/explicit)" = notes.txt ] || fail "the old variant: $(ls compared/explicit)"

# what stands in the way is refused before the first rock, and nothing changes
foreign() {
    rm -rf foreign
    own_files foreign
    for file in $1; do
        mkdir -p "$(dirname "foreign/$file")"
        echo mine >"foreign/$file"
    done
    cp -r foreign before
    shift
    expect_exit 2 "$@" --out foreign
    diff -r before foreign >changes || fail "changed by a run that was refused: $*: $(cat changes)"
    rm -rf before
}
foreign "summary.json deposits.tif" "$TALUS" run $plane $small
expect_line err 'already holds summary.json, deposits.tif, which no manifest.json there names as results of talus; give another --out, or replace them with --overwrite'
foreign "curves.csv" "$TALUS" run $rich $small
foreign "hard/hard.json" "$TALUS" run $plane $small --dump-hard 2
foreign "checkpoint/state" "$TALUS" run $plane $small
foreign "terrain.tif" "$TALUS" merge s1 s2 --quiet
foreign "midpoint/results.gpkg" "$TALUS" compare $plane $small --schemes explicit,midpoint
foreign "tornado.svg" "$TALUS" sensitivity $plane $small --variants step_double
foreign "posterior.csv" "$TALUS" $calibrate
foreign "history.csv" "$TALUS_LAB" run "$SOURCE/scenarios/rocking/free_rocking.yaml"
foreign "spectrum.svg" "$TALUS_LAB" spectrum --cells 4,4
foreign "omega.svg" "$TALUS_LAB" spin --time 2
foreign "map.csv" "$TALUS_CASES" spin map --cells 6,6
rm -rf stale
own_files stale
mkdir stale/curves.csv
expect_exit 2 "$TALUS" run $rich $small --out stale --overwrite
expect_line err 'stale/curves.csv cannot be written: it is there, but is not a plain file'
[ -d stale/curves.csv ] && [ ! -e stale/summary.json ] || fail "the directory curves.csv was touched"

# a directory of version 0.1 has no manifest: --overwrite, once
expect_exit 0 "$TALUS" run $plane $small --out old
own_files old
rm old/manifest.json
expect_exit 2 "$TALUS" run $plane $small --out old
expect_line err 'and [0-9]* more, which no manifest.json'
is_complete old || fail "a refusal has made it incomplete"
expect_exit 0 "$TALUS" run $plane $small --out old --overwrite
expect_exit 0 "$TALUS" run $plane $small --out old
whole old "--overwrite"
check_own old "--overwrite"

# a changed file is kept, with a warning; what a GIS keeps beside a file goes with it
echo note >>old/results.gpkg
echo statistics >old/speed_max.tif.aux.xml
expect_exit 0 "$TALUS" run $plane --rocks 8 --out old --set outputs.layers=passages
expect_line err 'old/results.gpkg was changed after it was written; it is kept as results.gpkg.kept-1'
expect_line old/warnings.log 'kept as results.gpkg.kept-1'
[ ! -e old/speed_max.tif ] && [ ! -e old/speed_max.tif.aux.xml ] || fail "a layer of the earlier run stays"
tail -n 1 old/results.gpkg.kept-1 | grep -q note || fail "results.gpkg.kept-1 is not the changed file"
check_own old "keeping"

# a link that stands where a file is written aside is not followed
echo mine >victim
mkdir -p linked
ln -s ../victim linked/summary.json.part
ln -s ../victim linked/results.gpkg.part
expect_exit 0 "$TALUS" run $plane $small --out linked
expect_exit 0 "$TALUS" map linked --layer passages -o linked/x.png
[ "$(cat victim)" = mine ] && [ -L linked/summary.json.part ] || fail "a link was followed or replaced"
ln -s victim rock.obj.part
expect_exit 0 "$TALUS" rock cuboid --size 1 --out rock.obj
[ "$(cat victim)" = mine ] && [ -s rock.obj ] || fail "rock --out followed a link"

# each contributor fails once: the directory says that it is not complete; then it is made whole
case ${ASAN_OPTIONS:-} in
*verify_asan_link_order*) ;;
*) ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0" ;;
esac
export ASAN_OPTIONS
expect_exit 0 "$TALUS" run $rich --dump-hard 2 $small --out failing
for file in terrain.tif passages.qml results.gpkg screens.csv screen_valley.svg warnings.log scenario.yaml \
    zones.tif hazard.gpkg curves.csv hazard.json hard/hard_0001.dat hard/hard.json manifest.json; do
    expect_exit 3 env LD_PRELOAD="$RENAMES" RENAMES_FAIL="failing/$file" \
        "$TALUS" run $rich --dump-hard 2 $small --out failing
    [ -e failing/PARTIAL ] || [ $file = manifest.json ] || fail "no PARTIAL when $file fails"
    [ ! -e failing/summary.json ] || [ $file = manifest.json ] || fail "a summary when $file fails"
done
expect_exit 3 env LD_PRELOAD="$RENAMES" RENAMES_FAIL=failing/summary.json \
    "$TALUS" run $rich --dump-hard 2 $small --out failing
[ -e failing/PARTIAL ] && [ ! -e failing/summary.json ] || fail "summary.json fails, but it looks complete"
expect_complete "$TALUS" run $rich --dump-hard 2 $small --out failing
whole failing "failures"
ls failing/*.kept-* 2>/dev/null && fail "a failure makes files of the user of ours"
expect_exit 3 env LD_PRELOAD="$RENAMES" RENAMES_FAIL=compared/comparison.json \
    "$TALUS" compare $plane $small --schemes midpoint --time-steps 0.004,0.002 --out compared
[ -e compared/PARTIAL ] && [ ! -e compared/summary.json ] || fail "half a comparison looks complete"
expect_exit 3 env LD_PRELOAD="$RENAMES" RENAMES_FAIL=spin_map/map.svg \
    "$TALUS_CASES" spin map --cells 6,6 --out spin_map
[ -e spin_map/PARTIAL ] && [ ! -e spin_map/summary.json ] || fail "half a map looks complete"

# killed at each rename of a second run with other files (every sixth in a quick test): complete and as
# its manifest says, or not complete; another run makes it whole, and nothing has become the user's
step=${RENAMES_STEP:-6}
rich_again="$TALUS run $rich --dump-hard 1 $small --set outputs.layers=deposits --out killed"
expect_complete "$TALUS" run $rich --dump-hard 2 $small --out killed
own_files killed
cp -r killed first
expect_complete env LD_PRELOAD="$RENAMES" RENAMES_LOG="$PWD/renames" $rich_again
count=$(wc -l <renames)
[ "$count" -gt 40 ] || fail "only $count renames"
k=1
while [ $k -le "$count" ]; do
    rm -rf killed
    cp -r first killed
    code=0
    env LD_PRELOAD="$RENAMES" RENAMES_KILL=$k $rich_again >out 2>err || code=$?
    [ $code = 137 ] || fail "not killed at rename $k of $count: exit code $code"
    is_complete killed && check_manifest killed
    check_own killed "a kill at rename $k"
    if [ $((k % 12)) = 4 ] || [ $k -gt $((count - 3)) ]; then
        expect_complete $rich_again
        whole killed "a kill at rename $k"
        ls killed/*.kept-* killed/hard/*.kept-* 2>/dev/null && fail "kept after a kill at rename $k"
    fi
    [ $k -gt 3 ] && [ $k -lt $((count - 5)) ] && k=$((k + step)) || k=$((k + 1))
done

# a disk that is full, or files that cannot grow: the same
for blocks in 1 8 512; do
    rm -rf killed
    cp -r first killed
    code=0
    (trap '' XFSZ; ulimit -f $blocks; exec $rich_again >/dev/null 2>&1) || code=$?
    is_complete killed && check_manifest killed
    [ $code = 3 ] || is_complete killed || fail "exit code $code with files of $blocks blocks at most"
    check_own killed "files of $blocks blocks at most"
done
mkdir disk
if mount -t tmpfs -o size=4m none disk 2>/dev/null; then
    for left in 0 16 256 1024; do
        rm -rf disk/*
        expect_complete "$TALUS" run $plane $small --out disk/out
        used=$(df -k disk | awk 'NR == 2 { print $4 }')
        dd if=/dev/zero of=disk/filler bs=1024 count=$((used - left)) 2>/dev/null
        code=0
        "$TALUS" run $plane $small --seed 2 --out disk/out >out 2>err || code=$?
        if is_complete disk/out; then
            check_manifest disk/out
        else
            [ $code = 3 ] || fail "exit code $code on a full disk ($left kB left)"
        fi
        rm disk/filler
        expect_complete "$TALUS" run $plane $small --seed 2 --out disk/out
        whole disk/out "a full disk"
    done
    umount disk
else
    echo "no tmpfs may be mounted here: a full disk is tried by limits on files alone" >&2
fi

# two runs cannot write into one directory at once
expect_exit 0 "$TALUS" run $plane $small --out shared
exec 9<shared
if flock -n 9 2>/dev/null; then
    expect_exit 3 "$TALUS" run $plane $small --out shared
    expect_line err 'shared is in use by another run; wait for it or give another directory'
    is_complete shared || fail "a directory in use was touched"
fi
exec 9<&-
finish
