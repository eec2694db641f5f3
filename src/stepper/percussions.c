// SPDX-License-Identifier: GPL-3.0-or-later
// The contact problem of one step: assembly, solution, warm start. [step 5]
#include "stepper/stepper_internal.h"

#include <string.h>

void stepper_forget_warm(talus_stepper *s)
{
    s->warm_count = 0;
}

/// W of every closed contact: force rows in the world, torque rows X x (A' C) in the body. [step 2]
static void fill_rows(talus_stepper *s, const talus_mat3 *a, const stepper_motion *m)
{
    for (size_t k = 0; k < s->set.count; k++) {
        const contact_point *point = &s->set.points[k];
        const talus_vec3 frame[3] = {point->normal, point->tangent1, point->tangent2};
        for (size_t i = 0; i < 3; i++) {
            s->rows[3 * k + i] = frame[i];
            s->torques[3 * k + i] = vec3_cross(point->lever, mat3_tmulv(a, frame[i]));
            s->turns[3 * k + i] = mat3_mulv(&m->turn_inverse, s->torques[3 * k + i]);
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

/// G = W' M^-1 W, c = W' u_free + eps gamma', warm start. [step 5]
static void fill_problem(talus_stepper *s, const talus_state *state, const stepper_motion *m,
                         talus_contact_problem *problem)
{
    const size_t n = s->set.count, size = 3 * n;
    talus_ground varied;
    const double inverse_mass = 1.0 / m->mass_hat;
    for (size_t i = 0; i < size; i++) {
        for (size_t j = 0; j < size; j++) {
            s->delassus[i * size + j] = inverse_mass * vec3_dot(s->rows[i], s->rows[j]) +
                                        vec3_dot(s->torques[i], s->turns[j]);
        }
        s->gamma[i] = vec3_dot(s->rows[i], m->v_before) + vec3_dot(s->torques[i], m->omega_before);
        s->c_plastic[i] = vec3_dot(s->rows[i], m->v_free) + vec3_dot(s->torques[i], m->omega_free);
    }
    for (size_t k = 0; k < n; k++) {
        const contact_point *point = &s->set.points[k];
        const talus_ground *ground =
            contact_ground_of(&s->site, point->ground, point->foot.x, point->foot.y, &varied);
        const double approach = s->gamma[3 * k] < 0.0 ? s->gamma[3 * k] : 0.0;
        s->mu[k] = contact_friction(ground, state->slippage);
        s->c[3 * k] = s->c_plastic[3 * k] + ground->epsilon_n * approach;
        for (size_t i = 3 * k + 1; i < 3 * k + 3; i++) {
            s->c[i] = s->c_plastic[i] + ground->epsilon_t * s->gamma[i];
        }
        start_warm(s, point->key, s->percussion + 3 * k);
    }
    *problem = (talus_contact_problem){n, s->delassus, s->c, s->mu};
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
