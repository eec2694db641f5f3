// SPDX-License-Identifier: GPL-3.0-or-later
/// @file map_gauges.h
/// Screens and objects on a map, from the layers of results.gpkg. It knows their outlines and
/// names; it refuses to know figures.
#ifndef TALUS_SRC_OUTPUT_MAP_GAUGES_H
#define TALUS_SRC_OUTPUT_MAP_GAUGES_H

#include "output/map.h"

enum { MAP_GAUGE_LAYERS = 3 };

/// One layer with the names of its features; without parts: not there.
typedef struct map_gauge_layer {
    geo_vectors vectors;
    geo_attribute names;
} map_gauge_layer;

typedef struct map_gauges {
    map_gauge_layer
        layers[MAP_GAUGE_LAYERS]; ///< objects, object_lines, screens: later over earlier
} map_gauges;

/// The layer of a raster "sources_NAME". @return false for another name
bool map_find_sources(const char *name, ensemble_layer *layer);
/// What a result directory has of them; a layer that is not there is left out.
void map_load_gauges(const char *directory, map_gauges *gauges);
void map_clear_gauges(map_gauges *gauges);
/// Outlines over the frame, each with its name.
void map_paint_gauges(cairo_t *cr, const map_view *view, const map_gauges *gauges, double unit);

#endif
