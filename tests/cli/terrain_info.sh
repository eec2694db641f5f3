#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus terrain info: facts of a DEM, and the same refusals as a run.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

expect_exit 0 "$TALUS" terrain info plane.asc
expect_line out '30 x 30'
expect_line out 'ETRS89 / UTM zone 32N'
expect_line out '^heights .*999\.95.* 1050\.80'
expect_line out '^slope '
expect_line out '^missing .* 0\.00 %'

cp plane.asc bare.asc
expect_exit 2 "$TALUS" terrain info bare.asc
expect_line err '^bare.asc: error: '
expect_exit 0 "$TALUS" terrain info bare.asc --assume-metres
expect_exit 0 "$TALUS" terrain info bare.asc --crs EPSG:25832
expect_line out 'UTM zone 32N'
expect_exit 2 "$TALUS" terrain info absent.tif
expect_line err 'absent.tif'
head -n 12 plane.asc >short.asc
cp plane.prj short.prj
expect_exit 2 "$TALUS" terrain info short.asc
finish
