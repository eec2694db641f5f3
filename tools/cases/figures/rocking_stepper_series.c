// SPDX-License-Identifier: GPL-3.0-or-later
// Bouncing and vertex rocking under the time-stepper, impact by impact.
#include "cases/figures/rocking_stepper.h"

#include <math.h>
#include <stdlib.h>

enum { BOUNCES_MOST = 20000, SIDE_B = 3, SIDE_A = 12 };

static rocking_bench_options bench_options(const rocking_stepper_options *o, size_t step)
{
    rocking_bench_options options =
        rocking_bench_options_default(0.5 * o->width, 0.5 * o->depth, 0.5 * o->height);
    options.mu = o->mu;
    options.time_step = rocking_stepper_time_step(step);
    return options;
}

static void add_to(rocking_series *series, double time, unsigned corners)
{
    if (series->count < ROCKING_SHOWN) {
        series->time[series->count] = time;
        series->corners[series->count++] = corners;
    }
}

/// rms of the differences of two series' times, first to last.
static double rms(const rocking_series *found, const rocking_series *expected, size_t first,
                  size_t last)
{
    double sum = 0.0, n = 0.0;
    for (size_t i = first; i < last && i < found->count && i < expected->count; i++) {
        const double late = found->time[i] - expected->time[i];
        sum += late * late;
        n += 1.0;
    }
    return n > 0.0 ? sqrt(sum / n) : (double)NAN;
}

// --- Shapes ---

talus_status rocking_shape_make(const rocking_stepper_options *o, rocking_shape *shape,
                                talus_error *error)
{
    rocking_bench_options options = bench_options(o, ROCKING_STEPS - 1);
    options.h = shape->aspect * options.b1;
    const double theta0 = o->release * talus_atan(1.0 / shape->aspect);
    shape->expected = rocking_stepper_ratio(shape->aspect, options.mu);
    rocking_reference reference;
    rocking_stepper_run run;
    talus_status status = rocking_reference_sticking(&options, shape->expected, theta0, o->duration,
                                                     &reference, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = rocking_stepper_run_make(&options, (rocking_start){.tilt = theta0}, o->duration, &run,
                                      error);
    if (status == TALUS_OK && run.hit_count > 0) {
        shape->hits = run.hit_count;
        shape->ratio = run.hits[0].w_plus.y / run.hits[0].w_minus.y;
        shape->rest = run.rest;
        shape->expected_rest = reference.rest;
        shape->rest_tilt = run.rest_tilt;
        shape->deepest = run.deepest;
    }
    rocking_stepper_run_clear(&run);
    return status;
}

// --- Bouncing ---

/// Bounces from the first impact to the landing of A. Where B settles first, the block goes on
/// rocking about it.
static talus_status follow_bounces(const talus_planar_model *model, double speed,
                                   const rocking_stepper_options *o, rocking_bouncing *bouncing,
                                   talus_bounce_impact *impacts, talus_error *error)
{
    const talus_bounce_options law = {.tangential = TALUS_BOUNCE_STICK,
                                      .flight = TALUS_BOUNCE_EXACT,
                                      .e = bouncing->e,
                                      .settle = 1e-6};
    talus_bounce_end end;
    talus_status status = talus_bounce_run(model, -speed, &law, impacts, BOUNCES_MOST, &end, error);
    bouncing->expected = (rocking_series){.count = 0};
    bouncing->expected_of_b = 0;
    bouncing->expected_ratio = model->r_ab;
    for (size_t i = 0; i < end.count && status == TALUS_OK; i++) {
        add_to(&bouncing->expected, impacts[i].time, impacts[i].corner == 'B' ? SIDE_B : SIDE_A);
        bouncing->expected_of_b += bouncing->expected_of_b == i && impacts[i].corner == 'B';
    }
    bouncing->a_lands = bouncing->expected_of_b < end.count;
    bouncing->expected_landing =
        bouncing->a_lands ? impacts[bouncing->expected_of_b].time : (double)NAN;
    if (status == TALUS_OK && !bouncing->a_lands && end.settled) {
        talus_planar_options motion = talus_planar_options_default();
        double landing = (double)NAN, ignored;
        talus_planar_history history = {
            .impact_room = 1, .impact_time = &landing, .impact_speed = &ignored};
        talus_planar_result result;
        motion.theta0 = end.theta;
        motion.omega0 = end.omega;
        motion.duration = o->duration;
        motion.most_impacts = 1;
        status = talus_planar_run(model, NULL, &motion, &history, &result, error);
        bouncing->expected_landing = end.time + landing;
    }
    return status;
}

/// Event-driven: pivoting to the first impact, then free flights between sticking collisions.
static talus_status expect_bounces(const rocking_stepper_options *o, double theta0,
                                   rocking_bouncing *bouncing, talus_error *error)
{
    const rocking_bench_options options = bench_options(o, 0);
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, options.b1, options.h);
    const talus_planar_model model =
        talus_planar_model_make(&block, TALUS_ROCKING_LIPSCOMBE, bouncing->e);
    rocking_reference fall;
    talus_status status =
        rocking_reference_sticking(&options, model.r_ab, theta0, o->duration, &fall, error);
    talus_bounce_impact *impacts = malloc(BOUNCES_MOST * sizeof *impacts);
    if (status == TALUS_OK && !impacts) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for bounces");
    }
    if (status == TALUS_OK) {
        status = follow_bounces(&model, fall.speed[0], o, bouncing, impacts, error);
    }
    free(impacts);
    return status;
}

