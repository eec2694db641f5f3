// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands that turn a DEM into a raster share: reading, writing on the DEM's own grid,
// messages and exit codes.
#ifndef TALUS_SRC_APP_DEM_TERRAIN_TOOLS_H
#define TALUS_SRC_APP_DEM_TERRAIN_TOOLS_H

#include "app/cli/cli.h"
#include "io/geo/geo.h"

typedef struct cli_terrain {
    const cli_arguments *arguments;
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
