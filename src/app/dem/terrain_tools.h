// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands that turn a DEM into a raster share: reading, writing on the DEM's own grid,
// messages and exit codes.
#ifndef TALUS_SRC_APP_DEM_TERRAIN_TOOLS_H
#define TALUS_SRC_APP_DEM_TERRAIN_TOOLS_H

#include "app/cli/cli.h"
#include "io/geo/geo.h"
#include "talus/raster.h"

/// What the commands are asked for; a member that a command does not have keeps its default.
typedef struct cli_terrain_options {
    geo_dem_options dem;
    talus_fill_options fill;
    const char *sources, *layer, *where, *sources_crs, *sources_operation;
    double slope_above, lowest; ///< deg
    double length;              ///< m; NaN: two cells
    double range, sd;           ///< m, and the unit of the parameter
    uint64_t seed;
} cli_terrain_options;
void cli_terrain_defaults(void *options, size_t size);
/// The options of a command, with its operands as the tiles of the DEM.
cli_terrain_options cli_terrain_read(const cli_arguments *arguments);

typedef struct cli_terrain {
    const cli_arguments *arguments;
    cli_terrain_options options;
    talus_diagnostics *diagnostics;
    geo_dem dem;
    bool incomplete; ///< set by the work: the result is written, but not all that was asked for
} cli_terrain;

/// The work on a DEM that was read; ends with one of the writers.
typedef talus_status cli_terrain_work(cli_terrain *terrain, talus_error *error);
/// Read the DEM (first operand), work, print what is to be said.
cli_exit cli_terrain_run(const cli_arguments *arguments, cli_terrain_work *work);

/// Write values (ny x nx, NaN = NODATA) to --out on the DEM's grid as Float32.
talus_status cli_terrain_write(const cli_terrain *terrain, const double *values, const char *name,
                               const char *unit, talus_error *error);

/// Seconds of a clock that only runs forward.
double cli_terrain_clock(void);

#endif
