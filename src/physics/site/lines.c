// SPDX-License-Identifier: GPL-3.0-or-later
// Polylines in the plane.
#include "physics/site/lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double line_segment_length(const talus_line *line, size_t k)
{
    const double *p = line->xy + 2 * k;
    const double dx = p[2] - p[0], dy = p[3] - p[1];
    return sqrt(dx * dx + dy * dy);
}

double talus_line_length(const talus_line *line)
{
    double length = 0.0;
    if (line == NULL || line->xy == NULL) {
        return 0.0;
    }
    for (size_t k = 0; k + 1 < line->count; k++) {
        length += line_segment_length(line, k);
    }
    return length;
}

talus_status line_check(const talus_line *line, const char *what, talus_error *error)
{
    if (line->count > 0 && line->xy == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%s has %zu points that are NULL", what,
                               line->count);
    }
    for (size_t k = 0; k < 2 * line->count; k++) {
        if (!isfinite(line->xy[k])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "%s has a coordinate that is not a number", what);
        }
    }
    return talus_line_length(line) > 0.0
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "%s has no length, expected two distinct points at least", what);
}

bool line_copy(const talus_line *from, talus_line *to)
{
    *to = *from;
    to->count = 0;
    to->xy = malloc(2 * (from->count + 1) * sizeof *to->xy);
    for (size_t k = 0; to->xy != NULL && k < from->count; k++) {
        const double *p = from->xy + 2 * k, *last = to->xy + 2 * to->count - 2;
        if (to->count == 0 || p[0] != last[0] || p[1] != last[1]) {
            memcpy(to->xy + 2 * to->count++, p, 2 * sizeof *p);
        }
    }
    return to->xy != NULL;
}
