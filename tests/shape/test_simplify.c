// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks of fewer vertices: volume and mass stay, and what changes is reported.
#include "shape_case.h"

static talus_rock *simplified(const talus_rock *rock, size_t most)
{
    talus_rock *simple = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_rock_simplify(rock, most, &simple, &error), TALUS_OK, "%s", error.message);
    return simple;
}

/// Distance of the nearest face from S.
static double nearest_face(const talus_rock *rock)
{
    double nearest = rock->radius;
    for (size_t f = 0; f < rock->face_count; f++) {
        const uint32_t *face = rock->face_vertices + rock->face_starts[f];
        const talus_vec3 a = rock->vertices[face[0]];
        const talus_vec3 across =
            vec3_cross(vec3_sub(rock->vertices[face[1]], a), vec3_sub(rock->vertices[face[2]], a));
        nearest = fmin(nearest, vec3_dot(across, a) / vec3_norm(across));
    }
    return nearest;
}

Test(simplify, a_sphere_keeps_its_volume_and_comes_nearer_with_every_vertex)
{
    static const size_t counts[] = {12, 40, 120, 256};
    talus_rock *sphere = built("icosphere", vec3(2.0, 2.0, 2.0), 4);
    double last = 1.0;
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        talus_rock *simple = simplified(sphere, counts[k]);
        const talus_simplification *lost = &simple->simplification;
        cr_expect_eq(simple->vertex_count, counts[k]);
        cr_expect_eq(lost->vertices, sphere->vertex_count);
        cr_expect_lt(relative(simple->volume, sphere->volume), 1e-12);
        cr_expect_lt(relative(simple->mass, sphere->mass), 1e-14);
        // its vertices stand out of the sphere, and the sphere out of its faces; S moves a little
        const double out = fmax(simple->radius - 1.0, 1.0 - nearest_face(simple));
        cr_expect_float_eq(lost->deviation, out, 0.2 * out, "%zu: %g m, %g m", counts[k],
                           lost->deviation, out);
        cr_expect_lt(lost->deviation, 0.8 * last, "%zu: %g m", counts[k], lost->deviation);
        cr_expect(lost->volume_change < 0.0 && lost->volume_change > -0.5);
        const talus_vec3 now = sorted_moments(simple), before = sorted_moments(sphere);
        const double changes[] = {now.x / before.x - 1.0, now.y / before.y - 1.0,
                                  now.z / before.z - 1.0};
        double largest = 0.0;
        for (int a = 0; a < 3; a++) {
            largest = fabs(changes[a]) > fabs(largest) ? changes[a] : largest;
        }
        cr_expect_float_eq(lost->moment_change, largest, 1e-12);
        last = lost->deviation;
        talus_rock_destroy(simple);
    }
    cr_expect_lt(last, 0.03, "%g m", last);
    talus_rock_destroy(sphere);
}

Test(simplify, corners_stay_and_what_stands_out_little_goes)
{
    // a box with a low pyramid on each face, whose tips go first
    talus_vec3 points[14];
    for (size_t k = 0; k < 8; k++) {
        points[k] = vec3(k & 1 ? 1.0 : -1.0, k & 2 ? 0.7 : -0.7, k & 4 ? 0.4 : -0.4);
    }
    for (size_t a = 0; a < 3; a++) {
        for (size_t side = 0; side < 2; side++) {
            const double sign = side ? 1.0 : -1.0, h = 0.003;
            points[8 + 2 * a + side] =
                vec3(a == 0 ? sign * (1.0 + h) : 0.0, a == 1 ? sign * (0.7 + h) : 0.0,
                     a == 2 ? sign * (0.4 + h) : 0.0);
        }
    }
    talus_rock *rock = rock_of(points, 14, 2700.0);
    cr_assert_eq(rock->vertex_count, 14);
    talus_rock *simple = simplified(rock, 8);
    // each pyramid has a third of its height over the face: (2.8 1.6 + 2 2 0.8 + ...) h / 3
    const double box = 8.0 * 0.28, tips = 2.0 * (4.0 * 0.28 + 4.0 * 0.4 + 4.0 * 0.7) * 0.003 / 3.0;
    cr_expect_eq(simple->vertex_count, 8);
    cr_expect_float_eq(simple->simplification.volume_change, -tips / (box + tips), 1e-12);
    cr_expect_lt(relative(simple->volume, box + tips), 1e-12);
    cr_expect(simple->simplification.deviation > 0.001 && simple->simplification.deviation < 0.003);
    talus_rock_destroy(simple);
    simple = simplified(rock, 30);
    cr_expect_eq(simple->vertex_count, 14);
    cr_expect_lt(simple->simplification.deviation, 1e-14);
    cr_expect_lt(fabs(simple->simplification.volume_change), 1e-14);
    talus_rock_destroy(simple);
    talus_rock_destroy(rock);
}
