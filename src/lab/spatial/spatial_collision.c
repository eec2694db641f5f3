// SPDX-License-Identifier: GPL-3.0-or-later
// Collision of a flying block at a corner.
#include "lab/spatial/spatial.h"

/// 1 / M + A^T C I^-1 C^T A (1/kg): velocity of the corner per impulse on it, world axes.
static talus_mat3 corner_mobility(const talus_spatial_block *block, talus_quat attitude,
                                  talus_vec3 arm)
{
    const talus_mat3 inertia = spatial_world_inertia(block, attitude);
    const talus_mat3 inverse = mat3_inverse(&inertia);
    talus_mat3 mobility;
    for (int j = 0; j < 3; j++) {
        const talus_vec3 unit = vec3(j == 0 ? 1.0 : 0.0, j == 1 ? 1.0 : 0.0, j == 2 ? 1.0 : 0.0);
        const talus_vec3 v = vec3_axpy(vec3_cross(mat3_mulv(&inverse, vec3_cross(arm, unit)), arm),
                                       1.0 / block->mass, unit);
        mobility.m[0][j] = v.x;
        mobility.m[1][j] = v.y;
        mobility.m[2][j] = v.z;
    }
    return mobility;
}

talus_spatial_collision talus_spatial_collide(const talus_spatial_block *block,
                                              const talus_spatial_state *flight, int corner,
                                              double e, bool free_y)
{
    if (block == NULL || flight == NULL) {
        return (talus_spatial_collision){0};
    }
    const talus_vec3 arm = spatial_arm(block, flight->attitude, corner);
    const talus_vec3 v = vec3_add(flight->velocity, vec3_cross(flight->w, arm));
    talus_mat3 k = corner_mobility(block, flight->attitude, arm);
    talus_vec3 change = vec3(-v.x, -v.y, -(1.0 + e) * v.z);
    if (free_y) {
        // the row of the missing condition becomes F_y = 0
        for (int j = 0; j < 3; j++) {
            k.m[1][j] = j == 1 ? k.m[0][0] : 0.0;
        }
        change.y = 0.0;
    }
    talus_vec3 impulse = vec3(0.0, 0.0, 0.0);
    spatial_solve(&k, change, &impulse);
    const talus_mat3 inertia = spatial_world_inertia(block, flight->attitude);
    const talus_mat3 inverse = mat3_inverse(&inertia);
    const talus_vec3 w = vec3_add(flight->w, mat3_mulv(&inverse, vec3_cross(arm, impulse)));
    const talus_mat3 a = talus_quat_matrix(flight->attitude);
    return (talus_spatial_collision){
        .velocity = vec3_axpy(flight->velocity, 1.0 / block->mass, impulse),
        .w = mat3_tmulv(&a, w),
        .impulse = impulse,
    };
}
