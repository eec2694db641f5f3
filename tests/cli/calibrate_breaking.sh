#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus calibrate where rocks break: all pieces count, with their volumes if they were observed; a law that is known is
# found, and volumes say more of it than places do; pieces below the least volume; refusals; --case.
. "$SOURCE/tests/cli/lib.sh"
cat >quarry.yaml <<EOF
title: Drop tests
seed: 1
terrain: {dem: $SOURCE/terrain/ramp/ramp.tif}
ground: [{preset: hard}]
fragmentation: {law: threshold, energy_j_kg: 40, largest_share: 0.4, size_exponent: 1.6, least_volume_m3: 0.01}
rocks: [{name: block, shape: equant, size_m: [1.122, 1.122, 1.122], density_kg_m3: 2600}]
releases: [{name: drop, points_m: [[420, 250]], rocks: 6, height_m: 16.5, orientation: random}]
simulation: {time_step_s: 0.002, time_limit_s: 60}
outputs: {dir: out, cell_m: 5}
EOF
expect_exit 0 "$TALUS" run quarry.yaml --set fragmentation.size_exponent=0.8 --seed 77 --out truth --quiet
TALUS="$TALUS" "$SOURCE/tools/pieces" truth >pieces.csv
pieces=$(($(wc -l <pieces.csv) - 1))
holds "$pieces == $(value_of truth fragmentation.fragments) - ($(value_of truth fragmentation.breaks) - 6)"
cut -d, -f1-4 pieces.csv >places.csv

# calibrate DIRECTORY OBSERVED OPTION...
calibrate() {
    directory=$1
    observed=$2
    shift 2
    expect_exit 0 "$TALUS" calibrate quarry.yaml --observed "$observed" --assume-metres \
        --parameter fragmentation.size_exponent=0.3:2 --method ensemble --evaluations 60 --out "$directory" "$@"
}
# column N of the first parameter in posterior.csv
posterior() {
    awk -F, -v n="$2" 'NR == 2 { print $n }' "$1/posterior.csv"
}

calibrate pieces pieces.csv --threads 2
cp out pieces.table
expect_line pieces.table "^Drop tests: [0-9]* deposits to calibrate with, [0-9]* held out, by release, by volume; 6 rocks a run, 89 runs$"
expect_line pieces.table '^volume m3  *obs. 10 %'
[ ! -s err ] || fail "warnings: $(cat err)"
holds "$(value_of pieces training.deposits) + $(value_of pieces held_out.deposits) == $pieces"
holds "($(value_of pieces held_out.deposits) - 0.3 * $pieces)^2 <= 0.26"
holds "$(value_of pieces loads) == 1" # the terrain is read once
holds "$(value_of pieces volumes.observed_below) == 0 && $(value_of pieces volumes.least_m3) == 0.01"
holds "$(value_of pieces volumes.metres_per_ln) > 0.5"
[ -s pieces/volumes.svg ] || fail "no volumes.svg"
expect_line pieces/calibration.csv 'left_dem,volume_score_m,volume_p10_m3,volume_p50_m3,volume_p90_m3,deposits$'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { sum = $column["energy_score_m"] + $column["runout_score_m"] + $column["volume_score_m"]
      if ((sum - $column["objective_m"])^2 > 1e-12 || $column["volume_score_m"] <= 0) exit 1
      if ($column["volume_p10_m3"] < 0.01 || $column["deposits"] < 12) exit 1 }' pieces/calibration.csv ||
    fail "parts of the objective, or simulated pieces, are wrong"
# the truth is 0.8; as given 1.6
holds "$(posterior pieces 7) <= 0.8 && 0.8 <= $(posterior pieces 8)"

# one volume in litres: no piece can be so large
awk -F, 'BEGIN { OFS = "," } NR == 2 { $5 *= 1e5 } { print }' pieces.csv >litres.csv
calibrate litres litres.csv
expect_line err "warning: litres.csv: 1 of $pieces deposits are larger, up to volume_m3 [0-9.]*, than the largest rock that the scenario releases, 1 m3"

# without volumes: a warning, and much less is known
calibrate places places.csv
expect_line err 'rocks may break, and the deposits have no volumes to compare (field "volume_m3")'
[ ! -e places/volumes.svg ] || fail "a chart of volumes that were not observed"
grep -q volume places/calibration.csv places/summary.json && fail "volumes that were not observed"
holds "$(posterior pieces 10) > $(posterior places 10) + 0.2" # shrinkage

