#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus section: along a line, along a screen, and what is refused.
. "$SOURCE/tests/cli/lib.sh"
# a plane of 40 degrees that falls to the east (terrain/plane); rocks start between y 30 and 70
cat >slope.yaml <<END
terrain: {dem: $SOURCE/terrain/plane/plane.tif}
ground: [{preset: hard}]
rocks: [{shape: equant, size_m: [1, 0, 0]}]
releases: [{box_m: [10, 30, 20, 70], rocks: 10}]
screens: [{name: across, line_m: [[100, 5], [100, 95]]}]
outputs: {dir: results}
END
expect_exit 0 "$TALUS" run slope.yaml --quiet --set simulation.lost_share=1
expect_exit 0 "$TALUS" section results --line 10,50,150,50 --width 100 -o along.svg --title 'Plane'
expect_line out '^length  *140 m$'
expect_line out '^rocks  *10 of 10 recorded$'
expect_line out '^energy  *at most [0-9.]* kJ of translation, at '
grep -q '<svg ' along.svg || fail "along.svg is no SVG"
grep -q '10 of 10 recorded rocks come within 50 m' along.svg || fail "the note is missing"
expect_exit 0 "$TALUS" section results --line 10,50,150,50 --width 100 -o again.svg --title 'Plane'
cmp -s along.svg again.svg || fail "equal sections are two files"
# no rock has more energy of translation than its largest kinetic energy
energy=$(sed -n 's/^energy  *at most \([0-9.]*\) kJ.*/\1/p' out)
largest=$(python3 -c 'import json; print(json.load(open("results/summary.json"))["per_rock"]["kinetic_energy_kj"]["max"])')
awk -v a="$energy" -v b="$largest" 'BEGIN { exit !(a > 0.2 * b && a <= b) }' ||
    fail "energy of the section $energy kJ, of the summary $largest kJ"

expect_exit 0 "$TALUS" section results --screen across -o across.svg
expect_line out '^length  *90 m$'
expect_line out '^rocks  *[1-9][0-9]* of 10 recorded$'
for ending in pdf png; do
    expect_exit 0 "$TALUS" section results --line 10,50,150,50 --width 100 -o along.$ending --title 'Plane'
done
[ "$(head -c 5 along.pdf)" = "%PDF-" ] || fail "along.pdf is no PDF"
[ "$(wc -c <along.pdf)" -gt 5000 ] || fail "along.pdf holds little: $(wc -c <along.pdf) bytes"
[ "$(head -c 4 along.png | tail -c 3)" = PNG ] || fail "along.png is no PNG"
# nothing comes there
expect_exit 0 "$TALUS" section results --line 10,2,150,2 --width 1 -o empty.svg
expect_line out '^rocks  *0 of 10 recorded$'

expect_exit 2 "$TALUS" section results --screen along -o no.svg
expect_line err 'has no screen "along"; it has: across'
expect_exit 2 "$TALUS" section results --line 100000,50,100100,50 -o no.svg
expect_line err 'the line lies off the terrain of the run'
expect_exit 2 "$TALUS" section results --line 10,50,150,50 -o no.jpg
expect_line err 'a picture called no.jpg: .*, expected a name that ends in .png, .pdf or .svg'
expect_exit 2 "$TALUS" section results --line 10,50,10,50 -o no.svg
expect_line err '1 distinct points, expected 2'
expect_exit 2 "$TALUS" section absent --line 10,50,150,50 -o no.svg
expect_line err absent
expect_exit 0 "$TALUS" run slope.yaml --quiet --out bare --rocks 2 --set simulation.lost_share=1 --set outputs.trajectories=0
expect_exit 2 "$TALUS" section bare --line 10,50,150,50 -o no.svg
expect_line err 'bare has no recorded paths (outputs.trajectories)'
for wrong in '10,50,150' '10;50;150;50' '' '10,50,150,50,' 'a,b,c,d'; do
    expect_exit 1 "$TALUS" section results --line "$wrong" -o no.svg
    expect_line err '--line: found .*expected x,y,x,y'
done
expect_exit 1 "$TALUS" section results -o no.svg
expect_exit 1 "$TALUS" section results --line 10,50,150,50
[ -e no.svg ] || [ -e no.jpg ] && fail "a section was written after a refusal"
finish
