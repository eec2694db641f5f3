#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# One run in every product: a layer has one title and unit, a class one colour, a net one colour, whether it
# is seen on a map, in QGIS, in a report or in an export.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
{
    sed 's/dem: plane.asc/&, dams: [{name: dam, line_m: [[500010, 5200050], [500140, 5200050]], height_m: 2}]/' plane.yaml
    cat <<END
screens: [{name: foot, line_m: [[500010, 5200040], [500140, 5200040]]}]
objects: [{name: hut, polygon_m: [[500060, 5200020], [500080, 5200020], [500080, 5200030]]},
  {name: road, line_m: [[500010, 5200030], [500140, 5200030]]}]
nets: [{name: net, line_m: [[500010, 5200060], [500140, 5200060]], height_m: 3, capacity_kj: 100}]
hazard: {rules: $SOURCE/scenarios/rules/switzerland.yaml, energies_kj: [1], heights_m: [0.5], years: 30}
outputs: {cell_m: 5, layers: [standard, momentum_p95, rotational_energy_max], exceedance: {hit_rate_kj: [1]}}
fragmentation: {law: rockgis, area_ratio: 0.4}
END
} | grep -v '^outputs: {dir' >one.yaml
expect_exit 0 "$TALUS" run one.yaml --rocks 60 --set releases.0.frequency.per_year=0.5 --out one --quiet
for layer in zones annual_frequency kinetic_energy_p95; do
    expect_exit 0 "$TALUS" map one --layer $layer --out $layer.svg
done
expect_exit 0 "$TALUS" report one --rocks 0 --out one.html
expect_exit 0 "$TALUS" map one --list
cp out list

python3 - <<'END' || fail "the products of one run disagree"
import base64, csv, json, re, sqlite3, xml.etree.ElementTree as tree, zipfile, zlib

page = open("one.html").read()
report = json.loads(zlib.decompress(base64.b64decode(re.search(r'id="data">([^<]*)<', page)[1])))
project = tree.fromstring(zipfile.ZipFile("one/results.qgz").read("results.qgs").decode())
listed = dict(line.split(None, 1) for line in open("list") if line.strip())
hazard = json.load(open("one/hazard.json"))

# titles of rasters: list of the map, report, project (which adds the unit)
titles = {}
for layer in project.iter("maplayer"):
    titles[layer.find("datasource").text] = layer.find("layername").text
shown = 0
for layer in report["layers"]:
    name = layer["name"]
    assert listed[name].strip() == layer["title"], (name, listed[name], layer["title"])
    source = f"./{name}.tif"
    if source in titles:
        shown += 1
        unit = {"%": "", "class": ""}.get(layer["unit"], layer["unit"])
        wanted = layer["title"] + (f" ({unit})" if unit else "")
        assert titles[source] == wanted, (name, titles[source], wanted)
assert shown > 20, shown
raw = [t for s, t in titles.items() if re.fullmatch(r"[a-z0-9_]+", t)]
assert not raw, f"names of files in place of titles: {raw}"
others = [g for g in project.iter("layer-tree-group") if g.get("name") == "Other layers"]
assert not others, [b.get("name") for b in others[0]]

# colours of lines: report, styles of QGIS, legend of the map
styles = dict(sqlite3.connect("one/results.gpkg").execute("SELECT f_table_name, styleQML FROM layer_styles"))
tables = {"net": "nets", "dam": "dams", "screen": "screens"}
legend = open("zones.svg").read()
kinds = set()
for line in report["lines"]:
    kinds.add(line["kind"])
    rgb = tuple(int(line["colour"][k:k + 2], 16) for k in (1, 3, 5))
    table = tables.get(line["kind"]) or ("objects" if line["is_area"] else "object_lines")
    assert "%d,%d,%d,255" % rgb in styles[table], (line["kind"], rgb, styles[table])
    parts = [round(100 * c / 255) for c in rgb]
    drawn = {tuple(round(float(p)) for p in m) for m in re.findall(r"rgb\(([\d.]+)%, *([\d.]+)%, *([\d.]+)%\)", legend)}
    assert any(max(abs(a - b) for a, b in zip(parts, d)) <= 1 for d in drawn), (line["kind"], parts)
assert kinds == {"net", "dam", "screen", "object"}, kinds

# classes of zones: report, hazard.json, styles of the raster
zones = next(layer for layer in report["layers"] if layer["name"] == "zones")
qml = open("one/zones.qml").read()
wanted = {k + 1: (z["title"], z["colour"]) for k, z in enumerate(hazard["zones"])}
wanted[0] = (hazard["undecided"]["title"], hazard["undecided"]["colour"])
assert {c["value"]: (c["title"], c["colour"]) for c in zones["classes"]} == wanted
for value, (title, colour) in wanted.items():
    entry = re.search(rf'<paletteEntry value="{value}" color="([^"]*)" alpha="255" label="([^"]*)"', qml)
    assert entry and entry.groups() == (colour, title), (value, entry)

# the ramp of frequencies: the style is of the same colours as the map, the cool ramp of amounts
first = re.search(r'<item [^>]*color="(#[0-9a-f]{6})"', open("one/annual_frequency.qml").read())[1]
passages = re.search(r'<item [^>]*color="(#[0-9a-f]{6})"', open("one/passages.qml").read())[1]
energy = re.search(r'<item [^>]*color="(#[0-9a-f]{6})"', open("one/kinetic_energy_p95.qml").read())[1]
assert first == passages != energy
END
finish
