// SPDX-License-Identifier: GPL-3.0-or-later
/// @file geo_rules.h
/// What the numbers of a file mean: decisions about heights, units, sentinels, axes, polygons, overlaps
/// and tiles, as plain C on arrays. It opens no file and needs no GDAL: `geo` reads the file and asks here,
/// and so can any other reader of the formats.
#ifndef TALUS_SRC_IO_GEO_RULES_GEO_RULES_H
#define TALUS_SRC_IO_GEO_RULES_GEO_RULES_H

#include "talus/campaign.h"

/// Vector geometry of one layer in local metres of `dem_crs_wkt` / origin (reprojected when the
/// layer's CRS differs).
typedef enum geo_kind {
    GEO_POINTS,
    GEO_LINES,
    GEO_POLYGONS,
    GEO_FLAT_POLYGONS ///< without heights; only written
} geo_kind;
typedef struct geo_part {
    size_t feature; ///< index of the feature
    size_t count;   ///< points
    double *xy;     ///< (count x 2); rings are closed
    bool is_hole;   ///< of the ring before it that is none
} geo_part;
typedef struct geo_vectors {
    geo_kind kind;
    size_t part_count; ///< points: one part per feature; lines: one per linestring; polygons: one
                       ///< per ring
    geo_part *parts;
    char columns[128]; ///< " (columns x and y)" where points of a table stand, else ""
} geo_vectors;
void geo_vectors_clear(geo_vectors *vectors);
/// A class to be burnt into a map, and what was found there.
typedef struct geo_burn {
    talus_class_map *map;
    uint8_t value;
    uint8_t low,
        high;        ///< classes of which it is counted how many cells they lose; low > high: none
    size_t cells;    ///< added to: cells burnt, those twice that two polygons cover
    size_t replaced; ///< added to: cells of these classes before
} geo_burn;
/// Burn polygons, later over earlier; cell centres decide. Places that a polygon covers by its rings:
/// inside the outer ring and in none of its holes, whichever way rings run and however often.
/// @return TALUS_OK, TALUS_ERROR_MEMORY, or TALUS_ERROR_ARGUMENT when the vectors are no polygons
talus_status geo_burn_polygons(const geo_vectors *polygons, geo_burn *burn);

/// How polygons lie over each other.
typedef struct geo_overlaps {
    double area;           ///< m^2, each place once
    double overlap;        ///< m^2 that are covered once more, and more often as many times
    double stray;          ///< m^2 in holes of holes, and in holes outside their polygon: no area
    size_t polygon_count;  ///< polygons that overlap others
    size_t crossing_count; ///< polygons with a ring that crosses or repeats itself
    size_t feature;        ///< of the first of them
    double crossing[2];    ///< where, m
} geo_overlaps;
/// @param overlaps zero unless the vectors are polygons
talus_status geo_find_overlaps(const geo_vectors *polygons, geo_overlaps *overlaps,
                               talus_error *error);
/// Say what is wrong with polygons. @param what the file or key
/// @param east, north of the local origin, m
void geo_report_overlaps(const char *what, const geo_overlaps *overlaps, double east, double north,
                         talus_diagnostics *diagnostics);

/// Cut the union of polygons into triangles by horizontal slabs: (count x 3 x 2), malloc'd.
/// @param overlaps out
talus_status geo_polygons_to_triangles(const geo_vectors *polygons, size_t *count, double **xy,
                                       geo_overlaps *overlaps, talus_error *error);

/// A raster that is a part of a DEM.
typedef struct geo_tile {
    const char *name; ///< for messages
    size_t nx, ny;
    double transform[6]; ///< as of GDAL: x = t0 + column t1 + row t2, y = t3 + column t4 + row t5
    double scale, offset, unit; ///< height = (stored scale + offset) unit, m
    size_t column, row;         ///< out: of its first pixel in the mosaic
} geo_tile;
/// Tiles put together: the smallest raster that holds all of them.
typedef struct geo_mosaic {
    size_t nx, ny;
    double transform[6];
    double covered; ///< share of its pixels that lie in a tile
} geo_mosaic;
/// Put tiles on one lattice.
/// @return TALUS_ERROR_INPUT for tiles of other cells, of cells that lie between those of the first
///         (by more than 1 % of a cell), or of other units, with the command that helps;
///         TALUS_ERROR_MEMORY
talus_status geo_arrange_tiles(geo_tile *tiles, size_t count, geo_mosaic *mosaic,
                               talus_error *error);

/// Pixels of the mosaic that two tiles share; empty: nx or ny 0.
typedef struct geo_tile_overlap {
    size_t column, row, nx, ny;
} geo_tile_overlap;
geo_tile_overlap geo_overlap_of_tiles(const geo_tile *a, const geo_tile *b);

/// Heights of two tiles differ by more than this where they overlap or meet, m.
#define GEO_TILE_STEP 0.5
/// The largest difference of heights, and where.
typedef struct geo_tile_step {
    double step;  ///< m, second less first; 0 = none
    size_t index; ///< of the pair, or of the row of a strip
    size_t count; ///< pairs or rows that differ by more than GEO_TILE_STEP
} geo_tile_step;
/// Compare heights of the same places, NaN = none.
geo_tile_step geo_compare_heights(const double *a, const double *b, size_t count);
enum { GEO_STRIP = 8 };
/// Heights jump at a seam where the step across it differs from the mean of the steps beside it by
/// more than GEO_TILE_STEP, and by more than twice what it does inside the tiles, as a median of 32
/// rows.
/// @param strip (rows x GEO_STRIP) heights across the seam: four of one tile, four of the other
geo_tile_step geo_find_jump(const double *strip, size_t rows);

#endif
