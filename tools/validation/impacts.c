// SPDX-License-Identifier: GPL-3.0-or-later
// Single impacts into compactable soil, on a tilted plane.
#include "impacts.h"

#include "foundation/math/linalg.h"
#include "physics/stepper/worker.h"
#include "talus/linalg.h"
#include "talus/stepper.h"

#include <stdlib.h>

enum { MOST_STEPS = 4000, MOST_PHASES = 1024 };
#define GRAVITY 9.81
#define HALF_WIDTH 40.0 /* m, of the plane */

static const study_impact impacts[STUDY_IMPACT_COUNT] = {
    {"1", {5.56, -14.62, -11.20}, 23.85, 15.0, 25e6, 4.0, 0.13, 1.40, 0.14, 1.80},
    {"2", {5.30, -12.70, -10.74}, 26.30, 13.7, 15e6, 1.5, 0.15, 1.80, 0.16, 1.64},
    {"3", {5.34, -12.31, -10.36}, 29.33, 13.0, 10e6, 0.1, 0.18, 1.55, 0.18, 1.26},
    {"4", {5.34, -14.19, -8.52}, 28.69, 13.0, 10e6, 0.5, 0.21, 1.52, 0.18, 1.77},
};

const study_impact *study_impacts(void)
{
    return impacts;
}

study_impact_options study_impact_options_default(void)
{
    return (study_impact_options){.slope = 30.0 * TALUS_PI / 180.0,
                                  .scheme = TALUS_SCHEME_MIDPOINT,
                                  .time_step = 2e-3,
                                  .phases = 64};
}

/// The plane, the block and its stepper.
typedef struct bench {
    const study_impact *impact;
    study_impact_options options;
    talus_ground ground;
    talus_terrain *terrain;
    talus_rock *rock;
    talus_stepper *stepper;
    talus_rock_motion *motion;
    talus_vec3 down; ///< unit, along the surface down the slope
} bench;

/// What one block did in the soil.
typedef struct scar {
    bool has_reached;                   ///< the hard plane
    double depth, length;               ///< m
    double least, most;                 ///< m, along the surface: vertices under it
    double energy_before, energy_after; ///< J
    talus_state after;
} scar;

/// Values of all phases, by the members of study_impact_result.
enum { DEPTH, LENGTH, TRACE, SPIN, SPEED, ENERGY, VALUE_COUNT };
typedef struct table {
    double values[VALUE_COUNT][MOST_PHASES];
} table;

