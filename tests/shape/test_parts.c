// SPDX-License-Identifier: GPL-3.0-or-later
// Closed parts of a mesh: blocks apart, blocks that share corners and edges, surfaces with a hole.
#include "physics/shape/hull.h"
#include "physics/shape/parts.h"

#include "foundation/math/linalg.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MOST = 64 };

typedef struct scene {
    talus_vec3 points[MOST];
    uint32_t triangles[6 * MOST];
    talus_mesh mesh;
} scene;

/// A box with its lowest corner at `low`; a point that is there already is taken again.
static void add_box(scene *s, talus_vec3 low, talus_vec3 size)
{
    static const uint32_t faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                          {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                          {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    uint32_t own[8];
    for (uint32_t k = 0; k < 8; k++) {
        const talus_vec3 x =
            vec3(low.x + (k % 2 == 1 ? size.x : 0.0), low.y + (k / 2 % 2 == 1 ? size.y : 0.0),
                 low.z + (k / 4 == 1 ? size.z : 0.0));
        size_t at = 0;
        while (at < s->mesh.point_count && memcmp(&s->points[at], &x, sizeof x) != 0) {
            at++;
        }
        s->points[at] = x;
        s->mesh.point_count = at == s->mesh.point_count ? at + 1 : s->mesh.point_count;
        own[k] = (uint32_t)at;
    }
    for (size_t f = 0; f < 12; f++) {
        for (size_t k = 0; k < 3; k++) {
            s->triangles[3 * s->mesh.triangle_count + k] = own[faces[f][k]];
        }
        s->mesh.triangle_count++;
    }
    s->mesh.points = s->points;
    s->mesh.triangles = s->triangles;
}

/// Cubes that touch along faces, edges and in corners, all of which they share.
Test(parts, are_separated_where_they_share_corners)
{
    static const talus_vec3 places[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 1}, {1, 1, 0}, {2, 2, 2}};
    enum { COUNT = sizeof places / sizeof places[0] };
    scene s = {0};
    shape_parts parts;
    uint32_t scratch[MOST];
    talus_vec3 points[MOST];
    for (size_t k = 0; k < COUNT; k++) {
        add_box(&s, places[k], vec3(1.0, 1.0, 1.0));
    }
    cr_assert_lt(s.mesh.point_count, 8 * COUNT);
    talus_error error = {0};
    cr_assert_eq(shape_find_parts(&s.mesh, &parts, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(parts.count, COUNT, "%zu", parts.count);
    for (size_t t = 0; t < s.mesh.triangle_count; t++) {
        cr_expect_eq(parts.of_triangle[t], t / 12, "triangle %zu", t);
    }
    for (size_t k = 0; k < COUNT; k++) {
        cr_expect_eq(shape_part_points(&s.mesh, &parts, k, scratch, points), 8);
        cr_expect_float_eq(shape_part_volume(&s.mesh, &parts, k), 1.0, 1e-15);
    }
    shape_parts_clear(&parts);
}

/// Of points that are there twice, too.
Test(parts, close_over_points_at_one_place)
{
    scene s = {0};
    shape_parts parts;
    add_box(&s, vec3(5e5, 5e6, 100.0), vec3(1.0, 2.0, 3.0));
    for (size_t k = 0; k < 8; k++) {
        s.points[8 + k] = s.points[k];
    }
    s.mesh.point_count = 16;
    for (size_t k = 0; k < 18; k++) {
        s.triangles[k] += 8; // half of its triangles take the others
    }
    cr_assert_eq(shape_find_parts(&s.mesh, &parts, NULL), TALUS_OK);
    cr_expect_eq(parts.count, 1);
    cr_expect_float_eq(shape_part_volume(&s.mesh, &parts, 0), 6.0, 1e-12);
    shape_parts_clear(&parts);
}

Test(parts, with_a_hole_or_a_face_inside_out_are_refused)
{
    scene s = {0};
    shape_parts parts;
    talus_error error = {0};
    add_box(&s, vec3(0.0, 0.0, 0.0), vec3(1.0, 1.0, 1.0));
    s.mesh.triangle_count = 11;
    cr_assert_eq(shape_find_parts(&s.mesh, &parts, &error), TALUS_ERROR_INPUT);
    cr_expect(strstr(error.message, "not closed along the edge") != NULL, "%s", error.message);
    cr_expect_null(parts.of_triangle);
    s.mesh.triangle_count = 12;
    const uint32_t corner = s.triangles[0];
    s.triangles[0] = s.triangles[1];
    s.triangles[1] = corner;
    cr_expect_eq(shape_find_parts(&s.mesh, &parts, &error), TALUS_ERROR_INPUT);
    s.mesh.triangle_count = 0;
    cr_expect_eq(shape_find_parts(&s.mesh, &parts, &error), TALUS_ERROR_INPUT);
}

/// The body frame in its place gives the points again, in any pose.
Test(parts, stand_where_their_points_are)
{
    const talus_quat turn = talus_quat_normalised((talus_quat){0.3, -0.5, 0.7, 0.2});
    talus_vec3 points[8], centre;
    talus_quat rotation;
    talus_rock *rock = NULL;
    for (size_t k = 0; k < 8; k++) {
        const talus_vec3 x = vec3(k % 2 == 1 ? 2.0 : 0.0, k / 2 % 2 == 1 ? 1.0 : 0.0,
                                  k / 4 == 1 ? 0.5 + 0.1 * (double)k : 0.0);
        points[k] = vec3_add(vec3(30.0, -7.0, 4.0), talus_quat_rotate(turn, x));
    }
    cr_assert_eq(shape_rock_in_place(points, 8, 2600.0, &rock, &centre, &rotation, NULL), TALUS_OK);
    cr_assert_eq(rock->vertex_count, 8);
    for (size_t k = 0; k < 8; k++) {
        const talus_vec3 x = vec3_add(centre, talus_quat_rotate(rotation, rock->vertices[k]));
        cr_expect_lt(vec3_norm(vec3_sub(x, points[k])), 1e-13); /* measured 9e-15 m */
    }
    talus_rock_destroy(rock);
}

Test(parts, a_triangle_without_area_is_named)
{
    // one corner of a triangle on its neighbour; two corners at one place
    const uint32_t corner[2] = {2, 1};
    for (int k = 0; k < 2; k++) {
        scene s = {0};
        shape_parts parts;
        talus_error error = {0};
        add_box(&s, vec3(0.0, 0.0, 0.0), vec3(1.0, 1.0, 1.0));
        cr_expect_eq(shape_flat_triangle(&s.mesh), s.mesh.triangle_count);
        s.triangles[3 * 7 + corner[k]] = s.triangles[3 * 7];
        cr_expect_eq(shape_flat_triangle(&s.mesh), 7);
        cr_assert_eq(shape_find_parts(&s.mesh, &parts, &error), TALUS_ERROR_INPUT);
        cr_expect(strstr(error.message, "triangle 8 of 12 has no area") != NULL, "%s",
                  error.message);
    }
    // a sliver of 1 mm to 1 km is a triangle
    scene s = {0};
    add_box(&s, vec3(4e5, 5e6, 0.0), vec3(4e5 + 1000.0, 5e6 + 0.001, 0.001));
    cr_expect_eq(shape_flat_triangle(&s.mesh), s.mesh.triangle_count);
}
