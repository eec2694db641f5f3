// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a scenario file: type, unit, range, default. docs/scenario.md is its prose.
#include "scenario/model.h"
#include "scenario/rows.h"
#include "scenario/schema_hazard.h"
#include "scenario/schema_obstacles.h"
#include "scenario/schema_trees.h"

#include "ensemble/layers.h"

#define ROW_NAME(id, name, doc) name,
static const char *const detections[] = {TALUS_DETECTION_LIST(ROW_NAME) NULL};
static const char *const surfaces[] = {TALUS_SURFACE_LIST(ROW_NAME) NULL};

#define SCHEME_NAME(id, name, doc) name,
static const char *const schemes[] = {TALUS_SCHEME_LIST(SCHEME_NAME) NULL};

static const scenario_roughness roughness_defaults = {.amplitude = 0.0, .refine = 1, .seed = 1};
static const scenario_field roughness_fields[] = {
    NUMBER(scenario_roughness, amplitude, "amplitude_m", "m", 0.0, 100.0),
    COUNT(scenario_roughness, refine, "refine", 1.0, 64.0),
    COUNT(scenario_roughness, seed, "seed", 0.0, OPEN),
};
static const scenario_table roughness_table = {
    .name = "roughness",
    .size = sizeof(scenario_roughness),
    .defaults = &roughness_defaults,
    .fields = roughness_fields,
    .field_count = COUNT_OF(roughness_fields),
};

static const scenario_terrain terrain_defaults = {.memory = 500};
static const scenario_field terrain_fields[] = {
    {.key = "dem",
     .type = SCENARIO_PATH,
     .offset = offsetof(scenario_terrain, dem),
     .required = true},
    {.key = "detection",
     .type = SCENARIO_CHOICE,
     .offset = offsetof(scenario_terrain, detection),
     .choices = detections},
    {.key = "surface",
     .type = SCENARIO_CHOICE,
     .offset = offsetof(scenario_terrain, surface),
     .choices = surfaces},
    SECTION(SCENARIO_SECTION, scenario_terrain, roughness, "roughness", &roughness_table),
    SECTIONS(scenario_terrain, dams, "dams", &scenario_dam_table, false),
    TEXT(scenario_terrain, crs, "crs"),
    TEXT(scenario_terrain, reproject, "reproject"),
    VALUE(SCENARIO_FLAG, scenario_terrain, assume_metres, "assume_metres", NULL, 0.0, 1.0),
    COUNT(scenario_terrain, memory, "memory_mb", 1, 1e6),
};
static const scenario_table terrain_table = {
    .name = "terrain",
    .size = sizeof(scenario_terrain),
    .defaults = &terrain_defaults,
    .fields = terrain_fields,
    .field_count = COUNT_OF(terrain_fields),
};

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

static const scenario_soil soil_defaults = {
    .modulus = SCENARIO_UNSET, .drag = SCENARIO_UNSET, .density = 1700.0};
static const scenario_field soil_fields[] = {
    {.key = "modulus_mn_m2",
     .type = SCENARIO_NUMBER,
     .offset = offsetof(scenario_soil, modulus),
     .unit = "MN/m^2",
     .min = 0.0,
     .max = 1e6,
     .above = true,
     .required = true},
    {.key = "drag",
     .type = SCENARIO_NUMBER,
     .offset = offsetof(scenario_soil, drag),
     .min = 0.0,
     .max = 1e3,
     .required = true},
    NUMBER(scenario_soil, density, "density_kg_m3", "kg/m^3", 0.0, 1e4),
    NUMBER(scenario_soil, rotational, "rotational", NULL, 0.0, 1e3),
};
static const scenario_table soil_table = {
    .name = "soil",
    .size = sizeof(scenario_soil),
    .defaults = &soil_defaults,
    .fields = soil_fields,
    .field_count = COUNT_OF(soil_fields),
};

static const scenario_ground ground_defaults = {
    .mu_min = SCENARIO_UNSET,
    .mu_max = SCENARIO_UNSET,
    .kappa = SCENARIO_UNSET,
    .beta = SCENARIO_UNSET,
    .drag = SCENARIO_UNSET,
    .epsilon_n = SCENARIO_UNSET,
    .epsilon_t = SCENARIO_UNSET,
    .variation = {.sd = SCENARIO_UNSET, .range = SCENARIO_UNSET, .seed = 1},
    .soil = {.modulus = SCENARIO_UNSET, .drag = SCENARIO_UNSET, .density = 1700.0},
};
static const scenario_field ground_fields[] = {
    TEXT(scenario_ground, preset, "preset"),
    TEXT(scenario_ground, name, "name"),
    NUMBER(scenario_ground, mu_min, "mu_min", NULL, 0.0, 10.0),
    NUMBER(scenario_ground, mu_max, "mu_max", NULL, 0.0, 10.0),
    NUMBER(scenario_ground, kappa, "kappa_1_m", "1/m", 0.0, 1e6),
    NUMBER(scenario_ground, beta, "beta_1_s", "1/s", 0.0, 1e6),
    NUMBER(scenario_ground, drag, "drag_1_s", "1/s", 0.0, 1e3),
    NUMBER(scenario_ground, epsilon_n, "epsilon_n", NULL, 0.0, 1.0),
    NUMBER(scenario_ground, epsilon_t, "epsilon_t", NULL, 0.0, 1.0),
    SECTION(SCENARIO_SECTION, scenario_ground, variation, "variation", &variation_table),
    SECTION(SCENARIO_SECTION, scenario_ground, soil, "soil", &soil_table),
    AREA(scenario_ground, area),
};
static const scenario_table ground_table = {
    .name = "ground",
    .size = sizeof(scenario_ground),
    .defaults = &ground_defaults,
    .fields = ground_fields,
    .field_count = COUNT_OF(ground_fields),
    .max_count = 255,
};

