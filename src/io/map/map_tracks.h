// SPDX-License-Identifier: GPL-3.0-or-later
/// @file map_tracks.h
/// Paths and starts of single rocks on a map, from the layers trajectories and releases of
/// results.gpkg, coloured by a number of the rock.
#ifndef TALUS_SRC_IO_MAP_MAP_TRACKS_H
#define TALUS_SRC_IO_MAP_MAP_TRACKS_H

#include "io/map/map.h"

typedef struct map_tracks {
    geo_vectors vectors; ///< lines, or points; without parts: another layer is drawn
    float *values;       ///< (part_count) of the rock
    size_t *order;       ///< (part_count) parts by ascending value
} map_tracks;

/// The layers "trajectories" and "sources"; nothing is read for other layers.
/// @param meaning says where paths end early
/// @param data  widened to hold them
/// @param scale fitted to their values
/// @return TALUS_ERROR_INPUT when the directory has none
talus_status map_load_tracks(const char *directory, const campaign_layer *layer, map_tracks *tracks,
                             catalogue_meaning *meaning, map_rectangle *data, map_scale *scale,
                             talus_error *error);
void map_clear_tracks(map_tracks *tracks);
void map_paint_tracks(cairo_t *cr, const map_view *view, const map_tracks *tracks,
                      const map_scale *scale, double unit);

#endif
