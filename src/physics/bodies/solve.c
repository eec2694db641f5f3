// SPDX-License-Identifier: GPL-3.0-or-later
// Percussions of an island of several bodies.
#include "physics/bodies/bodies_internal.h"
#include "physics/contact_problem/rows.h"
#include "physics/solve/island.h"
#include "physics/solve_sparse/solve_sparse.h"

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

/// Few contacts by the dense stages; the rest, and what they leave unsolved, in block rows.
static void solve_problem(bodies_event *event, const talus_contact_problem *problem,
                          talus_solver_info *info)
{
    const size_t n = problem->contact_count;
    const double tolerance = event->options.step.tolerance;
    double *percussion = event->problem.percussion;
    *info = talus_solver_info_default();
    if (n <= BODIES_DENSE_CONTACTS) {
        size_t all[BODIES_DENSE_CONTACTS];
        double w[9 * BODIES_DENSE_CONTACTS * BODIES_DENSE_CONTACTS];
        double c[3 * BODIES_DENSE_CONTACTS], mu[BODIES_DENSE_CONTACTS];
        for (size_t k = 0; k < n; k++) {
            all[k] = k;
        }
        problem_gather(problem, all, n, w, c, mu);
        talus_contact_problem dense = talus_contact_problem_dense(n, w, c, mu);
        dense.is_symmetric = problem->is_symmetric;
        if (solve_island_dense(event->solver, &dense, tolerance, percussion, info) != TALUS_OK) {
            memset(percussion, 0, 3 * n * sizeof *percussion);
            return;
        }
        if (info->solved) {
            return;
        }
    }
    solve_sparse_from(problem, tolerance, percussion, info);
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
    void *kept = event->kept;
    if (!bodies_reserve(&kept, &event->kept_capacity, event->kept_count + p->count,
                        sizeof *event->kept)) {
        return false;
    }
    event->kept = kept;
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

bool bodies_solve_island(bodies_event *event, uint32_t root, bodies_report *report)
{
    bodies_problem *p = &event->problem;
    if (!bodies_pose_island(event, root)) {
        return false;
    }
    const bool is_symmetric = event->bodies[root].work.m.is_diagonal;
    talus_contact_problem problem = view_problem(p, p->c, is_symmetric);
    talus_solver_info info;
    solve_problem(event, &problem, &info);
    report->iterations += info.iterations;
    if (!info.solved && has_restitution(p)) {
        problem.c = p->c_plastic;
        memset(p->percussion, 0, 3 * p->count * sizeof *p->percussion);
        solve_problem(event, &problem, &info);
        report->retried_plastic++;
        report->iterations += info.iterations;
    }
    report->unsolved += !info.solved;
    report->worst_error = fmax(report->worst_error, info.relative_error);
    report->contact_count += p->count;
    report->island_contacts =
        p->count > report->island_contacts ? p->count : report->island_contacts;
    hand_out(event);
    return keep_warm(event, root);
}
