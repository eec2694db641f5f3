// SPDX-License-Identifier: GPL-3.0-or-later
// The time-stepper on a rocking block, also on a shaken base, against closed forms and the
// event-driven models. [docs/rocking.md 4.5, 9.5]
#include "g_rocking.h"
#include "cases/blocks/bounce_every.h"
#include "cases/figures/rocking_wrench_study.h"
#include "foundation/math/linalg.h"

static const double gravity = 9.81;

void rocking_row(validation *v, const char *what, double expected, double low, double high,
                 double found, const char *reason)
{
    const validation_row r = {
        .what = what, .published = expected, .low = low, .high = high, .reason = reason};
    report_row(v, &r, found);
}

/// One impact in one step without gravity.
typedef struct one_strike {
    double ratio;  ///< omega+/omega-
    double energy; ///< T+/T-
    double slip;   ///< v_T+ of A over 2 b |omega-|
} one_strike;

/// NaN where the bench refuses.
static one_strike strike(const rocking_bench_options *o)
{
    const double dt = o->time_step, pressed = 1e-12; // m, so that A is closed at the midpoint, too
    rocking_bench bench;
    one_strike found = {NONE, NONE, NONE};
    if (rocking_bench_init(&bench, o, NULL) == TALUS_OK) {
        // B passes the plane before the midpoint of the step
        talus_state state = rocking_bench_pivoting(&bench, 0.25 * dt, -1.0);
        state.r.z -= pressed;
        const double before = rocking_bench_energy(&bench, &state);
        rocking_bench_step step;
        rocking_bench_take(&bench, &state, &step);
        found.ratio = rocking_bench_omega(&state) / -1.0;
        found.energy = rocking_bench_energy(&bench, &state) / before;
        found.slip = (state.v.x + o->h * rocking_bench_omega(&state)) / (2.0 * o->b1);
    }
    rocking_bench_clear(&bench);
    return found;
}

enum { WAYS = 2 * TALUS_SCHEME_COUNT };

/// Way k of all: every scheme, level and on a slope of 10 degrees.
static rocking_bench_options weightless(double aspect, int k)
{
    rocking_bench_options o = rocking_bench_options_default(0.1, 0.1, 0.1 * aspect);
    o.gravity = 0.0;
    o.scheme = (talus_scheme)(k / 2);
    o.slope = k % 2 == 0 ? 0.0 : 10.0 * TALUS_PI / 180.0;
    o.time_step = 1e-9;
    return o;
}

/// Moreau's law with restitution: largest difference from `expected`.
static double worst_bounce(double aspect, double e, double expected)
{
    double worst = 0.0;
    for (int k = 0; k < WAYS; k++) {
        rocking_bench_options o = weightless(aspect, k);
        o.epsilon_n = e;
        worst = rocking_worse(worst, strike(&o).ratio - expected);
    }
    return worst;
}

/// The generalised law of the ground at h/b = 4. @param energy  of T+/T-, not of omega+/omega-
static double worst_law(double en21, double lambda, double expected, bool energy)
{
    double worst = 0.0;
    for (int k = 0; k < WAYS; k++) {
        rocking_bench_options o = weightless(4.0, k);
        o.en21 = en21;
        o.lambda = lambda;
        const one_strike found = strike(&o);
        worst = rocking_worse(worst, (energy ? found.energy : found.ratio) - expected);
    }
    return worst;
}

/// Largest difference from a closed form over the aspects.
typedef double closed_form(double aspect, double mu);
static double worst_impact(const double *aspects, size_t count, double mu, closed_form *expected)
{
    double worst = 0.0;
    for (int k = 0; k < WAYS; k++) {
        for (size_t i = 0; i < count; i++) {
            rocking_bench_options o = weightless(aspects[i], k);
            o.mu = mu;
            worst = rocking_worse(worst, strike(&o).ratio - expected(aspects[i], mu));
        }
    }
    return worst;
}

