// SPDX-License-Identifier: GPL-3.0-or-later
// Standard impacts on a plane.
#include "standard_impacts.h"

#include "foundation/math/linalg.h"
#include "physics/stepper/worker.h"
#include "talus/stepper.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PHASES = 4096 };
#define HALF_WIDTH 100.0 /* m, of the plane */
#define LONGEST 1.5      /* s, of an impact */
#define APART 0.12       /* s without contact that end it */
#define TILT 0.51        /* rad, of the axis about the fall line, each way */
#define START_GAP 1e-3   /* m, plumb */
#define STEEP (30.0 * TALUS_PI / 180.0)

static const study_standard_impact impacts[STUDY_STANDARD_IMPACTS] = {
    {"S1", STEEP, {0.93, 0.93, 0.47}, 780.0, 5.0, 21.0, 27.0},
    {"S2", STEEP, {0.42, 0.42, 0.21}, 70.0, 4.0, 9.0, 20.0},
    {"S3", STEEP, {0.93, 0.93, 0.47}, 780.0, 10.0, 10.0, 20.0},
    {"S4", 0.0, {0.93, 0.93, 0.47}, 780.0, 10.0, 5.0, 10.0},
};

const study_standard_impact *study_standard_impacts(void)
{
    return impacts;
}

study_standard_options study_standard_options_default(void)
{
    return (study_standard_options){
        .scheme = TALUS_SCHEME_MIDPOINT, .time_step = 1e-3, .phases = 300, .seed = 1};
}

/// The plane falls towards +x.
typedef struct bench {
    const study_standard_impact *impact;
    study_standard_options options;
    talus_terrain *terrain;
    talus_rock *rock;
    talus_stepper *stepper;
    talus_rock_motion *motion;
    talus_vec3 normal, down; ///< unit
} bench;

/// What one impact left.
typedef struct rebound {
    talus_vec3 before, after; ///< m/s
    double spin, time;
    bool is_stuck;
} rebound;

/// Values of all phases by the members of study_standard_result.
enum { ENERGY, TANGENT, SPIN, TIME, VALUE_COUNT };

static talus_status make_plane(bench *b, talus_error *error)
{
    const double c = talus_cos(b->impact->slope), s = talus_sin(b->impact->slope);
    const talus_grid grid = {-HALF_WIDTH, -HALF_WIDTH, 2.0 * HALF_WIDTH, 2, 2};
    const double high = HALF_WIDTH * s / c;
    b->normal = vec3(s, 0.0, c);
    b->down = vec3(c, 0.0, -s);
    return talus_terrain_create(&grid, (const double[]){high, -high, high, -high}, NULL,
                                &b->terrain, error);
}

static talus_status make_block(bench *b, talus_error *error)
{
    const talus_status status =
        talus_rock_build("eota221", b->impact->size, 0, 2700.0, &b->rock, error);
    return status == TALUS_OK ? talus_rock_set_mass(b->rock, b->impact->mass, error) : status;
}

/// The rock at rest, to be put where it starts.
static talus_status set_rock(bench *b, uint64_t number, talus_error *error)
{
    const talus_state rest = {.p = {1.0, 0.0, 0.0, 0.0}};
    return talus_motion_start(b->stepper, b->rock, 1.0, b->options.seed, number, &rest, b->motion,
                              error);
}

