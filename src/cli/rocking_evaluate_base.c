// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus rocking evaluate`: shaken blocks without and with sliding.
#include "cli/rocking_evaluate.h"
#include "rocking/series.h"
#include "rocking/sliding.h"
#include "study/rocking_bench.h"
#include "talus/rocking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY = 64 };

/// Read inside the object "block" of the inputs. @return the inputs themselves, to go back to
static const files_json_node *enter_block(evaluate_case *c)
{
    const files_json_node *outer = c->inputs, *block = files_json_member(outer, "block");
    if (!block || !files_json_is_object(block)) {
        evaluate_refuse(c, "the input \"block\" must be an object");
    } else {
        c->inputs = block;
    }
    return outer;
}

/// b1, b2, h or b, h; homogeneous unless I is given.
static talus_rocking_block read_block(evaluate_case *c)
{
    const files_json_node *outer = enter_block(c);
    const bool split = evaluate_has(c, "b1");
    const double b1 = evaluate_positive(c, split ? "b1" : "b");
    const double b2 = split ? evaluate_positive(c, "b2") : b1;
    talus_rocking_block block = talus_rocking_block_rectangle(
        evaluate_positive_or(c, "m", 1.0), 0.5 * (b1 + b2), evaluate_positive(c, "h"));
    block.b1 = b1;
    block.b2 = b2;
    block.inertia = evaluate_positive_or(c, "I", block.inertia);
    c->inputs = outer;
    return block;
}

static double read_gravity(evaluate_case *c)
{
    return evaluate_positive_or(c, "g", 9.81);
}

// --- Pulses ---

/// The shaking that a case describes, with the memory that it needs.
typedef struct described {
    talus_shaking shaking;
    talus_ground_motion motion;
    double *memory;
} described;

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/// Both components of "horizontal H g sin(W t), vertical V g sin(W t + P), both for 0<=t<2 pi/W",
/// as a record whose steps are so short that its lines are the sines to 1e-9.
static bool read_two_sines(evaluate_case *c, const char *text, double gravity, described *d)
{
    enum { SAMPLES = 200000 };
    double h, w, v, w2, phase, end;
    if (sscanf(text,
               "horizontal %lf g sin(%lf t), vertical %lf g sin(%lf t + %lf), both for "
               "0<=t<2 pi/%lf",
               &h, &w, &v, &w2, &phase, &end) != 6 ||
        !(end > 0.0)) {
        return false;
    }
    d->memory = malloc(2 * (SAMPLES + 1) * sizeof *d->memory);
    if (!d->memory) {
        evaluate_refuse(c, "out of memory for a pulse");
        return true;
    }
    const double step = 2.0 * TALUS_PI / end / SAMPLES;
    for (size_t i = 0; i <= SAMPLES; i++) {
        const double t = (double)i * step;
        d->memory[i] = h * gravity * talus_sin(w * t);
        d->memory[SAMPLES + 1 + i] = v * gravity * talus_sin(w2 * t + phase);
    }
    d->motion = (talus_ground_motion){step, SAMPLES + 1, d->memory, d->memory + SAMPLES + 1};
    d->shaking = (talus_shaking){.motion = &d->motion, .scale = 1.0};
    return true;
}

/// Kind of pulse from its first words, cycles from its duration or its words.
static bool read_named(evaluate_case *c, const char *text, described *d)
{
    talus_pulse *pulse = &d->shaking.pulse;
    double share = 0.0;
    const char *ramps = strstr(text, "ramps of ");
    if (begins(text, "sine") || begins(text, "half sine")) {
        pulse->kind = TALUS_PULSE_SINE;
    } else if (begins(text, "cosine")) {
        pulse->kind = TALUS_PULSE_COSINE;
    } else if (begins(text, "ricker")) {
        pulse->kind = TALUS_PULSE_RICKER;
    } else if (begins(text, "trapezoid")) {
        pulse->kind = TALUS_PULSE_TRAPEZOID;
    } else {
        return false;
    }
    pulse->amplitude = evaluate_number(c, "A");
    pulse->frequency = evaluate_positive(c, "w");
    pulse->rise = ramps && sscanf(ramps, "ramps of %lf", &share) == 1 ? share : 0.2;
    pulse->cycles = pulse->kind == TALUS_PULSE_TRAPEZOID || strstr(text, "half") ? 0.5
                    : strstr(text, "quarter")                                    ? 0.25
                                                                                 : 1.0;
    if (evaluate_has(c, "duration")) {
        pulse->cycles = evaluate_positive(c, "duration") * pulse->frequency / (2.0 * TALUS_PI);
    }
    d->shaking.scale = 1.0;
    return true;
}

