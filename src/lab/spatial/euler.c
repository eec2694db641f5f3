// SPDX-License-Identifier: GPL-3.0-or-later
// Euler angles of the rocking papers: turns about z, then y, then x of the body.
#include "lab/spatial/spatial.h"

double spatial_atan2(double y, double x)
{
    if (fabs(y) > fabs(x)) {
        return (y > 0.0 ? 0.5 : -0.5) * TALUS_PI - talus_atan(x / y);
    }
    if (x == 0.0) {
        return 0.0;
    }
    const double angle = talus_atan(y / x);
    return x > 0.0 ? angle : angle + (y < 0.0 ? -TALUS_PI : TALUS_PI);
}

talus_quat spatial_turn(talus_vec3 axis, double angle)
{
    const double s = talus_sin(0.5 * angle);
    return (talus_quat){talus_cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

talus_quat talus_euler_attitude(talus_euler angles)
{
    const talus_quat z = spatial_turn(vec3(0.0, 0.0, 1.0), angles.phi);
    const talus_quat y = spatial_turn(vec3(0.0, 1.0, 0.0), angles.theta);
    const talus_quat x = spatial_turn(vec3(1.0, 0.0, 0.0), angles.psi);
    return quat_mul(quat_mul(z, y), x);
}

talus_euler talus_euler_from_attitude(talus_quat attitude)
{
    const talus_mat3 r = talus_quat_matrix(attitude);
    const double s = -r.m[2][0];
    return (talus_euler){
        .phi = spatial_atan2(r.m[1][0], r.m[0][0]),
        .theta = spatial_atan2(s, sqrt(r.m[2][1] * r.m[2][1] + r.m[2][2] * r.m[2][2])),
        .psi = spatial_atan2(r.m[2][1], r.m[2][2]),
    };
}

talus_euler talus_euler_rates(talus_euler angles, talus_vec3 w)
{
    const double s = talus_sin(angles.psi), c = talus_cos(angles.psi);
    // w_y = T' c + F' cos T s,  w_z = -T' s + F' cos T c,  w_x = P' - F' sin T
    const double phi = (w.y * s + w.z * c) / talus_cos(angles.theta);
    return (talus_euler){
        .phi = phi,
        .theta = w.y * c - w.z * s,
        .psi = w.x + phi * talus_sin(angles.theta),
    };
}
