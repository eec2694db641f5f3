#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Deliberate mistakes in scenarios, files and command lines (tests/data/mistakes/mistakes.txt): none passes in silence.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
sed 's/rocks: 40/rocks: 40000/' "$data"/protected.yaml >s.yaml
cp "$SOURCE/scenarios/rules/switzerland.yaml" rules.yaml

# DEMs: the plane with other heights. grid NAME AWK-EXPRESSION of h (m), row and column
grid() {
    awk -v OFS=' ' 'NR <= 6 { print; next } { for (column = 1; column <= NF; column++) { h = $column; row = NR - 6
        $column = '"$2"' } print }' plane.asc >"$1.asc"
    cp plane.prj "$1.prj"
}
lake='row > 20 && row < 26 && column > 4 && column < 15'
grid lake999 "($lake) ? -999 : h"
grid lake0 "($lake) ? 0 : h"
grid lake9999 "($lake) ? 9999 : h"
grid lake65535 "($lake) ? 65535 : h"
grid centimetres 'int(100 * h)'
grid decimetres 'int(10 * h)'
grid feet '3.28084 * (h + 2000)'
grid empty '-9999'
cp plane.asc bare.asc
grep -v '^[xy]ll' plane.asc >nocorner.asc
sed 's/^yllcorner/yllcenter/' plane.asc >mixedcorner.asc
sed '12s|[^ ]* |n/a |' plane.asc >words.asc
head -n 20 plane.asc >short.asc
sed 's/^cellsize 5/cellsize -5/' plane.asc >negative.asc
{ echo 'NODATA_value -9999' && grep -v -i '^nodata' plane.asc; } >order.asc
iconv -f UTF-8 -t UTF-16 plane.asc >wide.asc
for name in nocorner mixedcorner words short negative order wide; do
    cp plane.prj $name.prj
done
# fine NAME AWK-EXPRESSION of column and row: 60 x 60 cells of 1 m
fine() {
    awk 'BEGIN { print "ncols 60\nnrows 60\nxllcorner 500050\nyllcorner 5200090\ncellsize 1"
        for (row = 0; row < 60; row++) { for (column = 0; column < 60; column++) printf "%.3f ", '"$2"'; print "" } }' >"$1.asc"
    cp plane.prj "$1.prj"
}
fine whole '1000 + int((60 - row) * 0.31 + column * 0.07)'
fine blocks '1000 + 6.1 * (6 - int(row / 10)) + 1.3 * int(column / 10)'
awk 'BEGIN { for (k = 0; k < 400; k++) { n = (k * 137) % 400
    printf "%.1f %.1f %d\n", 500002.5 + 5 * (n % 20), 5200002.5 + 5 * int(n / 20), 1000 + n % 20 } }' >unsorted.xyz
{ printf '\357\273\277x y z\r\n' && cat unsorted.xyz; } >unsorted_mark.xyz

# vectors
layer() { # layer NAME FEATURE...
    file=$1
    shift
    printf '{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}, "features": [' >"$file"
    separator=
    for feature; do
        printf '%s{"type": "Feature", "properties": {"kind": 3}, "geometry": %s}' "$separator" "$feature" >>"$file"
        separator=,
    done
    printf ']}\n' >>"$file"
}
west='{"type": "Polygon", "coordinates": [[[500060, 5200110], [500090, 5200110], [500090, 5200130], [500060, 5200130], [500060, 5200110]]]}'
east='{"type": "Polygon", "coordinates": [[[500075, 5200110], [500105, 5200110], [500105, 5200130], [500075, 5200130], [500075, 5200110]]]}'
bow='{"type": "Polygon", "coordinates": [[[500060, 5200110], [500090, 5200130], [500090, 5200110], [500060, 5200130], [500060, 5200110]]]}'
line='{"type": "LineString", "coordinates": [[500060, 5200110], [500090, 5200130]]}'
layer area.geojson "$west"
layer overlap.geojson "$west" "$east"
layer bowtie.geojson "$bow"
layer mixed.geojson "$west" "$line"

# tables
stems() { # stems FILE FIELD DIAMETER...: every 10 m to the east
    file=$1 field=$2 east_of=500040
    shift 2
    printf '{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}, "features": [' >"$file"
    for value; do
        east_of=$((east_of + 10))
        [ $east_of -eq 500050 ] || printf ',' >>"$file"
        printf '{"type": "Feature", "properties": {"%s": %s}, "geometry": {"type": "Point", "coordinates": [%s, 5200090]}}' \
            "$field" "$value" $east_of >>"$file"
    done
    printf ']}\n' >>"$file"
}
stems stems_words.geojson girth 30 40
stems stems_metres.geojson diameter_cm 0.3 0.4 0.35
stems stems_text.geojson diameter_cm 30 '"thick"'
stems stems_twice.geojson diameter_cm 30 40 30
sed -i 's/500060, /500050.05, /' stems_twice.geojson
printf 'WKT,name\n"POINT (500070 5200120)",a\n' >nocrs.csv
printf 'a\n1\n' >blocks_words.csv
printf 'r\th\tdiameter_cm\theight_m\n7\t8\t30\t20\n' >far.txt
printf 'x\ty\tdiameter_cm\theight_m\n500070\t5200120\t30\t9,375\n' >unclear.txt
printf 'volume_m3\n1\n0\n' >blocks_zero.csv

