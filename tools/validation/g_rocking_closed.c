// SPDX-License-Identifier: GPL-3.0-or-later
// A block on a shaken base against closed forms, and with slip against the event-driven reference.
// [docs/rocking.md 4.5]
#include "cases/blocks/sliding.h"
#include "g_rocking_shaken.h"

/// Error of the displacement of a block that slides to the left, then to the right, rms over five
/// places of the pulse between two steps.
static double reversal_error(talus_scheme scheme, double dt)
{
    const talus_shaking cycle = {.pulse = {TALUS_PULSE_SINE, 4.905, 2.0 * TALUS_PI, 1.0, 0.0},
                                 .scale = 1.0};
    double sum = 0.0;
    for (int k = 0; k < 5; k++) {
        rocking_bench_options o = rocking_bench_options_default(0.5, 0.5, 0.5);
        o.mu = 0.2;
        o.scheme = scheme;
        o.shaking = &cycle;
        o.time_step = dt;
        o.start = -0.2 * k * dt;
        talus_state state;
        (void)shaken_steps(&o, (size_t)(1.5 / dt), &state);
        const double error = state.r.x - -0.02042299721532701;
        sum += error * error;
    }
    return sqrt(sum / 5.0);
}

/// Where friction turns round inside a step the step sticks, which costs an order.
static void reversal_rows(validation *v)
{
    double worst = 0.0, low = (double)INFINITY, high = 0.0;
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        const double coarse = reversal_error((talus_scheme)scheme, 1e-3),
                     fine = reversal_error((talus_scheme)scheme, 2.5e-4);
        worst = rocking_worse(worst, coarse);
        low = fmin(low, log(coarse / fine) / log(4.0));
        high = rocking_worse(high, log(coarse / fine) / log(4.0));
    }
    rocking_row(v, "sliding, sine cycle, where the slip turns round: error at 1 ms, rms (m)", 0.0,
                NONE, NONE, worst, NULL);
    rocking_row(v, "the same: order from 1 to 0.25 ms, least", 1.0, 0.7, NONE, low, NULL);
    rocking_row(v, "the same: order, largest", 1.0, NONE, 1.3, high, NULL);
}

/// Sliding of a wide block: displacements of the closed forms.
void shaken_slide_rows(validation *v)
{
    double rectangle[2] = {5.886, 5.886}, both[2] = {4.905, 4.905}, up[2] = {-3.924, -3.924};
    const talus_ground_motion pushed = {0.3, 2, rectangle, NULL}, lifted = {0.25, 2, both, up};
    const struct {
        const char *what;
        double mu, displacement;
        talus_shaking shaking;
    } cases[] = {
        {"rectangle pulse [Newmark]", 0.2, -0.52974, {.motion = &pushed, .scale = 1.0}},
        {"half sine, μ = 0.2",
         0.2,
         -0.2809445192848383,
         {.pulse = {TALUS_PULSE_SINE, 4.905, 2.0 * TALUS_PI, 0.5, 0.0}, .scale = 1.0}},
        {"half sine, μ = 0.15",
         0.15,
         -1.142158409722729,
         {.pulse = {TALUS_PULSE_SINE, 9.81, 3.0 * TALUS_PI, 0.5, 0.0}, .scale = 1.0}},
        {"rectangle pulse with a vertical one", 0.3, -0.20274, {.motion = &lifted, .scale = 1.0}}};
    double ledger = 0.0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double worst = 0.0;
        for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
            rocking_bench_options o = rocking_bench_options_default(0.5, 0.5, 0.5);
            o.mu = cases[i].mu;
            o.scheme = (talus_scheme)scheme;
            o.shaking = &cases[i].shaking;
            talus_state state;
            ledger = rocking_worse(ledger, shaken_steps(&o, 2000, &state));
            worst = rocking_worse(worst, state.r.x / cases[i].displacement - 1.0);
        }
        char what[160];
        (void)snprintf(what, sizeof what, "sliding, %s, 1 ms: relative error of the displacement",
                       cases[i].what);
        rocking_row(v, what, 0.0, NONE, 1e-4, worst, NULL);
    }
    rocking_row(v, "ledger of these steps over m g h", 0.0, NONE, 1e-12, ledger, NULL);
    reversal_rows(v);
}

