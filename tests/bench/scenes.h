// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes shared by tests and benchmarks: planes, rough planes, a block laid on a plane.
#ifndef TESTS_SCENES_SCENES_H
#define TESTS_SCENES_SCENES_H

#include "foundation/math/linalg.h"
#include "talus/site.h"

#include <stdlib.h>

/// Ground with constant friction: mu at every slippage, no drag, no restitution.
static inline talus_ground scene_ground(double mu)
{
    return (talus_ground){.name = "test", .mu_min = mu, .mu_max = mu};
}

/// Plane z = -tan(slope) (cos(azimuth) x + sin(azimuth) y) on [-half, half]^2, cells of `cell` m;
/// NULL when out of memory. Falls towards `azimuth` (rad from east).
static inline talus_terrain *scene_plane(double slope, double azimuth, double half, double cell,
                                         double noise)
{
    const size_t n = (size_t)floor(2.0 * half / cell + 0.5) + 1;
    const double tangent = slope == 0.0 ? 0.0 : talus_sin(slope) / talus_cos(slope);
    const talus_grid grid = {-half, -half, cell, n, n};
    double *heights = malloc(n * n * sizeof *heights);
    if (heights == NULL) {
        return NULL;
    }
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++) {
            const double x = -half + (double)i * cell, y = -half + (double)j * cell;
            heights[j * n + i] = -tangent * (talus_cos(azimuth) * x + talus_sin(azimuth) * y);
        }
    }
    talus_terrain *terrain = NULL;
    const talus_roughness rough = {noise, 1, 1};
    (void)talus_terrain_create(&grid, heights, noise > 0.0 ? &rough : NULL, &terrain, NULL);
    free(heights);
    return terrain;
}

/// Rotation by `angle` about the unit axis.
static inline talus_quat scene_turn(double angle, talus_vec3 axis)
{
    const double s = talus_sin(0.5 * angle);
    return (talus_quat){talus_cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

/// Body axes laid into the plane that falls towards `azimuth` with `slope`: x down the slope.
static inline talus_quat scene_lay(double slope, double azimuth)
{
    return quat_mul(scene_turn(azimuth, vec3(0.0, 0.0, 1.0)),
                    scene_turn(slope, vec3(0.0, 1.0, 0.0)));
}

#endif
