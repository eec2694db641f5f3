// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks against stems and walls: exact percussions, stems that break, fast rocks and thin stems.
#include "physics/stepper/stepper_internal.h"
#include "stepper/obstacle_scene.h"
#include "stepper/rock_steps.h"

static double energy_of(const obstacle_scene *scene, const talus_state *state)
{
    const talus_vec3 theta = rock_on(scene->stepper)->body.inertia;
    return 0.5 * rock_on(scene->stepper)->body.mass * vec3_norm2(state->v) +
           0.5 * vec3_dot(state->omega, vec3_mul(theta, state->omega));
}

/// Steps until the first contact with an obstacle. @return false: none in `most` steps
static bool step_to_contact(obstacle_scene *scene, talus_state *state, talus_state *before,
                            talus_step_report *report, int most)
{
    for (int k = 0; k < most; k++) {
        *before = *state;
        rock_step(scene->stepper, state, report);
        if (report->obstacle_count > 0) {
            return true;
        }
    }
    return false;
}

/// A cuboid whose vertical edge runs at a stem off its centre: two contacts on the edge act like
/// one in its middle, and in the plane of the motion the percussion is that of two bodies.
static void check_edge_percussion(double angle, double epsilon)
{
    const double c = talus_cos(angle), s = talus_sin(angle);
    talus_stem stem = {.x = 5.0 * c - 0.15 * -s,
                       .y = 5.0 * s - 0.15 * c,
                       .diameter = 0.3,
                       .height = 20.0,
                       .energy = (double)INFINITY};
    const talus_obstacle_list list = one_stem(&stem, 0.0, epsilon);
    obstacle_scene scene;
    scene_make(&scene, &list, "cuboid", vec3(1.0, 0.8, 0.6), 0.0);
    // body x along the way, then turned by 30 degrees so that an edge leads
    talus_state state = {.r = vec3(0.0, 0.0, 3.0),
                         .p = scene_turn(angle + 0.5, vec3(0.0, 0.0, 1.0)),
                         .v = vec3(20.0 * c, 20.0 * s, 0.0)};
    talus_state before;
    talus_step_report report;
    cr_assert(step_to_contact(&scene, &state, &before, &report, 2000));
    size_t count;
    const talus_obstacle_event *events = stepper_obstacle_events(scene.stepper, &count);
    cr_assert_eq(count, 1);
    cr_expect(events[0].is_impact);
    const contact_point *point = &scene.stepper->set.points[0];
    const double mass = rock_on(scene.stepper)->body.mass;
    const talus_vec3 theta = rock_on(scene.stepper)->body.inertia;
    const talus_mat3 a = talus_quat_matrix(before.p);
    const talus_vec3 n = point->normal, lever = mat3_mulv(&a, point->lever);
    const double arm = lever.x * n.y - lever.y * n.x;
    const double approach = vec3_dot(n, before.v);
    const double wanted = -(1.0 + epsilon) * approach / (1.0 / mass + arm * arm / theta.z);
    const talus_vec3 v = vec3_axpy(before.v, wanted / mass, n);
    // a corner of the cuboid, along the radius of the stem
    const talus_vec3 out = vec3(point->foot.x - stem.x, point->foot.y - stem.y, 0.0);
    cr_expect_float_eq(fabs(point->lever.x), 0.5, 1e-12);
    cr_expect_float_eq(fabs(point->lever.y), 0.4, 1e-12);
    cr_expect_lt(vec3_norm(vec3_sub(vec3_scale(1.0 / vec3_norm(out), out), n)), 1e-12);
    cr_expect_float_eq(point->depth, 0.15 - vec3_norm(out), 1e-12);
    cr_expect_lt(approach, -1.0);
    cr_expect_gt(fabs(arm), 0.02);
    cr_expect_lt(vec3_norm(vec3_sub(state.v, v)), 1e-10); // measured 2e-14 m/s
    cr_expect_float_eq(state.omega.z, wanted * arm / theta.z, 1e-10);
    const double lost = energy_of(&scene, &before) - energy_of(&scene, &state);
    cr_expect_float_eq(events[0].energy, lost, 1e-9 * mass); // measured 3e-12 J
    cr_expect_lt(fabs(report.ledger), 1e-9 * mass);
    scene_clear(&scene);
}

Test(obstacles, a_cuboid_at_a_stem_gets_the_percussion_of_two_bodies)
{
    check_edge_percussion(0.0, 0.0);
    check_edge_percussion(0.0, 0.4);
}

Test(obstacles, the_percussion_does_not_know_where_east_is)
{
    check_edge_percussion(37.0 / 180.0 * TALUS_PI, 0.4);
}

/// A stem in the way of the x axis, `offset` beside it.
static talus_stem stem_beside(double offset, double diameter, double energy)
{
    return (talus_stem){
        .x = 5.0, .y = offset, .diameter = diameter, .height = 20.0, .energy = energy};
}

