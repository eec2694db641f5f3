// SPDX-License-Identifier: GPL-3.0-or-later
// The accepted sample: regression adjustment, marginals, correlation.
#include "study/abc_internal.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TERMS = ABC_MOST_SUMMARIES + 1 };

/// Normal equations of the weighted regression of logit(u) on 1 and the whitened summaries.
typedef struct regression {
    size_t terms;
    double matrix[MOST_TERMS * MOST_TERMS];
    double right[ABC_MOST_PARAMETERS][MOST_TERMS]; ///< then the coefficients
} regression;

static double logit(double u)
{
    const double inside = fmax(1e-9, fmin(1.0 - 1e-9, u));
    return talus_log(inside / (1.0 - inside));
}

/// 1 and what the data set's summaries are away from the observed ones, whitened.
static void terms_of(const abc_population *p, size_t set, double terms[MOST_TERMS])
{
    const size_t k = p->problem->summary_count;
    terms[0] = 1.0;
    for (size_t a = 0; a < k; a++) {
        terms[1 + a] = p->summaries[set * k + a] - p->problem->observed[a];
    }
    abc_forward(p->lower, k, terms + 1);
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
    const size_t n = r->terms;
    for (size_t a = 1; a < n; a++) {
        r->matrix[a * n + a] += 1e-6 * r->matrix[0]; // a hint of a ridge, in units of noise
    }
    if (!abc_cholesky(r->matrix, n)) {
        return false;
    }
    for (size_t d = 0; d < dimension; d++) {
        double *x = r->right[d];
        abc_forward(r->matrix, n, x);
        for (size_t i = n; i-- > 0;) {
            for (size_t k = i + 1; k < n; k++) {
                x[i] -= r->matrix[k * n + i] * x[k];
            }
            x[i] /= r->matrix[i * n + i];
        }
    }
    return true;
}

static double weight_of(const abc_population *p, size_t set)
{
    return p->importance[set / p->problem->replicates] * abc_kernel(p, set);
}

/// Point of a data set as if its summaries had been those observed.
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

talus_status abc_adjust(const abc_population *p, abc_result *result, talus_error *error)
{
    const size_t dimension = p->problem->dimension, replicates = p->problem->replicates;
    const size_t sets = p->count * replicates;
    regression r = {.terms = 1 + p->problem->summary_count};
    double terms[MOST_TERMS], sum = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < sets; i++) {
        const double weight = weight_of(p, i);
        if (weight > 0.0) {
            terms_of(p, i, terms);
            add_equation(&r, terms, p->points + i / replicates * dimension, dimension, weight);
            sum += weight;
            count++;
        }
    }
    result->points = malloc(count * dimension * sizeof *result->points + 1);
    result->weights = malloc(count * sizeof *result->weights + 1);
    if (result->points == NULL || result->weights == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the sample");
    }
    if (!solve(&r, dimension)) {
        r.terms = 1;
    }
    for (size_t i = 0; i < sets; i++) {
        const double weight = weight_of(p, i);
        if (weight > 0.0) {
            terms_of(p, i, terms);
            move_point(&r, terms, p->points + i / replicates * dimension, dimension,
                       result->points + result->count * dimension);
            result->weights[result->count++] = weight / sum;
        }
    }
    return TALUS_OK;
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
