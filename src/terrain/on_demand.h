// SPDX-License-Identifier: GPL-3.0-or-later
/// @file on_demand.h
/// Tiles of a terrain that are made when a rock comes near, and dropped when others need the room.
/// It knows tiles and who reads them; it refuses to know where heights come from.
///
/// Who reads a tile needs no lock. A tile that is dropped leaves the directory at once and the
/// memory once every reader has rested since: between two rests a reader may keep what it has
/// found. Who is no registered reader may use the terrain only while nobody is registered; nothing
/// is dropped then.
#ifndef TALUS_SRC_TERRAIN_ON_DEMAND_H
#define TALUS_SRC_TERRAIN_ON_DEMAND_H

#include "terrain/build.h"

/// Look at all heights once: digest, range, steepest gradient, maxima of the tiles. Each base node
/// is fetched exactly once, in bands over all columns from the north to the south.
talus_status terrain_survey(talus_terrain *terrain, const talus_height_source *source,
                            talus_error *error);
/// @return TALUS_ERROR_ARGUMENT when a height is infinite
talus_status terrain_check_heights(const terrain_window *window, talus_error *error);

/// @param memory bytes for tiles; at least TERRAIN_TILES_PER_READER for each reader are kept
talus_status terrain_on_demand_create(talus_terrain *terrain, const talus_height_source *source,
                                      size_t memory, talus_error *error);
void terrain_on_demand_destroy(talus_terrain *terrain);

/// A rock over the corner of four tiles whose next flight leads over another four.
enum { TERRAIN_TILES_PER_READER = 8 };
/// Register readers 0 ... count - 1 before they start. Does nothing when all tiles are there.
/// @return TALUS_ERROR_MEMORY
talus_status terrain_readers_begin(const talus_terrain *terrain, unsigned count,
                                   talus_error *error);
/// Reader k holds nothing it has found so far.
void terrain_reader_rest(const talus_terrain *terrain, unsigned k);
/// Reader k reads no more.
void terrain_reader_leave(const talus_terrain *terrain, unsigned k);
/// All readers have left.
void terrain_readers_end(const talus_terrain *terrain);

#endif
