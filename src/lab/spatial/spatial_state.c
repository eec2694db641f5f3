// SPDX-License-Identifier: GPL-3.0-or-later
// State of a spatial block: release, corner heights, energy.
#include "lab/spatial/spatial.h"

talus_spatial_state talus_spatial_release(const talus_spatial_block *block, int pivot, double tilt)
{
    if (block == NULL) {
        return (talus_spatial_state){0};
    }
    const talus_vec3 p = block->corners[spatial_corner(block, pivot)];
    const talus_vec3 edge = vec3_sub(p, block->corners[spatial_corner(block, pivot - 1)]);
    talus_spatial_state state = {
        .mode = tilt == 0.0 ? TALUS_SPATIAL_REST : TALUS_SPATIAL_EDGE,
        .pivot = spatial_corner(block, pivot),
        .attitude = spatial_turn(vec3_scale(1.0 / vec3_norm(edge), edge), tilt),
    };
    state.position = vec3(p.x, p.y, 0.0);
    return state;
}

/// Pivot or centre of mass to the corner (m, world).
static talus_vec3 from_position(const talus_spatial_block *block, const talus_spatial_state *state,
                                int corner)
{
    const talus_vec3 arm = spatial_arm(block, state->attitude, corner);
    return state->mode == TALUS_SPATIAL_FLIGHT
               ? arm
               : vec3_sub(arm, spatial_arm(block, state->attitude, state->pivot));
}

void talus_spatial_heights(const talus_spatial_block *block, const talus_spatial_state *state,
                           double *heights)
{
    if (block == NULL || state == NULL || heights == NULL) {
        return;
    }
    for (int i = 0; i < (int)block->corner_count; i++) {
        heights[i] = state->position.z + from_position(block, state, i).z;
    }
}

double talus_spatial_energy(const talus_spatial_block *block, const talus_spatial_state *state,
                            double gravity)
{
    if (block == NULL || state == NULL) {
        return (double)NAN;
    }
    const talus_mat3 a = talus_quat_matrix(state->attitude);
    const talus_vec3 w = mat3_tmulv(&a, state->w), up = vec3(a.m[2][0], a.m[2][1], a.m[2][2]);
    const double weight = block->mass * gravity, rest = -block->corners[0].z;
    if (state->mode == TALUS_SPATIAL_FLIGHT) {
        return spatial_kinetic(&block->inertia, 0.0, vec3(0.0, 0.0, 0.0), w) +
               0.5 * block->mass * vec3_norm2(state->velocity) +
               weight * (state->position.z - rest);
    }
    const talus_vec3 pivot = block->corners[state->pivot];
    return spatial_kinetic(&block->inertia, block->mass, pivot, w) +
           weight * (state->position.z - vec3_dot(up, pivot) - rest);
}

/// Turn the block by the smallest angle that takes the world vector `from` to `to` (equal lengths).
static void turn(talus_spatial_state *state, talus_vec3 from, talus_vec3 to)
{
    const talus_vec3 axis = vec3_cross(from, to);
    const talus_quat q = {vec3_norm2(from) + vec3_dot(from, to), axis.x, axis.y, axis.z};
    state->attitude = talus_quat_normalised(quat_mul(talus_quat_normalised(q), state->attitude));
}

void spatial_flatten(talus_spatial_state *state)
{
    turn(state, talus_quat_rotate(state->attitude, vec3(0.0, 0.0, 1.0)), vec3(0.0, 0.0, 1.0));
}

void spatial_level_edge(const talus_spatial_block *block, talus_spatial_state *state, int edge)
{
    const talus_vec3 from = vec3_sub(spatial_arm(block, state->attitude, edge + 1),
                                     spatial_arm(block, state->attitude, edge));
    const talus_vec3 level = vec3(from.x, from.y, 0.0);
    turn(state, from, vec3_scale(vec3_norm(from) / vec3_norm(level), level));
}
