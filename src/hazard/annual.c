// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of rocks, and what the levels of the rules say of cells.
#include "hazard/products.h"

#include <stdio.h>
#include <stdlib.h>

bool hazard_weights_init(hazard_weights *weights, const talus_results *results)
{
    size_t count = 0;
    const talus_stratum *strata = talus_results_strata(results, &count);
    *weights = (hazard_weights){.count = count,
                                .annual = malloc((count + 1) * sizeof(double)),
                                .conditional = malloc((count + 1) * sizeof(double))};
    if (weights->annual == NULL || weights->conditional == NULL) {
        hazard_weights_clear(weights);
        return false;
    }
    double sum = 0.0;
    bool is_known = true;
    for (size_t k = 0; k < count; k++) {
        const double rocks = (double)strata[k].rocks;
        sum += strata[k].weight * rocks;
        is_known = is_known && !isnan(strata[k].frequency);
        weights->annual[k] = rocks > 0.0 ? strata[k].frequency / rocks : 0.0;
    }
    for (size_t k = 0; k < count; k++) {
        weights->conditional[k] = sum > 0.0 ? strata[k].weight / sum : 0.0;
    }
    if (!is_known) {
        free(weights->annual);
        weights->annual = NULL;
    }
    return true;
}

void hazard_weights_clear(hazard_weights *weights)
{
    free(weights->annual);
    free(weights->conditional);
    *weights = (hazard_weights){0};
}

void hazard_level_name(const hazard_rules *rules, size_t level, char *name, size_t size)
{
    const bool by_period = rules->keys.basis == HAZARD_RETURN_PERIOD;
    snprintf(name, size, "%s%g", by_period ? "rp" : "p", rules->levels[level]);
}

/// The weights that the levels of the rules are about.
static const double *weights_of(const hazard_rules *rules, const hazard_weights *weights)
{
    return rules->keys.basis == HAZARD_RETURN_PERIOD ? weights->annual : weights->conditional;
}

talus_status hazard_level_energies(const hazard_rules *rules, const hazard_weights *weights,
                                   const talus_results *results, const talus_window *window,
                                   float *energies, talus_error *error)
{
    const size_t cells = window->nx * window->ny;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < rules->level_count && status == TALUS_OK; k++) {
        status =
            talus_results_level(results, TALUS_KINETIC_ENERGY, weights_of(rules, weights),
                                hazard_level_rate(rules, k), window, energies + k * cells, error);
    }
    return status;
}

talus_status hazard_zones_in(const hazard_rules *rules, const hazard_weights *weights,
                             const talus_results *results, const talus_window *window,
                             float *energies, uint8_t *zones, talus_error *error)
{
    const size_t cells = window->nx * window->ny;
    const talus_status status =
        hazard_level_energies(rules, weights, results, window, energies, error);
    for (size_t c = 0; c < cells && status == TALUS_OK; c++) {
        double levels[HAZARD_LEVELS] = {0};
        bool is_reached = false;
        for (size_t k = 0; k < rules->level_count; k++) {
            levels[k] = (double)energies[k * cells + c];
            is_reached = is_reached || !isnan(levels[k]); // NaN: no rock passed
        }
        zones[c] = (uint8_t)(hazard_zone_of(rules, levels, is_reached) + 1);
    }
    return status;
}
