// SPDX-License-Identifier: GPL-3.0-or-later
// Holes of a height field: which nodes belong together, which can be filled, what is solved with
// what. It knows connectivity; it refuses to know plates and solvers.
#ifndef TALUS_SRC_IO_RASTER_FILL_HOLES_H
#define TALUS_SRC_IO_RASTER_FILL_HOLES_H

#include "io/raster/filling.h"

/// State while a field is filled. `label`: RASTER_KNOWN, or the hole of a node; later the number
/// of its unknown, or RASTER_ABSENT where it stays missing.
typedef struct fill_holes {
    size_t nx, ny;
    const double *heights;
    uint32_t *label;     ///< (ny x nx)
    uint32_t *queue;     ///< (missing) nodes, hole by hole
    size_t missing;      ///< nodes without height
    size_t *queue_start; ///< (count + 1) of each hole in `queue`
    talus_hole *holes;   ///< (count)
    uint32_t *parent;    ///< (count) union-find over holes that are solved together
    size_t count, capacity;
} fill_holes;

/// Find the holes. @return TALUS_ERROR_ARGUMENT, TALUS_ERROR_MEMORY; clear in any case
talus_status fill_holes_find(size_t nx, size_t ny, const double *heights, fill_holes *holes,
                             talus_error *error);
void fill_holes_clear(fill_holes *holes);

/// Decide the state of every hole and join those that are solved together.
void fill_holes_judge(fill_holes *holes, const talus_fill_options *options);

/// First hole of the group that a hole is solved with.
uint32_t fill_holes_root(fill_holes *holes, uint32_t hole);

#endif
