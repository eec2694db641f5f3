// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and charts of the rocking fit.
#include "io/table/table.h"
#include "lab/study/rocking_fit.h"
#include "lab/study/rocking_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct rate_rows {
    const rocking_record *record;
    const rocking_fit_result *result;
} rate_rows;

#define RATE_COLUMNS(X)                                                                            \
    X(REAL, time_s, "s", NULL, row->record->begin + (double)index * row->record->interval)         \
    X(REAL, wx_rad_s, "rad/s", "measured", row->record->rate[index].x)                             \
    X(REAL, wy_rad_s, "rad/s", "measured", row->record->rate[index].y)                             \
    X(REAL, wz_rad_s, "rad/s", "measured", row->record->rate[index].z)                             \
    X(REAL, fit_wx_rad_s, "rad/s", "of the fit", row->result->simulated[index].x)                  \
    X(REAL, fit_wy_rad_s, "rad/s", "of the fit", row->result->simulated[index].y)                  \
    X(REAL, fit_wz_rad_s, "rad/s", "of the fit", row->result->simulated[index].z)                  \
    X(REAL, phi_x_rad, "rad", "angle zyx from the record", row->result->angles[index].psi)         \
    X(REAL, phi_y_rad, "rad", "angle zyx from the record", row->result->angles[index].theta)       \
    X(REAL, phi_z_rad, "rad", "angle zyx from the record", row->result->angles[index].phi)
TABLE_DEFINE(rates, RATE_COLUMNS, const rate_rows *row = user)

#define START_COLUMNS(X)                                                                           \
    X(REAL, begin_t0_s, "s", "release at the start of the search", row->begin[0])                  \
    X(REAL, begin_tilt_rad, "rad", "at the start", row->begin[1])                                  \
    X(REAL, begin_lam, "1", "at the start", row->begin[2])                                         \
    X(REAL, begin_lat, "1", "at the start", row->begin[3])                                         \
    X(REAL, begin_lon, "1", "at the start", row->begin[4])                                         \
    X(REAL, begin_error, "rad/s", "at the start, (8.1)", row->begin_error)                         \
    X(REAL, t0_s, "s", "release found", row->found[0])                                             \
    X(REAL, tilt_rad, "rad", "found", row->found[1])                                               \
    X(REAL, lam, "1", "found", row->found[2])                                                      \
    X(REAL, lat, "1", "found", row->found[3])                                                      \
    X(REAL, lon, "1", "found", row->found[4])                                                      \
    X(REAL, error_rad_s, "rad/s", "found, (8.1)", row->error)                                      \
    X(UNSIGNED, evaluations, "1", "of the error", row->evaluations)
TABLE_DEFINE(starts, START_COLUMNS, const talus_spatial_fit *row = TABLE_ROW(talus_spatial_fit))

/// Measured points and the simulated line of each component.
static talus_status draw_rates(talus_directory *directory, const rocking_fit_case *one,
                               const rocking_record *record, const rocking_fit_result *result,
                               talus_error *error)
{
    const size_t n = record->count;
    double *room = malloc(7 * n * sizeof *room);
    if (!room) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    double *time = room;
    for (size_t i = 0; i < n; i++) {
        const talus_vec3 m = record->rate[i], s = result->simulated[i];
        const double row[6] = {m.x, m.y, m.z, s.x, s.y, s.z};
        time[i] = record->begin + (double)i * record->interval;
        for (size_t k = 0; k < 6; k++) {
            room[(k + 1) * n + i] = row[k];
        }
    }
    static const char *const labels[3] = {"ω_x (rad/s)", "ω_y (rad/s)", "ω_z (rad/s)"};
    chart_series series[3][2];
    chart_panel panels[3];
    for (size_t k = 0; k < 3; k++) {
        series[k][0] = (chart_series){.label = "measured",
                                      .x = time,
                                      .y = room + (k + 1) * n,
                                      .count = n,
                                      .mark = CHART_POINTS,
                                      .colour = -1};
        series[k][1] = (chart_series){.label = "simulated",
                                      .x = time,
                                      .y = room + (k + 4) * n,
                                      .count = n,
                                      .mark = CHART_LINE,
                                      .colour = 0};
        panels[k] = (chart_panel){.x = {.label = k == 2 ? "time (s)" : NULL},
                                  .y = {.label = labels[k]},
                                  .series = series[k],
                                  .series_count = 2};
    }
    const talus_spatial_fit *best = &result->fits[0];
    char note[256];
    (void)snprintf(
        note, sizeof note,
        "b_1 = %g m, b_2 = %g m, h = %g m: t_0 = %.4g s, tilt = %.4g rad, λ = %.4g, λ_lat = "
        "%.4g, λ_lon = %.4g, error %.3g rad/s.",
        one->b1, one->b2, one->h, best->found[0], best->found[1], best->found[2], best->found[3],
        best->found[4], best->error);
    const chart page = {.title = "Angular velocity of the block",
                        .note = note,
                        .panel_width = 640.0,
                        .panel_height = 200.0,
                        .panels = panels,
                        .panel_count = 3};
    const talus_status status = chart_put(directory, "rates.svg", &page, error);
    free(room);
    return status;
}

