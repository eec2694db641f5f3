// SPDX-License-Identifier: GPL-3.0-or-later
// Areas of polygons: triangles that cover exactly, and burnt class maps.
#include "io/geo_rules/geo_rules.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static double triangle_area(const double *p)
{
    return 0.5 * ((p[2] - p[0]) * (p[5] - p[1]) - (p[4] - p[0]) * (p[3] - p[1]));
}

/// Sum of the triangles' areas in m2; every one must be counter-clockwise.
static double covered_area(const geo_vectors *polygons, size_t *count)
{
    double *xy = NULL, area = 0.0;
    talus_error error;
    cr_assert_eq(geo_polygons_to_triangles(polygons, count, &xy, &error), TALUS_OK, "%s",
                 error.message);
    for (size_t k = 0; k < *count; k++) {
        const double part = triangle_area(xy + 6 * k);
        cr_expect(part >= 0.0, "triangle %zu: %g m2", k, part);
        area += part;
    }
    free(xy);
    return area;
}

static double square[] = {0, 0, 10, 0, 10, 10, 0, 10, 0, 0};
static double hole[] = {2, 3, 2, 5, 7, 5, 7, 3, 2, 3};
static double notched[] = {0, 0, 10, 0, 10, 10, 5, 1, 0, 10, 0, 0};
static double bow_tie[] = {0, 0, 4, 4, 4, 0, 0, 4, 0, 0};

Test(polygons, a_square_becomes_two_triangles)
{
    geo_part parts[] = {{0, 5, square}};
    const geo_vectors polygons = {GEO_POLYGONS, 1, parts};
    size_t count = 0;
    cr_expect_eq(covered_area(&polygons, &count), 100.0);
    cr_expect_eq(count, 2);
}

Test(polygons, holes_are_left_out)
{
    geo_part parts[] = {{0, 5, square}, {0, 5, hole}};
    const geo_vectors polygons = {GEO_POLYGONS, 2, parts};
    size_t count = 0;
    cr_expect_float_eq(covered_area(&polygons, &count), 90.0, 1e-12 /* m2 */);
}

Test(polygons, rings_of_different_features_are_separate_areas)
{
    geo_part parts[] = {{0, 5, square}, {1, 5, hole}};
    const geo_vectors polygons = {GEO_POLYGONS, 2, parts};
    size_t count = 0;
    cr_expect_float_eq(covered_area(&polygons, &count), 110.0, 1e-12 /* m2 */);
}

Test(polygons, a_concave_polygon_is_covered_exactly)
{
    geo_part parts[] = {{0, 6, notched}};
    const geo_vectors polygons = {GEO_POLYGONS, 1, parts};
    size_t count = 0;
    cr_expect_float_eq(covered_area(&polygons, &count), 55.0, 1e-12 /* m2 */);
}

Test(polygons, a_ring_that_crosses_itself_counts_even_odd)
{
    geo_part parts[] = {{0, 5, bow_tie}};
    const geo_vectors polygons = {GEO_POLYGONS, 1, parts};
    size_t count = 0;
    cr_expect_float_eq(covered_area(&polygons, &count), 8.0, 1e-12 /* m2 */);
}

enum { STAR = 500 };

/// A jagged star far from the origin, and its area by the shoelace formula.
static double make_star(double *xy)
{
    talus_random rng = {.seed = 5};
    for (int k = 0; k < STAR; k++) {
        const double angle = 2.0 * TALUS_PI * k / STAR;
        const double radius = 50.0 + 40.0 * talus_random_uniform(&rng);
        xy[2 * k] = 1000.0 + radius * talus_cos(angle);
        xy[2 * k + 1] = 2000.0 + radius * talus_sin(angle);
    }
    xy[2 * STAR] = xy[0];
    xy[2 * STAR + 1] = xy[1];
    double area = 0.0;
    for (int k = 0; k < STAR; k++) {
        const double *p = xy + 2 * k;
        area += 0.5 * ((p[0] - 1000.0) * (p[3] - 2000.0) - (p[2] - 1000.0) * (p[1] - 2000.0));
    }
    return area;
}

Test(polygons, a_jagged_star_is_covered_exactly)
{
    static double xy[2 * STAR + 2];
    const double area = make_star(xy);
    geo_part parts[] = {{0, STAR + 1, xy}};
    const geo_vectors polygons = {GEO_POLYGONS, 1, parts};
    size_t count = 0;
    cr_expect_float_eq(covered_area(&polygons, &count) / area, 1.0, 1e-13 /* measured 2.4e-15 */);
}