/// Friction from which the corners stick, by bisection: largest difference from a (1 - r)/(1 + r).
static double worst_threshold(double aspect, double en21, double ratio)
{
    double worst = 0.0;
    for (int k = 0; k < WAYS; k++) {
        rocking_bench_options o = weightless(aspect, k);
        o.en21 = en21;
        double low = 0.0, high = 4.0;
        for (int i = 0; i < 32; i++) {
            o.mu = 0.5 * (low + high);
            const bool sticks = fabs(strike(&o).slip) <= 1e-7;
            *(sticks ? &high : &low) = o.mu;
        }
        worst = rocking_worse(worst, 0.5 * (low + high) - aspect * (1.0 - ratio) / (1.0 + ratio));
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
    rocking_row(v, "ω⁺/ω⁻, ε = 0, μ = 10, h/b 0.8 to 6: largest difference from Housner", 0.0, NONE,
                1e-8, worst_impact(aspects, COUNT, 10.0, housner), NULL);
    rocking_row(v, "the same without friction, from max(0, (a² − 2)/(a² + 4))", 0.0, NONE, 1e-8,
                worst_impact(aspects, COUNT, 0.0, rocking_stepper_ratio), NULL);
    rocking_row(v, "the same with μ = 0.05, where the corners slip", 0.0, NONE, 1e-8,
                worst_impact(aspects, COUNT, 0.05, rocking_stepper_ratio), NULL);
    rocking_row(v, "the same with μ = 0.1", 0.0, NONE, 1e-8,
                worst_impact(aspects, COUNT, 0.1, rocking_stepper_ratio), NULL);
    const double low[] = {0.3, 0.5, 0.7};
    rocking_row(v, "h/b below 1/√2: ω⁺/ω⁻", 0.0, NONE, 1e-8, worst_impact(low, 3, 10.0, housner),
                NULL);
    rocking_row(v, "half rocking, ε = 0.5, h/b = 0.5: ω⁺/ω⁻ from −ε", 0.0, NONE, 1e-8,
                worst_bounce(0.5, 0.5, -0.5), NULL);
    rocking_row(v, "ω⁺/ω⁻, h/b = 1, ε = 0.9, from −0.425 [L93 (7)]", 0.0, NONE, 1e-6,
                worst_bounce(1.0, 0.9, -0.425), NULL);
    rocking_row(v, "ω⁺/ω⁻, h/b = 4, ε = 0.9, from 0.8323529", 0.0, NONE, 1e-6,
                worst_bounce(4.0, 0.9, 0.8323529), NULL);
    rocking_row(v, "e_n21 = 0.95, h/b = 4: ω⁺/ω⁻", 0.0, NONE, 1e-8,
                worst_law(0.95, 0.0, 0.95, false), NULL);
    rocking_row(v, "the same: T⁺/T⁻ from e_n21²", 0.0, NONE, 1e-8,
                worst_law(0.95, 0.0, 0.95 * 0.95, true), NULL);
    rocking_row(v, "e_n21 = 0.97: ω⁺/ω⁻", 0.0, NONE, 1e-8, worst_law(0.97, 0.0, 0.97, false), NULL);
    rocking_row(v, "the same: T⁺/T⁻ from e_n21²", 0.0, NONE, 1e-8,
                worst_law(0.97, 0.0, 0.97 * 0.97, true), NULL);
    rocking_row(v, "λ = 0.6, h/b = 4: ω⁺/ω⁻ from 0.9461078 [R3D (5)]", 0.0, NONE, 1e-8,
                worst_law(0.0, 0.6, 0.9461077844311377, false), NULL);
    rocking_row(v, "k = 0.8 as λ = 0.64: ω⁺/ω⁻ from η_M [C18 (14)]", 0.0, NONE, 1e-8,
                worst_law(0.0, 0.64, eta_of(4.0, 0.8), false), NULL);
    static const double limits[][2] = {{1.0, 0.0}, {2.0, 0.0}, {4.0, 0.0}, {2.0, 0.8}, {4.0, 0.95}};
    double limit = 0.0;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const double a = limits[i][0], e = limits[i][1];
        limit = rocking_worse(limit, worst_threshold(a, e, e > 0.0 ? e : housner(a, 0.0)));
    }
    rocking_row(v,
                "friction from which the corners stick, h/b 1, 2, 4, e_n21 0, 0.8, 0.95: from "
                "(h/b)(1 − r)/(1 + r) [B12 (30)]",
                0.0, NONE, 1e-6, limit, NULL);
}