/// Constant acceleration A for 0 <= t < T.
static bool read_rectangle(evaluate_case *c, const char *text, described *d)
{
    if (!begins(text, "rectangle")) {
        return false;
    }
    d->memory = malloc(2 * sizeof *d->memory);
    if (!d->memory) {
        evaluate_refuse(c, "out of memory for a pulse");
        return true;
    }
    d->memory[0] = d->memory[1] = evaluate_number(c, "A");
    d->motion = (talus_ground_motion){evaluate_positive(c, "T"), 2, d->memory, NULL};
    d->shaking = (talus_shaking){.motion = &d->motion, .scale = 1.0};
    return true;
}

static void read_record(evaluate_case *c, described *d)
{
    size_t count = 0;
    const double step = evaluate_positive(c, "dt");
    d->memory = evaluate_list(c, "record", &count);
    d->motion = (talus_ground_motion){step, count, d->memory, NULL};
    d->shaking =
        (talus_shaking){.motion = &d->motion, .scale = evaluate_number_or(c, "scale", 1.0)};
}

/// `d` must not move afterwards; its memory is to be freed.
static void read_shaking(evaluate_case *c, double gravity, described *d)
{
    *d = (described){.memory = NULL};
    if (evaluate_has(c, "record")) {
        read_record(c, d);
        return;
    }
    const char *text = evaluate_text(c, "pulse");
    if (text && !read_two_sines(c, text, gravity, d) && !read_named(c, text, d) &&
        !read_rectangle(c, text, d)) {
        evaluate_refuse(c,
                        "\"pulse\" is \"%.80s\": expected it to begin with sine, half sine, "
                        "cosine, ricker, trapezoid, rectangle or horizontal",
                        text);
    }
}

// --- Without sliding ---

static talus_planar_model read_model(evaluate_case *c)
{
    const talus_rocking_block block = read_block(c);
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    model.gravity = read_gravity(c);
    return model;
}

/// [[time, value], ..]
static void put_pairs(evaluate_case *c, const char *key, const double *times, const double *values,
                      size_t count)
{
    files_json_begin(c->out, key, '[');
    for (size_t i = 0; i < count && i < HISTORY; i++) {
        const double pair[2] = {times[i], values[i]};
        evaluate_put_numbers(c, NULL, pair, 2);
    }
    files_json_end(c->out, ']');
}

static void put_rock_pulse(evaluate_case *c, const talus_planar_history *h,
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
    put_pairs(c, "impacts", h->impact_time, h->impact_speed, h->impact_count);
    put_pairs(c, "turns", h->peak_time, h->peak_angle, h->peak_count);
    files_json_add_number(c->out, "peak", r->peak_angle);
    files_json_add_number(c->out, "required_friction", r->demand.friction);
    files_json_add_number(c->out, "t_required", r->demand.time);
    files_json_add_number(c->out, "min_N_over_mg", r->demand.least_normal);
    files_json_add_number(c->out, "impact_friction", r->demand.impact);
}

