#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Derive the ground layers of terrain/kot/kot.gpkg (rock, scree, meadow) from terrain/kot/kot.tif:
#   tools/make-kot-ground.sh [SOURCE.gpkg]    SOURCE: copy its four mapped layers first
# Needs the Debian packages gdal-bin and python3-gdal. Nobody needs it to build or run talus.
set -eu
cd "$(dirname "$0")/../terrain/kot"
mapped="release_area resistance_forest dam_line avalanche_path"
source=${1:-kot.gpkg}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GDAL_PAM_ENABLED=NO OGR_CURRENT_DATE=2024-01-01T00:00:00.000Z

# shellcheck disable=SC2086 # a list of words
ogr2ogr -q -f GPKG "$work/kot.gpkg" "$source" $mapped

# heights averaged over 2 x 2 cells (10 m), then the slope in degrees (Horn, 3 x 3 cells)
gdalwarp -q -tr 9.995377813202 9.995377813202 -r average kot.tif "$work/height.tif"
gdaldem slope -q -compute_edges "$work/height.tif" "$work/slope.tif"

# 1 rock  2 scree  3 meadow on the valley floor  4 meadow on terraces; 0 = no data
gdal_calc.py --quiet -A "$work/slope.tif" -B "$work/height.tif" --outfile="$work/class.tif" \
    --type=Byte --NoDataValue=0 --calc="(A>=48)*1 + (A<48)*(A>=25)*2 \
+ (A<25)*(B<1200)*3 + (A<25)*(B>=1200)*4"
gdal_sieve.py -q -st 12 -4 "$work/class.tif" "$work/sieved.tif"
gdal_polygonize.py -q "$work/sieved.tif" -f GPKG "$work/class.gpkg" class class

# add_layer NAME CLASSES: polygons of these classes, edges simplified to one and a half DEM cells
add_layer() {
    ogr2ogr -q -update -nln "$1" -nlt POLYGON -simplify 7.5 -dialect SQLite -sql "SELECT geom, \
CASE class WHEN 1 THEN 'wall' WHEN 2 THEN 'slope' \
WHEN 3 THEN 'valley floor' ELSE 'terrace' END AS place FROM class WHERE class IN ($2)" \
        "$work/kot.gpkg" "$work/class.gpkg"
}
add_layer rock 1
add_layer scree 2
add_layer meadow 3,4
ogrinfo -q "$work/kot.gpkg" -sql VACUUM
mv "$work/kot.gpkg" kot.gpkg
