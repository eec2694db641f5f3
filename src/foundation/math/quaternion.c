// SPDX-License-Identifier: GPL-3.0-or-later
// Quaternions of the public interface.
#include "foundation/math/linalg.h"

talus_mat3 talus_quat_matrix(talus_quat p)
{
    return quat_matrix(p);
}

talus_vec3 talus_quat_rotate(talus_quat p, talus_vec3 v)
{
    return quat_rotate(p, v);
}

talus_quat talus_quat_normalised(talus_quat p)
{
    const double n2 = quat_norm2(p);
    if (n2 > 1e-280 && n2 < 1e280) {
        return quat_unit(p);
    }
    // squares that over- or underflow: bring the largest component to 1 first
    double largest = 0.0;
    const double parts[4] = {p.w, p.x, p.y, p.z};
    for (int k = 0; k < 4; k++) {
        if (!isfinite(parts[k])) {
            return (talus_quat){1.0, 0.0, 0.0, 0.0};
        }
        largest = fabs(parts[k]) > largest ? fabs(parts[k]) : largest;
    }
    if (largest == 0.0) {
        return (talus_quat){1.0, 0.0, 0.0, 0.0};
    }
    return quat_unit((talus_quat){p.w / largest, p.x / largest, p.y / largest, p.z / largest});
}

talus_quat quat_of_matrix(const talus_mat3 *a)
{
    const double xx = a->m[0][0], yy = a->m[1][1], zz = a->m[2][2];
    const double squares[4] = {1.0 + xx + yy + zz, 1.0 + xx - yy - zz, 1.0 - xx + yy - zz,
                               1.0 - xx - yy + zz};
    const double x = a->m[2][1] - a->m[1][2], y = a->m[0][2] - a->m[2][0],
                 z = a->m[1][0] - a->m[0][1];
    const double xy = a->m[0][1] + a->m[1][0], xz = a->m[0][2] + a->m[2][0],
                 yz = a->m[1][2] + a->m[2][1];
    const talus_quat candidates[4] = {{squares[0], x, y, z},
                                      {x, squares[1], xy, xz},
                                      {y, xy, squares[2], yz},
                                      {z, xz, yz, squares[3]}};
    int best = 0;
    for (int k = 1; k < 4; k++) {
        best = squares[k] > squares[best] ? k : best;
    }
    return talus_quat_normalised(candidates[best]);
}

talus_quat talus_quat_uniform(double u1, double u2, double u3)
{
    const double a = sqrt(1.0 - u1), b = sqrt(u1);
    const double first = 2.0 * TALUS_PI * u2, second = 2.0 * TALUS_PI * u3;
    return quat_unit((talus_quat){b * talus_cos(second), a * talus_sin(first), a * talus_cos(first),
                                  b * talus_sin(second)});
}
