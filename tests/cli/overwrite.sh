#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Commands that write one file: what stands there is replaced with --overwrite only.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
expect_exit 0 "$TALUS" run plane.yaml --out results --rocks 10 --quiet

# expect_kept FILE COMMAND...: refused while a file or a directory is there, replaced when asked for
expect_kept() {
    target=$1
    shift
    echo mine >"$target"
    expect_exit 2 "$@"
    expect_line err "$target is there already: give another name, or --overwrite to replace it"
    [ "$(cat "$target")" = mine ] || fail "$* replaced a file of the user"
    expect_exit 0 "$@" --overwrite
    [ "$(head -c 5 "$target")" = "mine" ] && fail "$* --overwrite did not replace"
    rm "$target"
    # a link that leads nowhere is something, too
    ln -s nowhere "$target"
    expect_exit 2 "$@"
    rm "$target"
    mkdir "$target"
    expect_exit 2 "$@" --overwrite
    expect_line err "$target is a directory, expected the name of a file to be written"
    rmdir "$target"
}
dem=$SOURCE/terrain/plane/plane.tif
expect_kept a.png "$TALUS" map results -o a.png
expect_kept a.svg "$TALUS" section results --line 500010,5200050,500140,5200050 -o a.svg
expect_kept b.png "$TALUS" scene results --size 320,320 --show tracks -o b.png
expect_kept a.html "$TALUS" report results -o a.html
expect_kept b.csv "$TALUS" export results -o b.csv
expect_kept a.zip "$TALUS" pack results -o a.zip
expect_kept a.obj "$TALUS" rock cuboid -o a.obj
expect_kept a.csv "$TALUS" replay results --log a.csv
expect_kept a.gltf "$TALUS" replay results --gltf a.gltf
expect_kept a.yaml "$TALUS" init "$dem" --crs EPSG:31254 -o a.yaml
expect_kept a.tif "$TALUS" terrain fill "$dem" -o a.tif
expect_kept b.tif "$TALUS" terrain smooth "$dem" -o b.tif
expect_kept c.tif "$TALUS" terrain slope "$dem" -o c.tif
expect_kept d.tif "$TALUS" terrain energyline "$dem" --slope-above 10 -o d.tif
expect_kept e.tif "$TALUS" terrain field "$dem" -o e.tif

# every command that names a file to write is above
for command in $("$TALUS" --help | sed -n 's/^  \(\(terrain \)\{0,1\}[a-z]*\) .*/\1/p' | tr ' ' _); do
    # shellcheck disable=SC2086 # terrain fill: two words
    "$TALUS" $(echo $command | tr _ ' ') --help >help 2>&1 || continue
    grep -Eq '^ +(-o, )?--(out|log|gltf) +FILE' help || continue
    grep -q -e --overwrite help || fail "talus $command writes a file and has no --overwrite"
    grep -q "TALUS\" $(echo $command | tr _ ' ') " "$SOURCE/tests/cli/overwrite.sh" ||
        fail "talus $command is not in this test"
    echo "$command" >>commands
done
[ "$(wc -l <commands)" -ge 12 ] || fail "found the commands $(tr '\n' ' ' <commands)"
finish
