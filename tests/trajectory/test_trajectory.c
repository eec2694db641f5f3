// SPDX-License-Identifier: GPL-3.0-or-later
// How rocks end, and what is noted on the way.
#include "ensemble/incline.h"
#include "runs/trajectory/trajectory.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>

typedef struct ride {
    incline scene;
    talus_stepper *stepper;
    trajectory t;
} ride;

/// Flat ground, one point release at (x, y) without rotation.
static void make_ride(ride *r, bool hole, double x, double y, double height, talus_vec3 velocity)
{
    incline_make(&r->scene, 0.0, 0.0, hole);
    r->scene.xy[0] = x;
    r->scene.xy[1] = y;
    r->scene.release.kind = TALUS_RELEASE_POINTS;
    r->scene.release.random_orientation = false;
    r->scene.release.height = height;
    r->scene.release.velocity = velocity;
}

static void start_ride(ride *r)
{
    talus_campaign *campaign = incline_campaign(&r->scene);
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step, 8, &r->stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(trajectory_start(&r->t, campaign, r->stepper, rock_on(r->stepper), 0, NULL),
                 TALUS_OK);
}

static void finish_ride(ride *r)
{
    while (trajectory_step(&r->t)) {
    }
    cr_assert(r->t.record.done);
    cr_expect_not(trajectory_step(&r->t), "an ended rock makes no step");
}

static void clear_ride(ride *r)
{
    talus_stepper_destroy(r->stepper);
    incline_clear(&r->scene);
}

Test(trajectory, rock_at_rest_stops_after_the_time_of_the_rule)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 0.0, (talus_vec3){0.0, 0.0, 0.0});
    start_ride(&r);
    finish_ride(&r);
    cr_expect_eq(r.t.record.outcome, TALUS_STOPPED);
    cr_expect_eq(r.t.record.steps, 100); // 0.2 s of 2 ms
    cr_expect(fabs(r.t.record.time - 0.2) < 1e-12);
    cr_expect_not(r.t.record.below_ground);
    clear_ride(&r);
}

Test(trajectory, moving_again_restarts_the_clock_of_the_stop_rule)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 0.0, (talus_vec3){1.5, 0.0, 0.0});
    start_ride(&r);
    uint64_t fast = 0;
    while (trajectory_step(&r.t)) {
        fast =
            r.t.speed >= 0.2 || r.t.spin >= 0.5 || !r.t.report.touching ? r.t.record.steps : fast;
    }
    cr_expect_eq(r.t.record.outcome, TALUS_STOPPED);
    cr_expect_gt(fast, 10);
    cr_expect_eq(r.t.record.steps, fast + 100);
    clear_ride(&r);
}

Test(trajectory, flying_over_the_edge_leaves_the_domain)
{
    ride r;
    make_ride(&r, false, 50.0, 20.0, 30.0, (talus_vec3){20.0, 0.0, 0.0});
    start_ride(&r);
    finish_ride(&r);
    cr_expect_eq(r.t.record.outcome, TALUS_LEFT_DOMAIN);
    cr_expect(fabs(r.t.record.time - 0.5) < 0.0021); // 10 m at 20 m/s
    cr_expect(r.t.record.end.r.x >= 60.0 && r.t.record.end.r.x < 60.05);
    cr_expect_eq(r.t.record.contact_steps, 0);
    clear_ride(&r);
}

Test(trajectory, flying_over_a_hole_enters_nodata)
{
    ride r;
    make_ride(&r, true, 40.0, 20.0, 30.0, (talus_vec3){20.0, 0.0, 0.0});
    start_ride(&r);
    finish_ride(&r);
    cr_expect_eq(r.t.record.outcome, TALUS_ENTERED_NODATA);
    cr_expect(r.t.record.end.r.x >= 49.0 && r.t.record.end.r.x < 49.05);
    clear_ride(&r);
}

Test(trajectory, starting_off_the_terrain_ends_at_time_zero)
{
    ride r;
    make_ride(&r, false, -3.0, 20.0, 1.0, (talus_vec3){20.0, 0.0, 0.0});
    start_ride(&r);
    finish_ride(&r);
    cr_expect_eq(r.t.record.outcome, TALUS_LEFT_DOMAIN);
    cr_expect_eq(r.t.record.steps, 0);
    cr_expect_eq(r.t.record.time, 0.0);
    cr_expect(isfinite(r.t.record.end.r.z));
    clear_ride(&r);
}

