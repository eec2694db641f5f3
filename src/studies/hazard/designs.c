// SPDX-License-Identifier: GPL-3.0-or-later
// design.csv: characteristic and design values at the screens.
#include "studies/hazard/products.h"

#include "foundation/statistics/interval.h"
#include "io/products/output.h"
#include "io/table/table.h"

#include <stdlib.h>

/// Energy, heights of S, of the highest and of the lowest point.
enum { QUANTITIES = 4 };
static const talus_gauge_quantity quantities[QUANTITIES] = {TALUS_GAUGE_ENERGY, TALUS_GAUGE_HEIGHT,
                                                            TALUS_GAUGE_TOP, TALUS_GAUGE_CLEARANCE};

/// Value that a share 1 - percentile / 100 of what was counted exceeds, by bisection over the
/// curve.
static talus_status percentile_of(const talus_results *results, size_t screen,
                                  talus_gauge_quantity quantity, double percentile, double most,
                                  double *value, talus_error *error)
{
    double low = 0.0, high = most;
    talus_status status = TALUS_OK;
    for (int k = 0; k < 60 && status == TALUS_OK; k++) {
        const double middle = 0.5 * (low + high);
        double share = 0.0;
        status = talus_results_gauge_exceedance(results, screen, TALUS_ALL_STRATA, quantity,
                                                &middle, 1, &share, error);
        if (share > 1.0 - 0.01 * percentile) {
            low = middle;
        } else {
            high = middle;
        }
    }
    *value = high;
    return status;
}

/// Percentile whose value is the upper 95 % bound of another one: that of an order statistic of
/// the effective number of crossings. [docs/theory.md (75)] @return false for too few of them
static bool bound_of(double n_eff, double percentile, double *upper)
{
    const uint64_t n = (uint64_t)(n_eff * (1.0 + 1e-9));
    uint64_t low = 0, high = 0;
    if (n == 0) {
        return false;
    }
    (void)statistics_quantile_ranks(n, 0.01 * percentile, &low, &high);
    *upper = 100.0 * ((double)high - 0.5) / (double)n;
    return high > 0;
}

/// Percentiles of a screen and their upper 95 % bounds, NaN where too few rocks cross to have one.
typedef struct percentiles {
    double value[QUANTITIES], high[QUANTITIES]; ///< J, m
} percentiles;

static talus_status measure(const talus_results *results, size_t screen,
                            const talus_gauge_result *result, double percentile, percentiles *p,
                            talus_error *error)
{
    double upper = 0.0;
    const bool is_bounded = bound_of(result->n_eff, percentile, &upper);
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < QUANTITIES && status == TALUS_OK; k++) {
        const double most = result->moments[quantities[k]].max;
        p->high[k] = (double)NAN;
        status =
            percentile_of(results, screen, quantities[k], percentile, most, &p->value[k], error);
        if (status == TALUS_OK && is_bounded) {
            status = percentile_of(results, screen, quantities[k], upper, most, &p->high[k], error);
        }
    }
    return status;
}

static hazard_design design_of(const hazard_rules *rules, const percentiles *p)
{
    const bool of_top = rules->keys.design.height_of == HAZARD_HEIGHT_TOP;
    return hazard_design_of(rules, p->value[0], p->value[of_top ? 2 : 1]);
}

/// A screen that rocks cross.
typedef struct design_row {
    const char *screen;
    const hazard_rules *rules;
    talus_gauge_result result;
    percentiles p;
    hazard_design design;
    char note[HAZARD_SENTENCE];
} design_row;

