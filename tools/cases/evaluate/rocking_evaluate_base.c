// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: shaken blocks that do not slide.
#include "cases/evaluate/rocking_evaluate_pulse.h"

#include <math.h>
#include <stdlib.h>

enum { HISTORY = 64 };

static talus_planar_model read_model(evaluate_case *c)
{
    const talus_rocking_block block = evaluate_block(c);
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    model.gravity = evaluate_gravity(c);
    return model;
}

/// [[time, value], ..]
static void write_pairs(evaluate_case *c, const char *key, const double *times,
                        const double *values, size_t count)
{
    files_json_begin(c->out, key, '[');
    for (size_t i = 0; i < count && i < HISTORY; i++) {
        const double pair[2] = {times[i], values[i]};
        evaluate_write_numbers(c, NULL, pair, 2);
    }
    files_json_end(c->out, ']');
}

static void write_rock_pulse(evaluate_case *c, const talus_planar_history *h,
                             const talus_planar_result *r)
{
    const bool started = isfinite(r->start_time);
    const bool overturned = r->outcome == TALUS_PLANAR_OVERTURNED;
    const double none = (double)NAN;
    files_json_add_text(c->out, "verdict", overturned ? "overturned" : started ? "stands" : "rest");
    files_json_add_number(c->out, "t_start", r->start_time);
    if (started) {
        // the corner that it turned about first
        const double sign = h->peak_count > 0     ? h->peak_angle[0]
                            : h->impact_count > 0 ? -h->impact_speed[0]
                                                  : r->theta;
        files_json_add_text(c->out, "side", sign > 0.0 ? "A" : "B");
    } else {
        files_json_add_number(c->out, "side", none);
    }
    files_json_add_number(c->out, "t_90deg", overturned ? r->time : none);
    files_json_add_number(c->out, "first_turn", h->peak_count > 0 ? h->peak_angle[0] : none);
    write_pairs(c, "impacts", h->impact_time, h->impact_speed, h->impact_count);
    write_pairs(c, "turns", h->peak_time, h->peak_angle, h->peak_count);
    files_json_add_number(c->out, "peak", r->peak_angle);
    files_json_add_number(c->out, "required_friction", r->demand.friction);
    files_json_add_number(c->out, "t_required", r->demand.time);
    files_json_add_number(c->out, "min_N_over_mg", r->demand.least_normal);
    files_json_add_number(c->out, "impact_friction", r->demand.impact);
}

