// SPDX-License-Identifier: GPL-3.0-or-later
// Files of screens and objects: tables of figures, crossings, and the raster of sources.
#include "io/products/gauges.h"
#include "runs/campaign/campaign.h"
#include "runs/ensemble/layer_values.h"

#include <math.h>
#include <stdio.h>

/// Figures of all screens, or of all objects.
static talus_status write_figures(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, output_gauges gauges,
                                  talus_error *error)
{
    output_gauge_table figures;
    talus_status status = output_gauge_table_init(&figures, context, results, gauges, true, error);
    if (status == TALUS_OK && figures.table.row_count > 0) {
        const char *file = gauges == OUTPUT_SCREENS ? "screens.csv" : "objects.csv";
        status = table_write_csv(directory, file, &figures.table, error);
    }
    output_gauge_table_clear(&figures);
    return status;
}

static talus_status write_crossings(talus_directory *directory,
                                    const talus_products_context *context,
                                    const talus_results *results, talus_error *error)
{
    output_crossing_table crossings;
    if (context->campaign->screen_count == 0) {
        return TALUS_OK;
    }
    output_crossing_table_init(&crossings, context, results);
    return table_write_csv(directory, "screen_crossings.csv", &crossings.table, error);
}

static const campaign_layer sources_layer = {.unit = "1", .is_amount = true, .factor = 1.0F};

/// What sources.tif is made of: a band for each screen and object.
typedef struct source_raster {
    const talus_campaign *campaign;
    const talus_results *results;
    talus_window window; ///< of the cells of the run: all that rocks were released in
    size_t gauge;        ///< of the band under way
} source_raster;

static const char *turn_to_gauge(void *user, size_t band)
{
    source_raster *raster = user;
    raster->gauge = band;
    return output_gauge_name(raster->campaign, band);
}

static talus_status fill_sources(void *user, const talus_window *cells, float *values,
                                 bool *is_empty, talus_error *error)
{
    const source_raster *raster = user;
    const talus_window of_run = {cells->i + raster->window.i, cells->j + raster->window.j,
                                 cells->nx, cells->ny};
    bool has_value = false;
    const talus_status status =
        talus_results_gauge_sources(raster->results, raster->gauge, &of_run, values, error);
    for (size_t k = 0; status == TALUS_OK && k < cells->nx * cells->ny && !has_value; k++) {
        has_value = !isnan((double)values[k]);
    }
    *is_empty = !has_value;
    return status;
}

/// One raster for all screens and objects, as large as the cells that rocks were released in.
static talus_status write_sources(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, talus_error *error)
{
    source_raster source = {.campaign = context->campaign, .results = results};
    files_text style = {0};
    ensemble_release_window(results, &source.window);
    geo_raster raster = output_place_raster(context, NULL, "1");
    raster.nx = source.window.nx;
    raster.ny = source.window.ny;
    raster.west += (double)source.window.i * raster.cell;
    raster.south += (double)source.window.j * raster.cell;
    raster.turn = turn_to_gauge;
    raster.band_count = output_gauge_count(context->campaign);
    raster.fill = fill_sources;
    raster.user = &source;
    const talus_status status = output_write_raster(directory, "sources", &raster, error);
    if (status != TALUS_OK) {
        return status;
    }
    output_add_raster_style(&style, &sources_layer);
    return output_write_style(directory, "sources", &style, error);
}

static bool has_hits(const talus_campaign *campaign)
{
    return campaign->screen_count > 0 && campaign_has_bodies(campaign);
}

talus_status output_claim_gauges(talus_directory *directory, const talus_products_context *context,
                                 talus_error *error)
{
    const talus_campaign *campaign = context->campaign;
    char file[DIRECTORY_NAME_SIZE];
    talus_status status = TALUS_OK;
    if (campaign->screen_count > 0) {
        static const char *const tables[] = {"screens.csv", "screen_crossings.csv", NULL};
        status = directory_claim_all(directory, tables, error);
    }
    if (has_hits(campaign) && status == TALUS_OK) {
        status = talus_directory_claim(directory, "screen_hits.csv", error);
    }
    if (campaign->object_count > 0 && status == TALUS_OK) {
        status = talus_directory_claim(directory, "objects.csv", error);
    }
    const size_t gauges = output_gauge_count(campaign);
    if (gauges > GEO_MOST_BANDS) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "there are %zu screens and objects, expected at most %d: sources.tif "
            "has a band for each; divide the study",
            gauges, GEO_MOST_BANDS);
    }
    if (gauges > 0 && status == TALUS_OK) {
        status = output_claim_raster(directory, "sources", error);
    }
    for (size_t k = 0; k < campaign->screen_count && status == TALUS_OK; k++) {
        output_gauge_file(file, "screen", output_gauge_name(campaign, k), ".svg");
        status = talus_directory_claim(directory, file, error);
    }
    return status;
}

talus_status output_write_gauges(talus_directory *directory, const talus_products_context *context,
                                 const talus_results *results, talus_error *error)
{
    const talus_campaign *campaign = context->campaign;
    talus_status status = write_figures(directory, context, results, OUTPUT_SCREENS, error);
    status = status == TALUS_OK ? write_figures(directory, context, results, OUTPUT_OBJECTS, error)
                                : status;
    status = status == TALUS_OK ? write_crossings(directory, context, results, error) : status;
    if (has_hits(campaign) && status == TALUS_OK) {
        status = output_write_hits(directory, context, results, error);
    }
    if (output_gauge_count(campaign) > 0 && status == TALUS_OK) {
        status = write_sources(directory, context, results, error);
    }
    for (size_t k = 0; k < campaign->screen_count && status == TALUS_OK; k++) {
        status = output_write_gauge_chart(directory, context, results, k, error);
    }
    return status;
}
