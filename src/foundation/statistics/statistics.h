// SPDX-License-Identifier: GPL-3.0-or-later
/// @file statistics.h
/// Statistics of paired and unpaired samples: ratios with confidence intervals, differences, tests.
/// It knows arrays of numbers; it refuses to know rocks. A value that is not finite counts as
/// missing: pairs with a missing half are left out. Every p-value is two-sided.
#ifndef TALUS_SRC_FOUNDATION_STATISTICS_STATISTICS_H
#define TALUS_SRC_FOUNDATION_STATISTICS_STATISTICS_H

#include "talus/base.h"

/// Errors of GSL become NaN instead of the end of the program (thread-safe, idempotent).
void statistics_open_library(void);

/// An estimate with its confidence interval; NaN where the sample is too small or has no spread.
typedef struct statistics_interval {
    double value, low, high;
    size_t count; ///< pairs behind it
} statistics_interval;

/// One sample of pairs: values and weights (NULL = all 1; a weight <= 0 leaves the value out, but
/// keeps the pair).
typedef struct statistics_sample {
    const double *values, *weights;
} statistics_sample;

/// Quantile of Student's t; p in (0, 1), freedom >= 1.
double statistics_t_quantile(double p, double freedom);

/// Ratio of weighted means (sum w x / sum w of `of`) / (the same of `to`). The interval is that of
/// the logarithm, by the jackknife over pairs: pair i is left out on both sides at once.
///   theta_i = ln ratio without pair i,  se^2 = (n-1)/n sum (theta_i - mean)^2,
///   interval = ratio exp(-+ t_{n-1} se)                              [Efron and Tibshirani 1993,
///   11]
/// Both means must be > 0 with any one pair left out, else the interval is NaN.
statistics_interval statistics_ratio_of_means(const statistics_sample *of,
                                              const statistics_sample *to, size_t count,
                                              double confidence);
/// Ratio of standard deviations (n - 1), interval likewise.
statistics_interval statistics_ratio_of_deviations(const double *of, const double *to, size_t count,
                                                   double confidence);

/// Ratio of quantiles q (order statistics as statistics_quantile's), interval by the jackknife over
/// G groups of pairs, about the logarithm as above with G in the place of n: pair i is of group i
/// modulo G, G = floor(sqrt(pairs)) up to 40, so that a group is large enough for quantiles
///                                                  [Efron and Tibshirani 1993, 11.7]
/// NaN below 25 pairs.
/// @return TALUS_ERROR_MEMORY
talus_status statistics_ratio_of_quantiles(const double *of, const double *to, size_t count,
                                           double q, double confidence, statistics_interval *result,
                                           talus_error *error);

/// Mean (value), with the interval of Student's t.
statistics_interval statistics_mean(const double *values, size_t count, double confidence);

/// Differences d = of - to of pairs.
typedef struct statistics_paired {
    statistics_interval mean;
    double std;         ///< of d, n - 1
    double median;      ///< of d
    double correlation; ///< of the two halves (Pearson); NaN if one does not vary
    double sign_p;      ///< exact binomial test of median 0; pairs with d = 0 are left out
    double wilcoxon_p;  ///< signed-rank test; exact up to 50 pairs without ties, else normal with
                        ///< correction for ties; pairs with d = 0 are left out
} statistics_paired;
/// @return TALUS_ERROR_MEMORY
talus_status statistics_paired_differences(const double *of, const double *to, size_t count,
                                           double confidence, statistics_paired *result,
                                           talus_error *error);

/// Two-sample Kolmogorov-Smirnov test.
typedef struct statistics_ks {
    size_t count_of, count_to;
    double distance; ///< largest difference of the two distribution functions
    /// asymptotic with the correction of [St70]; holds from ~ 10 values each on. Positive dependence
    /// between the samples (the same releases) makes it too large
    double p;
} statistics_ks;
talus_status statistics_kolmogorov_smirnov(const double *of, const double *to, size_t count,
                                           statistics_ks *result, talus_error *error);

/// Order statistic ceil(q n) of the finite values; NaN for none.
/// @return TALUS_ERROR_MEMORY
talus_status statistics_quantile(const double *values, size_t count, double q, double *result,
                                 talus_error *error);
/// Copy the finite values, ascending; malloc'd, the caller frees it. NULL when out of memory.
double *statistics_sorted(const double *values, size_t count, size_t *finite_count);

#endif