static void answer_rock_pulse(evaluate_case *c)
{
    const talus_planar_model model = read_model(c);
    evaluate_pulse d;
    double memory[4][HISTORY];
    talus_planar_history history = {.impact_room = HISTORY,
                                    .impact_time = memory[0],
                                    .impact_speed = memory[1],
                                    .peak_room = HISTORY,
                                    .peak_time = memory[2],
                                    .peak_angle = memory[3]};
    talus_planar_options options = talus_planar_options_default();
    talus_planar_result result;
    talus_error error = {0};
    evaluate_shaking(c, model.gravity, &d);
    options.duration = evaluate_positive(c, "horizon");
    options.demand = true;
    if (!c->failed &&
        talus_planar_run(&model, &d.shaking, &options, &history, &result, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (!c->failed) {
        write_rock_pulse(c, &history, &result);
    }
    free(d.memory);
}

/// Does one cycle of this amplitude (over g tan alpha) overturn the block, and after how many
/// impacts?
static bool overturns(const talus_planar_model *model, talus_shaking shaking, double scale,
                      const talus_planar_options *options, size_t *impacts)
{
    talus_planar_result result;
    shaking.scale = scale;
    const bool run = talus_planar_run(model, &shaking, options, NULL, &result, NULL) == TALUS_OK;
    *impacts = result.impacts;
    return run && result.outcome == TALUS_PLANAR_OVERTURNED;
}

/// Amplitudes at which the verdict changes, from the uplift upwards, on a grid of one hundredth.
static void answer_forced_windows(evaluate_case *c)
{
    const talus_planar_model model = read_model(c);
    const talus_rocking_block *b = &model.block;
    talus_planar_options options = talus_planar_options_default();
    options.duration = evaluate_positive_or(c, "horizon", 12.0);
    const double p = talus_rocking_block_pivot(b, false, model.gravity).p;
    const talus_shaking shaking = {.pulse = {TALUS_PULSE_SINE, model.gravity * b->b1 / b->h,
                                             evaluate_positive(c, "wp_over_p") * p, 1.0, 0.0},
                                   .scale = 1.0};
    double edges[3] = {0.0, 0.0, 0.0};
    size_t found = 0, impacts = 0, after = 0, counts[2] = {0, 0};
    bool before = false;
    for (double a = 1.01; a < 30.0 && found < 3 && !c->failed; a += 0.01) {
        const bool now = overturns(&model, shaking, a, &options, &after);
        bool below = false;
        if (now != before) {
            (void)talus_planar_critical_scale(&model, &shaking, a - 0.01, a, &options,
                                              &edges[found], &below, NULL);
            counts[found > 1] = now ? after : counts[found > 1];
            impacts = now ? after : impacts;
            found++;
        }
        before = now;
    }
    if (!c->failed && found < 1) {
        evaluate_refuse(c, "the block does not overturn below 30 g tan(alpha)");
    }
    const double none = (double)NAN;
    files_json_add_number(c->out, "safe_below", edges[0]);
    files_json_add_number(c->out, "overturns_to", found > 1 ? edges[1] : none);
    files_json_add_number(c->out, "safe_to", found > 2 ? edges[2] : none);
    files_json_add_unsigned(c->out, "impacts_of_overturning_below", counts[0]);
    files_json_add_unsigned(c->out, "impacts_of_overturning_above", counts[1]);
}

/// Rocking from the first impact on, upright at t = 0 and turning about A with w0 before it.
static void answer_srm_half_cycles(evaluate_case *c)
{
    const bool split = evaluate_has(c, "b1");
    const double b1 = evaluate_positive(c, split ? "b1" : "b");
    const double b2 = split ? evaluate_positive(c, "b2") : b1, h = evaluate_positive(c, "h");
    talus_rocking_block block = talus_rocking_block_rectangle(1.0, b1, h);
    block.b2 = b2;
    block.inertia = evaluate_positive_or(c, "I_per_m", block.inertia);
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    model.gravity = evaluate_gravity(c);
    const double w0 = evaluate_number(c, "w0");
    double times[HISTORY], speeds[HISTORY], at[HISTORY], peaks[HISTORY];
    talus_planar_history history = {.impact_room = HISTORY,
                                    .impact_time = times,
                                    .impact_speed = speeds,
                                    .peak_room = HISTORY,
                                    .peak_time = at,
                                    .peak_angle = peaks};
    talus_planar_options options = talus_planar_options_default();
    options.omega0 = model.r_ab * w0;
    options.most_impacts = HISTORY;
    talus_planar_result result;
    talus_error error = {0};
    if (!c->failed && !(w0 < 0.0)) {
        evaluate_refuse(c, "\"w0\" is %g: expected a rate < 0 about A", w0);
    }
    if (c->failed) {
        return;
    }
    if (talus_planar_run(&model, NULL, &options, &history, &result, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        return;
    }
    const size_t turns = history.peak_count < HISTORY ? history.peak_count : HISTORY;
    for (size_t i = 0; i < turns; i++) {
        peaks[i] = fabs(peaks[i]);
    }
    evaluate_put(c, "r_AB", model.r_ab);
    evaluate_put(c, "r_BA", model.r_ba);
    evaluate_write_numbers(c, "lands", times,
                           history.impact_count < HISTORY ? history.impact_count : HISTORY);
    evaluate_write_numbers(c, "peaks", peaks, turns);
}

const evaluate_model evaluate_base_models[] = {
    {"rock_pulse",
     EVALUATE_INPUTS(EVALUATE_PULSE_INPUTS, "impact", "horizon", "a_over_g_tan_alpha", "wp_over_p"),
     answer_rock_pulse},
    {"forced_windows", EVALUATE_INPUTS("wp_over_p", "horizon", "pulse"), answer_forced_windows},
    {"srm_half_cycles", EVALUATE_INPUTS("b", "b1", "b2", "h", "I_per_m", "w0", "start"),
     answer_srm_half_cycles},
    {.name = NULL},
};
