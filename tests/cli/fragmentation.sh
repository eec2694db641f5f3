#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rocks that break inside a run: shares, ledger, layers, energies of events at screens, the same bits over
# threads, shards, replays and restarts, refusals.
. "$SOURCE/tests/cli/lib.sh"

cat >plain.yaml <<EOF
title: Rocks that break
seed: 3
terrain: {dem: $SOURCE/terrain/ramp/ramp.tif, roughness: {amplitude_m: 0.15, refine: 1}}
ground: [{preset: hard}]
rocks: [{name: wheel, shape: eota221, size_m: [0.93, 0.93, 0.47], mass_kg: 780}]
releases: [{name: top, line_m: [[5, 240], [5, 260]], rocks: 12, height_m: 6, orientation: random}]
screens: [{name: low, line_m: [[120, 150], [120, 350]]}]
simulation: {time_limit_s: 100}
outputs: {dir: out, cell_m: 5, trajectories: 12}
EOF
cp plain.yaml case.yaml
echo 'fragmentation: {law: rockgis, area_ratio: 0.6, least_volume_m3: 0.01}' >>case.yaml

# numbers without a law would break nothing without a word
expect_exit 2 "$TALUS" check plain.yaml --set fragmentation.area_ratio=0.6
expect_line err "fragmentation: there is no 'law', so no rock would break"
expect_exit 0 "$TALUS" check case.yaml --set fragmentation.law=none
expect_exit 0 "$TALUS" check case.yaml
! grep -q 'fragment of least_volume_m3' err || fail "fragments are told to be too small"
expect_line out '^fragments  *rocks break above an area ratio of 0.6, by the law of RockGIS'
expect_exit 0 "$TALUS" run case.yaml --out one --threads 1
expect_line out '^fragmentation  *[0-9]* of 12 rocks broke'
expect_line out '^outcomes .*, broken [0-9]*;'
holds "$(value_of one fragmentation.broken) > 6"
holds "$(value_of one fragmentation.broken) == $(value_of one outcomes.broken)"
holds "$(value_of one fragmentation.fragments) > 20"
holds "$(value_of one fragmentation.worst_imbalance_rel) <= 1e-12"
holds "$(value_of one energy.worst_ledger_residual_rel) <= 1e-10"
[ -f one/bodies_per_event.tif ] || fail "no layer of bodies per event"

# an event's energies at the screen are those of its crossings
column rock one/screen_crossings.csv >rocks
column kinetic_energy_kj one/screen_crossings.csv >energies
sums=$(paste -d' ' rocks energies | awk '{ sum[$1] += $2; if ($2 > single) single = $2 }
    END { for (k in sum) if (sum[k] > most) most = sum[k]; printf "%.9g %.9g\n", most, single }')
event=$(column E_event_max_kj one/screens.csv | head -n 1)
window=$(column E_window_max_kj one/screens.csv | head -n 1)
single=$(column kinetic_energy_kj_max one/screens.csv | head -n 1)
holds "$event > 0 && ($event - ${sums% *})^2 <= (1e-6 * $event)^2"
holds "$single > 0 && ($single - ${sums#* })^2 <= (1e-6 * $single)^2"
holds "$single <= $window * (1 + 1e-6) && $window <= $event * (1 + 1e-6) && $single < $event"
holds "$(column crossings one/screens.csv | head -n 1) == $(wc -l <rocks)"
holds "$(column rocks one/screens.csv | head -n 1) == $(sort -u rocks | wc -l)"

# hits one by one: crossings per event, the time between its first and its last, those above a level
column time_s one/screen_crossings.csv >times
paste -d' ' rocks times | awk '{ if (!($1 in n) || $2 < first[$1]) first[$1] = $2
    if (!($1 in n) || $2 > last[$1]) last[$1] = $2; n[$1]++ }
    END { for (k in n) { events++; hits += n[k]; if (n[k] > most) most = n[k]
              if (last[k] - first[k] > long) long = last[k] - first[k] }
          printf "%.9g %d %.9g\n", hits / events, most, long }' >counted
read -r mean most long <counted
holds "$most > 1 && $most == $(column hits_max one/screens.csv | head -n 1)"
holds "($mean - $(column hits_per_event one/screens.csv | head -n 1))^2 <= 1e-14"
holds "$long > 0 && ($long - $(column duration_max_s one/screens.csv | head -n 1))^2 <= 1e-10"
column kinetic_energy_kj one/screen_hits.csv >levels
column hits_per_event one/screen_hits.csv >hits
[ "$(wc -l <levels)" -gt 3 ] || fail "few levels: $(cat levels)"
paste -d' ' levels hits | while read -r level hits; do
    awk -v level="$level" -v hits="$hits" '$1 > level * 1.016 { least++ } $1 > level / 1.016 { most++ }
        END { exit !(least <= 12 * hits + 1e-6 && 12 * hits <= most + 1e-6) }' energies || exit 1
done || fail "hits are not those of the crossings: $(cat one/screen_hits.csv)"
awk -F, 'NR > 1 && !($3 >= $5) { exit 1 }' one/screen_hits.csv || fail "more events than hits"

