// SPDX-License-Identifier: GPL-3.0-or-later
// The walk through the cells against brute force, and one value per rock, cell and quantity.
#include "runs/observe/path.h"

#include <criterion/criterion.h>
#include <math.h>

static const double no_values[TALUS_QUANTITY_COUNT] = {0};

static void make_path(observe_path *path, double x0, double y0, double cell, size_t nx, size_t ny)
{
    const talus_cells cells = {x0, y0, cell, nx, ny};
    cr_assert(observe_path_init(path, &cells));
}

static const observe_visit *visit_of(const observe_path *path, uint64_t i, uint64_t j)
{
    const observe_visit *found = NULL;
    for (size_t k = 0; k < path->visit_count; k++) {
        if (path->visits[k].cell == j * path->cells.nx + i) {
            cr_assert_null(found, "cell (%d, %d) is there twice", (int)i, (int)j);
            found = &path->visits[k];
        }
    }
    return found;
}

static void walk(observe_path *path, double x0, double y0, double x1, double y1)
{
    observe_path_start(path, x0, y0, no_values);
    observe_path_add(path, x1, y1, no_values);
    observe_path_finish(path);
}

/// Length parameter of the segment inside the closed cell, by clipping; negative = misses it.
static double clip(double a, double b, double low, double high, double *from, double *to)
{
    if (a == b) {
        return a >= low && a <= high ? 0.0 : -1.0;
    }
    const double s = (low - a) / (b - a), t = (high - a) / (b - a);
    *from = fmax(*from, fmin(s, t));
    *to = fmin(*to, fmax(s, t));
    return *to - *from;
}

static double inside_length(const double p[4], double cell, uint64_t i, uint64_t j)
{
    double from = 0.0, to = 1.0;
    if (clip(p[0], p[2], (double)i * cell, (double)(i + 1) * cell, &from, &to) < 0.0) {
        return -1.0;
    }
    return clip(p[1], p[3], (double)j * cell, (double)(j + 1) * cell, &from, &to);
}

Test(path, random_segments_touch_what_brute_force_finds)
{
    observe_path path;
    make_path(&path, 0.0, 0.0, 2.5, 12, 9);
    talus_random random = {3, 1, 0};
    for (int n = 0; n < 3000; n++) {
        double p[4];
        for (int k = 0; k < 4; k++) {
            p[k] = 22.0 * talus_random_uniform(&random);
        }
        if (n % 3 == 0) { // short steps as rocks make them
            p[2] = p[0] + 0.1 * (p[2] - 11.0);
            p[3] = p[1] + 0.1 * (p[3] - 11.0);
        }
        walk(&path, p[0], p[1], p[2], p[3]);
        for (uint64_t j = 0; j < 9; j++) {
            for (uint64_t i = 0; i < 12; i++) {
                const double length = inside_length(p, 2.5, i, j);
                if (length > 1e-9 || length < 0.0) { // a mere touch may count or not
                    cr_expect_eq(visit_of(&path, i, j) != NULL, length > 0.0,
                                 "segment %d cell (%d, %d)", n, (int)i, (int)j);
                }
            }
        }
    }
    observe_path_clear(&path);
}

Test(path, axis_parallel_segments_touch_one_row)
{
    observe_path path;
    make_path(&path, 0.0, 0.0, 1.0, 8, 8);
    walk(&path, 7.5, 3.0, 0.5, 3.0); // along an edge: it belongs to the upper cells
    cr_expect_eq(path.visit_count, 8);
    cr_expect_not_null(visit_of(&path, 0, 3));
    cr_expect_null(visit_of(&path, 0, 2));
    walk(&path, 2.5, 0.5, 2.5, 7.5);
    cr_expect_eq(path.visit_count, 8);
    observe_path_clear(&path);
}

Test(path, through_a_corner_it_goes_where_the_points_are)
{
    observe_path path;
    make_path(&path, 0.0, 0.0, 1.0, 4, 4);
    walk(&path, 0.5, 0.5, 1.5, 1.5); // both grow: the corner (1, 1) belongs to cell (1, 1)
    cr_expect_eq(path.visit_count, 2);
    walk(&path, 1.5, 1.5, 0.5, 0.5); // both fall
    cr_expect_eq(path.visit_count, 2);
    walk(&path, 1.5, 0.5, 0.5, 1.5); // x falls, y grows: the corner point lies in cell (1, 1)
    cr_expect_eq(path.visit_count, 3);
    cr_expect_not_null(visit_of(&path, 1, 1));
    walk(&path, 0.5, 1.5, 1.5, 0.5); // x grows, y falls: likewise
    cr_expect_eq(path.visit_count, 3);
    cr_expect_not_null(visit_of(&path, 1, 1));
    observe_path_clear(&path);
}

