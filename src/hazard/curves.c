// SPDX-License-Identifier: GPL-3.0-or-later
// Exceedance curves of screens and objects: a table, and a chart for each.
#include "hazard/products.h"

#include "output/chart.h"
#include "output/output.h"

#include <stdio.h>
#include <stdlib.h>

/// Levels of a curve: ten per decade.
enum { ENERGY_LEVELS = 81, HEIGHT_LEVELS = 41, MOST_LEVELS = 81 };
static const double lowest_energy = 0.1e3, lowest_height = 0.01; // J, m

/// A curve of one gauge.
typedef struct curve {
    talus_gauge_quantity quantity;
    const char *key, *label;
    double per_unit; ///< of the table's unit: J -> kJ
    size_t count;
    double levels[MOST_LEVELS]; ///< J, m
    double shares[MOST_LEVELS]; ///< of the rocks that came; with `recross` at most
} curve;

/// Up to the first level that nothing exceeds.
static size_t length_of(const curve *c)
{
    size_t length = 0;
    while (length < c->count && c->shares[length] > 0.0) {
        length++;
    }
    return length < c->count ? length + 1 : length;
}

static void set_levels(curve *c, double lowest, size_t count)
{
    const double step = talus_exp(talus_log(10.0) / 10.0);
    c->count = count;
    c->levels[0] = lowest;
    for (size_t k = 1; k < count; k++) {
        c->levels[k] = k % 10 == 0 ? 10.0 * c->levels[k - 10] : c->levels[k - 1] * step;
    }
}

/// Crossings that were counted for a rock that came, by weight: 1 but for screens with `recross`.
static talus_status count_per_rock(const talus_campaign *campaign, const talus_results *results,
                                   size_t gauge, double *per_rock, talus_error *error)
{
    size_t count = 0;
    const talus_stratum *strata = talus_results_strata(results, &count);
    double passages = 0.0, rocks = 0.0;
    *per_rock = 1.0;
    if (gauge >= campaign->screen_count || !campaign->screens[gauge].recross) {
        return TALUS_OK;
    }
    for (size_t g = 0; g < count; g++) {
        talus_gauge_result one;
        const talus_status status = talus_results_gauge(results, gauge, g, &one, error);
        if (status != TALUS_OK) {
            return status;
        }
        passages += strata[g].weight * (double)one.passages;
        rocks += strata[g].weight * (double)one.rocks;
    }
    *per_rock = rocks > 0.0 ? passages / rocks : 1.0;
    return TALUS_OK;
}

/// Of a rock that crosses several times any one crossing may be the one above a level: there are no
/// more such rocks than such crossings, nor than rocks.
static void bound_shares(curve *c, double per_rock)
{
    for (size_t k = 0; k < c->count; k++) {
        const double most = c->shares[k] * per_rock;
        c->shares[k] = most < 1.0 ? most : 1.0;
    }
}

static talus_status measure(const talus_results *results, size_t gauge, curve curves[2],
                            talus_error *error)
{
    curves[0] =
        (curve){TALUS_GAUGE_ENERGY, "kinetic_energy_kj", "kinetic energy (kJ)", 1e-3, 0, {0}, {0}};
    curves[1] =
        (curve){TALUS_GAUGE_HEIGHT, "height_m", "height of S over ground (m)", 1.0, 0, {0}, {0}};
    set_levels(&curves[0], lowest_energy, ENERGY_LEVELS);
    set_levels(&curves[1], lowest_height, HEIGHT_LEVELS);
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < 2 && status == TALUS_OK; k++) {
        curve *c = &curves[k];
        status = talus_results_gauge_exceedance(results, gauge, TALUS_ALL_STRATA, c->quantity,
                                                c->levels, c->count, c->shares, error);
    }
    return status;
}

static const char *name_of(const talus_campaign *campaign, size_t gauge)
{
    return gauge < campaign->screen_count ? campaign->screens[gauge].line.name
                                          : campaign->objects[gauge - campaign->screen_count].name;
}

