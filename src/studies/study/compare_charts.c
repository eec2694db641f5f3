// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of the statistics: distributions, spread along the way, axis shares, ratios.
#include "studies/study/compare_charts.h"

#include "io/products/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

talus_status compare_chart_save(const compare_study *study, const compare_files *files,
                                const char *name, chart *page, talus_error *error)
{
    char file[DIRECTORY_NAME_SIZE], note[400];
    snprintf(note, sizeof note, "%.200s: %llu rocks, seed %llu, reference %s",
             files->context->title, (unsigned long long)study->outcomes[0].totals.rocks,
             (unsigned long long)study->campaign->seed, study->outcomes[0].variant.name);
    page->note = page->note == NULL ? note : page->note;
    snprintf(file, sizeof file, "%s.svg", name);
    return chart_put(files->directory, file, page, error);
}

talus_status compare_map_save(const compare_files *files, const char *name, const char *directory,
                              const char *layer, const talus_map_options *options,
                              talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    talus_status status = talus_directory_begin(files->directory, name, path, sizeof path, error);
    status = status == TALUS_OK ? talus_map_draw(directory, layer, path, options, error) : status;
    return status == TALUS_OK ? talus_directory_commit(files->directory, name, error) : status;
}

enum { SHOWN = 3, BINS = 40 };
/// Values that have a distribution chart: histogram and distribution function side by side. A mean
/// over bodies of different mass says little of an event: its largest energy stands instead.
static compare_value shown_value(const compare_study *study, size_t index)
{
    static const compare_value shown[SHOWN] = {COMPARE_RUNOUT, COMPARE_LATERAL,
                                               COMPARE_ENERGY_MEAN};
    return study->has_bodies && shown[index] == COMPARE_ENERGY_MEAN ? COMPARE_ENERGY_MAX
                                                                    : shown[index];
}

/// Arrays behind the two panels of one value.
typedef struct distribution {
    double edges[BINS + 1];
    double *shares;                 ///< (variants x (BINS + 1)) share of the rocks per bin
    double **sorted, **probability; ///< (variants) steps of the distribution functions
    chart_series *series;           ///< (2 variants)
    char x[80];
} distribution;

static void clear_distribution(distribution *d, size_t variants)
{
    for (size_t k = 0; k < variants; k++) {
        if (d->sorted != NULL) {
            free(d->sorted[k]);
        }
        if (d->probability != NULL) {
            free(d->probability[k]);
        }
    }
    free(d->shares);
    free(d->sorted);
    free(d->probability);
    free(d->series);
}

static double *rise(size_t count)
{
    double *probability = malloc((count + 1) * sizeof *probability);
    for (size_t k = 0; probability != NULL && k < count; k++) {
        probability[k] = (double)(k + 1) / (double)count;
    }
    return probability;
}

/// Edges of equal bins over all variants.
static void find_edges(distribution *d, const size_t *counts, size_t variants)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t k = 0; k < variants; k++) {
        if (counts[k] > 0) {
            low = fmin(low, d->sorted[k][0]);
            high = fmax(high, d->sorted[k][counts[k] - 1]);
        }
    }
    if (!(high > low)) {
        low = low < HUGE_VAL ? low - 0.5 : 0.0;
        high = low + 1.0;
    }
    for (size_t b = 0; b <= BINS; b++) {
        d->edges[b] = low + (high - low) * (double)b / BINS;
    }
}

static void count_bins(distribution *d, size_t k, size_t count)
{
    double *shares = d->shares + k * (BINS + 1);
    const double low = d->edges[0], width = (d->edges[BINS] - low) / BINS;
    for (size_t i = 0; i < count; i++) {
        const double bin = floor((d->sorted[k][i] - low) / width);
        shares[bin < 0.0 ? 0 : bin >= BINS ? BINS - 1 : (size_t)bin] += 1.0 / (double)count;
    }
}

static bool make_distribution(const compare_study *study, compare_value value, distribution *d)
{
    const size_t variants = study->count;
    d->shares = calloc(variants * (BINS + 1), sizeof *d->shares);
    d->sorted = calloc(variants, sizeof *d->sorted);
    d->probability = calloc(variants, sizeof *d->probability);
    d->series = calloc(2 * variants, sizeof *d->series);
    size_t *counts = calloc(variants, sizeof *counts);
    bool ok = d->shares && d->sorted && d->probability && d->series && counts;
    for (size_t k = 0; ok && k < variants; k++) {
        d->sorted[k] =
            statistics_sorted(study->outcomes[k].values[value], study->rocks, &counts[k]);
        d->probability[k] = rise(counts[k]);
        ok = d->sorted[k] != NULL && d->probability[k] != NULL;
    }
    if (ok) {
        find_edges(d, counts, variants);
        snprintf(d->x, sizeof d->x, "%s (%s)", compare_value_words(value),
                 compare_value_unit(value));
    }
    for (size_t k = 0; ok && k < variants; k++) {
        count_bins(d, k, counts[k]);
        const char *name = study->outcomes[k].variant.name;
        d->series[k] = (chart_series){.label = name,
                                      .x = d->edges,
                                      .y = d->shares + k * (BINS + 1),
                                      .count = BINS + 1,
                                      .mark = CHART_STEPS,
                                      .colour = (int)k};
        d->series[variants + k] = (chart_series){.label = name,
                                                 .x = d->sorted[k],
                                                 .y = d->probability[k],
                                                 .count = counts[k],
                                                 .mark = CHART_STEPS,
                                                 .colour = (int)k};
    }
    free(counts);
    return ok;
}

