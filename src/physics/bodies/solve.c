// SPDX-License-Identifier: GPL-3.0-or-later
// Percussions of an island of several bodies.
#include "foundation/base/array.h"
#include "physics/bodies/bodies_internal.h"
#include "physics/contact_problem/errors.h"
#include "physics/contact_problem/rows.h"
#include "physics/solve/island.h"

#include <string.h>

static talus_contact_problem view_problem(const bodies_problem *p, const double *c,
                                          bool is_symmetric)
{
    talus_contact_problem problem = talus_contact_problem_dense(p->count, p->blocks, c, p->mu);
    problem.row_start = p->row_start;
    problem.column = p->column;
    problem.is_symmetric = is_symmetric;
    return problem;
}

/// @return false: no memory
static bool solve_problem(bodies_event *event, const talus_contact_problem *problem,
                          talus_solver_info *info, bodies_report *report)
{
    const talus_status status = solve_island(event->solver, problem, event->options.step.tolerance,
                                             BODIES_WORST_ERROR, event->problem.percussion, info);
    report->iterations += info->iterations;
    if (status == TALUS_ERROR_ARGUMENT) { // numbers that are not finite
        memset(event->problem.percussion, 0, 3 * problem->contact_count * sizeof(double));
    }
    return status != TALUS_ERROR_MEMORY;
}

static bool has_restitution(const bodies_problem *p)
{
    return memcmp(p->c, p->c_plastic, 3 * p->count * sizeof *p->c) != 0;
}

/// J and spin of one contact for one of its bodies.
static void push(bodies_event *event, const bodies_side *side, const double p[3], bool is_pair)
{
    if (side->body == BODIES_NONE) {
        return;
    }
    bodies_body *body = &event->bodies[side->body];
    talus_vec3 impulse = vec3(0.0, 0.0, 0.0), spin = impulse;
    for (int i = 0; i < 3; i++) {
        const double *f = side->force[i], *t = side->torque[i];
        impulse = vec3_axpy(impulse, p[i], vec3(f[0], f[1], f[2]));
        spin = vec3_axpy(spin, p[i], vec3(t[0], t[1], t[2]));
    }
    body->impulse = vec3_add(body->impulse, impulse);
    body->spin = vec3_add(body->spin, spin);
    if (is_pair) {
        body->pair_impulse = vec3_add(body->pair_impulse, impulse);
        body->pair_spin = vec3_add(body->pair_spin, spin);
    }
}

/// Rate of a contact by what has been pushed into its bodies: a row of W P.
static double pushed_rate(const bodies_event *event, const bodies_rows *rows, int i)
{
    double sum = 0.0;
    for (int k = 0; k < 2; k++) {
        const bodies_side *side = &rows->side[k];
        if (side->body == BODIES_NONE) {
            continue;
        }
        const bodies_body *body = &event->bodies[side->body];
        const stepper_motion *m = &body->work.m;
        const double *f = side->force[i], *t = side->turn[i];
        const talus_vec3 force = vec3_scale(m->inverse_mass, vec3(f[0], f[1], f[2]));
        sum += vec3_dot(force, body->impulse) + vec3_dot(vec3(t[0], t[1], t[2]), body->spin);
    }
    return sum;
}

/// Natural map of the percussions of the start, m/s, by the velocities of the bodies: what rests is
/// solved by what it had in the step before, and needs no W. W symmetric.
static double error_of_start(bodies_event *event, uint32_t root)
{
    const bodies_problem *p = &event->problem;
    double worst = 0.0;
    for (size_t k = 0; k < p->count; k++) {
        push(event, &p->rows[k].side[0], p->percussion + 3 * k, false);
        push(event, &p->rows[k].side[1], p->percussion + 3 * k, false);
    }
    for (size_t k = 0; k < p->count; k++) {
        const double third = bodies_trace(event, &p->rows[k]) * (1.0 / 3.0);
        double y[3], xi[3];
        for (int i = 0; i < 3; i++) {
            y[i] = third * p->percussion[3 * k + (size_t)i];
            xi[i] = p->c[3 * k + (size_t)i] + pushed_rate(event, &p->rows[k], i);
        }
        worst = problem_larger_error(worst, problem_natural_error2(p->mu[k], y, xi));
    }
    for (uint32_t b = root; b != BODIES_NONE; b = event->bodies[b].next) {
        event->bodies[b].impulse = event->bodies[b].spin = vec3(0.0, 0.0, 0.0);
    }
    return sqrt(worst);
}

