#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus terrain fill, smooth, slope, field: rasters out of a DEM, refusals with a sentence.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# plane.asc without a block of 6 x 5 cells inside and one of 3 x 4 at the west rim
awk 'NR <= 6 { print; next }
    { row = NR - 6
      for (i = 1; i <= NF; i++) {
          if (row > 8 && row <= 13 && i > 10 && i <= 16) $i = -9999
          if (row > 20 && row <= 24 && i <= 3) $i = -9999
      }
      print }' plane.asc >holes.asc
cp plane.prj holes.prj

expect_exit 0 "$TALUS" terrain fill holes.asc -o filled.tif
expect_line out '^holes  *2: 1 filled, 1 at the rim left alone (12 cells), 0 refused'
expect_line out '^filled  *30 cells in .* at most 30 in one system'
expect_line out '^written  *filled.tif'
expect_exit 0 "$TALUS" terrain info filled.tif
expect_line out '^missing  *12 of 900'
expect_line out 'ETRS89 / UTM zone 32N'
expect_exit 0 "$TALUS" terrain fill holes.asc -o again.tif
cmp -s filled.tif again.tif || fail "two fillings of one DEM differ"

expect_exit 0 "$TALUS" terrain fill holes.asc -o all.tif --outside
expect_exit 0 "$TALUS" terrain info all.tif
expect_line out '^missing  *0 of 900'

# a hole over the limit stays open, is named, and the file is written all the same
expect_exit 4 "$TALUS" terrain fill holes.asc -o part.tif --max-hole-cells 29
expect_line err 'the hole around east 500065.0, north 5200097.5 (30 cells in 6 x 5.*larger than --max-hole-cells'
expect_exit 0 "$TALUS" terrain info part.tif
expect_line out '^missing  *42 of 900'

# heights on one line fix no surface
awk 'NR <= 6 { print; next }
    { for (i = 1; i <= NF; i++) if (i != 15) $i = -9999
      print }' plane.asc >line.asc
cp plane.prj line.prj
expect_exit 4 "$TALUS" terrain fill line.asc -o line.tif --outside
expect_line err 'one line only'

expect_exit 0 "$TALUS" terrain smooth plane.asc -o smooth.tif --length 10
expect_line out '^smoothed  *900 cells with a length of 10 m'
expect_line out '^change  *mean '
[ -s smooth.tif ] || fail "no smooth.tif"
expect_exit 2 "$TALUS" terrain smooth plane.asc -o wide.tif --length 6000
expect_line err 'plane.asc: error: the smoothing length is 1200 cells'
[ -e wide.tif ] && fail "a raster in spite of an error"

expect_exit 0 "$TALUS" terrain slope plane.asc -o slope.tif
expect_line out '^slope  *mean .* in 784 cells'
expect_exit 0 "$TALUS" terrain slope holes.asc -o slope.tif --overwrite

expect_exit 0 "$TALUS" terrain field plane.asc -o field.tif --range 40 --sd 0.05
expect_line out '^field  *range 40 m on 45 x 45 nodes'
expect_exit 0 "$TALUS" terrain field plane.asc -o other.tif --range 40 --sd 0.05 --seed 2
cmp -s field.tif other.tif && fail "another seed makes the same field"
expect_exit 2 "$TALUS" terrain field plane.asc -o short.tif --range 0.5
expect_line err 'take a range of 1\.[0-9]* m or more'

for command in fill smooth slope field; do
    expect_exit 1 "$TALUS" terrain $command plane.asc
    expect_line err '--out is missing: expected FILE.tif'
    expect_exit 2 "$TALUS" terrain $command absent.tif -o x.tif
    expect_line err 'absent.tif'
    expect_exit 3 "$TALUS" terrain $command plane.asc -o absent/x.tif
    expect_line err 'absent/x.tif'
done

# a ground that varies: other rocks, the same for any number of threads; without it nothing changes
vary="--set ground.0.variation.parameter=friction --set ground.0.variation.sd=0.1"
vary="$vary --set ground.0.variation.range_m=25"
expect_exit 0 "$TALUS" run plane.yaml --out constant --quiet
# shellcheck disable=SC2086 # a list of words
expect_exit 0 "$TALUS" run plane.yaml --out one --threads 1 --quiet $vary
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run plane.yaml --out two --threads 2 --quiet $vary
expect_exit 0 "$TALUS" run one/scenario.yaml --out stored --quiet
[ "$(hash_of one)" = "$(hash_of two)" ] || fail "a varied ground depends on the threads"
[ "$(hash_of one)" = "$(hash_of stored)" ] || fail "the stored scenario varies otherwise"
[ "$(hash_of one)" = "$(hash_of constant)" ] && fail "the variation changes nothing"
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" check plane.yaml $vary
expect_line out 'friction varies: sd 0.1, range 25 m'
finish
