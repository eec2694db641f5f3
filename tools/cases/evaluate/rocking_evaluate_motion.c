// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: planar motion, forced motion, bouncing.
#include "cases/evaluate/evaluate.h"
#include "talus/lab/rocking.h"

#include <math.h>
#include <string.h>

enum { MOST_ENTRIES = 64, MOST_BOUNCES = 24 };

static const double long_run = 1e4;          ///< 1/p: until rest in all but name
static const double verdict_horizon = 3.0;   ///< s, of the model forced
static const double critical_horizon = 12.0; ///< s, of the model forced_critical

/// Histories in arrays of their own.
typedef struct motion_store {
    double impact_time[MOST_ENTRIES], impact_speed[MOST_ENTRIES];
    double peak_time[MOST_ENTRIES], peak_angle[MOST_ENTRIES];
    talus_planar_history history;
} motion_store;

static void open_store(motion_store *store)
{
    store->history = (talus_planar_history){.impact_room = MOST_ENTRIES,
                                            .impact_time = store->impact_time,
                                            .impact_speed = store->impact_speed,
                                            .peak_room = MOST_ENTRIES,
                                            .peak_time = store->peak_time,
                                            .peak_angle = store->peak_angle};
}

static size_t stored(size_t count)
{
    return count < MOST_ENTRIES ? count : MOST_ENTRIES;
}

/// Rectangle b, h, homogeneous unless I is given, with Housner's ratio.
static talus_planar_model read_rectangle(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b"), h = evaluate_positive(c, "h");
    talus_rocking_block block =
        talus_rocking_block_rectangle(evaluate_positive_or(c, "m", 1.0), b, h);
    block.inertia = evaluate_positive_or(c, "I", block.inertia);
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    model.gravity = evaluate_positive_or(c, "g", 9.81);
    return model;
}

static double alpha_of(const talus_planar_model *model)
{
    return talus_rocking_block_pivot(&model->block, false, model->gravity).alpha;
}

static double p_of(const talus_planar_model *model)
{
    return talus_rocking_block_pivot(&model->block, false, model->gravity).p;
}

typedef talus_status motion_scheme(const talus_planar_model *model, const talus_shaking *shaking,
                                   const talus_planar_options *options,
                                   talus_planar_history *history, talus_planar_result *result,
                                   talus_error *error);

/// Run and refuse the case with the library's sentence if it fails.
static bool move(evaluate_case *c, motion_scheme *scheme, const talus_planar_model *model,
                 const talus_shaking *shaking, const talus_planar_options *options,
                 motion_store *store, talus_planar_result *result)
{
    talus_error error = {0};
    if (c->failed) {
        return false;
    }
    if (store) {
        open_store(store);
    }
    if (scheme(model, shaking, options, store ? &store->history : NULL, result, &error) !=
        TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        return false;
    }
    return true;
}

static void write_impacts(evaluate_case *c, const motion_store *store)
{
    const size_t count = stored(store->history.impact_count);
    evaluate_write_numbers(c, "t_impact", store->impact_time, count);
    evaluate_write_numbers(c, "w_minus", store->impact_speed, count);
}

static void write_peaks(evaluate_case *c, const motion_store *store)
{
    evaluate_write_numbers(c, "peaks", store->peak_angle, stored(store->history.peak_count));
}

static talus_planar_options free_options(const talus_planar_model *model, double theta0)
{
    talus_planar_options options = talus_planar_options_default();
    options.theta0 = theta0;
    options.duration = long_run / p_of(model);
    options.most_impacts = MOST_ENTRIES;
    return options;
}

static void answer_asymmetric(evaluate_case *c)
{
    const double b1 = evaluate_positive(c, "b1"), b2 = evaluate_positive(c, "b2");
    talus_rocking_block block = talus_rocking_block_rectangle(
        evaluate_positive_or(c, "m", 1.0), 0.5 * (b1 + b2), evaluate_positive(c, "h"));
    block.inertia = evaluate_positive_or(c, "I", block.inertia);
    block.b1 = b1;
    block.b2 = b2;
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    model.gravity = evaluate_positive_or(c, "g", 9.81);
    evaluate_put(c, "r_AB", model.r_ab);
    evaluate_put(c, "r_BA", model.r_ba);
    const talus_planar_options options = free_options(&model, evaluate_number(c, "theta0"));
    motion_store store;
    talus_planar_result result;
    if (move(c, talus_planar_run, &model, NULL, &options, &store, &result)) {
        write_impacts(c, &store);
        write_peaks(c, &store);
    }
}

