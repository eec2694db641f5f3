#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Make the synthetic terrains terrain/ramp/ramp.tif and terrain/plane/plane.tif: tools/make-ramps.sh
# Needs the Debian package gdal-bin. Nobody needs it to build or run talus.
set -eu
cd "$(dirname "$0")/../terrain"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GDAL_PAM_ENABLED=NO
local_metres='LOCAL_CS["local metres",UNIT["metre",1],AXIS["x",EAST],AXIS["y",NORTH]]'

# make_ramp NAME SLOPE_DEG SLOPE_LENGTH RUNOUT WIDTH CELL: nodes at multiples of CELL (m) from (0, 0);
# falls towards +x over SLOPE_LENGTH (horizontal), then lies flat at 3 m: no contour of a map there
make_ramp() {
    awk -v deg="$2" -v reach="$3" -v runout="$4" -v width="$5" -v cell="$6" 'BEGIN {
        pi = atan2(0, -1); slope = sin(deg * pi / 180) / cos(deg * pi / 180)
        columns = (reach + runout) / cell + 1; rows = width / cell + 1
        printf "ncols %d\nnrows %d\nxllcenter 0\nyllcenter 0\ncellsize %g\nNODATA_value -9999\n",
            columns, rows, cell
        for (i = 0; i < columns; i++) {
            x = i * cell
            line = line sprintf("%.6f ", 3 + (x < reach ? (reach - x) * slope : 0))
        }
        for (j = 0; j < rows; j++) print line
    }' >"$work/$1.asc"
    mkdir -p "$1"
    gdal_translate -q -ot Float32 -a_srs "$local_metres" -co TILED=YES -co COMPRESS=DEFLATE \
        -co ZLEVEL=9 -co PREDICTOR=3 "$work/$1.asc" "$1/$1.tif"
}
make_ramp ramp 40 200 900 500 1
make_ramp plane 40 100 150 100 10