Test(obstacles, friction_at_a_stem_obeys_coulomb)
{
    talus_stem stem = stem_beside(0.4, 0.4, (double)INFINITY);
    const talus_obstacle_list list = one_stem(&stem, 0.1, 0.0);
    obstacle_scene scene;
    scene_make(&scene, &list, "cuboid", vec3(1.0, 1.0, 1.0), 0.0);
    talus_state state = {.r = vec3(0.0, 0.0, 3.0),
                         .p = scene_turn(0.7, vec3(0.0, 0.0, 1.0)),
                         .v = vec3(20.0, 0.0, 0.0)};
    talus_state before;
    talus_step_report report;
    cr_assert(step_to_contact(&scene, &state, &before, &report, 1000));
    const double normal = vec3_dot(report.impulse, scene.stepper->set.points[0].normal);
    const talus_vec3 along =
        vec3_axpy(report.impulse, -normal, scene.stepper->set.points[0].normal);
    cr_expect_gt(normal, 0.0);
    // it slides past the stem: the whole friction acts
    cr_expect_float_eq(vec3_norm(along), 0.1 * normal, 1e-6 * normal);
    cr_expect_lt(fabs(report.ledger), 1e-9 * energy_of(&scene, &before));
    scene_clear(&scene);
}

/// Energy that a stem of the given limit takes from a head-on cuboid, until it is past or returns.
static double energy_taken(double limit, bool *broke, double *left)
{
    talus_stem stem = stem_beside(0.05, 0.3, limit);
    const talus_obstacle_list list = one_stem(&stem, 0.3, 0.0);
    obstacle_scene scene;
    scene_make(&scene, &list, "eota111", vec3(1.0, 1.0, 1.0), 0.0);
    talus_state state = {
        .r = vec3(3.0, 0.0, 3.0), .p = {1.0, 0.0, 0.0, 0.0}, .v = {15.0, 0.0, 0.0}};
    const double begin = energy_of(&scene, &state);
    double taken = 0.0, by_forest = 0.0;
    *broke = false;
    for (int k = 0; k < 400; k++) {
        talus_step_report report;
        rock_step(scene.stepper, &state, &report);
        by_forest += report.forest_energy;
        size_t count;
        const talus_obstacle_event *events = stepper_obstacle_events(scene.stepper, &count);
        for (size_t i = 0; i < count; i++) {
            cr_assert_not(*broke, "a broken stem was touched again");
            taken += events[i].energy;
            *broke = events[i].is_broken;
        }
    }
    *left = begin - energy_of(&scene, &state);
    cr_expect_float_eq(by_forest, taken, 1e-9 * begin);
    scene_clear(&scene);
    return taken;
}

Test(obstacles, a_stem_takes_exactly_its_energy_and_breaks)
{
    bool broke;
    double left;
    const double all = energy_taken((double)INFINITY, &broke, &left);
    cr_assert_not(broke);
    cr_expect_float_eq(all, left, 1e-9 * all);
    static const double shares[] = {0.0, 0.01, 0.3, 0.999999};
    for (size_t k = 0; k < sizeof shares / sizeof shares[0]; k++) {
        const double taken = energy_taken(shares[k] * all, &broke, &left);
        cr_expect(broke, "share %g", shares[k]);
        cr_expect_float_eq(taken, shares[k] * all, 1e-10 * all); // measured 3e-15 of all
        cr_expect_float_eq(taken, left, 1e-10 * all);
    }
    cr_expect_float_eq(energy_taken(1.000001 * all, &broke, &left), all, 1e-12 * all);
    cr_expect_not(broke);
}

Test(obstacles, two_stems_that_break_in_one_step_take_their_energies)
{
    talus_stem stems[2] = {stem_beside(0.3, 0.3, 2000.0), stem_beside(-0.25, 0.3, 3500.0)};
    const talus_obstacle_list list = {.stem_count = 2, .stems = stems, .stem_law = {.mu = 0.3}};
    obstacle_scene scene;
    scene_make(&scene, &list, "cuboid", vec3(1.0, 1.0, 1.0), 0.0);
    talus_state state = {
        .r = vec3(3.0, 0.0, 3.0), .p = {1.0, 0.0, 0.0, 0.0}, .v = {15.0, 0.0, 0.0}};
    talus_state before;
    talus_step_report report;
    cr_assert(step_to_contact(&scene, &state, &before, &report, 400));
    size_t count;
    const talus_obstacle_event *events = stepper_obstacle_events(scene.stepper, &count);
    cr_assert_eq(count, 2);
    for (size_t k = 0; k < 2; k++) {
        cr_expect(events[k].is_broken);
        // measured 1e-13 of it
        cr_expect_float_eq(events[k].energy, stems[events[k].index].energy, 1e-6);
    }
    const double lost = energy_of(&scene, &before) - energy_of(&scene, &state);
    cr_expect_float_eq(lost, 5500.0, 1e-6);
    scene_clear(&scene);
}

