// SPDX-License-Identifier: GPL-3.0-or-later
/// @file distribution.h
/// The values that the rocks of all strata brought into one cell: a weighted histogram over the
/// buckets of the sketch.
#ifndef TALUS_SRC_RUNS_OBSERVE_DISTRIBUTION_H
#define TALUS_SRC_RUNS_OBSERVE_DISTRIBUTION_H

#include "runs/observe/cells_internal.h"
#include "runs/observe/strata.h"

typedef struct observe_distribution {
    talus_quantity quantity;
    unsigned count;                   ///< occupied buckets
    double total, squares;            ///< sum of the weights of the rocks, and of their squares
    double max;                       ///< largest value
    uint16_t bucket[OBSERVE_BUCKETS]; ///< (count) ascending
    double weight[OBSERVE_BUCKETS];   ///< (count) > 0
} observe_distribution;

/// Gather cell (i, j). @param weights (set->count) of one rock; NULL = those of the strata
/// @param scratch overwritten
/// @return false when no rock that weighs anything passed
bool observe_gather(const observe_strata *set, const double *weights, talus_quantity quantity,
                    size_t i, size_t j, observe_distribution *d, observe_distribution *scratch);

/// (64): smallest value at which the weight of those up to it reaches q of all; middle of its
/// bucket, not above the maximum.
double observe_quantile(const observe_distribution *d, double q);
/// Values between which the quantile q lies with 95 %, (65), for the effective number of rocks.
/// @return false when they are too few
bool observe_quantile_interval(const observe_distribution *d, double q, double *low, double *high);
/// Weight of the values above a threshold, those of a bucket spread evenly over it. [(67)]
double observe_weight_above(const observe_distribution *d, double threshold);
/// The value with this weight > 0 above it; 0 when all values > 0 weigh less. [(68)]
double observe_value_with_above(const observe_distribution *d, double weight);

#endif
