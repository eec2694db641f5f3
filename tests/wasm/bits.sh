#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rocks of scenarios in node: all of a run by the hash of the run, single ones step by step by their log.
# Terrains with classes and forest, soil, stems, walls, nets and dams, drawn parameters, an earthquake,
# every rotation scheme, both detections.
# Exit code 77 = skipped: there is no node, or talus has no live pages.
. "$SOURCE/tests/cli/lib.sh"
[ -n "$LIVE" ] || { echo "talus was built without the physics for live pages"; exit 77; }
command -v node >/dev/null || { echo "node is not installed"; exit 77; }

# case NAME SCENARIO ROCKS ARGUMENTS...
case_of() {
    name=$1 scenario=$2 rocks=$3
    shift 3
    code=0
    "$TALUS" run "$SOURCE/scenarios/$scenario.yaml" --rocks "$rocks" --quiet --out "$name" "$@" >/dev/null 2>"$name.txt" || code=$?
    [ "$code" -eq 0 ] || [ "$code" -eq 4 ] || { cat "$name.txt"; fail "$name ends with $code"; }
    expect_exit 0 "$TALUS" report "$name" --live --rocks 0
}
case_of kot kot 12
case_of kot-v1 kot-v1 12
case_of ramp ramp 20
case_of plane plane 20
case_of soil_plane soil_plane 20
case_of arzler arzler 6
case_of protection protection 20
case_of hazard kot_hazard 6
case_of earthquake earthquake 4
case_of two_way ramp 6 --set terrain.detection=two_way
for scheme in explicit midpoint exact midpoint-cayley midpoint+ algo-c1 rattle quaternion runge-kutta; do
    case_of "scheme $scheme" plane 12 --scheme "$scheme"
done
for name in kot soil_plane protection "scheme exact"; do
    expect_exit 0 "$TALUS" replay "$name" --rock 3 --log "$name.csv" --quiet
done
node "$SOURCE/tests/wasm/bits.mjs" "$SOURCE/tools/wasm/index.mjs" "$work" || fail "rocks of the module are others"
finish
