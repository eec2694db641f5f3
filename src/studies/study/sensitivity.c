// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of the variants, and their changes.
#include "studies/study/sensitivity.h"

#include "runs/campaign/layers.h"
#include "runs/ensemble/layer_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Metrics of every campaign, then those of each screen.
enum { RUNOUT, RUNOUT_P95, ENERGY_P95, AREA, COMMON };
enum { CROSSED, SCREEN_ENERGY, SCREEN_HEIGHT, PER_SCREEN };
enum { P95 = 2 }; // of TALUS_GAUGE_QUANTILES

static const sensitivity_metric common[COMMON] = {
    [RUNOUT] = {"runout_mean_m", "run-out, mean", "m"},
    [RUNOUT_P95] = {"runout_p95_m", "run-out, P95", "m"},
    [ENERGY_P95] = {"kinetic_energy_max_p95_kj", "largest energy, P95", "kJ"},
    [AREA] = {"reach_area_m2", "reach area", "m2"},
};
static const struct {
    const char *key, *words, *unit;
} per_screen[PER_SCREEN] = {
    [CROSSED] = {"crossed", "rocks that cross", "%"},
    [SCREEN_ENERGY] = {"kinetic_energy_p95_kj", "E95", "kJ"},
    [SCREEN_HEIGHT] = {"height_p95_m", "h95", "m"},
};

static void name_metrics(const talus_campaign *campaign, sensitivity_metric *metrics)
{
    for (size_t k = 0; k < COMMON; k++) {
        metrics[k] = common[k];
    }
    for (size_t s = 0; s < campaign->screen_count; s++) {
        const char *name = campaign->screens[s].line.name;
        for (size_t k = 0; k < PER_SCREEN; k++) {
            sensitivity_metric *metric = &metrics[COMMON + s * PER_SCREEN + k];
            snprintf(metric->key, sizeof metric->key, "screen.%.64s.%s", name, per_screen[k].key);
            snprintf(metric->words, sizeof metric->words, "%.40s: %s", name, per_screen[k].words);
            metric->unit = per_screen[k].unit;
        }
    }
}

talus_status sensitivity_create(const talus_campaign *campaign, const char *const *names,
                                size_t count, double level, sensitivity_study **out,
                                talus_error *error)
{
    *out = NULL;
    sensitivity_study *study = calloc(1, sizeof *study);
    compare_variant *variants = calloc(count + 1, sizeof *variants);
    talus_status status = TALUS_ERROR_MEMORY;
    if (study != NULL && variants != NULL) {
        study->level = level;
        study->metric_count = COMMON + campaign->screen_count * PER_SCREEN;
        study->metrics = calloc(study->metric_count, sizeof *study->metrics);
        study->effects = calloc(count * study->metric_count + 1, sizeof *study->effects);
        status = study->metrics != NULL && study->effects != NULL ? TALUS_OK : status;
    }
    for (size_t k = 0; status == TALUS_OK && k < count; k++) {
        variants[k].scheme = campaign->step.scheme;
        variants[k].time_step = campaign->step.time_step;
        snprintf(variants[k].name, sizeof variants[k].name, "%s", names[k]);
    }
    if (status == TALUS_OK) {
        name_metrics(campaign, study->metrics);
        status = compare_create(campaign, variants, count, &study->rocks, error);
    } else {
        (void)talus_error_set(error, status, "out of memory for %zu variants", count);
    }
    free(variants);
    if (status != TALUS_OK) {
        sensitivity_destroy(study);
        return status;
    }
    *out = study;
    return TALUS_OK;
}

void sensitivity_destroy(sensitivity_study *study)
{
    if (study != NULL) {
        compare_destroy(study->rocks);
        free(study->metrics);
        free(study->effects);
        free(study);
    }
}

const sensitivity_effect *sensitivity_effect_of(const sensitivity_study *study, size_t variant,
                                                size_t metric)
{
    return &study->effects[variant * study->metric_count + metric];
}

/// Area of the cells that at least a share `level` of the rocks reach, m2.
static talus_status measure_area(const sensitivity_study *study, const talus_results *results,
                                 double *area, talus_error *error)
{
    const talus_cells *cells = &study->rocks->campaign->cells;
    const talus_window whole = {.nx = cells->nx, .ny = cells->ny};
    const size_t count = cells->nx * cells->ny;
    float *values = malloc(count * sizeof *values + 1);
    campaign_layer layer;
    if (values == NULL || !campaign_layer_find("reach_probability", &layer)) {
        free(values);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a raster of %zu x %zu",
                               cells->nx, cells->ny);
    }
    const talus_status status = campaign_layer_values(&layer, results, &whole, values, error);
    size_t reached = 0;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        // 1e-6: a share of the rocks that is the level except for its rounding to a float
        reached += (double)values[k] >= study->level * (1.0 - 1e-6) ? 1 : 0;
    }
    *area = (double)reached * cells->cell * cells->cell;
    free(values);
    return status;
}

static sensitivity_effect effect(double value, double error)
{
    const double none = (double)NAN;
    return (sensitivity_effect){value, error, {none, none, none, 0}};
}

