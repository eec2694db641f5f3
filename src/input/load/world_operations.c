// SPDX-License-Identifier: GPL-3.0-or-later
// What was chosen while loading: operations between coordinate reference systems, and the width of
// the reference object. The resolved scenario names them, so that it gives the same places and zones
// where other grids are installed and rules have changed.
#include "input/load/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 512 };

/// Path of a map below `from`, as overrides write it; false when it is not there.
static bool find_path(const scenario_node *from, const scenario_node *map, char *path, size_t used)
{
    if (from == map) {
        return true;
    }
    for (size_t k = 0; k < from->count; k++) {
        const size_t room = PATH_SIZE - used;
        const int length = from->kind == SCENARIO_MAP
                               ? snprintf(path + used, room, "%s.", from->keys[k]->text)
                               : snprintf(path + used, room, "%zu.", k);
        if (length > 0 && (size_t)length < room && from->values[k] != NULL &&
            find_path(from->values[k], map, path, used + (size_t)length)) {
            return true;
        }
    }
    path[used] = '\0';
    return false;
}

/// An operation by which a file was read.
struct scenario_operation {
    char key[PATH_SIZE];                                     ///< "releases.0"
    char path[PATH_SIZE + 16], value[sizeof(geo_operation)]; ///< as an override of the scenario
    bool is_chosen;
    geo_operation used;
};

/// The coarse ones, which the products name.
static bool list_coarse(talus_world *world)
{
    talus_operation *list = calloc(world->operation_count, sizeof *list);
    if (list == NULL) {
        return false;
    }
    world->coarse_count = 0;
    for (size_t k = 0; k < world->operation_count; k++) {
        const struct scenario_operation *one = &world->operations[k];
        if (one->used.is_coarse) {
            list[world->coarse_count++] = (talus_operation){.key = one->key,
                                                            .from = one->used.from,
                                                            .to = one->used.to,
                                                            .name = one->used.name,
                                                            .pipeline = one->used.pipeline,
                                                            .accuracy = one->used.accuracy};
        }
    }
    free(world->coarse);
    world->coarse = list;
    return true;
}

talus_status scenario_keep_operation(scenario_loader *loader, const scenario_node *map,
                                     const char *given, const geo_operation *used,
                                     talus_error *error)
{
    char path[PATH_SIZE] = "";
    talus_world *world = loader->world;
    if (used->pipeline[0] == '\0' || map == NULL ||
        !find_path(loader->scenario->document.tree.root, map, path, 0)) {
        return TALUS_OK;
    }
    struct scenario_operation *larger =
        realloc(world->operations, (world->operation_count + 1) * sizeof *larger);
    world->operations = larger != NULL ? larger : world->operations;
    if (larger != NULL) {
        struct scenario_operation *one = &larger[world->operation_count++];
        *one = (struct scenario_operation){.is_chosen = given == NULL, .used = *used};
        snprintf(one->path, sizeof one->path, "%soperation", path);
        snprintf(one->value, sizeof one->value, "'%s'", used->pipeline);
        snprintf(one->key, sizeof one->key, "%.*s", (int)strlen(path) - 1, path);
    }
    return larger != NULL && list_coarse(world)
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for an operation");
}

void scenario_clear_operations(talus_world *world)
{
    free(world->operations);
    free(world->coarse);
}

talus_status talus_world_resolved(const talus_world *world, const talus_scenario *scenario,
                                  const char *directory, char **text, talus_error *error)
{
    if (text != NULL) {
        *text = NULL;
    }
    if (world == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the world is NULL");
    }
    talus_override *list = malloc((world->operation_count + 2) * sizeof *list);
    if (list == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a scenario");
    }
    size_t count = 0;
    for (size_t k = 0; k < world->operation_count; k++) {
        const struct scenario_operation *one = &world->operations[k];
        list[count] = (talus_override){one->path, one->value};
        count += one->is_chosen;
    }
    char width[32];
    if (world->campaign.reference_width > 0.0 &&
        world->campaign.width_source != TALUS_WIDTH_OF_SCENARIO) {
        snprintf(width, sizeof width, "%.17g", world->campaign.reference_width);
        list[count++] = (talus_override){"hazard.width_m", width};
    }
    if (count == 0) {
        free(list);
        return talus_scenario_resolved(scenario, directory, text, error);
    }
    talus_scenario *settled = NULL;
    talus_diagnostics *unread = talus_diagnostics_create();
    talus_status status =
        unread != NULL ? talus_scenario_vary(scenario, list, count, unread, &settled, error)
                       : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a scenario");
    if (status == TALUS_OK) {
        status = talus_scenario_resolved(settled, directory, text, error);
    }
    talus_scenario_destroy(settled);
    talus_diagnostics_destroy(unread);
    free(list);
    return status;
}