/// Release at theta0_over_alpha, which must stay below the static limit.
static talus_planar_options read_release(evaluate_case *c, const talus_planar_model *model)
{
    const double share = evaluate_number(c, "theta0_over_alpha");
    if (!c->failed && !(fabs(share) < 1.0 && share != 0.0)) {
        evaluate_refuse(c,
                        "\"theta0_over_alpha\" is %g: expected within (-1, 1) and not 0, else "
                        "the block does not rock",
                        share);
    }
    return free_options(model, share * alpha_of(model));
}

static void answer_free_rocking(evaluate_case *c)
{
    const talus_planar_model model = read_rectangle(c);
    const talus_planar_options options = read_release(c, &model);
    motion_store store;
    talus_planar_result result;
    if (!move(c, talus_planar_run, &model, NULL, &options, &store, &result)) {
        return;
    }
    write_impacts(c, &store);
    double amplitude[MOST_ENTRIES];
    const size_t count = stored(store.history.peak_count);
    for (size_t i = 0; i < count; i++) {
        amplitude[i] = fabs(store.peak_angle[i]);
    }
    evaluate_write_numbers(c, "amplitude", amplitude, count);
    if (store.history.impact_count > 0) {
        evaluate_put(c, "w_first", store.impact_speed[0]);
    }
}

static void answer_newmark(evaluate_case *c)
{
    const talus_planar_model model = read_rectangle(c);
    talus_planar_options options = read_release(c, &model);
    options.time_step = evaluate_positive(c, "dt");
    options.duration = fmin(options.duration, 1e7 * options.time_step);
    motion_store store;
    talus_planar_result result;
    if (move(c, talus_planar_newmark, &model, NULL, &options, &store, &result)) {
        write_impacts(c, &store);
    }
}

/// One sine cycle whose amplitude is `scale` times g tan(alpha).
static talus_shaking read_shaking(evaluate_case *c, const talus_planar_model *model, double scale)
{
    const talus_rocking_block *block = &model->block;
    return (talus_shaking){.pulse = {.kind = TALUS_PULSE_SINE,
                                     .amplitude = model->gravity * block->b1 / block->h,
                                     .frequency = evaluate_positive(c, "wp_over_p") * p_of(model),
                                     .cycles = 1.0},
                           .scale = scale};
}

static const char *verdict_name(talus_planar_outcome outcome)
{
    switch (outcome) {
    case TALUS_PLANAR_MOVING:
        return "moving";
    case TALUS_PLANAR_REST:
        return "rest";
    case TALUS_PLANAR_OVERTURNED:
        break;
    }
    return "overturned";
}

static void answer_forced(evaluate_case *c)
{
    const talus_planar_model model = read_rectangle(c);
    const talus_shaking shaking = read_shaking(c, &model, evaluate_number(c, "a_over_g_tan_alpha"));
    talus_planar_options options = free_options(&model, 0.0);
    motion_store store;
    talus_planar_result result;
    if (!move(c, talus_planar_run, &model, &shaking, &options, &store, &result)) {
        return;
    }
    options.duration = verdict_horizon;
    options.most_impacts = SIZE_MAX;
    if (move(c, talus_planar_run, &model, &shaking, &options, NULL, &result)) {
        files_json_add_text(c->out, "verdict", verdict_name(result.outcome));
    }
    write_impacts(c, &store);
    write_peaks(c, &store);
}

static void answer_forced_critical(evaluate_case *c)
{
    double bracket[2], scale = 0.0;
    bool overturns_below = false;
    const talus_planar_model model = read_rectangle(c);
    const talus_shaking shaking = read_shaking(c, &model, 1.0);
    talus_planar_options options = talus_planar_options_default();
    options.duration = critical_horizon;
    if (!evaluate_vector(c, "bracket", bracket, 2) || c->failed) {
        return;
    }
    talus_error error = {0};
    if (talus_planar_critical_scale(&model, &shaking, bracket[0], bracket[1], &options, &scale,
                                    &overturns_below, &error) != TALUS_OK) {
        evaluate_refuse(c, "\"bracket\": %s", error.message);
        return;
    }
    evaluate_put(c, "a_over_g_tan_alpha", scale);
    files_json_add_bool(c->out, "overturns_below", overturns_below);
}

static talus_planar_model read_slender(evaluate_case *c, double b)
{
    const double aspect = evaluate_positive(c, "h_over_b");
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, b, aspect * b);
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    model.gravity = evaluate_positive_or(c, "g", 9.81);
    return model;
}

