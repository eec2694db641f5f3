// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of the spin study against time: angular velocity, difference vector, drifts, V.
#include "foundation/files/files.h"
#include "io/chart/chart.h"
#include "lab/spin/spin_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Columns of a history as charts need them; the last four are the largest so far.
enum { TIME, WX, WY, WZ, DX, DY, DZ, V, ENERGY, SPIN, TURN, V_DRIFT, COLUMN_COUNT };
enum { SERIES_MOST = 3 * TALUS_SCHEME_COUNT };

typedef struct columns {
    double *values; ///< (COLUMN_COUNT x rows)
    size_t rows;
} columns;

/// What all charts of a study share.
typedef struct picture {
    talus_directory *directory;
    const talus_spin_case *one;
    const talus_spin_history *histories;
    size_t count;
    columns *data; ///< (count)
    double scale;  ///< (C Omega_0)^2
    char note[256];
} picture;

static double so_far(double before, double value)
{
    const double size = fabs(value);
    return size > before ? size : before;
}

static bool fill_columns(const talus_spin_history *history, bool minor, double scale, columns *out)
{
    const size_t n = history->count;
    out->rows = n;
    out->values = calloc(n, COLUMN_COUNT * sizeof *out->values);
    if (out->values == NULL) {
        return false;
    }
    double *v = out->values;
    for (size_t k = 0; k < n; k++) {
        const talus_spin_sample *s = &history->samples[k];
        const double lyapunov = (minor ? s->v_minor : s->v_major) / scale;
        const double plain[] = {s->time, s->omega.x, s->omega.y, s->omega.z,
                                s->d.x,  s->d.y,     s->d.z,     lyapunov};
        for (size_t c = 0; c < sizeof plain / sizeof *plain; c++) {
            v[c * n + k] = plain[c];
        }
        const size_t last = k > 0 ? k - 1 : 0;
        v[ENERGY * n + k] = so_far(v[ENERGY * n + last], s->energy_drift);
        v[SPIN * n + k] = so_far(v[SPIN * n + last], s->spin_drift);
        v[TURN * n + k] = so_far(v[TURN * n + last], s->spin_turn);
        v[V_DRIFT * n + k] = so_far(v[V_DRIFT * n + last], lyapunov - v[V * n]);
    }
    return true;
}

static chart_series series_of(const columns *data, int column, const char *label, int colour)
{
    return (chart_series){.label = label,
                          .x = data->values + TIME * data->rows,
                          .y = data->values + (size_t)column * data->rows,
                          .count = data->rows,
                          .colour = colour,
                          .dashed = colour >= 8};
}

static talus_status write_chart(const picture *all, const char *name, const chart *page,
                                talus_error *error)
{
    return chart_put(all->directory, name, page, error);
}

/// Ends of an axis on which the angular velocities of all schemes stand.
static chart_axis common_axis(const picture *all, const char *label)
{
    chart_axis axis = {.label = label};
    for (size_t k = 0; k < all->count; k++) {
        const double *w = all->data[k].values + WX * all->data[k].rows;
        for (size_t i = 0; i < 3 * all->data[k].rows; i++) {
            axis.from = w[i] < axis.from ? w[i] : axis.from;
            axis.to = w[i] > axis.to ? w[i] : axis.to;
        }
    }
    const double room = 0.05 * (axis.to - axis.from);
    axis.from -= room;
    axis.to += room;
    return axis;
}

/// One panel for each scheme with the three components of a vector.
static talus_status write_components(const picture *all, const char *name, int column,
                                     const char *title, const chart_axis *y,
                                     const char *const labels[3], talus_error *error)
{
    chart_series series[SERIES_MOST];
    chart_panel panels[TALUS_SCHEME_COUNT];
    for (size_t k = 0; k < all->count; k++) {
        for (int c = 0; c < 3; c++) {
            series[3 * k + (size_t)c] = series_of(&all->data[k], column + c, labels[c], c);
        }
        panels[k] = (chart_panel){.title = talus_scheme_name(all->histories[k].scheme),
                                  .x = {.label = "time (s)"},
                                  .y = *y,
                                  .series = &series[3 * k],
                                  .series_count = 3};
    }
    const chart page = {.title = title,
                        .note = all->note,
                        .panel_width = all->count == 1 ? 520 : 400,
                        .panel_height = 270,
                        .columns = all->count < 3 ? all->count : 3,
                        .panels = panels,
                        .panel_count = all->count};
    return write_chart(all, name, &page, error);
}

