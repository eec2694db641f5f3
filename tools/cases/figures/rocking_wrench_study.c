// SPDX-License-Identifier: GPL-3.0-or-later
// The wrench law in the step against the maps and the motion of spatial blocks.
#include "cases/figures/rocking_wrench_study.h"

#include "foundation/math/linalg.h"

#include <math.h>

#define TIME_STEP 1e-9            ///< s
#define PRESSED 1e-12             ///< m
#define TILT 0.0872664625997165   ///< rad, of the edge impacts: 5 degrees
#define SLOPE 0.17453292519943295 ///< rad: 10 degrees
enum { V2 = 1, V3 = 2, V4 = 3 };

rocking_wrench_options rocking_wrench_options_default(void)
{
    return (rocking_wrench_options){
        .block = rocking_stepper_options_default(), .lam = 0.9, .lat = 0.5, .lon = 0.8};
}

/// The block at the impact in the axes of the plane, about corner `pivot`, seen half a step before.
static talus_state approach(const rocking_bench *bench, const rocking_wrench_hit *hit,
                            talus_quat attitude, int pivot)
{
    const talus_vec3 arm = talus_quat_rotate(attitude, bench->corners[pivot]);
    const talus_vec3 foot = vec3(0.0, 0.0, -PRESSED);
    const talus_quat back = {attitude.w, -attitude.x, -attitude.y, -attitude.z};
    talus_state state = {.r = vec3_sub(foot, arm),
                         .v = vec3_cross(arm, hit->w_minus),
                         .omega = talus_quat_rotate(back, hit->w_minus)};
    state.r = vec3_axpy(state.r, -0.5 * TIME_STEP, state.v);
    state.p = quat_advance(attitude, -0.25 * TIME_STEP, state.omega);
    return state;
}

static talus_status expect(const rocking_wrench_hit *hit, const talus_spatial_block *block,
                           talus_quat attitude, talus_spatial_outcome *outcome, talus_error *error)
{
    if (hit->facet) {
        const talus_spatial_facet facet = {
            .before = V2, .lat = hit->lat, .lon = hit->lon, .tau = (double)NAN};
        return talus_spatial_facet_map(block, attitude, &facet, hit->w_minus, outcome, error);
    }
    const talus_spatial_impact impact =
        talus_spatial_edge_impact(block, attitude, V3, V4, hit->lam);
    return talus_spatial_map(&impact, hit->w_minus, hit->tau, outcome, error);
}

static void strike(rocking_bench *bench, rocking_wrench_hit *hit, talus_quat attitude)
{
    talus_state state = approach(bench, hit, attitude, hit->facet ? V2 : V3);
    const double energy = 0.5 * bench->mass * vec3_norm2(state.v) +
                          0.5 * vec3_dot(state.omega, vec3_mul(bench->inertia, state.omega));
    rocking_bench_step step;
    rocking_bench_take(bench, &state, &step);
    hit->w_plus = talus_quat_rotate(state.p, state.omega);
    hit->refused = !step.is_wrench;
    hit->ledger = bench->worst_ledger / energy;
    const talus_vec3 d = vec3_sub(hit->w_plus, hit->expected);
    hit->difference = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
}

talus_status rocking_wrench_hit_make(rocking_wrench_hit *hit, talus_error *error)
{
    const talus_spatial_law law = {
        .lam = {hit->lam, hit->lam, hit->lam, hit->lam},
        .lat = {hit->lat, hit->lat, hit->lat, hit->lat},
        .lon = {hit->lon, hit->lon, hit->lon, hit->lon},
        .edge_tau = hit->tau,
        .facet_tau = (double)NAN,
    };
    const double tilt = hit->facet ? 0.0 : hit->tilt;
    const talus_quat attitude = {talus_cos(0.5 * tilt), 0.0, -talus_sin(0.5 * tilt), 0.0};
    rocking_bench_options options = rocking_bench_options_default(hit->b1, hit->b2, hit->h);
    options.gravity = 0.0;
    options.time_step = TIME_STEP;
    options.scheme = hit->scheme;
    options.slope = hit->slope;
    options.wrench = &law;
    rocking_bench bench;
    talus_status status = rocking_bench_init(&bench, &options, error);
    if (status == TALUS_OK) {
        const talus_spatial_block block =
            talus_spatial_cuboid(bench.mass, hit->b1, hit->b2, hit->h);
        talus_spatial_outcome outcome;
        status = expect(hit, &block, attitude, &outcome, error);
        hit->expected = outcome.w_plus;
    }
    if (status == TALUS_OK) {
        strike(&bench, hit, attitude);
    }
    rocking_bench_clear(&bench);
    return status;
}

