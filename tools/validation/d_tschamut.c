// SPDX-License-Identifier: GPL-3.0-or-later
// D. Tschamut 2014: two parameters are fitted on half of the measured runs, the other half is
// reported.
#include "d_tschamut.h"

#include "curve.h"
#include "foundation/statistics/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// One set for the search, a larger and fresh one to judge what it found.
static const tschamut_sample searched = {10, 1}, judged = {50, 2};

/// Misfit of one half: squared differences of means and standard deviations of the blocks, each in
/// standard errors of what was measured.
static talus_status misfit(const validation *v, const tschamut_block *blocks,
                           const tschamut_ground *ground, tschamut_sample sample, double *out,
                           talus_error *error)
{
    *out = 0.0;
    for (int k = 0; k < TSCHAMUT_BLOCKS; k++) {
        double measured[TSCHAMUT_MOST_RUNS], mean[2], deviation[2];
        const size_t n = tschamut_measured(&blocks[k], TSCHAMUT_FITTED, measured);
        run_result result;
        const talus_status status =
            tschamut_run(v, &blocks[k], TSCHAMUT_FITTED, ground, sample, &result, error);
        if (status != TALUS_OK) {
            return status;
        }
        run_moments(measured, n, &mean[0], &deviation[0]);
        run_moments(result.runout, result.count, &mean[1], &deviation[1]);
        run_result_clear(&result);
        const double variance = deviation[0] * deviation[0] / (double)n;
        *out += (mean[1] - mean[0]) * (mean[1] - mean[0]) / variance;
        *out += (deviation[1] - deviation[0]) * (deviation[1] - deviation[0]) / (0.5 * variance);
    }
    return TALUS_OK;
}

enum { SEARCH_SIDE = 6, SEARCH_POINTS = SEARCH_SIDE * SEARCH_SIDE };

/// The misfit on a grid, and its least value after two refinements about the best point.
typedef struct search {
    double first[SEARCH_POINTS]; ///< on the first grid, roughness along rows
    tschamut_ground low, high;   ///< its corners
    tschamut_ground best;
    double least;
} search;

/// Try a rectangle of side x side points; keep the best. `values` may be NULL.
static talus_status try_grid(const validation *v, const tschamut_block *blocks,
                             const tschamut_ground corners[2], int side, double *values, search *s,
                             talus_error *error)
{
    const double step = 1.0 / (side - 1);
    for (int i = 0; i < side * side; i++) {
        const double x = (i % side) * step, y = (i / side) * step;
        const tschamut_ground at = {
            corners[0].roughness + x * (corners[1].roughness - corners[0].roughness),
            corners[0].mu_min + y * (corners[1].mu_min - corners[0].mu_min)};
        double value;
        const talus_status status = misfit(v, blocks, &at, searched, &value, error);
        if (status != TALUS_OK) {
            return status;
        }
        if (values) {
            values[i] = value;
        }
        if (value < s->least) {
            s->least = value;
            s->best = at;
        }
    }
    return TALUS_OK;
}

static talus_status fit(const validation *v, const tschamut_block *blocks, search *s,
                        talus_error *error)
{
    *s = (search){.low = {0.2, 0.0}, .high = {0.7, 0.5}, .least = (double)INFINITY};
    double dx = (s->high.roughness - s->low.roughness) / (SEARCH_SIDE - 1);
    double dy = (s->high.mu_min - s->low.mu_min) / (SEARCH_SIDE - 1);
    const tschamut_ground whole[2] = {s->low, s->high};
    talus_status status = try_grid(v, blocks, whole, SEARCH_SIDE, s->first, s, error);
    for (int level = 0; level < 2 && status == TALUS_OK; level++) {
        dx *= 0.5;
        dy *= 0.5;
        const tschamut_ground around[2] = {{s->best.roughness - dx, fmax(0.0, s->best.mu_min - dy)},
                                           {s->best.roughness + dx, s->best.mu_min + dy}};
        status = try_grid(v, blocks, around, 3, NULL, s, error);
    }
    return status;
}