Test(path, ending_on_an_edge_enters_the_upper_cell_only)
{
    observe_path path;
    make_path(&path, 0.0, 0.0, 1.0, 4, 4);
    walk(&path, 0.5, 0.5, 1.0, 0.5);
    cr_expect_not_null(visit_of(&path, 1, 0));
    walk(&path, 1.5, 0.5, 1.0, 0.5);
    cr_expect_eq(path.visit_count, 1);
    walk(&path, 1.0, 0.5, 0.9, 0.5); // from the edge downwards
    cr_expect_eq(path.visit_count, 2);
    observe_path_clear(&path);
}

Test(path, many_short_steps_touch_the_same_cells_as_one_long_one)
{
    observe_path path;
    make_path(&path, -3.0, 2.0, 0.7, 40, 40);
    walk(&path, -2.0, 3.0, 21.0, 17.0);
    const size_t expected = path.visit_count;
    observe_path_start(&path, -2.0, 3.0, no_values);
    for (int k = 1; k <= 5000; k++) {
        observe_path_add(&path, -2.0 + 23.0 * k / 5000.0, 3.0 + 14.0 * k / 5000.0, no_values);
    }
    observe_path_finish(&path);
    cr_expect_eq(path.visit_count, expected);
    observe_path_clear(&path);
}

Test(path, values_at_the_end_count_for_every_cell_of_the_segment)
{
    observe_path path;
    make_path(&path, 0.0, 0.0, 1.0, 8, 2);
    const double slow[4] = {1.0, 9.0, 3.0, 4.0}, fast[4] = {5.0, 2.0, 7.0, 8.0};
    observe_path_start(&path, 0.5, 0.5, slow);
    observe_path_add(&path, 3.5, 0.5, fast);
    observe_path_finish(&path);
    cr_expect_eq(path.visit_count, 4);
    for (uint64_t i = 0; i < 4; i++) {
        const observe_visit *v = visit_of(&path, i, 0);
        cr_assert_not_null(v);
        cr_expect_eq(v->max[0], 5.0);
        cr_expect_eq(v->max[1], i == 0 ? 9.0 : 2.0); // the release's own value in its cell
    }
    observe_path_clear(&path);
}

Test(path, coming_back_keeps_one_value_the_maximum_of_all_visits)
{
    observe_path path;
    make_path(&path, 0.0, 0.0, 1.0, 4, 4);
    const double first[4] = {3.0, 1.0, 1.0, 1.0}, second[4] = {2.0, 6.0, 1.0, 1.0};
    observe_path_start(&path, 0.5, 0.5, first);
    observe_path_add(&path, 0.6, 0.5, no_values);
    observe_path_add(&path, 1.5, 0.5, no_values);
    observe_path_add(&path, 0.5, 0.5, second);
    observe_path_add(&path, 1.5, 0.5, no_values);
    observe_path_finish(&path);
    cr_expect_eq(path.visit_count, 2);
    cr_expect_eq(visit_of(&path, 0, 0)->max[0], 3.0);
    cr_expect_eq(visit_of(&path, 0, 0)->max[1], 6.0);
    observe_path_clear(&path);
}

Test(path, outside_the_raster_nothing_is_counted)
{
    observe_path path;
    make_path(&path, 0.0, 0.0, 1.0, 4, 4);
    walk(&path, -5.5, -1.5, -1.5, -5.5);
    cr_expect_eq(path.visit_count, 0);
    walk(&path, -2.5, 1.5, 9.5, 1.5); // out, through, out again
    cr_expect_eq(path.visit_count, 4);
    observe_path_clear(&path);
}

Test(path, next_rock_starts_with_nothing)
{
    observe_path path;
    make_path(&path, 0.0, 0.0, 1.0, 9, 9);
    walk(&path, 0.5, 0.5, 8.5, 8.5);
    walk(&path, 0.5, 7.5, 1.5, 7.5);
    cr_expect_eq(path.visit_count, 2);
    cr_expect_null(visit_of(&path, 5, 5));
    observe_path_clear(&path);
}

Test(path, grows_with_the_cells_of_a_long_way)
{
    observe_path path;
    make_path(&path, 0.0, 0.0, 1.0, 10000, 2);
    walk(&path, 0.5, 0.5, 9999.5, 0.5);
    observe_path_add(&path, 0.5, 0.5, no_values);
    observe_path_finish(&path);
    cr_expect_not(path.is_lost);
    cr_expect_eq(path.visit_count, 10000);
    observe_path_clear(&path);
}