/// Logarithmic panels with one line for each scheme.
typedef struct log_panel {
    int column;
    const char *title, *label;
} log_panel;
static talus_status write_logs(const picture *all, const char *name, const char *title,
                               const log_panel *logs, size_t panel_count, talus_error *error)
{
    chart_series series[SERIES_MOST];
    chart_panel panels[3];
    for (size_t p = 0; p < panel_count; p++) {
        for (size_t k = 0; k < all->count; k++) {
            series[p * all->count + k] = series_of(
                &all->data[k], logs[p].column, talus_scheme_name(all->histories[k].scheme), (int)k);
        }
        panels[p] = (chart_panel){.title = logs[p].title,
                                  .x = {.label = "time (s)"},
                                  .y = {.label = logs[p].label, .logarithmic = true},
                                  .series = &series[p * all->count],
                                  .series_count = all->count};
    }
    const chart page = {.title = title,
                        .note = all->note,
                        .panel_width = 400,
                        .panel_height = 290,
                        .columns = panel_count,
                        .panels = panels,
                        .panel_count = panel_count};
    return write_chart(all, name, &page, error);
}

static talus_status write_all(const picture *all, talus_spin_rank rank, talus_error *error)
{
    static const char *const omega[] = {"about x", "about y", "about z"};
    static const char *const d[] = {"d along x", "d along y", "d along z"};
    static const log_panel drifts[] = {
        {ENERGY, "Kinetic energy", "|T − T₀| / T₀"},
        {SPIN, "Length of the spin vector", "| |N| − |N₀| | / |N₀|"},
        {TURN, "Spin vector in space", "|N − N₀| / |N₀|"},
    };
    static const log_panel lyapunov[] = {
        {V, "V along the motion", "V / (CΩ)²"},
        {V_DRIFT, "Drift of V, largest so far", "|V − V₀| / (CΩ)²"},
    };
    const chart_axis rates = common_axis(all, "angular velocity (rad/s)");
    const chart_axis difference = {.label = "component of d"};
    talus_status status = write_components(
        all, "omega.svg", WX, "Angular velocity about the principal axes", &rates, omega, error);
    if (status == TALUS_OK) {
        status = write_components(
            all, "difference.svg", DX,
            "Difference between the body's axis and that of the stationary rotation", &difference,
            d, error);
    }
    if (status == TALUS_OK) {
        status = write_logs(all, "drift.svg", "Drift of energy and spin, largest so far", drifts, 3,
                            error);
    }
    if (status == TALUS_OK) {
        status = write_logs(all, "lyapunov.svg",
                            rank == TALUS_SPIN_MINOR   ? "Lyapunov function of the minor axis"
                            : rank == TALUS_SPIN_MAJOR ? "Lyapunov function of the major axis"
                                                       : "V about an axis that is not stable: an "
                                                         "invariant, no Lyapunov function",
                            lyapunov, 2, error);
    }
    return status == TALUS_OK
               ? spin_write_polhodes(all->directory, all->one, all->histories, all->count, error)
               : status;
}

talus_status spin_write_charts(talus_directory *directory, const talus_spin_case *one,
                               const talus_spin_history *histories, size_t count,
                               talus_error *error)
{
    if (count == 0 || count > TALUS_SCHEME_COUNT) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%zu histories, expected 1 to %d",
                               count, (int)TALUS_SCHEME_COUNT);
    }
    columns data[TALUS_SCHEME_COUNT] = {{0}};
    const int axis = spin_axis_of(one);
    double moment[3];
    double w[3];
    spin_components(one->inertia, moment);
    spin_components(one->omega, w);
    const double spin = moment[axis] * w[axis];
    const talus_spin_rank rank = spin_rank_of(one->inertia, axis);
    picture all = {.directory = directory,
                   .one = one,
                   .histories = histories,
                   .count = count,
                   .data = data,
                   .scale = spin * spin};
    spin_describe(one, all.note, sizeof all.note);
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        if (!fill_columns(&histories[k], rank == TALUS_SPIN_MINOR, all.scale, &data[k])) {
            status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the charts");
        }
    }
    if (status == TALUS_OK) {
        status = write_all(&all, rank, error);
    }
    for (size_t k = 0; k < count; k++) {
        free(data[k].values);
    }
    return status;
}
