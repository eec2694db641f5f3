// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of a calibration: posterior, objective, run-out, deposits.
#include "studies/calibration/calibrate_internal.h"

#include "io/chart/chart.h"
#include "io/directory/directory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LAYERS = 20 };

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
}

static void describe(const calibrate_study *study, char *note, size_t size)
{
    snprintf(note, size, "%s: %zu deposits to calibrate with, %zu held out; %llu rocks, %zu runs",
             talus_scenario_title(study->scenario), study->training.count, study->held.count,
             (unsigned long long)study->rocks, study->evaluation_count);
}

static chart_axis axis_of(const talus_calibrate_parameter *p)
{
    return (chart_axis){
        .label = p->key, .logarithmic = p->logarithmic, .from = p->low, .to = p->high};
}

/// A panel for each parameter.
static chart page_of(const char *title, const char *note, const chart_panel *panels, size_t count)
{
    return (chart){.title = title,
                   .note = note,
                   .panel_width = 340,
                   .panel_height = 260,
                   .columns = count < 3 ? count : 3,
                   .panels = panels,
                   .panel_count = count};
}

/// What the panel of one parameter's posterior points to.
typedef struct posterior_panel {
    double x[LAYERS + 1], y[LAYERS + 1];
    double prior_x[2], prior_y[2], best_x[2], best_y[2];
    chart_series series[3];
} posterior_panel;

static void fill_posterior(const calibrate_study *study, size_t d, posterior_panel *panel)
{
    const talus_calibrate_parameter *p = &study->parameters[d];
    double most = 1.0;
    for (int k = 0; k <= LAYERS; k++) {
        panel->x[k] = calibrate_value(p, (double)k / LAYERS);
        panel->y[k] = study->density[d][k < LAYERS ? k : LAYERS - 1];
        most = fmax(most, panel->y[k]);
    }
    panel->prior_x[0] = p->low;
    panel->prior_x[1] = p->high;
    panel->prior_y[0] = panel->prior_y[1] = 1.0;
    panel->best_x[0] = panel->best_x[1] = study->estimates[d].best;
    panel->best_y[0] = 0.0;
    panel->best_y[1] = most;
    panel->series[0] = (chart_series){.label = "posterior",
                                      .x = panel->x,
                                      .y = panel->y,
                                      .count = LAYERS + 1,
                                      .mark = CHART_STEPS};
    panel->series[1] = (chart_series){
        .label = "prior", .x = panel->prior_x, .y = panel->prior_y, .count = 2, .colour = -1};
    panel->series[2] = (chart_series){.label = "best",
                                      .x = panel->best_x,
                                      .y = panel->best_y,
                                      .count = 2,
                                      .colour = 1,
                                      .dashed = true};
}

static talus_status draw_posterior(const calibrate_study *study, talus_directory *directory,
                                   const char *note, talus_error *error)
{
    const size_t count = study->options.parameter_count;
    posterior_panel *rooms = calloc(count, sizeof *rooms);
    chart_panel panels[TALUS_MOST_PARAMETERS] = {{0}};
    if (rooms == NULL) {
        return no_memory(error);
    }
    for (size_t d = 0; d < count; d++) {
        fill_posterior(study, d, &rooms[d]);
        panels[d] = (chart_panel){.x = axis_of(&study->parameters[d]),
                                  .y = {.label = "density / prior's"},
                                  .series = rooms[d].series,
                                  .series_count = 3};
    }
    const chart page = page_of("What the deposits say about each parameter", note, panels, count);
    const talus_status status = chart_put(directory, "posterior.svg", &page, error);
    free(rooms);
    return status;
}

/// Values and scores of the evaluations of one stage, by columns.
static size_t gather(const calibrate_study *study, calibrate_stage stage, size_t d, double *x,
                     double *y)
{
    size_t count = 0;
    for (size_t i = 0; i < study->evaluation_count; i++) {
        const calibrate_evaluation *e = &study->evaluations[i];
        if (e->stage == stage && !e->refused) {
            x[count] = e->value[d];
            y[count++] = calibrate_objective(e);
        }
    }
    return count;
}

