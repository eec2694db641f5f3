// SPDX-License-Identifier: GPL-3.0-or-later
/// @file replay.h
/// The motion of one or several blocks on a level base as a glTF file with an animation. It knows poses; it
/// refuses to know what moved the block.
#ifndef TALUS_SRC_IO_REPLAY_REPLAY_H
#define TALUS_SRC_IO_REPLAY_REPLAY_H

#include "talus/shape.h"

/// Where the block is; z up, the base is z = 0.
typedef struct replay_pose {
    double time;         ///< s
    talus_vec3 position; ///< m, of the centre of mass
    talus_quat attitude; ///< body -> world
} replay_pose;

typedef struct replay_block {
    const talus_vec3 *base; ///< (base_count) corners of the lower face, body frame,
                            ///< counter-clockwise from above, all at one height (m)
    size_t base_count;      ///< >= 3
    double top;             ///< m, height of the upper face, body frame
    const char *outcome;
    const replay_pose *poses; ///< (count) by ascending time; equal times count once
    size_t count;             ///< >= 1
    const bool *kept;         ///< (count) poses that no thinning may drop
} replay_block;

/// Nodes "block", "base" and "path" (of the centre of mass), y up; the animation "rocking" has the
/// poses that are kept and others 1/60 s apart.
/// @param path  ends in .gltf or .glb
/// @return TALUS_ERROR_ARGUMENT, _MEMORY or _IO
talus_status replay_write(const char *path, const replay_block *block, talus_error *error);

/// One of several polyhedra with its own name and motion.
typedef struct replay_body {
    const char *name;
    const talus_rock *rock;   ///< with faces
    const replay_pose *poses; ///< (count of the scene)
} replay_body;
typedef struct replay_bodies {
    const replay_body *items; ///< (count) >= 1
    size_t count;
    size_t pose_count; ///< >= 1, of each body
    const char *outcome;
} replay_bodies;
/// A node for each body, and "base"; the animation "rocking" has poses at least 1/60 s apart.
/// @return as replay_write
talus_status replay_write_bodies(const char *path, const replay_bodies *bodies, talus_error *error);

#endif
