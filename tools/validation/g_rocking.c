// SPDX-License-Identifier: GPL-3.0-or-later
// The time-stepper on a rocking block, also on a shaken base, against closed forms and the
// event-driven models. [docs/rocking.md 4.5, 9.5]
#include "foundation/math/linalg.h"
#include "lab/bridge/rocking_bench.h"
#include "lab/bridge/rocking_stepper.h"
#include "lab/rocking/sliding.h"
#include "validation.h"

#include <stdio.h>

static const double gravity = 9.81;

static void row(validation *v, const char *what, double expected, double low, double high,
                double found, const char *reason)
{
    const validation_row r = {
        .what = what, .published = expected, .low = low, .high = high, .reason = reason};
    report_row(v, &r, found);
}

/// omega+/omega- of one step without gravity; NaN where the bench refuses.
static double strike(const rocking_bench_options *o)
{
    const double dt = o->time_step, pressed = 1e-12; // m, so that A is closed at the midpoint, too
    rocking_bench bench;
    double ratio = NONE;
    if (rocking_bench_init(&bench, o, NULL) == TALUS_OK) {
        // B passes the plane before the midpoint of the step
        talus_state state = rocking_bench_pivoting(&bench, 0.25 * dt, -1.0);
        state.r.z -= pressed;
        rocking_bench_step step;
        rocking_bench_take(&bench, &state, &step);
        ratio = rocking_bench_omega(&state) / -1.0;
    }
    rocking_bench_clear(&bench);
    return ratio;
}

static rocking_bench_options weightless(double aspect, talus_scheme scheme)
{
    rocking_bench_options o = rocking_bench_options_default(0.1, 0.1, 0.1 * aspect);
    o.gravity = 0.0;
    o.scheme = scheme;
    o.time_step = 1e-9;
    return o;
}

static double one_impact(double aspect, double mu, double e, talus_scheme scheme)
{
    rocking_bench_options o = weightless(aspect, scheme);
    o.mu = mu;
    o.epsilon_n = e;
    return strike(&o);
}

/// The generalised law of the ground at h/b = 4, all schemes, level and on a slope of 10 degrees.
static double worst_law(double en21, double lambda, double expected)
{
    double worst = 0.0;
    for (int k = 0; k < 2 * TALUS_SCHEME_COUNT; k++) {
        rocking_bench_options o = weightless(4.0, (talus_scheme)(k / 2));
        o.en21 = en21;
        o.lambda = lambda;
        o.slope = k % 2 == 0 ? 0.0 : 10.0 * TALUS_PI / 180.0;
        const double difference = fabs(strike(&o) - expected);
        worst = difference <= worst ? worst : difference; // keeps a NaN
    }
    return worst;
}

/// Largest difference from a closed form over the aspects and all schemes that can.
typedef double closed_form(double aspect, double mu);
static double worst_impact(const double *aspects, size_t count, double mu, closed_form *expected)
{
    double worst = 0.0;
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        for (size_t i = 0; i < count; i++) {
            const double found = one_impact(aspects[i], mu, 0.0, (talus_scheme)scheme);
            worst = fmax(worst, fabs(found - expected(aspects[i], mu)));
        }
    }
    return worst;
}

static double housner(double a, double mu)
{
    (void)mu;
    return fmax(0.0, (2.0 * a * a - 1.0) / (2.0 * a * a + 2.0));
}

/// [C18 (14)]
static double eta_of(double aspect, double k)
{
    const double s = 1.0 / (1.0 + aspect * aspect);
    return (4.0 - 3.0 * s * (1.0 + k * k)) / (4.0 - 3.0 * s * (1.0 - k * k));
}

