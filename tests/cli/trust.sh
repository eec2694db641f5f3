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
    expect_exit 2 timeout 200 "$@"
    expect_line err "^$file:$place: error: .*UTF-8"
}
for file in directive_not_utf8 directive_not_utf8_2 directive_not_utf8_3 directive_not_utf8_4; do
    cp "$wrong/$file.yaml" .
done
expect_refused 1:2 directive_not_utf8.yaml "$TALUS" check directive_not_utf8.yaml
expect_refused 1:8 directive_not_utf8_2.yaml "$TALUS" run directive_not_utf8_2.yaml
expect_refused 1:5 directive_not_utf8_3.yaml "$TALUS_LAB" run directive_not_utf8_3.yaml
expect_refused 1:11 directive_not_utf8_4.yaml "$TALUS" compare directive_not_utf8_4.yaml
{ cat plane.yaml; echo 'hazard: {rules: rules.yaml}'; } >hazard.yaml
{ sed 5q "$rules"; printf '# gr\374n\n'; } >rules.yaml
expect_exit 2 timeout 200 "$TALUS" check hazard.yaml
expect_line err 'rules.yaml:6:5: .*0xfc.*UTF-8'
printf '{\n "gr\374n": 1}\n' >latin1.json
expect_refused 2:5 latin1.json "$TALUS_LAB" law latin1.json
expect_refused 2:5 latin1.json "$TALUS_CASES" evaluate latin1.json
printf '\377\376t\000e\000' >utf16.yaml
expect_exit 2 "$TALUS" check utf16.yaml
expect_line err '^utf16.yaml:1:1: error: the text is UTF-16, expected UTF-8: save the file again with'
expect_exit 2 timeout 200 "$TALUS" check plane.yaml --set "title=%$(printf '\377')"
expect_line err '^--set:1:8: error: the override is not UTF-8'

# pipes and devices
mkfifo pipe.yaml
for file in pipe.yaml /dev/zero; do
    for command in "check" "run" "rock" "terrain info"; do
        # shellcheck disable=SC2086 # two words
        expect_exit 2 timeout 200 "$TALUS" $command "$file"
    done
    expect_exit 2 timeout 200 "$TALUS_LAB" run "$file"
    expect_exit 2 timeout 200 "$TALUS_LAB" law "$file"
    expect_exit 2 timeout 200 "$TALUS_CASES" contact solve "$file"
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
        expect_exit 2 timeout 1800 "$TALUS" $command $file.yaml # sanitizers on a busy machine
        expect_line err 'may open a network connection.*--allow-network'
    done
done
sed 's|dem: plane.asc|dem: https://127.0.0.1:1/a.tif|' plane.yaml >address.yaml
expect_exit 2 "$TALUS" check address.yaml
expect_line err 'found the address .*, expected a file.*--allow-network'
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
expect_exit 2 timeout 600 "$TALUS" check remote.yaml --allow-network
! grep -q 'may open a network' err || fail "--allow-network does not allow"
expect_exit 2 timeout 600 "$TALUS" terrain info "$url" --allow-network
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

# what a terminal and a spreadsheet would take for commands
esc=$(printf '\033')
{
    sed -e 's/^title: .*/title: "a\\e[31m\\nb"/' -e 's/name: wheel/name: "=cmd|x"/' plane.yaml
    echo "screens: [{name: '=cmd|x', line_m: [[500000, 5200085], [500150, 5200085]]}]"
} >cells.yaml
expect_exit 0 "$TALUS" run cells.yaml --out cells --rocks 5 --checkpoint 0
expect_line out '^a \[31m b: 5 of 5 rocks'
expect_line cells/screens.csv "^\"'=cmd|x\","
! grep -q '^"*[=+@-]' cells/screens.csv || fail "a field of screens.csv begins like a formula"
printf 'x%s[31m: 1\n' "$esc" >raw.yaml
expect_exit 2 "$TALUS" check raw.yaml
! grep -q "$esc" err || fail "an escape character reaches the terminal"
# nor in what a command says about its own words, about files, and about a parameter
word="x$esc[31m"
cp cells/speed_max.tif "cells/$word.tif"
for line in "map cells --layer $word" "run plane.yaml --shard $word" "run plane.yaml --$word" \
    "sensitivity plane.yaml --variants $word" "calibrate plane.yaml --parameter $word --out out" \
    "calibrate plane.yaml --hold-out $word --out out" "compare plane.yaml --schemes $word" "bench $word" "$word" "terrain $word"; do
    code=0
    # shellcheck disable=SC2086 # a list of words
    "$TALUS" $line >out 2>err || code=$?
    [ "$code" -gt 0 ] && [ "$code" -lt 4 ] && [ -s err ] || fail "exit code $code from: $line"
    ! grep -q "$esc" err || fail "an escape character reaches the terminal: $line"
done
sed 's/name: wheel/name: "a\\e[31mb"/' plane.yaml >named.yaml
expect_exit 2 "$TALUS" check named.yaml
expect_line err 'name: found a line break, tab or other control character'

# no rock moves: the table has no "nan"
cp "$SOURCE/tests/data/scenarios/tiny.asc" .
cat >nodata.yaml <<END
terrain: {dem: tiny.asc, assume_metres: true}
ground: [{preset: medium}]
rocks: [{shape: cuboid, size_m: [1, 1, 1]}]
releases: [{box_m: [1092.2, 2092.2, 1097.4, 2097.4], rocks: 1}]
END
seed=0
until grep -q 'nodata 1,' out || [ "$seed" -gt 20 ]; do
    seed=$((seed + 1))
    "$TALUS" run nodata.yaml --seed "$seed" --out "nodata_$seed" >out 2>err || [ $? -eq 4 ] || fail "$(cat err)"
done
expect_line out 'nodata 1,'
! grep -q -w nan out || fail "the table holds nan: $(cat out)"

# going on with another number of rocks
expect_exit 0 "$TALUS" run plane.yaml --rocks 6 --shard 1/2 --out shards --quiet
expect_exit 2 "$TALUS" run plane.yaml --rocks 8 --shard 1/2 --out shards --quiet --resume --overwrite
expect_line err 'was made with 6 rocks, this campaign has 8: give --rocks 6 again'
finish
