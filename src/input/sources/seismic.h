// SPDX-License-Identifier: GPL-3.0-or-later
/// @file seismic.h
/// How often shaking overturns a block: a fragility curve over a hazard curve. It knows two curves
/// of one intensity measure in one unit; it refuses to know files and releases.
///   lambda = integral of P(overturning | x) |dH(x)|                            [docs/sources.md 6]
#ifndef TALUS_SRC_INPUT_SOURCES_SEISMIC_H
#define TALUS_SRC_INPUT_SOURCES_SEISMIC_H

#include "talus/base.h"

/// Points of a curve, x > 0 ascending. A fragility is linear in x between its points; a hazard
/// curve is a power law, i.e. straight on logarithmic axes.
typedef struct seismic_curve {
    size_t count;
    const double *x, *y;
} seismic_curve;

typedef struct seismic_rate {
    double rate; ///< 1/yr: 0 below the fragility's first point, its last value beyond the last
    double high; ///< 1/yr: its first value below, and 1 beyond
    double below, above; ///< 1/yr: motions of the hazard curve outside the fragility's range
    double first; ///< probability where the hazard curve begins: what is weaker is not counted
} seismic_rate;

/// The integral, exact for the two curves.
/// @return TALUS_ERROR_INPUT: fewer than two points, x not ascending from above 0, probabilities
///         outside [0, 1], rates that are not positive or rise
talus_status seismic_rate_of(const seismic_curve *fragility, const seismic_curve *hazard,
                             seismic_rate *rate, talus_error *error);

#endif
