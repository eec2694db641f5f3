// SPDX-License-Identifier: GPL-3.0-or-later
// Areas of polygons: triangles that cover exactly, and burnt class maps.
#include "io/geo_rules/geo_rules.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double triangle_area(const double *p)
{
    return 0.5 * ((p[2] - p[0]) * (p[5] - p[1]) - (p[4] - p[0]) * (p[3] - p[1]));
}

/// Sum of the triangles' areas in m2; every one must be counter-clockwise.
static double covered_area(const geo_vectors *polygons, size_t *count)
{
    double *xy = NULL, area = 0.0;
    geo_overlaps found;
    talus_error error;
    cr_assert_eq(geo_polygons_to_triangles(polygons, count, &xy, &found, &error), TALUS_OK, "%s",
                 error.message);
    for (size_t k = 0; k < *count; k++) {
        const double part = triangle_area(xy + 6 * k);
        cr_expect(part >= 0.0, "triangle %zu: %g m2", k, part);
        area += part;
    }
    free(xy);
    return area;
}

static talus_status burn(const geo_vectors *polygons, uint8_t value, talus_class_map *map)
{
    geo_burn how = {.map = map, .value = value, .low = 1};
    return geo_burn_polygons(polygons, &how);
}

static double square[] = {0, 0, 10, 0, 10, 10, 0, 10, 0, 0};
static double hole[] = {2, 3, 2, 5, 7, 5, 7, 3, 2, 3};
static double notched[] = {0, 0, 10, 0, 10, 10, 5, 1, 0, 10, 0, 0};
static double bow_tie[] = {0, 0, 4, 4, 4, 0, 0, 4, 0, 0};

Test(polygons, a_square_becomes_two_triangles)
{
    geo_part parts[] = {{0, 5, square, false}};
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = 1, .parts = parts};
    size_t count = 0;
    cr_expect_eq(covered_area(&polygons, &count), 100.0);
    cr_expect_eq(count, 2);
}

Test(polygons, holes_are_left_out)
{
    geo_part parts[] = {{0, 5, square, false}, {0, 5, hole, true}};
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = 2, .parts = parts};
    size_t count = 0;
    cr_expect_float_eq(covered_area(&polygons, &count), 90.0, 1e-12 /* m2 */);
}

Test(polygons, a_concave_polygon_is_covered_exactly)
{
    geo_part parts[] = {{0, 6, notched, false}};
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = 1, .parts = parts};
    size_t count = 0;
    cr_expect_float_eq(covered_area(&polygons, &count), 55.0, 1e-12 /* m2 */);
}

Test(polygons, a_ring_that_crosses_itself_counts_even_odd)
{
    geo_part parts[] = {{0, 5, bow_tie, false}};
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = 1, .parts = parts};
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
    geo_part parts[] = {{0, STAR + 1, xy, false}};
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = 1, .parts = parts};
    size_t count = 0;
    cr_expect_float_eq(covered_area(&polygons, &count) / area, 1.0, 1e-13 /* measured 2.4e-15 */);
}

