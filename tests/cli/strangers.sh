#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Result directories of strangers: whatever they name, no command reads, writes, deletes or shows anything
# outside of them, and none waits.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
expect_exit 0 "$TALUS" run plane.yaml --out good --rocks 10 --quiet

# what a user has beside: named, linked, and read by nobody
mkdir -p private/deep
echo PRIVATE-WORD >private/x.csv
cp private/x.csv private/deep/x.csv
cp private/x.csv private/summary.json
for name in terrain.tif results.gpkg scenario.yaml warnings.log; do
    cp good/$name private/
done
printf 'talus unf' >private/committed
echo PRIVATE-WORD >private/state
echo PRIVATE-WORD >private/rocks
snapshot() {
    find private | sort
    find private -type f -exec sha256sum {} + | sort
}
snapshot >before

# name NAME: the manifest of ./bad names this as well, with the size and digest of private/x.csv
name() {
    python3 - "$1" <<'EOF'
import hashlib, json, pathlib, sys
path = pathlib.Path("bad/manifest.json")
content = json.loads(path.read_text())
data = pathlib.Path("private/x.csv").read_bytes()
content["files"].append({"name": sys.argv[1], "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(),
                         "by": "run"})
content["files"].sort(key=lambda item: item["name"])
path.write_text(json.dumps(content))
EOF
}
# lead NAME TARGET: a link in the place of a file of the results
lead() {
    rm -rf "bad/$1"
    ln -s "$2" "bad/$1"
}
# log NAME: a killed run had written private/x.csv there
log() {
    mkdir -p bad/unfinished.part
    digest=$(sha256sum private/x.csv)
    printf 'talus unfinished 1\n%s\t%s\trun\t%s\n' "${digest%% *}" "$(wc -c <private/x.csv)" "$1" >bad/unfinished.part/committed
}

cat >shown.py <<'EOF'
import base64, pathlib, re, sys, zipfile, zlib
texts = []
if pathlib.Path("made/pack.zip").exists():
    with zipfile.ZipFile("made/pack.zip") as archive:
        texts += [archive.read(item) for item in archive.namelist()]
if pathlib.Path("bad/report.html").exists():
    for blob in re.findall(rb"[A-Za-z0-9+/]{40,}={0,2}", pathlib.Path("bad/report.html").read_bytes()):
        try:
            texts.append(zlib.decompress(base64.b64decode(blob)))
        except (ValueError, zlib.error):
            pass
sys.exit(any(b"PRIVATE-WORD" in text for text in texts))
EOF

# try COMMAND...: within 20 s, with a sentence; nothing outside is touched or shown
try() {
    code=0
    timeout 20 "$TALUS" "$@" >out 2>err || code=$?
    case $code in
    0 | 2 | 3 | 4) ;;
    *) fail "$damage: exit code $code from talus $*" ;;
    esac
    snapshot | cmp -s - before || {
        fail "$damage: talus $* touched private/"
        snapshot | diff before - >&2 || true
        exit 1
    }
    ! grep -rqs PRIVATE-WORD out err made bad --exclude=notes.csv -D skip || fail "$damage: talus $* shows private/x.csv"
    # a page and an archive hold files deflated
    if [ -e bad/report.html ] || [ -e made/pack.zip ]; then
        python3 shown.py || fail "$damage: talus $* shows private/x.csv"
    fi
}
refuse() {
    try "$@"
    [ "$code" -eq 2 ] || fail "$damage: exit code $code, expected 2, from talus $*: $(head -n 1 err)"
}

# each command on a fresh copy
commands='
run plane.yaml --out bad --rocks 10 --quiet
run plane.yaml --out bad --rocks 10 --quiet --overwrite
report bad --overwrite
pack bad -o made/pack.zip
export bad --layer deposits -o made/deposits.geojson'
readers='
map bad -o made/map.png
map bad --layer terrain -o made/map2.png
section bad --line 500010,5200050,500140,5200050 -o made/section.svg
scene bad --size 320,320 --show tracks -o made/scene.png
replay bad --rock 1 --log made/log.csv
replay bad --rock 1 --gltf made/rock.gltf
merge bad --out made/merged
run plane.yaml --out bad --rocks 10 --quiet --resume
map bad'
each() {
    verb=$1
    list=$2
    echo "$list" | while read -r line; do
        [ -n "$line" ] || continue
        rm -rf bad made
        cp -a good bad
        mkdir made
        spoil
        # shellcheck disable=SC2086 # words of a command
        $verb $line
        [ $failures -eq 0 ] || exit 1
    done || failures=$((failures + 1))
}

