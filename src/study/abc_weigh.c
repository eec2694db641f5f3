// SPDX-License-Identifier: GPL-3.0-or-later
// Distances in units of noise, and the tolerance.
#include "study/abc_internal.h"

#include <math.h>
#include <stdlib.h>

/// Share of the simulations that the accepted ones must at least be worth, and their least number.
static const double effective_share = 0.2;
static const double least_effective = 10.0;
/// Share of the first generation, closest to what was observed, that tells the noise.
static const double close_share = 0.2;

bool abc_cholesky(double *a, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++) {
                sum -= a[i * n + k] * a[j * n + k];
            }
            if (i == j && !(sum > 0.0)) {
                return false;
            }
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    }
    return true;
}

void abc_forward(const double *lower, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            x[i] -= lower[i * n + k] * x[k];
        }
        x[i] /= lower[i * n + i];
    }
}

static const double *summaries_of(const abc_population *p, size_t i)
{
    return p->summaries + i * p->problem->replicates * p->problem->summary_count;
}

/// Mean and variance of a simulation's data sets, summary by summary.
static void describe(const abc_population *p, size_t i, double *mean, double *variance)
{
    const size_t k = p->problem->summary_count, replicates = p->problem->replicates;
    const double *s = summaries_of(p, i);
    for (size_t a = 0; a < k; a++) {
        double sum = 0.0, square = 0.0;
        for (size_t r = 0; r < replicates; r++) {
            sum += s[r * k + a];
        }
        mean[a] = sum / (double)replicates;
        for (size_t r = 0; r < replicates; r++) {
            square += (s[r * k + a] - mean[a]) * (s[r * k + a] - mean[a]);
        }
        variance[a] = square / (double)replicates;
    }
}

/// Variance of all data sets of all simulations. @return how many simulations have a result
static size_t spread_of_all(const abc_population *p, double *variance)
{
    const size_t k = p->problem->summary_count;
    double mean[ABC_MOST_SUMMARIES], within[ABC_MOST_SUMMARIES];
    double sum[ABC_MOST_SUMMARIES] = {0}, square[ABC_MOST_SUMMARIES] = {0};
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (isnan(summaries_of(p, i)[0])) {
            continue;
        }
        describe(p, i, mean, within);
        count++;
        for (size_t a = 0; a < k; a++) {
            const double away = mean[a] - p->problem->observed[a];
            sum[a] += away;
            square[a] += away * away + within[a];
        }
    }
    for (size_t a = 0; a < k && count > 0; a++) {
        const double m = sum[a] / (double)count;
        variance[a] = square[a] / (double)count - m * m;
    }
    return count;
}

typedef struct ranked {
    double distance;
    size_t index;
} ranked;

static int by_distance(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return (x->distance > y->distance) - (x->distance < y->distance) +
           (x->distance == y->distance ? (x->index > y->index) - (x->index < y->index) : 0);
}

/// Add the covariance of one simulation's data sets, over `count` such.
static void add_covariance(const abc_population *p, size_t i, size_t count, double *matrix)
{
    const size_t k = p->problem->summary_count, replicates = p->problem->replicates;
    double mean[ABC_MOST_SUMMARIES], variance[ABC_MOST_SUMMARIES];
    const double *s = summaries_of(p, i);
    describe(p, i, mean, variance);
    for (size_t r = 0; r < replicates; r++) {
        for (size_t a = 0; a < k; a++) {
            for (size_t b = 0; b < k; b++) {
                matrix[a * k + b] += (s[r * k + a] - mean[a]) * (s[r * k + b] - mean[b]) /
                                     (double)(replicates * count);
            }
        }
    }
}

