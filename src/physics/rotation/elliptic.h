// SPDX-License-Identifier: GPL-3.0-or-later
/// @file elliptic.h
/// Jacobi's elliptic functions and Carlson's integral of the third kind, from + - * / sqrt and
/// talus's elementary functions. It knows numbers only.
#ifndef TALUS_SRC_PHYSICS_ROTATION_ELLIPTIC_H
#define TALUS_SRC_PHYSICS_ROTATION_ELLIPTIC_H

typedef struct elliptic_functions {
    double sn, cn, dn;   ///< of v
    double half_periods; ///< whole j with v = 2 K j + w, |w| <= K; sn w = (-1)^j sn v
} elliptic_functions;

/// sn, cn, dn of v >= 0 by the arithmetic-geometric mean [Bu65], hyperbolic for kc2 = 0. cn and dn
/// keep their relative accuracy where they are small.
/// @param kc2 complementary parameter k'^2 = 1 - m, from 0 to 1
elliptic_functions elliptic_jacobi(double v, double kc2);

/// R_J(x, y, 1, p) by duplication [Ca95], x, y from 0 to 1 and not both 0, p >= 1, to round-off.
double elliptic_rj(double x, double y, double p);

#endif
