#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus calibrate: recovers the parameter of a synthetic case, the same bits for any number of threads,
# a best scenario that runs, bad input, interruption.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# deposits of rocks on a ground that is known: mu_min 0.4
expect_exit 0 "$TALUS" run plane.yaml --set ground.0.mu_min=0.4 --rocks 60 --seed 1 --out truth --quiet

# calibrate DIRECTORY OPTION...
calibrate() {
    directory=$1
    shift
    expect_exit 0 "$TALUS" calibrate plane.yaml --observed truth/results.gpkg --layer deposits \
        --parameter ground.0.mu_min=0.2:0.8 --evaluations 60 --out "$directory" "$@"
}
# column N of the first parameter in posterior.csv
posterior() {
    awk -F, -v n="$2" 'NR == 2 { print $n }' "$1/posterior.csv"
}

calibrate one --threads 2 --rocks 20 --progress
cp out one.table
expect_line err '^progress [0-9]* 1780$' # 89 runs of 20 rocks
for file in calibration.csv posterior.csv draws.csv summary.json best.yaml posterior.svg objective.svg runout.svg \
    deposits.svg; do
    [ -s "one/$file" ] || fail "no $file"
done
[ -e one/PARTIAL ] && fail "a whole calibration is marked partial"
expect_line one.table '^plane: 42 deposits to calibrate with, 18 held out, by release; 20 rocks a run, 89 runs$'
expect_line one.table '^ground.0.mu_min  *0.2  *0.8 '
[ "$(wc -l <one/calibration.csv)" -eq 90 ] || fail "calibration.csv has $(wc -l <one/calibration.csv) lines"
expect_line one/summary.json '^  "loads": 1,' # the terrain is read once
holds "$(posterior one 7) <= 0.4 && 0.4 <= $(posterior one 8)" # 5 and 95 %
holds "$(posterior one 10) > 0.3"                              # shrinkage
holds "$(value_of one held_out.p) > 0.01 && $(value_of one held_out.p) < 0.99"
holds "$(value_of one objective_m.noise) > 0"

# all but the computing time is the same for other threads
for threads in 1 3; do
    calibrate few_$threads --threads $threads --rocks 6 --quiet
    sed '/"timing": {/,/}/d' few_$threads/summary.json >few_$threads.json
    sed -e "s|few_$threads/best|DIR/best|" -e '/threads:/d' few_$threads/best.yaml >few_$threads.yaml
done
cmp few_1.json few_3.json || fail "summary.json depends on threads"
cmp few_1.yaml few_3.yaml || fail "best.yaml depends on threads"
for file in calibration.csv posterior.csv draws.csv posterior.svg objective.svg runout.svg deposits.svg; do
    cmp "few_1/$file" "few_3/$file" || fail "$file depends on threads"
done

# the draws of the posterior are a ground to run with
[ "$(wc -l <one/draws.csv)" = 201 ] || fail "$(wc -l <one/draws.csv) lines in draws.csv"
expect_line one/draws.csv '^draw,ground.0.mu_min'
# the best scenario has the best value and runs
holds "$(sed -n "s/^    mu_min: //p" one/best.yaml) / $(posterior one 5) - 1 < 1e-8 && 1 - $(sed -n "s/^    mu_min: //p" one/best.yaml) / $(posterior one 5) < 1e-8"
expect_exit 0 "$TALUS" run one/best.yaml --quiet
[ -s one/best/summary.json ] || fail "best.yaml does not run into DIR/best"

# search finds the value too, within what noise tells apart
calibrate search --method search --rocks 20 --hold-out 0 --quiet
[ -s out ] || [ -s err ] && fail "--quiet is not quiet: $(cat out err)"
holds "$(posterior search 5) > 0.3 && $(posterior search 5) < 0.55"
[ -e search/posterior.svg ] && fail "a search has no posterior"
expect_line search/summary.json '"median": null'

# bad input: nothing is written
bad() {
    code=$1
    shift
    expect_exit "$code" "$TALUS" calibrate plane.yaml --out bad "$@"
    [ -e bad ] && fail "bad input leaves a directory: $*"
    return 0
}
bad 1 --parameter ground.0.mu_min=0.2:0.8
expect_line err '--observed is missing'
bad 1 --observed truth/results.gpkg
expect_line err '--parameter is missing'
bad 1 --observed truth/results.gpkg --parameter ground.0.mu_min=0.8:0.2
expect_line err 'lower one first'
bad 1 --observed truth/results.gpkg --parameter ground.0.mu_min
expect_line err 'expected KEY=LOW:HIGH'
bad 2 --observed truth/results.gpkg --layer deposits --parameter ground.0.mu_mim=0.2:0.8
expect_line err 'ground.0.mu_mim: the scenario refuses 0.2: .*mu_min'
bad 2 --observed truth/results.gpkg --layer deposits --parameter ground.0.mu_min=-1:0.8
expect_line err 'the scenario refuses -1'
bad 2 --observed truth/results.gpkg --layer trajectories --parameter ground.0.mu_min=0.2:0.8
expect_line err 'found lines, expected points'
bad 2 --observed truth/results.gpkg --layer nothing --parameter ground.0.mu_min=0.2:0.8
expect_line err 'has no layer "nothing"'
bad 2 --observed truth/results.gpkg --layer deposits --where 'rock < 6' --parameter ground.0.mu_min=0.2:0.8
expect_line err 'leaves 4 to calibrate with and 2 to check'
bad 2 --observed missing.gpkg --parameter ground.0.mu_min=0.2:0.8
expect_line err 'no such file'
for share in 1 -0.1 1.5 x; do
    bad 1 --observed truth/results.gpkg --layer deposits --hold-out "$share" --parameter ground.0.mu_min=0.2:0.8
    expect_line err 'expected a share from 0 to below 1'
done
printf 'x,y\n1,2\n' >table.csv
bad 2 --observed table.csv --parameter ground.0.mu_min=0.2:0.8
expect_line err 'no coordinate reference system'

# what is done before Ctrl-C is written and marked
expect_interrupted INT partial "$TALUS" calibrate plane.yaml --observed truth/results.gpkg \
    --layer deposits --parameter ground.0.mu_min=0.2:0.8 --evaluations 100000 --rocks 40 --threads 1 \
    --out partial
expect_line err 'interrupted'
[ -e partial/PARTIAL ] || fail "no PARTIAL"
[ -s partial/calibration.csv ] || fail "no calibration.csv of what was done"
finish
