// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of `walls`, `nets` and `terrain.dams`: type, unit, range, default. docs/scenario.md is
// its prose.
#include "input/scenario/schema_obstacles.h"

#include "input/scenario/model.h"
#include "input/schema/rows.h"

#define COURSE(type_)                                                                              \
    VALUE(SCENARIO_POINTS, type_, course.points, "line_m", "m", -1e9, 1e9), AREA(type_, course.area)
/// A size that must be given and be above 0.
#define SIZE_M(type_, member, name, high)                                                          \
    {                                                                                              \
        .key = name, .type = SCENARIO_NUMBER, .offset = offsetof(type_, member), .unit = "m",      \
        .min = 0.0, .max = high, .above = true, .required = true                                   \
    }

static const scenario_wall wall_defaults = {
    .height = SCENARIO_UNSET, .width = SCENARIO_UNSET, .mu = 0.5};
static const scenario_field wall_fields[] = {
    TEXT(scenario_wall, name, "name"),
    COURSE(scenario_wall),
    SIZE_M(scenario_wall, height, "height_m", 100.0),
    SIZE_M(scenario_wall, width, "width_m", 100.0),
    NUMBER(scenario_wall, mu, "mu", NULL, 0.0, 10.0),
    NUMBER(scenario_wall, epsilon_n, "epsilon_n", NULL, 0.0, 1.0),
    NUMBER(scenario_wall, epsilon_t, "epsilon_t", NULL, 0.0, 1.0),
};
const scenario_table scenario_wall_table = {
    .name = "walls",
    .size = sizeof(scenario_wall),
    .defaults = &wall_defaults,
    .fields = wall_fields,
    .field_count = COUNT_OF(wall_fields),
    .max_count = 10000,
};

static const scenario_net net_defaults = {.height = SCENARIO_UNSET, .capacity = SCENARIO_UNSET};
static const scenario_field net_fields[] = {
    TEXT(scenario_net, name, "name"),
    COURSE(scenario_net),
    SIZE_M(scenario_net, height, "height_m", 100.0),
    {.key = "capacity_kj",
     .type = SCENARIO_NUMBER,
     .offset = offsetof(scenario_net, capacity),
     .unit = "kJ",
     .min = 0.0,
     .max = 1e9,
     .required = true},
};
const scenario_table scenario_net_table = {
    .name = "nets",
    .size = sizeof(scenario_net),
    .defaults = &net_defaults,
    .fields = net_fields,
    .field_count = COUNT_OF(net_fields),
    .max_count = 10000,
};

static const scenario_dam dam_defaults = {
    .height = SCENARIO_UNSET, .crest_width = 2.0, .face_slope = 35.0};
static const scenario_field dam_fields[] = {
    TEXT(scenario_dam, name, "name"),
    COURSE(scenario_dam),
    SIZE_M(scenario_dam, height, "height_m", 100.0),
    NUMBER(scenario_dam, crest_width, "crest_width_m", "m", 0.0, 100.0),
    POSITIVE(SCENARIO_NUMBER, scenario_dam, face_slope, "face_slope_deg", "deg", 85.0),
};
const scenario_table scenario_dam_table = {
    .name = "dams",
    .size = sizeof(scenario_dam),
    .defaults = &dam_defaults,
    .fields = dam_fields,
    .field_count = COUNT_OF(dam_fields),
    .max_count = 1000,
};
