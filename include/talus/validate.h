// SPDX-License-Identifier: GPL-3.0-or-later
/// @file validate.h
/// Simulation against measurement: scores of a case of measured runs, impacts and tracks; flights
/// and impacts found in a table of tracks. It knows measured tables and scenarios; it refuses to
/// know the terminal.                                                            [docs/validate.md]
///
/// threads: a talus_validation and a talus_observation are const once the function that made them
///          returned.
#ifndef TALUS_VALIDATE_H
#define TALUS_VALIDATE_H

#include "talus/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_validate_options {
    size_t size;           ///< of this struct, by talus_validate_options_default
    const char *case_file; ///< YAML, see docs/validate.md
    uint64_t replicates;   ///< simulations of each measured run, 2 to 100000
    uint64_t seed;
    unsigned threads;      ///< 0 = all cores the process may use; results do not depend on it
    bool allow_network;    ///< files named by the scenario may be read from servers
    const char *directory; ///< result directory; NULL = nothing is written
    bool overwrite;        ///< files of the user in the way are replaced
    talus_diagnostics *diagnostics; ///< receives problems of the case; may be NULL
} talus_validate_options;
/// Fill `size` bytes: no case, 100 replicates, seed 1, all cores, nothing is written.
TALUS_API void talus_validate_options_defaults(talus_validate_options *options, size_t size);
static inline talus_validate_options talus_validate_options_default(void)
{
    talus_validate_options options;
    talus_validate_options_defaults(&options, sizeof options);
    return options;
}

/// A simulated case with its scores.
typedef struct talus_validation talus_validation;
/// Read a case, simulate it, score it; write validation.json and index.html if there is a
/// directory.
/// @param validation out: talus_validation_destroy; NULL after an error
/// @return TALUS_ERROR_ARGUMENT: NULL, an unknown size, replicates out of range; TALUS_ERROR_INPUT:
///         a bad case, in the diagnostics or `error`, or files of the user in the way
TALUS_API talus_status talus_validate_run(const talus_validate_options *options,
                                          talus_validation **validation, talus_error *error);
/// NULL is allowed.
TALUS_API void talus_validation_destroy(talus_validation *validation);

typedef struct talus_validation_facts {
    size_t size;       ///< of this struct, set by the caller
    const char *title; ///< owned by the validation
    uint64_t rocks;    ///< simulated from measured runs
} talus_validation_facts;
TALUS_API talus_status talus_validation_facts_of(const talus_validation *validation,
                                                 talus_validation_facts *facts, talus_error *error);
/// One row per observable: measured and simulated means and standard deviations, scores, skill with
/// its interval. Each column has a description, `doc`.
/// @param table out: valid as long as the validation
TALUS_API talus_status talus_validation_table(const talus_validation *validation,
                                              talus_table *table, talus_error *error);

typedef struct talus_observe_options {
    size_t size;          ///< of this struct, by talus_observe_options_default
    const char *tracks;   ///< table of tracks: CSV with columns run, t, x, y, z and others
    const char *dem;      ///< raster of the terrain; NULL = none
    const char *scenario; ///< scenario with the terrain and the rocks; NULL = none
    double diameter;      ///< m, of the rocks; NaN: from the scenario, without scenario 0
    double noise;         ///< m, standard deviation of a position; NaN: estimated from the table
    double gravity;       ///< m/s^2; NaN: from the scenario, without scenario 9.81
    bool is_ground;       ///< z is the ground below the rock: half a diameter is added
    bool allow_network;
    const char *directory; ///< as in talus_validate_options, with the next two
    bool overwrite;
    talus_diagnostics *diagnostics;
    const char *height_unit; ///< of the DEM ("us_ft"); NULL: as its file says
} talus_observe_options;
/// Fill `size` bytes: NaN for diameter, noise and gravity, no terrain, nothing is written.
TALUS_API void talus_observe_options_defaults(talus_observe_options *options, size_t size);
static inline talus_observe_options talus_observe_options_default(void)
{
    talus_observe_options options;
    talus_observe_options_defaults(&options, sizeof options);
    return options;
}

/// Flights and impacts of all tracks of a table.
typedef struct talus_observation talus_observation;
/// Find flights and impacts; write observed.json, flights.csv, impacts.csv and impacts.svg if there
/// is a directory.
/// @param observation out: talus_observation_destroy; NULL after an error
/// @return TALUS_ERROR_ARGUMENT: NULL, an unknown size, both a DEM and a scenario;
///         TALUS_ERROR_INPUT: a bad table, or files of the user in the way
TALUS_API talus_status talus_observe_run(const talus_observe_options *options,
                                         talus_observation **observation, talus_error *error);
/// NULL is allowed.
TALUS_API void talus_observation_destroy(talus_observation *observation);

typedef struct talus_observation_facts {
    size_t size; ///< of this struct, set by the caller
    size_t runs, flights, impacts;
    double energy_kept; ///< share of the kinetic energy, median of all impacts; NaN without impacts
} talus_observation_facts;
TALUS_API talus_status talus_observation_facts_of(const talus_observation *observation,
                                                  talus_observation_facts *facts,
                                                  talus_error *error);
/// A table, "runs", "flights" or "impacts", with a row for each.
/// @param table out: valid as long as the observation
/// @return TALUS_ERROR_ARGUMENT for NULL or another name
TALUS_API talus_status talus_observation_table(const talus_observation *observation,
                                               const char *name, talus_table *table,
                                               talus_error *error);
/// The whole observation as JSON: the runs, each with its flights and impacts.
/// @param text out: talus_free; NULL after an error
TALUS_API talus_status talus_observation_json(const talus_observation *observation, char **text,
                                              talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
