// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of screens and objects, and recorded crossings, as tables: each figure is listed here
// and nowhere else.
#include "io/products/gauges.h"
#include "runs/campaign/campaign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES (180.0 / TALUS_PI)
/// Files with a column; of no file.
enum {
    C = TALUS_IN_CSV,
    G = TALUS_IN_GPKG,
    J = TALUS_IN_JSON,
    CJ = C | J,
    CG = C | G,
    CGJ = C | G | J,
    NO = 8
};

/// X(quantity, key, unit, scale)
#define QUANTITY_LIST(X)                                                                           \
    X(TALUS_GAUGE_ENERGY, "kinetic_energy_kj", "kJ", 1e-3)                                         \
    X(TALUS_GAUGE_TRANSLATIONAL, "translational_energy_kj", "kJ", 1e-3)                            \
    X(TALUS_GAUGE_ROTATIONAL, "rotational_energy_kj", "kJ", 1e-3)                                  \
    X(TALUS_GAUGE_SPEED, "speed_m_s", "m/s", 1.0)                                                  \
    X(TALUS_GAUGE_SPIN, "spin_rad_s", "rad/s", 1.0)                                                \
    X(TALUS_GAUGE_HEIGHT, "height_m", "m", 1.0)                                                    \
    X(TALUS_GAUGE_HEIGHT_NORMAL, "height_normal_m", "m", 1.0)                                      \
    X(TALUS_GAUGE_CLEARANCE, "clearance_m", "m", 1.0)                                              \
    X(TALUS_GAUGE_TOP, "top_height_m", "m", 1.0)                                                   \
    X(TALUS_GAUGE_ANGLE, "angle_deg", "deg", DEGREES)                                              \
    X(TALUS_GAUGE_INCLINATION, "inclination_deg", "deg", DEGREES)                                  \
    X(TALUS_GAUGE_HEIGHT_MIN, "height_min_m", "m", 1.0)

const output_gauge_quantity output_gauge_quantities[TALUS_GAUGE_QUANTITY_COUNT] = {
#define QUANTITY(index, key, unit, scale) [index] = {key, unit, scale},
    QUANTITY_LIST(QUANTITY)
#undef QUANTITY
};
#define COUNT_ONE(...) +1
_Static_assert(TALUS_GAUGE_QUANTITY_COUNT == 0 QUANTITY_LIST(COUNT_ONE),
               "a quantity of gauges needs its row in QUANTITY_LIST");

