// SPDX-License-Identifier: GPL-3.0-or-later
// The contact problem of one step: assembly, solution, warm start. [step 5]
#include "percussion/local.h"
#include "percussion/solve.h"
#include "stepper/stepper_internal.h"
#include "terrain/obstacles.h"

#include <string.h>

/// One that has fallen by more than a third may end: it starts from where it is.
#define MOST_FALL 1.5

void stepper_forget_warm(talus_stepper *s)
{
    s->warm_count = 0;
}

/// W of every closed contact: force rows in the world, torque rows X x (A' C) in the body. [step 2]
LANES_PART void fill_rows(talus_stepper *s, const talus_mat3 *a, const stepper_motion *m)
{
    const talus_mat3 to_world = *a, inverse = m->is_diagonal ? (talus_mat3){0} : m->turn_inverse;
    const talus_vec3 diagonal = m->turn_diagonal;
    for (size_t k = 0; k < s->set.count; k++) {
        const contact_point *point = &s->set.points[k];
        const talus_vec3 n = point->normal, t1 = point->tangent1, t2 = point->tangent2;
        const talus_vec3 x = point->lever;
        stepper_rows *rows = &s->rows[k];
        const lanes east = {n.x, t1.x, t2.x, 0.0}, north = {n.y, t1.y, t2.y, 0.0},
                    up = {n.z, t1.z, t2.z, 0.0};
        lanes body[3], torque[3];
        for (int i = 0; i < 3; i++) {
            body[i] = to_world.m[0][i] * east + to_world.m[1][i] * north + to_world.m[2][i] * up;
        }
        torque[0] = x.y * body[2] - x.z * body[1];
        torque[1] = x.z * body[0] - x.x * body[2];
        torque[2] = x.x * body[1] - x.y * body[0];
        lanes turn[3] = {diagonal.x * torque[0], diagonal.y * torque[1], diagonal.z * torque[2]};
        for (int i = 0; i < 3 && !m->is_diagonal; i++) {
            turn[i] = inverse.m[i][0] * torque[0] + inverse.m[i][1] * torque[1] +
                      inverse.m[i][2] * torque[2];
        }
        rows->force[0] = east;
        rows->force[1] = north;
        rows->force[2] = up;
        for (int i = 0; i < 3; i++) {
            rows->torque[i] = torque[i];
            rows->turn[i] = turn[i];
        }
    }
}

/// Percussion to start contact k from: what its feature had in the last step, else zero. One that
/// slips goes on as it went from the step before to the last one; among contacts that stick that
/// would add to what they only exchange.
LANES_PART void start_warm(talus_stepper *s, size_t k)
{
    const uint64_t key = s->set.points[k].key;
    double *start = s->percussion + 3 * k, *last = s->last + 3 * k;
    for (size_t w = 0; w < s->warm_count; w++) {
        if (s->warm_keys[w] == key) {
            const double *p = s->warm + 3 * w, *before = s->warm_before + 3 * w;
            const bool goes_on =
                percussion_slips(s->mu[k], p) && before[0] > 0.0 && before[0] < MOST_FALL * p[0];
            for (size_t i = 0; i < 3; i++) {
                last[i] = p[i];
                start[i] = goes_on ? p[i] + (p[i] - before[i]) : p[i];
            }
            return;
        }
    }
    for (size_t i = 0; i < 3; i++) {
        last[i] = start[i] = 0.0;
    }
}

/// Row i of the torques of one contact by the turns of another: w_i' Theta^-1 w_j, lanes over j.
LANES_PART void couple(const stepper_rows *own, const stepper_rows *other, size_t i, lanes *row)
{
    *row = own->torque[0][i] * other->turn[0] + own->torque[1][i] * other->turn[1] +
           own->torque[2][i] * other->turn[2];
}

