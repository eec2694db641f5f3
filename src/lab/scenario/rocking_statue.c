// SPDX-License-Identifier: GPL-3.0-or-later
// Statues: mass properties of closed meshes and the facet they stand on.
#include "lab/scenario/rocking_statue.h"

#include "foundation/files/files.h"
#include "foundation/math/linalg.h"
#include "physics/shape/parts.h"

#include <math.h>
#include <stdlib.h>

/// Directed edge of a triangle, by places of its ends in a list of equal points.
typedef struct edge {
    uint32_t from, to;
} edge;

static int compare_edges(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    return x->to < y->to ? -1 : x->to > y->to;
}

typedef struct placed {
    talus_vec3 at;
    uint32_t index;
} placed;

static int compare_points(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    const double d[3] = {x->at.x - y->at.x, x->at.y - y->at.y, x->at.z - y->at.z};
    for (int i = 0; i < 3; i++) {
        if (d[i] != 0.0) {
            return d[i] < 0.0 ? -1 : 1;
        }
    }
    return 0;
}

/// Formats that repeat their vertices: the first of equal points stands for all.
static void weld(const talus_mesh *mesh, placed *room, uint32_t *same)
{
    for (size_t i = 0; i < mesh->point_count; i++) {
        room[i] = (placed){mesh->points[i], (uint32_t)i};
    }
    qsort(room, mesh->point_count, sizeof *room, compare_points);
    uint32_t first = 0;
    for (size_t i = 0; i < mesh->point_count; i++) {
        if (i == 0 || compare_points(&room[i - 1], &room[i]) != 0) {
            first = room[i].index;
        }
        same[room[i].index] = first;
    }
}

/// Does every edge have its opposite, as often?
static bool is_closed(const talus_mesh *mesh, const uint32_t *same, edge *edges)
{
    const size_t count = 3 * mesh->triangle_count;
    for (size_t i = 0; i < count; i++) {
        const size_t next = i % 3 == 2 ? i - 2 : i + 1;
        edges[i] = (edge){same[mesh->triangles[i]], same[mesh->triangles[next]]};
    }
    qsort(edges, count, sizeof *edges, compare_edges);
    for (size_t i = 0; i < count; i++) {
        const edge back = {edges[i].to, edges[i].from};
        if (edges[i].from == edges[i].to ||
            !bsearch(&back, edges, count, sizeof *edges, compare_edges) ||
            (i > 0 && compare_edges(&edges[i - 1], &edges[i]) == 0)) {
            return false;
        }
    }
    return count > 0;
}

/// Volume, first and second moments about `origin`, by tetrahedra.
typedef struct moments {
    double volume;
    talus_vec3 first;
    double second[3][3];
} moments;

static moments integrate(const talus_mesh *mesh, talus_vec3 origin)
{
    moments m = {.volume = 0.0};
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        talus_vec3 v[3], sum = {0.0, 0.0, 0.0};
        for (int i = 0; i < 3; i++) {
            v[i] = vec3_sub(mesh->points[mesh->triangles[3 * t + (size_t)i]], origin);
            sum = vec3_add(sum, v[i]);
        }
        const double det = vec3_dot(v[0], vec3_cross(v[1], v[2]));
        m.volume += det / 6.0;
        m.first = vec3_axpy(m.first, det / 24.0, sum);
        const double s[3] = {sum.x, sum.y, sum.z};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                double products = s[i] * s[j];
                for (int k = 0; k < 3; k++) {
                    const double c[3] = {v[k].x, v[k].y, v[k].z};
                    products += c[i] * c[j];
                }
                m.second[i][j] += det / 120.0 * products;
            }
        }
    }
    return m;
}

static int compare_plan(const void *a, const void *b)
{
    const talus_vec3 *p = a, *q = b;
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    return p->y < q->y ? -1 : p->y > q->y;
}

