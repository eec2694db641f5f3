#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus report: one page, entered in the manifest; the directory stays complete; what is refused.
. "$SOURCE/tests/cli/lib.sh"
# a plane of 40 degrees that falls to the east (terrain/plane)
cat >slope.yaml <<END
title: A <slope> & more
terrain: {dem: $SOURCE/terrain/plane/plane.tif}
ground: [{preset: medium}]
rocks: [{shape: equant, size_m: [1, 0, 0]}]
releases: [{box_m: [10, 30, 20, 70], rocks: 30}]
screens: [{name: across, line_m: [[100, 5], [100, 95]]}]
outputs: {dir: results}
END
run="$TALUS run slope.yaml --quiet --set simulation.lost_share=1"
expect_exit 0 $run
cp results/summary.json summary.before
cp results/manifest.json manifest.before
expect_exit 0 "$TALUS" report results
expect_line out '^paths  *30, 16 of them tumble$'
expect_line out '^written  *results/report.html$'
cmp -s results/summary.json summary.before || fail "summary.json has changed"
[ -e results/PARTIAL ] && fail "the directory is partial"
[ -e results/unfinished.part ] && fail "something unfinished is left"
sha=$(sha256sum results/report.html | cut -d ' ' -f 1)
grep -A3 '"report.html"' results/manifest.json | grep -q "$sha" || fail "the manifest has another digest"
grep -q '"by": "report"' results/manifest.json || fail "the manifest does not say by whom"

# one self-contained page: no address is loaded, the licences are in it
[ "$(wc -c <results/report.html)" -lt 10000000 ] || fail "the page is larger than 10 MB"
grep -q '<title>A &lt;slope&gt; &amp; more</title>' results/report.html || fail "the title is not text"
grep -q "default-src 'none'" results/report.html || fail "the page may load something"
grep -Eq '(src|href)="(https?:)?//' results/report.html && fail "the page names an address to load"
grep -q 'Permission is hereby granted' results/report.html || fail "the licences are missing"
for part in data terrain tracks 'layer:reach_probability' 'file:summary.json' 'file:screens.csv' scenario schema; do
    grep -q "id=\"$part\"" results/report.html || fail "the page has no $part"
done

# the numbers are those of the summary: the file is in the page as it is
cat >look.py <<'END'
import base64, json, re, sys, zlib
page = open(sys.argv[1], encoding='utf-8').read()
def part(name):
    found = re.search('<script type="application/x-talus" id="%s">([^<]*)</script>' % re.escape(name), page)
    return zlib.decompress(base64.b64decode(found.group(1)))
assert part('file:summary.json') == open('results/summary.json', 'rb').read()
data = json.loads(part('data'))
tracks = data['tracks']
assert tracks['count'] == tracks['recorded'] == 30 and tracks['rock'] == list(range(30))
assert max(tracks['energy_max_kj']) <= json.loads(part('file:summary.json'))['per_rock']['kinetic_energy_kj']['max'] * 1.000001
raw = part('tracks')
n = tracks['points']
assert len(raw) == 12 * n
# the first rock starts where its release is, one metre over the plane
def column(c):
    value, out = 0, []
    for k in range(n):
        value = (value + raw[2 * c * n + k] + 256 * raw[2 * c * n + n + k]) & 65535
        out.append(value)
    low, high = tracks['columns'][c]['low'], tracks['columns'][c]['high']
    return [low + (high - low) * v / 65534 for v in out]
x, y, h = column(0), column(1), column(4)
assert 10 <= x[0] <= 20 and 30 <= y[0] <= 70, (x[0], y[0])
assert 0 <= min(h) and h[0] > 1, h[0]
# a rock that tumbles ends where its path ends
motion = data['motions'][0]
assert len(motion['faces']) > 5 and motion['samples'] > 10
k = motion['track']
end = (tracks['starts'] + [n])[k + 1] - 1
assert abs(motion['ranges'][1][1] - x[end]) < 0.1, (motion['ranges'][1], x[end])
assert data['missing'] == [], data['missing']
assert [l['name'] for l in data['lines']] == ['across']
END
python3 look.py results/report.html || fail "the page holds other numbers"

# the same directory gives the same bytes, and the page is replaced
cp results/report.html first.html
expect_exit 0 "$TALUS" report results
cmp -s results/report.html first.html || fail "a second report differs"
[ "$(ls results | grep -c 'report.html')" -eq 1 ] || fail "a page is left over"
expect_exit 0 "$TALUS" report results --language de -o german.html
grep -c 'id="data"' german.html >/dev/null || fail "the page elsewhere has no data"
cmp -s results/report.html first.html || fail "a page elsewhere has changed the directory"
# what the user has changed is kept, what is the user's own is refused
echo mine >results/report.html
expect_exit 0 "$TALUS" report results
expect_line err 'kept as report.html.kept-1'
expect_text results/report.html.kept-1 mine
rm results/report.html.kept-1
# another run takes its report away
expect_exit 0 $run
[ -e results/report.html ] && fail "a report of an earlier run stays"
cmp -s results/manifest.json manifest.before || fail "the manifest of the same run differs"
echo mine >results/report.html
expect_exit 2 "$TALUS" report results
expect_line err 'report.html'
expect_text results/report.html mine
expect_exit 0 "$TALUS" report results --overwrite

# parts that are missing: the page says so
expect_exit 0 $run --out bare --set outputs.trajectories=0
expect_exit 0 "$TALUS" report bare
expect_line out '^left out  *1: '
expect_exit 0 cp -r results moved
mkdir -p away && mv moved away/deeper
sed -i 's|^  dem: .*|  dem: gone.tif|' away/deeper/scenario.yaml
expect_exit 0 "$TALUS" report away/deeper -o moved.html
expect_line out '^paths  *30, 0 of them tumble$'
expect_line out '^left out  *1: '
# inputs that have changed: rocks that move differently are not shown
sed 's|preset: "medium@2"|preset: "hard@2"|; /soil:/,/depth:/d' results/scenario.yaml >results/other.yaml
cp -r results changed && mv changed/other.yaml changed/scenario.yaml
expect_exit 0 "$TALUS" report changed -o changed.html
expect_line out 'left out'

expect_exit 2 "$TALUS" report absent
expect_line err 'absent is not a result directory'
mkdir empty
expect_exit 2 "$TALUS" report empty
cp -r results partial && touch partial/PARTIAL
expect_exit 2 "$TALUS" report partial
expect_line err 'holds partial results'
cp results/results.gpkg whole.gpkg
expect_exit 2 "$TALUS" report results -o results/results.gpkg
expect_line err 'found the file name results/results.gpkg, expected one that ends in .html'
cmp -s results/results.gpkg whole.gpkg || fail "a file of the run was replaced"
expect_exit 1 "$TALUS" report results --language la
expect_exit 1 "$TALUS" report results --rocks 1000
expect_exit 3 "$TALUS" report results -o nowhere/at/all.html
[ -e nowhere ] && fail "a directory was made"
finish
