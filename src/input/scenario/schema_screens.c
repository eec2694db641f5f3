// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of screens and objects.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

#define NAME_OF_GAUGE(struct_, default_)                                                           \
    TEXT(struct_, name, "name", FITS(talus_line, name), .default_text = default_,                  \
         FILES("Name, from which file names are made; with several features `name 1`, `name 2`, "  \
               "..."))
#define NAME_FIELD(struct_)                                                                        \
    TEXT(struct_, name_field, "name_field",                                                        \
         .needs = {{"file", ": it names features of a file, but there is no key 'file'"}},         \
         FILES("Attribute of the file that names its features; none may be empty."))
#define LINE_M(struct_, sentence_)                                                                 \
    POINTS(struct_, line, "line_m", FROM(-1e9, 1e9), .unit = "m", .least = 2, RESULTS(sentence_))

static const scenario_screen screen_defaults = {.recross = false};
static const scenario_field screen_fields[] = {
    NAME_OF_GAUGE(scenario_screen, "`screen 1`, ..."),
    LINE_M(scenario_screen, "The line of the screen."),
    AREA(scenario_screen, area,
         RESULTS("Lines: each feature is a screen of its own, each part of a feature of several "
                 "parts too.")),
    NAME_FIELD(scenario_screen),
    FLAG(scenario_screen, recross, "recross",
         RESULTS(
             "Count later crossings of the same rock too; shares and frequencies are of rocks in "
             "any case.")),
};
const scenario_table scenario_screen_table = {
    .name = "screens",
    .size = sizeof(scenario_screen),
    .defaults = &screen_defaults,
    .fields = screen_fields,
    .field_count = COUNT_OF(screen_fields),
    .max_count = 10000,
    .one_of = {.keys = "line_m and file", .noun = "places of the screen"},
};

static const scenario_object object_defaults = {.width = SCENARIO_UNSET};
static const scenario_field object_fields[] = {
    NAME_OF_GAUGE(scenario_object, "`object 1`, ..."),
    POINTS(scenario_object, polygon, "polygon_m", FROM(-1e9, 1e9), .unit = "m", .least = 3,
           RESULTS("A building; the polygon closes itself.")),
    LINE_M(scenario_object, "A road or railway, with a width."),
    AREA(scenario_object, area, RESULTS("Polygons or lines: each feature is an object.")),
    NAME_FIELD(scenario_object),
    NUMBER(scenario_object, width, "width_m", FROM(0.0, 1e4), .unit = "m",
           .excludes = {"polygon_m", " is the width of a line, a polygon has none: remove it"},
           .default_text = "0 for a line", RESULTS("Width of lines.")),
};
const scenario_table scenario_object_table = {
    .name = "objects",
    .size = sizeof(scenario_object),
    .defaults = &object_defaults,
    .fields = object_fields,
    .field_count = COUNT_OF(object_fields),
    .max_count = 10000,
    .one_of = {.keys = "polygon_m, line_m and file", .noun = "places of the object"},
};
