// SPDX-License-Identifier: GPL-3.0-or-later
// One time step of several rocks that touch each other and the ground.
#include "cases/evaluate/bodies_evaluate.h"
#include "foundation/math/linalg.h"
#include "physics/bodies/bodies.h"

#include <stdlib.h>

enum { MOST_ROCKS = 256 };

/// A case as read.
typedef struct step_case {
    size_t count;
    talus_rock **rocks;  ///< (count)
    talus_state *states; ///< (count)
    size_t max_vertices;
    talus_terrain *terrain;
    talus_ground ground;
    bodies_options options;
} step_case;

/// The step of a case under one choice of rows.
typedef struct step_result {
    talus_state *states; ///< (count)
    bodies_contact *contacts;
    size_t contact_count;
    bodies_report report;
} step_result;

/// No ground at all: a patch that no rock is over.
static void make_void(evaluate_case *c, step_case *one)
{
    const talus_grid grid = {.x0 = 1e9, .y0 = 1e9, .cell = 1e4, .nx = 2, .ny = 2};
    const double heights[4] = {0.0, 0.0, 0.0, 0.0};
    talus_error error = {0};
    evaluate_hold(c, talus_terrain_create(&grid, heights, NULL, &one->terrain, &error), &error);
}

static void read_law(evaluate_case *c, const char *key, bodies_law *law)
{
    const files_json_node *outer = evaluate_enter(c, key);
    law->mu = evaluate_number(c, "mu");
    law->epsilon_n = evaluate_number(c, "epsilon_n");
    law->epsilon_t = evaluate_number(c, "epsilon_t");
    c->inputs = outer;
}

static void read_rocks(evaluate_case *c, step_case *one)
{
    one->count = evaluate_length(c, "rocks");
    if (!c->failed &&
        (one->count < 2 || one->count > MOST_ROCKS || evaluate_length(c, "states") != one->count)) {
        evaluate_refuse(c, "\"rocks\" and \"states\" must be arrays of the same 2 to %d items",
                        MOST_ROCKS);
    }
    if (c->failed) {
        one->count = 0;
        return;
    }
    one->rocks = calloc(one->count, sizeof *one->rocks);
    one->states = calloc(one->count, sizeof *one->states);
    if (one->rocks == NULL || one->states == NULL) {
        evaluate_refuse(c, "out of memory");
    }
    for (size_t k = 0; k < one->count && !c->failed; k++) {
        const files_json_node *outer = evaluate_enter_item(c, "rocks", k);
        one->rocks[k] = evaluate_rock(c);
        c->inputs = outer;
        outer = evaluate_enter_item(c, "states", k);
        one->states[k] = evaluate_state(c);
        c->inputs = outer;
        if (!c->failed && one->rocks[k]->vertex_count > one->max_vertices) {
            one->max_vertices = one->rocks[k]->vertex_count;
        }
    }
}

static void read_case(evaluate_case *c, bool has_ground, step_case *one)
{
    bodies_law ground = {0.0, 0.0, 0.0};
    one->options = bodies_options_default();
    one->options.most_points = 0;
    one->options.step.time_step = evaluate_positive(c, "time_step_s");
    one->options.step.gravity = evaluate_number(c, "gravity_m_s2");
    one->options.step.scheme = evaluate_scheme(c);
    read_law(c, "pair", &one->options.law);
    read_rocks(c, one);
    if (has_ground) {
        read_law(c, "ground", &ground);
        one->terrain = evaluate_terrain(c);
    } else {
        make_void(c, one);
    }
    one->ground = (talus_ground){.name = "case",
                                 .mu_min = ground.mu,
                                 .mu_max = ground.mu,
                                 .epsilon_n = ground.epsilon_n,
                                 .epsilon_t = ground.epsilon_t};
}

static void clear_case(step_case *one)
{
    for (size_t k = 0; k < one->count; k++) {
        talus_rock_destroy(one->rocks[k]);
    }
    free(one->rocks);
    free(one->states);
    talus_terrain_destroy(one->terrain);
}

