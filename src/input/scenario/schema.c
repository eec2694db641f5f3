// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a scenario file: type, unit, range, default, what it affects. The sections with many
// keys stand in files of their own (tables.h).
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

#include "runs/campaign/layers.h"

#define ROW_NAME(id, name, doc) name,
static const char *const detections[] = {TALUS_DETECTION_LIST(ROW_NAME) NULL};
static const char *const surfaces[] = {TALUS_SURFACE_LIST(ROW_NAME) NULL};

#define SCHEME_NAME(id, name, doc) name,
static const char *const schemes[] = {TALUS_SCHEME_LIST(SCHEME_NAME) NULL};

static const scenario_roughness roughness_defaults = {.amplitude = 0.0, .refine = 1, .seed = 1};
static const scenario_field roughness_fields[] = {
    NUMBER(scenario_roughness, amplitude, "amplitude_m", FROM(0.0, 100.0), .unit = "m",
           RESULTS("Largest offset of a node of the refined grid, up and down.")),
    COUNT(scenario_roughness, refine, "refine", FROM(1.0, 64.0),
          RESULTS("How many times finer than the DEM the grid becomes.")),
    COUNT(scenario_roughness, seed, "seed", FROM(0.0, OPEN),
          RESULTS("Seed of the offsets; apart from the top-level `seed`, so that a new seed keeps "
                  "the mountain.")),
};
static const scenario_table roughness_table = {
    .name = "roughness",
    .size = sizeof(scenario_roughness),
    .defaults = &roughness_defaults,
    .fields = roughness_fields,
    .field_count = COUNT_OF(roughness_fields),
};

const char *const scenario_height_units[] = {"of_file", "m", "ft", "us_ft", "dm", "cm", "mm", NULL};

static const scenario_terrain terrain_defaults = {.coarsen = 1, .memory = 500};
static const scenario_field terrain_fields[] = {
    FILENAMES(scenario_terrain, dem, "dem", REQUIRED,
              RESULTS("Any GDAL raster of heights; several tiles of one grid as a list, or by a "
                      "pattern such as `tiles/*.tif`.")),
    CHOICE(scenario_terrain, detection, "detection", .choices = detections,
           RESULTS("How contacts of a rock with the terrain are found.")),
    CHOICE(scenario_terrain, surface, "surface", .choices = surfaces,
           RESULTS("Between four nodes: a curved patch, or two triangles.")),
    COUNT(scenario_terrain, coarsen, "coarsen", FROM(1.0, 64.0),
          RESULTS("k keeps every k-th node of the DEM, to see what a coarser DEM would give.")),
    SECTION(scenario_terrain, roughness, "roughness", &roughness_table,
            .doc = "Random offsets on a finer grid."),
    SECTIONS(scenario_terrain, dams, "dams", &scenario_dam_table, .default_text = "none",
             .doc = "Banks raised into the heights."),
    TEXT(scenario_terrain, crs, "crs", .default_text = "of the file",
         FILES("CRS that overrides the file's, such as `EPSG:31254`.")),
    TEXT(scenario_terrain, reproject, "reproject", .default_text = "none",
         RESULTS("CRS to which the DEM is warped first; `auto`: the matching UTM zone.")),
    TEXT(scenario_terrain, operation, "operation", .needs = {{"reproject", " goes with reproject"}},
         .default_text = SCENARIO_BEST_OPERATION,
         RESULTS("PROJ pipeline by which the DEM is warped, as `projinfo` writes it.")),
    FLAG(scenario_terrain, assume_metres, "assume_metres",
         NOTHING("Accept a DEM without CRS, its coordinates being metres.")),
    CHOICE(scenario_terrain, height_unit, "height_unit", .choices = scenario_height_units,
           RESULTS("Unit of the heights in the file, whatever the file says; needed where nothing "
                   "says it.")),
    COUNT(scenario_terrain, memory, "memory_mb", FROM(1.0, 1e6), .unit = "MB",
          NOTHING("Memory for the terrain; a surface that needs more is read on demand.")),
};
static const scenario_table terrain_table = {
    .name = "terrain",
    .size = sizeof(scenario_terrain),
    .defaults = &terrain_defaults,
    .fields = terrain_fields,
    .field_count = COUNT_OF(terrain_fields),
};

static const char *const mesh_units[] = {"m", "cm", "mm", "ft", "us_ft", "in", NULL};

