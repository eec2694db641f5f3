// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms and planar models of bodies in contact.
#include "cases/evaluate/bodies_evaluate.h"
#include "cases/stacks/stacks.h"
#include "foundation/math/linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Two vectors of an array.
static void read_two(evaluate_case *c, const char *key, talus_vec3 x[2])
{
    double values[6] = {0.0};
    if (evaluate_matrix(c, key, values, 2, 3)) {
        for (int k = 0; k < 2; k++) {
            x[k] = vec3(values[3 * k], values[3 * k + 1], values[3 * k + 2]);
        }
    }
}

static void write_two(evaluate_case *c, const char *key, const talus_vec3 x[2])
{
    const double values[6] = {x[0].x, x[0].y, x[0].z, x[1].x, x[1].y, x[1].z};
    evaluate_write_matrix(c, key, values, 2, 3);
}

/// Two numbers > 0.
static void read_positive_two(evaluate_case *c, const char *key, double values[2])
{
    if (evaluate_vector(c, key, values, 2) && !(values[0] > 0.0 && values[1] > 0.0)) {
        evaluate_refuse(c, "\"%s\" must hold two numbers > 0", key);
    }
}

static void answer_central(evaluate_case *c)
{
    static const char *const states[] = {
        [STACKS_OPEN] = "open", [STACKS_STICK] = "stick", [STACKS_SLIP] = "slip"};
    stacks_hit hit = {.mu = evaluate_number(c, "mu"),
                      .epsilon_n = evaluate_number(c, "epsilon_n"),
                      .epsilon_t = evaluate_number(c, "epsilon_t"),
                      .normal = evaluate_vec3(c, "normal")};
    read_positive_two(c, "mass_kg", hit.mass);
    read_positive_two(c, "inertia_kg_m2", hit.inertia);
    evaluate_vector(c, "lever_m", hit.lever, 2);
    read_two(c, "v_m_s", hit.v);
    read_two(c, "omega_world_rad_s", hit.omega);
    if (!c->failed && !(fabs(vec3_norm(hit.normal) - 1.0) <= 1e-9)) {
        evaluate_refuse(c, "\"normal\" must be of unit length, found %.12g", vec3_norm(hit.normal));
    }
    if (!c->failed && !(hit.mu >= 0.0)) {
        evaluate_refuse(c, "\"mu\" must be >= 0, found %.9g", hit.mu);
    }
    if (c->failed) {
        return;
    }
    const stacks_hit_result result = stacks_hit_central(&hit);
    files_json_add_text(c->out, "state", states[result.state]);
    evaluate_write_vec3(c, "percussion_on_b_N_s", result.percussion);
    write_two(c, "v_m_s", result.v);
    write_two(c, "omega_world_rad_s", result.omega);
    evaluate_write_vec3(c, "gamma_before_m_s", result.gamma_before);
    evaluate_write_vec3(c, "gamma_after_m_s", result.gamma_after);
    evaluate_put(c, "energy_change_J", result.energy_change);
}

/// The four lists of a stack, one behind the other. @return to be freed; NULL after a refusal
static double *read_stack(evaluate_case *c, size_t count)
{
    static const char *const keys[4] = {"half_width_m", "half_height_m", "centre_x_m",
                                        "mu_under_block"};
    double *lists = c->failed ? NULL : calloc(5 * count, sizeof *lists);
    for (size_t k = 0; k < 4 && lists != NULL; k++) {
        evaluate_vector(c, keys[k], lists + k * count, count);
        for (size_t i = 0; i < count && !c->failed && k != 2; i++) {
            const double value = lists[k * count + i];
            if (k < 2 ? !(value > 0.0) : !(value >= 0.0)) {
                evaluate_refuse(c, "\"%s\" must hold numbers %s 0, found %.9g", keys[k],
                                k < 2 ? ">" : ">=", value);
            }
        }
    }
    if (c->failed) {
        free(lists);
        return NULL;
    }
    return lists;
}

