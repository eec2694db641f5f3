// SPDX-License-Identifier: GPL-3.0-or-later
// The plate of least bending by its definition: every term of the energy written out, dense normal
// equations, Gauss elimination. Slow, for small lattices.
#ifndef TALUS_TESTS_TERRAIN_PLATE_REFERENCE_H
#define TALUS_TESTS_TERRAIN_PLATE_REFERENCE_H

#include "io/raster/filling.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCE_SIDE = 16, REFERENCE_NODES = REFERENCE_SIDE * REFERENCE_SIDE };

typedef struct reference {
    size_t nx, ny, unknowns;
    const double *heights;
    const int *unknown; ///< (ny x nx) number, -1 known, -2 absent
    double matrix[REFERENCE_NODES][REFERENCE_NODES + 1];
} reference;

/// Add weight (sum of coefficient[k] z[node[k]])^2, if all nodes exist.
static inline void reference_term(reference *r, double weight, int count, const size_t *node,
                                  const double *coefficient)
{
    for (int k = 0; k < count; k++) {
        if (r->unknown[node[k]] == -2) {
            return;
        }
    }
    for (int k = 0; k < count; k++) {
        for (int m = 0; r->unknown[node[k]] >= 0 && m < count; m++) {
            const double product = weight * coefficient[k] * coefficient[m];
            double *row = r->matrix[r->unknown[node[k]]];
            if (r->unknown[node[m]] >= 0) {
                row[r->unknown[node[m]]] += product;
            } else {
                row[r->unknowns] -= product * r->heights[node[m]];
            }
        }
    }
}

static inline void reference_energy(reference *r, double weight)
{
    static const double bend[3] = {1.0, -2.0, 1.0}, twist[4] = {1.0, -1.0, -1.0, 1.0};
    const size_t nx = r->nx, ny = r->ny;
    for (size_t j = 0; j < ny; j++) {
        for (size_t i = 0; i < nx; i++) {
            const size_t k = j * nx + i;
            if (i + 2 < nx) {
                reference_term(r, weight, 3, (const size_t[]){k, k + 1, k + 2}, bend);
            }
            if (j + 2 < ny) {
                reference_term(r, weight, 3, (const size_t[]){k, k + nx, k + 2 * nx}, bend);
            }
            if (i + 1 < nx && j + 1 < ny) {
                reference_term(r, 2.0 * weight, 4, (const size_t[]){k, k + 1, k + nx, k + nx + 1},
                               twist);
            }
        }
    }
}

static inline void reference_solve(reference *r, double *solution)
{
    const size_t n = r->unknowns;
    for (size_t c = 0; c < n; c++) {
        size_t pivot = c;
        for (size_t k = c + 1; k < n; k++) {
            pivot = fabs(r->matrix[k][c]) > fabs(r->matrix[pivot][c]) ? k : pivot;
        }
        for (size_t m = 0; m <= n; m++) {
            const double swap = r->matrix[c][m];
            r->matrix[c][m] = r->matrix[pivot][m];
            r->matrix[pivot][m] = swap;
        }
        cr_assert_gt(fabs(r->matrix[c][c]), 1e-9);
        for (size_t k = c + 1; k < n; k++) {
            const double factor = r->matrix[k][c] / r->matrix[c][c];
            for (size_t m = c; factor != 0.0 && m <= n; m++) {
                r->matrix[k][m] -= factor * r->matrix[c][m];
            }
        }
    }
    for (size_t c = n; c-- > 0;) {
        double sum = r->matrix[c][n];
        for (size_t m = c + 1; m < n; m++) {
            sum -= r->matrix[c][m] * solution[m];
        }
        solution[c] = sum / r->matrix[c][c];
    }
}

#endif