static void add_rows(files_text *text, const char *name, bool is_object,
                     const talus_gauge_result *result, const curve *c, double years)
{
    const size_t length = length_of(c);
    for (size_t k = 0; k < length; k++) {
        const double rate = result->annual_frequency * c->shares[k];
        hazard_add_name(text, name);
        files_text_add(text, ",%s,%s", is_object ? "object" : "screen", c->key);
        hazard_add_number(text, c->levels[k] * c->per_unit);
        hazard_add_number(text, result->probability * c->shares[k]);
        hazard_add_number(text, rate);
        hazard_add_number(text, isnan(rate) ? rate : hazard_probability_in(rate, years));
        files_text_add(text, "\n");
    }
}

/// Annual where frequencies are known, else given a release.
static talus_status draw(const char *path, const char *name, const talus_gauge_result *result,
                         const curve curves[2], talus_error *error)
{
    const bool is_annual = !isnan(result->annual_frequency);
    const double scale = is_annual ? result->annual_frequency : result->probability;
    double x[2][MOST_LEVELS], y[2][MOST_LEVELS];
    chart_series series[2];
    chart_panel panels[2];
    for (size_t p = 0; p < 2; p++) {
        const curve *c = &curves[p];
        const size_t length = length_of(c);
        for (size_t k = 0; k < length; k++) {
            x[p][k] = c->levels[k] * c->per_unit;
            y[p][k] = c->shares[k] * scale;
        }
        series[p] = (chart_series){.x = x[p], .y = y[p], .count = length, .mark = CHART_LINE};
        panels[p] = (chart_panel){.x = {.label = c->label, .logarithmic = true},
                                  .y = {.label = is_annual ? "annual frequency of more (1/yr)"
                                                           : "probability of more, given a release",
                                        .logarithmic = true},
                                  .series = &series[p],
                                  .series_count = 1};
    }
    const chart page = {.title = name,
                        .note = is_annual ? "rocks per year whose value is exceeded"
                                          : "release frequencies are not known: no annual values",
                        .columns = 2,
                        .panels = panels,
                        .panel_count = 2};
    return chart_write(path, &page, error);
}

static talus_status add_gauge(const char *directory, const talus_campaign *campaign,
                              const talus_results *results, size_t gauge, double years,
                              files_text *text, talus_error *error)
{
    const char *name = name_of(campaign, gauge);
    char file[64], stem[96], path[OUTPUT_PATH_SIZE];
    talus_gauge_result result;
    curve curves[2];
    talus_status status = talus_results_gauge(results, gauge, TALUS_ALL_STRATA, &result, error);
    double per_rock = 1.0;
    if (status == TALUS_OK) {
        status = measure(results, gauge, curves, error);
    }
    if (status == TALUS_OK) {
        status = count_per_rock(campaign, results, gauge, &per_rock, error);
    }
    if (status != TALUS_OK || result.rocks == 0) {
        return status;
    }
    for (size_t k = 0; k < 2; k++) {
        bound_shares(&curves[k], per_rock);
        add_rows(text, name, gauge >= campaign->screen_count, &result, &curves[k], years);
    }
    talus_gauge_file_name(name, file, sizeof file);
    snprintf(stem, sizeof stem, "curves_%s", file);
    status = output_path(path, directory, stem, ".svg", error);
    return status == TALUS_OK ? draw(path, name, &result, curves, error) : status;
}

talus_status hazard_write_curves(const char *directory, const talus_output_context *context,
                                 const talus_results *results, const hazard_request *request,
                                 talus_error *error)
{
    const talus_campaign *campaign = context->campaign;
    const size_t gauges = campaign->screen_count + campaign->object_count;
    const double years = request->keys->years;
    char path[OUTPUT_PATH_SIZE];
    files_text text = {0};
    files_text_add(&text,
                   "name,kind,quantity,level,probability_given_release,annual_frequency_1_yr,"
                   "probability_in_%g_yr\n",
                   years);
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < gauges && status == TALUS_OK; k++) {
        status = add_gauge(directory, campaign, results, k, years, &text, error);
    }
    if (status == TALUS_OK && text.failed) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for curves");
    }
    if (status == TALUS_OK && gauges > 0) {
        status = output_path(path, directory, "curves", ".csv", error);
        status = status == TALUS_OK ? files_write_all(path, text.data, text.size, error) : status;
    }
    files_text_clear(&text);
    return status;
}
