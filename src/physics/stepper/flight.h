// SPDX-License-Identifier: GPL-3.0-or-later
// The parabola of a flight, for code that needs all of its steps.
#ifndef TALUS_SRC_PHYSICS_STEPPER_FLIGHT_H
#define TALUS_SRC_PHYSICS_STEPPER_FLIGHT_H

#include "foundation/math/linalg.h"
#include "talus/stepper.h"

/// Position and velocity after `step` steps: what talus_step gives without contact and drag,
/// r + t v - g t^2/2, except for round-off.
static inline void stepper_flight_at(const talus_flight *flight, double gravity, double dt,
                                     double step, talus_vec3 *r, talus_vec3 *v)
{
    const double time = step * dt, fall = gravity * time;
    const talus_state *start = &flight->start;
    r->x = start->r.x + time * start->v.x;
    r->y = start->r.y + time * start->v.y;
    r->z = start->r.z + time * (start->v.z - 0.5 * fall);
    *v = vec3(start->v.x, start->v.y, start->v.z - fall);
}

#endif
