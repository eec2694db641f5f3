#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# results.qgz: a QGIS project in every result directory, with every raster and vector of it, styled.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
{
    cat plane.yaml
    cat <<END
screens: [{name: foot, line_m: [[500010, 5200040], [500140, 5200040]]}]
objects: [{name: hut, polygon_m: [[500060, 5200020], [500080, 5200020], [500080, 5200030]]}]
hazard: {rules: $SOURCE/scenarios/rules/switzerland.yaml, energies_kj: [1], heights_m: [0.5], years: 30}
END
} >hazard.yaml
often="--set releases.0.frequency.per_year=0.5"
# shellcheck disable=SC2086 # a list of words
{
    expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 $often --set 'title="A <plane> & more"' --out one --quiet
    expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 $often --set 'title="A <plane> & more"' --threads 1 --out two --quiet
}
cmp -s one/results.qgz two/results.qgz || fail "the project depends on the threads"
grep -q '"name": "results.qgz"' one/manifest.json || fail "the manifest does not name results.qgz"
grep -q '"partial": false' one/summary.json || fail "the directory is not complete"

python3 - one <<'END' || fail "results.qgz is not as it should be"
import os, re, sys, xml.etree.ElementTree as tree, zipfile
place = sys.argv[1]
archive = zipfile.ZipFile(place + "/results.qgz")
assert archive.testzip() is None and archive.namelist() == ["results.qgs"], archive.namelist()
text = archive.read("results.qgs").decode()
root = tree.fromstring(text)
assert root.find("title").text == "A <plane> & more", root.find("title").text
layers = {layer.find("id").text: layer for layer in root.iter("maplayer")}
branches = [branch for branch in root.iter("layer-tree-layer")]
assert len(layers) == len(branches) == len({b.get("id") for b in branches}), "one branch for each layer"
assert {b.get("id") for b in branches} == set(layers)
sources = {layer.find("datasource").text for layer in layers.values()}
rasters = {"./" + name for name in os.listdir(place) if name.endswith(".tif")}
assert {s for s in sources if s.endswith(".tif")} == rasters, sources ^ rasters
vectors = {s for s in sources if "|" in s}
for name in ("screens", "objects", "releases", "deposits", "trajectories", "impacts", "screen_crossings"):
    assert "./results.gpkg|layername=" + name in vectors, name
assert "./hazard.gpkg|layername=zones" in vectors
assert all(s.startswith("./") and os.path.exists(os.path.join(place, s.split("|")[0])) for s in sources)
for layer in layers.values():
    style = "renderer-v2" if layer.get("type") == "vector" else "pipe"
    assert layer.find(style) is not None, layer.find("layername").text + " has no style"
    assert "UTM zone 32N" in layer.find("srs/spatialrefsys/wkt").text
groups = [group.get("name") for group in root.find("layer-tree-group")]
assert groups[0] == "Screens and objects" and groups[-1] == "Terrain", groups
shown = [b.get("name") for b in branches if b.get("checked") == "Qt::Checked"]
assert shown == ["Screens", "Objects, areas", "Hazard zones", "Terrain, hillshade"], shown
assert root.find("properties/Paths/Absolute").text == "false" and os.getcwd() not in text
colours = open(place + "/speed_p95.qml").read()
item = re.search(r"<item [^>]*>", colours).group(0)
assert item in text, "the colours are those of the style beside the raster"
END

# a variant of a study has one, too, and so has what is merged
expect_exit 0 "$TALUS" compare plane.yaml --rocks 3 --schemes explicit,midpoint --out study --quiet
[ -s study/explicit/results.qgz ] || fail "a variant has no project"
# shellcheck disable=SC2086
{
    expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 $often --set 'title="A <plane> & more"' --shard 1/2 --out a --quiet
    expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 $often --set 'title="A <plane> & more"' --shard 2/2 --out b --quiet
}
expect_exit 0 "$TALUS" merge a b --out merged --quiet
cmp -s one/results.qgz merged/results.qgz || fail "the project of merged results differs"

# a project of the user stays
mkdir mine
echo mine >mine/results.qgz
expect_exit 2 "$TALUS" run plane.yaml --rocks 3 --out mine --quiet
expect_line err 'results.qgz'
[ "$(cat mine/results.qgz)" = mine ] || fail "a project of the user was replaced"
finish