/// Where S was when the contacts of the last step acted; the half step behind is open to revision.
static talus_vec3 settled_place(const talus_state *state, double time_step)
{
    return vec3_axpy(state->r, -0.5 * time_step, state->v);
}

/// One rock straight at the axis of a stem at x = 5. @return whether it never touched, or its S
/// went through the stem
static bool passes(obstacle_scene *scene, talus_state state, double radius)
{
    const double time_step = scene->stepper->options.time_step;
    talus_vec3 last = settled_place(&state, time_step);
    bool has_hit = false;
    for (int step = 0; step < 4000 && fabs(last.x - 5.0) < 3.0; step++) {
        talus_step_report report;
        rock_step(scene->stepper, &state, &report);
        has_hit = has_hit || report.obstacle_count > 0;
        const talus_vec3 place = settled_place(&state, time_step);
        if ((last.x < 5.0) != (place.x < 5.0)) {
            const double share = (5.0 - last.x) / (place.x - last.x);
            if (fabs(last.y + share * (place.y - last.y)) < radius) {
                return true;
            }
        }
        last = place;
    }
    return !has_hit;
}

/// Shots of small rocks at thin stems: how many of 60 pass.
static int shots_that_pass(const char *shape, double size, double diameter, double speed,
                           double time_step)
{
    talus_stem stem = stem_beside(0.0, diameter, (double)INFINITY);
    const talus_obstacle_list list = one_stem(&stem, 0.3, 0.0);
    obstacle_scene scene;
    int passed = 0;
    scene_make(&scene, &list, shape, vec3(size, size, size), 0.0);
    scene.stepper->options.time_step = time_step;
    for (uint64_t k = 0; k < 60; k++) {
        double u[6];
        for (uint32_t i = 0; i < 6; i++) {
            u[i] = (double)(talus_random_bits(3, k, i) >> 11) / 9007199254740992.0;
        }
        cr_assert_eq(rock_set(scene.stepper, scene.rock, 1.0), TALUS_OK);
        const talus_state state = {.r = vec3(4.0 - u[0], 0.0, 3.0),
                                   .p = talus_quat_uniform(u[1], u[2], u[3]),
                                   .v = vec3(speed, 0.0, 0.0),
                                   .omega = vec3(0.0, 0.0, 60.0 * (u[4] - 0.5))};
        passed += passes(&scene, state, 0.5 * diameter);
    }
    scene_clear(&scene);
    return passed;
}

Test(obstacles, no_fast_rock_passes_a_thin_stem)
{
    static const double speeds[] = {5.0, 20.0, 60.0};
    for (size_t k = 0; k < 3; k++) {
        cr_expect_eq(shots_that_pass("eota111", 0.2, 0.08, speeds[k], 2e-3), 0);
        cr_expect_eq(shots_that_pass("eota111", 0.1, 0.05, speeds[k], 2e-3), 0);
        cr_expect_eq(shots_that_pass("cuboid", 0.1, 0.05, speeds[k], 1e-2), 0);
        cr_expect_eq(shots_that_pass("cuboid", 1.0, 0.1, speeds[k], 2e-3), 0);
    }
}

Test(obstacles, a_broken_stem_stands_again_for_the_next_rock)
{
    talus_stem stem = stem_beside(0.0, 0.3, 10.0);
    const talus_obstacle_list list = one_stem(&stem, 0.3, 0.0);
    obstacle_scene scene;
    scene_make(&scene, &list, "eota111", vec3(1.0, 1.0, 1.0), 0.0);
    for (int rock = 0; rock < 2; rock++) {
        cr_assert_eq(rock_set(scene.stepper, scene.rock, 1.0), TALUS_OK);
        talus_state state = {
            .r = vec3(3.0, 0.0, 3.0), .p = {1.0, 0.0, 0.0, 0.0}, .v = {15.0, 0.0, 0.0}};
        talus_state before;
        talus_step_report report;
        cr_expect(step_to_contact(&scene, &state, &before, &report, 400));
        cr_expect_not(step_to_contact(&scene, &state, &before, &report, 400));
        cr_expect_gt(state.r.x, 5.0);
    }
    scene_clear(&scene);
}

static talus_wall wall_across(double *xy, double height)
{
    const double points[] = {5.0, -20.0, 5.0, 20.0};
    memcpy(xy, points, sizeof points);
    return (talus_wall){.line = {.name = "wall", .count = 2, .xy = xy},
                        .height = height,
                        .width = 0.5,
                        .law = {.mu = 0.4}};
}