static double horizontal_speed(talus_vec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

static talus_status make_plane(bench *b, talus_error *error)
{
    const talus_vec3 v = b->impact->velocity;
    const double horizontal = horizontal_speed(v);
    const double c = talus_cos(b->options.slope), s = talus_sin(b->options.slope);
    const double fall = s / (c * horizontal);
    double heights[4];
    for (int k = 0; k < 4; k++) {
        const double x = k % 2 == 0 ? -HALF_WIDTH : HALF_WIDTH;
        const double y = k / 2 == 0 ? -HALF_WIDTH : HALF_WIDTH;
        heights[k] = -fall * (v.x * x + v.y * y);
    }
    b->down = vec3(c * v.x / horizontal, c * v.y / horizontal, -s);
    const talus_grid grid = {-HALF_WIDTH, -HALF_WIDTH, 2.0 * HALF_WIDTH, 2, 2};
    return talus_terrain_create(&grid, heights, NULL, &b->terrain, error);
}

static talus_status make_block(bench *b, talus_error *error)
{
    const talus_status status =
        talus_rock_build("eota221", vec3(0.93, 0.93, 0.47), 0, 2700.0, &b->rock, error);
    return status == TALUS_OK ? talus_rock_set_mass(b->rock, 780.0, error) : status;
}

static talus_status set_up(bench *b, const study_impact *impact,
                           const study_impact_options *options, talus_error *error)
{
    *b = (bench){.impact = impact, .options = *options, .ground = *talus_ground_preset("hard")};
    b->ground.soil = (talus_soil){.modulus = impact->modulus,
                                  .drag = impact->drag,
                                  .density = 1700.0,
                                  .rotational = options->rotational};
    talus_step_options step = talus_step_options_default();
    step.scheme = options->scheme;
    step.time_step = options->time_step;
    step.gravity = GRAVITY;
    talus_status status = make_plane(b, error);
    if (status == TALUS_OK) {
        status = make_block(b, error);
    }
    if (status == TALUS_OK) {
        const talus_site site = {.terrain = b->terrain, .grounds = &b->ground, .ground_count = 1};
        status = talus_stepper_create(&site, &step, b->rock->vertex_count, &b->stepper, error);
    }
    if (status == TALUS_OK) {
        status = talus_motion_create(b->stepper, &b->motion, error);
    }
    const talus_state rest = {.p = {1.0, 0.0, 0.0, 0.0}};
    return status == TALUS_OK
               ? talus_motion_start(b->stepper, b->rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, &rest,
                                    b->motion, error)
               : status;
}

static void tear_down(bench *b)
{
    talus_free(b->motion);
    talus_stepper_destroy(b->stepper);
    talus_rock_destroy(b->rock);
    talus_terrain_destroy(b->terrain);
}

/// Rotation by `angle` about a unit axis.
static talus_quat turn_about(double angle, talus_vec3 axis)
{
    const double s = talus_sin(0.5 * angle);
    return (talus_quat){talus_cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

/// In flight, so that the lowest vertex touches at this phase with v_z = -touch_speed.
static talus_state start_in_flight(const bench *b, double phase)
{
    const talus_vec3 v = b->impact->velocity;
    const double horizontal = horizontal_speed(v);
    const double time = (b->impact->touch_speed + v.z) / GRAVITY;
    // the body's z axis onto up x way: half a turn about the bisector of the two
    const talus_vec3 axis = vec3(-v.y / horizontal, v.x / horizontal, 0.0);
    const talus_vec3 bisector = vec3_scale(sqrt(0.5), vec3(axis.x, axis.y, 1.0));
    const talus_quat level = {0.0, bisector.x, bisector.y, bisector.z};
    const talus_vec3 z = vec3(0.0, 0.0, 1.0);
    const talus_quat touch = quat_mul(level, turn_about(phase, z));
    talus_state state = {.v = v, .omega = vec3(0.0, 0.0, b->impact->spin)};
    const double gap = stepper_min_gap(b->stepper, b->motion, state.r, touch);
    state.r = vec3(-v.x * time, -v.y * time, -gap - v.z * time + 0.5 * GRAVITY * time * time);
    state.p = quat_mul(touch, turn_about(-b->impact->spin * time, z));
    return state;
}

/// Coordinates along the surface of the vertices under it.
static void widen_trace(const bench *b, const talus_state *state, scar *one)
{
    const talus_mat3 a = talus_quat_matrix(state->p);
    for (size_t k = 0; k < b->rock->vertex_count; k++) {
        const talus_vec3 q = vec3_add(state->r, mat3_mulv(&a, b->rock->vertices[k]));
        double z;
        if (talus_terrain_height(b->terrain, q.x, q.y, &z) == TALUS_INSIDE && q.z <= z) {
            const double along = vec3_dot(q, b->down);
            one->least = along < one->least ? along : one->least;
            one->most = along > one->most ? along : one->most;
        }
    }
}

/// A step in the layer: the surface falls along the way.
static void add_step(const bench *b, const talus_state *before, const talus_state *state,
                     const talus_step_report *report, scar *one)
{
    const talus_vec3 way = vec3_sub(state->r, before->r);
    one->length += sqrt(way.x * way.x + way.y * way.y) / talus_cos(b->options.slope);
    one->has_reached = one->has_reached || report->contact_count > 0;
    one->depth = state->scar_depth;
    one->energy_after = report->kinetic_energy;
    one->after = *state;
    widen_trace(b, state, one);
}

/// Until the block has met the hard plane and is out of the layer.
static scar run_phase(const bench *b, double phase, double *worst_ledger)
{
    const scar none = {.least = 1e300, .most = -1e300};
    scar one = none;
    talus_state state = start_in_flight(b, phase);
    b->motion->state = state;
    double energy = 0.0;
    for (int k = 0; k < MOST_STEPS && !(one.has_reached && state.scar_depth == 0.0); k++) {
        const talus_state before = state;
        talus_step_report report;
        stepper_step(b->stepper, b->motion, &report);
        state = *talus_motion_state(b->motion);
        const double ledger = fabs(report.ledger);
        *worst_ledger = ledger > *worst_ledger ? ledger : *worst_ledger;
        if (state.scar_depth > 0.0) {
            if (before.scar_depth == 0.0) {
                one = none;
                one.energy_before = energy;
            }
            add_step(b, &before, &state, &report, &one);
        }
        energy = report.kinetic_energy;
    }
    return one;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static study_quartiles quartiles_of(double *values, size_t count)
{
    if (count == 0) {
        const double none = (double)NAN;
        return (study_quartiles){none, none, none};
    }
    qsort(values, count, sizeof *values, compare_doubles);
    return (study_quartiles){values[(count + 3) / 4 - 1], values[(count + 1) / 2 - 1],
                             values[(3 * count + 3) / 4 - 1]};
}

static void run_phases(const bench *b, table *found, study_impact_result *result)
{
    const double quarter_turn = 0.5 * TALUS_PI;
    for (size_t k = 0; k < b->options.phases; k++) {
        const double phase = quarter_turn * (double)k / (double)b->options.phases;
        const scar one = run_phase(b, phase, &result->worst_ledger);
        if (one.has_reached) {
            const size_t n = result->reached++;
            found->values[DEPTH][n] = one.depth;
            found->values[LENGTH][n] = one.length;
            found->values[TRACE][n] = one.most - one.least;
            found->values[SPIN][n] = vec3_norm(one.after.omega);
            found->values[SPEED][n] = vec3_norm(one.after.v);
            found->values[ENERGY][n] = one.energy_after / one.energy_before;
        }
    }
    const size_t n = result->reached;
    result->depth = quartiles_of(found->values[DEPTH], n);
    result->length = quartiles_of(found->values[LENGTH], n);
    result->trace = quartiles_of(found->values[TRACE], n);
    result->spin_after = quartiles_of(found->values[SPIN], n);
    result->speed_after = quartiles_of(found->values[SPEED], n);
    result->energy_share = quartiles_of(found->values[ENERGY], n);
}

static talus_status check_options(const study_impact *impact, const study_impact_options *options,
                                  talus_error *error)
{
    const double degree = TALUS_PI / 180.0;
    if (!(options->slope >= 0.0 && options->slope <= 75.0 * degree) || options->phases == 0 ||
        options->phases > MOST_PHASES) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "single impacts: slope %g degrees and %zu phases, expected 0 to 75 "
                               "degrees and 1 to %d phases",
                               options->slope / degree, options->phases, MOST_PHASES);
    }
    // chord of the parabola from the start to the touch
    const talus_vec3 v = impact->velocity;
    const double steepest = talus_atan(0.5 * (impact->touch_speed - v.z) / horizontal_speed(v));
    if (options->slope >= steepest) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "single impact %s: on a plane of %.3g degrees the block would start "
                               "in the ground, expected less than %.3g degrees",
                               impact->name, options->slope / degree, steepest / degree);
    }
    return TALUS_OK;
}

talus_status study_impact_run(const study_impact *impact, const study_impact_options *options,
                              study_impact_result *result, talus_error *error)
{
    *result = (study_impact_result){0};
    talus_status status = check_options(impact, options, error);
    if (status != TALUS_OK) {
        return status;
    }
    bench b;
    status = set_up(&b, impact, options, error);
    table *found = malloc(sizeof *found);
    if (status == TALUS_OK && found == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for single impacts");
    }
    if (status == TALUS_OK) {
        run_phases(&b, found, result);
    }
    free(found);
    tear_down(&b);
    return status;
}
