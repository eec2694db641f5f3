// SPDX-License-Identifier: GPL-3.0-or-later
// Drawn releases: uniform where they should be, and over the ground at the height asked for.
#include "ensemble/incline.h"
#include "runs/trajectory/trajectory.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>

enum { DRAWS = 20000 };

Test(release, every_point_has_its_share_of_the_rocks_of_its_release)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    talus_release releases[2] = {scene.release, scene.release};
    releases[0].rocks = 2;
    releases[1].kind = TALUS_RELEASE_POINTS;
    releases[1].count = 3;
    releases[1].cumulative = NULL;
    campaign->releases = releases;
    campaign->release_count = 2;
    cr_expect_eq(talus_campaign_rock_count(campaign), 42);
    cr_expect_eq(trajectory_draw_rock(campaign, 1).release, 0);
    int counts[3] = {0};
    for (uint64_t k = 0; k < 40; k++) {
        const trajectory_draw drawn = trajectory_draw_rock(campaign, 2 + k);
        int point = 0;
        cr_expect_eq(drawn.release, 1);
        while (point < 2 &&
               !(drawn.x == scene.xy[2 * point] && drawn.y == scene.xy[2 * point + 1])) {
            point++;
        }
        cr_assert(drawn.x == scene.xy[2 * point] && drawn.y == scene.xy[2 * point + 1]);
        counts[point]++;
    }
    for (int point = 0; point < 3; point++) {
        cr_expect(counts[point] == 13 || counts[point] == 14, "%d", counts[point]);
    }
    incline_clear(&scene);
}

/// Fewer rocks than cells are spread over all of them: taken in turn they would fill the first rows
/// and leave the rest of a cliff empty.
Test(release, few_rocks_are_spread_over_all_cells)
{
    enum { CELLS = 1000, ROCKS = 50, PARTS = 10 };
    static double xy[2 * CELLS];
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    for (int k = 0; k < CELLS; k++) {
        xy[2 * k] = k;
        xy[2 * k + 1] = 0.0;
    }
    scene.release.kind = TALUS_RELEASE_CELLS;
    scene.release.count = CELLS;
    scene.release.xy = xy;
    scene.release.cumulative = NULL;
    scene.release.cell = 1.0;
    scene.release.rocks = ROCKS;
    int parts[PARTS] = {0};
    for (uint64_t k = 0; k < ROCKS; k++) {
        parts[(int)((trajectory_draw_rock(campaign, k).x + 0.5) * PARTS / CELLS)]++;
    }
    for (int k = 0; k < PARTS; k++) {
        cr_expect(abs(parts[k] - ROCKS / PARTS) <= 1, "part %d: %d rocks", k, parts[k]);
    }
    incline_clear(&scene);
}

Test(release, segments_are_drawn_by_their_length)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    double xy[8] = {0.0, 0.0, 1.0, 0.0, 10.0, 0.0, 10.0, 3.0}, cumulative[2] = {1.0, 4.0};
    scene.release.kind = TALUS_RELEASE_SEGMENTS;
    scene.release.count = 2;
    scene.release.xy = xy;
    scene.release.cumulative = cumulative;
    scene.release.rocks = DRAWS;
    double first = 0.0, along = 0.0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        const trajectory_draw d = trajectory_draw_rock(campaign, k);
        const bool on_first = d.y == 0.0 && d.x >= 0.0 && d.x <= 1.0;
        cr_assert(on_first || (d.x == 10.0 && d.y >= 0.0 && d.y <= 3.0));
        first += on_first;
        along += on_first ? 0.0 : d.y;
    }
    cr_expect(fabs(first / DRAWS - 0.25) < 0.012);         /* 4 sigma; measured 0.001 */
    cr_expect(fabs(along / (DRAWS - first) - 1.5) < 0.03); /* m, 4 sigma; measured 0.005 */
    incline_clear(&scene);
}

Test(release, triangles_are_filled_evenly)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    // areas 2 and 6: unit square folded wrongly would crowd the corners
    double xy[12] = {0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 10.0, 0.0, 16.0, 0.0, 10.0, 2.0};
    double cumulative[2] = {2.0, 8.0};
    scene.release.count = 2;
    scene.release.xy = xy;
    scene.release.cumulative = cumulative;
    scene.release.rocks = DRAWS;
    int first = 0, corner = 0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        const trajectory_draw d = trajectory_draw_rock(campaign, k);
        if (d.x < 5.0) {
            cr_assert(d.x >= 0.0 && d.y >= 0.0 && d.x + d.y <= 2.0 + 1e-12);
            first++;
            corner += d.x < 1.0 && d.y < 1.0; // half of the triangle's area
        } else {
            cr_assert(d.x >= 10.0 && d.y >= 0.0 && (d.x - 10.0) / 6.0 + d.y / 2.0 <= 1.0 + 1e-12);
        }
    }
    cr_expect(fabs((double)first / DRAWS - 0.25) < 0.012); /* 4 sigma */
    cr_expect(fabs((double)corner / first - 0.5) < 0.03);  /* 4 sigma */
    incline_clear(&scene);
}

