// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a correlated random field, bilinear between its nodes.
#include "talus/site.h"

#include <math.h>
#include <stdlib.h>

void talus_field_clear(talus_field *field)
{
    if (field == NULL) {
        return;
    }
    free(field->values);
    *field = (talus_field){0};
}

/// Cell and place in it along one axis, kept on the grid.
static size_t find_cell(double x, double x0, double cell, size_t nodes, double *local)
{
    const double u = (x - x0) / cell, end = (double)(nodes - 1);
    const double kept = u > 0.0 ? (u < end ? u : end) : 0.0;
    const size_t i = (size_t)kept;
    const size_t first = i + 1 < nodes ? i : nodes - 2;
    *local = kept - (double)first;
    return first;
}

double talus_field_at(const talus_field *field, double x, double y)
{
    if (field == NULL || field->values == NULL || field->grid.nx < 2 || field->grid.ny < 2) {
        return (double)NAN;
    }
    const talus_grid *grid = &field->grid;
    double u, v;
    const size_t i = find_cell(x, grid->x0, grid->cell, grid->nx, &u);
    const size_t j = find_cell(y, grid->y0, grid->cell, grid->ny, &v);
    const float *node = field->values + j * grid->nx + i;
    const double south = (double)node[0] + u * ((double)node[1] - (double)node[0]);
    const double north =
        (double)node[grid->nx] + u * ((double)node[grid->nx + 1] - (double)node[grid->nx]);
    return south + v * (north - south);
}
