#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The documents as a site: built without a warning, from a copy of the sources; every page of docs/ is in it and in the
# search, no page loads anything from elsewhere, and in Chromium the search finds how-tos by their words (search.mjs).
# Needs SOURCE and TALUS_TEST_TMP; skipped without mkdocs or doxygen, the search without node or Chromium.
set -eu
command -v mkdocs >/dev/null 2>&1 && command -v doxygen >/dev/null 2>&1 || { echo "no mkdocs or doxygen: skipped"; exit 77; }
work=${TALUS_TEST_TMP:-/tmp}/site
rm -rf "$work"
mkdir -p "$work"
cd "$SOURCE"
cp -r README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff LICENSE docs scenarios terrain include "$work"
mkdir -p "$work/tools" "$work/tests" "$work/src/io/products"
cp -r tools/site tools/container tools/packages.sh "$work/tools"
cp -r tests/example "$work/tests"
mkdir -p "$work/tests/data/reference"
cp tests/data/reference/README.md "$work/tests/data/reference"
cp src/io/products/observed.def "$work/src/io/products"
cd "$work"
tools/site/build
for page in docs/*.md; do
    name=docs/$(basename "$page" .md).html
    [ -s "build/site/$name" ] || { echo "no page $name" >&2; exit 1; }
    grep -q "\"location\":\"$name" build/site/search/search_index.json || { echo "no $name in the search" >&2; exit 1; }
    grep -q "docs/$(basename "$page")" tools/site/mkdocs.yml || { echo "$page is not in the list of mkdocs.yml" >&2; exit 1; }
done
if grep -l -E '<(script|img|link)[^>]*(src|href)="?https?://' -r build/site --include='*.html' |
    xargs -r grep -l -E '<(script|img)[^>]*src="?https?://|<link[^>]*rel="?stylesheet[^>]*href="?https?://' | grep .; then
    echo "these pages load something from elsewhere" >&2
    exit 1
fi

chromium=$(command -v chromium || command -v chromium-browser) && command -v node >/dev/null 2>&1 ||
    { echo "no Chromium or node: the search is not tried"; exit 0; }
[ -d "$SOURCE/tools/viewer/node_modules/playwright-core" ] ||
    (cd "$SOURCE/tools/viewer" && npm ci --ignore-scripts --no-audit --no-fund >/dev/null 2>&1) ||
    { rm -rf "$SOURCE/tools/viewer/node_modules"; echo "the packages of tools/viewer can not be had: the search is not tried"; exit 0; }
node "$SOURCE/tests/site/search.mjs" "$SOURCE/tools/viewer/package.json" "$chromium" "$work/build/site"