Test(trajectory, starting_over_a_hole_ends_at_time_zero)
{
    ride r;
    make_ride(&r, true, 50.3, 20.3, 1.0, (talus_vec3){0.0, 0.0, 0.0});
    start_ride(&r);
    finish_ride(&r);
    cr_expect_eq(r.t.record.outcome, TALUS_ENTERED_NODATA);
    cr_expect_eq(r.t.record.steps, 0);
    clear_ride(&r);
}

Test(trajectory, time_limit_ends_a_long_flight)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 1000.0, (talus_vec3){0.0, 0.0, 0.0});
    r.scene.campaign.time_limit = 1.0;
    start_ride(&r);
    finish_ride(&r);
    cr_expect_eq(r.t.record.outcome, TALUS_TIME_LIMIT);
    cr_expect_eq(r.t.record.steps, 500);
    cr_expect(fabs(r.t.record.path - 0.5 * 9.81) < 1e-9); // m, fall in 1 s
    cr_expect(fabs(r.t.record.speed_max - 9.81) < 1e-9);
    clear_ride(&r);
}

Test(trajectory, absurd_speed_diverges_and_keeps_the_last_good_state)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 1.0, (talus_vec3){2e4, 0.0, 0.0});
    start_ride(&r);
    cr_expect_not(trajectory_step(&r.t));
    cr_expect_eq(r.t.record.outcome, TALUS_DIVERGED);
    cr_expect_eq(r.t.record.steps, 0);
    cr_expect_eq(r.t.record.end.r.x, 20.0);
    clear_ride(&r);
}

Test(trajectory, centre_of_mass_far_under_the_terrain_diverges)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 0.0, (talus_vec3){0.0, 0.0, 0.0});
    start_ride(&r);
    cr_assert(trajectory_step(&r.t));
    r.t.state.r.z -= 150.0;
    r.t.motion->state = r.t.state;
    cr_expect_not(trajectory_step(&r.t));
    cr_expect_eq(r.t.record.outcome, TALUS_DIVERGED);
    clear_ride(&r);
}

Test(trajectory, centre_of_mass_under_the_terrain_is_flagged)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 0.2, (talus_vec3){0.0, 0.0, -600.0});
    start_ride(&r);
    cr_assert(trajectory_step(&r.t)); // 1.2 m down in one step: the midpoint is still above ground
    cr_expect(r.t.record.below_ground, "jump height %g m", r.t.jump_height);
    clear_ride(&r);
}

Test(trajectory, first_closed_step_after_an_open_one_is_an_impact)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 0.3, (talus_vec3){0.0, 0.0, 0.0});
    start_ride(&r);
    bool was_open = true;
    int impacts = 0;
    while (trajectory_step(&r.t)) {
        const bool is_closed = r.t.report.contact_count > 0;
        cr_expect_eq(r.t.is_impact, is_closed && was_open);
        was_open = !is_closed;
        impacts += r.t.is_impact;
    }
    cr_expect_geq(impacts, 1);
    clear_ride(&r);
}

Test(trajectory, release_in_contact_is_no_impact)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 0.0, (talus_vec3){0.0, 0.0, -0.5});
    start_ride(&r);
    cr_assert(trajectory_step(&r.t));
    cr_expect_gt(r.t.report.contact_count, 0);
    cr_expect_not(r.t.is_impact);
    clear_ride(&r);
}

Test(trajectory, a_thrown_rock_has_its_largest_energy_at_its_release)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 2.0, (talus_vec3){1.0, 2.0, 6.0});
    r.scene.release.spin = (talus_vec3){1.0, -2.0, 3.0};
    start_ride(&r);
    const talus_vec3 theta = r.t.motion->body.inertia;
    const double energy =
        0.5 * r.t.mass * (1.0 + 4.0 + 36.0) + 0.5 * (theta.x * 1.0 + theta.y * 4.0 + theta.z * 9.0);
    cr_assert(trajectory_step(&r.t));
    cr_expect_lt(fabs(r.t.record.kinetic_energy_max - energy), 1e-12 * energy);
    cr_expect_lt(r.t.kinetic_energy, energy);
    clear_ride(&r);
}

Test(trajectory, a_rock_that_bounces_jumps_more_than_once)
{
    // level ground: over a depth of 0 no flight falls free, so each one's height is a jump's
    ride r;
    make_ride(&r, false, 20.0, 20.0, 0.05, (talus_vec3){0.0, 0.0, 0.0});
    r.scene.ground.epsilon_n = 0.9;
    start_ride(&r);
    r.t.state.v.z = -6.0;
    r.t.motion->state.v.z = -6.0;
    const double first = r.t.up.jump;
    finish_ride(&r);
    cr_expect_gt(r.t.record.jump_height_max, first + 0.5);
    cr_expect_eq(r.t.record.jump_height_max_slope, r.t.record.jump_height_max);
    clear_ride(&r);
}