static talus_status read_screen(size_t screen, const talus_results *results,
                                sensitivity_effect *effects, talus_error *error)
{
    talus_gauge_result gauge;
    const talus_status status =
        talus_results_gauge(results, screen, TALUS_ALL_STRATA, &gauge, error);
    if (status == TALUS_OK) {
        const talus_gauge_moments *energy = &gauge.moments[TALUS_GAUGE_ENERGY];
        const talus_gauge_moments *height = &gauge.moments[TALUS_GAUGE_HEIGHT];
        // half the width of a 95 % interval in standard errors
        const double halves = 2.0 * 1.96;
        effects[CROSSED] = effect(1e2 * gauge.probability,
                                  (gauge.high - gauge.low) / (halves * gauge.probability));
        effects[SCREEN_ENERGY] =
            effect(1e-3 * energy->quantile[P95], energy->error[P95] / energy->quantile[P95]);
        effects[SCREEN_HEIGHT] =
            effect(height->quantile[P95], height->error[P95] / height->quantile[P95]);
    }
    return status;
}

talus_status sensitivity_take(sensitivity_study *study, const talus_results *results,
                              talus_error *error)
{
    const size_t variant = study->rocks->count - 1, rocks = study->rocks->rocks;
    const compare_outcome *outcome = &study->rocks->outcomes[variant];
    const size_t screens = (study->metric_count - COMMON) / PER_SCREEN;
    sensitivity_effect *effects = study->effects + variant * study->metric_count;
    double values[COMMON] = {outcome->totals.runout.mean};
    talus_status status = statistics_quantile(outcome->values[COMPARE_RUNOUT], rocks, 0.95,
                                              &values[RUNOUT_P95], error);
    if (status == TALUS_OK) {
        status = statistics_quantile(outcome->values[COMPARE_ENERGY_MAX], rocks, 0.95,
                                     &values[ENERGY_P95], error);
    }
    if (status == TALUS_OK) {
        status = measure_area(study, results, &values[AREA], error);
    }
    for (size_t k = 0; k < COMMON; k++) {
        effects[k] = effect(values[k], (double)NAN);
    }
    for (size_t s = 0; s < screens && status == TALUS_OK; s++) {
        status = read_screen(s, results, effects + COMMON + s * PER_SCREEN, error);
    }
    return status;
}

/// Ratio of a screen's values; the errors of both as if they were of other rocks, which for the
/// same rocks is too wide rather than too narrow.
static void compare_gauges(const sensitivity_effect *to, sensitivity_effect *of)
{
    const double ratio = of->value / to->value;
    const double half = 1.96 * sqrt(of->error * of->error + to->error * to->error);
    const double factor = isfinite(half) ? talus_exp(half) : (double)NAN;
    of->ratio.value = isfinite(ratio) ? ratio : (double)NAN;
    of->ratio.low = ratio > 0.0 ? ratio / factor : (double)NAN;
    of->ratio.high = ratio > 0.0 ? ratio * factor : (double)NAN;
}

talus_status sensitivity_finish(sensitivity_study *study, talus_error *error)
{
    const compare_study *rocks = study->rocks;
    double *const *to = rocks->outcomes[0].values;
    talus_status status = compare_pairs(study->rocks, error);
    for (size_t k = 1; k < rocks->count && status == TALUS_OK; k++) {
        double *const *of = rocks->outcomes[k].values;
        sensitivity_effect *effects = study->effects + k * study->metric_count;
        for (size_t m = AREA; m < study->metric_count; m++) {
            compare_gauges(sensitivity_effect_of(study, 0, m), &effects[m]);
        }
        effects[RUNOUT].ratio = rocks->pairs[k].ratios[COMPARE_RATIO_RUNOUT];
        status = statistics_ratio_of_quantiles(of[COMPARE_RUNOUT], to[COMPARE_RUNOUT], rocks->rocks,
                                               0.95, COMPARE_CONFIDENCE, &effects[RUNOUT_P95].ratio,
                                               error);
        if (status == TALUS_OK) {
            status = statistics_ratio_of_quantiles(of[COMPARE_ENERGY_MAX], to[COMPARE_ENERGY_MAX],
                                                   rocks->rocks, 0.95, COMPARE_CONFIDENCE,
                                                   &effects[ENERGY_P95].ratio, error);
        }
    }
    return status;
}

/// Size of a change up or down; -1 unknown.
static double size_of(const sensitivity_effect *effect)
{
    const double ratio = effect->ratio.value;
    return !(ratio >= 0.0) ? -1.0 : ratio > 0.0 ? fabs(talus_log(ratio)) : HUGE_VAL;
}

size_t sensitivity_order(const sensitivity_study *study, size_t metric, size_t *order)
{
    size_t count = 0;
    for (size_t k = 1; k < study->rocks->count; k++) {
        const double size = size_of(sensitivity_effect_of(study, k, metric));
        size_t at = count++;
        for (; at > 0 && size_of(sensitivity_effect_of(study, order[at - 1], metric)) < size;
             at--) {
            order[at] = order[at - 1];
        }
        order[at] = k;
    }
    return count;
}
