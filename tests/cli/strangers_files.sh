#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Data of strangers and environments that are odd: no statement of a file or of a filter is executed, no
# variable changes a byte, and text is text in every product.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# --- files --------------------------------------------------------------------------------------
mkdir given private
python3 - <<'EOF'
import base64, sqlite3, struct, zlib
def polygon(x, y, side):
    ring = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
    return b"GP\0\1" + struct.pack("<i", 25832) + struct.pack("<BII", 1, 3, 1) + struct.pack("<I", 5) + b"".join(
        struct.pack("<dd", *p) for p in ring)
def make(path, *statements):
    base = sqlite3.connect(path)
    base.executescript("""PRAGMA application_id = 1196444487; PRAGMA user_version = 10200;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('ETRS89', 25832, 'EPSG', 25832, 'undefined', '');
    CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT, description TEXT,
      last_change TEXT NOT NULL DEFAULT '2020-01-01T00:00:00Z', min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
      srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT PRIMARY KEY, column_name TEXT NOT NULL,
      geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL);
    CREATE TABLE stands (fid INTEGER PRIMARY KEY, geom POLYGON, kind TEXT, h REAL);
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('stands', 'features', 'stands', 25832);
    INSERT INTO gpkg_geometry_columns VALUES ('stands', 'geom', 'POLYGON', 25832, 0, 0);""")
    for k, kind in enumerate(("forest", "scree")):
        base.execute("INSERT INTO stands (geom, kind, h) VALUES (?, ?, ?)", (polygon(500020 + 40 * k, 5200020, 30), kind, k + 1))
    def register(name):
        base.execute("INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, 'features', ?, 25832)",
                     (name, name))
        base.execute("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'POLYGON', 25832, 0, 0)", (name,))
    for statement in statements:
        if statement.startswith("CREATE"):
            base.execute(statement)
        else:
            register(statement)
    base.commit()
    base.close()
endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS fid, NULL AS geom, 'a' AS kind FROM n"
make("given/plain.gpkg")
make("given/view.gpkg", f"CREATE VIEW bad AS {endless}", "bad")
make("given/hidden.gpkg", f"CREATE VIEW bad AS {endless}")
make("given/trigger.gpkg", "CREATE TRIGGER t AFTER INSERT ON stands BEGIN DELETE FROM stands; END")
make("given/generated.gpkg", "CREATE TABLE bad (fid INTEGER PRIMARY KEY, geom POLYGON, kind TEXT AS (hex(zeroblob(200000000))))",
     "bad", )
make("given/virtual.gpkg", "CREATE VIRTUAL TABLE bad USING fts3(kind)")
base = sqlite3.connect("given/contents.gpkg")
source = sqlite3.connect("given/plain.gpkg")
source.backup(base)
base.executescript(f"DROP TABLE gpkg_contents; CREATE VIEW gpkg_contents AS SELECT kind AS table_name, 'features' AS data_type,"
                   f" kind AS identifier, '' AS description, '' AS last_change, 0 AS min_x, 0 AS min_y, 0 AS max_x, 0 AS max_y,"
                   f" 25832 AS srs_id FROM ({endless})")
base.close()
source.close()
def vrt(name, inner):
    open(f"given/{name}.vrt", "w").write(f'<OGRVRTDataSource><OGRVRTLayer name="stands">{inner}</OGRVRTLayer></OGRVRTDataSource>')
source = '<SrcDataSource relativeToVRT="1">plain.gpkg</SrcDataSource>'
vrt("good", source + "<SrcSQL>SELECT * FROM stands WHERE kind = 'forest'</SrcSQL>")
for name, sql in {"vacuum": "VACUUM INTO 'private/copy.gpkg'", "index": "CREATE INDEX i ON stands (kind)", "drop": "DROP TABLE stands",
                  "endless": endless, "two": "SELECT * FROM stands; DROP TABLE stands", "attach": "ATTACH 'private/x.db' AS x",
                  "function": "SELECT load_extension('x') FROM stands", "pragma": "PRAGMA journal_mode=WAL"}.items():
    vrt(name, f"{source}<SrcSQL>{sql.replace('<', '&lt;')}</SrcSQL>")
    vrt(name + "_sqlite", f"{source}<SrcSQL dialect='sqlite'>{sql.replace('<', '&lt;')}</SrcSQL>")