static void read_bounces(const rocking_stepper_run *run, rocking_bouncing *bouncing)
{
    bouncing->found = (rocking_series){.count = 0};
    bouncing->hits_of_b = 0;
    bouncing->landing = (double)NAN;
    for (size_t i = 0; i < run->hit_count; i++) {
        const rocking_hit *hit = &run->hits[i];
        const double time = hit->time - run->hits[0].time;
        add_to(&bouncing->found, time, hit->arriving);
        if (bouncing->hits_of_b == i && !(hit->arriving & SIDE_A)) {
            bouncing->hits_of_b++;
        } else if (isnan(bouncing->landing)) {
            bouncing->landing = time;
        }
    }
    bouncing->ratio = run->hits[0].w_plus.y / run->hits[0].w_minus.y;
    bouncing->plastic += run->plastic;
}

talus_status rocking_bouncing_make(const rocking_stepper_options *o, rocking_bouncing *bouncing,
                                   talus_error *error)
{
    talus_status status = TALUS_OK;
    *bouncing = (rocking_bouncing){.e = bouncing->e};
    for (size_t i = 0; i < ROCKING_RELEASES && status == TALUS_OK; i++) {
        const rocking_start start = {.tilt = rocking_stepper_release(o, i)};
        status = expect_bounces(o, start.tilt, bouncing, error);
        for (size_t step = 0; step < ROCKING_STEPS && status == TALUS_OK; step++) {
            rocking_bench_options options = bench_options(o, step);
            rocking_stepper_run run;
            options.epsilon_n = bouncing->e;
            status = rocking_stepper_run_make(&options, start, o->spatial_duration, &run, error);
            if (status == TALUS_OK && run.hit_count > 0) {
                read_bounces(&run, bouncing);
                const double late = bouncing->landing - bouncing->expected_landing;
                bouncing->error[step] += late * late / ROCKING_RELEASES;
            }
            rocking_stepper_run_clear(&run);
        }
    }
    for (size_t step = 0; step < ROCKING_STEPS; step++) {
        bouncing->error[step] = sqrt(bouncing->error[step]);
    }
    return status;
}

// --- Vertex rocking ---

static size_t count_alike(const rocking_series *found, const rocking_series *expected)
{
    size_t n = 0;
    // an edge impact of the model names one of two corners that arrive together
    while (n < found->count && n < expected->count &&
           (found->corners[n] & expected->corners[n]) != 0) {
        n++;
    }
    return n;
}

static void read_resultants(const rocking_stepper_run *run, rocking_spatial_case *one)
{
    one->lambda_low = (double)INFINITY;
    one->lambda_high = -(double)INFINITY;
    one->tau = 0.0;
    for (size_t i = 0; i < run->hit_count && i < ROCKING_COMPARED; i++) {
        one->lambda_low = fmin(one->lambda_low, run->hits[i].lambda);
        one->lambda_high = fmax(one->lambda_high, run->hits[i].lambda);
        one->tau = fmax(one->tau, fabs(run->hits[i].tau));
    }
}

talus_status rocking_spatial_case_make(const rocking_stepper_options *o, rocking_spatial_case *one,
                                       talus_error *error)
{
    rocking_spatial_reference reference;
    rocking_bench_options options = bench_options(o, 0);
    options.wrench = one->law;
    talus_status status =
        rocking_reference_spatial(&options, one->start, o->spatial_duration, &reference, error);
    if (status == TALUS_OK) {
        one->expected_count = reference.count;
        one->expected_opmf = reference.peaks.x / reference.peaks.y;
        one->expected = (rocking_series){.count = 0};
        for (size_t i = 0; i < reference.count; i++) {
            add_to(&one->expected, reference.time[i], reference.corner[i]);
        }
    }
    for (size_t step = 0; step < ROCKING_STEPS && status == TALUS_OK; step++) {
        rocking_stepper_run run;
        options = bench_options(o, step);
        options.wrench = one->law;
        status = rocking_stepper_run_make(&options, one->start, o->spatial_duration, &run, error);
        if (status == TALUS_OK) {
            one->found = (rocking_series){.count = 0};
            for (size_t i = 0; i < run.hit_count; i++) {
                add_to(&one->found, run.hits[i].time, run.hits[i].arriving);
            }
            one->count[step] = run.hit_count;
            one->alike[step] = count_alike(&one->found, &one->expected);
            one->error[step] = rms(&one->found, &one->expected, 0, ROCKING_COMPARED);
            one->opmf[step] = run.peaks.x / run.peaks.y;
            one->wrenches = run.wrenches;
            one->refused = run.refused;
            one->ledger = fmax(one->ledger, run.worst_ledger);
            read_resultants(&run, one);
        }
        rocking_stepper_run_clear(&run);
    }
    return status;
}
