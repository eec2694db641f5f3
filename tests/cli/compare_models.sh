#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus compare --models: the same releases under four models, rasters as Rockyfor3D has them, the same bytes for
# any number of threads, bad options and bad rasters.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
echo 'lumped: {soil_type: 4, rg70_m: 0.05, rg20_m: 0.1, rg10_m: 0.2}' >>plane.yaml

# models DIRECTORY NAMES OPTION...
models() {
    directory=$1
    names=$2
    shift 2
    expect_exit 0 "$TALUS" compare plane.yaml --models "$names" --rocks 20 --out "$directory" \
        --set simulation.lost_share=1 "$@"
}
models four hard,soil,lumped,energyline --threads 2
for file in models.csv models.svg terrain.tif agreement.tif agreement_share.tif reach_hard.tif reach_soil.tif \
    reach_lumped.tif reach_energyline.tif summary.json manifest.json; do
    [ -s "four/$file" ] || fail "no $file"
done
[ -e four/PARTIAL ] && fail "a whole study is marked partial"
[ "$(wc -l <four/models.csv)" -eq 5 ] || fail "models.csv has $(wc -l <four/models.csv) lines"
expect_line out '^plane: 20 rocks under 4 models$'
expect_line out '^reached by 1 % of the rocks or more, of .* ha: 4 models '
# what is known: soil takes energy, the shares of one, two, three and four models are all there is
column() {
    awk -F, -v model="$1" -v key="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == key) k = i }
        $1 == model { print $k }' four/models.csv
}
holds "$(column soil energy_p95_kj) < $(column hard energy_p95_kj)"
holds "$(column lumped runout_p50_m) > 10 && $(column lumped speed_p95_m_s) > 3"
[ -z "$(column energyline runout_p50_m)" ] || fail "the energy line has a run-out"
# a plane of 35 degrees over a flat: the line of 33 degrees reaches further than that of 34
models line33 soil,energyline
reached=$(awk -F, '$1 == "energyline" { print $3 }' line33/models.csv)
models line34 soil,energyline --energy-line 34
holds "$(awk -F, '$1 == "energyline" { print $3 }' line34/models.csv) < $reached"
models line33b soil,energyline --envelope 0.5
holds "$(awk -F, '$1 == "soil" { print $3 }' line33b/models.csv) < $(awk -F, '$1 == "soil" { print $3 }' line33/models.csv)"

# the same bytes for any number of threads
for threads in 1 3; do
    models threads_$threads hard,soil,lumped,energyline --threads $threads --quiet
done
for file in models.csv models.svg agreement.tif reach_hard.tif reach_lumped.tif reach_energyline.tif; do
    cmp "threads_1/$file" "threads_3/$file" || fail "$file depends on threads"
done
sed 's/threads_1/DIR/' threads_1/summary.json >one.json
sed 's/threads_3/DIR/' threads_3/summary.json >three.json
cmp one.json three.json || fail "summary.json depends on threads"

# the order changes the reference alone, not what a model says
models turned soil,lumped,hard --quiet
cmp turned/reach_lumped.tif four/reach_lumped.tif || fail "the lumped mass depends on the order"
# --json is the summary without what the directory adds
models json soil,lumped --json
expect_line out '"both_over_either": 0'
expect_line out '"model": "lumped"'
# maps
expect_exit 0 "$TALUS" map four --layer agreement -o agreement.png
expect_exit 0 "$TALUS" map four --layer reach_lumped -o lumped.png
expect_exit 0 "$TALUS" map four --list
expect_line out 'agreement_share'

# rasters: the same value everywhere gives what the number gives; a swamp stops the rocks that come to it
raster() {
    awk -v value="$2" 'BEGIN { print "ncols 16\nnrows 16\nxllcorner 499995\nyllcorner 5199995\ncellsize 10\nNODATA_value -9999"
        for (j = 0; j < 16; j++) { for (i = 0; i < 16; i++) printf "%s ", value; print "" } }' >"$1"
}
raster type.asc 4
raster rg.asc 0.05
set_raster="--set lumped.crs=dem --set lumped.soil_type_raster=type.asc --set lumped.rg70_raster=rg.asc"
# shellcheck disable=SC2086 # words
models raster soil,lumped $set_raster --quiet
cmp raster/reach_lumped.tif four/reach_lumped.tif || fail "a raster of one value is not the value"
raster type.asc 0
# shellcheck disable=SC2086 # words
models swamp soil,lumped $set_raster --quiet
holds "$(awk -F, '$1 == "lumped" { print $7 }' swamp/models.csv) < 3" # run-out, none of 20 gets away

# bad rasters and options: nothing is written
bad() {
    code=$1
    shift
    expect_exit "$code" "$TALUS" compare plane.yaml --rocks 5 --out bad "$@"
    [ -e bad ] && fail "bad input leaves a directory: $*"
    return 0
}
raster type.asc 9
# shellcheck disable=SC2086 # words
bad 2 --models soil,lumped $set_raster
expect_line err 'type.asc: found 9 for lumped.soil_type, expected a whole number from 0 to 7'
raster type.asc 2.5
# shellcheck disable=SC2086 # words
bad 2 --models soil,lumped $set_raster
expect_line err 'type.asc: found 2.5 for lumped.soil_type'
raster type.asc 4
raster rg.asc -0.5
# shellcheck disable=SC2086 # words
bad 2 --models soil,lumped $set_raster
expect_line err 'rg.asc: found -0.5 for lumped.rg70, expected a height'
bad 2 --models soil,lumped --set lumped.rg10_raster=none.asc
expect_line err 'none.asc'
bad 2 --models soil,lumped --set lumped.rg10_raster=type.asc
expect_line err 'coordinate reference system'
bad 2 --models soil,lumped --set lumped.soil_type=2.5
expect_line err 'found 2.5, expected a whole number'
bad 2 --models hard,soil --set 'ground=[{preset: hard}]'
expect_line err 'no ground has a soil'
bad 1 --models soil
expect_line err 'at least two'
bad 1 --models soil,soil
expect_line err 'soil is given twice'
bad 1 --models lumped,soil
expect_line err 'expected hard or soil there'
bad 1 --models soil,rock
expect_line err 'found "rock"'
bad 1 --models soil,lumped --energy-line 90
expect_line err 'less than 90'
bad 1 --models soil,lumped --envelope 2
expect_line err 'expected a probability'
bad 1 --models soil,lumped --schemes explicit
expect_line err '--schemes does not go with --models'
sed -i '/^lumped/d' plane.yaml
bad 2 --models soil,lumped
expect_line err "no section 'lumped'"
echo 'lumped: {soil_type: 4, rg70_m: 0.05, rg20_m: 0.1}' >>plane.yaml
bad 2 --models soil,lumped
expect_line err 'lumped has no rg10_m, expected it or rg10_raster'
# a raster without a value where rocks come down
sed -i '/^lumped/d' plane.yaml
raster rg.asc -9999
sed -i '7s/^-9999/0.05/' rg.asc # one pixel in a corner
echo 'lumped: {crs: dem, soil_type: 4, rg70_raster: rg.asc, rg20_m: 0.1, rg10_m: 0.2}' >>plane.yaml
bad 2 --models soil,lumped
expect_line err 'rg.asc: no value of rg70 at 5000[0-9]*\.[0-9]* 52001[0-9]*\.[0-9]*, where a rock touches the ground'
models filled soil,lumped --set lumped.rg70_m=0.05 --quiet
finish
