// SPDX-License-Identifier: GPL-3.0-or-later
/// @file map.h
/// Maps of a result directory, drawn from its files alone. It knows layers and pictures; it refuses
/// to know scenarios and how results came about.
///
/// threads: any thread; two maps at once need two file names.
#ifndef TALUS_MAP_H
#define TALUS_MAP_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Report every layer of a result directory that talus_map_draw can draw, in the order of their
/// names: rasters of a run, "sources_<screen or object>", products of a hazard assessment
/// (docs/hazard.md). A directory that cannot be read has no layers.
/// @param found called with the name for talus_map_draw and a title; both valid during the call
TALUS_API void talus_map_find_layers(const char *directory,
                                     void (*found)(void *user, const char *name, const char *title),
                                     void *user);

/// The reason why a result directory with a hazard assessment has no zones, from its hazard.json:
/// one sentence without control characters, cut to `size` bytes.
/// @return false if there is no reason: it has zones, or no assessment was made
TALUS_API bool talus_map_why_no_zones(const char *directory, char *sentence, size_t size);

typedef struct talus_map_options {
    size_t size;                ///< of this struct, by talus_map_options_default
    int width;                  ///< px of the whole picture; 0 = 1200, of several layers 1800
    const char *title;          ///< NULL = title of the scenario from summary.json
    const char *envelope;       ///< raster on any grid: a line is drawn round its cells of at least
                                ///< envelope_level; NULL = none
    double envelope_level;      ///< > 0, in the unit of that raster
    const char *envelope_label; ///< name of the line in the legend; NULL = none
    /// Raster on the grid of the layer that is subtracted from the layer; a cell without value
    /// counts as 0 if the other raster has one. NULL = none.
    const char *minus;
    size_t columns; ///< maps in a row, with several layers; 0 = chosen
} talus_map_options;
/// Fill `size` bytes: 1200 px, the title of the scenario.
TALUS_API void talus_map_options_defaults(talus_map_options *options, size_t size);
static inline talus_map_options talus_map_options_default(void)
{
    talus_map_options options;
    talus_map_options_defaults(&options, sizeof options);
    return options;
}
/// Draw a layer of a result directory over the hillshade of its terrain.tif, with colour ramp,
/// legend, scale bar, north arrow and attribution. The format is PNG, PDF or SVG, by extension; 96
/// px are an inch. "zones" draws the polygons of hazard.gpkg in the colours of hazard.json, with
/// the sources on top.
/// @param layer one name, or up to 12 with commas: maps of the same part of the terrain on one
///              page, each with its legend, with one scale bar
/// @return TALUS_ERROR_INPUT for a layer that does not exist (the sentence names those that do);
///         TALUS_ERROR_UNSUPPORTED for another extension
TALUS_API talus_status talus_map_draw(const char *directory, const char *layer, const char *path,
                                      const talus_map_options *options, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
