// SPDX-License-Identifier: GPL-3.0-or-later
// The contact problem of one step: assembly, solution, warm start. [step 5]
#include "physics/contact_problem/local.h"
#include "physics/site/obstacles.h"
#include "physics/solve/island.h"
#include "physics/stepper/impact.h"
#include "physics/stepper/stepper_internal.h"

#include <math.h>
#include <string.h>

/// One that has fallen by more than a third may end: it starts from where it is.
#define MOST_FALL 1.5
/// Of what the impact law asks for.
enum { MOST_HALVINGS = 20 };

void stepper_forget_warm(talus_stepper *s)
{
    s->motion->warm_count = 0;
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

/// The directions N, T1, T2 of one contact, D by rows.
typedef struct contact_rows {
    lanes force[3];  ///< in the world
    lanes torque[3]; ///< X x (A' C), in the body
    lanes turn[3];   ///< Theta^-1 torque
} contact_rows;

/// Directions of one contact. [step 2]
LANES_PART void find_rows(const contact_point *point, const talus_mat3 *a, const stepper_motion *m,
                          contact_rows *rows)
{
    const talus_vec3 *n = &point->normal, *t1 = &point->tangent1, *t2 = &point->tangent2;
    const talus_vec3 *x = &point->lever;
    const lanes east = {n->x, t1->x, t2->x, 0.0}, north = {n->y, t1->y, t2->y, 0.0},
                up = {n->z, t1->z, t2->z, 0.0};
    lanes body[3];
    for (int i = 0; i < 3; i++) {
        body[i] = a->m[0][i] * east + a->m[1][i] * north + a->m[2][i] * up;
    }
    rows->force[0] = east;
    rows->force[1] = north;
    rows->force[2] = up;
    rows->torque[0] = x->y * body[2] - x->z * body[1];
    rows->torque[1] = x->z * body[0] - x->x * body[2];
    rows->torque[2] = x->x * body[1] - x->y * body[0];
    turn_rows(m, rows->torque, rows->turn);
}

LANES_PART void keep_rows(const contact_rows *rows, stepper_rows *kept)
{
    for (int i = 0; i < 3; i++) {
        kept->force[i] = rows->force[i];
        kept->torque[i] = rows->torque[i];
        kept->turn[i] = rows->turn[i];
    }
}

/// Row i of the torques of one contact by the turns of another: w_i' Theta^-1 w_j, lanes over j.
LANES_PART void couple(const stepper_rows *own, const stepper_rows *other, size_t i, lanes *row)
{
    *row = own->torque[0][i] * other->turn[0] + own->torque[1][i] * other->turn[1] +
           own->torque[2][i] * other->turn[2];
}

/// The rows N, T1, T2 in the order T1, T2, N.
LANES_PART void next_rows(const lanes rows[3], lanes next[3])
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

/// Diagonal block of W: the three force rows of a contact are orthonormal.
LANES_PART void fill_diagonal(double inverse_mass, bool is_symmetric, const contact_rows *rows,
                              size_t size, double *restrict g)
{
    lanes next_torque[3], next_turn[3], own, right, left;
    next_rows(rows->turn, next_turn);
    dot_rows(rows->torque, rows->turn, &own);
    dot_rows(rows->torque, next_turn, &right);
    left = right;
    if (!is_symmetric) {
        next_rows(rows->torque, next_torque);
        dot_rows(next_torque, rows->turn, &left);
    }
    own += inverse_mass;
    double *const to[3] = {g, g + size, g + 2 * size};
    for (size_t i = 0; i < 3; i++) {
        const size_t next = (i + 1) % 3;
        to[i][i] = own[i];
        to[i][next] = right[i];
        to[next][i] = left[i];
    }
}

/// Blocks of W of the contacts k < l: `upper` is W_kl, `lower` W_lk.
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
    double *const to[3] = {lower, lower + size, lower + 2 * size};
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            upper[i * size + j] = block[i][j];
            to[j][i] = block[i][j];
        }
    }
    for (size_t j = 0; j < 3 && !is_symmetric; j++) {
        lanes row;
        couple(second, first, j, &row);
        for (size_t i = 0; i < 3; i++) {
            to[j][i] = push[i][j] + row[i];
        }
    }
}

/// Blocks of W = D' M^-1 D of contact k with those before it; symmetric when the inertia is
/// diagonal. [step 5]
LANES_PART void fill_pairs(talus_stepper *s, const stepper_motion *m, size_t k)
{
    const size_t size = 3 * s->set.count;
    double *g = s->delassus;
    for (size_t l = 0; l < k; l++) {
        fill_pair(m->inverse_mass, m->is_diagonal, &s->rows[l], &s->rows[k], size,
                  g + 3 * l * size + 3 * k, g + 3 * k * size + 3 * l);
    }
}

