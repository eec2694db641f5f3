#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rocks that break: the page and the scene have the paths of their fragments.
. "$SOURCE/tests/cli/lib.sh"
cp "$SOURCE/terrain/plane/plane.tif" plane.tif
cat >case.yaml <<END
terrain: {dem: plane.tif}
ground: [{preset: hard}]
rocks: [{shape: equant, size_m: [1, 0, 0]}]
releases: [{box_m: [10, 30, 20, 70], rocks: 12, height_m: 20}]
fragmentation: {law: rockgis, area_ratio: 0.6, least_volume_m3: 0.01}
outputs: {dir: results, cell_m: 5, trajectories: 8}
END
code=0
"$TALUS" run case.yaml --quiet --set simulation.lost_share=1 2>err || code=$?
[ "$code" -eq 0 ] || [ "$code" -eq 4 ] || { cat err; fail "the run ends with $code"; }
expect_exit 0 "$TALUS" report results -o page.html
cat >look.py <<'END'
import base64, json, re, sqlite3, zlib
page = open('page.html').read()
def element(name):
    return zlib.decompress(base64.b64decode(re.search(r'id="%s">([^<]*)<' % name, page).group(1)))
data = json.loads(element('data'))
tracks, pieces = data['tracks'], data['pieces']
base = sqlite3.connect('results/results.gpkg')
rows = base.execute('SELECT rock, body, outcome, energy_max_kj FROM fragments ORDER BY fid').fetchall()
assert len(rows) > 10, len(rows)
assert pieces['count'] == len(rows) == len(pieces['starts']), (pieces['count'], len(rows))
assert [(r, b, o) for r, b, o, _ in rows] == list(zip(pieces['rock'], pieces['body'], pieces['outcome']))
assert all(abs(e - p) <= 1e-6 * e for (_, _, _, e), p in zip(rows, pieces['energy_max_kj']))
assert set(pieces['rock']) <= set(tracks['rock'])
# a piece of the rock itself begins where and when the rock's path ends
def columns(name, of):
    raw, n, found = element(name), of['points'], []
    for c in range(4):
        value, out = 0, []
        for k in range(n):
            value = (value + raw[2 * c * n + k] + 256 * raw[2 * c * n + n + k]) & 65535
            out.append(of['columns'][c]['low'] + (of['columns'][c]['high'] - of['columns'][c]['low']) * value / 65534)
        found.append(out)
    return found
rock_at, piece_at = columns('tracks', tracks), columns('pieces', pieces)
generation = dict(((r, b), g) for r, b, g in base.execute('SELECT rock, body, generation FROM fragments'))
looked = 0
for k, (rock, body) in enumerate(zip(pieces['rock'], pieces['body'])):
    if generation[rock, body] == 1:
        owner = tracks['rock'].index(rock)
        assert tracks['outcome'][owner] == 'broken', tracks['outcome'][owner]
        end = (tracks['starts'] + [tracks['points']])[owner + 1] - 1
        first = pieces['starts'][k]
        assert max(abs(rock_at[c][end] - piece_at[c][first]) for c in range(3)) < 1, (rock, body)
        assert abs(rock_at[3][end] - piece_at[3][first]) < 0.05, (rock, body)
        looked += 1
assert looked > 5, looked
END
python3 look.py || fail "the page has other fragments"

# every outcome has a text on the page
for name in $(python3 -c 'import json; print(*json.load(open("results/summary.json"))["outcomes"])'); do
    grep -q "'out.$name':" "$SOURCE/tools/viewer/src/texts.js" || fail "the page has no text for the outcome $name"
done

# the scene draws them: without their layer it is another picture
expect_exit 0 "$TALUS" scene results -o with.png --size 480,360
cp -r results bare
python3 -c 'import sqlite3
base = sqlite3.connect("bare/results.gpkg")
base.execute("DELETE FROM gpkg_contents WHERE table_name = ?", ("fragments",))
base.commit()'
expect_exit 0 "$TALUS" scene bare -o without.png --size 480,360
! cmp -s with.png without.png || fail "the scene has no fragments"
finish
