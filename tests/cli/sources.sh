#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Sources: from the shaking of a block to rocks per year; areas and frequencies in check and summary;
# files without a coordinate reference system; the same bits for any number of threads.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
motions=$SOURCE/tests/data/ground_motions
expect_exit 0 "$TALUS_LAB" fragility "$motions/elcentro_chopra.csv" \
    "$motions/A-CAT090.AT2.smc" --size 0.4,1.6 --impact lam=0.6..1 --intensity 0.2,1.6 --levels 30 \
    --samples 100 --out .
fit=$(sed -n 's/^lognormal  *median \([0-9.]*\) g, beta \([0-9.]*\);.*$/\1 \2/p' out)
cat >hazard.csv <<'END'
# through 0.1 g in 475 years with the slope -2.5
pga (g),rate (1/yr)
0.01,0.665741
2,1.17687e-06
END
seismic='{fragility: fragility.csv, hazard: hazard.csv, blocks: 1000, curve: lognormal}'
release="{slope_above_deg: 30, rocks: 60, weight: surface, frequency: {seismic: $seismic}}"
expect_exit 0 "$TALUS" check plane.yaml --set "releases.0=$release"
expect_line out 'plan area .* m2, true area .* m2 (x 1\.2[0-9]*)$'
expect_line out 'rocks per cell, spread evenly over all [0-9]* cells$'
# 1000 H(median) exp(k^2 beta^2 / 2) with the fit of this run: closed form of a lognormal fragility
rate=$(sed -n 's/^            in all \([0-9.e-]*\) per year.*/\1/p' out)
set -- $fit
# written at 30 levels, between which the curve is straight: 0.9 % above
ratio="$rate / (1000 / 475 * exp(-2.5 * log(${1:-1} / 0.1) + 3.125 * ${2:-1} * ${2:-1}))"
holds "$ratio > 1 && $ratio < 1.02"

expect_exit 0 "$TALUS" run plane.yaml --set "releases.0=$release" --threads 1 --out one --quiet
expect_exit 0 "$TALUS" run plane.yaml --set "releases.0=$release" --threads 3 --out three --quiet
[ "$(hash_of one)" = "$(hash_of three)" ] || fail "another hash with three threads"
expect_line one/summary.json '"strata": \['
expect_line one/summary.json '"weight_1_yr": '
# the resolved scenario finds its tables and says the same
expect_exit 0 "$TALUS" check one/scenario.yaml
expect_line out "^            in all $rate per year"

# a text file of polygons has no coordinate reference system, the DEM has one
cat >areas.csv <<'END'
WKT,kind
"POLYGON ((500060 5200110, 500090 5200110, 500090 5200130, 500060 5200130, 500060 5200110))",near
"POLYGON ((600000 5300000, 600100 5300000, 600100 5300100, 600000 5300000))",far
"POINT EMPTY",none
END
near="where: \"kind = 'near'\", rocks: 5"
expect_exit 2 "$TALUS" check plane.yaml --set "releases.0={file: areas.csv, $near}"
expect_line err 'has no coordinate reference system: name it with `crs: EPSG:...`, or say `crs: dem`'
for crs in dem EPSG:32632; do
    expect_exit 0 "$TALUS" check plane.yaml --set "releases.0={file: areas.csv, crs: '$crs', $near}"
    expect_line out 'plan area 600 m2, true area 732.33 m2'
done
expect_exit 2 "$TALUS" check plane.yaml --set "ground.1={preset: hard, file: areas.csv, where: \"kind = 'near'\"}"
expect_line err 'ground.1=.*\|has no coordinate reference system'
expect_exit 2 "$TALUS" check plane.yaml \
    --set "releases.0={file: areas.csv, crs: dem, where: \"kind = 'far'\", rocks: 5}"
expect_line err 'lies outside the DEM'
expect_exit 2 "$TALUS" check plane.yaml \
    --set "releases.0={file: areas.csv, crs: dem, where: \"kind = 'none'\", rocks: 5}"
expect_line err 'holds no usable points, lines or polygons'
expect_exit 2 "$TALUS" check plane.yaml \
    --set "releases.0={file: areas.csv, crs: dem, where: \"sort = 'near'\", rocks: 5}"
expect_line err "the filter .* is not understood"
# --rocks keeps the shares of the releases: 1 of 1000 is 2 of 2000, and less than one rock is one
near='box_m: [500060, 5200110, 500090, 5200130]'
many="releases=[{$near, rocks: 1}, {$near, rocks: 299}, {$near, rocks: 700}, {$near, rocks: 0}]"
for total in 2000:2,598,1400,0 100:1,30,69,0 3:1,1,1,0; do
    expect_exit 0 "$TALUS" check plane.yaml --set "$many" --rocks "${total%:*}"
    dealt=$(sed -n 's/^release.*: \([0-9]*\) rocks from.*/\1/p' out | paste -sd, -)
    [ "$dealt" = "${total#*:}" ] || fail "--rocks ${total%:*} deals $dealt, expected ${total#*:}"
done
expect_exit 2 "$TALUS" check plane.yaml --set "$many" --rocks 2

# fewer rocks than cells: the first of them start all over the source, and the warning says so
expect_exit 0 "$TALUS" check plane.yaml --set 'releases.0={slope_above_deg: 30, rocks: 12}'
expect_line err 'warning: release .* 12 rocks on [0-9]* cells, 0\.[0-9]* per cell'
expect_line out '^ *0\.[0-9]* rocks per cell, spread evenly over all'

# a class that falls, but of which no rock is run, is told: annual values lack it
seldom='rocks=[{name: wheel, shape: eota221, volume_m3: 0.4}, {name: slab, shape: long,
    volume_m3: 0.4, share: 1e-9, frequency_share: 1}]'
yearly='releases=[{name: face, box_m: [500060, 5200110, 500090, 5200130], rocks: 6,
    frequency: {per_year: 0.5}}]'
expect_exit 4 "$TALUS" run plane.yaml --set "$seldom" --set "$yearly" --out seldom
expect_line err "^talus: warning: release 'face', class 'slab': 0.25 rocks a year, but no rock was"
expect_line seldom/warnings.log "class 'slab'"
grep -q '"empty_strata": {' seldom/summary.json || fail "the summary does not count it"
for shard in 1 2; do
    expect_exit 0 "$TALUS" run plane.yaml --set "$seldom" --set "$yearly" --shard $shard/2 \
        --out seldom$shard
    grep -q 'no rock was completed' err && fail "a shard is told of rocks that others may have"
done
expect_exit 4 "$TALUS" merge seldom1 seldom2 --out merged_seldom
expect_line err "class 'slab'"
finish