# the same bits over threads and shards
expect_exit 0 "$TALUS" run case.yaml --out two --threads 2 --quiet
for k in 1 2 3; do
    expect_exit 0 "$TALUS" run case.yaml --shard $k/3 --threads 1 --out shard$k --quiet
done
expect_exit 0 "$TALUS" merge shard1 shard2 shard3 --out whole --quiet
for other in two whole; do
    [ "$(value_of one hash)" = "$(value_of $other hash)" ] || fail "$other has another hash"
    for file in passages.tif deposits.tif bodies_per_event.tif kinetic_energy_p95.tif screens.csv \
        screen_crossings.csv screen_hits.csv results.gpkg; do
        cmp one/$file $other/$file || fail "$file differs in $other"
    done
    holds "$(value_of $other fragmentation.new_surface_m2) == $(value_of one fragmentation.new_surface_m2)"
    holds "$(value_of $other fragmentation.survival_share) == $(value_of one fragmentation.survival_share)"
done

# replays, and what is packed to be run elsewhere
replays_give_run one 12
expect_exit 0 "$TALUS" pack one -o one.zip

# a section along the screen: every event that crosses it comes near, pieces are not left out
expect_exit 0 "$TALUS" section one --screen low -o section.svg
near=$(sed -n 's/^rocks  *\([0-9]*\) of 12 recorded$/\1/p' out)
events=$(column rock one/screen_crossings.csv | sort -u | wc -l)
holds "$events > 3 && $near >= $events"
grep -q 'recorded rocks or fragments of them come' section.svg || fail "the note leaves pieces out"
# a map of paths has those of the pieces, too
expect_exit 0 "$TALUS" map one --layer trajectories -o paths.svg
lines=$(grep -c '<path.*stroke-width:1.1;stroke-linecap:butt;stroke-linejoin:round' paths.svg)
holds "$lines == 12 + $(value_of one fragmentation.fragments)"

# interrupted and resumed
expect_interrupted INT part/checkpoint/state \
    "$TALUS" run case.yaml --rocks 150 --threads 1 --out part --checkpoint 0.05 --quiet
expect_exit 0 "$TALUS" run case.yaml --rocks 150 --out part --resume --quiet
expect_exit 0 "$TALUS" run case.yaml --rocks 150 --out straight --quiet
[ "$(value_of part hash)" = "$(value_of straight hash)" ] || fail "another hash after --resume"
for file in passages.tif screens.csv screen_crossings.csv results.gpkg; do
    cmp part/$file straight/$file || fail "$file differs after --resume"
done

# where no rock breaks nothing is written of it; the law none is no section at all
expect_exit 0 "$TALUS" run plain.yaml --out plain --quiet
expect_exit 0 "$TALUS" run case.yaml --set fragmentation.law=none --out none --quiet
[ "$(value_of plain hash)" = "$(value_of none hash)" ] || fail "the law none has another hash"
for directory in plain none; do
    ! grep -q -e fragmentation -e broken $directory/summary.json || fail "$directory tells of fragments"
    [ ! -e $directory/screen_hits.csv ] || fail "a table of hits in $directory"
    ! grep -q body $directory/screen_crossings.csv || fail "a column of bodies in $directory"
    [ ! -e $directory/bodies_per_event.tif ] || fail "a layer of bodies in $directory"
done

# the other laws
sizes='--set fragmentation.energy_j_kg=20 --set fragmentation.least_volume_m3=0.02 --set fragmentation.largest_share=0.4 --set fragmentation.size_exponent=1'
expect_exit 0 "$TALUS" run plain.yaml --out threshold --quiet --set fragmentation.law=threshold $sizes
expect_exit 0 "$TALUS" run plain.yaml --out survival --quiet --set fragmentation.law=survival $sizes \
    --set fragmentation.exponent=2
for law in threshold survival; do
    holds "$(value_of $law fragmentation.broken) > 3"
    holds "$(value_of $law fragmentation.worst_imbalance_rel) <= 1e-12"
done

# refusals, and a warning where nothing can break
expect_exit 2 "$TALUS" check plain.yaml --set fragmentation.law=rockgis
expect_line err "the law 'rockgis' has no 'area_ratio', expected one"
expect_exit 2 "$TALUS" check case.yaml --set fragmentation.energy_j_kg=3
expect_line err "found 'energy_j_kg', which the law 'rockgis' does not use"
expect_exit 2 "$TALUS" check case.yaml --set fragmentation.area_ratio=2
expect_exit 2 "$TALUS" check case.yaml --set fragmentation.law=glass
# fragments that move by more than their size in a step
expect_exit 0 "$TALUS" check case.yaml --set simulation.time_step_s=0.01 --set fragmentation.least_volume_m3=0.001
expect_line err 'a fragment of least_volume_m3 moves 0.[0-9]* m in a step, more than its size of 0.1 m'
sed 's/preset: hard/preset: hard, cushion: 1/' case.yaml >soft.yaml
expect_exit 0 "$TALUS" check soft.yaml
expect_line err 'no ground breaks rocks, since all have a cushion of 1'
sed 's/preset: hard/preset: hard, cushion: 1.5/' case.yaml >wrong.yaml
expect_exit 2 "$TALUS" check wrong.yaml
finish
