// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: bouncing at every impact, the generalised law at an impact,
// two stacked blocks.
#include "cases/blocks/bounce_every.h"
#include "cases/blocks/sliding.h"
#include "cases/blocks/two_blocks.h"
#include "cases/evaluate/evaluate.h"
#include "talus/lab/rocking_spatial.h"
#include "talus/linalg.h"

#include <math.h>
#include <string.h>

enum { SERIES = 64, SEQUENCE = 64 };

// --- Bouncing ---

static talus_planar_model read_rectangle(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b"), h = evaluate_positive(c, "h");
    talus_rocking_block block = talus_rocking_block_rectangle(1.0, b, h);
    block.inertia = evaluate_positive_or(c, "I_per_m", block.inertia);
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    model.gravity = evaluate_positive_or(c, "g", 9.81);
    return model;
}

static talus_bounce_options read_options(evaluate_case *c)
{
    const char *flight = evaluate_has(c, "flight") ? evaluate_text(c, "flight") : "exact";
    talus_bounce_options options = {.settle = evaluate_positive_or(c, "settle", 1e-6),
                                    .e = evaluate_number(c, "e")};
    options.e_t = evaluate_number_or(c, "e_t", options.e);
    options.mu = evaluate_number_or(c, "mu", 0.0);
    options.tangential =
        (talus_bounce_case)(evaluate_has(c, "case") ? evaluate_count(c, "case", 1, 3) : 1);
    if (flight && strcmp(flight, "exact") != 0 && strcmp(flight, "quadratic") != 0) {
        evaluate_refuse(c, "\"flight\" is \"%s\": expected exact or quadratic", flight);
    }
    options.flight =
        flight && strcmp(flight, "quadratic") == 0 ? TALUS_BOUNCE_QUADRATIC : TALUS_BOUNCE_EXACT;
    return options;
}