/// Diagonal block of G: the three force rows of a contact are orthonormal.
LANES_PART void fill_diagonal(double inverse_mass, bool is_symmetric, const stepper_rows *rows,
                              size_t size, double *restrict g)
{
    lanes block[3];
    for (size_t i = 0; i < 3; i++) {
        couple(rows, rows, i, &block[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            g[i * size + j] = is_symmetric && j < i ? block[j][i] : block[i][j];
        }
        g[i * size + i] = inverse_mass + block[i][i];
    }
}

/// Blocks of G of the contacts k < l: `upper` is G_kl, `lower` G_lk.
LANES_PART void fill_pair(double inverse_mass, bool is_symmetric, const stepper_rows *first,
                          const stepper_rows *second, size_t size, double *restrict upper,
                          double *restrict lower)
{
    lanes push[3], block[3];
    const lanes x = inverse_mass * second->force[0], y = inverse_mass * second->force[1],
                z = inverse_mass * second->force[2];
    for (size_t i = 0; i < 3; i++) {
        push[i] = first->force[0][i] * x + first->force[1][i] * y + first->force[2][i] * z;
        couple(first, second, i, &block[i]);
        block[i] = push[i] + block[i];
    }
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            upper[i * size + j] = block[i][j];
            lower[j * size + i] = block[i][j];
        }
    }
    for (size_t j = 0; j < 3 && !is_symmetric; j++) {
        lanes row;
        couple(second, first, j, &row);
        for (size_t i = 0; i < 3; i++) {
            lower[j * size + i] = push[i][j] + row[i];
        }
    }
}

/// G = W' M^-1 W; symmetric when the inertia is diagonal. [step 5]
LANES_PART void fill_delassus(talus_stepper *s, const stepper_motion *m)
{
    const size_t n = s->set.count, size = 3 * n;
    const double inverse_mass = 1.0 / m->mass_hat;
    double *g = s->delassus;
    for (size_t k = 0; k < n; k++) {
        fill_diagonal(inverse_mass, m->is_diagonal, &s->rows[k], size, g + 3 * k * (size + 1));
        for (size_t l = k + 1; l < n; l++) {
            fill_pair(inverse_mass, m->is_diagonal, &s->rows[k], &s->rows[l], size,
                      g + 3 * k * size + 3 * l, g + 3 * l * size + 3 * k);
        }
    }
}

/// W' u of one contact.
LANES_PART void find_velocity(const stepper_rows *rows, talus_vec3 v, talus_vec3 omega,
                              lanes *velocity)
{
    *velocity = (rows->force[0] * v.x + rows->force[1] * v.y + rows->force[2] * v.z) +
                (rows->torque[0] * omega.x + rows->torque[1] * omega.y + rows->torque[2] * omega.z);
}

/// mu on a ground of the site; the last one is remembered, as most contacts of a step are on one.
static double friction_on(talus_stepper *s, const talus_ground *ground, double slippage)
{
    if (ground != s->friction_ground || slippage != s->friction_slippage) {
        s->friction = contact_friction(ground, slippage);
        s->friction_ground = ground;
        s->friction_slippage = slippage;
    }
    return s->friction;
}

/// Friction and restitution at contact k: of the ground with its scarring, or of the obstacle.
static talus_obstacle_law law_at(talus_stepper *s, const talus_state *state, size_t k)
{
    talus_ground varied;
    const contact_point *point = &s->set.points[k];
    if (point->ground >= CONTACT_ON_OBSTACLE) {
        const talus_obstacles *o = s->obstacles->index;
        return *obstacle_law_of(o, &o->bodies[point->ground - CONTACT_ON_OBSTACLE]);
    }
    const talus_ground *ground =
        contact_ground_of(&s->site, point->ground, point->foot.x, point->foot.y, &varied);
    return (talus_obstacle_law){ground == &varied ? contact_friction(ground, state->slippage)
                                                  : friction_on(s, ground, state->slippage),
                                ground->epsilon_n, ground->epsilon_t};
}

/// c = W' u_free + eps gamma', mu, warm start. [step 5]
LANES_PART void fill_contact(talus_stepper *s, const talus_state *state, const stepper_motion *m,
                             size_t k)
{
    const talus_obstacle_law law = law_at(s, state, k);
    double *plastic = s->c_plastic + 3 * k, *c = s->c + 3 * k;
    lanes free;
    find_velocity(&s->rows[k], m->v_free, m->omega_free, &free);
    for (size_t i = 0; i < 3; i++) {
        plastic[i] = c[i] = free[i];
    }
    if (law.epsilon_n != 0.0 || law.epsilon_t != 0.0) {
        lanes gamma;
        find_velocity(&s->rows[k], m->v_before, m->omega_before, &gamma);
        c[0] += law.epsilon_n * (gamma[0] < 0.0 ? gamma[0] : 0.0);
        c[1] += law.epsilon_t * gamma[1];
        c[2] += law.epsilon_t * gamma[2];
    }
    s->mu[k] = law.mu;
    start_warm(s, k);
}

