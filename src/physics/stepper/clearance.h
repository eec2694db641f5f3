// SPDX-License-Identifier: GPL-3.0-or-later
// How long a rock in free motion stays clear of the ground.
#ifndef TALUS_SRC_PHYSICS_STEPPER_CLEARANCE_H
#define TALUS_SRC_PHYSICS_STEPPER_CLEARANCE_H

#include "physics/stepper/stepper_internal.h"

/// Beyond round-off: clearances within this are not trusted, m.
#define CLEARANCE_MARGIN 1e-6

/// Time for which the rock has no contact, no gap within slip_gap, and S over valid patches,
/// s. From planes over the terrain that the bounding sphere clears, else (published detection) from
/// the poses or the motion of every vertex. [docs/theory.md 15]
/// @param least times below are of no use, and may be given as 0, s
/// @param flight with its start; gets is_repeating and repeat unless 0 is returned
double stepper_clear_time(talus_stepper *s, const talus_state *state, double least,
                          talus_flight *flight);
/// Whether the vertex that was nearest at the last look meets the ground within `least`, as far as
/// its velocity shows: then planning is not worth its price.
/// @param kept m, gaps that are not enough
bool stepper_is_nearly_down(const talus_stepper *s, const talus_state *state, double least,
                            double kept);

#endif
