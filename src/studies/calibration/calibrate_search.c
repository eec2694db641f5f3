// SPDX-License-Identifier: GPL-3.0-or-later
// Bounded search without derivatives: controlled random search over the bounds, then Nelder-Mead
// on subspaces from the best point. Both only compare values, so that steps of a chaotic objective
// do not mislead a model of it.                                        [Kaelo2006, Rowan1990]
#include "studies/calibration/calibrate_internal.h"

#include <math.h>
#include <nlopt.h>

/// Share of a global search's evaluations; the rest is local.
static const double global_share = 0.6;
/// What refused values count, m: worse than anything on a DEM.
static const double refused_value = 1e12;
/// Smallest step of the local search in widths of the bounds, and its first one.
static const double least_step = 1e-3, first_step = 0.1;

typedef struct searching {
    calibrate_study *study;
    nlopt_opt opt;
    talus_status status;
    talus_error error;
    double least;
    double best[TALUS_MOST_PARAMETERS];
} searching;

static double evaluate(unsigned n, const double *u, double *gradient, void *user)
{
    (void)gradient;
    searching *s = user;
    calibrate_cloud cloud;
    if (s->status != TALUS_OK) {
        return refused_value;
    }
    s->status =
        calibrate_evaluate(s->study, CALIBRATE_IN_SEARCH, u, s->study->seed, &cloud, &s->error);
    calibrate_cloud_clear(&cloud);
    if (s->status != TALUS_OK) {
        (void)nlopt_force_stop(s->opt);
        return refused_value;
    }
    const double value =
        calibrate_objective(&s->study->evaluations[s->study->evaluation_count - 1]);
    if (value < s->least) {
        s->least = value;
        for (unsigned d = 0; d < n; d++) {
            s->best[d] = u[d];
        }
    }
    return isfinite(value) ? value : refused_value;
}

/// At most `evaluations` of one algorithm from `start` on.
static talus_status optimise(searching *s, nlopt_algorithm algorithm, size_t evaluations,
                             const double *start, talus_error *error)
{
    const unsigned n = (unsigned)s->study->options.parameter_count;
    double u[TALUS_MOST_PARAMETERS], value;
    s->opt = nlopt_create(algorithm, n);
    if (s->opt == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the search");
    }
    for (unsigned d = 0; d < n; d++) {
        u[d] = start[d];
    }
    (void)nlopt_set_min_objective(s->opt, evaluate, s);
    (void)nlopt_set_lower_bounds1(s->opt, 0.0);
    (void)nlopt_set_upper_bounds1(s->opt, 1.0);
    (void)nlopt_set_xtol_abs1(s->opt, least_step);
    (void)nlopt_set_initial_step1(s->opt, first_step);
    (void)nlopt_set_maxeval(s->opt, (int)evaluations);
    // a stall by round-off and a forced stop leave what was found so far
    const nlopt_result result = nlopt_optimize(s->opt, u, &value);
    nlopt_destroy(s->opt);
    s->opt = NULL;
    if (s->status != TALUS_OK) {
        if (error != NULL) {
            *error = s->error;
        }
        return s->status;
    }
    return result == NLOPT_OUT_OF_MEMORY || result == NLOPT_INVALID_ARGS
               ? talus_error_set(error, TALUS_ERROR_INTERNAL, "NLopt ended with code %d",
                                 (int)result)
               : TALUS_OK;
}

talus_status calibrate_search(calibrate_study *study, size_t evaluations, const double *u,
                              talus_error *error)
{
    searching s = {.study = study, .least = (double)INFINITY};
    const size_t begin = study->evaluation_count;
    talus_status status = TALUS_OK;
    if (u == NULL) {
        double middle[TALUS_MOST_PARAMETERS];
        for (size_t d = 0; d < TALUS_MOST_PARAMETERS; d++) {
            middle[d] = s.best[d] = 0.5;
        }
        nlopt_srand((unsigned long)(study->seed & UINT32_MAX));
        status = optimise(&s, NLOPT_GN_CRS2_LM, (size_t)(global_share * (double)evaluations),
                          middle, error);
        u = s.best;
    }
    const size_t used = study->evaluation_count - begin;
    double start[TALUS_MOST_PARAMETERS];
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        start[d] = u[d];
    }
    return status == TALUS_OK && used < evaluations
               ? optimise(&s, NLOPT_LN_SBPLX, evaluations - used, start, error)
               : status;
}
