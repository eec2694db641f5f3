// SPDX-License-Identifier: GPL-3.0-or-later
/// @file gauges.h
/// What a result directory says of screens and objects: tables, layers of results.gpkg, rasters of
/// sources, charts. It knows names of files and columns and their units; it refuses to know how
/// figures are found.
#ifndef TALUS_SRC_IO_PRODUCTS_GAUGES_H
#define TALUS_SRC_IO_PRODUCTS_GAUGES_H

#include "io/geo/geo.h"
#include "io/products/output.h"

/// A quantity in the unit of files: "kinetic_energy_kj" = scale x the value in J.
typedef struct output_gauge_quantity {
    const char *key;
    double scale;
} output_gauge_quantity;
extern const output_gauge_quantity output_gauge_quantities[TALUS_GAUGE_QUANTITY_COUNT];

/// Screens, then objects.
size_t output_gauge_count(const talus_campaign *campaign);
const char *output_gauge_name(const talus_campaign *campaign, size_t gauge);
bool output_gauge_is_object(const talus_campaign *campaign, size_t gauge);
/// All strata together.
talus_status output_gauge_figures(const talus_results *results, size_t gauge,
                                  talus_gauge_result *figures, talus_error *error);
/// prefix_NAME + suffix, the name as talus_gauge_file_name has it
void output_gauge_file(char file[DIRECTORY_NAME_SIZE], const char *prefix, const char *name,
                       const char *suffix);

/// Blocks "screens" and "objects" of summary.json; nothing without any.
/// @return false when the figures could not be had
bool output_summary_gauges(files_text *text, const talus_output_context *context,
                           const talus_results *results);
/// screens.csv, objects.csv, screen_crossings.csv, sources_NAME.tif, screen_NAME.svg
talus_status output_claim_gauges(talus_directory *directory, const talus_output_context *context,
                                 talus_error *error);
talus_status output_write_gauges(talus_directory *directory, const talus_output_context *context,
                                 const talus_results *results, talus_error *error);
/// Layers screens, screen_crossings, objects and object_lines.
talus_status output_write_gauge_layers(geo_writer *writer, const talus_output_context *context,
                                       const talus_results *results, talus_error *error);
/// screen_NAME.svg of one screen that rocks crossed.
talus_status output_write_gauge_chart(talus_directory *directory,
                                      const talus_output_context *context,
                                      const talus_results *results, size_t screen,
                                      talus_error *error);

#endif
