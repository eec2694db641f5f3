// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer vertices for rocks that were scanned.
#include "foundation/math/linalg.h"
#include "physics/shape/hull.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Outward unit normal and distance from the origin of a face.
typedef struct face_plane {
    talus_vec3 normal;
    double distance;
} face_plane;

/// @param face indices of its `count` vertices, counter-clockwise from outside
static face_plane plane_of(const talus_vec3 *vertices, const uint32_t *face, size_t count)
{
    talus_vec3 area = vec3(0.0, 0.0, 0.0), sum = area;
    for (size_t i = 0; i < count; i++) {
        const talus_vec3 a = vertices[face[i]], b = vertices[face[(i + 1) % count]];
        area = vec3_add(area,
                        vec3_cross(vec3_sub(a, vertices[face[0]]), vec3_sub(b, vertices[face[0]])));
        sum = vec3_add(sum, a);
    }
    const double size = vec3_norm(area);
    const talus_vec3 normal = vec3_scale(size > 0.0 ? 1.0 / size : 0.0, area);
    return (face_plane){normal, vec3_dot(normal, sum) / (double)count};
}

/// By how much a point stands out of a face most, m; negative inside.
static double out_of(const face_plane *planes, size_t count, talus_vec3 point)
{
    double most = -(double)INFINITY;
    for (size_t f = 0; f < count; f++) {
        most = fmax(most, vec3_dot(planes[f].normal, point) - planes[f].distance);
    }
    return most;
}

/// A choice of the vertices of a rock, and the hull of it.
typedef struct choice {
    const talus_rock *rock;
    size_t count;
    bool *is_chosen;      ///< (vertices)
    talus_vec3 *vertices; ///< (TALUS_SIMPLE_MOST) those chosen
    shape_hull hull;
    face_plane *planes; ///< (2 TALUS_SIMPLE_MOST) of the hull
} choice;

static void choose(choice *c, size_t vertex)
{
    c->is_chosen[vertex] = true;
    c->vertices[c->count++] = c->rock->vertices[vertex];
}

/// Of the vertices that are not chosen the first with the largest measure.
static size_t find_farthest(const choice *c, double (*measure)(const choice *, talus_vec3),
                            double *most)
{
    size_t farthest = 0;
    *most = -(double)INFINITY;
    for (size_t k = 0; k < c->rock->vertex_count; k++) {
        const double here = c->is_chosen[k] ? -(double)INFINITY : measure(c, c->rock->vertices[k]);
        if (here > *most) {
            *most = here;
            farthest = k;
        }
    }
    return farthest;
}

/// Distance from S, from the first vertex, from the line of two, from the plane of three.
static double from_chosen(const choice *c, talus_vec3 point)
{
    const talus_vec3 *v = c->vertices;
    const talus_vec3 to = c->count == 0 ? point : vec3_sub(point, v[0]);
    switch (c->count) {
    case 0:
    case 1:
        return vec3_norm(to);
    case 2:
        return vec3_norm(vec3_cross(vec3_sub(v[1], v[0]), to));
    default:
        return fabs(vec3_dot(vec3_cross(vec3_sub(v[1], v[0]), vec3_sub(v[2], v[0])), to));
    }
}

static double out_of_hull(const choice *c, talus_vec3 point)
{
    return out_of(c->planes, c->hull.face_count, point);
}

static talus_status wrap(choice *c, talus_error *error)
{
    shape_hull_clear(&c->hull);
    const talus_status status = shape_hull_make(c->vertices, c->count, &c->hull, error);
    if (status != TALUS_OK) {
        return status;
    }
    // a vertex that round-off took for one inside goes
    for (size_t k = 0; k < c->hull.vertex_count; k++) {
        c->vertices[k] = c->vertices[c->hull.points[k]];
        c->hull.points[k] = (uint32_t)k;
    }
    c->count = c->hull.vertex_count;
    for (size_t f = 0; f < c->hull.face_count; f++) {
        const uint32_t *starts = c->hull.face_starts + f;
        c->planes[f] =
            plane_of(c->vertices, c->hull.face_vertices + starts[0], starts[1] - starts[0]);
    }
    return TALUS_OK;
}

/// Vertices that stand out by less are those of a face that is nearly flat.
#define FLAT 1e-12

static talus_status choose_most(choice *c, size_t most, talus_error *error)
{
    double out = 0.0;
    while (c->count < 4) {
        choose(c, find_farthest(c, from_chosen, &out));
    }
    talus_status status = wrap(c, error);
    for (size_t k = 4; status == TALUS_OK && k < most; k++) {
        const size_t next = find_farthest(c, out_of_hull, &out);
        if (!(out > FLAT * c->rock->radius)) {
            break;
        }
        choose(c, next);
        status = wrap(c, error);
    }
    return status;
}

