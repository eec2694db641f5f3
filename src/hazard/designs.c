// SPDX-License-Identifier: GPL-3.0-or-later
// design.csv: characteristic and design values at the screens.
#include "hazard/products.h"

#include "observe/interval.h"
#include "output/output.h"

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
    (void)observe_quantile_ranks(n, 0.01 * percentile, &low, &high);
    *upper = 100.0 * ((double)high - 0.5) / (double)n;
    return high > 0;
}

/// Percentiles of a screen.
typedef struct percentiles {
    double energy, height;           ///< J, m
    double energy_high, height_high; ///< upper 95 % bounds; NaN: too few crossings to have one
} percentiles;

static talus_status measure(const talus_results *results, size_t screen,
                            const talus_gauge_result *result, double percentile, percentiles *p,
                            talus_error *error)
{
    double upper = 0.0;
    const bool is_bounded = bound_of(result->n_eff, percentile, &upper);
    const struct {
        talus_gauge_quantity quantity;
        double percentile, *value;
    } wanted[] = {{TALUS_GAUGE_ENERGY, percentile, &p->energy},
                  {TALUS_GAUGE_HEIGHT, percentile, &p->height},
                  {TALUS_GAUGE_ENERGY, upper, &p->energy_high},
                  {TALUS_GAUGE_HEIGHT, upper, &p->height_high}};
    talus_status status = TALUS_OK;
    *p = (percentiles){.energy_high = (double)NAN, .height_high = (double)NAN};
    for (size_t k = 0; k < (is_bounded ? 4 : 2) && status == TALUS_OK; k++) {
        status = percentile_of(results, screen, wanted[k].quantity, wanted[k].percentile,
                               result->moments[wanted[k].quantity].max, wanted[k].value, error);
    }
    return status;
}

static talus_status add_screen(const talus_campaign *campaign, const talus_results *results,
                               size_t screen, const hazard_rules *rules, files_text *text,
                               talus_error *error)
{
    const double percentile = rules->keys.design.percentile;
    talus_gauge_result result;
    percentiles p;
    talus_status status = talus_results_gauge(results, screen, TALUS_ALL_STRATA, &result, error);
    if (status != TALUS_OK || result.rocks == 0) {
        return status;
    }
    status = measure(results, screen, &result, percentile, &p, error);
    if (status != TALUS_OK) {
        return status;
    }
    const hazard_design d = hazard_design_of(rules, p.energy, p.height);
    hazard_add_name(text, campaign->screens[screen].line.name);
    files_text_add(text, ",%llu", (unsigned long long)result.rocks);
    const double values[] = {result.probability,
                             result.annual_frequency,
                             percentile,
                             1e-3 * p.energy,
                             1e-3 * p.energy_high,
                             p.height,
                             p.height_high,
                             1e-3 * d.energy,
                             d.height,
                             1e-3 * d.capacity,
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
    files_text_add(&text, "screen,rocks,probability_given_release,annual_frequency_1_yr,percentile,"
                          "energy_kj,energy_high_kj,height_m,height_high_m,design_energy_kj,"
                          "design_height_m,capacity_kj,net_class_kj\n");
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
