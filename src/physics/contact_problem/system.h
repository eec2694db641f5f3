// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of a sparse contact problem: velocities, projections, residuals.
#ifndef TALUS_SRC_PHYSICS_CONTACT_PROBLEM_SYSTEM_H
#define TALUS_SRC_PHYSICS_CONTACT_PROBLEM_SYSTEM_H

#include "talus/percussion.h"

#include <math.h>

/// Three components of W_i r + q_i.
static inline void system_row(const talus_contact_system *system, size_t contact,
                              const double *reaction, double velocity[3])
{
    double u0 = system->q[3 * contact], u1 = system->q[3 * contact + 1],
           u2 = system->q[3 * contact + 2];
    for (size_t k = system->row_start[contact]; k < system->row_start[contact + 1]; k++) {
        const double *b = system->block + 9 * k, *r = reaction + 3 * system->column[k];
        u0 += b[0] * r[0] + b[1] * r[1] + b[2] * r[2];
        u1 += b[3] * r[0] + b[4] * r[1] + b[5] * r[2];
        u2 += b[6] * r[0] + b[7] * r[1] + b[8] * r[2];
    }
    velocity[0] = u0;
    velocity[1] = u1;
    velocity[2] = u2;
}

/// u = W r + q with W as stored
void system_velocity(const talus_contact_system *system, const double *reaction, double *velocity);

#endif
