// SPDX-License-Identifier: GPL-3.0-or-later
// Edges of a mesh, and the triangles that go on across them.
#include "physics/shape/parts.h"

#include "foundation/math/linalg.h"
#include "physics/shape/hull.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLAT 1e-14 ///< twice the area over the squares of two sides: corners on a line

/// An edge as one triangle runs along it.
typedef struct half_edge {
    uint32_t from, to; ///< places
    uint32_t triangle, third;
} half_edge;

typedef struct finder {
    const talus_mesh *mesh;
    uint32_t *place; ///< (point_count) lowest point at the same place
    half_edge *edges;
    uint32_t *parent; ///< (triangle_count) union-find
} finder;

/// A point and its number, to be sorted.
typedef struct numbered {
    talus_vec3 x;
    uint32_t index;
} numbered;

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_points(const void *a, const void *b)
{
    const numbered *p = a, *q = b;
    int order = compare_numbers(p->x.x, q->x.x);
    order = order != 0 ? order : compare_numbers(p->x.y, q->x.y);
    order = order != 0 ? order : compare_numbers(p->x.z, q->x.z);
    return order != 0 ? order : (p->index > q->index) - (p->index < q->index);
}

static bool find_places(finder *f)
{
    const size_t count = f->mesh->point_count;
    numbered *sorted = malloc(count * sizeof *sorted);
    if (sorted == NULL) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        sorted[k] = (numbered){f->mesh->points[k], (uint32_t)k};
    }
    qsort(sorted, count, sizeof *sorted, compare_points);
    for (size_t k = 0; k < count; k++) {
        const bool is_same = k > 0 && sorted[k].x.x == sorted[k - 1].x.x &&
                             sorted[k].x.y == sorted[k - 1].x.y &&
                             sorted[k].x.z == sorted[k - 1].x.z;
        f->place[sorted[k].index] = is_same ? f->place[sorted[k - 1].index] : sorted[k].index;
    }
    free(sorted);
    return true;
}

