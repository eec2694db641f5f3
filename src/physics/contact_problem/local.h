// SPDX-License-Identifier: GPL-3.0-or-later
// One contact with Coulomb friction, solved exactly:
//   -(W P + c) in N_C(P),  C = R0+ x { |P_T| <= mu P_N },  W a full 3 x 3 block (may be
//   unsymmetric).
#ifndef TALUS_SRC_PHYSICS_CONTACT_PROBLEM_LOCAL_H
#define TALUS_SRC_PHYSICS_CONTACT_PROBLEM_LOCAL_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { LOCAL_SLIPS = 4 }; ///< most ways to slip: roots of a trigonometric polynomial of degree 2

/// Turn a unit vector towards the one at +90 degrees of it: (d + turn d') / sqrt(1 + turn^2), by
/// the series where that is exact to 1e-17.
static inline void problem_turn(double turn, double *x, double *y)
{
    const double e = turn * turn;
    const double scale =
        e < 1e-4 ? 1.0 - e * (0.5 - e * (0.375 - e * 0.3125)) : 1.0 / sqrt(1.0 + e);
    const double nx = *x - turn * *y, ny = *y + turn * *x;
    *x = nx * scale;
    *y = ny * scale;
}

/// A percussion slips from this share of the reach mu P_N on, squared.
#define PROBLEM_SLIP_SHARE2 0.999

/// Whether a percussion p of P_N > 0 counts as slipping.
static inline bool problem_slips(double mu, const double p[3])
{
    const double reach = mu * p[0], length2 = p[1] * p[1] + p[2] * p[2];
    return length2 >= PROBLEM_SLIP_SHARE2 * (reach * reach) && length2 > 0.0;
}

/// @param w     3 x 3 row-major, first row normal
/// @param start one that slips is taken to slip on, if that is a solution; the direction of others
/// is
///              tried after sticking; zero means none
/// @param p     out (3)
/// @return false if no branch (open, stick, slip) has a solution; p then holds the stick percussion
///         projected onto the disc
bool problem_local_solve(const double w[9], const double c[3], double mu, const double start[3],
                         double p[3]);

/// Slip in all directions in which it is a solution, by a look around the circle that may miss two
/// roots close together. @param p out, their percussions @return their number
size_t problem_local_slips(const double w[9], const double c[3], double mu,
                           double p[LOCAL_SLIPS][3]);

#endif
