// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: elevation models.
#include "app/cli/commands.h"
#include "app/dem/terrain_tools.h"

#define DEM OPTION("DEM", CLI_FILE, NULL, "any raster that GDAL reads; several: tiles of one grid")
#define OPTION_RASTER                                                                              \
    OPTION("out", 'o', "FILE.tif", CLI_FILE, NULL, NULL, "raster to write", .required = ""),       \
        OPTION_REPLACE()
#define OPTIONS_DEM                                                                                \
    OPTION("crs", 0, "CRS", CLI_TEXT, NULL, "as in the file",                                      \
           "coordinate system, e.g. EPSG:31287", DEM_OPTION(crs)),                                 \
        OPTION("reproject", 0, "CRS", CLI_TEXT, NULL, "none",                                      \
               "warp to this coordinate system; auto = the matching UTM zone",                     \
               DEM_OPTION(reproject)),                                                             \
        OPTION("operation", 0, "PIPELINE", CLI_TEXT, NULL, "the most accurate one for the place",  \
               "PROJ pipeline by which it is warped", DEM_OPTION(operation)),                      \
        OPTION("assume-metres", 0, NULL, CLI_FLAG, NULL, NULL,                                     \
               "treat a missing coordinate system as metres", DEM_OPTION(assume_crs)),             \
        OPTION_HEIGHT_UNIT(DEM_OPTION(height_unit)), OPTION_NETWORK(DEM_OPTION(allow_network))
#define DEM_OPTION(member) INTO(cli_terrain_options, dem.member)

