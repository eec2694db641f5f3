// SPDX-License-Identifier: GPL-3.0-or-later
// Meshes of a block on a level base: a prism with flat faces, and a square.
#include "foundation/math/linalg.h"
#include "io/replay/gltf.h"

#include <stdlib.h>

/// Vertices and triangles of a mesh in the making; the arrays are large enough.
typedef struct face_list {
    float *positions, *normals;
    uint32_t *indices;
    size_t vertex_count, index_count;
} face_list;

/// A convex polygon, counter-clockwise from outside, as a fan.
static void add_face(face_list *list, const talus_vec3 *corners, size_t count, talus_vec3 normal)
{
    const uint32_t first = (uint32_t)list->vertex_count;
    for (size_t k = 0; k < count; k++) {
        gltf_put(list->positions + 3 * list->vertex_count, corners[k]);
        gltf_put(list->normals + 3 * list->vertex_count, normal);
        list->vertex_count++;
        if (k >= 2) {
            list->indices[list->index_count++] = first;
            list->indices[list->index_count++] = first + (uint32_t)k - 1;
            list->indices[list->index_count++] = first + (uint32_t)k;
        }
    }
}

static gltf_mesh add_mesh(gltf_buffer *buffer, const face_list *list)
{
    return (gltf_mesh){.positions = gltf_buffer_add(buffer, list->positions, list->vertex_count, 3,
                                                    GLTF_FLOAT, GLTF_VERTICES),
                       .normals = gltf_buffer_add(buffer, list->normals, list->vertex_count, 3,
                                                  GLTF_FLOAT, GLTF_VERTICES),
                       .indices = gltf_buffer_add(buffer, list->indices, list->index_count, 1,
                                                  GLTF_UINT32, GLTF_INDICES),
                       .present = true};
}

static talus_vec3 raised(talus_vec3 corner, double top)
{
    return vec3(corner.x, corner.y, top);
}

gltf_mesh gltf_add_prism(gltf_buffer *buffer, const talus_vec3 *base, size_t count, double top)
{
    gltf_mesh mesh = {.present = false};
    const size_t vertices = 6 * count; // both ends and four for each side
    float *values = malloc(6 * vertices * sizeof *values);
    uint32_t *indices = malloc((6 * (count - 2) + 6 * count) * sizeof *indices);
    talus_vec3 *face = calloc(count, sizeof *face);
    if (values && indices && face) {
        face_list list = {
            .positions = values, .normals = values + 3 * vertices, .indices = indices};
        for (size_t k = 0; k < count; k++) {
            face[k] = base[count - 1 - k];
        }
        add_face(&list, face, count, vec3(0.0, 0.0, -1.0));
        for (size_t k = 0; k < count; k++) {
            face[k] = raised(base[k], top);
        }
        add_face(&list, face, count, vec3(0.0, 0.0, 1.0));
        for (size_t k = 0; k < count; k++) {
            const talus_vec3 a = base[k], b = base[(k + 1) % count], along = vec3_sub(b, a);
            const talus_vec3 side[4] = {a, b, raised(b, top), raised(a, top)};
            const talus_vec3 out = vec3(along.y, -along.x, 0.0);
            add_face(&list, side, 4, vec3_scale(1.0 / vec3_norm(out), out));
        }
        mesh = add_mesh(buffer, &list);
    } else {
        buffer->failed = true;
    }
    free(values);
    free(indices);
    free(face);
    return mesh;
}

gltf_mesh gltf_add_plane(gltf_buffer *buffer, double half_width)
{
    const double w = half_width;
    const talus_vec3 corners[4] = {{-w, -w, 0.0}, {w, -w, 0.0}, {w, w, 0.0}, {-w, w, 0.0}};
    const talus_vec3 origin = {0.0, 0.0, 0.0}, up = {0.0, 0.0, 1.0};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    float positions[12], normals[12];
    for (int k = 0; k < 4; k++) {
        gltf_turn_point(corners[k], origin, positions + 3 * k);
        gltf_turn_direction(up, normals + 3 * k);
    }
    return (gltf_mesh){
        .positions = gltf_buffer_add(buffer, positions, 4, 3, GLTF_FLOAT, GLTF_VERTICES),
        .normals = gltf_buffer_add(buffer, normals, 4, 3, GLTF_FLOAT, GLTF_VERTICES),
        .indices = gltf_buffer_add(buffer, triangles, 6, 1, GLTF_UINT32, GLTF_INDICES),
        .present = true};
}