# meshes: a box of 1 x 0.8 x 0.6 m, and what people make of one. mesh NAME X Y Z SCALE FORMAT FACES
mesh() {
    awk -v x="$2" -v y="$3" -v z="$4" -v s="$5" -v f="v $6 $6 $6\n" 'BEGIN { for (k = 0; k < 8; k++)
        printf f, x + s * (k % 2), y + s * 0.8 * (int(k / 2) % 2), z + s * 0.6 * int(k / 4) }' >"$1"
    printf 'f %s\n' '1 3 4 2' '1 2 6 5' '3 7 8 4' '1 5 7 3' '2 4 8 6' >>"$1"
    [ -z "$7" ] || printf 'f %s\n' "$7" >>"$1"
}
lid='5 6 8 7'
mesh box.obj 0 0 0 1 %.3f "$lid"
mesh open.obj 0 0 0 1 %.3f ''
mesh turned.obj 0 0 0 1 %.3f '5 7 8 6'
mesh millimetres.obj 0 0 0 1000 %.1f "$lid"
{ cat box.obj && printf 'v 5 5 5\n'; } >stray.obj
printf 'v 2600000.25 1200000.125 1500.10\nv 2600001.25 1200000.125 1500.10\nv 2600000.25 1200000.875 1500.10\nv 2600000.25 1200000.125 1500.599976\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n' >far.obj
sed -i 's/1500\.10/1500.099976/' far.obj
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\n' >flat.obj
printf '0 0 0\n1 0 0\n0 1 0\n0 0 1\n' >cloud.xyz
cat >l.obj <<'END'
v 0 0 0
v 2 0 0
v 2 1 0
v 1 1 0
v 1 2 0
v 0 2 0
v 0 0 1
v 2 0 1
v 2 1 1
v 1 1 1
v 1 2 1
v 0 2 1
f 1 6 5 4 3 2
f 7 8 9 10 11 12
f 1 2 8 7
f 2 3 9 8
f 3 4 10 9
f 4 5 11 10
f 5 6 12 11
f 6 1 7 12
END

# ground motions
printf 'EVENT_NAME: A\nSAMPLING_INTERVAL_S: 0.005\nNDATA: 4\nUNITS: cm/s^2\nDATA_TYPE: ACCELERATION\n0\n-277\n10\n0\n' >esm.txt
printf '0\n4\n-4\n1\n0\n' >column.txt
printf 'time (s);acc (g)\n0;0\n0,01;0,1\n0,02;0\n' >commas.csv
printf 'PEER\nE, S\nVELOCITY TIME SERIES IN UNITS OF CM/S\nNPTS= 2, DT= .01 SEC\n 1 2\n' >velocity.at2

"$TALUS" check plane.yaml >plane.said 2>&1
"$TALUS" check s.yaml >s.said 2>&1

# run EXPECTED PHRASE ARGUMENTS: the phrase in a message of the right kind, and the exit code that goes with it; what
# is wrong stands in the file row.$rows.failed
run() {
    out=row.$rows.out err=row.$rows.err
    case $1 in
    error) code_wanted=2 kind='error: ' ;;
    usage) code_wanted=1 kind= ;;
    warning) code_wanted=0 kind='warning: ' ;;
    *) echo "what is '$1'?" >"row.$rows.failed" && return ;;
    esac
    code=0 wrong=
    eval "\"\$TALUS\" $3" >"$out" 2>"$err" </dev/null || code=$?
    if [ "$code" -ne "$code_wanted" ]; then
        wrong="exit code $code, expected $code_wanted"
    elif ! grep -e "$kind" "$err" | grep -q -e "$2"; then
        wrong="no $1 with \"$2\""
    elif [ "$1" = warning ] && grep -e "$kind" plane.said s.said | grep -q -e "$2"; then
        wrong="\"$2\" is said without the mistake, too"
    fi
    [ -z "$wrong" ] || { echo "$wrong, from: talus $3" && cat "$err"; } >"row.$rows.failed"
}

rows=0
while IFS='|' read -r expected phrase arguments; do
    case $expected in
    '' | '#'*) continue ;;
    esac
    expected=${expected% }
    phrase=${phrase# }
    # a phrase may hold \| of a basic regular expression
    while [ "${phrase%\\}" != "$phrase" ]; do
        phrase="$phrase|${arguments%%|*}"
        arguments=${arguments#*|}
    done
    arguments=${arguments# }
    case $arguments in
    '= '*) arguments="check s.yaml --set ${arguments#= }" ;;
    esac
    rows=$((rows + 1))
    run "$expected" "${phrase% }" "$arguments" &
    [ $((rows % 2)) -eq 1 ] || wait
done <"$SOURCE/tests/data/mistakes/mistakes.txt"
wait
for file in row.*.failed; do
    [ ! -e "$file" ] || fail "$(cat "$file")"
done
[ "$rows" -ge 99 ] || fail "$rows mistakes, expected at least 99"
echo "$rows mistakes"
finish
