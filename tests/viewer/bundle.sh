#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The committed page of talus report is what its sources and lock file make, byte for byte.
# Exit code 77 = skipped: there is no node, or its packages can not be had.
set -eu
cd "$SOURCE/tools/viewer"
command -v node >/dev/null && command -v npm >/dev/null || { echo "node or npm is not installed"; exit 77; }
[ -d node_modules ] || npm ci --ignore-scripts --no-audit --no-fund >/dev/null 2>&1 || {
    rm -rf node_modules
    echo "the packages of tools/viewer can not be had"
    exit 77
}
grep -q '"resolved"' package-lock.json && { echo "the lock file names a registry"; exit 1; }
made=${TALUS_TEST_TMP:-/tmp}/viewer
rm -rf "$made"
mkdir -p "$made"
./build "$made/viewer.html"
for file in viewer.html LICENSES.txt; do
    cmp "$made/$file" "dist/$file" || { echo "run tools/viewer/build and commit tools/viewer/dist"; exit 1; }
done
