// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: impacts of spatial blocks (sections 6 and 7 of
// docs/rocking.md).
#include "cases/evaluate/rocking_evaluate_spatial.h"

#include "foundation/math/linalg.h"

static void write_vec3(evaluate_case *c, const char *key, talus_vec3 v)
{
    const double values[3] = {v.x, v.y, v.z};
    evaluate_write_numbers(c, key, values, 3);
}

static talus_vec3 read_vec3(evaluate_case *c, const char *key)
{
    double v[3] = {0.0, 0.0, 0.0};
    evaluate_vector(c, key, v, 3);
    return vec3(v[0], v[1], v[2]);
}

/// true or false; false when missing.
static bool read_flag(evaluate_case *c, const char *key)
{
    bool value = false;
    if (evaluate_has(c, key) && !files_json_bool(files_json_member(c->inputs, key), &value)) {
        evaluate_refuse(c, "\"%s\" must be true or false", key);
    }
    return value;
}

static void answer_impact3d(evaluate_case *c)
{
    double principal[3], angles[3];
    talus_spatial_block block = {.mass = evaluate_positive(c, "M"), .corner_count = 1};
    evaluate_vector(c, "I", principal, 3);
    evaluate_vector(c, "euler_phi_theta_psi", angles, 3);
    block.corners[0] = read_vec3(c, "corner");
    const talus_vec3 v = read_vec3(c, "V"), w = read_vec3(c, "w");
    const double e = evaluate_number(c, "e");
    const bool free_y = read_flag(c, "free_y");
    if (c->failed) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (!(principal[i] > 0.0)) {
            evaluate_refuse(c, "\"I\" must hold three moments > 0, found %.9g", principal[i]);
            return;
        }
        block.inertia.m[i][i] = principal[i];
    }
    if (e < 0.0 || e > 1.0) {
        evaluate_warn(c, "e = %.9g lies outside [0, 1]", e);
    }
    const talus_euler euler = {angles[0], angles[1], angles[2]};
    talus_spatial_state state = {
        .mode = TALUS_SPATIAL_FLIGHT, .attitude = talus_euler_attitude(euler), .velocity = v};
    state.w = talus_quat_rotate(state.attitude, w);
    const talus_spatial_collision after = talus_spatial_collide(&block, &state, 0, e, free_y);
    const talus_euler rates = talus_euler_rates(euler, after.w);
    const talus_mat3 to_world = talus_quat_matrix(state.attitude);
    double to_body[9];
    for (int i = 0; i < 9; i++) {
        to_body[i] = to_world.m[i % 3][i / 3];
    }
    write_vec3(c, "V", after.velocity);
    write_vec3(c, "w", after.w);
    write_vec3(c, "F", after.impulse);
    evaluate_write_matrix(c, "A", to_body, 3, 3);
    write_vec3(c, "euler_rates", vec3(rates.phi, rates.theta, rates.psi));
}

/// Impact of edge V3V4 of a block turned so that side V1V2 is up by "tilt"; pivot V3 before.
static talus_spatial_impact read_edge_impact(evaluate_case *c, talus_vec3 *w_minus)
{
    const talus_spatial_block block = evaluate_spatial_block(c);
    const double tilt = evaluate_number_or(c, "tilt", 0.0);
    const double lam = evaluate_number(c, "lam");
    *w_minus = read_vec3(c, "w_minus");
    evaluate_spatial_limit(c, "lam", lam);
    const talus_spatial_state state = talus_spatial_release(&block, 3, tilt);
    return talus_spatial_edge_impact(&block, state.attitude, 2, 3, lam);
}

