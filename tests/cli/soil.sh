#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compactable soil from the scenario to the summary and the replay.
. "$SOURCE/tests/cli/lib.sh"
scenario=$SOURCE/scenarios/soil_plane.yaml

expect_exit 0 "$TALUS" check "$scenario" --set ground.0.soil.rotational=0.5
expect_line out 'soil: modulus 15 MN/m2, drag number 1 + 1.5, 1700 kg/m3, rotational drag x 0.5, rolling x 0$'
expect_exit 0 "$TALUS" run "$scenario" --rocks 10 --set terrain.detection=two_way --out two_way
holds "$(value_of two_way soil.scars) > 100"
holds "$(value_of two_way energy.worst_ledger_residual_rel) <= 1e-12"

expect_exit 0 "$TALUS" run "$scenario" --rocks 10 --set simulation.lost_share=0.5 --out soft
expect_line out '^soil  *scars '
expect_exit 0 "$TALUS" run "$scenario" --rocks 10 --set simulation.lost_share=0.5 --set 'ground.0={preset: hard}' --out hard
[ -z "$(value_of hard soil.scars)" ] || fail "scars without soil"
# measured 0.204 m deep; energy 75 kJ against 103 kJ
holds "$(value_of soft soil.deepest_scar_m) > 0.1 && $(value_of soft soil.deepest_scar_m) < 0.3"
holds "$(value_of soft soil.scars) > 100 && $(value_of soft soil.longest_scar_m) > 1"
holds "$(value_of soft energy.worst_ledger_residual_rel) <= 1e-12"
holds "$(value_of soft pooled.kinetic_energy_kj.mean) < 0.9 * $(value_of hard pooled.kinetic_energy_kj.mean)"

# the log has the layer step by step: as many steps in it as the record says
expect_exit 0 "$TALUS" replay soft --rock 3 --log log.csv
steps=$(sed -n 's/^[0-9]* scars, \([0-9]*\) steps in the soil.*/\1/p' err)
head -n 1 log.csv | grep -q ',scar_depth_m,immersed_area_m2$' || fail "CSV header"
counted=$(awk -F, 'NR > 1 && $(NF - 1) > 0 { n++ } END { print n }' log.csv)
[ "$counted" = "$steps" ] || fail "$counted steps with a scar depth, the record has $steps"
awk -F, 'NR > 1 && $NF > 0 && $(NF - 1) == 0 { exit 1 }' log.csv || fail "immersed outside the soil"
finish
