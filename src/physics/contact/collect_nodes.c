// SPDX-License-Identifier: GPL-3.0-or-later
// Two-way detection: nodes of the terrain against faces of the rock. [docs/detection.md]
#include "physics/contact/contact_internal.h"

/// A face that looks up by more than this has no ground under it that could have come through it.
#define FACE_UP 0.5
/// Sine of the angle by which the ground may rise over a face from a node that it touches.
#define SLANT 0.02

/// Against a face, out of the ground: a height field never pushes down.
static talus_vec3 turn_out(const talus_mat3 *a, talus_vec3 face_normal)
{
    const talus_vec3 n = vec3_scale(-1.0, mat3_mulv(a, face_normal));
    if (n.z >= 0.0) {
        return n;
    }
    const double scale = 1.0 / sqrt(n.x * n.x + n.y * n.y);
    return vec3(scale * n.x, scale * n.y, 0.0);
}

/// Largest distance of a place over the faces: positive outside. Stops once clear.
static double find_outside(const contact_collector *c, talus_vec3 x)
{
    double outside = -(double)INFINITY;
    for (size_t f = 0; f < c->body->face_count && outside <= c->margin; f++) {
        const double distance = vec3_dot(c->body->faces[f].normal, x) - c->body->faces[f].offset;
        outside = distance > outside ? distance : outside;
    }
    return outside;
}

/// Ways from a node along the lines of the terrain.
typedef struct ways {
    size_t count;
    talus_vec3 d[6]; ///< unit
} ways;

static void find_ways(const talus_terrain *terrain, int64_t i, int64_t j, double z, ways *out)
{
    static const int steps[6][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, -1}};
    out->count = 0;
    for (size_t k = 0; k < (terrain->is_triangulated ? 6u : 4u); k++) {
        const int64_t ni = i + steps[k][0], nj = j + steps[k][1];
        if (ni < 0 || nj < 0 || ni > (int64_t)terrain->cells_x || nj > (int64_t)terrain->cells_y) {
            continue;
        }
        const talus_vec3 d = vec3(steps[k][0] * terrain->cell, steps[k][1] * terrain->cell,
                                  contact_node_height(terrain, ni, nj) - z);
        if (!isnan(d.z)) {
            out->d[out->count++] = vec3_scale(1.0 / vec3_norm(d), d);
        }
    }
}

/// Face of least penetration among those that the ground around the node allows: all ways from the
/// node lead away from the face.
static bool find_face(const contact_collector *c, talus_vec3 x, const ways *from,
                      talus_vec3 *normal)
{
    double distance = -(double)INFINITY;
    for (size_t f = 0; f < c->body->face_count; f++) {
        const contact_face *face = &c->body->faces[f];
        const double nearer = vec3_dot(face->normal, x) - face->offset;
        if (nearer <= distance || contact_up(c->a, face->normal) > FACE_UP) {
            continue;
        }
        const talus_vec3 n = turn_out(c->a, face->normal);
        bool leads_away = true;
        for (size_t k = 0; k < from->count; k++) {
            leads_away = leads_away && vec3_dot(n, from->d[k]) <= SLANT;
        }
        if (leads_away) {
            distance = nearer;
            *normal = n;
        }
    }
    return distance > -c->body->inner_radius;
}

static void add_node(const contact_collector *c, int64_t i, int64_t j, talus_vec3 q,
                     talus_vec3 offset)
{
    const talus_terrain *terrain = c->site->terrain;
    contact_point point = {.key = contact_make_key(CONTACT_KEY_NODE, (uint64_t)i, (uint64_t)j),
                           .lever = mat3_tmulv(c->a, offset),
                           .foot = q};
    const double outside = find_outside(c, point.lever);
    if (outside > c->margin || !contact_node_is_on_surface(terrain, i, j)) {
        return;
    }
    ways from;
    find_ways(terrain, i, j, q.z, &from);
    if (find_face(c, point.lever, &from, &point.normal)) {
        contact_add_point(c, &point, outside);
    }
}

void contact_collect_nodes(const contact_collector *c)
{
    const talus_terrain *terrain = c->site->terrain;
    const double reach = c->body->radius + c->margin;
    for (int64_t j = c->span.j0; j <= c->span.j1; j++) {
        const double y = terrain->y0 + (double)j * terrain->cell, dy = y - c->r.y;
        for (int64_t i = c->span.i0; i <= c->span.i1; i++) {
            const double x = terrain->x0 + (double)i * terrain->cell, dx = x - c->r.x;
            const double rest = reach * reach - dx * dx - dy * dy;
            if (rest < 0.0) {
                continue;
            }
            const double z = contact_node_height(terrain, i, j), dz = z - c->r.z;
            if (dz * dz <= rest) {
                add_node(c, i, j, vec3(x, y, z), vec3(dx, dy, dz));
            }
        }
    }
}
