// SPDX-License-Identifier: GPL-3.0-or-later
/// @file map.h
/// Maps of a result directory, drawn from its files alone.
///
/// threads: any thread; two maps at once need two file names.
#ifndef TALUS_MAP_H
#define TALUS_MAP_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Report every layer of a result directory that talus_map_draw draws, in order of their names:
/// rasters of a run, "sources_<screen or object>", products of a hazard assessment
/// (docs/hazard.md). A directory that cannot be read has no layers.
/// @param found name for talus_map_draw, and what the layer shows; valid during the call
TALUS_API void talus_map_find_layers(const char *directory,
                                     void (*found)(void *user, const char *name, const char *title),
                                     void *user);

/// Why a result directory with a hazard assessment has no zones, from its hazard.json: one sentence
/// without control characters, cut to `size` bytes.
/// @return false when it gives none: it has zones, or no assessment was made
TALUS_API bool talus_map_why_no_zones(const char *directory, char *sentence, size_t size);

typedef struct talus_map_options {
    size_t size;                ///< of this struct, by talus_map_options_default
    int width;                  ///< px of the whole picture; 0 = 1200, of several layers 1800
    const char *title;          ///< NULL = title of the scenario from summary.json
    const char *envelope;       ///< raster on any grid: a line is drawn around its cells that reach
                                ///< envelope_level; NULL = none
    double envelope_level;      ///< > 0, in the unit of that raster
    const char *envelope_label; ///< what the line is, for the legend; NULL = none
    const char *minus; ///< raster on the layer's grid: show the layer less this, where a cell that
                       ///< only one of them has counts 0 in the other; NULL = none
    size_t columns;    ///< maps in a row where there are several; 0 = chosen
} talus_map_options;
/// Fill `size` bytes: 1200 px, the title of the scenario.
TALUS_API void talus_map_options_defaults(talus_map_options *options, size_t size);
static inline talus_map_options talus_map_options_default(void)
{
    talus_map_options options;
    talus_map_options_defaults(&options, sizeof options);
    return options;
}
/// Draw a layer of a result directory over the hillshade of its terrain.tif: colour ramp, legend,
/// scale bar, north arrow, attribution. The file is PNG, PDF or SVG, by the ending of
/// its name; 96 px are an inch. "zones" are the polygons of hazard.gpkg, with the
/// colours of hazard.json, over which the sources are drawn.
/// @param layer a name, or up to 12 with commas between them: maps of the same part of the terrain on
///              one page, each with its legend, with one scale bar
/// @return TALUS_ERROR_INPUT for a layer that is not there: the sentence names those that are;
///         TALUS_ERROR_UNSUPPORTED for any other ending
TALUS_API talus_status talus_map_draw(const char *directory, const char *layer, const char *path,
                                      const talus_map_options *options, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
