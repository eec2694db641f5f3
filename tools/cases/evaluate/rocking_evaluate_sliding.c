// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: blocks that slide, or rock and slide.
#include "cases/blocks/sliding.h"
#include "cases/evaluate/rocking_evaluate_pulse.h"
#include "lab/bridge/rocking_bench.h"
#include "lab/rocking/shaking.h"

#include <math.h>
#include <stdlib.h>

static void answer_start_mode(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b_tip");
    talus_rocking_block block = talus_rocking_block_rectangle(evaluate_positive_or(c, "m", 1.0), b,
                                                              evaluate_positive(c, "h"));
    block.inertia = evaluate_positive_or(c, "I", block.inertia);
    const double mu = evaluate_positive(c, "mu"), a = evaluate_number(c, "a");
    const double up = evaluate_number_or(c, "up", 0.0), g = evaluate_gravity(c);
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

static void write_events(evaluate_case *c, const sliding_event *events, size_t count)
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
    const double g = evaluate_gravity(c), mu = evaluate_positive(c, "mu");
    const talus_rocking_block block = evaluate_block(c);
    const double up = evaluate_number_or(c, "up", 0.0);
    evaluate_pulse d;
    evaluate_shaking(c, g, &d);
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
        write_events(c, s.events, s.event_count);
    }
    free(d.memory);
}

static void answer_free_flight(evaluate_case *c)
{
    const double a = evaluate_positive(c, "A"), w = evaluate_positive(c, "w");
    const sliding_flight f =
        c->failed ? (sliding_flight){0.0, 0.0, 0.0} : sliding_flight_of(a, w, evaluate_gravity(c));
    files_json_add_number(c->out, "t_lift", f.lift_time);
    files_json_add_number(c->out, "t_land", f.land_time);
    files_json_add_number(c->out, "landing_speed", f.landing_speed);
}

/// Cuboid flat on its four corners that turns about the vertical.
static void answer_twist(evaluate_case *c)
{
    const double a = evaluate_positive(c, "a"), b = evaluate_positive(c, "b");
    const double mu = evaluate_positive(c, "mu"), w = evaluate_number(c, "omega_z");
    const double brake = 3.0 * mu * evaluate_gravity(c) / sqrt(a * a + b * b); // m g r mu / I_z
    (void)evaluate_positive(c, "h");
    evaluate_put(c, "angular_deceleration", brake);
    evaluate_put(c, "t_stop", fabs(w) / brake);
    evaluate_put(c, "angle", 0.5 * w * fabs(w) / brake);
}

/// The same motion by the Moreau steps of the rockfall stepper at 0.2 ms: pose and velocity.
static void write_stepper(evaluate_case *c, const talus_rocking_block *block, double mu, double g,
                          const talus_shaking *shaking, double end)
{
    const double half = 0.5 * (block->b1 + block->b2);
    rocking_bench_options options = rocking_bench_options_default(half, half, block->h);
    options.mu = mu;
    options.gravity = g;
    options.time_step = 2e-4;
    options.scheme = TALUS_SCHEME_MIDPOINT_PLUS; // percussions turn the block in their own step
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
    evaluate_write_numbers(c, "moreau_2e4", out, 6);
    evaluate_put(c, "moreau_base_work", bench.base_work);
    evaluate_put(c, "moreau_ledger", bench.worst_ledger);
    rocking_bench_clear(&bench);
}

static void answer_slide_rock(evaluate_case *c)
{
    const double g = evaluate_gravity(c);
    const talus_rocking_block block = evaluate_block(c);
    const files_json_node *outer = evaluate_enter_block(c);
    const double mu = evaluate_positive(c, "mu");
    c->inputs = outer;
    evaluate_pulse d;
    evaluate_shaking(c, g, &d);
    const double end = evaluate_positive(c, "t_end");
    sliding_run_result r;
    talus_error error = {0};
    if (!c->failed && sliding_run(&block, mu, g, &d.shaking, end, &r, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (!c->failed) {
        write_events(c, r.events, r.event_count);
        evaluate_write_numbers(c, "pose_end", r.pose, 3);
        evaluate_write_numbers(c, "velocity_end", r.velocity, 3);
        evaluate_put(c, "base_work_relative", r.base_work);
        write_stepper(c, &block, mu, g, &d.shaking, end);
        if (r.painleve || r.lifts) {
            evaluate_warn(c, "the run ends at %.9g s: %s", r.time,
                          r.lifts ? "the block leaves the base"
                                  : "the motion has no unique continuation");
        }
    }
    free(d.memory);
}

const evaluate_model evaluate_sliding_models[] = {
    {"start_mode", EVALUATE_INPUTS("b_tip", "h", "I", "mu", "a", "up"), answer_start_mode},
    {"slide_rock_limit", EVALUATE_INPUTS("b", "h", "mu"), answer_slide_rock_limit},
    {"slide_pulse", EVALUATE_INPUTS(EVALUATE_PULSE_INPUTS, "mu", "up"), answer_slide_pulse},
    {"free_flight", EVALUATE_INPUTS("pulse", "A", "w"), answer_free_flight},
    {"twist", EVALUATE_INPUTS("a", "b", "h", "mu", "omega_z"), answer_twist},
    {"slide_rock", EVALUATE_INPUTS(EVALUATE_PULSE_INPUTS, "t_end", "impact"), answer_slide_rock},
    {.name = NULL},
};
