// SPDX-License-Identifier: GPL-3.0-or-later
// Free falls off a cliff and flights over a slope: told apart by the ground between their ends.
#include "ensemble/incline.h"
#include "runs/trajectory/trajectory.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>
#include <math.h>

enum { NODES = 101 };

/// A rock thrown east off a plateau of 50 m, whose edge lies 5 m away, onto a flat.
static talus_rock_record throw_rock(double speed, bool flights)
{
    static double heights[NODES * NODES];
    incline scene;
    incline_make(&scene, 0.0, 0.0, false);
    talus_terrain_destroy(scene.terrain);
    const talus_grid grid = {0.0, 0.0, 1.0, NODES, NODES};
    for (size_t k = 0; k < NODES * NODES; k++) {
        heights[k] = k % NODES <= 20 ? 50.0 : 0.0;
    }
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &scene.terrain, NULL), TALUS_OK);
    scene.xy[0] = 15.0;
    scene.xy[1] = 50.0;
    scene.release.kind = TALUS_RELEASE_POINTS;
    scene.release.cumulative = NULL;
    scene.release.velocity = (talus_vec3){speed, 0.0, 0.0};
    scene.release.height = 3.0;
    scene.release.rocks = 1;
    talus_campaign *campaign = incline_campaign(&scene);
    campaign->site.terrain = scene.terrain;
    campaign->time_limit = 20.0;
    campaign->step.flights = flights;
    talus_stepper *stepper = NULL;
    trajectory t;
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step, 8, &stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(trajectory_start(&t, campaign, stepper, rock_on(stepper), 0, NULL), TALUS_OK);
    while (trajectory_step(&t)) {
    }
    talus_stepper_destroy(stepper);
    incline_clear(&scene);
    return t.record;
}

Test(falls, a_fall_off_a_cliff_is_no_jump_over_the_slope)
{
    // 53 m take 3.3 s: 26 m at 8 m/s, 62 degrees on the average
    for (int flights = 0; flights < 2; flights++) {
        const talus_rock_record r = throw_rock(8.0, flights > 0);
        cr_expect_eq(r.free_falls, 1);
        cr_expect(r.free_fall_steps > 1550 && r.free_fall_steps < 1650, "%d",
                  (int)r.free_fall_steps);
        cr_expect_gt(r.jump_height_max, 50.0);
        cr_expect_lt(r.jump_height_max_slope, 10.0, "%g", r.jump_height_max_slope);
        cr_expect_gt(r.jump_height_max_slope, 0.1);
    }
}

Test(falls, a_flight_over_flatter_ground_is_a_jump)
{
    // 12 m/s: 39 m, 52 degrees
    const talus_rock_record r = throw_rock(12.0, true);
    cr_expect_eq(r.free_falls, 0);
    cr_expect_eq(r.free_fall_steps, 0);
    cr_expect_eq(r.jump_height_max_slope, r.jump_height_max);
}

Test(falls, sixty_degrees_are_the_border)
{
    cr_expect(trajectory_falls_free(17.33, 0.0, 10.0));
    cr_expect_not(trajectory_falls_free(17.31, 0.0, 10.0));
    cr_expect_not(trajectory_falls_free((double)NAN, 0.0, 10.0));
    cr_expect(trajectory_falls_free(1.0, 0.0, 0.0));
}
