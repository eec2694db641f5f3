// SPDX-License-Identifier: GPL-3.0-or-later
/// @file output.h
/// Results on disk: GeoTIFF rasters, results.gpkg with styles, summary.json, warnings, PNG maps,
/// glTF. It knows formats and file names; it refuses to know how results came to be. Every file is
/// there complete or not at all (written aside, then renamed).
#ifndef TALUS_OUTPUT_H
#define TALUS_OUTPUT_H

#include "talus/directory.h"
#include "talus/ensemble.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the writers need to know of a run beside its results; nothing is owned.
typedef struct talus_output_context {
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
} talus_output_context;

/// What a run contributes to its result directory; nothing is owned.
typedef struct talus_output_job {
    const talus_output_context *context;
    const talus_results *results;      ///< set before talus_directory_write
    const talus_diagnostics *warnings; ///< for warnings.log; NULL = none
    bool partial;                      ///< said in warnings.log; as in talus_directory_write
} talus_output_job;
/// The contributor "run": scenario.yaml (resolved), warnings.log, terrain.tif (the DEM used, for
/// maps), <layer>.tif..., results.gpkg (trajectories, deposits, impacts, releases; styled), tables,
/// and the members of summary.json.
/// @param job the contributor's user; it is read when the directory calls
TALUS_API talus_contributor talus_output_contributor(talus_output_job *job);
/// Write a result directory with this contributor alone: open, prepare, write, close.
/// @param partial true after an interrupt: summary.json says "partial": true, and a file PARTIAL is
///                left in the directory (removed by a later complete run)
/// @return TALUS_ERROR_INPUT also when files of the user are in the way (talus/directory.h)
TALUS_API talus_status talus_output_write(const char *directory,
                                          const talus_output_context *context,
                                          const talus_results *results,
                                          const talus_diagnostics *warnings, bool partial,
                                          talus_error *error);
/// Names of all raster layers in writing order, NULL-terminated; beside them there are exceedances,
/// "kinetic_energy_exceeds_30_kj".
TALUS_API const char *const *talus_output_layer_names(void);
/// The summary as JSON text (keys: docs/design.md); malloc'd, the caller frees it.
TALUS_API char *talus_output_summary(const talus_output_context *context,
                                     const talus_results *results, bool partial);

/// Tell of every layer of a result directory that talus_output_map draws, in order of their names:
/// rasters of a run, "sources_<screen or object>", products of a hazard assessment
/// (docs/hazard.md). Nothing is told of a directory that cannot be read.
/// @param found name for talus_output_map, and what the layer shows; valid during the call
TALUS_API void talus_output_find_layers(const char *directory,
                                        void (*found)(void *user, const char *name,
                                                      const char *title),
                                        void *user);

/// Why a result directory with a hazard assessment has no zones, from its hazard.json: one sentence
/// without control characters, cut to `size` bytes.
/// @return false when it does not say so: it has zones, or no assessment was made
TALUS_API bool talus_output_why_no_zones(const char *directory, char *sentence, size_t size);

typedef struct talus_map_options {
    int width;                  ///< px of the whole picture; 0 = 1200
    const char *title;          ///< NULL = title of the scenario from summary.json
    const char *envelope;       ///< raster on any grid: a line is drawn around its cells that reach
                                ///< envelope_level; NULL = none
    double envelope_level;      ///< > 0, in the unit of that raster
    const char *envelope_label; ///< what the line is, for the legend; NULL = none
    const char *minus; ///< raster on the layer's grid: show the layer less this, where a cell that
                       ///< only one of them has counts 0 in the other; NULL = none
} talus_map_options;
/// Draw a layer of a result directory over the hillshade of its terrain.tif: colour ramp, legend,
/// scale bar, north arrow, attribution. The file is PNG, PDF or SVG, by the ending of
/// its name; 96 px are an inch. "zones" are the polygons of hazard.gpkg, with the
/// colours of hazard.json, over which the sources are drawn.
/// @return TALUS_ERROR_INPUT for a layer that is not there: the sentence names those that are;
///         TALUS_ERROR_UNSUPPORTED for any other ending
TALUS_API talus_status talus_output_map(const char *directory, const char *layer, const char *path,
                                        const talus_map_options *options, talus_error *error);

/// One rock's flight as glTF 2.0 (single file, embedded buffers): the rock's mesh with its
/// animation and a terrain patch around the path; y up as glTF demands, origin at the ground under
/// the release.
TALUS_API talus_status talus_output_gltf(const talus_campaign *campaign, uint64_t rock,
                                         const char *path, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
