// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds whose parameters vary in space: one random field each.
#include "scenario/world.h"

#include <stdlib.h>

/// Share of the field that a bound may cut without a word.
static const double quiet_share = 0.01;

static void load_variation(scenario_loader *loader, size_t i)
{
    talus_world *world = loader->world;
    const scenario_ground *spec =
        (const scenario_ground *)loader->scenario->model.grounds.items + i;
    const scenario_variation *given = &spec->variation;
    const talus_grid *grid = &loader->dem.grid;
    talus_error error = {0};
    const talus_status status = talus_field_sample(
        grid->x0, grid->y0, (double)(grid->nx - 1) * grid->cell,
        (double)(grid->ny - 1) * grid->cell, given->range, given->seed, &world->fields[i], &error);
    if (status != TALUS_OK) {
        const bool memory = status == TALUS_ERROR_MEMORY;
        scenario_fail(loader, scenario_find(given->node, "range_m"),
                      memory ? status : TALUS_ERROR_INPUT, "variation: %s", error.message);
        return;
    }
    world->variations[i] = (talus_variation){.field = &world->fields[i],
                                             .parameter = (talus_varied)given->parameter,
                                             .multiply = given->multiply,
                                             .sd = given->sd};
    world->grounds[i].variation = &world->variations[i];
    const double cut = talus_ground_cut_share(&world->grounds[i]);
    if (cut > quiet_share) {
        scenario_warn(loader, given->node,
                      "variation: on %.2g %% of the area the parameter would leave its range and "
                      "is kept at the end of it: its mean and deviation are no longer as given",
                      100.0 * cut);
    }
}

void scenario_load_variations(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.grounds;
    const scenario_ground *specs = list->items;
    talus_world *world = loader->world;
    if (world->grounds == NULL) {
        return;
    }
    world->fields = calloc(list->count, sizeof *world->fields);
    world->variations = calloc(list->count, sizeof *world->variations);
    if (world->fields == NULL || world->variations == NULL) {
        scenario_fail(loader, specs[0].node, TALUS_ERROR_MEMORY, "out of memory for the ground");
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        if (specs[i].variation.node != NULL) {
            load_variation(loader, i);
        }
    }
}
