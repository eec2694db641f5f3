// SPDX-License-Identifier: GPL-3.0-or-later
// What the files on stems and walls share.
#ifndef TALUS_SRC_PHYSICS_CONTACT_OBSTACLE_H
#define TALUS_SRC_PHYSICS_CONTACT_OBSTACLE_H

#include "physics/contact/contact_internal.h"
#include "physics/site/obstacles.h"

/// Depths within this are round-off, m.
#define OBSTACLE_LEAST_DEPTH 1e-9

/// One body of the obstacles against one rock.
typedef struct obstacle_touch {
    const contact_posed *rock;
    const obstacle_body *body;
    const obstacle_piece *piece; ///< of walls
    uint32_t number;             ///< of the body
    contact_candidates *found;
} obstacle_touch;

/// Places on edge e: its numbers follow those of the vertices.
enum { OBSTACLE_EDGE_PLACES = 2 };
static inline uint64_t obstacle_edge_feature(const obstacle_touch *t, size_t e, unsigned place)
{
    return t->rock->body->vertex_count + OBSTACLE_EDGE_PLACES * e + place;
}

/// Keep a place of the rock with the normal of the obstacle and the depth under it.
void obstacle_keep(const obstacle_touch *t, uint64_t feature, talus_vec3 q, talus_vec3 normal,
                   double depth);
/// A point of the obstacle in a face of the rock: the face it is least deep in holds it, when that
/// face looks down. Nothing when the point is outside.
void obstacle_keep_in_face(const obstacle_touch *t, uint64_t feature, talus_vec3 point);

void obstacle_touch_stem(const obstacle_touch *t);
void obstacle_touch_wall(const obstacle_touch *t);

#endif
