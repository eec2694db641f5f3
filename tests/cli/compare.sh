#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus compare: files and tables, the same bits for any number of threads, variants that are the runs
# they stand for, bad input, interruption.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# compare DIRECTORY OPTION...
compare() {
    directory=$1
    shift
    expect_exit 0 "$TALUS" compare plane.yaml --schemes explicit,midpoint --rocks 12 \
        --out "$directory" "$@"
}

compare one --threads 1 --rock 3
cp out one.table
for file in comparison.json rocks.csv motion.svg profile.svg distributions.svg spread.svg \
    axis_shares.svg ratios.svg envelope_midpoint.png difference_midpoint_reach_probability.tif \
    difference_midpoint_kinetic_energy_p95.tif difference_midpoint_jump_height_p95.tif; do
    [ -s "one/$file" ] || fail "no $file"
done
[ -e one/PARTIAL ] && fail "a whole comparison is marked partial"
expect_line one.table '^plane: 12 rocks, 2 of 2 variants, seed 7, reference explicit$'
expect_line one.table '^ratios to explicit with 95 % confidence intervals$'
expect_line one.table '^midpoint  *[0-9.]* \[[0-9.]*, [0-9.]*\]'
expect_line one.table '^midpoint minus explicit, 12 pairs$'
expect_line one/comparison.json '^  "reference": "explicit"'
[ "$(wc -l <one/rocks.csv)" -eq 25 ] || fail "rocks.csv has $(wc -l <one/rocks.csv) lines"

# all but the computing time is the same for other threads
compare three --threads 3 --rock 3
for directory in one three; do
    sed '/"timing": {/,/}/d' $directory/comparison.json >$directory.json
    (cd $directory && ls ./*.svg ./*.csv ./*.tif ./*.png) >files
done
cmp one.json three.json || fail "comparison.json depends on threads"
while read -r file; do
    cmp "one/$file" "three/$file" || fail "$file depends on threads"
done <files

# a variant is the run of that scheme, and its stored scenario runs again
expect_exit 0 "$TALUS" run plane.yaml --rocks 12 --scheme explicit --out run --quiet
[ "$(hash_of one/explicit)" = "$(hash_of run)" ] || fail "the variant explicit is another run"
expect_exit 0 "$TALUS" run one/midpoint/scenario.yaml --out again --quiet
[ "$(hash_of one/midpoint)" = "$(hash_of again)" ] || fail "the stored scenario is another run"
[ "$(hash_of run)" = "$(hash_of again)" ] && fail "both schemes give the same rocks"

# time steps, and the default directory
expect_exit 0 "$TALUS" compare plane.yaml --schemes midpoint --time-steps 0.004,0.002,0.001 \
    --rocks 12 --out steps --quiet
[ -s out ] || [ -s err ] && fail "--quiet is not quiet: $(cat out err)"
[ -s steps/midpoint_4ms/summary.json ] || fail "no variant midpoint_4ms"
[ -s steps/envelope_midpoint_1ms.png ] || fail "no map of midpoint_1ms"
[ "$(hash_of steps/midpoint_2ms)" = "$(hash_of one/midpoint)" ] || fail "2 ms is not the default"
expect_exit 0 "$TALUS" compare plane.yaml --rocks 3 --quiet --set outputs.dir=results
[ -s results/compare/comparison.json ] || fail "no comparison.json in the default directory"

# bad input
expect_exit 1 "$TALUS" compare plane.yaml --out bad --schemes explicit,midpont
expect_line err '"midpont" is not one of .*did you mean midpoint'
expect_exit 1 "$TALUS" compare plane.yaml --out bad --schemes midpoint
expect_line err '1 variant, expected at least two'
expect_exit 1 "$TALUS" compare plane.yaml --out bad --schemes midpoint,explicit,midpoint
expect_line err 'a scheme is given twice'
expect_exit 1 "$TALUS" compare plane.yaml --out bad --time-steps 0.002,0.0020
expect_line err 'given twice'
for steps in 0 -0.002 0.002, 1e999 2ms nan; do
    expect_exit 1 "$TALUS" compare plane.yaml --out bad --time-steps "$steps"
    expect_line err 'expected numbers > 0 in seconds'
done
# what a scenario refuses, before anything runs
expect_exit 2 "$TALUS" compare plane.yaml --out bad --time-steps 0.002,0.2,0.001
expect_line err "time_step_s: found '0.2.*', expected a number in s above 0 and at most 0.1"
expect_exit 2 "$TALUS" compare plane.yaml --out bad --time-steps 0.002,0.02 --set ground.0.drag_1_s=150
expect_line err 'time_step_s: 0.02 s is too long for a drag of'
expect_exit 1 "$TALUS" compare plane.yaml --out bad --rocks 12 --rock 12
expect_line err 'found 12, but the scenario has rocks 0 to 11'
expect_exit 1 "$TALUS" compare plane.yaml --out bad --envelope 1.5
expect_line err 'expected a probability above 0, up to 1'
expect_exit 1 "$TALUS" compare plane.yaml --out bad --envelope kinetic_energie_max
expect_line err 'found "kinetic_energie_max", expected a probability, a raster layer'
for value in 'kinetic_energy_max=' kinetic_energy_max=-3 =3 kinetic_energy_max=x; do
    expect_exit 1 "$TALUS" compare plane.yaml --out bad --envelope "$value"
    expect_line err 'LAYER=VALUE with a value above 0'
done
expect_exit 2 "$TALUS" compare missing.yaml --out bad
[ -e bad ] && fail "bad input leaves a directory"
echo >file
expect_exit 3 "$TALUS" compare plane.yaml --rocks 3 --out file/below
[ -d file ] && fail "a file became a directory"

# any layer below the outline of what a variant reaches, or of where it has a value; a raster that is not
# otherwise written is there then
for layer in kinetic_energy_max rotational_energy_p95 kinetic_energy_max=20; do
    expect_exit 0 "$TALUS" compare plane.yaml --schemes midpoint,explicit --rocks 6 --envelope $layer --out layer_$layer \
        --quiet
    for scheme in midpoint explicit; do
        [ -s "layer_$layer/$scheme/${layer%=*}.tif" ] || fail "no ${layer%=*}.tif of $scheme"
    done
    [ -s "layer_$layer/envelope_explicit.png" ] || fail "no map of $layer"
done
cmp -s layer_kinetic_energy_max/envelope_explicit.png layer_kinetic_energy_max=20/envelope_explicit.png &&
    fail "the outline of 20 kJ is that of all that is reached"

# what is done before Ctrl-C is written and marked
expect_interrupted INT partial/unfinished.part "$TALUS" compare plane.yaml --schemes explicit,midpoint --rocks 1000000 \
    --set outputs.trajectories=10 --out partial
expect_line err 'interrupted'
[ -e partial/PARTIAL ] || fail "no PARTIAL"
expect_line partial/comparison.json '"partial": *true'
[ -e partial/explicit/PARTIAL ] || fail "no PARTIAL in the variant"
compare partial
[ -e partial/PARTIAL ] && fail "PARTIAL after a whole comparison"
finish
