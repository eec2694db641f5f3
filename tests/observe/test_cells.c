// SPDX-License-Identifier: GPL-3.0-or-later
// Shared accumulators: order-free, exact counts, quantiles within one percent.
#include "observe/rasters.h"

#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { NX = 300, NY = 280, ROCKS = 400, CELLS_PER_ROCK = 60 };

/// The same visits for the same rock, spread over several tiles.
static void fill_visits(uint64_t rock, observe_visit visits[CELLS_PER_ROCK])
{
    talus_random random = {9, rock, 0};
    uint64_t cell = (uint64_t)(talus_random_uniform(&random) * NX * 0.4);
    for (int k = 0; k < CELLS_PER_ROCK; k++) {
        visits[k].cell = cell;
        cell += NX * (1 + (uint64_t)k % 7) + (uint64_t)k % 4;
        for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
            visits[k].max[q] = exp(4.0 * talus_random_normal(&random));
        }
    }
}

static observe_cells *make_cells(void)
{
    const talus_cells grid = {0.0, 0.0, 1.0, NX, NY};
    const observe_units units = observe_units_for(1000.0);
    observe_cells *cells = observe_cells_create(&grid, &units);
    cr_assert_not_null(cells);
    return cells;
}

static void add_rock(observe_cells *cells, uint64_t rock)
{
    observe_visit visits[CELLS_PER_ROCK];
    fill_visits(rock, visits);
    cr_assert(observe_cells_add(cells, visits, NULL, CELLS_PER_ROCK, 0.0));
    cr_assert(observe_cells_deposit(cells, (double)(rock % 7) + 0.5, 260.0, 1.0));
}

static const talus_window all_cells = {.nx = NX, .ny = NY};
static const double statistics[] = {-2.0, -1.0, 0.5, 0.9, 0.95, 0.99};

static void expect_same(observe_cells *a, observe_cells *b)
{
    float *x = malloc(sizeof(float) * NX * NY), *y = malloc(sizeof(float) * NX * NY);
    raster_passages(a, &all_cells, x);
    raster_passages(b, &all_cells, y);
    cr_expect_eq(memcmp(x, y, sizeof(float) * NX * NY), 0);
    raster_deposits(a, &all_cells, x);
    raster_deposits(b, &all_cells, y);
    cr_expect_eq(memcmp(x, y, sizeof(float) * NX * NY), 0);
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        for (size_t k = 0; k < sizeof statistics / sizeof statistics[0]; k++) {
            raster_statistic(a, (talus_quantity)q, statistics[k], &all_cells, x);
            raster_statistic(b, (talus_quantity)q, statistics[k], &all_cells, y);
            cr_expect_eq(memcmp(x, y, sizeof(float) * NX * NY), 0);
        }
    }
    free(x);
    free(y);
}

Test(cells, order_of_rocks_leaves_no_trace)
{
    observe_cells *forward = make_cells(), *backward = make_cells();
    for (uint64_t k = 0; k < ROCKS; k++) {
        add_rock(forward, k);
        add_rock(backward, (ROCKS - 1 - k) * 7 % ROCKS); // 7 and 400 share no factor
    }
    expect_same(forward, backward);
    observe_cells_destroy(forward);
    observe_cells_destroy(backward);
}

static void *add_odd_rocks(void *cells)
{
    for (uint64_t k = 1; k < ROCKS; k += 2) {
        add_rock(cells, k);
    }
    return NULL;
}

Test(cells, two_threads_give_the_same_bits_as_one)
{
    observe_cells *single = make_cells(), *shared = make_cells();
    for (uint64_t k = 0; k < ROCKS; k++) {
        add_rock(single, k);
    }
    pthread_t other;
    cr_assert_eq(pthread_create(&other, NULL, add_odd_rocks, shared), 0);
    for (uint64_t k = 0; k < ROCKS; k += 2) {
        add_rock(shared, k);
    }
    pthread_join(other, NULL);
    expect_same(single, shared);
    observe_cells_destroy(single);
    observe_cells_destroy(shared);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void expect_quantiles(int n, double spread)
{
    double *values = malloc(sizeof(double) * (size_t)n);
    float *raster = malloc(sizeof(float) * NX * NY);
    observe_cells *cells = make_cells();
    talus_random random = {11, (uint64_t)n, 0};
    double sum = 0.0;
    for (int k = 0; k < n; k++) {
        values[k] = 20.0 * exp(spread * talus_random_normal(&random));
        observe_visit visit = {.cell = 77};
        for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
            visit.max[q] = values[k];
        }
        sum += values[k];
        cr_assert(observe_cells_add(cells, &visit, NULL, 1, 0.0));
    }
    qsort(values, (size_t)n, sizeof *values, compare);
    for (size_t k = 2; k < sizeof statistics / sizeof statistics[0]; k++) {
        const int rank = (int)ceil(statistics[k] * n - 1e-9);
        for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
            raster_statistic(cells, (talus_quantity)q, statistics[k], &all_cells, raster);
            cr_expect(fabs((double)raster[77] / values[rank - 1] - 1.0) <= 0.01,
                      "n %d q %g: %g, expected %g", n, statistics[k], (double)raster[77],
                      values[rank - 1]); /* measured 0.0078 */
        }
    }
    raster_statistic(cells, TALUS_SPEED, -2.0, &all_cells, raster);
    cr_expect_eq(raster[77], (float)values[n - 1]);
    raster_statistic(cells, TALUS_SPEED, -1.0, &all_cells, raster);
    cr_expect(fabs((double)raster[77] * n / sum - 1.0) < 1e-6); /* measured 5e-8: float */
    observe_cells_destroy(cells);
    free(values);
    free(raster);
}