# 1. names that lead out of the directory: damage in each command that reads the manifest
while read -r entry; do
    damage="name $entry"
    spoil() { name "$(printf '%b' "$entry")"; }
    each refuse "$commands"
    damage="log $entry"
    spoil() { log "$(printf '%b' "$entry")"; }
    each refuse "$(echo "$commands" | head -n 3)"
done <<'EOF'
../private/x.csv
a/../../private/x.csv
./x.csv
..
a//x.csv
..\\\\private\\\\x.csv
x\\033[2J.csv
EOF
damage="an absolute name"
spoil() { name "$work/private/x.csv"; }
each refuse "$commands"
each try "$readers"

# 2. files and directories behind links, and what is no file
while read -r file target; do
    damage="link $file"
    spoil() { lead "$file" "$target"; }
    each refuse "$(echo "$commands" | head -n 3)"
    each try "$(echo "$commands" | tail -n 3)$readers"
done <<'EOF'
summary.json ../private/summary.json
scenario.yaml ../private/scenario.yaml
terrain.tif ../private/terrain.tif
results.gpkg ../private/results.gpkg
warnings.log ../private/warnings.log
unfinished.part ../private
EOF
damage="a directory behind a link"
spoil() {
    lead sub ../private/deep
    name sub/x.csv
}
each refuse "$commands"
damage="a checkpoint behind a link"
spoil() {
    lead checkpoint ../private
    name checkpoint/
}
each refuse "run plane.yaml --out bad --rocks 10 --quiet
run plane.yaml --out bad --rocks 10 --quiet --resume
merge bad --out made/merged"
damage="a state behind a link"
spoil() {
    mkdir bad/checkpoint
    lead checkpoint/state ../../private/state
    name checkpoint/
}
each refuse "run plane.yaml --out bad --rocks 10 --quiet --resume
merge bad --out made/merged"
for file in results.gpkg terrain.tif summary.json manifest.json scenario.yaml checkpoint unfinished.part/committed; do
    damage="a pipe $file"
    spoil() {
        mkdir -p bad/unfinished.part
        rm -rf "bad/$file"
        mkfifo "bad/$file"
    }
    each try "$commands$readers"
done
damage="a device summary.json"
spoil() { lead summary.json /dev/zero; }
each refuse "$(echo "$commands" | head -n 5)"

# 3. files of another format, which name others, and what GDAL reads beside a file
damage="a virtual raster"
spoil() {
    gdal_translate -q -of VRT private/terrain.tif bad/terrain.vrt && mv bad/terrain.vrt bad/terrain.tif
}
if command -v gdal_translate >/dev/null; then
    each try "$commands$readers"
    spoil
    refuse map bad --layer terrain -o made/vrt.png
fi
damage="a virtual layer"
spoil() {
    echo '<OGRVRTDataSource><OGRVRTLayer name="deposits"><SrcDataSource>../private/results.gpkg</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>' >bad/results.gpkg
}
each try "$commands$readers"
for side in .aux.xml .ovr .msk; do
    damage="a link terrain.tif$side"
    spoil() { lead terrain.tif$side ../private/x.csv; }
    each refuse "$(echo "$commands" | sed -n '4,5p')"
    each try "$(echo "$commands" | sed -n '1,3p;6p')$readers" # deposits are no part of the terrain
done
for side in -wal -shm -journal; do
    damage="a link results.gpkg$side"
    spoil() { lead results.gpkg$side ../private/x.csv; }
    each refuse "$(echo "$commands" | sed -n '4,6p')"
    each try "$(echo "$commands" | head -n 3)$readers"
done

# 4. the directory as it is, and what a user does: files of his own, hard links, renamed files
damage="no damage"
spoil() {
    ln private/x.csv bad/notes.csv
    mv bad/warnings.log bad/warnings.old
}
each try "$commands$readers"
rm -rf bad made
cp -a good bad
echo mine >bad/notes.csv
expect_exit 0 "$TALUS" run plane.yaml --out bad --rocks 10 --quiet
[ "$(cat bad/notes.csv)" = mine ] || fail "a file of the user is gone"
finish
