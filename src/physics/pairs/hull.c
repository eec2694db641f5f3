// SPDX-License-Identifier: GPL-3.0-or-later
// The shape of a rock as pairs see it: planes, edges, and all of it in a pose.
#include "physics/pairs/pairs.h"

#include <stdlib.h>
#include <string.h>

void pairs_hull_destroy(pairs_hull *hull)
{
    if (hull != NULL) {
        free(hull->vertices);
        free(hull->normals);
        free(hull->offsets);
        free(hull->edges);
        free(hull->face_starts);
        free(hull->corners);
        free(hull);
    }
}

/// Unit normal of a face by Newell's sum, and its offset: that of the farthest corner.
static void find_plane(pairs_hull *hull, size_t f)
{
    const uint32_t *corner = hull->corners + hull->face_starts[f];
    const size_t count = hull->face_starts[f + 1] - hull->face_starts[f];
    const talus_vec3 first = hull->vertices[corner[0]];
    talus_vec3 sum = vec3(0.0, 0.0, 0.0);
    for (size_t k = 1; k + 1 < count; k++) {
        sum = vec3_add(sum, vec3_cross(vec3_sub(hull->vertices[corner[k]], first),
                                       vec3_sub(hull->vertices[corner[k + 1]], first)));
    }
    const talus_vec3 normal = vec3_scale(1.0 / vec3_norm(sum), sum);
    double offset = -(double)INFINITY;
    for (size_t k = 0; k < count; k++) {
        const double height = vec3_dot(normal, hull->vertices[corner[k]]);
        offset = height > offset ? height : offset;
    }
    hull->normals[f] = normal;
    hull->offsets[f] = offset;
    hull->inner_radius = offset < hull->inner_radius ? offset : hull->inner_radius;
}

/// The side from a to b of face f: it opens an edge, or closes the one that runs from b to a.
static void append_side(pairs_hull *hull, uint32_t a, uint32_t b, uint32_t f)
{
    for (size_t e = 0; e < hull->edge_count; e++) {
        if (hull->edges[e].a == b && hull->edges[e].b == a) {
            hull->edges[e].right = f;
            return;
        }
    }
    hull->edges[hull->edge_count++] = (pairs_edge){a, b, f, f};
}

static void fill_hull(pairs_hull *hull, const talus_rock *rock, double factor)
{
    const size_t corners = rock->face_starts[rock->face_count];
    for (size_t k = 0; k < rock->vertex_count; k++) {
        hull->vertices[k] = vec3_scale(factor, rock->vertices[k]);
    }
    memcpy(hull->face_starts, rock->face_starts,
           (rock->face_count + 1) * sizeof *hull->face_starts);
    memcpy(hull->corners, rock->face_vertices, corners * sizeof *hull->corners);
    hull->vertex_count = rock->vertex_count;
    hull->face_count = rock->face_count;
    hull->radius = hull->inner_radius = factor * rock->radius;
    for (size_t f = 0; f < hull->face_count; f++) {
        const uint32_t *corner = hull->corners + hull->face_starts[f];
        const size_t count = hull->face_starts[f + 1] - hull->face_starts[f];
        find_plane(hull, f);
        for (size_t k = 0; k < count; k++) {
            append_side(hull, corner[k], corner[(k + 1) % count], (uint32_t)f);
        }
    }
}

static talus_status check_faces(const talus_rock *rock, talus_error *error)
{
    if (rock == NULL || rock->face_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the rock has no faces: only polyhedra can touch each other");
    }
    for (size_t f = 0; f < rock->face_count; f++) {
        const size_t count = rock->face_starts[f + 1] - rock->face_starts[f];
        if (count > PAIRS_CORNERS) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "face %zu of the rock has %zu corners, expected at most %d", f,
                                   count, PAIRS_CORNERS);
        }
    }
    return TALUS_OK;
}

talus_status pairs_hull_create(const talus_rock *rock, double factor, pairs_hull **hull,
                               talus_error *error)
{
    *hull = NULL;
    const talus_status status = check_faces(rock, error);
    if (status != TALUS_OK) {
        return status;
    }
    const size_t corners = rock->face_starts[rock->face_count];
    pairs_hull *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->vertices = calloc(rock->vertex_count, sizeof *made->vertices);
        made->normals = calloc(rock->face_count, sizeof *made->normals);
        made->offsets = calloc(rock->face_count, sizeof *made->offsets);
        made->edges = calloc(corners, sizeof *made->edges);
        made->face_starts = calloc(rock->face_count + 1, sizeof *made->face_starts);
        made->corners = calloc(corners, sizeof *made->corners);
    }
    if (made == NULL || made->vertices == NULL || made->normals == NULL || made->offsets == NULL ||
        made->edges == NULL || made->face_starts == NULL || made->corners == NULL) {
        pairs_hull_destroy(made);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a hull of %zu vertices",
                               rock->vertex_count);
    }
    fill_hull(made, rock, factor);
    *hull = made;
    return TALUS_OK;
}

bool pairs_posed_init(pairs_posed *posed, const pairs_hull *hull)
{
    *posed = (pairs_posed){.hull = hull};
    posed->vertices =
        calloc(hull->vertex_count + hull->face_count + hull->edge_count, sizeof *posed->vertices);
    if (posed->vertices == NULL) {
        return false;
    }
    posed->normals = posed->vertices + hull->vertex_count;
    posed->directions = posed->normals + hull->face_count;
    return true;
}

void pairs_posed_clear(pairs_posed *posed)
{
    free(posed->vertices);
    *posed = (pairs_posed){0};
}

void pairs_posed_set(pairs_posed *posed, talus_vec3 r, const talus_mat3 *a)
{
    const pairs_hull *hull = posed->hull;
    posed->r = r;
    for (size_t k = 0; k < hull->vertex_count; k++) {
        posed->vertices[k] = mat3_mulv(a, hull->vertices[k]);
    }
    for (size_t f = 0; f < hull->face_count; f++) {
        posed->normals[f] = mat3_mulv(a, hull->normals[f]);
    }
    for (size_t e = 0; e < hull->edge_count; e++) {
        const pairs_edge *edge = &hull->edges[e];
        posed->directions[e] = vec3_sub(posed->vertices[edge->b], posed->vertices[edge->a]);
    }
}
