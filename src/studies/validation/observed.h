// SPDX-License-Identifier: GPL-3.0-or-later
/// @file observed.h
/// Flights and impacts of all tracks of a table, and their files. It knows tables, terrains and
/// flights; it refuses to know the terminal and how tracks came about.      [docs/validate.md, 3]
#ifndef TALUS_SRC_STUDIES_VALIDATION_OBSERVED_H
#define TALUS_SRC_STUDIES_VALIDATION_OBSERVED_H

#include "io/directory/directory.h"
#include "studies/validation/tracks.h"
#include "talus/directory.h"

typedef struct observed_options {
    const char *path;     ///< table of tracks
    const char *dem;      ///< raster of the terrain; NULL = none
    const char *scenario; ///< whose terrain and rocks are meant; NULL = none
    double diameter;      ///< m, of the rocks; NaN: those of the scenario; 0 without
    double noise;         ///< m, standard deviation of a place; NaN: found in the table
    double gravity;       ///< m/s^2; NaN: that of the scenario, else 9.81
    bool is_ground;       ///< z is the ground under the rock: half a diameter is added
    bool allow_network;
} observed_options;
/// NaN where there is a choice; no terrain.
observed_options observed_options_default(void);

/// A run of the table.
typedef struct observed_run {
    const tracks_run *track;
    double noise; ///< m
    flights_found found;
} observed_run;

typedef struct observed_result {
    tracks tracks;
    size_t count;
    observed_run *runs; ///< (count)
    size_t flight_count, impact_count;
    double energy_kept; ///< median of all impacts; NaN without
} observed_result;

/// @param diagnostics of the DEM or scenario
/// @param result cleared by the caller, also after an error
/// @return TALUS_ERROR_INPUT for a bad table, TALUS_ERROR_ARGUMENT for a DEM and a scenario
talus_status observed_find(const observed_options *options, talus_diagnostics *diagnostics,
                           observed_result *result, talus_error *error);
void observed_clear(observed_result *result);

/// An object with an array `runs`, each with its flights and impacts. NULL when out of memory.
char *observed_json(const observed_result *result);
/// Names of the files, up to NULL.
extern const char *const observed_files[];
/// Writes them; they are claimed.
talus_status observed_write(const observed_result *result, talus_directory *directory,
                            talus_error *error);

#endif
