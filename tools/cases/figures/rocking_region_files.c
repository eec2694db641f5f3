// SPDX-License-Identifier: GPL-3.0-or-later
// The bouncing region and the sensitivity to e, as CSV and charts.
#include "cases/figures/rocking_region.h"
#include "io/table/table.h"
#include "lab/study/rocking_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define REGION_COLUMNS(X)                                                                          \
    X(REAL, h_over_b, "1", NULL, row->aspect)                                                      \
    X(REAL, e, "1", "restitution", row->e)                                                         \
    X(INTEGER, bounces, "1", "1: B bounces until A lands, 0: the block rocks", row->bounces)       \
    X(UNSIGNED, impacts_of_b, "1", "before A lands or the flights have died out", row->impacts)
TABLE_DEFINE(region, REGION_COLUMNS,
             const rocking_region_cell *row = TABLE_ROW(rocking_region_cell))

#define CRITICAL_COLUMNS(X)                                                                        \
    X(REAL, h_over_b, "1", NULL, row->critical_aspect[index])                                      \
    X(REAL12, e_critical_small, "1", "restitution up to which it rocks, at small rotations",       \
      row->critical_small[index])                                                                  \
    X(REAL12, e_critical, "1", "the same for the given release", row->critical[index])
TABLE_DEFINE(critical, CRITICAL_COLUMNS, const rocking_region *row = user)

#define SENSITIVITY_COLUMNS(X)                                                                     \
    X(REAL, e, "1", "restitution", row->e)                                                         \
    X(INTEGER, rocks_after_first_bounces, "1", "1: the flights died out before A landed",          \
      row->settles)                                                                                \
    X(REAL, peak_1_rad, "rad", "largest rotation of the first half cycle", row->peak[0])           \
    X(REAL, peak_2_rad, "rad", NULL, row->peak[1])                                                 \
    X(REAL, peak_3_rad, "rad", NULL, row->peak[2])                                                 \
    X(REAL, peak_4_rad, "rad", NULL, row->peak[3])
TABLE_DEFINE(sensitivity, SENSITIVITY_COLUMNS,
             const rocking_region_run *row = TABLE_ROW(rocking_region_run))

static talus_status write_tables(talus_directory *directory, const rocking_region *r,
                                 talus_error *error)
{
    const rocking_region_options *o = &r->options;
    const talus_table region = TABLE(region, r->cells, o->nx * o->ny);
    const talus_table critical = TABLE(critical, r, o->nx);
    const talus_table sensitivity = TABLE(sensitivity, r->runs, r->run_count);
    talus_status status = table_write_csv(directory, "region.csv", &region, error);
    if (status == TALUS_OK) {
        status = table_write_csv(directory, "critical.csv", &critical, error);
    }
    return status == TALUS_OK ? table_write_csv(directory, "sensitivity.csv", &sensitivity, error)
                              : status;
}

static talus_status draw_region(talus_directory *directory, const rocking_region *region,
                                talus_error *error)
{
    const rocking_region_options *o = &region->options;
    double *values = malloc(o->nx * o->ny * sizeof *values);
    if (!values) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        const rocking_region_cell *cell = &region->cells[k];
        values[k] = cell->bounces ? (double)cell->impacts : (double)NAN;
    }
    const chart_grid grid = {.values = values,
                             .nx = o->nx,
                             .ny = o->ny,
                             .x0 = o->aspect0,
                             .y0 = o->e0,
                             .x1 = o->aspect1,
                             .y1 = o->e1,
                             .logarithmic = true,
                             .label = "impacts of B before A lands"};
    // the steel blocks of the paper
    static const double paper_x[4] = {1.0, 2.0, 4.0, 8.0}, paper_y[4] = {0.9, 0.9, 0.9, 0.9};
    char label[64], note[192];
    (void)snprintf(label, sizeof label, "released at %g \u03b1", o->release);
    const chart_series series[] = {{.label = "limit of small rotations: e = r",
                                    .x = region->critical_aspect,
                                    .y = region->critical_small,
                                    .count = o->nx,
                                    .mark = CHART_LINE,
                                    .colour = -1,
                                    .dashed = true},
                                   {.label = label,
                                    .x = region->critical_aspect,
                                    .y = region->critical,
                                    .count = o->nx,
                                    .mark = CHART_LINE,
                                    .colour = 5},
                                   {.label = "blocks of the tests, e = 0.9",
                                    .x = paper_x,
                                    .y = paper_y,
                                    .count = 4,
                                    .mark = CHART_POINTS,
                                    .colour = 1}};
    (void)snprintf(
        note, sizeof note,
        "White: B has stopped bouncing before A lands, the block rocks. Case 1, released "
        "at %g \u03b1.",
        o->release);
    const chart_panel panel = {
        .x = {.label = "h/b", .from = o->aspect0, .to = o->aspect1},
        .y = {.label = "coefficient of restitution e", .from = o->e0, .to = o->e1},
        .grid = &grid,
        .series = series,
        .series_count = 3};
    const chart page = {.title = "Bouncing or rocking",
                        .note = note,
                        .panel_width = 620,
                        .panel_height = 440,
                        .panels = &panel,
                        .panel_count = 1};
    const talus_status status = chart_put(directory, "region.svg", &page, error);
    free(values);
    return status;
}

static talus_status draw_sensitivity(talus_directory *directory, const rocking_region *region,
                                     talus_error *error)
{
    const rocking_region_options *o = &region->options;
    const size_t n = region->run_count;
    static const char *const labels[ROCKING_HALF_CYCLES] = {"1st half cycle", "2nd", "3rd", "4th"};
    double *room = malloc((ROCKING_HALF_CYCLES + 1) * n * sizeof *room);
    if (!room) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    chart_series series[ROCKING_HALF_CYCLES];
    for (size_t k = 0; k < ROCKING_HALF_CYCLES; k++) {
        double *y = room + (k + 1) * n;
        for (size_t i = 0; i < n; i++) {
            room[i] = region->runs[i].e;
            y[i] = region->runs[i].peak[k];
        }
        series[k] = (chart_series){.label = labels[k],
                                   .x = room,
                                   .y = y,
                                   .count = n,
                                   .mark = k < 2 ? CHART_LINE : CHART_POINTS,
                                   .colour = (int)k,
                                   .width = k < 2 ? 0.0 : 2.5};
    }
    char note[192];
    (void)snprintf(
        note, sizeof note,
        "h/b = %g, base %g m, released at %g \u03b1; case 1, exact flights, rocking once "
        "the bounces have died out.",
        o->aspect, o->base, o->release);
    const chart_panel panel = {
        .x = {.label = "coefficient of restitution e", .from = o->e0, .to = o->e1},
        .y = {.label = "largest |\u03b8| (rad)"},
        .series = series,
        .series_count = ROCKING_HALF_CYCLES};
    const chart page = {.title = "Half cycles after the first impact",
                        .note = note,
                        .panel_width = 620,
                        .panel_height = 380,
                        .panels = &panel,
                        .panel_count = 1};
    const talus_status status = chart_put(directory, "sensitivity.svg", &page, error);
    free(room);
    return status;
}

const char *const rocking_region_files[] = {"region.csv", "critical.csv",    "sensitivity.csv",
                                            "region.svg", "sensitivity.svg", NULL};

talus_status rocking_region_write(talus_directory *directory, const rocking_region *region,
                                  talus_error *error)
{
    talus_status status = write_tables(directory, region, error);
    if (status == TALUS_OK) {
        status = draw_region(directory, region, error);
    }
    return status == TALUS_OK ? draw_sensitivity(directory, region, error) : status;
}
