#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus rock: built-in shapes, scaling, conversion there and back, refusals.
. "$SOURCE/tests/cli/lib.sh"

expect_exit 0 "$TALUS" rock eota221 --size 0.93,0.93,0.47 --mass 780
expect_line out '^volume           0\.28'
expect_line out '^mass             780 kg  (27'
expect_line out '^moments          52\.31[0-9]*, 52\.31[0-9]*, 83\.33'
expect_line out '^hull             24 vertices, 26 faces'

expect_exit 0 "$TALUS" rock cuboid --size 3,2,1 --density 1000
expect_line out '^volume           6 m3$'
expect_line out '^mass             6000 kg  (1000 kg/m3)$'
expect_line out '^moments          2500, 5000, 6500 kg m2'
expect_line out '^axis ratios      1 : 0.6667 : 0.3333'
expect_exit 0 "$TALUS" rock cuboid --size 3,2,1 --volume 48
expect_line out '^dimensions       6 x 4 x 2 m'
expect_exit 0 "$TALUS" rock cuboid --mass 8000 --density 1000
expect_line out '^dimensions       2 x 2 x 2 m'
expect_exit 0 "$TALUS" rock flat --size 2 --json
expect_line out '"volume_m3": '
expect_line out '"sphericity": 0\.'

for extension in obj stl ply xyz; do
    expect_exit 0 "$TALUS" rock eota111 --out "block.$extension"
    expect_exit 0 "$TALUS" rock "block.$extension"
    expect_line out '^volume           0\.7083'
    expect_line out '^hull             24 vertices, 26 faces'
done

# units, lengths that are hardly metres, options that do nothing
expect_exit 0 "$TALUS" rock cuboid --size 800,600,500 --out mm.obj
expect_exit 0 "$TALUS" rock mm.obj
expect_line err 'mm.obj is 800 m long, expected 0.05 to 10 m: is it drawn in mm'
expect_exit 0 "$TALUS" rock mm.obj --unit mm
expect_line out '^volume           0\.24 m3'
[ ! -s err ] || fail "a rock of 0.8 m in mm warned"
expect_exit 0 "$TALUS" rock mm.obj --volume 0.24
[ ! -s err ] || fail "a rock that is scaled warned"
expect_exit 1 "$TALUS" rock mm.obj --unit fathom
expect_exit 1 "$TALUS" rock cuboid --unit mm
expect_line err 'unit goes with a file'
expect_exit 1 "$TALUS" rock mm.obj --size 2
expect_line err 'size goes with a built-in shape'

expect_exit 2 "$TALUS" rock boulder
expect_line err boulder
printf '0 0 0\n1 0 0\n0 1 0\n1 1 0\n' >flat.xyz
expect_exit 2 "$TALUS" rock flat.xyz
expect_line err '^flat.xyz: error: '
printf '0 0 0\n1 0 zero\n' >words.xyz
expect_exit 2 "$TALUS" rock words.xyz
expect_line err '^words.xyz:2:[0-9]*: error: '
expect_exit 3 "$TALUS" rock cuboid --out absent/rock.obj
finish
