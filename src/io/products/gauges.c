// SPDX-License-Identifier: GPL-3.0-or-later
// Files of screens and objects: tables of figures, crossings, and rasters of sources.
#include "io/products/gauges.h"

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

/// Which gauge's sources are written.
typedef struct source_raster {
    const talus_results *results;
    size_t gauge;
} source_raster;

static talus_status fill_sources(void *user, const talus_window *cells, float *values,
                                 bool *is_empty, talus_error *error)
{
    const source_raster *raster = user;
    bool has_value = false;
    const talus_status status =
        talus_results_gauge_sources(raster->results, raster->gauge, cells, values, error);
    for (size_t k = 0; status == TALUS_OK && k < cells->nx * cells->ny && !has_value; k++) {
        has_value = !isnan((double)values[k]);
    }
    *is_empty = !has_value;
    return status;
}

static talus_status write_sources(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, size_t gauge, talus_error *error)
{
    char stem[DIRECTORY_NAME_SIZE], title[128];
    const char *name = output_gauge_name(context->campaign, gauge);
    source_raster source = {.results = results, .gauge = gauge};
    files_text style = {0};
    snprintf(title, sizeof title, "share of released rocks that hit %s", name);
    output_gauge_file(stem, "sources", name, "");
    geo_raster raster = output_place_raster(context, title, "1");
    raster.fill = fill_sources;
    raster.user = &source;
    const talus_status status = output_put_raster(directory, stem, &raster, error);
    if (status != TALUS_OK) {
        return status;
    }
    output_add_raster_style(&style, &sources_layer);
    return output_put_style(directory, stem, &style, error);
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
    if (campaign->object_count > 0 && status == TALUS_OK) {
        status = talus_directory_claim(directory, "objects.csv", error);
    }
    for (size_t k = 0; k < output_gauge_count(campaign) && status == TALUS_OK; k++) {
        output_gauge_file(file, "sources", output_gauge_name(campaign, k), "");
        status = output_claim_raster(directory, file, error);
        if (status == TALUS_OK && !output_gauge_is_object(campaign, k)) {
            output_gauge_file(file, "screen", output_gauge_name(campaign, k), ".svg");
            status = talus_directory_claim(directory, file, error);
        }
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
    for (size_t k = 0; k < output_gauge_count(campaign) && status == TALUS_OK; k++) {
        status = write_sources(directory, context, results, k, error);
    }
    for (size_t k = 0; k < campaign->screen_count && status == TALUS_OK; k++) {
        status = output_write_gauge_chart(directory, context, results, k, error);
    }
    return status;
}
