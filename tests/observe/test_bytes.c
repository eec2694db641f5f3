// SPDX-License-Identifier: GPL-3.0-or-later
// Cells and pooled statistics that went through bytes add up as if they had stayed in memory.
#include "observe/rasters.h"
#include "runs/observe/bytes.h"
#include "runs/observe/steps.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { NX = 300, NY = 270, ROCKS = 60 }; // more than one tile each way
static const talus_cells grid = {.cell = 1.0, .nx = NX, .ny = NY};
static const talus_window all_cells = {.nx = NX, .ny = NY};
static const double statistics[] = {-2.0, -1.0, 0.5, 0.9, 0.99};

static double random_at(uint64_t rock, uint32_t draw)
{
    return (double)(talus_random_bits(11, rock, draw) >> 11) / 9007199254740992.0;
}

/// A rock that touches 20 cells in a row, near the seam of four tiles.
static void add_rock(observe_cells *cells, uint64_t rock)
{
    enum { TOUCHED = 20 };
    observe_visit visits[TOUCHED];
    const uint64_t i = 240 + (uint64_t)(12.0 * random_at(rock, 0));
    const uint64_t j = 250 + (uint64_t)(12.0 * random_at(rock, 1));
    for (uint32_t k = 0; k < TOUCHED; k++) {
        visits[k].cell = j * NX + i + k;
        for (uint32_t q = 0; q < TALUS_QUANTITY_COUNT; q++) {
            visits[k].max[q] = 100.0 * random_at(rock, 2 + k * 4 + q) - (k == 3 ? 100.0 : 0.0);
        }
    }
    cr_assert(observe_cells_add(cells, visits, NULL, TOUCHED, 0.0));
    cr_assert(observe_cells_deposit(cells, (double)i + 25.5, (double)j + 0.5, 1.0));
}

static void expect_same(observe_cells *a, observe_cells *b)
{
    static float x[NX * NY], y[NX * NY];
    raster_passages(a, &all_cells, x);
    raster_passages(b, &all_cells, y);
    cr_expect_eq(memcmp(x, y, sizeof x), 0);
    raster_deposits(a, &all_cells, x);
    raster_deposits(b, &all_cells, y);
    cr_expect_eq(memcmp(x, y, sizeof x), 0);
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        for (size_t k = 0; k < sizeof statistics / sizeof statistics[0]; k++) {
            raster_statistic(a, (talus_quantity)q, statistics[k], &all_cells, x);
            raster_statistic(b, (talus_quantity)q, statistics[k], &all_cells, y);
            cr_expect_eq(memcmp(x, y, sizeof x), 0, "quantity %d, statistic %g", q, statistics[k]);
        }
    }
}

static byte_writer bytes_of(uint64_t first, uint64_t stride)
{
    const observe_units units = observe_units_for(1000.0);
    observe_cells *cells = observe_cells_create(&grid, &units);
    byte_writer writer = {0};
    for (uint64_t rock = first; rock < ROCKS; rock += stride) {
        add_rock(cells, rock);
    }
    observe_cells_put(cells, &writer);
    observe_cells_destroy(cells);
    return writer;
}

static observe_taken take(observe_cells *cells, const byte_writer *writer, size_t size)
{
    byte_reader reader = {.data = writer->data, .size = size};
    return observe_cells_take(cells, &reader);
}

Test(bytes, cells_of_parts_add_up_to_the_whole_in_any_order)
{
    const observe_units units = observe_units_for(1000.0);
    observe_cells *whole = observe_cells_create(&grid, &units);
    observe_cells *added = observe_cells_create(&grid, &units);
    for (uint64_t rock = 0; rock < ROCKS; rock++) {
        add_rock(whole, rock);
    }
    for (uint64_t part = 3; part-- > 0;) {
        byte_writer writer = bytes_of(part, 3);
        cr_expect_eq(take(added, &writer, writer.size), OBSERVE_TAKEN);
        byte_writer_clear(&writer);
    }
    expect_same(added, whole);
    observe_cells_destroy(added);
    observe_cells_destroy(whole);
}

Test(bytes, cells_cut_short_are_wrong)
{
    const observe_units units = observe_units_for(1000.0);
    byte_writer writer = bytes_of(0, 1);
    for (size_t size = 0; size < writer.size; size += 1 + size / 16) {
        observe_cells *cells = observe_cells_create(&grid, &units);
        cr_expect_eq(take(cells, &writer, size), OBSERVE_WRONG, "%zu of %zu bytes", size,
                     writer.size);
        observe_cells_destroy(cells);
    }
    byte_writer_clear(&writer);
}