Test(cells, quantiles_are_order_statistics_within_one_percent)
{
    static const int counts[] = {1, 2, 3, 10, 100, 101, 1000};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        expect_quantiles(counts[k], 0.01);
        expect_quantiles(counts[k], 1.5);
    }
}

Test(cells, untouched_cells_are_nan_and_count_zero)
{
    observe_cells *cells = make_cells();
    float *raster = malloc(sizeof(float) * NX * NY);
    observe_visit visit = {.cell = 5, .max = {10.0, 1.0, 0.0, 2.0}};
    cr_assert(observe_cells_add(cells, &visit, NULL, 1, 0.0));
    raster_passages(cells, &all_cells, raster);
    cr_expect_eq(raster[5], 1.0F);
    cr_expect_eq(raster[6], 0.0F);
    cr_expect_eq(raster[NX * NY - 1], 0.0F);
    raster_statistic(cells, TALUS_SPEED, 0.5, &all_cells, raster);
    cr_expect(isnan(raster[6]) && isnan(raster[NX * NY - 1]));
    raster_statistic(cells, TALUS_JUMP_HEIGHT, 0.5, &all_cells, raster);
    cr_expect_eq(raster[5], 0.0F, "below the floor the value is 0");
    observe_cells_destroy(cells);
    free(raster);
}

Test(cells, deposits_off_the_raster_are_not_counted)
{
    observe_cells *cells = make_cells();
    float *raster = malloc(sizeof(float) * NX * NY);
    cr_assert(observe_cells_deposit(cells, -0.001, 4.0, 1.0));
    cr_assert(observe_cells_deposit(cells, 4.0, NY, 1.0));
    cr_assert(observe_cells_deposit(cells, 4.0, 3.0, 1.0));
    double total = 0.0;
    raster_deposits(cells, &all_cells, raster);
    for (size_t k = 0; k < (size_t)NX * NY; k++) {
        total += (double)raster[k];
    }
    cr_expect_eq(total, 1.0);
    cr_expect_eq(raster[3 * NX + 4], 1.0F);
    observe_cells_destroy(cells);
    free(raster);
}

Test(cells, what_comes_to_a_corner_is_read_there)
{
    static const size_t corners[4][2] = {{2, 1}, {NX - 2, 1}, {2, NY - 1}, {NX - 2, NY - 1}};
    observe_cells *cells = make_cells();
    float *raster = malloc(sizeof(float) * NX * NY);
    for (size_t k = 0; k < 4; k++) {
        cr_assert(observe_cells_deposit(cells, (double)corners[k][0] + 0.5,
                                        (double)corners[k][1] + 0.5, 1.0 + (double)k));
    }
    raster_deposits(cells, &all_cells, raster);
    for (size_t k = 0; k < 4; k++) {
        cr_expect_eq(raster[corners[k][1] * NX + corners[k][0]], 1.0F, "corner %zu", k);
    }
    observe_cells_destroy(cells);
    free(raster);
}

Test(cells, a_window_holds_its_part_of_the_raster)
{
    observe_cells *cells = make_cells();
    float *raster = malloc(sizeof(float) * NX * NY), part[6 * 5];
    for (uint64_t rock = 0; rock < 20; rock++) {
        add_rock(cells, rock);
    }
    const talus_window windows[] = {{0, 0, 6, 5}, {253, 254, 6, 5}, {NX - 6, NY - 5, 6, 5}};
    raster_statistic(cells, TALUS_SPEED, 0.9, &all_cells, raster);
    for (size_t n = 0; n < sizeof windows / sizeof windows[0]; n++) {
        const talus_window *w = &windows[n];
        raster_statistic(cells, TALUS_SPEED, 0.9, w, part);
        for (size_t k = 0; k < 6 * 5; k++) {
            const float expected = raster[(w->j + k / 6) * NX + w->i + k % 6];
            cr_expect_eq(memcmp(&part[k], &expected, sizeof expected), 0, "window %zu at %zu", n,
                         k);
        }
    }
    observe_cells_destroy(cells);
    free(raster);
}

Test(cells, a_window_of_untouched_tiles_is_told)
{
    observe_cells *cells = make_cells();
    const talus_window west = {.nx = 256, .ny = NY}, none = {0};
    const talus_window seam = {.i = 255, .j = 0, .nx = 2, .ny = 1};
    const observe_visit visit = {.cell = 256, .max = {10.0, 1.0, 0.0, 2.0}};
    cr_expect_not(observe_cells_touched(cells, &all_cells));
    cr_assert(observe_cells_add(cells, &visit, NULL, 1, 0.0));
    cr_expect(observe_cells_touched(cells, &all_cells));
    cr_expect(observe_cells_touched(cells, &seam));
    cr_expect_not(observe_cells_touched(cells, &west));
    cr_expect_not(observe_cells_touched(cells, &none));
    observe_cells_destroy(cells);
}
