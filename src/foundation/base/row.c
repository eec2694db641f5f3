// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges and conditions of rows.
#include "foundation/base/row.h"

#include <stdio.h>
#include <string.h>

bool row_next_key(const char **keys, char key[ROW_LONGEST_KEY])
{
    do {
        *keys += strspn(*keys, " ,");
        const size_t length = strcspn(*keys, " ,");
        if (length == 0 || length >= ROW_LONGEST_KEY) {
            return false;
        }
        memcpy(key, *keys, length);
        key[length] = '\0';
        *keys += length;
    } while (strcmp(key, "and") == 0);
    return true;
}

bool row_holds(const row_range *range, double value)
{
    return value <= range->max && value >= range->min && !(range->above && value <= range->min);
}

void row_describe_range(const row_range *range, bool is_count, char *text, size_t size)
{
    const bool low = range->min > -1e12;
    const bool high = range->max <= 1e12;
    text[0] = '\0';
    if (range->above && high) {
        snprintf(text, size, " above %g and at most %g", range->min, range->max);
    } else if (range->above) {
        snprintf(text, size, " above %g", range->min);
    } else if (low && high) {
        snprintf(text, size, " from %g to %g", range->min, range->max);
    } else if (low && is_count) {
        snprintf(text, size, " from %g to 2^64 - 2", range->min);
    } else if (low) {
        snprintf(text, size, " of at least %g", range->min);
    }
}
