// SPDX-License-Identifier: GPL-3.0-or-later
/// @file observed.h
/// Flights and impacts of all tracks of a table, and their files. It knows tables, terrains and
/// flights; it refuses to know the terminal and how tracks came about.      [docs/validate.md, 3]
#ifndef TALUS_SRC_STUDIES_VALIDATION_OBSERVED_H
#define TALUS_SRC_STUDIES_VALIDATION_OBSERVED_H

#include "io/directory/directory.h"
#include "studies/validation/tracks.h"
#include "talus/directory.h"
#include "talus/table.h"
#include "talus/validate.h"

/// A run of the table.
typedef struct observed_run {
    const tracks_run *track;
    double noise; ///< m
    flights_found found;
} observed_run;

/// A flight or an impact of all runs, beside the name of its run.
typedef struct observed_flight {
    const char *run;
    const flights_flight *flight;
} observed_flight;
typedef struct observed_impact {
    const char *run;
    const flights_impact *impact;
} observed_impact;

typedef struct observed_result {
    tracks tracks;
    size_t count;
    observed_run *runs; ///< (count)
    size_t flight_count, impact_count;
    observed_flight *flights; ///< (flight_count) run by run
    observed_impact *impacts; ///< (impact_count)
    double energy_kept;       ///< median of all impacts; NaN without
} observed_result;

/// @param result cleared by the caller, also after an error
/// @return TALUS_ERROR_INPUT for a bad table, TALUS_ERROR_ARGUMENT for a DEM and a scenario
talus_status observed_find(const talus_observe_options *options, observed_result *result,
                           talus_error *error);
void observed_clear(observed_result *result);

/// The table "runs", "flights" or "impacts", valid as long as the result. @return false: another name
bool observed_table(const observed_result *result, const char *name, talus_table *table);
/// An object with an array `runs`, each with its flights and impacts.
/// @param json out: free
talus_status observed_json(const observed_result *result, char **json, talus_error *error);
/// Names of the files, up to NULL.
extern const char *const observed_files[];
/// Writes them; they are claimed.
talus_status observed_write(const observed_result *result, talus_directory *directory,
                            talus_error *error);

#endif
