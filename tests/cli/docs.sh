#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Commands as the documents print them: every line of every block of shell (```sh) of docs/*.md and of README.md
# is run, in its order, in a tree as the reader has it, with few rocks. Pages that another test runs, or that no
# machine can run as they stand, are in the list below, with that test.
. "$SOURCE/tests/cli/lib.sh"

# page: the test of its commands
elsewhere='
cluster cli.slurm
earthquake cli.worked_pages
install install.packages
python python.docs
rocking cli.worked_pages
'

# reader's talus: numbers that only take time are made smaller; an exit code 4 (results with a warning) is none
mkdir bin
cat >bin/talus <<'END'
#!/bin/sh
last="" rocks=no left=$#
program=$TALUS
case $0 in
*-lab) program=$TALUS_LAB ;;
*-cases) program=$TALUS_CASES ;;
esac
case " $* " in
*" --case "*) exit 0 ;; # some hundred simulations: tests/cli/calibrate_case.sh runs one
*" --help"*) ;;
" run "* | " compare "* | " sensitivity "* | " calibrate "*) rocks=yes ;;
esac
while [ "$left" -gt 0 ]; do
    word=$1
    shift
    left=$((left - 1))
    most=""
    case $last in
    --rocks) most=100 rocks=no ;;
    --evaluations) most=60 ;;
    --replicates) most=2 ;;
    --samples) most=60 ;;
    --runs) most=1 ;;
    esac
    [ -z "$most" ] || [ "$word" -le "$most" ] || word=$most
    last=$word
    set -- "$@" "$word"
done
[ "$rocks" = no ] || set -- "$@" --rocks 60
code=0
"$program" "$@" || code=$?
[ "$code" -ne 4 ] || code=0
exit $code
END
chmod +x bin/talus
ln -s talus bin/talus-lab
ln -s talus bin/talus-cases
PATH=$work/bin:$PATH
export PATH TALUS TALUS_LAB TALUS_CASES

# slope.yaml, a scenario of the reader with a forest, and what was found on its slope
prepare_calibrate() {
    ln -s "$SOURCE/tools" tools
    sed 's|[.][.]/||; s|time_step_s: .*|time_step_s: 0.01|' scenarios/kot.yaml >slope.yaml
    talus run slope.yaml --out out/slope --quiet
    cp out/slope/results.gpkg deposits.gpkg
    python3 -c 'import sqlite3
base = sqlite3.connect("deposits.gpkg")
base.execute("DELETE FROM gpkg_contents WHERE table_name != ?", ("deposits",))
base.commit()'
}

prepare_contact_problems() {
    cp "$SOURCE"/tests/data/contact_problems/Capsules*.dat.gz .
    cp Capsules-i100-889.dat.gz problem.dat.gz
    gunzip -k problem.dat.gz
}

prepare_init() {
    cp terrain/kot/kot.tif dem.tif
}

prepare_pictures() {
    talus run scenarios/kot.yaml --quiet
    talus run scenarios/kot_hazard.yaml --quiet
}

prepare_validate() {
    cp terrain/plane/plane.tif slope.tif
    talus run scenarios/plane.yaml --out out/plane --quiet
    talus replay out/plane --rock 1 --log tracks.csv --quiet
}

prepare_README() {
    cp terrain/kot/kot.tif my_dem.tif
    mkdir build
    ln -s "$work/bin/talus" build/talus
}

# blocks of shell of a page; README.md: what follows the build
blocks() {
    awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$1" | grep -v -e '^cmake ' -e '^tools/'
}

pages=""
for page in "$SOURCE"/docs/*.md "$SOURCE/README.md"; do
    title=$(basename "$page" .md)
    [ -n "$(blocks "$page")" ] || continue
    case "$elsewhere" in
    *"
$title "*) continue ;;
    esac
    pages="$pages $title"
done
for title in ${DOCS_PAGES:-$pages}; do
    page=$SOURCE/docs/$title.md
    [ -e "$page" ] || page=$SOURCE/$title.md
    mkdir "$title"
    cd "$title"
    cp -r "$SOURCE/scenarios" .
    ln -s "$SOURCE/terrain" terrain
    mkdir tests
    ln -s "$SOURCE/tests/data" tests/data
    blocks "$page" >commands
    # lines that go on in the next one are one command; talus is in each
    [ "$(grep -c '^\(build/\)\{0,1\}talus\(-lab\|-cases\)\{0,1\} ' commands)" -gt 0 ] || fail "$title: a block without a command of talus"
    if command -v "prepare_$title" >/dev/null; then
        "prepare_$title" >prepared 2>&1 || fail "$title: $(tail -n 5 prepared)"
    fi
    start=$(date +%s)
    code=0
    sh -e -x commands >said 2>complained || code=$?
    [ "$code" -eq 0 ] || fail "docs/$title.md: exit code $code: $(tail -n 12 complained)"
    echo "$title: $(grep -c '^\(build/\)\{0,1\}talus\(-lab\|-cases\)\{0,1\} ' commands) commands, $(($(date +%s) - start)) s"
    cd ..
done
finish
