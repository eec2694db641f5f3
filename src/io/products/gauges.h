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
    const char *key, *unit;
    double scale;
} output_gauge_quantity;
extern const output_gauge_quantity output_gauge_quantities[TALUS_GAUGE_QUANTITY_COUNT];

/// Screens, then objects.
size_t output_gauge_count(const talus_campaign *campaign);
const char *output_gauge_name(const talus_campaign *campaign, size_t gauge);
bool output_gauge_is_object(const talus_campaign *campaign, size_t gauge);
/// prefix_NAME + suffix, the name as talus_gauge_file_name has it
void output_gauge_file(char file[DIRECTORY_NAME_SIZE], const char *prefix, const char *name,
                       const char *suffix);

/// Which gauges a table has.
typedef enum output_gauges {
    OUTPUT_SCREENS,
    OUTPUT_OBJECTS,
    OUTPUT_AREAS, ///< objects that are areas
    OUTPUT_LINES  ///< objects that are lines
} output_gauges;

/// Figures of a gauge, of all rocks or of a stratum.
typedef struct output_gauge_row {
    const talus_products_context *context;
    size_t gauge;
    const char *release, *rock_class; ///< NULL: all
    talus_gauge_result figures;
} output_gauge_row;

/// Figures of gauges as a table; its `user` are the rows.
typedef struct output_gauge_table {
    talus_table table;
    output_gauge_row *rows;
    talus_column *columns;
    char (*keys)[64];
} output_gauge_table;
/// A row for all strata of each gauge; with `has_strata`, where there are several, one for each of
/// them too. Cleared by the caller, whatever comes back.
talus_status output_gauge_table_init(output_gauge_table *table,
                                     const talus_products_context *context,
                                     const talus_results *results, output_gauges gauges,
                                     bool has_strata, talus_error *error);
void output_gauge_table_clear(output_gauge_table *table);
/// The moments of each quantity as objects, in units of files.
void output_gauge_add_moments(files_text *text, const talus_gauge_result *figures, bool is_object);

/// Recorded crossings; its `user` is the table itself.
typedef struct output_crossing_table {
    talus_table table;
    const talus_products_context *context;
    const talus_crossing *crossings;
    talus_column columns[9 + TALUS_GAUGE_QUANTITY_COUNT];
} output_crossing_table;
void output_crossing_table_init(output_crossing_table *table, const talus_products_context *context,
                                const talus_results *results);

/// Blocks "screens" and "objects" of summary.json; nothing without any.
/// @return false when the figures could not be had
bool output_summary_gauges(files_text *text, const talus_products_context *context,
                           const talus_results *results);
/// screen_hits.csv, where events may have several bodies.
talus_status output_write_hits(talus_directory *directory, const talus_products_context *context,
                               const talus_results *results, talus_error *error);
/// screens.csv, objects.csv, screen_crossings.csv, screen_hits.csv, sources.tif, screen_NAME.svg
talus_status output_claim_gauges(talus_directory *directory, const talus_products_context *context,
                                 talus_error *error);
talus_status output_write_gauges(talus_directory *directory, const talus_products_context *context,
                                 const talus_results *results, talus_error *error);
/// Layers screens, screen_crossings, objects and object_lines.
talus_status output_write_gauge_layers(geo_writer *writer, const talus_products_context *context,
                                       const talus_results *results, talus_error *error);
/// screen_NAME.svg of one screen that rocks crossed.
talus_status output_write_gauge_chart(talus_directory *directory,
                                      const talus_products_context *context,
                                      const talus_results *results, size_t screen,
                                      talus_error *error);

#endif
