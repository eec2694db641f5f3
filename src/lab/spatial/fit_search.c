// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters of a measured free rocking test: first guess, scan and Nelder-Mead from several
// starts.
#include "lab/spatial/spatial.h"

#include "foundation/statistics/statistics.h"

#include <gsl/gsl_multimin.h>
#include <stdlib.h>
#include <string.h>

enum { N = TALUS_SPATIAL_UNKNOWNS, T0 = 0, TILT = 1, LAM = 2, LAT = 3, LON = 4 };

talus_spatial_fit_options talus_spatial_fit_options_default(void)
{
    return (talus_spatial_fit_options){
        .step = {0.005, 0.01, 0.1, 0.05, 0.05},
        .lat_limit = 2.0,
        .lam_limit = 2.0,
        .lat_count = 80, // even: lat = 0 says nothing about lam,
        .lam_count = 17,
        .start_limit = 6,
        .evaluation_limit = 2000,
    };
}

/// What the minimiser calls: the first `free_count` parameters vary, the others stay.
typedef struct target {
    const talus_spatial_record *record;
    talus_vec3 *simulated;
    size_t evaluations, free_count;
    double fixed[N];
} target;

static double error_of(target *t, const double *parameters)
{
    t->evaluations++;
    const double error = talus_spatial_fit_error(t->record, parameters, t->simulated);
    return isfinite(error) ? error : 1e30; // the minimiser wants finite numbers
}

static double minimised(const gsl_vector *x, void *user)
{
    target *t = user;
    double parameters[N];
    for (size_t i = 0; i < N; i++) {
        parameters[i] = i < t->free_count ? gsl_vector_get(x, i) : t->fixed[i];
    }
    return error_of(t, parameters);
}

/// One Nelder-Mead run from fit->found, which it replaces. @return false without memory
static bool descend(target *t, const double *step, size_t limit, talus_spatial_fit *fit)
{
    gsl_multimin_fminimizer *minimiser =
        gsl_multimin_fminimizer_alloc(gsl_multimin_fminimizer_nmsimplex2, t->free_count);
    gsl_vector *x = gsl_vector_alloc(t->free_count), *edges = gsl_vector_alloc(t->free_count);
    const bool good = minimiser && x && edges;
    if (good) {
        gsl_multimin_function function = {minimised, t->free_count, t};
        memcpy(t->fixed, fit->found, sizeof t->fixed);
        for (size_t i = 0; i < t->free_count; i++) {
            gsl_vector_set(x, i, fit->found[i]);
            gsl_vector_set(edges, i, step[i]);
        }
        gsl_multimin_fminimizer_set(minimiser, &function, x, edges);
        while (t->evaluations < limit && gsl_multimin_fminimizer_iterate(minimiser) == 0 &&
               gsl_multimin_fminimizer_size(minimiser) > 1e-7) {
        }
        fit->error = minimiser->fval;
        for (size_t i = 0; i < t->free_count; i++) {
            fit->found[i] = gsl_vector_get(minimiser->x, i);
        }
    }
    gsl_vector_free(edges);
    gsl_vector_free(x);
    if (minimiser) {
        gsl_multimin_fminimizer_free(minimiser);
    }
    return good;
}

/// Nelder-Mead from fit->begin, begun again with smaller simplices until that gains nothing.
static bool minimise(target *t, const talus_spatial_fit_options *options, talus_spatial_fit *fit)
{
    double step[N];
    memcpy(step, options->step, sizeof step);
    memcpy(fit->found, fit->begin, sizeof fit->found);
    fit->error = fit->begin_error;
    t->evaluations = 0;
    t->free_count = N;
    for (int round = 0; round < 12 && t->evaluations < options->evaluation_limit; round++) {
        const double before = fit->error;
        if (!descend(t, step, options->evaluation_limit, fit)) {
            return false;
        }
        if (round > 1 && fit->error > 0.999 * before) {
            break;
        }
        for (int i = 0; i < N; i++) {
            step[i] *= round % 2 ? -0.5 : -1.0; // the other way round, then smaller
        }
    }
    fit->evaluations = t->evaluations;
    return true;
}

