// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a study of models: table, rasters, chart, members of the summary.
#include "studies/models/models_internal.h"

#include "foundation/statistics/statistics.h"
#include "io/chart/chart.h"
#include "io/products/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL_COLUMNS(X)                                                                           \
    X(WORD, model, NULL, "name", models_name(row->kind))                                           \
    X(UNSIGNED, rocks, "1", "followed", row->rocks)                                                \
    MODELS_FIGURES(X)
TABLE_DEFINE(models, MODEL_COLUMNS, const models_figures *row = TABLE_ROW(models_figures))

talus_status models_claim(const models_study *study, talus_directory *directory, talus_error *error)
{
    static const char *const files[] = {"models.csv",    "models.svg",          "terrain.tif",
                                        "agreement.tif", "agreement_share.tif", NULL};
    talus_status status = directory_claim_all(directory, files, error);
    for (size_t k = 0; k < study->count && status == TALUS_OK; k++) {
        status = directory_claim(directory, error, "reach_%s.tif", models_name(study->kinds[k]));
    }
    return status;
}

static talus_status write_raster(const talus_products_context *context, talus_directory *directory,
                                 const char *name, const char *unit, const float *values,
                                 talus_error *error)
{
    geo_raster raster = output_place_raster(context, name, unit);
    raster.values = values;
    return output_write_raster(directory, name, &raster, error);
}

/// How many models reach each cell, and which share of them that is; NaN where none does.
static talus_status write_agreement(const models_study *study,
                                    const talus_products_context *context,
                                    talus_directory *directory, talus_error *error)
{
    const talus_cells *cells = &context->campaign->cells;
    const size_t count = cells->nx * cells->ny, models = study->count;
    float *numbers = malloc(count * sizeof *numbers + 1),
          *shares = malloc(count * sizeof *shares + 1);
    if (numbers == NULL || shares == NULL) {
        free(numbers);
        free(shares);
        return models_no_memory(error);
    }
    for (size_t k = 0; k < count; k++) {
        size_t in = 0;
        for (size_t m = 0; m < models; m++) {
            in += (double)study->reach[m][k] >= study->options.level;
        }
        numbers[k] = in > 0 ? (float)in : (float)NAN;
        shares[k] = in > 0 ? (float)((double)in / (double)models) : (float)NAN;
    }
    talus_status status = write_raster(context, directory, "agreement", "models", numbers, error);
    if (status == TALUS_OK) {
        status = write_raster(context, directory, "agreement_share", "1", shares, error);
    }
    free(numbers);
    free(shares);
    return status;
}

static talus_status write_reaches(const models_study *study, const talus_products_context *context,
                                  talus_directory *directory, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < study->count && status == TALUS_OK; k++) {
        char name[64];
        snprintf(name, sizeof name, "reach_%s", models_name(study->kinds[k]));
        status = write_raster(context, directory, name, "1", study->reach[k], error);
    }
    return status;
}

/// Curves of the run-outs behind the chart.
typedef struct curves {
    double *runouts[MODELS_COUNT], *shares[MODELS_COUNT];
    chart_series series[MODELS_COUNT], bars;
    double places[MODELS_COUNT], areas[MODELS_COUNT];
    const char *names[MODELS_COUNT];
} curves;

static bool make_curves(const models_study *study, curves *c, size_t *lines)
{
    const size_t rocks = (size_t)talus_campaign_rock_count(talus_world_campaign(study->world));
    *lines = 0;
    for (size_t k = 0; k < study->count; k++) {
        c->places[k] = (double)k;
        c->areas[k] = 1e-4 * study->figures[k].reached_m2;
        c->names[k] = models_name(study->kinds[k]);
        if (study->runouts[k] == NULL) {
            continue;
        }
        size_t count = 0;
        c->runouts[k] = statistics_sorted(study->runouts[k], rocks, &count);
        c->shares[k] = malloc(count * sizeof(double) + 1);
        if (c->runouts[k] == NULL || c->shares[k] == NULL) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            c->shares[k][i] = 1.0 - (double)i / (double)count;
        }
        c->series[(*lines)++] = (chart_series){.label = c->names[k],
                                               .x = c->runouts[k],
                                               .y = c->shares[k],
                                               .count = count,
                                               .mark = CHART_LINE,
                                               .colour = (int)k};
    }
    c->bars = (chart_series){
        .x = c->places, .y = c->areas, .count = study->count, .mark = CHART_BARS, .colour = 0};
    return true;
}