/// One step of 1e-5 s under a constant acceleration against the start modes.
void shaken_start_rows(validation *v)
{
    // b, h, I, mu, a, up: start_1 to start_12 of the reference, slide-rock
    static const double cases[][6] = {
        {0.2, 0.6, 2.0 / 15.0, 0.25, 1.962, 0.0}, {0.2, 0.6, 2.0 / 15.0, 0.25, 2.943, 0.0},
        {0.2, 0.6, 2.0 / 15.0, 0.6, 2.943, 0.0},  {0.2, 0.6, 2.0 / 15.0, 0.4, 5.886, 0.0},
        {0.2, 0.6, 2.0 / 15.0, 0.6, 9.81, 2.0},   {0.5, 0.5, 1.0 / 6.0, 1.2, 14.715, 0.0},
        {0.3, 0.45, 0.05, 0.8, 13.734, 1.0},      {0.1, 0.6, 0.15, 0.3, 2.4525, 0.0},
        {0.2, 0.6, 2.0 / 15.0, 0.4, 6.867, 0.0}};
    enum { COUNT = sizeof cases / sizeof cases[0] };
    double worst = 0.0, modes = 0.0;
    for (int i = 0; i < COUNT * TALUS_SCHEME_COUNT; i++) {
        const double *c = cases[i / TALUS_SCHEME_COUNT];
        const talus_rocking_block block = {1.0, c[2], c[1], c[0], c[0]};
        double values[2] = {c[4], c[4]}, up[2] = {c[5], c[5]};
        const talus_ground_motion motion = {1.0, 2, values, up};
        const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
        rocking_bench_options o = rocking_bench_options_default(c[0], 0.2, c[1]);
        o.mu = c[3];
        o.time_step = 1e-5;
        o.scheme = (talus_scheme)(i % TALUS_SCHEME_COUNT);
        o.shaking = &shaking;
        o.planar = &block;
        talus_state state;
        const double ledger = shaken_steps(&o, 1, &state);
        const sliding_start s = sliding_start_of(&block, o.mu, SHAKEN_GRAVITY, values[0], c[5]);
        const double turns = rocking_bench_omega(&state) / o.time_step,
                     slips = (state.v.x + o.h * rocking_bench_omega(&state)) / o.time_step;
        worst = rocking_worse(worst, turns - s.angular_acceleration);
        worst = rocking_worse(worst, slips - s.slip_acceleration);
        const bool rocks = fabs(turns) > 1e-6, slides = fabs(slips) > 1e-6;
        const sliding_mode mode = rocks ? (slides ? SLIDING_SLIDE_ROCK : SLIDING_ROCK)
                                        : (slides ? SLIDING_SLIDE : SLIDING_REST);
        modes += isfinite(ledger) && mode == s.mode;
    }
    rocking_row(v, "rest, slide, rock, slide-rock: modes in one step of 10⁻⁵ s, of 81 alike", 81.0,
                81.0, 81.0, modes, NULL);
    rocking_row(v, "the same: accelerations of rotation and slip, largest difference", 0.0, NONE,
                1e-4, worst, NULL);
}

/// A base that falls away under an upright block, then catches it.
void shaken_flight_rows(validation *v)
{
    enum { COUNT = 5001 };
    const double amplitude = 15.696, frequency = 8.0 * TALUS_PI, dt = 1e-3;
    static double still[COUNT], up[COUNT];
    const talus_ground_motion motion = {2.0 * TALUS_PI / frequency / (COUNT - 1), COUNT, still, up};
    const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
    for (int i = 0; i < COUNT; i++) {
        up[i] = -amplitude * talus_sin(frequency * motion.time_step * i);
    }
    const sliding_flight flight = sliding_flight_of(amplitude, frequency, SHAKEN_GRAVITY);
    double lift = 0.0, land = 0.0;
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        rocking_bench_options o = rocking_bench_options_default(0.2, 0.2, 0.6);
        o.scheme = (talus_scheme)scheme;
        o.shaking = &shaking;
        rocking_bench bench;
        talus_state state;
        rocking_bench_step step;
        double left = NONE, came = NONE;
        if (shaken_bench(&bench, &o, &state)) {
            for (int n = 1; n < 400; n++) {
                rocking_bench_take(&bench, &state, &step);
                const bool pushed = step.percussion[0].z + step.percussion[2].z > 0.0;
                left = isnan(left) && !pushed ? n * dt : left;
                came = !isnan(left) && isnan(came) && pushed ? n * dt : came;
            }
        }
        rocking_bench_clear(&bench);
        lift = rocking_worse(lift, left - flight.lift_time);
        land = rocking_worse(land, came - flight.land_time);
    }
    rocking_row(v, "base falling at up to 1.6 g, 1 ms: error of lift-off (s)", 0.0, NONE, 2.0 * dt,
                lift, NULL);
    rocking_row(v, "the same: error of the landing (s)", 0.0, NONE, 2.0 * dt, land, NULL);
}

