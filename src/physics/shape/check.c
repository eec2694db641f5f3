// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/shape/check.h"

#include "foundation/math/linalg.h"

/// Round-off of moments that come from integrals, relative to the largest.
#define MOMENT_ROUND_OFF 1e-9

bool shape_can_have_moments(talus_vec3 inertia)
{
    const double a = inertia.x, b = inertia.y, c = inertia.z;
    const double sum = a + b + c, largest = a > b ? (a > c ? a : c) : (b > c ? b : c);
    return a > 0.0 && b > 0.0 && c > 0.0 && isfinite(sum) &&
           2.0 * largest <= sum + MOMENT_ROUND_OFF * largest;
}

const char *shape_fault(const talus_rock *rock)
{
    if (rock == NULL || rock->vertex_count == 0 || rock->vertices == NULL) {
        return "has no vertices";
    }
    if (!(rock->mass > 0.0) || !isfinite(rock->mass)) {
        return "has a mass that is not a number > 0";
    }
    if (!shape_can_have_moments(rock->inertia)) {
        return "has moments of inertia that no body can have: each is > 0 and none is above the "
               "sum of the others";
    }
    if (!(rock->radius > 0.0) || !isfinite(rock->radius) || !(rock->volume >= 0.0) ||
        !isfinite(rock->volume)) {
        return "has a radius that is not a number > 0, or a volume that is not a number >= 0";
    }
    for (size_t k = 0; k < rock->vertex_count; k++) {
        if (!vec3_finite(rock->vertices[k])) {
            return "has a vertex that is not a number";
        }
    }
    if (rock->face_count > 0 && (rock->face_starts == NULL || rock->face_vertices == NULL)) {
        return "has faces without vertices";
    }
    return NULL;
}
