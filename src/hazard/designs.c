// SPDX-License-Identifier: GPL-3.0-or-later
// design.csv: characteristic and design values at the screens.
#include "hazard/products.h"

#include "output/output.h"

/// Energy, heights of S, of the highest and of the lowest point.
enum { QUANTITIES = 4 };

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

static talus_status add_screen(const talus_campaign *campaign, const talus_results *results,
                               size_t screen, const hazard_rules *rules, files_text *text,
                               talus_error *error)
{
    const hazard_design_rule *rule = &rules->keys.design;
    const bool is_top = rule->height_of == HAZARD_HEIGHT_TOP;
    static const talus_gauge_quantity quantities[QUANTITIES] = {
        TALUS_GAUGE_ENERGY, TALUS_GAUGE_HEIGHT, TALUS_GAUGE_TOP, TALUS_GAUGE_CLEARANCE};
    talus_gauge_result result;
    double found[QUANTITIES] = {0.0};
    talus_status status = talus_results_gauge(results, screen, TALUS_ALL_STRATA, &result, error);
    if (status != TALUS_OK || result.rocks == 0) {
        return status;
    }
    for (size_t k = 0; k < QUANTITIES && status == TALUS_OK; k++) {
        status = percentile_of(results, screen, quantities[k], rule->percentile,
                               result.moments[quantities[k]].max, &found[k], error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    const hazard_design d = hazard_design_of(rules, found[0], found[is_top ? 2 : 1]);
    hazard_add_name(text, campaign->screens[screen].line.name);
    files_text_add(text, ",%llu", (unsigned long long)result.rocks);
    const double values[] = {result.probability, result.annual_frequency,
                             rule->percentile,   1e-3 * found[0],
                             found[1],           found[2],
                             found[3],           1e-3 * d.energy,
                             d.height,           1e-3 * d.capacity,
                             1e-3 * d.net};
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        hazard_add_number(text, values[k]);
    }
    files_text_add(text, "\n");
    return TALUS_OK;
}

talus_status hazard_write_designs(const char *directory, const talus_output_context *context,
                                  const talus_results *results, const hazard_request *request,
                                  talus_error *error)
{
    const talus_campaign *campaign = context->campaign;
    const hazard_rules *rules = request->rules;
    if (rules == NULL || campaign->screen_count == 0 ||
        (rules->keys.design.node == NULL && rules->keys.nets.node == NULL)) {
        return TALUS_OK;
    }
    files_text text = {0};
    char path[OUTPUT_PATH_SIZE];
    files_text_add(
        &text,
        "screen,rocks,probability_given_release,annual_frequency_1_yr,percentile,"
        "energy_kj,height_m,top_height_m,clearance_m,design_energy_kj,design_height_m,capacity_kj,"
        "net_class_kj\n");
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < campaign->screen_count && status == TALUS_OK; k++) {
        status = add_screen(campaign, results, k, rules, &text, error);
    }
    if (status == TALUS_OK) {
        status = text.failed
                     ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for designs")
                     : output_path(path, directory, "design", ".csv", error);
    }
    status = status == TALUS_OK ? files_write_all(path, text.data, text.size, error) : status;
    files_text_clear(&text);
    return status;
}
