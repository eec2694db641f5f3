// SPDX-License-Identifier: GPL-3.0-or-later
// The contact problem of one step: assembly, solution, warm start. [step 5]
#include "stepper/stepper_internal.h"
#include "terrain/obstacles.h"

#include <string.h>

void stepper_forget_warm(talus_stepper *s)
{
    s->warm_count = 0;
}

/// Theta^-1 of the torques of one contact.
LANES_PART void turn_rows(const stepper_motion *m, const lanes torque[3], lanes turn[3])
{
    const talus_mat3 *inverse = &m->turn_inverse;
    if (m->is_diagonal) {
        turn[0] = m->turn_diagonal.x * torque[0];
        turn[1] = m->turn_diagonal.y * torque[1];
        turn[2] = m->turn_diagonal.z * torque[2];
        return;
    }
    for (int i = 0; i < 3; i++) {
        turn[i] = inverse->m[i][0] * torque[0] + inverse->m[i][1] * torque[1] +
                  inverse->m[i][2] * torque[2];
    }
}

/// W of every closed contact: force rows in the world, torque rows X x (A' C) in the body. [step 2]
LANES_PART void fill_rows(talus_stepper *s, const talus_mat3 *a, const stepper_motion *m)
{
    for (size_t k = 0; k < s->set.count; k++) {
        const contact_point *point = &s->set.points[k];
        const talus_vec3 *n = &point->normal, *t1 = &point->tangent1, *t2 = &point->tangent2;
        const talus_vec3 *x = &point->lever;
        stepper_rows *rows = &s->rows[k];
        const lanes east = {n->x, t1->x, t2->x, 0.0}, north = {n->y, t1->y, t2->y, 0.0},
                    up = {n->z, t1->z, t2->z, 0.0};
        lanes body[3], turn[3];
        for (int i = 0; i < 3; i++) {
            body[i] = a->m[0][i] * east + a->m[1][i] * north + a->m[2][i] * up;
        }
        const lanes torque[3] = {x->y * body[2] - x->z * body[1], x->z * body[0] - x->x * body[2],
                                 x->x * body[1] - x->y * body[0]};
        turn_rows(m, torque, turn);
        rows->force[0] = east;
        rows->force[1] = north;
        rows->force[2] = up;
        for (int i = 0; i < 3; i++) {
            rows->torque[i] = torque[i];
            rows->turn[i] = turn[i];
        }
    }
}

/// Percussion that this feature had in the last step, else zero.
static void start_warm(const talus_stepper *s, uint64_t key, double percussion[3])
{
    for (size_t k = 0; k < s->warm_count; k++) {
        if (s->warm_keys[k] == key) {
            memcpy(percussion, s->warm + 3 * k, 3 * sizeof *percussion);
            return;
        }
    }
    memset(percussion, 0, 3 * sizeof *percussion);
}

/// Row i of the torques of one contact by the turns of another: w_i' Theta^-1 w_j, lanes over j.
LANES_PART void couple(const stepper_rows *own, const stepper_rows *other, size_t i, lanes *row)
{
    *row = own->torque[0][i] * other->turn[0] + own->torque[1][i] * other->turn[1] +
           own->torque[2][i] * other->turn[2];
}

/// The rows N, T1, T2 in the order T1, T2, N.
LANES_PART void next_rows(const loose_lanes rows[3], lanes next[3])
{
    for (int i = 0; i < 3; i++) {
        next[i] = __builtin_shufflevector(rows[i], rows[i], 1, 2, 0, 3);
    }
}

