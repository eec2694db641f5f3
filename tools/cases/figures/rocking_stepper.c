// SPDX-License-Identifier: GPL-3.0-or-later
// The study: single impacts, planar runs, bounces and vertex rocking under the time-stepper.
#include "cases/figures/rocking_stepper.h"

#include <math.h>

#define FIRST_ASPECT 0.3
#define ASPECT_STEP 0.1

#define LARGEST_RELEASE 1.4

rocking_stepper_options rocking_stepper_options_default(void)
{
    return (rocking_stepper_options){.width = 0.2,
                                     .depth = 0.14,
                                     .height = 0.8,
                                     .release = 0.5,
                                     .en21 = 0.97,
                                     .mu = ROCKING_STICKING_MU,
                                     .duration = 8.0,
                                     .spatial_duration = 2.0};
}

double rocking_stepper_order(const double *errors, size_t count)
{
    // abscissas -i ln 2: slope of ln error over ln dt
    double mean_i = 0.0, mean_log = 0.0, above = 0.0, below = 0.0;
    for (size_t i = 0; i < count; i++) {
        mean_i += (double)i / (double)count;
        mean_log += talus_log(errors[i]) / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        above -= ((double)i - mean_i) * (talus_log(errors[i]) - mean_log);
        below += ((double)i - mean_i) * ((double)i - mean_i) * talus_log(2.0);
    }
    return above / below;
}

talus_status rocking_stepper_check(const rocking_stepper_options *o, talus_error *error)
{
    if (!(o->width > 0.0 && o->depth > 0.0 && o->height > 0.0) || !isfinite(o->width) ||
        !isfinite(o->depth) || !isfinite(o->height) || o->width > 10.0 || o->height > 100.0) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "block of %g x %g x %g m: expected sizes > 0, a width up to 10 m and "
            "a height up to 100 m",
            o->width, o->depth, o->height);
    }
    // below it a plastic impact without friction ends the motion
    if (!(o->height * o->height > 2.0 * o->width * o->width)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "height/width %g: expected more than sqrt(2), below it the "
                               "frictionless block stops at its first impact",
                               o->height / o->width);
    }
    if (!(o->release > 0.0 && o->release * LARGEST_RELEASE < 1.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "release at %g alpha: expected more than 0 and less than %.3f (runs "
                               "go up to %g times it)",
                               o->release, 1.0 / LARGEST_RELEASE, LARGEST_RELEASE);
    }
    return TALUS_OK;
}

static rocking_bench_options bench_options(const rocking_stepper_options *o)
{
    return rocking_bench_options_default(0.5 * o->width, 0.5 * o->depth, 0.5 * o->height);
}

// --- Single impacts ---

static talus_status make_sweep(rocking_stepper *study, talus_error *error)
{
    const double frictions[ROCKING_FRICTIONS] = {study->options.mu, 0.3, 0.1, 0.0};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < ROCKING_FRICTIONS; k++) {
        study->frictions[k] = frictions[k];
        for (size_t i = 0; i < ROCKING_ASPECTS && status == TALUS_OK; i++) {
            rocking_stepper_impact *impact = &study->sweep[k][i];
            impact->aspect = FIRST_ASPECT + ASPECT_STEP * (double)i;
            impact->mu = frictions[k];
            status = rocking_stepper_impact_make(impact, error);
        }
    }
    return status;
}

static talus_status make_laws(rocking_stepper *study, talus_error *error)
{
    static const double pairs[ROCKING_THRESHOLDS][2] = {{1.0, 0.0}, {2.0, 0.0}, {4.0, 0.0},
                                                        {0.5, 0.5}, {2.0, 0.8}, {4.0, 0.95}};
    static const double aspects[ROCKING_EQUATIONS] = {0.5, 1.0, 2.0, 4.0};
    const double aspect = study->options.height / study->options.width;
    talus_status status = TALUS_OK;
    for (size_t i = 0; i < ROCKING_ENTRIES && status == TALUS_OK; i++) {
        rocking_stepper_impact *impact = &study->entries[i];
        impact->aspect = aspect;
        impact->mu = study->options.mu;
        const double from = 2.0 * rocking_stepper_ratio(aspect, study->options.mu) - 1.0;
        impact->en21 = fmax(0.0, 1.0 - (1.0 - from) * (double)(ROCKING_ENTRIES - 1 - i) /
                                           (ROCKING_ENTRIES - 1));
        status = rocking_stepper_impact_make(impact, error);
    }
    for (size_t i = 0; i < ROCKING_THRESHOLDS && status == TALUS_OK; i++) {
        study->thresholds[i].aspect = pairs[i][0];
        study->thresholds[i].en21 = pairs[i][1];
        status = rocking_stepper_threshold_make(&study->thresholds[i], error);
    }
    for (size_t i = 0; i < ROCKING_EQUATIONS && status == TALUS_OK; i++) {
        study->equations[i].aspect = aspects[i];
        status = rocking_stepper_equation_make(&study->equations[i], error);
    }
    return status;
}

// --- Planar runs ---

static rocking_bench_options law_options(const rocking_stepper_options *o, size_t law, size_t step)
{
    rocking_bench_options options = bench_options(o);
    options.mu = law == ROCKING_SLIDING ? 0.0 : o->mu;
    options.en21 = law == ROCKING_GENERALISED ? o->en21 : 0.0;
    options.time_step = rocking_stepper_time_step(step);
    return options;
}

