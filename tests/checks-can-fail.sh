#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The source checks find what they are for: a small wrong tree per rule.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
tree=$(mktemp -d "${TALUS_TEST_TMP:-/tmp}/checks.XXXXXX")
trap 'rm -rf "$tree"' EXIT

start_tree() {
    rm -rf "$tree/src" "$tree/include"
    mkdir -p "$tree/src/foundation/base" "$tree/src/foundation/statistics" "$tree/src/physics/shape" \
        "$tree/src/io/chart" "$tree/src/studies/study" "$tree/src/lab/spin" "$tree/src/app/program" \
        "$tree/include/talus"
    printf 'set(TALUS_%s)\n' 'ROOMS_foundation base statistics' 'ROOMS_physics shape' 'ROOMS_io chart' \
        'ROOMS_studies study' 'ROOMS_lab spin' 'ROOMS_app program cli' 'RANK_base 0' 'RANK_statistics 1' \
        'RANK_shape 2' 'RANK_chart 12' 'RANK_study 18' 'RANK_lab_spin 23' 'RANK_cli 30' 'RANK_program 31' \
        'HEADERS_base base' 'HEADERS_shape shape' 'LIBRARY_shape libqhull' 'LIBRARY_chart cairo gdal mpi.h' \
        >"$tree/CMakeLists.txt"
    echo '#include "talus/base.h"' >"$tree/include/talus/shape.h"
    echo '#include "talus/shape.h"' >"$tree/src/physics/shape/a.c"
    printf '#include "%s"\n' talus/shape.h physics/shape/hull.h >"$tree/src/app/program/p.c"
}

# expect RESULT CHECK: the check passes (0) or fails (1) on the tree
expect() {
    result=0
    sh "$source/$2" "$tree" >"$tree/log" 2>&1 || result=$?
    if [ "$result" -ne "$1" ]; then
        echo "$2: exit $result, expected $1, with"
        cat "$tree/src/"*/*/* "$tree/log"
        exit 1
    fi
}

start_tree
expect 0 tools/check-layers
for line in '"physics/shape/hull.h"' '"talus/shape.h"' '"hull.h"' '"other/room/x.h"' '"foundation/base"' '<gdal.h>' \
    '<cairo.h>' '<mpi.h>'; do
    start_tree
    echo "#include $line" >"$tree/src/foundation/base/b.c"
    expect 1 tools/check-layers
done
start_tree
mkdir -p "$tree/src/app/cli"
echo '#include "lab/spin/spin.h"' >"$tree/src/app/cli/c.c"
expect 1 tools/check-layers
# the command line: public headers and what is listed, and nothing is listed in vain
start_tree
mkdir -p "$tree/src/app/cli"
echo '#include "talus/shape.h"' >"$tree/src/app/cli/c.c"
expect 0 tools/check-layers
echo '#include "physics/shape/hull.h"' >>"$tree/src/app/cli/c.c"
expect 1 tools/check-layers
mkdir -p "$tree/tools"
echo 'physics/shape/hull.h not public yet' >"$tree/tools/private-includes"
expect 0 tools/check-layers
echo '#include "talus/shape.h"' >"$tree/src/app/cli/c.c"
expect 1 tools/check-layers
rm "$tree/tools/private-includes"
start_tree
mkdir -p "$tree/src/physics/other"
echo '#include "talus/base.h"' >"$tree/src/physics/other/o.c"
expect 1 tools/check-layers
start_tree
echo '#include "physics/shape/hull.h"' >"$tree/include/talus/shape.h"
expect 1 tools/check-layers

start_tree
echo 'double y = talus_sin(x) + t->exp(x); // sin(x)' >"$tree/src/physics/shape/a.c"
echo 'double y = sin(x);' >"$tree/src/io/chart/o.c"
echo 'double y = sin(x);' >"$tree/src/foundation/statistics/statistics_tests.c"
expect 0 tests/check-libm.sh
for call in 'sin(x)' '2.0*pow(x, 2.0)' '(fma(x, x, x))' 'hypotl (x, x)' 'expf(x)' 'log1p(x)'; do
    start_tree
    echo "double y = $call;" >"$tree/src/physics/shape/a.c"
    expect 1 tests/check-libm.sh
done
start_tree
echo 'double y = sin(x);' >"$tree/src/lab/spin/spin.c"
expect 1 tests/check-libm.sh

# pages that point to files, headings and paths
mkdir -p "$tree/docs"
printf '# Page\n\n## One heading\n' >"$tree/docs/page.md"
echo '[page](docs/page.md#one-heading) and `docs/page.md`, `src/*/x.c`, [net](https://x.org/y)' >"$tree/README.md"
expect 0 tools/check-docs
for line in '[no](docs/none.md)' '[no](docs/page.md#other)' '`docs/none.md`'; do
    echo "$line" >"$tree/README.md"
    expect 1 tools/check-docs
done
# a list of columns that is not the one in the sources
mkdir -p "$tree/tools"
cp "$source/tools/column-tables" "$tree/tools"
printf '%s\n' '#define NET_COLUMNS(X) \' '    X(REAL, width_m, "m", "of " \' '      "it", row->width) \' \
    '    X(TEXT, name, NULL, NULL, row->name)' >"$tree/src/io/chart/n.c"
printf '<!-- columns: NET_COLUMNS of src/io/chart/n.c -->\n<!-- end of columns -->\n' >"$tree/docs/formats.md"
sh "$tree/tools/column-tables" >"$tree/log" && { echo "column-tables: passes without a table"; exit 1; }
sh "$tree/tools/column-tables" --fix && sh "$tree/tools/column-tables"
grep -qxF '* `width_m`: of it' "$tree/docs/formats.md"
sed 's/"m"/"km"/' "$tree/src/io/chart/n.c" >"$tree/log" && cp "$tree/log" "$tree/src/io/chart/n.c"
sh "$tree/tools/column-tables" >"$tree/log" && { echo "column-tables: passes with another unit"; exit 1; }

# two files that need each other, then one that needs another
start_tree
base=src/foundation/base
objects=$tree/build/CMakeFiles/talus_base.dir/$base
mkdir -p "$tree/tools" "$objects"
cp "$source/tools/check-layers" "$tree/tools"
echo 'int b(void); int a(void) { return b(); } int c(void) { return 1; }' >"$tree/$base/a.c"
clones='int c(void); static int own(void) { return c(); } static int (*find(void))(void) { return own; }
int b(void) __attribute__((ifunc("find")));' # as a function that is compiled for several processors
for body in 'int c(void); int b(void) { return c(); }' "$clones" 'int b(void) { return 1; }'; do
    echo "$body" >"$tree/$base/b.c"
    for file in a b; do
        cc -c -o "$objects/$file.c.o" "$tree/$base/$file.c"
    done
    result=0
    sh "$tree/tools/check-layers" --circles "$tree/build" >"$tree/log" || result=$?
    case $body in *c\(\)*) wanted=1 ;; *) wanted=0 ;; esac
    [ "$result" -eq "$wanted" ] || { echo "circles: exit $result, expected $wanted"; cat "$tree/log"; exit 1; }
done
