// SPDX-License-Identifier: GPL-3.0-or-later
/// @file marks.h
/// What points and commas mean in the numbers of one column: "1,234" and "1.234" can be a thousand or
/// one. It weighs what the cells themselves show; it refuses to guess.
#ifndef TALUS_SRC_FOUNDATION_FILES_MARKS_H
#define TALUS_SRC_FOUNDATION_FILES_MARKS_H

#include "talus/base.h"

/// What a single mark before three digits is.
typedef enum files_mark {
    FILES_UNCLEAR, ///< such a cell is no number
    FILES_DECIMAL,
    FILES_THOUSANDS
} files_mark;
typedef struct files_marks {
    files_mark comma, point;
} files_marks;
/// What one cell shows; several add up by |.
enum {
    FILES_SHOWS_COMMA = 1,  ///< a comma is decimal: 12,5
    FILES_SHOWS_POINT = 2,  ///< a point is: 12.5
    FILES_SHOWS_COMMAS = 4, ///< commas stand between thousands: 1,234.5 and 1,234,567
    FILES_SHOWS_POINTS = 8, ///< points do: 1.234,5 and 1.234.567
    FILES_SHOWS_WORDS = 16  ///< it is no number
};

unsigned files_marks_in(const char *text);
/// The meaning in a column whose cells show `own`, in a table whose columns of numbers show `all`.
/// Other columns can tell a decimal mark; thousands are told by the column itself alone.
files_marks files_marks_of(unsigned own, unsigned all);
/// files_number by these meanings.
bool files_number_by(const char *text, files_marks marks, double *value);
/// What to write in place of a number that is unclear, in a sentence; "" for other texts.
const char *files_marks_hint(const char *text, char room[160]);

#endif
