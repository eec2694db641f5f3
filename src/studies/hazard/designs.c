// SPDX-License-Identifier: GPL-3.0-or-later
// design.csv: characteristic and design values at the screens.
#include "studies/hazard/products.h"

#include "io/products/output.h"
#include "runs/observe/interval.h"

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
    (void)observe_quantile_ranks(n, 0.01 * percentile, &low, &high);
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

talus_status hazard_design_at(const talus_results *results, size_t screen,
                              const hazard_rules *rules, hazard_design *design, bool *has_rocks,
                              talus_error *error)
{
    talus_gauge_result result;
    percentiles p;
    talus_status status = talus_results_gauge(results, screen, TALUS_ALL_STRATA, &result, error);
    *has_rocks = status == TALUS_OK && result.rocks > 0;
    if (*has_rocks) {
        status = measure(results, screen, &result, rules->keys.design.percentile, &p, error);
    }
    if (*has_rocks && status == TALUS_OK) {
        *design = design_of(rules, &p);
    }
    return status;
}

static talus_status add_screen(const talus_campaign *campaign, const talus_results *results,
                               size_t screen, const hazard_rules *rules, files_text *text,
                               talus_error *error)
{
    const hazard_design_rule *rule = &rules->keys.design;
    talus_gauge_result result;
    percentiles p;
    talus_status status = talus_results_gauge(results, screen, TALUS_ALL_STRATA, &result, error);
    if (status != TALUS_OK || result.rocks == 0) {
        return status;
    }
    status = measure(results, screen, &result, rule->percentile, &p, error);
    if (status != TALUS_OK) {
        return status;
    }
    const hazard_design d = design_of(rules, &p);
    files_csv_add_text(text, campaign->screens[screen].line.name);
    files_text_add(text, ",%llu", (unsigned long long)result.rocks);
    hazard_add_number(text, result.probability);
    hazard_add_number(text, result.annual_frequency);
    hazard_add_number(text, rule->percentile);
    for (size_t k = 0; k < QUANTITIES; k++) {
        const double scale = k == 0 ? 1e-3 : 1.0;
        hazard_add_number(text, scale * p.value[k]);
        hazard_add_number(text, scale * p.high[k]);
    }
    const double values[] = {1e-3 * d.energy, d.height, 1e-3 * d.capacity, 1e-3 * d.net};
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        hazard_add_number(text, values[k]);
    }
    char sentence[HAZARD_SENTENCE];
    hazard_word_design(rules, &d, sentence);
    hazard_add_number(text, rules->keys.nets.highest);
    files_text_add(text, ",");
    files_csv_add_text(text, sentence);
    files_text_add(text, "\n");
    return TALUS_OK;
}

bool hazard_has_designs(const hazard_request *request, const talus_campaign *campaign)
{
    const hazard_rules *rules = request->rules;
    return rules != NULL && campaign->screen_count > 0 &&
           (rules->keys.design.node != NULL || rules->keys.nets.node != NULL);
}

talus_status hazard_write_designs(talus_directory *directory, const talus_output_context *context,
                                  const talus_results *results, const hazard_request *request,
                                  talus_error *error)
{
    const talus_campaign *campaign = context->campaign;
    const hazard_rules *rules = request->rules;
    if (!hazard_has_designs(request, campaign)) {
        return TALUS_OK;
    }
    files_text text = {0};
    files_text_add(&text, "screen,rocks,probability_given_release,annual_frequency_1_yr,percentile,"
                          "energy_kj,energy_high_kj,height_m,height_high_m,top_height_m,"
                          "top_height_high_m,clearance_m,clearance_high_m,design_energy_kj,"
                          "design_height_m,capacity_kj,net_class_kj,net_highest_m,net_note\n");
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < campaign->screen_count && status == TALUS_OK; k++) {
        status = add_screen(campaign, results, k, rules, &text, error);
    }
    if (status == TALUS_OK) {
        status = directory_write_text(directory, "design.csv", &text, error);
    }
    files_text_clear(&text);
    return status;
}
