// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of `ground` and `forest`.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

#define VARIED_NAME(id, name) name,
static const char *const varied[] = {TALUS_VARIED_LIST(VARIED_NAME) NULL};

static const scenario_variation variation_defaults = {
    .sd = SCENARIO_UNSET, .range = SCENARIO_UNSET, .seed = 1};
static const scenario_field variation_fields[] = {
    CHOICE(scenario_variation, parameter, "parameter", .choices = varied, REQUIRED,
           RESULTS("What varies; `friction` is `mu_min` and `mu_max` together, the last two need a "
                   "soil, `soil.drag_number` is 1 + C_s.")),
    NUMBER(scenario_variation, sd, "sd", FROM(0.0, 1e3), REQUIRED,
           RESULTS("Standard deviation, in the unit of the parameter.")),
    NUMBER(scenario_variation, range, "range_m", ABOVE(0.0, 1e6), .unit = "m", REQUIRED,
           RESULTS("Distance at which the correlation has fallen to 0.14.")),
    COUNT(
        scenario_variation, seed, "seed", FROM(0.0, OPEN),
        RESULTS("Seed of the field; apart from the top-level `seed`, so that a new seed keeps the "
                "mountain.")),
    FLAG(scenario_variation, multiply, "multiply",
         RESULTS("Multiply by a lognormal factor of mean 1 instead; `sd` is then that of its "
                 "logarithm.")),
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
    [SCENARIO_DEPTH_VERTICAL] = "plumb", [SCENARIO_DEPTH_NORMAL] = "normal", NULL};

static const scenario_soil soil_defaults = {.drag = SCENARIO_UNSET,
                                            .density = SCENARIO_UNSET,
                                            .rotational = SCENARIO_UNSET,
                                            .rolling = SCENARIO_UNSET,
                                            .drawn = -1,
                                            .depth = -1};
static const scenario_field soil_fields[] = {
    QUANTITY(scenario_soil, modulus, "modulus_mn_m2", ABOVE(0.0, 1e6), .unit = "MN/m^2",
             .default_text = "preset, else required",
             RESULTS("M_E; fitted to measured impacts: 10 to 25.")),
    NUMBER(scenario_soil, drag, "drag", FROM(0.0, 1e3),
           .excludes = {"drag_number",
                        "soil: found both 'drag' and 'drag_number', which is 1 + it: "
                        "give one of them"},
           .default_text = "preset, else required",
           RESULTS("C_s; the drag number is 1 + C_s; fitted: 0.1 to 4.")),
    QUANTITY(scenario_soil, drag_number, "drag_number", FROM(0.0, 1001.0),
             .default_text = "1 + `drag`", RESULTS("1 + C_s, instead of `drag`.")),
    NUMBER(scenario_soil, density, "density_kg_m3", FROM(0.0, 1e4), .unit = "kg/m^3",
           .default_text = "preset, else 1700", RESULTS("ρ of the soil.")),
    NUMBER(scenario_soil, rotational, "rotational", FROM(0.0, 1e3),
           .default_text = "preset, else 0",
           RESULTS("Factor on a drag torque that is not in the paper; 0 = as published.")),
    NUMBER(scenario_soil, rolling, "rolling", FROM(0.0, 1e3), .default_text = "preset, else 0",
           RESULTS("Factor on the resistance of a rock in its rut; 1 = the law of a rigid wheel.")),
    CHOICE(scenario_soil, drawn, "drawn", .choices = drawn,
           .default_text = "`drawn` of the ground, else `impact`",
           RESULTS("When distributions of the soil are drawn; `impact`: again at the first touch "
                   "of the layer, kept until the rock has left it.")),
    CHOICE(scenario_soil, depth, "depth", .choices = depths,
           .default_text = "`plumb`; `normal` with `dams: true`",
           RESULTS(
               "Whether the depth follows from the vertical speed, as published, or from the speed "
               "along the normal, along which it is then measured.")),
};
static const scenario_table soil_table = {
    .name = "soil",
    .size = sizeof(scenario_soil),
    .defaults = &soil_defaults,
    .fields = soil_fields,
    .field_count = COUNT_OF(soil_fields),
    .optional = true,
};

static const char *const bumps_of[] = {
    [SCENARIO_BUMPS_SITE] = "site", [SCENARIO_BUMPS_ROCK] = "rock", NULL};

static const scenario_ground_roughness roughness_defaults = {
    .spacing = 1.0, .clear = 10.0, .seed = 1};
