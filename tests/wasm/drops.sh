#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rocks dropped in node: each is that of the command which the page prints, run by sh. Every ground, every
# shape, a given attitude, another scheme, names that a shell could trip over, scenarios with frequencies,
# fragments and an own rock per hull; requests that are wrong.
# Exit code 77 = skipped: there is no node, or talus has no live pages.
. "$SOURCE/tests/cli/lib.sh"
[ -n "$LIVE" ] || { echo "talus was built without the physics for live pages"; exit 77; }
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
made() {
    code=0
    "$TALUS" run "$@" --quiet >/dev/null 2>run.txt || code=$?
    [ "$code" -eq 0 ] || [ "$code" -eq 4 ] || { cat run.txt; fail "talus run $* ends with $code"; }
}
made "$SOURCE/scenarios/plane.yaml" --rocks 2 --out plane
made "$SOURCE/scenarios/kot_hazard.yaml" --rocks 4 --out hazard
cat >odd.yaml <<END
terrain: {dem: $SOURCE/terrain/plane/plane.tif}
ground: [{preset: hard}]
rocks:
  - {name: "it's a \"rock\", \$HOME", shape: equant, size_m: [1, 1, 1], share: 1,
     volume_m3: {distribution: uniform, min: 0.1, max: 2}}
  - {name: hulls, shape: hull, points: 20, size_m: [1, 0.8, 0.7], share: 1}
releases: [{box_m: [10, 30, 20, 70], rocks: 3, spin_rad_s: [1, 2, 3], spin_axes: world, velocity_m_s: [2, 0, 0]}]
fragmentation: {law: rockgis, area_ratio: 0.3}
END
made odd.yaml --out odd
for name in plane hazard odd; do
    expect_exit 0 "$TALUS" report "$name" --live --rocks 0
done
# what cannot be live
expect_exit 0 "$TALUS" run "$SOURCE/scenarios/plane.yaml" --rocks 2 --quiet --out large --set terrain.memory_mb=1 \
    --set terrain.roughness.refine=16
expect_exit 2 "$TALUS" report large --live
expect_line err "live page holds the terrain in memory"
[ ! -e large/report.html ] || fail "a page was left behind"
# a page without --live has nothing of it
expect_exit 0 "$TALUS" report plane --rocks 0 --out bare.html
! grep -q 'live:wasm' bare.html || fail "a page without --live holds the physics"
PATH=$(dirname "$TALUS"):$PATH node "$SOURCE/tests/wasm/drops.mjs" "$SOURCE/tools/wasm" "$work" ||
    fail "a rock of the module is another one"
finish
