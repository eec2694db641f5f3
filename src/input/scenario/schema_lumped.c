// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the section `lumped`: what Rockyfor3D's rasters say of a ground.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

static const scenario_lumped lumped_defaults = {.soil_type = {.number = SCENARIO_UNSET},
                                                .rg70 = {.number = SCENARIO_UNSET},
                                                .rg20 = {.number = SCENARIO_UNSET},
                                                .rg10 = {.number = SCENARIO_UNSET}};
static const scenario_field lumped_fields[] = {
    NUMBER(scenario_lumped, soil_type.number, "soil_type", FROM(0.0, 7.0), .default_text = "none",
           NOTHING("Soil type, a whole number from 0 (water, swamp) to 7 (asphalt); where the "
                   "raster has no value, if there is one.")),
    FILENAME(scenario_lumped, soil_type.raster, "soil_type_raster",
             NOTHING("Raster of soil types, any format that GDAL reads.")),
    NUMBER(scenario_lumped, rg70.number, "rg70_m", FROM(0.0, 1e3), .unit = "m",
           .default_text = "none",
           NOTHING("Height of the obstacles that 70 of 100 impacts meet, square to the slope.")),
    FILENAME(scenario_lumped, rg70.raster, "rg70_raster",
             NOTHING("Raster of these heights in metres.")),
    NUMBER(scenario_lumped, rg20.number, "rg20_m", FROM(0.0, 1e3), .unit = "m",
           .default_text = "none",
           NOTHING("Height of the obstacles that 20 of 100 impacts meet, square to the slope.")),
    FILENAME(scenario_lumped, rg20.raster, "rg20_raster",
             NOTHING("Raster of these heights in metres.")),
    NUMBER(
        scenario_lumped, rg10.number, "rg10_m", FROM(0.0, 1e3), .unit = "m", .default_text = "none",
        NOTHING(
            "Height of the obstacles that the last 10 of 100 impacts meet, square to the slope.")),
    FILENAME(scenario_lumped, rg10.raster, "rg10_raster",
             NOTHING("Raster of these heights in metres.")),
    TEXT(scenario_lumped, crs, "crs", .default_text = "of the file",
         NOTHING("CRS of rasters that have none or a wrong one; `dem`: their coordinates are those "
                 "of the DEM.")),
    TEXT(scenario_lumped, operation, "operation", .default_text = SCENARIO_BEST_OPERATION,
         NOTHING(SCENARIO_OPERATION_DOC)),
};
const scenario_table scenario_lumped_table = {
    .name = "lumped",
    .size = sizeof(scenario_lumped),
    .defaults = &lumped_defaults,
    .fields = lumped_fields,
    .field_count = COUNT_OF(lumped_fields),
    .optional = true,
};