Test(polygons, without_area_there_are_no_triangles)
{
    double flat[] = {0, 0, 5, 0, 9, 0, 0, 0};
    geo_part parts[] = {{0, 4, flat, false}};
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = 1, .parts = parts};
    size_t count = 7;
    double *xy = flat;
    geo_overlaps found;
    talus_error error;
    cr_expect_eq(geo_polygons_to_triangles(&polygons, &count, &xy, &found, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_null(xy);
    cr_expect_eq(count, 0);
}

Test(polygons, lines_have_no_area)
{
    geo_part parts[] = {{0, 5, square, false}};
    const geo_vectors lines = {.kind = GEO_LINES, .part_count = 1, .parts = parts};
    size_t count = 0;
    double *xy = NULL;
    geo_overlaps found;
    cr_expect_eq(geo_polygons_to_triangles(&lines, &count, &xy, &found, NULL),
                 TALUS_ERROR_ARGUMENT);
}

Test(burn, cell_centres_decide)
{
    uint8_t classes[12 * 12] = {0};
    talus_class_map map = {
        .x0 = -1.0, .y0 = -1.0, .cell = 1.0, .nx = 12, .ny = 12, .classes = classes};
    geo_part parts[] = {{0, 5, square, false}, {0, 5, hole, true}};
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = 2, .parts = parts};
    cr_assert_eq(burn(&polygons, 3, &map), TALUS_OK);
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
    geo_part a = {0, 5, left, false}, b = {0, 5, right, false};
    const geo_vectors first = {.kind = GEO_POLYGONS, .part_count = 1, .parts = &a},
                      second = {.kind = GEO_POLYGONS, .part_count = 1, .parts = &b};
    cr_assert_eq(burn(&first, 1, &map), TALUS_OK);
    cr_assert_eq(burn(&second, 2, &map), TALUS_OK);
    map.classes = again;
    cr_assert_eq(burn(&second, 2, &map), TALUS_OK);
    cr_assert_eq(burn(&first, 1, &map), TALUS_OK);
    cr_expect_arr_eq(classes, again, sizeof classes);
    for (int k = 0; k < 9 * 8; k++) {
        cr_expect_neq(classes[k], 0, "cell %d", k);
    }
}

Test(burn, later_polygons_lie_over_earlier_ones)
{
    uint8_t classes[100] = {0};
    talus_class_map map = {.cell = 1.0, .nx = 10, .ny = 10, .classes = classes};
    geo_part a = {0, 5, square, false}, b = {0, 5, hole, false};
    const geo_vectors first = {.kind = GEO_POLYGONS, .part_count = 1, .parts = &a},
                      second = {.kind = GEO_POLYGONS, .part_count = 1, .parts = &b};
    cr_assert_eq(burn(&first, 1, &map), TALUS_OK);
    cr_assert_eq(burn(&second, 2, &map), TALUS_OK);
    cr_expect_eq(classes[3 * 10 + 2], 2);
    cr_expect_eq(classes[0], 1);
}

Test(burn, polygons_beyond_the_map_are_cut_off)
{
    double wide[] = {-50, -50, 50, -50, 50, 50, -50, 50, -50, -50};
    uint8_t classes[9] = {0};
    talus_class_map map = {.cell = 2.0, .nx = 3, .ny = 3, .classes = classes};
    geo_part part = {0, 5, wide, false};
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = 1, .parts = &part};
    cr_expect_eq(burn(&polygons, 9, &map), TALUS_OK);
    for (int k = 0; k < 9; k++) {
        cr_expect_eq(classes[k], 9);
    }
}

