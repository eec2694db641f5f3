// SPDX-License-Identifier: GPL-3.0-or-later
// Single impacts simulated: each on its own plane, once per replicate.
#include "studies/validation/validate_internal.h"

#include "foundation/math/linalg.h"
#include "input/scenario/grounds.h"
#include "physics/stepper/worker.h"
#include "runs/trajectory/trajectory.h"

#include <stdlib.h>

#define HALF_WIDTH 200.0 /* m, of the plane */
#define LONGEST 1.5      /* s, of an impact */
#define APART 0.12       /* s without contact that end it */
#define START_GAP 1e-3   /* m, vertical */
#define SLOW_SPIN 0.45   /* of v_t over half the largest extent, of spins that are not known */
#define FAST_SPIN 0.80
#define TILT 0.51 /* rad, of their axis about the way, each way */
#define FLATTEST 0.05
enum { DRAW_IMPACT = 2, DRAW_SPIN, DRAW_TILT, DRAW_PHASE, DRAW_ATTITUDE, DRAW_SIZE = 9 };

/// One measured impact.
typedef struct measured_impact {
    uint32_t rock;                                      ///< 1 + class
    talus_vec3 normal, before, spin, after, spin_after; ///< NaN: unknown
} measured_impact;

/// The plane and what falls on it.
typedef struct bench {
    validate_study *study;
    const talus_campaign *campaign;
    const measured_impact *measured;
    size_t item;
    talus_ground ground;
    talus_terrain *terrain;
    talus_stepper *stepper;
    talus_rock_motion *motion;
} bench;

static talus_status read_vector(const files_records *table, size_t row, const char *const names[3],
                                talus_vec3 *v, talus_error *error)
{
    double *values[] = {&v->x, &v->y, &v->z};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < 3 && status == TALUS_OK; k++) {
        status =
            files_records_number(table, row, files_records_find(table, names[k]), values[k], error);
    }
    return status;
}

static bool is_known(talus_vec3 v)
{
    return !isnan(v.x) && !isnan(v.y) && !isnan(v.z);
}

static talus_status read_impact(const validate_study *study, size_t row, measured_impact *impact,
                                talus_error *error)
{
    static const char *const names[][3] = {{"nx", "ny", "nz"},
                                           {"vx", "vy", "vz"},
                                           {"wx", "wy", "wz"},
                                           {"vx_out", "vy_out", "vz_out"},
                                           {"wx_out", "wy_out", "wz_out"}};
    const files_records *table = &study->impacts_table;
    talus_vec3 *vectors[] = {&impact->normal, &impact->before, &impact->spin, &impact->after,
                             &impact->spin_after};
    talus_status status = validate_row_rock(study, table, row, &impact->rock, error);
    for (size_t k = 0; k < 5 && status == TALUS_OK; k++) {
        status = read_vector(table, row, names[k], vectors[k], error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    const double length = vec3_norm(impact->normal);
    if (!is_known(impact->normal) || !(impact->normal.z > FLATTEST * length)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s:%d: found the normal (%g, %g, %g), expected one that points up",
                               table->path, table->lines[row], impact->normal.x, impact->normal.y,
                               impact->normal.z);
    }
    impact->normal = vec3_scale(1.0 / length, impact->normal);
    if (!is_known(impact->before) || !(vec3_dot(impact->before, impact->normal) < 0.0)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s:%d: found the velocity (%g, %g, %g), expected one towards the "
                               "plane",
                               table->path, table->lines[row], impact->before.x, impact->before.y,
                               impact->before.z);
    }
    return TALUS_OK;
}

static talus_status make_plane(bench *b, talus_error *error)
{
    const talus_vec3 n = b->measured->normal;
    double heights[4];
    for (int k = 0; k < 4; k++) {
        const double x = k % 2 == 0 ? -HALF_WIDTH : HALF_WIDTH;
        const double y = k / 2 == 0 ? -HALF_WIDTH : HALF_WIDTH;
        heights[k] = -(n.x * x + n.y * y) / n.z;
    }
    const talus_grid grid = {-HALF_WIDTH, -HALF_WIDTH, 2.0 * HALF_WIDTH, 2, 2};
    return talus_terrain_create(&grid, heights, NULL, &b->terrain, error);
}

static double draw(const bench *b, uint64_t replicate, uint32_t number)
{
    return validate_uniform(b->study, DRAW_IMPACT, b->item, replicate, number);
}

