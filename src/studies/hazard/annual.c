// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of rocks by stratum, and how levels are called.
#include "studies/hazard/products.h"

#include <stdio.h>
#include <stdlib.h>

bool hazard_weights_init(hazard_weights *weights, const talus_results *results)
{
    size_t count = 0;
    const talus_stratum *strata = ensemble_strata(results, &count);
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
