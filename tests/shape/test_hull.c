// SPDX-License-Identifier: GPL-3.0-or-later
// Convex hulls: degenerate input first, then faces, orientation and order.
#include "physics/shape/hull.h"
#include "shape_case.h"

#include <criterion/redirect.h>

static void expect_refused(const talus_vec3 *points, size_t count, const char *said)
{
    talus_rock *rock = NULL;
    talus_error error = {0};
    cr_expect_eq(talus_rock_from_points(points, count, 1.0, &rock, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, said), "%s", error.message);
    cr_expect_null(rock);
}

Test(hull, too_few_points_are_refused)
{
    const talus_vec3 points[3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    expect_refused(points, 0, "0 points: a rock needs at least 4");
    expect_refused(points, 3, "3 points: a rock needs at least 4");
}

Test(hull, points_that_are_no_numbers_are_refused_by_their_place)
{
    talus_vec3 points[5] = {{0.0, 0.0, 0.0},
                            {1.0, 0.0, 0.0},
                            {0.0, 1.0, 0.0},
                            {0.0, 0.0, 1.0},
                            {1.0, 1.0, (double)NAN}};
    expect_refused(points, 5, "point 5 is (1, 1, ");
    points[1].x = (double)INFINITY;
    expect_refused(points, 5, "point 2 is (inf, 0, 0)");
}

Test(hull, points_in_a_plane_on_a_line_or_at_one_place_are_refused)
{
    talus_vec3 points[9];
    for (int k = 0; k < 9; k++) {
        const double x = k % 3, y = k / 3 * 1.0;
        points[k] = vec3(x + 0.3 * y, y - 0.2 * x, 0.7 * x - 0.4 * y);
    }
    expect_refused(points, 9, "lie in one plane");
    for (int k = 0; k < 9; k++) {
        points[k] = vec3(0.1 * k, 0.2 * k, 0.3 * k);
    }
    expect_refused(points, 9, "needs a volume");
    for (int k = 0; k < 9; k++) {
        points[k] = vec3(1.0, 2.0, 3.0);
    }
    expect_refused(points, 9, "needs a volume");
}

Test(hull, numbers_too_large_to_square_are_refused)
{
    const talus_vec3 points[4] = {
        {0.0, 0.0, 0.0}, {1e200, 0.0, 0.0}, {0.0, 1e200, 0.0}, {0.0, 0.0, 1e200}};
    talus_rock *rock = NULL;
    cr_expect_eq(talus_rock_from_points(points, 4, 1.0, &rock, NULL), TALUS_ERROR_INPUT);
    cr_expect_null(rock);
}

Test(hull, a_failing_hull_prints_nothing_and_hands_nothing_out)
{
    const talus_vec3 flat[5] = {
        {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 0.0}, {0.5, 0.5, 0.0}};
    shape_hull hull;
    talus_error error = {0};
    cr_redirect_stdout();
    cr_redirect_stderr();
    cr_expect_eq(shape_hull_make(flat, 5, &hull, &error), TALUS_ERROR_INPUT);
    (void)fflush(stdout);
    (void)fflush(stderr);
    cr_expect_stdout_eq_str("");
    cr_expect_stderr_eq_str("");
    cr_expect_not_null(strstr(error.message, "coplanar"), "%s", error.message);
    cr_expect(hull.points == NULL && hull.face_starts == NULL && hull.face_vertices == NULL);
}

static const double thicknesses[] = {1e-3, 1e-6, 1e-8};

Test(hull, a_very_flat_box_keeps_its_volume)
{
    for (size_t k = 0; k < 3; k++) {
        const double h = thicknesses[k];
        talus_rock *rock = built("cuboid", vec3(1.0, 1.0, h), 0);
        cr_expect(rock->vertex_count == 8 && rock->face_count == 6, "%g m: %zu vertices, %zu faces",
                  h, rock->vertex_count, rock->face_count);
        cr_expect_lt(relative(rock->volume, h), 1e-14 /* measured 3e-16 */);
        cr_expect_lt(relative(rock->inertia.z, rock->mass / 6.0), 1e-14);
        expect_closed(rock, true);
        talus_rock_destroy(rock);
    }
}

Test(hull, a_very_long_prism_keeps_its_volume)
{
    talus_rock *rock = built("prism", vec3(1e-4, 2e-4, 100.0), 4);
    cr_expect(rock->vertex_count == 8 && rock->face_count == 6);
    cr_expect_lt(relative(rock->volume, 0.5 * 1e-4 * 2e-4 * 100.0), 1e-14);
    expect_closed(rock, true);
    talus_rock_destroy(rock);
}

/// Cube corners among points inside, on faces and edges, and doubles.
static size_t make_crowded_cube(talus_vec3 *points)
{
    size_t count = 0;
    for (int i = 0; i < 125; i++) {
        points[count++] = vec3(i % 5 * 0.25, i / 5 % 5 * 0.25, i / 25 * 0.25);
    }
    for (int k = 0; k < 8; k++) {
        points[count++] = vec3(k & 1, (k & 2) / 2, (k & 4) / 4);
    }
    return count;
}

Test(hull, points_inside_on_faces_on_edges_and_doubles_are_dropped)
{
    talus_vec3 points[133];
    talus_rock *rock = rock_of(points, make_crowded_cube(points), 1.0);
    cr_expect_eq(rock->vertex_count, 8);
    cr_expect_eq(rock->face_count, 6);
    cr_expect_eq(rock->input_point_count, 133);
    cr_expect_lt(relative(rock->volume, 1.0), 1e-15);
    cr_expect_lt(worst_excess(rock), 1e-15);
    expect_closed(rock, true);
    talus_rock_destroy(rock);
}

Test(hull, faces_look_outward_and_close_in_a_turned_crowded_cube)
{
    talus_vec3 points[133];
    const size_t count = make_crowded_cube(points);
    talus_random rng = {.seed = 3};
    for (int trial = 0; trial < 20; trial++) {
        const double u1 = talus_random_uniform(&rng), u2 = talus_random_uniform(&rng);
        const talus_quat q = talus_quat_uniform(u1, u2, talus_random_uniform(&rng));
        talus_vec3 turned[133];
        for (size_t k = 0; k < count; k++) {
            turned[k] = talus_quat_rotate(q, points[k]);
        }
        talus_rock *rock = rock_of(turned, count, 1.0);
        cr_expect(rock->vertex_count == 8 && rock->face_count == 6, "%zu vertices, %zu faces",
                  rock->vertex_count, rock->face_count);
        cr_expect_lt(relative(rock->volume, 1.0), 1e-14 /* measured 2e-15 */);
        cr_expect_lt(worst_excess(rock), 1e-14);
        expect_closed(rock, true);
        talus_rock_destroy(rock);
    }
}

Test(hull, five_thousand_points_on_a_sphere_are_all_vertices)
{
    enum { COUNT = 5000 };
    static talus_vec3 points[COUNT];
    talus_random rng = {.seed = 1};
    for (size_t k = 0; k < COUNT; k++) {
        points[k] = sphere_point(k, &rng);
    }
    talus_rock *rock = rock_of(points, COUNT, 1.0);
    cr_expect_eq(rock->vertex_count, COUNT);
    expect_closed(rock, false);
    cr_expect_lt(relative(rock->volume, 4.0 / 3.0 * TALUS_PI), 3e-3 /* measured 2.4e-3 */);
    talus_rock_destroy(rock);
}

static int compare_points(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(talus_vec3));
}

