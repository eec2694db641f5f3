#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Screens and objects: they change no rock; their files are the same for any number of threads and
# for merged shards; the table names them; a map shows them.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
OGR_CURRENT_DATE=2020-01-01T00:00:00.000Z # the GeoPackage's time stamps
export OGR_CURRENT_DATE
{
    cat plane.yaml
    echo 'screens:'
    echo '  - {name: foot of slope, line_m: [[500000, 5200085], [500150, 5200085]], recross: true}'
    echo '  - {name: meadow, line_m: [[500000, 5200070], [500150, 5200070]]}'
    echo 'objects:'
    echo '  - {name: barn, polygon_m: [[500070, 5200050], [500080, 5200050], [500080, 5200058]]}'
    echo '  - {name: road, line_m: [[500000, 5200060], [500150, 5200060]], width_m: 3}'
} >screens.yaml

expect_exit 0 "$TALUS" run plane.yaml --quiet --out plain
expect_exit 0 "$TALUS" run screens.yaml --threads 1 --out one
expect_line out '^screen  *rocks  *share  *per year  *E95 kJ  *E99 kJ  *h95 m'
expect_line out '^foot of slope  *[0-9][0-9]  *0\.[0-9]'
expect_line out '^object '
# figures per rock lead, those at screens follow, those over time come last; each table says what
# it counts, and the reach angle runs to the flattest
grep -n '^per rock: the largest value\|^per rock: from release\|^at screens: \|^at objects: \|^over all time: ' \
    out | sed 's/^[0-9]*:\([a-z ]*\):.*/\1/' | tr '\n' ',' >order
[ "$(cat order)" = "per rock,per rock,at screens,at objects,over all time," ] ||
    fail "tables in the order $(cat order)"
grep -B 1 '^reach angle' out | grep -q ' p10  *p5  *p1  *min$' || fail "reach angles of short run-outs"
set -- $(grep '^reach angle' out)
holds "$6 >= $7 && $7 >= $8 && $8 >= $9 && $9 >= ${10}"
expect_line out '^road '
[ "$(hash_of plain)" = "$(hash_of one)" ] || fail "screens change rocks"
[ -e plain/screens.csv ] && fail "a table without screens"

expect_exit 0 "$TALUS" run screens.yaml --threads 3 --quiet --out three
for shard in 1 2; do
    expect_exit 0 "$TALUS" run screens.yaml --quiet --shard $shard/2 --out s$shard
done
expect_exit 0 "$TALUS" merge s2 s1 --out merged
expect_line out '^foot of slope  *[0-9][0-9] '
for other in three merged; do
    for file in screens.csv objects.csv screen_crossings.csv results.gpkg screen_meadow.svg \
        screen_foot_of_slope.svg sources.tif; do
        cmp "one/$file" "$other/$file" || fail "$file of $other differs"
    done
    sed -n '/"screens"/,/"dem"/p' one/summary.json >a
    sed -n '/"screens"/,/"dem"/p' "$other/summary.json" >b
    cmp a b || fail "screens in the summary of $other differ"
done
# all 40 rocks are recorded: the table counts those of the list
rocks=$(sed -n 's/^"foot of slope",all,all,40,\([0-9]*\),.*/\1/p' one/screens.csv)
listed=$(sed -n 's/^"foot of slope",\([0-9]*\),.*/\1/p' one/screen_crossings.csv | sort -u | wc -l)
holds "$rocks > 20 && $rocks == $listed"

expect_exit 0 "$TALUS" map one --layer passages --width 400 --out map.png
expect_exit 0 "$TALUS" map one --layer sources_meadow --width 400 --out sources.png
expect_exit 2 "$TALUS" map one --layer sources_nothing --out sources.png
expect_line err 'there is no layer "sources_nothing"'

# what no rock met is named on the terminal and in warnings.log; what one met is not
expect_exit 0 "$TALUS" run screens.yaml --rocks 30 --out unmet \
    --set 'nets=[{name: aside, line_m: [[500004, 5200140], [500008, 5200140]], height_m: 3, capacity_kj: 500}]' \
    --set 'screens.0={name: above, line_m: [[500004, 5200142], [500008, 5200142]]}'
expect_line err "^talus: warning: no rock met 'above' (screens): do they stand in the way of the rocks?$"
expect_line err "^talus: warning: no rock met 'aside' (nets): do"
expect_line unmet/warnings.log "no rock met 'above' (screens)"
grep -q "no rock met" one/warnings.log && fail "a screen that rocks met is called unmet"

# bad input is told with its line, nothing is written
sed 's/name: meadow/name: Foot-of slope/; s/Foot-of/Foot_of/' screens.yaml >twice.yaml
expect_exit 2 "$TALUS" run twice.yaml --out wrong
expect_line err "are called 'foot of slope' and 'Foot_of slope'"
expect_exit 2 "$TALUS" check screens.yaml --set 'screens.0={line_m: [[1, 2], [3, 4]]}'
expect_line err "screen 'screen 1' lies outside the DEM"
expect_exit 0 "$TALUS" check screens.yaml --set 'screens.0={name: half, line_m: [[500000, 5200085], [509150, 5200085]]}'
expect_line err "warning: screen 'half': about [0-9.]* % of it lies on NODATA or outside the DEM: no rock is counted there"
expect_exit 2 "$TALUS" check screens.yaml --set 'objects.0={name: x, line_m: [[500000, 5200060]]}'
expect_line err 'line_m: found 1 point, expected at least 2'
[ -e wrong ] && fail "results in spite of errors"
finish
