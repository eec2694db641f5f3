// SPDX-License-Identifier: GPL-3.0-or-later
// A block on a plane under the time-stepper; the generalised law inside its step.
#include "lab/bridge/rocking_bench.h"

#include "foundation/math/linalg.h"
#include "lab/bridge/rocking_wrench.h"
#include "lab/rocking/shaking.h"
#include "physics/shape/check.h"

#define REACH 1000.0 ///< m, half the plane
#define DENSITY 1000.0

rocking_bench_options rocking_bench_options_default(double b1, double b2, double h)
{
    return (rocking_bench_options){.b1 = b1,
                                   .b2 = b2,
                                   .h = h,
                                   .mu = ROCKING_STICKING_MU,
                                   .time_step = 1e-3,
                                   .gravity = 9.81,
                                   .scheme = TALUS_SCHEME_MIDPOINT};
}

/// Base corners in the numbering of the spatial model, and the order of the rock's vertices.
static void find_corners(rocking_bench *bench)
{
    size_t found = 0;
    for (size_t k = 0; k < bench->rock->vertex_count; k++) {
        const talus_vec3 x = bench->rock->vertices[k];
        if (x.z < 0.0 && found < ROCKING_CORNERS) {
            const size_t corner = x.x > 0.0 ? (x.y < 0.0 ? 0 : 1) : (x.y > 0.0 ? 2 : 3);
            bench->corners[corner] = x;
            bench->order[found++] = corner;
        }
    }
}

/// The rock as the planar block: shifted so that the centre of mass has b1 and b2 to its corners.
static void shape_as(const talus_rocking_block *block, talus_rock *rock)
{
    const double shift = 0.5 * (block->b2 - block->b1), scale = block->mass / rock->mass;
    rock->radius = 0.0;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        rock->vertices[k].x += shift;
        rock->radius = fmax(rock->radius, vec3_norm(rock->vertices[k]));
    }
    rock->mass = block->mass;
    rock->inertia = vec3(scale * rock->inertia.x, block->inertia, scale * rock->inertia.z);
    // a planar motion uses I alone: the other moments are those of a cuboid where a body can have all
    // three, else those of a ball
    if (!shape_can_have_moments(rock->inertia)) {
        rock->inertia.x = rock->inertia.z = block->inertia;
    }
}

static talus_status make_site(rocking_bench *bench, talus_error *error)
{
    const talus_grid grid = {-REACH, -REACH, 2.0 * REACH, 2, 2};
    const rocking_bench_options *o = &bench->options;
    const double rise = REACH * talus_sin(o->slope) / talus_cos(o->slope);
    const double heights[4] = {rise, -rise, rise, -rise};
    bench->turn = (talus_quat){talus_cos(0.5 * o->slope), 0.0, talus_sin(0.5 * o->slope), 0.0};
    bench->ground = (talus_ground){.name = "plane", .mu_min = o->mu, .mu_max = o->mu};
    bench->ground.epsilon_n = o->epsilon_n;
    bench->ground.impact = (talus_ground_impact){.law = o->lambda > 0.0 ? TALUS_IMPACT_LAMBDA
                                                        : o->en21 > 0.0 ? TALUS_IMPACT_E_N21
                                                                        : TALUS_IMPACT_NEWTON,
                                                 .value = o->lambda > 0.0 ? o->lambda : o->en21};
    const talus_status status = talus_terrain_create(&grid, heights, NULL, &bench->terrain, error);
    bench->site =
        (talus_site){.terrain = bench->terrain, .grounds = &bench->ground, .ground_count = 1};
    return status;
}

