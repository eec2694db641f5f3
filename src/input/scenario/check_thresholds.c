// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions on the thresholds that files are called by, and on the section `hazard`.
#include "input/scenario/model.h"

#include "runs/campaign/layers.h"

#include <stdio.h>
#include <string.h>

bool scenario_reads_alike(double a, double b)
{
    char one[32], other[32];
    snprintf(one, sizeof one, "%g", a);
    snprintf(other, sizeof other, "%g", b);
    return strcmp(one, other) == 0;
}

static void check_list(scenario_tree *tree, const scenario_node *map, const char *key,
                       const scenario_numbers *list)
{
    for (size_t k = 1; k < list->count; k++) {
        for (size_t i = 0; i < k; i++) {
            if (scenario_reads_alike(list->values[i], list->values[k])) {
                scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, scenario_find(map, key),
                                "%s: two values read %g, but files are called by them: keep one",
                                key, list->values[k]);
                return;
            }
        }
    }
}

void scenario_check_thresholds(scenario_tree *tree, const char *directory,
                               const scenario_model *model)
{
    const scenario_hazard *hazard = &model->hazard;
    const scenario_exceedance *exceedance = &model->outputs.exceedance;
#define CHECK_THRESHOLDS(quantity, key, suffix, title, unit, factor)                               \
    check_list(tree, exceedance->node, key, &exceedance->above[quantity]);
    ENSEMBLE_THRESHOLD_LIST(CHECK_THRESHOLDS)
#undef CHECK_THRESHOLDS
    check_list(tree, hazard->node, "energies_kj", &hazard->energies);
    check_list(tree, hazard->node, "heights_m", &hazard->heights);
    check_list(tree, hazard->node, "return_periods_yr", &hazard->periods);
    if (hazard->rules != NULL) {
        scenario_check_file(tree, directory, scenario_find(hazard->node, "rules"), "rules",
                            hazard->rules);
    }
}