/// Index of the first impact: where |w_y| peaks before its first change of sign; 0 where none is.
static size_t first_impact(const talus_inertial_series *measured)
{
    double largest = 0.0;
    for (size_t i = 0; i < measured->count; i++) {
        largest = fmax(largest, fabs(measured->rate[i].y));
    }
    size_t peak = 0;
    for (size_t i = 0; i < measured->count; i++) {
        const double rate = measured->rate[i].y;
        if (peak > 0 && (rate * measured->rate[peak].y < 0.0 ||
                         fabs(rate) < 0.5 * fabs(measured->rate[peak].y))) {
            break;
        }
        if (fabs(rate) > 0.05 * largest &&
            (peak == 0 || fabs(rate) > fabs(measured->rate[peak].y))) {
            peak = i;
        }
    }
    return peak + 3 < measured->count ? peak : 0;
}

/// Tilt whose fall about V1V2 ends with this rate; by bisection on the uplift. The neutral position
/// at most.
static double tilt_of_rate(const talus_spatial_record *record, double rate)
{
    const talus_spatial_block *block = &record->block;
    const talus_vec3 arm = block->corners[1];
    const double j = block->inertia.m[1][1] + block->mass * (arm.x * arm.x + arm.z * arm.z);
    const double uplift = 0.5 * j * rate * rate / (block->mass * record->gravity);
    double low = 0.0, high = spatial_atan2(arm.x, -arm.z);
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        const double half = talus_sin(0.5 * middle);
        const double lifted = arm.x * talus_sin(middle) + 2.0 * arm.z * half * half;
        *(lifted < uplift ? &low : &high) = middle;
    }
    return fmin(low, 0.995 * spatial_atan2(arm.x, -arm.z));
}

/// Time (s) from release at `tilt` to the first impact.
static talus_status fall_time(const talus_spatial_record *record, double tilt, double *time,
                              talus_error *error)
{
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 1.0);
    talus_spatial_options options = talus_spatial_options_default();
    options.gravity = record->gravity;
    options.impact_limit = 1;
    talus_spatial_state state = talus_spatial_release(&record->block, 1, tilt);
    talus_spatial_summary summary;
    const talus_status status =
        talus_spatial_run(&record->block, &law, &options, &state, &summary, error);
    *time = state.time;
    return status;
}

/// lon of least error shortly after the first impact, by a grid refined once; lat = 0 meanwhile.
static void improve_lon(target *t, double parameters[N])
{
    double trial[N], best = (double)INFINITY, centre = 1.0, step = 0.05;
    memcpy(trial, parameters, sizeof trial);
    trial[LAT] = 0.0;
    for (int round = 0; round < 2; round++, step *= 0.1) {
        const double middle = centre;
        for (int k = -20; k <= 20; k++) {
            trial[LON] = middle + step * k;
            const double error = error_of(t, trial);
            if (error < best) {
                best = error;
                centre = trial[LON];
            }
        }
    }
    parameters[LON] = centre;
}

/// Improve t0 and tilt on the fall before the first impact, which depends on nothing else, then lon
/// on the samples after it.
static talus_status improve_guess(const talus_spatial_record *record, size_t peak,
                                  double parameters[N], talus_error *error)
{
    enum { AFTER = 16 };
    talus_spatial_record part = *record;
    target t = {.record = &part,
                .simulated = calloc(record->measured.count, sizeof *t.simulated),
                .free_count = TILT + 1};
    const double step[N] = {0.01, 0.01, 0.0, 0.0, 0.0};
    talus_spatial_fit fit = {.error = 0.0};
    memcpy(fit.found, parameters, sizeof fit.found);
    part.measured.count = peak;
    const bool good = t.simulated && descend(&t, step, 400, &fit) && descend(&t, step, 800, &fit);
    if (good) {
        memcpy(parameters, fit.found, sizeof fit.found);
        part.measured.count =
            peak + AFTER < record->measured.count ? peak + AFTER : record->measured.count;
        improve_lon(&t, parameters);
    }
    free(t.simulated);
    return good ? TALUS_OK : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
}

