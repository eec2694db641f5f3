// SPDX-License-Identifier: GPL-3.0-or-later
// From points to a rock: hull, mass properties, principal frame; scaling.
#include "foundation/math/linalg.h"
#include "physics/shape/check.h"
#include "physics/shape/hull.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

void talus_rock_destroy(talus_rock *rock)
{
    if (rock != NULL) {
        free(rock->vertices);
        free(rock->face_starts);
        free(rock->face_vertices);
        free(rock);
    }
}

/// Points must be finite and span a volume: thickness along the thinnest principal direction.
static talus_status check_points(const talus_vec3 *points, size_t count, talus_vec3 *centre,
                                 talus_error *error)
{
    talus_mat3 spread = {{{0.0}}}, axes;
    double values[3];
    if (count < 4) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%zu points: a rock needs at least 4 that span a volume", count);
    }
    *centre = vec3(0.0, 0.0, 0.0);
    for (size_t i = 0; i < count; i++) {
        if (!vec3_finite(points[i])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "point %zu is (%g, %g, %g): expected finite numbers", i + 1,
                                   points[i].x, points[i].y, points[i].z);
        }
        *centre = vec3_axpy(*centre, 1.0 / (double)count, points[i]);
    }
    for (size_t i = 0; i < count; i++) {
        const talus_vec3 d = vec3_sub(points[i], *centre);
        const double v[3] = {d.x, d.y, d.z};
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                spread.m[a][b] += v[a] * v[b];
            }
        }
    }
    talus_mat3_symmetric_eigen(&spread, values, &axes);
    double low = 0.0, high = 0.0, reach = 0.0;
    const talus_vec3 thin = vec3(axes.m[0][0], axes.m[1][0], axes.m[2][0]);
    for (size_t i = 0; i < count; i++) {
        const talus_vec3 d = vec3_sub(points[i], *centre);
        const double h = vec3_dot(d, thin);
        low = h < low ? h : low;
        high = h > high ? h : high;
        reach = vec3_norm(d) > reach ? vec3_norm(d) : reach;
    }
    // the coordinates' own round-off makes a plane look thick far from the origin
    const double blur = 4.0 * DBL_EPSILON * (fabs(centre->x) + fabs(centre->y) + fabs(centre->z));
    if (!(high - low > 1e-9 * reach + blur)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the %zu points lie in one plane (thickness %g m of %g m): a rock "
                               "needs a volume",
                               count, high - low, 2.0 * reach);
    }
    return TALUS_OK;
}

shape_moments shape_hull_moments(const talus_vec3 *vertices, const shape_hull *hull)
{
    shape_moments m = {0};
    for (size_t f = 0; f < hull->face_count; f++) {
        const uint32_t *face = hull->face_vertices + hull->face_starts[f];
        const size_t n = hull->face_starts[f + 1] - hull->face_starts[f];
        for (size_t i = 1; i + 1 < n; i++) {
            shape_moments_add(&m, vertices[face[0]], vertices[face[i]], vertices[face[i + 1]]);
        }
    }
    return m;
}

/// Inertia tensor per density about S from second moments about S: tr(J) I - J.
static talus_mat3 inertia_tensor(const shape_moments *m, talus_vec3 s)
{
    const double v[3] = {s.x, s.y, s.z};
    talus_mat3 j, inertia;
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            j.m[a][b] = m->second.m[a][b] - m->volume * v[a] * v[b];
        }
    }
    const double trace = j.m[0][0] + j.m[1][1] + j.m[2][2];
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            inertia.m[a][b] = (a == b ? trace : 0.0) - j.m[a][b];
        }
    }
    return inertia;
}

