// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions between the keys of `trees`.
#include "input/scenario/model.h"

#include <math.h>
#include <string.h>

#define COMPLAIN(tree, node, ...)                                                                  \
    scenario_report((tree)->diagnostics, TALUS_SEVERITY_ERROR, node, __VA_ARGS__)

static void check_species(scenario_tree *tree, const scenario_list *list)
{
    const scenario_species *species = list->items;
    for (size_t i = 0; i < list->count; i++) {
        if (species[i].name == NULL) {
            continue;
        }
        for (size_t k = 0; k < i; k++) {
            if (species[k].name != NULL && strcmp(species[k].name, species[i].name) == 0) {
                COMPLAIN(tree, scenario_find(species[i].node, "name"),
                         "name: there is a species '%s' already", species[i].name);
            }
        }
    }
}

static bool knows_species(const scenario_trees *trees, const char *name)
{
    const scenario_species *species = trees->species.items;
    for (size_t i = 0; i < trees->species.count; i++) {
        if (species[i].name != NULL && strcmp(species[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/// Trees of a table have their own diameters; drawn ones need a distribution and an area.
static void check_stand(scenario_tree *tree, const scenario_trees *trees,
                        const scenario_stand *stand)
{
    const bool is_drawn = !isnan(stand->per_hectare);
    if (!is_drawn && stand->polygon.count > 0) {
        scenario_report_missing(tree, stand->node,
                                "missing required key 'stems_per_ha' of trees in a polygon");
    }
    if (is_drawn && !stand->diameter.given) {
        scenario_report_missing(tree, stand->node,
                                "missing required key 'diameter_cm' of trees that are drawn: a "
                                "number or a distribution");
    }
    if (stand->species != NULL && !knows_species(trees, stand->species)) {
        COMPLAIN(tree, scenario_find(stand->node, "species"),
                 "species: '%s' is not in the list 'species' of the section trees", stand->species);
    }
}

void scenario_check_trees(scenario_tree *tree, const scenario_trees *trees)
{
    const scenario_stand *stands = trees->stands.items;
    check_species(tree, &trees->species);
    for (size_t i = 0; i < trees->stands.count; i++) {
        check_stand(tree, trees, &stands[i]);
    }
}