/// The misfit as a coloured grid: is there one minimum?
static talus_status draw_misfit(validation *v, const search *s, talus_error *error)
{
    const double dx = 0.5 * (s->high.roughness - s->low.roughness) / (SEARCH_SIDE - 1);
    const double dy = 0.5 * (s->high.mu_min - s->low.mu_min) / (SEARCH_SIDE - 1);
    double roots[SEARCH_POINTS];
    for (int i = 0; i < SEARCH_POINTS; i++) {
        roots[i] = sqrt(s->first[i]);
    }
    const chart_grid grid = {.values = roots,
                             .nx = SEARCH_SIDE,
                             .ny = SEARCH_SIDE,
                             .x0 = s->low.roughness - dx,
                             .y0 = s->low.mu_min - dy,
                             .x1 = s->high.roughness + dx,
                             .y1 = s->high.mu_min + dy,
                             .label = "root of the misfit (standard errors)"};
    const chart_series mark = {.label = "best",
                               .x = &s->best.roughness,
                               .y = &s->best.mu_min,
                               .count = 1,
                               .mark = CHART_POINTS,
                               .colour = 1};
    const chart_panel panel = {.x = {.label = "roughness (m)"},
                               .y = {.label = "μ_min"},
                               .grid = &grid,
                               .series = &mark,
                               .series_count = 1};
    const chart picture = {
        .title = "Tschamut: misfit on the fitted half", .panels = &panel, .panel_count = 1};
    return report_chart(v, "tschamut_misfit", "Misfit over the two fitted parameters", &picture,
                        error);
}

/// Distance of two distributions of different sizes: both padded with missing values.
static talus_status compare_samples(const double *a, size_t a_count, const double *b,
                                    size_t b_count, statistics_ks *ks, talus_error *error)
{
    const size_t most = a_count > b_count ? a_count : b_count;
    double *padded = malloc(2 * most * sizeof *padded);
    if (!padded) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < most; i++) {
        padded[i] = i < a_count ? a[i] : NONE;
        padded[most + i] = i < b_count ? b[i] : NONE;
    }
    const talus_status status =
        statistics_kolmogorov_smirnov(padded, padded + most, most, ks, error);
    free(padded);
    return status;
}

/// Rows of one block: held-back runs against simulations of them.
static talus_status report_block(validation *v, const tschamut_block *block,
                                 const run_result *result, talus_error *error)
{
    double measured[TSCHAMUT_MOST_RUNS], mean, deviation, ours, spread;
    const size_t n = tschamut_measured(block, TSCHAMUT_HELD, measured);
    statistics_ks ks;
    char what[3][128];
    run_moments(measured, n, &mean, &deviation);
    run_moments(result->runout, result->count, &ours, &spread);
    const talus_status status =
        compare_samples(measured, n, result->runout, result->count, &ks, error);
    const double a = block->published_mean, b = block->published_deviation;
    snprintf(what[0], sizeof what[0], "%s: mean run-out (m; %.1f in the %zu held-back runs)",
             block->name, mean, n);
    snprintf(what[1], sizeof what[1], "%s: standard deviation (m; %.1f likewise)", block->name,
             deviation);
    snprintf(what[2], sizeof what[2], "%s: Kolmogorov-Smirnov p (distance %.2f)", block->name,
             ks.distance);
    const validation_row rows[3] = {
        {what[0], a, a - b, a + b, false, NULL},
        {what[1], b, 0.5, 2.0, true,
         "some rocks stay where they are released, held by the roughness; only runs that moved "
         "were measured"},
        {what[2], NONE, 0.05, NONE, false,
         "one ground for three blocks on a proxy terrain does not give their distributions"}};
    const double found[3] = {ours, spread, ks.p};
    for (int i = 0; i < 3; i++) {
        report_row(v, &rows[i], found[i]);
    }
    return status;
}

static talus_status draw_blocks(validation *v, const tschamut_block *blocks,
                                const run_result *results, talus_error *error)
{
    curve curves[TSCHAMUT_BLOCKS][2] = {{{0}}};
    chart_series series[TSCHAMUT_BLOCKS][2];
    chart_panel panels[TSCHAMUT_BLOCKS];
    talus_status status = TALUS_OK;
    for (int k = 0; k < TSCHAMUT_BLOCKS && status == TALUS_OK; k++) {
        double measured[TSCHAMUT_MOST_RUNS];
        const size_t n = tschamut_measured(&blocks[k], TSCHAMUT_HELD, measured);
        status = curve_make(measured, n, &curves[k][0], error);
        if (status == TALUS_OK) {
            status = curve_make(results[k].runout, results[k].count, &curves[k][1], error);
        }
        for (int i = 0; i < 2; i++) {
            series[k][i] = (chart_series){.label = i == 0 ? "measured, held back" : "talus",
                                          .x = curves[k][i].x,
                                          .y = curves[k][i].y,
                                          .count = curves[k][i].count,
                                          .mark = CHART_STEPS,
                                          .colour = i};
        }
        panels[k] = (chart_panel){.title = blocks[k].name,
                                  .x = {.label = "run-out (m)", .from = 0.0, .to = 180.0},
                                  .y = {.label = "share of the runs", .from = 0.0, .to = 1.0},
                                  .series = series[k],
                                  .series_count = 2};
    }
    if (status == TALUS_OK) {
        const chart picture = {
            .title = "Tschamut 2014: run-out of the held-back half",
            .note = "Data: Volkwein and Gerber 2018, doi:10.16904/envidat.34 (ODbL); proxy terrain",
            .panel_width = 320,
            .columns = TSCHAMUT_BLOCKS,
            .panels = panels,
            .panel_count = TSCHAMUT_BLOCKS};
        status =
            report_chart(v, "tschamut", "Run-out distributions of three blocks", &picture, error);
    }
    for (int k = 0; k < 2 * TSCHAMUT_BLOCKS; k++) {
        curve_clear(&curves[k / 2][k % 2]);
    }
    return status;
}

