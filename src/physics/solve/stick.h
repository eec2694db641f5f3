// SPDX-License-Identifier: GPL-3.0-or-later
// Two contacts of one body, of which one or both stick.
#ifndef TALUS_SRC_PHYSICS_SOLVE_STICK_H
#define TALUS_SRC_PHYSICS_SOLVE_STICK_H

#include "talus/solve.h"

/// Each contact in turn is taken to stick, xi = 0, and eliminated; the other is solved exactly, or
/// sticks too. What the start has is tried first. Along the line between two contacts that stick a
/// body does not show how they share a load: the share of the start stays.
/// @param problem of two contacts, of friction >= 0 and blocks of positive trace
/// @param target m/s, finite, of the natural map
/// @param percussion (6, N s) in: start, out: the solution; unchanged when it is not found
/// @param error m/s, set when it is found
/// @return whether it is found; velocities xi that are not finite give false
bool solve_stick(const talus_contact_problem *problem, double target, double *percussion,
                 double *error);

#endif