# another name of the field; the same bytes for other threads
sed '1s/volume_m3/size/' pieces.csv >named.csv
calibrate named named.csv --volume-field size --threads 1 --quiet
for file in calibration.csv posterior.csv draws.csv volumes.svg runout.svg deposits.svg; do
    cmp pieces/$file named/$file || fail "$file depends on threads or the name of the field"
done

# observed pieces below the least volume are counted and left out
calibrate coarse pieces.csv --set fragmentation.least_volume_m3=0.02 --rocks 3
below=$(awk -F, 'NR > 1 && $5 < 0.02 { n++ } END { print n + 0 }' pieces.csv)
expect_line err "warning: pieces.csv: $below of $pieces deposits are smaller than fragmentation.least_volume_m3, 0.02 m3, and are left out"
holds "$below > 5 && $(value_of coarse volumes.observed_below) == $below"
holds "$(value_of coarse training.deposits) + $(value_of coarse held_out.deposits) == $pieces - $below"

# volumes that are all equal say nothing
awk -F, -v OFS=, 'NR > 1 { $5 = 0.5 } 1' pieces.csv >equal.csv
calibrate equal equal.csv --rocks 3
expect_line err "all $pieces deposits have volume_m3 0.5, which says nothing on sizes"
[ ! -e equal/volumes.svg ] || fail "equal volumes are compared"

# equal ones are cut at the least volume, too; and those that are left may be equal
awk -F, -v OFS=, 'NR > 1 { $5 = NR % 2 ? 0.5 : 0.001 } 1' pieces.csv >mixed.csv
calibrate mixed mixed.csv --rocks 3
expect_line err "all $((pieces / 2)) deposits have volume_m3 0.5, which says nothing on sizes"
expect_line err 'deposits are smaller than fragmentation.least_volume_m3, .* and are left out'
awk -F, -v OFS=, 'NR > 1 { $5 = 0.001 } 1' pieces.csv >small.csv
expect_exit 2 "$TALUS" calibrate quarry.yaml --assume-metres --out bad --observed small.csv --parameter ground.0.mu_min=0.2:0.8
expect_line err "warning: small.csv: $pieces of $pieces deposits are smaller than fragmentation.least_volume_m3"

# refusals: nothing is written
bad() {
    code=$1
    shift
    expect_exit "$code" "$TALUS" calibrate quarry.yaml --assume-metres --out bad "$@"
    [ -e bad ] && fail "bad input leaves a directory: $*"
    return 0
}
bad 2 --observed pieces.csv -p fragmentation.size_exponent=0.3:2 --volume-field nothing
expect_line err 'pieces.csv has no field "nothing" for --volume-field; it has: .*volume_m3'
sed '5s/[^,]*$/-1/' pieces.csv >minus.csv
bad 2 --observed minus.csv -p fragmentation.size_exponent=0.3:2
expect_line err 'minus.csv: point 4 has volume_m3 "-1", expected a volume above 0 in m3'
bad 2 --observed truth/results.gpkg --layer deposits -p fragmentation.size_exponent=0.3:2
expect_line err 'point 1 has the outcome "broken": it is the farthest piece of a block'
bad 2 --observed pieces.csv -p fragmentation.size_exponent=0.01:2
expect_line err 'fragmentation.size_exponent: the scenario refuses 0.01'
bad 1 --observed pieces.csv -p fragmentation.least_volume_m3=0.01:0.1
expect_line err 'fragmentation.least_volume_m3: it says which pieces are simulated'
bad 1 --observed pieces.csv -p fragmentation.window_s=0.1:1
expect_line err 'fragmentation.window_s: where rocks stop does not depend on it'

# a run of a case has one end: refused by calibrate, told by validate
sed '/^releases/d' quarry.yaml >ground.yaml
printf 'run,rock,x,y,z,vx,vy,vz,end_x,end_y\na,block,420,250,20,0,0,0,425,251\nb,block,420,250,20,0,0,0,423,250\n' >runs.csv
printf 'title: runs\nscenario: ground.yaml\nruns: runs.csv\n' >case.yaml
expect_exit 2 "$TALUS" calibrate case.yaml --case -p fragmentation.size_exponent=0.3:2 --hold-out 0 --out bad
expect_line err 'found runs and a scenario whose rocks may break'
[ ! -e bad/summary.json ] || fail "a case of rocks that break is calibrated"
expect_exit 1 "$TALUS" calibrate case.yaml --case -p fragmentation.size_exponent=0.3:2 --volume-field x --out bad
expect_line err '--volume-field does not go with --case'
expect_exit 0 "$TALUS" validate case.yaml --replicates 2 --json
expect_line err 'rocks may break, and a run has one end'
finish
