#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Values that mean "no value" without being declared, in every raster that a scenario reads: numbers of rocks, weights,
# parameters, classes, obstacle heights (tests/data/mistakes/no_value.txt). Each is taken as NODATA, said, or refused.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
lumped='lumped={soil_type: 4, rg20_m: 0.1, rg10_m: 0.2, rg70_m: 0.1, rg70_raster: values.asc}'

# make VALUES BACKGROUND: a raster of the plane's cells, blocks of the values from west to east, and one of the background
make() {
    awk -v values="$1" -v background="$2" 'BEGIN { count = split(values, list, " ") }
        NR < 6 { print } NR > 6 { for (column = 1; column <= NF; column++) { k = int((column - 1) * count / NF) + 1
            $column = NR % 4 == 0 && column % 3 == 0 ? background : list[k] } print }' plane.asc >values.asc
    cp plane.prj values.prj
}
rows=0
while IFS='|' read -r kind values background expected phrase; do
    case $kind in
    '' | '#'*) continue ;;
    esac
    rows=$((rows + 1))
    make "$values" "$background"
    set -- check
    case $kind in
    rocks*) change='releases=[{raster: values.asc}]' ;;
    weights*) change='releases=[{raster: values.asc, rocks: 50}]' ;;
    friction*) change='ground=[{preset: medium, parameter_rasters: [{parameter: mu_min, raster: values.asc}]}]' ;;
    nearest*) change='ground=[{preset: medium, parameter_rasters: [{parameter: mu_min, raster: values.asc, resampling: nearest}]}]' ;;
    listed*) change='ground=[{preset: medium}, {raster: values.asc, classes: [{value: 1, preset: soft}, {value: 2, preset: hard}]}]' ;;
    rest*) change='ground=[{preset: medium}, {raster: values.asc, classes: [{value: 1, preset: soft}, {preset: hard}]}]' ;;
    below*) change='ground=[{preset: medium}, {raster: values.asc, others: below, classes: [{value: 1, preset: soft}, {value: 2, preset: hard}]}]' ;;
    forest*) change='forest=[{raster: values.asc, classes: [{value: 1, preset: open}, {preset: dense}]}]' ;;
    obstacles*) change=$lumped && set -- compare --models hard,lumped --rocks 2 --out models --overwrite ;;
    esac
    code=0
    "$TALUS" "$@" plane.yaml --set "$change" >out 2>err || code=$?
    case $expected in
    error*) [ $code -eq 2 ] && grep -e 'error: ' err | grep -q -e "$phrase" ;;
    warning*) [ $code -ne 2 ] && grep -e 'warning: ' err | grep -q -e "$phrase" ;;
    silence*) [ $code -ne 2 ] && ! grep -e 'warning: ' err | grep -q -e 'values.asc' ;;
    esac || fail "$kind: $values and $background: exit code $code, expected $expected with \"$phrase\": $(cat err)"
done <"$SOURCE/tests/data/mistakes/no_value.txt"
[ "$rows" -ge 30 ] || fail "$rows rows"

# what is taken as NODATA is the same as NODATA
make '1 2' -9999
expect_exit 0 "$TALUS" run plane.yaml --set 'releases=[{raster: values.asc}]' --set simulation.lost_share=1 --quiet --out undeclared
sed '5a NODATA_value -9999' values.asc >declared.asc
cp plane.prj declared.prj
expect_exit 0 "$TALUS" run plane.yaml --set 'releases=[{raster: declared.asc}]' --set simulation.lost_share=1 --quiet --out declared
[ "$(hash_of declared)" = "$(hash_of undeclared)" ] || fail "NODATA that nobody declared starts rocks"
finish
