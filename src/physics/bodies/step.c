// SPDX-License-Identifier: GPL-3.0-or-later
// One step of all bodies of an event.
#include "physics/bodies/bodies_internal.h"

#include "physics/rotation/rotation_internal.h"
#include "physics/stepper/worker.h"

#include <stdlib.h>

/// Contacts of the body with the ground, velocities without percussions.
static void begin_body(bodies_body *body)
{
    stepper_begin(body->stepper, body->motion, &body->work, &body->report);
}

/// The same in an island: the ground is closed as pairs are, up to a gap of PAIRS_CLOSED of the
/// radius, since what stands on what would tilt with every contact that opens by round-off. The
/// contacts are looked for that much lower.
static void begin_standing(bodies_body *body)
{
    talus_state *q = &body->motion->state;
    const talus_vec3 r = q->r;
    q->r.z -= PAIRS_CLOSED * body->hull->radius;
    begin_body(body);
    q->r = r;
    body->work.r_mid = vec3_axpy(r, 0.5 * body->stepper->options.time_step, q->v);
}

/// What a body of an island needs more: its ground contacts posed, the rotation of its torque rows.
static void pose_body(const bodies_event *event, bodies_body *body)
{
    talus_stepper *s = body->stepper;
    stepper_motion *m = &body->work.m;
    const talus_state *q = &body->motion->state;
    const double dt = s->options.time_step;
    const talus_scheme scheme = s->options.scheme;
    if (m->is_diagonal) {
        m->turn_diagonal = vec3(1.0 / m->inertia_diagonal.x, 1.0 / m->inertia_diagonal.y,
                                1.0 / m->inertia_diagonal.z);
    }
    stepper_pose_contacts(s, q->slippage, &body->work.pose.a, m);
    // explicit and midpoint+ turn the body by what the percussions do
    const bool knows_end = scheme != TALUS_SCHEME_EXPLICIT && scheme != TALUS_SCHEME_MIDPOINT_PLUS;
    const talus_quat p =
        knows_end && !event->options.rows_at_midpoint
            ? talus_rotation_orientation(scheme, q->p, q->omega, &m->turning, m->turning.omega, dt)
            : talus_rotation_midpoint(q->p, q->omega, dt);
    body->a_end = quat_matrix(p);
    body->v_free = m->v_free;
    body->omega_free = m->omega_free;
    body->impulse = body->spin = body->pair_impulse = body->pair_spin = vec3(0.0, 0.0, 0.0);
}

/// u' M^ w of one body; the gyroscopic part of Theta^ does no work.
static double weigh(const stepper_motion *m, talus_vec3 v, talus_vec3 w, talus_vec3 v_other,
                    talus_vec3 w_other)
{
    return vec3_dot(v, v_other) / m->inverse_mass +
           vec3_dot(w, vec3_mul(m->inertia_diagonal, w_other));
}

/// Pairs push the free velocities, the stepper does the rest; then the ledger of all contacts.
static void finish_body(bodies_body *body, bodies_report *report)
{
    stepper_motion *m = &body->work.m;
    const talus_vec3 spin = body->pair_spin;
    m->v_free = vec3_axpy(m->v_free, m->inverse_mass, body->pair_impulse);
    m->omega_free = vec3_add(m->omega_free, m->is_diagonal ? vec3_mul(m->turn_diagonal, spin)
                                                           : mat3_mulv(&m->turn_inverse, spin));
    const talus_vec3 v_before = m->v_before, omega_before = m->omega_before;
    stepper_finish_solved(body->stepper, body->motion, &body->work, &body->report);
    const talus_state *q = &body->motion->state;
    const talus_vec3 v_mean = vec3_scale(0.5, vec3_add(q->v, v_before));
    const talus_vec3 omega_mean = vec3_scale(0.5, vec3_add(q->omega, omega_before));
    const double pair_work =
        vec3_dot(v_mean, body->pair_impulse) + vec3_dot(omega_mean, body->pair_spin);
    report->pair_work += pair_work;
    report->contact_work += vec3_dot(v_mean, body->impulse) + vec3_dot(omega_mean, body->spin);
    report->gain +=
        0.5 * weigh(m, vec3_sub(q->v, body->v_free), vec3_sub(q->omega, body->omega_free),
                    vec3_add(q->v, body->v_free), vec3_add(q->omega, body->omega_free));
    body->report.gain = body->gain_share * 0.5 *
                        weigh(m, body->v_free, body->omega_free, body->v_free, body->omega_free);
    body->report.ledger -= pair_work;
    body->report.contact_count = body->contact_total;
    const talus_vec3 pushed = body->pair_impulse;
    body->report.touching |= pushed.x != 0.0 || pushed.y != 0.0 || pushed.z != 0.0;
    report->ledger += body->report.ledger;
}