const char *const rocking_fit_rate_files[] = {"rates.csv", "starts.csv", "rates.svg", NULL};

talus_status rocking_fit_write_rates(talus_directory *directory, const rocking_fit_case *one,
                                     const rocking_record *record, const rocking_fit_result *result,
                                     talus_error *error)
{
    const rate_rows rows = {record, result};
    const talus_table rates = TABLE(rates, &rows, record->count);
    const talus_table starts = TABLE(starts, result->fits, result->fit_count);
    talus_status status = table_write_csv(directory, "rates.csv", &rates, error);
    if (status == TALUS_OK) {
        status = table_write_csv(directory, "starts.csv", &starts, error);
    }
    return status == TALUS_OK ? draw_rates(directory, one, record, result, error) : status;
}

/// theta of a run with this ratio at the samples of the record; 0 at rest.
static void simulate(const rocking_fit_case *one, const talus_eta_fit *fit, double eta,
                     const rocking_record *record, double *theta, double *scratch)
{
    const size_t n = record->count;
    talus_planar_model model = rocking_fit_model(one);
    model.r_ab = model.r_ba = eta;
    talus_planar_options options = talus_planar_options_default();
    options.theta0 = fit->theta0;
    options.duration = (double)n * record->interval - fit->release;
    talus_planar_history history = {.sample_step = record->interval,
                                    .sample_room = n,
                                    .time = scratch,
                                    .theta = scratch + n,
                                    .omega = scratch + 2 * n};
    talus_planar_result result;
    const talus_status status = talus_planar_run(&model, NULL, &options, &history, &result, NULL);
    for (size_t i = 0; i < n; i++) {
        const double place = (double)i - fit->release / record->interval;
        const size_t k = place > 0.0 ? (size_t)(place + 0.5) : 0;
        theta[i] = status == TALUS_OK && k < history.sample_count && k < n ? scratch[n + k] : 0.0;
    }
}

static talus_status draw_theta(talus_directory *directory, const rocking_fit_case *one,
                               const talus_eta_fit *fit, const chart_series *measured,
                               const double *runs, talus_error *error)
{
    char labels[2][64], note[192];
    (void)snprintf(labels[0], sizeof labels[0], "η = %.4f (middle half)", fit->eta);
    (void)snprintf(labels[1], sizeof labels[1], "η' = %.4f (first half-period)", fit->eta_first);
    (void)snprintf(note, sizeof note,
                   "b = %g m, h = %g m, release %.4g s into the record from %.4g rad.", one->b1,
                   one->h, fit->release, fit->theta0);
    const size_t n = measured->count;
    const chart_series series[3] = {
        *measured,
        {.label = labels[0], .x = measured->x, .y = runs, .count = n, .colour = 0},
        {.label = labels[1],
         .x = measured->x,
         .y = runs + n,
         .count = n,
         .colour = 1,
         .dashed = true}};
    const chart_panel panel = {
        .x = {.label = "time (s)"}, .y = {.label = "θ (rad)"}, .series = series, .series_count = 3};
    const chart page = {.title = "Rotation of the block",
                        .note = note,
                        .panel_width = 640.0,
                        .panels = &panel,
                        .panel_count = 1};
    return chart_put(directory, "theta.svg", &page, error);
}

typedef struct theta_rows {
    const double *time, *measured, *whole, *first;
} theta_rows;

#define THETA_COLUMNS(X)                                                                           \
    X(REAL, time_s, "s", NULL, row->time[index])                                                   \
    X(REAL, theta_rad, "rad", "measured", row->measured[index])                                    \
    X(REAL, theta_eta_rad, "rad", "with the ratio of the middle half", row->whole[index])          \
    X(REAL, theta_eta_first_rad, "rad", "with that of the first half-period", row->first[index])
TABLE_DEFINE(theta, THETA_COLUMNS, const theta_rows *row = user)

const char *const rocking_fit_theta_files[] = {"theta.csv", "theta.svg", NULL};

talus_status rocking_fit_write_theta(talus_directory *directory, const rocking_fit_case *one,
                                     const rocking_record *record, const talus_eta_fit *fit,
                                     talus_error *error)
{
    const size_t n = record->count;
    double *room = malloc(6 * n * sizeof *room);
    if (!room) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    double *time = room, *whole = room + n, *first = room + 2 * n;
    simulate(one, fit, fit->eta, record, whole, room + 3 * n);
    simulate(one, fit, fit->eta_first, record, first, room + 3 * n);
    for (size_t i = 0; i < n; i++) {
        time[i] = record->begin + (double)i * record->interval;
    }
    const theta_rows rows = {time, record->theta, whole, first};
    const talus_table table = TABLE(theta, &rows, n);
    talus_status status = table_write_csv(directory, "theta.csv", &table, error);
    const chart_series measured = {.label = "measured",
                                   .x = time,
                                   .y = record->theta,
                                   .count = n,
                                   .mark = CHART_POINTS,
                                   .colour = -1};
    if (status == TALUS_OK) {
        status = draw_theta(directory, one, fit, &measured, whole, error);
    }
    free(room);
    return status;
}
