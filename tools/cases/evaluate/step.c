// SPDX-License-Identifier: GPL-3.0-or-later
// A case with a terrain, a rock, a ground and a state: one Moreau step.
#include "cases/evaluate/bodies_evaluate.h"

/// A number from 0 to `most`.
static double from_zero(evaluate_case *c, const char *key, double most)
{
    const double value = evaluate_number(c, key);
    if (!c->failed && !(value >= 0.0 && value <= most)) {
        evaluate_refuse(c, "\"%s\" must be a number from 0 to %g, found %g", key, most, value);
    }
    return value;
}

static talus_ground read_ground(evaluate_case *c)
{
    const files_json_node *outer = evaluate_enter(c, "ground");
    const talus_ground ground = {
        .name = "case",
        .mu_min = from_zero(c, "mu_min", 1e3),
        .mu_max = from_zero(c, "mu_max", 1e3),
        .kappa = from_zero(c, "kappa", 1e9),
        .beta = from_zero(c, "beta", 1e9),
        .drag = from_zero(c, "nu", 1e9),
        .epsilon_n = from_zero(c, "epsilon_n", 1.0),
        .epsilon_t = from_zero(c, "epsilon_t", 1.0),
    };
    c->inputs = outer;
    return ground;
}

static talus_forest read_forest(evaluate_case *c)
{
    const files_json_node *outer = evaluate_enter(c, "drag");
    const talus_forest forest = {.name = "case",
                                 .drag = from_zero(c, "c_kg_s", 1e12),
                                 .height = from_zero(c, "height_m", 1e6)};
    c->inputs = outer;
    return forest;
}

static talus_status advance(const talus_site *site, const talus_step_options *options,
                            const talus_rock *rock, talus_state *state, talus_step_report *report,
                            talus_error *error)
{
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    talus_status status = talus_stepper_create(site, options, rock->vertex_count, &stepper, error);
    if (status == TALUS_OK) {
        status = talus_motion_create(stepper, &motion, error);
    }
    if (status == TALUS_OK) {
        status = talus_motion_start(stepper, rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, state, motion,
                                    error);
    }
    if (status == TALUS_OK) {
        status = talus_step(stepper, motion, report, error);
    }
    if (status == TALUS_OK) {
        *state = *talus_motion_state(motion);
    }
    talus_free(motion);
    talus_stepper_destroy(stepper);
    return status;
}

static void answer_step(evaluate_case *c)
{
    talus_step_options options = talus_step_options_default();
    options.scheme = evaluate_scheme(c);
    options.time_step = evaluate_positive(c, "time_step_s");
    options.gravity = from_zero(c, "gravity_m_s2", 1e3);
    const talus_forest forest = read_forest(c);
    const talus_ground ground = read_ground(c);
    const files_json_node *outer = evaluate_enter(c, "state");
    talus_state state = evaluate_state(c);
    state.slippage = from_zero(c, "slippage_m", 1e12);
    c->inputs = outer;
    outer = evaluate_enter(c, "rock");
    talus_rock *rock = c->failed ? NULL : evaluate_rock(c);
    c->inputs = outer;
    talus_terrain *terrain = c->failed ? NULL : evaluate_terrain(c);
    // one class everywhere: points off the map take the nearest cell
    uint8_t everywhere = 1;
    const talus_class_map map = {.cell = 1.0, .nx = 1, .ny = 1, .classes = &everywhere};
    const bool forested = forest.height > 0.0;
    const talus_site site = {
        .terrain = terrain,
        .grounds = &ground,
        .ground_count = 1,
        .forests = &forest,
        .forest_count = forested ? 1 : 0,
        .forest_map = forested ? &map : NULL,
    };
    talus_step_report report = talus_step_report_default();
    talus_error error = {0};
    if (!c->failed &&
        evaluate_hold(c, advance(&site, &options, rock, &state, &report, &error), &error)) {
        evaluate_write_state(c, &state);
        evaluate_put(c, "slippage_m", state.slippage);
        files_json_add_unsigned(c->out, "contacts", report.contact_count);
    }
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
}

const evaluate_model evaluate_plain_step = {"step", EVALUATE_INPUTS("terrain"), answer_step};
