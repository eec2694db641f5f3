// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs.h"

#include "runs/ensemble/accessors.h"
#include "talus/map.h"
#include "talus/products.h"
#include "talus/run.h"
#include "talus/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

talus_status run_load(const validation *v, const char *name, run_case *c, talus_error *error)
{
    return run_load_with(v, name, NULL, 0, c, error);
}

talus_status run_load_with(const validation *v, const char *name, const talus_override *overrides,
                           size_t count, run_case *c, talus_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", v->source, name);
    *c = (run_case){.diagnostics = talus_diagnostics_create()};
    if (!c->diagnostics) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    talus_status status =
        talus_scenario_read(path, overrides, count, c->diagnostics, &c->scenario, error);
    if (status == TALUS_OK) {
        status = talus_world_load(c->scenario, c->diagnostics, &c->world, error);
    }
    if (status == TALUS_OK) {
        c->campaign = *talus_world_campaign(c->world);
        c->campaign.recorded_rocks = 0;
        const size_t size = c->campaign.release_count * sizeof *c->releases;
        c->releases = malloc(size);
        if (!c->releases) {
            status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
        } else {
            memcpy(c->releases, c->campaign.releases, size);
            c->campaign.releases = c->releases;
        }
    }
    if (status != TALUS_OK) {
        // the sentence of the first problem names file and line
        if (talus_diagnostics_count(c->diagnostics) > 0) {
            char text[900];
            talus_diagnostic_format(talus_diagnostics_get(c->diagnostics, 0), text, sizeof text);
            (void)talus_error_set(error, status, "%s", text);
        }
        run_clear(c);
    }
    return status;
}

void run_clear(run_case *c)
{
    free(c->releases);
    talus_world_destroy(c->world);
    talus_scenario_destroy(c->scenario);
    talus_diagnostics_destroy(c->diagnostics);
    *c = (run_case){0};
}

void run_set_rocks(run_case *c, uint64_t rocks)
{
    const size_t count = c->campaign.release_count;
    for (size_t i = 0; i < count; i++) {
        const uint64_t share = rocks * (i + 1) / count - rocks * i / count;
        c->releases[i].rocks = share > 0 ? share : 1;
    }
}

talus_status run_campaign(const talus_campaign *campaign, run_result *result, talus_error *error)
{
    const talus_run_options options = talus_run_options_default();
    *result = (run_result){0};
    const clock_t start = clock();
    const talus_status status = talus_campaign_run(campaign, &options, &result->results, error);
    result->seconds = (double)(clock() - start) / (double)CLOCKS_PER_SEC;
    if (status != TALUS_OK) {
        run_result_clear(result);
        return status;
    }
    result->totals = *ensemble_totals(result->results);
    result->count = (size_t)talus_campaign_rock_count(campaign);
    result->runout = malloc(result->count * sizeof *result->runout);
    if (!result->runout) {
        run_result_clear(result);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    const talus_rock_record *records = ensemble_records(result->results);
    for (size_t i = 0; i < result->count; i++) {
        result->runout[i] = hypot(records[i].end.r.x - records[i].start.r.x,
                                  records[i].end.r.y - records[i].start.r.y);
    }
    return TALUS_OK;
}

void run_result_clear(run_result *result)
{
    free(result->runout);
    talus_results_destroy(result->results);
    *result = (run_result){0};
}

void run_moments(const double *values, size_t count, double *mean, double *deviation)
{
    double n = 0.0, sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i])) {
            n += 1.0;
            sum += values[i];
        }
    }
    *mean = n >= 1.0 ? sum / n : NONE;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i])) {
            squares += (values[i] - *mean) * (values[i] - *mean);
        }
    }
    *deviation = n >= 2.0 ? sqrt(squares / (n - 1.0)) : NONE;
}

talus_status run_make_ramp(const run_case *c, double reach, double flat, double noise,
                           talus_terrain **terrain, talus_error *error)
{
    enum { ROWS = 501 };
    const size_t columns = (size_t)(reach + flat + 0.5) + 1;
    const double slope = tan(40.0 * TALUS_PI / 180.0);
    double east = 0.0, north = 0.0;
    (void)talus_world_origin(c->world, &east, &north, NULL);
    const talus_grid grid = {-east, -north, 1.0, columns, ROWS};
    const talus_roughness roughness = {noise, 1, 1};
    double *heights = malloc(columns * ROWS * sizeof *heights);
    if (!heights) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a ramp");
    }
    for (size_t i = 0; i < columns * ROWS; i++) {
        const double x = (double)(i % columns);
        heights[i] = 3.0 + (x < reach ? (reach - x) * slope : 0.0);
    }
    const talus_status status =
        talus_terrain_create(&grid, heights, noise > 0.0 ? &roughness : NULL, terrain, error);
    free(heights);
    return status;
}

talus_status run_map(validation *v, const run_case *c, const run_result *result, const char *layer,
                     const char *name, const char *caption, talus_error *error)
{
    if (!v->scratch || !v->pictures) {
        return TALUS_OK;
    }
    char directory[4096], file[256], png[4096];
    snprintf(directory, sizeof directory, "%s/%s", v->scratch, name);
    snprintf(file, sizeof file, "%s.png", name);
    snprintf(png, sizeof png, "%s/%s", v->pictures, file);
    const char *const layers[] = {layer, NULL};
    talus_products_context context = {.size = sizeof context,
                                      .campaign = &c->campaign,
                                      .crs_wkt = talus_world_crs_wkt(c->world),
                                      .attribution = talus_world_attribution(c->world),
                                      .title = talus_scenario_title(c->scenario),
                                      .scenario_path = talus_scenario_path(c->scenario),
                                      .scenario_sha256 = talus_scenario_sha256(c->scenario),
                                      .resolved_scenario = "",
                                      .layers = layers};
    (void)talus_world_origin(c->world, &context.east, &context.north, NULL);
    const talus_map_options options = {
        .size = sizeof(talus_map_options), .width = 700, .title = caption};
    talus_status status = files_make_directory(directory, error);
    if (status == TALUS_OK) {
        status = talus_products_write(directory, &context, result->results, NULL, false, error);
    }
    if (status == TALUS_OK) {
        status = talus_map_draw(directory, layer, png, &options, error);
    }
    if (status == TALUS_OK) {
        report_picture(v, file, caption);
    }
    return status;
}