Test(hull, shuffling_the_input_changes_neither_vertices_nor_mass)
{
    enum { COUNT = 300 };
    static talus_vec3 points[COUNT], shuffled[COUNT], mine[COUNT], theirs[COUNT];
    talus_random rng = {.seed = 9};
    for (size_t k = 0; k < COUNT; k++) {
        const double r = k % 3 == 0 ? 0.5 : 1.0;
        points[k] = vec3_scale(r, vec3_mul(vec3(1.0, 0.7, 0.5), sphere_point(k, &rng)));
    }
    shape_hull hull, other;
    cr_assert_eq(shape_hull_make(points, COUNT, &hull, NULL), TALUS_OK);
    talus_rock *rock = rock_of(points, COUNT, 2700.0);
    double worst = 0.0;
    for (int trial = 0; trial < 10; trial++) {
        memcpy(shuffled, points, sizeof points);
        for (size_t k = COUNT - 1; k > 0; k--) {
            const size_t j = (size_t)(talus_random_uniform(&rng) * (double)(k + 1));
            const talus_vec3 swap = shuffled[k];
            shuffled[k] = shuffled[j];
            shuffled[j] = swap;
        }
        cr_assert_eq(shape_hull_make(shuffled, COUNT, &other, NULL), TALUS_OK);
        cr_assert_eq(other.vertex_count, hull.vertex_count);
        for (size_t k = 0; k < hull.vertex_count; k++) {
            mine[k] = points[hull.points[k]];
            theirs[k] = shuffled[other.points[k]];
        }
        qsort(mine, hull.vertex_count, sizeof *mine, compare_points);
        qsort(theirs, hull.vertex_count, sizeof *theirs, compare_points);
        cr_expect_eq(memcmp(mine, theirs, hull.vertex_count * sizeof *mine), 0);
        talus_rock *again = rock_of(shuffled, COUNT, 2700.0);
        worst = fmax(worst, mass_difference(again, rock));
        talus_rock_destroy(again);
        shape_hull_clear(&other);
    }
    cr_expect_lt(worst, 1e-14 /* measured 2e-15 */, "%g", worst);
    talus_rock_destroy(rock);
    shape_hull_clear(&hull);
}