/// Covariance of the noise: of the data sets about the mean of their simulation, over those
/// simulations of the first generation whose mean is closest to what was observed.
static talus_status find_noise(abc_population *p, talus_error *error)
{
    const size_t k = p->problem->summary_count;
    double all[ABC_MOST_SUMMARIES] = {0}, mean[ABC_MOST_SUMMARIES], within[ABC_MOST_SUMMARIES];
    const size_t usable = spread_of_all(p, all);
    if (usable == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "none of %zu simulations had a result: check the bounds", p->count);
    }
    ranked *order = malloc(p->count * sizeof *order);
    p->lower = calloc(k * k, sizeof *p->lower);
    if (order == NULL || p->lower == NULL) {
        free(order);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < p->count; i++) {
        order[i] = (ranked){.distance = (double)INFINITY, .index = i};
        if (isnan(summaries_of(p, i)[0])) {
            continue;
        }
        describe(p, i, mean, within);
        order[i].distance = 0.0;
        for (size_t a = 0; a < k; a++) {
            const double away = mean[a] - p->problem->observed[a];
            order[i].distance += all[a] > 0.0 ? away * away / all[a] : 0.0;
        }
    }
    qsort(order, p->count, sizeof *order, by_distance);
    const size_t close = (size_t)(close_share * (double)usable) + 1;
    for (size_t i = 0; i < close && i < usable; i++) {
        add_covariance(p, order[i].index, close < usable ? close : usable, p->lower);
    }
    for (size_t a = 0; a < k; a++) {
        // keeps summaries without noise usable
        p->lower[a * k + a] += all[a] > 0.0 ? 1e-6 * all[a] : 1.0;
    }
    free(order);
    return abc_cholesky(p->lower, k) ? TALUS_OK
                                     : talus_error_set(error, TALUS_ERROR_INTERNAL,
                                                       "the summaries' covariance is singular");
}

talus_status abc_measure(abc_population *p, talus_error *error)
{
    const size_t k = p->problem->summary_count, replicates = p->problem->replicates;
    const talus_status status = p->lower == NULL ? find_noise(p, error) : TALUS_OK;
    for (size_t i = 0; status == TALUS_OK && i < p->count; i++) {
        const double *s = summaries_of(p, i);
        for (size_t r = 0; r < replicates; r++) {
            double away[ABC_MOST_SUMMARIES], sum = 0.0;
            for (size_t a = 0; a < k; a++) {
                away[a] = s[r * k + a] - p->problem->observed[a];
            }
            abc_forward(p->lower, k, away);
            for (size_t a = 0; a < k; a++) {
                sum += away[a] * away[a];
            }
            p->distances[i * replicates + r] =
                isnan(sum) ? (double)INFINITY : sqrt(sum / (double)k);
        }
    }
    return status;
}

double abc_kernel(const abc_population *p, size_t i)
{
    const double t = p->distances[i] / p->tolerance; // Epanechnikov
    return t < 1.0 ? 1.0 - t * t : 0.0;
}

/// Weigh under a tolerance. @return how many simulations the weights are worth
static double weigh_under(abc_population *p, double tolerance)
{
    const size_t replicates = p->problem->replicates;
    double sum = 0.0, square = 0.0;
    p->tolerance = tolerance;
    for (size_t i = 0; i < p->count; i++) {
        p->shares[i] = 0.0;
        for (size_t r = 0; r < replicates; r++) {
            p->shares[i] += abc_kernel(p, i * replicates + r);
        }
        p->shares[i] *= p->importance[i];
        sum += p->shares[i];
        square += p->shares[i] * p->shares[i];
    }
    for (size_t i = 0; i < p->count && sum > 0.0; i++) {
        p->shares[i] /= sum;
    }
    return square > 0.0 ? sum * sum / square : 0.0;
}

void abc_weigh(abc_population *p)
{
    const size_t sets = p->count * p->problem->replicates;
    double low = 0.0, high = 1e-12;
    for (size_t i = 0; i < sets; i++) {
        high = isfinite(p->distances[i]) ? fmax(high, 2.0 * p->distances[i]) : high;
    }
    const double wanted =
        fmin(0.9 * (double)p->count, fmax(least_effective, effective_share * (double)p->count));
    for (int k = 0; k < 60; k++) {
        const double middle = 0.5 * (low + high);
        if (weigh_under(p, middle) < wanted) {
            low = middle;
        } else {
            high = middle;
        }
    }
    p->effective = weigh_under(p, high);
}
