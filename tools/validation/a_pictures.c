// SPDX-License-Identifier: GPL-3.0-or-later
// A. Pictures of the ramp: run-out and lateral spread, one rock as in the paper's Fig. 5, maps.
#include "a_ramp.h"
#include "curve.h"
#include "runs/ensemble/accessors.h"
#include "talus/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Lateral position (m) of the end points against the middle of the release.
static talus_status make_lateral(const run_result *result, curve *out, talus_error *error)
{
    const talus_rock_record *records = ensemble_records(result->results);
    double *y = malloc((result->count + 1) * sizeof *y);
    if (!y) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a curve");
    }
    for (size_t i = 0; i < result->count; i++) {
        y[i] = records[i].end.r.y - records[i].start.r.y;
    }
    const talus_status status = curve_make(y, result->count, out, error);
    free(y);
    return status;
}

static talus_status draw_spread(validation *v, const run_result results[SCHEME_PAIR],
                                talus_error *error)
{
    curve curves[2][SCHEME_PAIR] = {{{0}}};
    chart_series series[2][SCHEME_PAIR];
    talus_status status = TALUS_OK;
    for (int i = 0; i < SCHEME_PAIR && status == TALUS_OK; i++) {
        status = curve_make(results[i].runout, results[i].count, &curves[0][i], error);
        if (status == TALUS_OK) {
            status = make_lateral(&results[i], &curves[1][i], error);
        }
        for (int k = 0; k < 2; k++) {
            series[k][i] =
                (chart_series){.label = k == 0 ? talus_scheme_name(ramp_schemes[i]) : NULL,
                               .x = curves[k][i].x,
                               .y = curves[k][i].y,
                               .count = curves[k][i].count,
                               .mark = CHART_STEPS,
                               .colour = i};
        }
    }
    if (status == TALUS_OK) {
        const chart_axis share = {.label = "share of the rocks", .from = 0.0, .to = 1.0};
        const chart_panel panels[2] = {
            {.x = {.label = "run-out (m)"}, .y = share, .series = series[0], .series_count = 2},
            {.x = {.label = "lateral position of the end (m)"},
             .y = share,
             .series = series[1],
             .series_count = 2},
        };
        const chart picture = {.title = "Ramp of 40°: where rocks end",
                               .note = "scenarios/ramp.yaml, 1000 rocks, 2 ms",
                               .columns = 2,
                               .panels = panels,
                               .panel_count = 2};
        status = report_chart(v, "ramp_runout", "Distribution of run-out and lateral position",
                              &picture, error);
    }
    for (int i = 0; i < 2 * SCHEME_PAIR; i++) {
        curve_clear(&curves[i / SCHEME_PAIR][i % SCHEME_PAIR]);
    }
    return status;
}

enum { LOG_MOST = 4000, LOG_THIN = 10 };

/// One rock's way: spin about the body axes and heights over the projected distance.
typedef struct ramp_log {
    const talus_terrain *terrain;
    double distance[LOG_MOST], spin[3][LOG_MOST], height[LOG_MOST], ground[LOG_MOST];
    double x, y, way;
    size_t steps, count;
} ramp_log;

static bool log_step(void *user, const talus_log_entry *entry)
{
    ramp_log *log = user;
    const talus_state *state = &entry->state;
    if (log->steps > 0) {
        log->way += hypot(state->r.x - log->x, state->r.y - log->y);
    }
    log->x = state->r.x;
    log->y = state->r.y;
    if (log->steps++ % LOG_THIN == 0 && log->count < LOG_MOST) {
        const size_t k = log->count++;
        log->distance[k] = log->way;
        log->spin[0][k] = state->omega.x;
        log->spin[1][k] = state->omega.y;
        log->spin[2][k] = state->omega.z;
        log->height[k] = state->r.z;
        log->ground[k] = NONE;
        talus_terrain_height(log->terrain, state->r.x, state->r.y, &log->ground[k]);
    }
    return true;
}

/// Panels of one scheme: spin above, heights below.
static void make_panels(const ramp_log *log, talus_scheme scheme, chart_series series[5],
                        chart_panel panels[2])
{
    static const char *const names[5] = {"ω_x", "ω_y", "ω_z (major axis)", "terrain",
                                         "centre of mass"};
    const double *const values[5] = {log->spin[0], log->spin[1], log->spin[2], log->ground,
                                     log->height};
    for (int k = 0; k < 5; k++) {
        series[k] = (chart_series){.label = names[k],
                                   .x = log->distance,
                                   .y = values[k],
                                   .count = log->count,
                                   .colour = k == 3 ? -1 : k % 3};
    }
    panels[0] = (chart_panel){.title = talus_scheme_name(scheme),
                              .x = {.label = "projected distance (m)"},
                              .y = {.label = "angular velocity (rad/s)"},
                              .series = series,
                              .series_count = 3};
    panels[1] = (chart_panel){.x = {.label = "projected distance (m)"},
                              .y = {.label = "height (m)"},
                              .series = series + 3,
                              .series_count = 2};
}

/// The paper's Fig. 5 c and d: the same rock with both schemes.
static talus_status draw_rock(validation *v, run_case *c, talus_error *error)
{
    enum { ROCK = 0 };
    ramp_log *logs = calloc(SCHEME_PAIR, sizeof *logs);
    chart_series series[SCHEME_PAIR][5];
    chart_panel parts[2], panels[2 * SCHEME_PAIR];
    talus_status status =
        logs ? TALUS_OK : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    for (int i = 0; i < SCHEME_PAIR && status == TALUS_OK; i++) {
        logs[i].terrain = c->campaign.site.terrain;
        c->campaign.step.scheme = ramp_schemes[i];
        status = talus_campaign_replay(&c->campaign, ROCK, log_step, &logs[i], NULL, error);
        make_panels(&logs[i], ramp_schemes[i], series[i], parts);
        panels[i] = parts[0];
        panels[SCHEME_PAIR + i] = parts[1];
    }
    if (status == TALUS_OK) {
        const chart picture = {.title = "Ramp of 40°: the same rock with both schemes",
                               .note = "scenarios/ramp.yaml, rock 0; as Fig. 5 c, d of the paper",
                               .columns = SCHEME_PAIR,
                               .panels = panels,
                               .panel_count = 2 * SCHEME_PAIR};
        status = report_chart(v, "ramp_rock", "Angular velocity and height of one rock", &picture,
                              error);
    }
    free(logs);
    return status;
}

talus_status ramp_draw(validation *v, run_case *c, const run_result results[SCHEME_PAIR],
                       talus_error *error)
{
    talus_status status = draw_spread(v, results, error);
    if (status == TALUS_OK) {
        status = draw_rock(v, c, error);
    }
    for (int i = 0; i < SCHEME_PAIR && status == TALUS_OK; i++) {
        char name[64], caption[128];
        snprintf(name, sizeof name, "ramp_%s", talus_scheme_name(ramp_schemes[i]));
        snprintf(caption, sizeof caption, "Largest kinetic energy, %s scheme",
                 talus_scheme_name(ramp_schemes[i]));
        c->campaign.step.scheme = ramp_schemes[i];
        status = run_map(v, c, &results[i], "kinetic_energy_max", name, caption, error);
    }
    return status;
}