/// The worst of all schemes, level and on a slope.
static talus_status make_worst(rocking_wrench_study *study, rocking_wrench_hit *worst,
                               talus_error *error)
{
    rocking_wrench_hit hit = *worst;
    talus_status status = TALUS_OK;
    worst->difference = -1.0;
    for (int k = 0; k < 2 * TALUS_SCHEME_COUNT && status == TALUS_OK; k++) {
        hit.scheme = (talus_scheme)(k / 2);
        hit.slope = k % 2 == 0 ? 0.0 : SLOPE;
        status = rocking_wrench_hit_make(&hit, error);
        study->tried++;
        study->refused += hit.refused;
        if (!(hit.difference <= worst->difference)) { // a NaN is the worst
            *worst = hit;
        }
    }
    return status;
}

static talus_status make_hits(rocking_wrench_study *study, talus_error *error)
{
    static const double lams[] = {0.2, 0.4, 0.6, 0.8, 1.0};
    static const double taus[] = {0.0, -0.5, 0.5}; // of the torque that gains no energy
    static const double lons[] = {0.25, 0.5, 0.75, 1.0};
    static const double lats[] = {-0.8, -0.4, 0.0, 0.4, 0.8};
    const rocking_stepper_options *o = &study->options.block;
    const rocking_wrench_hit one = {
        .b1 = 0.5 * o->width, .b2 = 0.5 * o->depth, .h = 0.5 * o->height, .tilt = TILT};
    const talus_spatial_block block =
        talus_spatial_cuboid(8000.0 * one.b1 * one.b2 * one.h, one.b1, one.b2, one.h);
    const talus_quat attitude = {talus_cos(0.5 * TILT), 0.0, -talus_sin(0.5 * TILT), 0.0};
    talus_status status = TALUS_OK;
    size_t n = 0;
    for (size_t i = 0; i < 15 && status == TALUS_OK; i++) {
        rocking_wrench_hit *hit = &study->hits[n++];
        *hit = one;
        hit->lam = lams[i / 3];
        hit->w_minus = vec3(1.0, 0.0, 0.0);
        const talus_spatial_impact impact =
            talus_spatial_edge_impact(&block, attitude, V3, V4, hit->lam);
        double interval[2] = {0.0, 0.0};
        (void)talus_spatial_tau_interval(&impact, hit->w_minus, interval);
        hit->tau = taus[i % 3] < 0.0   ? 0.5 * interval[0]
                   : taus[i % 3] > 0.0 ? 0.5 * interval[1]
                                       : 0.0;
        status = make_worst(study, hit, error);
    }
    for (size_t i = 0; i < 20 && status == TALUS_OK; i++) {
        rocking_wrench_hit *hit = &study->hits[n++];
        *hit = one;
        hit->facet = true;
        hit->lon = lons[i / 5];
        hit->lat = lats[i % 5];
        hit->w_minus = vec3(0.0, -1.0, 0.0);
        status = make_worst(study, hit, error);
    }
    return status;
}

talus_status rocking_wrench_study_make(const rocking_wrench_options *options,
                                       rocking_wrench_study *study, talus_error *error)
{
    *study = (rocking_wrench_study){
        .options = *options,
        .law = talus_spatial_law_uniform(options->lam, options->lat, options->lon)};
    study->law.edge_tau = options->tau;
    if (!(options->lam >= 0.0 && options->lam <= 1.0 && fabs(options->lat) <= 1.0 &&
          fabs(options->lon) <= 1.0 && isfinite(options->tau))) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "lam %g, lat %g, lon %g, tau %g: expected lam within 0 to 1, lat "
                               "and lon within -1 to 1, beyond which the base would have to pull",
                               options->lam, options->lat, options->lon, options->tau);
    }
    talus_status status = rocking_stepper_check(&options->block, error);
    if (status == TALUS_OK) {
        status = make_hits(study, error);
    }
    if (status == TALUS_OK) {
        const double theta0 =
            options->block.release * talus_atan(options->block.width / options->block.height);
        study->run.start = (rocking_start){theta0, 0.6 * theta0};
        study->run.law = &study->law;
        status = rocking_spatial_case_make(&options->block, &study->run, error);
    }
    return status;
}
