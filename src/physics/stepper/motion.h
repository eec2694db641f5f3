// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of one rock under way. It knows what outlives a step; it refuses to know scratch.
#ifndef TALUS_SRC_PHYSICS_STEPPER_MOTION_H
#define TALUS_SRC_PHYSICS_STEPPER_MOTION_H

#include "talus/stepper.h"

enum { MOTION_VERSION = 2 };

/// The rock as scaled; its vertices and faces, not scaled, stand behind the motion.
typedef struct motion_body {
    uint64_t key; ///< digest of all that follows, of vertices and faces
    double factor, mass;
    talus_vec3 inertia;
    double radius;   ///< m, bounding sphere, not scaled
    double diameter; ///< m, of the sphere with the rock's volume
    double air;      ///< kg/m, drag in air over speed
    uint64_t vertex_count, face_count;
} motion_body;

/// What drawn grounds are drawn for.
typedef struct motion_draw {
    uint64_t seed, rock;
    uint32_t impact; ///< number of the last one
    uint32_t visit;  ///< number of the last visit to a layer of soil
} motion_draw;

/// What this rock did to a stem or wall.
typedef struct motion_touched {
    talus_obstacle_kind kind;
    uint32_t index;
    bool is_broken;
    double taken;        ///< J, by the stem so far
    uint64_t last_seen;  ///< when it was near enough for a contact; the first to be forgotten
    uint64_t last_touch; ///< in steps that looked for contacts; a flight counts as one
} motion_touched;

typedef struct motion_obstacles {
    uint64_t clock;
    size_t touched_count;
    motion_touched touched[TALUS_OBSTACLE_MEMORY];
} motion_obstacles;

struct talus_rock_motion {
    size_t size;
    uint32_t version;
    bool is_shaken;       ///< the base moves
    bool is_down;         ///< the last step had a closed contact with the ground
    bool warm_slips;      ///< the warm ones are three at most, and all with a load slip
    bool is_released;     ///< `release` is known
    bool is_piece;        ///< of a rock that broke
    uint64_t steps;       ///< taken
    talus_state state;    ///< after them
    talus_vec3 base_gain; ///< m/s, velocity that the base gains in a step
    talus_vec3 release;   ///< m, where bumps of grounds do not begin
    double depth_before;  ///< m, penetration at the pose of the last step
    size_t nearest;       ///< vertex that was nearest to the ground when it was last checked
    size_t warm_count;    ///< contacts of the last step
    motion_draw draw;
    motion_body body;
};

/// Where the arrays of a motion stand, bytes from its start.
typedef struct motion_layout {
    size_t size;        ///< all
    size_t warm;        ///< (3 max contacts) doubles: percussions of the last step
    size_t warm_before; ///< (3 max contacts) what its features had in the step before it
    size_t warm_keys;   ///< (max contacts) uint64_t: their features
    size_t vertices;    ///< (max vertices) talus_vec3
    size_t face_starts; ///< (2 max vertices + 1) uint32_t
    size_t corners;     ///< (6 max vertices) uint32_t: vertices of the faces
    size_t obstacles;   ///< motion_obstacles, on a site with obstacles
} motion_layout;

/// Digest of a body without its key, and of its vertices and faces; never 0.
uint64_t stepper_body_key(const motion_body *body, const void *shape, size_t size);

/// @param max_vertices >= 4
motion_layout motion_layout_of(size_t max_contacts, size_t max_vertices, bool has_obstacles);

#endif
