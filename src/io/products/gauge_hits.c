// SPDX-License-Identifier: GPL-3.0-or-later
// The table of hits: how often bodies cross a screen with more than an energy.
#include "io/products/gauges.h"

#include <stdlib.h>

enum { HIT_LEVELS = 24 }; ///< 1, 2, 5, 10, ... kJ
/// A screen and a level.
typedef struct hit_row {
    const char *name;
    double level;                               ///< J
    double per_event, per_year;                 ///< hits above it
    double event_probability, annual_frequency; ///< events with a hit above it
} hit_row;

#define HIT_COLUMNS(X)                                                                             \
    X(TEXT, name, NULL, "of the screen", row->name)                                                \
    X(REAL, kinetic_energy_kj, "kJ", "level", 1e-3 * row->level)                                   \
    X(REAL, hits_per_event, "1", "crossings above it, expected of a released event",               \
      row->per_event)                                                                              \
    X(REAL, hits_1_yr, "1/yr", "crossings above it", row->per_year)                                \
    X(REAL, event_probability, "1", "that a released event has one", row->event_probability)       \
    X(REAL, event_frequency_1_yr, "1/yr", "events that have one", row->annual_frequency)
TABLE_DEFINE(hits, HIT_COLUMNS, const hit_row *row = TABLE_ROW(hit_row))

/// Rows of a screen, up to the first level that nothing exceeds.
static talus_status add_hits(const talus_products_context *context, const talus_results *results,
                             size_t screen, hit_row *rows, size_t *count, talus_error *error)
{
    static const double steps[3] = {1.0, 2.0, 5.0};
    double levels[HIT_LEVELS], hits[HIT_LEVELS], yearly[HIT_LEVELS], shares[HIT_LEVELS];
    double decade = 1e3;
    talus_gauge_result g;
    for (size_t k = 0; k < HIT_LEVELS; k++) {
        levels[k] = decade * steps[k % 3];
        decade *= k % 3 == 2 ? 10.0 : 1.0;
    }
    talus_status status = talus_results_gauge(results, screen, TALUS_ALL_STRATA, &g, error);
    if (status == TALUS_OK) {
        status = talus_results_hit_rate(results, screen, TALUS_ALL_STRATA, levels, HIT_LEVELS, hits,
                                        yearly, error);
    }
    if (status == TALUS_OK) {
        status =
            talus_results_gauge_exceedance(results, screen, TALUS_ALL_STRATA, TALUS_GAUGE_ENERGY,
                                           levels, HIT_LEVELS, shares, error);
    }
    for (size_t k = 0; k < HIT_LEVELS && status == TALUS_OK && g.rocks > 0; k++) {
        rows[(*count)++] = (hit_row){.name = output_gauge_name(context->campaign, screen),
                                     .level = levels[k],
                                     .per_event = hits[k],
                                     .per_year = yearly[k],
                                     .event_probability = g.probability * shares[k],
                                     .annual_frequency = g.annual_frequency * shares[k]};
        if (!(hits[k] > 0.0)) {
            break;
        }
    }
    return status;
}

talus_status output_write_hits(talus_directory *directory, const talus_products_context *context,
                               const talus_results *results, talus_error *error)
{
    const size_t screens = context->campaign->screen_count;
    hit_row *rows = malloc((screens * HIT_LEVELS + 1) * sizeof *rows);
    size_t count = 0;
    if (rows == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for screen_hits.csv");
    }
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < screens && status == TALUS_OK; k++) {
        status = add_hits(context, results, k, rows, &count, error);
    }
    if (status == TALUS_OK) {
        const talus_table table = TABLE(hits, rows, count);
        status = table_write_csv(directory, "screen_hits.csv", &table, error);
    }
    free(rows);
    return status;
}
