// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of keys, and accumulators of gauges as bytes.
#include "runs/observe/bytes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

Test(counts, keep_every_key_in_any_order)
{
    observe_counts up = {0}, down = {0};
    for (uint64_t k = 0; k < 1000; k++) {
        cr_assert(observe_counts_add(&up, 7 * k * k, k + 1));
        cr_assert(observe_counts_add(&down, 7 * (999 - k) * (999 - k), 1000 - k));
    }
    cr_assert(observe_counts_add(&up, 7, 5));
    cr_assert(observe_counts_add(&down, 7, 5));
    cr_expect_eq(up.used, 1000);
    cr_expect_eq(observe_counts_of(&up, 7), 7);
    cr_expect_eq(observe_counts_of(&up, 8), 0);
    byte_writer a = {0}, b = {0};
    observe_counts_put(&up, &a);
    observe_counts_put(&down, &b);
    cr_expect(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    byte_writer_clear(&a);
    byte_writer_clear(&b);
    observe_counts_clear(&up);
    observe_counts_clear(&down);
}

Test(counts, refuse_keys_beyond_the_limit)
{
    observe_counts counts = {0}, taken = {0};
    byte_writer writer = {0};
    uint64_t total = 0;
    cr_assert(observe_counts_add(&counts, 99, 1));
    observe_counts_put(&counts, &writer);
    byte_reader good = {.data = writer.data, .size = writer.size}, bad = good;
    cr_expect(observe_counts_take(&taken, &good, 100, &total));
    cr_expect(!good.failed && total == 1);
    cr_expect(observe_counts_take(&taken, &bad, 99, &total));
    cr_expect(bad.failed);
    byte_writer_clear(&writer);
    observe_counts_clear(&counts);
    observe_counts_clear(&taken);
}

/// Two screens and an object, two strata.
typedef struct scene {
    talus_screen screens[2];
    talus_object object;
    talus_release releases[2];
    talus_rock_class kind;
    talus_campaign campaign;
    observe_units units;
} scene;

static void make(scene *s)
{
    *s = (scene){.units = observe_units_for(100.0)};
    s->campaign.screens = s->screens;
    s->campaign.screen_count = 2;
    s->campaign.objects = &s->object;
    s->campaign.object_count = 1;
    s->campaign.releases = s->releases;
    s->campaign.release_count = 2;
    s->campaign.rocks = &s->kind;
    s->campaign.rock_class_count = 1;
    s->campaign.stratified = true;
    s->campaign.recorded_rocks = 10;
    s->campaign.cells = (talus_cells){.cell = 1.0, .nx = 5, .ny = 4};
}

static void add_rock(observe_gauges *gauges, uint64_t rock)
{
    const talus_rock_record record = {
        .rock = rock, .release = rock % 2, .start.r = {(double)(rock % 5) + 0.5, 2.5, 0.0}};
    talus_crossing crossings[3] = {
        {.rock = rock, .screen = 0, .time = 1.0, .to_left = true},
        {.rock = rock, .screen = 1, .time = 2.0, .to_left = rock % 3 == 0},
        {.rock = rock, .screen = 1, .time = 3.0}};
    for (int k = 0; k < 3; k++) {
        for (int q = 0; q < TALUS_GAUGE_QUANTITY_COUNT; q++) {
            crossings[k].values[q] = talus_gauge_has((talus_gauge_quantity)q, false)
                                         ? 0.01 * (double)(rock + 1) * (q + 1)
                                         : 0.0;
        }
    }
    const observe_gauge_visit visit = {
        .gauge = 2, .passages = 2, .values = {[TALUS_GAUGE_ENERGY] = 1e3 * (double)rock}};
    const observe_gauge_rock all = {
        .crossings = crossings, .crossing_count = 3, .visits = &visit, .visit_count = rock % 2};
    cr_assert(observe_gauges_add(gauges, &record, &all));
}

static byte_writer bytes_of(observe_gauges *gauges)
{
    byte_writer writer = {0};
    observe_gauges_order(gauges);
    observe_gauges_put(gauges, &writer);
    cr_assert(!writer.failed);
    return writer;
}

Test(gauges, parts_in_any_order_make_the_same_bytes)
{
    scene s;
    make(&s);
    observe_gauges whole, parts[2];
    cr_assert(observe_gauges_init(&whole, &s.campaign, &s.units));
    for (int k = 0; k < 2; k++) {
        cr_assert(observe_gauges_init(&parts[k], &s.campaign, &s.units));
    }
    for (uint64_t rock = 0; rock < 50; rock++) {
        add_rock(&whole, rock);
        add_rock(&parts[1 - rock % 2], 49 - rock);
    }
    byte_writer expected = bytes_of(&whole), first = bytes_of(&parts[0]);
    byte_reader reader = {.data = first.data, .size = first.size};
    cr_assert_eq(observe_gauges_take(&parts[1], &reader), OBSERVE_TAKEN);
    cr_expect_eq(reader.at, reader.size);
    byte_writer found = bytes_of(&parts[1]);
    cr_expect(found.size == expected.size && memcmp(found.data, expected.data, found.size) == 0);
    const observe_tally *second = &whole.tallies[1 * 2 + 0];
    cr_expect_eq(second->rocks, 25);
    cr_expect_eq(second->passages, 50);
    cr_expect_eq(second->to_left, 9); // 0, 6, ..., 48
    cr_expect_eq(whole.tallies[2 * 2 + 1].rocks, 25);
    cr_expect_eq(whole.tallies[2 * 2 + 1].passages, 50);
    cr_expect_eq(observe_counts_of(&whole.sources[2], 2 * 5 + 1), 5);
    cr_expect_eq(observe_counts_of(&whole.released, 2 * 5 + 1), 10);
    cr_expect_eq(whole.crossing_count, 30, "of the first ten rocks");
    byte_writer_clear(&expected);
    byte_writer_clear(&first);
    byte_writer_clear(&found);
    observe_gauges_clear(&whole);
    observe_gauges_clear(&parts[0]);
    observe_gauges_clear(&parts[1]);
}

/// An event of so many bodies whose crossings are given as screen, time (s) and energy (J).
static void add_event(observe_gauges *gauges, uint64_t rock, uint32_t bodies,
                      const double (*given)[3], size_t count)
{
    talus_crossing crossings[8] = {{.rock = rock}};
    for (size_t k = 0; k < count; k++) {
        crossings[k] = (talus_crossing){.rock = rock,
                                        .screen = (uint32_t)given[k][0],
                                        .body = (uint32_t)k,
                                        .time = given[k][1],
                                        .values = {[TALUS_GAUGE_ENERGY] = given[k][2]}};
    }
    const talus_rock_record record = {.rock = rock, .bodies = bodies};
    const observe_gauge_rock all = {.crossings = crossings, .crossing_count = count};
    cr_assert(observe_gauges_add(gauges, &record, &all));
}

Test(gauges, hits_of_events_are_counted_one_by_one)
{
    // one body after another, so their times are in no order
    static const double three[][3] = {
        {0, 4.0, 20.0}, {1, 5.0, 7.0}, {0, 1.0, 100.0}, {0, 1.375, 50.0}};
    static const double one[][3] = {{0, 2.0, 400.0}};
    scene s;
    make(&s);
    s.campaign.stratified = false;
    s.campaign.breaking = (talus_breaking){.law = TALUS_BREAKING_THRESHOLD, .window = 0.5};
    observe_gauges gauges, other;
    cr_assert(observe_gauges_init(&gauges, &s.campaign, &s.units));
    cr_assert(observe_gauges_init(&other, &s.campaign, &s.units));
    add_event(&gauges, 0, 5, three, 4);
    add_event(&gauges, 1, 1, one, 1);
    const observe_tally *first = &gauges.tallies[0], *second = &gauges.tallies[1];
    const double unit = observe_gauge_unit(&s.units, TALUS_GAUGE_ENERGY);
    cr_expect_eq(first->rocks, 2);
    cr_expect_eq(first->passages, 4);
    cr_expect_eq(first->most_hits, 3);
    cr_expect_eq(first->event.max, 400.0);
    cr_expect_eq(first->hits.max, 400.0);
    cr_expect_float_eq(observe_sum_double(first->hits.sum) / unit, 570.0, 1e-3);
    cr_expect_float_eq(observe_sum_double(first->window.sum) / unit, 550.0, 1e-3, "100 + 50");
    cr_expect_eq(first->duration.max, 3.0);
    const double seconds =
        observe_sum_double(first->duration.sum) / observe_gauge_unit(&s.units, OBSERVE_TIME_AS);
    cr_expect_float_eq(seconds, 3.0, 1e-6, "one event of 3 s, one of a single body");
    cr_expect_eq(second->most_hits, 1);
    cr_expect_eq(second->duration.max, 0.0);

    byte_writer whole = bytes_of(&gauges);
    byte_reader reader = {.data = whole.data, .size = whole.size};
    cr_assert_eq(observe_gauges_take(&other, &reader), OBSERVE_TAKEN);
    byte_writer again = bytes_of(&other);
    cr_expect(again.size == whole.size && memcmp(again.data, whole.data, whole.size) == 0);
    cr_expect_eq(other.tallies[0].most_hits, 3);
    byte_writer_clear(&whole);
    byte_writer_clear(&again);
    observe_gauges_clear(&gauges);
    observe_gauges_clear(&other);
}

Test(gauges, damaged_bytes_are_refused_and_never_read_wildly)
{
    scene s;
    make(&s);
    observe_gauges gauges;
    cr_assert(observe_gauges_init(&gauges, &s.campaign, &s.units));
    for (uint64_t rock = 0; rock < 4; rock++) {
        add_rock(&gauges, rock);
    }
    byte_writer good = bytes_of(&gauges);
    size_t refused = 0;
    for (size_t size = 0; size < good.size; size += 3) {
        observe_gauges other;
        cr_assert(observe_gauges_init(&other, &s.campaign, &s.units));
        byte_reader reader = {.data = good.data, .size = size};
        refused += observe_gauges_take(&other, &reader) == OBSERVE_WRONG;
        observe_gauges_clear(&other);
    }
    cr_expect_eq(refused, (good.size + 2) / 3);
    byte_writer_clear(&good);
    observe_gauges_clear(&gauges);
}

Test(gauges, buckets_keep_one_percent_and_a_twentieth_of_a_degree)
{
    for (int k = 1; k < 2000; k++) {
        const double x = 0.0123 * k * k;
        for (int q = 0; q < TALUS_GAUGE_QUANTITY_COUNT; q++) {
            const talus_gauge_quantity quantity = (talus_gauge_quantity)q;
            const bool is_angle =
                quantity == TALUS_GAUGE_ANGLE || quantity == TALUS_GAUGE_INCLINATION;
            const double value = is_angle ? TALUS_PI * (k / 2000.0 - 0.5) : 1.0 + x;
            const double middle =
                observe_gauge_bucket_value(quantity, observe_gauge_bucket(quantity, value));
            const double limit = is_angle ? 0.05001 * TALUS_PI / 180.0 : 0.01 * value;
            cr_assert(fabs(middle - value) <= limit, "%s %g: %g",
                      talus_gauge_quantity_name(quantity), value, middle);
        }
    }
}