talus_status talus_spatial_fit_guess(const talus_spatial_record *record, double parameters[N],
                                     talus_error *error)
{
    if (record == NULL || parameters == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    const talus_inertial_series *measured = &record->measured;
    const size_t peak = measured->count > 4 ? first_impact(measured) : 0;
    if (peak == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the record shows no first impact: no peak of |wy| followed by a "
                               "drop");
    }
    const talus_vec3 before = measured->rate[peak], after = measured->rate[peak + 2];
    parameters[TILT] = tilt_of_rate(record, before.y);
    double fall = 0.0;
    const talus_status status = fall_time(record, parameters[TILT], &fall, error);
    if (status != TALUS_OK) {
        return status;
    }
    parameters[T0] = measured->begin + (double)peak * measured->interval - fall;
    parameters[LAM] = 1.0;
    parameters[LON] = 0.5;
    parameters[LAT] = after.x - before.x >= 0.0 ? 0.5 : -0.5; // V4 after lat > 0: w_x > 0
    return improve_guess(record, peak, parameters, error);
}

/// Keep the fit among the best ones, ascending by its begin_error.
static void keep_start(talus_spatial_fit *fits, size_t *count, size_t limit,
                       const talus_spatial_fit *fit)
{
    if (*count == limit && fits[limit - 1].begin_error <= fit->begin_error) {
        return;
    }
    size_t i = *count < limit ? (*count)++ : limit - 1;
    for (; i > 0 && fits[i - 1].begin_error > fit->begin_error; i--) {
        fits[i] = fits[i - 1];
    }
    fits[i] = *fit;
}

/// Errors on a grid of lam and lat; the guess and the grid's local minima along lat become starts.
static void scan(target *t, const double *guess, const talus_spatial_fit_options *options,
                 talus_spatial_fit *fits, size_t *count)
{
    talus_spatial_fit fit = {0};
    memcpy(fit.begin, guess, sizeof fit.begin);
    fit.begin_error = error_of(t, fit.begin);
    keep_start(fits, count, options->start_limit, &fit);
    for (size_t l = 0; l < options->lam_count; l++) {
        const double lam = options->lam_count > 1
                               ? options->lam_limit * (double)l / (double)(options->lam_count - 1)
                               : guess[LAM];
        talus_spatial_fit last[2] = {{.begin_error = 1e30}, {.begin_error = 1e30}};
        for (size_t k = 0; k <= options->lat_count; k++) {
            fit.begin_error = 1e30;
            if (k < options->lat_count) {
                fit.begin[LAM] = lam;
                fit.begin[LAT] = options->lat_limit *
                                 (2.0 * ((double)k + 0.5) / (double)options->lat_count - 1.0);
                fit.begin_error = error_of(t, fit.begin);
            }
            if (k > 0 && last[1].begin_error <= last[0].begin_error &&
                last[1].begin_error < fit.begin_error) {
                keep_start(fits, count, options->start_limit, &last[1]);
            }
            last[0] = last[1];
            last[1] = fit;
        }
    }
}

static int by_error(const void *a, const void *b)
{
    const talus_spatial_fit *x = a, *y = b;
    return (x->error > y->error) - (x->error < y->error);
}

static talus_status check_record(const talus_spatial_record *record, talus_error *error)
{
    const talus_inertial_series *measured = &record->measured;
    if (measured->count < 8 || !(measured->interval > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a fit needs at least 8 samples at an interval > 0 s, found %zu at "
                               "%g s",
                               measured->count, measured->interval);
    }
    return talus_spatial_block_check(&record->block, error);
}

talus_status talus_spatial_fit_search(const talus_spatial_record *record, const double *guess,
                                      const talus_spatial_fit_options *options,
                                      talus_spatial_fit *fits, size_t *count, talus_error *error)
{
    statistics_open_library(); // GSL returns its errors
    if (record == NULL || options == NULL || fits == NULL || count == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    *count = 0;
    double begin[N];
    talus_status status = check_record(record, error);
    if (status == TALUS_OK && guess) {
        memcpy(begin, guess, sizeof begin);
    } else if (status == TALUS_OK) {
        status = talus_spatial_fit_guess(record, begin, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    target t = {.record = record, .simulated = calloc(record->measured.count, sizeof *t.simulated)};
    bool good = t.simulated != NULL;
    if (good) {
        scan(&t, begin, options, fits, count);
    }
    for (size_t i = 0; good && i < *count; i++) {
        good = minimise(&t, options, &fits[i]);
    }
    free(t.simulated);
    if (!good) {
        *count = 0;
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    qsort(fits, *count, sizeof *fits, by_error);
    return TALUS_OK;
}
