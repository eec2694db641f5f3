// SPDX-License-Identifier: GPL-3.0-or-later
/// @file validation.h
/// What the sections of talus-validate share: the page that grows, one row of a table, pictures.
/// A section knows published numbers and what to run; it refuses to know how the page is laid out.
#ifndef TOOLS_VALIDATION_VALIDATION_H
#define TOOLS_VALIDATION_VALIDATION_H

#include "foundation/files/files.h"
#include "io/chart/chart.h"
#include "talus/base.h"

#include <math.h>

enum { REPORT_LINES = 256, REPORT_WORDS = 256, REPORT_REASONS = 32 };

/// A line of a table: one row, or the rows that differ only by the rotation scheme they name.
typedef struct report_line {
    char what[REPORT_WORDS];    ///< of the first row
    char key[REPORT_WORDS];     ///< that without its scheme
    char schemes[REPORT_WORDS]; ///< names of the schemes, in backquotes
    char failing[REPORT_WORDS]; ///< of those that fail
    char reason[2 * REPORT_WORDS];
    double published, low, high;
    bool of_ratio;
    double least, most; ///< values found
    int count, judged, failed;
} report_line;

/// What of a table is on the page.
typedef enum report_mode {
    REPORT_ALL,    ///< every line
    REPORT_BRIEF,  ///< what fails and what is for information, and how many rows pass
    REPORT_COUNTED ///< how many rows pass and fail, and why; the figures stand elsewhere on the page
} report_mode;

typedef struct validation {
    const char *source;   ///< root of the source tree: scenarios and terrain
    const char *pictures; ///< folder of the pictures; NULL = none are made
    const char *scratch;  ///< folder for result directories of maps; NULL = no maps
    bool full;            ///< every row; else the quick subset
    files_text page;      ///< Markdown
    files_text rows;      ///< CSV: all lines of all tables, those that are not on the page too
    files_text failures;  ///< Markdown, one line per section with failures
    const char *section;  ///< title of the section under way
    size_t passed, failed;
    size_t section_failed;           ///< of the section under way
    report_line lines[REPORT_LINES]; ///< of the table under way, not yet on the page
    size_t line_count;
    const char *head;           ///< of the second column of a table that has no line yet, else NULL
    report_mode mode;           ///< of the table under way
    size_t brief, brief_failed; ///< rows of the table under way that are only counted
    char brief_reasons[8 * REPORT_WORDS];           ///< of those that fail
    char reasons[REPORT_REASONS][2 * REPORT_WORDS]; ///< on the page, as numbered there
    size_t reason_count;
    size_t unexplained; ///< rows that fail without a known reason
} validation;

/// One row: what stands in print, and what is accepted.
typedef struct validation_row {
    const char *what;   ///< with the unit: "run-out (m)"
    double published;   ///< NaN = nothing published
    double low, high;   ///< accepted; NaN = open at this end; both NaN = for information
    bool of_ratio;      ///< they bound found / published, not found
    const char *reason; ///< known reason of a failure; NULL = a failure is a defect
} validation_row;

/// "not published", "open"
#define NONE ((double)NAN)

typedef talus_status validation_section(validation *v, talus_error *error);
validation_section validate_ramp, validate_ramp_sensitivity, validate_stand_in, validate_scarring,
    validate_wheel, validate_tschamut, validate_slope, validate_impacts, validate_analytic,
    validate_schemes, validate_rocking, validate_posterior, validate_field, validate_terrain,
    validate_quarry, validate_best;

/// @param title text that outlives the page
void report_heading(validation *v, const char *title);
/// A paragraph: an empty line, then the text.
void report_text(validation *v, const char *format, ...) TALUS_PRINTF(2, 3);
/// Head of a table; `published` heads its second column ("published", "expected").
void report_table(validation *v, const char *published);
/// A table of which only a part is on the page.
void report_table_as(validation *v, const char *published, report_mode mode);
/// Does a value lie in the band of a row? One that is no number does not.
bool report_holds(const validation_row *row, double found);
/// One row, judged and counted; also told on stderr. Rows of a table that differ only by the scheme
/// in backquotes become one line of the page.
void report_row(validation *v, const validation_row *row, double found);
/// The last section is complete.
void report_end(validation *v);
/// Write pictures/NAME.svg and show it on the page; nothing when no pictures are wanted.
talus_status report_chart(validation *v, const char *name, const char *caption,
                          const chart *picture, talus_error *error);
/// Show a picture that is there: NAME with its extension.
void report_picture(validation *v, const char *name, const char *caption);

#endif
