#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The page of talus report in Chromium: what it shows and does. TALUS_VIEWER_TIMES=1 also asks for the
# times that a machine without other work reaches.
# Exit code 77 = skipped: no node, no Chromium, or no packages of tools/viewer.
. "$SOURCE/tests/cli/lib.sh"
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
chromium=$(command -v chromium || command -v chromium-browser) || { echo "Chromium is not installed"; exit 77; }
[ -d "$SOURCE/tools/viewer/node_modules/playwright-core" ] ||
    (cd "$SOURCE/tools/viewer" && npm ci --ignore-scripts --no-audit --no-fund >/dev/null 2>&1) ||
    { rm -rf "$SOURCE/tools/viewer/node_modules"; echo "the packages of tools/viewer can not be had"; exit 77; }
expect_exit 0 "$TALUS" run "$SOURCE/scenarios/kot.yaml" --quiet --out kot
start=$(date +%s%N)
expect_exit 0 "$TALUS" report kot
echo "report of kot, 1000 rocks: $((($(date +%s%N) - start) / 1000000)) ms, $(wc -c <kot/report.html) bytes"
[ "$(wc -c <kot/report.html)" -le 10000000 ] || fail "the page of kot is larger than 10 MB"
code=0
"$TALUS" run "$SOURCE/scenarios/kot_hazard.yaml" --quiet --rocks 400 --out hazard 2>/dev/null || code=$?
[ "$code" -eq 0 ] || [ "$code" -eq 4 ] || fail "kot_hazard ends with $code"
expect_exit 0 "$TALUS" report hazard --language de
cat >bare.yaml <<END
terrain: {dem: $SOURCE/terrain/plane/plane.tif}
ground: [{preset: hard}]
rocks: [{shape: equant, size_m: [1, 0, 0]}]
releases: [{box_m: [10, 30, 20, 70], rocks: 5}]
outputs: {dir: bare, trajectories: 0}
END
expect_exit 0 "$TALUS" run bare.yaml --quiet --set simulation.lost_share=1
expect_exit 0 "$TALUS" report bare
expect_exit 0 "$TALUS" run "$SOURCE/scenarios/quarry.yaml" --quiet --rocks 6 --out quarry
expect_exit 0 "$TALUS" report quarry
node "$SOURCE/tests/viewer/browser.mjs" "$SOURCE/tools/viewer/package.json" "$chromium" "$work" ||
    fail "the page does not do what it should"
finish