static const scenario_rock rock_defaults = {.size = UNSET_VEC3,
                                            .points = SCENARIO_NO_COUNT,
                                            .most_vertices = SCENARIO_NO_COUNT,
                                            .exponent = SCENARIO_UNSET,
                                            .unit = -1,
                                            .density = SCENARIO_UNSET,
                                            .share = 1.0,
                                            .frequency_share = SCENARIO_UNSET};
static const scenario_field rock_fields[] = {
    TEXT(scenario_rock, name, "name", FITS(talus_rock, name), .default_text = "of the shape",
         FILES("Name in results.")),
    SHAPE(
        scenario_rock, shape, "shape", REQUIRED,
        RESULTS("`eota111`, `eota221`, `cuboid`, `prism`, `icosphere`, `equant`, `flat`, `long` or "
                "`hull`; or an `.obj`, `.stl`, `.ply`, `.xyz`, `.pts`, `.txt` or `.csv` file, of "
                "which the convex hull is taken.")),
    VECTOR(scenario_rock, size, "size_m", FROM(0.0, 1e3), .unit = "m",
           RESULTS("Outer dimensions of a builder's shape; `equant`, `flat` and `long` take "
                   "[x, 0, 0] with axis ratios 1:1:1, 1:1:½ and 1:½:½.")),
    COUNT(scenario_rock, sides, "sides", FROM(0.0, 256.0),
          RESULTS("Sides of a prism (0 = 6, else ≥ 3), or subdivision level of an icosphere (up to "
                  "4).")),
    COUNT(scenario_rock, points, "points", FROM(4.0, 256.0), .default_text = "20",
          RESULTS("Vertices of a `hull`.")),
    NUMBER(scenario_rock, exponent, "exponent",
           FROM(TALUS_HULL_LEAST_EXPONENT, TALUS_HULL_MOST_EXPONENT),
           .default_text = "from `mass_kg`, else an ellipsoid",
           RESULTS("Fullness of the body on which the points of a `hull` lie: 2 is an ellipsoid, "
                   "more is fuller.")),
    COUNT(
        scenario_rock, most_vertices, "most_vertices", FROM(4.0, TALUS_SIMPLE_MOST),
        .default_text = "all of the hull",
        RESULTS("Vertices that the hull of a file is simplified to, with the same volume and mass; "
                "`talus check` and `talus rock` say what it changes.")),
    CHOICE(scenario_rock, unit, "unit", .choices = mesh_units, .default_text = "m",
           RESULTS("Unit of the coordinates of a file.")),
    FLAG(scenario_rock, blocks, "blocks",
         RESULTS("The file holds several closed convex blocks beside each other, a rock wall: a "
                 "release with `mesh_origin_m` starts them as one event.")),
    QUANTITY(scenario_rock, mass, "mass_kg", ABOVE(0.0, 1e12), .unit = "kg",
             RESULTS("Mass of a rock.")),
    NUMBER(scenario_rock, density, "density_kg_m3", FROM(100.0, 30000.0), .unit = "kg/m^3",
           .default_text = "2700", RESULTS("Density of the rock.")),
    QUANTITY(scenario_rock, volume, "volume_m3", ABOVE(0.0, 1e9), .unit = "m^3",
             RESULTS("Volume of a rock.")),
    NUMBER(scenario_rock, share, "share", FROM(0.0, 1e9),
           RESULTS("Share of the simulated rocks; all shares together are more than 0.")),
    NUMBER(scenario_rock, frequency_share, "frequency_share", FROM(0.0, 1e9),
           .default_text = "`share`", RESULTS("Share of a release's frequency.")),
    NUMBERS(scenario_rock, volume_class, "volume_class_m3", ABOVE(0.0, 1e9), .unit = "m^3",
            RESULTS("[low, high]: limits of the class for a frequency by magnitude; classes have "
                    "the same limits or none in common.")),
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
    NUMBER(scenario_stop, speed, "speed_m_s", ABOVE(0.0, 1e3), .unit = "m/s",
           RESULTS("A rock has stopped when it touches the ground and stays below this speed and "
                   "`spin_rad_s`.")),
    NUMBER(scenario_stop, spin, "spin_rad_s", ABOVE(0.0, 1e3), .unit = "rad/s",
           RESULTS("Angular speed below which a rock may have stopped.")),
    NUMBER(scenario_stop, time, "for_s", FROM(0.0, 1e3), .unit = "s",
           RESULTS("Time for which a rock stays below both before it has stopped.")),
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
    NUMBER(
        scenario_air, drag, "drag", FROM(0.0, 100.0),
        RESULTS("C_d: the force is ½ ρ C_d A ‖v‖², A a quarter of the rock's surface; about 1 for "
                "blocks, assumed.")),
    NUMBER(scenario_air, density, "density_kg_m3", FROM(0.0, 100.0), .unit = "kg/m^3",
           RESULTS("ρ of the air; 1.0 at 2000 m.")),
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
    .step_path = SCENARIO_UNSET,
    .step_least = 0.00025,
    .step_largest = 0.016,
    .gravity = 9.81,
    .time_limit = 300.0,
    .slip_gap = 1e-3,
    .tolerance = 1e-10,
    .flights = true,
    .lost_share = 0.05,
};
static const scenario_field simulation_fields[] = {
    CHOICE(scenario_simulation, scheme, "scheme", .choices = schemes, RESULTS("Rotation scheme.")),
    NUMBER(scenario_simulation, time_step, "time_step_s", ABOVE(0.0, 0.1), .unit = "s",
           RESULTS("Δt of all steps; refused unless Δt c < 2 m for the largest drag c and the "
                   "lightest rock "
                   "m.")),
    NUMBER(
        scenario_simulation, step_path, "step_path_m", FROM(0.0, 10.0), .unit = "m",
        RESULTS(
            "A step in contact is as long as no point of the rock goes further; 0: all steps are "
            "as long. Not beside `time_step_s`.")),
    NUMBER(
        scenario_simulation, step_least, "step_least_s", ABOVE(0.0, 0.1), .unit = "s",
        RESULTS("Shortest step along the path; others are 2, 4, ... times as long, those without "
                "contact up to 0.002 s.")),
    NUMBER(scenario_simulation, step_largest, "step_largest_s", ABOVE(0.0, 0.1), .unit = "s",
           RESULTS("Longest step along the path.")),
    NUMBER(scenario_simulation, gravity, "gravity_m_s2", FROM(0.0, 100.0), .unit = "m/s^2",
           RESULTS("Gravity, downwards.")),
    NUMBER(scenario_simulation, time_limit, "time_limit_s", ABOVE(0.0, 1e6), .unit = "s",
           RESULTS("A rock that still moves then ends as `time_limit`.")),
    SECTION(scenario_simulation, stop, "stop", &stop_table, .doc = "When a rock has stopped."),
    NUMBER(scenario_simulation, slip_gap, "slip_gap_m", FROM(-1e3, 1.0), .unit = "m",
           RESULTS("Slippage grows while the smallest gap is at most this; negative: only while a "
                   "contact percussion acts.")),
    NUMBER(scenario_simulation, tolerance, "solver_tolerance", ABOVE(0.0, 1e-3),
           RESULTS("Relative error of a contact problem.")),
    NUMBER(scenario_simulation, position_correction, "position_correction", FROM(0.0, 1.0),
           RESULTS("Share of each penetration beyond 1 mm that is taken back per step; 0 = off, as "
                   "in the papers.")),
    FLAG(scenario_simulation, flights, "flights",
         RESULTS("Steps without any contact are taken together; `false` takes each of them "
                 "alone, slower and with the same results except for round-off.")),
    COUNT(scenario_simulation, threads, "threads", FROM(0.0, 4096.0),
          NOTHING("Number of threads; 0 = all cores.")),
    NUMBER(
        scenario_simulation, lost_share, "lost_share", FROM(0.0, 1.0),
        NOTHING("Share of the rocks that may leave the DEM, meet NODATA or still move at the time "
                "limit before a run ends with exit code 4.")),
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
    PATH(scenario_outputs, dir, "dir", FILES("Result directory.")),
    NUMBER(
        scenario_outputs, cell, "cell_m", FROM(0.0, 1e5), .unit = "m",
        RESULTS("Side of the cells of statistics and rasters; 0 = the DEM's pixels, else squares "
                "from the DEM's lower left corner on.")),
    LAYERS(scenario_outputs, layers, "layers", .choices = campaign_layer_choices,
           RESULTS("Raster layers and groups of them, see below.")),
    SECTION(scenario_outputs, exceedance, "exceedance", &scenario_exceedance_table,
            .default_text = "none", .doc = "Thresholds whose probability becomes a layer."),
    CHOICE(scenario_outputs, pooled, "pooled", .choices = pooled,
           RESULTS("Steps counted by the pooled statistics; `outside_soil` excludes those in "
                   "compactable soil.")),
    CHOICE(scenario_outputs, free_falls, "free_falls", .choices = falls,
           .default_text = "counted with the rest",
           FILES("`apart`: a block `free_falls` in `summary.json` keeps free falls off cliffs "
                 "apart.")),
    COUNT(scenario_outputs, trajectories, "trajectories", FROM(0.0, 1e12),
          RESULTS("Number of rocks, from the first on, whose paths, impacts and crossings of "
                  "screens are written.")),
    NUMBER(scenario_outputs, sample_time, "sample_s", FROM(0.0, 1e6), .unit = "s",
           RESULTS("Points of a path are at least this far apart in time.")),
    NUMBER(scenario_outputs, sample_distance, "sample_distance_m", FROM(0.0, 1e6), .unit = "m",
           RESULTS("Points of a path are at least this far apart in space.")),
    NUMBER(scenario_outputs, checkpoint, "checkpoint_s", FROM(0.0, 1e6), .unit = "s",
           NOTHING("Time between two states of the run on disk; 0 = none.")),
};
static const scenario_table outputs_table = {
    .name = "outputs",
    .size = sizeof(scenario_outputs),
    .defaults = &outputs_defaults,
    .fields = outputs_fields,
    .field_count = COUNT_OF(outputs_fields),
};

