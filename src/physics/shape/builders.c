// SPDX-License-Identifier: GPL-3.0-or-later
// Named rock shapes.
#include "foundation/math/linalg.h"
#include "talus/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const builder_names[] = {"eota111", "eota221", "cuboid", "prism", "icosphere",
                                            "equant",  "flat",    "long",   "hull",  NULL};

const char *const *talus_rock_builder_names(void)
{
    return builder_names;
}

enum { MAX_SIDES = 1000, MAX_LEVEL = 4, EOTA_POINTS = 24 };

/// Points of a builder under construction, in units of the size.
typedef struct cloud {
    talus_vec3 *points;
    size_t count;
} cloud;

static bool cloud_reserve(cloud *c, size_t count)
{
    c->points = malloc(count * sizeof *c->points);
    c->count = 0;
    return c->points != NULL;
}

/// Box with all edges and corners cut: permutations of (1/2, 1/4, 1/4) with all signs.
static bool eota_points(cloud *c)
{
    if (!cloud_reserve(c, EOTA_POINTS)) {
        return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        for (int signs = 0; signs < 8; signs++) {
            double x[3] = {0.25, 0.25, 0.25};
            x[axis] = 0.5;
            for (int i = 0; i < 3; i++) {
                x[i] = signs >> i & 1 ? -x[i] : x[i];
            }
            c->points[c->count++] = vec3(x[0], x[1], x[2]);
        }
    }
    return true;
}

static bool cuboid_points(cloud *c)
{
    if (!cloud_reserve(c, 8)) {
        return false;
    }
    for (int signs = 0; signs < 8; signs++) {
        c->points[c->count++] =
            vec3(signs & 1 ? -0.5 : 0.5, signs & 2 ? -0.5 : 0.5, signs & 4 ? -0.5 : 0.5);
    }
    return true;
}

static bool prism_points(cloud *c, unsigned sides)
{
    if (!cloud_reserve(c, 2 * (size_t)sides)) {
        return false;
    }
    for (unsigned k = 0; k < sides; k++) {
        const double angle = 2.0 * TALUS_PI * k / sides;
        const double x = 0.5 * talus_cos(angle), y = 0.5 * talus_sin(angle);
        c->points[c->count++] = vec3(x, y, -0.5);
        c->points[c->count++] = vec3(x, y, 0.5);
    }
    return true;
}

static const unsigned char icosahedron[20][3] = {
    {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};

/// Points of one icosahedron triangle on a barycentric grid, pushed onto the sphere of diameter 1.
static void subdivide(cloud *c, const talus_vec3 corners[3], unsigned parts)
{
    for (unsigned i = 0; i <= parts; i++) {
        for (unsigned j = 0; i + j <= parts; j++) {
            const double a = (double)i / parts, b = (double)j / parts;
            const talus_vec3 p =
                vec3_add(vec3_scale(1.0 - a - b, corners[0]),
                         vec3_add(vec3_scale(a, corners[1]), vec3_scale(b, corners[2])));
            const talus_vec3 q = vec3_scale(0.5 / vec3_norm(p), p);
            bool known = false;
            for (size_t k = 0; k < c->count && !known; k++) {
                known = vec3_norm2(vec3_sub(c->points[k], q)) < 1e-16;
            }
            if (!known) {
                c->points[c->count++] = q;
            }
        }
    }
}

static bool icosphere_points(cloud *c, unsigned level)
{
    const double g = 0.5 * (1.0 + sqrt(5.0));
    const talus_vec3 corners[12] = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                    {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                    {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    const unsigned parts = 1U << level;
    if (!cloud_reserve(c, 20 * ((size_t)parts + 1) * ((size_t)parts + 2) / 2)) {
        return false;
    }
    for (int f = 0; f < 20; f++) {
        const talus_vec3 triangle[3] = {corners[icosahedron[f][0]], corners[icosahedron[f][1]],
                                        corners[icosahedron[f][2]]};
        subdivide(c, triangle, parts);
    }
    return true;
}

/// Axis ratios of the block builders, used when only size.x is given.
static bool block_ratios(const char *name, talus_vec3 *ratios)
{
    if (strcmp(name, "equant") == 0) {
        *ratios = vec3(1.0, 1.0, 1.0);
    } else if (strcmp(name, "flat") == 0) {
        *ratios = vec3(1.0, 1.0, 0.5);
    } else if (strcmp(name, "long") == 0) {
        *ratios = vec3(1.0, 0.5, 0.5);
    } else {
        return false;
    }
    return true;
}

static talus_status unknown_builder(const char *name, talus_error *error)
{
    char list[256] = "";
    size_t at = 0;
    for (size_t i = 0; builder_names[i] != NULL; i++) {
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", i == 0 ? "" : ", ",
                               builder_names[i]);
    }
    return talus_error_set(error, TALUS_ERROR_INPUT, "unknown rock shape '%s': expected one of %s",
                           name, list);
}

static talus_status make_points(const char *name, unsigned sides, cloud *c, talus_error *error)
{
    talus_vec3 ratios;
    bool made = false;
    if (strcmp(name, "eota111") == 0 || strcmp(name, "eota221") == 0 ||
        block_ratios(name, &ratios)) {
        made = eota_points(c);
    } else if (strcmp(name, "cuboid") == 0) {
        made = cuboid_points(c);
    } else if (strcmp(name, "prism") == 0) {
        const unsigned n = sides == 0 ? 6 : sides;
        if (n < 3 || n > MAX_SIDES) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "a prism of %u sides: expected 3 to %d", n, MAX_SIDES);
        }
        made = prism_points(c, n);
    } else if (strcmp(name, "icosphere") == 0) {
        const unsigned level = sides == 0 ? 1 : sides;
        if (level > MAX_LEVEL) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "an icosphere of level %u: expected 1 to %d", level, MAX_LEVEL);
        }
        made = icosphere_points(c, level);
    } else {
        return unknown_builder(name, error);
    }
    return made ? TALUS_OK
                : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the shape '%s'", name);
}

talus_status talus_rock_build(const char *name, talus_vec3 size, unsigned sides, double density,
                              talus_rock **rock, talus_error *error)
{
    if (rock == NULL || name == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the name, or the place for the rock, is NULL");
    }
    cloud c = {0};
    talus_vec3 ratios;
    *rock = NULL;
    if (strcmp(name, "hull") == 0) {
        return talus_rock_random_hull(size, sides == 0 ? 20 : sides, density, 0, 0, rock, error);
    }
    if (block_ratios(name, &ratios) && size.y == 0.0 && size.z == 0.0) {
        size = vec3_scale(size.x, ratios);
    }
    if (!(size.x > 0.0) || !(size.y > 0.0) || !(size.z > 0.0) || !vec3_finite(size)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "size %g x %g x %g m of shape '%s': expected three positive numbers",
                               size.x, size.y, size.z, name);
    }
    talus_status status = make_points(name, sides, &c, error);
    if (status == TALUS_OK) {
        for (size_t i = 0; i < c.count; i++) {
            c.points[i] = vec3_mul(size, c.points[i]);
        }
        status = talus_rock_from_points(c.points, c.count, density, rock, error);
    }
    free(c.points);
    if (status == TALUS_OK) {
        (void)snprintf((*rock)->name, sizeof(*rock)->name, "%s", name);
    }
    return status;
}