static const scenario_forest forest_defaults = {
    .drag = SCENARIO_UNSET,
    .height = SCENARIO_UNSET,
    .rotational_drag = UNSET_VEC3,
};
static const scenario_field forest_fields[] = {
    TEXT(scenario_forest, preset, "preset"),
    TEXT(scenario_forest, name, "name"),
    NUMBER(scenario_forest, drag, "drag_kg_s", "kg/s", 0.0, 1e9),
    POSITIVE(SCENARIO_NUMBER, scenario_forest, height, "height_m", "m", 1e3),
    VALUE(SCENARIO_VECTOR, scenario_forest, rotational_drag, "rotational_drag_kg_m2_s", "kg m^2/s",
          0.0, 1e9),
    AREA(scenario_forest, area),
};
static const scenario_table forest_table = {
    .name = "forest",
    .size = sizeof(scenario_forest),
    .defaults = &forest_defaults,
    .fields = forest_fields,
    .field_count = COUNT_OF(forest_fields),
    .max_count = 255,
};

static const scenario_rock rock_defaults = {
    .size = UNSET_VEC3, .density = SCENARIO_UNSET, .share = 1.0, .frequency_share = SCENARIO_UNSET};
static const scenario_field rock_fields[] = {
    TEXT(scenario_rock, name, "name"),
    {.key = "shape",
     .type = SCENARIO_SHAPE,
     .offset = offsetof(scenario_rock, shape),
     .required = true},
    VALUE(SCENARIO_VECTOR, scenario_rock, size, "size_m", "m", 0.0, 1e3),
    COUNT(scenario_rock, sides, "sides", 0.0, 256.0),
    POSITIVE(SCENARIO_QUANTITY, scenario_rock, mass, "mass_kg", "kg", 1e12),
    VALUE(SCENARIO_NUMBER, scenario_rock, density, "density_kg_m3", "kg/m^3", 100.0, 30000.0),
    POSITIVE(SCENARIO_QUANTITY, scenario_rock, volume, "volume_m3", "m^3", 1e9),
    NUMBER(scenario_rock, share, "share", NULL, 0.0, 1e9),
    NUMBER(scenario_rock, frequency_share, "frequency_share", NULL, 0.0, 1e9),
    POSITIVE(SCENARIO_NUMBERS, scenario_rock, volume_class, "volume_class_m3", "m^3", 1e9),
};
static const scenario_table rock_table = {
    .name = "rocks",
    .size = sizeof(scenario_rock),
    .defaults = &rock_defaults,
    .fields = rock_fields,
    .field_count = COUNT_OF(rock_fields),
    .max_count = 1000,
};

static const scenario_stop stop_defaults = {.speed = 0.2, .spin = 0.5, .time = 0.2};
static const scenario_field stop_fields[] = {
    POSITIVE(SCENARIO_NUMBER, scenario_stop, speed, "speed_m_s", "m/s", 1e3),
    POSITIVE(SCENARIO_NUMBER, scenario_stop, spin, "spin_rad_s", "rad/s", 1e3),
    NUMBER(scenario_stop, time, "for_s", "s", 0.0, 1e3),
};
static const scenario_table stop_table = {
    .name = "stop",
    .size = sizeof(scenario_stop),
    .defaults = &stop_defaults,
    .fields = stop_fields,
    .field_count = COUNT_OF(stop_fields),
};

