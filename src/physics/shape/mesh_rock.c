// SPDX-License-Identifier: GPL-3.0-or-later
// A rock of a mesh: which of its points count, what its hull adds to it, and what its file says that
// is hardly meant.
#include "foundation/math/linalg.h"
#include "physics/shape/check.h"
#include "physics/shape/parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Step of the coordinates over the extent of a rock from which its shape is not that of the file.
static const double coarse_most = 5e-3;
/// Coordinates of so many times its extent are far from the origin.
static const double far_least = 100.0;
/// Volume of the hull below which a closed surface encloses nothing. Relative.
static const double empty_most = 1e-6;

/// A copy of the triangles and of the points that they use, in their order.
static talus_status copy_used(const talus_vec3 *points, size_t count, const uint32_t *triangles,
                              size_t triangle_count, talus_mesh *used, talus_error *error)
{
    for (size_t k = 0; k < 3 * triangle_count; k++) {
        if (triangles[k] >= count) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "triangle %zu names a point beyond the %zu given", k / 3 + 1,
                                   count);
        }
    }
    uint32_t *place = calloc(count + 1, sizeof *place);
    used->points = malloc((count + 1) * sizeof *used->points);
    used->triangles = malloc(3 * triangle_count * sizeof *used->triangles);
    if (place == NULL || used->points == NULL || used->triangles == NULL) {
        free(place);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu points", count);
    }
    for (size_t k = 0; k < 3 * triangle_count; k++) {
        place[triangles[k]] = 1;
    }
    for (size_t i = 0; i < count; i++) {
        if (place[i] != 0) {
            place[i] = (uint32_t)used->point_count;
            used->points[used->point_count++] = points[i];
        }
    }
    for (size_t k = 0; k < 3 * triangle_count; k++) {
        used->triangles[k] = place[triangles[k]];
    }
    used->triangle_count = triangle_count;
    free(place);
    return TALUS_OK;
}

/// The rock of a mesh whose points are all used, and its surface.
static talus_status rock_of_used(const talus_mesh *used, double density, talus_rock **rock,
                                 shape_surface *surface, talus_error *error)
{
    talus_status status =
        talus_rock_from_points(used->points, used->point_count, density, rock, error);
    if (status == TALUS_OK) {
        status = shape_measure_surface(used, surface, error);
        if (status != TALUS_OK) {
            talus_rock_destroy(*rock);
            *rock = NULL;
            return status;
        }
        if (surface->volume > empty_most * (*rock)->volume) {
            (*rock)->hull_volume_change = ((*rock)->volume - surface->volume) / surface->volume;
        }
    }
    return status;
}

static talus_status make_rock(const talus_vec3 *points, size_t count, const uint32_t *triangles,
                              size_t triangle_count, double density, talus_rock **rock,
                              shape_surface *surface, talus_error *error)
{
    *surface = (shape_surface){.volume = (double)NAN};
    if (triangle_count == 0) {
        return talus_rock_from_points(points, count, density, rock, error);
    }
    talus_mesh used = {0};
    talus_status status = copy_used(points, count, triangles, triangle_count, &used, error);
    if (status == TALUS_OK) {
        status = rock_of_used(&used, density, rock, surface, error);
    }
    talus_mesh_clear(&used);
    return status;
}

talus_status talus_rock_from_mesh(const talus_vec3 *points, size_t count, const uint32_t *triangles,
                                  size_t triangle_count, double density, talus_rock **rock,
                                  talus_error *error)
{
    if (rock == NULL || points == NULL || (triangle_count > 0 && triangles == NULL)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the points or triangles, or the place for the rock, are NULL");
    }
    *rock = NULL;
    shape_surface surface;
    return make_rock(points, count, triangles, triangle_count, density, rock, &surface, error);
}