enum { MOST_RINGS = 4, MOST_POINTS = 12 };
/// Rings in whole metres, and what they cover.
typedef struct drawing {
    const char *name;
    struct {
        size_t feature;
        bool is_hole;
        const char *points; ///< digits x and y, closed by itself
    } rings[MOST_RINGS];
    double area, overlap, stray; ///< m^2
    size_t polygons, crossings;
} drawing;
static const drawing drawings[] = {
    {"one square", {{0, false, "00909909"}}, 81, 0, 0, 0, 0},
    {"a part in another", {{0, false, "00909909"}, {0, false, "00909404"}}, 81, 36, 0, 2, 0},
    {"two features alike", {{0, false, "00909909"}, {1, false, "00909909"}}, 81, 81, 0, 2, 0},
    {"three times",
     {{0, false, "00909909"}, {1, false, "00909909"}, {2, false, "00909909"}},
     81,
     162,
     0,
     3,
     0},
    {"features that cross", {{0, false, "00606606"}, {1, false, "33939939"}}, 63, 9, 0, 2, 0},
    {"a cross of two bars", {{0, false, "30606939"}, {0, false, "03939606"}}, 45, 9, 0, 2, 0},
    {"parts side by side", {{0, false, "00404909"}, {0, false, "40909949"}}, 81, 0, 0, 0, 0},
    {"features side by side", {{0, false, "00404909"}, {1, false, "40909949"}}, 81, 0, 0, 0, 0},
    {"parts that meet at a point",
     {{0, false, "00303303"}, {0, false, "33636636"}},
     18,
     0,
     0,
     0,
     0},
    {"a hole", {{0, false, "00909909"}, {0, true, "22727727"}}, 56, 0, 0, 0, 0},
    {"a hole filled by a part",
     {{0, false, "00909909"}, {0, true, "22727727"}, {0, false, "22727727"}},
     81,
     0,
     0,
     0,
     0},
    {"a hole filled by a larger feature",
     {{0, false, "00909909"}, {0, true, "22727727"}, {1, false, "11818818"}},
     81,
     24,
     0,
     2,
     0},
    {"an island in a hole",
     {{0, false, "00909909"}, {0, true, "22727727"}, {0, false, "33434434"}},
     57,
     0,
     0,
     0,
     0},
    {"an island drawn as a hole",
     {{0, false, "00909909"}, {0, true, "22727727"}, {0, true, "33434434"}},
     56,
     0,
     1,
     0,
     0},
    {"holes that touch",
     {{0, false, "00909909"}, {0, true, "11414818"}, {0, true, "41717848"}},
     39,
     0,
     0,
     0,
     0},
    {"holes that overlap",
     {{0, false, "00909909"}, {0, true, "11515515"}, {0, true, "33838838"}},
     44,
     0,
     4,
     0,
     0},
    {"a hole that touches the border",
     {{0, false, "00909909"}, {0, true, "02525505"}},
     66,
     0,
     0,
     0,
     0},
    {"a hole that leaves its polygon",
     {{0, false, "00606606"}, {0, true, "33939939"}},
     27,
     0,
     27,
     0,
     0},
    {"a hole as large as its polygon",
     {{0, false, "00303303"}, {0, true, "00303303"}, {0, false, "50909959"}},
     36,
     0,
     0,
     0,
     0},
    {"a ring drawn twice", {{0, false, "0090990900909909"}}, 81, 81, 0, 0, 1},
    {"a ring drawn there and back", {{0, false, "0090990900099990"}}, 0, 0, 0, 0, 0},
    {"a ring with a spike", {{0, false, "006066696606"}}, 36, 0, 0, 0, 0},
    {"a ring that runs over itself", {{0, false, "0060663633939909"}}, 72, 9, 0, 0, 1},
    {"a bow tie with square wings", {{0, false, "004048888404"}}, 32, 0, 0, 0, 1},
    {"a bow tie", {{0, false, "00444004"}}, 8, 0, 0, 0, 1},
};
enum { DRAWINGS = sizeof drawings / sizeof *drawings };

/// How a drawing is placed: turned by an angle about a far point, rings reversed, begun elsewhere.
typedef struct placing {
    double cos, sin, east, north;
    bool is_reversed;
    size_t start;
} placing;

static void place(const drawing *d, const placing *how, double xy[MOST_RINGS][2 * MOST_POINTS],
                  geo_part *parts, geo_vectors *vectors)
{
    *vectors = (geo_vectors){.kind = GEO_POLYGONS, .parts = parts};
    for (size_t r = 0; r < MOST_RINGS && d->rings[r].points != NULL; r++) {
        const size_t count = strlen(d->rings[r].points) / 2;
        for (size_t k = 0; k <= count; k++) {
            const size_t turned = how->is_reversed ? count - k : k;
            const char *p = d->rings[r].points + 2 * ((turned + how->start) % count);
            const double x = p[0] - '0', y = p[1] - '0';
            xy[r][2 * k] = how->east + how->cos * x - how->sin * y;
            xy[r][2 * k + 1] = how->north + how->sin * x + how->cos * y;
        }
        parts[r] = (geo_part){.feature = d->rings[r].feature,
                              .count = count + 1,
                              .xy = xy[r],
                              .is_hole = d->rings[r].is_hole};
        vectors->part_count++;
    }
}

static double sum_of(const double *xy, size_t count)
{
    double sum = 0.0;
    for (size_t k = 0; k < count; k++) {
        sum += triangle_area(xy + 6 * k);
    }
    return sum;
}