static void answer_incline(evaluate_case *c)
{
    const size_t n = evaluate_length(c, "half_width_m");
    double *lists = read_stack(c, n);
    if (lists == NULL) {
        evaluate_refuse(c, "out of memory");
        return;
    }
    double *topple = lists + 4 * n;
    const stacks_incline found =
        stacks_on_incline(n, lists, lists + n, lists + 2 * n, lists + 3 * n, topple);
    evaluate_put(c, "critical_tan", found.critical_tan);
    evaluate_put(c, "critical_angle_rad", talus_atan(found.critical_tan));
    files_json_add_text(c->out, "mode", found.is_toppling ? "topple" : "slide");
    files_json_add_unsigned(c->out, "interface_under_block", found.interface_at);
    evaluate_write_numbers(c, "slide_tan", lists + 3 * n, n);
    evaluate_write_numbers(c, "topple_tan", topple, n);
    free(lists);
}

static void answer_two_block(evaluate_case *c)
{
    stacks_two blocks = {.gravity = evaluate_positive(c, "gravity_m_s2")};
    stacks_two_state state = {{0.0, 0.0}, {0.0, 0.0}};
    const double time = evaluate_number(c, "time_s");
    read_positive_two(c, "half_width_m", blocks.b);
    read_positive_two(c, "half_height_m", blocks.h);
    read_positive_two(c, "mass_kg", blocks.mass);
    evaluate_vector(c, "theta0_rad", state.theta, 2);
    evaluate_vector(c, "omega0_rad_s", state.omega, 2);
    if (!c->failed && !(time >= 0.0)) {
        evaluate_refuse(c, "\"time_s\" must be >= 0, found %.9g", time);
    }
    if (c->failed) {
        return;
    }
    double alpha[2], upper, both;
    const double pivots[2] = {state.theta[0] < 0.0 ? -1.0 : 1.0,
                              state.theta[1] < state.theta[0] ? -1.0 : 1.0};
    stacks_two_accelerations(&blocks, &state, pivots, alpha);
    stacks_two_uplift(&blocks, &upper, &both);
    if (!stacks_two_move(&blocks, &state, time)) {
        evaluate_warn(c, "a block meets its other corner before %.9g s: the free motion ends there",
                      time);
    }
    evaluate_write_numbers(c, "alpha0_rad_s2", alpha, 2);
    evaluate_write_numbers(c, "theta_rad", state.theta, 2);
    evaluate_write_numbers(c, "omega_rad_s", state.omega, 2);
    evaluate_put(c, "uplift_upper_alone_g", upper);
    evaluate_put(c, "uplift_both_as_one_g", both);
}

static void answer_domino(evaluate_case *c)
{
    enum { COLLISIONS = 50 };
    const stacks_dominoes row = {.height = evaluate_positive(c, "height_m"),
                                 .thickness = evaluate_positive(c, "thickness_m"),
                                 .spacing = evaluate_positive(c, "spacing_m"),
                                 .mu = evaluate_number(c, "mu_between"),
                                 .gravity = evaluate_positive(c, "gravity_m_s2")};
    const char *ground = evaluate_has(c, "ground") ? evaluate_text(c, "ground") : "no slip";
    double speed = 0.0;
    if (!c->failed &&
        (strcmp(ground, "no slip") != 0 || evaluate_number_or(c, "epsilon", 0.0) != 0.0)) {
        evaluate_refuse(c,
                        "the model has dominoes that do not slip on the ground, and plastic hits");
    }
    if (!c->failed && !stacks_domino_speed(&row, COLLISIONS, &speed)) {
        evaluate_refuse(c, "the front comes to rest, or the next domino is out of reach");
    }
    evaluate_put(c, "speed_m_s", speed);
    evaluate_put(c, "speed_over_sqrt_gh", speed / sqrt(row.gravity * row.height));
}

const evaluate_model evaluate_stack_families[] = {
    {"pair_central",
     EVALUATE_INPUTS("mass_kg", "inertia_kg_m2", "lever_m", "normal", "mu", "epsilon_n",
                     "epsilon_t", "v_m_s", "omega_world_rad_s"),
     answer_central},
    {"incline_stack",
     EVALUATE_INPUTS("half_width_m", "half_height_m", "centre_x_m", "mu_under_block"),
     answer_incline},
    {"two_block",
     EVALUATE_INPUTS("half_width_m", "half_height_m", "mass_kg", "theta0_rad", "omega0_rad_s",
                     "time_s", "gravity_m_s2"),
     answer_two_block},
    {"domino",
     EVALUATE_INPUTS("height_m", "thickness_m", "spacing_m", "mu_between", "ground", "epsilon",
                     "gravity_m_s2"),
     answer_domino},
    {NULL, NULL, NULL},
};