/// The digest of a state file finds changed bytes; where it is forged nothing worse than wrong
/// numbers may come of it (run under the address sanitizer).
Test(bytes, what_is_kept_beyond_adds_up_too)
{
    const observe_units units = observe_units_for(1000.0);
    observe_cells *all = observe_cells_create(&grid, &units);
    observe_cells *added = observe_cells_create(&grid, &units);
    observe_cells_keep(all, 1U << TALUS_MOMENTUM | 1U << TALUS_ROTATIONAL_ENERGY, 0x3f);
    observe_cells_keep(added, 1U << TALUS_MOMENTUM | 1U << TALUS_ROTATIONAL_ENERGY, 0x3f);
    for (uint64_t rock = 0; rock < 40; rock++) {
        observe_cells *part = observe_cells_create(&grid, &units);
        observe_cells_keep(part, 1U << TALUS_MOMENTUM | 1U << TALUS_ROTATIONAL_ENERGY, 0x3f);
        const observe_visit visit = {.cell = rock % 3, .max = {[TALUS_SPEED] = random_at(rock, 1)}};
        const observe_more more = {.rotational = 50.0 * random_at(rock, 2),
                                   .arrival = random_at(rock, 3),
                                   .tangent = random_at(rock, 4) - 5.0,
                                   .forest = random_at(rock, 5),
                                   .impacts = rock};
        byte_writer writer = {0};
        cr_assert(observe_cells_add(all, &visit, &more, 1, 800.0));
        cr_assert(observe_cells_add(part, &visit, &more, 1, 800.0));
        cr_assert(observe_cells_deposit(all, 0.5, 0.5, 0.25));
        cr_assert(observe_cells_deposit(part, 0.5, 0.5, 0.25));
        observe_cells_put(part, &writer);
        cr_assert_eq(take(added, &writer, writer.size), OBSERVE_TAKEN);
        byte_writer_clear(&writer);
        observe_cells_destroy(part);
    }
    byte_writer x = {0}, y = {0};
    observe_cells_put(all, &x);
    observe_cells_put(added, &y);
    cr_assert_eq(x.size, y.size);
    cr_expect_eq(memcmp(x.data, y.data, x.size), 0);
    byte_writer_clear(&x);
    byte_writer_clear(&y);
    observe_cells_destroy(all);
    observe_cells_destroy(added);
}

Test(bytes, changed_cells_never_touch_what_is_not_theirs)
{
    const observe_units units = observe_units_for(1000.0);
    byte_writer writer = bytes_of(0, 20);
    static float raster[NX * NY];
    size_t wrong = 0;
    for (size_t k = 0; k < 80; k++) {
        const size_t at = (size_t)(talus_random_bits(5, k, 0) % writer.size);
        const uint8_t before = writer.data[at];
        writer.data[at] = (uint8_t)talus_random_bits(5, k, 1);
        observe_cells *cells = observe_cells_create(&grid, &units);
        if (take(cells, &writer, writer.size) == OBSERVE_TAKEN) {
            raster_statistic(cells, TALUS_SPEED, 0.5, &all_cells, raster);
        } else {
            wrong++;
        }
        observe_cells_destroy(cells);
        writer.data[at] = before;
    }
    cr_expect_gt(wrong, 10);
    byte_writer_clear(&writer);
}

Test(bytes, pooled_of_parts_add_up_to_the_whole)
{
    const observe_units units = observe_units_for(1000.0);
    observe_pooled *whole = calloc(1, sizeof *whole), *part = calloc(1, sizeof *part);
    observe_pooled *added = calloc(1, sizeof *added);
    observe_steps whole_steps = {0}, part_steps = {0};
    for (uint64_t p = 0; p < 2; p++) {
        byte_writer writer = {0};
        observe_pooled_clear(part);
        for (uint64_t k = p; k < 500; k += 2) {
            double values[TALUS_QUANTITY_COUNT];
            for (uint32_t q = 0; q < TALUS_QUANTITY_COUNT; q++) {
                values[q] = 1e9 * random_at(k, q) * random_at(k, q + 4);
            }
            observe_steps_add(&whole_steps, values, 1, whole, &units);
            observe_steps_add(&part_steps, values, 1, part, &units);
        }
        observe_steps_count(&whole_steps, whole, &units);
        observe_steps_count(&part_steps, part, &units);
        part->worst_gain = whole->worst_gain = -0.25;
        part->has_gain = whole->has_gain = true;
        part->solver_iterations = 1 + p;
        part->contacts = 5 * p;
        part->stages[TALUS_SOLVER_SPARSE] = 7 + p;
        observe_pooled_put(part, &writer);
        byte_reader reader = {.data = writer.data, .size = writer.size};
        cr_expect_eq(observe_pooled_take(added, &reader), OBSERVE_TAKEN);
        cr_expect_eq(reader.at, reader.size);
        reader = (byte_reader){.data = writer.data, .size = writer.size - 1};
        cr_expect_eq(observe_pooled_take(part, &reader), OBSERVE_WRONG);
        byte_writer_clear(&writer);
    }
    whole->solver_iterations = 3;
    whole->contacts = 5;
    whole->stages[TALUS_SOLVER_SPARSE] = 15;
    cr_expect_eq(memcmp(added, whole, sizeof *whole), 0);
    free(added);
    free(part);
    free(whole);
}
