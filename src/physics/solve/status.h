// SPDX-License-Identifier: GPL-3.0-or-later
// Last resort of the dense solver: try the contact states themselves.
#ifndef TALUS_SRC_PHYSICS_SOLVE_STATUS_H
#define TALUS_SRC_PHYSICS_SOLVE_STATUS_H

#include "physics/solve/dense.h"

enum { STATUS_CONTACTS = 4 }; ///< contacts whose states are tried; the others stay open

/// Every combination of open, stick and slip of up to STATUS_CONTACTS contacts (those that press or
/// sink in at y); with the states fixed the equations are smooth and Newton on
///   stick: xi = 0;   slip along d: xi_N = 0, d' xi_T = 0, P_T = mu P_N d
/// needs only a start for the slip directions: eight around the circle each, at most STATUS_STARTS.
/// Complete for problems whose solution has no more active contacts than that, up to the starts.
/// @return Newton steps used; y is overwritten only by something better
int dense_status_search(const dense_problem *problem, dense_scratch *scratch, double target,
                        double *y, double *error);

#endif
