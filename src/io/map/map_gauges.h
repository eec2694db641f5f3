// SPDX-License-Identifier: GPL-3.0-or-later
/// @file map_gauges.h
/// Screens, objects, dams, walls and nets on a map, from the layers of results.gpkg. It knows their
/// outlines and names; it refuses to know figures.
#ifndef TALUS_SRC_IO_MAP_MAP_GAUGES_H
#define TALUS_SRC_IO_MAP_MAP_GAUGES_H

#include "io/map/map.h"

enum { MAP_GAUGE_LAYERS = 6 };

/// One layer with the names of its features; without parts: not there.
typedef struct map_gauge_layer {
    const catalogue_vector *kind;
    geo_vectors vectors;
    geo_attribute names;
} map_gauge_layer;

typedef struct map_gauges {
    map_gauge_layer layers[MAP_GAUGE_LAYERS]; ///< later over earlier
} map_gauges;

/// The band of a raster that a layer is in: of "sources_NAME" the one whose screen or object has
/// that name as part of a file name, of all others the first.
/// @return TALUS_ERROR_INPUT when sources.tif has no such band
talus_status map_find_band(const char *path, const char *layer, size_t *band, talus_error *error);
/// Position on the picture of a point of the world.
void map_to_pixels(const map_view *view, const double *xy, double *x, double *y);
/// The parts of vectors as the path of cr; with `ranks` only those of features with this number.
void map_trace(cairo_t *cr, const map_view *view, const geo_vectors *vectors,
               const geo_attribute *ranks, size_t rank);
/// A layer of directory/file.gpkg in the coordinates of its rasters.
/// @param vectors out; without parts when the file or the layer is not there
/// @param texts   out: of the features, the field `field`; NULL: not read
talus_status map_read_vectors(const char *directory, const char *file, const char *layer,
                              const char *field, geo_vectors *vectors, geo_attribute *texts,
                              talus_error *error);
/// What a result directory has of them; a layer that is not there is left out.
/// @param gauges cleared by map_clear_gauges after an error, too
talus_status map_load_gauges(const char *directory, map_gauges *gauges, talus_error *error);
void map_clear_gauges(map_gauges *gauges);
chart_rgb map_gauge_colour(const map_gauge_layer *layer);
/// Outlines over the frame, each with its name.
void map_paint_gauges(cairo_t *cr, const map_view *view, const map_gauges *gauges, double unit);

#endif
