#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus schema: what it prints, and the page, the JSON Schema and the shipped scenarios against it.
. "$SOURCE/tests/cli/lib.sh"

expect_exit 0 "$TALUS" schema simulation.time_step_s
expect_line out '^simulation.time_step_s: above 0, up to 0.1 (s); default: 0.002$'
expect_line out '^    affects results$'
expect_exit 0 "$TALUS" schema releases.0.rocks_per_cell
expect_line out '^    needs one of: slope_above_deg, slope_preset, slope_by_cell, raster$'
expect_exit 0 "$TALUS" schema
[ "$(grep -c '^[a-z]' out)" -ge 200 ] || fail "found few keys: $(grep -c '^[a-z]' out)"
expect_exit 2 "$TALUS" schema simulation.time_stp_s
expect_line err "found 'simulation.time_stp_s', expected a key of a scenario"
expect_exit 0 "$TALUS" schema --rules design.percentile
expect_line out '^design.percentile: 50 to 99.9; default: 95$'
expect_exit 2 "$TALUS" schema --rules releases
expect_line err "found 'releases', expected a key of a rule pack"
expect_exit 0 "$TALUS_LAB" schema block.depth_m
expect_line out '^block.depth_m: -1000 to 1000 (m); default: width$'
expect_exit 2 "$TALUS_LAB" schema blok
expect_line err "found 'blok', expected a key of a scenario of a rocking block"
expect_exit 0 "$TALUS" schema --rules --json
python3 -m json.tool out >/dev/null || fail "talus schema --rules --json prints no JSON"
expect_exit 0 "$TALUS_LAB" schema --json
python3 -m json.tool out >/dev/null || fail "talus-lab schema --json prints no JSON"
expect_exit 1 "$TALUS" schema --json --markdown
expect_line err 'expected one of them'

# the page and the JSON Schema are what the program says
sh "$SOURCE/tools/schema-tables" "$TALUS" >difference 2>&1 || fail "$(head -n 30 difference)"

# every shipped scenario is valid by the JSON Schema, what the program refuses is not
if python3 -c 'import jsonschema, yaml' 2>/dev/null; then
    python3 "$SOURCE/tests/cli/schema_check.py" "$SOURCE" >out 2>&1 || fail "$(cat out)"
else
    echo "without python3-jsonschema and python3-yaml the shipped scenarios are not validated"
fi
# presets with what a slope of them looks like
expect_exit 0 "$TALUS" schema ground.preset
expect_line out 'medium_hard: coarse scree'
expect_line out 'beside it: RAMMS extra soft; Rockyfor3D 0'
finish
