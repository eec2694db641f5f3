// SPDX-License-Identifier: GPL-3.0-or-later
// Reaction of the base on a spatial block that does not slide, from the accelerations of (7.1).
#include "lab/spatial/spatial.h"

#include <math.h>

/// Angular acceleration in body axes about the pivot of the state.
static talus_vec3 turning(const talus_spatial_block *block, const talus_spatial_state *state,
                          talus_vec3 w, talus_vec3 force)
{
    const talus_vec3 none = vec3(0.0, 0.0, 0.0);
    if (state->mode == TALUS_SPATIAL_REST || state->mode == TALUS_SPATIAL_FLIGHT) {
        return none;
    }
    const talus_vec3 pivot = block->corners[state->pivot], d = vec3_scale(-1.0, pivot);
    const talus_mat3 j = spatial_inertia_about(&block->inertia, block->mass, d);
    const talus_vec3 moment = vec3_scale(block->mass, vec3_cross(d, force));
    if (state->mode == TALUS_SPATIAL_EDGE) {
        const talus_vec3 along =
            vec3_sub(pivot, block->corners[spatial_corner(block, state->pivot - 1)]);
        const talus_vec3 axis = vec3_scale(1.0 / vec3_norm(along), along);
        const talus_vec3 ja = mat3_mulv(&j, axis);
        return vec3_scale(vec3_dot(axis, moment) / vec3_dot(axis, ja), axis);
    }
    talus_vec3 turn = none;
    const talus_vec3 momentum = mat3_mulv(&j, w);
    spatial_solve(&j, vec3_sub(moment, vec3_cross(w, momentum)), &turn);
    return turn;
}

spatial_reaction spatial_reaction_of(const talus_spatial_block *block,
                                     const talus_spatial_state *state, double gravity,
                                     talus_vec3 base)
{
    const double none = (double)NAN;
    if (state->mode == TALUS_SPATIAL_FLIGHT) {
        return (spatial_reaction){.normal = 0.0, .demand = none, .pressure = {none, none, 0.0}};
    }
    const talus_mat3 a = talus_quat_matrix(state->attitude);
    const talus_vec3 push = vec3(base.x, base.y, base.z + gravity); // what the base gives a mass
    const talus_vec3 w = mat3_tmulv(&a, state->w), lift = mat3_tmulv(&a, push);
    const talus_vec3 turn = turning(block, state, w, vec3_scale(-1.0, lift));
    const talus_vec3 d = vec3_scale(-1.0, block->corners[state->pivot]);
    talus_vec3 rise = vec3(0.0, 0.0, 0.0);
    if (state->mode != TALUS_SPATIAL_REST) {
        rise = vec3_add(vec3_cross(turn, d), vec3_cross(w, vec3_cross(w, d)));
    }
    const talus_vec3 rho = vec3_scale(block->mass, mat3_mulv(&a, vec3_add(rise, lift)));
    // moment about the centre of mass: Theta W' + W x Theta W = r x rho + tau z
    const talus_vec3 spin = mat3_mulv(&block->inertia, w);
    const talus_vec3 moment =
        mat3_mulv(&a, vec3_add(mat3_mulv(&block->inertia, turn), vec3_cross(w, spin)));
    const double height = mat3_mulv(&a, d).z;
    const talus_vec3 place =
        vec3((-height * rho.x - moment.y) / rho.z, (moment.x - height * rho.y) / rho.z, -height);
    const double tangential = sqrt(rho.x * rho.x + rho.y * rho.y);
    return (spatial_reaction){.force = rho,
                              .normal = rho.z,
                              .demand = rho.z > 0.0 ? tangential / rho.z : (double)INFINITY,
                              .pressure = mat3_tmulv(&a, place)};
}
