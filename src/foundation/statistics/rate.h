// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rate.h
/// Is a rate that weighted rocks estimate above or below another one? Bounds at 97.5 % each, from
/// counts alone. It knows weights and counts; it refuses to know what the rocks did.
#ifndef TALUS_SRC_FOUNDATION_STATISTICS_RATE_H
#define TALUS_SRC_FOUNDATION_STATISTICS_RATE_H

/// What k_g rocks of weight w_g in each stratum g say of a rate.          [docs/theory.md 17, FF97]
typedef struct statistics_rate {
    double events;   ///< sum w k: the estimate
    double squares;  ///< sum w^2 k
    double heaviest; ///< largest w of all strata, those without an event too
} statistics_rate;

/// @param asked > 0, in the unit of the weights
/// @return 1 when the lower bound is above `asked`, -1 when the upper bound is below, 0: undecided
int statistics_rate_against(const statistics_rate *rate, double asked);
/// Upper bound of the rate of what no rock did: heaviest x 3.689.
double statistics_rate_of_none(double heaviest);
/// Regularised lower incomplete gamma function P(shape, x), within 1e-9.
/// @param shape > 0
double statistics_gamma_below(double shape, double x);

#endif