/// Principal axes as columns; the given axes are kept when the tensor is already diagonal.
static void principal_axes(const talus_mat3 *inertia, double moments[3], talus_mat3 *axes)
{
    const double trace = inertia->m[0][0] + inertia->m[1][1] + inertia->m[2][2];
    const double off =
        fmax(fabs(inertia->m[0][1]), fmax(fabs(inertia->m[0][2]), fabs(inertia->m[1][2])));
    if (off <= 1e-12 * trace) {
        *axes = (talus_mat3){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
        for (int i = 0; i < 3; i++) {
            moments[i] = inertia->m[i][i];
        }
        return;
    }
    talus_mat3_symmetric_eigen(inertia, moments, axes);
}

/// Radius and extents from the body-frame vertices.
static void measure(talus_rock *rock)
{
    talus_vec3 low = rock->vertices[0], high = low;
    rock->radius = 0.0;
    for (size_t i = 0; i < rock->vertex_count; i++) {
        const talus_vec3 x = rock->vertices[i];
        low = vec3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
        high = vec3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
        rock->radius = fmax(rock->radius, vec3_norm(x));
    }
    rock->dimensions = vec3_sub(high, low);
}

/// The body frame in the axes of the points: S and the principal axes as columns.
typedef struct body_frame {
    talus_vec3 centre;
    talus_mat3 axes;
} body_frame;

/// Body frame and masses of the hull whose vertices are given about frame->centre, which becomes S.
/// @return false when round-off leaves no positive volume or moment
static bool settle_frame(talus_rock *rock, const shape_hull *hull, double density,
                         body_frame *frame)
{
    double moments[3];
    talus_mat3 *axes = &frame->axes;
    const shape_moments m = shape_hull_moments(rock->vertices, hull);
    // a needle or sheet this thin has lost its volume to round-off (4 % wrong at 1e-8 of the
    // length)
    measure(rock);
    const double width = 2.0 * rock->radius;
    if (!(m.volume > 1e-14 * width * width * width)) {
        return false;
    }
    const talus_vec3 s = vec3_scale(1.0 / m.volume, m.first);
    const talus_mat3 inertia = inertia_tensor(&m, s);
    principal_axes(&inertia, moments, axes);
    for (size_t i = 0; i < rock->vertex_count; i++) {
        rock->vertices[i] = mat3_tmulv(axes, vec3_sub(rock->vertices[i], s));
    }
    frame->centre = vec3_add(frame->centre, s);
    rock->volume = m.volume;
    rock->mass = density * m.volume;
    rock->inertia = vec3_scale(density, vec3(moments[0], moments[1], moments[2]));
    measure(rock);
    return rock->inertia.x > 0.0 && rock->inertia.y > 0.0 && rock->inertia.z > 0.0 &&
           isfinite(rock->mass) && vec3_finite(rock->inertia);
}

static talus_status check_density(double density, talus_error *error)
{
    if (!(density > 0.0) || !isfinite(density)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "density %g kg/m3: expected a positive number", density);
    }
    return TALUS_OK;
}

/// Give the rock the vertices, faces and masses of the hull; face arrays are handed over.
static talus_status fill_rock(talus_rock *rock, shape_hull *hull, const talus_vec3 *centred,
                              double density, body_frame *frame, talus_error *error)
{
    rock->vertices = malloc(hull->vertex_count * sizeof *rock->vertices);
    if (rock->vertices == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu vertices",
                               hull->vertex_count);
    }
    rock->vertex_count = hull->vertex_count;
    for (size_t i = 0; i < hull->vertex_count; i++) {
        rock->vertices[i] = centred[hull->points[i]];
    }
    if (!settle_frame(rock, hull, density, frame)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the hull of %zu vertices has no volume that can be computed "
                               "(%g m3): the points are nearly coplanar or far too large",
                               hull->vertex_count, rock->volume);
    }
    rock->face_count = hull->face_count;
    rock->face_starts = hull->face_starts;
    rock->face_vertices = hull->face_vertices;
    hull->face_starts = hull->face_vertices = NULL;
    return TALUS_OK;
}

static talus_status make_rock(const talus_vec3 *points, size_t count, double density,
                              talus_rock **rock, body_frame *frame, talus_error *error)
{
    if (rock == NULL || points == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the points, or the place for the rock, are NULL");
    }
    shape_hull hull = {0};
    *rock = NULL;
    talus_status status = check_density(density, error);
    if (status != TALUS_OK ||
        (status = check_points(points, count, &frame->centre, error)) != TALUS_OK) {
        return status;
    }
    talus_vec3 *centred = malloc(count * sizeof *centred);
    talus_rock *r = calloc(1, sizeof *r);
    if (centred == NULL || r == NULL) {
        free(centred);
        free(r);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu points", count);
    }
    for (size_t i = 0; i < count; i++) {
        centred[i] = vec3_sub(points[i], frame->centre);
    }
    status = shape_hull_make(centred, count, &hull, error);
    if (status == TALUS_OK) {
        status = fill_rock(r, &hull, centred, density, frame, error);
    }
    if (status == TALUS_OK) {
        r->input_point_count = count;
        *rock = r;
    } else {
        talus_rock_destroy(r);
    }
    shape_hull_clear(&hull);
    free(centred);
    return status;
}

talus_status talus_rock_from_points(const talus_vec3 *points, size_t count, double density,
                                    talus_rock **rock, talus_error *error)
{
    body_frame frame = {0};
    return make_rock(points, count, density, rock, &frame, error);
}

