#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus map: a PNG of the width asked for; a directory without results is refused.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

expect_exit 0 "$TALUS" run plane.yaml --out results --rocks 10 --quiet
for layer in reach_probability kinetic_energy_p95 deposits; do
    expect_exit 0 "$TALUS" map results --layer "$layer" -o "$layer.png" --width 700 --title Test
    expect_text out "$layer.png"
    # signature, then the IHDR chunk with the width as four bytes, most significant first
    header=$(od -An -tx1 -N20 "$layer.png" | tr -d ' \n')
    case "$header" in
    89504e470d0a1a0a0000000d49484452000002bc) ;;
    *) fail "$layer.png is no PNG of 700 px: $header" ;;
    esac
done
# the ending says what is written, and no other name is taken
expect_exit 0 "$TALUS" map results -o map.pdf
[ "$(head -c 5 map.pdf)" = "%PDF-" ] || fail "map.pdf is no PDF"
expect_exit 0 "$TALUS" map results -o map.svg
grep -q '<svg ' map.svg || fail "map.svg is no SVG"
expect_exit 0 "$TALUS" map results -o again.svg
cmp -s map.svg again.svg || fail "equal maps are two SVG files"
for wrong in map.jpg map map.tif; do
    expect_exit 2 "$TALUS" map results -o $wrong
    expect_line err "a picture called $wrong: .*, expected a name that ends in .png, .pdf or .svg"
    [ -e $wrong ] && fail "$wrong was written"
done
# a file beyond the limit of the process is a full disk: a sentence, and nothing is left
expect_exit 3 sh -c 'ulimit -f 4 && exec "$1" map results -o large.png' sh "$TALUS"
expect_line err "large.png cannot be written.*disk not full"
set -- large*
[ ! -e "$1" ] || fail "a map that does not fit leaves $*"
cmp -s reach_probability.png deposits.png && fail "two layers give one picture"
# a raster of the user that is called as layers of sources.tif are is none
cp results/deposits.tif results/sources_mine.tif
expect_exit 0 "$TALUS" map results --list
! grep -q sources_mine out || fail "a file of the user is listed as a layer"
expect_exit 0 "$TALUS" report results
rm results/sources_mine.tif results/report.html
expect_exit 0 "$TALUS" map results
[ -s results/reach_probability.png ] || fail "the default picture is missing"
grep -q '"name": "reach_probability.png"' results/manifest.json || fail "the manifest does not name the map"
# in the directory a picture that the manifest names is replaced, one of the user is not
expect_exit 0 "$TALUS" map results --title Other
echo mine >results/deposits.png
expect_exit 2 "$TALUS" map results --layer deposits
[ "$(cat results/deposits.png)" = mine ] || fail "a picture of the user was replaced"
expect_exit 0 "$TALUS" map results --layer deposits --overwrite
cp -r results torn && : >torn/PARTIAL && rm torn/deposits.png
expect_exit 0 "$TALUS" map torn --layer deposits
[ -s torn/deposits.png ] || fail "no map of partial results"
expect_exit 2 "$TALUS" map torn --layer deposits
expect_exit 2 "$TALUS" map . --layer speed_max -o nothing.png
[ -e nothing.png ] && fail "a picture of nothing"
expect_exit 2 "$TALUS" map absent
expect_line err absent

# what is there, and what was meant
expect_exit 0 "$TALUS" map results --list
expect_line out '^speed_p95  *Speed, 95th percentile$'
expect_exit 2 "$TALUS" map results --layer speed_p9 -o nothing.png
expect_line err 'no layer "speed_p9" in results (did you mean speed_p9[05]?); it has$'
expect_line err '^  deposits jump_height_max '
expect_exit 2 "$TALUS" map results --layer zones -o nothing.png
expect_line err 'no layer "zones"'
[ -e nothing.png ] && fail "a picture of a layer that is not there"

# single rocks: paths and starts, as real PDF and SVG too; without records a sentence
for layer in trajectories sources; do
    for ending in png pdf svg; do
        expect_exit 0 "$TALUS" map results --layer $layer -o $layer.$ending
    done
    [ "$(head -c 5 $layer.pdf)" = "%PDF-" ] || fail "$layer.pdf is no PDF"
    expect_exit 0 "$TALUS" map results --layer $layer -o again.svg --overwrite
    cmp -s $layer.svg again.svg || fail "equal maps of $layer are two SVG files"
done
cmp -s trajectories.png sources.png && fail "paths and starts give one picture"
expect_exit 0 "$TALUS" map results --list
expect_line out '^trajectories  *Trajectories, by largest kinetic energy'
expect_line out '^sources  *Sources, by run-out'
expect_exit 0 "$TALUS" run plane.yaml --out bare --rocks 3 --quiet --set outputs.trajectories=0
expect_exit 2 "$TALUS" map bare --layer trajectories -o nothing.png
expect_line err 'bare has no trajectories: .*outputs.trajectories'
[ -e nothing.png ] && fail "a picture of no paths"
# several layers on one page
for ending in png pdf svg; do
    expect_exit 0 "$TALUS" map results --layer reach_probability,kinetic_energy_p95,jump_height_p95 -o page.$ending
    expect_text out page.$ending
done
[ "$(head -c 5 page.pdf)" = "%PDF-" ] || fail "page.pdf is no PDF"
python3 - page.svg page.png <<'END' || fail "the page of maps is not as wide as three maps"
import struct, sys, xml.etree.ElementTree as tree
assert tree.parse(sys.argv[1]).getroot().get("width") == "1800px", tree.parse(sys.argv[1]).getroot().attrib
assert struct.unpack(">I", open(sys.argv[2], "rb").read()[16:20])[0] == 1800
END
expect_exit 0 "$TALUS" map results --layer reach_probability,deposits --columns 1 --width 500
expect_text out results/maps.png
expect_exit 2 "$TALUS" map results --layer reach_probability,deposit -o nothing.png
expect_line err 'there is no layer "deposit" in results (did you mean deposits?)'
expect_exit 2 "$TALUS" map results --layer reach_probability,deposits,passages --width 320 --columns 3 -o nothing.png
expect_line err '3 maps have no room beside each other in a picture 320 px wide'
[ -e nothing.png ] && fail "a picture of a page that is refused"
expect_exit 0 "$TALUS" map --help
expect_line out 'zones'
finish
