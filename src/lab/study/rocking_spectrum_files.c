// SPDX-License-Identifier: GPL-3.0-or-later
// Overturning spectra as CSV and chart.
#include "lab/study/rocking_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *verdict(const rocking_spectrum_cell *cell)
{
    switch (cell->outcome) {
    case TALUS_PLANAR_OVERTURNED:
        return cell->impacts > 0 ? "overturned" : "overturned without impact";
    case TALUS_PLANAR_MOVING:
        return "moving";
    case TALUS_PLANAR_REST:
        break;
    }
    return cell->peak > 0.0 ? "rocked" : "rest";
}

static talus_status write_tables(talus_directory *directory, const rocking_spectrum *spectrum,
                                 talus_error *error)
{
    const rocking_spectrum_options *o = &spectrum->options;
    const char *x = o->motion ? "p_rad_s" : "frequency_over_p";
    files_text text = {0};
    files_text_add(&text, "%s,amplitude_over_g_tan_alpha,verdict,impacts,peak_over_alpha\n", x);
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        const rocking_spectrum_cell *cell = &spectrum->cells[k];
        files_text_add(&text, "%.9g,%.9g,%s,%zu,%.9g\n", cell->x, cell->y, verdict(cell),
                       cell->impacts, cell->peak);
    }
    const talus_status status = directory_write_text(directory, "spectrum.csv", &text, error);
    if (status != TALUS_OK) {
        return status;
    }
    text = (files_text){0};
    files_text_add(&text, "%s,amplitude_over_g_tan_alpha,overturns,impacts_before\n", x);
    for (size_t k = 0; k < spectrum->edge_count; k++) {
        const rocking_spectrum_edge *edge = &spectrum->edges[k];
        files_text_add(&text, "%.9g,%.12g,%s,%zu\n", edge->x, edge->y,
                       edge->overturns_below ? "below" : "above", edge->impacts);
    }
    return directory_write_text(directory, "edges.csv", &text, error);
}

/// Edges of one kind as points.
static size_t collect(const rocking_spectrum *spectrum, bool with_impacts, double *x, double *y)
{
    size_t count = 0;
    for (size_t k = 0; k < spectrum->edge_count; k++) {
        if ((spectrum->edges[k].impacts > 0) == with_impacts) {
            x[count] = spectrum->edges[k].x;
            y[count++] = spectrum->edges[k].y;
        }
    }
    return count;
}

static void draw(const rocking_spectrum *spectrum, double *values, double *points, chart_grid *grid,
                 chart_series series[3])
{
    const rocking_spectrum_options *o = &spectrum->options;
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        const rocking_spectrum_cell *cell = &spectrum->cells[k];
        const bool empty = cell->outcome == TALUS_PLANAR_OVERTURNED || cell->peak == 0.0;
        values[k] = empty ? (double)NAN : cell->peak;
    }
    *grid = (chart_grid){.values = values,
                         .nx = o->nx,
                         .ny = o->ny,
                         .x0 = o->x0,
                         .y0 = o->y0,
                         .x1 = o->x1,
                         .y1 = o->y1,
                         .low = 0.0,
                         .high = 1.0,
                         .label = "largest |\u03b8|/\u03b1 of blocks that stand"};
    double *at = points;
    const size_t room = spectrum->edge_count;
    for (int kind = 0; kind < 2; kind++) {
        series[kind] = (chart_series){.label = kind == 0 ? "edge of overturning after impacts"
                                                         : "edge of overturning without impact",
                                      .x = at,
                                      .y = at + room,
                                      .mark = CHART_POINTS,
                                      .colour = kind == 0 ? 5 : 1,
                                      .width = 2.5};
        series[kind].count = collect(spectrum, kind == 0, at, at + room);
        at += 2 * room;
    }
}

const char *const rocking_spectrum_files[] = {"spectrum.csv", "edges.csv", "spectrum.svg", NULL};

talus_status rocking_spectrum_write(talus_directory *directory, const rocking_spectrum *spectrum,
                                    talus_error *error)
{
    const rocking_spectrum_options *o = &spectrum->options;
    talus_status status = write_tables(directory, spectrum, error);
    if (status != TALUS_OK) {
        return status;
    }
    double *values = malloc((o->nx * o->ny + 4 * spectrum->edge_count + 1) * sizeof *values);
    if (!values) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    chart_grid grid;
    chart_series series[3];
    draw(spectrum, values, values + o->nx * o->ny, &grid, series);
    const double lift_x[2] = {o->x0, o->x1}, lift_y[2] = {1.0, 1.0};
    series[2] = (chart_series){.label = "uplift",
                               .x = lift_x,
                               .y = lift_y,
                               .count = o->y0 < 1.0 && o->y1 > 1.0 ? 2 : 0,
                               .mark = CHART_LINE,
                               .colour = -1,
                               .dashed = true};
    char impact[96], note[256], title[128];
    rocking_impact_describe(&o->impact, impact, sizeof impact);
    (void)snprintf(title, sizeof title, "Overturning spectrum: %s", o->name);
    (void)snprintf(note, sizeof note,
                   "Block h/b = %.4g, %s. White: no motion, or overturned. Verdict %g/p after the "
                   "shaking.",
                   2.0 * o->block.h / (o->block.b1 + o->block.b2), impact, o->horizon);
    const chart_panel panel = {
        .x = {.label = o->motion ? "p of the block (rad/s)" : "frequency of the pulse \u03c9/p",
              .from = o->x0,
              .to = o->x1},
        .y = {.label =
                  o->motion ? "peak acceleration / (g tan \u03b1)" : "amplitude / (g tan \u03b1)",
              .from = o->y0,
              .to = o->y1},
        .grid = &grid,
        .series = series,
        .series_count = 3};
    const chart page = {.title = title,
                        .note = note,
                        .panel_width = 640,
                        .panel_height = 460,
                        .panels = &panel,
                        .panel_count = 1};
    status = chart_put(directory, "spectrum.svg", &page, error);
    free(values);
    return status;
}
