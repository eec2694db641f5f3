#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus scene: pictures of results, their bytes, what is left out and what is refused.
. "$SOURCE/tests/cli/lib.sh"
cp "$SOURCE/terrain/plane/plane.tif" plane.tif
cat >slope.yaml <<END
title: A slope
terrain: {dem: plane.tif}
ground: [{preset: hard}]
rocks: [{shape: equant, size_m: [1, 0, 0]}]
releases: [{box_m: [10, 30, 20, 70], rocks: 12}]
screens: [{name: across, line_m: [[100, 5], [100, 95]]}]
outputs: {dir: results, cell_m: 5}
END
expect_exit 0 "$TALUS" run slope.yaml --quiet --set simulation.lost_share=1

# pixels of two pictures: how many differ, how many colours the first has, and how many pixels of rocks
count_pixels() {
    python3 - "$@" <<'END'
import struct, sys, zlib
def read(path):
    data = open(path, 'rb').read()
    at, body = 8, b''
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        if kind == b'IHDR':
            wide, tall, depth, colour = struct.unpack('>IIBB', data[at + 8:at + 18])
        if kind == b'IDAT':
            body += data[at + 8:at + 8 + size]
        at += size + 12
    assert depth == 8 and colour == 2, (depth, colour)
    raw, rows, before = zlib.decompress(body), [], bytes(3 * wide)
    for j in range(tall):
        kind, row = raw[j * (3 * wide + 1)], bytearray(raw[j * (3 * wide + 1) + 1:(j + 1) * (3 * wide + 1)])
        for i in range(3 * wide):
            left = row[i - 3] if i >= 3 else 0
            corner = before[i - 3] if i >= 3 else 0
            up = before[i]
            p = left + up - corner
            near = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
            row[i] = row[i] + (0, left, up, (left + up) // 2, near)[kind] & 255
        rows.append([bytes(row[3 * i:3 * i + 3]) for i in range(wide)])
        before = row
    return rows
first, second = read(sys.argv[1]), read(sys.argv[2])
print(sum(p != q for a, b in zip(first, second) for p, q in zip(a, b)), len({p for a in first for p in a}),
      sum(p[0] > 1.6 * p[2] and p[0] > 60 for a in first for p in a))
END
}

small='--size 480,360'
# shellcheck disable=SC2086 # two words
{
    expect_exit 0 "$TALUS" scene results $small
    expect_line out '^paths  *12$'
    expect_line out '^rocks  *4, drawn '
    expect_line out '^written  *results/scene.png$'
    grep -q '"name": "scene.png"' results/manifest.json || fail "the manifest does not name scene.png"
    grep -q '"by": "scene"' results/manifest.json || fail "the manifest does not say by whom"
    grep -q '"partial": false' results/summary.json || fail "the directory is not complete any more"
    # again, in its place: the manifest names it
    cp results/scene.png first.png
    expect_exit 0 "$TALUS" scene results $small --threads 1
    cmp -s results/scene.png first.png || fail "the picture depends on the threads"
    expect_exit 0 "$TALUS" scene results $small --threads 3 -o three.png
    cmp -s three.png first.png || fail "the picture depends on the threads or the place"
    [ "$(count_pixels first.png three.png | cut -d' ' -f2)" -gt 2000 ] || fail "few colours: is it blank?"

    # what is shown makes a difference, each by itself
    expect_exit 0 "$TALUS" scene results $small --show tracks -o tracks.png
    expect_exit 0 "$TALUS" scene results $small --show screens -o screens.png
    expect_line out '^paths  *0$'
    expect_exit 0 "$TALUS" scene results $small --show tracks --colour height -o height.png
    expect_exit 0 "$TALUS" scene results $small --layer reach_probability -o reach.png
    expect_exit 0 "$TALUS" scene results $small --show tracks --plain -o plain.png
    expect_exit 0 "$TALUS" scene results $small --show tracks --view 270,50,200 --target 60,50 -o view.png
    expect_line out '^camera  *looks to 270 deg from 50 deg above, 200 m from 60, 50,'
    for other in screens height reach plain view; do
        [ "$(count_pixels tracks.png $other.png | cut -d' ' -f1)" -gt 500 ] ||
            fail "$other.png does not differ from tracks.png"
    done

    # a picture of the user stays
    expect_exit 2 "$TALUS" scene results $small -o view.png
    expect_line err 'view.png is there already'
    cp tracks.png view.png
    expect_exit 0 "$TALUS" scene results $small --show screens -o view.png --overwrite
    cmp -s view.png screens.png || fail "--overwrite did not replace"
    expect_exit 0 "$TALUS" run slope.yaml --quiet --out mine --set simulation.lost_share=1
    echo mine >mine/scene.png
    expect_exit 2 "$TALUS" scene mine $small
    [ "$(cat mine/scene.png)" = mine ] || fail "a file of the user was replaced"

    # of an interrupted run the picture says so, and so does the program
    cp -r results torn && : >torn/PARTIAL
    expect_exit 0 "$TALUS" scene torn $small --show screens -o torn.png
    expect_line err 'these are partial results (there is a file PARTIAL)'
    cmp -s torn.png screens.png && fail "a picture of partial results looks as one of whole ones"

    # an event is drawn with all its bodies
    for bodies in 1 5; do
        expect_exit 0 "$TALUS" run slope.yaml --out event$bodies --quiet --set simulation.lost_share=1 \
            --rocks 2 --set releases.0.bodies=$bodies --set releases.0.body_spacing_m=3 --set simulation.time_limit_s=0.2
        expect_exit 0 "$TALUS" scene event$bodies $small --show rocks --rock-scale 3 --view 270,50,200 \
            --target 60,50 -o event$bodies.png
    done
    expect_line out '^rocks  *2 with 8 further bodies of their events, drawn 3 times'
    alone=$(count_pixels event1.png event1.png | cut -d' ' -f3)
    together=$(count_pixels event5.png event5.png | cut -d' ' -f3)
    [ "$alone" -gt 40 ] && [ "$together" -gt $((alone * 3)) ] ||
        fail "pixels of rocks: $alone of rocks alone, $together of events of five"

    # bodies released with a rock are drawn at the end, and at the start if that is elsewhere: one that is thrown up
    # and comes back, once
    : >two.obj
    for k in 0 5; do
        awk -v n=$k 'BEGIN {
            for (k = 0; k < 8; k++)
                print "v", 299 + n + k % 2, 250 + int(k / 2) % 2, 3 + int(k / 4)
            split("1 3 4 2 5 6 8 7 1 2 6 5 3 7 8 4 1 5 7 3 2 4 8 6", f, " ")
            for (k = 0; k < 6; k++)
                print "f", 8 * n / 5 + f[4 * k + 1], 8 * n / 5 + f[4 * k + 2], 8 * n / 5 + f[4 * k + 3], 8 * n / 5 + f[4 * k + 4]
        }' >>two.obj
    done
    cat >two.yaml <<END
terrain: {dem: $SOURCE/terrain/ramp/ramp.tif}
ground: [{preset: hard@1}]
rocks: [{name: two, shape: two.obj, blocks: true}]
releases: [{rock: two, mesh_origin_m: [0, 0, 0], rocks: 1}]
simulation: {time_limit_s: 9}
outputs: {dir: two, cell_m: 1}
END
    for speed in 0.001 6; do
        expect_exit 0 "$TALUS" run two.yaml --quiet --set "releases.0.velocity_m_s=[0, 0, $speed]" --out up$speed
        expect_exit 0 "$TALUS" scene up$speed $small --show rocks --rock-scale 1 --view 0,10,12 --target 304.5,250.5,5 -o up$speed.png
    done
    lying=$(count_pixels up0.001.png up0.001.png | cut -d' ' -f3)
    thrown=$(count_pixels up6.png up6.png | cut -d' ' -f3)
    [ "$lying" -gt 40 ] && [ "$thrown" -lt $((lying * 3 / 2)) ] ||
        fail "pixels of a body: $lying where it lies, $thrown where it comes back to"

    # a damaged file is no file without layers
    cp -r results worn
    dd if=/dev/urandom of=worn/results.gpkg bs=4096 seek=10 count=20 conv=notrunc 2>dd.txt || fail "dd: $(cat dd.txt)"
    expect_exit 2 "$TALUS" scene worn $small -o no.png
    expect_line err 'worn/results.gpkg'
    expect_exit 2 "$TALUS" map worn --layer passages -o no.png
    expect_line err 'worn/results.gpkg'
    expect_exit 2 "$TALUS" report worn -o no.html
    expect_line err 'worn/results.gpkg'
    expect_exit 2 "$TALUS" export worn -o no.glb
    expect_line err 'worn/results.gpkg'

    # without the inputs rocks and forest are left out, and it is said
    mv plane.tif away.tif
    expect_exit 0 "$TALUS" scene results $small -o bare.png
    expect_line err 'rocks and forest are left out of the scene: '
    mv away.tif plane.tif

    expect_exit 2 "$TALUS" scene results --layer speeed_max -o no.png
    expect_line err 'there is no layer "speeed_max"'
    expect_exit 2 "$TALUS" scene results --layer trajectories -o no.png
    expect_exit 2 "$TALUS" scene results -o no.jpg
    expect_line err 'expected a name that ends in .png'
    expect_exit 2 "$TALUS" scene absent -o no.png
    expect_exit 3 "$TALUS" scene results $small -o absent/no.png
    expect_exit 1 "$TALUS" scene results --show tracks,rock -o no.png
    expect_exit 1 "$TALUS" scene results --size 100,100 -o no.png
    expect_exit 1 "$TALUS" scene results --view 100 -o no.png
    expect_exit 1 "$TALUS" scene results --colour green -o no.png
    expect_exit 2 "$TALUS" scene results --view 10,95 -o no.png
    expect_line err 'the elevation of a scene is 95, expected 2 to 89 degrees'
}
[ -e no.png ] || [ -e no.jpg ] && fail "a picture was written after a refusal"
if [ -e /dev/full ]; then
    ln -s /dev/full full.png
    # shellcheck disable=SC2086
    expect_exit 3 "$TALUS" scene results $small -o full.png --overwrite
fi
finish
