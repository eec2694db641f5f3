// SPDX-License-Identifier: GPL-3.0-or-later
// The shortest way through the dense solver: up to three contacts that all slip, as they did in the
// step before.
#ifndef TALUS_SRC_PERCUSSION_SLIDE_H
#define TALUS_SRC_PERCUSSION_SLIDE_H

#include "talus/percussion.h"

enum { SLIDE_CONTACTS = 3 }; ///< more contacts go to the other stages

/// Newton on the equations of slip, from the slipping percussions of the start,
///   xi_N = 0, d' xi_T = 0, P_T = mu P_N d.
/// @param target m/s, of the error talus_contact_error
/// @param percussion (3n, N s) in: start, out: the solution; unchanged when it is not found
/// @param steps Newton steps taken in all
/// @param error m/s, set when it is found
/// @return whether it is found; numbers that are not finite give false
bool percussion_slide(const talus_contact_problem *problem, double target, double *percussion,
                      int *steps, double *error);

#endif