static talus_status run_step(const step_case *one, bodies_event *event, step_result *result,
                             talus_error *error)
{
    for (size_t k = 0; k < one->count; k++) {
        const talus_status status = bodies_event_add(
            event, one->rocks[k], 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, &one->states[k], error);
        if (status != TALUS_OK) {
            return status;
        }
    }
    const talus_status status = bodies_event_step(event, &result->report, error);
    if (status != TALUS_OK) {
        return status;
    }
    const bodies_contact *contacts = bodies_event_contacts(event, &result->contact_count);
    result->states = calloc(one->count, sizeof *result->states);
    result->contacts = calloc(result->contact_count + 1, sizeof *contacts);
    if (result->states == NULL || result->contacts == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    for (size_t k = 0; k < one->count; k++) {
        result->states[k] = *bodies_event_state(event, k);
    }
    for (size_t k = 0; k < result->contact_count; k++) {
        result->contacts[k] = contacts[k];
    }
    return TALUS_OK;
}

/// One step, whole: the cases are about the step, not about its parts.
static void step_rocks(evaluate_case *c, const step_case *one, bool rows_at_midpoint,
                       step_result *result)
{
    const talus_site site = {.terrain = one->terrain, .grounds = &one->ground, .ground_count = 1};
    bodies_options options = one->options;
    bodies_event *event = NULL;
    talus_error error = {0};
    options.rows_at_midpoint = rows_at_midpoint;
    options.is_whole = true;
    talus_status status = bodies_event_create(&site, &options, one->max_vertices, &event, &error);
    if (status == TALUS_OK) {
        status = run_step(one, event, result, &error);
    }
    bodies_event_destroy(event);
    if (evaluate_hold(c, status, &error) && result->report.unsolved > 0) {
        evaluate_refuse(c, "the contact problem is left unsolved, with the relative error %.3g",
                        result->report.worst_error);
    }
}

static void clear_result(step_result *result)
{
    free(result->states);
    free(result->contacts);
}

static void write_states(evaluate_case *c, const char *key, const talus_state *states, size_t count)
{
    files_json_begin(c->out, key, '[');
    for (size_t k = 0; k < count; k++) {
        files_json_begin(c->out, NULL, '{');
        evaluate_write_state(c, &states[k]);
        files_json_end(c->out, '}');
    }
    files_json_end(c->out, ']');
}

static double kinetic_energy(const step_case *one, const talus_state *states)
{
    double sum = 0.0;
    for (size_t k = 0; k < one->count; k++) {
        const talus_vec3 w = states[k].omega;
        sum += 0.5 * (one->rocks[k]->mass * vec3_norm2(states[k].v) +
                      vec3_dot(w, vec3_mul(one->rocks[k]->inertia, w)));
    }
    return sum;
}

/// The states with both choices of rows, and the energies.
static void write_step(evaluate_case *c, const step_case *one, const step_result *midpoint,
                       const step_result *end)
{
    const double energy[2] = {kinetic_energy(one, one->states),
                              kinetic_energy(one, midpoint->states)};
    write_states(c, "states", midpoint->states, one->count);
    if (end != NULL) {
        write_states(c, "states_end_rows", end->states, one->count);
    } else {
        files_json_add_plain(c->out, "states_end_rows", "null");
    }
    evaluate_write_numbers(c, "energy_J", energy, 2);
    evaluate_put(c, "contact_work_J", midpoint->report.contact_work);
}

/// Momentum that the contacts make out of nothing, relative to what they exchange.
static double momentum_defect(const step_case *one, const step_result *result)
{
    const double fall = -one->options.step.time_step * one->options.step.gravity;
    talus_vec3 sum = vec3(0.0, 0.0, 0.0);
    double size = 0.0;
    for (size_t k = 0; k < one->count; k++) {
        talus_vec3 change = vec3_sub(result->states[k].v, one->states[k].v);
        change.z -= fall;
        sum = vec3_axpy(sum, one->rocks[k]->mass, change);
        size += one->rocks[k]->mass * vec3_norm(change);
    }
    return size > 0.0 ? vec3_norm(sum) / size : 0.0;
}

/// Angular momentum about the origin.
static talus_vec3 angular_momentum(const step_case *one, const talus_state *states)
{
    talus_vec3 sum = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < one->count; k++) {
        const talus_state *q = &states[k];
        const talus_rock *rock = one->rocks[k];
        sum = vec3_add(sum, vec3_scale(rock->mass, vec3_cross(q->r, q->v)));
        sum = vec3_add(sum, quat_rotate(quat_unit(q->p), vec3_mul(rock->inertia, q->omega)));
    }
    return sum;
}

