// SPDX-License-Identifier: GPL-3.0-or-later
// Edges and face planes of a rock, derived when it is set.
#include "foundation/math/lanes.h"
#include "physics/contact/contact.h"

#include <stdlib.h>
#include <string.h>

#define NO_LINK UINT32_MAX
#define BIT_WORDS(count) (((count) + 63) / 64)

bool contact_body_init(contact_body *body, size_t max_vertices)
{
    const size_t n = max_vertices > 4 ? max_vertices : 4;
    *body = (contact_body){.max_vertices = n};
    body->vertices = calloc(n, sizeof *body->vertices);
    body->edges = calloc(3 * n, sizeof *body->edges);
    body->edge_x = calloc(3 * (3 * n + LANES), sizeof *body->edge_x); // whole lanes
    body->edge_y = body->edge_x == NULL ? NULL : body->edge_x + 3 * n + LANES;
    body->edge_z = body->edge_x == NULL ? NULL : body->edge_y + 3 * n + LANES;
    body->faces = calloc(2 * n, sizeof *body->faces);
    body->links = calloc(4 * n, sizeof *body->links);
    body->star_starts = calloc(8 * n + 1 + LANES, sizeof *body->star_starts); // whole lanes
    body->star_edges = body->star_starts == NULL ? NULL : body->star_starts + n + 1;
    body->low = body->star_starts == NULL ? NULL : body->star_edges + 6 * n;
    body->wet_edges = calloc(2 * BIT_WORDS(3 * n) + BIT_WORDS(2 * n) + n, sizeof *body->wet_edges);
    body->cut_edges = body->wet_edges == NULL ? NULL : body->wet_edges + BIT_WORDS(3 * n);
    body->cut_faces = body->wet_edges == NULL ? NULL : body->cut_edges + BIT_WORDS(3 * n);
    body->star_bits = body->wet_edges == NULL ? NULL : body->cut_faces + BIT_WORDS(2 * n);
    body->chords = calloc(2 * n, sizeof *body->chords);
    body->under = calloc(n + LANES, sizeof *body->under);
    body->radii = calloc(7 * n + 3 * LANES, sizeof *body->radii); // whole lanes
    body->x = body->radii == NULL ? NULL : body->radii + n;
    body->y = body->radii == NULL ? NULL : body->x + n;
    body->z = body->radii == NULL ? NULL : body->y + n;
    body->heights = body->radii == NULL ? NULL : body->z + n;
    body->across1 = body->radii == NULL ? NULL : body->heights + n + LANES;
    body->across2 = body->radii == NULL ? NULL : body->across1 + n + LANES;
    return body->vertices != NULL && body->edges != NULL && body->faces != NULL &&
           body->links != NULL && body->star_starts != NULL && body->chords != NULL &&
           body->wet_edges != NULL && body->under != NULL && body->radii != NULL &&
           body->edge_x != NULL;
}

void contact_body_clear(contact_body *body)
{
    free(body->vertices);
    free(body->edges);
    free(body->edge_x);
    free(body->faces);
    free(body->links);
    free(body->star_starts);
    free(body->chords);
    free(body->under);
    free(body->wet_edges);
    free(body->radii);
    *body = (contact_body){0};
}

/// Unit normal of a polygon by Newell's sum, offset to its farthest vertex.
static contact_face find_plane(const contact_body *body, const uint32_t *corners, size_t count)
{
    talus_vec3 sum = vec3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < count; k++) {
        const talus_vec3 p = vec3_sub(body->vertices[corners[k]], body->vertices[corners[0]]);
        const talus_vec3 q =
            vec3_sub(body->vertices[corners[(k + 1) % count]], body->vertices[corners[0]]);
        sum = vec3_add(sum, vec3_cross(p, q));
    }
    contact_face face = {vec3_scale(1.0 / vec3_norm(sum), sum), -(double)INFINITY};
    for (size_t k = 0; k < count; k++) {
        const double offset = vec3_dot(face.normal, body->vertices[corners[k]]);
        face.offset = offset > face.offset ? offset : face.offset;
    }
    return face;
}

/// Radius of a circle about the mean of some corners that holds them, m.
static double find_radius(const contact_body *body, const uint32_t *corners, size_t count)
{
    talus_vec3 sum = vec3(0.0, 0.0, 0.0);
    double most = 0.0;
    for (size_t k = 0; k < count; k++) {
        sum = vec3_add(sum, body->vertices[corners[k]]);
    }
    const talus_vec3 middle = vec3_scale(1.0 / (double)count, sum);
    for (size_t k = 0; k < count; k++) {
        const double radius = vec3_norm(vec3_sub(body->vertices[corners[k]], middle));
        most = radius > most ? radius : most;
    }
    return most;
}