static void check_drawing(const drawing *d, const placing *how, double tolerance)
{
    double xy[MOST_RINGS][2 * MOST_POINTS], *triangles = NULL;
    geo_part parts[MOST_RINGS];
    geo_vectors vectors;
    geo_overlaps found, alone;
    size_t count = 0;
    place(d, how, xy, parts, &vectors);
    const talus_status status =
        geo_polygons_to_triangles(&vectors, &count, &triangles, &found, NULL);
    cr_expect_eq(status, d->area > 0.0 ? TALUS_OK : TALUS_ERROR_INPUT, "%s", d->name);
    cr_expect_float_eq(sum_of(triangles, count), d->area, tolerance, "%s: %.17g m2", d->name,
                       sum_of(triangles, count));
    cr_expect_float_eq(found.area, d->area, tolerance, "%s: area %g", d->name, found.area);
    cr_expect_float_eq(found.overlap, d->overlap, tolerance, "%s: overlap %g", d->name,
                       found.overlap);
    cr_expect_float_eq(found.stray, d->stray, tolerance, "%s: stray %g", d->name, found.stray);
    cr_expect_eq(found.polygon_count, d->polygons, "%s: %zu polygons", d->name,
                 found.polygon_count);
    cr_expect_eq(found.crossing_count, d->crossings, "%s: %zu crossings", d->name,
                 found.crossing_count);
    cr_assert_eq(geo_find_overlaps(&vectors, &alone, NULL), TALUS_OK);
    cr_expect_arr_eq(&alone, &found, sizeof alone);
    free(triangles);
}

Test(polygons, count_once_however_they_are_drawn)
{
    const double angle = 0.3;
    for (size_t k = 0; k < DRAWINGS; k++) {
        for (size_t turn = 0; turn < 8; turn++) {
            const placing plain = {.cos = 1.0, .is_reversed = turn % 2 == 1, .start = turn / 2};
            check_drawing(&drawings[k], &plain, 1e-12 /* m2 */);
            const placing far = {.cos = talus_cos(angle),
                                 .sin = talus_sin(angle),
                                 .east = 12345.6,
                                 .north = 65432.1,
                                 .is_reversed = turn % 2 == 1,
                                 .start = turn / 2};
            check_drawing(&drawings[k], &far, 1e-8 /* m2, measured 2e-10 */);
        }
    }
}

Test(burn, counts_cells_once_however_polygons_are_drawn)
{
    for (size_t k = 0; k < DRAWINGS; k++) {
        for (size_t turn = 0; turn < 2; turn++) {
            double xy[MOST_RINGS][2 * MOST_POINTS];
            geo_part parts[MOST_RINGS];
            geo_vectors vectors;
            uint8_t classes[1600] = {0};
            talus_class_map map = {.cell = 0.25, .nx = 40, .ny = 40, .classes = classes};
            // diagonals of the bow tie run beside the centres
            const placing how = {.cos = 1.0, .is_reversed = turn == 1, .east = 1e-9};
            place(&drawings[k], &how, xy, parts, &vectors);
            cr_assert_eq(burn(&vectors, 1, &map), TALUS_OK);
            double area = 0.0;
            for (size_t cell = 0; cell < sizeof classes; cell++) {
                area += classes[cell] == 1 ? 0.0625 : 0.0;
            }
            cr_expect_float_eq(area, drawings[k].area, 1e-12, "%s: %g m2", drawings[k].name, area);
        }
    }
}

Test(burn, cells_that_other_classes_lose_are_counted)
{
    uint8_t classes[100] = {0};
    talus_class_map map = {.cell = 1.0, .nx = 10, .ny = 10, .classes = classes};
    geo_part a = {0, 5, square, false}, b = {0, 5, hole, false};
    const geo_vectors first = {.kind = GEO_POLYGONS, .part_count = 1, .parts = &a},
                      second = {.kind = GEO_POLYGONS, .part_count = 1, .parts = &b};
    geo_burn how = {.map = &map, .value = 2, .low = 2, .high = 4};
    cr_assert_eq(geo_burn_polygons(&first, &how), TALUS_OK);
    cr_expect_eq(how.replaced, 0);
    cr_assert_eq(geo_burn_polygons(&first, &how), TALUS_OK);
    cr_expect_eq(how.replaced, 0);
    how.value = 3;
    cr_assert_eq(geo_burn_polygons(&second, &how), TALUS_OK);
    cr_expect_eq(how.replaced, 10);
    cr_expect_eq(how.cells, 210);
}

