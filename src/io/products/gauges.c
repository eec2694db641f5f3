// SPDX-License-Identifier: GPL-3.0-or-later
// Files of screens and objects: tables of figures, crossings, and rasters of sources.
#include "io/products/gauges.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define DEGREES (180.0 / TALUS_PI)

const output_gauge_quantity output_gauge_quantities[TALUS_GAUGE_QUANTITY_COUNT] = {
    [TALUS_GAUGE_ENERGY] = {"kinetic_energy_kj", 1e-3},
    [TALUS_GAUGE_TRANSLATIONAL] = {"translational_energy_kj", 1e-3},
    [TALUS_GAUGE_ROTATIONAL] = {"rotational_energy_kj", 1e-3},
    [TALUS_GAUGE_SPEED] = {"speed_m_s", 1.0},
    [TALUS_GAUGE_SPIN] = {"spin_rad_s", 1.0},
    [TALUS_GAUGE_HEIGHT] = {"height_m", 1.0},
    [TALUS_GAUGE_HEIGHT_NORMAL] = {"height_normal_m", 1.0},
    [TALUS_GAUGE_CLEARANCE] = {"clearance_m", 1.0},
    [TALUS_GAUGE_TOP] = {"top_height_m", 1.0},
    [TALUS_GAUGE_ANGLE] = {"angle_deg", DEGREES},
    [TALUS_GAUGE_INCLINATION] = {"inclination_deg", DEGREES},
    [TALUS_GAUGE_HEIGHT_MIN] = {"height_min_m", 1.0},
};

size_t output_gauge_count(const talus_campaign *campaign)
{
    return campaign->screen_count + campaign->object_count;
}

bool output_gauge_is_object(const talus_campaign *campaign, size_t gauge)
{
    return gauge >= campaign->screen_count;
}

const char *output_gauge_name(const talus_campaign *campaign, size_t gauge)
{
    return output_gauge_is_object(campaign, gauge)
               ? campaign->objects[gauge - campaign->screen_count].name
               : campaign->screens[gauge].line.name;
}

talus_status output_gauge_figures(const talus_results *results, size_t gauge,
                                  talus_gauge_result *figures, talus_error *error)
{
    return talus_results_gauge(results, gauge, TALUS_ALL_STRATA, figures, error);
}

void output_gauge_file(char file[DIRECTORY_NAME_SIZE], const char *prefix, const char *name,
                       const char *suffix)
{
    char part[64];
    talus_gauge_file_name(name, part, sizeof part);
    snprintf(file, DIRECTORY_NAME_SIZE, "%s_%s%s", prefix, part, suffix);
}

/// A cell of a table: nothing where there is no finite number.
static void add_cell(files_text *text, double value)
{
    files_text_add(text, isfinite(value) ? ",%.9g" : ",", value);
}

static const char *const quantile_names[4] = {"p50", "p90", "p95", "p99"};

static void add_header(files_text *text, bool is_object)
{
    files_text_add(text,
                   "name,release,rock_class,released,rocks,%s,reach_probability,"
                   "reach_probability_low,reach_probability_high,annual_frequency_1_yr,n_eff,"
                   "E95_kj,E99_kj,h95_m,h99_m%s",
                   is_object ? "visits" : "crossings,to_left,to_right",
                   is_object ? "" : ",top95_m,top99_m,clearance95_m,clearance99_m");
    for (int k = 0; k < TALUS_GAUGE_QUANTITY_COUNT; k++) {
        const char *key = output_gauge_quantities[k].key;
        if (!talus_gauge_has((talus_gauge_quantity)k, is_object)) {
            continue;
        }
        files_text_add(text, ",%s_mean,%s_mean_error,%s_std,%s_max", key, key, key, key);
        for (int i = 0; i < 4; i++) {
            const char *q = quantile_names[i];
            files_text_add(text, ",%s_%s,%s_%s_low,%s_%s_high,%s_%s_error", key, q, key, q, key, q,
                           key, q);
        }
    }
    files_text_add(text, "\n");
}

static void add_moments(files_text *text, const talus_gauge_moments *m, double scale)
{
    add_cell(text, scale * m->mean);
    add_cell(text, scale * m->mean_error);
    add_cell(text, scale * m->std);
    add_cell(text, scale * m->max);
    for (int i = 0; i < 4; i++) {
        add_cell(text, scale * m->quantile[i]);
        add_cell(text, scale * m->low[i]);
        add_cell(text, scale * m->high[i]);
        add_cell(text, scale * m->error[i]);
    }
}

static void add_row(files_text *text, const talus_gauge_result *g, bool is_object)
{
    const talus_gauge_moments *energy = &g->moments[TALUS_GAUGE_ENERGY];
    const talus_gauge_moments *height = &g->moments[TALUS_GAUGE_HEIGHT];
    files_text_add(text, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, g->released, g->rocks, g->passages);
    if (!is_object) {
        files_text_add(text, ",%" PRIu64 ",%" PRIu64, g->to_left, g->to_right);
    }
    const double numbers[] = {g->probability,
                              g->low,
                              g->high,
                              g->annual_frequency,
                              g->n_eff,
                              1e-3 * energy->quantile[2],
                              1e-3 * energy->quantile[3],
                              height->quantile[2],
                              height->quantile[3],
                              g->moments[TALUS_GAUGE_TOP].quantile[2],
                              g->moments[TALUS_GAUGE_TOP].quantile[3],
                              g->moments[TALUS_GAUGE_CLEARANCE].quantile[2],
                              g->moments[TALUS_GAUGE_CLEARANCE].quantile[3]};
    const size_t count = sizeof numbers / sizeof numbers[0];
    for (size_t k = 0; k < (is_object ? count - 4 : count); k++) { // the last four are of screens
        add_cell(text, numbers[k]);
    }
    for (int k = 0; k < TALUS_GAUGE_QUANTITY_COUNT; k++) {
        if (talus_gauge_has((talus_gauge_quantity)k, is_object)) {
            add_moments(text, &g->moments[k], output_gauge_quantities[k].scale);
        }
    }
    files_text_add(text, "\n");
}

