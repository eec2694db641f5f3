// SPDX-License-Identifier: GPL-3.0-or-later
// Nets: caught at the limit, slowed beyond it, overtopped, wherever east is.
#include "ensemble/incline.h"
#include "foundation/math/linalg.h"
#include "runs/trajectory/trajectory.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>
#include <string.h>

/// The box of 1200 kg at 12 m/s without gravity has 86.4 kJ all the way.
#define SPEED 12.0
#define ENERGY 86400.0

typedef struct ride {
    incline scene;
    talus_net net;
    double line[4];
    talus_obstacles *obstacles;
    talus_stepper *stepper;
    trajectory t;
    uint64_t verdicts[3];
    double absorbed;
} ride;

/// One box over flat ground towards a net that it meets after 10 m, all turned by `angle`.
static void run_ride(ride *r, double height, double capacity, double lowest, double angle)
{
    const double c = talus_cos(angle), s = talus_sin(angle);
    *r = (ride){0};
    incline_make(&r->scene, 0.0, 0.0, false);
    r->scene.xy[0] = 25.0;
    r->scene.xy[1] = 15.0;
    r->scene.release.kind = TALUS_RELEASE_POINTS;
    r->scene.release.random_orientation = false;
    r->scene.release.height = lowest;
    r->scene.release.velocity = vec3(SPEED * c, SPEED * s, 0.0);
    const double line[4] = {25.0 + 10.0 * c + 8.0 * s, 15.0 + 10.0 * s - 8.0 * c,
                            25.0 + 10.0 * c - 8.0 * s, 15.0 + 10.0 * s + 8.0 * c};
    memcpy(r->line, line, sizeof line);
    r->net = (talus_net){
        .line = {.name = "net", .count = 2, .xy = r->line}, .height = height, .capacity = capacity};
    const talus_obstacle_list list = {.net_count = 1, .nets = &r->net};
    talus_campaign *campaign = incline_campaign(&r->scene);
    cr_assert_eq(talus_obstacles_create(&list, r->scene.terrain, &r->obstacles, NULL), TALUS_OK);
    campaign->site.obstacles = r->obstacles;
    campaign->step.gravity = 0.0;
    campaign->time_limit = 1.5;
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step, 8, &r->stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(trajectory_start(&r->t, campaign, r->stepper, rock_on(r->stepper), 0, NULL),
                 TALUS_OK);
    while (trajectory_step(&r->t)) {
        for (size_t k = 0; k < r->t.net_event_count; k++) {
            r->verdicts[r->t.net_events[k].verdict]++;
            r->absorbed += r->t.net_events[k].energy;
        }
    }
}

static void clear_ride(ride *r)
{
    talus_stepper_destroy(r->stepper);
    talus_obstacles_destroy(r->obstacles);
    incline_clear(&r->scene);
}

Test(nets, at_its_capacity_a_net_catches_the_rock_where_it_stands)
{
    ride r;
    run_ride(&r, 3.0, ENERGY * (1.0 + 1e-12), 1.0, 0.0);
    cr_expect_eq(r.t.record.outcome, TALUS_CAUGHT);
    cr_expect_str_eq(talus_outcome_name(r.t.record.outcome), "caught");
    cr_expect_eq(r.verdicts[TRAJECTORY_CAUGHT], 1);
    cr_expect_float_eq(r.absorbed, ENERGY, 1e-6);
    cr_expect_float_eq(r.t.record.end.r.x, 35.0, 1e-9);
    cr_expect_eq(vec3_norm(r.t.record.end.v), 0.0);
    clear_ride(&r);
}

Test(nets, beyond_its_capacity_a_net_takes_all_it_can)
{
    ride r;
    run_ride(&r, 3.0, ENERGY * (1.0 - 1e-9), 1.0, 0.0);
    cr_expect_eq(r.verdicts[TRAJECTORY_PASSED], 1);
    cr_expect_eq(r.verdicts[TRAJECTORY_CAUGHT], 0);
    clear_ride(&r);
    run_ride(&r, 3.0, 0.75 * ENERGY, 1.0, 0.0);
    cr_expect_eq(r.t.record.outcome, TALUS_TIME_LIMIT);
    cr_expect_eq(r.verdicts[TRAJECTORY_PASSED], 1);
    cr_expect_float_eq(r.t.kinetic_energy, 0.25 * ENERGY, 1e-6); // measured 1e-11 J
    cr_expect_float_eq(r.t.state.v.x, 0.5 * SPEED, 1e-10);
    cr_expect_eq(r.absorbed, 0.75 * ENERGY);
    // 10 m at 12 m/s, then 6 m/s for the rest of 1.5 s
    cr_expect_float_eq(r.t.record.end.r.x, 35.0 + 6.0 * (1.5 - 10.0 / SPEED), 1e-9);
    clear_ride(&r);
}

Test(nets, the_lowest_point_decides_who_goes_over)
{
    ride r;
    run_ride(&r, 2.0, 1e9, 2.001, 0.0);
    cr_expect_eq(r.verdicts[TRAJECTORY_OVERTOPPED], 1);
    cr_expect_eq(r.t.record.outcome, TALUS_TIME_LIMIT);
    cr_expect_eq(r.absorbed, 0.0);
    clear_ride(&r);
    run_ride(&r, 2.0, 1e9, 1.999, 0.0);
    cr_expect_eq(r.verdicts[TRAJECTORY_CAUGHT], 1);
    clear_ride(&r);
}

Test(nets, turned_by_37_degrees_do_the_same)
{
    ride a, b;
    run_ride(&a, 3.0, 0.75 * ENERGY, 1.0, 0.0);
    run_ride(&b, 3.0, 0.75 * ENERGY, 1.0, 37.0 / 180.0 * TALUS_PI);
    cr_expect_eq(a.t.record.steps, b.t.record.steps);
    cr_expect_float_eq(a.t.kinetic_energy, b.t.kinetic_energy, 1e-6);
    cr_expect_float_eq(a.t.record.path, b.t.record.path, 1e-9);
    clear_ride(&a);
    clear_ride(&b);
}