static void write_bounces(evaluate_case *c, const talus_bounce_impact *impacts, size_t count)
{
    files_json_begin(c->out, "seq", '[');
    for (size_t i = 0; i < count; i++) {
        const talus_bounce_impact *impact = &impacts[i];
        const char corner[2] = {impact->corner, '\0'};
        files_json_begin(c->out, NULL, '{');
        files_json_add_unsigned(c->out, "i", i);
        evaluate_put(c, "t", impact->time);
        files_json_add_text(c->out, "corner", corner);
        evaluate_put(c, "theta", impact->theta);
        evaluate_put(c, "vx", impact->vx);
        evaluate_put(c, "vy", impact->vy);
        evaluate_put(c, "w", impact->omega);
        evaluate_put(c, "fx", impact->percussion_x);
        evaluate_put(c, "fy", impact->percussion_y);
        files_json_end(c->out, '}');
    }
    files_json_end(c->out, ']');
}

static void bounce(evaluate_case *c, talus_bounce_flight flight)
{
    const talus_planar_model model = read_slender(c, evaluate_positive(c, "b"));
    const char *name = evaluate_has(c, "flight") ? evaluate_text(c, "flight") : NULL;
    talus_bounce_options options = {.flight = flight, .settle = 1e-6};
    options.e = evaluate_number(c, "e");
    options.e_t = evaluate_number_or(c, "e_t", options.e);
    options.mu = evaluate_number_or(c, "mu", 0.0);
    const double w0 = evaluate_number(c, "w0");
    const size_t kind = evaluate_count(c, "case", 1, 3);
    if (c->failed) {
        return;
    }
    options.tangential = (talus_bounce_case)kind;
    if (name) {
        options.flight =
            strncmp(name, "exact", 5) == 0 ? TALUS_BOUNCE_EXACT : TALUS_BOUNCE_QUADRATIC;
        if (strncmp(name, "exact", 5) != 0 && strncmp(name, "quadratic", 9) != 0) {
            evaluate_refuse(c, "\"flight\" is \"%s\": expected quadratic or exact", name);
            return;
        }
    }
    talus_bounce_impact impacts[MOST_BOUNCES];
    talus_bounce_end end;
    talus_error error = {0};
    if (talus_bounce_run(&model, w0, &options, impacts, MOST_BOUNCES, &end, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        return;
    }
    write_bounces(c, impacts, end.count);
}

static void answer_bounce(evaluate_case *c)
{
    bounce(c, TALUS_BOUNCE_QUADRATIC);
}

static void answer_bounce_exact(evaluate_case *c)
{
    bounce(c, TALUS_BOUNCE_EXACT);
}

static void answer_region(evaluate_case *c)
{
    const talus_planar_model model = read_slender(c, 1.0);
    double share = 0.0;
    if (evaluate_has(c, "theta0_over_alpha")) {
        share = evaluate_positive(c, "theta0_over_alpha");
        if (!c->failed && !(share < 1.0)) {
            evaluate_refuse(c, "\"theta0_over_alpha\" is %g: expected below 1", share);
        }
    } else {
        const char *limit = evaluate_text(c, "limit");
        if (limit && strcmp(limit, "small rotation") != 0) {
            evaluate_refuse(c, "\"limit\" is \"%s\": expected small rotation", limit);
        }
    }
    if (!c->failed) {
        evaluate_put(c, "e_critical",
                     talus_bounce_critical_restitution(&model, share * alpha_of(&model)));
    }
}

#define BOUNCE_INPUTS EVALUATE_INPUTS("h_over_b", "b", "w0", "e", "e_t", "case", "mu", "flight")

const evaluate_model evaluate_motion_models[] = {
    {"asymmetric", EVALUATE_INPUTS("m", "I", "h", "b1", "b2", "theta0"), answer_asymmetric},
    {"free_rocking", EVALUATE_INPUTS("I", "b", "h", "theta0_over_alpha"), answer_free_rocking},
    {"newmark", EVALUATE_INPUTS("I", "b", "h", "theta0_over_alpha", "dt"), answer_newmark},
    {"forced", EVALUATE_INPUTS("I", "b", "h", "a_over_g_tan_alpha", "wp_over_p"), answer_forced},
    {"forced_critical", EVALUATE_INPUTS("I", "b", "h", "wp_over_p", "bracket"),
     answer_forced_critical},
    {"bounce2d", BOUNCE_INPUTS, answer_bounce},
    {"bounce2d_exact", BOUNCE_INPUTS, answer_bounce_exact},
    {"region_fig10", EVALUATE_INPUTS("h_over_b", "limit", "theta0_over_alpha"), answer_region},
    {.name = NULL},
};
