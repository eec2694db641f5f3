#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Annual values and zones are of an object of a given width: the cell only says where they are asked for.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
rules=$SOURCE/scenarios/rules

expect_exit 0 "$TALUS_CASES" evaluate "$SOURCE/tests/data/reference/width.json"
cp out answers.json
python3 "$SOURCE/tests/cli/width_check.py" answers.json "$SOURCE/tests/data/reference/width.json" >report ||
    fail "reference cases are not met: $(cat report)"
sed 's/"bodies_hit":1/"bodies_hit":2/; s/"bodies_hit": 1/"bodies_hit": 2/' answers.json >wrong.json
python3 "$SOURCE/tests/cli/width_check.py" wrong.json "$SOURCE/tests/data/reference/width.json" >report &&
    fail "the judge cannot fail"

{
    sed 's/orientation: random}/orientation: random, frequency: {per_year: 2}}/' plane.yaml
    echo "hazard: {rules: $rules/switzerland.yaml}"
} >hazard.yaml

# area OUT MEMBER: m2 of the cells that are reached or decided
area() {
    python3 -c "import json, sys
cells = json.load(open(sys.argv[1] + '/hazard.json'))['cells']
print(cells['area_m2'] * cells[sys.argv[2]])" "$1" "$2"
}

# valued FILE CELL: m2 of the cells of a raster that have a value
valued() {
    "$TALUS" terrain info "$1" --assume-metres 2>/dev/null |
        awk -v cell="$2" '$1 == "missing" { print ($4 - $2) * cell * cell }'
}

# near A B SHARE: two numbers
near() {
    awk -v a="$1" -v b="$2" -v s="$3" 'BEGIN { d = a > b ? a - b : b - a; exit !(a > 0 && d <= s * a) }'
}

# the same rocks, zones of the same size, whatever the cell; rocks through a cell are another matter
for cell in 1 2 4; do
    expect_exit 0 "$TALUS" run hazard.yaml --rocks 200 --set outputs.cell_m=$cell --out c$cell --quiet
    reached=$(area c$cell reached)
    [ $cell = 1 ] && first=$reached
    near "$first" "$reached" 0.02 || fail "cells of $cell m: $reached m2 are reached, of 1 m: $first m2"
done
for layer in annual_frequency kinetic_energy_rp300; do
    near "$(valued c1/$layer.tif 1)" "$(valued c4/$layer.tif 4)" 0.03 || fail "$layer depends on the cell"
done
near "$(valued c1/kinetic_energy_p50.tif 1)" "$(valued c4/kinetic_energy_p50.tif 4)" 0.1 &&
    fail "rocks through a cell depend on it"
near "$(area c1 decided)" "$(area c4 decided)" 0.05 || fail "the decided area depends on the cell"

# whose width it is stands in hazard.json, and in the resolved scenario as a number
grep -q '"reference_width_m": 15' c1/hazard.json || fail "hazard.json does not tell the width"
grep -q '"reference_width_from": "rules"' c1/hazard.json || fail "nor whose it is"
grep -q 'width_m: 15' c1/scenario.yaml || fail "the resolved scenario does not tell the width"
expect_exit 0 "$TALUS" check hazard.yaml --set hazard.width_m=30
expect_line out '^hazard .*30 m wide (of the scenario)'
expect_exit 0 "$TALUS" check hazard.yaml --set hazard.rules="$rules/norway.yaml"
expect_line out '^hazard .*30 m wide (of the rules)'
expect_exit 2 "$TALUS" check hazard.yaml --set hazard.width_m=0
expect_line err 'width_m'

# a wider object is hit more often, and states of another width do not mix
expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 --out wide1 --shard 1/2 --set hazard.width_m=30 --quiet
expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 --out narrow2 --shard 2/2 --quiet
expect_exit 2 "$TALUS" merge wide1 narrow2 --out mixed
expect_line err 'is of another campaign'
finish
