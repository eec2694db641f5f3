// SPDX-License-Identifier: GPL-3.0-or-later
// Inline arithmetic of the dynamics: what talus_vec3, talus_mat3 and talus_quat can do.
// Knows numbers only. Every operation has a fixed order of evaluation.
#ifndef TALUS_SRC_FOUNDATION_MATH_LINALG_H
#define TALUS_SRC_FOUNDATION_MATH_LINALG_H

#include "talus/linalg.h"

#include <math.h>

static inline talus_vec3 vec3(double x, double y, double z)
{
    return (talus_vec3){x, y, z};
}

static inline talus_vec3 vec3_add(talus_vec3 a, talus_vec3 b)
{
    return vec3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline talus_vec3 vec3_sub(talus_vec3 a, talus_vec3 b)
{
    return vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline talus_vec3 vec3_scale(double s, talus_vec3 a)
{
    return vec3(s * a.x, s * a.y, s * a.z);
}

/// a + s b
static inline talus_vec3 vec3_axpy(talus_vec3 a, double s, talus_vec3 b)
{
    return vec3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double vec3_dot(talus_vec3 a, talus_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline talus_vec3 vec3_cross(talus_vec3 a, talus_vec3 b)
{
    return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double vec3_norm2(talus_vec3 a)
{
    return vec3_dot(a, a);
}

static inline double vec3_norm(talus_vec3 a)
{
    return sqrt(vec3_dot(a, a));
}

/// componentwise product: diag(a) b
static inline talus_vec3 vec3_mul(talus_vec3 a, talus_vec3 b)
{
    return vec3(a.x * b.x, a.y * b.y, a.z * b.z);
}

static inline bool vec3_finite(talus_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline talus_vec3 mat3_mulv(const talus_mat3 *a, talus_vec3 v)
{
    return vec3(a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z);
}

/// transpose(a) v
static inline talus_vec3 mat3_tmulv(const talus_mat3 *a, talus_vec3 v)
{
    return vec3(a->m[0][0] * v.x + a->m[1][0] * v.y + a->m[2][0] * v.z,
                a->m[0][1] * v.x + a->m[1][1] * v.y + a->m[2][1] * v.z,
                a->m[0][2] * v.x + a->m[1][2] * v.y + a->m[2][2] * v.z);
}

static inline talus_mat3 mat3_mul(const talus_mat3 *a, const talus_mat3 *b)
{
    talus_mat3 c;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
        }
    }
    return c;
}

static inline double mat3_det(const talus_mat3 *a)
{
    return a->m[0][0] * (a->m[1][1] * a->m[2][2] - a->m[1][2] * a->m[2][1]) -
           a->m[0][1] * (a->m[1][0] * a->m[2][2] - a->m[1][2] * a->m[2][0]) +
           a->m[0][2] * (a->m[1][0] * a->m[2][1] - a->m[1][1] * a->m[2][0]);
}

/// Inverse by cofactors; the caller knows that the matrix is regular.
static inline talus_mat3 mat3_inverse(const talus_mat3 *a)
{
    const double d = 1.0 / mat3_det(a);
    talus_mat3 c;
    c.m[0][0] = d * (a->m[1][1] * a->m[2][2] - a->m[1][2] * a->m[2][1]);
    c.m[0][1] = d * (a->m[0][2] * a->m[2][1] - a->m[0][1] * a->m[2][2]);
    c.m[0][2] = d * (a->m[0][1] * a->m[1][2] - a->m[0][2] * a->m[1][1]);
    c.m[1][0] = d * (a->m[1][2] * a->m[2][0] - a->m[1][0] * a->m[2][2]);
    c.m[1][1] = d * (a->m[0][0] * a->m[2][2] - a->m[0][2] * a->m[2][0]);
    c.m[1][2] = d * (a->m[0][2] * a->m[1][0] - a->m[0][0] * a->m[1][2]);
    c.m[2][0] = d * (a->m[1][0] * a->m[2][1] - a->m[1][1] * a->m[2][0]);
    c.m[2][1] = d * (a->m[0][1] * a->m[2][0] - a->m[0][0] * a->m[2][1]);
    c.m[2][2] = d * (a->m[0][0] * a->m[1][1] - a->m[0][1] * a->m[1][0]);
    return c;
}

/// Hamilton product: A(a b) = A(a) A(b).
static inline talus_quat quat_mul(talus_quat a, talus_quat b)
{
    return (talus_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline double quat_norm2(talus_quat p)
{
    return p.w * p.w + p.x * p.x + p.y * p.y + p.z * p.z;
}

/// p / |p| without a guard: for quaternions that are known to be near unit length. By the series of
/// 1/sqrt(1 + e) to e^6 where that is exact to 1e-19.
static inline talus_quat quat_unit(talus_quat p)
{
    const double n = quat_norm2(p), e = n - 1.0, e2 = e * e;
    const double s =
        e2 < 4e-6 ? (1.0 - 0.5 * e) + e2 * ((0.375 - 0.3125 * e) +
                                            e2 * ((0.2734375 - 0.24609375 * e) + e2 * 0.2255859375))
                  : 1.0 / sqrt(n);
    return (talus_quat){s * p.w, s * p.x, s * p.y, s * p.z};
}

/// normalise(p + h p (0, w)): the explicit orientation update with h = dt/4 or dt/2.
static inline talus_quat quat_advance(talus_quat p, double h, talus_vec3 w)
{
    const talus_quat d = {-p.x * w.x - p.y * w.y - p.z * w.z, p.w * w.x + p.y * w.z - p.z * w.y,
                          p.w * w.y - p.x * w.z + p.z * w.x, p.w * w.z + p.x * w.y - p.y * w.x};
    return quat_unit((talus_quat){p.w + h * d.w, p.x + h * d.x, p.y + h * d.y, p.z + h * d.z});
}

/// The quaternion of a rotation matrix, from its largest component.
talus_quat quat_of_matrix(const talus_mat3 *a);
/// talus_quat_matrix
static inline talus_mat3 quat_matrix(talus_quat p)
{
    const double xx = p.x * p.x, yy = p.y * p.y, zz = p.z * p.z;
    const double xy = p.x * p.y, xz = p.x * p.z, yz = p.y * p.z;
    const double wx = p.w * p.x, wy = p.w * p.y, wz = p.w * p.z;
    return (talus_mat3){{{1.0 - 2.0 * (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy)},
                         {2.0 * (xy + wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz - wx)},
                         {2.0 * (xz - wy), 2.0 * (yz + wx), 1.0 - 2.0 * (xx + yy)}}};
}

/// talus_quat_rotate: v + 2 e x (e x v + e0 v)
static inline talus_vec3 quat_rotate(talus_quat p, talus_vec3 v)
{
    const talus_vec3 e = vec3(p.x, p.y, p.z);
    const talus_vec3 t = vec3_scale(2.0, vec3_cross(e, v));
    return vec3_add(vec3_axpy(v, p.w, t), vec3_cross(e, t));
}

#endif
