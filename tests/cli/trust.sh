#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Untrusted inputs: other encodings, pipes, names that lead to servers; each ends at once with exit
# code 2 and a sentence. A resolved scenario runs again to the same hash.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
wrong=$SOURCE/tests/data/scenarios
rules=$SOURCE/scenarios/rules/switzerland.yaml

# every reader of text: scenario, rule pack, rocking scenario, JSON, impact law
# expect_refused LINE:COLUMN FILE COMMAND...
expect_refused() {
    place=$1
    file=$2
    shift 2
    expect_exit 2 timeout 20 "$@"
    expect_line err "^$file:$place: error: .*UTF-8"
}
for file in directive_not_utf8 directive_not_utf8_2 directive_not_utf8_3 directive_not_utf8_4; do
    cp "$wrong/$file.yaml" .
done
expect_refused 1:2 directive_not_utf8.yaml "$TALUS" check directive_not_utf8.yaml
expect_refused 1:8 directive_not_utf8_2.yaml "$TALUS" run directive_not_utf8_2.yaml
expect_refused 1:5 directive_not_utf8_3.yaml "$TALUS" rocking run directive_not_utf8_3.yaml
expect_refused 1:11 directive_not_utf8_4.yaml "$TALUS" compare directive_not_utf8_4.yaml
{ cat plane.yaml; echo 'hazard: {rules: rules.yaml}'; } >hazard.yaml
{ sed 5q "$rules"; printf '# gr\374n\n'; } >rules.yaml
expect_exit 2 timeout 20 "$TALUS" check hazard.yaml
expect_line err 'rules.yaml:6:5: .*0xfc.*UTF-8'
printf '{\n "gr\374n": 1}\n' >latin1.json
for command in "contact law" "step evaluate" "spin evaluate" "rocking evaluate"; do
    # shellcheck disable=SC2086 # two words
    expect_refused 2:5 latin1.json "$TALUS" $command latin1.json
done
printf '\377\376t\000e\000' >utf16.yaml
expect_exit 2 "$TALUS" check utf16.yaml
expect_line err '^utf16.yaml:1:1: error: the text is UTF-16, expected UTF-8: save the file again with'
expect_exit 2 timeout 20 "$TALUS" check plane.yaml --set "title=%$(printf '\377')"
expect_line err '^--set:1:8: error: the override is not UTF-8'

# pipes and devices
mkfifo pipe.yaml
for file in pipe.yaml /dev/zero; do
    for command in "check" "run" "rocking run" "contact law" "contact solve" "rock" "terrain info"; do
        # shellcheck disable=SC2086 # two words
        expect_exit 2 timeout 20 "$TALUS" $command "$file"
    done
done
expect_exit 2 "$TALUS" check pipe.yaml
expect_line err 'pipe.yaml is a pipe, expected a file'

# names and files that lead to servers; nobody listens at port 1
url=/vsicurl/http://127.0.0.1:1/a.tif
sed "s|dem: plane.asc|dem: $url|" plane.yaml >remote.yaml
cat >remote.vrt <<END
<VRTDataset rasterXSize="2" rasterYSize="2"><GeoTransform>0,1,0,2,0,-1</GeoTransform><VRTRasterBand
dataType="Float32" band="1"><SimpleSource><SourceFilename>$url</SourceFilename><SourceBand>1</SourceBand>
</SimpleSource></VRTRasterBand></VRTDataset>
END
sed "s|dem: plane.asc|dem: remote.vrt|" plane.yaml >remote_vrt.yaml
{ sed '/^ground/d' plane.yaml; echo "ground: [{preset: medium}, {preset: hard, file: $url}]"; } >ground.yaml
for file in remote remote_vrt ground; do
    for command in check run compare sensitivity; do
        expect_exit 2 timeout 60 "$TALUS" $command $file.yaml
        expect_line err 'may open a network connection.*--allow-network'
    done
done
expect_exit 2 "$TALUS" calibrate plane.yaml --observed "$url" --parameter ground.0.mu_min=0.2:0.8
expect_line err 'may open a network connection.*--allow-network'
for command in info fill smooth slope field "energyline --slope-above 40"; do
    for file in "$url" remote.vrt; do
        out=
        [ "$command" = info ] || out="-o out.tif"
        # shellcheck disable=SC2086 # several words
        expect_exit 2 "$TALUS" terrain $command "$file" $out
        expect_line err 'may open a network connection.*--allow-network'
    done
done
expect_exit 2 "$TALUS" terrain energyline plane.asc -o out.tif --sources "$url"
expect_line err 'may open a network connection.*--allow-network'
# allowed, the name reaches GDAL, which finds no server
expect_exit 2 timeout 60 "$TALUS" check remote.yaml --allow-network
! grep -q 'may open a network' err || fail "--allow-network does not allow"
expect_exit 2 timeout 60 "$TALUS" terrain info "$url" --allow-network
! grep -q 'may open a network' err || fail "--allow-network does not allow"
[ ! -e out/summary.json ] || fail "a refused run made a directory"

# a section with one key is written without those that are not set, and runs again to the same hash
{ cat plane.yaml; echo 'stop_when: {reach_halfwidth: 0.2, first_rocks: 20}'; } >stop.yaml
expect_exit 0 "$TALUS" run stop.yaml --out first --quiet
expect_exit 0 "$TALUS" run first/scenario.yaml --out second --quiet
expect_exit 0 "$TALUS" replay first --rock 3 --log rock.csv --quiet
[ "$(hash_of first)" = "$(hash_of second)" ] || fail "another hash from the resolved scenario"
[ "$(value_of first scenario.sha256)" = "$(sha256sum stop.yaml | cut -d' ' -f1)" ] ||
    fail "the digest is not that of the scenario"
finish
