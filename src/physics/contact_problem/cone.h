// SPDX-License-Identifier: GPL-3.0-or-later
// Points x inside the Lorentz cone { |x_T| < x_N } of three dimensions, for the interior stage.
//
// The gap g = x_N - |x_T| is carried beside the point: close to the boundary it is far below the
// round-off of x, and everything that decides there (determinant, scaling, step length) takes it.
#ifndef TALUS_SRC_PHYSICS_CONTACT_PROBLEM_CONE_H
#define TALUS_SRC_PHYSICS_CONTACT_PROBLEM_CONE_H

#include <math.h>

static inline double cone_tangent(const double x[3])
{
    return sqrt(x[1] * x[1] + x[2] * x[2]);
}

/// x_N^2 - |x_T|^2
static inline double cone_determinant(const double x[3], double gap)
{
    return gap * (gap + 2.0 * cone_tangent(x));
}

/// x'z without the cancellation of opposite tangential parts: 1 + cos = |e_x + e_z|^2 / 2
static inline double cone_product(const double x[3], double gap_x, const double z[3], double gap_z)
{
    const double tx = cone_tangent(x), tz = cone_tangent(z);
    double opposed = tx * tz;
    if (opposed > 0.0) {
        const double e1 = x[1] / tx + z[1] / tz, e2 = x[2] / tx + z[2] / tz;
        opposed *= 0.5 * (e1 * e1 + e2 * e2);
    }
    return gap_x * (gap_z + tz) + tx * gap_z + opposed;
}

/// Gap of x + length d.
static inline double cone_moved_gap(const double x[3], double gap, const double d[3], double length)
{
    const double y1 = x[1] + length * d[1], y2 = x[2] + length * d[2];
    const double sum = sqrt(y1 * y1 + y2 * y2) + cone_tangent(x);
    const double growth =
        sum > 0.0
            ? length * (2.0 * (x[1] * d[1] + x[2] * d[2]) + length * (d[1] * d[1] + d[2] * d[2])) /
                  sum
            : 0.0;
    return gap + (length * d[0] - growth);
}

/// Largest t with x + s d in the cone for all s <= t; 1e30 when no bound is met.
static inline double cone_step_length(const double x[3], double gap, const double d[3])
{
    const double tx = cone_tangent(x);
    const double a = d[0] * d[0] - d[1] * d[1] - d[2] * d[2];
    const double b = gap * d[0] + (tx * d[0] - x[1] * d[1] - x[2] * d[2]);
    const double c = cone_determinant(x, gap), discriminant = b * b - a * c;
    // x_N must not fall below zero: the whole bound where the roots coincide (x and d along e_N)
    double length = d[0] < 0.0 ? -x[0] / d[0] : 1e30;
    if (discriminant >= 0.0) {
        const double root = sqrt(discriminant), q = b >= 0.0 ? -(b + root) : root - b;
        const double first = a != 0.0 ? q / a : 1e30, second = q != 0.0 ? c / q : 1e30;
        length = first > 0.0 && first < length ? first : length;
        length = second > 0.0 && second < length ? second : length;
    }
    return length;
}

/// Scaling of Nesterov and Todd of a pair: S x = z with S = V V positive definite.
typedef struct cone_scaling {
    double s[9]; ///< S
    double v[9]; ///< V
    double w[9]; ///< V^-1
} cone_scaling;

static inline void cone_scale(const double x[3], double gap_x, const double z[3], double gap_z,
                              cone_scaling *scaling)
{
    const double det_x = sqrt(cone_determinant(x, gap_x)), det_z = sqrt(cone_determinant(z, gap_z));
    const double cosine = cone_product(x, gap_x, z, gap_z) / (det_x * det_z);
    const double gamma = 1.0 / sqrt(2.0 * (1.0 + cosine));
    const double eta2 = det_x / det_z, eta = sqrt(eta2);
    const double w1 = gamma * (x[1] / det_x - z[1] / det_z),
                 w2 = gamma * (x[2] / det_x - z[2] / det_z), w0 = sqrt(1.0 + w1 * w1 + w2 * w2);
    const double k = 1.0 / (1.0 + w0);
    const double m[9] = {
        w0, w1, w2, w1, 1.0 + k * w1 * w1, k * w1 * w2, w2, k * w1 * w2, 1.0 + k * w2 * w2};
    for (int i = 0; i < 9; i++) {
        const double sign = i == 1 || i == 2 || i == 3 || i == 6 ? -1.0 : 1.0;
        scaling->w[i] = eta * m[i];
        scaling->v[i] = sign * m[i] / eta;
    }
    const double e[3] = {w0, -w1, -w2};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const double unit = i != j ? 0.0 : i == 0 ? 1.0 : -1.0;
            scaling->s[3 * i + j] = (2.0 * e[i] * e[j] - unit) / eta2;
        }
    }
}

static inline void cone_apply(const double m[9], const double x[3], double y[3])
{
    for (int i = 0; i < 3; i++) {
        y[i] = m[3 * i] * x[0] + m[3 * i + 1] * x[1] + m[3 * i + 2] * x[2];
    }
}

#endif
