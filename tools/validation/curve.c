// SPDX-License-Identifier: GPL-3.0-or-later
#include "curve.h"

#include "foundation/statistics/statistics.h"

#include <stdlib.h>

void curve_clear(curve *c)
{
    free(c->x);
    free(c->y);
    *c = (curve){0};
}

talus_status curve_make(const double *values, size_t count, curve *out, talus_error *error)
{
    *out = (curve){0};
    out->x = statistics_sorted(values, count, &out->count);
    out->y = malloc((count + 1) * sizeof *out->y);
    if (!out->x || !out->y) {
        curve_clear(out);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a curve");
    }
    for (size_t i = 0; i < out->count; i++) {
        out->y[i] = (double)(i + 1) / (double)out->count;
    }
    return TALUS_OK;
}