/// Twice the area of a triangle seen along z, counter-clockwise > 0.
static double twice(talus_vec3 a, talus_vec3 b, talus_vec3 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Convex hull in plan, counter-clockwise. @param hull (count + 1) @return its corners
static size_t find_hull(talus_vec3 *points, size_t count, talus_vec3 *hull)
{
    size_t n = 0;
    qsort(points, count, sizeof *points, compare_plan);
    const double span = count > 0 ? vec3_norm(vec3_sub(points[count - 1], points[0])) : 0.0;
    const double flat = 1e-9 * span * span;
    for (int pass = 0; pass < 2; pass++) {
        const size_t start = n;
        for (size_t i = 0; i < count; i++) {
            const talus_vec3 p = points[pass == 0 ? i : count - 1 - i];
            while (n >= start + 2 && twice(hull[n - 2], hull[n - 1], p) <= flat) {
                n--;
            }
            hull[n++] = p;
        }
        n--; // the last point begins the other half
    }
    return n;
}

/// Leave out the corners that enclose least until `most` are left.
static size_t thin_out(talus_vec3 *hull, size_t n, size_t most)
{
    while (n > most) {
        size_t least = 0;
        double area = (double)INFINITY;
        for (size_t i = 0; i < n; i++) {
            const double here = twice(hull[(i + n - 1) % n], hull[i], hull[(i + 1) % n]);
            if (here < area) {
                area = here;
                least = i;
            }
        }
        n--;
        for (size_t i = least; i < n; i++) {
            hull[i] = hull[i + 1];
        }
    }
    return n;
}

/// The corners under the centre of mass.
static talus_status find_facet(const char *path, const talus_mesh *mesh, talus_vec3 centre,
                               double tolerance, rocking_statue *statue, talus_vec3 *room,
                               talus_error *error)
{
    double lowest = (double)INFINITY, highest = -(double)INFINITY;
    for (size_t i = 0; i < mesh->point_count; i++) {
        lowest = fmin(lowest, mesh->points[i].z);
        highest = fmax(highest, mesh->points[i].z);
    }
    const double reach = isnan(tolerance) ? 1e-3 * (highest - lowest) : tolerance;
    talus_vec3 *base = room, *hull = room + mesh->point_count;
    size_t count = 0;
    for (size_t i = 0; i < mesh->point_count; i++) {
        if (mesh->points[i].z <= lowest + reach) {
            base[count++] = mesh->points[i];
        }
    }
    statue->base_points = count >= 3 ? find_hull(base, count, hull) : 0;
    if (statue->base_points < 3) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: %zu vertices lie within %g m of the lowest one: expected at "
                               "least three that are not in line; give base_tolerance_m",
                               path, count, reach);
    }
    const size_t n = thin_out(hull, statue->base_points, TALUS_SPATIAL_CORNERS);
    statue->top = highest - centre.z;
    statue->block.corner_count = n;
    for (size_t i = 0; i < n; i++) {
        if (!(twice(hull[i], hull[(i + 1) % n], centre) > 0.0)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s: the centre of mass at x = %g m, y = %g m does not stand "
                                   "over the %zu corners of its base: it would fall by itself",
                                   path, centre.x, centre.y, n);
        }
        statue->block.corners[i] =
            vec3(hull[i].x - centre.x, hull[i].y - centre.y, lowest - centre.z);
    }
    return TALUS_OK;
}

static talus_status make_block(const char *path, talus_mesh *mesh, double tolerance,
                               rocking_statue *statue, talus_vec3 *room, talus_error *error)
{
    const talus_vec3 origin = mesh->points[0];
    const double side = integrate(mesh, origin).volume;
    // triangles that face inwards
    for (size_t t = 0; t < mesh->triangle_count && side < 0.0; t++) {
        const uint32_t swap = mesh->triangles[3 * t + 1];
        mesh->triangles[3 * t + 1] = mesh->triangles[3 * t + 2];
        mesh->triangles[3 * t + 2] = swap;
    }
    const moments rough = integrate(mesh, origin);
    if (!(rough.volume > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s: the mesh encloses no volume", path);
    }
    const talus_vec3 centre = vec3_axpy(origin, 1.0 / rough.volume, rough.first);
    const moments m = integrate(mesh, centre);
    const double trace = m.second[0][0] + m.second[1][1] + m.second[2][2];
    statue->block.mass = m.volume;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            statue->block.inertia.m[i][j] = (i == j ? trace : 0.0) - m.second[i][j];
        }
    }
    return find_facet(path, mesh, centre, tolerance, statue, room, error);
}

/// Why a mesh is not closed.
static talus_status fail_open(const char *path, const talus_mesh *mesh, talus_error *error)
{
    const size_t flat = shape_flat_triangle(mesh);
    if (flat == mesh->triangle_count) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: the mesh is not closed: expected every edge between two "
                               "triangles, once in each direction",
                               path);
    }
    talus_error why;
    (void)shape_fail_flat(mesh, flat, &why);
    return talus_error_set(error, TALUS_ERROR_INPUT, "%s: %.800s", path, why.message);
}

talus_status rocking_statue_read(const char *path, double tolerance, rocking_statue *statue,
                                 talus_error *error)
{
    talus_mesh mesh;
    *statue = (rocking_statue){.base_points = 0};
    talus_status status = talus_mesh_read(path, &mesh, error);
    if (status != TALUS_OK) {
        return status;
    }
    const size_t points = mesh.point_count + 1, edges = 3 * mesh.triangle_count + 1;
    placed *placed_points = malloc(points * sizeof *placed_points);
    uint32_t *same = malloc(points * sizeof *same);
    edge *directed = malloc(edges * sizeof *directed);
    talus_vec3 *room = malloc((2 * points + 1) * sizeof *room);
    if (!placed_points || !same || !directed || !room) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a mesh");
    } else {
        weld(&mesh, placed_points, same);
        status = is_closed(&mesh, same, directed)
                     ? make_block(path, &mesh, tolerance, statue, room, error)
                     : fail_open(path, &mesh, error);
    }
    free(placed_points);
    free(same);
    free(directed);
    free(room);
    talus_mesh_clear(&mesh);
    return status;
}
