# SPDX-License-Identifier: GPL-3.0-or-later
"""Strict check of a .glb or .gltf of talus against the rules of glTF 2.0; prints its facts as "key value" lines.

gltf_check.py FILE
"""
import base64
import json
import math
import struct
import sys

WIDTH = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
FLOAT, UINT32 = 5126, 5125


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"glTF":
        document = json.loads(data)
        return document, base64.b64decode(document["buffers"][0]["uri"].split(",", 1)[1])
    version, size, length, kind = struct.unpack("<IIII", data[4:20])
    assert (version, size, kind) == (2, len(data), 0x4E4F534A) and length % 4 == 0
    document = json.loads(data[20:20 + length])
    rest, kind = struct.unpack("<II", data[20 + length:28 + length])
    assert kind == 0x004E4942 and rest % 4 == 0 and 28 + length + rest == len(data)
    assert "uri" not in document["buffers"][0]
    return document, data[28 + length:]


def read_accessors(document, data):
    end, values = 0, []
    assert len(document["buffers"]) == 1 and document["buffers"][0]["byteLength"] == len(data)
    for accessor, view in zip(document["accessors"], document["bufferViews"]):
        width, count = WIDTH[accessor["type"]], accessor["count"]
        assert accessor["bufferView"] == len(values) and accessor["componentType"] in (FLOAT, UINT32)
        assert count > 0 and view["byteOffset"] == end and end % 4 == 0 and view["byteLength"] == 4 * width * count
        end += view["byteLength"]
        code = "f" if accessor["componentType"] == FLOAT else "I"
        flat = struct.unpack("<%d%s" % (width * count, code), data[view["byteOffset"]:end])
        assert all(math.isfinite(v) for v in flat)
        assert accessor["min"] == [min(flat[k::width]) for k in range(width)], "min of %d" % len(values)
        assert accessor["max"] == [max(flat[k::width]) for k in range(width)], "max of %d" % len(values)
        values.append([flat[k:k + width] for k in range(0, len(flat), width)])
    assert end == len(data) and len(document["accessors"]) == len(document["bufferViews"])
    return values


def check_mesh(document, values, mesh):
    (primitive,) = mesh["primitives"]
    names = primitive["attributes"]
    count = len(values[names["POSITION"]])
    assert 0 <= primitive["material"] < len(document["materials"])
    for name, k in names.items():
        assert len(values[k]) == count and document["bufferViews"][k]["target"] == 34962, name
        assert name in ("POSITION", "NORMAL", "COLOR_0") or name.startswith("_"), name
    if primitive["mode"] == 3:
        assert "indices" not in primitive and count >= 2
        assert all(0 <= c <= 1 for colour in values[names.get("COLOR_0", 0)] for c in colour) or "COLOR_0" not in names
        return count
    assert primitive["mode"] == 4
    assert all(abs(math.hypot(*n) - 1) < 1e-5 for n in values[names["NORMAL"]])
    indices = [i for (i,) in values[primitive["indices"]]]
    assert len(indices) % 3 == 0 and max(indices) < count
    assert document["bufferViews"][primitive["indices"]]["target"] == 34963
    return count


def check_motion(document, values):
    if "animations" not in document:
        return
    (animation,) = document["animations"]
    used = set()
    for channel in animation["channels"]:
        node, path = channel["target"]["node"], channel["target"]["path"]
        assert (node, path) not in used
        used.add((node, path))
        sampler = animation["samplers"][channel["sampler"]]
        times = [t for (t,) in values[sampler["input"]]]
        output = values[sampler["output"]]
        assert times[0] >= 0 and all(a < b for a, b in zip(times, times[1:])) and len(output) == len(times)
        assert sampler["interpolation"] == ("STEP" if path == "scale" else "LINEAR")
        assert len(output[0]) == (4 if path == "rotation" else 3)
        if path == "rotation":
            assert all(abs(math.hypot(*q) - 1) < 1e-5 for q in output)
            assert all(sum(a * b for a, b in zip(p, q)) >= 0 for p, q in zip(output, output[1:]))
        if path == "scale":
            shown = [s[0] for s in output]
            assert all(s[0] == s[1] == s[2] for s in output) and shown in ([0, 1], [1, 0], [0, 1, 0]), shown
            print("shown", document["nodes"][node]["name"].replace(" ", "_"), times[0], *times[1:])
        if path == "translation":
            name = document["nodes"][node]["name"].replace(" ", "_")
            x, y, z = (a + b for a, b in zip(document["asset"]["extras"]["origin_m"],
                                             (output[-1][0], -output[-1][2], output[-1][1])))
            print("end", name, x, y, z, times[0], times[-1])


def main():
    document, data = read(sys.argv[1])
    values = read_accessors(document, data)
    assert document["asset"]["version"] == "2.0" and document["scene"] == 0
    assert document["scenes"][0]["nodes"] == list(range(len(document["nodes"])))
    meshes = [node["mesh"] for node in document["nodes"] if "mesh" in node]
    assert sorted(meshes) == list(range(len(document["meshes"])))
    vertices = [check_mesh(document, values, mesh) for mesh in document["meshes"]]
    check_motion(document, values)
    for node in document["nodes"]:
        print("node", node["name"].replace(" ", "_"), vertices[node["mesh"]] if "mesh" in node else 0,
              json.dumps(node.get("extras", {}), sort_keys=True))
    print("partial", document["asset"]["extras"].get("partial"))


main()
