// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse symmetric positive definite systems: ordering, factor, solve. The only user of CHOLMOD.
// It knows matrices in compressed columns; it refuses to know what they stand for.
//
// The symbolic analysis is done once per pattern, the numbers may change afterwards. A factor holds
// its own CHOLMOD workspace: one factor per thread. BLAS is held to one thread (more would change
// the bits); unless a factor is created as portable the bits still depend on the processor, so what
// feeds a run is rounded before use.
#ifndef TALUS_SRC_FOUNDATION_SPARSE_SPARSE_H
#define TALUS_SRC_FOUNDATION_SPARSE_SPARSE_H

#include "talus/base.h"

typedef struct sparse_factor sparse_factor;

/// Pattern of the lower triangle (diagonal included) by columns.
typedef struct sparse_pattern {
    size_t size;
    const size_t *column_start; ///< (size + 1)
    const size_t *row;          ///< (column_start[size]) ascending within a column, row >= column
} sparse_pattern;

/// Analyse a pattern. @return TALUS_ERROR_ARGUMENT for an entry above the diagonal, out of range or
/// out of order, TALUS_ERROR_MEMORY
talus_status sparse_factor_create(const sparse_pattern *pattern, sparse_factor **factor,
                                  talus_error *error);
/// The same without BLAS: slower on large systems, but the same bits on every processor.
talus_status sparse_factor_create_portable(const sparse_pattern *pattern, sparse_factor **factor,
                                           talus_error *error);
void sparse_factor_destroy(sparse_factor *factor);

/// L L' of the values given in the order of the pattern.
/// @return TALUS_ERROR_ARGUMENT with the column where the matrix is not positive definite
talus_status sparse_factor_refactor(sparse_factor *factor, const double *value, talus_error *error);

/// x := A^-1 x for `count` right-hand sides, one after the other (size x count). Needs a refactor
/// that succeeded.
talus_status sparse_factor_solve(sparse_factor *factor, size_t count, double *x,
                                 talus_error *error);

/// A fill-reducing order (approximate minimum degree) of a symmetric pattern:
/// order[k] = the row to be eliminated as the k-th.
talus_status sparse_order(const sparse_pattern *pattern, size_t *order, talus_error *error);

#endif