talus_status shape_rock_in_place(const talus_vec3 *points, size_t count, double density,
                                 talus_rock **rock, talus_vec3 *centre, talus_quat *rotation,
                                 talus_error *error)
{
    body_frame frame = {0};
    const talus_status status = make_rock(points, count, density, rock, &frame, error);
    if (status == TALUS_OK) {
        *centre = frame.centre;
        *rotation = quat_of_matrix(&frame.axes);
    }
    return status;
}

talus_status talus_rock_from_body(const talus_vec3 *vertices, size_t count, double mass,
                                  talus_vec3 inertia, talus_rock **rock, talus_error *error)
{
    if (rock == NULL || vertices == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the vertices, or the place for the rock, are NULL");
    }
    *rock = NULL;
    bool finite = count > 0;
    for (size_t i = 0; i < count; i++) {
        finite = finite && vec3_finite(vertices[i]);
    }
    if (!finite || !(mass > 0.0) || !isfinite(mass) || !(inertia.x > 0.0) || !(inertia.y > 0.0) ||
        !(inertia.z > 0.0) || !vec3_finite(inertia)) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "a body needs finite vertices, a positive mass and positive moments: "
            "found %zu vertices, %g kg, (%g, %g, %g) kg m2",
            count, mass, inertia.x, inertia.y, inertia.z);
    }
    if (!shape_can_have_moments(inertia)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "no body has the moments (%g, %g, %g) kg m2: the largest is at most "
                               "the sum of the others",
                               inertia.x, inertia.y, inertia.z);
    }
    talus_rock *r = calloc(1, sizeof *r);
    talus_vec3 *copy = malloc(count * sizeof *copy);
    if (r == NULL || copy == NULL) {
        free(r);
        free(copy);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu vertices", count);
    }
    memcpy(copy, vertices, count * sizeof *copy);
    r->vertices = copy;
    r->vertex_count = r->input_point_count = count;
    r->mass = mass;
    r->inertia = inertia;
    measure(r);
    *rock = r;
    return TALUS_OK;
}

/// @return NULL: no memory; also of nothing
static void *duplicate(const void *memory, size_t size)
{
    void *copy = size > 0 ? malloc(size) : NULL;
    if (copy != NULL) {
        memcpy(copy, memory, size);
    }
    return copy;
}

talus_status talus_rock_copy(const talus_rock *rock, talus_rock **copy, talus_error *error)
{
    if (copy != NULL) {
        *copy = NULL;
    }
    if (rock == NULL || copy == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the rock or the place for its copy is NULL");
    }
    const size_t starts = rock->face_count > 0 ? rock->face_count + 1 : 0;
    const size_t corners = starts > 0 ? rock->face_starts[rock->face_count] : 0;
    talus_rock *made = duplicate(rock, sizeof *rock);
    if (made != NULL) {
        made->vertices = duplicate(rock->vertices, rock->vertex_count * sizeof *rock->vertices);
        made->face_starts = duplicate(rock->face_starts, starts * sizeof *rock->face_starts);
        made->face_vertices = duplicate(rock->face_vertices, corners * sizeof *rock->face_vertices);
    }
    if (made == NULL || made->vertices == NULL || (starts > 0 && made->face_starts == NULL) ||
        (corners > 0 && made->face_vertices == NULL)) {
        talus_rock_destroy(made);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the copy of a rock");
    }
    *copy = made;
    return TALUS_OK;
}

talus_status talus_rock_scale(talus_rock *rock, double factor, talus_error *error)
{
    if (rock == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the rock is NULL");
    }
    const double cube = factor * factor * factor, fifth = cube * factor * factor;
    if (!(factor > 0.0) || !(rock->mass * cube > 0.0) || !isfinite(rock->mass * cube) ||
        !vec3_finite(vec3_scale(fifth, rock->inertia))) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "scale factor %g: expected a positive number of sensible size",
                               factor);
    }
    for (size_t i = 0; i < rock->vertex_count; i++) {
        rock->vertices[i] = vec3_scale(factor, rock->vertices[i]);
    }
    rock->volume *= cube;
    rock->mass *= cube;
    rock->inertia = vec3_scale(fifth, rock->inertia);
    rock->simplification.deviation *= factor;
    measure(rock);
    return TALUS_OK;
}

talus_status talus_rock_set_mass(talus_rock *rock, double mass, talus_error *error)
{
    if (rock == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the rock is NULL");
    }
    if (!(mass > 0.0) || !isfinite(mass)) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "mass %g kg: expected a positive number",
                               mass);
    }
    rock->inertia = vec3_scale(mass / rock->mass, rock->inertia);
    rock->mass = mass;
    return TALUS_OK;
}