static const scenario_model model_defaults = {.seed = 1, .net_memory = true};
static const scenario_field model_fields[] = {
    TEXT(scenario_model, title, "title", .default_text = "file name",
         FILES("Printed in results and on maps.")),
    COUNT(scenario_model, seed, "seed", FROM(0.0, OPEN),
          RESULTS("Seed of all random numbers of the rocks.")),
    SECTION(scenario_model, terrain, "terrain", &terrain_table, REQUIRED, .doc = "The DEM."),
    SECTIONS(scenario_model, grounds, "ground", &scenario_ground_table, REQUIRED,
             .doc = "Friction and impact parameters; later entries lie on top."),
    SECTIONS(scenario_model, forests, "forest", &scenario_forest_table, .default_text = "none",
             .doc = "Drag layers."),
    SECTION(scenario_model, trees, "trees", &scenario_trees_table, .default_text = "none",
            .doc = "Single stems."),
    SECTIONS(scenario_model, walls, "walls", &scenario_wall_table, .default_text = "none",
             .doc = "Bodies that rocks bounce off."),
    SECTIONS(scenario_model, nets, "nets", &scenario_net_table, .default_text = "none",
             .doc = "Nets that stop rocks of up to their capacity."),
    SECTIONS(scenario_model, rocks, "rocks", &rock_table, REQUIRED, .doc = "The mixture of rocks."),
    SECTIONS(scenario_model, releases, "releases", &scenario_release_table, REQUIRED,
             .doc = "Where rocks start."),
    SECTIONS(scenario_model, screens, "screens", &scenario_screen_table, .default_text = "none",
             .doc = "Evaluation lines."),
    SECTIONS(scenario_model, objects, "objects", &scenario_object_table, .default_text = "none",
             .doc = "Buildings and roads."),
    SECTION(scenario_model, air, "air", &air_table, .default_text = "none",
            .doc = "Drag of the air on the rock."),
    SECTION(scenario_model, shaking, "shaking", &scenario_shaking_table, .default_text = "none",
            .doc = "An earthquake: the ground shakes under the rocks."),
    SECTION(scenario_model, fragmentation, "fragmentation", &scenario_fragmentation_table,
            .default_text = "none", .doc = "Rocks that break at an impact."),
    SECTION(scenario_model, rock_contact, "rock_contact", &scenario_rock_contact_table,
            .default_text = "see below", .doc = "Rocks of one event that meet each other."),
    FLAG(
        scenario_model, net_memory, "net_memory",
        RESULTS("What a net has taken from a rock is gone for the others of the event, in order of "
                "time; the next event finds it whole. `false`: every rock meets its whole "
                "capacity.")),
    SECTION(scenario_model, lumped, "lumped", &scenario_lumped_table, .default_text = "none",
            .doc = "Ground of the lumped mass of `talus compare --models`."),
    SECTION(scenario_model, simulation, "simulation", &simulation_table,
            .default_text = "see below", .doc = "Scheme, time step, stop rule."),
    SECTION(scenario_model, stop_when, "stop_when", &scenario_stop_when_table,
            .default_text = "none", .doc = "The precision at which a run may end early."),
    SECTION(scenario_model, outputs, "outputs", &outputs_table, .default_text = "see below",
            .doc = "Where and what is written."),
    SECTION(scenario_model, hazard, "hazard", &scenario_hazard_table, .default_text = "none",
            .doc = "Annual frequencies, return periods, zones."),
};
const scenario_table scenario_top_table = {
    .name = "scenario",
    .size = sizeof(scenario_model),
    .defaults = &model_defaults,
    .fields = model_fields,
    .field_count = COUNT_OF(model_fields),
};