Test(trajectory, record_holds_the_maxima_of_all_steps)
{
    ride r;
    make_ride(&r, false, 20.0, 20.0, 2.0, (talus_vec3){4.0, 1.0, 0.0});
    r.scene.release.random_orientation = true;
    start_ride(&r);
    double speed = r.t.speed, jump = r.t.jump_height, energy = r.t.kinetic_energy, spin = r.t.spin;
    while (trajectory_step(&r.t)) {
        speed = r.t.speed > speed ? r.t.speed : speed;
        jump = r.t.jump_height > jump ? r.t.jump_height : jump;
        energy = r.t.kinetic_energy > energy ? r.t.kinetic_energy : energy;
        spin = r.t.spin > spin ? r.t.spin : spin;
    }
    cr_expect_eq(r.t.record.speed_max, speed);
    cr_expect_eq(r.t.record.jump_height_max, jump);
    cr_expect_eq(r.t.record.kinetic_energy_max, energy);
    cr_expect_eq(r.t.record.spin_max, spin);
    cr_expect_gt(spin, 0.5);
    clear_ride(&r);
}

/// A box that slides on 24 degrees through a drag layer in which it can be no faster than 0.3 m/s.
static trajectory creep_through_forest(double hold_height, double hold_path, double speed)
{
    ride r;
    incline_make(&r.scene, 0.445, 0.0, false);
    r.scene.xy[0] = 5.0;
    r.scene.xy[1] = 20.0;
    r.scene.release.kind = TALUS_RELEASE_POINTS;
    r.scene.release.random_orientation = false;
    r.scene.release.height = 0.1;
    r.scene.release.velocity = (talus_vec3){speed, 0.0, 0.0};
    r.scene.ground.mu_min = r.scene.ground.mu_max = 0.1;
    talus_campaign *c = incline_campaign(&r.scene);
    uint8_t inside = 1;
    const talus_class_map map = {.cell = 60.0, .nx = 1, .ny = 1, .classes = &inside};
    const talus_forest forest = {
        .drag = 1e4, .height = 30.0, .hold_height = hold_height, .hold_path = hold_path};
    c->site.forest_map = &map;
    c->site.forests = &forest;
    c->site.forest_count = 1;
    c->time_limit = 60.0;
    cr_assert_eq(talus_stepper_create(&c->site, &c->step, 8, &r.stepper, NULL), TALUS_OK);
    cr_assert_eq(trajectory_start(&r.t, c, r.stepper, rock_on(r.stepper), 0, NULL), TALUS_OK);
    finish_ride(&r);
    const trajectory t = r.t;
    clear_ride(&r);
    return t;
}

Test(forest, drag_alone_leaves_a_rock_creeping)
{
    const trajectory t = creep_through_forest(0.0, 10.0, 0.0);
    cr_expect_eq(t.record.outcome, TALUS_TIME_LIMIT);
    cr_expect_not(t.record.is_held);
    cr_expect(t.record.path > 12.0, "%g m", t.record.path); // measured 22 m in a minute
}

Test(forest, what_lies_in_it_holds_a_rock_that_creeps)
{
    const trajectory t = creep_through_forest(0.3, 10.0, 0.0);
    cr_expect_eq(t.record.outcome, TALUS_STOPPED);
    cr_expect(t.record.is_held);
    // from e climbs to one climb along the path, of hardly any energy
    cr_expect(t.record.path > 9.5 && t.record.path < 10.5, "%g m", t.record.path);
}

Test(forest, what_lies_in_it_lets_a_rock_pass_that_can_climb_it)
{
    // 0.3 m/s are a climb of 5 mm
    const trajectory t = creep_through_forest(0.002, 10.0, 0.0);
    cr_expect_eq(t.record.outcome, TALUS_TIME_LIMIT);
    // a fast rock has first to lose what it has
    const trajectory fast = creep_through_forest(0.3, 10.0, 5.0);
    cr_expect(fast.record.is_held);
    cr_expect(fast.record.path > 12.0, "%g m", fast.record.path);
}

Test(outcome, names_are_the_keys_of_the_summary)
{
    cr_expect_str_eq(talus_outcome_name(TALUS_STOPPED), "stopped");
    cr_expect_str_eq(talus_outcome_name(TALUS_ENTERED_NODATA), "nodata");
    cr_expect_str_eq(talus_outcome_name(TALUS_DIVERGED), "diverged");
    cr_expect_str_eq(talus_outcome_name((talus_outcome)77), "?");
}
