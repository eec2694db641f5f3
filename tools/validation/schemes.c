// SPDX-License-Identifier: GPL-3.0-or-later
// The rotation schemes inside a Moreau step: which of them agree in distribution on the ramp.
#include "schemes.h"

#include "curve.h"
#include "foundation/statistics/statistics.h"
#include "runs/ensemble/accessors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const scheme_value_names[SCHEME_VALUE_COUNT] = {
    "run-out", "lateral position of the end", "largest energy", "largest spin"};

talus_status scheme_run_fill(run_case *c, uint64_t seed, scheme_run *run, talus_error *error)
{
    run_result result;
    c->campaign.step.scheme = run->scheme;
    c->campaign.step.time_step = run->time_step;
    c->campaign.seed = seed;
    const talus_status status = run_campaign(&c->campaign, &result, error);
    if (status != TALUS_OK) {
        return status;
    }
    run->totals = result.totals;
    run->pooled = ramp_pooled_of(&result.totals);
    run->seconds = result.seconds;
    run->count = result.count;
    double *values = malloc(result.count * SCHEME_VALUE_COUNT * sizeof *values);
    if (!values) {
        run_result_clear(&result);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    const talus_rock_record *records = ensemble_records(result.results);
    for (int k = 0; k < SCHEME_VALUE_COUNT; k++) {
        run->values[k] = values + (size_t)k * result.count;
    }
    for (size_t i = 0; i < result.count; i++) {
        run->values[SCHEME_RUNOUT][i] = result.runout[i];
        run->values[SCHEME_LATERAL][i] = records[i].end.r.y - records[i].start.r.y;
        run->values[SCHEME_ENERGY][i] = 1e-3 * records[i].kinetic_energy_max;
        run->values[SCHEME_SPIN][i] = 0.5 / TALUS_PI * records[i].spin_max;
    }
    run_result_clear(&result);
    return TALUS_OK;
}

void scheme_run_clear(scheme_run *run)
{
    free(run->values[0]);
    *run = (scheme_run){0};
}

/// Schemes that keep T and the spin vector and let percussions turn the body from the next step on:
/// at 2 ms they are the same motion but for phases. The reference is `exact`.
static const char *const peers[] = {"midpoint", "algo-c1", "rattle", "midpoint-cayley",
                                    "quaternion"};
enum { PEER_COUNT = sizeof peers / sizeof peers[0] };

static bool is_peer(talus_scheme scheme)
{
    for (int i = 0; i < PEER_COUNT; i++) {
        if (strcmp(peers[i], talus_scheme_name(scheme)) == 0) {
            return true;
        }
    }
    return false;
}

/// Seconds per step of one scheme when every step is taken singly.
static talus_status measure_step(run_case *c, talus_scheme scheme, double *seconds,
                                 talus_error *error)
{
    run_result result;
    const bool flights = c->campaign.step.flights;
    c->campaign.step.scheme = scheme;
    c->campaign.step.time_step = 2e-3;
    c->campaign.step.flights = false;
    const talus_status status = run_campaign(&c->campaign, &result, error);
    c->campaign.step.flights = flights;
    *seconds = status == TALUS_OK ? result.seconds / (double)result.totals.steps : NONE;
    run_result_clear(&result);
    return status;
}

/// One line per scheme: what it does to the ramp. `per_step` (TALUS_SCHEME_COUNT) s
static void report_overview(validation *v, const scheme_run *runs, const double *per_step)
{
    files_text_add(
        &v->page,
        "\n| scheme | energy (kJ) | speed (m/s) | spin (rot/s) | jump (m) | major share | "
        "run-out (m) | lateral SD of the end (m) | time per step | per run |\n"
        "|---|---|---|---|---|---|---|---|---|---|\n");
    const scheme_run *unit = &runs[TALUS_SCHEME_EXPLICIT];
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        const scheme_run *r = &runs[i];
        double mean, lateral;
        run_moments(r->values[SCHEME_LATERAL], r->count, &mean, &lateral);
        files_text_add(
            &v->page,
            "| `%s` | %.1f | %.2f | %.2f | %.2f | %.3f | %.0f ± %.0f | %.1f | %.2f | %.2f "
            "|\n",
            talus_scheme_name(r->scheme), r->pooled.mean[RAMP_ENERGY], r->pooled.mean[RAMP_SPEED],
            r->pooled.mean[RAMP_SPIN], r->pooled.mean[RAMP_JUMP], r->totals.axis_share[2],
            r->totals.runout.mean, r->totals.runout.std, lateral,
            per_step[i] / per_step[TALUS_SCHEME_EXPLICIT], r->seconds / unit->seconds);
    }
}