static void impact_rows(validation *v)
{
    static const double aspects[] = {0.8, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0};
    enum { COUNT = sizeof aspects / sizeof aspects[0] };
    row(v, "ω⁺/ω⁻, ε = 0, μ = 10, h/b 0.8 to 6, all schemes: largest difference from Housner", 0.0,
        NONE, 1e-8, worst_impact(aspects, COUNT, 10.0, housner), NULL);
    row(v, "the same without friction, from max(0, (a² − 2)/(a² + 4))", 0.0, NONE, 1e-8,
        worst_impact(aspects, COUNT, 0.0, rocking_stepper_ratio), NULL);
    row(v, "the same with μ = 0.05, where the corners slip", 0.0, NONE, 1e-8,
        worst_impact(aspects, COUNT, 0.05, rocking_stepper_ratio), NULL);
    row(v, "the same with μ = 0.1", 0.0, NONE, 1e-8,
        worst_impact(aspects, COUNT, 0.1, rocking_stepper_ratio), NULL);
    const double low[] = {0.3, 0.5, 0.7};
    row(v, "h/b below 1/√2: ω⁺/ω⁻", 0.0, -1e-8, 1e-8, worst_impact(low, 3, 10.0, housner), NULL);
    row(v, "half rocking, ε = 0.5, h/b = 0.5: ω⁺/ω⁻", -0.5, -0.5 - 1e-8, -0.5 + 1e-8,
        one_impact(0.5, 10.0, 0.5, TALUS_SCHEME_MIDPOINT), NULL);
    row(v, "r(e), h/b = 1, ε = 0.9 [L93 (7)]", -0.425, -0.425 - 1e-6, -0.425 + 1e-6,
        one_impact(1.0, 10.0, 0.9, TALUS_SCHEME_MIDPOINT), NULL);
    row(v, "r(e), h/b = 4, ε = 0.9", 0.8323529, 0.8323529 - 1e-6, 0.8323529 + 1e-6,
        one_impact(4.0, 10.0, 0.9, TALUS_SCHEME_MIDPOINT), NULL);
    row(v, "e_n21 = 0.95, h/b = 4, all schemes, level and 10°: ω⁺/ω⁻, largest difference", 0.0,
        NONE, 1e-8, worst_law(0.95, 0.0, 0.95), NULL);
    row(v, "e_n21 = 0.97, the same", 0.0, NONE, 1e-8, worst_law(0.97, 0.0, 0.97), NULL);
    row(v, "λ = 0.6, the same: from 0.9461078 [R3D (5)]", 0.0, NONE, 1e-8,
        worst_law(0.0, 0.6, 0.9461077844311377), NULL);
    row(v, "k = 0.8 as λ = 0.64, the same: from η_M [C18 (14)]", 0.0, NONE, 1e-8,
        worst_law(0.0, 0.64, eta_of(4.0, 0.8)), NULL);
    rocking_stepper_threshold t = {.aspect = 4.0};
    if (rocking_stepper_threshold_make(&t, NULL) == TALUS_OK) {
        row(v, "friction from which the corners stick, h/b = 4", t.expected, t.expected - 1e-6,
            t.expected + 1e-6, t.found, NULL);
    }
}

/// Block B1_N of [C18 Fig 5], released at 0.9 alpha: largest error of its first four impacts, s.
static double free_impacts(talus_scheme scheme)
{
    static const double expected[] = {0.290279355708096, 0.605197231262515, 0.856253086955444,
                                      1.06930487823124};
    rocking_bench_options o = rocking_bench_options_default(0.015, 0.015, 0.0675);
    rocking_bench bench;
    double worst = NONE;
    size_t hits = 0;
    o.scheme = scheme;
    o.time_step = 2.5e-4;
    if (rocking_bench_init(&bench, &o, NULL) == TALUS_OK) {
        talus_state state = rocking_bench_pivoting(&bench, 0.9 * talus_atan(0.015 / 0.0675), 0.0);
        state.r.z -= 1e-9;
        rocking_bench_step step;
        worst = 0.0;
        for (int k = 0; k < 4800 && hits < 4; k++) {
            const double before = rocking_bench_theta(&state), rate = rocking_bench_omega(&state);
            rocking_bench_take(&bench, &state, &step);
            if (before * rocking_bench_theta(&state) < 0.0) {
                const double time = k * o.time_step - before / rate;
                worst = fmax(worst, fabs(time - expected[hits++]));
            }
        }
    }
    rocking_bench_clear(&bench);
    return hits == 4 ? worst : NONE;
}