static const scenario_field roughness_fields[] = {
    NUMBER(scenario_ground_roughness, amplitude, "amplitude_m", FROM(0.0, 10.0), .unit = "m",
           REQUIRED,
           RESULTS("Half of the largest depth of a node of the bumps below the terrain; bumps "
                   "never rise above it.")),
    NUMBER(scenario_ground_roughness, spacing, "spacing_m", FROM(0.01, 100.0), .unit = "m",
           RESULTS("Spacing of the nodes.")),
    NUMBER(scenario_ground_roughness, clear, "clear_m", FROM(0.0, 1e4), .unit = "m",
           RESULTS("No bumps within this distance of a rock's release; full bumps from twice this "
                   "distance.")),
    CHOICE(scenario_ground_roughness, drawn, "drawn", .choices = bumps_of,
           RESULTS("`site`: all rocks meet the same bumps; `rock`: every rock has its own.")),
    COUNT(scenario_ground_roughness, seed, "seed", FROM(0.0, OPEN),
          RESULTS("Seed of the bumps; with `site` apart from the top-level `seed`, so that a new "
                  "seed keeps the mountain.")),
};
static const scenario_table ground_roughness_table = {
    .name = "roughness",
    .size = sizeof(scenario_ground_roughness),
    .defaults = &roughness_defaults,
    .fields = roughness_fields,
    .field_count = COUNT_OF(roughness_fields),
    .optional = true,
};

static const char *const resamplings[] = {
    [SCENARIO_RESAMPLING_BILINEAR] = "bilinear", [SCENARIO_RESAMPLING_NEAREST] = "nearest", NULL};

static const scenario_parameter_raster parameter_raster_defaults = {0};
static const scenario_field parameter_raster_fields[] = {
    CHOICE(scenario_parameter_raster, parameter, "parameter", .choices = varied, REQUIRED,
           RESULTS("The parameter, each at most once; not `friction`.")),
    FILENAME(
        scenario_parameter_raster, raster, "raster", REQUIRED,
        RESULTS("Values in the range and the unit of the parameter; `epsilon_n`, `epsilon_t` 0 "
                "to 1, friction 0 to 10.")),
    TEXT(scenario_parameter_raster, crs, "crs", .default_text = "of the file",
         RESULTS("CRS of a file that has none or a wrong one.")),
    TEXT(scenario_parameter_raster, operation, "operation", .default_text = SCENARIO_BEST_OPERATION,
         RESULTS(SCENARIO_OPERATION_DOC)),
    CHOICE(scenario_parameter_raster, resampling, "resampling", .choices = resamplings,
           RESULTS("Bilinear between the centres of cells, or the value of the cell.")),
};
static const scenario_table parameter_raster_table = {
    .name = "parameter_rasters",
    .size = sizeof(scenario_parameter_raster),
    .defaults = &parameter_raster_defaults,
    .fields = parameter_raster_fields,
    .field_count = COUNT_OF(parameter_raster_fields),
    .max_count = TALUS_VARIED_COUNT - 1,
};

static const char *const impact_laws[] = {
    [SCENARIO_IMPACT_NEWTON] = "newton", [SCENARIO_IMPACT_GENERALISED] = "generalised", NULL};
static const scenario_impact impact_defaults = {.e_n21 = SCENARIO_UNSET, .lambda = SCENARIO_UNSET};
static const scenario_field impact_fields[] = {
    CHOICE(scenario_impact, law, "law", .choices = impact_laws,
           RESULTS("`newton`: contacts act independently; `generalised`: a landing contact makes "
                   "resting ones leave.")),
    NUMBER(
        scenario_impact, e_n21, "e_n21", FROM(0.0, 1.0), .default_text = "none",
        .excludes = {"lambda", "found both 'e_n21' and 'lambda': give one of them"},
        RESULTS("Speed of the contacts that leave, as a share of the speed of the landing one.")),
    NUMBER(scenario_impact, lambda, "lambda", FROM(0.0, 1.0), .default_text = "none",
           RESULTS("Instead: where along an edge the resultant percussion acts, 1 = at the landing "
                   "corner (no effect), 0 = in the middle (no loss).")),
};
static const scenario_table impact_table = {
    .name = "impact",
    .size = sizeof(scenario_impact),
    .defaults = &impact_defaults,
    .fields = impact_fields,
    .field_count = COUNT_OF(impact_fields),
    .optional = true,
};

static const char *const others[] = {
    [SCENARIO_OTHERS_ERROR] = "error", [SCENARIO_OTHERS_BELOW] = "below", NULL};