static int compare_edges(const void *a, const void *b)
{
    const half_edge *p = a, *q = b;
    const uint32_t p_low = p->from < p->to ? p->from : p->to, p_high = p->from ^ p->to ^ p_low;
    const uint32_t q_low = q->from < q->to ? q->from : q->to, q_high = q->from ^ q->to ^ q_low;
    int order = (p_low > q_low) - (p_low < q_low);
    order = order != 0 ? order : (p_high > q_high) - (p_high < q_high);
    return order != 0 ? order : (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

static void list_edges(finder *f)
{
    for (size_t t = 0; t < f->mesh->triangle_count; t++) {
        for (size_t k = 0; k < 3; k++) {
            const uint32_t *corner = f->mesh->triangles + 3 * t;
            f->edges[3 * t + k] = (half_edge){.from = f->place[corner[k]],
                                              .to = f->place[corner[(k + 1) % 3]],
                                              .third = f->place[corner[(k + 2) % 3]],
                                              .triangle = (uint32_t)t};
        }
    }
    qsort(f->edges, 3 * f->mesh->triangle_count, sizeof *f->edges, compare_edges);
}

static uint32_t root_of(finder *f, uint32_t triangle)
{
    while (f->parent[triangle] != triangle) {
        f->parent[triangle] = f->parent[f->parent[triangle]];
        triangle = f->parent[triangle];
    }
    return triangle;
}

/// The lower number is the root, so that parts are numbered by their first triangles.
static void join(finder *f, uint32_t a, uint32_t b)
{
    const uint32_t p = root_of(f, a), q = root_of(f, b);
    f->parent[p > q ? p : q] = p > q ? q : p;
}

/// From the edge to the third corner, across the edge.
static talus_vec3 across(const finder *f, const half_edge *e, talus_vec3 along)
{
    const talus_vec3 way = vec3_sub(f->mesh->points[e->third], f->mesh->points[e->from]);
    const talus_vec3 u = vec3_axpy(way, -vec3_dot(way, along), along);
    const double length = vec3_norm(u);
    return length > 0.0 ? vec3_scale(1.0 / length, u) : u;
}

/// Angle through the body from one triangle to another, as a number that grows with it from 0 to 4;
/// back to back, as two blocks touch, is a whole turn.
static double turn_between(const finder *f, const half_edge *from, const half_edge *to)
{
    const talus_vec3 *x = f->mesh->points;
    const talus_vec3 way = vec3_sub(x[from->to], x[from->from]);
    const talus_vec3 along = vec3_scale(1.0 / vec3_norm(way), way);
    const talus_vec3 u = across(f, from, along), w = across(f, to, along);
    const double c = vec3_dot(u, w), s = -vec3_dot(vec3_cross(along, u), w);
    const double turn = s >= 0.0 ? 1.0 - c : 3.0 + c;
    return turn < 1e-8 ? 4.0 : turn;
}

/// The triangle of the other sense that the body of edge k goes on with; count: there is none.
static size_t partner_of(const finder *f, const half_edge *edges, size_t count, size_t k)
{
    size_t best = count;
    double least = 0.0;
    for (size_t i = 0; i < count; i++) {
        if (edges[i].from == edges[k].to && edges[i].to == edges[k].from) {
            const double turn = count == 2 ? 0.0 : turn_between(f, &edges[k], &edges[i]);
            if (best == count || turn < least) {
                best = i;
                least = turn;
            }
        }
    }
    return best;
}

size_t shape_flat_triangle(const talus_mesh *mesh)
{
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangles + 3 * t;
        const talus_vec3 a = mesh->points[corner[0]];
        const talus_vec3 u = vec3_sub(mesh->points[corner[1]], a);
        const talus_vec3 w = vec3_sub(mesh->points[corner[2]], a);
        if (!(vec3_norm(vec3_cross(u, w)) > FLAT * (vec3_dot(u, u) + vec3_dot(w, w)))) {
            return t;
        }
    }
    return mesh->triangle_count;
}

talus_status shape_fail_flat(const talus_mesh *mesh, size_t triangle, talus_error *error)
{
    const uint32_t *corner = mesh->triangles + 3 * triangle;
    const talus_vec3 a = mesh->points[corner[0]], b = mesh->points[corner[1]];
    const talus_vec3 c = mesh->points[corner[2]];
    return talus_error_set(
        error, TALUS_ERROR_INPUT,
        "triangle %zu of %zu has no area and the surface is not closed, perhaps there: its "
        "corners (%.10g, %.10g, %.10g), (%.10g, %.10g, %.10g) and (%.10g, %.10g, "
        "%.10g) lie on a line; remove it and join its neighbours",
        triangle + 1, mesh->triangle_count, a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z);
}

static talus_status fail_at(const finder *f, const half_edge *e, talus_error *error)
{
    const size_t flat = shape_flat_triangle(f->mesh);
    if (flat < f->mesh->triangle_count) {
        return shape_fail_flat(f->mesh, flat, error);
    }
    const talus_vec3 a = f->mesh->points[e->from], b = f->mesh->points[e->to];
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "the surface is not closed along the edge from (%.10g, %.10g, %.10g) to "
                           "(%.10g, %.10g, %.10g): expected two triangles there for each block, "
                           "both counter-clockwise from outside",
                           a.x, a.y, a.z, b.x, b.y, b.z);
}

/// @return where the half edges between the same places as the one at `begin` end
static size_t end_of_edge(const finder *f, size_t begin)
{
    const size_t count = 3 * f->mesh->triangle_count;
    const half_edge *first = f->edges + begin;
    const uint32_t sum = first->from ^ first->to;
    const uint32_t low = first->from < first->to ? first->from : first->to;
    size_t end = begin + 1;
    while (end < count && (f->edges[end].from ^ f->edges[end].to) == sum &&
           (f->edges[end].from == low || f->edges[end].to == low)) {
        end++;
    }
    return end;
}

/// Join the triangles across all edges.
static talus_status join_all(finder *f, talus_error *error)
{
    const size_t count = 3 * f->mesh->triangle_count;
    for (size_t begin = 0, end; begin < count; begin = end) {
        const half_edge *group = f->edges + begin;
        end = end_of_edge(f, begin);
        const size_t size = end - begin;
        for (size_t k = 0; k < size; k++) {
            const size_t other = group->from == group->to ? size : partner_of(f, group, size, k);
            if (other == size || partner_of(f, group, size, other) != k) {
                return fail_at(f, &group[k], error);
            }
            join(f, group[k].triangle, group[other].triangle);
        }
    }
    return TALUS_OK;
}

static void number_parts(finder *f, shape_parts *parts)
{
    for (size_t t = 0; t < f->mesh->triangle_count; t++) {
        const uint32_t root = root_of(f, (uint32_t)t);
        parts->of_triangle[t] = root == t ? (uint32_t)parts->count++ : parts->of_triangle[root];
    }
}

