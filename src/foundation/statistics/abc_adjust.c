// SPDX-License-Identifier: GPL-3.0-or-later
// The accepted sample: regression adjustment, marginals, correlation.
#include "foundation/statistics/abc_internal.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TERMS = ABC_MOST_SUMMARIES + 1 };

typedef struct weighted {
    double value, weight;
} weighted;

static int by_value(const void *a, const void *b)
{
    const weighted *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

static double quantile_of(const weighted *sorted, size_t count, double q)
{
    double sum = 0.0;
    size_t i = 0;
    while (i + 1 < count && (sum += sorted[i].weight) < q) {
        i++;
    }
    return count > 0 ? sorted[i].value : (double)NAN;
}

/// Normal equations of the weighted regression of logit(u) on 1 and the scaled summaries.
typedef struct regression {
    size_t terms;
    double target[ABC_MOST_SUMMARIES], scale[ABC_MOST_SUMMARIES];
    double matrix[MOST_TERMS * MOST_TERMS];
    double right[ABC_MOST_PARAMETERS][MOST_TERMS]; ///< then the coefficients
} regression;

static double logit(double u)
{
    const double inside = fmax(1e-9, fmin(1.0 - 1e-9, u));
    return talus_log(inside / (1.0 - inside));
}

static double weight_of(const abc_population *p, size_t set)
{
    return p->importance[set / p->problem->replicates] * abc_kernel(p, set);
}

/// Range of each summary in the accepted data sets, the target in it, and the scale.
/// @param accepted (count) indices of data sets
static talus_status find_targets(const abc_population *p, const size_t *accepted, size_t count,
                                 abc_result *result, regression *r, talus_error *error)
{
    const size_t k = p->problem->summary_count;
    weighted *sorted = malloc(count * sizeof *sorted + 1);
    if (sorted == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the sample");
    }
    for (size_t a = 0; a < k; a++) {
        double mean = 0.0, square = 0.0;
        for (size_t i = 0; i < count; i++) {
            sorted[i] = (weighted){p->summaries[accepted[i] * k + a], result->weights[i]};
            mean += sorted[i].weight * sorted[i].value;
        }
        for (size_t i = 0; i < count; i++) {
            const double away = sorted[i].value - mean;
            square += sorted[i].weight * away * away;
        }
        qsort(sorted, count, sizeof *sorted, by_value);
        result->low[a] = quantile_of(sorted, count, 0.01);
        result->high[a] = quantile_of(sorted, count, 0.99);
        r->target[a] = fmax(result->low[a], fmin(result->high[a], p->problem->observed[a]));
        r->scale[a] = square > 0.0 ? sqrt(square) : 1.0;
    }
    free(sorted);
    return TALUS_OK;
}

/// 1 and what the data set's summaries are away from their targets.
static void terms_of(const abc_population *p, const regression *r, size_t set,
                     double terms[MOST_TERMS])
{
    const size_t k = p->problem->summary_count;
    terms[0] = 1.0;
    for (size_t a = 0; a < k; a++) {
        terms[1 + a] = (p->summaries[set * k + a] - r->target[a]) / r->scale[a];
    }
}

static void add_equation(regression *r, const double *terms, const double *u, size_t dimension,
                         double weight)
{
    for (size_t a = 0; a < r->terms; a++) {
        for (size_t b = 0; b < r->terms; b++) {
            r->matrix[a * r->terms + b] += weight * terms[a] * terms[b];
        }
        for (size_t d = 0; d < dimension; d++) {
            r->right[d][a] += weight * terms[a] * logit(u[d]);
        }
    }
}

/// @return false when the equations are singular: then nothing is to be adjusted
static bool solve(regression *r, size_t dimension)
{
    for (size_t a = 1; a < r->terms; a++) {
        r->matrix[a * r->terms + a] += 1e-6; // a hint of a ridge: scaled summaries have variance 1
    }
    if (!abc_cholesky(r->matrix, r->terms)) {
        return false;
    }
    for (size_t d = 0; d < dimension; d++) {
        abc_solve(r->matrix, r->terms, r->right[d]);
    }
    return true;
}

/// Point of a data set as if its summaries had been the targets.
static void move_point(const regression *r, const double *terms, const double *u, size_t dimension,
                       double *moved)
{
    for (size_t d = 0; d < dimension; d++) {
        double x = logit(u[d]);
        for (size_t a = 1; a < r->terms; a++) {
            x -= r->right[d][a] * terms[a];
        }
        moved[d] = x > 0.0 ? 1.0 / (1.0 + talus_exp(-x)) : 1.0 - 1.0 / (1.0 + talus_exp(x));
    }
}

/// Indices of the accepted data sets and their weights, sum 1.
static bool accept(const abc_population *p, size_t *accepted, abc_result *result)
{
    const size_t sets = p->count * p->problem->replicates;
    double sum = 0.0;
    result->count = 0;
    for (size_t i = 0; i < sets; i++) {
        const double weight = weight_of(p, i);
        if (weight > 0.0) {
            accepted[result->count] = i;
            result->weights[result->count++] = weight;
            sum += weight;
        }
    }
    for (size_t i = 0; i < result->count; i++) {
        result->weights[i] /= sum;
    }
    return result->count > 0;
}

talus_status abc_adjust(const abc_population *p, abc_result *result, talus_error *error)
{
    const size_t dimension = p->problem->dimension, replicates = p->problem->replicates;
    const size_t sets = p->count * replicates;
    regression r = {.terms = 1 + p->problem->summary_count};
    double terms[MOST_TERMS];
    size_t *accepted = malloc(sets * sizeof *accepted);
    result->points = malloc(sets * dimension * sizeof *result->points);
    result->weights = malloc(sets * sizeof *result->weights);
    talus_status status = TALUS_ERROR_MEMORY;
    if (accepted == NULL || result->points == NULL || result->weights == NULL) {
        (void)talus_error_set(error, status, "out of memory for the sample");
    } else {
        status = accept(p, accepted, result)
                     ? find_targets(p, accepted, result->count, result, &r, error)
                     : talus_error_set(error, TALUS_ERROR_INTERNAL, "no data set is accepted");
    }
    for (size_t i = 0; status == TALUS_OK && i < result->count; i++) {
        terms_of(p, &r, accepted[i], terms);
        add_equation(&r, terms, p->points + accepted[i] / replicates * dimension, dimension,
                     result->weights[i]);
    }
    if (status == TALUS_OK && !solve(&r, dimension)) {
        r.terms = 1;
    }
    for (size_t i = 0; status == TALUS_OK && i < result->count; i++) {
        terms_of(p, &r, accepted[i], terms);
        move_point(&r, terms, p->points + accepted[i] / replicates * dimension, dimension,
                   result->points + i * dimension);
    }
    free(accepted);
    return status;
}

void abc_result_clear(abc_result *result)
{
    free(result->points);
    free(result->weights);
    *result = (abc_result){0};
}

static double mean_of(const abc_result *result, size_t parameter)
{
    double sum = 0.0;
    for (size_t i = 0; i < result->count; i++) {
        sum += result->weights[i] * result->points[i * result->dimension + parameter];
    }
    return sum;
}

static double covariance_of(const abc_result *result, size_t a, size_t b)
{
    const double mean[2] = {mean_of(result, a), mean_of(result, b)};
    double sum = 0.0;
    for (size_t i = 0; i < result->count; i++) {
        const double *u = result->points + i * result->dimension;
        sum += result->weights[i] * (u[a] - mean[0]) * (u[b] - mean[1]);
    }
    return sum;
}

double abc_correlation(const abc_result *result, size_t a, size_t b)
{
    const double scale = covariance_of(result, a, a) * covariance_of(result, b, b);
    return scale > 0.0 ? covariance_of(result, a, b) / sqrt(scale) : (double)NAN;
}

talus_status abc_marginal_of(const abc_result *result, size_t parameter, abc_marginal *marginal,
                             talus_error *error)
{
    weighted *sorted = malloc(result->count * sizeof *sorted + 1);
    if (sorted == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a marginal");
    }
    for (size_t i = 0; i < result->count; i++) {
        sorted[i] =
            (weighted){result->points[i * result->dimension + parameter], result->weights[i]};
    }
    qsort(sorted, result->count, sizeof *sorted, by_value);
    *marginal = (abc_marginal){.mean = mean_of(result, parameter),
                               .deviation = sqrt(covariance_of(result, parameter, parameter)),
                               .p05 = quantile_of(sorted, result->count, 0.05),
                               .p50 = quantile_of(sorted, result->count, 0.5),
                               .p95 = quantile_of(sorted, result->count, 0.95)};
    free(sorted);
    return TALUS_OK;
}

size_t abc_pick(const abc_result *result, double at)
{
    size_t i = 0;
    for (double sum = result->weights[0]; i + 1 < result->count && sum <= at;) {
        sum += result->weights[++i];
    }
    return i;
}
