// SPDX-License-Identifier: GPL-3.0-or-later
// A loaded world with other numbers of its ground and forest classes and of the law of breaking, without
// reading files again.
#include "input/load/world.h"
#include "input/scenario/grounds.h"
#include "input/scenario/tables.h"

#include <stdlib.h>
#include <string.h>

static void copy_number(const scenario_quantity *from, scenario_quantity *to)
{
    if (from->law.law == TALUS_LAW_FIXED && to->law.law == TALUS_LAW_FIXED) {
        *to = *from;
    }
}

/// The numbers of a class that no loaded thing depends on, of `from` in `to`. Distributions and
/// tables of classes stay.
static void copy_ground(const scenario_ground *from, scenario_ground *to)
{
    for (size_t k = TALUS_VARIED_MU_MIN; k <= TALUS_VARIED_EPSILON_T; k++) {
        copy_number(&from->laws[k], &to->laws[k]);
    }
    if (from->roughness.node != NULL && to->roughness.node != NULL) {
        to->roughness.amplitude = from->roughness.amplitude;
        to->roughness.spacing = from->roughness.spacing;
        to->roughness.clear = from->roughness.clear;
    }
    if (from->soil.node != NULL && to->soil.node != NULL) {
        copy_number(&from->soil.modulus, &to->soil.modulus);
        if (from->soil.drag_number.given == to->soil.drag_number.given) {
            copy_number(&from->soil.drag_number, &to->soil.drag_number);
            to->soil.drag = from->soil.drag;
        }
        to->soil.density = from->soil.density;
        to->soil.rotational = from->soil.rotational;
        to->soil.rolling = from->soil.rolling;
        to->soil.depth = from->soil.depth;
    }
}

static void copy_forest(const scenario_forest *from, scenario_forest *to)
{
    to->drag = from->drag;
    to->height = from->height;
    to->hold_height = from->hold_height;
    to->hold_path = from->hold_path;
    to->rotational_drag = from->rotational_drag;
}

/// Are two models the same once the numbers that may differ are made equal? `masked` has lists of
/// its own.
static bool are_same_but_for_values(const scenario_model *loaded, scenario_model *masked)
{
    const scenario_ground *grounds = loaded->grounds.items;
    const scenario_forest *forests = loaded->forests.items;
    for (size_t i = 0; i < masked->grounds.count; i++) {
        copy_ground(&grounds[i], (scenario_ground *)masked->grounds.items + i);
    }
    for (size_t i = 0; i < masked->forests.count; i++) {
        copy_forest(&forests[i], (scenario_forest *)masked->forests.items + i);
    }
    if (loaded->fragmentation.node != NULL && masked->fragmentation.node != NULL &&
        loaded->fragmentation.law == masked->fragmentation.law) {
        masked->fragmentation = loaded->fragmentation;
    }
    return scenario_sections_equal(&scenario_top_table, loaded, masked);
}

/// @return false when out of memory
static bool copy_list(const scenario_list *from, size_t size, scenario_list *to)
{
    *to = (scenario_list){.count = from->count, .items = malloc(from->count * size + 1)};
    if (to->items != NULL && from->count > 0) {
        memcpy(to->items, from->items, from->count * size);
    }
    return to->items != NULL;
}

/// @param same nothing but numbers of ground and forest classes and of breaking differs
static talus_status differ_in_values(const scenario_model *loaded, const scenario_model *requested,
                                     bool *same, talus_error *error)
{
    *same = false;
    if (loaded->grounds.count != requested->grounds.count ||
        loaded->forests.count != requested->forests.count) {
        return TALUS_OK;
    }
    scenario_model masked = *requested;
    talus_status status = TALUS_ERROR_MEMORY;
    const bool copied = copy_list(&requested->grounds, sizeof(scenario_ground), &masked.grounds);
    if (copy_list(&requested->forests, sizeof(scenario_forest), &masked.forests) && copied) {
        *same = are_same_but_for_values(loaded, &masked);
        status = TALUS_OK;
    } else {
        (void)talus_error_set(error, status, "out of memory for the scenario");
    }
    free(masked.grounds.items);
    free(masked.forests.items);
    return status;
}

talus_status talus_world_update(talus_world *world, const talus_scenario *loaded,
                                const talus_scenario *requested, talus_diagnostics *diagnostics,
                                talus_error *error)
{
    if (world == NULL || loaded == NULL || requested == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the world or a scenario is NULL");
    }
    bool same;
    const talus_status status = differ_in_values(&loaded->model, &requested->model, &same, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (!same) {
        return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                               "more than numbers of ground and forest classes and of the law of "
                               "breaking differs: the scenario must be loaded anew");
    }
    for (size_t k = 0; k < world->ground_count; k++) {
        const talus_ground before = world->grounds[k];
        world->grounds[k] = scenario_ground_values(
            scenario_kind_at(&requested->model.grounds, sizeof(scenario_ground), k));
        world->grounds[k].variation = before.variation;
        world->grounds[k].draw = before.draw;
    }
    for (size_t k = 0; k < world->forest_count; k++) {
        world->forests[k] = scenario_forest_values(
            scenario_kind_at(&requested->model.forests, sizeof(scenario_forest), k));
    }
    scenario_fill_breaking(&requested->model.fragmentation, &world->campaign.breaking);
    scenario_loader loader = {.scenario = requested, .world = world, .diagnostics = diagnostics};
    scenario_check_world(&loader);
    if (loader.status != TALUS_OK && error != NULL) {
        *error = loader.first;
    }
    return loader.status;
}
