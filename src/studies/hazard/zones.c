// SPDX-License-Identifier: GPL-3.0-or-later
// What a rule pack says of numbers: class, zone, design values.
#include "studies/hazard/hazard.h"

#include <string.h>

double hazard_level_rate(const hazard_rules *rules, size_t level)
{
    const double value = rules->levels[level];
    return rules->keys.basis == HAZARD_RETURN_PERIOD ? 1.0 / value : value;
}

_Static_assert((int)HAZARD_LEVELS == (int)TALUS_MOST_RATES &&
                   (int)HAZARD_CLASSES == (int)TALUS_MOST_THRESHOLDS,
               "a rule pack has to fit into the table");

talus_zoning hazard_zoning_of(const hazard_rules *rules)
{
    talus_zoning zoning = {.residual = HAZARD_NONE};
    if (rules == NULL) {
        return zoning;
    }
    zoning.is_annual = rules->keys.basis == HAZARD_RETURN_PERIOD;
    zoning.rate_count = rules->level_count;
    zoning.threshold_count = rules->class_count;
    zoning.residual = rules->residual;
    for (size_t k = 0; k < rules->class_count; k++) {
        zoning.thresholds[k] = 1e3 * rules->classes[k].from_kj;
    }
    for (size_t level = 0; level < rules->level_count; level++) {
        zoning.rates[level] = hazard_level_rate(rules, level);
        memcpy(zoning.zones[level], rules->matrix[level], sizeof zoning.zones[level]);
    }
    return zoning;
}

const hazard_zone hazard_undecided = {
    .name = "undecided", .title = "undecided: too few rocks", .colour = "#b9a6d6", .hatched = true};

double hazard_probability_in(double rate, double years)
{
    const double x = rate * years;
    // 1 - exp(-x) loses digits where x is small
    return x < 1e-4 ? x * (1.0 - 0.5 * x * (1.0 - x / 3.0)) : 1.0 - talus_exp(-x);
}

hazard_design hazard_design_of(const hazard_rules *rules, double energy, double height)
{
    const hazard_design_rule *rule = &rules->keys.design;
    const scenario_numbers *classes = &rules->keys.nets.classes;
    hazard_design design = {.energy = energy * rule->speed_factor * rule->speed_factor *
                                      rule->mass_factor,
                            .height = height * rule->height_factor + rule->clearance,
                            .net = (double)NAN};
    design.capacity = design.energy * rule->divisor;
    for (size_t k = classes->count; k-- > 0;) {
        if (1e3 * classes->values[k] >= design.capacity) {
            design.net = 1e3 * classes->values[k];
        }
    }
    design.is_too_strong = classes->count > 0 && isnan(design.net);
    design.is_too_high = design.height > rules->keys.nets.highest; // never when it is not said
    design.net = design.is_too_high ? (double)NAN : design.net;
    return design;
}