talus_status shape_find_parts(const talus_mesh *mesh, shape_parts *parts, talus_error *error)
{
    const size_t triangles = mesh->triangle_count;
    *parts = (shape_parts){0};
    if (triangles == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "found no faces, expected closed surfaces of triangles or polygons");
    }
    finder f = {.mesh = mesh,
                .place = malloc(mesh->point_count * sizeof *f.place),
                .edges = malloc(3 * triangles * sizeof *f.edges),
                .parent = malloc(triangles * sizeof *f.parent)};
    parts->of_triangle = malloc(triangles * sizeof *parts->of_triangle);
    talus_status status = TALUS_OK;
    if (f.place == NULL || f.edges == NULL || f.parent == NULL || parts->of_triangle == NULL ||
        !find_places(&f)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the parts of a mesh");
    }
    if (status == TALUS_OK) {
        for (size_t t = 0; t < triangles; t++) {
            f.parent[t] = (uint32_t)t;
        }
        list_edges(&f);
        status = join_all(&f, error);
    }
    if (status == TALUS_OK) {
        number_parts(&f, parts);
    } else {
        shape_parts_clear(parts);
    }
    free(f.place);
    free(f.edges);
    free(f.parent);
    return status;
}

/// Volume on the inner side of all triangles, negative where they face inwards. About a point of the
/// mesh, so that coordinates far from the origin cancel.
static double signed_volume(const talus_mesh *mesh)
{
    shape_moments m = {0};
    const talus_vec3 base = mesh->points[mesh->triangles[0]];
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangles + 3 * t;
        shape_moments_add(&m, vec3_sub(mesh->points[corner[0]], base),
                          vec3_sub(mesh->points[corner[1]], base),
                          vec3_sub(mesh->points[corner[2]], base));
    }
    return m.volume;
}

static void count_edges(const finder *f, shape_surface *surface)
{
    const size_t count = 3 * f->mesh->triangle_count;
    for (size_t begin = 0, end; begin < count; begin = end) {
        const half_edge *first = f->edges + begin;
        size_t forward = 0;
        end = end_of_edge(f, begin);
        for (size_t k = begin; k < end; k++) {
            forward += f->edges[k].from == first->from;
        }
        if (first->from != first->to && 2 * forward != end - begin) {
            if (surface->open + surface->turned == 0) {
                surface->from = f->mesh->points[first->from];
                surface->to = f->mesh->points[first->to];
            }
            surface->open += (end - begin) % 2;
            surface->turned += (end - begin) % 2 == 0;
        }
    }
}

talus_status shape_measure_surface(const talus_mesh *mesh, shape_surface *surface,
                                   talus_error *error)
{
    *surface = (shape_surface){.volume = (double)NAN};
    if (mesh->triangle_count == 0) {
        return TALUS_OK;
    }
    finder f = {.mesh = mesh,
                .place = malloc(mesh->point_count * sizeof *f.place),
                .edges = malloc(3 * mesh->triangle_count * sizeof *f.edges)};
    const bool has_room = f.place != NULL && f.edges != NULL && find_places(&f);
    if (has_room) {
        list_edges(&f);
        count_edges(&f, surface);
        if (surface->open + surface->turned == 0) {
            surface->volume = fabs(signed_volume(mesh));
        }
    }
    free(f.place);
    free(f.edges);
    return has_room
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the edges of a mesh");
}

void shape_parts_clear(shape_parts *parts)
{
    free(parts->of_triangle);
    *parts = (shape_parts){0};
}

size_t shape_part_points(const talus_mesh *mesh, const shape_parts *parts, size_t part,
                         uint32_t *scratch, talus_vec3 *points)
{
    size_t count = 0;
    memset(scratch, 0, mesh->point_count * sizeof *scratch);
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        for (size_t k = 0; parts->of_triangle[t] == part && k < 3; k++) {
            scratch[mesh->triangles[3 * t + k]] = 1;
        }
    }
    for (size_t k = 0; k < mesh->point_count; k++) {
        if (scratch[k] != 0) {
            points[count++] = mesh->points[k];
        }
    }
    return count;
}

double shape_part_volume(const talus_mesh *mesh, const shape_parts *parts, size_t part)
{
    shape_moments m = {0};
    talus_vec3 base = {0};
    bool has_base = false;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangles + 3 * t;
        if (parts->of_triangle[t] == part) {
            base = has_base ? base : mesh->points[corner[0]];
            has_base = true;
            shape_moments_add(&m, vec3_sub(mesh->points[corner[0]], base),
                              vec3_sub(mesh->points[corner[1]], base),
                              vec3_sub(mesh->points[corner[2]], base));
        }
    }
    return fabs(m.volume);
}