/// A row for all strata ("all"), then one for each when there are several.
static talus_status add_gauge(files_text *text, const talus_output_context *context,
                              const talus_results *results, size_t gauge, talus_error *error)
{
    size_t count = 0;
    talus_gauge_result figures;
    const talus_campaign *campaign = context->campaign;
    const talus_stratum *strata = talus_results_strata(results, &count);
    const bool is_object = output_gauge_is_object(campaign, gauge);
    talus_status status = output_gauge_figures(results, gauge, &figures, error);
    if (status == TALUS_OK) {
        files_csv_add_text(text, output_gauge_name(campaign, gauge));
        files_text_add(text, ",all,all");
        add_row(text, &figures, is_object);
    }
    for (size_t k = 0; k < count && count > 1 && status == TALUS_OK; k++) {
        status = talus_results_gauge(results, gauge, k, &figures, error);
        if (status == TALUS_OK) {
            files_csv_add_text(text, output_gauge_name(campaign, gauge));
            files_text_add(text, ",");
            files_csv_add_text(text, campaign->releases[strata[k].release].name);
            files_text_add(text, ",");
            files_csv_add_text(text, campaign->rocks[strata[k].rock_class].rock->name);
            add_row(text, &figures, is_object);
        }
    }
    return status;
}

/// Figures of all screens, or of all objects.
static talus_status write_figures(talus_directory *directory, const talus_output_context *context,
                                  const talus_results *results, bool of_objects, talus_error *error)
{
    const talus_campaign *campaign = context->campaign;
    const size_t first = of_objects ? campaign->screen_count : 0;
    const size_t end = of_objects ? output_gauge_count(campaign) : campaign->screen_count;
    files_text text = {0};
    talus_status status = TALUS_OK;
    if (first == end) {
        return TALUS_OK;
    }
    add_header(&text, of_objects);
    for (size_t k = first; k < end && status == TALUS_OK; k++) {
        status = add_gauge(&text, context, results, k, error);
    }
    if (status == TALUS_OK) {
        status = directory_write_text(directory, of_objects ? "objects.csv" : "screens.csv", &text,
                                      error);
    }
    files_text_clear(&text);
    return status;
}

static talus_status write_crossings(talus_directory *directory, const talus_output_context *context,
                                    const talus_results *results, talus_error *error)
{
    size_t count = 0;
    files_text text = {0};
    const talus_crossing *crossings = talus_results_crossings(results, &count);
    if (context->campaign->screen_count == 0) {
        return TALUS_OK;
    }
    files_text_add(&text, "screen,rock,to_left,time_s,east_m,north_m,z_m,along_m");
    for (int q = 0; q < TALUS_GAUGE_QUANTITY_COUNT; q++) {
        if (talus_gauge_has((talus_gauge_quantity)q, false)) {
            files_text_add(&text, ",%s", output_gauge_quantities[q].key);
        }
    }
    files_text_add(&text, "\n");
    for (size_t k = 0; k < count; k++) {
        const talus_crossing *c = &crossings[k];
        files_csv_add_text(&text, output_gauge_name(context->campaign, c->screen));
        files_text_add(&text, ",%" PRIu64 ",%d,%.6f,%.3f,%.3f,%.3f,%.3f", c->rock, c->to_left,
                       c->time, context->east + c->x, context->north + c->y, c->z, c->along);
        for (int q = 0; q < TALUS_GAUGE_QUANTITY_COUNT; q++) {
            if (talus_gauge_has((talus_gauge_quantity)q, false)) {
                add_cell(&text, output_gauge_quantities[q].scale * c->values[q]);
            }
        }
        files_text_add(&text, "\n");
    }
    return directory_write_text(directory, "screen_crossings.csv", &text, error);
}

static const ensemble_layer sources_layer = {.unit = "1", .is_amount = true, .factor = 1.0F};

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

static talus_status write_sources(talus_directory *directory, const talus_output_context *context,
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

talus_status output_claim_gauges(talus_directory *directory, const talus_output_context *context,
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

talus_status output_write_gauges(talus_directory *directory, const talus_output_context *context,
                                 const talus_results *results, talus_error *error)
{
    const talus_campaign *campaign = context->campaign;
    talus_status status = write_figures(directory, context, results, false, error);
    status = status == TALUS_OK ? write_figures(directory, context, results, true, error) : status;
    status = status == TALUS_OK ? write_crossings(directory, context, results, error) : status;
    for (size_t k = 0; k < output_gauge_count(campaign) && status == TALUS_OK; k++) {
        status = write_sources(directory, context, results, k, error);
    }
    for (size_t k = 0; k < campaign->screen_count && status == TALUS_OK; k++) {
        status = output_write_gauge_chart(directory, context, results, k, error);
    }
    return status;
}