/// X(key, value) of the moments `m` of a quantity.
#define QUANTILE(X, p, k)                                                                          \
    X(p, m->quantile[k]) X(p##_low, m->low[k]) X(p##_high, m->high[k]) X(p##_error, m->error[k])
#define MOMENT_LIST(X)                                                                             \
    X(mean, m->mean)                                                                               \
    X(mean_error, m->mean_error)                                                                   \
    X(std, m->std)                                                                                 \
    X(max, m->max)                                                                                 \
    QUANTILE(X, p50, 0) QUANTILE(X, p90, 1) QUANTILE(X, p95, 2) QUANTILE(X, p99, 3)

enum {
#define MOMENT(key, value) MOMENT_##key,
    MOMENT_LIST(MOMENT)
#undef MOMENT
        MOMENT_COUNT
};
static const char *const moment_keys[MOMENT_COUNT] = {
#define MOMENT(key, value) #key,
    MOMENT_LIST(MOMENT)
#undef MOMENT
};
/// Those of summary.json in their order there.
static const int summary_moments[] = {
    MOMENT_mean,     MOMENT_mean_error, MOMENT_std, //
    MOMENT_p50,      MOMENT_p50_low,    MOMENT_p50_high, MOMENT_p90,      MOMENT_p90_low,
    MOMENT_p90_high, MOMENT_p95,        MOMENT_p95_low,  MOMENT_p95_high, MOMENT_p99,
    MOMENT_p99_low,  MOMENT_p99_high,   MOMENT_max};

_Static_assert(sizeof summary_moments / sizeof summary_moments[0] == MOMENT_COUNT - 4,
               "a moment is in summary.json unless it is the error of a percentile");

/// In the unit of files.
static double moment_of(const talus_gauge_result *figures, size_t quantity, size_t moment)
{
    const talus_gauge_moments *m = &figures->moments[quantity];
    const double scale = output_gauge_quantities[quantity].scale;
    switch (moment) {
#define MOMENT(key, value)                                                                         \
    case MOMENT_##key:                                                                             \
        return scale * (value);
        MOMENT_LIST(MOMENT)
#undef MOMENT
    }
    return (double)NAN;
}

#define OF(quantity, moment) moment_of(g, TALUS_GAUGE_##quantity, MOMENT_##moment)
/// X(type, key, files for screens, files for objects, unit, doc, value) of the row's figures `g`.
#define FIGURE_LIST(X)                                                                             \
    X(TEXT, name, CGJ, CGJ, NULL, "of the screen or object",                                       \
      output_gauge_name(campaign, row->gauge))                                                     \
    X(TEXT, release, C, C, NULL, "of the stratum", row->release)                                   \
    X(TEXT, rock_class, C, C, NULL, "of the stratum", row->rock_class)                             \
    X(INTEGER, released, CGJ, CGJ, "1", "rocks completed", g->released)                            \
    X(INTEGER, rocks, CGJ, CGJ, "1", "of them, that crossed or hit", g->rocks)                     \
    X(INTEGER, passages, CGJ, CGJ, "1", "counted crossings; visits of an object", g->passages)     \
    X(INTEGER, to_left, CGJ, G, "1", "of the crossings", g->to_left)                               \
    X(INTEGER, to_right, CGJ, G, "1", "of the crossings", g->to_right)                             \
    X(REAL, reach_probability, CGJ, CGJ, "1", "share of released rocks", g->probability)           \
    X(REAL, reach_probability_low, CGJ, CGJ, "1", "95 % interval", g->low)                         \
    X(REAL, reach_probability_high, CGJ, CGJ, "1", "95 % interval", g->high)                       \
    X(REAL, annual_frequency_1_yr, CGJ, CGJ, "1/yr", "rocks that come", g->annual_frequency)       \
    X(REAL, n_eff, CJ, CJ, "1", "effective number of what was counted", g->n_eff)                  \
    X(REAL, E50_kj, G, G, "kJ", "kinetic energy", OF(ENERGY, p50))                                 \
    X(REAL, E95_kj, CG, CG, "kJ", "kinetic energy", OF(ENERGY, p95))                               \
    X(REAL, E99_kj, CG, CG, "kJ", "kinetic energy", OF(ENERGY, p99))                               \
    X(REAL, E_max_kj, G, G, "kJ", "kinetic energy", OF(ENERGY, max))                               \
    X(REAL, h50_m, G, G, "m", "height of S", OF(HEIGHT, p50))                                      \
    X(REAL, h95_m, CG, CG, "m", "height of S", OF(HEIGHT, p95))                                    \
    X(REAL, h99_m, CG, CG, "m", "height of S", OF(HEIGHT, p99))                                    \
    X(REAL, h_max_m, G, G, "m", "height of S", OF(HEIGHT, max))                                    \
    X(REAL, top95_m, CG, G, "m", "height of the highest point", OF(TOP, p95))                      \
    X(REAL, top99_m, CG, G, "m", "height of the highest point", OF(TOP, p99))                      \
    X(REAL, clearance95_m, CG, G, "m", "height of the lowest point", OF(CLEARANCE, p95))           \
    X(REAL, clearance99_m, CG, G, "m", "height of the lowest point", OF(CLEARANCE, p99))           \
    X(REAL, v95_m_s, G, G, "m/s", "speed", OF(SPEED, p95))                                         \
    X(REAL, v_max_m_s, G, G, "m/s", "speed", OF(SPEED, max))                                       \
    X(REAL, spin95_rad_s, G, G, "rad/s", "spin", OF(SPIN, p95))                                    \
    X(REAL, width_m, NO, G, "m", "of the strip around a line", width_of(campaign, row->gauge))     \
    EVENT_LIST(X)
/// Where events may have several bodies: kinetic energies of those of an event together, and within
/// the window; how many cross, and for how long.
#define EVENT_LIST(X)                                                                              \
    X(REAL, E_event95_kj, CGJ, NO, "kJ", "of all bodies", 1e-3 * g->event_energy.quantile[2])      \
    X(REAL, E_event99_kj, CGJ, NO, "kJ", "of all bodies", 1e-3 * g->event_energy.quantile[3])      \
    X(REAL, E_event_max_kj, CGJ, NO, "kJ", "of all bodies", 1e-3 * g->event_energy.max)            \
    X(REAL, E_window95_kj, CGJ, NO, "kJ", "in the window", 1e-3 * g->window_energy.quantile[2])    \
    X(REAL, E_window99_kj, CGJ, NO, "kJ", "in the window", 1e-3 * g->window_energy.quantile[3])    \
    X(REAL, E_window_max_kj, CGJ, NO, "kJ", "in the window", 1e-3 * g->window_energy.max)          \
    X(REAL, hits_per_event, CGJ, NO, "1", "crossings of an event that crosses", g->hits_per_event) \
    X(INTEGER, hits_max, CGJ, NO, "1", "most crossings of an event", g->most_hits)                 \
    X(REAL, duration_mean_s, CGJ, NO, "s", "from an event's first crossing to its last",           \
      g->event_duration.mean)                                                                      \
    X(REAL, duration95_s, CGJ, NO, "s", "from an event's first crossing to its last",              \
      g->event_duration.quantile[2])                                                               \
    X(REAL, duration_max_s, CGJ, NO, "s", "from an event's first crossing to its last",            \
      g->event_duration.max)

enum {
#define FIGURE(type, key, screens, objects, unit, doc, value) FIGURE_##key,
    FIGURE_LIST(FIGURE)
#undef FIGURE
        FIGURE_COUNT,
    COLUMN_COUNT = FIGURE_COUNT + TALUS_GAUGE_QUANTITY_COUNT * MOMENT_COUNT
};
static const talus_column figure_columns[2][FIGURE_COUNT] = {
#define FIGURE(type, key_, screens, objects, unit_, doc_, value)                                   \
    {.key = #key_, .unit = (unit_), .doc = (doc_), TABLE_TYPE_##type, .files = (screens)},
    {FIGURE_LIST(FIGURE)},
#undef FIGURE
#define FIGURE(type, key_, screens, objects, unit_, doc_, value)                                   \
    {.key = #key_, .unit = (unit_), .doc = (doc_), TABLE_TYPE_##type, .files = (objects)},
    {FIGURE_LIST(FIGURE)},
#undef FIGURE
};

static double width_of(const talus_campaign *campaign, size_t gauge)
{
    return output_gauge_is_object(campaign, gauge)
               ? campaign->objects[gauge - campaign->screen_count].width
               : (double)NAN;
}

static talus_value gauge_cell(const void *user, size_t index, size_t column)
{
    const output_gauge_row *row = (const output_gauge_row *)user + index;
    const talus_campaign *campaign = row->context->campaign;
    const talus_gauge_result *g = &row->figures;
    if (column >= FIGURE_COUNT) {
        const size_t k = column - FIGURE_COUNT;
        return talus_value_real(moment_of(g, k / MOMENT_COUNT, k % MOMENT_COUNT));
    }
    if (row->release == NULL && (column == FIGURE_release || column == FIGURE_rock_class)) {
        return talus_value_word("all");
    }
    switch (column) {
#define FIGURE(type, key, screens, objects, unit, doc, value)                                      \
    case FIGURE_##key:                                                                             \
        return TABLE_VALUE_##type(value);
        FIGURE_LIST(FIGURE)
#undef FIGURE
    }
    return (talus_value){.kind = TALUS_VALUE_ABSENT};
}

static void fill_columns(output_gauge_table *table, bool is_object, bool may_break)
{
    memcpy(table->columns, figure_columns[is_object], sizeof figure_columns[is_object]);
    for (size_t k = FIGURE_E_event95_kj; k <= FIGURE_duration_max_s && !may_break; k++) {
        table->columns[k].files = NO;
    }
    table->columns[FIGURE_passages].gpkg_key = "passages";
    table->columns[FIGURE_passages].key = is_object ? "visits" : "crossings";
    for (size_t k = 0; k < COLUMN_COUNT - FIGURE_COUNT; k++) {
        const size_t quantity = k / MOMENT_COUNT;
        snprintf(table->keys[k], sizeof table->keys[k], "%s_%s",
                 output_gauge_quantities[quantity].key, moment_keys[k % MOMENT_COUNT]);
        table->columns[FIGURE_COUNT + k] = (talus_column){
            .key = table->keys[k],
            .unit = output_gauge_quantities[quantity].unit,
            .type = TALUS_COLUMN_REAL,
            .files = talus_gauge_has((talus_gauge_quantity)quantity, is_object) ? C : NO};
    }
}

static bool is_one_of(const talus_campaign *campaign, size_t gauge, output_gauges gauges)
{
    const bool is_object = output_gauge_is_object(campaign, gauge);
    const bool is_area = is_object && campaign->objects[gauge - campaign->screen_count].is_area;
    switch (gauges) {
    case OUTPUT_SCREENS:
        return !is_object;
    case OUTPUT_OBJECTS:
        return is_object;
    case OUTPUT_AREAS:
        return is_area;
    case OUTPUT_LINES:
        return is_object && !is_area;
    }
    return false;
}

/// A row for all strata ("all"), then one for each when there are several.
static talus_status add_gauge(output_gauge_table *table, const talus_products_context *context,
                              const talus_results *results, size_t gauge, bool has_strata,
                              talus_error *error)
{
    size_t count = 0;
    const talus_campaign *campaign = context->campaign;
    const talus_stratum *strata = ensemble_strata(results, &count);
    output_gauge_row *row = &table->rows[table->table.row_count++];
    *row = (output_gauge_row){.context = context, .gauge = gauge};
    talus_status status =
        talus_results_gauge(results, gauge, TALUS_ALL_STRATA, &row->figures, error);
    for (size_t k = 0; has_strata && k < count && count > 1 && status == TALUS_OK; k++) {
        row = &table->rows[table->table.row_count++];
        *row = (output_gauge_row){.context = context,
                                  .gauge = gauge,
                                  .release = campaign->releases[strata[k].release].name,
                                  .rock_class = campaign->rocks[strata[k].rock_class].rock->name};
        status = talus_results_gauge(results, gauge, k, &row->figures, error);
    }
    return status;
}

talus_status output_gauge_table_init(output_gauge_table *table,
                                     const talus_products_context *context,
                                     const talus_results *results, output_gauges gauges,
                                     bool has_strata, talus_error *error)
{
    static const char *const names[] = {[OUTPUT_SCREENS] = "screens",
                                        [OUTPUT_OBJECTS] = "objects",
                                        [OUTPUT_AREAS] = "objects",
                                        [OUTPUT_LINES] = "object_lines"};
    const talus_campaign *campaign = context->campaign;
    size_t count = 0;
    (void)ensemble_strata(results, &count);
    *table = (output_gauge_table){
        .rows = malloc((output_gauge_count(campaign) * (has_strata ? 1 + count : 1) + 1) *
                       sizeof *table->rows),
        .columns = malloc(COLUMN_COUNT * sizeof *table->columns),
        .keys = malloc((COLUMN_COUNT - FIGURE_COUNT) * sizeof *table->keys)};
    if (table->rows == NULL || table->columns == NULL || table->keys == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for table '%s'",
                               names[gauges]);
    }
    fill_columns(table, gauges != OUTPUT_SCREENS, campaign_has_bodies(campaign));
    table->table = (talus_table){.size = sizeof(talus_table),
                                 .name = names[gauges],
                                 .columns = table->columns,
                                 .column_count = COLUMN_COUNT,
                                 .cell = gauge_cell,
                                 .user = table->rows};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < output_gauge_count(campaign) && status == TALUS_OK; k++) {
        if (is_one_of(campaign, k, gauges)) {
            status = add_gauge(table, context, results, k, has_strata, error);
        }
    }
    return status;
}

void output_gauge_table_clear(output_gauge_table *table)
{
    free(table->rows);
    free(table->columns);
    free(table->keys);
    *table = (output_gauge_table){.rows = NULL};
}

void output_gauge_add_moments(files_text *text, const talus_gauge_result *figures, bool is_object)
{
    for (size_t q = 0; q < TALUS_GAUGE_QUANTITY_COUNT; q++) {
        if (!talus_gauge_has((talus_gauge_quantity)q, is_object)) {
            continue;
        }
        files_json_begin(text, output_gauge_quantities[q].key, '{');
        for (size_t k = 0; k < sizeof summary_moments / sizeof summary_moments[0]; k++) {
            const size_t moment = (size_t)summary_moments[k];
            files_json_add_number(text, moment_keys[moment], moment_of(figures, q, moment));
        }
        files_json_end(text, '}');
    }
}

/// X(type, key, files, unit, doc, value) of the crossing `c`.
#define CROSSING_LIST(X)                                                                           \
    X(TEXT, screen, CG, NULL, "name", output_gauge_name(t->context->campaign, c->screen))          \
    X(INTEGER, rock, CG, "1", "index of the rock", c->rock)                                        \
    X(INTEGER, body, CG, "1", "0: the rock, else a fragment of it", c->body)                       \
    X(INTEGER, to_left, CG, "1", "1: onto the left side of the line", c->to_left)                  \
    X(FIXED6, time_s, CG, "s", "after the release", c->time)                                       \
    X(FIXED3, east_m, C, "m", "of S", t->context->east + c->x)                                     \
    X(FIXED3, north_m, C, "m", "of S", t->context->north + c->y)                                   \
    X(FIXED3, z_m, C, "m", "of S", c->z)                                                           \
    X(FIXED3, along_m, CG, "m", "from the first point of the line", c->along)
enum {
#define CROSSING(type, key, files, unit, doc, value) CROSSING_##key,
    CROSSING_LIST(CROSSING)
#undef CROSSING
        CROSSING_COUNT
};

static talus_value crossing_cell(const void *user, size_t index, size_t column)
{
    const output_crossing_table *t = user;
    const talus_crossing *c = &t->crossings[index];
    switch (column) {
#define CROSSING(type, key, files, unit, doc, value)                                               \
    case CROSSING_##key:                                                                           \
        return TABLE_VALUE_##type(value);
        CROSSING_LIST(CROSSING)
#undef CROSSING
    }
    const size_t q = column - CROSSING_COUNT;
    return talus_value_real(output_gauge_quantities[q].scale * c->values[q]);
}

void output_crossing_table_init(output_crossing_table *table, const talus_products_context *context,
                                const talus_results *results)
{
    static const talus_column head[CROSSING_COUNT] = {
#define CROSSING(type, key_, files_, unit_, doc_, value)                                           \
    {.key = #key_, .unit = (unit_), .doc = (doc_), TABLE_TYPE_##type, .files = (files_)},
        CROSSING_LIST(CROSSING)
#undef CROSSING
    };
    _Static_assert(sizeof table->columns / sizeof table->columns[0] ==
                       CROSSING_COUNT + TALUS_GAUGE_QUANTITY_COUNT,
                   "a column of crossings needs its place");
    *table = (output_crossing_table){.context = context};
    memcpy(table->columns, head, sizeof head);
    if (!campaign_has_bodies(context->campaign)) {
        table->columns[CROSSING_body].files = NO;
    }
    for (size_t q = 0; q < TALUS_GAUGE_QUANTITY_COUNT; q++) {
        table->columns[CROSSING_COUNT + q] =
            (talus_column){.key = output_gauge_quantities[q].key,
                           .unit = output_gauge_quantities[q].unit,
                           .type = TALUS_COLUMN_REAL,
                           .files = talus_gauge_has((talus_gauge_quantity)q, false) ? CG : NO};
    }
    table->table = (talus_table){.size = sizeof(talus_table),
                                 .name = "screen_crossings",
                                 .columns = table->columns,
                                 .column_count = CROSSING_COUNT + TALUS_GAUGE_QUANTITY_COUNT,
                                 .cell = crossing_cell,
                                 .user = table};
    table->crossings = ensemble_crossings(results, &table->table.row_count);
}
