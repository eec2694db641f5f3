// SPDX-License-Identifier: GPL-3.0-or-later
/// @file on_demand.h
/// Tiles of a terrain that are made when a rock comes near, and dropped when others need the room.
/// It knows tiles and their readers; it refuses to know where heights come from.
///
/// A tile is read without a lock. A tile that is dropped leaves the directory at once and the
/// memory once every reader has rested since: between two rests a reader may keep what it has
/// found. Each thread that reads has a reader of its own, so several runs may share a terrain.
/// Public queries enter one for their duration; code below them must stand between enter and leave
/// of its caller. While no reader is entered nothing is dropped.
#ifndef TALUS_SRC_PHYSICS_TERRAIN_ON_DEMAND_H
#define TALUS_SRC_PHYSICS_TERRAIN_ON_DEMAND_H

#include "physics/terrain/build.h"

#include <stdatomic.h>

/// Read all heights once: digest, range, steepest gradient, maxima of the tiles. Each base node
/// is fetched exactly once, in bands over all columns from the north to the south.
/// @param threads 0 = all cores; the result does not depend on it
talus_status terrain_survey(talus_terrain *terrain, const talus_height_source *source,
                            unsigned threads, talus_error *error);
/// talus_terrain_create and _on_demand on so many threads, 0 = all cores; the same bits.
talus_status terrain_create(const talus_grid *grid, const double *heights,
                            const talus_roughness *roughness, unsigned threads,
                            talus_terrain **terrain, talus_error *error);
talus_status terrain_create_on_demand(const talus_grid *grid, const talus_height_source *source,
                                      const talus_roughness *roughness, size_t memory,
                                      unsigned threads, talus_terrain **terrain,
                                      talus_error *error);
/// @return TALUS_ERROR_ARGUMENT when a height is infinite
talus_status terrain_check_heights(const terrain_window *window, talus_error *error);

/// @param memory bytes for tiles; at least TERRAIN_TILES_PER_READER for each reader are kept
talus_status terrain_on_demand_create(talus_terrain *terrain, const talus_height_source *source,
                                      size_t memory, talus_error *error);
/// Most bytes of tiles that come on demand; 0 when all tiles are there.
double terrain_on_demand_memory(const talus_terrain *terrain);
void terrain_on_demand_destroy(talus_terrain *terrain);

/// Lower left node of cell (i, j), which is on the grid, without making its tile for it: tiles that
/// are not there are made when they are asked for often.
/// @param room (TERRAIN_CELL_NODES) where the nodes may stand
const double *terrain_probe_cell(const talus_terrain *terrain, uint64_t i, uint64_t j,
                                 double *room);

/// A rock over the corner of four tiles whose next flight leads over another four.
enum { TERRAIN_TILES_PER_READER = 8 };
/// Memory of the thread that reads; it stays where it is between enter and leave. Zeros: not
/// entered.
typedef struct terrain_reader {
    struct terrain_on_demand *of; ///< NULL: not entered, or all tiles are there
    atomic_uint_fast64_t seen;    ///< the clock of `of` when the reader last rested
    struct terrain_reader *next, **link;
} terrain_reader;
/// The thread is going to read. Does nothing when all tiles are there.
void terrain_reader_enter(const talus_terrain *terrain, terrain_reader *reader);
/// The thread holds nothing it has found so far.
void terrain_reader_rest(terrain_reader *reader);
/// The thread reads no more, until it enters again. A reader that is not entered may leave.
void terrain_reader_leave(terrain_reader *reader);

#endif