static talus_status draw_objective(const calibrate_study *study, talus_directory *directory,
                                   const char *note, talus_error *error)
{
    static const calibrate_stage stages[2] = {CALIBRATE_IN_ENSEMBLE, CALIBRATE_IN_SEARCH};
    const size_t count = study->options.parameter_count, n = study->evaluation_count;
    chart_panel panels[TALUS_MOST_PARAMETERS] = {{0}};
    chart_series series[TALUS_MOST_PARAMETERS][3];
    double level[TALUS_MOST_PARAMETERS][2][2];
    double *room = malloc(4 * n * count * sizeof *room);
    if (room == NULL) {
        return no_memory(error);
    }
    const double equal = study->fresh + 2.0 * study->noise;
    for (size_t d = 0; d < count; d++) {
        for (int k = 0; k < 2; k++) {
            double *x = room + (4 * d + 2 * (size_t)k) * n, *y = x + n;
            level[d][0][k] = k == 0 ? study->parameters[d].low : study->parameters[d].high;
            level[d][1][k] = equal;
            series[d][k] = (chart_series){.label = calibrate_stage_name(stages[k]),
                                          .x = x,
                                          .y = y,
                                          .count = gather(study, stages[k], d, x, y),
                                          .mark = CHART_POINTS,
                                          .colour = k};
        }
        series[d][2] = (chart_series){.label = "as good within noise",
                                      .x = level[d][0],
                                      .y = level[d][1],
                                      .count = 2,
                                      .colour = -1,
                                      .dashed = true};
        panels[d] = (chart_panel){.x = axis_of(&study->parameters[d]),
                                  .y = {.label = "objective (m)"},
                                  .series = series[d],
                                  .series_count = 3};
    }
    const chart page = page_of("Distance of simulated and observed deposits", note, panels, count);
    const talus_status status = chart_put(directory, "objective.svg", &page, error);
    free(room);
    return status;
}

/// What the panel of one set's run-outs or volumes points to.
typedef struct share_panel {
    calibrate_curve curves[2]; ///< of the predictive deposits, of the scenario as given
    double *observed, *shares;
    chart_series series[3];
} share_panel;

/// A chart of shares of the deposits up to a value.
typedef struct share_chart {
    calibrate_quantity quantity;
    const char *name, *title, *label;
} share_chart;

static void free_shares(share_panel *panel)
{
    calibrate_curve_clear(&panel->curves[0]);
    calibrate_curve_clear(&panel->curves[1]);
    free(panel->observed);
    free(panel->shares);
}

/// Volumes are kept as logarithms.
static void unlog(calibrate_quantity quantity, double *values, size_t count)
{
    for (size_t i = 0; i < count && quantity == CALIBRATE_VOLUME; i++) {
        values[i] = talus_exp(values[i]);
    }
}

static talus_status fill_shares(const calibrate_study *study, calibrate_quantity quantity,
                                const calibrate_set *set, share_panel *panel, talus_error *error)
{
    static const char *const labels[2] = {"calibrated", "scenario as given"};
    const calibrate_cloud *clouds[2] = {&study->predictive, &study->reference};
    panel->observed = malloc(set->count * sizeof *panel->observed);
    panel->shares = malloc(set->count * sizeof *panel->shares);
    if (panel->observed == NULL || panel->shares == NULL) {
        return no_memory(error);
    }
    calibrate_sort_points(quantity, set, &study->frame, panel->observed);
    unlog(quantity, panel->observed, set->count);
    for (size_t i = 0; i < set->count; i++) {
        panel->shares[i] = (double)(i + 1) / (double)set->count;
    }
    panel->series[0] = (chart_series){.label = "observed",
                                      .x = panel->observed,
                                      .y = panel->shares,
                                      .count = set->count,
                                      .mark = CHART_STEPS,
                                      .colour = 0};
    talus_status status = TALUS_OK;
    for (int k = 0; k < 2 && status == TALUS_OK; k++) {
        status =
            calibrate_curve_of(quantity, set, &study->frame, clouds[k], &panel->curves[k], error);
        unlog(quantity, panel->curves[k].value, panel->curves[k].count);
        panel->series[1 + k] = (chart_series){.label = labels[k],
                                              .x = panel->curves[k].value,
                                              .y = panel->curves[k].share,
                                              .count = panel->curves[k].count,
                                              .mark = CHART_STEPS,
                                              .colour = k == 0 ? 1 : -1,
                                              .dashed = k == 1};
    }
    return status;
}

