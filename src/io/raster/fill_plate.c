// SPDX-License-Identifier: GPL-3.0-or-later
// The plate of least bending: stencils, matrix, solution.
#include "io/raster/filling.h"

#include "foundation/sparse/sparse.h"

#include <math.h>
#include <stdlib.h>

double raster_round(double height)
{
    return floor(height * (1.0 / TALUS_RASTER_ROUNDING) + 0.5) / (1.0 / TALUS_RASTER_ROUNDING);
}

/// Does the node (di, dj) away exist, as a height or as an unknown?
static bool exists(const raster_plate *plate, size_t i, size_t j, int di, int dj)
{
    const size_t column = i + (size_t)di, row = j + (size_t)dj; // wraps far beyond nx, ny below 0
    return column < plate->nx && row < plate->ny &&
           plate->number[row * plate->nx + column] != RASTER_ABSENT;
}

/// Add the second differences along one axis that hold the centre.
static void add_bending(const bool there[25], int stride, double stencil[25])
{
    static const double second[3] = {1.0, -2.0, 1.0};
    for (int middle = -1; middle <= 1; middle++) {
        const int at = 12 + middle * stride;
        if (there[at - stride] && there[at] && there[at + stride]) {
            const double own = second[1 - middle];
            for (int k = -1; k <= 1; k++) {
                stencil[at + k * stride] += own * second[k + 1];
            }
        }
    }
}

/// Add the twists of the four cells around the centre.
static void add_twist(const bool there[25], double stencil[25])
{
    static const int corner[4] = {12, 11, 7, 6};
    for (int c = 0; c < 4; c++) {
        const int at = corner[c];
        if (there[at] && there[at + 1] && there[at + 5] && there[at + 6]) {
            const double own = at == 12 || at == 6 ? 2.0 : -2.0;
            stencil[at] += own;
            stencil[at + 1] -= own;
            stencil[at + 5] -= own;
            stencil[at + 6] += own;
        }
    }
}

/// Coefficients of E's gradient at a node, for the 5 x 5 nodes around it (row by row, south first);
/// half the gradient is their product with the heights.
static void make_stencil(const raster_plate *plate, size_t node, double stencil[25])
{
    const size_t i = node % plate->nx, j = node / plate->nx;
    bool there[25];
    for (int k = 0; k < 25; k++) {
        there[k] = exists(plate, i, j, k % 5 - 2, k / 5 - 2);
        stencil[k] = 0.0;
    }
    add_bending(there, 1, stencil);
    add_bending(there, 5, stencil);
    add_twist(there, stencil);
}

/// K x = f of a batch: the lower triangle by columns.
typedef struct plate_system {
    size_t *column_start, *row;
    double *value, *right, *residual;
    double level; ///< m, subtracted from all heights against cancellation
} plate_system;

static void clear_system(plate_system *s)
{
    free(s->column_start);
    free(s->row);
    free(s->value);
    free(s->right);
    free(s->residual);
}

/// A node has at most six later neighbours in its stencil.
enum { MAX_COLUMN = 7 };

static bool create_system(plate_system *s, size_t count)
{
    s->column_start = malloc((count + 1) * sizeof *s->column_start);
    s->row = malloc(MAX_COLUMN * count * sizeof *s->row);
    s->value = malloc(MAX_COLUMN * count * sizeof *s->value);
    s->right = malloc(count * sizeof *s->right);
    s->residual = malloc(count * sizeof *s->residual);
    return s->column_start != NULL && s->row != NULL && s->value != NULL && s->right != NULL &&
           s->residual != NULL;
}

/// A height near the unknowns.
static double find_level(const raster_plate *plate, size_t first, size_t count)
{
    for (size_t u = first; u < first + count; u++) {
        const size_t node = plate->node[u], i = node % plate->nx;
        if (plate->attachment > 0.0) {
            return plate->heights[node];
        }
        if (i > 0 && plate->number[node - 1] == RASTER_KNOWN) {
            return plate->heights[node - 1];
        }
    }
    return 0.0;
}

/// One equation: known heights go to the right-hand side, later unknowns into the column.
static size_t add_equation(const raster_plate *plate, size_t first, size_t u, size_t entry,
                           plate_system *s)
{
    const size_t node = plate->node[u];
    double stencil[25], right = plate->attachment * (plate->heights[node] - s->level);
    right = plate->attachment > 0.0 ? right : 0.0;
    make_stencil(plate, node, stencil);
    for (int k = 0; k < 25; k++) {
        const double weight = plate->stiffness * stencil[k];
        if (stencil[k] == 0.0 && k != 12) {
            continue;
        }
        const size_t other = node + (size_t)(k / 5 - 2) * plate->nx + (size_t)(k % 5 - 2);
        const uint32_t number = plate->number[other];
        if (number == RASTER_KNOWN) {
            right -= weight * (plate->heights[other] - s->level);
        } else if (number >= u) {
            s->row[entry] = number - first;
            s->value[entry++] = number == u ? weight + plate->attachment : weight;
        }
    }
    s->right[u - first] = right;
    return entry;
}

static void assemble(const raster_plate *plate, size_t first, size_t count, plate_system *s)
{
    size_t entry = 0;
    s->level = find_level(plate, first, count);
    for (size_t u = first; u < first + count; u++) {
        s->column_start[u - first] = entry;
        entry = add_equation(plate, first, u, entry, s);
    }
    s->column_start[count] = entry;
}

/// residual = f - K x
static void find_residual(const plate_system *s, size_t count, const double *x)
{
    for (size_t c = 0; c < count; c++) {
        s->residual[c] = s->right[c];
    }
    for (size_t c = 0; c < count; c++) {
        for (size_t k = s->column_start[c]; k < s->column_start[c + 1]; k++) {
            s->residual[s->row[k]] -= s->value[k] * x[c];
            if (s->row[k] != c) {
                s->residual[c] -= s->value[k] * x[s->row[k]];
            }
        }
    }
}

/// Factor and solve, with one step of iterative refinement: the condition number of a hole d nodes
/// wide grows as d^4.
static talus_status solve_refined(const plate_system *s, size_t count, double *x,
                                  talus_error *error)
{
    const sparse_pattern pattern = {.size = count, .column_start = s->column_start, .row = s->row};
    sparse_factor *factor = NULL;
    talus_status status = sparse_factor_create(&pattern, &factor, error);
    if (status == TALUS_OK) {
        status = sparse_factor_refactor(factor, s->value, error);
    }
    for (size_t c = 0; c < count; c++) {
        x[c] = s->right[c];
    }
    if (status == TALUS_OK) {
        status = sparse_factor_solve(factor, 1, x, error);
    }
    if (status == TALUS_OK) {
        find_residual(s, count, x);
        status = sparse_factor_solve(factor, 1, s->residual, error);
    }
    for (size_t c = 0; status == TALUS_OK && c < count; c++) {
        x[c] += s->residual[c] + s->level;
    }
    sparse_factor_destroy(factor);
    return status;
}

talus_status raster_plate_solve(const raster_plate *plate, size_t first, size_t count,
                                double *solution, talus_error *error)
{
    plate_system system = {0};
    if (!create_system(&system, count)) {
        clear_system(&system);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "out of memory for a system of %zu heights", count);
    }
    assemble(plate, first, count, &system);
    const talus_status status = solve_refined(&system, count, solution, error);
    clear_system(&system);
    return status;
}
