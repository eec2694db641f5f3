// SPDX-License-Identifier: GPL-3.0-or-later
/// @file calibrate.h
/// Parameters of a scenario from observations: from deposits, or from all measurements of a case.
/// It knows scenarios, campaigns and result files; it refuses to know the terminal.
///                                                                             [docs/calibrate.md]
///
/// threads: a talus_calibration is const once the function that made it returned.
#ifndef TALUS_CALIBRATE_H
#define TALUS_CALIBRATE_H

#include "talus/run.h"
#include "talus/schema.h"
#include "talus/table.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TALUS_MOST_PARAMETERS = 12 };
/// A number of the scenario to be found between bounds. Its prior is uniform in the value or in its
/// logarithm.
typedef struct talus_calibrate_parameter {
    char key[128]; ///< key as in overrides: "ground.0.mu_min"
    double low, high;
    bool logarithmic;
} talus_calibrate_parameter;
/// From "KEY=LOW:HIGH" or "KEY=LOW:HIGH:log".
/// @return TALUS_ERROR_ARGUMENT: NULL, not of this form, bounds that are not finite, reversed or
///         equal, or a logarithm of a bound that is not > 0
TALUS_API talus_status talus_calibrate_parameter_read(const char *text,
                                                      talus_calibrate_parameter *parameter,
                                                      talus_error *error);

typedef enum talus_calibrate_method {
    TALUS_CALIBRATE_BOTH,
    TALUS_CALIBRATE_ENSEMBLE,
    TALUS_CALIBRATE_SEARCH
} talus_calibrate_method;

typedef struct talus_calibrate_options {
    size_t size;          ///< of this struct, by talus_calibrate_options_default
    const char *scenario; ///< scenario file to be calibrated on deposits; or
    /// Case file (docs/validate.md) to be calibrated on all its measurements.
    const char *case_file;
    const talus_override *overrides; ///< (override_count) of the scenario; may be NULL
    size_t override_count;
    const talus_calibrate_parameter *parameters; ///< (parameter_count), 1 to TALUS_MOST_PARAMETERS
    size_t parameter_count;
    /// Share of the observations that is held out, in [0, 1); NaN: 0.3, for a case 0.5.
    double hold_out;
    size_t evaluations; ///< simulations of the scenario
    bool allow_network; ///< names and files that refer to servers may be read
    /// For deposits only.
    /// Vector file of points. Where rocks may break or start together (talus_campaign_has_bodies)
    /// they are compared with all bodies of an event.
    const char *observed;
    const char *layer, *where, *release_field; ///< NULL: the first, all, "release" if there is one
    /// Volumes in m^3; NULL: "volume_m3" if there is one and events may have several bodies.
    const char *volume_field;
    /// PROJ pipeline from its coordinates to those of the DEM; NULL: the most accurate one.
    const char *operation;
    bool assume_crs; ///< a file without CRS is in that of the DEM
    talus_calibrate_method method;
    /// For a case only.
    uint64_t replicates; ///< simulations of every row in an evaluation, at least 2
    uint64_t seed;
    unsigned threads; ///< 0 = all cores the process may use

    const char *directory;           ///< result directory; NULL = nothing is written
    bool overwrite;                  ///< files of the user in the way are replaced
    talus_diagnostics *diagnostics;  ///< receives warnings; may be NULL
    talus_progress *progress;        ///< of rocks, of a case: of evaluations; may be NULL
    void *user;                      ///< of progress
    bool (*should_stop)(void *user); ///< as in talus_run_options; NULL = never
    void *stop_user;
} talus_calibrate_options;
/// Fill `size` bytes: 300 evaluations, both methods, 8 replicates, seed 1, nothing is written.
TALUS_API void talus_calibrate_options_defaults(talus_calibrate_options *options, size_t size);
static inline talus_calibrate_options talus_calibrate_options_default(void)
{
    talus_calibrate_options options;
    talus_calibrate_options_defaults(&options, sizeof options);
    return options;
}

/// The result of a calibration.
typedef struct talus_calibration talus_calibration;
/// Calibrate. docs/calibrate.md describes the files that are written if there is a directory. A run
/// of best.yaml writes to the output directory of the scenario with its overrides.
/// @param calibration out: talus_calibration_destroy. After TALUS_ERROR_INTERRUPTED a calibration
///                    on deposits returns what was done so far; NULL after any other error
/// @return TALUS_ERROR_ARGUMENT: NULL, an unknown size, neither a scenario nor a case, options out
///         of range; TALUS_ERROR_INPUT: wrong observations, scenario or case, unknown parameters or
///         bounds outside their range, files of the user in the way
TALUS_API talus_status talus_calibrate_run(const talus_calibrate_options *options,
                                           talus_calibration **calibration, talus_error *error);
/// NULL is allowed.
TALUS_API void talus_calibration_destroy(talus_calibration *calibration);

typedef struct talus_calibration_facts {
    size_t size;           ///< of this struct, set by the caller
    bool is_case, partial; ///< partial: interrupted
    bool has_posterior;    ///< false after a search only
    size_t evaluations;    ///< simulations that were run
    /// For deposits only.
    const char *title;     ///< of the scenario; owned by the calibration
    size_t training, held; ///< deposits used for the fit; held out
    bool by_release;       ///< the deposits name their releases
    bool has_volumes;      ///< the deposits are compared by volume, too
    uint64_t rocks;        ///< of a simulation
    double best;           ///< m, least objective
    double fresh, noise;   ///< m, its mean and standard deviation with other seeds
    size_t finding_count;  ///< sentences on what the data constrain and what they do not
} talus_calibration_facts;
TALUS_API talus_status talus_calibration_facts_of(const talus_calibration *calibration,
                                                  talus_calibration_facts *facts,
                                                  talus_error *error);
/// @param sentence out: owned by the calibration
/// @return TALUS_ERROR_ARGUMENT for an unknown finding
TALUS_API talus_status talus_calibration_finding(const talus_calibration *calibration, size_t index,
                                                 const char **sentence, talus_error *error);
/// A table.
///   "parameters" bounds, best value, and quantiles of the posterior
///   "draws"      of the posterior, with equal weights, as the key `posterior` of a ground reads
///   "checks"     for deposits: how well training and held-out deposits are predicted
///   "scores"     for a case: scores of every observable, as given and under the posterior
/// @param table out: valid as long as the calibration
/// @return TALUS_ERROR_ARGUMENT for NULL or a table that the calibration does not have
TALUS_API talus_status talus_calibration_table(const talus_calibration *calibration,
                                               const char *name, talus_table *table,
                                               talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
