#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-cases evaluate: the reference cases to 1e-9; wrong files with file:line.
. "$SOURCE/tests/cli/lib.sh"

cases=$SOURCE/tests/data/reference/spin.json
expect_exit 0 "$TALUS_CASES" evaluate "$cases"
cp out answers.json
"$COMPARE_SPIN" answers.json "$cases" >report || fail "reference cases are not met"
cat report
# every scheme of the program answers
"$TALUS" run --help >help
schemes=$(tr -s ' \n' ' ' <help | sed 's/.*rotation scheme: \([^[]*\)\[.*/\1/' | tr -d ,)
for scheme in midpoint $schemes; do
    grep -q "\"$scheme\": {" answers.json || fail "no answer of $scheme"
done

# spin FILE KEY VALUE: one good case with one member replaced, or left out for ""
spin() {
    {
        printf '[\n  {"id": "a"'
        for member in 'inertia_kg_m2:[1, 2, 2.5]' 'omega0_rad_s:[1, 2, 3]' \
            'orientation0:[1, 0, 0, 0]' 'time_step_s:0.01' 'time_s:0.104'; do
            key=${member%%:*} value=${member#*:}
            [ "$key" = "$2" ] && value=$3
            [ -n "$value" ] && printf ',\n  "%s": %s' "$key" "$value"
        done
        printf '}\n]\n'
    } >"$1"
}

# a bare array; the time is rounded to whole steps
spin good.json none ""
expect_exit 0 "$TALUS_CASES" evaluate good.json
expect_line out '"steps": 10,'
expect_line out '"time_s": 0.1'

# a quaternion of any length is the same orientation
cp out unit
spin long.json orientation0 '[5, 0, 0, 0]'
expect_exit 0 "$TALUS_CASES" evaluate long.json
cmp -s out unit || fail "an orientation of length 5 gives another answer"

# no body has such moments, but they have an answer
spin thin.json inertia_kg_m2 '[1, 1, 5]'
expect_exit 0 "$TALUS_CASES" evaluate thin.json
expect_line out '"moments 1, 1, 5: no body has'
expect_line out '"exact": {'

refused() {
    spin "$1.json" "$2" "$3"
    expect_exit 0 "$TALUS_CASES" evaluate "$1.json"
    expect_line out "\"error\": \"$1.json:2: $4"
}
refused lost omega0_rad_s "" 'the input \\"omega0_rad_s\\" is missing'
refused flat inertia_kg_m2 '[1, 0, 1]' '\\"inertia_kg_m2\\" must hold three moments'
refused negative inertia_kg_m2 '[1, -2, 1]' '\\"inertia_kg_m2\\" must hold three moments'
refused short omega0_rad_s '[1, 2]' '\\"omega0_rad_s\\" must be an array of 3 finite numbers'
refused zero orientation0 '[0, 0, 0, 0]' '\\"orientation0\\" must be a quaternion'
refused still time_step_s 0 '\\"time_step_s\\" must be a number from'
refused past time_s -1 '\\"time_s\\" must be a number from'
refused endless time_s 1e9 '\\"time_s\\" is 1e+11 steps'
printf '{"cases": []}\n' >empty.json
expect_exit 2 "$TALUS_CASES" evaluate empty.json
expect_line err '^empty.json:1:[0-9]*: error: no cases found'
expect_exit 2 "$TALUS_CASES" evaluate absent.json
finish
