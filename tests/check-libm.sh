#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What reaches a physics result has the same bits on every processor: no room of these wings calls libm
# beyond sqrt, fabs, floor and their exact like: check-libm.sh [ROOT]
# Inference from results (intervals, tests, fits) is left out; it rests on GSL.
set -eu
cd "${1:-$(dirname "$0")/..}"

functions='a?sinh?|a?cosh?|a?tanh?|atan2|sincos|expm?1?|exp2|exp10|log|log1p|log2|log10|logb|pow'
functions="$functions|hypot|fma|cbrt|erfc?|[tl]gamma|gamma|j[01n]|y[01n]"
# the wings whose numbers reach results; io/raster makes the DEM of a run
rooms='src/foundation/* src/physics/* src/runs/* src/io/raster src/studies/study src/lab/* tools/cases/*'

status=0
for room in $rooms; do
    for file in "$room"/*.[ch]; do
        case $file in
        src/foundation/statistics/statistics*.c | src/lab/fragility/rocking_fits.c | \
            src/lab/fragility/rocking_clusters.c | src/lab/fragility/rocking_fragility.c | src/lab/commands/* | tools/cases/program/*) continue ;;
        esac
        [ -e "$file" ] || continue
        # without strings and comments; a name that is part of a longer one is another name
        found=$(sed -e 's/"[^"]*"//g' -e 's|//.*||' -e 's|/\*.*\*/||g' "$file" |
            grep -nE "(^|[^A-Za-z0-9_.>])($functions)[fl]?[[:space:]]*\(" || true)
        if [ -n "$found" ]; then
            echo "$found" | sed "s|^|$file:|"
            status=1
        fi
    done
done
[ "$status" -eq 0 ] || echo "use talus_sin, talus_cos, talus_atan, talus_exp, talus_log"
exit "$status"
