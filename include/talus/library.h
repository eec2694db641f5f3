// SPDX-License-Identifier: GPL-3.0-or-later
/// @file library.h
/// Process-wide settings: GDAL's drivers are registered and its printing is switched off, and
/// errors of GSL are returned instead of ending the program; PROJ fetches no grids from the network; SQLite
/// connections that this library opens to read files execute none of their views, triggers and virtual
/// tables. Locale, signals, output and environment of the process stay as they are. While a thread is
/// in this library, options of GDAL that alter numbers or bytes have their defaults on that thread,
/// whatever the environment and gdalrc say; the host's own options come back afterwards. The command
/// line forgets such variables at its start.
///
/// threads: any thread, any number of times.
#ifndef TALUS_LIBRARY_H
#define TALUS_LIBRARY_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Make these settings; later calls do nothing. talus_world_load and talus_dem_read call it, and
/// talus_spatial_fit_search makes the setting of GSL. A run of a campaign uses neither GDAL nor
/// GSL. A program that uses GDAL or GSL itself calls this function first and then sets its own
/// handlers.
TALUS_API void talus_library_init(void);

#ifdef __cplusplus
}
#endif
#endif