const cli_command cli_terrain_commands[] = {
    {.name = "terrain info",
     .run = cli_terrain_info,
     .brief = "describe a DEM and how a run would handle it",
     .purpose =
         "Read a digital elevation model as a run would and print its facts: size, cell, extent, "
         "coordinate system, heights, missing data, slopes, and the changes that a run would make "
         "when reading it. A DEM that a run would refuse is refused here with the same message.",
     .operands = {DEM},
     .repeats = true,
     .size = sizeof(cli_terrain_options),
     .defaults = cli_terrain_defaults,
     .options = {OPTIONS_DEM, {"json", 0, NULL, CLI_FLAG, NULL, NULL, "print the figures as JSON"}},
     .example = "talus terrain info dem.tif --reproject auto"},
    {.name = "terrain fill",
     .run = cli_terrain_fill,
     .brief = "fill NODATA holes of a DEM",
     .purpose =
         "Fill the NODATA holes of a digital elevation model with the surface of least bending "
         "through the two rings of cells around them, and write the result as Float32 GeoTIFF. "
         "Known heights stay as they are; new ones are rounded to 1 mm. NODATA that reaches the "
         "rim of the raster is taken as the end of the terrain and stays, unless --outside is "
         "given. A hole that cannot be filled stays open and is reported, and the exit code is 4.",
     .operands = {DEM},
     .repeats = true,
     .size = sizeof(cli_terrain_options),
     .defaults = cli_terrain_defaults,
     .options = {OPTION_RASTER,
                 {"outside", 0, NULL, CLI_FLAG, NULL, NULL,
                  "also fill NODATA at the rim of the raster",
                  INTO(cli_terrain_options, fill.outside)},
                 {"max-hole-cells", 0, "N", CLI_COUNT, NULL, NULL,
                  "largest hole to be filled; 1e6 cells take 2 GB and 20 s",
                  INTO(cli_terrain_options, fill.max_nodes)},
                 OPTIONS_DEM},
     .example = "talus terrain fill dem.tif -o filled.tif"},
    {.name = "terrain smooth",
     .run = cli_terrain_smooth,
     .brief = "smooth a DEM",
     .purpose = "Remove short waves from a digital elevation model with a plate of least bending "
                "that is tied to the heights. A wave of length w keeps 1 / (1 + (2 pi L / w)^4) of "
                "its height; planes and NODATA stay. The result is rounded to 1 mm and written as "
                "Float32 GeoTIFF. At most 1 000 000 cells may have heights; they take 2 GB and 15 "
                "s.",
     .operands = {DEM},
     .repeats = true,
     .size = sizeof(cli_terrain_options),
     .defaults = cli_terrain_defaults,
     .options = {OPTION_RASTER,
                 {"length", 'l', "L", CLI_POSITIVE, NULL, "two cells",
                  "smoothing length L in metres, at most 1000 cells",
                  INTO(cli_terrain_options, length)},
                 OPTIONS_DEM},
     .example = "talus terrain smooth dem.tif -o smooth.tif --length 3"},
    {.name = "terrain slope",
     .run = cli_terrain_slope,
     .brief = "slope of a DEM in degrees",
     .purpose = "Write the slope of a digital elevation model in degrees, from Horn's differences "
                "over the eight neighbours. Cells at the rim and beside NODATA become NODATA. "
                "Releases with slope_above_deg use the same slopes.",
     .operands = {DEM},
     .repeats = true,
     .size = sizeof(cli_terrain_options),
     .defaults = cli_terrain_defaults,
     .options = {OPTION_RASTER, OPTIONS_DEM},
     .example = "talus terrain slope dem.tif -o slope.tif"},
    {.name = "terrain energyline",
     .run = cli_terrain_energyline,
     .brief = "energy-line angles from sources over a DEM",
     .purpose = "Write for every cell of a digital elevation model the steepest angle up to a "
                "source: arctangent of drop over horizontal distance. From release areas it is the "
                "reach angle (few rocks go below 33 degrees), from the apex of a talus the shadow "
                "angle (27.5 degrees). Use it as a check on the simulated reach. "
                "Terrain in between does not block the view. Sources are the cells under a vector "
                "layer (points, lines, polygons), or all cells above a slope.",
     .operands = {DEM},
     .repeats = true,
     .size = sizeof(cli_terrain_options),
     .defaults = cli_terrain_defaults,
     .options = {OPTION_RASTER,
                 {"sources", 0, "FILE", CLI_FILE, NULL, NULL, "vector file of the sources",
                  INTO(cli_terrain_options, sources), .required = "slope-above"},
                 {"layer", 0, "NAME", CLI_TEXT, NULL, "the first", "layer of that file",
                  INTO(cli_terrain_options, layer)},
                 {"where", 0, "SQL", CLI_TEXT, NULL, "all", "features of that layer",
                  INTO(cli_terrain_options, where)},
                 {"sources-crs", 0, "CRS", CLI_TEXT, NULL, "of the file",
                  "coordinate system of that file; dem = that of the DEM",
                  INTO(cli_terrain_options, sources_crs)},
                 {"sources-operation", 0, "PIPELINE", CLI_TEXT, NULL,
                  "the most accurate one for the place",
                  "PROJ pipeline from that system to the DEM's",
                  INTO(cli_terrain_options, sources_operation)},
                 {"slope-above", 0, "DEG", CLI_POSITIVE, NULL, "",
                  "sources are all cells steeper than this", INTO(cli_terrain_options, slope_above),
                  ABOVE(0, 89.999), .excludes = {"sources"}},
                 {"lowest", 0, "DEG", CLI_POSITIVE, NULL, NULL,
                  "cells with a smaller angle become NODATA", INTO(cli_terrain_options, lowest),
                  ABOVE(0, 89.999)},
                 OPTIONS_DEM},
     .example = "talus terrain energyline dem.tif --slope-above 50 -o angle.tif"},
    {.name = "terrain field",
     .run = cli_terrain_field,
     .brief = "random field of a ground parameter over a DEM",
     .purpose = "Sample a spatially correlated Gaussian random field over a digital elevation "
                "model and write its values at the nodes. In a run, `variation` of a ground with "
                "the same range and seed adds these values to a parameter.",
     .operands = {DEM},
     .repeats = true,
     .size = sizeof(cli_terrain_options),
     .defaults = cli_terrain_defaults,
     .options = {OPTION_RASTER,
                 {"range", 'r', "M", CLI_POSITIVE, NULL, NULL,
                  "distance in metres at which the correlation is 0.14",
                  INTO(cli_terrain_options, range)},
                 {"sd", 0, "S", CLI_POSITIVE, NULL, NULL, "standard deviation",
                  INTO(cli_terrain_options, sd)},
                 {"seed", 0, "N", CLI_COUNT, NULL, NULL, "seed of the field",
                  INTO(cli_terrain_options, seed)},
                 OPTIONS_DEM},
     .example = "talus terrain field dem.tif -o mu.tif --range 30 --sd 0.05"},
    {.name = NULL},
};