Test(release, cells_are_squares_around_their_points)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    scene.release.kind = TALUS_RELEASE_CELLS;
    scene.release.count = 3;
    scene.release.cell = 0.5;
    scene.release.cumulative = NULL;
    scene.release.rocks = DRAWS;
    double low = 1.0, high = -1.0, sum = 0.0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        const trajectory_draw d = trajectory_draw_rock(campaign, k);
        const int cell = d.y > 20.0 ? 2 : d.x > 7.0 ? 1 : 0;
        const double x = d.x - scene.xy[2 * cell], y = d.y - scene.xy[2 * cell + 1];
        cr_assert(fabs(x) <= 0.25 && fabs(y) <= 0.25);
        low = x < low ? x : low;
        high = x > high ? x : high;
        sum += x;
    }
    cr_expect(low < -0.249 && high > 0.249);
    cr_expect(fabs(sum / DRAWS) < 0.0041); /* m, 4 sigma */
    incline_clear(&scene);
}

Test(release, systematic_places_follow_their_weights_to_one_rock)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    enum { CELLS = 50, ROCKS = 1237 };
    double xy[2 * CELLS], cumulative[CELLS], sum = 0.0;
    for (int k = 0; k < CELLS; k++) {
        xy[2 * k] = 2.0 * k;
        xy[2 * k + 1] = 0.0;
        sum += 1.0 + 0.37 * (k % 7);
        cumulative[k] = sum;
    }
    scene.release.kind = TALUS_RELEASE_CELLS;
    scene.release.count = CELLS;
    scene.release.xy = xy;
    scene.release.cumulative = cumulative;
    scene.release.cell = 1.0;
    scene.release.rocks = ROCKS;
    int counts[CELLS] = {0}, early[CELLS] = {0};
    for (uint64_t k = 0; k < ROCKS; k++) {
        const int cell = (int)floor(0.5 * (trajectory_draw_rock(campaign, k).x + 1.0));
        counts[cell]++;
        early[cell] += k < ROCKS / 4;
    }
    for (int k = 0; k < CELLS; k++) {
        const double share = (cumulative[k] - (k > 0 ? cumulative[k - 1] : 0.0)) / sum;
        cr_expect(fabs(counts[k] - share * ROCKS) < 1.0, "cell %d: %d", k, counts[k]);
        /* a random draw would have a standard deviation of 2.5; measured at most 1.35 */
        cr_expect(fabs(early[k] - 0.25 * share * ROCKS) < 2.0, "cell %d: %d", k, early[k]);
    }
    incline_clear(&scene);
}

Test(release, whole_weights_that_sum_to_the_rocks_are_taken_exactly)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    double xy[8] = {0.0, 0.0, 10.0, 0.0, 20.0, 0.0, 30.0, 0.0},
           cumulative[4] = {1.0, 4.0, 4.0, 11.0};
    scene.release.kind = TALUS_RELEASE_CELLS;
    scene.release.count = 4;
    scene.release.xy = xy;
    scene.release.cumulative = cumulative;
    scene.release.cell = 1.0;
    scene.release.rocks = 11;
    for (uint64_t seed = 1; seed < 50; seed++) {
        int counts[4] = {0};
        campaign->seed = seed;
        for (uint64_t k = 0; k < 11; k++) {
            counts[(int)floor(0.1 * trajectory_draw_rock(campaign, k).x + 0.5)]++;
        }
        cr_expect(counts[0] == 1 && counts[1] == 3 && counts[2] == 0 && counts[3] == 7);
    }
    incline_clear(&scene);
}

Test(release, systematic_places_do_not_depend_on_the_first_number_of_a_rock)
{
    // 2^40 rocks: products beyond 2^64 would repeat places
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    double xy[4] = {0.0, 0.0, 1.0, 0.0}, cumulative[1] = {1.0};
    scene.release.kind = TALUS_RELEASE_SEGMENTS;
    scene.release.count = 1;
    scene.release.xy = xy;
    scene.release.cumulative = cumulative;
    scene.release.rocks = UINT64_C(1) << 40;
    int counts[10] = {0};
    for (uint64_t k = 0; k < 1000; k++) {
        const double x = trajectory_draw_rock(campaign, (UINT64_C(1) << 40) - 1 - k).x;
        counts[(int)(10.0 * x)]++;
    }
    for (int k = 0; k < 10; k++) {
        cr_expect(abs(counts[k] - 100) <= 3, "%d", counts[k]); /* measured 1 */
    }
    incline_clear(&scene);
}

