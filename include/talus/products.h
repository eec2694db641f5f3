// SPDX-License-Identifier: GPL-3.0-or-later
/// @file products.h
/// Files of a run in its result directory: GeoTIFF rasters, results.gpkg with styles, tables,
/// summary.json, warnings. It knows formats and file names; it refuses to know how results came
/// about.
///
/// threads: a talus_products_job is used by the thread that writes the directory; with `threads` it
/// starts others and waits for them.
#ifndef TALUS_PRODUCTS_H
#define TALUS_PRODUCTS_H

#include "talus/directory.h"
#include "talus/results.h"
#include "talus/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An operation by which coordinates of a file came to the CRS of the DEM.
typedef struct talus_operation {
    const char *key;       ///< of the scenario: "releases.0"
    const char *from, *to; ///< the systems
    const char *name;      ///< in PROJ's register
    const char *pipeline;  ///< as PROJ writes it
    double accuracy;       ///< m, of the register
} talus_operation;

/// Facts of a run that the writers need besides its results; nothing is owned.
typedef struct talus_products_context {
    size_t size; ///< of this struct, by talus_products_context_default
    const talus_campaign *campaign;
    double east, north;            ///< world position of the local origin
    const char *crs_wkt;           ///< "" if none
    const char *attribution;       ///< of the DEM, copied into every raster; "" if none
    const char *title;             ///< of the scenario
    const char *scenario_path;     ///< as given by the user
    const char *scenario_sha256;   ///< 64 hex digits
    const char *resolved_scenario; ///< YAML text stored as scenario.yaml
    const char *const *layers; ///< NULL-terminated raster names to write; NULL = the standard ones
    unsigned shard, shard_count; ///< as in talus_run_options; 0, 0 = not a shard
    /// Number of threads that write files, which talus_world_context sets from the scenario; 0 = the
    /// calling thread alone. The files do not depend on it.
    unsigned threads;
    const talus_operation *operations; ///< those less accurate than 1 m or half a cell of the DEM
    size_t operation_count;
} talus_products_context;
/// Fill `size` bytes: no campaign, no texts, the standard layers.
TALUS_API void talus_products_context_defaults(talus_products_context *context, size_t size);
static inline talus_products_context talus_products_context_default(void)
{
    talus_products_context context;
    talus_products_context_defaults(&context, sizeof context);
    return context;
}

/// Files of a run in its result directory; nothing is owned.
typedef struct talus_products_job {
    size_t size; ///< of this struct, by talus_products_job_default
    const talus_products_context *context;
    const talus_results *results;      ///< set before talus_directory_write
    const talus_diagnostics *warnings; ///< for warnings.log; NULL = none
    bool partial;                      ///< reported in warnings.log; as in talus_directory_write
} talus_products_job;
/// Fill `size` bytes: nothing set.
TALUS_API void talus_products_job_defaults(talus_products_job *job, size_t size);
static inline talus_products_job talus_products_job_default(void)
{
    talus_products_job job;
    talus_products_job_defaults(&job, sizeof job);
    return job;
}
/// The contributor "run": scenario.yaml (resolved), warnings.log, terrain.tif (the DEM used, for
/// maps; not for a shard of a terrain on demand), LAYER.tif..., results.gpkg (trajectories, deposits, impacts, releases; styled), tables,
/// and the members of summary.json.
/// @param job passed to the callbacks of the contributor, which read it when the directory calls
///            them; they return TALUS_ERROR_ARGUMENT for NULL, an unknown size, a context without a
///            campaign, and missing results
TALUS_API talus_contributor talus_products_contributor(talus_products_job *job);
/// Write a result directory with this contributor alone: open, prepare, write, close.
/// @param partial true after an interrupt: summary.json says "partial": true, and a file PARTIAL is
///                left in the directory (removed by a later complete run)
/// @return TALUS_ERROR_INPUT also when files of the user are in the way (talus/directory.h)
TALUS_API talus_status talus_products_write(const char *directory,
                                            const talus_products_context *context,
                                            const talus_results *results,
                                            const talus_diagnostics *warnings, bool partial,
                                            talus_error *error);
/// A table of results, in the units of the files.
///   "screens"           figures at screens: all strata, then each where there are several
///   "objects"           the same of objects
///   "screen_crossings"  counted crossings of the first rocks
typedef struct talus_products_table talus_products_table;
/// @param context must live as long as the table, as do its campaign and `results`
/// @param table   out: talus_products_table_destroy; NULL after an error
/// @return TALUS_ERROR_ARGUMENT: NULL or another name; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_products_table_create(const talus_products_context *context,
                                                   const talus_results *results, const char *name,
                                                   talus_products_table **table,
                                                   talus_error *error);
/// Columns and cells; owned by the table. NULL for NULL.
TALUS_API const talus_table *talus_products_table_get(const talus_products_table *table);
/// NULL is allowed.
TALUS_API void talus_products_table_destroy(talus_products_table *table);
/// Names of all raster layers in the order of writing, NULL-terminated. Exceedances
/// ("kinetic_energy_exceeds_30_kj") are additional layers.
TALUS_API const char *const *talus_products_layer_names(void);
/// The summary as JSON text (keys: docs/formats.md).
/// @param text out: talus_free; NULL after an error
/// @return TALUS_ERROR_ARGUMENT for NULL or a size that is not known, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_products_summary(const talus_products_context *context,
                                              const talus_results *results, bool partial,
                                              char **text, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
