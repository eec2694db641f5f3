// SPDX-License-Identifier: GPL-3.0-or-later
// The contact problem of one step: assembly, solution, warm start. [step 5]
#include "stepper/stepper_internal.h"
#include "terrain/obstacles.h"

#include <string.h>

void stepper_forget_warm(talus_stepper *s)
{
    s->warm_count = 0;
}

/// W of every closed contact: force rows in the world, torque rows X x (A' C) in the body. [step 2]
static void fill_rows(talus_stepper *s, const talus_mat3 *a, const stepper_motion *m)
{
    const talus_mat3 to_world = *a;
    talus_vec3 *restrict rows = s->rows, *restrict torques = s->torques, *restrict turns = s->turns;
    for (size_t k = 0; k < s->set.count; k++, rows += 3, torques += 3, turns += 3) {
        const contact_point *point = &s->set.points[k];
        rows[0] = point->normal;
        rows[1] = point->tangent1;
        rows[2] = point->tangent2;
        for (size_t i = 0; i < 3; i++) {
            torques[i] = vec3_cross(point->lever, mat3_tmulv(&to_world, rows[i]));
            turns[i] = stepper_turn(m, torques[i]);
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

/// Diagonal block of G: the three force rows of a contact are orthonormal.
static void fill_diagonal(double inverse_mass, bool is_symmetric,
                          const talus_vec3 *restrict torques, const talus_vec3 *restrict turns,
                          size_t size, double *restrict g)
{
    g[0] = inverse_mass + vec3_dot(torques[0], turns[0]);
    g[1] = vec3_dot(torques[0], turns[1]);
    g[2] = vec3_dot(torques[0], turns[2]);
    g[size + 1] = inverse_mass + vec3_dot(torques[1], turns[1]);
    g[size + 2] = vec3_dot(torques[1], turns[2]);
    g[2 * size + 2] = inverse_mass + vec3_dot(torques[2], turns[2]);
    g[size] = is_symmetric ? g[1] : vec3_dot(torques[1], turns[0]);
    g[2 * size] = is_symmetric ? g[2] : vec3_dot(torques[2], turns[0]);
    g[2 * size + 1] = is_symmetric ? g[size + 2] : vec3_dot(torques[2], turns[1]);
}

/// Blocks of G of the contacts k < l: `upper` is G_kl, `lower` G_lk.
static void fill_pair(double inverse_mass, bool is_symmetric, const talus_stepper *s, size_t k,
                      size_t l, size_t size, double *restrict upper, double *restrict lower)
{
    const talus_vec3 *rows = s->rows, *torques = s->torques, *turns = s->turns;
    talus_vec3 row[3], turn[3];
    for (size_t j = 0; j < 3; j++) {
        row[j] = vec3_scale(inverse_mass, rows[3 * l + j]);
        turn[j] = turns[3 * l + j];
    }
    for (size_t i = 0; i < 3; i++) {
        const talus_vec3 own = rows[3 * k + i], torque = torques[3 * k + i];
        for (size_t j = 0; j < 3; j++) {
            const double push = vec3_dot(own, row[j]);
            const double value = push + vec3_dot(torque, turn[j]);
            upper[i * size + j] = value;
            lower[j * size + i] =
                is_symmetric ? value : push + vec3_dot(torques[3 * l + j], turns[3 * k + i]);
        }
    }
}

/// G = W' M^-1 W; symmetric when the inertia is diagonal. [step 5]
static void fill_delassus(talus_stepper *s, const stepper_motion *m)
{
    const size_t n = s->set.count, size = 3 * n;
    const double inverse_mass = 1.0 / m->mass_hat;
    double *g = s->delassus;
    for (size_t k = 0; k < n; k++) {
        fill_diagonal(inverse_mass, m->is_diagonal, s->torques + 3 * k, s->turns + 3 * k, size,
                      g + 3 * k * (size + 1));
        for (size_t l = k + 1; l < n; l++) {
            fill_pair(inverse_mass, m->is_diagonal, s, k, l, size, g + 3 * k * size + 3 * l,
                      g + 3 * l * size + 3 * k);
        }
    }
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
static void fill_contact(talus_stepper *s, const talus_state *state, const stepper_motion *m,
                         size_t k)
{
    const talus_obstacle_law law = law_at(s, state, k);
    const talus_vec3 *rows = s->rows + 3 * k, *torques = s->torques + 3 * k;
    double *plastic = s->c_plastic + 3 * k, *c = s->c + 3 * k;
    for (size_t i = 0; i < 3; i++) {
        plastic[i] = vec3_dot(rows[i], m->v_free) + vec3_dot(torques[i], m->omega_free);
        c[i] = plastic[i];
    }
    if (law.epsilon_n != 0.0 || law.epsilon_t != 0.0) {
        double gamma[3];
        for (size_t i = 0; i < 3; i++) {
            gamma[i] = vec3_dot(rows[i], m->v_before) + vec3_dot(torques[i], m->omega_before);
        }
        c[0] += law.epsilon_n * (gamma[0] < 0.0 ? gamma[0] : 0.0);
        c[1] += law.epsilon_t * gamma[1];
        c[2] += law.epsilon_t * gamma[2];
    }
    s->mu[k] = law.mu;
    start_warm(s, s->set.points[k].key, s->percussion + 3 * k);
}

static void fill_problem(talus_stepper *s, const talus_state *state, const stepper_motion *m,
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
    memcpy(s->warm, s->percussion, 3 * s->set.count * sizeof *s->warm);
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

void stepper_solve_contacts(talus_stepper *s, const talus_state *state, const talus_mat3 *a,
                            const stepper_motion *m, talus_step_report *report)
{
    talus_contact_problem problem;
    fill_rows(s, a, m);
    fill_problem(s, state, m, &problem);
    solve_percussions(s, &problem, report);
}
