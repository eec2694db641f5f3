// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a suite.
#include "lab/fragility/rocking_suite_run.h"

#include "foundation/math/linalg.h"
#include "lab/rocking/ground_motion.h"
#include "lab/spatial/spatial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Distance from below the centre of mass to the nearest edge, and p about it.
static void nearest_edge(suite_plan *plan)
{
    const talus_spatial_block *b = &plan->block;
    const double gravity = plan->options->scenario->keys.simulation.gravity;
    plan->near = (double)INFINITY;
    for (int i = 0; i < (int)b->corner_count; i++) {
        const talus_vec3 c = b->corners[i];
        const talus_vec3 e = vec3_sub(b->corners[spatial_corner(b, i + 1)], c);
        const double length = vec3_norm(e), distance = (c.x * e.y - c.y * e.x) / length;
        if (distance < plan->near) {
            const talus_vec3 axis = vec3_scale(1.0 / length, e);
            const talus_mat3 j = spatial_inertia_about(&b->inertia, b->mass, c);
            const double radius = sqrt(distance * distance + c.z * c.z);
            plan->near = distance;
            plan->p = sqrt(b->mass * gravity * radius / vec3_dot(axis, mat3_mulv(&j, axis)));
            plan->alpha = talus_atan(distance / -c.z);
        }
    }
}

static talus_status copy_motion(const talus_ground_motion *from, talus_ground_motion *to,
                                talus_error *error)
{
    *to = (talus_ground_motion){.time_step = from->time_step, .count = from->count};
    to->horizontal = malloc(from->count * sizeof *to->horizontal);
    to->vertical = from->vertical ? malloc(from->count * sizeof *to->vertical) : NULL;
    if (!to->horizontal || (from->vertical && !to->vertical)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for records");
    }
    memcpy(to->horizontal, from->horizontal, from->count * sizeof *to->horizontal);
    if (to->vertical) {
        memcpy(to->vertical, from->vertical, from->count * sizeof *to->vertical);
    }
    return TALUS_OK;
}

/// A record in the axes of the block. Both motions are cleared by the caller.
static talus_status turn_record(const rocking_suite_record *r, double degrees,
                                talus_ground_motion *x, talus_ground_motion *y, talus_error *error)
{
    talus_status status = copy_motion(&r->x, x, error);
    if (status == TALUS_OK && r->y.count > 0) {
        status = copy_motion(&r->y, y, error);
    }
    if (status == TALUS_OK && degrees != 0.0) {
        status = ground_motion_turn(x, y, degrees * TALUS_PI / 180.0, error);
    }
    return status;
}

/// Direction of a run by the index of its angle, deg.
static double direction_degrees(const rocking_suite_options *o, size_t angle)
{
    return o->first_angle + 360.0 * (double)angle / (double)o->angles;
}

/// Every record in the axes of the block at every angle.
static talus_status turn_records(suite_plan *plan, talus_error *error)
{
    const rocking_suite_options *o = plan->options;
    const size_t count = o->list->count * o->angles;
    plan->turned = calloc(2 * count, sizeof *plan->turned);
    talus_status status =
        plan->turned ? TALUS_OK
                     : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for records");
    for (size_t i = 0; i < count && status == TALUS_OK; i++) {
        const rocking_suite_record *r = &o->list->records[i / o->angles];
        talus_ground_motion *x = &plan->turned[2 * i], *y = x + 1;
        status = turn_record(r, direction_degrees(o, i % o->angles), x, y, error);
    }
    return status;
}

talus_status suite_plan_make(const rocking_suite_options *options, const double *unit,
                             suite_plan *plan, talus_error *error)
{
    const rocking_keys *keys = &options->scenario->keys;
    *plan = (suite_plan){.options = options, .unit = unit};
    plan->planar = keys->block.kind == ROCKING_PLANAR;
    if (plan->planar) {
        plan->model = rocking_planar_model(keys);
        const talus_rocking_block *b = &plan->model.block;
        const bool on_b = b->b2 < b->b1;
        const talus_rocking_pivot pivot = talus_rocking_block_pivot(b, on_b, plan->model.gravity);
        plan->near = fmin(b->b1, b->b2);
        plan->alpha = pivot.alpha;
        plan->p = pivot.p;
    } else {
        plan->block = rocking_spatial_block(keys);
        plan->law = rocking_spatial_law(keys);
        nearest_edge(plan);
    }
    return turn_records(plan, error);
}

