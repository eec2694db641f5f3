// SPDX-License-Identifier: GPL-3.0-or-later
// The standard normal distribution from our own functions, and draws from cut laws.
#ifndef TALUS_SRC_PHYSICS_SHAPE_NORMAL_H
#define TALUS_SRC_PHYSICS_SHAPE_NORMAL_H

#include "talus/shape.h"

#include <stdbool.h>

/// Standard normal distribution function, and its inverse for p in (0, 1): relative error of
/// Phi <= 3e-13, error of the inverse <= 1e-12 (1 + |z|).
double shape_normal_cdf(double z);
double shape_normal_quantile(double p);

/// The cut [a, b] of a normal or lognormal law, in units of z, and what Phi gives there. Zero at first.
typedef struct shape_cut {
    bool is_known;
    double a, b, below_a, below_b, above_a, above_b;
} shape_cut;
/// talus_distribution_at, with the same result.
/// @param cut kept from call to call, of one distribution
double shape_distribution_at(const talus_distribution *d, shape_cut *cut, double u);

#endif
