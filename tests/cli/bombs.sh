#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Small files that announce or unpack to far more than they hold, and data that make endless work: each ends
# with a sentence, within seconds and little memory.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
python3 - <<'EOF'
import gzip, json, random, sqlite3, struct, zipfile, zlib
def tiff(path, side, compression, chunk=b"", tile=None, rows=None, copies=False):
    """float32, one chunk for all tiles or strips, or a copy for each; without a chunk they are left out"""
    data = bytearray(b"II*\0\0\0\0\0")
    def put(content):
        at = len(data)
        data.extend(content)
        return at
    scale = put(struct.pack("<ddd", 1, 1, 0))
    tie = put(struct.pack("<dddddd", 0, 0, 0, 500000, 5200150, 0))
    keys = put(struct.pack("<16H", 1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 25832))
    count = (-(-side // tile)) ** 2 if tile else -(-side // rows)
    content = put(chunk * (count if copies else 1))
    offsets = put(b"".join(struct.pack("<I", content + k * len(chunk) * copies if chunk else 0) for k in range(count))) if count > 1 else content if chunk else 0
    sizes = put(struct.pack("<I", len(chunk)) * count) if count > 1 else len(chunk)
    tags = [(256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 32), (259, 3, 1, compression), (262, 3, 1, 1), (277, 3, 1, 1),
            (339, 3, 1, 3), (33550, 12, 3, scale), (33922, 12, 6, tie), (34735, 3, 16, keys)]
    tags += [(322, 4, 1, tile), (323, 4, 1, tile), (324, 4, count, offsets), (325, 4, count, sizes)] if tile else [
        (278, 4, 1, rows), (273, 4, count, offsets), (279, 4, count, sizes)]
    data += bytes(len(data) % 2)
    struct.pack_into("<I", data, 4, len(data))
    data += struct.pack("<H", len(tags))
    for tag, kind, n, value in sorted(tags):
        data += struct.pack("<HHIHH", tag, kind, n, value, 0) if kind == 3 and n == 1 else struct.pack("<HHII", tag, kind, n, value)
    open(path, "wb").write(data + bytes(4))
def zeros(size):
    packer, made = zlib.compressobj(9), []
    for _ in range(size >> 20):
        made.append(packer.compress(bytes(1 << 20)))
    return b"".join(made) + packer.flush()
tiff("sparse.tif", 10**6, 1, rows=10**6)
tiff("tiles.tif", 16000, 1, tile=256)
tiff("deflate.tif", 8192, 8, zeros(8192 * 8192 * 4), rows=8192)
tiff("shared.tif", 8192, 1, bytes(8192 * 4), rows=1)
tiff("flat.tif", 8192, 8, zeros(512 * 512 * 4), tile=512, copies=True)
def png(path, side, data):
    def part(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    open(path, "wb").write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", side, side, 16, 0, 0, 0, 0)) +
                           part(b"IDAT", data) + part(b"IEND", b""))
    open(path[:-3] + "pgw", "w").write("1\n0\n0\n-1\n500000\n5200150\n")
png("picture.png", 12000, zeros((12000 * 2 + 1) * 12000))
for name, head in (("grid.asc", b"ncols 10000\nnrows 10000\nxllcorner 500000\nyllcorner 5200000\ncellsize 1\n"), ("table.csv", b"x,y\n")):
    with zipfile.ZipFile(name[:-4] + ".zip", "w", zipfile.ZIP_DEFLATED) as archive, archive.open(name, "w") as file:
        file.write(head)
        for _ in range(300):
            file.write(b"1 " * (1 << 19))
with gzip.open("grid.asc.gz", "wb") as file:
    file.write(b"ncols 10000\nnrows 10000\nxllcorner 500000\nyllcorner 5200000\ncellsize 1\n")
    for _ in range(300):
        file.write(b"1 " * (1 << 19))
with zipfile.ZipFile("files.zip", "w") as archive:
    for k in range(12000):
        archive.writestr(f"d{k}/x.csv", "")
def vrt(path, source, count):
    item = f"<SimpleSource><SourceFilename relativeToVRT='1'>{source}</SourceFilename><SourceBand>1</SourceBand></SimpleSource>"
    open(path, "w").write('<VRTDataset rasterXSize="16" rasterYSize="16"><SRS>EPSG:25832</SRS><GeoTransform>500000,10,0,5200150,0,-10'
                          f'</GeoTransform><VRTRasterBand dataType="Float32" band="1">{item * count}</VRTRasterBand></VRTDataset>')
vrt("layers.vrt", "plane.asc", 1000)
vrt("power0.vrt", "plane.asc", 20)
for k in range(6):
    vrt(f"power{k + 1}.vrt", f"power{k}.vrt", 20)
place = ("<SimpleSource><SourceFilename relativeToVRT='1'>plane.asc</SourceFilename><SourceBand>1</SourceBand>"
         "<DstRect xOff='%d' yOff='%d' xSize='16' ySize='16'/></SimpleSource>")
open("places.vrt", "w").write('<VRTDataset rasterXSize="7680" rasterYSize="7680"><SRS>EPSG:25832</SRS><GeoTransform>500000,10,0,5200150,0,-10'
    '</GeoTransform><VRTRasterBand dataType="Float32" band="1">' + "".join(place % (k % 480 * 16, k // 480 * 16) for k in range(230000)) +
    '</VRTRasterBand></VRTDataset>')
open("bytes.vrt", "w").write('<VRTDataset rasterXSize="16" rasterYSize="16"><GeoTransform>500000,10,0,5200150,0,-10</GeoTransform>'
    '<VRTRasterBand dataType="Byte" band="1" subClass="VRTRawRasterBand"><SourceFilename>plane.yaml</SourceFilename><ImageOffset>0'
    '</ImageOffset><PixelOffset>1</PixelOffset><LineOffset>16</LineOffset></VRTRasterBand></VRTDataset>')
random.seed(1)
def polygons(path, *rings):
    json.dump({"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": {
        "type": "Polygon", "coordinates": [ring + ring[:1]]}} for ring in rings]}, open(path, "w"))
polygons("tangle.geojson", [[500000 + 150 * random.random(), 5200000 + 150 * random.random()] for _ in range(6000)])
polygons("comb.geojson", [[500020 + 1e-5 * k, 5200020 + k % 2 * 50] for k in range(100000)])
open("columns.csv", "w").write(",".join(["x", "y"] + [f"c{k}" for k in range(100000)]) + "\n")
open("rows.csv", "w").write("x,y\n" + "500050,5200050\n" * 10**7)
open("cells.csv", "w").write(",".join(["x", "y"] + [f"c{k}" for k in range(998)]) + "\n" + ("," * 999 + "1\n") * 30000)
with open("line.csv", "wb") as file:
    for _ in range(1000):
        file.write(b"a" * 10**6)
open("text.yaml", "w").write(open("plane.yaml").read() + "#" + "a" * (9 << 20) + "\n")
# a GeoPackage of some pages, whose rows have no end: each inner page of a table names the next one 300 times
base = sqlite3.connect("pages.gpkg")
base.executescript("""PRAGMA application_id = 1196444487; PRAGMA user_version = 10200;
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES ('ETRS89', 25832, 'EPSG', 25832, 'undefined', '');
CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT, description TEXT,
  last_change TEXT NOT NULL DEFAULT '2020-01-01T00:00:00Z', min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
  srs_id INTEGER);
CREATE TABLE gpkg_geometry_columns (table_name TEXT PRIMARY KEY, column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL);
CREATE TABLE stands (fid INTEGER PRIMARY KEY, geom POLYGON, kind TEXT);
INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('stands', 'features', 'stands', 25832);
INSERT INTO gpkg_geometry_columns VALUES ('stands', 'geom', 'POLYGON', 25832, 0, 0);""")
ring = [(500020, 5200020), (500050, 5200020), (500050, 5200050), (500020, 5200020)]
base.execute("INSERT INTO stands (geom, kind) VALUES (?, 'forest')", (b"GP\0\1" + struct.pack("<i", 25832) +
    struct.pack("<BIII", 1, 3, 1, 4) + b"".join(struct.pack("<dd", *p) for p in ring),))
base.commit()
root = base.execute("SELECT rootpage FROM sqlite_master WHERE name = 'stands'").fetchone()[0]
size = base.execute("PRAGMA page_size").fetchone()[0]
base.close()
data = bytearray(open("pages.gpkg", "rb").read())
def inner(child):
    page = bytearray(size)
    for k in range(300):
        at = size - 5 * (k + 1)
        page[at:at + 5] = struct.pack(">IB", child, 1)
        page[12 + 2 * k:14 + 2 * k] = struct.pack(">H", at)
    page[:12] = struct.pack(">BHHHBI", 5, 0, 300, at, 0, child)
    return page
last = len(data) // size + 1
data += data[(root - 1) * size:root * size]
for level in range(7):
    data += inner(last + level)
data[(root - 1) * size:root * size] = inner(last + 7)
data[28:32] = struct.pack(">I", len(data) // size)
open("pages.gpkg", "wb").write(data)
EOF

# bounded SENTENCE COMMAND...: exit code 2 and the sentence, within 20 s of one core
seconds=20
! grep -q __asan_init "$TALUS" || seconds=120 # a program with sanitizers
bounded() {
    sentence=$1
    shift
    code=0
    (ulimit -t $seconds && exec timeout 300 "$TALUS" "$@") >out 2>err || code=$?
    [ $code -eq 2 ] || fail "exit code $code, expected 2, from talus $*"
    expect_line err "$sentence"
}
for file in sparse.tif tiles.tif deflate.tif shared.tif picture.png; do
    bounded 'announces .* cells in .* bytes, so almost all' terrain info $file
    bounded 'announces .* cells in .* bytes, so almost all' check plane.yaml --set terrain.dem=$file
done
for file in grid.zip grid.asc.gz files.zip; do
    bounded 'unpacks to more than' terrain info $file
done
for file in layers.vrt power1.vrt power6.vrt; do
    bounded 'sources over each other' terrain info $file
done
bounded 'names files at more than 65536 places' terrain info places.vrt
bounded 'bytes of a file of any format' terrain info bytes.vrt
# ground FILE SENTENCE
ground() {
    sed "s|ground: \[{preset: medium soft}\]|ground: [{preset: medium soft}, {preset: hard, file: $1, crs: dem}]|" plane.yaml >ground.yaml
    bounded "$2" check ground.yaml
}
ground table.zip 'unpacks to more than'
ground pages.gpkg 'cannot be read to its end .*interrupted'
ground tangle.geojson 'cross or overlap themselves without end'
ground comb.geojson 'cross or overlap themselves without end'
ground columns.csv 'a heading of more than'
ground rows.csv 'found more than 2000000 rows'
ground cells.csv 'found more than 20000 rows of 1000 cells'
ground line.csv 'a text of 953 MB, expected a table of at most 256'
rm rows.csv cells.csv line.csv
bounded 'more than 8 MiB of text' check text.yaml
# what holds what it says
expect_exit 0 "$TALUS" terrain info plane.asc
expect_exit 0 "$TALUS" terrain info flat.tif
finish
