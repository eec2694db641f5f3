#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus report that is killed or cannot write: the directory is complete before and after.
. "$SOURCE/tests/cli/lib.sh"
# a plane of 40 degrees that falls to the east (terrain/plane)
cat >slope.yaml <<END
terrain: {dem: $SOURCE/terrain/plane/plane.tif}
ground: [{preset: medium}]
rocks: [{shape: equant, size_m: [1, 0, 0]}]
releases: [{box_m: [10, 30, 20, 70], rocks: 5}]
outputs: {trajectories: 0}
END
run="$TALUS run slope.yaml --quiet --set simulation.lost_share=1"
expect_exit 0 $run --out bare
# killed at each rename, or a rename fails: the directory is complete, the page is the old or the new one, the
# next report is whole, and no page has become the user's
listed() { # listed DIRECTORY: the manifest has the digests of the files it names
    python3 -c 'import hashlib, json, os, sys
d = sys.argv[1]
for f in json.load(open(d + "/manifest.json"))["files"]:
    assert hashlib.sha256(open(os.path.join(d, f["name"]), "rb").read()).hexdigest() == f["sha256"], f["name"]' "$1"
}
mkdir first && cp -r bare first/none && cp -r bare first/old
expect_exit 0 "$TALUS" report first/old --title Old
again='report killed --title New'
for state in none old; do
    rm -rf killed && cp -r first/$state killed
    expect_exit 0 env LD_PRELOAD="$RENAMES" RENAMES_LOG="$PWD/renames.$state" "$TALUS" $again
    count=$(wc -l <renames.$state)
    [ "$count" -ge 2 ] || fail "only $count renames"
    cp killed/report.html new.html
    for what in $(seq "$count") report.html manifest.json; do
        rm -rf killed && cp -r first/$state killed
        case $what in
        *.*) expect_exit 3 env LD_PRELOAD="$RENAMES" RENAMES_FAIL="killed/$what" "$TALUS" $again ;;
        *)
            code=0
            env LD_PRELOAD="$RENAMES" RENAMES_KILL="$what" "$TALUS" $again >out 2>err || code=$?
            [ $code = 137 ] || fail "not killed at rename $what: exit code $code"
            ;;
        esac
        [ ! -e killed/PARTIAL ] && cmp -s killed/summary.json first/$state/summary.json ||
            fail "$state, $what: the directory is not complete"
        if [ -e killed/report.html ]; then
            cmp -s killed/report.html new.html || cmp -s killed/report.html first/$state/report.html ||
                fail "$state, $what: half a page"
        elif [ $state = old ]; then
            fail "$what: the old page is gone"
        fi
        expect_exit 0 "$TALUS" $again
        listed killed || fail "$state, $what: the manifest is wrong"
        cmp -s killed/report.html new.html || fail "$state, $what: the next page differs"
        [ "$(ls killed)" = "$(ls first/old)" ] || fail "$state, $what: other files: $(ls killed)"
    done
done
finish
