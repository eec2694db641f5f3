#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rocks that start together and meet on their way, pieces that meet, nets that keep hits in mind: the same
# bits over threads, shards, replays and restarts; figures per event and per body; refusals.
. "$SOURCE/tests/cli/lib.sh"

sed "s|\.\./terrain|$SOURCE/terrain|" "$SOURCE/tests/cli/data/together.yaml" >case.yaml
sed 's/ bodies: 4, body_spacing_m: 1.4,//' case.yaml >alone.yaml

# refusals and warnings
expect_exit 2 "$TALUS" check alone.yaml --set releases.0.bodies=3
expect_line err "rocks that start together need 'body_spacing_m'"
expect_exit 2 "$TALUS" check case.yaml --set releases.0.bodies=65
expect_exit 2 "$TALUS" check case.yaml --set releases.0.body_spacing_m=-1
expect_exit 2 "$TALUS" check case.yaml --set rock_contact.between=some
expect_exit 0 "$TALUS" check alone.yaml --set rock_contact.mu=0.4
expect_line err 'rock_contact: no event has several rocks, so none meet'
expect_exit 2 "$TALUS" check case.yaml --set releases.0.body_spacing_m=0.3
expect_line err "^--set:.*error: release 'top': in event [0-9]* rocks [0-3] and [0-3] start 0.[0-9]* m in each other, 0.3 m apart"
expect_exit 0 "$TALUS" check case.yaml --set releases.0.body_spacing_m=0.3 --set rock_contact.between=none
expect_exit 0 "$TALUS" check case.yaml --set releases.0.body_spacing_m=0.9
expect_line err "^--set:.*warning: release 'top': in event [0-9]* rocks [0-3] and [0-3] start 0.[0-9]* m in each other"
expect_exit 0 "$TALUS" check case.yaml --set releases.0.body_spacing_m=1.0
expect_line err "^--set:.*warning: release 'top': .* are 1 m apart, less than the 1.[0-9]* m that two large ones can need"
expect_line out '^release 0   top: 6 rocks from .*, each an event of 4 that start together, 1 m apart'
expect_exit 0 "$TALUS" check case.yaml --set ground.0.impact.law=generalised --set ground.0.impact.lambda=0.6
expect_line err "warning: impact: the generalised law acts on a body that touches no other one"
expect_exit 0 "$TALUS" check alone.yaml --set ground.0.impact.law=generalised --set ground.0.impact.lambda=0.6
! grep -q 'touches no other' err || fail "a warning about bodies where none meet"
for between in released all; do
    expect_exit 0 "$TALUS" check alone.yaml --set ground.0.impact.law=generalised --set ground.0.impact.lambda=0.6 \
        --set fragmentation.law=rockgis --set fragmentation.area_ratio=0.4 --set rock_contact.between=$between
    holds "$(grep -c 'touches no other' err) == $([ $between = all ] && echo 1 || echo 0)"
done

# events of four bodies; rates of bodies over an energy beside them
sed 's/trajectories: 6}/trajectories: 6, exceedance: {hit_rate_kj: [0, 50]}}/' case.yaml >keep && mv keep case.yaml
expect_exit 0 "$TALUS" run case.yaml --out one --threads 1
expect_line out '^together  *24 rocks in 6 events'
! grep -q -e 'fragmentation' -e 'broken' out || fail "nothing breaks here"
holds "$(value_of one released_together.bodies) == 24"
holds "$(value_of one rocks) == 6"
holds "$(value_of one energy.worst_ledger_residual_rel) <= 1e-10"
holds "$(value_of one contact.unsolved) == 0"
[ -f one/bodies_per_event.tif ] || fail "no layer of bodies per event"
expect_exit 0 "$TALUS" map one --layer hit_rate_exceeds_50_kj --width 400 -o hits.svg
expect_exit 0 "$TALUS" map one --list
expect_line out 'hit_rate_exceeds_50_kj  *Bodies over 50 kJ, per event'
column rock one/screen_crossings.csv >rocks
column kinetic_energy_kj one/screen_crossings.csv >energies
sums=$(paste -d' ' rocks energies | awk '{ sum[$1] += $2 } END { for (k in sum) if (sum[k] > most) most = sum[k]; printf "%.9g\n", most }')
event=$(column E_event_max_kj one/screens.csv | head -n 1)
holds "$event > 0 && ($event - $sums)^2 <= (1e-6 * $event)^2"
holds "$(column crossings one/screens.csv | head -n 1) == $(wc -l <rocks)"
holds "$(wc -l <rocks) > $(sort -u rocks | wc -l)"
holds "$(column rocks one/screens.csv | head -n 1) == $(sort -u rocks | wc -l)"

