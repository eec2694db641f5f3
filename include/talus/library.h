// SPDX-License-Identifier: GPL-3.0-or-later
/// @file library.h
/// What is process-wide: drivers of GDAL are registered and its printing is off, errors of GSL are
/// returned instead of ending the program. Nothing else of the process is touched: no locale, no
/// signals, no output.
///
/// threads: any thread, any number of times.
#ifndef TALUS_LIBRARY_H
#define TALUS_LIBRARY_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Set up what is process-wide; the first call counts. talus_world_load and talus_dem_read call it, and
/// talus_spatial_fit_search does its part of GSL; a run of a campaign uses neither GDAL nor GSL.
/// A program that uses GDAL or GSL itself calls it first and then sets its own handlers.
TALUS_API void talus_library_init(void);

#ifdef __cplusplus
}
#endif
#endif
