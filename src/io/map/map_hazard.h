// SPDX-License-Identifier: GPL-3.0-or-later
/// @file map_hazard.h
/// Products of a hazard assessment on a map: classes with the colours and words of hazard.json,
/// zones as the polygons of hazard.gpkg. It knows these files; it refuses to know rule packs and
/// how the products were made.
#ifndef TALUS_SRC_IO_MAP_MAP_HAZARD_H
#define TALUS_SRC_IO_MAP_MAP_HAZARD_H

#include "io/map/map_gauges.h"

enum { MAP_CLASS_MAX = 16, MAP_CLASS_TEXT = 400 };

/// A class and what it stands for.
typedef struct map_class {
    chart_rgb colour;
    bool hatched;
    char title[128];
    char words[MAP_CLASS_TEXT]; ///< lines, each ended by a newline
} map_class;

/// What a map of classes shows; class k of a raster is items[k - 1], 0 is what too few rocks
/// decide.
typedef struct map_classes {
    size_t count; ///< 0: no map of classes
    map_class items[MAP_CLASS_MAX];
    bool has_undecided;
    map_class undecided;
    char heading[200], note[300]; ///< over and under the legend
    geo_vectors zones;            ///< polygons, without parts: the raster's cells are painted
    geo_attribute ranks;          ///< of their features: number of the class
    geo_vectors sources;          ///< where rocks started
} map_classes;

/// Classes of a raster of zones or intensities.
/// @return TALUS_ERROR_INPUT when hazard.json does not hold them
talus_status map_load_classes(const char *directory, const campaign_layer *layer,
                              map_classes *classes, talus_error *error);
void map_clear_classes(map_classes *classes);
/// Zones over the relief, and where rocks started.
void map_paint_zones(cairo_t *cr, const map_view *view, const map_classes *classes, double unit);
void map_paint_sources(cairo_t *cr, const map_view *view, const map_classes *classes, double unit);
/// Boxes with titles and words in a column, the highest class first, then what else is drawn.
/// @return y below it
double map_classes_legend(cairo_t *cr, const map_classes *classes, const map_gauges *gauges,
                          const map_rectangle *column, double unit);

#endif
