// SPDX-License-Identifier: GPL-3.0-or-later
/// @file build.h
/// How tiles are made from base heights, and what the whole terrain takes from each. It knows
/// arrays; it refuses to know where heights come from and when tiles are made.
#ifndef TALUS_SRC_PHYSICS_TERRAIN_BUILD_H
#define TALUS_SRC_PHYSICS_TERRAIN_BUILD_H

#include "physics/terrain/terrain_internal.h"

/// Base heights of nodes [i, i + nx) x [j, j + ny).
typedef struct terrain_window {
    const double *heights; ///< (ny x nx) m
    size_t i, j, nx, ny;
} terrain_window;
/// The window that a tile is made from.
terrain_window terrain_tile_window(const talus_terrain *terrain, uint32_t ti, uint32_t tj);

enum {
    TERRAIN_APRON = 1 << TERRAIN_FINE_SHIFT, ///< cells around a tile that its planes use
    TERRAIN_APRON_NODES = (1 << TERRAIN_TILE_SHIFT) + 2 * TERRAIN_APRON + 1,
    TERRAIN_RING = TERRAIN_FINE_SIDE + 2 ///< fine blocks to a side with the neighbours
};
/// Room to make tiles in.
typedef struct terrain_builder {
    double nodes[TERRAIN_APRON_NODES * TERRAIN_APRON_NODES]; ///< of a tile and its apron
    terrain_plane ring[TERRAIN_RING * TERRAIN_RING];         ///< fine planes, the tile's inside
} terrain_builder;
/// Make tile (ti, tj) from base heights that cover its window. A pure function of the heights.
void terrain_build_tile(const talus_terrain *terrain, uint32_t ti, uint32_t tj,
                        const terrain_window *base, terrain_builder *builder, terrain_tile *tile);
/// All of it except for the planes.
void terrain_build_heights(const talus_terrain *terrain, uint32_t ti, uint32_t tj,
                           const terrain_window *base, terrain_builder *builder,
                           terrain_tile *tile);
/// Parts of it, in this order: nodes of tile and apron; maxima, lowest, highest, steepest; planes.
void terrain_fill_nodes(const talus_terrain *terrain, uint32_t ti, uint32_t tj,
                        const terrain_window *base, double *nodes);
void terrain_measure_tile(const talus_terrain *terrain, terrain_tile *tile);
void terrain_build_planes(const talus_terrain *terrain, uint32_t ti, uint32_t tj,
                          terrain_builder *builder, terrain_tile *tile);

enum { TERRAIN_CELL_NODES = (1 << TERRAIN_TILE_SHIFT) + 3 }; ///< two rows, TERRAIN_TILE_NODES apart
/// Base heights that cell (i, j) is made from: 2 x 2.
terrain_window terrain_cell_window(const talus_terrain *terrain, uint64_t i, uint64_t j);
/// The nodes of cell (i, j) with the bits that they have in their tile.
/// @param nodes (TERRAIN_CELL_NODES), of which the first two of both rows are written
void terrain_build_cell(const talus_terrain *terrain, uint64_t i, uint64_t j,
                        const terrain_window *base, double *nodes);

/// Room for the levels over whole tiles. @return false when out of memory
bool terrain_create_tops(talus_terrain *terrain);
/// Take what concerns the whole terrain from tile `index`. The order of tiles does not matter.
void terrain_add_tile(talus_terrain *terrain, size_t index, const terrain_tile *tile);
/// Finish the levels, and z_max, after the last tile.
void terrain_merge_tops(talus_terrain *terrain);

/// What tile `index` adds to the digest of all heights, which is their sum.
uint64_t terrain_tile_digest(size_t index, const terrain_tile *tile);

#endif
