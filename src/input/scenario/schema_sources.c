// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a release: its geometry, how its places are drawn, how often rocks start there.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

static const scenario_region region_defaults = {0};
static const scenario_field region_fields[] = {
    AREA(scenario_region, area, .default_text = "required", RESULTS("Polygons.")),
};

#define REGION_TABLE(name_)                                                                        \
    {                                                                                              \
        .name = name_, .size = sizeof(scenario_region), .defaults = &region_defaults,              \
        .fields = region_fields, .field_count = COUNT_OF(region_fields), .optional = true          \
    }
static const scenario_table inside_table = REGION_TABLE("within");
static const scenario_table exclude_table = REGION_TABLE("exclude");

static const scenario_magnitude magnitude_defaults = {
    .per_year = SCENARIO_UNSET, .per_year_km2 = SCENARIO_UNSET, .exponent = SCENARIO_UNSET};
static const scenario_field magnitude_fields[] = {
    NUMBER(scenario_magnitude, per_year, "per_year", ABOVE(0.0, 1e9), .unit = "1/yr",
           RESULTS("Rocks above 1 m³, from the whole release.")),
    NUMBER(scenario_magnitude, per_year_km2, "per_year_km2", ABOVE(0.0, 1e12),
           .unit = "1/(yr km^2)", RESULTS("Rocks above 1 m³, per true surface area.")),
    NUMBER(scenario_magnitude, exponent, "exponent", ABOVE(0.0, 10.0), REQUIRED,
           RESULTS("b of N(> V) = a V^−b; every rock needs `volume_class_m3`.")),
};
static const scenario_table magnitude_table = {
    .name = "magnitude",
    .size = sizeof(scenario_magnitude),
    .defaults = &magnitude_defaults,
    .fields = magnitude_fields,
    .field_count = COUNT_OF(magnitude_fields),
    .optional = true,
    .one_of = {.keys = "per_year, per_year_km2",
               .noun = "ways to give the rate of rocks above 1 m3",
               .at_last = true},
};

static const char *const curves[] = {
    [SCENARIO_CURVE_SAMPLED] = "sampled", [SCENARIO_CURVE_LOGNORMAL] = "lognormal", NULL};

static const scenario_seismic seismic_defaults = {.blocks = SCENARIO_UNSET,
                                                  .blocks_per_km2 = SCENARIO_UNSET};
static const scenario_field seismic_fields[] = {
    FILENAME(scenario_seismic, fragility, "fragility", REQUIRED,
             RESULTS("fragility.csv of `talus-lab fragility`.")),
    FILENAME(scenario_seismic, hazard, "hazard", REQUIRED,
             RESULTS("Table with the columns `pga_g` or `pgv_m_s`, and `rate (1/yr)`.")),
    CHOICE(scenario_seismic, curve, "curve", .choices = curves,
           RESULTS("Column of the fragility: `share` (also `probability`), or the fit.")),
    NUMBER(scenario_seismic, blocks, "blocks", ABOVE(0.0, 1e9),
           RESULTS("Blocks with this fragility on the release.")),
    NUMBER(scenario_seismic, blocks_per_km2, "blocks_per_km2", ABOVE(0.0, 1e12), .unit = "1/km^2",
           RESULTS("Blocks with this fragility per true surface area.")),
};
static const scenario_table seismic_table = {
    .name = "seismic",
    .size = sizeof(scenario_seismic),
    .defaults = &seismic_defaults,
    .fields = seismic_fields,
    .field_count = COUNT_OF(seismic_fields),
    .optional = true,
    .one_of = {.keys = "blocks, blocks_per_km2",
               .noun = "ways to give the number of blocks",
               .at_last = true},
};

static const scenario_frequency frequency_defaults = {.per_year = SCENARIO_UNSET,
                                                      .per_year_km2 = SCENARIO_UNSET};
static const scenario_field frequency_fields[] = {
    NUMBER(scenario_frequency, per_year, "per_year", ABOVE(0.0, 1e9), .unit = "1/yr",
           RESULTS("Rocks from the whole release.")),
    NUMBER(scenario_frequency, per_year_km2, "per_year_km2", ABOVE(0.0, 1e12),
           .unit = "1/(yr km^2)", RESULTS("Rocks per true surface area.")),
    SECTION(scenario_frequency, magnitude, "magnitude", &magnitude_table,
            .doc = "A power law of volumes."),
    SECTION(scenario_frequency, seismic, "seismic", &seismic_table,
            .doc = "Blocks that earthquakes overturn."),
};
static const scenario_table frequency_table = {
    .name = "frequency",
    .size = sizeof(scenario_frequency),
    .defaults = &frequency_defaults,
    .fields = frequency_fields,
    .field_count = COUNT_OF(frequency_fields),
    .optional = true,
    .one_of = {.keys = "per_year, per_year_km2, magnitude, seismic",
               .noun = "ways to give the frequency",
               .at_last = true},
};

