// SPDX-License-Identifier: GPL-3.0-or-later
// Overturning spectra as CSV and chart.
#include "io/table/table.h"
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

#define SPECTRUM_COLUMNS(X)                                                                        \
    X(REAL, x, NULL, "`frequency_over_p`, or `p_rad_s` of the blocks of a record", row->x)         \
    X(REAL, amplitude_over_g_tan_alpha, "1", NULL, row->y)                                         \
    X(WORD, verdict, NULL, "rest, rocked, moving, overturned, overturned without impact",          \
      verdict(row))                                                                                \
    X(UNSIGNED, impacts, "1", NULL, row->impacts)                                                  \
    X(REAL, peak_over_alpha, "1", "largest rotation", row->peak)
TABLE_DEFINE(spectrum, SPECTRUM_COLUMNS,
             const rocking_spectrum_cell *row = TABLE_ROW(rocking_spectrum_cell))

#define EDGE_COLUMNS(X)                                                                            \
    X(REAL, x, NULL, "`frequency_over_p`, or `p_rad_s` of the blocks of a record", row->x)         \
    X(REAL12, amplitude_over_g_tan_alpha, "1", "at which the verdict changes", row->y)             \
    X(WORD, overturns, NULL, "below or above it", row->overturns_below ? "below" : "above")        \
    X(UNSIGNED, impacts_before, "1", "overturning", row->impacts)
TABLE_DEFINE(edges, EDGE_COLUMNS,
             const rocking_spectrum_edge *row = TABLE_ROW(rocking_spectrum_edge))

static talus_status write_tables(talus_directory *directory, const rocking_spectrum *s,
                                 talus_error *error)
{
    const char *x = s->options.motion ? "p_rad_s" : "frequency_over_p";
    talus_column spectrum_keys[TABLE_COLUMN_COUNT(spectrum)], edge_keys[TABLE_COLUMN_COUNT(edges)];
    talus_table spectrum = TABLE(spectrum, s->cells, s->options.nx * s->options.ny);
    talus_table edges = TABLE(edges, s->edges, s->edge_count);
    table_rename(&spectrum, spectrum_keys, "x", x);
    table_rename(&edges, edge_keys, "x", x);
    const talus_status status = table_write_csv(directory, "spectrum.csv", &spectrum, error);
    return status == TALUS_OK ? table_write_csv(directory, "edges.csv", &edges, error) : status;
}

/// What a block does that neither stands nor rocks on, and its colour.
enum { KINDS = 3 };
static const char *const kind_names[KINDS] = {"no motion", "overturned after impacts",
                                              "overturned without impact"};
static const int kind_colours[KINDS] = {-1, 5, 0};

static int colour_of(const rocking_spectrum_cell *cell)
{
    if (cell->outcome == TALUS_PLANAR_OVERTURNED) {
        return kind_colours[cell->impacts > 0 ? 1 : 2];
    }
    return cell->peak == 0.0 ? kind_colours[0] : CHART_NO_COLOUR;
}

/// @param series  edges, names of the colours
static void draw(const rocking_spectrum *spectrum, double *values, double *points,
                 signed char *colours, chart_grid *grid, chart_series series[1 + KINDS])
{
    const rocking_spectrum_options *o = &spectrum->options;
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        const rocking_spectrum_cell *cell = &spectrum->cells[k];
        colours[k] = (signed char)colour_of(cell);
        values[k] = colours[k] == CHART_NO_COLOUR ? cell->peak : (double)NAN;
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
                         .colours = colours,
                         .label = "largest |\u03b8|/\u03b1 of blocks that stand"};
    for (size_t k = 0; k < spectrum->edge_count; k++) {
        points[k] = spectrum->edges[k].x;
        points[spectrum->edge_count + k] = spectrum->edges[k].y;
    }
    series[0] = (chart_series){.label = "edge, by bisection",
                               .x = points,
                               .y = points + spectrum->edge_count,
                               .count = spectrum->edge_count,
                               .mark = CHART_POINTS,
                               .colour = 6,
                               .width = 1.6};
    for (int kind = 0; kind < KINDS; kind++) {
        series[1 + kind] = (chart_series){
            .label = kind_names[kind], .mark = CHART_BARS, .colour = kind_colours[kind]};
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
    double *values = malloc((o->nx * o->ny + 2 * spectrum->edge_count + 1) * sizeof *values);
    signed char *colours = malloc(o->nx * o->ny);
    if (!values || !colours) {
        free(values);
        free(colours);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    chart_grid grid;
    chart_series series[2 + KINDS];
    draw(spectrum, values, values + o->nx * o->ny, colours, &grid, series);
    const double lift_x[2] = {o->x0, o->x1}, lift_y[2] = {1.0, 1.0};
    series[1 + KINDS] = (chart_series){.label = "uplift",
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
                   "Block h/b = %.4g, %s. Verdict %g/p after the "
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
        .series_count = 2 + KINDS};
    const chart page = {.title = title,
                        .note = note,
                        .panel_width = 640,
                        .panel_height = 460,
                        .panels = &panel,
                        .panel_count = 1};
    status = chart_put(directory, "spectrum.svg", &page, error);
    free(values);
    free(colours);
    return status;
}