/// The wrench law of the laboratory against the maps.
static void wrench_rows(validation *v)
{
    rocking_wrench_hit hits[2] = {{.b1 = 0.05,
                                   .b2 = 0.05,
                                   .h = 0.2,
                                   .tilt = 0.0872664625997165,
                                   .lam = 0.6,
                                   .w_minus = {1.0, 0.0, 0.0}},
                                  {.facet = true,
                                   .b1 = 0.05,
                                   .b2 = 0.03,
                                   .h = 0.2,
                                   .lon = 0.75,
                                   .lat = 0.4,
                                   .w_minus = {0.0, -1.0, 0.0}}};
    static const char *const names[2] = {
        "wrench law, edge impact, λ = 0.6, τ = 0: ω⁺ from the map (rad/s) [R3D (18)]",
        "wrench law, facet impact, λ_lon = 0.75, λ_lat = 0.4: ω⁺ from the map (rad/s) [R3D (21)]"};
    for (int i = 0; i < 2; i++) {
        double worst = 0.0;
        for (int k = 0; k < WAYS; k++) {
            hits[i].scheme = (talus_scheme)(k / 2);
            hits[i].slope = k % 2 == 0 ? 0.0 : 10.0 * TALUS_PI / 180.0;
            const bool made = rocking_wrench_hit_make(&hits[i], NULL) == TALUS_OK;
            worst = rocking_worse(worst, made && !hits[i].refused ? hits[i].difference : NONE);
        }
        rocking_row(v, names[i], 0.0, NONE, 1e-9, worst, NULL);
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
static double bounce_times(talus_scheme scheme)
{
    static const double expected[] = {0.054689, 0.101182, 0.137468};
    static const bool is_b[] = {false, false, true};
    rocking_bench_options o = rocking_bench_options_default(0.0254, 0.0254, 0.0254);
    rocking_bench bench;
    double worst = NONE;
    size_t hits = 0;
    o.epsilon_n = 0.9;
    o.time_step = 1e-4;
    o.scheme = scheme;
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

/// The steel block h/b = 4 released at 0.24 rad, e = 0.9: seventh flight of B over its first one.
static double flights(talus_scheme scheme)
{
    rocking_bench_options o = rocking_bench_options_default(0.0254, 0.0254, 0.1016);
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.0254, 0.1016);
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(&block, true, gravity);
    const double speed =
        pivot.p * sqrt(2.0 * (talus_cos(pivot.alpha - 0.24) - talus_cos(pivot.alpha)));
    rocking_bench bench;
    double times[8] = {0.0}, ratio = NONE;
    size_t hits = 1;
    o.epsilon_n = 0.9;
    o.time_step = 2e-5;
    o.scheme = scheme;
    if (rocking_bench_init(&bench, &o, NULL) == TALUS_OK) {
        talus_state state = rocking_bench_pivoting(&bench, 0.25 * o.time_step * speed, -speed);
        state.r.z -= 1e-9;
        rocking_bench_step step;
        rocking_bench_take(&bench, &state, &step); // B lands, A is let go
        for (int k = 1; k < 10000 && hits < 8; k++) {
            rocking_bench_take(&bench, &state, &step);
            if (step.percussion[0].z + step.percussion[1].z > 0.0) {
                times[hits++] = k * o.time_step;
            }
        }
        ratio = hits == 8 ? (times[7] - times[6]) / times[1] : NONE;
    }
    rocking_bench_clear(&bench);
    return ratio;
}

/// Vertex rocking with tilts of 0.5 and 0.3 alpha of the paper's block, 0.25 ms: OPMF.
static double vertex_opmf(talus_scheme scheme)
{
    const double alpha = talus_atan(0.25);
    rocking_bench_options o = rocking_bench_options_default(0.1, 0.07, 0.4);
    rocking_stepper_run run;
    o.scheme = scheme;
    o.time_step = 2.5e-4;
    const talus_status status =
        rocking_stepper_run_make(&o, (rocking_start){0.5 * alpha, 0.3 * alpha}, 2.0, &run, NULL);
    const double opmf = status == TALUS_OK ? run.peaks.x / run.peaks.y : NONE;
    rocking_stepper_run_clear(&run);
    return opmf;
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
    double times = 0.0, creep = 0.0, slide = 0.0, bounces = 0.0, opmf = 0.0, ratio = 0.0;
    const double mu = 0.3, steep = mu + 1e-3;
    const double expected = 0.5 * gravity * (steep - mu) / sqrt(1.0 + steep * steep);
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
        const talus_scheme scheme = (talus_scheme)k;
        times = rocking_worse(times, free_impacts(scheme));
        creep = rocking_worse(creep, slope_way(scheme, mu, mu - 1e-3));
        slide = rocking_worse(slide, slope_way(scheme, mu, steep) / expected - 1.0);
        bounces = rocking_worse(bounces, bounce_times(scheme));
        ratio = rocking_worse(ratio, flights(scheme) - 0.518);
        opmf = rocking_worse(opmf, vertex_opmf(scheme) - 0.529);
    }
    rocking_row(v, "B1_N from 0.9 α, 0.25 ms: first four impacts, largest error (s) [C18 Fig 5]",
                0.0, NONE, 2e-3, times, NULL);
    rocking_row(
        v, "h/b = 1, e = 0.9, −10.5 rad/s: after B land A, A, B, largest error (s) [L93 Fig 12]",
        0.0, NONE, 1e-3, bounces, NULL);
    rocking_row(v,
                "h/b = 4, 0.24 rad, e = 0.9: seventh flight of B over the first, from 0.518 "
                "(paper: about half)",
                0.0, NONE, 0.01, ratio, NULL);
    rocking_row(v, "vertex rocking, tilts 0.5 α and 0.3 α, 0.25 ms: OPMF from 0.529 [R3D 3.2]", 0.0,
                NONE, 0.01, opmf, NULL);
    rocking_row(v, "slope with tan δ = μ − 0.001: way in 1 s (m)", 0.0, NONE, 1e-6, creep, NULL);
    rocking_row(v, "slope with tan δ = μ + 0.001: way in 1 s, largest relative error", 0.0, NONE,
                1e-6, slide, NULL);
}

/// Measured contact times and periods of the steel blocks h/b = 1, 2, 4, 8.        [L93 table 2]
static void rigid_rows(validation *v)
{
    static const double contact[4] = {180e-6, 240e-6, 520e-6, 1600e-6},
                        period[4] = {16e-6, 35e-6, 140e-6, 500e-6};
    double least = (double)INFINITY;
    for (int i = 0; i < 4; i++) {
        least = fmin(least, contact[i] / period[i]);
    }
    rocking_row(v, "steel blocks: contact time over the measured period, least [L93 table 2]", 3.2,
                3.0, NONE, least, NULL);
}

/// Numbers of [L93] that its models do not give (tests/data/reference/errata.md): no band.
static void stretch_row(validation *v)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.0254, 0.1016);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_LIPSCOMBE, 0.0);
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(&block, true, gravity);
    const double speed =
        pivot.p * sqrt(2.0 * (talus_cos(pivot.alpha - 0.24) - talus_cos(pivot.alpha)));
    const talus_bounce_options bouncing = {
        .tangential = TALUS_BOUNCE_STICK, .flight = TALUS_BOUNCE_EXACT, .e = 0.9, .settle = 1e-6};
    bounce_landing landings[2] = {{.time = 0.0}, {.time = NONE}};
    talus_planar_options options = talus_planar_options_default();
    double landing = NONE, ignored;
    talus_planar_history history = {
        .impact_room = 1, .impact_time = &landing, .impact_speed = &ignored};
    talus_planar_result result;
    size_t count;
    options.omega0 = -speed * model.r_ab;
    options.most_impacts = 1;
    (void)bounce_every(&model, -speed, &bouncing, landings, 2, &count, NULL);
    (void)talus_planar_run(&model, NULL, &options, &history, &result, NULL);
    rocking_row(
        v,
        "[L93]: half cycle with bouncing over that without, less 1, h/b = 4, e = 0.9 (paper: "
        "0.02)",
        0.02, NONE, NONE, landings[1].time / landing - 1.0, NULL);
}

