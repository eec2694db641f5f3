// SPDX-License-Identifier: GPL-3.0-or-later
// The bouncing region and the sensitivity to e, as CSV and charts.
#include "lab/study/rocking_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static talus_status write_tables(talus_directory *directory, const rocking_region *region,
                                 talus_error *error)
{
    const rocking_region_options *o = &region->options;
    files_text text = {0};
    files_text_add(&text, "h_over_b,e,bounces,impacts_of_b\n");
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        const rocking_region_cell *cell = &region->cells[k];
        files_text_add(&text, "%.9g,%.9g,%d,%zu\n", cell->aspect, cell->e, cell->bounces,
                       cell->impacts);
    }
    talus_status status = directory_write_text(directory, "region.csv", &text, error);
    if (status != TALUS_OK) {
        return status;
    }
    text = (files_text){0};
    files_text_add(&text, "h_over_b,e_critical_small,e_critical\n");
    for (size_t i = 0; i < o->nx; i++) {
        files_text_add(&text, "%.9g,%.12g,%.12g\n", region->critical_aspect[i],
                       region->critical_small[i], region->critical[i]);
    }
    status = directory_write_text(directory, "critical.csv", &text, error);
    if (status != TALUS_OK) {
        return status;
    }
    text = (files_text){0};
    files_text_add(&text, "e,rocks_after_first_bounces,peak_1_rad,peak_2_rad,peak_3_rad,"
                          "peak_4_rad\n");
    for (size_t i = 0; i < region->run_count; i++) {
        const rocking_region_run *run = &region->runs[i];
        files_text_add(&text, "%.9g,%d", run->e, run->settles);
        for (int k = 0; k < ROCKING_HALF_CYCLES; k++) {
            files_text_add(&text, ",%.9g", run->peak[k]);
        }
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "sensitivity.csv", &text, error);
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
