// SPDX-License-Identifier: GPL-3.0-or-later
/// @file models.h
/// The same releases under several models: hard ground, soil, a lumped mass, the energy line; where
/// each reaches, and where they agree. It knows campaigns, scenarios and result files; it refuses to
/// know the terminal.                                                      [docs/compare.md, Models]
///
///   models_create, models_run, models_write and models_add_members, models_destroy
#ifndef TALUS_SRC_STUDIES_MODELS_MODELS_H
#define TALUS_SRC_STUDIES_MODELS_MODELS_H

#include "io/directory/directory.h"
#include "talus/models.h"
#include "talus/products.h"

/// X(enumerator, key, words)
#define MODELS_LIST(X)                                                                             \
    X(MODELS_HARD, "hard", "hard ground everywhere, no soil")                                      \
    X(MODELS_SOIL, "soil", "the scenario's grounds with their soil")                               \
    X(MODELS_LUMPED, "lumped", "a lumped mass by the laws of Rockyfor3D")                          \
    X(MODELS_ENERGYLINE, "energyline", "the energy line")
typedef enum models_kind {
#define MODELS_ENUM(name, key, words) name,
    MODELS_LIST(MODELS_ENUM)
#undef MODELS_ENUM
        MODELS_COUNT
} models_kind;
const char *models_name(models_kind kind);
/// By its key. @return MODELS_COUNT for another one
models_kind models_find(const char *name, size_t length);

/// Figures of a model, NaN where it says nothing.
#define MODELS_FIGURES(X)                                                                          \
    X(REAL, reached_m2, "m^2", "area of the cells reached", row->reached_m2)                       \
    X(REAL, left_share, "1", "of the rocks that left the DEM or met NODATA", row->left_share)      \
    X(REAL, runout_p50_m, "m", "over rocks", row->runout_p50_m)                                    \
    X(REAL, runout_p95_m, "m", "over rocks", row->runout_p95_m)                                    \
    X(REAL, runout_max_m, "m", "over rocks", row->runout_max_m)                                    \
    X(REAL, energy_p50_kj, "kJ", "of the rocks' largest", row->energy_p50_kj)                      \
    X(REAL, energy_p95_kj, "kJ", "of the rocks' largest", row->energy_p95_kj)                      \
    X(REAL, speed_p95_m_s, "m/s", "of the rocks' largest", row->speed_p95_m_s)                     \
    X(REAL, jump_p50_m, "m", "of the rocks' largest", row->jump_p50_m)                             \
    X(REAL, jump_p95_m, "m", "of the rocks' largest", row->jump_p95_m)
typedef struct models_figures {
    models_kind kind;
    uint64_t rocks; ///< followed; 0 of the energy line
#define MODELS_MEMBER(type, member, unit, doc, value) double member;
    MODELS_FIGURES(MODELS_MEMBER)
#undef MODELS_MEMBER
} models_figures;

typedef struct models_study {
    talus_models_options options;
    models_kind kinds[MODELS_COUNT]; ///< each once; the first one is hard or soil
    size_t count;
    const talus_scenario *scenario; ///< not owned, as the next two
    const talus_world *world;
    const talus_world *smooth; ///< of the same DEM without roughness
    models_figures figures[MODELS_COUNT];
    double *runouts[MODELS_COUNT];             ///< (rocks) m; NaN = none
    float *reach[MODELS_COUNT];                ///< (cells) share of the rocks; NaN = none
    double areas[MODELS_COUNT + 1];            ///< m^2, by how many models reach the cells
    double shared[MODELS_COUNT][MODELS_COUNT]; ///< reached by both / by one of them
    talus_results *results;                    ///< of the first model
    talus_totals totals[MODELS_COUNT];
} models_study;

/// @param study  to be destroyed, whatever comes back
/// @return TALUS_ERROR_ARGUMENT: a model that is none, fewer than two, one twice, the first neither hard
///         nor soil, an angle not in (0, 90), a level not in (0, 1]; TALUS_ERROR_INPUT: `soil` without a ground
///         that has one, `lumped` without its section
talus_status models_create(const talus_models_options *options, const talus_scenario *scenario,
                           const talus_world *world, models_study **study, talus_error *error);
/// @return TALUS_ERROR_INPUT: rasters of the lumped mass that cannot be read, hold what they cannot
///         hold, or nothing where a rock touches the ground; TALUS_ERROR_INTERRUPTED
talus_status models_run(models_study *study, talus_error *error);
void models_destroy(models_study *study);

/// Claim models.csv, models.svg, terrain.tif, agreement.tif, agreement_share.tif and
/// reach_<model>.tif.
talus_status models_claim(const models_study *study, talus_directory *directory,
                          talus_error *error);
talus_status models_write(const models_study *study, const talus_products_context *context,
                          talus_directory *directory, talus_error *error);
/// The table "models" or "agreement", valid as long as the study. @return false: another name
bool models_table(const models_study *study, const char *name, talus_table *table);
/// The members of summary.json.
void models_add_members(files_text *text, const models_study *study,
                        const talus_products_context *context);

#endif
