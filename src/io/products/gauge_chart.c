// SPDX-License-Identifier: GPL-3.0-or-later
// The chart of a screen: heights over energies, and both distribution functions.
#include "io/chart/chart.h"
#include "io/products/gauges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE = 200, COLUMNS = 64, MOST_SERIES = 6 };

/// Arrays behind the panels.
typedef struct screen_chart {
    double *energy, *height; ///< (point_count) kJ, m: recorded crossings
    size_t point_count;
    double edges[COLUMNS + 1], median[COLUMNS + 1], high[COLUMNS + 1]; ///< octaves of energy
    size_t column_count;
    double curve_x[2][CURVE], curve_y[2][CURVE];
    double design_x[2][2], design_y[2][2];
    chart_series series[3][MOST_SERIES];
} screen_chart;

static bool keep_points(const talus_results *results, size_t screen, screen_chart *c)
{
    size_t count = 0;
    const talus_crossing *crossings = ensemble_crossings(results, &count);
    c->energy = malloc((count + 1) * sizeof *c->energy);
    c->height = malloc((count + 1) * sizeof *c->height);
    for (size_t k = 0; k < count && c->energy != NULL && c->height != NULL; k++) {
        if (crossings[k].screen == screen) {
            c->energy[c->point_count] = 1e-3 * crossings[k].values[TALUS_GAUGE_ENERGY];
            c->height[c->point_count++] = crossings[k].values[TALUS_GAUGE_HEIGHT];
        }
    }
    return c->energy != NULL && c->height != NULL;
}

static int compare_heights(const void *a, const void *b)
{
    const talus_height_energy *x = a, *y = b;
    return (x->height_low > y->height_low) - (x->height_low < y->height_low);
}

/// Height below which the share q of a column's rocks is; boxes ascend in height.
static double column_quantile(const talus_height_energy *boxes, size_t count, double low,
                              double high, double q)
{
    double total = 0.0, running = 0.0;
    for (size_t k = 0; k < count; k++) {
        total += boxes[k].energy_low >= low && boxes[k].energy_low < high ? boxes[k].share : 0.0;
    }
    for (size_t k = 0; k < count; k++) {
        if (boxes[k].energy_low >= low && boxes[k].energy_low < high) {
            running += boxes[k].share;
            if (running >= q * total * (1.0 - 1e-12)) {
                return 0.5 * (boxes[k].height_low + boxes[k].height_high);
            }
        }
    }
    return (double)NAN;
}

/// Medians and 95th percentiles of the heights in each octave of energy, from all rocks.
static talus_status read_columns(const talus_results *results, size_t screen, screen_chart *c,
                                 talus_error *error)
{
    size_t count = 0;
    double least = HUGE_VAL, most = 0.0;
    talus_height_energy *boxes = NULL;
    const talus_status status = talus_results_height_energy(results, screen, &boxes, &count, error);
    for (size_t k = 0; k < count; k++) {
        least = fmin(least, fmax(1.0, boxes[k].energy_low));
        most = fmax(most, boxes[k].energy_low);
    }
    if (boxes != NULL) {
        qsort(boxes, count, sizeof *boxes, compare_heights);
    }
    double low = exp2(floor(log2(least)));
    for (; count > 0 && c->column_count < COLUMNS && low <= most; low *= 2.0) {
        const size_t k = c->column_count++;
        c->edges[k] = 1e-3 * low;
        c->median[k] = column_quantile(boxes, count, low, 2.0 * low, 0.5);
        c->high[k] = column_quantile(boxes, count, low, 2.0 * low, 0.95);
        c->edges[k + 1] = 2e-3 * low;
        c->median[k + 1] = c->median[k];
        c->high[k + 1] = c->high[k];
    }
    free(boxes);
    return status;
}

/// Share of the crossings up to a level, at even steps from 0 to the largest.
static talus_status read_curve(const talus_results *results, size_t screen,
                               talus_gauge_quantity quantity, const talus_gauge_moments *m,
                               screen_chart *c, talus_error *error)
{
    const int panel = quantity == TALUS_GAUGE_ENERGY ? 0 : 1;
    const double scale = output_gauge_quantities[quantity].scale;
    double levels[CURVE];
    for (size_t k = 0; k < CURVE; k++) {
        levels[k] = 1.001 * m->max * (double)k / (CURVE - 1);
        c->curve_x[panel][k] = scale * levels[k];
    }
    const talus_status status = talus_results_gauge_exceedance(
        results, screen, TALUS_ALL_STRATA, quantity, levels, CURVE, c->curve_y[panel], error);
    for (size_t k = 0; k < CURVE; k++) {
        c->curve_y[panel][k] = 100.0 * (1.0 - c->curve_y[panel][k]);
    }
    for (int k = 0; k < 2; k++) {
        c->design_x[panel][k] = scale * m->quantile[2 + k];
        c->design_y[panel][k] = k == 0 ? 95.0 : 99.0;
    }
    return status;
}

