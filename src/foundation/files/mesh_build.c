// SPDX-License-Identifier: GPL-3.0-or-later
// A mesh as it is read: points, triangles, and where its file is wrong.
#include "foundation/files/files_internal.h"
#include "foundation/files/mesh.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TALUS_PRINTF(4, 0) talus_status
    fail(const files_mesh_source *source, int line, const char *prefix, const char *format,
         va_list arguments)
{
    char message[900];
    (void)vsnprintf(message, sizeof message, format, arguments);
    (void)talus_error_set(source->error, TALUS_ERROR_INPUT, "%s%s", prefix, message);
    talus_error_locate(source->error, source->path, line, 0);
    return TALUS_ERROR_INPUT;
}

talus_status files_mesh_fail(const files_mesh_source *source, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const talus_status status = fail(source, line, "", format, arguments);
    va_end(arguments);
    return status;
}

talus_status files_mesh_fail_at(const files_mesh_source *source, size_t byte, const char *format,
                                ...)
{
    char prefix[40];
    va_list arguments;
    (void)snprintf(prefix, sizeof prefix, "byte %zu: ", byte);
    va_start(arguments, format);
    const talus_status status = fail(source, 0, prefix, format, arguments);
    va_end(arguments);
    return status;
}

static talus_status no_memory(const files_mesh_source *source)
{
    return talus_error_set(source->error, TALUS_ERROR_MEMORY, "no memory to read '%s'",
                           source->path);
}

talus_status files_mesh_add_point(files_mesh_source *source, talus_vec3 point)
{
    talus_mesh *mesh = source->mesh;
    if (mesh->point_count == UINT32_MAX) {
        return files_mesh_fail(source, 0, "more than %u points: thin out the file", UINT32_MAX);
    }
    if (mesh->point_count == source->point_capacity) {
        const size_t capacity = source->point_capacity == 0 ? 256 : 2 * source->point_capacity;
        talus_vec3 *larger = realloc(mesh->points, capacity * sizeof *larger);
        if (larger == NULL) {
            return no_memory(source);
        }
        mesh->points = larger;
        source->point_capacity = capacity;
    }
    mesh->points[mesh->point_count++] = point;
    return TALUS_OK;
}

talus_status files_mesh_add_triangle(files_mesh_source *source, uint32_t a, uint32_t b, uint32_t c)
{
    talus_mesh *mesh = source->mesh;
    if (mesh->triangle_count == source->triangle_capacity) {
        const size_t capacity =
            source->triangle_capacity == 0 ? 256 : 2 * source->triangle_capacity;
        uint32_t *larger = realloc(mesh->triangles, 3 * capacity * sizeof *larger);
        if (larger == NULL) {
            return no_memory(source);
        }
        mesh->triangles = larger;
        source->triangle_capacity = capacity;
    }
    uint32_t *corners = mesh->triangles + 3 * mesh->triangle_count++;
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    return TALUS_OK;
}