LANES_PART void fill_problem(talus_stepper *s, const talus_state *state, const stepper_motion *m,
                             talus_contact_problem *problem)
{
    fill_delassus(s, m);
    for (size_t k = 0; k < s->set.count; k++) {
        fill_contact(s, state, m, k);
    }
    *problem = (talus_contact_problem){s->set.count, s->delassus, s->c, s->mu};
}

/// Remember the percussions of this step by feature.
static void keep_warm(talus_stepper *s)
{
    s->warm_count = s->set.count;
    for (size_t k = 0; k < s->set.count; k++) {
        s->warm_keys[k] = s->set.points[k].key;
    }
    for (size_t i = 0; i < 3 * s->set.count; i++) {
        s->warm_before[i] = s->last[i];
        s->warm[i] = s->percussion[i];
    }
}

static bool has_restitution(const talus_stepper *s)
{
    for (size_t i = 0; i < 3 * s->set.count; i++) {
        if (s->c[i] != s->c_plastic[i]) {
            return true;
        }
    }
    return false;
}

/// Solve; without a solution under restitution, once more with epsilon = 0. [step 5]
static void solve_percussions(talus_stepper *s, bool is_symmetric, talus_contact_problem *problem,
                              talus_step_report *report)
{
    const size_t bytes = 3 * s->set.count * sizeof *s->percussion;
    percussion_solve(s->solver, problem, is_symmetric, s->options.tolerance, s->percussion,
                     &report->solver);
    s->posed_count = s->set.count;
    s->posed_info = report->solver;
    s->posed_retried = !report->solver.solved && has_restitution(s);
    if (s->posed_retried) {
        const int iterations = report->solver.iterations;
        report->retried_plastic = true;
        problem->c = s->c_plastic;
        memset(s->percussion, 0, bytes);
        percussion_solve(s->solver, problem, is_symmetric, s->options.tolerance, s->percussion,
                         &report->solver);
        report->solver.iterations += iterations;
    }
    keep_warm(s);
}

bool talus_stepper_last_problem(const talus_stepper *stepper, talus_contact_problem *problem,
                                const double **percussion, talus_solver_info *info)
{
    *problem =
        (talus_contact_problem){stepper->posed_count, stepper->delassus, stepper->c, stepper->mu};
    *percussion = stepper->posed_retried ? NULL : stepper->percussion;
    *info = stepper->posed_info;
    return stepper->posed_count > 0;
}

LANES_CLONES void stepper_solve_contacts(talus_stepper *s, const talus_state *state,
                                         const talus_mat3 *a, const stepper_motion *m,
                                         talus_step_report *report)
{
    talus_contact_problem problem;
    fill_rows(s, a, m);
    fill_problem(s, state, m, &problem);
    solve_percussions(s, m->is_diagonal, &problem, report);
}

/// Sum of the lanes of the three rows.
LANES_PART double sum_rows(const lanes *x)
{
    return ((*x)[0] + (*x)[1]) + (*x)[2];
}

LANES_CLONES void stepper_sum_percussions(const talus_stepper *s, talus_vec3 *impulse,
                                          talus_vec3 *spin_impulse)
{
    lanes force[3] = {{0.0}}, torque[3] = {{0.0}};
    for (size_t k = 0; k < s->set.count; k++) {
        const double *own = s->percussion + 3 * k;
        const stepper_rows *rows = &s->rows[k];
        const lanes p = {own[0], own[1], own[2], 0.0};
        for (int i = 0; i < 3; i++) {
            force[i] += p * rows->force[i];
            torque[i] += p * rows->torque[i];
        }
    }
    *impulse = vec3(sum_rows(&force[0]), sum_rows(&force[1]), sum_rows(&force[2]));
    *spin_impulse = vec3(sum_rows(&torque[0]), sum_rows(&torque[1]), sum_rows(&torque[2]));
}