/// D' u of one contact.
LANES_PART void find_velocity(const contact_rows *rows, const talus_vec3 *v,
                              const talus_vec3 *omega, lanes *velocity)
{
    *velocity =
        (rows->force[0] * v->x + rows->force[1] * v->y + rows->force[2] * v->z) +
        (rows->torque[0] * omega->x + rows->torque[1] * omega->y + rows->torque[2] * omega->z);
}

/// c = D' u_free + eps gamma' of contact k. [step 5]
LANES_PART void fill_velocity(talus_stepper *s, const contact_rows *rows, const stepper_motion *m,
                              size_t k)
{
    const double epsilon_n = s->epsilon[2 * k], epsilon_t = s->epsilon[2 * k + 1];
    lanes free, c;
    find_velocity(rows, &m->v_free, &m->omega_free, &free);
    c = free;
    if (epsilon_n != 0.0 || epsilon_t != 0.0) {
        lanes gamma;
        find_velocity(rows, &m->v_before, &m->omega_before, &gamma);
        const double least = stepper_least_speed(&s->options);
        const double closing = gamma[0] < -least ? epsilon_n : 0.0;
        const bool slides = epsilon_t != 0.0 && (fabs(gamma[1]) > least || fabs(gamma[2]) > least);
        const double sliding = slides ? epsilon_t : 0.0;
        c += (lanes){closing, sliding, sliding, sliding} * gamma;
        s->is_restoring = s->is_restoring | (closing != 0.0) | slides;
    }
    for (size_t i = 0; i < 3; i++) {
        s->c_plastic[3 * k + i] = free[i];
        s->c[3 * k + i] = c[i];
    }
}

/// Friction and restitution at contact k: of the ground with its scarring, or of the obstacle.
static talus_obstacle_law find_law(const talus_stepper *s, double slippage, size_t k)
{
    talus_ground varied;
    const contact_point *point = &s->set.points[k];
    if (point->ground >= CONTACT_ON_OBSTACLE) {
        const talus_obstacles *o = s->obstacles->index;
        return *obstacle_law_of(o, &o->bodies[point->ground - CONTACT_ON_OBSTACLE]);
    }
    const talus_ground *ground =
        contact_ground_of(&s->site, point->ground, point->foot.x, point->foot.y, &varied);
    return (talus_obstacle_law){contact_friction(ground, slippage), ground->epsilon_n,
                                ground->epsilon_t};
}

/// Whether contact k has the law of the one before it.
static bool shares_law(const talus_stepper *s, size_t k)
{
    const unsigned ground = s->set.points[k].ground;
    return k > 0 && ground == s->set.points[k - 1].ground && ground < CONTACT_ON_OBSTACLE &&
           s->site.grounds[ground].variation == NULL;
}

