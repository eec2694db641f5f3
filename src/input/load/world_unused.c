// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that are read and change nothing, because what would use them is not there: most likely a
// mistake.
#include "input/load/world.h"
#include "input/scenario/grounds.h"

#include <math.h>

static void check_volume_classes(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    const scenario_release *releases = model->releases.items;
    const scenario_rock *rocks = model->rocks.items;
    bool has_frequency = false, has_magnitude = false;
    for (size_t i = 0; i < model->releases.count; i++) {
        has_frequency = has_frequency || releases[i].frequency.node != NULL;
        has_magnitude = has_magnitude || releases[i].frequency.magnitude.node != NULL;
    }
    for (size_t i = 0; i < model->rocks.count && !has_magnitude; i++) {
        if (rocks[i].volume_class.count > 0) {
            scenario_warn(loader, scenario_find(rocks[i].node, "volume_class_m3"),
                          "volume_class_m3 has no effect: no release has a frequency by magnitude, "
                          "which alone uses it: give 'frequency: {magnitude: ...}', or remove it");
            break;
        }
    }
    for (size_t i = 0; i < model->rocks.count && !has_frequency; i++) {
        if (!isnan(rocks[i].frequency_share)) {
            scenario_warn(loader, scenario_find(rocks[i].node, "frequency_share"),
                          "frequency_share has no effect: no release has a frequency, which alone "
                          "uses it: give releases a 'frequency', or remove it");
            break;
        }
    }
}

static void check_cushions(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    const size_t count = scenario_kind_count(&model->grounds, sizeof(scenario_ground));
    for (size_t i = 0; i < count && model->fragmentation.node == NULL; i++) {
        const scenario_ground *spec = scenario_kind_at(&model->grounds, sizeof *spec, i);
        if (!isnan(spec->cushion)) {
            scenario_warn(loader, scenario_find(spec->cover.node, "cushion"),
                          "cushion has no effect: rocks do not break, and the cushion of a ground "
                          "is for rocks that do: give a section 'fragmentation', or remove it");
            return;
        }
    }
}

void scenario_check_unused(scenario_loader *loader)
{
    const scenario_air *air = &loader->scenario->model.air;
    const scenario_node *density =
        air->node != NULL ? scenario_find(air->node, "density_kg_m3") : NULL;
    check_volume_classes(loader);
    check_cushions(loader);
    if (density != NULL && !(air->drag > 0.0)) {
        scenario_warn(loader, density,
                      "air.density_kg_m3 has no effect: the air holds no rock back: give "
                      "'air.drag' above 0, or remove it");
    }
}
