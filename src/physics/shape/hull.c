// SPDX-License-Identifier: GPL-3.0-or-later
// Convex hull by qhull (reentrant), polygonal facets; order made independent of qhull's own.
#include "physics/shape/hull.h"

#include "foundation/math/linalg.h"

#include <libqhull_r/qhull_ra.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 100000000 }; // qhull counts coordinates in an int

static int compare_index(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/// Vertices in ascending input order.
static bool read_vertices(qhT *qh, shape_hull *hull)
{
    vertexT *vertex;
    size_t n = 0;
    hull->points = malloc((size_t)qh->num_vertices * sizeof *hull->points);
    if (hull->points == NULL) {
        return false;
    }
    FORALLvertices {
        hull->points[n++] = (uint32_t)qh_pointid(qh, vertex->point);
    }
    qsort(hull->points, n, sizeof *hull->points, compare_index);
    hull->vertex_count = n;
    return true;
}

static uint32_t position_of(const shape_hull *hull, uint32_t point)
{
    const uint32_t *at =
        bsearch(&point, hull->points, hull->vertex_count, sizeof point, compare_index);
    return at == NULL ? 0 : (uint32_t)(at - hull->points);
}

/// Turn a polygon outward and let it start at its smallest vertex.
static void orient_face(const talus_vec3 *points, const shape_hull *hull, const double *normal,
                        uint32_t *face, size_t n)
{
    talus_vec3 area = vec3(0.0, 0.0, 0.0);
    const talus_vec3 p0 = points[hull->points[face[0]]];
    for (size_t i = 1; i + 1 < n; i++) {
        area = vec3_add(area, vec3_cross(vec3_sub(points[hull->points[face[i]]], p0),
                                         vec3_sub(points[hull->points[face[i + 1]]], p0)));
    }
    if (vec3_dot(area, vec3(normal[0], normal[1], normal[2])) < 0.0) {
        for (size_t i = 0; i < n / 2; i++) {
            const uint32_t swap = face[i];
            face[i] = face[n - 1 - i];
            face[n - 1 - i] = swap;
        }
    }
    size_t first = 0;
    for (size_t i = 1; i < n; i++) {
        first = face[i] < face[first] ? i : first;
    }
    for (size_t turn = 0; turn < first; turn++) {
        const uint32_t head = face[0];
        memmove(face, face + 1, (n - 1) * sizeof *face);
        face[n - 1] = head;
    }
}

typedef struct face_view {
    const uint32_t *vertices;
    size_t count;
} face_view;

static int compare_face(const void *a, const void *b)
{
    const face_view *x = a, *y = b;
    const size_t n = x->count < y->count ? x->count : y->count;
    for (size_t i = 0; i < n; i++) {
        if (x->vertices[i] != y->vertices[i]) {
            return x->vertices[i] < y->vertices[i] ? -1 : 1;
        }
    }
    return (x->count > y->count) - (x->count < y->count);
}

/// Faces sorted by their vertex lists.
static bool sort_faces(shape_hull *hull)
{
    const size_t total = hull->face_starts[hull->face_count];
    face_view *views = malloc(hull->face_count * sizeof *views);
    uint32_t *sorted = malloc(total * sizeof *sorted);
    if (views == NULL || sorted == NULL) {
        free(views);
        free(sorted);
        return false;
    }
    for (size_t f = 0; f < hull->face_count; f++) {
        views[f] = (face_view){hull->face_vertices + hull->face_starts[f],
                               hull->face_starts[f + 1] - hull->face_starts[f]};
    }
    qsort(views, hull->face_count, sizeof *views, compare_face);
    size_t at = 0;
    for (size_t f = 0; f < hull->face_count; f++) {
        hull->face_starts[f] = (uint32_t)at;
        memcpy(sorted + at, views[f].vertices, views[f].count * sizeof *sorted);
        at += views[f].count;
    }
    free(views);
    free(hull->face_vertices);
    hull->face_vertices = sorted;
    return true;
}

static bool read_faces(qhT *qh, const talus_vec3 *points, shape_hull *hull)
{
    facetT *facet;
    size_t corners = 0, faces = 0;
    FORALLfacets {
        corners += (size_t)qh_setsize(qh, facet->vertices);
        faces++;
    }
    hull->face_starts = calloc(faces + 1, sizeof *hull->face_starts);
    hull->face_vertices = calloc(corners + 1, sizeof *hull->face_vertices);
    if (hull->face_starts == NULL || hull->face_vertices == NULL) {
        return false;
    }
    size_t at = 0;
    FORALLfacets {
        vertexT *vertex, **vertexp;
        setT *ordered = qh_facet3vertex(qh, facet);
        const size_t begin = at;
        FOREACHvertex_ (ordered) {
            hull->face_vertices[at++] = position_of(hull, (uint32_t)qh_pointid(qh, vertex->point));
        }
        qh_settempfree(qh, &ordered);
        orient_face(points, hull, facet->normal, hull->face_vertices + begin, at - begin);
        hull->face_starts[++hull->face_count] = (uint32_t)at;
    }
    return sort_faces(hull);
}

/// Vertices and faces, guarded: qhull leaves by longjmp when it fails, and would end the process
/// without a place to land.
static bool read_hull(qhT *qh, const talus_vec3 *points, shape_hull *hull)
{
    bool taken = false;
    if (setjmp(qh->errexit) == 0) {
        qh->NOerrexit = False;
        taken = read_vertices(qh, hull) && read_faces(qh, points, hull);
    }
    qh->NOerrexit = True;
    return taken;
}

static talus_status run_qhull(qhT *qh, const talus_vec3 *points, size_t count, FILE *messages,
                              shape_hull *hull, talus_error *error)
{
    if (count > POINTS_MAX) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%zu points: expected at most %d, thin them out", count, POINTS_MAX);
    }
    coordT *coordinates = malloc(3 * count * sizeof *coordinates);
    char command[] = "qhull Pp";
    if (coordinates == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu points", count);
    }
    for (size_t i = 0; i < count; i++) {
        coordinates[3 * i] = points[i].x;
        coordinates[3 * i + 1] = points[i].y;
        coordinates[3 * i + 2] = points[i].z;
    }
    talus_status status = TALUS_OK;
    const int failure =
        qh_new_qhull(qh, 3, (int)count, coordinates, False, command, NULL, messages);
    if (failure == qh_ERRmem) {
        status =
            talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a hull of %zu points", count);
    } else if (failure != 0) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "the convex hull of the %zu points failed: they may be (nearly) "
                                 "coplanar; a rock needs a volume",
                                 count);
    } else if (!read_hull(qh, points, hull)) {
        status =
            talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a hull of %zu points", count);
    }
    qh_freeqhull(qh, !qh_ALL);
    int long_lived, short_lived;
    qh_memfreeshort(qh, &long_lived, &short_lived);
    free(coordinates);
    return status;
}

talus_status shape_hull_make(const talus_vec3 *points, size_t count, shape_hull *hull,
                             talus_error *error)
{
    char *text = NULL;
    size_t length = 0;
    memset(hull, 0, sizeof *hull);
    // qhull insists on a stream for its messages: they go to memory
    FILE *messages = open_memstream(&text, &length);
    qhT *qh = calloc(1, sizeof *qh);
    talus_status status = TALUS_ERROR_MEMORY;
    if (messages != NULL && qh != NULL) {
        qh_zero(qh, messages);
        status = run_qhull(qh, points, count, messages, hull, error);
    } else {
        (void)talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the hull of %zu points",
                              count);
    }
    if (messages != NULL) {
        (void)fclose(messages);
    }
    free(text);
    free(qh);
    if (status != TALUS_OK) {
        shape_hull_clear(hull);
    }
    return status;
}

void shape_hull_clear(shape_hull *hull)
{
    free(hull->points);
    free(hull->face_starts);
    free(hull->face_vertices);
    memset(hull, 0, sizeof *hull);
}
