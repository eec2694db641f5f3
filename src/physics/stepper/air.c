// SPDX-License-Identifier: GPL-3.0-or-later
// Drag of the air, quadratic in the speed. [docs/theory.md 7]
#include "physics/stepper/stepper_internal.h"

/// Of a polygonal face: half the length of the sum of cross products of its corners.
static double face_area(const talus_rock *rock, size_t face)
{
    const uint32_t first = rock->face_starts[face], last = rock->face_starts[face + 1];
    const talus_vec3 origin = rock->vertices[rock->face_vertices[first]];
    talus_vec3 sum = vec3(0.0, 0.0, 0.0);
    for (uint32_t k = first + 1; k + 1 < last; k++) {
        sum =
            vec3_add(sum, vec3_cross(vec3_sub(rock->vertices[rock->face_vertices[k]], origin),
                                     vec3_sub(rock->vertices[rock->face_vertices[k + 1]], origin)));
    }
    return 0.5 * vec3_norm(sum);
}

double stepper_air_drag(const talus_rock *rock, const talus_step_options *options)
{
    double surface = 0.0;
    for (size_t face = 0; face < rock->face_count; face++) {
        surface += face_area(rock, face);
    }
    return 0.5 * options->air_density * options->air_drag * 0.25 * surface;
}