static const scenario_simulation simulation_defaults = {
    .scheme = TALUS_SCHEME_MIDPOINT,
    .time_step = 0.002,
    .gravity = 9.81,
    .time_limit = 300.0,
    .slip_gap = 1e-3,
    .tolerance = 1e-10,
    .flights = true,
};
static const scenario_field simulation_fields[] = {
    {.key = "scheme",
     .type = SCENARIO_CHOICE,
     .offset = offsetof(scenario_simulation, scheme),
     .choices = schemes},
    POSITIVE(SCENARIO_NUMBER, scenario_simulation, time_step, "time_step_s", "s", 0.1),
    NUMBER(scenario_simulation, gravity, "gravity_m_s2", "m/s^2", 0.0, 100.0),
    POSITIVE(SCENARIO_NUMBER, scenario_simulation, time_limit, "time_limit_s", "s", 1e6),
    SECTION(SCENARIO_SECTION, scenario_simulation, stop, "stop", &stop_table),
    NUMBER(scenario_simulation, slip_gap, "slip_gap_m", "m", -1e3, 1.0),
    POSITIVE(SCENARIO_NUMBER, scenario_simulation, tolerance, "solver_tolerance", NULL, 1e-3),
    NUMBER(scenario_simulation, position_correction, "position_correction", NULL, 0.0, 1.0),
    VALUE(SCENARIO_FLAG, scenario_simulation, flights, "flights", NULL, 0.0, 1.0),
    COUNT(scenario_simulation, threads, "threads", 0.0, 4096.0),
};
static const scenario_table simulation_table = {
    .name = "simulation",
    .size = sizeof(scenario_simulation),
    .defaults = &simulation_defaults,
    .fields = simulation_fields,
    .field_count = COUNT_OF(simulation_fields),
};

static const char *const pooled[] = {
    [SCENARIO_POOLED_ALL] = "all", [SCENARIO_POOLED_OUTSIDE_SOIL] = "outside_soil", NULL};

static const scenario_outputs outputs_defaults = {
    .dir = "out",
    .layers = {false, {1, 0}}, // standard
    .trajectories = 1000,
    .sample_time = 0.05,
    .sample_distance = 0.1,
    .checkpoint = 60.0,
};
static const scenario_field outputs_fields[] = {
    FILENAME(scenario_outputs, dir, "dir"),
    NUMBER(scenario_outputs, cell, "cell_m", "m", 0.0, 1e5),
    {.key = "layers",
     .type = SCENARIO_LAYERS,
     .offset = offsetof(scenario_outputs, layers),
     .choices = ensemble_layer_choices},
    SECTION(SCENARIO_SECTION, scenario_outputs, exceedance, "exceedance",
            &scenario_exceedance_table),
    {.key = "pooled",
     .type = SCENARIO_CHOICE,
     .offset = offsetof(scenario_outputs, pooled),
     .choices = pooled},
    COUNT(scenario_outputs, trajectories, "trajectories", 0.0, 1e12),
    NUMBER(scenario_outputs, sample_time, "sample_s", "s", 0.0, 1e6),
    NUMBER(scenario_outputs, sample_distance, "sample_distance_m", "m", 0.0, 1e6),
    NUMBER(scenario_outputs, checkpoint, "checkpoint_s", "s", 0.0, 1e6),
};
static const scenario_table outputs_table = {
    .name = "outputs",
    .size = sizeof(scenario_outputs),
    .defaults = &outputs_defaults,
    .fields = outputs_fields,
    .field_count = COUNT_OF(outputs_fields),
};

static const scenario_model model_defaults = {
    .seed = 1, .trees = SCENARIO_TREES_DEFAULTS, .hazard = SCENARIO_HAZARD_DEFAULTS};
static const scenario_field model_fields[] = {
    TEXT(scenario_model, title, "title"),
    COUNT(scenario_model, seed, "seed", 0.0, OPEN),
    {.key = "terrain",
     .type = SCENARIO_SECTION,
     .offset = offsetof(scenario_model, terrain),
     .table = &terrain_table,
     .required = true},
    SECTIONS(scenario_model, grounds, "ground", &ground_table, true),
    SECTIONS(scenario_model, forests, "forest", &forest_table, false),
    SECTION(SCENARIO_SECTION, scenario_model, trees, "trees", &scenario_trees_table),
    SECTIONS(scenario_model, walls, "walls", &scenario_wall_table, false),
    SECTIONS(scenario_model, nets, "nets", &scenario_net_table, false),
    SECTIONS(scenario_model, rocks, "rocks", &rock_table, true),
    SECTIONS(scenario_model, releases, "releases", &scenario_release_table, true),
    SECTIONS(scenario_model, screens, "screens", &scenario_screen_table, false),
    SECTIONS(scenario_model, objects, "objects", &scenario_object_table, false),
    SECTION(SCENARIO_SECTION, scenario_model, simulation, "simulation", &simulation_table),
    SECTION(SCENARIO_SECTION, scenario_model, outputs, "outputs", &outputs_table),
    SECTION(SCENARIO_SECTION, scenario_model, hazard, "hazard", &scenario_hazard_table),
};
const scenario_table scenario_top_table = {
    .name = "scenario",
    .size = sizeof(scenario_model),
    .defaults = &model_defaults,
    .fields = model_fields,
    .field_count = COUNT_OF(model_fields),
};