vrt("prelude", source + '<OpenOptions><OOI key="PRELUDE_STATEMENTS">VACUUM INTO \'private/copy.gpkg\'</OOI></OpenOptions>')
inner = open("given/vacuum.vrt").read().replace("plain.gpkg", "given/plain.gpkg").replace("<", "&lt;").replace(' relativeToVRT="1"', "")
vrt("nested", f"<SrcDataSource>{inner}</SrcDataSource>")
vrt("chain", '<SrcDataSource relativeToVRT="1">vacuum.vrt</SrcDataSource>')
vrt("postgres", "<SrcDataSource>PG:host=127.0.0.1 dbname=x</SrcDataSource>")
# files of HDF5 whose values are in another one: a link, raw bytes (also behind a user block), a virtual dataset
for name, text in {
        "link":
            "eNrr9HBx4+WS4mIAAQ4OBhYGAQZk8B8KCphR+TD5BCjNCKU7oPQKJpg4C1hOAiouADVfAWpeAFQ8JMjVFdl8dHtGwcgGHq6O4KQSAeVzQOkTTK"
            "jqYOkwgEr2MsFTLvaUyQV0CSOSejaoekYOB8YqXgaGksSi9NQSvQxThiqwOABYkzzz",
        "storage":
            "eNrr9HBx4+WS4mIAAQ4OBhYGAQZk8B8KNrCi8mHyCVCaEUp3QOkVTDBxRrCcBFRcEGo+urqQIFdXkOr/aABmTwYLhOZgGAUjEXi4OgaA6AgoH5"
            "ZKTzChqqtCS48eFNrLyMAOMYsRxteA0EwQARGoOlw0MzDlg1QKKsgzQJKwAoM4B4N4PVSeFZiiQfJMTBAD2YHmM0KtA+UcAxzp3oENJg7JWcyM"
            "sBwDk4EAIahOkHnq3tzZDAwWVIkHCbRwDmBBVVecmlyUWqKXlJkH4Qf7+buA/APzhwLzaJomBwAATyM9FQ==",
        "virtual":
            "eNrr9HBx4+WS4mIAAQ4OBhYGAQZk8B8KGCTQ+FCQAKUZoXQHlF7BBBNnBMtBtTMIQs1HVxcS5OoKUv0fDcDsMWCB0BwMo2AkAg9XxwAQHQHlw1"
            "LpCSZUdVVo6dGDQnsZGdggZjHC+BoQmgkiIAJVh4tmBqZ8kEpBBXkGSBJWYBDnYBCvh8qzAlM0SJ6JCWIgB9RnLMywpA6xRwjKBfFafLizGRgK"
            "BiQegv38XUA5GpYPFZhH0+YoGAVDFbg7+/swIhWosHLTkgGtIC1JLEpPLdHLMAUWscxI4pBCDpXf+37WazR7FvCPhvUoGAWjYBSMglEwCkbBKB"
            "gFo2AUjIJRMFAAAOjbN2M=",
        "user":
            "eNpjYBgFo2AUjFTQ6eHixsslxQXmcHAwsDAIQCRYINR/KNjAicqH6U+A0oxQugNKr2CCiTOC5SSg4oJQ89HVhQS5uoJU/0cDMHsyoO7hGI2yEQ"
            "k8XB0DQHQElA9NpQwnmFDVVaGlRw8K7WVkYIeYxQjja0BoJoiACFQdLpoZmPJBKgUV5KFZSoFBnINBvB4qzwpM0SB5JiaIgexA8xmh1oFyjgGO"
            "dO/ABhOH5CxmRliOgclAgBBUJ8i8Fh/ubAYGC6rEgwRaOAewoKorTk0uSi3RS8rMg/CD/fxdQP6B+UOBeTRNkwMAJaE9ew==",
        }.items():
    open(f"given/{name}.h5", "wb").write(zlib.decompress(base64.b64decode(text)))
