// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of `ground` and `forest`.
#include "input/scenario/model.h"
#include "input/schema/rows.h"

#define VARIED_NAME(id, name) name,
static const char *const varied[] = {TALUS_VARIED_LIST(VARIED_NAME) NULL};

static const scenario_variation variation_defaults = {
    .sd = SCENARIO_UNSET, .range = SCENARIO_UNSET, .seed = 1};
static const scenario_field variation_fields[] = {
    {.key = "parameter",
     .type = SCENARIO_CHOICE,
     .offset = offsetof(scenario_variation, parameter),
     .choices = varied,
     .required = true},
    {.key = "sd",
     .type = SCENARIO_NUMBER,
     .offset = offsetof(scenario_variation, sd),
     .min = 0.0,
     .max = 1e3,
     .required = true},
    {.key = "range_m",
     .type = SCENARIO_NUMBER,
     .offset = offsetof(scenario_variation, range),
     .unit = "m",
     .min = 0.0,
     .max = 1e6,
     .above = true,
     .required = true},
    COUNT(scenario_variation, seed, "seed", 0.0, OPEN),
    VALUE(SCENARIO_FLAG, scenario_variation, multiply, "multiply", NULL, 0.0, 1.0),
};
static const scenario_table variation_table = {
    .name = "variation",
    .size = sizeof(scenario_variation),
    .defaults = &variation_defaults,
    .fields = variation_fields,
    .field_count = COUNT_OF(variation_fields),
};

static const char *const drawn[] = {
    [SCENARIO_DRAWN_ROCK] = "rock", [SCENARIO_DRAWN_IMPACT] = "impact", NULL};

static const char *const depths[] = {
    [SCENARIO_DEPTH_PLUMB] = "plumb", [SCENARIO_DEPTH_NORMAL] = "normal", NULL};

#define NO_SOIL                                                                                    \
    {                                                                                              \
        .drag = SCENARIO_UNSET, .density = SCENARIO_UNSET, .rotational = SCENARIO_UNSET,           \
        .rolling = SCENARIO_UNSET, .drawn = -1, .depth = -1                                        \
    }
static const scenario_soil soil_defaults = NO_SOIL;
static const scenario_field soil_fields[] = {
    {.key = "modulus_mn_m2",
     .type = SCENARIO_QUANTITY,
     .offset = offsetof(scenario_soil, modulus),
     .unit = "MN/m^2",
     .min = 0.0,
     .max = 1e6,
     .above = true},
    NUMBER(scenario_soil, drag, "drag", NULL, 0.0, 1e3),
    {.key = "drag_number",
     .type = SCENARIO_QUANTITY,
     .offset = offsetof(scenario_soil, drag_number),
     .min = 0.0,
     .max = 1001.0},
    NUMBER(scenario_soil, density, "density_kg_m3", "kg/m^3", 0.0, 1e4),
    NUMBER(scenario_soil, rotational, "rotational", NULL, 0.0, 1e3),
    NUMBER(scenario_soil, rolling, "rolling", NULL, 0.0, 1e3),
    CHOICE(scenario_soil, drawn, "drawn", drawn),
    CHOICE(scenario_soil, depth, "depth", depths),
};
static const scenario_table soil_table = {
    .name = "soil",
    .size = sizeof(scenario_soil),
    .defaults = &soil_defaults,
    .fields = soil_fields,
    .field_count = COUNT_OF(soil_fields),
    .optional = true,
};

static const char *const resamplings[] = {
    [SCENARIO_RESAMPLING_BILINEAR] = "bilinear", [SCENARIO_RESAMPLING_NEAREST] = "nearest", NULL};

static const scenario_parameter_raster parameter_raster_defaults = {0};
static const scenario_field parameter_raster_fields[] = {
    {.key = "parameter",
     .type = SCENARIO_CHOICE,
     .offset = offsetof(scenario_parameter_raster, parameter),
     .choices = varied,
     .required = true},
    {.key = "raster",
     .type = SCENARIO_PATH,
     .offset = offsetof(scenario_parameter_raster, raster),
     .required = true},
    TEXT(scenario_parameter_raster, crs, "crs"),
    CHOICE(scenario_parameter_raster, resampling, "resampling", resamplings),
};
static const scenario_table parameter_raster_table = {
    .name = "parameter_rasters",
    .size = sizeof(scenario_parameter_raster),
    .defaults = &parameter_raster_defaults,
    .fields = parameter_raster_fields,
    .field_count = COUNT_OF(parameter_raster_fields),
    .max_count = TALUS_VARIED_COUNT - 1,
};

static const char *const others[] = {
    [SCENARIO_OTHERS_ERROR] = "error", [SCENARIO_OTHERS_BELOW] = "below", NULL};

/// Keys of an entry with a table of classes, and of its rows.
#define CLASSES(type_, rows_)                                                                      \
    FILENAME(type_, cover.raster, "raster"), TEXT(type_, cover.class_field, "class_field"),        \
        CHOICE(type_, cover.others, "others", others),                                             \
        SECTIONS(type_, cover.rows, "classes", rows_, false)
#define VALUES(type_)                                                                              \
    {                                                                                              \
        .key = "value", .type = SCENARIO_TEXTS, .offset = offsetof(type_, cover.values)            \
    }

