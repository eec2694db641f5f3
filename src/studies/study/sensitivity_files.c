// SPDX-License-Identifier: GPL-3.0-or-later
// sensitivity.json, the tornado chart and the maps of change.
#include "foundation/files/files.h"
#include "io/products/output.h"
#include "studies/study/compare_charts.h"
#include "studies/study/sensitivity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void add_variants(files_text *text, const sensitivity_study *study,
                         const sensitivity_changes *changes)
{
    files_json_begin(text, "variants", '[');
    for (size_t k = 0; k < study->rocks->count; k++) {
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "name", study->rocks->outcomes[k].variant.name);
        files_json_begin(text, "changes", '{');
        for (size_t c = 0; c < changes[k].count; c++) {
            files_json_add_text(text, changes[k].items[c].path, changes[k].items[c].value);
        }
        files_json_end(text, '}');
        files_json_add_text(text, "note", changes[k].note);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}

/// The variants of a metric, the largest change first; its `user`.
typedef struct metric_rows {
    const sensitivity_study *study;
    size_t metric;
    const size_t *order;
} metric_rows;

#define ROWS ((const metric_rows *)user)
#define EFFECT_COLUMNS(X)                                                                          \
    X(TEXT, name, NULL, "of the variant",                                                          \
      ROWS->study->rocks->outcomes[ROWS->order[index]].variant.name)                               \
    X(REAL, value, NULL, "of the metric", row->value)                                              \
    X(REAL, ratio, "1", "to the reference", row->ratio.value)                                      \
    X(REAL, low, "1", "95 % interval of the ratio", row->ratio.low)                                \
    X(REAL, high, "1", "95 % interval of the ratio", row->ratio.high)
TABLE_DEFINE(variants, EFFECT_COLUMNS,
             const sensitivity_effect *row = sensitivity_effect_of(ROWS->study, ROWS->order[index],
                                                                   ROWS->metric))

static void add_metric(files_text *text, const sensitivity_study *study, size_t metric,
                       size_t *order)
{
    const metric_rows rows = {study, metric, order};
    const talus_table table = TABLE(variants, &rows, sensitivity_order(study, metric, order));
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "metric", study->metrics[metric].key);
    files_json_add_text(text, "unit", study->metrics[metric].unit);
    files_json_add_number(text, "reference", sensitivity_effect_of(study, 0, metric)->value);
    table_json(text, table.name, &table);
    files_json_end(text, '}');
}

talus_status sensitivity_write_summary(const sensitivity_study *study, const compare_files *files,
                                       const sensitivity_changes *changes, talus_error *error)
{
    files_text text = {.first = true};
    size_t *order = malloc(study->rocks->requested * sizeof *order);
    if (order == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for sensitivity.json");
    }
    files_json_begin(&text, NULL, '{');
    compare_add_head(&text, study->rocks, files);
    files_json_add_number(&text, "reach_area_probability", study->level);
    add_variants(&text, study, changes);
    files_json_begin(&text, "metrics", '[');
    for (size_t m = 0; m < study->metric_count; m++) {
        add_metric(&text, study, m, order);
    }
    files_json_end(&text, ']');
    files_json_end(&text, '}');
    files_text_add(&text, "\n");
    free(order);
    return directory_write_text(files->directory, "sensitivity.json", &text, error);
}

enum { PARTS = 3 }; // of a bar: area, outline, interval

/// Bars of one panel, from no change to the change, with a line for the interval.
typedef struct bars {
    const char *names[SENSITIVITY_KIND_COUNT];
    double change[SENSITIVITY_KIND_COUNT][5], side[SENSITIVITY_KIND_COUNT][5];
    double top[SENSITIVITY_KIND_COUNT][2];
    double interval[SENSITIVITY_KIND_COUNT][2], middle[SENSITIVITY_KIND_COUNT][2];
    chart_series series[PARTS * SENSITIVITY_KIND_COUNT];
    double low, high; ///< %, of all bars and lines
    char title[160];
} bars;

static void widen(bars *all, double change)
{
    all->low = change < all->low ? change : all->low; // NaN stays out
    all->high = change > all->high ? change : all->high;
}

/// The bar in row `row`, from the bottom.
static void place_bar(const sensitivity_effect *effect, size_t row, bars *all)
{
    const double half = 0.32, y = (double)row, change = 1e2 * (effect->ratio.value - 1.0);
    const int colour = change < 0.0 ? 0 : 1;
    chart_series *series = all->series + PARTS * row;
    for (int k = 0; k < 5; k++) {
        all->change[row][k] = k == 1 || k == 2 ? change : 0.0;
        all->side[row][k] = k == 2 || k == 3 ? y + half : y - half;
    }
    all->top[row][0] = all->top[row][1] = y + half;
    all->middle[row][0] = all->middle[row][1] = y;
    all->interval[row][0] = 1e2 * (effect->ratio.low - 1.0);
    all->interval[row][1] = 1e2 * (effect->ratio.high - 1.0);
    widen(all, change);
    widen(all, all->interval[row][0]);
    widen(all, all->interval[row][1]);
    series[0] = (chart_series){.x = all->change[row],
                               .y = all->side[row],
                               .y2 = all->top[row],
                               .count = 2,
                               .mark = CHART_BAND,
                               .colour = colour};
    series[1] = (chart_series){.x = all->change[row],
                               .y = all->side[row],
                               .count = 5,
                               .mark = CHART_LINE,
                               .colour = colour};
    series[2] = (chart_series){.x = all->interval[row],
                               .y = all->middle[row],
                               .count = 2,
                               .mark = CHART_LINE,
                               .colour = -1,
                               .width = 2.0};
}