static void answer_bounce_sequence(evaluate_case *c)
{
    const talus_planar_model model = read_rectangle(c);
    const talus_bounce_options options = read_options(c);
    const double w0 = evaluate_number(c, "w0");
    talus_bounce_impact impacts[SEQUENCE];
    talus_bounce_end end;
    talus_error error = {0};
    if (!c->failed &&
        talus_bounce_run(&model, w0, &options, impacts, SEQUENCE, &end, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    files_json_begin(c->out, "seq", '[');
    for (size_t i = 0; !c->failed && i < end.count; i++) {
        const char corner[2] = {impacts[i].corner, '\0'};
        files_json_begin(c->out, NULL, '[');
        evaluate_put(c, NULL, impacts[i].time);
        files_json_add_text(c->out, NULL, corner);
        evaluate_put(c, NULL, impacts[i].theta);
        evaluate_put(c, NULL, impacts[i].omega);
        files_json_end(c->out, ']');
    }
    files_json_end(c->out, ']');
}

static void answer_bounce_every(evaluate_case *c)
{
    const talus_planar_model model = read_rectangle(c);
    const talus_bounce_options options = read_options(c);
    const double w0 = evaluate_number(c, "w0");
    bounce_landing landings[SERIES];
    double lands[SERIES], speeds[SERIES], peaks[SERIES], bounces[SERIES];
    size_t count = 0, settled = 0;
    talus_error error = {0};
    if (!c->failed &&
        bounce_every(&model, w0, &options, landings, SERIES, &count, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (c->failed) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            lands[i - 1] = landings[i].time;
            speeds[i - 1] = landings[i].omega;
        }
        bounces[i] = (double)landings[i].bounces;
        if (landings[i].settled) {
            peaks[settled++] = landings[i].peak;
        }
    }
    evaluate_write_numbers(c, "lands", lands, count - 1);
    evaluate_write_numbers(c, "w_land", speeds, count - 1);
    evaluate_write_numbers(c, "peaks", peaks, settled);
    evaluate_write_numbers(c, "n_bounces", bounces, count);
}

/// Collisions of a flying cuboid as they come.
typedef struct collisions {
    evaluate_case *c;
    const talus_spatial_block *block;
    double gravity;
    talus_spatial_state last; ///< after the collision before
    size_t count;
} collisions;

/// Vertical speed of a corner (m/s) of a flying block.
static double corner_speed(const talus_spatial_block *block, const talus_spatial_state *state,
                           int corner, talus_vec3 w, double fall)
{
    const talus_vec3 r = talus_quat_rotate(state->attitude, block->corners[corner]);
    return fall + w.x * r.y - w.y * r.x;
}

static void append_collision(collisions *s, double time, int corner, double speed,
                             talus_vec3 w_body)
{
    const char name[3] = {'V', (char)('1' + corner), '\0'};
    const double w[3] = {w_body.x, w_body.y, w_body.z};
    if (s->count++ >= SEQUENCE) {
        return;
    }
    files_json_begin(s->c->out, NULL, '[');
    evaluate_put(s->c, NULL, time);
    files_json_add_text(s->c->out, NULL, name);
    evaluate_put(s->c, NULL, speed);
    evaluate_write_numbers(s->c, NULL, w, 3);
    files_json_end(s->c->out, ']');
}

static talus_vec3 body_rate(const talus_spatial_state *state)
{
    const talus_quat q = state->attitude, back = {q.w, -q.x, -q.y, -q.z};
    return talus_quat_rotate(back, state->w);
}

static void record_collision(void *user, const talus_spatial_event *event)
{
    collisions *s = user;
    if (event->kind != TALUS_SPATIAL_CORNER_IMPACT || event->after.mode != TALUS_SPATIAL_FLIGHT) {
        return;
    }
    const double fall = s->last.velocity.z - s->gravity * (event->after.time - s->last.time);
    append_collision(s, event->after.time, event->before,
                     corner_speed(s->block, &event->after, event->before, event->w_minus, fall),
                     body_rate(&event->after));
    s->last = event->after;
}

static void answer_bounce3d(evaluate_case *c)
{
    const double a = evaluate_positive(c, "a"), h = evaluate_positive(c, "h");
    const double g = evaluate_positive_or(c, "g", 9.81), e = evaluate_number(c, "e");
    const char *first = evaluate_text(c, "first");
    bool free_y = false;
    double w0[3], inertia[3];
    talus_spatial_block block = talus_spatial_cuboid(1.0, a, a, h);
    if (evaluate_has(c, "free_y") &&
        !files_json_bool(files_json_member(c->inputs, "free_y"), &free_y)) {
        evaluate_refuse(c, "\"free_y\" must be true or false");
    }
    if (evaluate_has(c, "I_per_m") && evaluate_vector(c, "I_per_m", inertia, 3)) {
        for (int i = 0; i < 3; i++) {
            block.inertia.m[i][i] = inertia[i];
        }
    }
    if (!c->failed && (first[0] != 'V' || first[1] < '1' || first[1] > '4' || first[2] != '\0')) {
        evaluate_refuse(c, "\"first\" is \"%s\": expected V1 to V4", first);
    }
    if (!evaluate_vector(c, "w0", w0, 3)) {
        return;
    }
    // about the edge V1V2 at x = +a
    talus_spatial_state state = {.mode = TALUS_SPATIAL_FLIGHT,
                                 .attitude = {1.0, 0.0, 0.0, 0.0},
                                 .w = {w0[0], w0[1], w0[2]},
                                 .position = {0.0, 0.0, h},
                                 .velocity = {w0[1] * h, -w0[2] * a - w0[0] * h, w0[1] * a}};
    const int corner = first[1] - '1';
    collisions s = {.c = c, .block = &block, .gravity = g};
    files_json_begin(c->out, "seq", '[');
    const double speed = corner_speed(&block, &state, corner, state.w, state.velocity.z);
    const talus_spatial_collision hit = talus_spatial_collide(&block, &state, corner, e, free_y);
    state.velocity = hit.velocity;
    state.w = hit.w; // upright: body axes are those of the world
    append_collision(&s, 0.0, corner, speed, hit.w);
    s.last = state;
    talus_spatial_options options = talus_spatial_options_default();
    options.gravity = g;
    options.tolerance = 1e-13;
    options.impact_limit = SEQUENCE;
    options.on_event = record_collision;
    options.user = &s;
    const talus_spatial_bounce law = {.e = e, .free_y = free_y, .settle = 1e-6};
    talus_spatial_summary summary;
    talus_error error = {0};
    if (talus_spatial_bounce_run(&block, &law, &options, &state, &summary, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    files_json_end(c->out, ']');
}

// --- The generalised law ---

static void answer_e21_of_lambda(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b"), h = evaluate_positive(c, "h");
    const double lam = evaluate_number(c, "lam");
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, b, h);
    const double rho = talus_rocking_ratio(&block, TALUS_ROCKING_HOUSNER, 0.0);
    const double e = (rho * (1.0 + lam) + 1.0 - lam) / (1.0 + lam + rho * (1.0 - lam));
    evaluate_put(c, "rho", rho);
    evaluate_put(c, "e_n21", e);
    evaluate_put(c, "kappa", (1.0 - lam) / (1.0 + lam));
    evaluate_put(c, "mu_stick", h / b * (1.0 - e) / (1.0 + e));
}

static void answer_impact_e21(evaluate_case *c)
{
    talus_rocking_block block = talus_rocking_block_rectangle(
        evaluate_positive_or(c, "m", 1.0), evaluate_positive(c, "b"), evaluate_positive(c, "h"));
    block.inertia = evaluate_positive_or(c, "I", block.inertia);
    const double mu = evaluate_number(c, "mu"), e = evaluate_number(c, "e_n21");
    const double w = evaluate_number_or(c, "w_minus", -1.0);
    if (!c->failed && (!(w < 0.0) || !(mu >= 0.0))) {
        evaluate_refuse(c, "\"w_minus\" %g and \"mu\" %g: expected < 0 and >= 0", w, mu);
    }
    if (c->failed) {
        return;
    }
    // sticking about A before; B lands with 2 b w
    const double before[3] = {-block.h * w, block.b1 * w, w};
    const double least[2] = {e * (block.b1 + block.b2) * -w, 0.0};
    double v[3] = {before[0], before[1], before[2]};
    unsigned closed = 0;
    if (!sliding_impact(&block, mu, least, v, &closed)) {
        evaluate_refuse(c, "no state of the corners is consistent");
        return;
    }
    const double energy = block.mass * (v[0] * v[0] + v[1] * v[1]) + block.inertia * v[2] * v[2];
    const double whole =
        block.mass * (before[0] * before[0] + before[1] * before[1]) + block.inertia * w * w;
    evaluate_put(c, "w_plus", v[2]);
    evaluate_put(c, "vx_plus", v[0]);
    evaluate_put(c, "vz_plus", v[1]);
    evaluate_put(c, "energy_ratio", energy / whole);
    files_json_add_bool(c->out, "sticks", fabs(v[0] + block.h * v[2]) < 1e-12 * fabs(block.h * w));
}

// --- Two stacked blocks ---

static two_blocks read_stack(evaluate_case *c)
{
    const two_blocks stack = {evaluate_positive(c, "b1"), evaluate_positive(c, "h1"),
                              evaluate_positive(c, "b2"), evaluate_positive(c, "h2"),
                              evaluate_positive(c, "m1"), evaluate_positive(c, "m2")};
    talus_error error = {0};
    if (!c->failed && two_blocks_check(&stack, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    return stack;
}

static void answer_stack_start(evaluate_case *c)
{
    const two_blocks stack = read_stack(c);
    const double g = evaluate_positive_or(c, "g", 9.81), up = evaluate_number_or(c, "up", 0.0);
    const double a = evaluate_number(c, "a");
    if (!c->failed && !(g + up > 0.0)) {
        evaluate_refuse(c, "\"up\" is %g: expected above -g", up);
    }
    if (!c->failed) {
        const two_blocks_start s = two_blocks_start_of(&stack, g, a, up);
        files_json_add_text(c->out, "mode", two_blocks_mode_name(s.mode));
        evaluate_write_numbers(c, "angular_acceleration", s.turn, 2);
    }
}

static void answer_stack_limits(evaluate_case *c)
{
    const two_blocks stack = read_stack(c);
    if (!c->failed) {
        files_json_add_number(c->out, "upper_from",
                              two_blocks_limit(&stack, TWO_BLOCKS_UPPER, 4.0));
        files_json_add_number(c->out, "both_from", two_blocks_limit(&stack, TWO_BLOCKS_BOTH, 4.0));
        files_json_add_number(c->out, "together_from",
                              two_blocks_limit(&stack, TWO_BLOCKS_TOGETHER, 4.0));
    }
}

static void answer_stack_impact(evaluate_case *c)
{
    const two_blocks stack = read_stack(c);
    const double w = evaluate_number_or(c, "omega_before", -1.0);
    static const char *const names[4] = {"A1", "B1", "A2", "B2"};
    if (c->failed) {
        return;
    }
    const two_blocks_impact impact = two_blocks_impact_of(&stack, w);
    if (!impact.found) {
        evaluate_refuse(c, "no set of closed corners is consistent");
        return;
    }
    evaluate_write_numbers(c, "omega", impact.omega, 2);
    evaluate_put(c, "energy_ratio", impact.energy_ratio);
    files_json_begin(c->out, "closed", '[');
    for (int i = 0; i < 4; i++) {
        if (impact.closed[i]) {
            files_json_add_text(c->out, NULL, names[i]);
        }
    }
    files_json_end(c->out, ']');
}

#define BOUNCE_INPUTS                                                                              \
    EVALUATE_INPUTS("b", "h", "I_per_m", "e", "e_t", "mu", "w0", "case", "flight", "settle")
#define STACK_INPUTS "b1", "h1", "b2", "h2", "m1", "m2"

const evaluate_model evaluate_bounce_models[] = {
    {"bounce_sequence", BOUNCE_INPUTS, answer_bounce_sequence},
    {"bounce_every_impact", BOUNCE_INPUTS, answer_bounce_every},
    {"bounce3d_sequence", EVALUATE_INPUTS("a", "h", "e", "w0", "free_y", "first", "I_per_m"),
     answer_bounce3d},
    {"e21_of_lambda", EVALUATE_INPUTS("b", "h", "lam"), answer_e21_of_lambda},
    {"impact_e21", EVALUATE_INPUTS("b", "h", "I", "mu", "e_n21", "w_minus"), answer_impact_e21},
    {"stack_start", EVALUATE_INPUTS(STACK_INPUTS, "a", "up"), answer_stack_start},
    {"stack_limits", EVALUATE_INPUTS(STACK_INPUTS), answer_stack_limits},
    {"stack_impact", EVALUATE_INPUTS(STACK_INPUTS, "omega_before", "state"), answer_stack_impact},
    {.name = NULL},
};