/// Where an entry lies: polygons, or a raster of classes; and its table of classes.
#define COVER(struct_, rows_)                                                                      \
    FILENAME(struct_, cover.area.file, "file", .default_text = "everywhere",                       \
             RESULTS("Any OGR source of polygons, reprojected to the DEM's CRS.")),                \
        AREA_KEY(struct_, cover.area.layer, "layer", "first layer", "Layer of the file."),         \
        AREA_KEY(struct_, cover.area.where, "where", "all features",                               \
                 "Comparisons of attributes, such as `kind = 'scree'`."),                          \
        TEXT(struct_, cover.area.crs, "crs",                                                       \
             .needs = {{"file raster",                                                             \
                        ": it goes with a file, but there is no key 'file' or 'raster'"}},         \
             .default_text = "of the file",                                                        \
             RESULTS("CRS of a file that has none or a wrong one; `dem`: its coordinates are "     \
                     "those of the DEM.")),                                                        \
        TEXT(struct_, cover.area.operation, "operation",                                           \
             .needs = {{"file raster",                                                             \
                        ": it goes with a file, but there is no key 'file' or 'raster'"}},         \
             .default_text = SCENARIO_BEST_OPERATION, RESULTS(SCENARIO_OPERATION_DOC)),            \
        FILENAME(                                                                                  \
            struct_, cover.raster, "raster", NEEDS_CLASSES(),                                      \
            .excludes = {"file", "found both 'raster' and 'file' (polygons): give one of them"},   \
            .default_text = "none", RESULTS("Instead of `file`: a raster of classes.")),           \
        TEXT(struct_, cover.class_field, "class_field",                                            \
             NEEDS_CLASSES({"file", ": it goes with a file, but there is no key 'file'"}),         \
             .default_text = "none",                                                               \
             RESULTS("Attribute of the polygons that gives the class of each.")),                  \
        CHOICE(struct_, cover.others, "others", NEEDS_CLASSES(), .choices = others,                \
               .default_text = "`error`",                                                          \
               RESULTS("Values that no row has: stop, or leave what earlier entries gave.")),      \
        SECTIONS(struct_, cover.rows, "classes", rows_, .least = 1,                                \
                 .needs = {{"raster class_field",                                                  \
                            ": expected 'raster', or 'file' and 'class_field', which say where "   \
                            "each class lies"}},                                                   \
                 .default_text = "none",                                                           \
                 .doc = "What each value stands for; up to 255 in all entries.")
#define NEEDS_CLASSES(...)                                                                         \
    .needs = {{"classes", ": it goes with a table, but there is no key 'classes'"}, __VA_ARGS__}
/// Parameters of an entry with a table of classes stand in its rows.
#define IN_ROWS .excludes = {"classes", ": the entry has a table of classes: give it in its rows"}
#define VALUES(struct_)                                                                            \
    TEXTS(struct_, cover.values, "value", .default_text = "all that no other row has",             \
          RESULTS("Values of the raster or of the attribute that the row is for."))

static const scenario_ground ground_defaults = {
    .cover = {.others = -1}, .drawn = -1, .cushion = SCENARIO_UNSET};

#define LAW(parameter, name, high, unit_, default_, sentence_)                                     \
    QUANTITY(scenario_ground, laws[parameter], name, FROM(0.0, high), .unit = unit_, IN_ROWS,      \
             .default_text = "preset, else " default_, RESULTS(sentence_))
