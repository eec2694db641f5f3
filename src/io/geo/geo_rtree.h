// SPDX-License-Identifier: GPL-3.0-or-later
/// @file geo_rtree.h
/// The spatial index of a layer of a GeoPackage that is being written. It knows boxes and the tables
/// of SQLite's R*Tree; it refuses to know geometries.
#ifndef TALUS_SRC_IO_GEO_GEO_RTREE_H
#define TALUS_SRC_IO_GEO_GEO_RTREE_H

#include "io/geo/geo_internal.h"

enum { GEO_RTREE_TRIGGERS = 16 };

/// A feature or a node.
typedef struct geo_rtree_box {
    int64_t id;
    float side[4]; ///< west, east, south, north, rounded outwards as the index keeps them
} geo_rtree_box;

/// A feature or a node, and the node that it is in.
typedef struct geo_rtree_owner {
    int64_t id, node;
} geo_rtree_owner;

/// What an index is made from; {0} at first.
typedef struct geo_rtree {
    geo_rtree_box *boxes;    ///< (count) owned
    geo_rtree_owner *owners; ///< (capacity) room for theirs, owned
    size_t count, capacity;
    char *triggers[GEO_RTREE_TRIGGERS]; ///< SQL that brings them back, owned
    size_t trigger_count;
} geo_rtree;

/// An empty index of an empty layer with the column `geom`, without the triggers that fill it.
/// @return false: GDAL says why
bool geo_rtree_begin(geo_rtree *tree, GDALDatasetH dataset, const char *layer);
/// @param xy x and y of `count` points, `stride` numbers apart; those that are not finite do not count,
///           and a feature without any other has no box, as an empty one
/// @return false when out of memory
bool geo_rtree_add(geo_rtree *tree, int64_t id, const double *xy, size_t count, size_t stride);
/// Fill the index, and bring the triggers back. The boxes are used up.
/// @return false: GDAL says why
bool geo_rtree_end(geo_rtree *tree, GDALDatasetH dataset, const char *layer);
void geo_rtree_clear(geo_rtree *tree);

#endif