open("given/hdf.vrt", "w").write('<VRTDataset rasterXSize="20" rasterYSize="20"><GeoTransform>0,1,0,0,0,-1</GeoTransform><VRTRasterBand'
    ' dataType="Float32" band="1"><SimpleSource><SourceFilename relativeToVRT="1">NETCDF:"link.h5":z</SourceFilename></SimpleSource>'
    '</VRTRasterBand></VRTDataset>')
open("given/entity.gml", "w").write('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {chr(98 + k)} "{("&" + chr(97 + k) + ";") * 10}">' for k in range(12)) +
    ']><gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml"><gml:name>&m;</gml:name></gml:FeatureCollection>')
open("given/raster.vrt", "w").write("""<VRTDataset rasterXSize="20" rasterYSize="20"><GeoTransform>500000,10,0,5200200,0,-10</GeoTransform>
<VRTRasterBand dataType="Float32" band="1" subClass="VRTDerivedRasterBand"><PixelFunctionType>bad</PixelFunctionType>
<PixelFunctionLanguage>Python</PixelFunctionLanguage><PixelFunctionCode><![CDATA[
def bad(*a, **k): open("private/python", "w").write("x")
]]></PixelFunctionCode></VRTRasterBand></VRTDataset>""")
EOF
find given private -type f -exec sha256sum {} + | sort >before

# check_with CODE FILE WHERE [LAYER]
check_with() {
    code_wanted=$1
    WHERE=$3 FILE=$2 LAYER=${4:-stands} python3 -c 'import json, os, pathlib
text = pathlib.Path("plane.yaml").read_text()
ground = {"preset": "hard", "file": os.environ["FILE"], "layer": os.environ["LAYER"]}
if os.environ["WHERE"]: ground["where"] = os.environ["WHERE"]
pathlib.Path("case.yaml").write_text(text.replace("ground: [{preset: medium soft}]", "ground: [{preset: medium soft}, " + json.dumps(ground) + "]"))
assert pathlib.Path("case.yaml").read_text() != text'
    code=0
    timeout 20 "$TALUS" check case.yaml $more >out 2>err || code=$?
    [ "$code" -eq "$code_wanted" ] || {
        fail "$2, $3: exit code $code, expected $code_wanted"
        cat err >&2
    }
    find given private -type f -exec sha256sum {} + | sort | diff before - || fail "$2, $3: files were touched"
}
more=
check_with 0 given/plain.gpkg "kind = 'forest'"
check_with 0 given/plain.gpkg "kind IN ('forest', 'scree') AND h BETWEEN 0 AND 1.5"
check_with 0 given/good.vrt ""
check_with 0 given/trigger.gpkg ""
check_with 0 given/hidden.gpkg "kind = 'scree'"
while IFS= read -r where; do
    check_with 2 given/plain.gpkg "$where"
    expect_line err 'nothing else of SQL is executed'
done <<'EOF'
1; DROP TABLE stands
fid IN (SELECT fid FROM stands)
1 = (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n)
load_extension('private/x')
h = randomblob(1000000000)
1 = 1 -- all
EOF
for file in view generated; do
    check_with 2 given/$file.gpkg "" bad
done
check_with 2 given/view.gpkg "kind = 'a'" bad
for file in generated virtual contents; do
    check_with 2 given/$file.gpkg ""