void suite_plan_clear(suite_plan *plan)
{
    const rocking_suite_options *o = plan->options;
    for (size_t i = 0; plan->turned && i < 2 * o->list->count * o->angles; i++) {
        ground_motion_clear(&plan->turned[i]);
    }
    free(plan->turned);
    *plan = (suite_plan){.options = o};
}

/// Stream of random numbers of a sample of a record; the same at every level and angle.
static uint64_t stream_of(const rocking_suite_run *run)
{
    return (uint64_t)run->record << 32 | (uint64_t)run->sample;
}

/// Less energy than the block has upright over its nearest side.
static double barrier(const suite_plan *plan, double mass, double gravity, double h)
{
    return mass * gravity * (sqrt(plan->near * plan->near + h * h) - h);
}

static void record_planar(const suite_plan *plan, const talus_planar_model *model,
                          const talus_planar_result *r, rocking_suite_run *run)
{
    const talus_rocking_block *b = &model->block;
    const double a = talus_rocking_block_pivot(b, false, model->gravity).alpha;
    const double c = talus_rocking_block_pivot(b, true, model->gravity).alpha;
    const bool safe =
        fabs(r->theta) < plan->alpha && talus_planar_energy(model, r->theta, r->omega) <
                                            barrier(plan, b->mass, model->gravity, b->h);
    run->peak_over_alpha = fmax(r->side_peak[0] / a, r->side_peak[1] / c);
    run->peak = r->peak_angle;
    run->peak_time = r->peak_angle > 0.0 ? r->peak_time : (double)NAN;
    run->end_time = r->time;
    run->impacts = r->impacts;
    run->required_friction = r->demand.friction;
    if (r->outcome == TALUS_PLANAR_OVERTURNED) {
        run->outcome = ROCKING_SUITE_FELL;
    } else if (r->outcome == TALUS_PLANAR_MOVING && !safe) {
        run->outcome = ROCKING_SUITE_UNDECIDED;
    } else {
        run->outcome = isnan(r->start_time) ? ROCKING_SUITE_STILL : ROCKING_SUITE_STANDS;
    }
}

static talus_status run_planar(const suite_plan *plan, const talus_ground_motion *motion,
                               double end, rocking_suite_run *run, talus_error *error)
{
    const rocking_suite_options *o = plan->options;
    const talus_shaking shaking = {.motion = motion, .scale = run->factor};
    talus_planar_model model = plan->model;
    if (o->draws) {
        model = rocking_impact_sample(&o->impact, &plan->model.block, o->seed, stream_of(run));
        model.gravity = plan->model.gravity;
    }
    run->drawn[0] = model.r_ab;
    run->drawn[1] = model.r_ba;
    run->drawn[2] = (double)NAN;
    talus_planar_options options = talus_planar_options_default();
    options.duration = end;
    options.demand = true;
    talus_planar_result result;
    const talus_status status = talus_planar_run(&model, &shaking, &options, NULL, &result, error);
    if (status == TALUS_OK) {
        record_planar(plan, &model, &result, run);
    }
    return status;
}

/// Whether the block has left rest: the first event shows it.
static void note_start(void *user, const talus_spatial_event *event)
{
    bool *started = user;
    *started = *started || event->kind == TALUS_SPATIAL_UPLIFT;
}