/// The steel block h/b = 1 of [L93 Fig 12], e = 0.9, upright at -10.5 rad/s: its next hits after B's first
/// one are A, A, B. @return largest error of their times, s; NaN for another order
static double bounce_times(void)
{
    static const double expected[] = {0.054689, 0.101182, 0.137468};
    static const bool is_b[] = {false, false, true};
    rocking_bench_options o = rocking_bench_options_default(0.0254, 0.0254, 0.0254);
    rocking_bench bench;
    double worst = NONE;
    size_t hits = 0;
    o.epsilon_n = 0.9;
    o.time_step = 1e-4;
    if (rocking_bench_init(&bench, &o, NULL) == TALUS_OK) {
        talus_state state = rocking_bench_pivoting(&bench, 0.25 * o.time_step * 10.5, -10.5);
        state.r.z -= 1e-9;
        rocking_bench_step step;
        rocking_bench_take(&bench, &state, &step); // B lands, A is let go
        for (int k = 1; k < 1500 && hits < 3; k++) {
            rocking_bench_take(&bench, &state, &step);
            const bool b = step.percussion[0].z + step.percussion[1].z > 0.0;
            const bool a = step.percussion[2].z + step.percussion[3].z > 0.0;
            if (a || b) {
                const double error = fabs(k * o.time_step - expected[hits]);
                worst = a != b && b == is_b[hits] ? fmax(error, hits > 0 ? worst : 0.0) : NONE;
                hits++;
            }
        }
    }
    rocking_bench_clear(&bench);
    return hits == 3 ? worst : NONE;
}

/// Where a block that lies on a slope is after 1 s, m down the slope.
static double slope_way(talus_scheme scheme, double mu, double tangent)
{
    rocking_bench_options o = rocking_bench_options_default(0.5, 0.5, 0.2);
    rocking_bench bench;
    double way = NONE;
    o.mu = mu;
    o.scheme = scheme;
    o.slope = talus_atan(tangent);
    if (rocking_bench_init(&bench, &o, NULL) == TALUS_OK) {
        talus_state state = {.r = {0.0, 0.0, o.h - 1e-9}, .p = {1.0, 0.0, 0.0, 0.0}};
        rocking_bench_step step;
        for (int k = 0; k < 1000; k++) {
            rocking_bench_take(&bench, &state, &step);
        }
        way = state.r.x;
    }
    rocking_bench_clear(&bench);
    return way;
}

static void motion_rows(validation *v)
{
    double times = 0.0, creep = 0.0, slide = 0.0;
    const double mu = 0.3, steep = mu + 1e-3;
    const double expected = 0.5 * gravity * (steep - mu) / sqrt(1.0 + steep * steep);
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
        const double error = free_impacts((talus_scheme)k);
        times = error <= times ? times : error; // keeps a NaN
        creep = fmax(creep, fabs(slope_way((talus_scheme)k, mu, mu - 1e-3)));
        slide = fmax(slide, fabs(slope_way((talus_scheme)k, mu, steep) / expected - 1.0));
    }
    row(v,
        "B1_N from 0.9 α, 0.25 ms, all schemes: first four impacts, largest error (s) [C18 Fig 5]",
        0.0, NONE, 2e-3, times, NULL);
    row(v, "h/b = 1, e = 0.9, −10.5 rad/s: after B A, A, B land, largest error (s) [L93 Fig 12]",
        0.0, NONE, 1e-3, bounce_times(), NULL);
    row(v, "slope with tan δ = μ − 0.001, all schemes: way in 1 s (m)", 0.0, NONE, 1e-6, creep,
        NULL);
    row(v, "slope with tan δ = μ + 0.001, all schemes: way in 1 s, largest relative error", 0.0,
        NONE, 1e-6, slide, NULL);
    const rocking_stepper_options options = rocking_stepper_options_default();
    const double alpha = talus_atan(options.width / options.height);
    rocking_spatial_case one = {.start = {0.5 * alpha, 0.3 * alpha}};
    if (rocking_spatial_case_make(&options, &one, NULL) == TALUS_OK) {
        row(v, "vertex rocking, tilts 0.5 α and 0.3 α, 0.25 ms: OPMF [R3D 3.2]", 0.529, 0.519,
            0.539, one.opmf[ROCKING_STEPS - 1], NULL);
    }
}

/// A block at rest on a shaken base, a little pressed in: at a gap of 0 round-off decides which
/// corners are closed in the first steps. @return false where it cannot be made
static bool shaken(rocking_bench *bench, const rocking_bench_options *o, talus_state *state)
{
    *state = (talus_state){.r = {0.0, 0.0, o->h - 1e-9}, .p = {1.0, 0.0, 0.0, 0.0}};
    return rocking_bench_init(bench, o, NULL) == TALUS_OK;
}