# rocks that meet are not those that pass through each other; the first of each then goes as if alone
expect_exit 0 "$TALUS" run case.yaml --out through --quiet --set rock_contact.between=none
[ "$(value_of one hash)" != "$(value_of through hash)" ] || fail "rocks that meet have the hash of those that do not"

# the same bits over threads and shards
expect_exit 0 "$TALUS" run case.yaml --out two --threads 3 --quiet
for k in 1 2 3; do
    expect_exit 0 "$TALUS" run case.yaml --shard $k/3 --threads 1 --out shard$k --quiet
done
expect_exit 0 "$TALUS" merge shard1 shard2 shard3 --out whole --quiet
for other in two whole; do
    [ "$(value_of one hash)" = "$(value_of $other hash)" ] || fail "$other has another hash"
    for file in passages.tif deposits.tif bodies_per_event.tif kinetic_energy_p95.tif screens.csv \
        hit_rate_exceeds_50_kj.tif screen_crossings.csv results.gpkg; do
        cmp one/$file $other/$file || fail "$file differs in $other"
    done
done

# bodies per year, where the frequency of the release is known
sed 's/orientation: random}/orientation: random, frequency: {per_year: 0.5}}/' case.yaml >yearly.yaml
echo 'hazard: {hits_kj: [50]}' >>yearly.yaml
expect_exit 0 "$TALUS" run yearly.yaml --out yearly --quiet
for k in 1 2; do
    expect_exit 0 "$TALUS" run yearly.yaml --shard $k/2 --out yearly$k --quiet
done
expect_exit 0 "$TALUS" merge yearly1 yearly2 --out years --quiet
cmp yearly/annual_hits_e50_kj.tif years/annual_hits_e50_kj.tif || fail "annual hits differ after a merge"
cmp one/hit_rate_exceeds_50_kj.tif yearly/hit_rate_exceeds_50_kj.tif &&
    cmp yearly/hit_rate_exceeds_50_kj.tif yearly/annual_hits_e50_kj.tif && fail "hits of a year are those of an event"
expect_exit 0 "$TALUS" map yearly --layer annual_hits_e50_kj --width 400 -o annual.svg
expect_exit 0 "$TALUS" map yearly --list
expect_line out 'annual_hits_e50_kj  *Bodies over 50 kJ, per year'

# replays, and what is packed to be run elsewhere
replays_give_run one 6
expect_exit 0 "$TALUS" pack one -o one.zip

# interrupted and resumed
expect_interrupted INT part/checkpoint/state \
    "$TALUS" run case.yaml --rocks 60 --threads 1 --out part --checkpoint 0.05 --quiet
expect_exit 0 "$TALUS" run case.yaml --rocks 60 --out part --resume --quiet
expect_exit 0 "$TALUS" run case.yaml --rocks 60 --out straight --quiet
[ "$(value_of part hash)" = "$(value_of straight hash)" ] || fail "another hash after --resume"
for file in results.gpkg hit_rate_exceeds_50_kj.tif; do
    cmp part/$file straight/$file || fail "$file differs after --resume"