static void describe(screen_chart *c, const char *const labels[2], chart_panel panels[3])
{
    c->series[0][0] = (chart_series){.label = "recorded crossings",
                                     .x = c->energy,
                                     .y = c->height,
                                     .count = c->point_count,
                                     .mark = CHART_POINTS,
                                     .colour = -1,
                                     .width = 3.0};
    c->series[0][1] = (chart_series){.label = "95 % of the heights, all rocks",
                                     .x = c->edges,
                                     .y = c->high,
                                     .count = c->column_count + 1,
                                     .mark = CHART_STEPS,
                                     .colour = 1};
    c->series[0][2] = (chart_series){.label = "median, all rocks",
                                     .x = c->edges,
                                     .y = c->median,
                                     .count = c->column_count + 1,
                                     .mark = CHART_STEPS,
                                     .colour = 2};
    double highest = 0.0;
    for (size_t k = 0; k < c->point_count; k++) {
        highest = fmax(highest, c->height[k]);
    }
    for (size_t k = 0; k < c->column_count; k++) {
        highest = fmax(highest, c->high[k]); // NaN is left out
    }
    panels[0] = (chart_panel){.title = "Height and energy",
                              .x = {.label = "kinetic energy (kJ)", .logarithmic = true},
                              .y = {.label = "height of S over the ground, vertical (m)",
                                    .to = highest > 0.0 ? 1.05 * highest : 1.0},
                              .series = c->series[0],
                              .series_count = 3};
    for (int k = 0; k < 2; k++) {
        c->series[1 + k][0] = (chart_series){.x = c->curve_x[k],
                                             .y = c->curve_y[k],
                                             .count = CURVE,
                                             .mark = CHART_LINE,
                                             .colour = 0};
        c->series[1 + k][1] = (chart_series){.label = labels[k],
                                             .x = c->design_x[k],
                                             .y = c->design_y[k],
                                             .count = 2,
                                             .mark = CHART_POINTS,
                                             .colour = 1,
                                             .width = 7.0};
        panels[1 + k] =
            (chart_panel){.title = k == 0 ? "Energy" : "Height",
                          .x = {.label = k == 0 ? "kinetic energy (kJ)" : "height of S (m)"},
                          .y = {.label = "crossings up to it (%)", .to = 100.0},
                          .series = c->series[1 + k],
                          .series_count = 2};
    }
}

static talus_status write_page(talus_directory *directory, const talus_products_context *context,
                               const talus_gauge_result *g, size_t screen, screen_chart *c,
                               talus_error *error)
{
    char file[DIRECTORY_NAME_SIZE], title[200], note[400], energy[80], height[80];
    const char *name = output_gauge_name(context->campaign, screen);
    const char *const labels[2] = {energy, height};
    chart_panel panels[3];
    snprintf(energy, sizeof energy, "E95 = %.4g kJ, E99 = %.4g kJ", c->design_x[0][0],
             c->design_x[0][1]);
    snprintf(height, sizeof height, "h95 = %.3g m, h99 = %.3g m", c->design_x[1][0],
             c->design_x[1][1]);
    snprintf(title, sizeof title, "Screen %s", name);
    snprintf(note, sizeof note,
             "%.150s: %llu of %llu rocks crossed, probability %.4g (95 %% interval %.4g to %.4g), "
             "seed %llu",
             context->title != NULL ? context->title : "", (unsigned long long)g->rocks,
             (unsigned long long)g->released, g->probability, g->low, g->high,
             (unsigned long long)context->campaign->seed);
    describe(c, labels, panels);
    const chart page = {.title = title,
                        .note = note,
                        .panel_width = 400.0,
                        .panel_height = 320.0,
                        .columns = 3,
                        .panels = panels,
                        .panel_count = 3};
    output_gauge_file(file, "screen", name, ".svg");
    return chart_put(directory, file, &page, error);
}

talus_status output_write_gauge_chart(talus_directory *directory,
                                      const talus_products_context *context,
                                      const talus_results *results, size_t screen,
                                      talus_error *error)
{
    talus_gauge_result g;
    talus_status status = talus_results_gauge(results, screen, TALUS_ALL_STRATA, &g, error);
    if (status != TALUS_OK || !(g.n_eff > 0.0)) {
        return status; // nothing to draw
    }
    screen_chart *c = calloc(1, sizeof *c);
    if (c == NULL || !keep_points(results, screen, c)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the chart of a screen");
    } else {
        status = read_columns(results, screen, c, error);
        if (status == TALUS_OK) {
            status = read_curve(results, screen, TALUS_GAUGE_ENERGY, &g.moments[TALUS_GAUGE_ENERGY],
                                c, error);
        }
        if (status == TALUS_OK) {
            status = read_curve(results, screen, TALUS_GAUGE_HEIGHT, &g.moments[TALUS_GAUGE_HEIGHT],
                                c, error);
        }
        status = status == TALUS_OK ? write_page(directory, context, &g, screen, c, error) : status;
    }
    if (c != NULL) {
        free(c->energy);
        free(c->height);
    }
    free(c);
    return status;
}