/// Rectangle pulse on a wide block: displacement by Newmark.
static void slide_rows(validation *v)
{
    double values[2] = {5.886, 5.886}, worst = 0.0, ledger = 0.0;
    const talus_ground_motion motion = {0.3, 2, values, NULL};
    const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        rocking_bench_options o = rocking_bench_options_default(0.5, 0.5, 0.5);
        o.mu = 0.2;
        o.scheme = (talus_scheme)scheme;
        o.shaking = &shaking;
        rocking_bench bench;
        talus_state state;
        rocking_bench_step step;
        if (shaken(&bench, &o, &state)) {
            for (int n = 0; n < 1200; n++) {
                rocking_bench_take(&bench, &state, &step);
            }
            worst = fmax(worst, fabs(state.r.x / -0.52974 - 1.0));
            ledger = fmax(ledger, bench.worst_ledger / (bench.mass * gravity * 0.5));
        }
        rocking_bench_clear(&bench);
    }
    row(v, "sliding under a rectangle pulse, 1 ms, all schemes: relative difference from Newmark",
        0.0, NONE, 1e-4, worst, NULL);
    row(v, "worst ledger of these steps over m g h", 0.0, NONE, 1e-12, ledger, NULL);
}

/// One step of 1e-5 s under a constant acceleration against the start modes.
static void start_rows(validation *v)
{
    static const double cases[4][2] = {{0.25, 0.2}, {0.25, 0.3}, {0.4, 0.6}, {0.4, 0.7}};
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.2, 0.6);
    double worst = 0.0;
    for (int i = 0; i < 4; i++) {
        double values[2] = {cases[i][1] * gravity, cases[i][1] * gravity};
        const talus_ground_motion motion = {1.0, 2, values, NULL};
        const talus_shaking shaking = {.motion = &motion, .scale = 1.0};
        rocking_bench_options o = rocking_bench_options_default(0.2, 0.2, 0.6);
        o.mu = cases[i][0];
        o.time_step = 1e-5;
        o.shaking = &shaking;
        rocking_bench bench;
        talus_state state;
        rocking_bench_step step;
        if (shaken(&bench, &o, &state)) {
            rocking_bench_take(&bench, &state, &step);
            const sliding_start s = sliding_start_of(&block, o.mu, gravity, values[0], 0.0);
            const double omega = rocking_bench_omega(&state);
            const double slip = state.v.x + o.h * omega;
            worst = fmax(worst, fabs(omega / o.time_step - s.angular_acceleration));
            worst = fmax(worst, fabs(slip / o.time_step - s.slip_acceleration));
        }
        rocking_bench_clear(&bench);
    }
    row(v, "rest, slide, rock, slide-rock: accelerations in one step of 10⁻⁵ s, largest difference",
        0.0, NONE, 1e-4, worst, NULL);
}

/// A pulse of one sine cycle and how its steps are placed in it.
typedef struct sine_case {
    talus_scheme scheme;
    double amplitude, frequency; ///< m/s^2, rad/s
    double dt, shift;            ///< s; the pulse begins so long after a step
} sine_case;

/// First time at which theta changes its sign for good; peak before it.
static double first_impact(const sine_case *c, double *peak)
{
    const talus_shaking shaking = {
        .pulse = {TALUS_PULSE_SINE, c->amplitude, c->frequency, 1.0, 0.0}, .scale = 1.0};
    rocking_bench_options o = rocking_bench_options_default(0.2, 0.2, 0.6);
    o.scheme = c->scheme;
    o.time_step = c->dt;
    o.shaking = &shaking;
    o.start = -c->shift;
    rocking_bench bench;
    talus_state state;
    rocking_bench_step step;
    double side = 0.0, crossed = 0.0, found = NONE;
    *peak = 0.0;
    if (shaken(&bench, &o, &state)) {
        for (int k = 0; k * c->dt < 6.0 && isnan(found); k++) {
            rocking_bench_take(&bench, &state, &step);
            const double theta = rocking_bench_theta(&state);
            *peak = fmax(*peak, fabs(theta));
            const double omega = rocking_bench_omega(&state);
            if (theta * side > 0.0) {
                crossed = (k + 1) * c->dt + (theta * omega < 0.0 ? -theta / omega : 0.0);
            }
            if (fabs(theta) > 1e-3 && theta * side <= 0.0) {
                found = side != 0.0 ? crossed : found;
                side = theta;
            }
            if (fabs(theta) > 1.5) {
                break;
            }
        }
    }
    rocking_bench_clear(&bench);
    return found - c->shift;
}

