// SPDX-License-Identifier: GPL-3.0-or-later
// Exceedance curves of screens and objects: a table, and a chart for each.
#include "studies/hazard/products.h"

#include "io/chart/chart.h"
#include "io/products/gauges.h"
#include "io/table/table.h"

#include <stdio.h>
#include <stdlib.h>

/// Levels of a curve: ten per decade.
enum { ENERGY_LEVELS = 81, HEIGHT_LEVELS = 41, MOST_LEVELS = 81 };
/// Energies, then heights: of S, and at a screen of the highest and of the lowest point.
enum { CURVES = 4 };
static const struct {
    talus_gauge_quantity quantity;
    const char *key, *label;
    double per_unit; ///< of the table's unit: J -> kJ
} kinds[CURVES] = {{TALUS_GAUGE_ENERGY, "kinetic_energy_kj", NULL, 1e-3},
                   {TALUS_GAUGE_HEIGHT, "height_m", "centre of mass", 1.0},
                   {TALUS_GAUGE_TOP, "top_height_m", "highest point", 1.0},
                   {TALUS_GAUGE_CLEARANCE, "clearance_m", "lowest point", 1.0}};
static const double lowest_energy = 0.1e3, lowest_height = 0.01; // J, m

/// A curve of one gauge.
typedef struct curve {
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

/// Crossings that were counted for a rock that came, by weight: 1 except for screens with `recross`.
static talus_status count_per_rock(const talus_campaign *campaign, const talus_results *results,
                                   size_t gauge, double *per_rock, talus_error *error)
{
    size_t count = 0;
    const talus_stratum *strata = ensemble_strata(results, &count);
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

static size_t curve_count(bool is_object)
{
    return is_object ? 2 : CURVES;
}

static talus_status measure(const talus_results *results, size_t gauge, bool is_object,
                            curve curves[CURVES], talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < curve_count(is_object) && status == TALUS_OK; k++) {
        curve *c = &curves[k];
        set_levels(c, k == 0 ? lowest_energy : lowest_height,
                   k == 0 ? ENERGY_LEVELS : HEIGHT_LEVELS);
        status = talus_results_gauge_exceedance(results, gauge, TALUS_ALL_STRATA, kinds[k].quantity,
                                                c->levels, c->count, c->shares, error);
    }
    return status;
}

/// A level of a curve.
typedef struct curve_row {
    const char *name, *kind, *quantity;
    double level, probability, rate, years;
} curve_row;

#define CURVE_COLUMNS(X)                                                                           \
    X(TEXT, name, NULL, "of the screen or object", row->name)                                      \
    X(WORD, kind, NULL, "screen or object", row->kind)                                             \
    X(WORD, quantity, NULL, "what exceeds the level, with its unit", row->quantity)                \
    X(LIMIT6, level, NULL, "in the unit of the quantity", row->level)                              \
    X(LIMIT6, probability_given_release, "1", "of more than the level", row->probability)          \
    X(LIMIT6, annual_frequency_1_yr, "1/yr", "of more than the level", row->rate)                  \
    X(LIMIT6, probability_in_years, "1", "of more than the level",                                 \
      isnan(row->rate) ? row->rate : hazard_probability_in(row->rate, row->years))
TABLE_DEFINE(curves, CURVE_COLUMNS, const curve_row *row = TABLE_ROW(curve_row))

/// Rows of all gauges.
typedef struct curve_rows {
    curve_row *items; ///< room for CURVES x MOST_LEVELS of each gauge
    size_t count;
    double years;
} curve_rows;

static void add_rows(curve_rows *rows, const char *name, bool is_object,
                     const talus_gauge_result *result, const curve curves[CURVES])
{
    for (size_t i = 0; i < curve_count(is_object); i++) {
        const curve *c = &curves[i];
        const size_t length = length_of(c);
        for (size_t k = 0; k < length; k++) {
            rows->items[rows->count++] =
                (curve_row){.name = name,
                            .kind = is_object ? "object" : "screen",
                            .quantity = kinds[i].key,
                            .level = c->levels[k] * kinds[i].per_unit,
                            .probability = result->probability * c->shares[k],
                            .rate = result->annual_frequency * c->shares[k],
                            .years = rows->years};
        }
    }
}

/// Annual where frequencies are known, else given a release. Heights share a panel.
static talus_status draw(talus_directory *directory, const char *name, bool is_object,
                         const talus_gauge_result *result, const curve curves[CURVES],
                         talus_error *error)
{
    const bool is_annual = !isnan(result->annual_frequency);
    const double scale = is_annual ? result->annual_frequency : result->probability;
    double x[CURVES][MOST_LEVELS], y[CURVES][MOST_LEVELS];
    chart_series series[CURVES];
    chart_panel panels[2];
    for (size_t i = 0; i < curve_count(is_object); i++) {
        const size_t length = length_of(&curves[i]);
        for (size_t k = 0; k < length; k++) {
            x[i][k] = curves[i].levels[k] * kinds[i].per_unit;
            y[i][k] = curves[i].shares[k] * scale;
        }
        series[i] = (chart_series){.label = is_object ? NULL : kinds[i].label,
                                   .x = x[i],
                                   .y = y[i],
                                   .count = length,
                                   .mark = CHART_LINE,
                                   .colour = i == 0 ? 0 : (int)i - 1};
    }
    for (size_t p = 0; p < 2; p++) {
        const char *heights = is_object ? "height of S over ground (m)" : "height over ground (m)";
        panels[p] = (chart_panel){
            .x = {.label = p == 0 ? "kinetic energy (kJ)" : heights, .logarithmic = true},
            .y = {.label = is_annual ? "annual frequency of more (1/yr)"
                                     : "probability of more, given a release",
                  .logarithmic = true},
            .series = &series[p],
            .series_count = p == 0 ? 1 : curve_count(is_object) - 1};
    }
    const chart page = {.title = name,
                        .note = is_annual ? "rocks per year with more than that"
                                          : "release frequencies are not known: no annual values",
                        .columns = 2,
                        .panels = panels,
                        .panel_count = 2};
    char file[DIRECTORY_NAME_SIZE];
    output_gauge_file(file, "curves", name, ".svg");
    return chart_put(directory, file, &page, error);
}

/// @param directory for the chart; NULL = none
static talus_status add_gauge(talus_directory *directory, const talus_campaign *campaign,
                              const talus_results *results, size_t gauge, curve_rows *rows,
                              talus_error *error)
{
    const char *name = output_gauge_name(campaign, gauge);
    const bool is_object = gauge >= campaign->screen_count;
    talus_gauge_result result;
    curve curves[CURVES];
    talus_status status = talus_results_gauge(results, gauge, TALUS_ALL_STRATA, &result, error);
    double per_rock = 1.0;
    if (status == TALUS_OK) {
        status = measure(results, gauge, is_object, curves, error);
    }
    if (status == TALUS_OK) {
        status = count_per_rock(campaign, results, gauge, &per_rock, error);
    }
    if (status != TALUS_OK || result.rocks == 0) {
        return status;
    }
    for (size_t k = 0; k < curve_count(is_object); k++) {
        bound_shares(&curves[k], per_rock);
    }
    add_rows(rows, name, is_object, &result, curves);
    return directory != NULL ? draw(directory, name, is_object, &result, curves, error) : TALUS_OK;
}

talus_status hazard_claim_curves(talus_directory *directory, const talus_campaign *campaign,
                                 talus_error *error)
{
    const size_t gauges = campaign->screen_count + campaign->object_count;
    char file[DIRECTORY_NAME_SIZE];
    talus_status status =
        gauges > 0 ? talus_directory_claim(directory, "curves.csv", error) : TALUS_OK;
    for (size_t k = 0; k < gauges && status == TALUS_OK; k++) {
        output_gauge_file(file, "curves", output_gauge_name(campaign, k), ".svg");
        status = talus_directory_claim(directory, file, error);
    }
    return status;
}

/// Rows of all gauges, and their charts if there is a directory.
static talus_status collect(talus_directory *directory, const talus_campaign *campaign,
                            const talus_results *results, curve_rows *rows, talus_error *error)
{
    const size_t gauges = campaign->screen_count + campaign->object_count;
    rows->items = malloc((gauges * CURVES * MOST_LEVELS + 1) * sizeof *rows->items);
    if (rows->items == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for curves.csv");
    }
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < gauges && status == TALUS_OK; k++) {
        status = add_gauge(directory, campaign, results, k, rows, error);
    }
    return status;
}

talus_status hazard_tabulate_curves(const talus_campaign *campaign, const talus_results *results,
                                    double years, void **rows, talus_table *table,
                                    talus_error *error)
{
    curve_rows found = {.years = years};
    const talus_status status = collect(NULL, campaign, results, &found, error);
    *rows = found.items;
    *table = (talus_table)TABLE(curves, found.items, found.count);
    return status;
}

talus_status hazard_write_curves(talus_directory *directory, const talus_products_context *context,
                                 const talus_results *results, const hazard_request *request,
                                 talus_error *error)
{
    const talus_campaign *campaign = context->campaign;
    char key[64];
    curve_rows rows = {.years = request->keys->years};
    talus_status status = collect(directory, campaign, results, &rows, error);
    if (status == TALUS_OK && campaign->screen_count + campaign->object_count > 0) {
        talus_column columns[TABLE_COLUMN_COUNT(curves)];
        talus_table table = TABLE(curves, rows.items, rows.count);
        snprintf(key, sizeof key, "probability_in_%g_yr", rows.years);
        table_rename(&table, columns, "probability_in_years", key);
        status = table_write_csv(directory, "curves.csv", &table, error);
    }
    free(rows.items);
    return status;
}