talus_status rocking_bench_init(rocking_bench *bench, const rocking_bench_options *options,
                                talus_error *error)
{
    *bench = (rocking_bench){.options = *options};
    const rocking_bench_options *o = &bench->options;
    talus_step_options steps = talus_step_options_default();
    steps.scheme = o->scheme;
    steps.time_step = o->time_step;
    steps.gravity = o->gravity;
    steps.position_correction = o->position_correction;
    steps.flights = false;
    talus_status status = make_site(bench, error);
    if (status == TALUS_OK) {
        status = talus_rock_build("cuboid", vec3(2.0 * o->b1, 2.0 * o->b2, 2.0 * o->h), 0, DENSITY,
                                  &bench->rock, error);
    }
    if (status == TALUS_OK && o->planar) {
        shape_as(o->planar, bench->rock);
    }
    if (status == TALUS_OK) {
        status = talus_stepper_create(&bench->site, &steps, bench->rock->vertex_count,
                                      &bench->stepper, error);
    }
    if (status == TALUS_OK) {
        status = talus_motion_create(bench->stepper, &bench->motion, error);
    }
    if (status == TALUS_OK) {
        const talus_state rest = {.p = {1.0, 0.0, 0.0, 0.0}};
        status = talus_motion_start(bench->stepper, bench->rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS,
                                    &rest, bench->motion, error);
        bench->mass = bench->motion->body.mass;
        bench->inertia = bench->motion->body.inertia;
        find_corners(bench);
    }
    return status;
}

void rocking_bench_clear(rocking_bench *bench)
{
    talus_free(bench->motion);
    talus_stepper_destroy(bench->stepper);
    talus_rock_destroy(bench->rock);
    talus_terrain_destroy(bench->terrain);
    *bench = (rocking_bench){.steps = 0};
}

talus_state rocking_bench_pivoting(const rocking_bench *bench, double theta, double omega)
{
    const rocking_bench_options *o = &bench->options;
    const double pivot = theta >= 0.0 ? -o->b1 : o->b1, c = talus_cos(theta), s = talus_sin(theta);
    // from the pivot to the centre of mass
    const talus_vec3 arm = vec3(-pivot * c - o->h * s, 0.0, -pivot * s + o->h * c);
    return (talus_state){.r = vec3(pivot + arm.x, 0.0, arm.z),
                         .p = {talus_cos(0.5 * theta), 0.0, -talus_sin(0.5 * theta), 0.0},
                         .v = vec3(-omega * arm.z, 0.0, omega * arm.x),
                         .omega = vec3(0.0, -omega, 0.0)};
}

double rocking_bench_theta(const talus_state *state)
{
    return -2.0 * talus_atan(state->p.y / state->p.w);
}

double rocking_bench_omega(const talus_state *state)
{
    return -state->omega.y;
}

double rocking_bench_energy(const rocking_bench *bench, const talus_state *state)
{
    return 0.5 * bench->mass * vec3_norm2(state->v) +
           0.5 * vec3_dot(state->omega, vec3_mul(bench->inertia, state->omega)) +
           bench->mass * bench->options.gravity * (state->r.z - bench->options.h);
}

/// The step's contacts as corners; their frame on a level plane is (z, -y, x).
static talus_vec3 of_frame(const double p[3])
{
    return vec3(p[2], -p[1], p[0]);
}

/// Corners at the midpoint pose, as the stepper reads them. [theory (13), (14)]
static void look(const rocking_bench *bench, const talus_state *state, const talus_mat3 *a,
                 rocking_bench_step *step)
{
    const talus_vec3 r = vec3_axpy(state->r, 0.5 * bench->options.time_step, state->v);
    for (size_t i = 0; i < ROCKING_CORNERS; i++) {
        step->foot[i] = vec3_add(r, mat3_mulv(a, bench->corners[i]));
        step->closed[i] = step->foot[i].z <= 0.0;
        step->approach[i] =
            vec3_add(state->v, mat3_mulv(a, vec3_cross(state->omega, bench->corners[i])));
        step->percussion[i] = vec3(0.0, 0.0, 0.0);
    }
}

static void count(rocking_bench *bench, const rocking_bench_step *step)
{
    const talus_step_report *report = &step->report;
    bench->steps++;
    bench->contact_steps += report->contact_count > 0;
    bench->unsolved += !report->solver.solved;
    bench->plastic += report->retried_plastic;
    bench->limited += report->law == TALUS_LAW_LIMITED || report->law == TALUS_LAW_REFUSED;
    bench->base_work += report->base_work;
    bench->worst_residual = report->solver.relative_error > bench->worst_residual
                                ? report->solver.relative_error
                                : bench->worst_residual;
    const double ledger = fabs(report->ledger);
    bench->worst_ledger = ledger > bench->worst_ledger ? ledger : bench->worst_ledger;
    bench->deepest = report->penetration > bench->deepest ? report->penetration : bench->deepest;
}

