// SPDX-License-Identifier: GPL-3.0-or-later
// A mesh as it is read: points, triangles, and where its file is wrong.
#include "foundation/base/array.h"
#include "foundation/files/files.h"
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
    if (!array_reserve(&mesh->points, &source->point_capacity, mesh->point_count + 1,
                       sizeof *mesh->points)) {
        return no_memory(source);
    }
    mesh->points[mesh->point_count++] = point;
    return TALUS_OK;
}

talus_status files_mesh_add_triangle(files_mesh_source *source, uint32_t a, uint32_t b, uint32_t c)
{
    talus_mesh *mesh = source->mesh;
    if (!array_reserve(&mesh->triangles, &source->triangle_capacity, mesh->triangle_count + 1,
                       3 * sizeof *mesh->triangles)) {
        return no_memory(source);
    }
    uint32_t *corners = mesh->triangles + 3 * mesh->triangle_count++;
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    return TALUS_OK;
}
