// SPDX-License-Identifier: GPL-3.0-or-later
// Convergence of the schemes in the time step: pooled statistics at 4, 2, 1 and 0.5 ms.
#include "schemes.h"

#include <math.h>
#include <stdio.h>

enum { STEP_COUNT = 4, SHOWN = 6 };
static const double steps_ms[STEP_COUNT] = {4.0, 2.0, 1.0, 0.5};

/// Energy, speed, spin, jump, major share, run-out of every scheme and time step.
typedef struct step_study {
    double values[SHOWN][TALUS_SCHEME_COUNT][STEP_COUNT];
    double runout_error[TALUS_SCHEME_COUNT][STEP_COUNT]; ///< m, standard error
} step_study;

static const char *const shown_names[SHOWN] = {"kinetic energy (kJ)", "speed (m/s)",
                                               "spin (rot/s)",        "jump height (m)",
                                               "major axis share",    "run-out (m)"};

static talus_status fill(run_case *c, step_study *study, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        for (int k = 0; k < STEP_COUNT && status == TALUS_OK; k++) {
            scheme_run run = {.scheme = (talus_scheme)i, .time_step = 1e-3 * steps_ms[k]};
            status = scheme_run_fill(c, 1, &run, error);
            for (int q = 0; q < RAMP_VALUE_COUNT; q++) {
                study->values[q][i][k] = run.pooled.mean[q];
            }
            study->values[4][i][k] = run.totals.axis_share[2];
            study->values[5][i][k] = run.totals.runout.mean;
            study->runout_error[i][k] = run.totals.runout.std / sqrt((double)run.count);
            scheme_run_clear(&run);
        }
    }
    return status;
}

/// The explicit scheme gets better with a shorter step, as the paper says of its drift; the others
/// hardly move.
static void report_drift(validation *v, const step_study *study)
{
    report_table_as(v, "expected", REPORT_BRIEF);
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        const double *share = study->values[4][i], *energy = study->values[RAMP_ENERGY][i];
        const char *name = talus_scheme_name((talus_scheme)i);
        char what[2][128];
        snprintf(what[0], sizeof what[0], "`%s`: major share at 0.5 ms less that at 4 ms", name);
        snprintf(what[1], sizeof what[1], "`%s`: pooled energy at 2 ms / 0.5 ms", name);
        const bool drifts = i == TALUS_SCHEME_EXPLICIT;
        const validation_row rows[2] = {
            {what[0], NONE, drifts ? 0.1 : -0.05, drifts ? NONE : 0.05, false, NULL},
            {what[1], NONE, drifts ? NONE : 0.95, drifts ? NONE : 1.05, false, NULL}};
        report_row(v, &rows[0], share[STEP_COUNT - 1] - share[0]);
        report_row(v, &rows[1], energy[1] / energy[STEP_COUNT - 1]);
    }
}

static talus_status draw(validation *v, const step_study *study, talus_error *error)
{
    chart_series series[SHOWN][TALUS_SCHEME_COUNT];
    chart_panel panels[SHOWN];
    for (int q = 0; q < SHOWN; q++) {
        for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
            series[q][i] =
                (chart_series){.label = q == 0 ? talus_scheme_name((talus_scheme)i) : NULL,
                               .x = steps_ms,
                               .y = study->values[q][i],
                               .count = STEP_COUNT,
                               .mark = CHART_LINE,
                               .colour = i % 8,
                               .dashed = i >= 8};
        }
        panels[q] = (chart_panel){.x = {.label = "time step (ms)", .logarithmic = true},
                                  .y = {.label = shown_names[q]},
                                  .series = series[q],
                                  .series_count = TALUS_SCHEME_COUNT};
    }
    const chart picture = {.title = "Ramp of 40°: schemes against the time step",
                           .note = "scenarios/ramp.yaml, 300 rocks, pooled means",
                           .panel_width = 340,
                           .columns = 3,
                           .panels = panels,
                           .panel_count = SHOWN};
    return report_chart(v, "schemes_steps", "Pooled statistics against the time step", &picture,
                        error);
}

/// How short a step the explicit scheme needs before it comes near the others.
static talus_status report_fine(validation *v, run_case *c, const step_study *study,
                                talus_error *error)
{
    static const double fine_ms[] = {0.25, 0.1, 0.05};
    const double wheel = study->values[4][TALUS_SCHEME_MIDPOINT][1];
    const double runout = study->values[5][TALUS_SCHEME_MIDPOINT][1];
    talus_status status = TALUS_OK;
    report_text(v, "With much shorter steps `explicit` approaches `midpoint`. Explicit over "
                   "midpoint at 2 ms:");
    report_table(v, "expected");
    for (size_t k = 0; k < sizeof fine_ms / sizeof fine_ms[0] && status == TALUS_OK; k++) {
        scheme_run run = {.scheme = TALUS_SCHEME_EXPLICIT, .time_step = 1e-3 * fine_ms[k]};
        char what[2][96];
        status = scheme_run_fill(c, 1, &run, error);
        snprintf(what[0], sizeof what[0], "major share, %g ms", fine_ms[k]);
        snprintf(what[1], sizeof what[1], "run-out, %g ms", fine_ms[k]);
        const double low = fine_ms[k] < 0.06 ? 0.9 : NONE, high = fine_ms[k] < 0.06 ? 1.1 : NONE;
        const validation_row rows[2] = {{what[0], 1.0, low, high, false, NULL},
                                        {what[1], 1.0, low, high, false, NULL}};
        report_row(v, &rows[0], run.totals.axis_share[2] / wheel);
        report_row(v, &rows[1], run.totals.runout.mean / runout);
        scheme_run_clear(&run);
    }
    return status;
}

talus_status schemes_report_steps(validation *v, run_case *c, talus_error *error)
{
    step_study study = {0};
    talus_status status = fill(c, &study, error);
    if (status != TALUS_OK) {
        return status;
    }
    double worst = 0.0;
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        for (int k = 0; k < STEP_COUNT; k++) {
            worst = fmax(worst, study.runout_error[i][k]);
        }
    }
    report_text(
        v,
        "Does the time step matter? Under `explicit` it does, under the other schemes hardly. "
        "Pooled means, %llu rocks (standard error of a mean run-out at most %.0f m):",
        (unsigned long long)talus_campaign_rock_count(&c->campaign), worst);
    report_drift(v, &study);
    status = draw(v, &study, error);
    return status == TALUS_OK ? report_fine(v, c, &study, error) : status;
}
