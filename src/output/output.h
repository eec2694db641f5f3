// SPDX-License-Identifier: GPL-3.0-or-later
/// @file output.h
/// The parts behind talus_output_write: one function per file of a result directory. They know file
/// names and formats; they refuse to know scenario files and how results came to be.
#ifndef TALUS_SRC_OUTPUT_OUTPUT_H
#define TALUS_SRC_OUTPUT_OUTPUT_H

#include "ensemble/layers.h"
#include "files/files.h"
#include "geo/geo.h"
#include "talus/output.h"

enum { OUTPUT_PATH_SIZE = 4096 };

/// directory/name + suffix; TALUS_ERROR_ARGUMENT when it does not fit.
talus_status output_path(char path[OUTPUT_PATH_SIZE], const char *directory, const char *name,
                         const char *suffix, talus_error *error);
/// Is there a readable file?
bool output_file_exists(const char *path);

/// The layers to be written, one after the other: *at counts from 0. @return false after the last
bool output_next_layer(const talus_output_context *context, size_t *at, ensemble_layer *layer);
/// Names as the user gave them, NULL-terminated.
const char *const *output_layers_of(const talus_output_context *context);
/// Tell of every layer (or what stands beside one) in a directory; its name without ".tif".
void output_find_layers(const char *directory, void (*found)(void *user, const char *name),
                        void *user);
/// A raster on the campaign's cells, placed in the world, without values.
geo_raster output_place_raster(const talus_output_context *context, const char *name,
                               const char *unit);
/// The same with values, written.
talus_status output_write_raster(const char *path, const talus_output_context *context,
                                 const char *name, const char *unit, const float *values,
                                 talus_error *error);
/// The same, window after window: `fill` gives the values of cells [i, i + nx) x [j, j + ny), or
/// false where there is none.
talus_status output_write_windows(const char *path, const talus_output_context *context,
                                  const char *name, const char *unit,
                                  bool (*fill)(void *user, size_t i, size_t j, size_t nx, size_t ny,
                                               float *values),
                                  void *user, talus_error *error);
/// values - reference in place; a cell that only one of them has (NaN: not) counts 0 in the other.
void output_subtract(float *values, const float *reference, size_t count);
/// Does the context want this layer?
bool output_layer_wanted(const talus_output_context *context, const char *name);

/// Blocks of summary.json: outcomes and below_ground, timing, pooled, final, contact, rotation,
/// energy and hash.
void output_summary_blocks(files_text *text, const talus_totals *totals);

enum { OUTPUT_SENTENCE = 400 };
/// A warning about what the physics counted: "6 of 50 rocks met NODATA: ..."; *at counts from 0.
/// @return false after the last
bool output_next_finding(const talus_totals *totals, size_t *at, char sentence[OUTPUT_SENTENCE]);
/// Share of the rocks whose way ends before they do: they left the DEM, met NODATA or were still
/// moving at the time limit; 0 without rocks.
double output_lost_share(const talus_totals *totals);
/// A warning about the next stratum that counts in no annual value; *at counts from 0.
/// @return false after the last
bool output_next_empty_stratum(const talus_campaign *campaign, const talus_results *results,
                               size_t *at, char sentence[OUTPUT_SENTENCE]);
/// "sources", "strata" and "empty_strata" of summary.json, where frequencies are known.
void output_add_strata(files_text *text, const talus_output_context *context,
                       const talus_results *results);

/// How precise the results of a run are that may end early: "stop_when" of summary.json;
/// convergence.csv and convergence.svg. Nothing of other runs.
void output_add_rounds(files_text *text, const talus_output_context *context,
                       const talus_results *results);
talus_status output_write_rounds(const char *directory, const talus_output_context *context,
                                 const talus_results *results, talus_error *error);

talus_status output_write_rasters(const char *directory, const talus_output_context *context,
                                  const talus_results *results, talus_error *error);
/// <layer>.qml: QGIS takes it up with the raster beside it.
talus_status output_write_raster_style(const char *path, const ensemble_layer *layer,
                                       talus_error *error);
/// terrain.tif: heights of the surface at the nodes of the base lattice; of a terrain whose tiles
/// come on demand those where rocks have been, 256 x 256 at a time.
talus_status output_write_terrain(const char *directory, const talus_output_context *context,
                                  const talus_results *results, talus_error *error);
talus_status output_write_vectors(const char *directory, const talus_output_context *context,
                                  const talus_results *results, talus_error *error);
talus_status output_write_warnings(const char *directory, const talus_output_context *context,
                                   const talus_results *results, const talus_diagnostics *warnings,
                                   bool partial, talus_error *error);

/// What stands on the slope, in summary.json: `stems`, `walls`, `nets` and `dams`, those that there
/// are.
void output_add_obstacles(files_text *text, const talus_output_context *context,
                          const talus_results *results);
/// The layers `walls`, `nets` and `dams` of results.gpkg, those that there are.
talus_status output_write_obstacles(geo_writer *writer, const talus_output_context *context,
                                    const talus_results *results, talus_error *error);

/// Default QGIS styles (QML).
extern const char *const output_style_trajectories;
extern const char *const output_style_deposits;
extern const char *const output_style_impacts;
extern const char *const output_style_releases;
extern const char *const output_style_screens;
extern const char *const output_style_crossings;
extern const char *const output_style_objects;
extern const char *const output_style_object_lines;
extern const char *const output_style_walls;
extern const char *const output_style_nets;
extern const char *const output_style_dams;

#endif