/// A body that touches no other one. @return false: no memory
static bool finish_single(bodies_event *event, uint32_t number, bodies_report *report)
{
    bodies_body *body = &event->bodies[number];
    const talus_step_report *own = &body->report;
    stepper_finish_alone(body->stepper, body->motion, &body->work, &body->report);
    report->contact_count += own->contact_count;
    report->unsolved += !own->solver.solved;
    report->retried_plastic += own->retried_plastic;
    report->limited += own->withheld > 0.0 && !own->retried_plastic;
    report->iterations += own->solver.iterations;
    report->worst_error = fmax(report->worst_error, own->solver.relative_error);
    report->gain += own->gain;
    report->ledger += own->ledger;
    bodies_solved solved = {.body = number, .part = event->part};
    return event->watch == NULL ||
           !stepper_last_problem(body->stepper, &solved.problem, &solved.percussion,
                                 &solved.solver) ||
           event->watch(event->watcher, &solved);
}

/// Solve the island of this root and move its bodies. @return false: no memory
static bool step_island(bodies_event *event, uint32_t root, bodies_report *report)
{
    size_t count = 0;
    for (uint32_t b = root; b != BODIES_NONE; b = event->bodies[b].next) {
        pose_body(event, &event->bodies[b]);
        count++;
    }
    if (!bodies_solve_island(event, root, report)) {
        return false;
    }
    report->island_count++;
    report->island_bodies = count > report->island_bodies ? count : report->island_bodies;
    return true;
}

static bool moves(const bodies_body *body)
{
    return body->condition == BODIES_MOVING;
}

/// A part of the step into the whole.
static void add_part(bodies_body *body, int part)
{
    const talus_step_report *own = &body->report;
    talus_step_report *whole = &body->whole;
    if (part == 0) {
        *whole = *own;
        return;
    }
    const talus_step_report before = *whole;
    *whole = *own;
    whole->contact_count =
        own->contact_count > before.contact_count ? own->contact_count : before.contact_count;
    whole->min_gap = fmin(own->min_gap, before.min_gap);
    whole->penetration = fmax(own->penetration, before.penetration);
    whole->swept |= before.swept;
    whole->touching |= before.touching;
    whole->retried_plastic |= before.retried_plastic;
    whole->withheld = fmax(own->withheld, before.withheld);
    whole->rotation_converged &= before.rotation_converged;
    whole->rotation_iterations += before.rotation_iterations;
    whole->correction += before.correction;
    whole->base_work += before.base_work;
    whole->ledger += before.ledger;
    whole->gain += before.gain;
    whole->forest_energy += before.forest_energy;
    whole->impulse = vec3_add(own->impulse, before.impulse);
    if (before.solver.relative_error > own->solver.relative_error || !before.solver.solved) {
        whole->solver = before.solver;
    }
}

