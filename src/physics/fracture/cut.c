// SPDX-License-Identifier: GPL-3.0-or-later
// Convex polyhedra and their cuts by planes.
#include "physics/fracture/fracture.h"

#include "physics/shape/hull.h"

#include <stdlib.h>
#include <string.h>

/// Relative to the largest coordinate: a vertex so near to a plane lies on it.
#define ON_PLANE 1e-12

void fracture_piece_clear(fracture_piece *piece)
{
    free(piece->vertices);
    free(piece->face_starts);
    free(piece->corners);
    *piece = (fracture_piece){0};
}

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the pieces of a rock");
}

/// Room for so much. @return false: no memory, and nothing is held
static bool reserve_piece(fracture_piece *piece, size_t vertices, size_t faces, size_t corners)
{
    *piece = (fracture_piece){0};
    piece->vertices = calloc(vertices + 1, sizeof *piece->vertices);
    piece->face_starts = calloc(faces + 1, sizeof *piece->face_starts);
    piece->corners = calloc(corners + 1, sizeof *piece->corners);
    if (piece->vertices == NULL || piece->face_starts == NULL || piece->corners == NULL) {
        fracture_piece_clear(piece);
        return false;
    }
    return true;
}

static talus_status copy_piece(const talus_vec3 *vertices, size_t vertex_count,
                               const uint32_t *face_starts, size_t face_count,
                               const uint32_t *corners, fracture_piece *piece, talus_error *error)
{
    const size_t total = face_starts[face_count];
    if (!reserve_piece(piece, vertex_count, face_count, total)) {
        return no_memory(error);
    }
    memcpy(piece->vertices, vertices, vertex_count * sizeof *vertices);
    memcpy(piece->face_starts, face_starts, (face_count + 1) * sizeof *face_starts);
    memcpy(piece->corners, corners, total * sizeof *corners);
    piece->vertex_count = vertex_count;
    piece->face_count = face_count;
    return TALUS_OK;
}

talus_status fracture_piece_hull(const talus_vec3 *points, size_t count, fracture_piece *piece,
                                 talus_error *error)
{
    *piece = (fracture_piece){0};
    if (count < 4) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%zu points: a hull needs at least 4",
                               count);
    }
    shape_hull hull;
    const talus_status status = shape_hull_make(points, count, &hull, error);
    if (status != TALUS_OK) {
        return status;
    }
    const bool has_room =
        reserve_piece(piece, hull.vertex_count, hull.face_count, hull.face_starts[hull.face_count]);
    for (size_t k = 0; has_room && k < hull.vertex_count; k++) {
        piece->vertices[k] = points[hull.points[k]];
    }
    if (has_room) {
        piece->vertex_count = hull.vertex_count;
        piece->face_count = hull.face_count;
        memcpy(piece->face_starts, hull.face_starts,
               (hull.face_count + 1) * sizeof *hull.face_starts);
        memcpy(piece->corners, hull.face_vertices,
               hull.face_starts[hull.face_count] * sizeof *hull.face_vertices);
    }
    shape_hull_clear(&hull);
    return has_room ? TALUS_OK : no_memory(error);
}

talus_status fracture_piece_of(const talus_rock *rock, fracture_piece *piece, talus_error *error)
{
    *piece = (fracture_piece){0};
    if (rock == NULL || rock->face_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the rock has no faces: only a polyhedron can be cut");
    }
    return copy_piece(rock->vertices, rock->vertex_count, rock->face_starts, rock->face_count,
                      rock->face_vertices, piece, error);
}

/// Height of the vertices over the plane, 0 on it. @return whether some are below and some above
static void find_heights(const fracture_piece *piece, talus_vec3 n, double h, double *height,
                         bool *some_below, bool *some_above)
{
    double largest = 0.0;
    for (size_t k = 0; k < piece->vertex_count; k++) {
        const talus_vec3 x = piece->vertices[k];
        largest = fmax(largest, fmax(fabs(x.x), fmax(fabs(x.y), fabs(x.z))));
    }
    *some_below = *some_above = false;
    for (size_t k = 0; k < piece->vertex_count; k++) {
        const double d = vec3_dot(n, piece->vertices[k]) - h;
        height[k] = fabs(d) <= ON_PLANE * largest ? 0.0 : d;
        *some_below = *some_below || height[k] < 0.0;
        *some_above = *some_above || height[k] > 0.0;
    }
}

/// A cut under way.
typedef struct knife {
    const fracture_piece *from;
    fracture_piece *to;
    double *height;     ///< (vertices of from)
    uint32_t *number;   ///< (vertices of from) in `to`, of those that stay
    uint32_t *crossing; ///< (3 x capacity) ends of an edge, lower number first; vertex in `to`
    size_t crossing_count;
    uint32_t *cap; ///< vertices of `to` on the plane
    size_t cap_count;
} knife;

