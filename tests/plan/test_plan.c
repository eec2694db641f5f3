// SPDX-License-Identifier: GPL-3.0-or-later
// Crossings and distances in plan.
#include "foundation/math/linalg.h"
#include "runs/plan/plan.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static plan_index line_of(const double *xy, size_t count)
{
    plan_index plan = {0};
    cr_assert(plan_begin(&plan, 0.0, false));
    cr_assert(plan_add(&plan, xy, count, false));
    cr_assert(plan_finish(&plan));
    return plan;
}

/// Crossings of the way through points; the left ones count +1, the right ones -1 in *net.
static size_t crossings(const plan_index *plan, double (*way)[2], size_t count, int *net)
{
    plan_hits hits = {0};
    size_t sum = 0;
    *net = 0;
    for (size_t k = 0; k + 1 < count; k++) {
        hits.count = 0;
        cr_assert(plan_cross(plan, NULL, way[k], way[k + 1], &hits));
        sum += hits.count;
        for (size_t i = 0; i < hits.count; i++) {
            *net += hits.hits[i].to_left ? 1 : -1;
        }
    }
    free(hits.hits);
    return sum;
}

Test(plan, a_way_crosses_once_to_the_left)
{
    const double xy[] = {0.0, 0.0, 10.0, 0.0};
    const double a[2] = {2.0, -1.0}, b[2] = {4.0, 3.0};
    plan_index plan = line_of(xy, 2);
    plan_hits hits = {0};
    cr_assert(plan_cross(&plan, NULL, a, b, &hits));
    cr_assert_eq(hits.count, 1);
    cr_expect(hits.hits[0].to_left);
    cr_expect_float_eq(hits.hits[0].fraction, 0.25, 1e-15);
    cr_expect_float_eq(hits.hits[0].along, 2.5, 1e-15);
    free(hits.hits);
    plan_clear(&plan);
}

Test(plan, a_way_through_a_vertex_crosses_once_at_any_angle)
{
    int net;
    for (int turn = -80; turn <= 80; turn += 20) {
        const double bend = talus_sin(turn * TALUS_PI / 180.0);
        const double xy[] = {-5.0, bend * 5.0, 0.0, 0.0, 5.0, bend * 5.0};
        plan_index plan = line_of(xy, 3);
        double through[2][2] = {{0.0, -10.0}, {0.0, 10.0}};
        cr_expect_eq(crossings(&plan, through, 2, &net), 1);
        cr_expect_eq(net, 1);
        double by_steps[3][2] = {{0.0, -1.0}, {0.0, 0.0}, {0.0, 1.0}};
        cr_expect_eq(crossings(&plan, by_steps, 3, &net), 1, "a step that ends on the vertex");
        double back[3][2] = {{0.0, 1.0}, {0.0, 0.0}, {0.0, -1.0}};
        cr_expect_eq(crossings(&plan, back, 3, &net), 1);
        cr_expect_eq(net, -1);
        plan_clear(&plan);
    }
}

Test(plan, a_way_that_turns_back_on_the_line_crosses_an_even_number_of_times)
{
    int net;
    const double xy[] = {-5.0, 0.0, 0.0, 0.0, 5.0, 0.0};
    double below[3][2] = {{-1.0, -1.0}, {0.0, 0.0}, {1.0, -1.0}};
    double above[3][2] = {{-1.0, 1.0}, {0.0, 0.0}, {1.0, 1.0}};
    plan_index plan = line_of(xy, 3);
    cr_expect_eq(crossings(&plan, below, 3, &net) % 2, 0);
    cr_expect_eq(net, 0);
    cr_expect_eq(crossings(&plan, above, 3, &net) % 2, 0);
    cr_expect_eq(net, 0);
    double on_it[4][2] = {{-3.0, -1.0}, {-2.0, 0.0}, {2.0, 0.0}, {3.0, 1.0}};
    cr_expect_eq(crossings(&plan, on_it, 4, &net), 1, "along the line and off on the other side");
    plan_clear(&plan);
}

/// Closed polygon, random walk on a coarse lattice that meets vertices and edges all the time: the
/// net number of crossings must always tell inside from outside.
Test(plan, lattice_walks_keep_the_parity_of_a_polygon)
{
    const double xy[] = {0.0, 0.0, 4.0, 0.0, 4.0, 2.0, 2.0, 1.0, 1.0, 3.0, 0.0, 3.0, 0.0, 0.0};
    plan_index plan = line_of(xy, 7);
    double way[2][2] = {{-3.0, -3.0}, {-3.0, -3.0}};
    int inside = 0, net;
    for (uint64_t k = 0; k < 5000; k++) {
        way[0][0] = way[1][0];
        way[0][1] = way[1][1];
        way[1][0] = (double)(talus_random_bits(1, k, 0) % 9) - 2.0;
        way[1][1] = (double)(talus_random_bits(1, k, 1) % 8) - 2.0;
        const size_t count = crossings(&plan, way, 2, &net);
        inside += net;
        cr_assert(inside == 0 || inside == 1, "step %d: %d", (int)k, inside);
        cr_assert_eq((count % 2 == 1), (net != 0));
    }
    double out[2][2] = {{way[1][0], way[1][1]}, {-3.0, -3.0}};
    crossings(&plan, out, 2, &net);
    cr_expect_eq(inside + net, 0);
    plan_clear(&plan);
}

