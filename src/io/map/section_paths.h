// SPDX-License-Identifier: GPL-3.0-or-later
/// @file section_paths.h
/// Recorded paths of a result directory with all bodies of each rock: the rock as released and,
/// where it broke, its fragments.
#ifndef TALUS_SRC_IO_MAP_SECTION_PATHS_H
#define TALUS_SRC_IO_MAP_SECTION_PATHS_H

#include "io/geo/geo.h"

typedef struct section_paths {
    geo_tracks tracks[2]; ///< of the rocks, of the fragments
    double *masses;       ///< (bodies) kg, the rocks first
    size_t *owners;       ///< (bodies) number of the rock among the recorded ones
    size_t rocks, bodies;
} section_paths;
/// @param path of results.gpkg
/// @return TALUS_ERROR_INPUT without the layer "trajectories", or where a fragment is of a rock that
///         it lacks; TALUS_ERROR_MEMORY. To be cleared after an error, too.
talus_status section_paths_read(const char *path, section_paths *paths, talus_error *error);
void section_paths_clear(section_paths *paths);

#endif
