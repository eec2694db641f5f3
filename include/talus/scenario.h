// SPDX-License-Identifier: GPL-3.0-or-later
/// @file scenario.h
/// Scenario files: parse, validate, resolve.
/// It knows keys, units and their positions in the file; it refuses to know how rocks move.
///
/// threads: a talus_scenario is const after creation, any thread.
#ifndef TALUS_SCENARIO_H
#define TALUS_SCENARIO_H

#include "talus/schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A parsed and validated scenario: values with defaults; its files are not loaded yet.
typedef struct talus_scenario talus_scenario;
/// Read and validate. All problems are reported together as diagnostics with file, line, column and
/// the text of the line (file "--set" for overrides): YAML syntax, unknown and duplicate keys
/// (with the nearest known key), wrong types, wrong units in a key (speed_km_h: "expected
/// speed_m_s"), ranges, missing keys, cross-field conditions.
/// @return TALUS_ERROR_INPUT if any diagnostic is an error; *scenario is then NULL.
TALUS_API talus_status talus_scenario_read(const char *path, const talus_override *overrides,
                                           size_t override_count, talus_diagnostics *diagnostics,
                                           talus_scenario **scenario, talus_error *error);

/// A scenario in memory.
typedef struct talus_scenario_text {
    size_t size;           ///< of this struct, by talus_scenario_text_default
    const char *text;      ///< YAML, UTF-8
    size_t length;         ///< bytes of the text
    const char *name;      ///< replaces a file name in messages; NULL = "scenario"
    const char *directory; ///< relative file names start here; NULL = "."
} talus_scenario_text;
/// Fill `size` bytes: no text.
TALUS_API void talus_scenario_text_defaults(talus_scenario_text *text, size_t size);
static inline talus_scenario_text talus_scenario_text_default(void)
{
    talus_scenario_text text;
    talus_scenario_text_defaults(&text, sizeof text);
    return text;
}
/// As talus_scenario_read, for a text in memory; the text is copied.
/// @return TALUS_ERROR_ARGUMENT also for an unknown size
TALUS_API talus_status talus_scenario_parse(const talus_scenario_text *text,
                                            const talus_override *overrides, size_t override_count,
                                            talus_diagnostics *diagnostics,
                                            talus_scenario **scenario, talus_error *error);
/// The text of `base` with its overrides and additional ones after them. No file is read again.
TALUS_API talus_status talus_scenario_vary(const talus_scenario *base,
                                           const talus_override *overrides, size_t override_count,
                                           talus_diagnostics *diagnostics,
                                           talus_scenario **scenario, talus_error *error);
/// NULL is allowed.
TALUS_API void talus_scenario_destroy(talus_scenario *scenario);

// Values of a scenario; texts are owned by it.
TALUS_API const char *talus_scenario_title(const talus_scenario *scenario);
TALUS_API const char *talus_scenario_path(const talus_scenario *scenario);       ///< as given
TALUS_API const char *talus_scenario_sha256(const talus_scenario *scenario);     ///< 64 hex digits
TALUS_API const char *talus_scenario_output_dir(const talus_scenario *scenario); ///< resolved
TALUS_API unsigned talus_scenario_threads(const talus_scenario *scenario);
TALUS_API size_t talus_scenario_release_count(const talus_scenario *scenario); ///< 0 for NULL
/// Time between states of the run on disk, s; 0 = no states
TALUS_API double talus_scenario_checkpoint(const talus_scenario *scenario);
/// Share of the rocks, 0 to 1, that may leave the DEM, enter NODATA or reach the time limit before
/// a run is suspect.
TALUS_API double talus_scenario_lost_share(const talus_scenario *scenario);
/// Names of the requested raster layers, NULL-terminated; owned by the scenario.
TALUS_API const char *const *talus_scenario_layers(const talus_scenario *scenario);
TALUS_API bool talus_scenario_layer_requested(const talus_scenario *scenario, const char *layer);

/// The resolved scenario as YAML text, with defaults and overrides. File names are relative to
/// `directory`, so that it can be run again from there.
/// @param text out: freed by talus_free; NULL after an error
TALUS_API talus_status talus_scenario_resolved(const talus_scenario *scenario,
                                               const char *directory, char **text,
                                               talus_error *error);

/// The keys of a scenario file: values, units, ranges, defaults, one sentence about each.
/// @param key "releases.frequency": a key, or a section with all keys in it; NULL: all
/// @param text malloc'd; the caller frees it. NULL after an error
/// @return TALUS_ERROR_ARGUMENT for an unknown key or form
TALUS_API talus_status talus_schema_print(const char *key, talus_schema_form form, char **text,
                                          talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
