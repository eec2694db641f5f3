// SPDX-License-Identifier: GPL-3.0-or-later
/// @file linalg.h
/// Functions of the vectors, matrices and quaternions of base.h; the arithmetic on them is internal
/// to the library.
///
/// threads: pure functions, any thread.
#ifndef TALUS_LINALG_H
#define TALUS_LINALG_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A(p) = I + 2 (e~ e~ + e0 e~), p of unit length.  [L21 eq. 11]
TALUS_API talus_mat3 talus_quat_matrix(talus_quat p);
/// A(p) v, p of unit length.
TALUS_API talus_vec3 talus_quat_rotate(talus_quat p, talus_vec3 v);
/// p / |p|; the identity for a zero or non-finite quaternion.
TALUS_API talus_quat talus_quat_normalised(talus_quat p);
/// Uniform on SO(3) from three numbers in [0, 1) (Shoemake 1992).
TALUS_API talus_quat talus_quat_uniform(double u1, double u2, double u3);
/// Eigenvalues (ascending) and right-handed unit eigenvectors (columns of `vectors`) of a symmetric
/// matrix, by cyclic Jacobi rotations to round-off. Sign rule: the largest component of columns 1
/// and 2 is positive, column 3 = column 1 x column 2.
TALUS_API void talus_mat3_symmetric_eigen(const talus_mat3 *a, double values[3],
                                          talus_mat3 *vectors);

#ifdef __cplusplus
}
#endif
#endif
