#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A live page in Chromium, from a file: a click drops a rock, and the command it shows drops the same with
# the program.
# TALUS_VIEWER_TIMES=1 also asks for 100 rocks of kot a second.
# Exit code 77 = skipped: no live pages, no node, no Chromium, or no packages of tools/viewer.
. "$SOURCE/tests/cli/lib.sh"
[ -n "$LIVE" ] || { echo "talus was built without the physics for live pages"; exit 77; }
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
chromium=$(command -v chromium || command -v chromium-browser) || { echo "Chromium is not installed"; exit 77; }
[ -d "$SOURCE/tools/viewer/node_modules/playwright-core" ] ||
    (cd "$SOURCE/tools/viewer" && npm ci --ignore-scripts --no-audit --no-fund >/dev/null 2>&1) ||
    { rm -rf "$SOURCE/tools/viewer/node_modules"; echo "the packages of tools/viewer can not be had"; exit 77; }
expect_exit 0 "$TALUS" run "$SOURCE/scenarios/kot.yaml" --rocks 100 --quiet --out kot
expect_exit 0 "$TALUS" report kot --live --rocks 4
echo "live page of kot: $(wc -c <kot/report.html) bytes"
[ "$(wc -c <kot/report.html)" -le 10000000 ] || fail "the page of kot is larger than 10 MB"
PATH=$(dirname "$TALUS"):$PATH node "$SOURCE/tests/wasm/browser.mjs" "$SOURCE/tools/viewer/package.json" "$chromium" "$work" ||
    fail "the page does not do what it should"
finish