/// Largest rotation of the second half cycle: in flight the angle is linear, so it is at an impact.
static double second_half_cycle(double e, double omega0)
{
    enum { ROOM = 2000 };
    static talus_bounce_impact impacts[ROOM];
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.0254, 0.0508);
    const talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_LIPSCOMBE, e);
    const talus_bounce_options bouncing = {
        .tangential = TALUS_BOUNCE_STICK, .flight = TALUS_BOUNCE_EXACT, .e = e, .settle = 1e-6};
    talus_bounce_end end;
    double largest = NONE;
    (void)talus_bounce_run(&model, omega0, &bouncing, impacts, ROOM, &end, NULL);
    for (size_t i = 0; i < end.count; i++) {
        if (impacts[i].theta > 0.0) {
            largest = fmax(largest, impacts[i].theta);
        } else if (!isnan(largest)) {
            break;
        }
    }
    return largest;
}

static void paper_rows(validation *v)
{
    stretch_row(v);
    rocking_row(v, "[L93]: second half cycle, h/b = 2, e = 0.85, −5.0 rad/s (rad; paper: 0.11)",
                0.11, NONE, NONE, second_half_cycle(0.85, -5.0), NULL);
    rocking_row(v, "the same at −5.2 rad/s, beyond a jump", 0.11, NONE, NONE,
                second_half_cycle(0.85, -5.2), NULL);
}

talus_status validate_rocking(validation *v, talus_error *error)
{
    report_heading(v, "G. Rocking blocks");
    report_text(
        v, "Under the Moreau steps of `talus run` a cuboid rocks as the closed forms and the "
           "event-driven models of [rocking.md](rocking.md) say, on a still and on a shaken base. "
           "The exception is the time of the first impact near a critical amplitude, where small "
           "errors grow. Rows of [L93] without a band compare with figures of that paper and are "
           "for information. A row without a scheme shows the largest difference over all nine "
           "schemes. Single impacts are run on level ground and on a slope of 10°.");
    report_table_as(v, "expected", REPORT_BRIEF);
    impact_rows(v);
    wrench_rows(v);
    motion_rows(v);
    rigid_rows(v);
    paper_rows(v);
    return rocking_shaken_rows(v, error);
}
