// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors (x, y, z, 0) and quaternions (w, x, y, z) in lanes.
#ifndef TALUS_SRC_FOUNDATION_MATH_LANES_LINALG_H
#define TALUS_SRC_FOUNDATION_MATH_LANES_LINALG_H

#include "foundation/math/lanes.h"
#include "talus/base.h"

LANES_PART void lanes_from_vec3(const talus_vec3 *from, lanes *to)
{
    *to = (lanes){from->x, from->y, from->z, 0.0};
}

LANES_PART void lanes_to_vec3(const lanes *from, talus_vec3 *to)
{
    to->x = (*from)[0];
    to->y = (*from)[1];
    to->z = (*from)[2];
}

/// x + y + z
LANES_PART double lanes_sum3(const lanes *a)
{
    return ((*a)[0] + (*a)[1]) + (*a)[2];
}

/// The sums x + y + z of three vectors, in the order of lanes_sum3.
LANES_PART void lanes_sums3(const lanes vectors[3], lanes *sums)
{
    const lanes none = {0.0};
    const lanes x = __builtin_shufflevector(vectors[0], vectors[1], 0, 4, 2, 6);
    const lanes y = __builtin_shufflevector(vectors[0], vectors[1], 1, 5, 3, 7);
    const lanes x3 = __builtin_shufflevector(vectors[2], none, 0, 4, 2, 6);
    const lanes y3 = __builtin_shufflevector(vectors[2], none, 1, 5, 3, 7);
    // (x + y, x + y, z, z) of the first two; (x + y, 0, z, 0) of the third
    const lanes two = __builtin_shufflevector(x + y, x3 + y3, 0, 1, 4, 5);
    *sums = two + __builtin_shufflevector(x, x3, 2, 3, 6, 7);
}

/// quat_mul, with the same bits.
LANES_PART void lanes_quat_mul(const talus_quat *a, const lanes *b, lanes *product)
{
    const lanes x = __builtin_shufflevector(*b, *b, 1, 0, 3, 2) * (lanes){-1.0, 1.0, -1.0, 1.0};
    const lanes y = __builtin_shufflevector(*b, *b, 2, 3, 0, 1) * (lanes){-1.0, 1.0, 1.0, -1.0};
    const lanes z = __builtin_shufflevector(*b, *b, 3, 2, 1, 0) * (lanes){-1.0, -1.0, 1.0, 1.0};
    *product = a->w * *b + a->x * x + a->y * y + a->z * z;
}

/// talus_quat_matrix of q / |q|, without a root: with 1 = s (ww + xx + yy + zz)/2 its first row is
/// s x (x, y, z) + (s ww - 1, -s wz, s wy), the others likewise.
LANES_PART void lanes_quat_matrix(const lanes *q, talus_mat3 *a)
{
    const lanes square = *q * *q;
    const double s = 2.0 / (((square[0] + square[1]) + square[2]) + square[3]);
    const lanes scaled = s * *q, vector = __builtin_shufflevector(*q, *q, 1, 2, 3, 0);
    const lanes turn = scaled[0] * vector - (lanes){0.0, 0.0, 0.0, 1.0};
    const lanes rows[3] = {scaled[1] * vector + __builtin_shufflevector(turn, turn, 3, 2, 1, 0) *
                                                    (lanes){1.0, -1.0, 1.0, 1.0},
                           scaled[2] * vector + __builtin_shufflevector(turn, turn, 2, 3, 0, 1) *
                                                    (lanes){1.0, 1.0, -1.0, 1.0},
                           scaled[3] * vector + __builtin_shufflevector(turn, turn, 1, 0, 3, 2) *
                                                    (lanes){-1.0, 1.0, 1.0, 1.0}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            a->m[i][j] = rows[i][j];
        }
    }
}

#endif
