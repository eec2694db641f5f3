// SPDX-License-Identifier: GPL-3.0-or-later
// Few contacts of one body whose c is not quite the velocity of a rigid motion.
#ifndef TALUS_SRC_PHYSICS_SOLVE_DEFECT_H
#define TALUS_SRC_PHYSICS_SOLVE_DEFECT_H

#include "physics/solve/dense.h"

/// Three vertices of a body have nine velocities of six motions: A has rank six, and where c has a
/// part outside its range (restitution leaves one) not all of them can stick. However small that
/// part is, the contacts slip at its speed, and Newton from anywhere else does not see it. So the
/// problem is solved with that part enlarged, then with ever less of it: slip directions and
/// percussions tend to a limit, slip speeds fall with it.
/// @param y in: start, out: the result when it is solved, else anything
/// @return Newton steps used; *error = error of the result, infinite when there is no such part
int dense_defect(const dense_problem *problem, double target, double *y, double *error);

#endif
