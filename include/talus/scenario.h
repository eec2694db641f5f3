// SPDX-License-Identifier: GPL-3.0-or-later
/// @file scenario.h
/// Scenario files: parse, validate, resolve; and the campaign they describe.
/// It knows keys, units and where in the file each stands; it refuses to know how rocks move.
#ifndef TALUS_SCENARIO_H
#define TALUS_SCENARIO_H

#include "talus/ensemble.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A parsed and validated scenario: values with defaults filled in; nothing loaded yet.
typedef struct talus_scenario talus_scenario;

/// "--set a.b=value" as given by the user: path "a.b" ("releases.0.rocks" for list items), YAML
/// value.
typedef struct talus_override {
    const char *path;
    const char *value;
} talus_override;

/// Read and validate. All problems are reported in one go as diagnostics with file, line, column
/// and the offending line (file "--set" for overrides): YAML syntax, unknown and duplicate keys
/// (with the nearest known key), wrong types, wrong units in a key (speed_km_h: "expected
/// speed_m_s"), ranges, missing keys, cross-field conditions.
/// @return TALUS_ERROR_INPUT if any diagnostic is an error; *scenario is then NULL.
TALUS_API talus_status talus_scenario_read(const char *path, const talus_override *overrides,
                                           size_t override_count, talus_diagnostics *diagnostics,
                                           talus_scenario **scenario, talus_error *error);
TALUS_API void talus_scenario_destroy(talus_scenario *scenario);

/// Values the command line needs.
TALUS_API const char *talus_scenario_title(const talus_scenario *scenario);
TALUS_API const char *talus_scenario_path(const talus_scenario *scenario);       ///< as given
TALUS_API const char *talus_scenario_sha256(const talus_scenario *scenario);     ///< 64 hex digits
TALUS_API const char *talus_scenario_output_dir(const talus_scenario *scenario); ///< resolved
TALUS_API unsigned talus_scenario_threads(const talus_scenario *scenario);
/// s between states of the run on disk; 0 = none
TALUS_API double talus_scenario_checkpoint(const talus_scenario *scenario);
/// Share of the rocks, 0 to 1, that may leave the DEM, meet NODATA or still move at the time limit
/// before a run is suspect.
TALUS_API double talus_scenario_lost_share(const talus_scenario *scenario);
/// Names of the raster layers that the scenario wants, NULL-terminated; owned by it.
TALUS_API const char *const *talus_scenario_layers(const talus_scenario *scenario);
TALUS_API bool talus_scenario_layer_wanted(const talus_scenario *scenario, const char *layer);

/// The resolved scenario as YAML text, defaults and overrides included, file names relative to
/// `directory` (so that it can be run again from there). malloc'd; the caller frees it.
TALUS_API char *talus_scenario_resolved(const talus_scenario *scenario, const char *directory);

/// How talus_schema_print writes.
typedef enum talus_schema_form {
    TALUS_SCHEMA_TEXT,     ///< two lines for each key
    TALUS_SCHEMA_MARKDOWN, ///< a heading and a table for each section
    TALUS_SCHEMA_JSON      ///< JSON Schema, draft 2020-12
} talus_schema_form;
/// The keys of a scenario file: values, units, ranges, defaults, one sentence about each.
/// @param key "releases.frequency": a key, or a section with all keys in it; NULL: all
/// @param text malloc'd; the caller frees it. NULL after an error
/// @return TALUS_ERROR_ARGUMENT for a key or a form that there is not
TALUS_API talus_status talus_schema_print(const char *key, talus_schema_form form, char **text,
                                          talus_error *error);

/// What a scenario describes, loaded: DEM, class maps, rocks, releases. Owns everything `campaign`
/// points to.
typedef struct talus_world talus_world;
/// Load the DEM, vectors, rasters and rocks. Warnings (refined, reprojected, holes, outside
/// polygons, hull volume change, ...) and errors go to the diagnostics with the scenario's line.
/// No network connection is opened.
TALUS_API talus_status talus_world_load(const talus_scenario *scenario,
                                        talus_diagnostics *diagnostics, talus_world **world,
                                        talus_error *error);
/// What the caller of a loading allows.
typedef struct talus_world_options {
    size_t size; ///< of this struct
    /// Names and files that lead to servers (/vsicurl/..., descriptions of services, virtual
    /// rasters that name such) may be read. Else they are TALUS_ERROR_INPUT and no connection is
    /// opened.
    bool allow_network;
} talus_world_options;
TALUS_API talus_world_options talus_world_options_default(void); ///< allows nothing
/// talus_world_load with options; TALUS_ERROR_ARGUMENT for a size that is not known.
TALUS_API talus_status talus_world_load_with(const talus_scenario *scenario,
                                             const talus_world_options *options,
                                             talus_diagnostics *diagnostics, talus_world **world,
                                             talus_error *error);
/// Give a loaded world the values of a scenario that differs from the one it was made of in nothing
/// but numbers of ground and forest classes: terrain, maps, fields, rocks and releases stay.
/// @param loaded the scenario that the world was loaded from, or updated to last
/// @return TALUS_ERROR_UNSUPPORTED when something else differs: the world is as it was, load a new
///         one; TALUS_ERROR_INPUT when the values cannot be simulated with the time step: the world
///         must then be updated again before it is used
TALUS_API talus_status talus_world_update(talus_world *world, const talus_scenario *loaded,
                                          const talus_scenario *wanted,
                                          talus_diagnostics *diagnostics, talus_error *error);
TALUS_API void talus_world_destroy(talus_world *world);
TALUS_API const talus_campaign *talus_world_campaign(const talus_world *world);
/// World coordinates of the local origin (east, north) in the CRS of the DEM.
TALUS_API void talus_world_origin(const talus_world *world, double *east, double *north);
TALUS_API const char *talus_world_crs_wkt(const talus_world *world);     ///< "" if none
TALUS_API const char *talus_world_attribution(const talus_world *world); ///< "" if none

#ifdef __cplusplus
}
#endif
#endif