Test(obstacles, a_wall_stops_what_is_lower_and_lets_over_what_is_higher)
{
    double xy[4];
    talus_wall wall = wall_across(xy, 2.0);
    const talus_obstacle_list list = {.wall_count = 1, .walls = &wall};
    obstacle_scene scene;
    scene_make(&scene, &list, "eota111", vec3(0.8, 0.8, 0.8), 9.81);
    static const double heights[] = {0.9, 3.2};
    for (int k = 0; k < 2; k++) {
        cr_assert_eq(rock_set(scene.stepper, scene.rock, 1.0), TALUS_OK);
        talus_state state = {
            .r = vec3(3.0, 0.3, heights[k]), .p = {1.0, 0.0, 0.0, 0.0}, .v = {30.0, 0.0, 0.0}};
        for (int step = 0; step < 1000; step++) {
            talus_step_report report;
            rock_step(scene.stepper, &state, &report);
            cr_assert_lt(fabs(report.ledger), 1e-8 * rock_on(scene.stepper)->body.mass);
        }
        cr_expect_eq(state.r.x > 5.0, k == 1, "height %g m: x = %g m", heights[k], state.r.x);
    }
    scene_clear(&scene);
}

Test(obstacles, a_crest_carries_a_rock)
{
    double xy[4];
    talus_wall wall = wall_across(xy, 2.0);
    wall.width = 3.0;
    const talus_obstacle_list list = {.wall_count = 1, .walls = &wall};
    obstacle_scene scene;
    scene_make(&scene, &list, "cuboid", vec3(1.0, 1.0, 0.6), 9.81);
    talus_state state = {.r = vec3(5.2, 0.3, 2.5), .p = {1.0, 0.0, 0.0, 0.0}};
    talus_step_report report;
    for (int step = 0; step < 1000; step++) {
        rock_step(scene.stepper, &state, &report);
    }
    cr_expect(report.touching);
    cr_expect_float_eq(state.r.z, 2.3, 1e-2);
    cr_expect_lt(vec3_norm(state.v) + vec3_norm(state.omega), 1e-8);
    scene_clear(&scene);
}

Test(obstacles, an_edge_touches_a_corner_of_a_wall_where_both_are_nearest)
{
    double xy[4];
    talus_wall wall = wall_across(xy, 2.0);
    const talus_obstacle_list list = {.wall_count = 1, .walls = &wall};
    obstacle_scene scene;
    scene_make(&scene, &list, "cuboid", vec3(1.0, 1.0, 1.0), 0.0);
    // a lower edge lies across the crest and slopes to the side that the rock comes from
    const talus_quat across = scene_turn(0.25 * TALUS_PI, vec3(1.0, 0.0, 0.0));
    const talus_quat sloping = scene_turn(-0.6, vec3(0.0, 1.0, 0.0));
    talus_state state = {
        .r = vec3(4.5, 0.3, 3.3), .p = quat_mul(sloping, across), .v = vec3(2.0, 0.0, -6.0)};
    talus_state before;
    talus_step_report report;
    cr_assert(step_to_contact(&scene, &state, &before, &report, 1000));
    cr_assert_eq(scene.stepper->set.count, 1);
    const contact_point *point = &scene.stepper->set.points[0];
    const talus_vec3 n = point->normal;
    const double x = point->foot.x - 4.75, z = point->foot.z - 2.0; // from the crest's edge
    cr_expect(fabs(fabs(point->lever.y) - 0.5) < 1e-12 && fabs(fabs(point->lever.z) - 0.5) < 1e-12);
    cr_expect_lt(fabs(point->lever.x), 0.49, "a vertex");
    cr_expect_lt(fabs(n.y), 1e-12);
    cr_expect(n.x < -0.1 && n.z > 0.1, "(%g, %g)", n.x, n.z);
    cr_expect_float_eq(point->depth, sqrt(x * x + z * z), 1e-12);
    cr_expect_float_eq(-(x * n.x + z * n.z), point->depth, 1e-12);
    scene_clear(&scene);
}

Test(obstacles, a_low_stump_bears_a_face_that_swallows_it)
{
    talus_stem stem = {
        .x = 0.0, .y = 0.0, .diameter = 0.2, .height = 1.0, .energy = (double)INFINITY};
    const talus_obstacle_list list = one_stem(&stem, 0.5, 0.0);
    obstacle_scene scene;
    scene_make(&scene, &list, "cuboid", vec3(2.0, 2.0, 0.6), 9.81);
    talus_state state = {.r = vec3(0.0, 0.0, 1.5), .p = {1.0, 0.0, 0.0, 0.0}};
    talus_step_report report;
    for (int step = 0; step < 300; step++) {
        rock_step(scene.stepper, &state, &report);
    }
    cr_expect_float_eq(state.r.z, 1.3, 1e-2);
    scene_clear(&scene);
}