/// Work of the percussions of the problem. @param energy out, of u_free, J
static double find_gain(bodies_event *event, uint32_t root, double *energy)
{
    const bodies_problem *p = &event->problem;
    double gain = 0.0;
    *energy = 0.0;
    for (size_t k = 0; k < p->count; k++) {
        push(event, &p->rows[k].side[0], p->percussion + 3 * k, false);
        push(event, &p->rows[k].side[1], p->percussion + 3 * k, false);
    }
    for (uint32_t b = root; b != BODIES_NONE; b = event->bodies[b].next) {
        bodies_body *body = &event->bodies[b];
        const stepper_motion *m = &body->work.m;
        const talus_vec3 v = body->v_free, omega = body->omega_free;
        const talus_vec3 turn = m->is_diagonal ? vec3_mul(m->turn_diagonal, body->spin)
                                               : mat3_mulv(&m->turn_inverse, body->spin);
        *energy += 0.5 * (vec3_dot(v, v) / m->inverse_mass +
                          vec3_dot(omega, vec3_mul(m->inertia_diagonal, omega)));
        gain += vec3_dot(vec3_axpy(v, 0.5 * m->inverse_mass, body->impulse), body->impulse) +
                vec3_dot(vec3_axpy(omega, 0.5, turn), body->spin);
        body->impulse = body->spin = vec3(0.0, 0.0, 0.0);
    }
    return gain;
}

static bool gains_energy(bodies_event *event, uint32_t root)
{
    double energy;
    const double gain = find_gain(event, root, &energy);
    return gain > STEPPER_MOST_GAIN * energy;
}

/// Each body has its part in the gain of the island: one alone may get energy from the others.
static void share_gain(bodies_event *event, uint32_t root)
{
    double energy;
    const double gain = find_gain(event, root, &energy);
    for (uint32_t b = root; b != BODIES_NONE; b = event->bodies[b].next) {
        event->bodies[b].gain_share = energy > 0.0 ? gain / energy : 0.0;
    }
}

/// Whether the percussions of the start solve an island of many contacts.
static bool rests(bodies_event *event, uint32_t root, const talus_contact_problem *problem,
                  talus_solver_info *info)
{
    if (problem->contact_count <= SOLVE_FEW_CONTACTS || !problem->is_symmetric) {
        return false;
    }
    *info = talus_solver_info_default();
    info->stage = TALUS_SOLVER_SPARSE;
    info->error = error_of_start(event, root);
    info->relative_error = info->error / problem_velocity_scale(problem);
    info->solved = info->relative_error <= event->options.step.tolerance &&
                   !(has_restitution(&event->problem) && gains_energy(event, root));
    return info->solved;
}

static void hand_out(bodies_event *event)
{
    bodies_problem *p = &event->problem;
    bodies_contact *contacts = event->contacts + (event->contact_count - p->count);
    for (size_t k = 0; k < p->count; k++) {
        const bodies_rows *rows = &p->rows[k];
        double *own = p->percussion + 3 * k;
        memcpy(contacts[k].percussion, own, 3 * sizeof *own);
        if (rows->start != NULL) {
            memcpy(rows->start, own, 3 * sizeof *own);
        }
        push(event, &rows->side[0], own, rows->start == NULL);
        push(event, &rows->side[1], own, rows->start == NULL);
    }
}

/// Rate along a row of one side: its part of gamma.
static double rate(const bodies_side *side, talus_vec3 v, talus_vec3 omega)
{
    const double *f = side->force[0], *t = side->torque[0];
    return f[0] * v.x + f[1] * v.y + f[2] * v.z + t[0] * omega.x + t[1] * omega.y + t[2] * omega.z;
}

/// gamma_N before and after of one side, added up.
static double both_rates(const bodies_event *event, const bodies_side *side)
{
    const bodies_body *body = &event->bodies[side->body];
    const stepper_motion *m = &body->work.m;
    const talus_vec3 turn = m->is_diagonal ? vec3_mul(m->turn_diagonal, body->spin)
                                           : mat3_mulv(&m->turn_inverse, body->spin);
    return rate(side, m->v_before, m->omega_before) +
           rate(side, vec3_axpy(body->v_free, m->inverse_mass, body->impulse),
                vec3_add(body->omega_free, turn));
}

/// What the normal percussions of the pairs took, half of it from each body. [docs/bodies.md 4.1]
static void share_blows(bodies_event *event)
{
    const bodies_problem *p = &event->problem;
    const bodies_contact *contacts = event->contacts + (event->contact_count - p->count);
    for (size_t k = 0; k < p->count; k++) {
        const bodies_rows *rows = &p->rows[k];
        if (rows->start != NULL) {
            continue;
        }
        const double taken =
            -0.5 * p->percussion[3 * k] *
            (both_rates(event, &rows->side[0]) + both_rates(event, &rows->side[1]));
        for (int i = 0; i < 2 && taken > 0.0; i++) {
            bodies_body *body = &event->bodies[rows->side[i].body];
            body->pair_energy += 0.5 * taken;
            if (taken > body->most) {
                body->most = taken;
                body->pair_normal = contacts[k].normal;
            }
        }
    }
}

