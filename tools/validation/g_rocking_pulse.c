// SPDX-License-Identifier: GPL-3.0-or-later
// A block under one sine cycle: impacts, peaks, orders and verdicts against events. [docs/rocking.md 9.5]
#include "g_rocking_shaken.h"

/// A pulse of one sine cycle and how its steps are placed in it.
typedef struct sine_case {
    talus_scheme scheme;
    double amplitude, frequency; ///< m/s^2, rad/s
    double dt, shift;            ///< s; the pulse begins so long after a step
} sine_case;

/// Times at which theta changes its sign for good, with the peak and whether the block falls.
typedef struct found_impacts {
    double time[SHAKEN_IMPACTS], peak;
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
    if (shaken_bench(&bench, &o, &state)) {
        for (int k = 0; k * c->dt < duration && count < SHAKEN_IMPACTS && !found.falls; k++) {
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
static void impact_errors(sine_case c, double dt, const double expected[SHAKEN_IMPACTS],
                          double errors[SHAKEN_IMPACTS])
{
    double sum[SHAKEN_IMPACTS] = {0.0};
    c.dt = dt;
    for (int k = 0; k < 5; k++) {
        c.shift = 0.2 * k * dt;
        const found_impacts found = follow(&c, 4.0);
        for (int i = 0; i < SHAKEN_IMPACTS; i++) {
            sum[i] += (found.time[i] - expected[i]) * (found.time[i] - expected[i]);
        }
    }
    for (int i = 0; i < SHAKEN_IMPACTS; i++) {
        errors[i] = sqrt(sum[i] / 5.0);
    }
}

/// A sine cycle on the block of 0.4 x 1.2 m, its first impacts and peak by events.
typedef struct sine_reference {
    const char *name;
    double amplitude, frequency, impacts[SHAKEN_IMPACTS], peak;
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

/// Near a critical amplitude the block lingers at alpha: where its schemes turn it one step after the
/// percussion, and at the edge of the safe window all of them.
static const char *why_late(talus_scheme scheme, int sine)
{
    return shaken_turns_at_once((int)scheme) && sine < 2
               ? NULL
               : "near a critical amplitude the block lingers at α, which multiplies errors; the "
                 "error is of first order in the time step, see the order of impact 1";
}

/// First impacts and peak of one scheme.
void shaken_sine_rows(validation *v, talus_scheme scheme)
{
    char what[200];
    const char *name = talus_scheme_name(scheme);
    for (int i = 0; i < SINES; i++) {
        const sine_reference *r = &sines[i];
        const sine_case c = {scheme, r->amplitude, r->frequency, 1e-3, 0.0};
        const found_impacts found = follow(&c, 4.0);
        (void)snprintf(what, sizeof what, "sine at %s, 1 ms, `%s`: first impact (s)", r->name,
                       name);
        rocking_row(v, what, r->impacts[0], r->impacts[0] - 5e-4, r->impacts[0] + 5e-4,
                    found.time[0], why_late(scheme, i));
        (void)snprintf(what, sizeof what, "sine at %s, 1 ms, `%s`: peak (rad)", r->name, name);
        rocking_row(v, what, r->peak, 0.98 * r->peak, 1.02 * r->peak, found.peak, NULL);
    }
}

/// Order of the errors of the impacts from 1 to 0.25 ms; of the first one where it may come late.
void shaken_order_rows(validation *v, talus_scheme scheme)
{
    for (int i = 0; i < SINES; i++) {
        const sine_reference *r = &sines[i];
        const sine_case c = {scheme, r->amplitude, r->frequency, 1e-3, 0.0};
        double coarse[SHAKEN_IMPACTS], fine[SHAKEN_IMPACTS];
        impact_errors(c, 1e-3, r->impacts, coarse);
        impact_errors(c, 2.5e-4, r->impacts, fine);
        for (int k = i == 0 || why_late(scheme, i) == NULL ? 1 : 0; k < SHAKEN_IMPACTS; k++) {
            char what[200];
            (void)snprintf(what, sizeof what,
                           "sine at %s, `%s`: order of impact %d from 1 ms to 0.25 ms", r->name,
                           talus_scheme_name(scheme), k + 1);
            rocking_row(v, what, 1.0, 0.7, 1.3, log(coarse[k] / fine[k]) / log(4.0), NULL);
        }
    }
}

/// 2.29 g tan alpha falls, 2.35 stands, 2.37 falls.
void shaken_window_rows(validation *v)
{
    static const double amplitudes[3] = {2.29, 2.35, 2.37};
    double alike = 0.0, peak = 0.0;
    for (int k = 0; k < 3 * TALUS_SCHEME_COUNT; k++) {
        const sine_case c = {(talus_scheme)(k / 3), amplitudes[k % 3] * SHAKEN_GRAVITY / 3.0,
                             6.821503922844119, 5e-4, 0.0};
        const found_impacts found = follow(&c, 6.0);
        alike += found.falls == (k % 3 != 1);
        peak = k % 3 == 1 ? rocking_worse(peak, found.peak - 0.5162233333853693) : peak;
    }
    rocking_row(v, "safe window at 2p, 0.5 ms: 2.29 falls, 2.35 stands, 2.37 falls, of 27 verdicts",
                27.0, 27.0, 27.0, alike, NULL);
    rocking_row(v, "the same at 2.35: error of the peak (rad)", 0.0, NONE, 1e-3, peak, NULL);
}
