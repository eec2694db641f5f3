// SPDX-License-Identifier: GPL-3.0-or-later
/// @file series.h
/// Power series of one step: value, slope, shift, first root. It knows coefficients only.
#ifndef TALUS_SRC_LAB_ROCKING_SERIES_H
#define TALUS_SRC_LAB_ROCKING_SERIES_H

#include <stdbool.h>

enum { SERIES_MOST = 28 }; ///< coefficients at most

/// c[0] + c[1] t + ... + c[n - 1] t^(n - 1)
double series_value(const double *c, int n, double t);
/// Its derivative.
double series_slope(const double *c, int n, double t);
/// Coefficients about t; `shifted` may be c.
void series_shift(const double *c, int n, double t, double *shifted);
/// Smallest t in (0, h] at which the series changes sign. Leading coefficients that are exactly 0
/// count as a root at 0 and are left out.
bool series_first_root(const double *c, int n, double h, double *root);

#endif
