// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a scenario file: type, unit, range, default. docs/scenario.md is its prose.
#include "input/scenario/model.h"
#include "input/scenario/schema_hazard.h"
#include "input/scenario/schema_obstacles.h"
#include "input/scenario/schema_stop.h"
#include "input/scenario/schema_trees.h"
#include "input/schema/rows.h"

#include "runs/campaign/layers.h"

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

static const scenario_terrain terrain_defaults = {.coarsen = 1, .memory = 500};
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
    COUNT(scenario_terrain, coarsen, "coarsen", 1.0, 64.0),
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

static const scenario_rock rock_defaults = {.size = UNSET_VEC3,
                                            .points = SCENARIO_NO_COUNT,
                                            .density = SCENARIO_UNSET,
                                            .share = 1.0,
                                            .frequency_share = SCENARIO_UNSET};
static const scenario_field rock_fields[] = {
    TEXT(scenario_rock, name, "name"),
    {.key = "shape",
     .type = SCENARIO_SHAPE,
     .offset = offsetof(scenario_rock, shape),
     .required = true},
    VALUE(SCENARIO_VECTOR, scenario_rock, size, "size_m", "m", 0.0, 1e3),
    COUNT(scenario_rock, sides, "sides", 0.0, 256.0),
    COUNT(scenario_rock, points, "points", 4.0, 256.0),
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

static const scenario_air air_defaults = {.drag = 0.0, .density = 1.2};
static const scenario_field air_fields[] = {
    NUMBER(scenario_air, drag, "drag", NULL, 0.0, 100.0),
    NUMBER(scenario_air, density, "density_kg_m3", "kg/m^3", 0.0, 100.0),
};
static const scenario_table air_table = {
    .name = "air",
    .size = sizeof(scenario_air),
    .defaults = &air_defaults,
    .fields = air_fields,
    .field_count = COUNT_OF(air_fields),
    .optional = true,
};

static const scenario_simulation simulation_defaults = {
    .scheme = TALUS_SCHEME_MIDPOINT,
    .time_step = 0.002,
    .gravity = 9.81,
    .time_limit = 300.0,
    .slip_gap = 1e-3,
    .tolerance = 1e-10,
    .flights = true,
    .lost_share = 0.05,
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
    NUMBER(scenario_simulation, lost_share, "lost_share", NULL, 0.0, 1.0),
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
static const char *const falls[] = {
    [SCENARIO_FALLS_COUNTED] = "counted", [SCENARIO_FALLS_APART] = "apart", NULL};

static const scenario_outputs outputs_defaults = {
    .dir = "out",
    .layers = {false, {1, 0}}, // standard
    .free_falls = -1,
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
    CHOICE(scenario_outputs, free_falls, "free_falls", falls),
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

static const scenario_model model_defaults = {.seed = 1,
                                              .air = {.density = 1.2},
                                              .trees = SCENARIO_TREES_DEFAULTS,
                                              .stop_when = SCENARIO_STOP_WHEN_DEFAULTS,
                                              .hazard = SCENARIO_HAZARD_DEFAULTS};
static const scenario_field model_fields[] = {
    TEXT(scenario_model, title, "title"),
    COUNT(scenario_model, seed, "seed", 0.0, OPEN),
    {.key = "terrain",
     .type = SCENARIO_SECTION,
     .offset = offsetof(scenario_model, terrain),
     .table = &terrain_table,
     .required = true},
    SECTIONS(scenario_model, grounds, "ground", &scenario_ground_table, true),
    SECTIONS(scenario_model, forests, "forest", &scenario_forest_table, false),
    SECTION(SCENARIO_SECTION, scenario_model, trees, "trees", &scenario_trees_table),
    SECTIONS(scenario_model, walls, "walls", &scenario_wall_table, false),
    SECTIONS(scenario_model, nets, "nets", &scenario_net_table, false),
    SECTIONS(scenario_model, rocks, "rocks", &rock_table, true),
    SECTIONS(scenario_model, releases, "releases", &scenario_release_table, true),
    SECTIONS(scenario_model, screens, "screens", &scenario_screen_table, false),
    SECTIONS(scenario_model, objects, "objects", &scenario_object_table, false),
    SECTION(SCENARIO_SECTION, scenario_model, air, "air", &air_table),
    SECTION(SCENARIO_SECTION, scenario_model, simulation, "simulation", &simulation_table),
    SECTION(SCENARIO_SECTION, scenario_model, stop_when, "stop_when", &scenario_stop_when_table),
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