static bool is_smaller(talus_vec3 a, talus_vec3 b)
{
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// The vertex where the edge (p, q) crosses the plane; the same for both faces of the edge.
static uint32_t cross_edge(knife *k, uint32_t p, uint32_t q)
{
    const uint32_t low = p < q ? p : q, high = p < q ? q : p;
    for (size_t c = 0; c < k->crossing_count; c++) {
        if (k->crossing[3 * c] == low && k->crossing[3 * c + 1] == high) {
            return k->crossing[3 * c + 2];
        }
    }
    const bool p_first = is_smaller(k->from->vertices[p], k->from->vertices[q]);
    const uint32_t u = p_first ? p : q, v = p_first ? q : p;
    const double t = k->height[u] / (k->height[u] - k->height[v]);
    const talus_vec3 x = k->from->vertices[u];
    const uint32_t vertex = (uint32_t)k->to->vertex_count++;
    k->to->vertices[vertex] = vec3_axpy(x, t, vec3_sub(k->from->vertices[v], x));
    k->crossing[3 * k->crossing_count] = low;
    k->crossing[3 * k->crossing_count + 1] = high;
    k->crossing[3 * k->crossing_count++ + 2] = vertex;
    k->cap[k->cap_count++] = vertex;
    return vertex;
}

/// The part of face f that stays; fewer than three corners are no face.
static void cut_face(knife *k, size_t f)
{
    const uint32_t *corner = k->from->corners + k->from->face_starts[f];
    const size_t count = k->from->face_starts[f + 1] - k->from->face_starts[f];
    const size_t begin = k->to->face_starts[k->to->face_count];
    size_t at = begin;
    bool is_flat = true;
    for (size_t i = 0; i < count; i++) {
        const uint32_t p = corner[i], q = corner[(i + 1) % count];
        is_flat = is_flat && k->height[p] == 0.0;
        if (k->height[p] <= 0.0) {
            k->to->corners[at++] = k->number[p];
        }
        if ((k->height[p] < 0.0 && k->height[q] > 0.0) ||
            (k->height[p] > 0.0 && k->height[q] < 0.0)) {
            k->to->corners[at++] = cross_edge(k, p, q);
        }
    }
    // a face in the plane is the cap's
    if (at - begin >= 3 && !is_flat) {
        k->to->face_starts[++k->to->face_count] = (uint32_t)at;
    }
}

/// Whether the direction (x, y) comes before (u, v), counter-clockwise from the negative x axis.
static bool is_earlier(double x, double y, double u, double v)
{
    const bool low = y < 0.0 || (y == 0.0 && x < 0.0), other = v < 0.0 || (v == 0.0 && u < 0.0);
    return low != other ? low : x * v - y * u > 0.0;
}

/// Points on the plane, counter-clockwise about n.
static void add_cap(knife *k, talus_vec3 n)
{
    const talus_vec3 axis = fabs(n.x) <= fabs(n.y) && fabs(n.x) <= fabs(n.z) ? vec3(1.0, 0.0, 0.0)
                            : fabs(n.y) <= fabs(n.z)                         ? vec3(0.0, 1.0, 0.0)
                                                                             : vec3(0.0, 0.0, 1.0);
    const talus_vec3 across = vec3_cross(n, axis), up = vec3_cross(n, across);
    talus_vec3 mean = vec3(0.0, 0.0, 0.0);
    for (size_t i = 0; i < k->cap_count; i++) {
        mean = vec3_axpy(mean, 1.0 / (double)k->cap_count, k->to->vertices[k->cap[i]]);
    }
    const size_t begin = k->to->face_starts[k->to->face_count];
    uint32_t *face = k->to->corners + begin;
    for (size_t i = 0; i < k->cap_count; i++) {
        const talus_vec3 own = vec3_sub(k->to->vertices[k->cap[i]], mean);
        const double x = vec3_dot(own, across), y = vec3_dot(own, up);
        size_t at = i;
        for (; at > 0; at--) {
            const talus_vec3 other = vec3_sub(k->to->vertices[face[at - 1]], mean);
            if (!is_earlier(x, y, vec3_dot(other, across), vec3_dot(other, up))) {
                break;
            }
            face[at] = face[at - 1];
        }
        face[at] = k->cap[i];
    }
    if (k->cap_count >= 3) {
        k->to->face_starts[++k->to->face_count] = (uint32_t)(begin + k->cap_count);
    }
}

static bool is_closed(const fracture_piece *piece)
{
    // every edge is in two faces
    const size_t corners = piece->face_starts[piece->face_count];
    return corners % 2 == 0 && piece->vertex_count + piece->face_count == corners / 2 + 2;
}

static void cut_all(knife *k, talus_vec3 n)
{
    for (uint32_t v = 0; v < k->from->vertex_count; v++) {
        if (k->height[v] <= 0.0) {
            k->number[v] = (uint32_t)k->to->vertex_count;
            k->to->vertices[k->to->vertex_count++] = k->from->vertices[v];
            if (k->height[v] == 0.0) {
                k->cap[k->cap_count++] = k->number[v];
            }
        }
    }
    for (size_t f = 0; f < k->from->face_count; f++) {
        cut_face(k, f);
    }
    add_cap(k, n);
}

/// A plane that does cut.
static talus_status cut_through(const fracture_piece *piece, const double *height, talus_vec3 n,
                                fracture_piece *cut, talus_error *error)
{
    const size_t corners = piece->face_starts[piece->face_count], edges = corners / 2;
    const size_t vertices = piece->vertex_count + edges;
    knife k = {.from = piece, .to = cut};
    uint32_t *memory = calloc(piece->vertex_count + 3 * edges + vertices + 3, sizeof *memory);
    // a face grows by one corner at most; the cap has all vertices at most
    if (memory == NULL || !reserve_piece(cut, vertices, piece->face_count + 1,
                                         corners + piece->face_count + vertices)) {
        free(memory);
        return no_memory(error);
    }
    double *own = calloc(piece->vertex_count, sizeof *own);
    if (own == NULL) {
        free(memory);
        fracture_piece_clear(cut);
        return no_memory(error);
    }
    memcpy(own, height, piece->vertex_count * sizeof *own);
    k.height = own;
    k.number = memory;
    k.crossing = memory + piece->vertex_count;
    k.cap = k.crossing + 3 * edges;
    cut_all(&k, n);
    free(own);
    free(memory);
    if (!is_closed(cut)) {
        fracture_piece_clear(cut);
        return talus_error_set(error, TALUS_ERROR_INTERNAL,
                               "a cut through a piece of %zu vertices does not close; choose "
                               "another plane",
                               piece->vertex_count);
    }
    return TALUS_OK;
}

talus_status fracture_cut(const fracture_piece *piece, talus_vec3 n, double h, fracture_piece *cut,
                          talus_error *error)
{
    *cut = (fracture_piece){0};
    if (piece->vertex_count == 0) {
        return TALUS_OK;
    }
    double *height = calloc(piece->vertex_count, sizeof *height);
    if (height == NULL) {
        return no_memory(error);
    }
    bool some_below, some_above;
    talus_status status = TALUS_OK;
    find_heights(piece, n, h, height, &some_below, &some_above);
    if (some_below && some_above) {
        status = cut_through(piece, height, n, cut, error);
    } else if (some_below) {
        status = copy_piece(piece->vertices, piece->vertex_count, piece->face_starts,
                            piece->face_count, piece->corners, cut, error);
    }
    free(height);
    return status;
}

fracture_mass fracture_mass_of(const fracture_piece *piece)
{
    fracture_mass mass = {0};
    if (piece->vertex_count == 0) {
        return mass;
    }
    // about a vertex, so that far-away coordinates cancel
    const talus_vec3 o = piece->vertices[0];
    shape_moments m = {0};
    for (size_t f = 0; f < piece->face_count; f++) {
        const uint32_t *corner = piece->corners + piece->face_starts[f];
        const size_t count = piece->face_starts[f + 1] - piece->face_starts[f];
        const talus_vec3 a = vec3_sub(piece->vertices[corner[0]], o);
        talus_vec3 area = vec3(0.0, 0.0, 0.0);
        for (size_t i = 1; i + 1 < count; i++) {
            const talus_vec3 b = vec3_sub(piece->vertices[corner[i]], o);
            const talus_vec3 c = vec3_sub(piece->vertices[corner[i + 1]], o);
            shape_moments_add(&m, a, b, c);
            area = vec3_add(area, vec3_cross(vec3_sub(b, a), vec3_sub(c, a)));
        }
        mass.surface += 0.5 * vec3_norm(area);
    }
    const talus_vec3 s = vec3_scale(1.0 / m.volume, m.first);
    const double v[3] = {s.x, s.y, s.z};
    talus_mat3 j;
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            j.m[a][b] = m.second.m[a][b] - m.volume * v[a] * v[b];
        }
    }
    const double trace = j.m[0][0] + j.m[1][1] + j.m[2][2];
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            mass.inertia.m[a][b] = (a == b ? trace : 0.0) - j.m[a][b];
        }
    }
    mass.volume = m.volume;
    mass.centre = vec3_add(o, s);
    return mass;
}