/// Take the side from a to b of face f: it opens an edge or closes the one that runs from b to a.
/// Edges hang in lists by their smaller vertex.
static bool add_side(contact_body *body, uint32_t a, uint32_t b, uint32_t f)
{
    uint32_t *head = body->links, *next = body->links + body->max_vertices;
    const uint32_t low = a < b ? a : b;
    for (uint32_t e = head[low]; e != NO_LINK; e = next[e]) {
        if (body->edges[e].a == b && body->edges[e].b == a) {
            body->edges[e].right = f;
            return true;
        }
    }
    if (body->edge_count >= 3 * body->max_vertices) {
        return false;
    }
    const uint32_t e = (uint32_t)body->edge_count++;
    body->edges[e] = (contact_edge){a, b, f, f};
    next[e] = head[low];
    head[low] = e;
    return true;
}

static bool add_faces(contact_body *body, const talus_rock *rock)
{
    if (rock->face_count > 2 * body->max_vertices) {
        return false;
    }
    memset(body->links, 0xff, body->max_vertices * sizeof *body->links);
    for (size_t f = 0; f < rock->face_count; f++) {
        const uint32_t *corners = rock->face_vertices + rock->face_starts[f];
        const size_t count = rock->face_starts[f + 1] - rock->face_starts[f];
        const double radius = find_radius(body, corners, count);
        body->faces[f] = find_plane(body, corners, count);
        body->face_radius = radius > body->face_radius ? radius : body->face_radius;
        for (size_t k = 0; k < count; k++) {
            if (!add_side(body, corners[k], corners[(k + 1) % count], (uint32_t)f)) {
                return false;
            }
        }
    }
    body->face_count = rock->face_count;
    return body->face_count > 0;
}

/// Edges by the vertices that they end in.
static void list_stars(contact_body *body)
{
    uint32_t *starts = body->star_starts;
    memset(starts, 0, (body->vertex_count + 1) * sizeof *starts);
    for (size_t e = 0; e < body->edge_count; e++) {
        starts[body->edges[e].a]++;
        starts[body->edges[e].b]++;
    }
    for (size_t v = 1; v <= body->vertex_count; v++) {
        starts[v] += starts[v - 1];
    }
    for (size_t e = body->edge_count; e-- > 0;) { // each start goes back from its end
        body->star_edges[--starts[body->edges[e].a]] = (uint32_t)e;
        body->star_edges[--starts[body->edges[e].b]] = (uint32_t)e;
    }
    memset(body->star_bits, 0, body->vertex_count * sizeof *body->star_bits);
    for (size_t e = 0; e < body->edge_count && body->edge_count <= 64; e++) {
        body->star_bits[body->edges[e].a] |= UINT64_C(1) << e;
        body->star_bits[body->edges[e].b] |= UINT64_C(1) << e;
    }
}

void contact_body_set(contact_body *body, const talus_rock *rock, double factor)
{
    body->vertex_count = rock->vertex_count;
    body->edge_count = body->face_count = 0;
    body->radius = factor * rock->radius;
    body->inner_radius = 0.25 * body->radius;
    body->longest_edge = body->face_radius = 0.0;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        body->vertices[k] = vec3_scale(factor, rock->vertices[k]);
        body->radii[k] = vec3_norm(body->vertices[k]);
        body->x[k] = body->vertices[k].x;
        body->y[k] = body->vertices[k].y;
        body->z[k] = body->vertices[k].z;
    }
    if (!add_faces(body, rock)) {
        body->edge_count = body->face_count = 0;
        list_stars(body);
        return;
    }
    list_stars(body);
    for (size_t e = 0; e < body->edge_count; e++) {
        const contact_edge *edge = &body->edges[e];
        const talus_vec3 way = vec3_sub(body->vertices[edge->b], body->vertices[edge->a]);
        const double length = vec3_norm(way);
        body->edge_x[e] = way.x;
        body->edge_y[e] = way.y;
        body->edge_z[e] = way.z;
        body->longest_edge = length > body->longest_edge ? length : body->longest_edge;
    }
    body->inner_radius = body->radius;
    for (size_t f = 0; f < body->face_count; f++) {
        const double offset = body->faces[f].offset;
        body->inner_radius = offset < body->inner_radius ? offset : body->inner_radius;
    }
}
