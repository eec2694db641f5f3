// SPDX-License-Identifier: GPL-3.0-or-later
// Small dense algebra of the impact laws: row-major, contiguous, at most LAW_MATRIX_MAX rows.
#ifndef TALUS_SRC_LAB_IMPACT_LAW_LAW_MATRIX_H
#define TALUS_SRC_LAB_IMPACT_LAW_LAW_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

enum { LAW_MATRIX_MAX = 96 };

double law_dot(size_t n, const double *a, const double *b);
/// y = A x, A (rows x columns)
void law_multiply(size_t rows, size_t columns, const double *a, const double *x, double *y);

/// A = L L'; stops at the first pivot below least * A_ii. The rows before it are valid.
/// @return that row, or n
size_t law_cholesky(size_t n, const double *a, double least, double *l);
/// x := L^-1 x with the leading `size` rows of L (n x n)
void law_forward(size_t n, size_t size, const double *l, double *x);
/// x := A^-1 x
void law_cholesky_solve(size_t n, size_t size, const double *l, double *x);

/// Solve K x = b for square K that may be singular, by elimination with complete pivoting.
/// @param k      (n x n), destroyed
/// @param x      in: b; out: the solution with all free unknowns zero
/// @param null   (n x n) rows 0 .. nullity - 1: a basis of the null space of K
/// @param rest   largest equation left over, |0 - b_i|: 0 if b is in the range of K
/// @return nullity
size_t law_solve_singular(size_t n, double *k, double *x, double *null, double *rest);

/// Largest eigenvalue of a symmetric matrix by cyclic Jacobi rotations; `a` is destroyed.
double law_largest_eigenvalue(size_t n, double *a);

#endif
