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
} geo_part;
typedef struct geo_vectors {
    geo_kind kind;
    size_t part_count; ///< points: one part per feature; lines: one per linestring; polygons: one
                       ///< per ring
    geo_part *parts;
} geo_vectors;
void geo_vectors_clear(geo_vectors *vectors);
/// Burn polygons (even-odd over all rings of a feature) as class `value` into a map, later over
/// earlier; cell centres decide.
/// @return TALUS_OK, TALUS_ERROR_MEMORY, or TALUS_ERROR_ARGUMENT when the vectors are no polygons
talus_status geo_burn_polygons(const geo_vectors *polygons, uint8_t value, talus_class_map *map);

/// Cut polygons (even-odd rings per feature) into triangles by horizontal slabs: (count x 3 x 2),
/// malloc'd.
talus_status geo_polygons_to_triangles(const geo_vectors *polygons, size_t *count, double **xy,
                                       talus_error *error);

#endif
