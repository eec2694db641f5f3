// SPDX-License-Identifier: GPL-3.0-or-later
// Rock x piece of a wall: a prism with vertical sides and a crest.
#include "physics/contact/obstacle.h"

static talus_vec3 face_normal(const obstacle_piece *p, int face)
{
    return vec3(p->normals[face][0], p->normals[face][1], p->normals[face][2]);
}

/// Height of q over a face, negative inside.
static double over_face(const obstacle_piece *p, int face, talus_vec3 q)
{
    return p->normals[face][0] * q.x + p->normals[face][1] * q.y + p->normals[face][2] * q.z -
           p->offsets[face];
}

/// A place between two pieces belongs to the second.
static bool is_inside(const obstacle_piece *p, talus_vec3 q)
{
    for (int face = 0; face < OBSTACLE_FACES; face++) {
        const double over = over_face(p, face, q);
        if (over > 0.0 || (over == 0.0 && face == OBSTACLE_END && p->joints[face])) {
            return false;
        }
    }
    return true;
}

/// The open face through which the way from q to S leaves; for S inside the one nearest to q.
static int face_to_leave(const obstacle_piece *p, talus_vec3 q, talus_vec3 s)
{
    const talus_vec3 way = vec3_sub(s, q);
    double first = (double)INFINITY, least = (double)INFINITY;
    int leaving = OBSTACLE_CREST, nearest = OBSTACLE_CREST;
    for (int face = 0; face < OBSTACLE_FACES; face++) {
        if (p->joints[face] != OBSTACLE_OPEN) {
            continue;
        }
        const double depth = -over_face(p, face, q);
        const double rate = vec3_dot(face_normal(p, face), way);
        if (rate > 0.0 && depth / rate < first) {
            first = depth / rate;
            leaving = face;
        }
        if (depth < least) {
            least = depth;
            nearest = face;
        }
    }
    return first <= 1.0 ? leaving : nearest;
}

static void add_point(const obstacle_touch *t, uint64_t feature, talus_vec3 q)
{
    const int face = face_to_leave(t->piece, q, t->rock->r);
    obstacle_keep(t, feature, q, face_normal(t->piece, face), -over_face(t->piece, face, q));
}

/// An edge of the rock in the prism: shares of the part inside, and the faces at its ends.
typedef struct edge_part {
    talus_vec3 a, d; ///< start and way of the edge
    double s[2];
    int faces[2]; ///< -1: a vertex of the rock
} edge_part;

static bool cut_edge(const obstacle_piece *p, edge_part *part)
{
    part->s[0] = 0.0;
    part->s[1] = 1.0;
    part->faces[0] = part->faces[1] = -1;
    for (int face = 0; face < OBSTACLE_FACES; face++) {
        const double over = over_face(p, face, part->a);
        const double rate = vec3_dot(face_normal(p, face), part->d);
        const double s = rate != 0.0 ? -over / rate : 0.0;
        if (rate == 0.0 && over > 0.0) {
            return false;
        }
        if (rate < 0.0 && s > part->s[0]) {
            part->s[0] = s;
            part->faces[0] = face;
        } else if (rate > 0.0 && s < part->s[1]) {
            part->s[1] = s;
            part->faces[1] = face;
        }
    }
    return part->s[0] < part->s[1];
}

