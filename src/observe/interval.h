// SPDX-License-Identifier: GPL-3.0-or-later
/// @file interval.h
/// Intervals at 95 % of a share and of a quantile, from counts alone.
#ifndef TALUS_SRC_OBSERVE_INTERVAL_H
#define TALUS_SRC_OBSERVE_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>

#define OBSERVE_Z95 1.959963984540054 ///< normal quantile of 0.975

/// Wilson's score interval of a share p of n.                                  [(63), Wil27]
/// @param n > 0, need not be whole
void observe_wilson(double p, double n, double *low, double *high);

/// Order statistics low < high of n independent values between which the quantile q lies with 95 %
/// at least, each side missing it with 2.5 % at most: (65), exact binomial sums.
/// @return false when n is too small for one of them
bool observe_quantile_ranks(uint64_t n, double q, uint64_t *low, uint64_t *high);

#endif
