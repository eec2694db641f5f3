// SPDX-License-Identifier: GPL-3.0-or-later
/// @file interval.h
/// 95 % intervals of shares and quantiles from a number of independent rocks that need not be
/// whole. It knows binomial counts; it refuses to know what was counted.
#ifndef TALUS_SRC_OBSERVE_INTERVAL_H
#define TALUS_SRC_OBSERVE_INTERVAL_H

#include "talus/base.h"

#define OBSERVE_Z95 1.959963984540054 ///< 97.5 % quantile of the standard normal distribution

/// Kish's effective size of weighted rocks, (sum w)^2 / sum w^2; 0 for none. [docs/theory.md (72)]
double observe_effective_size(double sum, double sum_of_squares);
/// Wilson's interval of a share found among n rocks; 0 and 1 without rocks.       [(72)]
void observe_wilson(double share, double n, double *low, double *high);
/// Ranks, as shares of n in (0, 1], of the order statistics that enclose the quantile q: l =
/// ceil(nq
/// - z s), u = ceil(nq + z s), s^2 = nq(1 - q). 0: no lower bound; above 1: no upper bound. [(75)]
void observe_order_interval(double q, double n, double *low, double *high);

#endif
