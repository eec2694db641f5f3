// SPDX-License-Identifier: GPL-3.0-or-later
// L U factors of a sparse matrix of 3 x 3 blocks, unsymmetric in numbers, on the symmetric closure
// of its pattern; pivoting happens inside the diagonal blocks only.
//
// Meant for matrices whose diagonal blocks have been strengthened (W + S with S positive definite,
// Newton matrices with a small shift): their elimination needs no other pivots. The caller judges
// the solution, not the factor.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SPARSE_BLOCK_LU_H
#define TALUS_SRC_PHYSICS_SOLVE_SPARSE_BLOCK_LU_H

#include "physics/solve_sparse/scratch.h"
#include "talus/solve_options.h"

typedef struct block_lu {
    size_t count;      ///< block rows
    size_t *order;     ///< (n) contact eliminated as the k-th
    size_t *place;     ///< (n) inverse of order
    size_t *row_start; ///< (n + 1) rows of L + U in elimination order
    size_t *diagonal;  ///< (n) index of the diagonal block of a row
    size_t *column;    ///< (row_start[n]) elimination positions, ascending
    size_t *slot;      ///< (block_count) where block k of the problem lies in `value`
    size_t *scatter;   ///< (n) scratch: column -> index in the current row
    double *value;     ///< (row_start[n] x 9) in: matrix, out: factors, diagonal blocks inverted
    double *work;      ///< (3n) scratch of the solve, in elimination order
    unsigned char *trivial; ///< (n, by position) rows that are identity rows: skipped
    double flops;           ///< of one factorisation
} block_lu;

/// Order and symbolic factor of the pattern of W, in the memory of the scratch; a full pattern keeps
/// its order. @return NULL: out of memory
block_lu *block_lu_create(const talus_contact_problem *problem, sparse_scratch *scratch);
/// All blocks zero, no row trivial.
void block_lu_clear(block_lu *lu);
void block_lu_factor(block_lu *lu);
/// x := A^-1 x, x by contacts
void block_lu_solve(block_lu *lu, double *x);

#endif
