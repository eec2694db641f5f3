# SPDX-License-Identifier: GPL-3.0-or-later
"""What talus export wrote, against the layers of the result directory; called by export.sh in its directory.

export_check.py layers|rocks|fragments
"""
import csv
import json
import re
import sqlite3
import struct
import sys


def table(layer):
    base = sqlite3.connect("results/results.gpkg")
    base.row_factory = sqlite3.Row
    return [dict(row) for row in base.execute("SELECT * FROM " + layer + " ORDER BY fid")]


def point(blob):
    """The header of a GeoPackage geometry, then the WKB of a point with height."""
    skip = 8 + (0, 32, 48, 48, 64)[blob[3] >> 1 & 7]
    return struct.unpack("<ddd", blob[skip + 5:skip + 29])


def near(a, b):
    return abs(a - b) <= 1e-14 * abs(b)


def at_place(a, b):
    """Coordinates: the text has 15 decimals, also beside 0."""
    return abs(a - b) <= 1e-14 * max(1.0, abs(b))


def rows_of(name):
    with open(name, newline="") as file:
        return list(csv.DictReader(file))


def check_cell(cell, value):
    if value is None:
        assert cell == "", cell
    elif isinstance(value, float):
        assert near(float(cell), value), (cell, value)
    else:
        assert cell == str(value), (cell, value)


def check_raster():
    """Tiled, with overviews, as a cloud-optimised GeoTIFF says of itself."""
    with open("a.tif", "rb") as file:
        data = file.read()
    assert data[:4] == b"II*\0" and b"LAYOUT=IFDS_BEFORE_DATA" in data[:300]
    at, widths = struct.unpack("<I", data[4:8])[0], []
    while at:
        count, = struct.unpack("<H", data[at:at + 2])
        tags = {struct.unpack("<H", data[at + 2 + 12 * k:at + 4 + 12 * k])[0]:
                struct.unpack("<H", data[at + 10 + 12 * k:at + 12 + 12 * k])[0] for k in range(count)}
        assert tags[322] == tags[323] == 256, "tiles"
        widths.append(tags[256])
        at, = struct.unpack("<I", data[at + 2 + 12 * count:at + 6 + 12 * count])
    assert len(widths) >= 2 and widths[1] == widths[0] // 2, widths


def check_layers():
    rows = table("deposits")
    names = [k for k in rows[0] if k not in ("fid", "geom")]
    found, moved = rows_of("deposits.csv"), rows_of("utm.csv")
    assert len(rows) == len(found) == len(moved) == 12 and list(found[0]) == ["X", "Y", "Z"] + names, list(found[0])
    for row, cell, other in zip(rows, found, moved):
        for name in names:
            check_cell(cell[name], row[name])
            assert other[name] == cell[name], name
        assert all(at_place(float(cell[k]), v) for k, v in zip("XYZ", point(row["geom"])))
        assert abs(float(other["X"]) - float(cell["X"])) > 1000, "not brought to UTM"
    with open("deposits.geojson") as file:
        document = json.load(file)
    assert len(document["features"]) == 12 and "crs" not in document
    for row, feature in zip(rows, document["features"]):
        assert list(feature["properties"]) == names
        for name, value in feature["properties"].items():
            assert value == row[name] or near(value, row[name]), (name, value, row[name])
        lon, lat, height = feature["geometry"]["coordinates"]
        assert 9 < lon < 12 and -1 < lat < 55 and abs(height - point(row["geom"])[2]) < 1e-8, (lon, lat, height)
    lines = rows_of("a.csv")
    assert len(lines) == 12 and lines[0]["WKT"].startswith("LINESTRING Z"), lines[0]["WKT"][:40]
    with open("two.kml") as file:
        text = file.read()
    assert re.findall("<Folder><name>(.*?)</name>", text) == ["screens", "deposits"], "folders"
    assert text.count("<Placemark>") == 13
    values = re.findall('name="energy_max_kj">([^<]*)<', text)
    assert len(values) == 12 and all(near(float(a), row["energy_max_kj"]) for a, row in zip(values, rows))
    with open("deposits.fgb", "rb") as file:
        assert file.read(3) == b"fgb"
    check_raster()


def facts_of(name):
    with open(name) as file:
        return [line.split(None, 3) for line in file]


def check_rocks():
    """Rocks end where the layer has them; the row of a path is that of the layer."""
    ends = {row["rock"]: row for row in rows_of("deposits.csv")}
    for words in facts_of("facts"):
        if words[0] == "end":
            row, numbers = ends[words[1].replace("rock_", "")], " ".join(words[2:]).split()
            assert all(abs(float(a) - float(row[k])) < 2e-4 for a, k in zip(numbers, "XYZ")), (numbers, row)
            assert abs(float(numbers[4]) - float(row["time_s"])) < 1e-3, numbers
        if words[0] == "node" and words[1].startswith("path_"):
            extras = json.loads(words[3])
            for key, value in extras.items():
                cell = ends[str(extras["rock"])][key]
                assert str(value) == cell or near(float(value), float(cell)), (key, value, cell)


def check_fragments():
    rows = rows_of("fragments.csv")
    facts = [" ".join(words).split() for words in facts_of("broken.glb.facts")]
    ends = {w[1]: (float(w[5]), float(w[6])) for w in facts if w[0] == "end"}
    shown = {w[1]: [float(t) for t in w[2:]] for w in facts if w[0] == "shown"}
    assert len(rows) > 5 and len(ends) == 3 + len(rows), (len(rows), len(ends))
    for row in rows:
        name = "rock_%s,_fragment_%s" % (row["rock"], row["body"])
        birth, end = ends[name]
        assert abs(birth - float(row["birth_s"])) < 1e-3 and abs(end - float(row["time_s"])) < 1e-3, (row, birth, end)
        assert shown[name][0] == 0 and abs(shown[name][1] - birth) < 1e-6, shown[name]
        parent = "rock_" + row["rock"] + (",_fragment_" + row["parent"] if row["parent"] != "0" else "")
        assert abs(ends[parent][1] - birth) < 1e-3 and abs(shown[parent][-1] - ends[parent][1]) < 1e-6, parent
    one = [words[0] for words in facts_of("rock0.gltf.facts")]
    assert one.count("end") == 1 + sum(row["rock"] == "0" for row in rows)


{"layers": check_layers, "rocks": check_rocks, "fragments": check_fragments}[sys.argv[1]]()
