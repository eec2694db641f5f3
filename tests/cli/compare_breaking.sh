#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus compare --fragmentation: the variants are the runs without and with the law, their tables count what
# fragments, crossings and rasters of those runs say, the same bits for any number of threads, refusals.
. "$SOURCE/tests/cli/lib.sh"

cat >plain.yaml <<EOF
title: Rocks that break
seed: 3
terrain: {dem: $SOURCE/terrain/ramp/ramp.tif, roughness: {amplitude_m: 0.15, refine: 1}}
ground: [{preset: hard}]
rocks: [{name: wheel, shape: eota221, size_m: [0.93, 0.93, 0.47], mass_kg: 780}]
releases: [{name: top, line_m: [[5, 240], [5, 260]], rocks: 12, height_m: 6, orientation: random}]
nets: [{name: net, line_m: [[100, 100], [100, 400]], height_m: 3, capacity_kj: 100}]
screens:
  - {name: low, line_m: [[120, 150], [120, 350]]}
  - {name: far, line_m: [[250, 50], [250, 450]]}
simulation: {time_limit_s: 100}
outputs: {dir: out, cell_m: 5, trajectories: 12, exceedance: {kinetic_energy_kj: [30]}}
EOF
cp plain.yaml case.yaml
echo 'fragmentation: {law: rockgis, area_ratio: 0.6, least_volume_m3: 0.01}' >>case.yaml

