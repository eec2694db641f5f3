// SPDX-License-Identifier: GPL-3.0-or-later
// The generations: drawing points, simulating them, what they weigh.
#include "foundation/statistics/abc_internal.h"

#include <math.h>
#include <stdlib.h>

/// Share of the simulations in the first generation.
static const double first_share = 0.4;
/// Least standard deviation of a proposal.
static const double least_deviation = 1e-4;

static talus_random draws_of(const abc_population *p, size_t index)
{
    // streams of their own, apart from those of rocks
    return (talus_random){.seed = talus_mix64(p->problem->seed ^ UINT64_C(0x616263)),
                          .stream = index};
}

/// A Latin hypercube: every parameter has one point in each of `count` layers.
static void draw_first(abc_population *p, size_t count)
{
    const size_t dimension = p->problem->dimension;
    for (size_t d = 0; d < dimension; d++) {
        talus_random rng = draws_of(p, SIZE_MAX - d);
        for (size_t i = 0; i < count; i++) {
            p->points[i * dimension + d] = (double)i;
        }
        for (size_t i = count - 1; i > 0; i--) {
            const size_t j = (size_t)(talus_random_uniform(&rng) * (double)(i + 1));
            const double layer = p->points[i * dimension + d];
            p->points[i * dimension + d] = p->points[j * dimension + d];
            p->points[j * dimension + d] = layer;
        }
        for (size_t i = 0; i < count; i++) {
            double *u = &p->points[i * dimension + d];
            *u = (*u + talus_random_uniform(&rng)) / (double)count;
        }
    }
}

/// Bring a point back into [0, 1] as a mirror does.
static double reflect(double u)
{
    while (u < 0.0 || u > 1.0) {
        u = u < 0.0 ? -u : 2.0 - u;
    }
    return u;
}

static void draw_about(abc_population *p, const abc_proposal *from, size_t index)
{
    const size_t dimension = p->problem->dimension;
    talus_random rng = draws_of(p, index);
    double rest = talus_random_uniform(&rng);
    size_t centre = 0;
    while (centre + 1 < from->centres && rest >= from->shares[centre]) {
        rest -= from->shares[centre++];
    }
    for (size_t d = 0; d < dimension; d++) {
        const double step = from->deviation[d] * talus_random_normal(&rng);
        // a step beyond ten widths of the cube does not happen, but would take long to mirror
        p->points[index * dimension + d] =
            reflect(p->points[centre * dimension + d] + fmax(-10.0, fmin(10.0, step)));
    }
}

static double gauss(double x, double deviation)
{
    const double t = x / deviation;
    return talus_exp(-0.5 * t * t) / (deviation * sqrt(2.0 * TALUS_PI));
}

/// Density of the proposal at u, with the first mirror images (deviations are below 1).
static double density_of(const abc_population *p, const abc_proposal *from, const double *u)
{
    const size_t dimension = p->problem->dimension;
    double sum = 0.0;
    for (size_t i = 0; i < from->centres; i++) {
        double product = from->shares[i];
        for (size_t d = 0; d < dimension && product > 0.0; d++) {
            const double c = p->points[i * dimension + d], s = from->deviation[d];
            product *= gauss(u[d] - c, s) + gauss(u[d] + c, s) + gauss(2.0 - u[d] - c, s);
        }
        sum += product;
    }
    return sum;
}

/// prior / mixture of what all generations were drawn from               [Cornuet2012]
static void weigh_importance(abc_population *p)
{
    for (size_t i = 0; i < p->count; i++) {
        const double *u = p->points + i * p->problem->dimension;
        double mixture = (double)p->sizes[0];
        for (size_t g = 1; g < p->generation_count; g++) {
            mixture += (double)p->sizes[g] * density_of(p, &p->proposals[g], u);
        }
        p->importance[i] = (double)p->count / mixture;
    }
}

