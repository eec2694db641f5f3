// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of `walls`, `nets` and `terrain.dams`.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

/// Name, and the line that it runs along.
#define COURSE(struct_, default_name)                                                              \
    TEXT(struct_, name, "name", FITS(talus_line, name), .default_text = default_name,              \
         FILES("Name in results.")),                                                               \
        POINTS(struct_, course.points, "line_m", FROM(-1e9, 1e9), .unit = "m", .least = 2,         \
               .default_text = "this or `file`", RESULTS("The line.")),                            \
        AREA(struct_, course.area, .default_text = "this or `line_m`",                             \
             RESULTS("Lines of any OGR source, reprojected to the DEM's CRS."))
#define ONE_LINE                                                                                   \
    .one_of = {.keys = "line_m and file",                                                          \
               .sentence = "its line stands in 'line_m' or in a 'file': expected one of them"}
#define HEIGHT_M(struct_, sentence_)                                                               \
    NUMBER(struct_, height, "height_m", ABOVE(0.0, 100.0), .unit = "m", REQUIRED,                  \
           RESULTS(sentence_))

static const scenario_wall wall_defaults = {
    .height = SCENARIO_UNSET, .width = SCENARIO_UNSET, .mu = 0.5};
static const scenario_field wall_fields[] = {
    COURSE(scenario_wall, "`wall 1`, ..."),
    HEIGHT_M(scenario_wall, "Height of the crest over the ground at the line."),
    NUMBER(scenario_wall, width, "width_m", ABOVE(0.0, 100.0), .unit = "m", REQUIRED,
           RESULTS("Width of the wall.")),
    NUMBER(scenario_wall, mu, "mu", FROM(0.0, 10.0), RESULTS("Coulomb friction.")),
    NUMBER(scenario_wall, epsilon_n, "epsilon_n", FROM(0.0, 1.0), RESULTS("Normal restitution.")),
    NUMBER(scenario_wall, epsilon_t, "epsilon_t", FROM(0.0, 1.0),
           RESULTS("Tangential restitution.")),
};
const scenario_table scenario_wall_table = {
    .name = "walls",
    .size = sizeof(scenario_wall),
    .defaults = &wall_defaults,
    .fields = wall_fields,
    .field_count = COUNT_OF(wall_fields),
    .max_count = 10000,
    ONE_LINE,
};

static const scenario_net net_defaults = {.height = SCENARIO_UNSET, .capacity = SCENARIO_UNSET};
static const scenario_field net_fields[] = {
    COURSE(scenario_net, "`net 1`, ..."),
    HEIGHT_M(scenario_net, "Height over the ground at the line."),
    NUMBER(scenario_net, capacity, "capacity_kj", FROM(0.0, 1e9), .unit = "kJ", REQUIRED,
           RESULTS("Kinetic energy that it stops, translation and rotation.")),
};
const scenario_table scenario_net_table = {
    .name = "nets",
    .size = sizeof(scenario_net),
    .defaults = &net_defaults,
    .fields = net_fields,
    .field_count = COUNT_OF(net_fields),
    .max_count = 10000,
    ONE_LINE,
};

static const scenario_dam dam_defaults = {
    .height = SCENARIO_UNSET, .crest_width = 2.0, .face_slope = 35.0};
static const scenario_field dam_fields[] = {
    COURSE(scenario_dam, "`dam 1`, ..."),
    HEIGHT_M(scenario_dam, "Height of the crest over the ground at the line."),
    NUMBER(scenario_dam, crest_width, "crest_width_m", FROM(0.0, 100.0), .unit = "m",
           RESULTS("Width of the crest.")),
    NUMBER(scenario_dam, face_slope, "face_slope_deg", ABOVE(0.0, 85.0), .unit = "deg",
           RESULTS("Slope of both faces.")),
};
const scenario_table scenario_dam_table = {
    .name = "dams",
    .size = sizeof(scenario_dam),
    .defaults = &dam_defaults,
    .fields = dam_fields,
    .field_count = COUNT_OF(dam_fields),
    .max_count = 1000,
    ONE_LINE,
};
