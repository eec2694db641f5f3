// SPDX-License-Identifier: GPL-3.0-or-later
// Ratios of quantiles with their intervals.
#include "foundation/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST_PAIRS = 25, MOST_GROUPS = 40 };

/// The complete pairs, and room for those without one group.
typedef struct pairs {
    size_t count;
    double *of, *to;   ///< (count)
    double *left_over; ///< (count)
} pairs;

/// Quantile q without group `group` of `groups`; groups = 0: of all.
static talus_status quantile_without(const pairs *all, const double *values, size_t groups,
                                     size_t group, double q, double *result, talus_error *error)
{
    size_t n = 0;
    for (size_t k = 0; k < all->count; k++) {
        if (groups == 0 || k % groups != group) {
            all->left_over[n++] = values[k];
        }
    }
    return statistics_quantile(all->left_over, n, q, result, error);
}

/// Logarithm of the ratio; NaN where a quantile is not > 0.
static talus_status log_ratio(const pairs *all, size_t groups, size_t group, double q,
                              double *result, talus_error *error)
{
    double of = 0.0, to = 0.0;
    talus_status status = quantile_without(all, all->of, groups, group, q, &of, error);
    if (status == TALUS_OK) {
        status = quantile_without(all, all->to, groups, group, q, &to, error);
    }
    *result = of > 0.0 && to > 0.0 ? log(of / to) : (double)NAN;
    return status;
}

static talus_status jackknife(const pairs *all, double q, double confidence,
                              statistics_interval *result, talus_error *error)
{
    const double root = floor(sqrt((double)all->count));
    const size_t groups = root < MOST_GROUPS ? (size_t)root : MOST_GROUPS;
    const double n = (double)groups;
    double centre = 0.0, theta[MOST_GROUPS], mean = 0.0, squares = 0.0;
    talus_status status = log_ratio(all, 0, 0, q, &centre, error);
    for (size_t g = 0; g < groups && status == TALUS_OK; g++) {
        status = log_ratio(all, groups, g, q, &theta[g], error);
        mean += theta[g] / n;
    }
    for (size_t g = 0; g < groups && status == TALUS_OK; g++) {
        squares += (theta[g] - mean) * (theta[g] - mean);
    }
    result->value = exp(centre);
    if (all->count >= LEAST_PAIRS && status == TALUS_OK) {
        const double half =
            statistics_t_quantile(0.5 + 0.5 * confidence, n - 1.0) * sqrt((n - 1.0) / n * squares);
        result->low = exp(centre - half);
        result->high = exp(centre + half);
    }
    return status;
}

talus_status statistics_ratio_of_quantiles(const double *of, const double *to, size_t count,
                                           double q, double confidence, statistics_interval *result,
                                           talus_error *error)
{
    const double none = (double)NAN;
    double *memory = malloc((3 * count + 1) * sizeof *memory);
    *result = (statistics_interval){none, none, none, 0};
    if (memory == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu values", count);
    }
    pairs all = {.of = memory, .to = memory + count, .left_over = memory + 2 * count};
    for (size_t k = 0; k < count; k++) {
        if (isfinite(of[k]) && isfinite(to[k])) {
            all.of[all.count] = of[k];
            all.to[all.count++] = to[k];
        }
    }
    result->count = all.count;
    const talus_status status =
        all.count > 0 ? jackknife(&all, q, confidence, result, error) : TALUS_OK;
    free(memory);
    return status;
}