/// Kolmogorov-Smirnov tests against `exact`: independent samples, as each run has its own seed.
static talus_status report_tests(validation *v, const scheme_run *runs, talus_scheme reference,
                                 talus_error *error)
{
    // 0.05 for the smallest of all peers' tests at once
    const double level = 0.05 / (PEER_COUNT * SCHEME_VALUE_COUNT);
    const scheme_run *to = &runs[reference];
    talus_status status = TALUS_OK;
    report_table_as(v, "expected", REPORT_BRIEF);
    for (int i = 0; i < TALUS_SCHEME_COUNT && status == TALUS_OK; i++) {
        const bool peer = is_peer((talus_scheme)i);
        const bool differs = i == TALUS_SCHEME_EXPLICIT;
        for (int k = 0; k < SCHEME_VALUE_COUNT && status == TALUS_OK && i != (int)reference; k++) {
            statistics_ks ks = {0};
            char what[160];
            status = statistics_kolmogorov_smirnov(runs[i].values[k], to->values[k], to->count, &ks,
                                                   error);
            snprintf(what, sizeof what, "`%s` against `%s`, %s: p",
                     talus_scheme_name((talus_scheme)i), talus_scheme_name(reference),
                     scheme_value_names[k]);
            const validation_row row = {
                what,  NONE, peer ? level : NONE, differs && k == SCHEME_RUNOUT ? 1e-6 : NONE,
                false, NULL};
            report_row(v, &row, ks.p);
        }
    }
    return status;
}

static talus_status draw_runouts(validation *v, const scheme_run *runs, talus_error *error)
{
    curve curves[TALUS_SCHEME_COUNT][2] = {{{0}}};
    chart_series series[2][TALUS_SCHEME_COUNT];
    static const scheme_value shown[2] = {SCHEME_RUNOUT, SCHEME_SPIN};
    talus_status status = TALUS_OK;
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        for (int k = 0; k < 2 && status == TALUS_OK; k++) {
            status = curve_make(runs[i].values[shown[k]], runs[i].count, &curves[i][k], error);
            series[k][i] =
                (chart_series){.label = k == 0 ? talus_scheme_name((talus_scheme)i) : NULL,
                               .x = curves[i][k].x,
                               .y = curves[i][k].y,
                               .count = curves[i][k].count,
                               .mark = CHART_STEPS,
                               .colour = i % 8,
                               .dashed = i >= 8};
        }
    }
    if (status == TALUS_OK) {
        const chart_axis share = {.label = "share of the rocks", .from = 0.0, .to = 1.0};
        const chart_panel panels[2] = {
            {.x = {.label = "run-out (m)"},
             .y = share,
             .series = series[0],
             .series_count = TALUS_SCHEME_COUNT},
            {.x = {.label = "largest spin (rot/s)"},
             .y = share,
             .series = series[1],
             .series_count = TALUS_SCHEME_COUNT},
        };
        const chart picture = {.title = "Ramp of 40°: schemes in distribution",
                               .note = "scenarios/ramp.yaml, 2 ms, every scheme with its own seed",
                               .panel_height = 360,
                               .columns = 2,
                               .panels = panels,
                               .panel_count = 2};
        status = report_chart(v, "schemes_runout", "Run-out and spin of the rotation schemes",
                              &picture, error);
    }
    for (int i = 0; i < 2 * TALUS_SCHEME_COUNT; i++) {
        curve_clear(&curves[i / 2][i % 2]);
    }
    return status;
}

/// All schemes at 2 ms.
static talus_status report_distributions(validation *v, run_case *c, talus_error *error)
{
    scheme_run runs[TALUS_SCHEME_COUNT] = {0};
    talus_scheme reference = TALUS_SCHEME_MIDPOINT;
    (void)talus_scheme_from_name("exact", &reference);
    double per_step[TALUS_SCHEME_COUNT];
    talus_status status = TALUS_OK;
    for (int i = 0; i < TALUS_SCHEME_COUNT && status == TALUS_OK; i++) {
        runs[i] = (scheme_run){.scheme = (talus_scheme)i, .time_step = 2e-3};
        status = scheme_run_fill(c, 1000 + (uint64_t)i, &runs[i], error);
        if (status == TALUS_OK) {
            status = measure_step(c, (talus_scheme)i, &per_step[i], error);
        }
    }
    if (status == TALUS_OK) {
        report_overview(v, runs, per_step);
        status = report_tests(v, runs, reference, error);
    }
    if (status == TALUS_OK && v->pictures) {
        status = draw_runouts(v, runs, error);
    }
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        scheme_run_clear(&runs[i]);
    }
    return status;
}

talus_status validate_schemes(validation *v, talus_error *error)
{
    run_case c;
    talus_status status = run_load(v, "scenarios/ramp.yaml", &c, error);
    if (status != TALUS_OK) {
        return status;
    }
    run_set_rocks(&c, v->full ? 1000 : 100);
    report_heading(v, "Rotation schemes inside a Moreau step");
    report_text(
        v,
        "At the same time step all schemes but `explicit` give the same distributions of run-out, "
        "lateral position, energy and spin. `scenarios/ramp.yaml` is run with every scheme, %llu "
        "rocks and 2 ms. Each scheme has its own seed, so the samples are independent; p is that "
        "of a Kolmogorov-Smirnov test against `exact`. Times are processor times relative to "
        "`explicit`. docs/schemes.md describes the schemes and discusses these results.",
        (unsigned long long)talus_campaign_rock_count(&c.campaign));
    status = report_distributions(v, &c, error);
    if (status == TALUS_OK && v->full) {
        run_set_rocks(&c, 300);
        status = schemes_report_steps(v, &c, error);
    }
    run_clear(&c);
    return status;
}