# member FILE VARIANT KEY: the first number of that key behind the variant's name
member() {
    awk -v name="\"$2\"" -v key="\"$3\":" '$1 == "\"name\":" && index($2, name) { found = 1 }
        found && $1 == key { gsub(/[",]/, "", $2); print $2; exit }' "$1"
}

expect_exit 0 "$TALUS" compare case.yaml --fragmentation --rock 3 --threads 1 --out one
cp out table
expect_exit 0 "$TALUS" run case.yaml --set fragmentation.law=none --out whole --quiet
expect_exit 0 "$TALUS" run case.yaml --out pieces --quiet
[ "$(hash_of one/unbroken)" = "$(hash_of whole)" ] || fail "the variant unbroken is another run"
[ "$(hash_of one/broken)" = "$(hash_of pieces)" ] || fail "the variant broken is another run"
for file in passages.tif deposits.tif kinetic_energy_p95.tif kinetic_energy_exceeds_30_kj.tif screens.csv \
    screen_crossings.csv; do
    cmp whole/$file one/unbroken/$file || fail "$file of unbroken is another one"
    cmp pieces/$file one/broken/$file || fail "$file of broken is another one"
done
expect_exit 0 "$TALUS" run one/unbroken/scenario.yaml --out again --quiet
[ "$(hash_of again)" = "$(hash_of whole)" ] || fail "the stored scenario of unbroken is another run"

# bodies and shares, in the table, the file and the summary of the run alone
events=$(value_of pieces fragmentation.rocks)
broken=$(value_of pieces fragmentation.broken)
fragments=$(value_of pieces fragmentation.fragments)
holds "$broken > 6 && $fragments > 20"
holds "($(member one/comparison.json broken bodies_per_event) - (1 + $fragments / $events))^2 < 1e-12"
holds "$(member one/comparison.json broken broken_share) == $broken / $events"
holds "$(member one/comparison.json unbroken bodies_per_event) == 1"
holds "$(member one/comparison.json unbroken broken_share) == 0"
[ "$(member one/comparison.json broken fragments)" = "$fragments" ] || fail "no block fragmentation in comparison.json"
expect_line table "^broken  *$broken "
expect_line table '^broken minus unbroken, 12 pairs$'
expect_line table '^bodies  *1 '
expect_line table 'reference unbroken$'

# an event's values: of the fragment that ended farthest, and the largest of all, by the layer of fragments
expect_exit 0 "$TALUS" export pieces --layer fragments -o lines.csv
sed 's/^"[^"]*"//' lines.csv >fragments.csv
for key in rock energy_max_kj speed_max_m_s; do
    column $key fragments.csv >$key
done
paste -d' ' rock energy_max_kj speed_max_m_s | awk '
    { n[$1]++; if ($2 > energy[$1]) energy[$1] = $2; if ($3 > speed[$1]) speed[$1] = $3 }
    END { for (k in n) print k, n[k], energy[k], speed[k] }' >counted
[ "$(wc -l <counted)" -eq "$broken" ] || fail "events with fragments: $(cat counted)"
awk -F, 'NR == FNR { split($0, part, " "); n[part[1]] = part[2]; energy[part[1]] = part[3]; speed[part[1]] = part[4]; next }
    FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $1 == "broken" && ($2 in n) {
        rows++
        if ($at["outcome"] != "broken" || $at["bodies"] != 1 + n[$2]) wrong = wrong " bodies of " $2
        if ($at["kinetic_energy_max_kj"] < energy[$2] * (1 - 1e-6)) wrong = wrong " energy of " $2
        if ($at["speed_max_m_s"] < speed[$2] * (1 - 1e-6)) wrong = wrong " speed of " $2
        if ($at["axis_share_major"] != "" || $at["spinning_s"] != "") wrong = wrong " shares of " $2
        if (!($at["body_time_s"] > $at["duration_s"])) wrong = wrong " time of " $2
    }
    $1 == "unbroken" && ($at["bodies"] != 1 || $at["body_time_s"] != $at["duration_s"]) { wrong = wrong " whole " $2 }
    END { if (rows == 0 || wrong != "") { print rows, wrong; exit 1 } }' counted one/rocks.csv >wrong ||
    fail "rocks.csv is not what the fragments say: $(cat wrong)"

# final run-out of the runs alone, as the mean over rocks.csv
for pair in unbroken:whole broken:pieces; do
    mean=$(awk -F, -v name="${pair%:*}" 'NR > 1 && $1 == name { sum += $4; n++ } END { printf "%.17g\n", sum / n }' \
        one/rocks.csv)
    holds "($mean - $(value_of ${pair#*:} final.runout_m.mean))^2 < 1e-12"
done

# screens: of both variants what their own tables say
figures() {
    keys='rocks crossings E95_kj top95_m'
    [ $1 = unbroken ] || keys="$keys E_window95_kj E_event95_kj hits_per_event"
    for key in $keys; do
        column $key $2 | tr '\n' ' '
    done
}
for pair in unbroken:whole broken:pieces; do
    sed -n "1p; /^${pair%:*},/p" one/screens.csv >found.csv
    own=$(figures ${pair%:*} ${pair#*:}/screens.csv)
    [ "$own" = "$(figures ${pair%:*} found.csv)" ] || fail "screens of ${pair%:*} are not those of its run: $own"
done
expect_line table '^low  *broken  *12 '

for file in passages deposits reach_probability kinetic_energy_p95 jump_height_p95 kinetic_energy_exceeds_30_kj; do
    [ -s one/difference_broken_$file.tif ] || fail "no difference of $file"
done
! grep -q 'axis share' table || fail "axis shares in the table"
[ ! -e one/axis_shares.svg ] || fail "axis shares of bodies that have axes of their own"
grep -q 'broken: the rock alone, until it breaks after' one/motion.svg || fail "motion.svg does not tell where it ends"
grep -q 'other bodies thin' one/profile.svg || fail "profile.svg has no pieces"

# the same bits for other threads
expect_exit 0 "$TALUS" compare case.yaml --fragmentation --rock 3 --threads 3 --out three --quiet
for directory in one three; do
    sed '/"timing": {/,/}/d' $directory/comparison.json >$directory.json
done
cmp one.json three.json || fail "comparison.json depends on threads"
for file in rocks.csv screens.csv motion.svg profile.svg spread.svg ratios.svg distributions.svg envelope_broken.png \
    difference_broken_passages.tif; do
    cmp one/$file three/$file || fail "$file depends on threads"
done

# with schemes and time steps
expect_exit 0 "$TALUS" compare case.yaml --fragmentation --schemes explicit,midpoint --time-steps 0.004,0.002 --rocks 2 \
    --out both
expect_line out 'reference explicit_4ms_unbroken$'
ls both | grep 'ms_.*broken$' | tr '\n' ' ' | grep -q '^explicit_2ms_broken explicit_2ms_unbroken explicit_4ms_broken' ||
    fail "other variants: $(ls both)"
[ "$(ls -d both/*ms_*broken | wc -l)" -eq 8 ] || fail "$(ls both) are not eight variants"

# without the option the law of the scenario holds in all variants, whose events have pieces
expect_exit 0 "$TALUS" compare case.yaml --schemes explicit,midpoint --out schemes
expect_line out '^explicit .* 1[0-9]* '
holds "$(member schemes/comparison.json explicit bodies_per_event) > 2"
[ "$(hash_of schemes/midpoint)" = "$(hash_of pieces)" ] || fail "the variant midpoint is another run"

# a scenario in which no rock breaks
for scenario in plain.yaml 'case.yaml --set fragmentation.law=none'; do
    # shellcheck disable=SC2086 # words
    expect_exit 2 "$TALUS" compare $scenario --fragmentation --out bad
    expect_line err "no rock of this scenario breaks: found the law 'none', expected rockgis, threshold or survival"
done
expect_exit 1 "$TALUS" compare case.yaml --models hard,energyline --fragmentation --out bad
expect_line err 'fragmentation does not go with --models'
[ ! -e bad ] || fail "bad input leaves a directory"
finish
