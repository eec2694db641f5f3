// SPDX-License-Identifier: GPL-3.0-or-later
// Row by row elimination (up-looking): row i is scattered, reduced by the rows k < i it meets,
//   L_ik = A_ik U_kk^-1,  A_ij -= L_ik U_kj  (j > k),
// and its diagonal block inverted.
#include "physics/solve_sparse/block_lu.h"

#include <math.h>
#include <string.h>

/// c = a b
static void multiply(const double *restrict a, const double *restrict b, double *restrict c)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
        }
    }
}

/// c -= a b
static void subtract_product(const double *restrict a, const double *restrict b, double *restrict c)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c[3 * i + j] -= a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
        }
    }
}

static void swap_rows(double *a, int i, int j)
{
    for (int k = 0; k < 3; k++) {
        const double t = a[3 * i + k];
        a[3 * i + k] = a[3 * j + k];
        a[3 * j + k] = t;
    }
}

/// In place inverse by Gauss-Jordan with row pivots; a pivot lost to round-off is replaced by the
/// round-off of the block, which turns a consistent singular system into a regular one.
static void invert_block(double *a)
{
    double inverse[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, size = 0.0;
    for (int i = 0; i < 9; i++) {
        size = fabs(a[i]) > size ? fabs(a[i]) : size;
    }
    const double least = size > 0.0 ? 1e-15 * size : 1.0;
    for (int k = 0; k < 3; k++) {
        int pivot = k;
        for (int i = k + 1; i < 3; i++) {
            pivot = fabs(a[3 * i + k]) > fabs(a[3 * pivot + k]) ? i : pivot;
        }
        swap_rows(a, k, pivot);
        swap_rows(inverse, k, pivot);
        if (fabs(a[4 * k]) < least) {
            a[4 * k] = a[4 * k] < 0.0 ? -least : least;
        }
        const double s = 1.0 / a[4 * k];
        for (int j = 0; j < 3; j++) {
            a[3 * k + j] *= s;
            inverse[3 * k + j] *= s;
        }
        for (int i = 0; i < 3; i++) {
            const double f = a[3 * i + k];
            for (int j = 0; i != k && j < 3; j++) {
                a[3 * i + j] -= f * a[3 * k + j];
                inverse[3 * i + j] -= f * inverse[3 * k + j];
            }
        }
    }
    memcpy(a, inverse, sizeof inverse);
}

void block_lu_clear(block_lu *lu)
{
    memset(lu->value, 0, 9 * lu->row_start[lu->count] * sizeof *lu->value);
    memset(lu->trivial, 0, lu->count);
}

void block_lu_factor(block_lu *lu)
{
    for (size_t i = 0; i < lu->count; i++) {
        const size_t begin = lu->row_start[i], middle = lu->diagonal[i], end = lu->row_start[i + 1];
        if (lu->trivial[i]) {
            continue;
        }
        for (size_t k = begin; k < end; k++) {
            lu->scatter[lu->column[k]] = k;
        }
        for (size_t k = begin; k < middle; k++) {
            const size_t pivot = lu->column[k];
            // the row of a trivial pivot has nothing right of its unit diagonal
            if (lu->trivial[pivot]) {
                continue;
            }
            double *at = lu->value + 9 * k, factor[9];
            multiply(at, lu->value + 9 * lu->diagonal[pivot], factor);
            memcpy(at, factor, sizeof factor);
            for (size_t j = lu->diagonal[pivot] + 1; j < lu->row_start[pivot + 1]; j++) {
                subtract_product(factor, lu->value + 9 * j,
                                 lu->value + 9 * lu->scatter[lu->column[j]]);
            }
        }
        invert_block(lu->value + 9 * middle);
    }
}

/// x -= a b of a block and a vector
static void subtract_vector(const double *a, const double *b, double *x)
{
    x[0] -= a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    x[1] -= a[3] * b[0] + a[4] * b[1] + a[5] * b[2];
    x[2] -= a[6] * b[0] + a[7] * b[1] + a[8] * b[2];
}

void block_lu_solve(block_lu *lu, double *x)
{
    double *y = lu->work;
    for (size_t i = 0; i < lu->count; i++) {
        memcpy(y + 3 * i, x + 3 * lu->order[i], 3 * sizeof *y);
        for (size_t k = lu->row_start[i]; k < lu->diagonal[i] && !lu->trivial[i]; k++) {
            subtract_vector(lu->value + 9 * k, y + 3 * lu->column[k], y + 3 * i);
        }
    }
    for (size_t i = lu->count; i-- > 0;) {
        for (size_t k = lu->diagonal[i] + 1; k < lu->row_start[i + 1] && !lu->trivial[i]; k++) {
            subtract_vector(lu->value + 9 * k, y + 3 * lu->column[k], y + 3 * i);
        }
        if (!lu->trivial[i]) {
            const double *d = lu->value + 9 * lu->diagonal[i];
            const double b[3] = {y[3 * i], y[3 * i + 1], y[3 * i + 2]};
            for (size_t a = 0; a < 3; a++) {
                y[3 * i + a] = d[3 * a] * b[0] + d[3 * a + 1] * b[1] + d[3 * a + 2] * b[2];
            }
        }
        memcpy(x + 3 * lu->order[i], y + 3 * i, 3 * sizeof *y);
    }
}