/// Change of angular momentum about the origin, less that of gravity, which acts at the midpoint.
static talus_vec3 spin_defect(const step_case *one, const step_result *result)
{
    const double dt = one->options.step.time_step;
    talus_vec3 change =
        vec3_sub(angular_momentum(one, result->states), angular_momentum(one, one->states));
    for (size_t k = 0; k < one->count; k++) {
        const talus_vec3 middle = vec3_axpy(one->states[k].r, 0.5 * dt, one->states[k].v);
        const talus_vec3 weight =
            vec3(0.0, 0.0, -dt * one->options.step.gravity * one->rocks[k]->mass);
        change = vec3_sub(change, vec3_cross(middle, weight));
    }
    return change;
}

static void write_pair(evaluate_case *c, const step_case *one, const step_result *result)
{
    evaluate_write_touch(c, one->rocks, one->states, one->options.step.time_step);
    evaluate_put(c, "kick_momentum_rel", momentum_defect(one, result));
    evaluate_write_vec3(c, "spin_defect_end_N_m_s", spin_defect(one, result));
}

static void write_cluster(evaluate_case *c, const step_result *result)
{
    files_json_begin(c->out, "contacts", '[');
    for (size_t k = 0; k < result->contact_count; k++) {
        const bodies_contact *contact = &result->contacts[k];
        files_json_begin(c->out, NULL, '{');
        files_json_add_integer(c->out, "body_a", contact->a);
        files_json_add_integer(c->out, "body_b", contact->b);
        // the gap of published detection is vertical
        evaluate_put(c, "gap_m", contact->a < 0 ? contact->gap / contact->normal.z : contact->gap);
        files_json_end(c->out, '}');
    }
    files_json_end(c->out, ']');
    evaluate_put(c, "gain_J", result->report.gain);
    evaluate_put(c, "residual", result->report.worst_error);
}

static void answer_step(evaluate_case *c, bool is_cluster)
{
    step_case one = {0};
    step_result midpoint = {0}, end = {0};
    read_case(c, is_cluster, &one);
    const talus_scheme scheme = one.options.step.scheme;
    const bool has_end = scheme != TALUS_SCHEME_EXPLICIT && scheme != TALUS_SCHEME_MIDPOINT_PLUS;
    if (!c->failed) {
        step_rocks(c, &one, true, &midpoint);
    }
    if (!c->failed && has_end) {
        step_rocks(c, &one, false, &end);
    }
    if (!c->failed) {
        write_step(c, &one, &midpoint, has_end ? &end : NULL);
        if (is_cluster) {
            write_cluster(c, &midpoint);
        } else {
            write_pair(c, &one, &midpoint);
        }
    }
    clear_result(&midpoint);
    clear_result(&end);
    clear_case(&one);
}

static void answer_pair_step(evaluate_case *c)
{
    if (evaluate_length(c, "rocks") > 2) {
        evaluate_refuse(c, "\"rocks\" must hold two rocks");
    }
    answer_step(c, false);
}

static void answer_cluster_step(evaluate_case *c)
{
    answer_step(c, true);
}

const evaluate_model evaluate_step_families[] = {
    {"pair_step",
     EVALUATE_INPUTS("scheme", "time_step_s", "gravity_m_s2", "rocks", "pair", "states"),
     answer_pair_step},
    {"cluster_step",
     EVALUATE_INPUTS("scheme", "time_step_s", "gravity_m_s2", "terrain", "ground", "rocks", "pair",
                     "states"),
     answer_cluster_step},
    {NULL, NULL, NULL},
};