/// Sum of the products of two sets of rows, row by row.
LANES_PART void dot_rows(const lanes a[3], const lanes b[3], lanes *dots)
{
    *dots = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Diagonal block of G: the three force rows of a contact are orthonormal.
LANES_PART void fill_diagonal(double inverse_mass, bool is_symmetric, const stepper_rows *rows,
                              size_t size, double *restrict g)
{
    lanes torque[3], turn[3], next_torque[3], next_turn[3], own, right, left;
    for (int i = 0; i < 3; i++) {
        torque[i] = rows->torque[i];
        turn[i] = rows->turn[i];
    }
    next_rows(rows->turn, next_turn);
    dot_rows(torque, turn, &own);
    dot_rows(torque, next_turn, &right);
    left = right;
    if (!is_symmetric) {
        next_rows(rows->torque, next_torque);
        dot_rows(next_torque, turn, &left);
    }
    own += inverse_mass;
    for (size_t i = 0; i < 3; i++) {
        const size_t next = (i + 1) % 3;
        g[i * size + i] = own[i];
        g[i * size + next] = right[i];
        g[next * size + i] = left[i];
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
    const double inverse_mass = m->inverse_mass;
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
LANES_PART void find_velocity(const stepper_rows *rows, const talus_vec3 *v,
                              const talus_vec3 *omega, lanes *velocity)
{
    *velocity =
        (rows->force[0] * v->x + rows->force[1] * v->y + rows->force[2] * v->z) +
        (rows->torque[0] * omega->x + rows->torque[1] * omega->y + rows->torque[2] * omega->z);
}

/// Friction and restitution at contact k: of the ground with its scarring, or of the obstacle.
static void find_law(const talus_stepper *s, double slippage, size_t k, talus_obstacle_law *law)
{
    talus_ground varied;
    const contact_point *point = &s->set.points[k];
    if (point->ground >= CONTACT_ON_OBSTACLE) {
        const talus_obstacles *o = s->obstacles->index;
        *law = *obstacle_law_of(o, &o->bodies[point->ground - CONTACT_ON_OBSTACLE]);
        return;
    }
    const talus_ground *ground =
        contact_ground_of(&s->site, point->ground, point->foot.x, point->foot.y, &varied);
    *law = (talus_obstacle_law){contact_friction(ground, slippage), ground->epsilon_n,
                                ground->epsilon_t};
}

/// Whether contact k has the law of the one before it.
static inline bool shares_law(const talus_stepper *s, size_t k)
{
    const unsigned ground = s->set.points[k].ground;
    return k > 0 && ground == s->set.points[k - 1].ground && ground < CONTACT_ON_OBSTACLE &&
           s->site.grounds[ground].variation == NULL;
}

/// c = W' u_free + eps gamma', mu, warm start. [step 5]
LANES_PART void fill_contact(talus_stepper *s, const talus_obstacle_law *law,
                             const stepper_motion *m, size_t k)
{
    lanes free, c;
    find_velocity(&s->rows[k], &m->v_free, &m->omega_free, &free);
    c = free;
    if (law->epsilon_n != 0.0 || law->epsilon_t != 0.0) {
        lanes gamma;
        find_velocity(&s->rows[k], &m->v_before, &m->omega_before, &gamma);
        const double epsilon_n = gamma[0] < 0.0 ? law->epsilon_n : 0.0;
        c += (lanes){epsilon_n, law->epsilon_t, law->epsilon_t, 0.0} * gamma;
    }
    for (size_t i = 0; i < 3; i++) {
        s->c_plastic[3 * k + i] = free[i];
        s->c[3 * k + i] = c[i];
    }
    s->mu[k] = law->mu;
    start_warm(s, s->set.points[k].key, s->percussion + 3 * k);
}

LANES_PART void fill_problem(talus_stepper *s, const talus_state *state, const stepper_motion *m,
                             talus_contact_problem *problem)
{
    talus_obstacle_law law = {0.0, 0.0, 0.0};
    fill_delassus(s, m);
    for (size_t k = 0; k < s->set.count; k++) {
        if (!shares_law(s, k)) {
            find_law(s, state->slippage, k, &law);
        }
        fill_contact(s, &law, m, k);
    }
    *problem = (talus_contact_problem){s->set.count, s->delassus, s->c, s->mu};
}

/// Remember the percussions of this step by feature.
static void keep_warm(talus_stepper *s)
{
    s->warm_count = s->set.count;
    for (size_t k = 0; k < s->set.count; k++) {
        s->warm_keys[k] = s->set.points[k].key;
        memcpy(s->warm + 3 * k, s->percussion + 3 * k, 3 * sizeof *s->warm);
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
static void solve_percussions(talus_stepper *s, talus_contact_problem *problem,
                              talus_step_report *report)
{
    const size_t bytes = 3 * s->set.count * sizeof *s->percussion;
    talus_contact_solve(s->solver, problem, s->options.tolerance, s->percussion, &report->solver);
    s->posed_count = s->set.count;
    s->posed_info = report->solver;
    s->posed_retried = !report->solver.solved && has_restitution(s);
    if (s->posed_retried) {
        const int iterations = report->solver.iterations;
        report->retried_plastic = true;
        problem->c = s->c_plastic;
        memset(s->percussion, 0, bytes);
        talus_contact_solve(s->solver, problem, s->options.tolerance, s->percussion,
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
    solve_percussions(s, &problem, report);
}
