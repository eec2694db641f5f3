// SPDX-License-Identifier: GPL-3.0-or-later
/// @file ground_draw.h
/// The parts of a ground that are drawn, each for itself. It knows laws and random numbers; it
/// refuses to know when an impact begins.
#ifndef TALUS_SRC_PHYSICS_SITE_GROUND_DRAW_H
#define TALUS_SRC_PHYSICS_SITE_GROUND_DRAW_H

#include "physics/shape/normal.h"
#include "talus/site.h"

/// Seed, rock and impact of a draw, as talus_ground_drawn takes them.
typedef struct ground_draw_key {
    uint64_t seed, rock;
    uint32_t impact;
} ground_draw_key;

/// Draw all parameters except the soil's.
/// @param cuts (TALUS_VARIED_COUNT) of the ground's laws, kept from call to call; zero at first
void ground_draw_surface(const talus_ground *given, unsigned index, const ground_draw_key *key,
                         shape_cut *cuts, talus_ground *drawn);
/// Draw the parameters of the soil.
void ground_draw_soil(const talus_ground *given, unsigned index, const ground_draw_key *key,
                      shape_cut *cuts, talus_ground *drawn);

#endif
