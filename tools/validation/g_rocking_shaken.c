// SPDX-License-Identifier: GPL-3.0-or-later
// The time-stepper on a rocking block whose base shakes, against closed forms and the event-driven
// models. [docs/rocking.md 4.5, 9.5]
#include "foundation/ground_motion/ground_motion.h"
#include "g_rocking.h"
#include "lab/rocking/sliding.h"

#include <stdlib.h>

static const double gravity = 9.81;

/// A block at rest on a shaken base, a little pressed in: at a gap of 0 round-off decides which
/// corners are closed in the first steps. @return false where it cannot be made
static bool shaken(rocking_bench *bench, const rocking_bench_options *o, talus_state *state)
{
    *state = (talus_state){.r = {0.0, 0.0, o->h - 1e-9}, .p = {1.0, 0.0, 0.0, 0.0}};
    return rocking_bench_init(bench, o, NULL) == TALUS_OK;
}

/// Steps of `count` under a shaking from rest; @return largest ledger over m g h, NaN where refused
static double shake_on(const rocking_bench_options *o, size_t count, talus_state *state)
{
    rocking_bench bench;
    rocking_bench_step step;
    double ledger = NONE;
    if (shaken(&bench, o, state)) {
        for (size_t n = 0; n < count; n++) {
            rocking_bench_take(&bench, state, &step);
        }
        ledger = bench.worst_ledger / (bench.mass * gravity * o->h);
    }
    rocking_bench_clear(&bench);
    return ledger;
}

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
        (void)shake_on(&o, (size_t)(1.5 / dt), &state);
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
static void slide_rows(validation *v)
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
            ledger = rocking_worse(ledger, shake_on(&o, 2000, &state));
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
static void start_rows(validation *v)
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
        const double ledger = shake_on(&o, 1, &state);
        const sliding_start s = sliding_start_of(&block, o.mu, gravity, values[0], c[5]);
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
static void flight_rows(validation *v)
{
    enum { COUNT = 5001 };
    const double amplitude = 15.696, frequency = 8.0 * TALUS_PI, dt = 1e-3;
    static double still[COUNT], up[COUNT];
    const talus_ground_motion motion = {2.0 * TALUS_PI / frequency / (COUNT - 1), COUNT, still, up};
    const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
    for (int i = 0; i < COUNT; i++) {
        up[i] = -amplitude * talus_sin(frequency * motion.time_step * i);
    }
    const sliding_flight flight = sliding_flight_of(amplitude, frequency, gravity);
    double lift = 0.0, land = 0.0;
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        rocking_bench_options o = rocking_bench_options_default(0.2, 0.2, 0.6);
        o.scheme = (talus_scheme)scheme;
        o.shaking = &shaking;
        rocking_bench bench;
        talus_state state;
        rocking_bench_step step;
        double left = NONE, came = NONE;
        if (shaken(&bench, &o, &state)) {
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
static void twist_rows(validation *v)
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
        if (shaken(&bench, &o, &state)) {
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

/// A pulse of one sine cycle and how its steps are placed in it.
typedef struct sine_case {
    talus_scheme scheme;
    double amplitude, frequency; ///< m/s^2, rad/s
    double dt, shift;            ///< s; the pulse begins so long after a step
} sine_case;

enum { IMPACTS = 3 };
/// Times at which theta changes its sign for good, with the peak and whether the block falls.
typedef struct found_impacts {
    double time[IMPACTS], peak;
    bool falls;
} found_impacts;

static found_impacts follow(const sine_case *c, double duration)
{
    const talus_shaking shaking = {
        .pulse = {TALUS_PULSE_SINE, c->amplitude, c->frequency, 1.0, 0.0}, .scale = 1.0};
    rocking_bench_options o = rocking_bench_options_default(0.2, 0.2, 0.6);
    o.scheme = c->scheme;
    o.time_step = c->dt;
    o.shaking = &shaking;
    o.start = -c->shift;
    found_impacts found = {{NONE, NONE, NONE}, 0.0, false};
    rocking_bench bench;
    talus_state state;
    rocking_bench_step step;
    double side = 0.0, crossed = 0.0;
    int count = 0;
    if (shaken(&bench, &o, &state)) {
        for (int k = 0; k * c->dt < duration && count < IMPACTS && !found.falls; k++) {
            rocking_bench_take(&bench, &state, &step);
            const double theta = rocking_bench_theta(&state);
            found.peak = fmax(found.peak, fabs(theta));
            found.falls = fabs(theta) > 1.5;
            const double omega = rocking_bench_omega(&state);
            if (theta * side > 0.0) {
                crossed = (k + 1) * c->dt + (theta * omega < 0.0 ? -theta / omega : 0.0);
            }
            if (fabs(theta) > 1e-3 && theta * side <= 0.0) {
                found.time[count] = crossed - c->shift;
                count += side != 0.0;
                side = theta;
            }
        }
    }
    rocking_bench_clear(&bench);
    return found;
}

/// Errors of the impacts at a step, rms over five places of the pulse between two steps.
static void impact_errors(sine_case c, double dt, const double expected[IMPACTS],
                          double errors[IMPACTS])
{
    double sum[IMPACTS] = {0.0};
    c.dt = dt;
    for (int k = 0; k < 5; k++) {
        c.shift = 0.2 * k * dt;
        const found_impacts found = follow(&c, 4.0);
        for (int i = 0; i < IMPACTS; i++) {
            sum[i] += (found.time[i] - expected[i]) * (found.time[i] - expected[i]);
        }
    }
    for (int i = 0; i < IMPACTS; i++) {
        errors[i] = sqrt(sum[i] / 5.0);
    }
}

/// The rotation of a step knows its percussions: what opens a block turns it in the same step.
static bool turns_at_once(int scheme)
{
    return scheme == TALUS_SCHEME_EXPLICIT || scheme == TALUS_SCHEME_MIDPOINT_PLUS;
}

/// A sine cycle on the block of 0.4 x 1.2 m, its first impacts and peak by events.
typedef struct sine_reference {
    const char *name;
    double amplitude, frequency, impacts[IMPACTS], peak;
} sine_reference;
static const sine_reference sines[] = {
    {"2p, 1.2 g tan α",
     3.924,
     6.821503922844119,
     {0.5067128741338937, 1.3923247379769754, 1.9020664605588933},
     0.1382523478757471},
    {"4p, 5.1 g tan α",
     16.677,
     13.643007845688238,
     {1.0800775175033257, 2.065685389624132, 2.7019374052940783},
     0.43648722751032476},
    {"2p, 2.35 g tan α",
     7.6845,
     6.821503922844119,
     {1.7895328687619596, 2.6246332670938504, 3.2071296064814767},
     0.5162233333853693}};
enum { SINES = sizeof sines / sizeof sines[0] };

/// First impacts and peak of one scheme.
static void sine_rows(validation *v, talus_scheme scheme)
{
    char what[200];
    const char *name = talus_scheme_name(scheme);
    for (int i = 0; i < SINES; i++) {
        const sine_reference *r = &sines[i];
        const sine_case c = {scheme, r->amplitude, r->frequency, 1e-3, 0.0};
        const found_impacts found = follow(&c, 4.0);
        // near a critical amplitude the block lingers at alpha, where a delay of the rotation counts
        // most: there the order is the test of the schemes that turn in the next step
        if (i == 0 || (i == 1 && turns_at_once((int)scheme))) {
            (void)snprintf(what, sizeof what, "sine at %s, 1 ms, `%s`: first impact (s)", r->name,
                           name);
            rocking_row(v, what, r->impacts[0], r->impacts[0] - 5e-4, r->impacts[0] + 5e-4,
                        found.time[0], NULL);
        }
        (void)snprintf(what, sizeof what, "sine at %s, 1 ms, `%s`: peak (rad)", r->name, name);
        rocking_row(v, what, r->peak, 0.98 * r->peak, 1.02 * r->peak, found.peak, NULL);
    }
}

/// Order of the errors of the impacts from 1 to 0.25 ms; of the first one where the block turns in
/// the next step.
static void order_rows(validation *v, talus_scheme scheme)
{
    for (int i = 0; i < SINES; i++) {
        const sine_reference *r = &sines[i];
        const sine_case c = {scheme, r->amplitude, r->frequency, 1e-3, 0.0};
        double coarse[IMPACTS], fine[IMPACTS];
        impact_errors(c, 1e-3, r->impacts, coarse);
        impact_errors(c, 2.5e-4, r->impacts, fine);
        for (int k = turns_at_once((int)scheme) || i == 0 ? 1 : 0; k < IMPACTS; k++) {
            char what[200];
            (void)snprintf(
                what, sizeof what,
                "sine at %s, `%s`: order of impact %d from 1 ms (%.1f ms rms) to 0.25 ms", r->name,
                talus_scheme_name(scheme), k + 1, 1e3 * coarse[k]);
            rocking_row(v, what, 1.0, 0.7, 1.3, log(coarse[k] / fine[k]) / log(4.0), NULL);
        }
    }
}

/// 2.29 g tan alpha falls, 2.35 stands, 2.37 falls.
static void window_rows(validation *v)
{
    static const double amplitudes[3] = {2.29, 2.35, 2.37};
    double alike = 0.0, peak = 0.0;
    for (int k = 0; k < 3 * TALUS_SCHEME_COUNT; k++) {
        const sine_case c = {(talus_scheme)(k / 3), amplitudes[k % 3] * gravity / 3.0,
                             6.821503922844119, 5e-4, 0.0};
        const found_impacts found = follow(&c, 6.0);
        alike += found.falls == (k % 3 != 1);
        peak = k % 3 == 1 ? rocking_worse(peak, found.peak - 0.5162233333853693) : peak;
    }
    rocking_row(v, "safe window at 2p, 0.5 ms: 2.29 falls, 2.35 stands, 2.37 falls, of 27 verdicts",
                27.0, 27.0, 27.0, alike, NULL);
    rocking_row(v, "the same at 2.35: error of the peak (rad)", 0.0, NONE, 1e-3, peak, NULL);
}

#define COUNTS 0.05 ///< rad/s from which an impact on a record counts; before, the block trembles

/// A pillar of 0.4 x 1.6 m by the stepper: its first impact that counts, and the largest tilt before.
static void shake_pillar(const talus_shaking *shaking, talus_scheme scheme, double shift, double dt,
                         double *impact, double *peak)
{
    rocking_bench_options o = rocking_bench_options_default(0.2, 0.2, 0.8);
    o.scheme = scheme;
    o.time_step = dt;
    o.shaking = shaking;
    o.start = -shift;
    rocking_bench bench;
    talus_state state;
    rocking_bench_step step;
    *impact = NONE;
    *peak = 0.0;
    if (shaken(&bench, &o, &state)) {
        double before = 0.0;
        for (int k = 0; k * dt < 8.0 && isnan(*impact); k++) {
            const double omega = rocking_bench_omega(&state);
            rocking_bench_take(&bench, &state, &step);
            const double theta = rocking_bench_theta(&state);
            *peak = fmax(*peak, fabs(theta));
            if (before * theta < 0.0 && fabs(omega) > COUNTS) {
                *impact = k * dt - before / omega - shift;
            }
            before = theta;
        }
    }
    rocking_bench_clear(&bench);
}

/// The same by events.
static void expect_pillar(const talus_shaking *shaking, double *impact, double *peak)
{
    enum { ROOM = 4000 };
    static double times[ROOM], speeds[ROOM];
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.2, 0.8);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    talus_planar_options options = talus_planar_options_default();
    talus_planar_history history = {
        .impact_room = ROOM, .impact_time = times, .impact_speed = speeds};
    talus_planar_result result;
    options.duration = 8.0;
    *impact = NONE;
    *peak = NONE;
    if (talus_planar_run(&model, shaking, &options, &history, &result, NULL) != TALUS_OK) {
        return;
    }
    for (size_t i = 0; i < result.impacts && i < ROOM; i++) {
        if (fabs(speeds[i]) > COUNTS) {
            options.duration = times[i];
            *impact = times[i];
            (void)talus_planar_run(&model, shaking, &options, NULL, &result, NULL);
            *peak = result.peak_angle;
            return;
        }
    }
}

static talus_status record_rows(validation *v, talus_error *error)
{
    char path[512];
    const files_ground_motion_options reading = {.unit = "g"};
    files_ground_motion record;
    (void)snprintf(path, sizeof path, "%s/scenarios/rocking/elcentro_ns.csv", v->source);
    const talus_status status = files_read_ground_motion(path, &reading, &record, error);
    if (status != TALUS_OK) {
        return status;
    }
    const talus_ground_motion motion = {
        .time_step = record.time_step, .count = record.count, .horizontal = record.acceleration};
    const talus_shaking shaking = {.motion = &motion, .scale = 1.5};
    double impact, expected, late = 0.0, share = 0.0;
    expect_pillar(&shaking, &impact, &expected);
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        double time, peak;
        shake_pillar(&shaking, (talus_scheme)scheme, 0.0, 1e-3, &time, &peak);
        late = rocking_worse(late, time - impact);
        share = rocking_worse(share, peak / expected - 1.0);
    }
    rocking_row(
        v, "1.5 El Centro on 0.4 x 1.6 m, 1 ms: error of the first impact above 0.05 rad/s (s)",
        0.0, NONE, 5e-4, late, NULL);
    rocking_row(v, "the same: relative error of the peak before it", 0.0, NONE, 0.02, share, NULL);
    free(record.acceleration);
    return TALUS_OK;
}

/// Rocking with slip at 0.2 ms against the event-driven run.
static void slip_rows(validation *v)
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
            sliding_run(&block, o.mu, gravity, &shaking, cases[i].end, &r, NULL) == TALUS_OK;
        for (int scheme = 0; scheme < TALUS_SCHEME_COUNT && made; scheme++) {
            talus_state state;
            o.scheme = (talus_scheme)scheme;
            (void)shake_on(&o, (size_t)(cases[i].end / o.time_step + 0.5), &state);
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

/// Shaken along x and y at once: the stepper's hits against the impacts of the spatial model with all
/// percussion at the corner that lands (lam = lon = 1).
typedef struct both_axes {
    double time[IMPACTS];
    int count;
} both_axes;

static void add_impact(void *user, const talus_spatial_event *event)
{
    both_axes *found = user;
    if ((event->kind == TALUS_SPATIAL_EDGE_IMPACT || event->kind == TALUS_SPATIAL_FACET_IMPACT) &&
        found->count < IMPACTS) {
        found->time[found->count++] = event->after.time;
    }
}

/// The stepper's hits of corners that come down faster than 2 cm/s, which leaves out a trembling
/// pivot: rms errors over `places` of the pulses between two steps, a fifth of a step apart.
static void both_errors(rocking_bench_options o, int places, const both_axes *expected,
                        double errors[IMPACTS])
{
    for (int i = 0; i < IMPACTS; i++) {
        errors[i] = 0.0;
    }
    for (int k = 0; k < places; k++) {
        rocking_stepper_run run;
        o.start = -0.2 * k * o.time_step;
        int count = 0;
        if (rocking_stepper_run_make(&o, (rocking_start){0.0, 0.0}, 1.5, &run, NULL) == TALUS_OK) {
            for (size_t i = 0; i < run.hit_count && count < expected->count; i++) {
                if (run.hits[i].speed > 0.02) {
                    const double late = run.hits[i].time + o.start - expected->time[count];
                    errors[count++] += late * late / places;
                }
            }
        }
        for (; count < IMPACTS; count++) {
            errors[count] = NONE;
        }
        rocking_stepper_run_clear(&run);
    }
    for (int i = 0; i < IMPACTS; i++) {
        errors[i] = sqrt(errors[i]);
    }
}

static void spatial_rows(validation *v)
{
    const talus_spatial_shaking shaking = {
        .x = {.pulse = {TALUS_PULSE_SINE, 3.924, 6.821503922844119, 1.0, 0.0}, .scale = 1.0},
        .y = {.pulse = {TALUS_PULSE_SINE, 2.7, 6.821503922844119, 1.0, 0.0}, .scale = 1.0}};
    const talus_spatial_block block = talus_spatial_cuboid(1.0, 0.2, 0.14, 0.6);
    const talus_spatial_law law = talus_spatial_law_uniform(1.0, 0.0, 1.0);
    talus_spatial_options options = talus_spatial_options_default();
    talus_spatial_state begin = talus_spatial_release(&block, 0, 0.0);
    talus_spatial_summary summary;
    both_axes expected = {.count = 0};
    options.end_time = 3.0;
    options.shaking = &shaking;
    options.on_event = add_impact;
    options.user = &expected;
    (void)talus_spatial_run(&block, &law, &options, &begin, &summary, NULL);
    double late = 0.0, low = (double)INFINITY, high = 0.0;
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        rocking_bench_options o = rocking_bench_options_default(0.2, 0.14, 0.6);
        double coarse[IMPACTS], fine[IMPACTS];
        o.scheme = (talus_scheme)scheme;
        o.shaking = &shaking.x;
        o.shaking_y = &shaking.y;
        both_errors(o, 1, &expected, fine);
        late = turns_at_once(scheme) ? rocking_worse(late, fmax(fine[0], fine[1])) : late;
        both_errors(o, 5, &expected, coarse);
        o.time_step = 2.5e-4;
        both_errors(o, 5, &expected, fine);
        for (int i = turns_at_once(scheme) ? 2 : 0; i < IMPACTS; i += 2) {
            const double order = log(coarse[i] / fine[i]) / log(4.0);
            low = order >= low ? low : order;
            high = rocking_worse(high, order);
        }
    }
    rocking_row(
        v,
        "shaken along x and y at once, 1 ms, `explicit`, `midpoint+`: error of the first two "
        "impacts (s)",
        0.0, NONE, 5e-4, late, NULL);
    rocking_row(
        v,
        "the same, order from 1 to 0.25 ms of the third impact, of the other schemes of the "
        "first one, too: least",
        1.0, 0.7, NONE, low, NULL);
    rocking_row(v, "the same: order, largest", 1.0, NONE, 1.3, high, NULL);
}

talus_status rocking_shaken_rows(validation *v, talus_error *error)
{
    slide_rows(v);
    start_rows(v);
    flight_rows(v);
    twist_rows(v);
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        sine_rows(v, (talus_scheme)scheme);
    }
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        if (v->full || scheme == TALUS_SCHEME_MIDPOINT_PLUS) {
            order_rows(v, (talus_scheme)scheme);
        }
    }
    window_rows(v);
    slip_rows(v);
    spatial_rows(v);
    return record_rows(v, error);
}
