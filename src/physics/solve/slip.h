// SPDX-License-Identifier: GPL-3.0-or-later
// The shortest way to a solution: a few contacts that slip or are open, as after most steps of a rock
// that slides or bounces.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SLIP_H
#define TALUS_SRC_PHYSICS_SOLVE_SLIP_H

#include "talus/solve.h"

enum {
    SLIP_CONTACTS = 4, ///< more contacts, and
    SLIP_ACTIVE = 3    ///< more that slip, go to the other moves
};

/// Newton on the equations of slip along unit directions d,
///   xi_N = 0, d' xi_T = 0, P_T = mu P_N d   (d' = d turned by +90 degrees),
/// from the percussions of the start. Contacts that lose their load open, open ones that sink in
/// slip. What sticks, or takes many steps, is left to the other moves.
/// @param problem of two or more contacts, of friction >= 0 and blocks of positive trace
/// @param target m/s, finite, of the natural map
/// @param percussion (3n, N s) in: start, out: the solution; unchanged when it is not found
/// @param steps Newton steps taken in all
/// @param error m/s, set when it is found
/// @return whether it is found; velocities xi that are not finite give false
bool solve_slip(const talus_contact_problem *problem, double target, double *percussion, int *steps,
                double *error);

#endif
