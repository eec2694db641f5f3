// SPDX-License-Identifier: GPL-3.0-or-later
/// @file interval.h
/// Intervals at 95 % of a share and of a quantile, from counts alone.
#ifndef TALUS_SRC_FOUNDATION_STATISTICS_INTERVAL_H
#define TALUS_SRC_FOUNDATION_STATISTICS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STATISTICS_Z95 1.959963984540054 ///< normal quantile of 0.975

/// Wilson's score interval of a share p of n.                                  [(63), Wil27]
/// @param n > 0, need not be whole
void statistics_wilson(double p, double n, double *low, double *high);

/// Sums over strata g for a share p of weighted rocks: k_g of the n_g rocks of stratum g did it,
/// each of weight w_g.
typedef struct statistics_weighted {
    size_t strata;   ///< with rocks
    double hits;     ///< sum w k
    double released; ///< sum w n
    double squares;  ///< sum w^2 n
    double variance; ///< sum w^2 k (n - k) / n
} statistics_weighted;
void statistics_weighted_add(statistics_weighted *share, double weight, double hits, double rocks);
/// p = sum w k / sum w n; NaN without rocks.
double statistics_weighted_share(const statistics_weighted *share);
/// The number of equal draws that p is as uncertain as: the smaller one of Kish's, (62), and of
/// p (1 - p) / var p with the variance of strata of given sizes, (63b).        [docs/theory.md 17]
double statistics_weighted_size(const statistics_weighted *share);

/// Order statistics low < high of n independent values between which the quantile q lies with 95 %
/// at least, each side missing it with 2.5 % at most: (65), exact binomial sums.
/// @return false when n is too small for one of them
bool statistics_quantile_ranks(uint64_t n, double q, uint64_t *low, uint64_t *high);

#endif
