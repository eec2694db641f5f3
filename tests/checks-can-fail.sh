#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The source checks find what they are for: a small wrong tree per rule.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
tree=$(mktemp -d "${TALUS_TEST_TMP:-/tmp}/checks.XXXXXX")
trap 'rm -rf "$tree"' EXIT

start_tree() {
    rm -rf "$tree/src" "$tree/include"
    mkdir -p "$tree/src/base" "$tree/src/math" "$tree/src/output" "$tree/src/study" \
        "$tree/include/talus"
    printf 'set(TALUS_RANK_%s)\n' 'base 0' 'math 1' 'ensemble 8' 'output 9' \
        'study 10' >"$tree/CMakeLists.txt"
    echo '#include "talus/base.h"' >"$tree/include/talus/math.h"
    echo '#include "talus/math.h"' >"$tree/src/math/a.c"
}

# expect RESULT CHECK: the check passes (0) or fails (1) on the tree
expect() {
    result=0
    sh "$source/$2" "$tree" >"$tree/log" 2>&1 || result=$?
    if [ "$result" -ne "$1" ]; then
        echo "$2: exit $result, expected $1, with"
        cat "$tree/src/"*/* "$tree/log"
        exit 1
    fi
}

start_tree
expect 0 tools/check-layers
for line in '"math/linalg.h"' '"talus/math.h"' '"linalg.h"' '"other/x.h"' '<gdal.h>' '<cairo.h>' '<mpi.h>'; do
    start_tree
    echo "#include $line" >"$tree/src/base/b.c"
    expect 1 tools/check-layers
done
start_tree
echo '#include "math/linalg.h"' >"$tree/include/talus/math.h"
expect 1 tools/check-layers
start_tree
yes '// line' | head -n 401 >"$tree/include/talus/base.h"
expect 1 tools/check-layers

start_tree
echo 'double y = talus_sin(x) + t->exp(x); // sin(x)' >"$tree/src/math/a.c"
echo 'double y = sin(x);' >"$tree/src/output/o.c"
echo 'double y = sin(x);' >"$tree/src/study/statistics_tests.c"
expect 0 tests/check-libm.sh
for call in 'sin(x)' '2.0*pow(x, 2.0)' '(fma(x, x, x))' 'hypotl (x, x)' 'expf(x)' 'log1p(x)'; do
    start_tree
    echo "double y = $call;" >"$tree/src/math/a.c"
    expect 1 tests/check-libm.sh
done
start_tree
echo 'double y = sin(x);' >"$tree/src/study/spin.c"
expect 1 tests/check-libm.sh