static talus_vec3 in_world(const bodies_pair *pair, const double p[3])
{
    return vec3_axpy(vec3_axpy(vec3_scale(p[0], pair->normal), p[1], pair->tangent1), p[2],
                     pair->tangent2);
}

/// The percussions of the pairs of this island, to start the next step from. @return false: no
/// memory
static bool keep_warm(bodies_event *event, uint32_t root)
{
    const bodies_problem *p = &event->problem;
    if (!array_reserve(&event->kept, &event->kept_capacity, event->kept_count + p->count,
                       sizeof *event->kept)) {
        return false;
    }
    // the pairs are the last contacts of the problem
    size_t pairs = 0;
    for (uint32_t k = event->bodies[root].first_pair; k != BODIES_NONE; k = event->pairs[k].next) {
        pairs += event->pairs[k].count;
    }
    const double *percussion = p->percussion + 3 * (p->count - pairs);
    for (uint32_t k = event->bodies[root].first_pair; k != BODIES_NONE; k = event->pairs[k].next) {
        const bodies_pair *pair = &event->pairs[k];
        for (size_t i = 0; i < pair->count; i++, percussion += 3) {
            event->kept[event->kept_count++] =
                (bodies_warm){.a = pair->a,
                              .b = pair->b,
                              .key = event->points[pair->first + i].key,
                              .percussion = in_world(pair, percussion)};
        }
    }
    return true;
}

/// @return false: out of memory
static bool show(const bodies_event *event, uint32_t root, const talus_contact_problem *problem,
                 const talus_solver_info *info, bool is_plastic)
{
    const bodies_solved solved = {.body = root,
                                  .part = event->part,
                                  .problem = *problem,
                                  .percussion = is_plastic ? NULL : event->problem.percussion,
                                  .solver = *info};
    return event->watch == NULL || event->watch(event->watcher, &solved);
}

/// Where the start does not do: W, percussions, with less restitution where they would gain energy.
/// @return false: no memory
static bool find_percussions(bodies_event *event, uint32_t root, talus_contact_problem *problem,
                             talus_solver_info *info, bodies_report *report)
{
    bodies_problem *p = &event->problem;
    if (!bodies_fill_blocks(event, problem->is_symmetric)) {
        return false;
    }
    *problem = view_problem(p, p->c, problem->is_symmetric);
    if (!solve_problem(event, problem, info, report)) {
        return false;
    }
    const bool is_restoring = has_restitution(p);
    double share = 1.0;
    while (is_restoring && share > 0.0 && info->solved && gains_energy(event, root)) {
        const double next = stepper_next_share(share);
        stepper_lower_share(p->c, p->c_plastic, 3 * p->count, share, next);
        share = next;
        memset(p->percussion, 0, 3 * p->count * sizeof *p->percussion);
        if (!solve_problem(event, problem, info, report)) {
            return false;
        }
    }
    const bool is_plastic = !info->solved && is_restoring && share > 0.0;
    event->bodies[root].report.withheld = is_plastic ? 1.0 : 1.0 - share;
    report->limited += share < 1.0 && !is_plastic;
    if (!show(event, root, problem, info, is_plastic)) {
        return false;
    }
    if (is_plastic) {
        problem->c = p->c_plastic;
        memset(p->percussion, 0, 3 * p->count * sizeof *p->percussion);
        if (!solve_problem(event, problem, info, report)) {
            return false;
        }
        report->retried_plastic++;
        event->bodies[root].report.retried_plastic = true;
    }
    return true;
}

bool bodies_solve_island(bodies_event *event, uint32_t root, bodies_report *report)
{
    bodies_problem *p = &event->problem;
    if (!bodies_pose_island(event, root)) {
        return false;
    }
    talus_contact_problem problem = view_problem(p, p->c, event->bodies[root].work.m.is_diagonal);
    talus_solver_info info;
    event->bodies[root].report.retried_plastic = false;
    event->bodies[root].report.withheld = 0.0;
    if (!rests(event, root, &problem, &info) &&
        !find_percussions(event, root, &problem, &info, report)) {
        return false;
    }
    report->unsolved += !info.solved;
    report->worst_error = fmax(report->worst_error, info.relative_error);
    report->contact_count += p->count;
    report->island_contacts =
        p->count > report->island_contacts ? p->count : report->island_contacts;
    share_gain(event, root);
    hand_out(event);
    share_blows(event);
    event->bodies[root].report.solver = info;
    return keep_warm(event, root);
}
