// SPDX-License-Identifier: GPL-3.0-or-later
// Writing rock meshes: OBJ, STL (binary), PLY (ascii), XYZ.
#include "foundation/files/files.h"
#include "foundation/files/mesh.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What to write: points and polygons as in talus_rock.
typedef struct polygons {
    const char *path;
    const talus_vec3 *points;
    size_t point_count;
    const uint32_t *starts, *corners;
    size_t face_count;
} polygons;

static void add_points(files_text *text, const polygons *mesh, const char *prefix)
{
    for (size_t i = 0; i < mesh->point_count; i++) {
        const talus_vec3 p = mesh->points[i];
        files_text_add(text, "%s%.17g %.17g %.17g\n", prefix, p.x, p.y, p.z);
    }
}

static void add_xyz(files_text *text, const polygons *mesh)
{
    add_points(text, mesh, "");
}

static void add_obj(files_text *text, const polygons *mesh)
{
    add_points(text, mesh, "v ");
    for (size_t f = 0; f < mesh->face_count; f++) {
        files_text_add(text, "f");
        for (uint32_t k = mesh->starts[f]; k < mesh->starts[f + 1]; k++) {
            files_text_add(text, " %zu", (size_t)mesh->corners[k] + 1);
        }
        files_text_add(text, "\n");
    }
}

static void add_ply(files_text *text, const polygons *mesh)
{
    uint32_t most = 0;
    for (size_t f = 0; f < mesh->face_count; f++) {
        const uint32_t n = mesh->starts[f + 1] - mesh->starts[f];
        most = n > most ? n : most;
    }
    files_text_add(text,
                   "ply\nformat ascii 1.0\nelement vertex %zu\nproperty double x\n"
                   "property double y\nproperty double z\n",
                   mesh->point_count);
    if (mesh->face_count > 0) {
        files_text_add(text, "element face %zu\nproperty list %s uint vertex_indices\n",
                       mesh->face_count, most <= UINT8_MAX ? "uchar" : "uint");
    }
    files_text_add(text, "end_header\n");
    add_points(text, mesh, "");
    for (size_t f = 0; f < mesh->face_count; f++) {
        files_text_add(text, "%u", mesh->starts[f + 1] - mesh->starts[f]);
        for (uint32_t k = mesh->starts[f]; k < mesh->starts[f + 1]; k++) {
            files_text_add(text, " %u", mesh->corners[k]);
        }
        files_text_add(text, "\n");
    }
}

static talus_status write_text(const polygons *mesh,
                               void (*add)(files_text *text, const polygons *mesh),
                               talus_error *error)
{
    files_text text = {0};
    const files_locale locale = files_locale_enter();
    add(&text, mesh);
    files_locale_leave(&locale);
    const talus_status status =
        text.failed
            ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to write '%s'", mesh->path)
            : files_write_all(mesh->path, text.data, text.size, error);
    files_text_clear(&text);
    return status;
}

static char *write_uint32(char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        *at++ = (char)(value >> 8 * i & 0xff);
    }
    return at;
}

static char *write_point(char *at, talus_vec3 p)
{
    const float x[3] = {(float)p.x, (float)p.y, (float)p.z};
    for (int i = 0; i < 3; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        at = write_uint32(at, bits);
    }
    return at;
}

/// Unit normal of a triangle, zero when it has no area.
static talus_vec3 unit_normal(talus_vec3 a, talus_vec3 b, talus_vec3 c)
{
    const talus_vec3 u = {b.x - a.x, b.y - a.y, b.z - a.z}, v = {c.x - a.x, c.y - a.y, c.z - a.z};
    const talus_vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    const double size = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    const double scale = size > 0.0 && isfinite(size) ? 1.0 / size : 0.0;
    return (talus_vec3){scale * n.x, scale * n.y, scale * n.z};
}

static talus_status write_stl(const polygons *mesh, talus_error *error)
{
    size_t count = 0;
    for (size_t f = 0; f < mesh->face_count; f++) {
        count += mesh->starts[f + 1] - mesh->starts[f] - 2;
    }
    if (count == 0 || count > UINT32_MAX) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "'%s' would hold %zu triangles: an STL file needs faces, write "
                               "points alone as .xyz",
                               mesh->path, count);
    }
    char *data = calloc(84 + 50 * count, 1);
    if (data == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to write '%s'", mesh->path);
    }
    memcpy(data, "binary STL, metres", sizeof "binary STL, metres" - 1);
    char *at = write_uint32(data + 80, (uint32_t)count);
    for (size_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *corner = mesh->corners + mesh->starts[f];
        for (uint32_t i = 1; i + 1 < mesh->starts[f + 1] - mesh->starts[f]; i++) {
            const talus_vec3 a = mesh->points[corner[0]], b = mesh->points[corner[i]],
                             c = mesh->points[corner[i + 1]];
            at = write_point(at, unit_normal(a, b, c));
            at = write_point(write_point(write_point(at, a), b), c);
            at += 2; // attribute bytes stay zero
        }
    }
    const talus_status status = files_write_all(mesh->path, data, (size_t)(at - data), error);
    free(data);
    return status;
}

/// Finite points (that fit into single precision for STL) and faces of three corners or more.
static talus_status check_mesh(const polygons *mesh, double largest, talus_error *error)
{
    for (size_t i = 0; i < mesh->point_count; i++) {
        const talus_vec3 p = mesh->points[i];
        if (!(fabs(p.x) <= largest) || !(fabs(p.y) <= largest) || !(fabs(p.z) <= largest)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "cannot write '%s': point %zu is (%g, %g, %g), expected finite "
                                   "numbers up to %g",
                                   mesh->path, i + 1, p.x, p.y, p.z, largest);
        }
    }
    for (size_t f = 0; f < mesh->face_count; f++) {
        const uint32_t begin = mesh->starts[f], end = mesh->starts[f + 1];
        bool good = end >= begin && end - begin >= 3;
        for (uint32_t k = begin; good && k < end; k++) {
            good = mesh->corners[k] < mesh->point_count;
        }
        if (!good) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "cannot write '%s': face %zu has less than three corners or one "
                                   "beyond the %zu points",
                                   mesh->path, f + 1, mesh->point_count);
        }
    }
    return TALUS_OK;
}

talus_status talus_mesh_write(const char *path, const talus_vec3 *points, size_t point_count,
                              const uint32_t *face_starts, const uint32_t *face_vertices,
                              size_t face_count, talus_error *error)
{
    if (path == NULL || points == NULL ||
        (face_count > 0 && (face_starts == NULL || face_vertices == NULL))) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the name of the mesh, its points or its faces are NULL");
    }
    const polygons mesh = {path, points, point_count, face_starts, face_vertices, face_count};
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash == NULL ? path : slash, '.');
    const files_mesh_word extension = {dot == NULL ? "" : dot + 1,
                                       dot == NULL ? 0 : strlen(dot + 1)};
    const bool stl = files_mesh_word_is(extension, "stl");
    if (point_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "no points to write to '%s'", path);
    }
    const talus_status status = check_mesh(&mesh, stl ? (double)FLT_MAX : DBL_MAX, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (stl) {
        return write_stl(&mesh, error);
    }
    if (files_mesh_word_is(extension, "obj")) {
        return write_text(&mesh, add_obj, error);
    }
    if (files_mesh_word_is(extension, "ply")) {
        return write_text(&mesh, add_ply, error);
    }
    if (files_mesh_word_is(extension, "xyz")) {
        return write_text(&mesh, add_xyz, error);
    }
    return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                           "cannot write '%s': expected a name that ends in .obj, .stl, .ply or "
                           ".xyz",
                           path);
}