static talus_quat turn_about(double angle, talus_vec3 axis)
{
    const double s = talus_sin(0.5 * angle);
    return (talus_quat){talus_cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

/// Shortest turn of the body axis with the largest moment onto a unit vector.
static talus_quat lay_axis(talus_vec3 inertia, talus_vec3 onto, talus_vec3 *axis)
{
    const bool is_x = inertia.x >= inertia.y && inertia.x > inertia.z;
    const bool is_y = !is_x && inertia.y > inertia.z;
    *axis = vec3(is_x ? 1.0 : 0.0, is_y ? 1.0 : 0.0, is_x || is_y ? 0.0 : 1.0);
    const talus_vec3 cross = vec3_cross(*axis, onto);
    const talus_quat q = {1.0 + vec3_dot(*axis, onto), cross.x, cross.y, cross.z};
    if (quat_norm2(q) < 1e-12) { // half a turn about any axis across
        return is_x ? (talus_quat){0, 0, 0, 1} : (talus_quat){0, 1, 0, 0};
    }
    return talus_quat_normalised(q);
}

/// A spin that is not known: forward about the axis across the way in the plane, tilted about the
/// way, the block spinning about its largest moment. A spin that is: any attitude.
static void set_spin(const bench *b, const talus_rock *body, double size, uint64_t replicate,
                     talus_state *state)
{
    const talus_vec3 n = b->measured->normal;
    if (is_known(b->measured->spin)) {
        state->p = talus_quat_uniform(draw(b, replicate, DRAW_ATTITUDE),
                                      draw(b, replicate, DRAW_ATTITUDE + 1),
                                      draw(b, replicate, DRAW_ATTITUDE + 2));
        const talus_mat3 a = talus_quat_matrix(state->p);
        state->omega = mat3_tmulv(&a, b->measured->spin);
        return;
    }
    const talus_vec3 slide = vec3_axpy(state->v, -vec3_dot(state->v, n), n);
    const double speed = vec3_norm(slide);
    const talus_vec3 way = speed > 0.0 ? vec3_scale(1.0 / speed, slide) : vec3(1.0, 0.0, 0.0);
    const talus_vec3 across = vec3_cross(n, way);
    const double tilt = TILT * (2.0 * draw(b, replicate, DRAW_TILT) - 1.0);
    const talus_vec3 onto =
        vec3_axpy(vec3_scale(talus_cos(tilt), across), talus_sin(tilt), vec3_cross(way, across));
    const double share = SLOW_SPIN + (FAST_SPIN - SLOW_SPIN) * draw(b, replicate, DRAW_SPIN);
    talus_vec3 axis;
    const talus_quat lay = lay_axis(body->inertia, vec3_scale(1.0 / vec3_norm(onto), onto), &axis);
    state->p = quat_mul(lay, turn_about(2.0 * TALUS_PI * draw(b, replicate, DRAW_PHASE), axis));
    state->omega = vec3_scale(share * speed / (0.5 * size), axis);
}

static double largest_of(talus_vec3 v)
{
    return fmax(v.x, fmax(v.y, v.z));
}

/// Set the rock of a replicate, just over the plane.
static talus_status start(bench *b, uint64_t replicate, talus_state *state, talus_error *error)
{
    const uint64_t number = b->item * b->study->options.replicates + replicate;
    const talus_rock_class *kind = &b->campaign->rocks[b->measured->rock - 1];
    const talus_rock *body = NULL;
    talus_rock *own = NULL;
    talus_status status =
        trajectory_body(b->campaign, b->measured->rock - 1, number, &body, &own, error);
    if (status != TALUS_OK) {
        return status;
    }
    double factor = 1.0;
    if (kind->sized) {
        const double volume = talus_distribution_at(&kind->volume, draw(b, replicate, DRAW_SIZE));
        factor = trajectory_cube_root(volume / body->volume);
    }
    const talus_state rest = {.p = {1.0, 0.0, 0.0, 0.0}};
    status = talus_motion_start(b->stepper, body, factor, b->campaign->seed, number, &rest,
                                b->motion, NULL);
    if (status != TALUS_OK) {
        (void)talus_error_set(error, status, "the rock cannot be set at %g times its size", factor);
    } else {
        *state = (talus_state){.v = b->measured->before};
        set_spin(b, body, factor * largest_of(body->dimensions), replicate, state);
        state->r.z = START_GAP - stepper_min_gap(b->stepper, b->motion, state->r, state->p);
    }
    talus_rock_destroy(own);
    return status;
}

/// From the first step in contact or in the soil to the last before a while without either.
static void run_impact(const bench *b, talus_state *state)
{
    const double dt = b->campaign->step.time_step;
    double first = -1.0, last = 0.0, t = 0.0;
    talus_state after = *state;
    b->motion->state = *state;
    while (t < 2.0 * LONGEST && (first < 0.0 || (t - last < APART && t - first < LONGEST))) {
        talus_step_report report;
        stepper_step(b->stepper, b->motion, &report);
        *state = *talus_motion_state(b->motion);
        t += dt;
        if (report.contact_count > 0 || state->scar_depth > 0.0) {
            first = first < 0.0 ? t - dt : first;
            last = t;
            after = *state;
        }
    }
    *state = after;
}

static bool keep_impact(const bench *b, const talus_state *after)
{
    const talus_vec3 n = b->measured->normal, before = b->measured->before;
    const double fall = vec3_dot(before, n), rise = vec3_dot(after->v, n);
    const double fast = vec3_norm(vec3_axpy(before, -fall, n));
    const double slow = vec3_norm(vec3_axpy(after->v, -rise, n));
    const double values[] = {vec3_norm2(after->v) / vec3_norm2(before), -rise / fall, slow / fast,
                             vec3_norm(after->omega)};
    const double out[] = {after->v.x, after->v.y, after->v.z};
    validate_sample *samples = b->study->samples;
    bool whole = true;
    for (int k = 0; k < 4; k++) {
        validate_sample *sample = &samples[VALIDATE_ENERGY_KEPT + k];
        if (isfinite(values[k])) {
            whole =
                validate_ensemble_add(&sample->rows[sample->count - 1].simulated, 1, &values[k]) &&
                whole;
        }
    }
    validate_sample *rebound = &samples[VALIDATE_REBOUND];
    return validate_ensemble_add(&rebound->rows[rebound->count - 1].simulated, 3, out) && whole;
}

/// Measured values of an impact: e and so on by sample.
static void measure(const measured_impact *m, double values[4], bool known[4])
{
    const double fall = vec3_dot(m->before, m->normal), rise = vec3_dot(m->after, m->normal);
    const double fast = vec3_norm(vec3_axpy(m->before, -fall, m->normal));
    const double slow = vec3_norm(vec3_axpy(m->after, -rise, m->normal));
    values[0] = vec3_norm2(m->after) / vec3_norm2(m->before);
    values[1] = -rise / fall;
    values[2] = slow / fast;
    values[3] = vec3_norm(m->spin_after);
    for (int k = 0; k < 4; k++) {
        known[k] = isfinite(values[k]);
    }
}

static talus_status add_rows(validate_study *study, const measured_impact *m, talus_error *error)
{
    double values[4];
    bool known[4];
    measure(m, values, known);
    for (int k = 0; k < 4; k++) {
        validate_row *row = validate_sample_add(&study->samples[VALIDATE_ENERGY_KEPT + k]);
        if (row == NULL) {
            return validate_no_memory(error);
        }
        row->is_measured = known[k];
        row->measured[0] = values[k];
    }
    validate_row *row = validate_sample_add(&study->samples[VALIDATE_REBOUND]);
    if (row == NULL) {
        return validate_no_memory(error);
    }
    row->is_measured = is_known(m->after);
    row->measured[0] = m->after.x;
    row->measured[1] = m->after.y;
    row->measured[2] = m->after.z;
    return TALUS_OK;
}

static talus_status simulate(bench *b, talus_error *error)
{
    const talus_site site = {.terrain = b->terrain, .grounds = &b->ground, .ground_count = 1};
    const talus_rock *rock = b->campaign->rocks[b->measured->rock - 1].rock;
    talus_status status =
        talus_stepper_create(&site, &b->campaign->step, rock->vertex_count, &b->stepper, error);
    if (status == TALUS_OK) {
        status = talus_motion_create(b->stepper, &b->motion, error);
    }
    for (uint64_t k = 0; k < b->study->options.replicates && status == TALUS_OK; k++) {
        talus_state state;
        status = start(b, k, &state, error);
        if (status == TALUS_OK) {
            run_impact(b, &state);
            status = keep_impact(b, &state) ? TALUS_OK : validate_no_memory(error);
        }
    }
    talus_free(b->motion);
    talus_stepper_destroy(b->stepper);
    return status;
}

/// Values of the other impacts of the same rock. @param first row of the first impact
static talus_status add_climatology(validate_study *study, const measured_impact *impacts,
                                    size_t count, size_t first, talus_error *error)
{
    bool whole = true;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count; k++) {
            for (int s = 0; s < 4 && i != k && impacts[i].rock == impacts[k].rock; s++) {
                validate_sample *sample = &study->samples[VALIDATE_ENERGY_KEPT + s];
                const size_t base = s == 3 ? 0 : first;
                const validate_row *other = &sample->rows[base + k];
                if (other->is_measured) {
                    whole = validate_ensemble_add(&sample->rows[base + i].climatology, 1,
                                                  other->measured) &&
                            whole;
                }
            }
        }
    }
    return whole ? TALUS_OK : validate_no_memory(error);
}

talus_status validate_simulate_impacts(validate_study *study, talus_error *error)
{
    const size_t count = study->impacts_table.rows;
    const size_t first = study->samples[VALIDATE_ENERGY_KEPT].count;
    measured_impact *impacts = calloc(count + 1, sizeof *impacts);
    talus_status status = impacts != NULL ? TALUS_OK : validate_no_memory(error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        bench b = {.study = study,
                   .campaign = talus_world_campaign(study->world),
                   .measured = &impacts[k],
                   .item = k};
        b.ground = b.campaign->site.grounds[0];
        b.ground.variation = NULL;
        status = read_impact(study, k, &impacts[k], error);
        if (status == TALUS_OK) {
            status = add_rows(study, &impacts[k], error);
        }
        if (status == TALUS_OK) {
            status = make_plane(&b, error);
        }
        if (status == TALUS_OK) {
            status = simulate(&b, error);
        }
        talus_terrain_destroy(b.terrain);
    }
    if (status == TALUS_OK) {
        status = add_climatology(study, impacts, count, first, error);
    }
    free(impacts);
    return status;
}