static talus_status set_up(bench *b, const talus_ground *ground, talus_error *error)
{
    talus_step_options step = talus_step_options_default();
    step.scheme = b->options.scheme;
    step.time_step = b->options.time_step;
    talus_status status = make_plane(b, error);
    if (status == TALUS_OK) {
        status = make_block(b, error);
    }
    if (status == TALUS_OK) {
        const talus_site site = {.terrain = b->terrain, .grounds = ground, .ground_count = 1};
        status = talus_stepper_create(&site, &step, b->rock->vertex_count, &b->stepper, error);
    }
    return status == TALUS_OK ? talus_motion_create(b->stepper, &b->motion, error) : status;
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

static double fraction(double x)
{
    return x - floor(x);
}

/// Just over the plane. Phase and tilt are point k of the R2 sequence of Roberts.
static talus_state start(const bench *b, size_t k)
{
    const study_standard_impact *impact = b->impact;
    const double phase = 2.0 * TALUS_PI * fraction(0.5 + 0.7548776662466927 * (double)k);
    const double tilt = TILT * (2.0 * fraction(0.5 + 0.5698402909980532 * (double)k) - 1.0);
    // the body's z axis onto y, which is across the fall line and forward by the right hand
    const talus_quat lay = turn_about(-0.5 * TALUS_PI, vec3(1.0, 0.0, 0.0));
    const talus_quat p =
        quat_mul(turn_about(tilt, b->down), quat_mul(lay, turn_about(phase, vec3(0.0, 0.0, 1.0))));
    const talus_vec3 v =
        vec3_sub(vec3_scale(impact->tangent, b->down), vec3_scale(impact->normal, b->normal));
    talus_state state = {.p = p, .v = v, .omega = vec3(0.0, 0.0, impact->spin)};
    state.r.x = -0.5 * HALF_WIDTH;
    state.r.z = -state.r.x * b->normal.x / b->normal.z;
    state.r.z += START_GAP - stepper_min_gap(b->stepper, b->motion, state.r, p);
    return state;
}

static rebound run_phase(const bench *b, size_t k, double *worst_ledger)
{
    const double dt = b->options.time_step;
    talus_state state = start(b, k);
    rebound one = {.before = state.v, .after = state.v, .spin = b->impact->spin};
    double first = -1.0, last = 0.0, t = 0.0;
    b->motion->state = state;
    while (first < 0.0 || (t - last < APART && t - first < LONGEST)) {
        talus_step_report report;
        stepper_step(b->stepper, b->motion, &report);
        state = *talus_motion_state(b->motion);
        t += dt;
        *worst_ledger = fmax(*worst_ledger, fabs(report.ledger));
        if (report.contact_count > 0 || state.scar_depth > 0.0) {
            first = first < 0.0 ? t - dt : first;
            last = t;
            one.after = state.v;
            one.spin = vec3_norm(state.omega);
        } else if (first < 0.0) {
            one.before = state.v;
        }
    }
    one.time = last - first;
    one.is_stuck = t - last < APART;
    return one;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Sorts the values.
static study_shares shares_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    const size_t last = count - 1;
    return (study_shares){values[last / 10], values[last / 2], values[last - last / 10]};
}

static double tangent_speed(const bench *b, talus_vec3 v)
{
    return vec3_norm(vec3_axpy(v, -vec3_dot(v, b->normal), b->normal));
}

static talus_status run_phases(bench *b, double (*values)[MOST_PHASES],
                               study_standard_result *result)
{
    double sum = 0.0, square = 0.0;
    size_t free = 0;
    for (size_t k = 0; k < b->options.phases; k++) {
        const talus_status status = set_rock(b, k, NULL);
        if (status != TALUS_OK) {
            return status;
        }
        const rebound one = run_phase(b, k, &result->worst_ledger);
        const double kept = vec3_dot(one.after, one.after) / vec3_dot(one.before, one.before);
        values[ENERGY][k] = kept;
        values[TANGENT][k] = tangent_speed(b, one.after) / tangent_speed(b, one.before);
        values[SPIN][k] = one.spin;
        values[TIME][k] = one.time;
        result->stuck += one.is_stuck;
        if (!one.is_stuck) {
            sum += talus_log(kept);
            square += talus_log(kept) * talus_log(kept);
            free++;
        }
    }
    const double n = (double)free;
    result->sd_log_energy = free > 1 ? sqrt(fmax(0.0, (square - sum * sum / n) / (n - 1.0))) : 0.0;
    result->energy_kept = shares_of(values[ENERGY], b->options.phases);
    result->tangent_kept = shares_of(values[TANGENT], b->options.phases);
    result->spin_after = shares_of(values[SPIN], b->options.phases);
    result->contact_time = shares_of(values[TIME], b->options.phases);
    return TALUS_OK;
}

talus_status study_standard_impact_run(const study_standard_impact *impact,
                                       const talus_ground *ground,
                                       const study_standard_options *options,
                                       study_standard_result *result, talus_error *error)
{
    *result = (study_standard_result){0};
    if (options->phases == 0 || options->phases > MOST_PHASES) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "standard impacts: found %zu phases, expected 1 to %d",
                               options->phases, MOST_PHASES);
    }
    bench b = {.impact = impact, .options = *options};
    talus_status status = set_up(&b, ground, error);
    double(*values)[MOST_PHASES] = malloc(VALUE_COUNT * sizeof *values);
    if (status == TALUS_OK && values == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for standard impacts");
    }
    if (status == TALUS_OK && (status = run_phases(&b, values, result)) != TALUS_OK) {
        status = talus_error_set(error, status, "standard impacts: the rock cannot be set");
    }
    free(values);
    tear_down(&b);
    return status;
}