/// Bring the hull of the choice to the volume of the rock, about its own centre of mass.
/// @return relative change of the volume before it
static double scale_back(choice *c)
{
    const shape_moments m = shape_hull_moments(c->vertices, &c->hull);
    const talus_vec3 s = vec3_scale(1.0 / m.volume, m.first);
    const double factor = talus_exp(talus_log(c->rock->volume / m.volume) / 3.0);
    for (size_t k = 0; k < c->count; k++) {
        c->vertices[k] = vec3_axpy(s, factor, vec3_sub(c->vertices[k], s));
    }
    for (size_t f = 0; f < c->hull.face_count; f++) {
        face_plane *plane = &c->planes[f];
        const double centre = vec3_dot(plane->normal, s);
        plane->distance = centre + factor * (plane->distance - centre);
    }
    return m.volume / c->rock->volume - 1.0;
}

/// By how much one body stands out of the other most.
static double find_deviation(const choice *c)
{
    const talus_rock *rock = c->rock;
    double most = 0.0;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        most = fmax(most, out_of_hull(c, rock->vertices[k]));
    }
    for (size_t f = 0; f < rock->face_count; f++) {
        const uint32_t *starts = rock->face_starts + f;
        const face_plane plane =
            plane_of(rock->vertices, rock->face_vertices + starts[0], starts[1] - starts[0]);
        for (size_t k = 0; k < c->count; k++) {
            most = fmax(most, vec3_dot(plane.normal, c->vertices[k]) - plane.distance);
        }
    }
    return most;
}

static void sort_three(talus_vec3 v, double sorted[3])
{
    sorted[0] = fmin(v.x, fmin(v.y, v.z));
    sorted[2] = fmax(v.x, fmax(v.y, v.z));
    sorted[1] = fmax(fmin(v.x, v.y), fmin(fmax(v.x, v.y), v.z));
}

static double largest_change(talus_vec3 before, talus_vec3 after)
{
    double from[3], to[3], most = 0.0;
    sort_three(before, from);
    sort_three(after, to);
    for (int k = 0; k < 3; k++) {
        const double change = to[k] / from[k] - 1.0;
        most = fabs(change) > fabs(most) ? change : most;
    }
    return most;
}

static talus_status make_simple(choice *c, size_t most, talus_rock **simple, talus_error *error)
{
    talus_status status = choose_most(c, most, error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_simplification lost = {.vertices = c->rock->vertex_count, .volume_change = scale_back(c)};
    lost.deviation = find_deviation(c);
    status = talus_rock_from_points(c->vertices, c->count, c->rock->mass / c->rock->volume, simple,
                                    error);
    if (status == TALUS_OK) {
        status = talus_rock_set_mass(*simple, c->rock->mass, error);
    }
    if (status == TALUS_OK) {
        lost.moment_change = largest_change(c->rock->inertia, (*simple)->inertia);
        (*simple)->simplification = lost;
        memcpy((*simple)->name, c->rock->name, sizeof c->rock->name);
        (*simple)->hull_volume_change = c->rock->hull_volume_change;
        (*simple)->input_point_count = c->rock->input_point_count;
    }
    return status;
}

talus_status talus_rock_simplify(const talus_rock *rock, size_t most, talus_rock **simple,
                                 talus_error *error)
{
    if (rock == NULL || simple == NULL || rock->face_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the rock, or the place for the new one, is NULL, or it has no "
                               "faces");
    }
    *simple = NULL;
    if (most < 4 || most > TALUS_SIMPLE_MOST) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%zu vertices: a simpler rock has 4 to %d",
                               most, TALUS_SIMPLE_MOST);
    }
    choice c = {.rock = rock,
                .is_chosen = calloc(rock->vertex_count, sizeof *c.is_chosen),
                .vertices = malloc(TALUS_SIMPLE_MOST * sizeof *c.vertices),
                .planes = malloc(2 * TALUS_SIMPLE_MOST * sizeof *c.planes)};
    const bool has_room = c.is_chosen != NULL && c.vertices != NULL && c.planes != NULL;
    const talus_status status =
        has_room ? make_simple(&c, most, simple, error)
                 : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a simpler rock");
    if (status != TALUS_OK) {
        talus_rock_destroy(*simple);
        *simple = NULL;
    }
    free(c.is_chosen);
    free(c.vertices);
    free(c.planes);
    shape_hull_clear(&c.hull);
    return status;
}