/// An edge that cuts a corner of the prism from face A to face B: both edges touch, with the normal
/// square to both. @return false when it is not such a corner
static bool add_corner(const obstacle_touch *t, size_t e, const edge_part *part)
{
    const obstacle_piece *p = t->piece;
    const int a = part->faces[0], b = part->faces[1];
    if (a < 0 || b < 0 || p->joints[a] != OBSTACLE_OPEN || p->joints[b] != OBSTACLE_OPEN) {
        return false;
    }
    const talus_vec3 na = face_normal(p, a), nb = face_normal(p, b);
    const double c = vec3_dot(na, nb);
    const talus_vec3 corner = vec3_cross(na, nb), across = vec3_cross(part->d, corner);
    const double length2 = vec3_norm2(across);
    if (c < -0.5 || length2 < 1e-12 * vec3_norm2(part->d)) {
        return false; // left and right side, or parallel edges
    }
    const talus_vec3 q0 = vec3_axpy(part->a, part->s[0], part->d);
    // the point of the corner's edge nearest to q0, which lies on face A
    const double out = -over_face(p, b, q0) / (1.0 - c * c);
    const talus_vec3 to_corner = vec3_axpy(vec3_scale(-c * out, na), out, nb);
    talus_vec3 normal = vec3_scale(1.0 / sqrt(length2), across);
    double depth = vec3_dot(normal, to_corner);
    if (depth < 0.0) {
        normal = vec3_scale(-1.0, normal);
        depth = -depth;
    }
    // nearest points of the two lines
    const double dd = vec3_norm2(part->d), dk = vec3_dot(part->d, corner);
    const double kk = vec3_norm2(corner), w = -vec3_dot(part->d, to_corner);
    const double wk = -vec3_dot(corner, to_corner);
    double s = part->s[0] + (dk * wk - kk * w) / (dd * kk - dk * dk);
    s = s < part->s[0] ? part->s[0] : s > part->s[1] ? part->s[1] : s;
    const talus_vec3 q = vec3_axpy(part->a, s, part->d);
    if (vec3_dot(normal, vec3_sub(t->rock->r, q)) <= 0.0) {
        return false;
    }
    obstacle_keep(t, obstacle_edge_feature(t, e, 0), q, normal, depth);
    return true;
}

static void add_edge(const obstacle_touch *t, size_t e)
{
    const contact_edge *edge = &t->rock->body->edges[e];
    edge_part part = {.a = t->rock->vertices[edge->a]};
    part.d = vec3_sub(t->rock->vertices[edge->b], part.a);
    if (!cut_edge(t->piece, &part) || add_corner(t, e, &part)) {
        return;
    }
    for (unsigned end = 0; end < 2; end++) {
        const int face = part.faces[end];
        // at a straight joint the next piece has the same place
        if (face >= 0 && !(face == OBSTACLE_BEGIN && t->piece->joints[face] == OBSTACLE_STRAIGHT)) {
            add_point(t, obstacle_edge_feature(t, e, end), vec3_axpy(part.a, part.s[end], part.d));
        }
    }
}

/// The two upper corners of an open end, which a face of the rock may have swallowed.
static void add_end(const obstacle_touch *t, int end)
{
    const obstacle_piece *p = t->piece;
    if (p->joints[end] != OBSTACLE_OPEN) {
        return;
    }
    const bool is_begin = end == OBSTACLE_BEGIN;
    const double half = 0.5 * (p->offsets[OBSTACLE_LEFT] + p->offsets[OBSTACLE_RIGHT]);
    for (int side = OBSTACLE_LEFT; side <= OBSTACLE_RIGHT; side++) {
        const double *n = p->normals[side];
        const talus_vec3 corner =
            vec3((is_begin ? p->x0 : p->x1) + half * n[0], (is_begin ? p->y0 : p->y1) + half * n[1],
                 is_begin ? p->z0 : p->z1);
        const size_t number = (size_t)(2 * (end - OBSTACLE_BEGIN) + side) / OBSTACLE_EDGE_PLACES;
        obstacle_keep_in_face(
            t, obstacle_edge_feature(t, t->rock->body->edge_count + number, (unsigned)side % 2u),
            corner);
    }
}

void obstacle_touch_wall(const obstacle_touch *t)
{
    const contact_body *rock = t->rock->body;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        if (is_inside(t->piece, t->rock->vertices[k])) {
            add_point(t, k, t->rock->vertices[k]);
        }
    }
    for (size_t e = 0; e < rock->edge_count; e++) {
        add_edge(t, e);
    }
    add_end(t, OBSTACLE_BEGIN);
    add_end(t, OBSTACLE_END);
}
