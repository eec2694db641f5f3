#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A terrain that is read on demand: the same files as from memory, and a DEM that goes away while rocks
# fall ends the run with a sentence.
. "$SOURCE/tests/cli/lib.sh"

cp "$SOURCE/terrain/kot/kot.tif" "$work/kot.tif"
for memory in 500 1; do
    expect_exit 0 "$TALUS" run "$SOURCE/scenarios/kot.yaml" --rocks 20 --out memory_$memory \
        --set terrain.dem="$work/kot.tif" --set terrain.memory_mb=$memory
done
[ "$(hash_of memory_500)" = "$(hash_of memory_1)" ] || fail "another hash on demand"
for file in memory_500/*.tif; do
    layer=$(basename "$file")
    [ "$layer" = terrain.tif ] || cmp -s "$file" "memory_1/$layer" || fail "another $layer on demand"
done

# the heights of shards are written by the merge alone
for shard in 1 2; do
    expect_exit 0 "$TALUS" run "$SOURCE/scenarios/kot.yaml" --rocks 20 --shard $shard/2 --quiet \
        --out shard_$shard --set terrain.dem="$work/kot.tif" --set terrain.memory_mb=1
    [ ! -e shard_$shard/terrain.tif ] || fail "a shard wrote the heights"
    expect_exit 2 "$TALUS" map shard_$shard --layer passages -o no.png
    expect_line err 'leaves it to talus merge'
done
expect_exit 0 "$TALUS" merge shard_1 shard_2 --out merged --quiet
cmp -s memory_1/terrain.tif merged/terrain.tif || fail "other heights after a merge"

# places are drawn by true area alike, of polygons and of steep cells
for release in '{box_m: [177600, 376500, 178100, 377000], rocks: 20}' '{slope_above_deg: 50, rocks: 20}'; do
    for memory in 500 1; do
        expect_exit 0 "$TALUS" run "$SOURCE/scenarios/kot.yaml" --out memory_$memory --quiet \
            --set "releases=[$release]" --set terrain.dem="$work/kot.tif" \
            --set terrain.memory_mb=$memory --set simulation.time_limit_s=1 --set simulation.lost_share=1
    done
    [ "$(hash_of memory_500)" = "$(hash_of memory_1)" ] || fail "other places on demand: $release"
done

# rasters of a sparse terrain are smaller than their cells
expect_exit 0 "$TALUS" check "$SOURCE/scenarios/kot.yaml" --set terrain.memory_mb=1
expect_line out '^disk  *at most [0-9.]* [MG]B for the results'

# bad values
for value in 0 -1 0.5 lots; do
    expect_exit 2 "$TALUS" check "$SOURCE/scenarios/kot.yaml" --set terrain.memory_mb=$value
    expect_line err "memory_mb: found '$value', expected a whole number"
done

# 1000 x 1000 cells of noise: 16 tiles of heights
awk 'BEGIN {
    n = 1000
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n", n, n
    for (j = 0; j < n; j++) {
        line = ""
        for (i = 0; i < n; i++) line = line sprintf("%.3f ", 900 - 0.7 * i + rand())
        print line
    }
}' >noise.asc
expect_exit 0 "$TALUS" terrain fill noise.asc --assume-metres -o noise.tif
cat >virtual.vrt <<EOF
<VRTDataset rasterXSize="1000" rasterYSize="1000">
<GeoTransform>0, 1, 0, 1000, 0, -1</GeoTransform>
<VRTRasterBand dataType="Float32" band="1"><SimpleSource>
<SourceFilename relativeToVRT="1">noise.tif</SourceFilename><SourceBand>1</SourceBand>
</SimpleSource></VRTRasterBand></VRTDataset>
EOF
cp noise.tif whole.tif

# falls DEM: the run, of which noise.tif becomes another while rocks fall
falls() {
    cp whole.tif noise.tif
    cat >noise.yaml <<EOF
terrain: {dem: $1, assume_metres: true, memory_mb: 1}
ground: [{preset: medium}]
rocks: [{name: block, shape: cuboid, size_m: [1.0, 0.8, 0.6], density_kg_m3: 2600}]
releases: [{name: all, box_m: [1, 1, 998, 998], rocks: 200000, height_m: 5}]
outputs: {dir: noise, layers: [passages], trajectories: 0}
EOF
    rm -rf noise
    "$TALUS" run noise.yaml --threads 1 --checkpoint 0.1 --quiet >out 2>err &
    pid=$!
    waited=0
    while [ ! -e noise/checkpoint/state ] && [ "$waited" -lt 120 ] && kill -0 "$pid" 2>/dev/null; do
        sleep 1
        waited=$((waited + 1))
    done
    [ -e noise/checkpoint/state ] || fail "the run wrote no state in $waited s"
    $2
    code=0
    wait "$pid" || code=$?
    [ "$code" -eq 2 ] || fail "exit code $code, expected 2, when the DEM is another"
    expect_line err "heights of .*$1 could not be read again"
    [ ! -e noise/summary.json ] || fail "a run that failed wrote a summary"
}
empty() { : >noise.tif; }
# as many bytes, in another file of the same name
replace() { cp whole.tif other.tif && mv other.tif noise.tif; }
falls noise.tif empty
falls virtual.vrt empty
falls virtual.vrt replace
finish