/// Percussion to start contact k from: what its feature had in the last step, else zero. One that
/// slips goes on as it went from the step before to the last one, if all slip and are three at
/// most: beside contacts that stick, and among four, it would add to what they only exchange.
LANES_PART void start_warm(talus_stepper *s, size_t k)
{
    const uint64_t key = s->set.points[k].key;
    double *start = s->percussion + 3 * k, *last = s->last + 3 * k;
    const size_t count = s->motion->warm_count;
    const bool slips = s->motion->warm_slips;
    for (size_t w = 0; w < count; w++) {
        if (s->warm_keys[w] == key) {
            const double *p = s->warm + 3 * w, *before = s->warm_before + 3 * w;
            const bool goes_on = slips && before[0] > 0.0 && before[0] < MOST_FALL * p[0];
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

/// mu, epsilon and start of every contact. [step 5]
static void start_contacts(talus_stepper *s, double slippage)
{
    talus_obstacle_law law = {0.0, 0.0, 0.0};
    for (size_t k = 0; k < s->set.count; k++) {
        if (!shares_law(s, k)) {
            law = find_law(s, slippage, k);
        }
        s->mu[k] = law.mu;
        s->epsilon[2 * k] = law.epsilon_n;
        s->epsilon[2 * k + 1] = law.epsilon_t;
        start_warm(s, k);
    }
}

void stepper_keep_warm(talus_stepper *s)
{
    const size_t count = s->set.count;
    bool slips = count <= 3;
    for (size_t k = 0; k < count; k++) {
        const double *p = s->percussion + 3 * k;
        s->warm_keys[k] = s->set.points[k].key;
        slips = slips && (p[0] == 0.0 || problem_slips(s->mu[k], p));
        memcpy(s->warm_before + 3 * k, s->last + 3 * k, 3 * sizeof *p);
        memcpy(s->warm + 3 * k, p, 3 * sizeof *p);
    }
    s->motion->warm_count = count;
    s->motion->warm_slips = slips;
}

/// Solve a problem of this step. Numbers that are not finite: unsolved, no percussion.
static void solve_posed(talus_stepper *s, const talus_contact_problem *problem,
                        talus_solver_info *info)
{
    const int iterations = info->iterations;
    if (solve_island(s->solver, problem, s->options.tolerance, 0.0, s->percussion, info) !=
        TALUS_OK) {
        memset(s->percussion, 0, 3 * problem->contact_count * sizeof *s->percussion);
    }
    info->iterations += iterations;
}

/// Solve. Where the percussions would gain energy: again with less restitution. Where there is no
/// solution: again with epsilon = 0. [step 5]
/// @param may_gain the caller looks at the energy
static void solve_percussions(talus_stepper *s, const stepper_motion *m, bool may_gain,
                              talus_step_report *report)
{
    const size_t size = 3 * s->set.count;
    talus_contact_problem problem =
        talus_contact_problem_dense(s->set.count, s->delassus, s->c, s->mu);
    double share = 1.0;
    problem.is_symmetric = m->is_diagonal;
    report->solver.iterations = 0;
    solve_posed(s, &problem, &report->solver);
    while (s->is_restoring && !may_gain && share > 0.0 && report->solver.solved &&
           stepper_gains_energy(s, m)) {
        const double next = stepper_next_share(share);
        stepper_lower_share(s->c, s->c_plastic, size, share, next);
        share = next;
        memset(s->percussion, 0, size * sizeof *s->percussion);
        solve_posed(s, &problem, &report->solver);
    }
    s->posed_count = s->set.count;
    s->posed_info = report->solver;
    s->posed_retried = report->retried_plastic =
        !report->solver.solved && s->is_restoring && share > 0.0;
    if (s->posed_retried) {
        problem.c = s->c_plastic;
        memset(s->percussion, 0, size * sizeof *s->percussion);
        solve_posed(s, &problem, &report->solver);
    }
    report->withheld = report->retried_plastic ? 1.0 : 1.0 - share;
    stepper_keep_warm(s);
}

/// Solve with the impact law of the ground. Where that would gain energy less is asked for, half 20
/// times, then nothing. [docs/impact_laws.md 5]
static void solve_law(talus_stepper *s, const stepper_motion *m, talus_step_report *report)
{
    const bool is_restoring = s->is_restoring;
    double share = 1.0;
    s->is_restoring = true;
    for (int k = 0; k <= MOST_HALVINGS; k++, share *= 0.5) {
        stepper_ask_for(s, share);
        solve_percussions(s, m, true, report);
        if (!report->retried_plastic && stepper_keeps_energy(s, m)) {
            report->law = k == 0 ? TALUS_LAW_APPLIED : TALUS_LAW_LIMITED;
            report->law_slipped = stepper_law_slips(s);
            return;
        }
    }
    stepper_ask_for(s, 0.0);
    s->is_restoring = is_restoring;
    solve_percussions(s, m, false, report);
    report->law = TALUS_LAW_REFUSED;
}

bool stepper_last_problem(const talus_stepper *stepper, talus_contact_problem *problem,
                          const double **percussion, talus_solver_info *info)
{
    *problem = talus_contact_problem_dense(stepper->posed_count, stepper->delassus, stepper->c,
                                           stepper->mu);
    *percussion = stepper->posed_retried ? NULL : stepper->percussion;
    *info = stepper->posed_info;
    return stepper->posed_count > 0;
}

LANES_CLONES void stepper_pose_contacts(talus_stepper *s, double slippage, const talus_mat3 *a,
                                        const stepper_motion *m)
{
    const size_t n = s->set.count;
    s->is_restoring = false;
    start_contacts(s, slippage);
    for (size_t k = 0; k < n; k++) {
        contact_rows rows;
        find_rows(&s->set.points[k], a, m, &rows);
        keep_rows(&rows, &s->rows[k]);
        fill_diagonal(m->inverse_mass, m->is_diagonal, &rows, 3 * n,
                      s->delassus + 3 * k * (3 * n + 1));
        fill_velocity(s, &rows, m, k);
        fill_pairs(s, m, k);
    }
}

void stepper_solve_contacts(talus_stepper *s, const talus_state *state, const talus_mat3 *a,
                            const stepper_motion *m, talus_step_report *report)
{
    stepper_pose_contacts(s, state->slippage, a, m);
    if (s->has_law && stepper_ask_law(s, m)) {
        solve_law(s, m, report);
    } else {
        solve_percussions(s, m, false, report);
    }
}
