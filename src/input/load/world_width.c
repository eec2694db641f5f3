// SPDX-License-Identifier: GPL-3.0-or-later
// The width of the object that annual values are of: the scenario's, else that of its rule pack, else
// a house.
#include "input/load/world.h"

#include "foundation/files/files.h"

#include <stdlib.h>

/// m, what a house of 12 m x 12 m measures across, whatever its direction: perimeter / pi.
static const double HOUSE_WIDTH = 15.0;

/// `reference_width_m` of a rule pack; NaN: it has none. What is wrong with the pack is told where it is
/// read for its rules.
static double width_of_rules(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    double width = (double)NAN;
    if (files_read_text(path, &text, &size, NULL, NULL) != TALUS_OK) {
        return width;
    }
    scenario_tree tree = {0};
    talus_diagnostics *unread = talus_diagnostics_create();
    if (unread != NULL) {
        scenario_tree_init(&tree, path, text, size, "", unread);
        const scenario_node *node = scenario_find(tree.root, "reference_width_m");
        if (node == NULL || node->text == NULL || !files_number(node->text, false, &width)) {
            width = (double)NAN;
        }
        scenario_tree_clear(&tree);
    }
    talus_diagnostics_destroy(unread);
    free(text);
    return width > 0.0 && width <= TALUS_WIDEST_REFERENCE ? width : (double)NAN;
}

void scenario_choose_width(scenario_loader *loader)
{
    talus_world *world = loader->world;
    const talus_scenario *scenario = loader->scenario;
    const scenario_hazard *keys = &scenario->model.hazard;
    if (keys->node == NULL) {
        return;
    }
    double usual = (double)NAN;
    world->campaign.width_source = TALUS_WIDTH_OF_RULES;
    if (keys->rules != NULL) {
        char *path = scenario_join_path(scenario->document.directory, keys->rules);
        usual = path != NULL ? width_of_rules(path) : usual;
        free(path);
    }
    if (isnan(usual)) {
        usual = HOUSE_WIDTH;
        world->campaign.width_source = TALUS_WIDTH_ASSUMED;
    }
    // a resolved scenario names the width that was chosen for it
    const bool is_own = !isnan(keys->width) && keys->width != usual;
    world->campaign.reference_width = is_own ? keys->width : usual;
    world->campaign.width_source = is_own ? TALUS_WIDTH_OF_SCENARIO : world->campaign.width_source;
}
