#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Raster layers by group, name and threshold: they change no rock, shards add up to the same bytes,
# layers that are no longer wanted go, wrong ones are told.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

run() {
    expect_exit 0 "$TALUS" run plane.yaml --rocks 12 --quiet "$@"
}
all='outputs.layers=all'
over='outputs.exceedance={kinetic_energy_kj: [1, 30], jump_height_m: [0.05]}'

run --out plain
[ "$(ls plain/*.tif | wc -l)" -eq 28 ] || fail "$(ls plain/*.tif | wc -l) rasters by default"
run --out whole --set "$all" --set "$over"
[ "$(ls whole/*.tif | wc -l)" -eq 97 ] || fail "$(ls whole/*.tif | wc -l) rasters of all"
[ "$(ls whole/*.qml | wc -l)" -eq 96 ] || fail "$(ls whole/*.qml | wc -l) styles of all"
[ "$(hash_of plain)" = "$(hash_of whole)" ] || fail "layers change the rocks"
for raster in plain/*.tif; do
    cmp "$raster" "whole/${raster#plain/}" || fail "other bytes beside further layers"
done
expect_line whole/summary.json '"kinetic_energy_exceeds_30_kj"'
expect_line whole/scenario.yaml 'kinetic_energy_kj: \[1, 30\]'
expect_exit 0 "$TALUS" map whole --layer jump_height_exceeds_0.05_m --width 400 -o jump.png
[ -s jump.png ] || fail "no map of an exceedance"

# shards add up, also what is only kept on request
some='outputs.layers=[momentum_p95, rotational_energy_mean, spin_p50_se, impacts, forest_energy,
    first_arrival_time, reach_angle, reach_angle_min, deposited_volume, reach_probability_low]'
for shard in 1 2; do
    run --out "shard$shard" --shard "$shard/2" --set "$some" --set "$over"
done
expect_exit 0 "$TALUS" merge shard1 shard2 --out merged --quiet
for raster in merged/*.tif; do
    cmp "$raster" "whole/${raster#merged/}" || fail "merged"
done
expect_exit 2 "$TALUS" run plane.yaml --rocks 12 --quiet --out shard1 --shard 1/2 --resume
expect_line err 'statistics cells or recorded rocks'

# groups and names; what is not wanted any more goes
run --out whole --set 'outputs.layers=[error, momentum_p95]'
[ "$(ls whole/*.tif | wc -l)" -eq 21 ] || fail "$(ls whole/*.tif | wc -l) rasters of errors and one"
[ -e whole/momentum_p95.tif ] || fail "no momentum"
[ -e whole/kinetic_energy_exceeds_30_kj.qml ] && fail "a style of an earlier run is left"

check() {
    expect_exit 2 "$TALUS" check plane.yaml --set "$1"
    expect_line err "$2"
}
check 'outputs.layers=[standrd]' "did you mean 'standard'"
check 'outputs.layers={standard: 1}' 'layers: found'
check 'outputs.exceedance={kinetic_energy_kj: [-3]}' 'kinetic_energy_kj: found'
check 'outputs.exceedance={kinetic_energy_kj: 30}' 'kinetic_energy_kj: found'
check 'outputs.exceedance={kinetic_energy_j: [30]}' "kinetic_energy_kj"
check 'outputs.exceedance={jump_height_m: [.nan]}' 'jump_height_m: found'
check 'outputs.exceedance=30' 'exceedance: expected keys'
expect_exit 2 "$TALUS" map plain --layer speed_exceeds_3_m -o nothing.png
expect_line err 'no layer "speed_exceeds_3_m"'
finish
