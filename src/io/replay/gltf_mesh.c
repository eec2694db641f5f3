// SPDX-License-Identifier: GPL-3.0-or-later
// Meshes for glTF: the rock with flat faces, and the ground around its path.
#include "io/replay/gltf.h"

#include "foundation/math/linalg.h"

#include <math.h>
#include <stdlib.h>

/// Newell's normal of a polygon, unit length.
static talus_vec3 face_normal(const talus_rock *rock, const uint32_t *face, size_t count)
{
    talus_vec3 sum = {0, 0, 0};
    for (size_t k = 0; k < count; k++) {
        const talus_vec3 a = rock->vertices[face[k]];
        const talus_vec3 b = rock->vertices[face[(k + 1) % count]];
        sum = vec3_add(sum, vec3_cross(a, b));
    }
    const double length = vec3_norm(sum);
    return length > 0 ? vec3_scale(1 / length, sum) : (talus_vec3){0, 0, 1};
}

static void fill_rock(const talus_rock *rock, float *positions, float *normals, uint32_t *indices)
{
    uint32_t vertex = 0;
    size_t index = 0;
    for (size_t f = 0; f < rock->face_count; f++) {
        const uint32_t *face = rock->face_vertices + rock->face_starts[f];
        const uint32_t count = rock->face_starts[f + 1] - rock->face_starts[f];
        const talus_vec3 normal = face_normal(rock, face, count);
        for (uint32_t k = 0; k < count; k++) {
            gltf_put(positions + 3 * (size_t)(vertex + k), rock->vertices[face[k]]);
            gltf_put(normals + 3 * (size_t)(vertex + k), normal);
        }
        for (uint32_t k = 2; k < count; k++) {
            indices[index++] = vertex;
            indices[index++] = vertex + k - 1;
            indices[index++] = vertex + k;
        }
        vertex += count;
    }
}

gltf_mesh gltf_add_rock(gltf_buffer *buffer, const talus_rock *rock)
{
    gltf_mesh mesh = {0};
    if (rock->face_count == 0) {
        return mesh; // a body given by its moments has no faces
    }
    const size_t corners = rock->face_starts[rock->face_count];
    const size_t index_count = 3 * (corners - 2 * rock->face_count);
    float *values = malloc(6 * corners * sizeof *values);
    uint32_t *indices = malloc(index_count * sizeof *indices);
    if (values && indices) {
        fill_rock(rock, values, values + 3 * corners, indices);
        mesh.positions = gltf_buffer_add(buffer, values, corners, 3, GLTF_FLOAT, GLTF_VERTICES);
        mesh.normals =
            gltf_buffer_add(buffer, values + 3 * corners, corners, 3, GLTF_FLOAT, GLTF_VERTICES);
        mesh.indices = gltf_buffer_add(buffer, indices, index_count, 1, GLTF_UINT32, GLTF_INDICES);
        mesh.present = true;
    } else {
        buffer->failed = true;
    }
    free(values);
    free(indices);
    return mesh;
}

/// Every `stride`-th node of the surface lattice inside a rectangle.
typedef struct patch {
    double x0, y0, step; ///< m
    size_t nx, ny;
    talus_vec3 *nodes;   ///< (ny x nx) z-up; z = NaN where there is no ground
    talus_vec3 *normals; ///< (ny x nx), not normalised
    uint32_t *numbers;   ///< vertex of a node, UINT32_MAX = none
} patch;

/// First and last node of one axis within [low, high].
static void node_range(double start, double cell, size_t n, double low, double high, size_t *first,
                       size_t *last)
{
    const double a = floor((low - start) / cell);
    const double b = ceil((high - start) / cell);
    const double end = (double)(n - 1);
    *first = (size_t)(a < 0 ? 0 : a > end ? end : a);
    *last = (size_t)(b < 0 ? 0 : b > end ? end : b);
}

static patch choose_patch(const gltf_ground *ground)
{
    const talus_grid *grid = ground->grid;
    size_t i0, i1, j0, j1;
    node_range(grid->x0, grid->cell, grid->nx, ground->west, ground->east, &i0, &i1);
    node_range(grid->y0, grid->cell, grid->ny, ground->south, ground->north, &j0, &j1);
    size_t stride = 1;
    while (((i1 - i0) / stride + 1) * ((j1 - j0) / stride + 1) > ground->most) {
        stride++;
    }
    return (patch){.x0 = grid->x0 + (double)i0 * grid->cell,
                   .y0 = grid->y0 + (double)j0 * grid->cell,
                   .step = (double)stride * grid->cell,
                   .nx = (i1 - i0) / stride + 1,
                   .ny = (j1 - j0) / stride + 1};
}