done
# a state of events of four bodies is none of events of three
expect_exit 0 "$TALUS" run case.yaml --shard 1/2 --out three --quiet --set releases.0.bodies=3
expect_exit 2 "$TALUS" merge shard1 three --out mixed --quiet

# pieces that meet, in events of two
echo 'fragmentation: {law: rockgis, area_ratio: 0.6, least_volume_m3: 0.01}' >>case.yaml
expect_exit 0 "$TALUS" run case.yaml --out pieces --threads 1 --quiet --set releases.0.bodies=2 \
    --set rock_contact.between=all
expect_exit 0 "$TALUS" run case.yaml --out pieces2 --threads 3 --quiet --set releases.0.bodies=2 \
    --set rock_contact.between=all
[ "$(value_of pieces hash)" = "$(value_of pieces2 hash)" ] || fail "pieces that meet have another hash on three threads"
holds "$(value_of pieces fragmentation.breaks) > 3"
# summary.json counts what the layers hold: rocks that start together are not fragments of each other
cat >count.py <<'END'
import json, sqlite3
s = json.load(open('pieces/summary.json'))
f, together = s['fragmentation'], s['released_together']
q = lambda text: sqlite3.connect('pieces/results.gpkg').execute(text).fetchall()
bodies = {(r, b): (p, g, o, v) for r, b, p, g, o, v in q('SELECT rock, body, parent, generation, outcome, volume_m3 FROM fragments')}
whole = {r: (o, v) for r, o, v in q('SELECT rock, outcome, volume_m3 FROM trajectories')}
pieces = [b for b in bodies.values() if b[1] > 0]
beside = [b for b in bodies.values() if b[1] == 0]
assert len(beside) == len(whole) == together['events'] == 6 and together['bodies'] == f['rocks'] == 12, together
assert f['fragments'] == len(pieces) == sum(f['fragment_outcomes'].values()), f
assert sum(together['other_outcomes'].values()) == len(beside), together
for name, n in f['fragment_outcomes'].items():
    assert n == sum(b[2] == name for b in pieces), name
for name, n in together['other_outcomes'].items():
    assert n == sum(b[2] == name for b in beside), name
released = {(r, 0): w for r, w in whole.items()} | {k: b[2:] for k, b in bodies.items() if b[1] == 0}
broken = {k: 0.0 for k, w in released.items() if w[0] == 'broken'}
assert f['broken'] == len(broken) and abs(f['broken_share'] - len(broken) / 12) < 1e-9, (f, broken)
assert any(b > 0 for r, b in broken), 'a rock beside the first one has to break here'
for (r, b), (p, g, o, v) in bodies.items():
    while bodies.get((r, b), (0, 0))[1] > 0:
        b = bodies[r, b][0]
    if o != 'broken' and (r, b) in broken:
        broken[r, b] = max(broken[r, b], v)
shares = [most / released[k][1] for k, most in broken.items()]
assert abs(f['survival_share'] - sum(shares) / len(shares)) < 1e-6, (f['survival_share'], shares)
END
python3 count.py || fail "summary.json and the layers count other bodies"
holds "$(value_of pieces energy.worst_ledger_residual_rel) <= 1e-10"
holds "$(value_of pieces fragmentation.worst_imbalance_rel) <= 1e-12"

# a net keeps in mind what it took: it lets through more of what it would catch one by one
echo 'nets: [{name: net, line_m: [[118, 150], [118, 350]], height_m: 30, capacity_kj: 200}]' >>case.yaml
expect_exit 0 "$TALUS" run case.yaml --out mind --quiet
expect_exit 0 "$TALUS" run case.yaml --out forget --quiet --set net_memory=false
# of_net DIR NAME: a count of the net
of_net() {
    sed -n '/"nets"/,/\]/s/.*"'"$2"'": \([0-9]*\).*/\1/p' "$1/summary.json"
}
holds "$(of_net mind caught) > 0 && $(of_net mind caught) < $(of_net forget caught)"
holds "$(of_net mind passed) > $(of_net forget passed)"
finish