static const scenario_ground ground_defaults = {
    .cover = {.others = -1},
    .drawn = -1,
    .variation = {.sd = SCENARIO_UNSET, .range = SCENARIO_UNSET, .seed = 1},
    .soil = NO_SOIL,
};

#define GROUND_PARAMETERS                                                                          \
    TEXT(scenario_ground, cover.preset, "preset"), TEXT(scenario_ground, cover.name, "name"),      \
        VALUE(SCENARIO_QUANTITY, scenario_ground, laws[TALUS_VARIED_MU_MIN], "mu_min", NULL, 0.0,  \
              10.0),                                                                               \
        VALUE(SCENARIO_QUANTITY, scenario_ground, laws[TALUS_VARIED_MU_MAX], "mu_max", NULL, 0.0,  \
              10.0),                                                                               \
        VALUE(SCENARIO_QUANTITY, scenario_ground, laws[TALUS_VARIED_KAPPA], "kappa_1_m", "1/m",    \
              0.0, 1e6),                                                                           \
        VALUE(SCENARIO_QUANTITY, scenario_ground, laws[TALUS_VARIED_BETA], "beta_1_s", "1/s", 0.0, \
              1e6),                                                                                \
        VALUE(SCENARIO_QUANTITY, scenario_ground, laws[TALUS_VARIED_DRAG], "drag_1_s", "1/s", 0.0, \
              1e3),                                                                                \
        VALUE(SCENARIO_QUANTITY, scenario_ground, laws[TALUS_VARIED_EPSILON_N], "epsilon_n", NULL, \
              0.0, 1.0),                                                                           \
        VALUE(SCENARIO_QUANTITY, scenario_ground, laws[TALUS_VARIED_EPSILON_T], "epsilon_t", NULL, \
              0.0, 1.0),                                                                           \
        CHOICE(scenario_ground, drawn, "drawn", drawn),                                            \
        SECTIONS(scenario_ground, rasters, "parameter_rasters", &parameter_raster_table, false),   \
        SECTION(SCENARIO_SECTION, scenario_ground, variation, "variation", &variation_table),      \
        SECTION(SCENARIO_SECTION, scenario_ground, soil, "soil", &soil_table)

static const scenario_field ground_row_fields[] = {
    VALUES(scenario_ground),
    GROUND_PARAMETERS,
};
static const scenario_table ground_row_table = {
    .name = "classes",
    .size = sizeof(scenario_ground),
    .defaults = &ground_defaults,
    .fields = ground_row_fields,
    .field_count = COUNT_OF(ground_row_fields),
    .max_count = 255,
};
static const scenario_field ground_fields[] = {
    GROUND_PARAMETERS,
    VALUE(SCENARIO_FLAG, scenario_ground, cover.on_dams, "dams", NULL, 0.0, 1.0),
    AREA(scenario_ground, cover.area),
    FILENAME(scenario_ground, posterior, "posterior"),
    CLASSES(scenario_ground, &ground_row_table),
};
const scenario_table scenario_ground_table = {
    .name = "ground",
    .size = sizeof(scenario_ground),
    .defaults = &ground_defaults,
    .fields = ground_fields,
    .field_count = COUNT_OF(ground_fields),
    .max_count = 255,
};

static const scenario_forest forest_defaults = {
    .cover = {.others = -1},
    .drag = SCENARIO_UNSET,
    .height = SCENARIO_UNSET,
    .hold_height = SCENARIO_UNSET,
    .hold_path = SCENARIO_UNSET,
    .rotational_drag = UNSET_VEC3,
};
#define FOREST_PARAMETERS                                                                          \
    TEXT(scenario_forest, cover.preset, "preset"), TEXT(scenario_forest, cover.name, "name"),      \
        NUMBER(scenario_forest, drag, "drag_kg_s", "kg/s", 0.0, 1e9),                              \
        POSITIVE(SCENARIO_NUMBER, scenario_forest, height, "height_m", "m", 1e3),                  \
        VALUE(SCENARIO_VECTOR, scenario_forest, rotational_drag, "rotational_drag_kg_m2_s",        \
              "kg m^2/s", 0.0, 1e9),                                                               \
        NUMBER(scenario_forest, hold_height, "hold_height_m", "m", 0.0, 100.0),                    \
        NUMBER(scenario_forest, hold_path, "hold_path_m", "m", 0.0, 1e4)

static const scenario_field forest_row_fields[] = {
    VALUES(scenario_forest),
    FOREST_PARAMETERS,
};
static const scenario_table forest_row_table = {
    .name = "classes",
    .size = sizeof(scenario_forest),
    .defaults = &forest_defaults,
    .fields = forest_row_fields,
    .field_count = COUNT_OF(forest_row_fields),
    .max_count = 255,
};
static const scenario_field forest_fields[] = {
    FOREST_PARAMETERS,
    AREA(scenario_forest, cover.area),
    CLASSES(scenario_forest, &forest_row_table),
};
const scenario_table scenario_forest_table = {
    .name = "forest",
    .size = sizeof(scenario_forest),
    .defaults = &forest_defaults,
    .fields = forest_fields,
    .field_count = COUNT_OF(forest_fields),
    .max_count = 255,
};