static talus_status draw_shares(const calibrate_study *study, const share_chart *what,
                                talus_directory *directory, const char *note, talus_error *error)
{
    static const char *const titles[2] = {"calibrated with", "held out"};
    const calibrate_set *sets[2] = {&study->training, &study->held};
    const size_t count = study->held.count > 0 ? 2 : 1;
    share_panel rooms[2] = {{.observed = NULL}};
    chart_panel panels[2] = {{0}};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = fill_shares(study, what->quantity, sets[k], &rooms[k], error);
        panels[k] = (chart_panel){
            .title = titles[k],
            .x = {.label = what->label, .logarithmic = what->quantity == CALIBRATE_VOLUME},
            .y = {.label = "share of the deposits", .from = 0.0, .to = 1.0},
            .series = rooms[k].series,
            .series_count = 3};
    }
    if (status == TALUS_OK) {
        const chart page = {.title = what->title,
                            .note = note,
                            .panel_width = 400,
                            .columns = count,
                            .panels = panels,
                            .panel_count = count};
        status = chart_put(directory, what->name, &page, error);
    }
    free_shares(&rooms[0]);
    free_shares(&rooms[1]);
    return status;
}

/// Columns x and y of points, into room (2 x count).
static chart_series points_of(const double *xy, size_t count, double *room)
{
    for (size_t i = 0; i < count; i++) {
        room[i] = xy[2 * i];
        room[count + i] = xy[2 * i + 1];
    }
    return (chart_series){.x = room, .y = room + count, .count = count, .mark = CHART_POINTS};
}

static talus_status draw_deposits(const calibrate_study *study, talus_directory *directory,
                                  const char *note, talus_error *error)
{
    const calibrate_cloud *cloud = &study->predictive;
    const size_t simulated = cloud->starts[cloud->group_count];
    const size_t total =
        simulated + study->training.count + study->held.count + study->frame.group_count;
    double *room = malloc(2 * total * sizeof *room);
    if (room == NULL) {
        return no_memory(error);
    }
    double *at = room;
    chart_series series[4];
    series[0] = points_of(cloud->xy, simulated, at);
    at += 2 * simulated;
    series[1] = points_of(study->training.xy, study->training.count, at);
    at += 2 * study->training.count;
    series[2] = points_of(study->held.xy, study->held.count, at);
    at += 2 * study->held.count;
    series[3] = points_of(study->frame.centres, study->frame.group_count, at);
    static const char *const labels[4] = {"calibrated", "observed", "held out", "release"};
    static const int colours[4] = {-1, 0, 1, 2};
    for (int k = 0; k < 4; k++) {
        series[k].label = labels[k];
        series[k].colour = colours[k];
        series[k].width = k == 0 ? 2.0 : 6.0;
    }
    const chart_panel panel = {.x = {.label = "east of the DEM's corner (m)"},
                               .y = {.label = "north of the DEM's corner (m)"},
                               .equal = true,
                               .series = series,
                               .series_count = 4};
    const chart page = {.title = "Deposits",
                        .note = note,
                        .panel_width = 620,
                        .panel_height = 520,
                        .panels = &panel,
                        .panel_count = 1};
    const talus_status status = chart_put(directory, "deposits.svg", &page, error);
    free(room);
    return status;
}

talus_status calibrate_write_charts(const calibrate_study *study, talus_directory *directory,
                                    talus_error *error)
{
    char note[400];
    describe(study, note, sizeof note);
    talus_status status = study->options.method != TALUS_CALIBRATE_SEARCH
                              ? draw_posterior(study, directory, note, error)
                              : TALUS_OK;
    if (status == TALUS_OK) {
        status = draw_objective(study, directory, note, error);
    }
    if (status == TALUS_OK) {
        const share_chart runouts = {CALIBRATE_RUNOUT, "runout.svg",
                                     "Run-out of observed and simulated deposits", "run-out (m)"};
        status = draw_shares(study, &runouts, directory, note, error);
    }
    if (status == TALUS_OK && study->has_volumes) {
        const share_chart volumes = {CALIBRATE_VOLUME, "volumes.svg",
                                     "Volumes of observed and simulated deposits", "volume (m³)"};
        status = draw_shares(study, &volumes, directory, note, error);
    }
    return status == TALUS_OK ? draw_deposits(study, directory, note, error) : status;
}
