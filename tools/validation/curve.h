// SPDX-License-Identifier: GPL-3.0-or-later
/// @file curve.h
/// Cumulative distributions as charts draw them.
#ifndef TOOLS_VALIDATION_CURVE_H
#define TOOLS_VALIDATION_CURVE_H

#include "talus/base.h"

/// Ascending values and the share of values up to each; owned.
typedef struct curve {
    double *x, *y;
    size_t count;
} curve;

/// Of the finite values. @return TALUS_ERROR_MEMORY; the curve is then empty
talus_status curve_make(const double *values, size_t count, curve *out, talus_error *error);
void curve_clear(curve *c);

#endif
