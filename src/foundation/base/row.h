// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of all tables have, those of keys in files and those of options of commands: the
// range of a number, and which other rows must or must not be given with one.
#ifndef TALUS_SRC_FOUNDATION_BASE_ROW_H
#define TALUS_SRC_FOUNDATION_BASE_ROW_H

#include <stdbool.h>
#include <stddef.h>

typedef struct row_range {
    double min, max; ///< closed
    bool above;      ///< `min` itself is not allowed
} row_range;

/// Ranges of a row: both ends allowed, or `low` not.
#define FROM(low, high) .range.min = low, .range.max = high
#define ABOVE(low, high) .range.min = low, .range.max = high, .range.above = true
#define OPEN 1e300 /* no bound */

/// A condition on other rows of the table of a row that is given.
typedef struct row_condition {
    const char *keys; ///< "file", or several with a space between; NULL: no condition
    /// The message. One that begins with ':' or ' ' follows the row's name. NULL: a general one.
    const char *sentence;
} row_condition;

enum { ROW_LONGEST_KEY = 64 };
/// Next key of a list such as "line_m, polygon_m and file". @return false at its end
bool row_next_key(const char **keys, char key[ROW_LONGEST_KEY]);

bool row_holds(const row_range *range, double value);
/// " above 0 and at most 0.1"; empty when there are no bounds.
void row_describe_range(const row_range *range, bool is_count, char *text, size_t size);

#endif