done
for file in given/*.vrt given/entity.gml; do
    case $file in
    given/good.vrt | given/raster.vrt | given/hdf.vrt) ;;
    *)
        for more in "" --allow-network; do
            [ "$file$more" != given/postgres.vrt--allow-network ] || continue
            check_with 2 $file ""
        done
        ;;
    esac
done
code=0
timeout 20 "$TALUS" terrain info given/raster.vrt >out 2>err || code=$?
[ $code -eq 2 ] && [ ! -e private/python ] || fail "a pixel function was run: exit code $code"

for file in given/link.h5 given/storage.h5 given/virtual.h5 given/user.h5 'NETCDF:"given/link.h5":z' given/hdf.vrt; do
    expect_exit 2 "$TALUS" terrain info "$file"
    expect_line err 'in a file of HDF5, which leads to other files'
done

# --- environments -------------------------------------------------------------------------------
# a raster of several tiles, and vectors
run() {
    rm -rf "$1"
    shift_out=$1
    shift
    expect_exit 0 env "$@" "$TALUS" run plane.yaml --out "$shift_out" --rocks 20 --quiet --set outputs.cell_m=0.25 --set outputs.layers=passages
    expect_exit 0 env "$@" "$TALUS" export "$shift_out" --layer deposits -o "$shift_out/d.geojson"
    expect_exit 0 env "$@" "$TALUS" export "$shift_out" --layer passages -o "$shift_out/p_cog.tif"
    expect_exit 0 env "$@" "$TALUS" export "$shift_out" --layer deposits -o "$shift_out/d.kml"
    expect_exit 0 env "$@" "$TALUS" map "$shift_out" --layer passages -o "$shift_out/m.png"
}
sums() {
    (cd "$1" && find . -type f ! -name summary.json ! -name manifest.json ! -name scenario.yaml -exec sha256sum {} + | sort -k 2)
}
run clean A=1
sums clean >clean.sums
mkdir -p home/.gdal
printf '[configoptions]\nGDAL_TIFF_ENDIANNESS=BIG\nGTIFF_POINT_GEO_IGNORE=TRUE\n' >home/.gdal/gdalrc
while read -r setting; do
    # shellcheck disable=SC2086 # several variables
    run odd $setting
    sums odd | diff clean.sums - >differences || fail "$setting: $(cat differences)"
done <<EOF
GDAL_TIFF_ENDIANNESS=BIG
GDAL_CACHEMAX=200000 GDAL_NUM_THREADS=ALL_CPUS
HOME=$work/home
GDAL_CONFIG_FILE=$work/home/.gdal/gdalrc
GTIFF_POINT_GEO_IGNORE=TRUE GTIFF_REPORT_COMPD_CS=NO GTIFF_SRS_SOURCE=GEOKEYS GTIFF_DIRECT_IO=YES GTIFF_VIRTUAL_MEM_IO=YES
GDAL_PAM_ENABLED=NO GDAL_DISABLE_READDIR_ON_OPEN=EMPTY_DIR GDAL_GEOREF_SOURCES=NONE GDAL_TIFF_INTERNAL_MASK=YES
GDAL_TIFF_DEFLATE_SUBCODEC=ZLIB GTIFF_WRITE_TOWGS84=YES GDAL_TIFF_OVR_BLOCKSIZE=64 ESRI_XML_PAM=YES
OSR_DEFAULT_AXIS_MAPPING_STRATEGY=TRADITIONAL_GIS_ORDER OGR_CT_FORCE_TRADITIONAL_GIS_ORDER=YES OSR_USE_ETMERC=NO
OGR_SQLITE_JOURNAL=WAL OGR_SQLITE_SYNCHRONOUS=FULL OGR_SQLITE_PRAGMA=page_size=8192 OGR_SQLITE_CACHE=1
OGR_GPKG_INTEGRITY_CHECK=NO OGR_CT_OP_SELECTION=FIRST_MATCHING OGR_ENABLE_PARTIAL_REPROJECTION=YES
SHAPE_ENCODING=CP1251 AAIGRID_DATATYPE=Float32 TIFF_USE_OVR=YES GDAL_VRT_ENABLE_PYTHON=YES
PROJ_NETWORK=ON PROJ_DEBUG=3 PROJ_SKIP_READ_USER_WRITABLE_DIRECTORY=YES CPL_DEBUG=ON
LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 TZ=Pacific/Kiritimati
EOF

# --- text is text -------------------------------------------------------------------------------
python3 - <<'EOF'
import pathlib, re
names = {"html": "</script><img src=x onerror=alert(1)>", "cdata": "a]]>b", "quotes": "\"x\" 'y' &amp; &", "formula": "=1+1",
         "at": "@x", "minus": "-x", "yaml": "a: b # c"}
text = pathlib.Path("plane.yaml").read_text()
for key, value in names.items():
    # in a text of YAML in double quotes
    quoted = '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' if key != "quotes" else "'\"x\" ''y'' &amp; &'"
    body = re.sub(r"\ntitle:.*", "", "\n" + text)
    body += f"title: {quoted}\nscreens:\n  - {{name: {quoted}, line_m: [[500010, 5200100], [500140, 5200100]]}}\n"
    body += f"objects:\n  - {{name: {quoted[:-1]}2{quoted[-1]}, polygon_m: [[500040, 5200050], [500060, 5200050], [500060, 5200070], [500040, 5200070]]}}\n"
    pathlib.Path(f"text_{key}.yaml").write_text(body)
EOF
cat >text_check.py <<'EOF'
import csv, json, pathlib, re, sys, xml.etree.ElementTree as tree, zipfile
folder = pathlib.Path(sys.argv[1])
for path in sorted(folder.rglob("*")):
    if path.suffix in (".svg", ".qml", ".kml", ".xml", ".vrt"):
        root = tree.fromstring(path.read_bytes())
        bad = [e for e in root.iter() if e.tag.rsplit("}", 1)[-1].lower() in ("script", "img")]
        assert not bad, f"{path}: an element of a text: {bad}"
    elif path.suffix in (".json", ".geojson", ".gltf"):
        json.loads(path.read_text(encoding="utf-8"))
    elif path.suffix == ".csv":
        for row in csv.reader(open(path, encoding="utf-8", newline="")):
            for cell in row:
                assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r") or re.fullmatch(r"[-+]?[\d.]+(e[-+]?\d+)?", cell), f"{path}: {cell}"
    elif path.suffix == ".qgz":
        with zipfile.ZipFile(path) as archive:
            for item in archive.namelist():
                if item.endswith(".qgs"):
                    tree.fromstring(archive.read(item))
    elif path.suffix == ".html":
        page = path.read_text(encoding="utf-8")
        assert "onerror=alert" not in page or "<img src=x" not in page, f"{path}: markup of a text"
        opened, closed = len(re.findall(r"<script\b", page)), len(re.findall(r"</script>", page))
        assert opened == closed, f"{path}: {opened} scripts, {closed} ends"
EOF
for case in text_*.yaml; do
    rm -rf texts
    expect_exit 0 "$TALUS" run "$case" --out texts --rocks 10 --quiet --set simulation.lost_share=1
    expect_exit 0 "$TALUS" report texts --title "$(sed -n 's/^title: .\(.*\).$/\1/p' "$case")" --author '</script><img src=x onerror=alert(1)>'
    for ending in geojson kml csv; do
        expect_exit 0 "$TALUS" export texts --layer screens -o texts/screens_export.$ending
    done
    expect_exit 0 "$TALUS" section texts --line 500010,5200050,500140,5200050 --title '</text><script>x</script>]]>' -o texts/section.svg
    expect_exit 0 "$TALUS" map texts --layer passages --title '</text><script>x</script>]]>' -o texts/map.svg
    case $case in
    *formula* | *html*)
        expect_exit 0 "$TALUS" compare "$case" --out texts/compared --rocks 4 --quiet --schemes explicit,midpoint --set simulation.lost_share=1
        expect_exit 0 "$TALUS" sensitivity "$case" --out texts/sensitivity --rocks 4 --quiet --variants ground_harder --set simulation.lost_share=1
        ;;
    esac
    python3 text_check.py texts || fail "$case"
done
finish