/// A block that stands on its four corners and turns about the vertical.
void shaken_twist_rows(validation *v)
{
    const double spin = 3.0, dt = 1e-3, stop = 0.09610693594108699, turn = 0.14416040391163049;
    double time = 0.0, angle = 0.0;
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        rocking_bench_options o = rocking_bench_options_default(0.2, 0.2, 0.6);
        o.mu = 0.3;
        o.scheme = (talus_scheme)scheme;
        rocking_bench bench;
        talus_state state;
        rocking_bench_step step;
        double stopped = NONE;
        if (shaken_bench(&bench, &o, &state)) {
            state.omega.z = spin;
            for (int n = 1; n < 200; n++) {
                rocking_bench_take(&bench, &state, &step);
                stopped = isnan(stopped) && fabs(state.omega.z) < 1e-9 ? n * dt : stopped;
            }
        }
        rocking_bench_clear(&bench);
        time = rocking_worse(time, stopped - stop);
        angle = rocking_worse(angle, 2.0 * talus_atan(state.p.z / state.p.w) - turn);
    }
    rocking_row(v, "flat spin of 3 rad/s, μ = 0.3, 1 ms: error of the stop (s)", 0.0, NONE, dt,
                time, NULL);
    rocking_row(v, "the same: error of the angle (rad)", 0.0, NONE, spin * dt, angle, NULL);
}

/// Rocking with slip at 0.2 ms against the event-driven run.
void shaken_slip_rows(validation *v)
{
    static const struct {
        const char *what;
        double b2, inertia, mu, amplitude, frequency, cycles, end;
        talus_pulse_kind kind;
    } cases[] = {{"cosine half cycle, μ = 0.4", 0.2, 2.0 / 15.0, 0.4, 9.81, 4.0 * TALUS_PI, 0.5,
                  1.0, TALUS_PULSE_COSINE},
                 {"cosine quarter, μ = 0.5", 0.2, 2.0 / 15.0, 0.5, 14.715, 4.0 * TALUS_PI, 0.25,
                  0.8, TALUS_PULSE_COSINE},
                 {"sine half cycle, μ = 0.42, b2 = 0.35 m", 0.35, 0.16, 0.42, 8.829, 5.0 * TALUS_PI,
                  0.5, 0.9, TALUS_PULSE_SINE},
                 {"sine cycle, μ = 0.36", 0.2, 2.0 / 15.0, 0.36, 7.848, 4.0 * TALUS_PI, 1.0, 1.2,
                  TALUS_PULSE_SINE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const talus_rocking_block block = {1.0, cases[i].inertia, 0.6, 0.2, cases[i].b2};
        const talus_shaking shaking = {
            .pulse = {cases[i].kind, cases[i].amplitude, cases[i].frequency, cases[i].cycles, 0.0},
            .scale = 1.0};
        rocking_bench_options o =
            rocking_bench_options_default(0.5 * (0.2 + cases[i].b2), 0.2, 0.6);
        o.mu = cases[i].mu;
        o.time_step = 2e-4;
        o.shaking = &shaking;
        o.planar = &block;
        sliding_run_result r;
        double worst = 0.0;
        const bool made =
            sliding_run(&block, o.mu, SHAKEN_GRAVITY, &shaking, cases[i].end, &r, NULL) == TALUS_OK;
        for (int scheme = 0; scheme < TALUS_SCHEME_COUNT && made; scheme++) {
            talus_state state;
            o.scheme = (talus_scheme)scheme;
            (void)shaken_steps(&o, (size_t)(cases[i].end / o.time_step + 0.5), &state);
            worst = rocking_worse(worst, state.r.x - r.pose[0]);
            worst = rocking_worse(worst, state.r.z - r.pose[1]);
            worst = rocking_worse(worst, rocking_bench_theta(&state) - r.pose[2]);
        }
        char what[160];
        (void)snprintf(what, sizeof what, "rocking with slip, %s, 0.2 ms: pose (m, rad)",
                       cases[i].what);
        rocking_row(v, what, 0.0, NONE, 2e-3, made ? worst : NONE, NULL);
    }
}