static void read_heights(const gltf_ground *ground, patch *p)
{
    for (size_t k = 0; k < p->nx * p->ny; k++) {
        const double x = p->x0 + (double)(k % p->nx) * p->step;
        const double y = p->y0 + (double)(k / p->nx) * p->step;
        p->nodes[k] = vec3(x, y, ground->height(ground->user, x, y));
        p->normals[k] = vec3(0, 0, 0);
        p->numbers[k] = UINT32_MAX;
    }
}

static void add_triangle(patch *p, size_t a, size_t b, size_t c, uint32_t *indices, size_t *count)
{
    const talus_vec3 normal =
        vec3_cross(vec3_sub(p->nodes[b], p->nodes[a]), vec3_sub(p->nodes[c], p->nodes[a]));
    const size_t corners[3] = {a, b, c};
    for (int k = 0; k < 3; k++) {
        p->normals[corners[k]] = vec3_add(p->normals[corners[k]], normal);
        p->numbers[corners[k]] = 0;
        indices[(*count)++] = (uint32_t)corners[k];
    }
}

/// Two triangles for every cell with four heights; returns the number of indices.
static size_t make_triangles(patch *p, uint32_t *indices)
{
    size_t count = 0;
    for (size_t j = 0; j + 1 < p->ny; j++) {
        for (size_t i = 0; i + 1 < p->nx; i++) {
            const size_t a = j * p->nx + i;
            const size_t c = a + p->nx;
            const double sum =
                p->nodes[a].z + p->nodes[a + 1].z + p->nodes[c].z + p->nodes[c + 1].z;
            if (isfinite(sum)) {
                add_triangle(p, a, a + 1, c + 1, indices, &count);
                add_triangle(p, a, c + 1, c, indices, &count);
            }
        }
    }
    return count;
}

/// Number the used nodes and turn them; returns their count.
static size_t fill_vertices(patch *p, talus_vec3 origin, float *positions, float *normals)
{
    uint32_t used = 0;
    for (size_t k = 0; k < p->nx * p->ny; k++) {
        if (p->numbers[k] == UINT32_MAX) {
            continue;
        }
        const double length = vec3_norm(p->normals[k]);
        gltf_turn_point(p->nodes[k], origin, positions + 3 * (size_t)used);
        gltf_turn_direction(vec3_scale(1 / length, p->normals[k]), normals + 3 * (size_t)used);
        p->numbers[k] = used++;
    }
    return used;
}

static gltf_mesh add_patch(gltf_buffer *buffer, patch *p, talus_vec3 origin, float *values,
                           uint32_t *indices)
{
    gltf_mesh mesh = {0};
    float *normals = values + 3 * p->nx * p->ny;
    const size_t index_count = make_triangles(p, indices);
    const size_t used = fill_vertices(p, origin, values, normals);
    for (size_t k = 0; k < index_count; k++) {
        indices[k] = p->numbers[indices[k]];
    }
    if (index_count > 0) {
        mesh.positions = gltf_buffer_add(buffer, values, used, 3, GLTF_FLOAT, GLTF_VERTICES);
        mesh.normals = gltf_buffer_add(buffer, normals, used, 3, GLTF_FLOAT, GLTF_VERTICES);
        mesh.indices = gltf_buffer_add(buffer, indices, index_count, 1, GLTF_UINT32, GLTF_INDICES);
        mesh.present = true;
    }
    return mesh;
}

gltf_mesh gltf_add_ground(gltf_buffer *buffer, const gltf_ground *ground, talus_vec3 origin)
{
    gltf_mesh mesh = {0};
    patch p = choose_patch(ground);
    const size_t nodes = p.nx * p.ny;
    p.nodes = malloc(nodes * sizeof *p.nodes);
    p.normals = malloc(nodes * sizeof *p.normals);
    p.numbers = malloc(nodes * sizeof *p.numbers);
    float *values = malloc(6 * nodes * sizeof *values);
    uint32_t *indices = malloc(6 * nodes * sizeof *indices);
    if (p.nodes && p.normals && p.numbers && values && indices) {
        read_heights(ground, &p);
        mesh = add_patch(buffer, &p, origin, values, indices);
    } else {
        buffer->failed = true;
    }
    free(p.nodes);
    free(p.normals);
    free(p.numbers);
    free(values);
    free(indices);
    return mesh;
}