static void swap_warm(bodies_event *event)
{
    bodies_warm *warm = event->warm;
    const size_t capacity = event->warm_capacity;
    event->warm = event->kept;
    event->warm_capacity = event->kept_capacity;
    event->warm_count = event->kept_count;
    event->kept = warm;
    event->kept_capacity = capacity;
    event->kept_count = 0;
}

static int compare_warm(const void *x, const void *y)
{
    const bodies_warm *p = x, *q = y;
    return p->a != q->a   ? (p->a > q->a) - (p->a < q->a)
           : p->b != q->b ? (p->b > q->b) - (p->b < q->b)
                          : (p->key > q->key) - (p->key < q->key);
}

/// @return false: no memory
static bool step_part(bodies_event *event, double time_step, int part, bodies_report *report)
{
    event->part = part;
    event->contact_count = event->kept_count = 0;
    report->contact_count = 0;
    bool has_memory = bodies_find_pairs(event, time_step, report);
    for (uint32_t k = 0; k < event->count && has_memory; k++) {
        bodies_body *body = &event->bodies[k];
        if (!moves(body)) {
            continue;
        }
        body->stepper->options.time_step = time_step;
        (body->root == k && body->next == BODIES_NONE ? begin_body : begin_standing)(body);
    }
    const bool has_begun = has_memory;
    for (uint32_t k = 0; k < event->count && has_memory; k++) {
        const bodies_body *body = &event->bodies[k];
        if (body->root == k && body->next != BODIES_NONE) {
            has_memory = step_island(event, k, report);
        }
    }
    if (!has_memory) {
        for (size_t k = 0; k < event->count && has_begun; k++) {
            if (moves(&event->bodies[k])) {
                stepper_leave(&event->bodies[k].work.own);
            }
        }
        return false;
    }
    for (uint32_t k = 0; k < event->count; k++) {
        bodies_body *body = &event->bodies[k];
        if (!moves(body)) {
            continue;
        }
        if (body->root == k && body->next == BODIES_NONE) {
            has_memory = finish_single(event, k, report) && has_memory;
        } else {
            finish_body(body, report);
        }
        report->correction += body->report.correction;
        report->base_work += body->report.base_work;
        add_part(body, part);
    }
    // islands are in the order of their roots: pairs of different islands may alternate
    if (event->kept_count > 1) {
        qsort(event->kept, event->kept_count, sizeof *event->kept, compare_warm);
    }
    swap_warm(event);
    return has_memory;
}

/// A shaken base gains an equal share in each part.
static void begin_parts(bodies_event *event, int parts)
{
    for (size_t k = 0; k < event->count; k++) {
        bodies_body *body = &event->bodies[k];
        body->pair_energy = body->most = 0.0;
        body->base_gain = body->motion->base_gain;
        body->steps = body->motion->steps;
        body->motion->base_gain = vec3_scale(1.0 / parts, body->base_gain);
    }
}

/// Scratch and motion as between whole steps.
static void end_parts(bodies_event *event, bodies_report *report)
{
    for (size_t k = 0; k < event->count; k++) {
        bodies_body *body = &event->bodies[k];
        body->motion->base_gain = body->base_gain;
        body->stepper->options.time_step = event->options.step.time_step;
        if (moves(body)) {
            body->motion->steps = body->steps + 1;
            report->kinetic_energy += body->report.kinetic_energy;
        }
    }
}

talus_status bodies_event_step(bodies_event *event, bodies_report *report, talus_error *error)
{
    *report = (bodies_report){.parts = bodies_parts(event)};
    bool has_memory = report->parts > 0;
    const double time_step = event->options.step.time_step / (has_memory ? report->parts : 1);
    begin_parts(event, has_memory ? report->parts : 1);
    for (int part = 0; part < report->parts && has_memory; part++) {
        has_memory = step_part(event, time_step, part, report);
    }
    end_parts(event, report);
    return has_memory ? TALUS_OK
                      : talus_error_set(error, TALUS_ERROR_MEMORY,
                                        "no memory for the contacts of %zu bodies", event->count);
}
