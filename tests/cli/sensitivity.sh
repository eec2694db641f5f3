#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus sensitivity: files and table, variants that are the runs they stand for, the same bits for any
# number of threads, bad input. And terrain.coarsen.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
cat >>plane.yaml <<'END'
forest: [{preset: dense}]
screens: [{name: foot, line_m: [[500000, 5200105], [500150, 5200105]]}]
END
# a coarser DEM has other true areas, but a study keeps the places of its rocks
sed -i 's/rocks: 40,/rocks: 40, weight: plan,/' plane.yaml

# sensitivity DIRECTORY OPTION...
sensitivity() {
    directory=$1
    shift
    expect_exit 0 "$TALUS" sensitivity plane.yaml --rocks 20 --out "$directory" "$@"
}

sensitivity one --threads 1
cp out one.table
for variant in dem_x2 dem_x4 step_half step_double detection ground_softer ground_harder \
    no_forest; do
    for file in $variant/summary.json change_${variant}_reach_probability.png \
        change_${variant}_kinetic_energy_p95.png difference_${variant}_reach_probability.tif; do
        [ -s "one/$file" ] || fail "no $file"
    done
done
for file in base/summary.json sensitivity.json comparison.json rocks.csv tornado.svg ratios.svg; do
    [ -s "one/$file" ] || fail "no $file"
done
[ -e one/PARTIAL ] && fail "a whole study is marked partial"
expect_line one.table '^plane: 20 rocks, 9 of 9 variants, seed 7$'
expect_line one.table '^run-out, mean (m)$'
expect_line one.table '^foot: E95 (kJ)$'
expect_line one.table '^  base  *[0-9.]*  *-  *-$'
expect_line one.table '^  no_forest  *[0-9.]*  *+[0-9.]* %  *\[+[0-9.]*, +[0-9.]*\] %$'
expect_line one/sensitivity.json '"terrain.coarsen": "4"'
expect_line one/sensitivity.json '"ground.0.preset": "soft"'
expect_line one/sensitivity.json '"forest": "\[\]"'
expect_line one/sensitivity.json '"metric": "screen.foot.height_p95_m"'
[ "$(wc -l <one/rocks.csv)" -eq 181 ] || fail "rocks.csv has $(wc -l <one/rocks.csv) lines"

# the largest change stands first
awk '/^[a-z]/ { last = 1e9 }
    /^  [a-z]/ && $3 ~ /[0-9]/ { size = $3 > -100 ? log(1 + $3 / 100) : 1e9
        size = size < 0 ? -size : size
        if (size > last + 0.002) exit 1; last = size }' one.table ||
    fail "changes are not sorted by size: $(cat one.table)"

# all but the computing time is the same for other threads
sensitivity three --threads 3
sed 's/in one/in three/' one.table | cmp - out || fail "the table depends on threads"
cmp one/sensitivity.json three/sensitivity.json || fail "sensitivity.json depends on threads"
cmp one/rocks.csv three/rocks.csv || fail "rocks.csv depends on threads"

# a variant is the run with that change, and its stored scenario runs again
# same VARIANT OPTION...
same() {
    variant=$1
    shift
    expect_exit 0 "$TALUS" run plane.yaml --rocks 20 --out run --quiet "$@"
    [ "$(hash_of run)" = "$(hash_of "one/$variant")" ] || fail "$variant is not the run with $*"
}
same base
same dem_x2 --set terrain.coarsen=2
same step_half --set simulation.time_step_s=0.001
same detection --set terrain.detection=two_way
same ground_harder --set ground.0.preset=medium
same no_forest --set 'forest=[]'
expect_exit 0 "$TALUS" run one/no_forest/scenario.yaml --out run --quiet
[ "$(hash_of run)" = "$(hash_of one/no_forest)" ] || fail "the stored scenario is another run"

# single trees are switched off, and stay so in the stored scenario
expect_exit 0 "$TALUS" sensitivity "$SOURCE/scenarios/protection.yaml" --rocks 6 --out trees \
    --variants no_forest --quiet
expect_line trees/no_forest/scenario.yaml 'stands: \[\]'
expect_exit 0 "$TALUS" run trees/no_forest/scenario.yaml --out run --quiet
[ "$(hash_of run)" = "$(hash_of trees/no_forest)" ] || fail "trees stand in the stored scenario"

# what has nothing to change is left out with a word, or refused when it was asked for
expect_exit 0 "$TALUS" sensitivity plane.yaml --rocks 3 --out few --quiet \
    --set 'forest=[]' --set 'ground=[{preset: extra_hard}]' --set simulation.lost_share=1
[ -s out ] || [ -s err ] && fail "--quiet is not quiet: $(cat out err)"
[ -e few/no_forest ] && fail "a variant without forest of a scenario without forest"
[ -e few/ground_harder ] && fail "harder than extra_hard"
[ -s few/ground_softer/summary.json ] || fail "no variant ground_softer"
expect_exit 2 "$TALUS" sensitivity plane.yaml --out bad --variants no_forest --set 'forest=[]'
expect_line err 'no_forest cannot be varied: the scenario has neither forest nor trees'
expect_exit 2 "$TALUS" sensitivity plane.yaml --out bad --variants ground_softer \
    --set 'ground=[{preset: snow}]'
expect_line err "to move to: ground 'snow' has no neighbouring preset and stays"
own='ground=[{name: own, mu_min: 0.3, mu_max: 2, kappa_1_m: 2, beta_1_s: 150, drag_1_s: 0.5}]'
expect_exit 2 "$TALUS" sensitivity plane.yaml --out bad --variants ground_harder --set "$own"
expect_line err "no ground has a preset with a neighbour to move to: ground 'own' has no neigh"
expect_exit 2 "$TALUS" sensitivity plane.yaml --out bad --variants dem_x4 \
    --set 'terrain.roughness={amplitude_m: 0.01, refine: 32}'
expect_line err 'dem_x4 cannot be varied: terrain.roughness.refine: 128 would be more than 64'
expect_exit 2 "$TALUS" sensitivity plane.yaml --out bad --variants step_double \
    --set simulation.time_step_s=0.08
expect_line err 'step_double cannot be varied: a time step of 0.16 s, expected at most 0.1 s'
expect_exit 2 "$TALUS" sensitivity plane.yaml --out bad --variants dem_x4 --set terrain.coarsen=14
expect_line err 'dem_x4: .*one node in 56 of 30 x 30 leaves 1 x 1'
expect_exit 1 "$TALUS" sensitivity plane.yaml --out bad --variants dem_x3
expect_line err '"dem_x3" is not one of dem_x2, .*did you mean dem_x2'
expect_exit 1 "$TALUS" sensitivity plane.yaml --out bad --variants dem_x2,dem_x2
expect_line err 'dem_x2 is given twice'
expect_exit 1 "$TALUS" sensitivity plane.yaml --out bad --reach 2
expect_line err '--reach: found "2", expected a number above 0 and at most 1'

# own parameters beside a preset stay
expect_exit 0 "$TALUS" sensitivity plane.yaml --rocks 3 --out own --variants ground_softer \
    --set ground.0.mu_min=0.6
expect_line err "ground_softer: ground 'medium_soft' keeps the parameters given beside its preset"
expect_line own/sensitivity.json '"note": "ground .medium_soft. keeps the parameters'
expect_line own/ground_softer/scenario.yaml 'mu_min: 0.6'

# terrain.coarsen
for step in 0 65 1.5; do
    expect_exit 2 "$TALUS" check plane.yaml --set terrain.coarsen=$step
    expect_line err "coarsen: found '$step', expected a whole number"
done
finish