static const char *const weights[] = {[SCENARIO_WEIGHT_PLAN] = "plan",
                                      [SCENARIO_WEIGHT_SURFACE] = "surface",
                                      [SCENARIO_WEIGHT_VALUE] = "value",
                                      NULL};

static const char *const axes[] = {
    [SCENARIO_AXES_BODY] = "body", [SCENARIO_AXES_WORLD] = "world", NULL};

/// Keys that go with cells of the DEM or of a raster, or with those of the DEM alone.
#define WITH_CELLS(end)                                                                            \
    .needs = {{"slope_above_deg slope_preset slope_by_cell raster",                                \
               " goes with slope_above_deg, slope_preset, slope_by_cell and raster only" end}}
#define WITH_SLOPES                                                                                \
    .needs = {{"slope_above_deg slope_preset slope_by_cell",                                       \
               " goes with slope_above_deg, slope_preset and slope_by_cell only"}}
/// What the rows of a table of runs say.
#define NOT_WITH_RUNS                                                                              \
    .excludes = {"runs", ": a release from runs starts as its rows say: leave it out and fill "    \
                         "the columns of the table"}
#define FILE_KEY(member, name, default_, sentence_)                                                \
    TEXT(scenario_release, file.member, name,                                                      \
         .needs = {{"file raster", ": it goes with a file, but there is no key 'file'"}},          \
         .default_text = default_, RESULTS(sentence_))