/// An L-shaped building with a court, a road, and a line that is not to be looked at.
static plan_index town(void)
{
    const double wall[] = {0.0, 0.0, 20.0, 0.0, 20.0, 10.0, 8.0, 10.0, 8.0, 16.0, 0.0, 16.0};
    const double court[] = {2.0, 2.0, 6.0, 2.0, 6.0, 6.0, 2.0, 6.0};
    double road[60];
    for (int k = 0; k < 30; k++) {
        road[2 * k] = 2.0 * k - 20.0;
        road[2 * k + 1] = -12.0 + 3.0 * talus_sin(0.4 * k);
    }
    plan_index plan = {0};
    cr_assert(plan_begin(&plan, 0.0, true));
    cr_assert(plan_add(&plan, wall, 6, true));
    cr_assert(plan_add(&plan, court, 4, true));
    cr_assert(plan_begin(&plan, 2.5, false));
    cr_assert(plan_add(&plan, road, 30, false));
    cr_assert(plan_finish(&plan));
    return plan;
}

/// Distance of a point by the definition: all segments, and the even-odd rule by a ray northwards.
static double brute_distance(const plan_index *plan, size_t item, double x, double y)
{
    double best = (double)INFINITY;
    bool inside = false;
    const plan_item *it = &plan->items[item];
    for (size_t c = it->first; c < it->first + it->count; c++) {
        for (size_t i = 0; i < plan->chunks[c].count; i++) {
            const plan_segment *s = &plan->segments[plan->chunks[c].first + i];
            for (int k = 0; k <= 200; k++) {
                const double f = k / 200.0;
                best = fmin(
                    best, hypot(s->x0 + f * (s->x1 - s->x0) - x, s->y0 + f * (s->y1 - s->y0) - y));
            }
            if ((s->x0 > x) != (s->x1 > x) &&
                y < s->y0 + (x - s->x0) / (s->x1 - s->x0) * (s->y1 - s->y0)) {
                inside = !inside;
            }
        }
    }
    return it->is_area && inside ? 0.0 : best;
}

Test(plan, clearance_is_the_distance_to_the_nearest)
{
    plan_index plan = town();
    const bool skip[2] = {true, false};
    for (uint64_t k = 0; k < 150; k++) {
        const double x = (double)(talus_random_bits(2, k, 0) >> 11) * 0x1p-53 * 60.0 - 25.0;
        const double y = (double)(talus_random_bits(2, k, 1) >> 11) * 0x1p-53 * 50.0 - 25.0;
        const double house = brute_distance(&plan, 0, x, y);
        const double road = brute_distance(&plan, 1, x, y) - 2.5;
        const double found = plan_clearance(&plan, NULL, x, y);
        // the reference samples segments of 20 m and less at 200 places
        cr_assert(found <= fmin(house, road) + 1e-12 && found > fmin(house, road) - 0.051);
        cr_assert(fabs(plan_clearance(&plan, skip, x, y) - road) < 0.051);
    }
    plan_clear(&plan);
}

Test(plan, a_way_is_near_what_one_of_its_points_is_near)
{
    plan_index plan = town();
    size_t agreed = 0;
    for (uint64_t k = 0; k < 60; k++) {
        double p[4];
        for (uint32_t i = 0; i < 4; i++) {
            p[i] = (double)(talus_random_bits(3, k, i) >> 11) * 0x1p-53 * 50.0 - 20.0;
        }
        for (size_t item = 0; item < 2; item++) {
            double nearest = (double)INFINITY;
            for (int i = 0; i <= 60; i++) {
                const double f = i / 60.0;
                nearest = fmin(nearest, brute_distance(&plan, item, p[0] + f * (p[2] - p[0]),
                                                       p[1] + f * (p[3] - p[1])));
            }
            const double reach = 0.75, limit = reach + plan.items[item].margin;
            const bool near = plan_is_near(&plan, item, p, p + 2, reach);
            if (fabs(nearest - limit) > 0.7) { // the samples of the way are 1.2 m apart at most
                cr_assert_eq(near, nearest < limit, "way %d, item %zu, %g m", (int)k, item,
                             nearest);
                agreed++;
            }
        }
    }
    cr_expect_gt(agreed, 80);
    plan_clear(&plan);
}

static double between(uint64_t k, uint32_t i, double low, double high)
{
    return low + (high - low) * (double)(talus_random_bits(4, k, i) >> 11) * 0x1p-53;
}