/// The base gains V(t_{n+1}) - V(t_n) in step n, t_n = n dt.
static void shake(rocking_bench *bench)
{
    const double dt = bench->options.time_step, start = bench->options.start;
    const double n = (double)bench->steps;
    const talus_shaking *const axes[2] = {bench->options.shaking, bench->options.shaking_y};
    double change[2] = {0.0, 0.0}, up = 0.0;
    for (int i = 0; i < 2 && axes[i]; i++) {
        double before[2], after[2], place[2];
        shaking_integrals(axes[i], start + n * dt, before, place);
        shaking_integrals(axes[i], start + (n + 1.0) * dt, after, place);
        change[i] = after[0] - before[0];
        up += after[1] - before[1];
    }
    const talus_vec3 gain = vec3(change[0], change[1], up);
    stepper_set_base(bench->motion, &gain);
}

/// A state in axes that are turned.
static talus_state turned(const talus_state *state, talus_quat turn)
{
    talus_state other = *state;
    other.r = talus_quat_rotate(turn, state->r);
    other.p = quat_mul(turn, state->p);
    other.v = talus_quat_rotate(turn, state->v);
    return other;
}

/// stepper_step, in which an impact is that of the wrench law where there is one.
static void step_on(rocking_bench *bench, const talus_mat3 *a, rocking_bench_step *step)
{
    stepper_work work;
    rocking_push push;
    bool refused = false;
    talus_stepper *s = bench->stepper;
    step->is_wrench = false;
    if (!bench->options.wrench) {
        stepper_step(s, bench->motion, &step->report);
        return;
    }
    stepper_begin(s, bench->motion, &work, &step->report);
    step->is_wrench = rocking_wrench_push(bench, step, a, &work.m, &push, &refused);
    bench->refused += refused;
    if (!step->is_wrench) {
        stepper_finish_alone(s, bench->motion, &work, &step->report);
        return;
    }
    const talus_vec3 centre = vec3_sub(step->foot[0], mat3_mulv(a, bench->corners[0]));
    step->wrench = (talus_spatial_wrench){push.impulse, centre.x + push.place.x,
                                          centre.y + push.place.y, push.tau};
    bench->wrenches++;
    s->set.count = 0; // their percussions are in the free velocities
    stepper_finish_solved(s, bench->motion, &work, &step->report);
    step->report.ledger -= push.work;
}

void rocking_bench_take(rocking_bench *bench, talus_state *state, rocking_bench_step *step)
{
    size_t at[ROCKING_CORNERS] = {0}, n = 0;
    const talus_mat3 a =
        talus_quat_matrix(quat_advance(state->p, 0.25 * bench->options.time_step, state->omega));
    look(bench, state, &a, step);
    if (bench->options.shaking) {
        shake(bench);
    }
    const talus_state placed = turned(state, bench->turn);
    bench->motion->state = bench->options.slope == 0.0 ? *state : placed;
    step_on(bench, &a, step);
    *state = *talus_motion_state(bench->motion);
    if (bench->options.slope != 0.0) {
        const talus_quat q = bench->turn;
        *state = turned(state, (talus_quat){q.w, -q.x, -q.y, -q.z});
    }
    for (size_t k = 0; k < ROCKING_CORNERS; k++) {
        if (step->closed[bench->order[k]]) {
            at[n++] = bench->order[k];
        }
    }
    talus_contact_problem problem;
    const double *percussion = NULL;
    talus_solver_info info;
    // a block that lies on a side touches with other vertices than its base's
    if (n == step->report.contact_count &&
        stepper_last_problem(bench->stepper, &problem, &percussion, &info) && percussion) {
        for (size_t k = 0; k < n; k++) {
            step->percussion[at[k]] = of_frame(percussion + 3 * k);
        }
    }
    count(bench, step);
}
