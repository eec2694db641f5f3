// SPDX-License-Identifier: GPL-3.0-or-later
// Means, ratios and their confidence intervals; order statistics.
#include "foundation/statistics/statistics.h"

#include "foundation/base/sort.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

double statistics_t_quantile(double p, double freedom)
{
    // outside its domain GSL would call its error handler
    return p > 0.0 && p < 1.0 && freedom >= 1.0 ? gsl_cdf_tdist_Pinv(p, freedom) : (double)NAN;
}

/// Half width of an interval in standard errors.
static double width_of(double confidence, size_t count)
{
    return count < 2 ? (double)NAN
                     : statistics_t_quantile(0.5 + 0.5 * confidence, (double)count - 1.0);
}

/// Interval about ln value from the spread of its leave-one-out values.
static statistics_interval about_logarithm(double value, double squares, size_t count,
                                           double confidence)
{
    const double n = (double)count, error = sqrt((n - 1.0) / n * squares);
    const double factor = exp(width_of(confidence, count) * error);
    return (statistics_interval){value, value / factor, value * factor, count};
}

static statistics_interval unknown(size_t count)
{
    const double none = (double)NAN;
    return (statistics_interval){none, none, none, count};
}

/// Running mean and sum of squared deviations (Welford).
typedef struct spread {
    size_t count;
    double mean, squares;
} spread;

static void add(spread *s, double x)
{
    const double before = x - s->mean;
    s->count++;
    s->mean += before / (double)s->count;
    s->squares += before * (x - s->mean);
}

/// Value of weight 0 where there is nothing to weigh.
static void weighted(const statistics_sample *sample, size_t k, double *weight, double *product)
{
    const double w = sample->weights == NULL ? 1.0 : sample->weights[k];
    *weight = w > 0.0 ? w : 0.0;
    *product = w > 0.0 ? w * sample->values[k] : 0.0;
}

/// A pair counts when both weights are numbers, and both values that have a weight.
static bool is_pair(const statistics_sample *a, const statistics_sample *b, size_t k)
{
    double w, x, v, y;
    weighted(a, k, &w, &x);
    weighted(b, k, &v, &y);
    const bool has_weights =
        !(a->weights && isnan(a->weights[k])) && !(b->weights && isnan(b->weights[k]));
    return has_weights && isfinite(x) && isfinite(y) && isfinite(w) && isfinite(v);
}

statistics_interval statistics_ratio_of_means(const statistics_sample *of,
                                              const statistics_sample *to, size_t count,
                                              double confidence)
{
    double w[2] = {0.0, 0.0}, x[2] = {0.0, 0.0}, weight[2], product[2];
    size_t pairs = 0;
    for (size_t k = 0; k < count; k++) {
        if (is_pair(of, to, k)) {
            weighted(of, k, &weight[0], &product[0]);
            weighted(to, k, &weight[1], &product[1]);
            for (int s = 0; s < 2; s++) {
                w[s] += weight[s];
                x[s] += product[s];
            }
            pairs++;
        }
    }
    spread theta = {0};
    for (size_t k = 0; k < count; k++) {
        if (is_pair(of, to, k)) {
            weighted(of, k, &weight[0], &product[0]);
            weighted(to, k, &weight[1], &product[1]);
            const double without = (x[0] - product[0]) * (w[1] - weight[1]) /
                                   ((w[0] - weight[0]) * (x[1] - product[1]));
            add(&theta, without > 0.0 ? log(without) : (double)NAN);
        }
    }
    const double ratio = x[0] * w[1] / (w[0] * x[1]);
    return pairs == 0 || !isfinite(ratio)
               ? unknown(pairs)
               : about_logarithm(ratio, theta.squares, pairs, confidence);
}

statistics_interval statistics_ratio_of_deviations(const double *of, const double *to, size_t count,
                                                   double confidence)
{
    spread all[2] = {{0}}, theta = {0};
    for (size_t k = 0; k < count; k++) {
        if (isfinite(of[k]) && isfinite(to[k])) {
            add(&all[0], of[k]);
            add(&all[1], to[k]);
        }
    }
    const size_t pairs = all[0].count;
    const double n = (double)pairs;
    if (pairs < 3 || !(all[1].squares > 0.0)) {
        return unknown(pairs);
    }
    for (size_t k = 0; k < count; k++) {
        if (isfinite(of[k]) && isfinite(to[k])) {
            // sum of squares about the mean of the others
            const double a = of[k] - all[0].mean, b = to[k] - all[1].mean;
            const double without =
                (all[0].squares - a * a * n / (n - 1.0)) / (all[1].squares - b * b * n / (n - 1.0));
            add(&theta, without > 0.0 ? 0.5 * log(without) : (double)NAN);
        }
    }
    return about_logarithm(sqrt(all[0].squares / all[1].squares), theta.squares, pairs, confidence);
}

statistics_interval statistics_mean(const double *values, size_t count, double confidence)
{
    spread s = {0};
    for (size_t k = 0; k < count; k++) {
        if (isfinite(values[k])) {
            add(&s, values[k]);
        }
    }
    if (s.count == 0) {
        return unknown(0);
    }
    const double n = (double)s.count;
    const double half = width_of(confidence, s.count) * sqrt(s.squares / (n - 1.0) / n);
    return (statistics_interval){s.mean, s.mean - half, s.mean + half, s.count};
}

double *statistics_sorted(const double *values, size_t count, size_t *finite_count)
{
    double *sorted = malloc((count + 1) * sizeof *sorted);
    size_t n = 0;
    for (size_t k = 0; sorted != NULL && k < count; k++) {
        if (isfinite(values[k])) {
            sorted[n++] = values[k];
        }
    }
    if (sorted != NULL) {
        sort_numbers(sorted, n);
    }
    *finite_count = n;
    return sorted;
}

talus_status statistics_quantile(const double *values, size_t count, double q, double *result,
                                 talus_error *error)
{
    size_t n;
    double *sorted = statistics_sorted(values, count, &n);
    *result = (double)NAN;
    if (sorted == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu values", count);
    }
    if (n > 0) {
        // a product that is whole except for round-off counts as whole
        const double rank = ceil(q * (double)n * (1.0 - 1e-12));
        *result = sorted[rank < 1.0 ? 0 : rank > (double)n ? n - 1 : (size_t)rank - 1];
    }
    free(sorted);
    return TALUS_OK;
}
