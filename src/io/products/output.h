// SPDX-License-Identifier: GPL-3.0-or-later
/// @file output.h
/// The parts behind talus_products_contributor: one function per file of a result directory. They
/// know file names and formats; they refuse to know scenario files and how results came to be.
#ifndef TALUS_SRC_IO_PRODUCTS_OUTPUT_H
#define TALUS_SRC_IO_PRODUCTS_OUTPUT_H

#include "foundation/files/files.h"
#include "io/directory/directory.h"
#include "io/geo/geo.h"
#include "io/table/table.h"
#include "runs/campaign/layers.h"
#include "runs/ensemble/accessors.h"
#include "talus/products.h"

enum { OUTPUT_PATH_SIZE = 4096 };

/// directory/name + suffix, by talus_directory_file.
talus_status output_path(char path[OUTPUT_PATH_SIZE], const char *directory, const char *name,
                         const char *suffix, talus_error *error);
/// A context at the border: its size, and that it has a campaign.
talus_status output_check_context(const talus_products_context *context, talus_error *error);
/// Is there a readable file?
bool output_file_exists(const char *path);

/// Add a line in world coordinates, so high over the ground; at 0 where there is no ground.
/// @param xy (count x 2) local
talus_status output_add_line(const talus_products_context *context, const double *xy, size_t count,
                             double height, table_points *points, talus_error *error);
/// The layers to be written, one after the other: *at counts from 0. @return false after the last
bool output_next_layer(const talus_products_context *context, size_t *at, campaign_layer *layer);
/// Names as the user gave them, NULL-terminated.
const char *const *output_layers_of(const talus_products_context *context);
/// A raster on the campaign's cells, placed in the world, without values.
geo_raster output_place_raster(const talus_products_context *context, const char *name,
                               const char *unit);
/// <stem>.tif and <stem>.qml: QGIS takes the style up with the raster beside it.
talus_status output_claim_raster(talus_directory *directory, const char *stem, talus_error *error);
talus_status output_write_raster(talus_directory *directory, const char *stem,
                                 const geo_raster *raster, talus_error *error);
/// The text is cleared, whatever comes back.
talus_status output_write_style(talus_directory *directory, const char *stem, files_text *style,
                                talus_error *error);
/// values - reference in place; a cell that only one of them has (NaN: not) counts 0 in the other.
void output_subtract(float *values, const float *reference, size_t count);
/// All members of summary.json but "partial".
void output_add_summary(files_text *text, const talus_products_context *context,
                        const talus_results *results);
/// Blocks of summary.json: outcomes and below_ground, timing, pooled, final, contact, rotation,
/// energy, fragmentation or released_together where events may have several bodies, and hash.
void output_summary_blocks(files_text *text, const talus_totals *totals);

enum { OUTPUT_SENTENCE = 400 };
/// A warning about what the physics counted: "6 of 50 rocks met NODATA: ..."; *at counts from 0.
/// @return false after the last
bool output_next_finding(const talus_totals *totals, size_t *at, char sentence[OUTPUT_SENTENCE]);
/// A warning about rocks that did what has not been observed, with its source; *at counts from 0.
/// @return false after the last
bool output_next_implausible(const talus_campaign *campaign, const talus_results *results,
                             size_t *at, char sentence[OUTPUT_SENTENCE]);
/// Energy that the percussions of a step may gain, of the rock's: above it a run is suspect.
#define OUTPUT_MOST_GAIN 1e-9
bool output_gains_energy(const talus_totals *totals);
/// Share of the rocks whose way ends before they do: they left the DEM, met NODATA or were still
/// moving at the time limit; 0 without rocks.
double output_lost_share(const talus_totals *totals);
/// A warning about the next stratum that counts in no annual value; *at counts from 0.
/// @return false after the last
bool output_next_empty_stratum(const talus_campaign *campaign, const talus_results *results,
                               size_t *at, char sentence[OUTPUT_SENTENCE]);
/// A warning about screens, then about nets, that no rock met; *at counts from 0.
/// @return false after the last
bool output_next_unmet(const talus_campaign *campaign, const talus_results *results, size_t *at,
                       char sentence[OUTPUT_SENTENCE]);
/// "sources", "strata" and "empty_strata" of summary.json, where frequencies are known.
void output_add_strata(files_text *text, const talus_products_context *context,
                       const talus_results *results);

/// How precise the results of a run are that may end early: "stop_when" of summary.json;
/// convergence.csv and convergence.svg. Nothing of other runs.
void output_add_rounds(files_text *text, const talus_products_context *context,
                       const talus_results *results);
talus_status output_claim_rounds(talus_directory *directory, const talus_products_context *context,
                                 talus_error *error);
talus_status output_write_rounds(talus_directory *directory, const talus_products_context *context,
                                 const talus_results *results, talus_error *error);

talus_status output_write_rasters(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, talus_error *error);
/// QGIS style of a raster layer.
void output_add_raster_style(files_text *text, const campaign_layer *layer);
/// terrain.tif of a result directory; a shard may have none. @return TALUS_ERROR_INPUT without it
talus_status output_find_terrain(const char *directory, char path[OUTPUT_PATH_SIZE],
                                 talus_error *error);
/// Whether the run writes terrain.tif: a shard of a terrain whose tiles come on demand does not.
bool output_has_terrain(const talus_products_context *context);
/// terrain.tif: heights of the surface at the nodes of the base lattice; of a terrain whose tiles
/// come on demand those where rocks have been, 256 x 256 at a time.
talus_status output_write_terrain(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, talus_error *error);
talus_status output_write_vectors(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, talus_error *error);
talus_status output_write_warnings(talus_directory *directory,
                                   const talus_products_context *context,
                                   const talus_results *results, const talus_diagnostics *warnings,
                                   bool partial, talus_error *error);

/// What stands on the slope, in summary.json: `stems`, `walls`, `nets` and `dams`, those that there
/// are.
void output_add_obstacles(files_text *text, const talus_products_context *context,
                          const talus_results *results);
/// The layers `walls`, `nets` and `dams` of results.gpkg, those that there are.
talus_status output_write_obstacles(geo_writer *writer, const talus_products_context *context,
                                    const talus_results *results, talus_error *error);

/// The layers `breaks` and `fragments` of results.gpkg, where rocks may break.
talus_status output_write_fragments(geo_writer *writer, const talus_products_context *context,
                                    const talus_results *results, talus_error *error);
/// The layer `impacts` of results.gpkg: one point per impact of the recorded rocks, with its
/// velocities, spins and the jump before it.                                 [docs/validate.md, 3]
talus_status output_write_impacts(geo_writer *writer, const talus_products_context *context,
                                  const talus_results *results, talus_error *error);

/// Default QGIS styles (QML).
extern const char *const output_style_trajectories;
extern const char *const output_style_deposits;
extern const char *const output_style_impacts;
extern const char *const output_style_breaks;
extern const char *const output_style_releases;
extern const char *const output_style_screens;
extern const char *const output_style_crossings;
extern const char *const output_style_objects;
extern const char *const output_style_object_lines;
extern const char *const output_style_walls;
extern const char *const output_style_nets;
extern const char *const output_style_dams;

#endif
