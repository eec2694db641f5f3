// SPDX-License-Identifier: GPL-3.0-or-later
// z-up doubles to y-up floats, by cglm: a quarter turn about -x.
#include "io/replay/gltf.h"

#include <cglm/cglm.h>

/// Turns z up into y up; exact to one rounding of sqrt(1/2).
static void quarter_turn(versor q)
{
    const float half = 0.70710678F;
    glm_quat_init(q, -half, 0, 0, half);
}

void gltf_put(float out[3], talus_vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

void gltf_turn_direction(talus_vec3 direction, float out[3])
{
    versor q;
    vec3 v = {(float)direction.x, (float)direction.y, (float)direction.z};
    quarter_turn(q);
    glm_quat_rotatev(q, v, out);
}

void gltf_turn_point(talus_vec3 point, talus_vec3 origin, float out[3])
{
    // the difference is taken in double: world coordinates do not fit a float
    const talus_vec3 local = {point.x - origin.x, point.y - origin.y, point.z - origin.z};
    gltf_turn_direction(local, out);
}

void gltf_turn_rotation(talus_quat p, float out[4])
{
    versor q;
    versor body = {(float)p.x, (float)p.y, (float)p.z, (float)p.w};
    versor turned;
    quarter_turn(q);
    glm_quat_mul(q, body, turned);
    glm_quat_normalize_to(turned, turned);
    for (int k = 0; k < 4; k++) {
        out[k] = turned[k];
    }
}
