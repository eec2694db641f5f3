#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A report and a live page in Firefox, from files: the 3D view without a word in the console, dropped rocks and
# those of the scenario with the program's hashes.
# Exit code 77 = skipped: no live pages, no node, no Firefox or no Xvfb.
. "$SOURCE/tests/cli/lib.sh"
[ -n "$LIVE" ] || { echo "talus was built without the physics for live pages"; exit 77; }
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
firefox=$(command -v firefox-esr || command -v firefox) || { echo "Firefox is not installed"; exit 77; }
command -v xvfb-run >/dev/null || { echo "xvfb-run is not installed"; exit 77; }
expect_exit 0 "$TALUS" run "$SOURCE/scenarios/kot.yaml" --rocks 100 --quiet --out kot
expect_exit 0 "$TALUS" report kot --rocks 4 -o kot/plain.html
expect_exit 0 "$TALUS" report kot --live --rocks 4
PATH=$(dirname "$TALUS"):$PATH xvfb-run -a -s '-screen 0 1400x1000x24' \
    node "$SOURCE/tests/wasm/firefox.mjs" "$SOURCE/tests/viewer/marionette.mjs" "$firefox" "$work" ||
    fail "the pages do not do what they should"
finish