static talus_status write_chart(const models_study *study, const talus_products_context *context,
                                talus_directory *directory, talus_error *error)
{
    curves c = {0};
    size_t lines = 0;
    talus_status status = make_curves(study, &c, &lines) ? TALUS_OK : models_no_memory(error);
    if (status == TALUS_OK) {
        const chart_panel panels[] = {
            {.title = "Run-out",
             .x = {.label = "run-out (m)"},
             .y = {.label = "share of the rocks that go so far (1)", .to = 1.0},
             .series = c.series,
             .series_count = lines},
            {.title = "Reach",
             .x = {.label = "model",
                   .from = -0.5,
                   .to = (double)study->count - 0.5,
                   .names = c.names,
                   .name_count = study->count},
             .y = {.label = "area reached (ha)"},
             .series = &c.bars,
             .series_count = 1}};
        const chart page = {
            .title = context->title, .columns = 2, .panels = panels, .panel_count = 2};
        status = chart_put(directory, "models.svg", &page, error);
    }
    for (size_t k = 0; k < MODELS_COUNT; k++) {
        free(c.runouts[k]);
        free(c.shares[k]);
    }
    return status;
}

talus_status models_write(const models_study *study, const talus_products_context *context,
                          talus_directory *directory, talus_error *error)
{
    const talus_table table = TABLE(models, study->figures, study->count);
    talus_status status = table_write_csv(directory, "models.csv", &table, error);
    if (status == TALUS_OK) {
        status = write_chart(study, context, directory, error);
    }
    if (status == TALUS_OK) {
        status = output_write_terrain(directory, context, study->results, error);
    }
    if (status == TALUS_OK) {
        status = write_reaches(study, context, directory, error);
    }
    return status == TALUS_OK ? write_agreement(study, context, directory, error) : status;
}

#define AGREEMENT_COLUMNS(X)                                                                       \
    X(INTEGER, models, "1", "that reach the cells", index + 1)                                     \
    X(REAL, area_m2, "m^2", "of these cells", study->areas[index + 1])
TABLE_DEFINE(agreement, AGREEMENT_COLUMNS, const models_study *study = user)

bool models_table(const models_study *study, const char *name, talus_table *table)
{
    const talus_table tables[] = {TABLE(models, study->figures, study->count),
                                  TABLE(agreement, study, study->count)};
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
        if (strcmp(name, tables[k].name) == 0) {
            *table = tables[k];
            return true;
        }
    }
    return false;
}

static void add_agreement(files_text *text, const models_study *study)
{
    const size_t models = study->count;
    double reached = 0.0;
    for (size_t k = 1; k <= models; k++) {
        reached += study->areas[k];
    }
    files_json_begin(text, "agreement", '{');
    files_json_add_number(text, "level", study->options.level);
    files_json_add_numbers(text, "area_by_models_m2", study->areas + 1, models);
    files_json_add_number(text, "share_of_all",
                          reached > 0.0 ? study->areas[models] / reached : (double)NAN);
    files_json_begin(text, "pairs", '[');
    for (size_t a = 0; a < models; a++) {
        for (size_t b = a + 1; b < models; b++) {
            files_json_begin(text, NULL, '{');
            files_json_add_text(text, "a", models_name(study->kinds[a]));
            files_json_add_text(text, "b", models_name(study->kinds[b]));
            files_json_add_number(text, "both_over_either", study->shared[a][b]);
            files_json_end(text, '}');
        }
    }
    files_json_end(text, ']');
    files_json_end(text, '}');
}

void models_add_members(files_text *text, const models_study *study,
                        const talus_products_context *context)
{
    const talus_table table = TABLE(models, study->figures, study->count);
    directory_add_study(text, "models");
    files_json_add_text(text, "title", context->title);
    files_json_begin(text, "scenario", '{');
    files_json_add_text(text, "path", context->scenario_path);
    files_json_add_text(text, "sha256", context->scenario_sha256);
    files_json_end(text, '}');
    files_json_add_unsigned(text, "seed", context->campaign->seed);
    files_json_add_unsigned(text, "rocks", talus_campaign_rock_count(context->campaign));
    files_json_add_number(text, "energy_line_deg", study->options.energy_line_deg);
    table_json(text, "models", &table);
    add_agreement(text, study);
}
