#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus terrain energyline: angles from slopes, points, lines and polygons; refusals with a sentence.
. "$SOURCE/tests/cli/lib.sh"
kot=$SOURCE/terrain/kot
cp "$data"/plane.* .

expect_exit 0 "$TALUS" terrain energyline "$kot/kot.tif" --slope-above 50 -o steep.tif
expect_line out '^sources  *12654 cells, 31.61 ha'
expect_line out '^33.0 deg  *226.36 ha'
expect_exit 0 "$TALUS" terrain info steep.tif
expect_line out 'MGI / Austria Lambert'
expect_exit 0 "$TALUS" terrain energyline "$kot/kot.tif" --slope-above 50 -o again.tif
cmp -s steep.tif again.tif || fail "two rasters of the same sources differ"
expect_exit 0 "$TALUS" terrain energyline "$kot/kot.tif" --sources "$kot/kot.gpkg" \
    --layer release_area -o area.tif --lowest 40
expect_line out '^sources  *610 cells, 1.52 ha'
expect_line out '^45.0 deg  *5.03 ha'
if grep -q '^38.0 deg' out; then fail "an area below --lowest is printed"; fi

# a line and a point on the inclined plane: upwards nothing is seen
printf '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:25832"}},
"features":[{"type":"Feature","properties":{},"geometry":{"type":"%s","coordinates":%s}}]}' \
    Point '[500075,5200075]' >point.geojson
printf '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:25832"}},
"features":[{"type":"Feature","properties":{},"geometry":{"type":"%s","coordinates":%s}}]}' \
    LineString '[[500040,5200075],[500110,5200075]]' >line.geojson
expect_exit 0 "$TALUS" terrain energyline plane.asc --sources point.geojson -o point.tif --lowest 5
expect_line out '^sources  *1 cells'
expect_exit 0 "$TALUS" terrain energyline plane.asc --sources line.geojson -o line.tif --lowest 5
expect_line out '^sources  *1[0-9] cells'

expect_exit 1 "$TALUS" terrain energyline plane.asc --slope-above 20
expect_line err '--out is missing: expected FILE.tif'
expect_exit 1 "$TALUS" terrain energyline plane.asc -o no.tif
expect_line err '--sources is missing, or --slope-above: expected FILE'
expect_exit 1 "$TALUS" terrain energyline plane.asc --sources point.geojson --slope-above 20 -o no.tif
expect_line err '--slope-above does not go with --sources'
expect_exit 2 "$TALUS" terrain energyline plane.asc --slope-above 89 -o no.tif
expect_line err 'no source lies on a cell with a height'
expect_exit 1 "$TALUS" terrain energyline plane.asc --slope-above 95 -o no.tif
expect_line err '--slope-above: found "95", expected a number above 0 and at most 89.9'
expect_exit 1 "$TALUS" terrain energyline plane.asc --slope-above 20 --lowest 90 -o no.tif
expect_line err '--lowest: found "90", expected a number above 0 and at most 89.9'
expect_exit 2 "$TALUS" terrain energyline plane.asc --sources missing.gpkg -o no.tif
expect_line err 'missing.gpkg.*no such file'
if [ -e no.tif ]; then fail "a refused command wrote a file"; fi
finish
