// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of screens and objects, and the conditions between them.
#include "input/scenario/model.h"
#include "input/schema/rows.h"

#define FEATURES(type_) AREA(type_, area), TEXT(type_, name_field, "name_field")

static const scenario_screen screen_defaults = {.recross = false};
static const scenario_field screen_fields[] = {
    TEXT(scenario_screen, name, "name"),
    VALUE(SCENARIO_POINTS, scenario_screen, line, "line_m", "m", -1e9, 1e9),
    FEATURES(scenario_screen),
    VALUE(SCENARIO_FLAG, scenario_screen, recross, "recross", NULL, 0.0, 1.0),
};
const scenario_table scenario_screen_table = {
    .name = "screens",
    .size = sizeof(scenario_screen),
    .defaults = &screen_defaults,
    .fields = screen_fields,
    .field_count = COUNT_OF(screen_fields),
    .max_count = 10000,
};

static const scenario_object object_defaults = {.width = SCENARIO_UNSET};
static const scenario_field object_fields[] = {
    TEXT(scenario_object, name, "name"),
    VALUE(SCENARIO_POINTS, scenario_object, polygon, "polygon_m", "m", -1e9, 1e9),
    VALUE(SCENARIO_POINTS, scenario_object, line, "line_m", "m", -1e9, 1e9),
    FEATURES(scenario_object),
    VALUE(SCENARIO_NUMBER, scenario_object, width, "width_m", "m", 0.0, 1e4),
};
const scenario_table scenario_object_table = {
    .name = "objects",
    .size = sizeof(scenario_object),
    .defaults = &object_defaults,
    .fields = object_fields,
    .field_count = COUNT_OF(object_fields),
    .max_count = 10000,
};

/// Exactly one of the keys says where it is. @return how many do
static size_t count_places(const scenario_node *map, const char *const *keys)
{
    size_t count = 0;
    for (; *keys != NULL; keys++) {
        count += scenario_find(map, *keys) != NULL;
    }
    return count;
}

static void check_common(scenario_tree *tree, const char *directory, const scenario_node *map,
                         const scenario_area *area, const scenario_points *line)
{
    const scenario_node *field = scenario_find(map, "name_field");
    scenario_check_name(tree, map, sizeof((talus_line *)0)->name);
    scenario_check_area(tree, directory, map, area);
    if (field != NULL && scenario_find(map, "file") == NULL) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, field,
                        "name_field: it names features of a file, but there is no key 'file'");
    }
    if (line->count == 1) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, scenario_find(map, "line_m"),
                        "line_m: found 1 point, expected at least 2");
    }
}

static void check_screen(scenario_tree *tree, const char *directory, const scenario_screen *screen)
{
    static const char *const places[] = {"line_m", "file", NULL};
    const scenario_node *map = screen->node;
    const size_t count = count_places(map, places);
    if (count != 1) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, map,
                        "found %zu places of the screen, expected exactly one of line_m and file",
                        count);
    }
    check_common(tree, directory, map, &screen->area, &screen->line);
}

static void check_object(scenario_tree *tree, const char *directory, const scenario_object *object)
{
    static const char *const places[] = {"polygon_m", "line_m", "file", NULL};
    const scenario_node *map = object->node;
    const size_t count = count_places(map, places);
    if (count != 1) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, map,
                        "found %zu places of the object, expected exactly one of polygon_m, line_m "
                        "and file",
                        count);
    }
    check_common(tree, directory, map, &object->area, &object->line);
    if (object->polygon.count == 1 || object->polygon.count == 2) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, scenario_find(map, "polygon_m"),
                        "polygon_m: found fewer than 3 points, expected at least 3");
    }
    if (scenario_find(map, "polygon_m") != NULL && scenario_find(map, "width_m") != NULL) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, scenario_find(map, "width_m"),
                        "width_m is the width of a line, a polygon has none: remove it");
    }
}

void scenario_check_gauges(scenario_tree *tree, const char *directory, const scenario_model *model)
{
    const scenario_screen *screens = model->screens.items;
    const scenario_object *objects = model->objects.items;
    for (size_t i = 0; i < model->screens.count; i++) {
        if (screens[i].node != NULL) {
            check_screen(tree, directory, &screens[i]);
        }
    }
    for (size_t i = 0; i < model->objects.count; i++) {
        if (objects[i].node != NULL) {
            check_object(tree, directory, &objects[i]);
        }
    }
}