#define DESIGN_COLUMNS(X)                                                                          \
    X(TEXT, screen, NULL, "name", row->screen)                                                     \
    X(INTEGER, rocks, "1", "that cross", row->result.rocks)                                        \
    X(LIMIT6, probability_given_release, "1", "that a rock crosses", row->result.probability)      \
    X(LIMIT6, annual_frequency_1_yr, "1/yr", "of rocks that cross", row->result.annual_frequency)  \
    X(LIMIT6, percentile, "1", "of the characteristic values", row->rules->keys.design.percentile) \
    X(LIMIT6, energy_kj, "kJ", "characteristic", 1e-3 * row->p.value[0])                           \
    X(LIMIT6, energy_high_kj, "kJ", "upper 95 % bound", 1e-3 * row->p.high[0])                     \
    X(LIMIT6, height_m, "m", "of S, characteristic", row->p.value[1])                              \
    X(LIMIT6, height_high_m, "m", "upper 95 % bound", row->p.high[1])                              \
    X(LIMIT6, top_height_m, "m", "of the highest point, characteristic", row->p.value[2])          \
    X(LIMIT6, top_height_high_m, "m", "upper 95 % bound", row->p.high[2])                          \
    X(LIMIT6, clearance_m, "m", "of the lowest point, characteristic", row->p.value[3])            \
    X(LIMIT6, clearance_high_m, "m", "upper 95 % bound", row->p.high[3])                           \
    X(LIMIT6, design_energy_kj, "kJ", "with partial factors", 1e-3 * row->design.energy)           \
    X(LIMIT6, design_height_m, "m", "with partial factors", row->design.height)                    \
    X(LIMIT6, capacity_kj, "kJ", "that a net must have", 1e-3 * row->design.capacity)              \
    X(LIMIT6, net_class_kj, "kJ", "the class that has it", 1e-3 * row->design.net)                 \
    X(LIMIT6, net_highest_m, "m", "highest net of the rules", row->rules->keys.nets.highest)       \
    X(TEXT, net_note, NULL, "why no net will do", row->note)
TABLE_DEFINE(designs, DESIGN_COLUMNS, const design_row *row = TABLE_ROW(design_row))

/// @param has_rocks out: false for a screen that no rock crosses
static talus_status fill_row(const talus_results *results, size_t screen, const hazard_rules *rules,
                             design_row *row, bool *has_rocks, talus_error *error)
{
    row->rules = rules;
    talus_status status =
        talus_results_gauge(results, screen, TALUS_ALL_STRATA, &row->result, error);
    *has_rocks = status == TALUS_OK && row->result.rocks > 0;
    if (*has_rocks) {
        status =
            measure(results, screen, &row->result, rules->keys.design.percentile, &row->p, error);
    }
    if (*has_rocks && status == TALUS_OK) {
        row->design = design_of(rules, &row->p);
    }
    return status;
}

talus_status hazard_design_at(const talus_results *results, size_t screen,
                              const hazard_rules *rules, hazard_design *design, bool *has_rocks,
                              talus_error *error)
{
    design_row row;
    const talus_status status = fill_row(results, screen, rules, &row, has_rocks, error);
    if (*has_rocks && status == TALUS_OK) {
        *design = row.design;
    }
    return status;
}

bool hazard_has_designs(const hazard_request *request, const talus_campaign *campaign)
{
    const hazard_rules *rules = request->rules;
    return rules != NULL && campaign->screen_count > 0 &&
           (rules->keys.design.node != NULL || rules->keys.nets.node != NULL);
}

talus_status hazard_tabulate_designs(const talus_campaign *campaign, const talus_results *results,
                                     const hazard_rules *rules, void **rows, talus_table *table,
                                     talus_error *error)
{
    size_t count = 0;
    design_row *items = malloc((campaign->screen_count + 1) * sizeof *items);
    talus_status status =
        items != NULL ? TALUS_OK
                      : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for design.csv");
    for (size_t k = 0; k < campaign->screen_count && status == TALUS_OK; k++) {
        bool has_rocks = false;
        design_row *row = &items[count];
        status = fill_row(results, k, rules, row, &has_rocks, error);
        if (status == TALUS_OK && has_rocks) {
            row->screen = campaign->screens[k].line.name;
            hazard_word_design(rules, &row->design, row->note);
            count++;
        }
    }
    *rows = items;
    *table = (talus_table)TABLE(designs, items, count);
    return status;
}

talus_status hazard_write_designs(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, const hazard_request *request,
                                  talus_error *error)
{
    if (!hazard_has_designs(request, context->campaign)) {
        return TALUS_OK;
    }
    void *rows = NULL;
    talus_table table;
    talus_status status =
        hazard_tabulate_designs(context->campaign, results, request->rules, &rows, &table, error);
    if (status == TALUS_OK) {
        status = table_write_csv(directory, "design.csv", &table, error);
    }
    free(rows);
    return status;
}