#define GROUND_PARAMETERS                                                                          \
    TEXT(scenario_ground, cover.preset, "preset", IN_ROWS,                                         \
         RESULTS("Name of a preset, which fills in what is not given.")),                          \
        TEXT(scenario_ground, cover.name, "name", FITS(talus_ground, name), IN_ROWS,               \
             .default_text = "of the preset", FILES("Name in results.")),                          \
        LAW(TALUS_VARIED_MU_MIN, "mu_min", 10.0, NULL, "required", "Friction at first touch."),    \
        LAW(TALUS_VARIED_MU_MAX, "mu_max", 10.0, NULL, "required",                                 \
            "Friction after much slippage, at least `mu_min`."),                                   \
        LAW(TALUS_VARIED_KAPPA, "kappa_1_m", 1e6, "1/m", "required",                               \
            "Growth of friction with slippage."),                                                  \
        LAW(TALUS_VARIED_BETA, "beta_1_s", 1e6, "1/s", "required",                                 \
            "Decay of slippage in flight."),                                                       \
        LAW(TALUS_VARIED_DRAG, "drag_1_s", 1e3, "1/s", "required",                                 \
            "Ground drag while in contact."),                                                      \
        LAW(TALUS_VARIED_EPSILON_N, "epsilon_n", 1.0, NULL, "0", "Normal restitution."),           \
        LAW(TALUS_VARIED_EPSILON_T, "epsilon_t", 1.0, NULL, "0", "Tangential restitution."),       \
        CHOICE(scenario_ground, drawn, "drawn", .choices = drawn, IN_ROWS,                         \
               .default_text = "`rock`",                                                           \
               RESULTS("When parameters that are distributions are drawn.")),                      \
        SECTIONS(scenario_ground, rasters, "parameter_rasters", &parameter_raster_table, IN_ROWS,  \
                 .default_text = "none", .doc = "Rasters that give a parameter cell by cell."),    \
        SECTION(scenario_ground, variation, "variation", &variation_table, IN_ROWS,                \
                .default_text = "none", .doc = "Lets one parameter vary in space."),               \
        SECTION(scenario_ground, soil, "soil", &soil_table, IN_ROWS,                               \
                .default_text = "of the preset, else none",                                        \
                .doc = "Compactable soil over a hard plane."),                                     \
        SECTION(scenario_ground, roughness, "roughness", &ground_roughness_table, IN_ROWS,         \
                .default_text = "of the preset, else none",                                        \
                .doc = "Bumps that the DEM does not show."),                                       \
        SECTION(scenario_ground, impact, "impact", &impact_table, IN_ROWS, .default_text = "none", \
                .doc = "How contacts act on each other in an impact."),                            \
        NUMBER(scenario_ground, cushion, "cushion", FROM(0.0, 1.0), IN_ROWS,                       \
               .default_text = "1 with a soil, else of the preset, else 0",                        \
               RESULTS("Share of the energy of an impact that breaks no rock."))

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
    FLAG(
        scenario_ground, cover.on_dams, "dams", IN_ROWS,
        RESULTS("Instead of `file`: the entry lies on faces and crests of `terrain.dams`, wherever "
                "they raise the DEM by more than 1 cm.")),
    FILENAME(scenario_ground, posterior, "posterior", IN_ROWS, .default_text = "none",
             RESULTS("Draws of a calibration, `draws.csv` of `talus calibrate`: each rock uses one "
                     "of them.")),
    COVER(scenario_ground, &ground_row_table),
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
    TEXT(scenario_forest, cover.preset, "preset", IN_ROWS,                                         \
         RESULTS("`open`, `medium` or `dense`; `medium@1` is the first version, drag alone.")),    \
        TEXT(scenario_forest, cover.name, "name", FITS(talus_forest, name), IN_ROWS,               \
             .default_text = "of the preset", FILES("Name in results.")),                          \
        NUMBER(scenario_forest, drag, "drag_kg_s", FROM(0.0, 1e9), .unit = "kg/s", IN_ROWS,        \
               .default_text = "preset, else required",                                            \
               RESULTS("Linear drag on the centre of mass.")),                                     \
        NUMBER(scenario_forest, height, "height_m", ABOVE(0.0, 1e3), .unit = "m", IN_ROWS,         \
               .default_text = "preset, else required",                                            \
               RESULTS("Acts below this height over ground.")),                                    \
        NUMBER(                                                                                    \
            scenario_forest, hold_height, "hold_height_m", FROM(0.0, 100.0), .unit = "m", IN_ROWS, \
            .default_text = "preset, else 0",                                                      \
            RESULTS("Height of lying wood, stumps and roots, which hold a rock that creeps; 0: "   \
                    "nothing does.")),                                                             \
        NUMBER(                                                                                    \
            scenario_forest, hold_path, "hold_path_m", FROM(0.0, 1e4), .unit = "m", IN_ROWS,       \
            .default_text = "preset, else 10",                                                     \
            RESULTS("Path over which the energy of the rock is averaged for `hold_height_m`.")),   \
        VECTOR(scenario_forest, rotational_drag, "rotational_drag_kg_m2_s", FROM(0.0, 1e9),        \
               .unit = "kg m^2/s", IN_ROWS, .default_text = "[0, 0, 0]",                           \
               RESULTS("Drag about the body axes."))

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
    COVER(scenario_forest, &forest_row_table),
};
const scenario_table scenario_forest_table = {
    .name = "forest",
    .size = sizeof(scenario_forest),
    .defaults = &forest_defaults,
    .fields = forest_fields,
    .field_count = COUNT_OF(forest_fields),
    .max_count = 255,
};