static void record_spatial(const suite_plan *plan, const talus_spatial_state *state,
                           const talus_spatial_summary *s, bool started, rocking_suite_run *run)
{
    const talus_spatial_block *b = &plan->block;
    const double gravity = plan->options->scenario->keys.simulation.gravity;
    const double h = -b->corners[0].z;
    const talus_vec3 axis = talus_quat_rotate(state->attitude, vec3(0.0, 0.0, 1.0));
    const bool safe = axis.z > h / sqrt(plan->near * plan->near + h * h) &&
                      talus_spatial_energy(b, state, gravity) < barrier(plan, b->mass, gravity, h);
    run->peak = s->largest_tilt;
    run->peak_over_alpha = s->largest_tilt / plan->alpha;
    run->peak_time = run->required_friction = (double)NAN;
    run->end_time = state->time;
    run->impacts = s->edge_impacts + s->facet_impacts;
    const bool went_on = s->end == TALUS_SPATIAL_TIME_END || s->end == TALUS_SPATIAL_IMPACTS_END;
    run->outcome = s->end == TALUS_SPATIAL_OVERTURNED ? ROCKING_SUITE_FELL
                   : s->end == TALUS_SPATIAL_AT_REST || (went_on && safe)
                       ? (started ? ROCKING_SUITE_STANDS : ROCKING_SUITE_STILL)
                       : ROCKING_SUITE_UNDECIDED;
}

static talus_status run_spatial(const suite_plan *plan, const talus_ground_motion *motion,
                                double end, rocking_suite_run *run, talus_error *error)
{
    const rocking_suite_options *o = plan->options;
    talus_spatial_shaking shaking = {.x = {.motion = &motion[0], .scale = run->factor},
                                     .y = {.scale = run->factor}};
    shaking.y.motion = motion[1].count > 0 ? &motion[1] : NULL;
    const talus_spatial_law law =
        o->draws ? rocking_spatial_impact_sample(&o->spatial, o->seed, stream_of(run)) : plan->law;
    run->drawn[0] = law.lam[0];
    run->drawn[1] = law.lat[0];
    run->drawn[2] = law.lon[0];
    bool started = false;
    talus_spatial_options options = talus_spatial_options_default();
    options.gravity = o->scenario->keys.simulation.gravity;
    options.end_time = end;
    options.shaking = &shaking;
    options.impact_limit = 100000;
    options.on_event = note_start;
    options.user = &started;
    talus_spatial_state state = talus_spatial_release(&plan->block, 1, 0.0);
    talus_spatial_summary summary;
    const talus_status status =
        talus_spatial_run(&plan->block, &law, &options, &state, &summary, error);
    if (status == TALUS_OK) {
        record_spatial(plan, &state, &summary, started, run);
    }
    return status;
}

/// Streams of directions: no sample of impacts has one of them.
#define ANGLE_STREAMS ((uint64_t)1 << 62)

/// One run under a record in its axes: x and y.
static talus_status run_under(const suite_plan *plan, const talus_ground_motion *motion,
                              rocking_suite_run *run, talus_error *error)
{
    const rocking_suite_options *o = plan->options;
    const double record = (double)(motion->count - 1) * motion->time_step;
    double horizon = o->horizon / plan->p;
    talus_status status = TALUS_OK;
    run->outcome = ROCKING_SUITE_UNDECIDED;
    // a run without a verdict goes on to twice and four times the horizon
    for (int i = 0; i < 3 && status == TALUS_OK && run->outcome == ROCKING_SUITE_UNDECIDED; i++) {
        status = plan->planar ? run_planar(plan, motion, record + horizon, run, error)
                              : run_spatial(plan, motion, record + horizon, run, error);
        horizon *= 2.0;
    }
    if (run->outcome == ROCKING_SUITE_FELL) {
        run->peak_over_alpha = (double)NAN;
    }
    return status;
}

talus_status suite_run(const suite_plan *plan, rocking_suite_run *run, talus_error *error)
{
    const rocking_suite_options *o = plan->options;
    if (!o->draws_angles) {
        run->degrees = direction_degrees(o, run->angle);
        return run_under(plan, &plan->turned[2 * (run->record * o->angles + run->angle)], run,
                         error);
    }
    talus_random random = {.seed = o->seed, .stream = ANGLE_STREAMS | stream_of(run)};
    talus_ground_motion turned[2] = {{.count = 0}, {.count = 0}};
    run->degrees = o->first_angle + 360.0 * talus_random_uniform(&random);
    talus_status status =
        turn_record(&o->list->records[run->record], run->degrees, &turned[0], &turned[1], error);
    status = status == TALUS_OK ? run_under(plan, turned, run, error) : status;
    ground_motion_clear(&turned[0]);
    ground_motion_clear(&turned[1]);
    return status;
}