static void report_data(validation *v, const tschamut_block *blocks)
{
    report_text(
        v, "One fitted ground meets the mean run-outs of three blocks, but not all of their "
           "distributions. Release and stop points of 62 runs were measured (Volkwein and Gerber "
           "2018, doi:10.16904/envidat.34, ODbL; `terrain/tschamut/README.md`). **The terrain is a "
           "proxy** of 5 m cells, built from positions of the runs themselves and without "
           "roughness, so only distributions of run-out are compared. The shapes are ellipsoids of "
           "the measured lengths with 42 corners. The ground is `soft` without ground drag, "
           "because drag and friction act alike. The rocks start at the measured points with the "
           "measured velocities, in random orientations. The measured runs, as read here, have the "
           "published means and standard deviations:");
    report_table_as(v, "published", REPORT_BRIEF);
    for (int k = 0; k < TSCHAMUT_BLOCKS; k++) {
        double mean, deviation;
        char what[2][128];
        run_moments(blocks[k].runout, blocks[k].count, &mean, &deviation);
        snprintf(what[0], sizeof what[0], "measured, %s: mean of %zu runs (m)", blocks[k].name,
                 blocks[k].count);
        snprintf(what[1], sizeof what[1], "measured, %s: standard deviation (m)", blocks[k].name);
        const double a = blocks[k].published_mean, b = blocks[k].published_deviation;
        const validation_row rows[2] = {{what[0], a, a - 0.5, a + 0.5, false, NULL},
                                        {what[1], b, b - 0.5, b + 0.5, false, NULL}};
        report_row(v, &rows[0], mean);
        report_row(v, &rows[1], deviation);
    }
}

/// Fit on one half and compare with what stands in the scenarios.
static talus_status report_fit(validation *v, const tschamut_block *blocks, talus_error *error)
{
    search s;
    double fitted, stored;
    talus_status status = fit(v, blocks, &s, error);
    if (status == TALUS_OK) {
        status = misfit(v, blocks, &s.best, judged, &fitted, error);
    }
    if (status == TALUS_OK) {
        status = misfit(v, blocks, NULL, judged, &stored, error);
    }
    if (status == TALUS_OK) {
        report_text(v,
                    "A fit on every other run, by a grid of %d x %d points and two refinements, "
                    "gives roughness %.4g m and μ_min %.4g. The misfit is the sum of six squared "
                    "differences (mean and standard deviation of three blocks), each in standard "
                    "errors of the measured value. With fresh random numbers it is %.1f for this "
                    "fit and %.1f for the values in the scenarios.",
                    SEARCH_SIDE, SEARCH_SIDE, s.best.roughness, s.best.mu_min, fitted, stored);
        report_table_as(v, "expected", REPORT_BRIEF);
        const validation_row row = {
            "misfit of the scenarios / of this fit", 1.0, NONE, 1.5, false, NULL};
        report_row(v, &row, stored / fitted);
        status = draw_misfit(v, &s, error);
    }
    return status;
}

talus_status validate_tschamut(validation *v, talus_error *error)
{
    tschamut_block blocks[TSCHAMUT_BLOCKS];
    run_result results[TSCHAMUT_BLOCKS] = {0};
    talus_status status = tschamut_read(v, blocks, error);
    if (status != TALUS_OK) {
        return status;
    }
    report_heading(v, "D. Tschamut 2014: measured run-outs of three blocks");
    report_data(v, blocks);
    if (v->full) {
        status = report_fit(v, blocks, error);
    }
    report_text(v, "The held-back half, simulated with the values in the scenarios, which were "
                   "fitted on the other half:");
    report_table(v, "measured, all");
    for (int k = 0; k < TSCHAMUT_BLOCKS && status == TALUS_OK; k++) {
        const tschamut_sample sample = {v->full ? 50 : 20, 1};
        status = tschamut_run(v, &blocks[k], TSCHAMUT_HELD, NULL, sample, &results[k], error);
        if (status == TALUS_OK) {
            status = report_block(v, &blocks[k], &results[k], error);
        }
    }
    if (status == TALUS_OK && v->pictures) {
        status = draw_blocks(v, blocks, results, error);
    }
    for (int k = 0; k < TSCHAMUT_BLOCKS; k++) {
        run_result_clear(&results[k]);
    }
    return status;
}