/// Houses and roads of many sizes, one item without segments, and all of them in one plan.
static plan_index city(size_t count)
{
    plan_index plan = {0};
    for (uint64_t k = 0; k < count; k++) {
        const double x = between(k, 0, 0.0, 1000.0), y = between(k, 1, 0.0, 1000.0);
        const double dx = between(k, 2, -30.0, 30.0), dy = between(k, 3, -30.0, 30.0);
        const double xy[] = {x, y, x + dx, y, x + dx, y + dy};
        const bool is_area = k % 3 != 0;
        cr_assert(plan_begin(&plan, is_area ? 0.0 : between(k, 4, 0.0, 8.0), is_area));
        cr_assert(plan_add(&plan, xy, k == 5 ? 1 : 3, is_area));
    }
    cr_assert(plan_finish(&plan));
    return plan;
}

Test(plan, a_search_finds_all_that_is_near)
{
    for (size_t count = 0; count < 700; count = 3 * count + 1) {
        plan_index plan = city(count);
        bool *is_found = calloc(count + 1, sizeof *is_found);
        size_t near = 0;
        for (uint64_t k = 0; k < 300; k++) {
            const double a[2] = {between(k, 5, -50.0, 1050.0), between(k, 6, -50.0, 1050.0)};
            const double b[2] = {a[0] + between(k, 7, -20.0, 20.0),
                                 a[1] + between(k, 8, -20.0, 20.0)};
            plan_search search = plan_start_search(&plan, a, b, 2.0);
            size_t item;
            while (plan_next(&search, &item)) {
                cr_assert(!is_found[item], "item %zu twice", item);
                is_found[item] = true;
            }
            for (item = 0; item < count; item++) {
                const bool is_near = plan_is_near(&plan, item, a, b, 2.0);
                near += is_near;
                cr_assert(is_found[item] || !is_near, "item %zu of %zu", item, count);
                is_found[item] = false;
            }
        }
        cr_expect(count < 40 || near > 5, "%zu near of %zu", near, count); // measured 9, 25, 67
        free(is_found);
        plan_clear(&plan);
    }
}

Test(plan, clearance_among_many_is_the_least_of_all)
{
    const size_t count = 400;
    plan_index plan = city(count);
    bool *skip = calloc(count, sizeof *skip);
    for (uint64_t k = 0; k < 100; k++) {
        const double x = between(k, 9, -300.0, 1300.0), y = between(k, 10, -300.0, 1300.0);
        double least = (double)INFINITY, kept = least;
        for (size_t item = 0; item < count; item++) {
            // one item alone: all others skipped
            memset(skip, 1, count * sizeof *skip);
            skip[item] = false;
            const double one = plan_clearance(&plan, skip, x, y);
            least = one < least ? one : least;
            kept = item % 2 == 1 && one < kept ? one : kept;
        }
        for (size_t item = 0; item < count; item++) {
            skip[item] = item % 2 == 0;
        }
        const double all = plan_clearance(&plan, NULL, x, y);
        const double odd = plan_clearance(&plan, skip, x, y);
        // bounds are short of the distance by 1e-9 of it
        cr_assert(least > 0.0 ? fabs(all - least) <= 3e-9 * (least + 8.0) : all <= 0.0);
        cr_assert(kept > 0.0 ? fabs(odd - kept) <= 3e-9 * (kept + 8.0) : odd <= 0.0);
    }
    free(skip);
    plan_clear(&plan);
}

/// Clearance of an area at places of a row from the west.
Test(plan, parts_of_an_area_count_once_and_holes_are_those_of_their_part)
{
    static const double whole[] = {0, 0, 10, 0, 10, 10, 0, 10}, hole[] = {2, 2, 2, 8, 8, 8, 8, 2},
                        part[] = {4, 4, 12, 4, 12, 6, 4, 6};
    // at y = 5: in the ring of the hole's rim, in the hole, in the part that fills the hole, beyond all
    static const double x[] = {1, 3, 5, 11, 13};
    static const bool told[] = {true, false, true, true, false};
    static const bool even_odd[] = {true, false, true, true, false};
    plan_index rings = {0}, runs = {0};
    cr_assert(plan_begin(&rings, 0.0, true) && plan_add_ring(&rings, whole, 4, false) &&
              plan_add_ring(&rings, hole, 4, true) && plan_add_ring(&rings, part, 4, false) &&
              plan_add_ring(&rings, part, 4, false) && plan_finish(&rings));
    cr_assert(plan_begin(&runs, 0.0, true) && plan_add(&runs, whole, 4, true) &&
              plan_add(&runs, hole, 4, true) && plan_add(&runs, part, 4, true) &&
              plan_finish(&runs));
    for (size_t k = 0; k < 5; k++) {
        cr_expect_eq(plan_clearance(&rings, NULL, x[k], 5.0) <= 0.0, told[k], "%g", x[k]);
        cr_expect_eq(plan_clearance(&runs, NULL, x[k], 5.0) <= 0.0, even_odd[k], "%g", x[k]);
    }
    cr_expect(plan_clearance(&rings, NULL, 9.0, 5.0) <= 0.0, "two parts over each other");
    cr_expect(plan_clearance(&runs, NULL, 9.0, 5.0) > 0.0);
    plan_clear(&rings);
    plan_clear(&runs);
}