static const scenario_release release_defaults = {
    .box = UNSET_BOX,
    .slope_above = SCENARIO_UNSET,
    .slope_preset = -1,
    .within = UNSET_BOX,
    .min_patch_cells = SCENARIO_NO_COUNT,
    .min_patch_height = SCENARIO_UNSET,
    .weight = -1,
    .rocks = SCENARIO_NO_COUNT,
    .rocks_per_point = SCENARIO_NO_COUNT,
    .rocks_per_cell = SCENARIO_NO_COUNT,
    .height = 1.0,
    .orientation = {true, {1.0, 0.0, 0.0, 0.0}},
    .replicates = SCENARIO_NO_COUNT,
    .spin_axes = -1,
    .bodies = 1,
    .body_spacing = SCENARIO_UNSET,
    .mesh_origin = UNSET_VEC3,
};
static const scenario_field release_fields[] = {
    TEXT(scenario_release, name, "name", FITS(talus_release, name),
         .default_text = "`release 1`, ...", FILES("Name in results.")),
    BOX(scenario_release, box, "box_m", FROM(-1e9, 1e9), .unit = "m",
        RESULTS("Rocks start anywhere in the box.")),
    POINTS(scenario_release, points, "points_m", FROM(-1e9, 1e9), .unit = "m",
           RESULTS("Rocks start at the points, the same number at each.")),
    POINTS(scenario_release, line, "line_m", FROM(-1e9, 1e9), .unit = "m", .least = 2,
           RESULTS("Rocks start anywhere along the line.")),
    POINTS(scenario_release, polygon, "polygon_m", FROM(-1e9, 1e9), .unit = "m", .least = 3,
           RESULTS("Rocks start anywhere in the polygon, which closes itself.")),
    FILENAME(scenario_release, file.file, "file",
             RESULTS("Rocks start at its points, along its lines or in its polygons (without their "
                     "holes).")),
    FILE_KEY(layer, "layer", "first layer", "Layer of the file."),
    FILE_KEY(where, "where", "all features",
             "Comparisons of attributes, such as `kind = 'scree'`."),
    FILE_KEY(crs, "crs", "of the file",
             "CRS of a file or raster that has none or a wrong one; `dem`: its coordinates are "
             "those of the DEM."),
    FILE_KEY(operation, "operation", SCENARIO_BEST_OPERATION, SCENARIO_OPERATION_DOC),
    NUMBER(scenario_release, slope_above, "slope_above_deg", ABOVE(0.0, 89.9), .unit = "deg",
           RESULTS("Rocks start in all raster cells of the DEM steeper than this.")),
    CHOICE(scenario_release, slope_preset, "slope_preset", .choices = scenario_slope_preset_names,
           RESULTS("As `slope_above_deg`, with a threshold by the DEM's cell size.")),
    POINTS(scenario_release, slope_by_cell, "slope_by_cell", ABOVE(0.0, 1e4),
           RESULTS("[[cell size in m, slope in degrees], ...], cell sizes ascending: your own "
                   "thresholds by cell size, linear in between.")),
    FILENAME(scenario_release, raster, "raster",
             RESULTS("Rocks start in the cells of a raster, as many as its values say; with "
                     "`rocks`, in proportion to them.")),
    BOX(scenario_release, within, "within_box_m", FROM(-1e9, 1e9), .unit = "m",
        WITH_CELLS(": use box_m"), RESULTS("Keeps cells whose centre lies in the box.")),
    SECTION(scenario_release, inside, "within", &inside_table, WITH_CELLS(""),
            .doc = "`file`, `layer`, `where`, `crs`: keeps cells whose centre lies in the "
                   "polygons."),
    SECTION(scenario_release, exclude, "exclude", &exclude_table, WITH_CELLS(""),
            .doc = "`file`, `layer`, `where`, `crs`: drops cells whose centre lies in the "
                   "polygons."),
    COUNT(scenario_release, min_patch_cells, "min_patch_cells", FROM(1.0, 1e9), WITH_SLOPES,
          RESULTS("Drops patches (cells that touch) with fewer cells; not with `raster`.")),
    NUMBER(scenario_release, min_patch_height, "min_patch_height_m", ABOVE(0.0, 1e4), .unit = "m",
           WITH_SLOPES,
           RESULTS("Drops patches with a smaller height difference; not with `raster`.")),
    CHOICE(scenario_release, weight, "weight", .choices = weights,
           .excludes = {"points_m line_m runs",
                        "weight goes with areas and cells, not with points and lines"},
           .default_text = "by true area, or as the raster says",
           RESULTS("Places are drawn evenly in proportion to plan area, true surface area, values "
                   "of the raster.")),
    COUNT(
        scenario_release, rocks, "rocks", FROM(0.0, 1e12),
        RESULTS("How many rocks start here; one of the three is required, except with `raster` and "
                "`runs`.")),
    COUNT(scenario_release, rocks_per_point, "rocks_per_point", FROM(1.0, 1e9),
          .needs = {{"points_m file", " goes with points only: give 'rocks'"}},
          RESULTS("How many rocks start at each point.")),
    COUNT(scenario_release, rocks_per_cell, "rocks_per_cell", FROM(1.0, 1e9),
          WITH_CELLS(": give 'rocks'"), RESULTS("How many rocks start in each cell.")),
    COUNT(
        scenario_release, bodies, "bodies", FROM(1.0, 64.0), NOT_WITH_RUNS,
        RESULTS("Rocks that start together as one event, each with class, size and orientation of "
                "its own; `rocks` and frequencies count events.")),
    NUMBER(scenario_release, body_spacing, "body_spacing_m", ABOVE(0.0, 1e3), .unit = "m",
           .needs = {{"bodies", " goes with bodies only"}},
           .default_text = "required with `bodies` above 1",
           RESULTS("Distance in plan between rocks that start together, on rings around the place "
                   "of the release.")),
    NUMBER(scenario_release, height, "height_m", FROM(0.0, 1e4), .unit = "m", NOT_WITH_RUNS,
           RESULTS("Height of the lowest vertex over ground.")),
    VECTOR(scenario_release, velocity, "velocity_m_s", FROM(-1e3, 1e3), .unit = "m/s",
           NOT_WITH_RUNS, RESULTS("Velocity of the centre of mass, east, north, up.")),
    VECTOR(scenario_release, spin, "spin_rad_s", FROM(-1e3, 1e3), .unit = "rad/s", NOT_WITH_RUNS,
           RESULTS("Angular velocity.")),
    ORIENTATION(scenario_release, orientation, "orientation", FROM(-1e3, 1e3),
                RESULTS("Uniform over all rotations, or one quaternion body → world "
                        "(normalised).")),
    SECTION(scenario_release, frequency, "frequency", &frequency_table, .default_text = "unknown",
            .doc = "Rocks per year."),
    FILENAME(scenario_release, runs, "runs",
             RESULTS("Rocks start as given by the rows of a table of measured runs.")),
    COUNT(scenario_release, replicates, "replicates", FROM(1.0, 1e9),
          .needs = {{"runs", " goes with runs only: give 'rocks'"}},
          .default_text = "1, with `runs`", RESULTS("Rocks per row.")),
    VECTOR(scenario_release, mesh_origin, "mesh_origin_m", FROM(-1e9, 1e9), .unit = "m",
           .needs = {{"rock", ": name the 'rock' whose blocks start here"}},
           RESULTS("East, north and height of the origin of the mesh of a `rock` with `blocks`, "
                   "which start where they stand, all of them one event; [0, 0, 0]: its "
                   "coordinates are those of the DEM.")),
    TEXT(scenario_release, rock, "rock", .default_text = "drawn by their shares",
         RESULTS("Name of the only entry of `rocks` that starts here.")),
    CHOICE(scenario_release, spin_axes, "spin_axes", .choices = axes,
           .default_text = "body axes; with `runs` world axes",
           RESULTS("Axes of the angular velocity.")),
};
const scenario_table scenario_release_table = {
    .name = "releases",
    .size = sizeof(scenario_release),
    .defaults = &release_defaults,
    .fields = release_fields,
    .field_count = COUNT_OF(release_fields),
    .max_count = 100000,
    .one_of = {.keys =
                   "box_m, points_m, line_m, polygon_m, file, runs, slope_above_deg, slope_preset, "
                   "slope_by_cell, raster, mesh_origin_m",
               .noun = "of the release geometries"},
};
