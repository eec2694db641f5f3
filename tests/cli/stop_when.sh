#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# stop_when: the run ends when it is precise enough, with the same files for any number of threads;
# exit code 4 when its rocks do not suffice; what makes no sense is refused with its place.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
{
    cat plane.yaml
    echo 'screens:'
    echo '  - {name: foot, line_m: [[500000, 5200085], [500150, 5200085]]}'
    echo 'stop_when: {reach_halfwidth: 0.04, cell_share: 0.95, screen_energy_error: 0.2, first_rocks: 60}'
} >stop.yaml

for threads in 1 3; do
    expect_exit 0 "$TALUS" run stop.yaml --rocks 1000 --threads $threads --out t$threads
    expect_line out '^precision  *reached after [0-9]* rounds, [0-9]* rocks; reach probability within +-0.04 in [91][5-90]'
done
rocks=$(value_of t1 rocks)
holds "$rocks < 1000 && $rocks > 60 && $(value_of t1 rocks_requested) == 1000"
[ "$(value_of t1 stop_when.is_precise)" = true ] || fail "not precise"
[ "$(hash_of t1)" = "$(hash_of t3)" ] || fail "threads choose rocks"
for file in convergence.csv convergence.svg screens.csv reach_probability.tif results.gpkg; do
    cmp "t1/$file" "t3/$file" || fail "$file depends on threads"
done
head -n 1 t1/convergence.csv >head
expect_text head 'rocks,cell_share,reach_halfwidth,screen_energy_error,screen_height_error,decided_share'
[ "$(tail -n 1 t1/convergence.csv | cut -d , -f 1)" = "$rocks" ] || fail "the last look is not at the end"

# a share of decided zones
{
    cat plane.yaml
    echo "hazard: {rules: $SOURCE/scenarios/rules/france.yaml}"
    echo 'stop_when: {decided_share: 0.2, first_rocks: 60}'
} >zones.yaml
cat >rules.yaml <<EOF
title: often
source: made up for this test
basis: reach_probability
classes: [{name: any, from_kj: 0}, {name: strong, from_kj: 30}]
zones: [{name: low}, {name: high}]
matrix: [{reach_probability: 0.2, intensity: any, zone: low},
         {reach_probability: 0.2, intensity: strong, zone: high}]
EOF
expect_exit 0 "$TALUS" run zones.yaml --set hazard.rules=rules.yaml --set stop_when.decided_share=0.7 \
    --rocks 2000 --out decided
expect_line out '^precision  *reached .* zones decided in [7-9][0-9.]* % of the reached cells (asked: 70 %)'
expect_line out '^zones  *[0-9]* cells are reached ([0-9.]* ha): [7-9][0-9.]* % decided'
holds "$(value_of decided rocks) < 2000 && $(value_of decided hazard.cells.decided_share) >= 0.7"
expect_exit 4 "$TALUS" run zones.yaml --set stop_when.decided_share=1 --rocks 100 --out open
expect_line out '^precision  *not reached'
expect_exit 2 "$TALUS" run zones.yaml --set hazard.rules="$SOURCE/scenarios/rules/austria.yaml" --out wrong
expect_line err "decided_share: no zones and no intensities are made: the rules"
expect_exit 2 "$TALUS" run plane.yaml --set stop_when.decided_share=0.5 --out wrong
expect_line err 'decided_share: found no zones that could be decided'
expect_exit 2 "$TALUS" run zones.yaml --set stop_when.decided_share=1.5 --out wrong
expect_line err 'decided_share'

# too few rocks: whole results, and exit code 4
expect_exit 4 "$TALUS" run stop.yaml --rocks 80 --out few
expect_line out '^precision  *not reached after'
[ "$(value_of few rocks)" = 80 ] || fail "rocks were left"
[ "$(value_of few stop_when.is_precise)" = false ] || fail "precise with 80 rocks"
[ -e few/PARTIAL ] && fail "the results are complete"

# a run without it leaves nothing of it
expect_exit 0 "$TALUS" run plane.yaml --quiet --out few
[ -e few/convergence.csv ] && fail "convergence.csv of an earlier run"
grep -q stop_when few/summary.json && fail "stop_when in the summary of a run without it"

expect_exit 2 "$TALUS" run stop.yaml --shard 1/2 --out shard
expect_line err 'a shard of a run that ends when it is precise enough'
expect_exit 2 "$TALUS" run plane.yaml --set 'stop_when.screen_energy_error=0.1' --out wrong
expect_line err 'stop_when: an error at screens is asked for, but there are no screens'
expect_exit 2 "$TALUS" run plane.yaml --set 'stop_when={first_rocks: 10}' --out wrong
expect_line err 'stop_when: found nothing to be precise about'
for bad in reach_halfwidth=0.5 reach_halfwidth=0 reach_halfwidth=x cell_share=1.5 first_rocks=0 \
    rare_crossing=-1 screen_energy_error=-0.1 reach_width=0.1; do
    expect_exit 2 "$TALUS" run stop.yaml --set "stop_when.$bad" --out wrong
    expect_line err "${bad%%=*}"
done
[ -e wrong ] && fail "bad input leaves a directory"
finish