/// Squares of 10 m, 9 m apart: each overlaps its eight neighbours.
Test(polygons, many_overlaps_are_one_area)
{
    enum { SIDE = 30 };
    static double xy[SIDE * SIDE][10];
    static geo_part parts[SIDE * SIDE];
    for (size_t k = 0; k < SIDE * SIDE; k++) {
        for (size_t n = 0; n < 5; n++) {
            xy[k][2 * n] = square[2 * n] + 9.0 * (double)(k % SIDE);
            xy[k][2 * n + 1] = square[2 * n + 1] + 9.0 * (double)(k / SIDE);
        }
        parts[k] = (geo_part){k, 5, xy[k], false};
    }
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = SIDE * SIDE, .parts = parts};
    const double side = 9.0 * SIDE + 1.0;
    size_t count = 0;
    cr_expect_float_eq(covered_area(&polygons, &count), side * side, 1e-9 /* m2 */);
}

Test(polygons, a_tangle_is_refused_before_it_takes_minutes)
{
    enum { COUNT = 30000 };
    static double xy[COUNT + 1][2];
    for (size_t k = 0; k <= COUNT; k++) { // spokes that all cross
        xy[k][0] = (double)(k * 7919 % COUNT);
        xy[k][1] = k % 2 == 0 ? 0.001 * (double)k : 1000.0 + 0.001 * (double)k;
    }
    memcpy(xy[COUNT], xy[0], sizeof *xy);
    geo_part parts[] = {{0, COUNT + 1, xy[0], false}};
    const geo_vectors polygons = {.kind = GEO_POLYGONS, .part_count = 1, .parts = parts};
    size_t count;
    double *triangles = NULL;
    geo_overlaps found;
    talus_error error = {0};
    cr_expect_eq(geo_polygons_to_triangles(&polygons, &count, &triangles, &found, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "without end"), "%s", error.message);
    cr_expect_null(triangles);
    cr_expect_eq(geo_find_overlaps(&polygons, &found, &error), TALUS_ERROR_INPUT);
}

Test(polygons, what_overlaps_is_said_in_world_coordinates)
{
    const struct {
        geo_overlaps found;
        size_t warnings, notes;
        const char *sentence;
    } cases[] = {{{.area = 100}, 0, 0, NULL},
                 {{.area = 100, .overlap = 5e-5}, 0, 0, NULL},
                 {{.area = 100, .overlap = 0.05}, 0, 1, "by 0.05 m2, 0.05 % of the 100 m2"},
                 {{.area = 100, .overlap = 20}, 1, 0, "by 20 m2, 20 % of the 100 m2"},
                 {{.area = 100, .stray = 3}, 1, 0, "on 3 m2"},
                 {{.area = 100, .crossing_count = 2, .feature = 4, .crossing = {1, 2}},
                  1,
                  0,
                  "2, the first is feature 5 about (1001.00, 5002.00)"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        talus_diagnostics *said = talus_diagnostics_create();
        geo_report_overlaps("x.gpkg", &cases[k].found, 1000.0, 5000.0, said);
        cr_expect_eq(talus_diagnostics_count_of(said, TALUS_WARNING), cases[k].warnings, "%zu", k);
        cr_expect_eq(talus_diagnostics_count_of(said, TALUS_NOTE), cases[k].notes, "%zu", k);
        cr_expect(cases[k].sentence == NULL ||
                      strstr(talus_diagnostics_get(said, 0)->message, cases[k].sentence) != NULL,
                  "%zu", k);
        talus_diagnostics_destroy(said);
    }
}
