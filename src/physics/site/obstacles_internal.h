// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the making of an index of obstacles.
#ifndef TALUS_SRC_PHYSICS_SITE_OBSTACLES_INTERNAL_H
#define TALUS_SRC_PHYSICS_SITE_OBSTACLES_INTERNAL_H

#include "physics/site/lines.h"
#include "physics/site/obstacles.h"
#include "physics/terrain/terrain_internal.h"

/// Cut walls and nets into pieces over the cells of the ground, each a body.
/// @return TALUS_ERROR_ARGUMENT for a bend that is too sharp; TALUS_ERROR_MEMORY
talus_status obstacles_cut_lines(talus_obstacles *o, const talus_terrain *terrain,
                                 talus_error *error);
/// Room for `count` bodies and pieces more. @return false: no memory
bool obstacles_reserve(talus_obstacles *o, size_t bodies, size_t pieces);
/// Put all bodies into the grid. @return false: no memory
bool obstacles_build_grid(talus_obstacles *o);

#endif