Test(hull, thin_slivers_are_refused_or_have_positive_moments)
{
    talus_random rng = {.seed = 21};
    for (int trial = 0; trial < 2000; trial++) {
        talus_vec3 points[7];
        const double thin = trial % 2 == 0 ? 1e-8 : 3e-9;
        const double u1 = talus_random_uniform(&rng), u2 = talus_random_uniform(&rng);
        const talus_quat q = talus_quat_uniform(u1, u2, talus_random_uniform(&rng));
        for (size_t k = 0; k < 7; k++) {
            const talus_vec3 p = sphere_point((uint64_t)trial, &rng);
            points[k] = talus_quat_rotate(q, vec3(p.x, p.y, thin * p.z));
        }
        talus_rock *rock = NULL;
        if (talus_rock_from_points(points, 7, 1.0, &rock, NULL) == TALUS_OK) {
            cr_assert(rock->volume > 0.0 && rock->inertia.x > 0.0 && rock->inertia.y > 0.0 &&
                      rock->inertia.z > 0.0);
            talus_rock_destroy(rock);
        }
    }
}

Test(shape, needles_without_a_reliable_volume_are_refused)
{
    talus_rock *rock = NULL;
    talus_error error;
    // ratio 1e-8: qhull still answers, with a volume that is percents off
    const talus_vec3 needle[5] = {
        {0, 0, 0}, {1, 0, 0}, {0.5, 1e-8, 0}, {0.5, 0, 1e-8}, {0.4, 1e-8, 1e-8}};
    cr_expect(talus_rock_from_points(needle, 5, 2700.0, &rock, &error) == TALUS_ERROR_INPUT);
    cr_expect_null(rock);
    cr_expect(strlen(error.message) > 20);
}

Test(shape, a_plane_far_from_the_origin_is_still_a_plane)
{
    talus_rock *rock = NULL;
    talus_vec3 points[50];
    talus_random rng = {11, 3, 0};
    for (int i = 0; i < 50; i++) {
        const double u = talus_random_uniform(&rng), v = talus_random_uniform(&rng);
        points[i] = vec3(1e6 + u, -2e6 + v, 5e5 + 0.3 * u - 0.7 * v);
    }
    cr_expect(talus_rock_from_points(points, 50, 2700.0, &rock, NULL) == TALUS_ERROR_INPUT);
}

Test(shape, an_open_mesh_has_no_volume_to_compare)
{
    talus_rock *rock = NULL;
    const talus_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const uint32_t closed[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    cr_assert(talus_rock_from_mesh(corners, 4, closed, 3, 1.0, &rock, NULL) == TALUS_OK);
    cr_expect(rock->hull_volume_change == 0.0);
    talus_rock_destroy(rock);
    cr_assert(talus_rock_from_mesh(corners, 4, closed, 4, 1.0, &rock, NULL) == TALUS_OK);
    cr_expect(fabs(rock->hull_volume_change) < 1e-14);
    talus_rock_destroy(rock);
}
