#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Ctrl-C and SIGTERM at random moments of studies and of commands that write one file, from the start of the program to its end:
# interrupts.sh COUNT SEED; COUNT signals for each command and each place that it writes to
# After each: the exit code is 130 and what is left is not complete, or the command was done before; no unfinished files; files of
# the user are as they were; the same command again gives the files of an undisturbed one.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/reliability/moments.sh"
cp "$data"/plane.* .
count=$1
random=$2
mkdir tmp
export TMPDIR="$work/tmp"

# interrupted COMMAND...: with a signal at a random share of the processor time $used; its exit code in $code
interrupted() {
    draw 2
    signal=int
    [ "$drawn" = 0 ] || signal=term
    draw 1000
    ns=$((used / 1000 * (100 + drawn * 92 / 100)))
    code=0
    TALUS_FAULT="any cpu $ns $signal" LD_PRELOAD=$TALUS_PRELOAD env --default-signal=INT "$@" >out 2>err || code=$?
    where="$case_name, $place: SIG$signal after $((ns / 1000000)) of $((used / 1000000)) ms, exit code $code"
}

# count_codes: of this case, for the last lines
count_codes() {
    case $code in
    0 | 4) late=$((late + 1)) ;;
    130 | 143) ended=$((ended + 1)) ;;
    *)
        fail "$where"
        cat err >&2
        ;;
    esac
    [ $code -ne 143 ] || early=$((early + 1))
}

