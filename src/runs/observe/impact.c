// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of an impact.
#include "runs/observe/impact.h"

#include "foundation/math/linalg.h"

talus_vec3 observe_mean_normal(const talus_terrain *terrain, double x, double y, double diameter)
{
    talus_vec3 sum = vec3(0, 0, 0);
    for (int k = 0; k < 9; k++) {
        double z, dzdx, dzdy;
        if (talus_terrain_surface(terrain, x + 0.5 * diameter * (k % 3 - 1),
                                  y + 0.5 * diameter * (k / 3 - 1), &z, &dzdx,
                                  &dzdy) == TALUS_INSIDE) {
            const talus_vec3 n = vec3(-dzdx, -dzdy, 1.0);
            sum = vec3_axpy(sum, 1.0 / vec3_norm(n), n);
        }
    }
    return vec3_scale(1.0 / vec3_norm(sum), sum);
}

observe_split observe_split_velocities(talus_vec3 before, talus_vec3 after, talus_vec3 normal)
{
    observe_split s = {.energy_kept = vec3_norm2(after) / vec3_norm2(before),
                       .n_before = vec3_dot(before, normal),
                       .n_after = vec3_dot(after, normal)};
    const talus_vec3 slide = vec3_axpy(before, -s.n_before, normal);
    const talus_vec3 slid = vec3_axpy(after, -s.n_after, normal);
    s.t_before = vec3_norm(slide);
    s.t_after = vec3_norm(slid);
    s.e_n = -s.n_after / s.n_before;
    s.e_t = s.t_after / s.t_before;
    s.angle = talus_atan(-s.n_before / s.t_before);
    const double along = vec3_dot(slide, slid);
    const double turn = talus_atan(vec3_norm(vec3_cross(slide, slid)) / along);
    s.deviation = along < 0.0 ? turn + TALUS_PI : turn;
    return s;
}

bool observe_is_impact(const observe_split *split)
{
    return !(split->n_before > -OBSERVE_LEAST_FALL);
}

double observe_highest_over_chord(talus_vec3 begin, talus_vec3 end, const talus_vec3 *path,
                                  size_t count)
{
    const talus_vec3 chord = vec3_sub(end, begin);
    const double across = sqrt(chord.x * chord.x + chord.y * chord.y);
    if (!(across > 0.0)) {
        return 0.0;
    }
    double highest = 0.0; // times the length of the chord
    for (size_t k = 0; k < count; k++) {
        const talus_vec3 way = vec3_sub(path[k], begin);
        const double along = (way.x * chord.x + way.y * chord.y) / across;
        const double height = way.z * across - along * chord.z;
        highest = height > highest ? height : highest;
    }
    return highest / vec3_norm(chord);
}