shape_coarse shape_find_coarse(const talus_vec3 *points, const uint32_t *chosen, size_t count,
                               talus_vec3 base, talus_vec3 step)
{
    static const char *const names[3] = {"x", "y", "z"};
    const double steps[3] = {step.x, step.y, step.z};
    talus_vec3 low = count > 0 ? points[chosen != NULL ? chosen[0] : 0] : step, high = low;
    for (size_t i = 1; i < count; i++) {
        const talus_vec3 p = points[chosen != NULL ? chosen[i] : i];
        low = vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    low = vec3_add(low, base);
    high = vec3_add(high, base);
    const double lows[3] = {low.x, low.y, low.z}, highs[3] = {high.x, high.y, high.z};
    shape_coarse coarse = {.corner = low};
    for (int a = 0; a < 3; a++) {
        const double extent = highs[a] - lows[a], reach = fmax(fabs(lows[a]), fabs(highs[a]));
        if (steps[a] > coarse_most * extent && reach > far_least * extent &&
            (coarse.axis == NULL || steps[a] * coarse.extent > coarse.step * extent)) {
            coarse =
                (shape_coarse){.axis = names[a], .step = steps[a], .extent = extent, .corner = low};
        }
    }
    return coarse;
}

shape_sentence shape_say_coarse(const shape_coarse *coarse)
{
    shape_sentence sentence;
    (void)snprintf(
        sentence.text, sizeof sentence.text,
        "the file has %s in steps of %.3g m, so far from the origin, and the rock is %.3g m "
        "long there: its shape and volume are no better than that; before the file is "
        "written, subtract a corner such as (%.0f, %.0f, %.0f) m in double precision",
        coarse->axis, coarse->step, coarse->extent, floor(coarse->corner.x),
        floor(coarse->corner.y), floor(coarse->corner.z));
    return sentence;
}

static TALUS_PRINTF(3, 4) void warn(talus_diagnostics *warnings, const char *path,
                                    const char *format, ...)
{
    char message[900];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    talus_diagnostics_add(
        warnings, &(talus_diagnostic){.severity = TALUS_WARNING, .file = path, .message = message});
}

static void warn_surface(const char *path, const talus_mesh *mesh, const talus_rock *rock,
                         const shape_surface *surface, talus_diagnostics *warnings)
{
    const size_t unused = mesh->point_count - rock->input_point_count;
    const talus_vec3 a = surface->from, b = surface->to;
    if (unused > 0) {
        warn(warnings, path, "%zu of the %zu points belong to no face: the hull leaves them out",
             unused, mesh->point_count);
    }
    if (surface->open + surface->turned > 0) {
        const bool is_open = surface->open > 0;
        warn(warnings, path,
             "the surface is not closed: %s at %zu edges, the first from (%.10g, %.10g, %.10g) to "
             "(%.10g, %.10g, %.10g); it encloses no volume to compare with the %.4g m3 of its hull",
             is_open ? "a face is missing" : "faces point in and out",
             is_open ? surface->open : surface->turned, a.x, a.y, a.z, b.x, b.y, b.z, rock->volume);
    } else if (mesh->triangle_count > 0 && !(surface->volume > empty_most * rock->volume)) {
        warn(warnings, path,
             "the surface encloses no volume (%.3g m3) to compare with the %.4g m3 of its hull: "
             "parts of it face inwards",
             surface->volume, rock->volume);
    }
}

static talus_status rock_of_file(const char *path, const talus_mesh *mesh, double density,
                                 talus_rock **rock, talus_diagnostics *warnings, talus_error *error)
{
    shape_surface surface;
    talus_error inner = {0};
    const talus_status status = make_rock(mesh->points, mesh->point_count, mesh->triangles,
                                          mesh->triangle_count, density, rock, &surface, &inner);
    const bool has_faces = status == TALUS_OK && mesh->triangle_count > 0;
    const shape_coarse coarse = shape_find_coarse(
        mesh->points, has_faces ? mesh->triangles : NULL,
        has_faces ? 3 * mesh->triangle_count : mesh->point_count, vec3(0.0, 0.0, 0.0), mesh->step);
    const shape_sentence sentence = shape_say_coarse(&coarse);
    if (status != TALUS_OK) {
        (void)talus_error_set(error, status, "%.400s%s%s", inner.message,
                              coarse.axis != NULL ? ": " : "",
                              coarse.axis != NULL ? sentence.text : "");
        talus_error_locate(error, path, 0, 0);
        return status;
    }
    warn_surface(path, mesh, *rock, &surface, warnings);
    if (coarse.axis != NULL) {
        warn(warnings, path, "%s", sentence.text);
    }
    return TALUS_OK;
}

talus_status talus_rock_read(const char *path, double unit, double density, talus_rock **rock,
                             talus_diagnostics *warnings, talus_error *error)
{
    if (rock == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the rock is NULL");
    }
    talus_mesh mesh = {0};
    *rock = NULL;
    talus_status status = talus_mesh_read(path, &mesh, error);
    if (status == TALUS_OK && unit != 1.0) {
        status = talus_mesh_scale(&mesh, unit, error);
    }
    if (status == TALUS_OK) {
        status = rock_of_file(path, &mesh, density, rock, warnings, error);
    }
    talus_mesh_clear(&mesh);
    return status;
}