# nothing_left DIRECTORY...: no unfinished files, nothing in the temporary folders
nothing_left() {
    left=$(find "$@" tmp -mindepth 1 \( -name '*.part*' -o -path 'tmp/*' \))
    [ -z "$left" ] || {
        fail "$where: left $left"
        rm -rf tmp/*
    }
    cmp -s notes.txt victim/notes.txt && cmp -s notes.txt victim/sources_mine.tif || fail "$where: files of the user are not as they were"
}

# of_user DIRECTORY: two files of the user
of_user() {
    mkdir -p "$1"
    cp notes.txt "$1/notes.txt"
    cp notes.txt "$1/sources_mine.tif"
}

# is_whole DIRECTORY: it says that it is complete
is_whole() {
    [ -e "$1/summary.json" ] && [ ! -e "$1/PARTIAL" ] && grep -q '"partial": false' "$1/summary.json"
}

# same_tree ONE OTHER: all files, folders as well; times apart
same_tree() {
    (cd "$1" && find . -type f | sort) >one.list
    (cd "$2" && find . -type f | sort) >other.list
    cmp -s one.list other.list || return 1
    while read -r listed; do
        case $listed in
        *.json)
            for tree in "$1" "$2"; do
                sed -e '/"timing": {/,/}/d' -e '/"bytes"/d' -e '/"sha256"/d' -e '/_s": /d' "$tree/$listed" >"json.$((tree_number = 1 - tree_number))"
            done
            cmp -s json.0 json.1 || return 1
            ;;
        *) cmp -s "$1/$listed" "$2/$listed" || return 1 ;;
        esac
    done <one.list
}
tree_number=0

# begin NAME COMMAND...: undisturbed, its processor time in $used
begin() {
    case_name=$1
    shift
    ended=0 late=0 early=0 whole_ones=0
    used_by "$@"
}

finish_case() {
    total=$((total + ended))
    total_late=$((total_late + late))
    echo "$case_name: $ended interrupted ($early by the signal itself), $late too late; $whole_ones of those with a complete directory; $failures failures; $((used / 1000000)) ms"
}

# study NAME COMMAND...: into a new directory and into results of another seed, or of the command $earlier_command
earlier_command=""
study() {
    name_of_case=$1
    shift
    rm -rf victim earlier whole
    of_user victim
    begin "$name_of_case" "$@" --out victim --quiet
    mv victim whole
    of_user victim
    # shellcheck disable=SC2086 # a command
    if [ -n "$earlier_command" ]; then
        allowed $earlier_command --out victim --quiet
    else
        allowed "$@" --out victim --seed 3 --quiet
    fi
    mv victim earlier
    for i in $(seq "$count"); do
        rm -rf victim
        place=new
        if [ $((i % 2)) -eq 0 ]; then
            place="other results"
            cp -a earlier victim
        else
            of_user victim
        fi
        interrupted "$@" --out victim --quiet
        count_codes
        nothing_left victim
        if is_whole victim; then
            whole_ones=$((whole_ones + 1))
            same_tree whole victim || { [ "$place" != new ] && same_tree earlier victim; } ||
                fail "$where: it says that it is complete: $(diff -rq whole victim)"
            [ $code -ne 0 ] || same_tree whole victim || fail "$where: other files"
        fi
        [ $((i % 3)) -ne 0 ] || interrupted "$@" --out victim --quiet
        allowed "$@" --out victim --quiet
        same_tree whole victim || fail "$where: other files when it is repeated: $(diff -rq whole victim)"
        nothing_left victim
    done
    finish_case
}

# single NAME FILE COMMAND...: one file, new or in place of an older one of other bytes; FILE may be in the result directory
single() {
    name_of_case=$1
    file=$2
    shift 2
    rm -rf victim whole single && mkdir single
    cp -a results victim
    begin "$name_of_case" "$@"
    cp "$file" expected_file
    mv victim whole
    for i in $(seq "$count"); do
        rm -rf victim single && mkdir single
        place=new
        cp -a results victim
        if [ $((i % 2)) -eq 0 ]; then
            place="older file"
            case $file in
            victim/*) rm -rf victim && cp -a whole victim ;;
            *) echo older >"$file" ;;
            esac
        fi
        interrupted "$@" --overwrite
        count_codes
        nothing_left victim single
        is_whole victim || fail "$where: the directory is not complete"
        same_tree whole victim || same_tree results victim || fail "$where: the directory is another one: $(diff -rq whole victim)"
        if [ -e "$file" ] && ! cmp -s "$file" expected_file; then
            [ "$place" != new ] && [ "$(cat "$file")" = older ] || fail "$where: $file is neither the old nor the new one"
        fi
        allowed "$@" --overwrite
        cmp "$file" expected_file || fail "$where: another $file when it is repeated"
        nothing_left victim single
        same_tree whole victim || fail "$where: another directory when it is repeated"
    done
    finish_case
}

echo 'a note' >notes.txt

total=0
total_late=0
options="--rocks 6 --threads 2"
kinds=${3:-calibrate compare models fragmentation sensitivity merge single}
breaking="--set fragmentation.law=rockgis --set fragmentation.area_ratio=0.4 --set ground.0.preset=hard"
for kind in $kinds; do
    # shellcheck disable=SC2086 # lists of words
    case $kind in
    calibrate)
        allowed "$TALUS" run plane.yaml --rocks 20 --seed 1 --out truth --quiet
        study calibrate "$TALUS" calibrate plane.yaml --rocks 3 --threads 2 --set simulation.time_step_s=0.007 --observed truth/results.gpkg \
            --layer deposits --parameter ground.0.mu_min=0.2:0.8 --evaluations 60 --hold-out 0
        ;;
    compare) study compare "$TALUS" compare plane.yaml $options --schemes explicit,midpoint ;;
    models) study "compare --models" "$TALUS" compare plane.yaml $options --models hard,soil,energyline ;;
    fragmentation) study "compare --fragmentation" "$TALUS" compare plane.yaml $options --fragmentation $breaking ;;
    sensitivity) study sensitivity "$TALUS" sensitivity plane.yaml $options --variants dem_x2,step_double ;;
    merge)
        for k in 1 2; do
            allowed "$TALUS" run plane.yaml --rocks 40 --shard $k/2 --threads 2 --out shard$k --quiet
        done
        earlier_command="$TALUS run plane.yaml --rocks 6 --seed 3"
        study merge "$TALUS" merge shard1 shard2
        earlier_command=""
        ;;
    single)
        of_user victim
        allowed "$TALUS" run plane.yaml --rocks 20 --threads 2 --out victim --quiet
        mv victim results
        for ending in geojson fgb csv kml glb; do
            layer="--layer trajectories"
            [ $ending != glb ] || layer=
            single "export $ending" single/part.$ending "$TALUS" export victim $layer -o single/part.$ending
        done
        single "export cog" single/part.tif "$TALUS" export victim --layer reach_probability -o single/part.tif
        single "map" victim/reach_probability.png "$TALUS" map victim
        single "map -o" single/map.png "$TALUS" map victim -o single/map.png
        single "map pdf" single/map.pdf "$TALUS" map victim -o single/map.pdf
        single "scene" victim/scene.png "$TALUS" scene victim --size 400,320
        single "scene -o" single/scene.png "$TALUS" scene victim --size 400,320 -o single/scene.png
        single "report" victim/report.html "$TALUS" report victim --date 2026-01-01
        single "report -o" single/report.html "$TALUS" report victim --date 2026-01-01 -o single/report.html
        ;;
    esac
done
echo "$total signals before the end, $total_late too late; $failures failures"
finish