Test(polygons, without_area_there_are_no_triangles)
{
    double flat[] = {0, 0, 5, 0, 9, 0, 0, 0};
    geo_part parts[] = {{0, 4, flat}};
    const geo_vectors polygons = {GEO_POLYGONS, 1, parts};
    size_t count = 7;
    double *xy = flat;
    talus_error error;
    cr_expect_eq(geo_polygons_to_triangles(&polygons, &count, &xy, &error), TALUS_ERROR_INPUT);
    cr_expect_null(xy);
    cr_expect_eq(count, 0);
}

Test(polygons, lines_have_no_area)
{
    geo_part parts[] = {{0, 5, square}};
    const geo_vectors lines = {GEO_LINES, 1, parts};
    size_t count = 0;
    double *xy = NULL;
    cr_expect_eq(geo_polygons_to_triangles(&lines, &count, &xy, NULL), TALUS_ERROR_ARGUMENT);
}

Test(burn, cell_centres_decide)
{
    uint8_t classes[12 * 12] = {0};
    talus_class_map map = {
        .x0 = -1.0, .y0 = -1.0, .cell = 1.0, .nx = 12, .ny = 12, .classes = classes};
    geo_part parts[] = {{0, 5, square}, {0, 5, hole}};
    const geo_vectors polygons = {GEO_POLYGONS, 2, parts};
    cr_assert_eq(geo_burn_polygons(&polygons, 3, &map), TALUS_OK);
    for (int j = 0; j < 12; j++) {
        for (int i = 0; i < 12; i++) {
            const double x = i - 0.5, y = j - 0.5;
            const bool in_square = x > 0 && x < 10 && y > 0 && y < 10;
            const bool in_hole = x > 2 && x < 7 && y > 3 && y < 5;
            cr_expect_eq(classes[j * 12 + i], in_square && !in_hole ? 3 : 0, "cell %d %d", i, j);
        }
    }
}

Test(burn, neighbours_share_no_cell_and_leave_no_gap)
{
    // the seam runs exactly through cell centres
    double left[] = {0, 0, 4.5, 0, 4.5, 8, 0, 8, 0, 0},
           right[] = {4.5, 0, 9, 0, 9, 8, 4.5, 8, 4.5, 0};
    uint8_t classes[9 * 8] = {0}, again[9 * 8] = {0};
    talus_class_map map = {.cell = 1.0, .nx = 9, .ny = 8, .classes = classes};
    geo_part a = {0, 5, left}, b = {0, 5, right};
    const geo_vectors first = {GEO_POLYGONS, 1, &a}, second = {GEO_POLYGONS, 1, &b};
    cr_assert_eq(geo_burn_polygons(&first, 1, &map), TALUS_OK);
    cr_assert_eq(geo_burn_polygons(&second, 2, &map), TALUS_OK);
    map.classes = again;
    cr_assert_eq(geo_burn_polygons(&second, 2, &map), TALUS_OK);
    cr_assert_eq(geo_burn_polygons(&first, 1, &map), TALUS_OK);
    cr_expect_arr_eq(classes, again, sizeof classes);
    for (int k = 0; k < 9 * 8; k++) {
        cr_expect_neq(classes[k], 0, "cell %d", k);
    }
}

Test(burn, later_polygons_lie_over_earlier_ones)
{
    uint8_t classes[100] = {0};
    talus_class_map map = {.cell = 1.0, .nx = 10, .ny = 10, .classes = classes};
    geo_part a = {0, 5, square}, b = {0, 5, hole};
    const geo_vectors first = {GEO_POLYGONS, 1, &a}, second = {GEO_POLYGONS, 1, &b};
    cr_assert_eq(geo_burn_polygons(&first, 1, &map), TALUS_OK);
    cr_assert_eq(geo_burn_polygons(&second, 2, &map), TALUS_OK);
    cr_expect_eq(classes[3 * 10 + 2], 2);
    cr_expect_eq(classes[0], 1);
}

Test(burn, polygons_beyond_the_map_are_cut_off)
{
    double wide[] = {-50, -50, 50, -50, 50, 50, -50, 50, -50, -50};
    uint8_t classes[9] = {0};
    talus_class_map map = {.cell = 2.0, .nx = 3, .ny = 3, .classes = classes};
    geo_part part = {0, 5, wide};
    const geo_vectors polygons = {GEO_POLYGONS, 1, &part};
    cr_expect_eq(geo_burn_polygons(&polygons, 9, &map), TALUS_OK);
    for (int k = 0; k < 9; k++) {
        cr_expect_eq(classes[k], 9);
    }
}
