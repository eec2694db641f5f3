// SPDX-License-Identifier: GPL-3.0-or-later
/// @file models.h
/// The same releases under several models (hard ground, soil, a lumped mass, the energy line): the
/// cells that each model reaches, and those on which they agree. It knows scenarios, campaigns and
/// result files; it refuses to know the terminal.                         [docs/compare.md, Models]
///
/// threads: a talus_models is const once the function that made it returned.
#ifndef TALUS_MODELS_H
#define TALUS_MODELS_H

#include "talus/run.h"
#include "talus/table.h"
#include "talus/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// "hard", "soil", "lumped", "energyline", NULL.
TALUS_API const char *const *talus_models_names(void);

typedef struct talus_models_options {
    size_t size;               ///< of this struct, by talus_models_options_default
    const char *const *models; ///< names up to NULL, each once; the first one is hard or soil
    double energy_line_deg;    ///< in (0, 90)
    double level;              ///< reach probability from which a cell counts as reached, in (0, 1]
    unsigned threads;          ///< 0 = all cores the process may use
    /// For loading the terrain without roughness; NULL = the defaults.
    const talus_world_options *world;
    const char *directory;           ///< result directory; NULL = nothing is written
    bool overwrite;                  ///< files of the user in the way are replaced
    talus_diagnostics *diagnostics;  ///< receives warnings; may be NULL
    talus_progress *progress;        ///< as in talus_run_options; may be NULL
    void *user;                      ///< of progress
    bool (*should_stop)(void *user); ///< as in talus_run_options; NULL = never
    void *stop_user;
} talus_models_options;
/// Fill `size` bytes: no models, 33 degrees, 0.01, all cores, nothing is written.
TALUS_API void talus_models_options_defaults(talus_models_options *options, size_t size);
static inline talus_models_options talus_models_options_default(void)
{
    talus_models_options options;
    talus_models_options_defaults(&options, sizeof options);
    return options;
}

/// The results of several models.
typedef struct talus_models talus_models;
/// Run a scenario under every model. docs/compare.md describes the files that are written if there
/// is a directory.
/// @param scenario, world must live as long as the models
/// @param models   out: talus_models_destroy; NULL after an error or an interruption
/// @return TALUS_ERROR_ARGUMENT: NULL, an unknown size, fewer than two models, a repeated or
///         unknown model, a first model other than hard or soil, an angle or level out of range;
///         TALUS_ERROR_INPUT: `soil` without a ground that has soil, `lumped` without its section
///         or with wrong rasters, files of the user in the way
TALUS_API talus_status talus_models_run(const talus_scenario *scenario, const talus_world *world,
                                        const talus_models_options *options, talus_models **models,
                                        talus_error *error);
/// NULL is allowed.
TALUS_API void talus_models_destroy(talus_models *models);

/// A table.
///   "models"    a row per model: reached area, shares, run-outs, energies, speeds, jump heights
///   "agreement" a row per number of models: area of the cells that exactly so many models reach
/// @param table out: valid as long as the models
/// @return TALUS_ERROR_ARGUMENT for NULL or another name
TALUS_API talus_status talus_models_table(const talus_models *models, const char *name,
                                          talus_table *table, talus_error *error);
/// Totals of a model with simulated rocks: hard or soil.
/// @param index  row of the table "models"
/// @param totals out; its size is set by the caller
/// @return TALUS_ERROR_ARGUMENT for NULL, an unknown size, and for a model without totals
TALUS_API talus_status talus_models_totals(const talus_models *models, size_t index,
                                           talus_totals *totals, talus_error *error);
/// The figures and the agreement as JSON: the members of summary.json.
/// @param text out: talus_free; NULL after an error
TALUS_API talus_status talus_models_json(const talus_models *models, char **text,
                                         talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