/// Twice the variance of the accepted points, as proposal of the next generation.
static bool propose(abc_population *p, abc_proposal *next)
{
    const size_t dimension = p->problem->dimension;
    next->centres = p->count;
    next->shares = malloc(p->count * sizeof *next->shares);
    if (next->shares == NULL) {
        return false;
    }
    for (size_t i = 0; i < p->count; i++) {
        next->shares[i] = p->shares[i];
    }
    for (size_t d = 0; d < dimension; d++) {
        double mean = 0.0, square = 0.0;
        for (size_t i = 0; i < p->count; i++) {
            mean += p->shares[i] * p->points[i * dimension + d];
        }
        for (size_t i = 0; i < p->count; i++) {
            const double away = p->points[i * dimension + d] - mean;
            square += p->shares[i] * away * away;
        }
        next->deviation[d] = fmax(least_deviation, sqrt(2.0 * square));
    }
    return true;
}

static talus_status run_generation(abc_population *p, size_t size, talus_error *error)
{
    const abc_problem *problem = p->problem;
    const size_t g = p->generation_count;
    if (g == 0) {
        draw_first(p, size);
    } else if (!propose(p, &p->proposals[g])) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a generation");
    }
    p->generation_count++;
    p->sizes[g] = size;
    for (size_t k = 0; k < size; k++) {
        const size_t i = p->count;
        if (g > 0) {
            draw_about(p, &p->proposals[g], i);
        }
        double *distances = p->distances + i * problem->replicates;
        const talus_status status = problem->simulate(
            problem->user, i, p->points + i * problem->dimension, distances,
            p->summaries + i * problem->replicates * problem->summary_count, error);
        if (status != TALUS_OK) {
            return status;
        }
        p->refused += isnan(distances[0]) != 0;
        p->count++;
    }
    if (p->refused == p->count) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "none of %zu simulations had a result: check the bounds", p->count);
    }
    weigh_importance(p);
    abc_weigh(p);
    return TALUS_OK;
}

static talus_status check(const abc_problem *problem, talus_error *error)
{
    const bool good = problem->dimension >= 1 && problem->dimension <= ABC_MOST_PARAMETERS &&
                      problem->summary_count >= 1 && problem->summary_count <= ABC_MOST_SUMMARIES &&
                      problem->replicates >= 1 && problem->generations >= 1 &&
                      problem->generations <= ABC_MOST_GENERATIONS &&
                      problem->simulations >= 10 * problem->generations;
    return good
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "%zu simulations in %zu generations over %zu parameters, expected "
                                 "1 to %d parameters and at least 10 simulations per generation",
                                 problem->simulations, problem->generations, problem->dimension,
                                 ABC_MOST_PARAMETERS);
}

static bool reserve(abc_population *p)
{
    const abc_problem *problem = p->problem;
    const size_t n = problem->simulations, sets = n * problem->replicates;
    p->points = malloc(n * problem->dimension * sizeof *p->points);
    p->summaries = malloc(sets * problem->summary_count * sizeof *p->summaries);
    p->distances = malloc(sets * sizeof *p->distances);
    p->shares = malloc(n * sizeof *p->shares);
    p->importance = malloc(n * sizeof *p->importance);
    return p->points && p->summaries && p->distances && p->shares && p->importance;
}

static void release(abc_population *p)
{
    free(p->points);
    free(p->summaries);
    free(p->distances);
    free(p->shares);
    free(p->importance);
    for (size_t g = 0; g < ABC_MOST_GENERATIONS; g++) {
        free(p->proposals[g].shares);
    }
}

talus_status abc_run(const abc_problem *problem, abc_result *result, talus_error *error)
{
    *result = (abc_result){.dimension = problem->dimension};
    abc_population p = {.problem = problem};
    talus_status status = check(problem, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (!reserve(&p)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu simulations",
                                 problem->simulations);
    }
    const size_t generations = problem->generations;
    for (size_t g = 0; g < generations && status == TALUS_OK; g++) {
        size_t size = (problem->simulations - p.count) / (generations - g);
        if (g == 0 && generations > 1) {
            const size_t first = (size_t)(first_share * (double)problem->simulations);
            size = first > size ? first : size;
        }
        status = run_generation(&p, size, error);
    }
    if (status == TALUS_OK) {
        status = abc_adjust(&p, result, error);
    }
    result->tolerance = p.tolerance;
    result->effective = p.effective;
    result->refused = p.refused;
    release(&p);
    return status;
}