static talus_status make_reference(const rocking_stepper_options *o, size_t law, double theta0,
                                   rocking_reference *reference, talus_error *error)
{
    const rocking_bench_options options = law_options(o, law, 0);
    if (law == ROCKING_SLIDING) {
        rocking_reference_sliding(&options, theta0, ROCKING_COMPARED, reference);
        return TALUS_OK;
    }
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, options.b1, options.h);
    const double housner = talus_rocking_ratio(&block, TALUS_ROCKING_HOUSNER, 0.0);
    const double ratio = options.en21 > housner ? options.en21 : housner;
    return rocking_reference_sticking(&options, ratio, theta0, o->duration, reference, error);
}

/// Squares of the errors of one run, to be averaged over the releases.
static void add_errors(const rocking_stepper_run *run, const rocking_reference *reference,
                       rocking_errors *errors)
{
    size_t n = run->hit_count < reference->count ? run->hit_count : reference->count;
    n = n < ROCKING_COMPARED ? n : ROCKING_COMPARED;
    const double weight = 1.0 / ((double)n * ROCKING_RELEASES);
    for (size_t i = 0; i < n; i++) {
        const rocking_hit *hit = &run->hits[i];
        const double late = hit->time - reference->time[i];
        const double speed = fabs(hit->w_minus.y) / reference->speed[i] - 1.0;
        const double ratio = hit->w_plus.y / hit->w_minus.y - reference->ratio;
        errors->time += weight * late * late;
        errors->speed += weight * speed * speed;
        errors->ratio += weight * ratio * ratio;
    }
    const double rest = run->rest - reference->rest;
    errors->rest += rest * rest / ROCKING_RELEASES;
    errors->deepest = fmax(errors->deepest, run->deepest);
    errors->tilt = fmax(errors->tilt, run->rest_tilt);
    errors->steps += run->steps;
    errors->unsolved += run->unsolved;
    errors->limited += run->limited;
    errors->compared += n;
}

static talus_status make_errors(const rocking_stepper_options *o, size_t law, size_t step,
                                rocking_errors *errors, talus_error *error)
{
    const rocking_bench_options options = law_options(o, law, step);
    talus_status status = TALUS_OK;
    *errors = (rocking_errors){.time_step = options.time_step};
    for (size_t i = 0; i < ROCKING_RELEASES && status == TALUS_OK; i++) {
        const double theta0 = rocking_stepper_release(o, i);
        rocking_reference reference;
        rocking_stepper_run run;
        status = make_reference(o, law, theta0, &reference, error);
        if (status == TALUS_OK) {
            status = rocking_stepper_run_make(&options, (rocking_start){.tilt = theta0},
                                              o->duration, &run, error);
            if (status == TALUS_OK) {
                add_errors(&run, &reference, errors);
            }
            rocking_stepper_run_clear(&run);
        }
    }
    errors->time = sqrt(errors->time);
    errors->speed = sqrt(errors->speed);
    errors->ratio = sqrt(errors->ratio);
    errors->rest = sqrt(errors->rest);
    return status;
}

static talus_status make_planar(rocking_stepper *study, talus_error *error)
{
    const rocking_stepper_options *o = &study->options;
    const double theta0 = rocking_stepper_release(o, ROCKING_RELEASES - 1);
    talus_status status = TALUS_OK;
    for (size_t law = 0; law < ROCKING_LAWS; law++) {
        for (size_t step = 0; step < ROCKING_STEPS && status == TALUS_OK; step++) {
            status = make_errors(o, law, step, &study->errors[law][step], error);
        }
    }
    for (size_t i = 0; i < 2 && status == TALUS_OK; i++) {
        const rocking_bench_options options =
            law_options(o, ROCKING_STICKING, i == 0 ? 0 : ROCKING_STEPS - 1);
        status = rocking_stepper_run_make(&options, (rocking_start){.tilt = theta0}, o->duration,
                                          &study->runs[i], error);
    }
    if (status == TALUS_OK) {
        status = make_reference(o, ROCKING_STICKING, theta0, &study->reference, error);
    }
    return status;
}

talus_status rocking_stepper_make(const rocking_stepper_options *options, rocking_stepper *study,
                                  talus_error *error)
{
    *study = (rocking_stepper){.options = *options};
    talus_status status = rocking_stepper_check(options, error);
    if (status == TALUS_OK) {
        status = make_sweep(study, error);
    }
    if (status == TALUS_OK) {
        status = make_laws(study, error);
    }
    if (status == TALUS_OK) {
        status = make_planar(study, error);
    }
    for (size_t i = 0; i < ROCKING_SHAPES && status == TALUS_OK; i++) {
        static const double aspects[ROCKING_SHAPES] = {0.5, 0.8, 1.2, 2.0, 3.0, 4.0};
        study->shapes[i].aspect = aspects[i];
        status = rocking_shape_make(options, &study->shapes[i], error);
    }
    for (size_t i = 0; i < ROCKING_BOUNCES && status == TALUS_OK; i++) {
        static const double restitutions[ROCKING_BOUNCES] = {0.3, 0.6, 0.9, 0.95};
        study->bouncing[i].e = restitutions[i];
        status = rocking_bouncing_make(options, &study->bouncing[i], error);
    }
    for (size_t i = 0; i < ROCKING_SPATIAL_CASES && status == TALUS_OK; i++) {
        static const double lateral[ROCKING_SPATIAL_CASES] = {0.6, 0.1, 0.0};
        const double theta0 = rocking_stepper_release(options, ROCKING_RELEASES - 1);
        study->spatial[i].start = (rocking_start){theta0, lateral[i] * theta0};
        status = rocking_spatial_case_make(options, &study->spatial[i], error);
    }
    if (status != TALUS_OK) {
        rocking_stepper_clear(study);
    }
    return status;
}

void rocking_stepper_clear(rocking_stepper *study)
{
    for (size_t i = 0; i < 2; i++) {
        rocking_stepper_run_clear(&study->runs[i]);
    }
}