static talus_status draw_distributions(const compare_study *study, const compare_files *files,
                                       talus_error *error)
{
    distribution parts[SHOWN] = {{{0}, NULL, NULL, NULL, NULL, ""}};
    chart_panel panels[2 * SHOWN];
    bool ok = true;
    for (size_t v = 0; v < SHOWN && ok; v++) {
        ok = make_distribution(study, shown_value(study, v), &parts[v]);
        panels[2 * v] = (chart_panel){.x = {.label = parts[v].x},
                                      .y = {.label = "share of rocks per bin"},
                                      .series = parts[v].series,
                                      .series_count = study->count};
        panels[2 * v + 1] = (chart_panel){.x = {.label = parts[v].x},
                                          .y = {.label = "share of rocks below", .to = 1.0},
                                          .series = ok ? parts[v].series + study->count : NULL,
                                          .series_count = study->count};
    }
    chart page = {.title = "Distributions over the rocks",
                  .columns = 2,
                  .panels = panels,
                  .panel_count = 2 * SHOWN};
    const talus_status status =
        ok ? compare_chart_save(study, files, "distributions", &page, error)
           : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    for (size_t v = 0; v < SHOWN; v++) {
        clear_distribution(&parts[v], study->count);
    }
    return status;
}

static talus_status draw_spread(const compare_study *study, const compare_files *files,
                                talus_error *error)
{
    const size_t variants = study->count;
    chart_series *series = calloc(2 * variants, sizeof *series);
    double *rocks = malloc(variants * COMPARE_SCREENS * sizeof *rocks);
    talus_status status = TALUS_OK;
    if (series == NULL || rocks == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    for (size_t k = 0; status == TALUS_OK && k < variants; k++) {
        const compare_outcome *outcome = &study->outcomes[k];
        for (size_t s = 0; s < COMPARE_SCREENS; s++) {
            rocks[k * COMPARE_SCREENS + s] = (double)outcome->profile.rocks[s];
        }
        const chart_series line = {.label = outcome->variant.name,
                                   .x = study->screens,
                                   .y = outcome->profile.std,
                                   .count = COMPARE_SCREENS,
                                   .mark = CHART_LINE,
                                   .colour = (int)k};
        series[k] = series[variants + k] = line;
        series[variants + k].y = rocks + k * COMPARE_SCREENS;
    }
    const chart_axis along = {.label = "distance along the mean direction (m)"};
    const chart_panel panels[2] = {{.x = along,
                                    .y = {.label = "SD of the lateral deviation (m)"},
                                    .series = series,
                                    .series_count = variants},
                                   {.x = along,
                                    .y = {.label = "recorded rocks that come so far"},
                                    .series = status == TALUS_OK ? series + variants : NULL,
                                    .series_count = variants}};
    chart page = {
        .title = "Lateral spread along the way", .columns = 2, .panels = panels, .panel_count = 2};
    if (status == TALUS_OK) {
        status = compare_chart_save(study, files, "spread", &page, error);
    }
    free(series);
    free(rocks);
    return status;
}

/// Axes that rocks of any variant have, and their shares (variants x 4).
static size_t find_axes(const compare_study *study, const char *found[4], double *shares)
{
    static const char *const names[] = {"minor", "intermediate", "major", "equal pair"};
    size_t count = 0;
    for (size_t a = 0; a < 4; a++) {
        bool is_there = false;
        for (size_t k = 0; k < study->count; k++) {
            const talus_totals *totals = &study->outcomes[k].totals;
            const double share = a < 3 ? totals->axis_share[a] : totals->axis_share_equal_pair;
            shares[4 * k + count] = share;
            is_there = is_there || isfinite(share);
        }
        found[count] = names[a];
        count += is_there;
    }
    return count;
}

static talus_status draw_axis_shares(const compare_study *study, const compare_files *files,
                                     talus_error *error)
{
    static const double places[] = {0, 1, 2, 3};
    const char *names[4] = {NULL};
    chart_series *series = calloc(study->count, sizeof *series);
    double *shares = malloc((4 * study->count + 4) * sizeof *shares);
    if (series == NULL || shares == NULL) {
        free(series);
        free(shares);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    const size_t axes = find_axes(study, names, shares);
    for (size_t k = 0; k < study->count; k++) {
        series[k] = (chart_series){.label = study->outcomes[k].variant.name,
                                   .x = places,
                                   .y = shares + 4 * k,
                                   .count = axes,
                                   .mark = CHART_BARS,
                                   .colour = (int)k};
    }
    const chart_panel panel = {
        .x = {.label = "principal axis",
              .from = -0.5,
              .to = (axes > 0 ? (double)axes : 1.0) - 0.5,
              .names = names,
              .name_count = axes},
        .y = {.label = "mean share of the spin while over 1 rad/s (1)", .to = 1.0},
        .series = series,
        .series_count = study->count};
    chart page = {.title = "Axis shares",
                  .panel_width = 620,
                  .panel_height = 340,
                  .panels = &panel,
                  .panel_count = 1};
    const talus_status status = compare_chart_save(study, files, "axis_shares", &page, error);
    free(series);
    free(shares);
    return status;
}

/// Ratios that some variant has, in order.
static size_t find_ratios(const compare_study *study, compare_ratio found[COMPARE_RATIO_COUNT])
{
    size_t count = 0;
    for (int r = 0; r < COMPARE_RATIO_COUNT; r++) {
        bool is_there = false;
        for (size_t k = 1; k < study->count; k++) {
            is_there = is_there || isfinite(study->pairs[k].ratios[r].value);
        }
        found[count] = (compare_ratio)r;
        count += is_there;
    }
    return count;
}

/// Arrays of one variant's ratios.
typedef struct ratio_points {
    double x[COMPARE_RATIO_COUNT], y[COMPARE_RATIO_COUNT], ends[2 * COMPARE_RATIO_COUNT];
} ratio_points;

static void place_ratios(const compare_study *study, size_t k, const compare_ratio *shown,
                         size_t count, ratio_points *points, chart_series *series)
{
    // variants stand beside each other within 0.6 of a place
    const double offset =
        study->count > 2 ? 0.6 * ((double)(k - 1) / (double)(study->count - 2) - 0.5) : 0.0;
    for (size_t r = 0; r < count; r++) {
        const statistics_interval *ratio = &study->pairs[k].ratios[shown[r]];
        points->x[r] = (double)r + offset;
        points->y[r] = ratio->value;
        points->ends[2 * r] = ratio->low;
        points->ends[2 * r + 1] = ratio->high;
    }
    *series = (chart_series){.label = study->outcomes[k].variant.name,
                             .x = points->x,
                             .y = points->y,
                             .y2 = points->ends,
                             .count = count,
                             .mark = CHART_ERRORS,
                             .colour = (int)k};
}

static talus_status draw_ratios(const compare_study *study, const compare_files *files,
                                talus_error *error)
{
    compare_ratio shown[COMPARE_RATIO_COUNT];
    const size_t count = find_ratios(study, shown);
    const double ends[] = {-0.5, (count > 0 ? (double)count : 1.0) - 0.5}, one[] = {1.0, 1.0};
    const char *names[COMPARE_RATIO_COUNT];
    char label[120];
    for (size_t r = 0; r < count; r++) {
        names[r] = compare_ratio_words(shown[r]);
    }
    chart_series *series = calloc(study->count, sizeof *series);
    ratio_points *points = calloc(study->count, sizeof *points);
    talus_status status = TALUS_OK;
    if (series == NULL || points == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    } else {
        series[0] = (chart_series){
            .x = ends, .y = one, .count = 2, .mark = CHART_LINE, .colour = -1, .dashed = true};
    }
    for (size_t k = 1; status == TALUS_OK && k < study->count; k++) {
        place_ratios(study, k, shown, count, &points[k], &series[k]);
    }
    snprintf(label, sizeof label, "mean / mean of %s", study->outcomes[0].variant.name);
    const chart_panel panel = {
        .x = {.from = ends[0], .to = ends[1], .names = names, .name_count = count},
        .y = {.label = label},
        .series = series,
        .series_count = study->count};
    chart page = {.title = "Ratios with 95 % confidence intervals",
                  .panel_width = 1060,
                  .panel_height = 360,
                  .panels = &panel,
                  .panel_count = 1};
    if (status == TALUS_OK) {
        status = compare_chart_save(study, files, "ratios", &page, error);
    }
    free(series);
    free(points);
    return status;
}

talus_status compare_write_charts(const compare_study *study, const compare_files *files,
                                  talus_error *error)
{
    talus_status status = draw_distributions(study, files, error);
    if (status == TALUS_OK) {
        status = draw_spread(study, files, error);
    }
    if (status == TALUS_OK && !study->has_bodies) {
        status = draw_axis_shares(study, files, error);
    }
    if (status == TALUS_OK && study->count > 1) {
        status = draw_ratios(study, files, error);
    }
    return status;
}
