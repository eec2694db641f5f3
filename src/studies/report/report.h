// SPDX-License-Identifier: GPL-3.0-or-later
/// @file report.h
/// Parts of a report: what each reads of a result directory and adds to the page. They know files
/// and numbers; they refuse to know how the page shows them.
///
/// The page is the viewer (tools/viewer, one HTML text) with elements before its program:
///   <script type="application/x-talus" id="NAME">zlib stream in base64</script>
/// "data" is JSON that names the others; "file:NAME" is a file of the directory. Arrays of 16-bit
/// numbers are stored as differences to the number before, column after column, first the low bytes
/// of a column, then the high bytes.
#ifndef TALUS_SRC_STUDIES_REPORT_REPORT_H
#define TALUS_SRC_STUDIES_REPORT_REPORT_H

#include "io/map/map_gauges.h"
#include "talus/report.h"

enum { REPORT_NODATA = 65535, REPORT_MOST_TUMBLING = 200 };

/// Columns of a track's point.
typedef enum report_column {
    REPORT_X,      ///< m, world
    REPORT_Y,      ///< m
    REPORT_Z,      ///< m
    REPORT_TIME,   ///< s
    REPORT_HEIGHT, ///< m over its own ground, largest since the point before
    REPORT_SPEED,  ///< m/s, largest since the point before
    REPORT_COLUMNS
} report_column;

/// What the parts hand on to each other.
typedef struct report {
    const char *directory;
    talus_report_options options;
    files_text data;    ///< members of "data"
    files_text blobs;   ///< elements of the page
    files_text missing; ///< items of data.missing
    talus_report_facts facts;
    geo_image terrain; ///< nx = 0: none
    geo_tracks tracks; ///< count = 0: none
    geo_rows rocks;    ///< their attributes, rows as tracks.features
    geo_tracks pieces; ///< of further bodies of the events of these rocks
    geo_rows piece_rows;
    size_t piece_count; ///< shown, the first ones
} report;

/// A part that cannot be shown. @param what "tracks", "terrain", ... @param why a sentence
void report_miss(report *r, const char *what, const char *why);
/// Add bytes to the page.
talus_status report_add_blob(report *r, const char *name, const void *data, size_t size,
                             talus_error *error);
/// Add columns of numbers. @param values (columns x rows), overwritten
talus_status report_add_columns(report *r, const char *name, uint16_t *values, size_t columns,
                                size_t rows, talus_error *error);
/// A value between low and high as 0 to 65534; NaN = REPORT_NODATA.
uint16_t report_quantise(double value, double low, double high);

/// Texts of the directory: summary, tables, warnings, scenario (as JSON too), charts.
talus_status report_add_files(report *r, talus_error *error);
/// Heights, thinned.
talus_status report_add_terrain(report *r, talus_error *error);
/// Rasters with their scales and classes.
talus_status report_add_layers(report *r, talus_error *error);
/// Outlines of screens, objects, dams, walls and nets.
talus_status report_add_lines(report *r, talus_error *error);
/// Paths of recorded rocks, thinned, and their attributes.
talus_status report_add_tracks(report *r, talus_error *error);
/// The path that is shown of a further body. @return piece_count: none
size_t report_find_piece(const report *r, uint64_t rock, uint32_t body);
/// Indices of the points of a path from which linear motion in between gives every other point to
/// within `tolerance` (m). @param xyzm (count x 4) @param kept (count) out
/// @param stack (2 x count) scratch @return how many are kept
size_t report_thin_path(const double *xyzm, size_t count, double tolerance, bool *kept,
                        size_t *stack);
/// What only the inputs of the scenario know: shapes and attitudes of rocks, stems, forest.
talus_status report_add_world(report *r, talus_error *error);

/// With options.live: the physics, the campaign as bytes (live:wasm, live:campaign) and the member "live".
/// @return TALUS_ERROR_UNSUPPORTED for a terrain that is read on demand
talus_status report_add_live(report *r, talus_error *error);
/// The physics alone (live:wasm). @return TALUS_ERROR_UNSUPPORTED where talus was built without it
talus_status report_add_module(report *r, talus_error *error);

/// The viewer's text up to the title, from there to the elements, and the rest; not zero-ended.
typedef struct report_viewer {
    const char *parts[3];
    size_t sizes[3];
} report_viewer;
/// @param live that of a live page
talus_status report_viewer_parts(bool live, report_viewer *viewer, talus_error *error);

#endif