/// Error of the first impact at a step, rms over five places of the pulse between two steps.
static double impact_error(sine_case c, double dt, double expected)
{
    double sum = 0.0, peak;
    c.dt = dt;
    for (int k = 0; k < 5; k++) {
        c.shift = 0.2 * k * dt;
        const double error = first_impact(&c, &peak) - expected;
        sum += error * error;
    }
    return sqrt(sum / 5.0);
}

/// The rotation of a step knows its percussions: what opens a block turns it in the same step.
static bool turns_at_once(int scheme)
{
    return scheme == TALUS_SCHEME_EXPLICIT || scheme == TALUS_SCHEME_MIDPOINT_PLUS;
}

/// Near a critical amplitude the block lingers at alpha, and a delay of the rotation counts most.
static void critical_rows(validation *v, talus_scheme scheme)
{
    static const double expected = 1.0800775175;
    const sine_case c = {scheme, 16.677, 13.643007845688238, 1e-3, 0.0};
    char what[160];
    double peak;
    const char *name = talus_scheme_name(scheme);
    const double found = first_impact(&c, &peak);
    if (turns_at_once((int)scheme)) {
        (void)snprintf(what, sizeof what, "sine at 4p, 5.1 g tan α, 1 ms, `%s`: first impact (s)",
                       name);
        row(v, what, expected, expected - 5e-4, expected + 5e-4, found, NULL);
    } else {
        const double coarse = impact_error(c, 1e-3, expected),
                     fine = impact_error(c, 2.5e-4, expected);
        (void)snprintf(what, sizeof what,
                       "sine at 4p, 5.1 g tan α, `%s`: order of the first impact from 1 to 0.25 ms",
                       name);
        row(v, what, 1.0, 0.7, 1.3, log(coarse / fine) / log(4.0), NULL);
    }
    row(v, "the same: peak (rad)", 0.4364872275, 0.98 * 0.4364872275, 1.02 * 0.4364872275, peak,
        NULL);
}

static void shaken_rows(validation *v)
{
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        char what[160];
        double peak;
        const char *name = talus_scheme_name((talus_scheme)scheme);
        const sine_case one = {(talus_scheme)scheme, 3.924, 6.821503922844119, 1e-3, 0.0};
        (void)snprintf(what, sizeof what, "sine at 2p, 1.2 g tan α, 1 ms, `%s`: first impact (s)",
                       name);
        row(v, what, 0.5067128741, 0.5067128741 - 5e-4, 0.5067128741 + 5e-4,
            first_impact(&one, &peak), NULL);
        critical_rows(v, (talus_scheme)scheme);
        const sine_case window = {(talus_scheme)scheme, 2.35 * 3.27, 6.821503922844119, 5e-4, 0.0};
        (void)first_impact(&window, &peak);
        (void)snprintf(what, sizeof what,
                       "safe window, sine at 2p, 2.35 g tan α, 0.5 ms, `%s`: peak (rad)", name);
        row(v, what, 0.51622, 0.51522, 0.51722, peak, NULL);
    }
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
        rocking_bench bench;
        talus_state state;
        rocking_bench_step step;
        sliding_run_result r;
        double worst = NONE;
        if (sliding_run(&block, o.mu, gravity, &shaking, cases[i].end, &r, NULL) == TALUS_OK &&
            shaken(&bench, &o, &state)) {
            for (double k = 0.0; k < floor(cases[i].end / 2e-4 + 0.5); k += 1.0) {
                rocking_bench_take(&bench, &state, &step);
            }
            worst = fmax(fabs(state.r.x - r.pose[0]), fabs(state.r.z - r.pose[1]));
            worst = fmax(worst, fabs(rocking_bench_theta(&state) - r.pose[2]));
        }
        rocking_bench_clear(&bench);
        char what[160];
        (void)snprintf(what, sizeof what, "rocking with slip, %s, 0.2 ms: pose (m, rad)",
                       cases[i].what);
        row(v, what, 0.0, NONE, 2e-3, worst, NULL);
    }
}

talus_status validate_rocking(validation *v, talus_error *error)
{
    (void)error;
    report_heading(v, "G. Rocking blocks");
    report_text(v,
                "A cuboid under the Moreau steps of `talus run` against the closed forms and the "
                "event-driven models of [rocking.md](rocking.md), on a still and on a shaken "
                "base.");
    report_table(v, "expected");
    impact_rows(v);
    motion_rows(v);
    slide_rows(v);
    start_rows(v);
    shaken_rows(v);
    slip_rows(v);
    return TALUS_OK;
}
