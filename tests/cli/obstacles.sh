#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Stems, walls, nets and dams from the scenario to the summary, layers, replay and merge.
. "$SOURCE/tests/cli/lib.sh"
scenario=$SOURCE/scenarios/protection.yaml

expect_exit 0 "$TALUS" check "$scenario"
expect_line out '^stems  *150 standing'
expect_line out '^wall 0  *masonry: 35.06 m long, 2.5 m high, 1 m wide'
expect_line out '^net 0  *fence: 35 m long, 4 m high, capacity 100 kJ'
expect_exit 2 "$TALUS" check "$scenario" --set walls.0.height_m=-1
expect_line err 'height_m: found .-1.'
expect_exit 2 "$TALUS" check "$scenario" \
    --set 'nets.0.line_m=[[140, 50], [140, 85], [140, 51]]' \
    --set 'walls.0.line_m=[[140, 15], [142, 50], [140, 15.1]]'
expect_line err "^--set:1:16: error: wall 'masonry' turns back by more than 150 degrees"

expect_exit 0 "$TALUS" run "$scenario" --rocks 60 --threads 1 --out all
expect_line out '^stems  *hit by [0-9]* rocks, impacts [0-9]*, broken [0-9]*'
expect_line out '^net  *fence: overtopped [0-9]*, caught [0-9]*, passed [0-9]*'
holds "$(value_of all energy.worst_ledger_residual_rel) <= 1e-10"
holds "$(value_of all energy.worst_percussion_gain_rel) <= 1e-9"
holds "$(value_of all stems.impacts) >= $(value_of all stems.broken)"
holds "$(value_of all stems.broken) > 0 && $(value_of all stems.energy_kj) > 0"
# the fence catches some 20 of 1000 rocks
expect_exit 0 "$TALUS" run "$scenario" --rocks 300 --out many --quiet
holds "$(value_of many outcomes.caught) > 0"
grep -q '"walls": \[' all/summary.json || fail "no walls in the summary"
for layer in walls nets; do
    grep -q "$layer" all/results.gpkg || fail "no layer $layer"
done

# dams: what was asked for, what the cells carry, what rocks did there; in summary, layers and merge
dam='terrain.dams=[{name: bank, line_m: [[120, 15], [120, 85]], height_m: 6, crest_width_m: 1, face_slope_deg: 75}]'
expect_exit 0 "$TALUS" check "$scenario" --set "$dam"
expect_line out '^dam 0  *bank: 70 m long, 6 m high, crest 1 m, faces of 75 deg'
expect_line out '^  *the cells carry [0-9.]* m and [0-9.]* deg'
expect_line err "warning: dam 'bank': faces of 75 degrees and a height of 6 m are asked for, the cells of"
expect_exit 0 "$TALUS" run "$scenario" --rocks 60 --set "$dam" --out banked --set simulation.lost_share=1
expect_line out '^dam  *bank: reached by [1-9][0-9]* rocks, overtopped by [0-9]*, stopped [0-9]*'
grep -q '"dams": \[' banked/summary.json || fail "no dams in the summary"
grep -q dams banked/results.gpkg || fail "no layer dams"
for shard in 1 2; do
    expect_exit 0 "$TALUS" run "$scenario" --rocks 60 --set "$dam" --shard $shard/2 --out bank$shard --quiet \
        --set simulation.lost_share=1
done
expect_exit 0 "$TALUS" merge bank1 bank2 --out bank_merged --quiet
sed -n '/"dams"/,/\]/p' banked/summary.json >banked.txt
sed -n '/"dams"/,/\]/p' bank_merged/summary.json >bank_merged.txt
[ -s banked.txt ] && cmp -s banked.txt bank_merged.txt || fail "shards change the counts of dams"
expect_exit 0 "$TALUS" map banked -o banked.png
expect_exit 0 "$TALUS" map all -o all.png

# the same bits however it is run
expect_exit 0 "$TALUS" run "$scenario" --rocks 60 --threads 3 --out three --quiet
[ "$(hash_of all)" = "$(hash_of three)" ] || fail "threads change the hash"
for shard in 1 2; do
    expect_exit 0 "$TALUS" run "$scenario" --rocks 60 --shard $shard/2 --out part$shard --quiet
done
expect_exit 0 "$TALUS" merge part1 part2 --out merged --quiet
[ "$(hash_of all)" = "$(hash_of merged)" ] || fail "shards change the hash"
sed -n '/"stems"/,/"dem"/p' all/summary.json >all.txt
sed -n '/"stems"/,/"dem"/p' merged/summary.json >merged.txt
[ -s all.txt ] && cmp -s all.txt merged.txt || fail "shards change the counts of obstacles"
expect_exit 0 "$TALUS" replay all --rock 3
expect_line err 'impacts on stems'

# less protection, longer ways
expect_exit 0 "$TALUS" run "$scenario" --rocks 60 --set nets=[] --set walls=[] --out open --quiet
holds "$(value_of open final.runout_m.mean) > $(value_of all final.runout_m.mean)"
[ -z "$(value_of open nets)" ] || fail "nets without nets"
finish
