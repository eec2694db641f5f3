// SPDX-License-Identifier: GPL-3.0-or-later
/// @file mesh_blocks.h
/// The closed convex parts of a mesh as blocks, and whether blocks stand in each other. It knows
/// meshes and shapes; it refuses to know scenarios and what the blocks do.
#ifndef TALUS_SRC_INPUT_LOAD_MESH_BLOCKS_H
#define TALUS_SRC_INPUT_LOAD_MESH_BLOCKS_H

#include "input/load/world.h"
#include "physics/shape/parts.h"

/// The blocks, from 0, that the file describes worst.
typedef struct scenario_worst_blocks {
    double volume; ///< largest part by which a hull has more volume than the surface. Relative
    size_t block;  ///< with that hull
    shape_coarse coarse;
    size_t coarse_block; ///< with these coordinates
} scenario_worst_blocks;
/// Metres per unit of the file of a rock.
double scenario_mesh_unit(const scenario_rock *spec);
/// @param unit m per unit of the file
/// @param wall out: blocks of a density (kg/m^3) with places and rotations, owned; to be freed also
///   after an error
/// @return TALUS_ERROR_INPUT for parts that are open or not convex; TALUS_ERROR_MEMORY
talus_status scenario_read_mesh_blocks(const char *path, double unit, double density,
                                       scenario_rock_wall *wall, scenario_worst_blocks *worst,
                                       talus_error *error);
/// Where the middle of block `k` is in the coordinates of the mesh, m.
talus_vec3 scenario_block_place(const scenario_rock_wall *wall, size_t k);
/// @param touches NULL, or (count): set for blocks nearer than 1 mm to another one, else untouched
/// @return TALUS_ERROR_INPUT for blocks that stand in each other by more than 1 mm;
///   TALUS_ERROR_MEMORY
talus_status scenario_check_overlaps(const scenario_rock_wall *wall, bool *touches,
                                     talus_error *error);

#endif