Test(release, draws_of_one_purpose_do_not_move_the_others)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    const trajectory_draw before = trajectory_draw_rock(campaign, 5);
    scene.release.random_orientation = false;
    scene.kind.sized = true;
    scene.kind.volume = (talus_distribution){.law = TALUS_LAW_UNIFORM, .a = 0.1, .b = 2.0};
    const trajectory_draw after = trajectory_draw_rock(campaign, 5);
    cr_expect_eq(before.x, after.x);
    cr_expect_eq(before.y, after.y);
    cr_expect_eq(after.orientation.w, 1.0);
    cr_expect_neq(before.orientation.w, 1.0);
    cr_expect_neq(after.factor, 1.0);
    incline_clear(&scene);
}

Test(release, classes_come_by_their_shares)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    talus_rock_class kinds[4] = {scene.kind, scene.kind, scene.kind, scene.kind};
    kinds[0].share = 0.0;
    kinds[1].share = 3.0;
    kinds[2].share = 1.0;
    kinds[3].share = 0.0;
    campaign->rocks = kinds;
    campaign->rock_class_count = 4;
    scene.release.rocks = DRAWS;
    int count[4] = {0};
    for (uint64_t k = 0; k < DRAWS; k++) {
        count[trajectory_draw_rock(campaign, k).rock_class]++;
    }
    cr_expect_eq(count[0] + count[3], 0);
    cr_expect(fabs((double)count[1] / DRAWS - 0.75) < 0.012); /* 4 sigma */
    incline_clear(&scene);
}

Test(release, size_scales_length_by_the_cube_root_of_volume)
{
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    scene.kind.sized = true;
    scene.kind.volume = (talus_distribution){.law = TALUS_LAW_FIXED, .a = 8.0 * 0.48};
    cr_expect(fabs(trajectory_draw_rock(campaign, 0).factor - 2.0) < 1e-15);
    scene.kind.volume.a = 0.48;
    cr_expect_eq(trajectory_draw_rock(campaign, 0).factor, 1.0);
    incline_clear(&scene);
}

Test(cube_root, is_exact_to_round_off)
{
    for (double x = 1e-30; x < 1e30; x *= 7.3) {
        cr_expect(fabs(trajectory_cube_root(x) - cbrt(x)) <= 5e-16 * cbrt(x)); /* measured 2e-16 */
    }
}

Test(release, lowest_vertex_is_at_the_height_asked_for)
{
    incline scene;
    incline_make(&scene, 0.8, 0.4, false);
    talus_campaign *campaign = incline_campaign(&scene);
    talus_stepper *stepper = NULL;
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step, 8, &stepper, NULL),
                 TALUS_OK);
    for (uint64_t k = 0; k < 40; k++) {
        trajectory t;
        cr_assert_eq(trajectory_start(&t, campaign, stepper, rock_on(stepper), k, NULL), TALUS_OK);
        const double gap = rock_min_gap(stepper, t.state.r, t.state.p);
        cr_expect(fabs(gap - 1.0) < 1e-12, "%g m", gap - 1.0); /* measured 0 m */
    }
    talus_stepper_destroy(stepper);
    incline_clear(&scene);
}

Test(release, bodies_stand_on_the_rings_of_a_hexagonal_lattice)
{
    enum { BODIES = 37 }; // three rings around the first
    incline scene;
    incline_make(&scene, 0.3, 0.0, false);
    scene.release.bodies = BODIES;
    scene.release.spacing = 1.5;
    const talus_campaign *campaign = incline_campaign(&scene);
    trajectory_draw drawn[BODIES];
    size_t near = 0;
    for (uint32_t k = 0; k < BODIES; k++) {
        drawn[k] = trajectory_draw_body(campaign, 3, k);
        for (uint32_t i = 0; i < k; i++) {
            const double apart = hypot(drawn[k].x - drawn[i].x, drawn[k].y - drawn[i].y);
            cr_expect_gt(apart, 1.5 - 1e-9, "bodies %u and %u", (unsigned)i, (unsigned)k);
            near += apart < 1.5 + 1e-9;
        }
    }
    cr_expect_eq(near, 90); // edges of that part of the lattice: 9 n^2 + 3 n, n = 3
    incline_clear(&scene);
}
