#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A DEM of 40 000 x 40 000 cells, one tile of 2000 x 2000 repeated 400 times by a VRT, with releases in
# all of it: it runs within 2 GiB. A part of 4000 x 4000 gives the same files from memory as on demand.
. "$SOURCE/tests/cli/lib.sh"
if grep -q -e __asan_init -e __tsan_init -e __ubsan_handle "$TALUS"; then
    echo "a program with sanitizers needs more memory"
    exit 77
fi

# waves that meet at the seams, up to 36 degrees steep
awk 'BEGIN {
    n = 2000; pi = atan2(0, -1)
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n", n, n
    for (i = 0; i < n; i++) {
        wave[i] = sprintf("%.3f", 60 * sin(2 * pi * i / 500)) + 3 * sin(2 * pi * i / 40)
    }
    for (j = 0; j < n; j++) {
        line = ""
        for (i = 0; i < n; i++) line = line sprintf("%.2f ", 500 + wave[i] + 0.5 * wave[j])
        print line
    }
}' >tile.asc
expect_exit 0 "$TALUS" terrain fill tile.asc --assume-metres -o tile.tif
rm tile.asc

# make_vrt N: N x N tiles in N.vrt
make_vrt() {
    awk -v n="$1" 'BEGIN {
        size = 2000 * n
        printf "<VRTDataset rasterXSize=\"%d\" rasterYSize=\"%d\">\n", size, size
        printf "<GeoTransform>0, 1, 0, %d, 0, -1</GeoTransform>\n", size
        print "<VRTRasterBand dataType=\"Float32\" band=\"1\">"
        for (k = 0; k < n * n; k++) {
            print "<SimpleSource><SourceFilename relativeToVRT=\"1\">tile.tif</SourceFilename>"
            print "<SourceBand>1</SourceBand><SrcRect xOff=\"0\" yOff=\"0\" xSize=\"2000\" ySize=\"2000\"/>"
            printf "<DstRect xOff=\"%d\" yOff=\"%d\" xSize=\"2000\" ySize=\"2000\"/></SimpleSource>\n",
                2000 * (k % n), 2000 * int(k / n)
        }
        print "</VRTRasterBand></VRTDataset>"
    }' >"$1.vrt"
}

# make_scenario N ROCKS: rocks over all of N.vrt
make_scenario() {
    cat >"$1.yaml" <<EOF
seed: 3
terrain: {dem: $1.vrt, assume_metres: true}
ground: [{preset: medium}]
rocks: [{name: block, shape: cuboid, size_m: [1.0, 0.8, 0.6], density_kg_m3: 2600}]
releases: [{name: all, box_m: [1, 1, $(($1 * 2000 - 2)), $(($1 * 2000 - 2))], rocks: $2, height_m: 5, orientation: random}]
outputs: {dir: out_$1}
EOF
}

make_vrt 2
make_scenario 2 300
expect_exit 0 "$TALUS" run 2.yaml --out resident
expect_exit 0 "$TALUS" run 2.yaml --out few --threads 2 --set terrain.memory_mb=20
expect_exit 0 "$TALUS" run 2.yaml --out one --threads 1 --set terrain.memory_mb=1
for on_demand in few one; do
    [ "$(hash_of resident)" = "$(hash_of $on_demand)" ] || fail "another hash on demand: $on_demand"
    for layer in passages deposits kinetic_energy_p95 jump_height_max speed_mean; do
        cmp -s resident/$layer.tif $on_demand/$layer.tif || fail "another $layer.tif: $on_demand"
    done
done
# what a checkpoint holds against a resumed run is the same too
expect_exit 0 "$TALUS" run 2.yaml --shard 1/2 --out shard_1
expect_exit 0 "$TALUS" run 2.yaml --shard 2/2 --out shard_2 --set terrain.memory_mb=20
expect_exit 0 "$TALUS" merge shard_1 shard_2 --out merged
[ "$(hash_of resident)" = "$(hash_of merged)" ] || fail "another hash from shards"

make_vrt 20
make_scenario 20 1000
expect_exit 0 "$TALUS" run 20.yaml --out large
cat out
holds "$(value_of large rocks) == 1000"
# measured 690 MB: 500 of tiles, the rest of cells and of the survey
holds "$(value_of large timing.peak_memory_mb) < 2048"
# 27 layers of 6.4 GB; measured 200 MB for all
holds "$(du -sm large | cut -f 1) < 500"
finish