static chart_panel place_bars(const sensitivity_study *study, size_t metric, bars *all)
{
    size_t order[SENSITIVITY_KIND_COUNT];
    const size_t count = sensitivity_order(study, metric, order);
    const sensitivity_metric *m = &study->metrics[metric];
    for (size_t k = 0; k < count; k++) {
        const size_t row = count - 1 - k;
        all->names[row] = study->rocks->outcomes[order[k]].variant.name;
        place_bar(sensitivity_effect_of(study, order[k], metric), row, all);
    }
    const double margin = 0.06 * (all->high - all->low) + 1e-3;
    snprintf(all->title, sizeof all->title, "%s: %.4g %s as it is", m->words,
             sensitivity_effect_of(study, 0, metric)->value, m->unit);
    return (chart_panel){
        .title = all->title,
        .x = {.label = "change (%)", .from = all->low - margin, .to = all->high + margin},
        .y = {.from = -0.5, .to = (double)count - 0.5, .names = all->names, .name_count = count},
        .series = all->series,
        .series_count = PARTS * count};
}

talus_status sensitivity_write_chart(const sensitivity_study *study, const compare_files *files,
                                     talus_error *error)
{
    bars *all = calloc(study->metric_count, sizeof *all);
    chart_panel *panels = calloc(study->metric_count, sizeof *panels);
    talus_status status = TALUS_OK;
    if (all == NULL || panels == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    for (size_t m = 0; m < study->metric_count && status == TALUS_OK; m++) {
        panels[m] = place_bars(study, m, &all[m]);
    }
    chart page = {.title = "Changes from the scenario as it is, with 95 % intervals",
                  .panel_width = 520,
                  .panel_height = 140 + 24.0 * (double)(study->rocks->count - 1),
                  .columns = 2,
                  .panels = panels,
                  .panel_count = study->metric_count};
    if (status == TALUS_OK) {
        status = compare_chart_save(study->rocks, files, "tornado", &page, error);
    }
    free(all);
    free(panels);
    return status;
}

static talus_status write_map(const compare_study *study, const compare_files *files, size_t k,
                              const char *layer, talus_error *error)
{
    const char *name = study->outcomes[k].variant.name;
    const char *parent = talus_directory_path(files->directory);
    char directory[OUTPUT_PATH_SIZE], minus[OUTPUT_PATH_SIZE];
    char file[160], title[400];
    talus_status status = output_path(directory, parent, name, "", error);
    snprintf(file, sizeof file, "%s/%s", study->outcomes[0].variant.name, layer);
    if (status == TALUS_OK) {
        status = output_path(minus, parent, file, ".tif", error);
    }
    snprintf(file, sizeof file, "change_%s_%s.png", name, layer);
    snprintf(title, sizeof title, "%.200s%s%s minus %s", files->context->title,
             files->context->title[0] ? ": " : "", name, study->outcomes[0].variant.name);
    const talus_map_options options = {
        .size = sizeof(talus_map_options), .title = title, .minus = minus};
    return status == TALUS_OK ? compare_map_save(files, file, directory, layer, &options, error)
                              : status;
}

/// Layers whose change is drawn.
static const char *const drawn[] = {"reach_probability", "kinetic_energy_p95"};
enum { DRAWN = sizeof drawn / sizeof drawn[0] };

talus_status sensitivity_claim(const sensitivity_study *study, talus_directory *directory,
                               talus_error *error)
{
    static const char *const names[] = {"sensitivity.json", "tornado.svg", NULL};
    talus_status status = directory_claim_all(directory, names, error);
    for (size_t k = 1; k < study->rocks->requested; k++) {
        for (size_t i = 0; i < DRAWN && status == TALUS_OK; i++) {
            status = directory_claim(directory, error, "change_%s_%s.png",
                                     study->rocks->outcomes[k].variant.name, drawn[i]);
        }
    }
    return status;
}

talus_status sensitivity_write_maps(const sensitivity_study *study, const compare_files *files,
                                    talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 1; k < study->rocks->count; k++) {
        for (size_t i = 0; i < DRAWN && status == TALUS_OK; i++) {
            status = write_map(study->rocks, files, k, drawn[i], error);
        }
    }
    return status;
}
