// SPDX-License-Identifier: GPL-3.0-or-later
// All screens and objects of a scenario, and that their names differ.
#include "input/load/world.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = sizeof((talus_line *)0)->name };

static const char *name_of(const talus_world *world, size_t gauge)
{
    return gauge < world->screen_count ? world->screens[gauge].line.name
                                       : world->objects[gauge - world->screen_count].name;
}

/// A name as it is ordered: the file name without case, then the gauge.
typedef struct named {
    char file[NAME_SIZE];
    size_t gauge;
} named;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const named *)a)->file, ((const named *)b)->file);
}

/// Files are called by the names: two that differ in case or punctuation only would be one file.
static void check_names(scenario_loader *loader, const scenario_node *node)
{
    const talus_world *world = loader->world;
    const size_t count = world->screen_count + world->object_count;
    named *names = malloc((count + 1) * sizeof *names);
    for (size_t k = 0; k < count && names != NULL; k++) {
        talus_gauge_file_name(name_of(world, k), names[k].file, NAME_SIZE);
        for (char *c = names[k].file; *c != '\0'; c++) {
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
        }
        names[k].gauge = k;
    }
    if (names == NULL) {
        scenario_fail(loader, node, TALUS_ERROR_MEMORY, "out of memory for names");
        return;
    }
    qsort(names, count, sizeof *names, compare_names);
    for (size_t k = 1; k < count; k++) {
        if (strcmp(names[k].file, names[k - 1].file) == 0) {
            scenario_fail(loader, node, TALUS_ERROR_INPUT,
                          "two screens or objects are called '%s' and '%s': give each a name of "
                          "its own, files are called by it",
                          name_of(world, names[k - 1].gauge), name_of(world, names[k].gauge));
            break;
        }
    }
    free(names);
}

void scenario_load_gauges(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    const scenario_screen *screens = model->screens.items;
    const scenario_object *objects = model->objects.items;
    for (size_t i = 0; i < model->screens.count; i++) {
        scenario_load_screen(loader, &screens[i]);
    }
    for (size_t i = 0; i < model->objects.count; i++) {
        scenario_load_object(loader, &objects[i]);
    }
    if (model->screens.count + model->objects.count > 0) {
        check_names(loader, model->screens.count > 0 ? screens[0].node : objects[0].node);
    }
}

void scenario_clear_gauges(talus_world *world)
{
    for (size_t i = 0; i < world->screen_count; i++) {
        free(world->screens[i].line.xy);
    }
    for (size_t i = 0; i < world->object_count; i++) {
        free(world->objects[i].ring_starts);
        free(world->objects[i].is_hole);
        free(world->objects[i].xy);
    }
    free(world->screens);
    free(world->objects);
}
