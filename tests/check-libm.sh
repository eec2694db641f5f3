#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What reaches a physics result has the same bits on every processor: up to the rank of ensemble, and
# in study, no module calls libm beyond sqrt, fabs, floor and their exact like: check-libm.sh [ROOT]
# Inference from results (intervals, tests, fits) is left out; it rests on GSL.
set -eu
cd "${1:-$(dirname "$0")/..}"

functions='a?sinh?|a?cosh?|a?tanh?|atan2|sincos|expm?1?|exp2|exp10|log|log1p|log2|log10|logb|pow'
functions="$functions|hypot|fma|cbrt|erfc?|[tl]gamma|gamma|j[01n]|y[01n]"
limit=$(sed -n 's/^set(TALUS_RANK_ensemble \([0-9]*\))$/\1/p' CMakeLists.txt)
modules=$(sed -n 's/^set(TALUS_RANK_\([a-z]*\) \([0-9]*\))$/\1 \2/p' CMakeLists.txt |
    awk -v limit="$limit" '$2 <= limit || $1 == "study" { print $1 }')
[ -n "$modules" ] || { echo "CMakeLists.txt: no ranks found"; exit 1; }

status=0
for module in $modules; do
    for file in src/"$module"/*.[ch]; do
        case $file in
        src/study/statistics*.c | src/study/rocking_fits.c | src/study/rocking_clusters.c | src/study/rocking_fragility.c) continue ;;
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
