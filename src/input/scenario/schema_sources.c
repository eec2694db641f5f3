// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of a release: its geometry, how its places are drawn, how often rocks start there.
#include "input/scenario/model.h"
#include "input/schema/rows.h"

static const scenario_region region_defaults = {0};
static const scenario_field region_fields[] = {AREA(scenario_region, area)};

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
    POSITIVE(SCENARIO_NUMBER, scenario_magnitude, per_year, "per_year", "1/yr", 1e9),
    POSITIVE(SCENARIO_NUMBER, scenario_magnitude, per_year_km2, "per_year_km2", "1/(yr km^2)",
             1e12),
    {.key = "exponent",
     .type = SCENARIO_NUMBER,
     .offset = offsetof(scenario_magnitude, exponent),
     .min = 0.0,
     .max = 10.0,
     .above = true,
     .required = true},
};
static const scenario_table magnitude_table = {
    .name = "magnitude",
    .size = sizeof(scenario_magnitude),
    .defaults = &magnitude_defaults,
    .fields = magnitude_fields,
    .field_count = COUNT_OF(magnitude_fields),
    .optional = true,
};

static const char *const curves[] = {
    [SCENARIO_CURVE_SAMPLED] = "sampled", [SCENARIO_CURVE_LOGNORMAL] = "lognormal", NULL};

static const scenario_seismic seismic_defaults = {.blocks = SCENARIO_UNSET,
                                                  .blocks_per_km2 = SCENARIO_UNSET};
static const scenario_field seismic_fields[] = {
    {.key = "fragility",
     .type = SCENARIO_PATH,
     .offset = offsetof(scenario_seismic, fragility),
     .required = true},
    {.key = "hazard",
     .type = SCENARIO_PATH,
     .offset = offsetof(scenario_seismic, hazard),
     .required = true},
    {.key = "curve",
     .type = SCENARIO_CHOICE,
     .offset = offsetof(scenario_seismic, curve),
     .choices = curves},
    POSITIVE(SCENARIO_NUMBER, scenario_seismic, blocks, "blocks", NULL, 1e9),
    POSITIVE(SCENARIO_NUMBER, scenario_seismic, blocks_per_km2, "blocks_per_km2", "1/km^2", 1e12),
};
static const scenario_table seismic_table = {
    .name = "seismic",
    .size = sizeof(scenario_seismic),
    .defaults = &seismic_defaults,
    .fields = seismic_fields,
    .field_count = COUNT_OF(seismic_fields),
    .optional = true,
};

static const scenario_frequency frequency_defaults = {.per_year = SCENARIO_UNSET,
                                                      .per_year_km2 = SCENARIO_UNSET};
static const scenario_field frequency_fields[] = {
    POSITIVE(SCENARIO_NUMBER, scenario_frequency, per_year, "per_year", "1/yr", 1e9),
    POSITIVE(SCENARIO_NUMBER, scenario_frequency, per_year_km2, "per_year_km2", "1/(yr km^2)",
             1e12),
    SECTION(SCENARIO_SECTION, scenario_frequency, magnitude, "magnitude", &magnitude_table),
    SECTION(SCENARIO_SECTION, scenario_frequency, seismic, "seismic", &seismic_table),
};
static const scenario_table frequency_table = {
    .name = "frequency",
    .size = sizeof(scenario_frequency),
    .defaults = &frequency_defaults,
    .fields = frequency_fields,
    .field_count = COUNT_OF(frequency_fields),
    .optional = true,
};

static const char *const weights[] = {[SCENARIO_WEIGHT_PLAN] = "plan",
                                      [SCENARIO_WEIGHT_SURFACE] = "surface",
                                      [SCENARIO_WEIGHT_VALUE] = "value",
                                      NULL};

static const char *const axes[] = {
    [SCENARIO_AXES_BODY] = "body", [SCENARIO_AXES_WORLD] = "world", NULL};

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
};
static const scenario_field release_fields[] = {
    TEXT(scenario_release, name, "name"),
    VALUE(SCENARIO_BOX, scenario_release, box, "box_m", "m", -1e9, 1e9),
    VALUE(SCENARIO_POINTS, scenario_release, points, "points_m", "m", -1e9, 1e9),
    VALUE(SCENARIO_POINTS, scenario_release, line, "line_m", "m", -1e9, 1e9),
    VALUE(SCENARIO_POINTS, scenario_release, polygon, "polygon_m", "m", -1e9, 1e9),
    AREA(scenario_release, file),
    POSITIVE(SCENARIO_NUMBER, scenario_release, slope_above, "slope_above_deg", "deg", 89.9),
    CHOICE(scenario_release, slope_preset, "slope_preset", scenario_slope_preset_names),
    POSITIVE(SCENARIO_POINTS, scenario_release, slope_by_cell, "slope_by_cell", NULL, 1e4),
    FILENAME(scenario_release, raster, "raster"),
    VALUE(SCENARIO_BOX, scenario_release, within, "within_box_m", "m", -1e9, 1e9),
    SECTION(SCENARIO_SECTION, scenario_release, inside, "within", &inside_table),
    SECTION(SCENARIO_SECTION, scenario_release, exclude, "exclude", &exclude_table),
    COUNT(scenario_release, min_patch_cells, "min_patch_cells", 1.0, 1e9),
    POSITIVE(SCENARIO_NUMBER, scenario_release, min_patch_height, "min_patch_height_m", "m", 1e4),
    CHOICE(scenario_release, weight, "weight", weights),
    COUNT(scenario_release, rocks, "rocks", 0.0, 1e12),
    COUNT(scenario_release, rocks_per_point, "rocks_per_point", 1.0, 1e9),
    COUNT(scenario_release, rocks_per_cell, "rocks_per_cell", 1.0, 1e9),
    NUMBER(scenario_release, height, "height_m", "m", 0.0, 1e4),
    VALUE(SCENARIO_VECTOR, scenario_release, velocity, "velocity_m_s", "m/s", -1e3, 1e3),
    VALUE(SCENARIO_VECTOR, scenario_release, spin, "spin_rad_s", "rad/s", -1e3, 1e3),
    VALUE(SCENARIO_ORIENTATION, scenario_release, orientation, "orientation", NULL, -1e3, 1e3),
    SECTION(SCENARIO_SECTION, scenario_release, frequency, "frequency", &frequency_table),
    FILENAME(scenario_release, runs, "runs"),
    COUNT(scenario_release, replicates, "replicates", 1.0, 1e9),
    TEXT(scenario_release, rock, "rock"),
    CHOICE(scenario_release, spin_axes, "spin_axes", axes),
};
const scenario_table scenario_release_table = {
    .name = "releases",
    .size = sizeof(scenario_release),
    .defaults = &release_defaults,
    .fields = release_fields,
    .field_count = COUNT_OF(release_fields),
    .max_count = 100000,
};