static void answer_rock_pulse(evaluate_case *c)
{
    const talus_planar_model model = read_model(c);
    described d;
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
    read_shaking(c, model.gravity, &d);
    options.duration = evaluate_positive(c, "horizon");
    options.demand = true;
    if (!c->failed &&
        talus_planar_run(&model, &d.shaking, &options, &history, &result, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (!c->failed) {
        put_rock_pulse(c, &history, &result);
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
    model.gravity = read_gravity(c);
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
    evaluate_put_numbers(c, "lands", times,
                         history.impact_count < HISTORY ? history.impact_count : HISTORY);
    evaluate_put_numbers(c, "peaks", peaks, turns);
}

// --- With sliding ---

static void answer_start_mode(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b_tip");
    talus_rocking_block block = talus_rocking_block_rectangle(evaluate_positive_or(c, "m", 1.0), b,
                                                              evaluate_positive(c, "h"));
    block.inertia = evaluate_positive_or(c, "I", block.inertia);
    const double mu = evaluate_positive(c, "mu"), a = evaluate_number(c, "a");
    const double up = evaluate_number_or(c, "up", 0.0), g = read_gravity(c);
    if (!c->failed && !(g + up > 0.0)) {
        evaluate_refuse(c, "\"up\" is %g: expected above -g, else the block lifts", up);
    }
    if (c->failed) {
        return;
    }
    const sliding_start s = sliding_start_of(&block, mu, g, a, up);
    files_json_add_text(c->out, "mode", sliding_mode_name(s.mode));
    files_json_add_number(c->out, "mu_rock", s.mu_rock);
    evaluate_put(c, "angular_acceleration", s.angular_acceleration);
    evaluate_put(c, "slip_acceleration", s.slip_acceleration);
    evaluate_put(c, "N_over_mg", s.normal);
    evaluate_put(c, "F_over_N", s.friction);
    files_json_add_bool(c->out, "painleve", s.painleve);
}

static void answer_slide_rock_limit(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b"), h = evaluate_positive(c, "h");
    const double mu = evaluate_positive(c, "mu");
    files_json_add_number(c->out, "a_over_g_slide_rock_from", sliding_rock_limit(b, h, mu));
    evaluate_put(c, "mu_never", sliding_rock_never(b, h));
}

static void put_events(evaluate_case *c, const sliding_event *events, size_t count)
{
    files_json_begin(c->out, "events", '[');
    for (size_t i = 0; i < count && i < SLIDING_EVENTS; i++) {
        files_json_begin(c->out, NULL, '[');
        evaluate_put(c, NULL, events[i].time);
        files_json_add_text(c->out, NULL, events[i].name);
        files_json_end(c->out, ']');
    }
    files_json_end(c->out, ']');
}

static void answer_slide_pulse(evaluate_case *c)
{
    const double g = read_gravity(c), mu = evaluate_positive(c, "mu");
    const talus_rocking_block block = read_block(c);
    const double up = evaluate_number_or(c, "up", 0.0);
    described d;
    read_shaking(c, g, &d);
    if (!c->failed && !(mu * block.h <= block.b1)) {
        evaluate_refuse(c, "\"mu\" is %g: this block rocks from %g on", mu, block.b1 / block.h);
    }
    if (!c->failed && !(g + up > 0.0)) {
        evaluate_refuse(c, "\"up\" is %g: expected above -g", up);
    }
    talus_error error = {0};
    if (!c->failed && shaking_check(&d.shaking, g, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (!c->failed) {
        const double until = up == 0.0 ? 0.0 : shaking_duration(&d.shaking);
        const sliding_slide s = sliding_slide_of(&d.shaking, g, mu, up, until);
        const double none = (double)NAN;
        files_json_add_number(c->out, "t_slip", s.event_count > 0 ? s.events[0].time : none);
        files_json_add_number(c->out, "t_stick",
                              s.event_count > 0 ? s.events[s.event_count - 1].time : none);
        evaluate_put(c, "displacement", s.displacement);
        evaluate_put(c, "peak_relative_speed", s.peak_speed);
        put_events(c, s.events, s.event_count);
    }
    free(d.memory);
}

static void answer_free_flight(evaluate_case *c)
{
    const double a = evaluate_positive(c, "A"), w = evaluate_positive(c, "w");
    const sliding_flight f =
        c->failed ? (sliding_flight){0.0, 0.0, 0.0} : sliding_flight_of(a, w, read_gravity(c));
    files_json_add_number(c->out, "t_lift", f.lift_time);
    files_json_add_number(c->out, "t_land", f.land_time);
    files_json_add_number(c->out, "landing_speed", f.landing_speed);
}

/// Cuboid flat on its four corners that turns about the vertical.
static void answer_twist(evaluate_case *c)
{
    const double a = evaluate_positive(c, "a"), b = evaluate_positive(c, "b");
    const double mu = evaluate_positive(c, "mu"), w = evaluate_number(c, "omega_z");
    const double brake = 3.0 * mu * read_gravity(c) / sqrt(a * a + b * b); // m g r mu / I_z
    (void)evaluate_positive(c, "h");
    evaluate_put(c, "angular_deceleration", brake);
    evaluate_put(c, "t_stop", fabs(w) / brake);
    evaluate_put(c, "angle", 0.5 * w * fabs(w) / brake);
}

/// The same motion by the Moreau steps of the rockfall stepper at 0.2 ms: pose and velocity.
static void put_stepper(evaluate_case *c, const talus_rocking_block *block, double mu, double g,
                        const talus_shaking *shaking, double end)
{
    const double half = 0.5 * (block->b1 + block->b2);
    rocking_bench_options options = rocking_bench_options_default(half, half, block->h);
    options.mu = mu;
    options.gravity = g;
    options.time_step = 2e-4;
    options.shaking = shaking;
    options.planar = block;
    rocking_bench bench;
    talus_error error = {0};
    if (rocking_bench_init(&bench, &options, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        rocking_bench_clear(&bench);
        return;
    }
    talus_state state = {.r = {0.0, 0.0, block->h}, .p = {1.0, 0.0, 0.0, 0.0}};
    rocking_bench_step step;
    const double steps = floor(end / options.time_step + 0.5);
    for (double k = 0.0; k < steps && steps < 1e6; k += 1.0) {
        rocking_bench_take(&bench, &state, &step);
    }
    const double out[6] = {state.r.x, state.r.z, rocking_bench_theta(&state),
                           state.v.x, state.v.z, rocking_bench_omega(&state)};
    evaluate_put_numbers(c, "moreau_2e4", out, 6);
    evaluate_put(c, "moreau_base_work", bench.base_work);
    evaluate_put(c, "moreau_ledger", bench.worst_ledger);
    rocking_bench_clear(&bench);
}

static void answer_slide_rock(evaluate_case *c)
{
    const double g = read_gravity(c);
    const talus_rocking_block block = read_block(c);
    const files_json_node *outer = enter_block(c);
    const double mu = evaluate_positive(c, "mu");
    c->inputs = outer;
    described d;
    read_shaking(c, g, &d);
    const double end = evaluate_positive(c, "t_end");
    sliding_run_result r;
    talus_error error = {0};
    if (!c->failed && sliding_run(&block, mu, g, &d.shaking, end, &r, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (!c->failed) {
        put_events(c, r.events, r.event_count);
        evaluate_put_numbers(c, "pose_end", r.pose, 3);
        evaluate_put_numbers(c, "velocity_end", r.velocity, 3);
        evaluate_put(c, "base_work_relative", r.base_work);
        put_stepper(c, &block, mu, g, &d.shaking, end);
        if (r.painleve || r.lifts) {
            evaluate_warn(c, "the run ends at %.9g s: %s", r.time,
                          r.lifts ? "the block leaves the base"
                                  : "the motion has no unique continuation");
        }
    }
    free(d.memory);
}

#define PULSE_INPUTS "pulse", "A", "w", "T", "duration", "record", "dt", "record_formula"

const evaluate_model evaluate_base_models[] = {
    {"rock_pulse",
     EVALUATE_INPUTS(PULSE_INPUTS, "impact", "horizon", "a_over_g_tan_alpha", "wp_over_p"),
     answer_rock_pulse},
    {"forced_windows", EVALUATE_INPUTS("wp_over_p", "horizon", "pulse"), answer_forced_windows},
    {"srm_half_cycles", EVALUATE_INPUTS("b", "b1", "b2", "h", "I_per_m", "w0", "start"),
     answer_srm_half_cycles},
    {"start_mode", EVALUATE_INPUTS("b_tip", "h", "I", "mu", "a", "up"), answer_start_mode},
    {"slide_rock_limit", EVALUATE_INPUTS("b", "h", "mu"), answer_slide_rock_limit},
    {"slide_pulse", EVALUATE_INPUTS(PULSE_INPUTS, "mu", "up"), answer_slide_pulse},
    {"free_flight", EVALUATE_INPUTS("pulse", "A", "w"), answer_free_flight},
    {"twist", EVALUATE_INPUTS("a", "b", "h", "mu", "omega_z"), answer_twist},
    {"slide_rock", EVALUATE_INPUTS(PULSE_INPUTS, "t_end", "impact"), answer_slide_rock},
    {.name = NULL},
};
