// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a comparison: its rocks, and what comes at the screens.
#include "io/table/table.h"
#include "studies/study/compare.h"

#include <math.h>

double compare_bodies_per_event(const talus_totals *totals)
{
    const talus_breaking_totals *b = &totals->breaking;
    return b->events > 0       ? (double)(b->released + b->fragments) / (double)b->events
           : totals->rocks > 0 ? 1.0
                               : (double)NAN;
}

double compare_broken_share(const talus_totals *totals)
{
    const talus_breaking_totals *b = &totals->breaking;
    return b->events > 0       ? (double)b->broken / (double)b->released
           : totals->rocks > 0 ? 0.0
                               : (double)NAN;
}

/// A rock in a variant.
static talus_value rock_cell(const void *user, size_t row, size_t column)
{
    const compare_study *study = user;
    const compare_outcome *outcome = &study->outcomes[row / study->rocks];
    const size_t rock = row % study->rocks;
    switch (column) {
    case 0:
        return talus_value_word(outcome->variant.name);
    case 1:
        return talus_value_integer((int64_t)rock);
    case 2:
        return talus_value_word(outcome->ends[rock] != TALUS_OUTCOME_COUNT
                                    ? talus_outcome_name((talus_outcome)outcome->ends[rock])
                                    : NULL);
    }
    return talus_value_real(outcome->values[column - 3][rock]);
}

talus_table compare_rocks_table(const compare_study *study)
{
    static const talus_column columns[] = {{.key = "variant", .type = TALUS_COLUMN_TEXT},
                                           {.key = "rock", .type = TALUS_COLUMN_INTEGER},
                                           {.key = "outcome", .type = TALUS_COLUMN_TEXT},
#define VALUE(name, key_, words, unit_)                                                            \
    {.key = (key_), .unit = (unit_), .doc = (words), .type = TALUS_COLUMN_REAL, .digits = 17},
                                           COMPARE_VALUE_LIST(VALUE)
#undef VALUE
    };
    _Static_assert(sizeof columns / sizeof columns[0] == 3 + COMPARE_VALUE_COUNT,
                   "a value of a rock needs its column");
    return (talus_table){.size = sizeof(talus_table),
                         .name = "rocks",
                         .columns = columns,
                         .column_count = sizeof columns / sizeof columns[0],
                         .row_count = study->count * study->rocks,
                         .cell = rock_cell,
                         .user = study};
}

/// A screen in a variant.
typedef struct screen_row {
    const compare_outcome *outcome;
    const char *name;
    const talus_gauge_result *result;
    const talus_gauge_moments *energy, *height, *top;
} screen_row;

static screen_row screen_of(const compare_study *study, size_t index)
{
    const size_t screens = study->campaign->screen_count;
    const compare_outcome *outcome = &study->outcomes[index / screens];
    const talus_gauge_result *result = &outcome->screens[index % screens];
    return (screen_row){.outcome = outcome,
                        .name = study->campaign->screens[index % screens].line.name,
                        .result = result,
                        .energy = &result->moments[TALUS_GAUGE_ENERGY],
                        .height = &result->moments[TALUS_GAUGE_HEIGHT],
                        .top = &result->moments[TALUS_GAUGE_TOP]};
}

#define P95 2 // of TALUS_GAUGE_QUANTILES
#define KJ(value) (1e-3 * (value))
#define SCREEN_COLUMNS(X)                                                                          \
    X(LABEL, variant, NULL, "in which", row.outcome->variant.name)                                 \
    X(TEXT, name, NULL, "of the screen", row.name)                                                 \
    X(INTEGER, rocks, "1", "events that cross", row.result->rocks)                                 \
    X(REAL, reach_probability, "1", "share of released events", row.result->probability)           \
    X(REAL, reach_probability_low, "1", "95 % interval", row.result->low)                          \
    X(REAL, reach_probability_high, "1", "95 % interval", row.result->high)                        \
    X(REAL, annual_frequency_1_yr, "1/yr", "events that come", row.result->annual_frequency)       \
    X(INTEGER, crossings, "1", "of all bodies", row.result->passages)                              \
    X(REAL, hits_per_event, "1", "crossings of an event that crosses", row.result->hits_per_event) \
    X(REAL, E95_kj, "kJ", "kinetic energy of the largest body", KJ(row.energy->quantile[P95]))     \
    X(REAL, E95_low_kj, "kJ", "95 % interval", KJ(row.energy->low[P95]))                           \
    X(REAL, E95_high_kj, "kJ", "95 % interval", KJ(row.energy->high[P95]))                         \
    X(REAL, E_window95_kj, "kJ", "of bodies in the window",                                        \
      KJ(row.result->window_energy.quantile[P95]))                                                 \
    X(REAL, E_event95_kj, "kJ", "of all bodies", KJ(row.result->event_energy.quantile[P95]))       \
    X(REAL, h95_m, "m", "height of S", row.height->quantile[P95])                                  \
    X(REAL, top95_m, "m", "height of the highest point", row.top->quantile[P95])                   \
    X(REAL, top95_low_m, "m", "95 % interval", row.top->low[P95])                                  \
    X(REAL, top95_high_m, "m", "95 % interval", row.top->high[P95])
TABLE_DEFINE(screens, SCREEN_COLUMNS, const screen_row row = screen_of(user, index))

talus_table compare_screens_table(const compare_study *study)
{
    const talus_table table = TABLE(screens, study, study->count * study->campaign->screen_count);
    return table;
}

talus_status compare_write_tables(const compare_study *study, const compare_files *files,
                                  talus_error *error)
{
    const talus_table rocks = compare_rocks_table(study), screens = compare_screens_table(study);
    const talus_status status = table_write_csv(files->directory, "rocks.csv", &rocks, error);
    return status == TALUS_OK && study->campaign->screen_count > 0
               ? table_write_csv(files->directory, "screens.csv", &screens, error)
               : status;
}