static void answer_edge_map(evaluate_case *c)
{
    talus_vec3 w_minus;
    const talus_spatial_impact impact = read_edge_impact(c, &w_minus);
    const double tau = evaluate_number_or(c, "tau", 0.0);
    talus_spatial_outcome outcome;
    talus_error error;
    if (c->failed) {
        return;
    }
    if (talus_spatial_map(&impact, w_minus, tau, &outcome, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        return;
    }
    write_vec3(c, "w_plus", outcome.w_plus);
    evaluate_put(c, "dE", outcome.energy_change);
}

static void answer_edge_energy(evaluate_case *c)
{
    talus_vec3 w_minus;
    const talus_spatial_impact impact = read_edge_impact(c, &w_minus);
    talus_spatial_outcome outcome;
    double interval[2];
    talus_error error;
    if (c->failed) {
        return;
    }
    if (talus_spatial_map(&impact, w_minus, 0.0, &outcome, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        return;
    }
    if (!talus_spatial_tau_interval(&impact, w_minus, interval)) {
        evaluate_refuse(c, "every tau adds energy for these \"lam\" and \"w_minus\"");
        return;
    }
    evaluate_write_numbers(c, "tau_interval_dE_le_0", interval, 2);
    evaluate_put(c, "dE_tau0", outcome.energy_change);
}

typedef struct facet_case {
    talus_spatial_block block;
    talus_spatial_facet facet;
    talus_vec3 w_minus;
} facet_case;

static const talus_quat flat = {1.0, 0.0, 0.0, 0.0};

/// Facet impact of a block flat on the base. @return false if refused
static bool read_facet(evaluate_case *c, facet_case *one)
{
    one->block = evaluate_spatial_block(c);
    one->w_minus = read_vec3(c, "w_minus");
    one->facet = (talus_spatial_facet){
        .before = evaluate_has(c, "b_vertex") ? (int)evaluate_count(c, "b_vertex", 1, 4) - 1 : 1,
        .lat = evaluate_number_or(c, "lat", 0.0),
        .lon = evaluate_number(c, "lon"),
        .tau = evaluate_number_or(c, "tau", (double)NAN),
    };
    if (!evaluate_has(c, "tau")) {
        one->facet.tau = (double)NAN;
    }
    evaluate_spatial_limit(c, "lat", one->facet.lat);
    evaluate_spatial_limit(c, "lon", one->facet.lon);
    return !c->failed;
}

static void answer_facet_map(evaluate_case *c)
{
    facet_case one;
    talus_spatial_outcome outcome;
    talus_error error;
    if (!read_facet(c, &one)) {
        return;
    }
    if (talus_spatial_facet_map(&one.block, flat, &one.facet, one.w_minus, &outcome, &error) !=
        TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        return;
    }
    evaluate_put(c, "a_vertex", outcome.pivot + 1);
    write_vec3(c, "w_plus", outcome.w_plus);
    evaluate_put(c, "tau", outcome.tau);
    evaluate_put(c, "dE", outcome.energy_change);
}

static void answer_facet_edge(evaluate_case *c)
{
    facet_case one;
    talus_spatial_outcome outcome;
    talus_error error;
    if (!read_facet(c, &one)) {
        return;
    }
    one.facet.lat = 0.0;
    if (talus_spatial_facet_map(&one.block, flat, &one.facet, one.w_minus, &outcome, &error) !=
        TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        return;
    }
    evaluate_put(c, "w_plus_y", outcome.w_plus.y);
}

static void answer_facet_feasible(evaluate_case *c)
{
    facet_case one;
    if (!read_facet(c, &one)) {
        return;
    }
    talus_spatial_outcome outcomes[TALUS_SPATIAL_CORNERS];
    const size_t count =
        talus_spatial_facet_solutions(&one.block, flat, &one.facet, one.w_minus, outcomes);
    double vertices[TALUS_SPATIAL_CORNERS];
    for (size_t i = 0; i < count; i++) {
        vertices[i] = outcomes[i].pivot + 1;
    }
    evaluate_write_numbers(c, "a_vertices", vertices, count);
}

static const char *const impact3d_inputs[] = {
    "M", "I", "euler_phi_theta_psi", "corner", "V", "w", "e", "free_y", NULL};
static const char *const edge_inputs[] = {"b1", "b2", "h", "tilt", "w_minus", "lam", "tau", NULL};
static const char *const energy_inputs[] = {"b1", "b2", "h", "tilt", "w_minus", "lam", NULL};
static const char *const facet_inputs[] = {"b1",  "b2",  "h",   "w_minus", "b_vertex",
                                           "lon", "lat", "tau", NULL};

static const char *const sim3d_inputs[] = {"b1",  "b2",  "h",   "tilt",         "lam",
                                           "lon", "lat", "tau", "opmf_impacts", NULL};
static const char *const fit_inputs[] = {"b1", "b2", "h", "true", "trial", "rate", "n", NULL};

const evaluate_model evaluate_spatial_models[] = {
    {.name = "impact3d", .inputs = impact3d_inputs, .answer = answer_impact3d},
    {.name = "edge_map", .inputs = edge_inputs, .answer = answer_edge_map},
    {.name = "edge_energy", .inputs = energy_inputs, .answer = answer_edge_energy},
    {.name = "facet_map", .inputs = facet_inputs, .answer = answer_facet_map},
    {.name = "facet_edge", .inputs = facet_inputs, .answer = answer_facet_edge},
    {.name = "facet_feasible", .inputs = facet_inputs, .answer = answer_facet_feasible},
    {.name = "sim3d", .inputs = sim3d_inputs, .answer = evaluate_sim3d},
    {.name = "fit_error", .inputs = fit_inputs, .answer = evaluate_fit_error},
    {.name = NULL},
};
