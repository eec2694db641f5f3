#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus pack: a study that is moved runs with the same hash; nothing else is touched.
. "$SOURCE/tests/cli/lib.sh"
mkdir -p home/dem home/areas
cp "$SOURCE"/terrain/kot/* home/dem/
"$TALUS" rock cuboid --size 1.2,1,0.8 -o home/areas/block.obj >/dev/null
cat >home/site.yaml <<EOF
title: Packed
terrain: {dem: dem/kot.tif}
ground: [{preset: hard}]
rocks: [{name: block, shape: areas/block.obj}]
releases: [{polygon_m: [[177900, 376800], [177960, 376800], [177960, 376860], [177900, 376860]], rocks: 5}]
outputs: {dir: out, cell_m: 20}
EOF
expect_exit 0 "$TALUS" run home/site.yaml --quiet --set simulation.lost_share=1
hash=$(value_of home/out hash)
find home -type f -exec sha256sum {} + | sort >before

expect_exit 0 "$TALUS" pack home/out -o study.zip
expect_line out '^written  *study.zip$'
mv study.zip first.zip
expect_exit 0 "$TALUS" pack home/out -o study.zip
cmp -s study.zip first.zip || fail "the second archive has other bytes"
expect_exit 0 "$TALUS" pack home/out -o study
find home -type f -exec sha256sum {} + | sort | diff before - || fail "packing changed the study"

# on another machine: the original is not there
mv home gone
mkdir elsewhere
python3 -m zipfile -e study.zip elsewhere
diff -r study elsewhere || fail "archive and directory differ"
[ -s elsewhere/inputs/1/README.md ] || fail "the note on source and licence of the DEM is missing"
[ -s elsewhere/inputs/1/kot.tif.aux.xml ] || fail "a sidecar of the DEM is missing"
grep -rq -e "$work" -e "$SOURCE" elsewhere/scenario.yaml elsewhere/results/scenario.yaml && fail "names of this machine in the pack"
expect_exit 0 "$TALUS" check elsewhere/scenario.yaml
expect_exit 0 "$TALUS" run elsewhere/scenario.yaml --quiet
[ "$(value_of elsewhere/again hash)" = "$hash" ] || fail "another hash: $(value_of elsewhere/again hash), expected $hash"
# its results are a result directory: rocks run again, files are as the manifest has them
expect_exit 0 "$TALUS" replay elsewhere/results --rock 2 --log log.csv
expect_exit 0 "$TALUS" export elsewhere/results -o rocks.glb
expect_line out '^moving  *5$'
python3 - <<'EOF' || fail "files are not as pack.json and manifest.json have them"
import hashlib, json, os
for top, name in (("elsewhere", "pack.json"), ("study/results", "manifest.json")):
    with open(os.path.join(top, name)) as file:
        items = json.load(file)["files"]
    assert len(items) > 10
    for item in items:
        with open(os.path.join(top, item["name"]), "rb") as file:
            data = file.read()
        assert len(data) == item["bytes"] and hashlib.sha256(data).hexdigest() == item["sha256"], item
found = {os.path.relpath(os.path.join(at, name), "study") for at, _, names in os.walk("study") for name in names}
assert found == {item["name"] for item in json.load(open("study/pack.json"))["files"]} | {"pack.json"}, "other files"
EOF

# refused: what is there, an input that is gone, partial results, no results
mv gone home
echo mine >mine.zip
expect_exit 2 "$TALUS" pack home/out -o mine.zip
expect_exit 0 "$TALUS" pack home/out -o mine.zip --overwrite
cmp -s mine.zip study.zip || fail "--overwrite did not replace"
expect_exit 2 "$TALUS" pack home/out -o study --overwrite
expect_line err 'study is a directory'
: >home/out/PARTIAL
expect_exit 2 "$TALUS" pack home/out -o no.zip
expect_line err 'home/out holds partial results'
rm home/out/PARTIAL
expect_exit 0 "$TALUS" run home/site.yaml --quiet --shard 1/2 --out home/half --set simulation.lost_share=1
expect_exit 2 "$TALUS" pack home/half -o no.zip
expect_line err 'home/half is shard 1 of 2 of a run: a study is packed when its run is complete'
# inputs that are no longer those of the results: the pack would give another hash, a replay another rock
mv home/areas/block.obj home/areas/kept.obj
"$TALUS" rock cuboid --size 1.2,1,0.7 -o home/areas/block.obj >/dev/null
expect_exit 2 "$TALUS" pack home/out -o no.zip
expect_line err 'home/out: a rock that was run again moves differently: the inputs of the scenario were changed'
expect_exit 0 "$TALUS" replay home/out --rock 1 --log changed.csv
expect_line err 'warning: rock 1 moves differently than in the run'
expect_exit 0 "$TALUS" replay home/out --rock 1 --gltf changed.gltf
expect_line err 'warning: rock 1 moves differently than in the run'
mv home/areas/kept.obj home/areas/block.obj
expect_exit 0 "$TALUS" replay home/out --rock 1 --log unchanged.csv
grep -q 'moves differently' err && fail "an unchanged rock is said to move differently"
mv home/areas/block.obj home/areas/away.obj
expect_exit 2 "$TALUS" pack home/out -o no
expect_exit 2 "$TALUS" pack home/areas -o no.zip
expect_exit 1 "$TALUS" pack home/out
mv home/areas/away.obj home/areas/block.obj
expect_exit 3 "$TALUS" pack home/out -o absent/no.zip
[ ! -e no.zip ] && [ ! -e no ] || fail "a pack was written after a refusal"
[ -z "$(find . -name '*.part*')" ] || fail "a part is left: $(find . -name '*.part*')"
# names that lead elsewhere on another system, or mean a device there
while IFS= read -r input; do
    rm -rf odd odd.zip
    mkdir odd
    cp home/dem/kot.tif "odd/$input"
    NAME=$input python3 -c 'import os, pathlib
text = pathlib.Path("home/site.yaml").read_text()
pathlib.Path("home/odd.yaml").write_text(text.replace("dem/kot.tif", "\x27../odd/" + os.environ["NAME"] + "\x27"))'
    expect_exit 0 "$TALUS" run home/odd.yaml --out odd/out --quiet --set simulation.lost_share=1
    expect_exit 2 "$TALUS" pack odd/out -o odd.zip
    expect_line err 'cannot be the name of a file in a pack'
    [ ! -e odd.zip ] || fail "a pack with $input was written"
done <<'EOF'
..\..\dem.tif
C:dem.tif
con.tif
dem.tif.
dem.tif 
LPT1
a?b.tif
EOF
# what lies beside an input is packed, but not what a link leads to
mkdir linked
cp home/dem/kot.tif linked/
echo private >private.txt
ln -s ../private.txt linked/README.md
sed "s|dem/kot.tif|../linked/kot.tif|" home/site.yaml >home/linked.yaml
expect_exit 0 "$TALUS" run home/linked.yaml --out linked/out --quiet --set simulation.lost_share=1
expect_exit 0 "$TALUS" pack linked/out -o packed
grep -rq private packed && fail "a pack holds what a link led to"
ln -s ../private.txt linked/kot.prj
ln -s ../private.txt linked/kot.tif.aux.xml
expect_exit 2 "$TALUS" pack linked/out -o packed2
[ ! -e packed2 ] || fail "a pack was written"
finish
