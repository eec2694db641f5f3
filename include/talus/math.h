// SPDX-License-Identifier: GPL-3.0-or-later
/// @file math.h
/// The vector, matrix and quaternion types of the dynamics (double). Arithmetic on them is internal
/// (src/math/linalg.h); only what a caller of the library needs stands here.
#ifndef TALUS_MATH_H
#define TALUS_MATH_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_vec3 {
    double x, y, z;
} talus_vec3;

/// Row-major: m[row][column].
typedef struct talus_mat3 {
    double m[3][3];
} talus_mat3;

/// Scalar first; a unit quaternion p turns body vectors into world vectors: v_world = A(p) v_body.
typedef struct talus_quat {
    double w, x, y, z;
} talus_quat;

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
