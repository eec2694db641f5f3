// SPDX-License-Identifier: GPL-3.0-or-later
/// @file ramp.h
/// Colour ramps and round numbers, for charts, maps and layer styles alike.
#ifndef TALUS_SRC_IO_CHART_RAMP_H
#define TALUS_SRC_IO_CHART_RAMP_H

typedef struct chart_rgb {
    double r, g, b; ///< 0..1
} chart_rgb;

typedef enum chart_ramp_kind {
    CHART_WARM,     ///< pale yellow to dark purple: quantities
    CHART_COOL,     ///< pale green to dark blue: counts and probabilities
    CHART_DIVERGING ///< dark blue over white to dark red: less and more
} chart_ramp_kind;

/// Colour at a fraction of the ramp; beyond 0..1 its ends.
chart_rgb chart_ramp(chart_ramp_kind kind, double fraction);

/// Largest of 1, 2, 5 x 10^k that is <= value (> 0).
double chart_round_down(double value);
/// Decadic logarithm of a positive number.
double chart_log10(double value);
/// 10^k for a small integer.
double chart_power_of_ten(int k);

#endif
