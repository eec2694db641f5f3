// SPDX-License-Identifier: GPL-3.0-or-later
// A rock in compactable soil over a hard plane [Lu19].
#include "bench/scenes.h"
#include "physics/contact/contact.h"
#include "stepper/rock_steps.h"
#include "talus/stepper.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

typedef struct bench {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground grounds[2];
    uint8_t classes[2];
    talus_class_map map;
    talus_site site;
    talus_step_options options;
    talus_stepper *stepper;
} bench;

/// A flat box of 780 kg over flat ground; soil for x < 0 and another ground for x > 0.
static void set_up(bench *b, talus_scheme scheme, double mu, talus_soil west, talus_soil east)
{
    *b = (bench){.terrain = scene_plane(0.0, 0.0, 60.0, 1.0, 0.0), .classes = {0, 1}};
    b->grounds[0] = b->grounds[1] = scene_ground(mu);
    b->grounds[0].soil = west;
    b->grounds[1].soil = east;
    b->map = (talus_class_map){-60.0, -60.0, 60.0, 2, 1, b->classes};
    b->site = (talus_site){
        .terrain = b->terrain, .grounds = b->grounds, .ground_count = 2, .ground_map = &b->map};
    b->options = talus_step_options_default();
    b->options.scheme = scheme;
    cr_assert_eq(talus_rock_build("cuboid", vec3(1.0, 0.8, 0.6), 0, 2700.0, &b->rock, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_rock_set_mass(b->rock, 780.0, NULL), TALUS_OK);
    cr_assert_eq(talus_stepper_create(&b->site, &b->options, 8, &b->stepper, NULL), TALUS_OK);
    cr_assert_eq(rock_set(b->stepper, b->rock, 1.0), TALUS_OK);
}

static void tear_down(bench *b)
{
    talus_stepper_destroy(b->stepper);
    talus_rock_destroy(b->rock);
    talus_terrain_destroy(b->terrain);
}

static const talus_soil meadow = {.modulus = 15e6, .drag = 1.5, .density = 1700.0};
static const talus_soil turning = {
    .modulus = 15e6, .drag = 1.5, .density = 1700.0, .rotational = 1.0};
static const talus_soil bog = {.modulus = 1e6, .drag = 0.5, .density = 1500.0};

Test(soil_step, a_fall_sinks_to_the_hard_plane_and_no_deeper)
{
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, 0.5, meadow, meadow);
    talus_state state = {.r = vec3(-10.0, 0.0, 0.35), .p = {1, 0, 0, 0}, .v = vec3(0, 0, -10.0)};
    talus_step_report report;
    double depth = 0.0;
    for (int i = 0; i < 1000; i++) {
        const double v_z = state.v.z;
        rock_step(b.stepper, &state, &report);
        if (depth == 0.0 && state.scar_depth > 0.0) {
            depth = state.scar_depth;
            cr_expect_eq(depth, contact_scar_depth(&meadow, 780.0, v_z));
            cr_expect_eq(report.contact_count, 0); // soil alone so far
            cr_expect_float_eq(report.immersed_area, 0.8, 1e-12);
        }
    }
    cr_expect_eq(state.scar_depth, depth); // it rests in its scar
    cr_expect_eq(report.contact_count, 4);
    // the way of one step at most: measured 0.0116 m under the plane
    const double under = 0.3 - depth - state.r.z;
    cr_expect(under > 0.0 && under < 0.02, "%g m under the hard plane", under);
    cr_expect_float_eq(vec3_norm(state.v), 0.0, 1e-10);
    cr_expect_float_eq(report.penetration, under, 1e-12);
    tear_down(&b);
}

Test(soil_step, the_layer_ends_when_all_vertices_are_out)
{
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, 0.0, meadow, meadow);
    talus_state state = {
        .r = vec3(-10.0, 0.0, 0.2), .p = {1, 0, 0, 0}, .v = vec3(0, 0, 8.0), .scar_depth = 0.15};
    talus_step_report report;
    int steps = 0;
    while (state.scar_depth > 0.0 && steps < 1000) {
        cr_expect_eq(state.scar_depth, 0.15);
        rock_step(b.stepper, &state, &report);
        steps++;
    }
    // the step whose midpoint lies over the surface
    const double midpoint = state.r.z - 0.5 * 2e-3 * state.v.z - 0.3;
    cr_expect(midpoint > 0.0 && midpoint < 2e-3 * 8.0, "%g m", midpoint);
    cr_expect_eq(report.immersed_area, 0.0);
    tear_down(&b);
}

Test(soil_step, a_block_that_slides_in_the_soil_slows_down_as_its_drag_says)
{
    // m dv/dt = -1/2 C rho A v^2, A = 0.8 x 0.15 m^2: v = v0 / (1 + k v0 t)
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, 0.0, meadow, meadow);
    talus_state state = {.r = vec3(-50.0, 0.0, 0.3 - 0.15 - 1e-6),
                         .p = {1, 0, 0, 0},
                         .v = vec3(15.0, 0.0, 0.0),
                         .scar_depth = 0.15};
    talus_step_report report;
    for (int i = 0; i < 200; i++) {
        rock_step(b.stepper, &state, &report);
        cr_expect_float_eq(report.immersed_area, 0.8 * 0.15, 1e-5);
        cr_expect_float_eq(report.ledger, 0.0, 1e-9, "%g J", report.ledger); /* measured 4e-11 J */
    }
    const double k = 0.5 * 2.5 * 1700.0 * 0.12 / 780.0;
    const double expected = 15.0 / (1.0 + k * 15.0 * 0.4);
    // the drag is frozen over a step: measured 0.18 % off
    cr_expect_float_eq(state.v.x, expected, 0.004 * expected, "%g, expected %g m/s", state.v.x,
                       expected);
    tear_down(&b);
}

/// A tumbling block after 0.1 s in deep soil, every step watched: it only loses energy.
static talus_state tumble(talus_scheme scheme, talus_soil soil)
{
    bench b;
    set_up(&b, scheme, 0.5, soil, soil);
    talus_state state = {.r = vec3(-10.0, 0.0, 0.0),
                         .p = {1, 0, 0, 0},
                         .v = vec3(6.0, 1.0, 0.0),
                         .omega = vec3(3.0, 9.0, -4.0),
                         .scar_depth = 0.6};
    double energy = 1e9;
    for (int i = 0; i < 50; i++) {
        talus_step_report report;
        rock_step(b.stepper, &state, &report);
        cr_expect_float_eq(report.ledger, 0.0, 1e-9, "%g J", report.ledger); /* measured 1e-11 J */
        const double now = report.kinetic_energy + 780.0 * 9.81 * state.r.z;
        cr_expect(now < energy, "step %d: %g J more", i, now - energy);
        energy = now;
    }
    tear_down(&b);
    return state;
}

Test(soil_step, drag_takes_energy_in_both_schemes_and_the_ledger_closes)
{
    const talus_scheme schemes[] = {TALUS_SCHEME_EXPLICIT, TALUS_SCHEME_MIDPOINT};
    for (size_t k = 0; k < 2; k++) {
        const talus_state published = tumble(schemes[k], meadow);
        const talus_state ours = tumble(schemes[k], turning);
        cr_expect(vec3_norm(published.v) < 4.0, "%g m/s", vec3_norm(published.v));
        // the published drag has no torque: spin goes on; with ours it falls
        const double ratio = vec3_norm(ours.omega) / vec3_norm(published.omega);
        cr_expect(ratio < 0.9, "%g", ratio); /* measured 0.864 */
    }
}

Test(soil_step, rotational_drag_has_the_moment_of_the_immersed_cross_section)
{
    // wholly immersed and falling: A = 1 x 0.8 m, about y the integral of x^2 = 0.8 / 12 m^4
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, 0.0, turning, turning);
    const double spin = 0.01, speed = 5.0;
    talus_state state = {.r = vec3(-10.0, 0.0, -1.0),
                         .p = {1, 0, 0, 0},
                         .v = vec3(0.0, 0.0, -speed),
                         .omega = vec3(0.0, spin, 0.0),
                         .scar_depth = 5.0};
    talus_step_report report;
    rock_step(b.stepper, &state, &report);
    const double c = 0.5 * 2.5 * 1700.0 * speed * 0.8 / 12.0;
    const double h = 0.5 * 2e-3 * c / rock_on(b.stepper)->body.inertia.y;
    cr_expect_float_eq(state.omega.y, spin * (1.0 - h) / (1.0 + h), 1e-6 * spin); // h = 0.008
    tear_down(&b);
}

Test(soil_step, the_ground_under_the_first_touch_gives_the_depth)
{
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, 0.5, meadow, bog);
    for (int k = 0; k < 2; k++) {
        // falls from beside the border to the other ground
        const double side = k == 0 ? -1.0 : 1.0;
        talus_state state = {.r = vec3(side * 0.55, 0.0, 0.301),
                             .p = {1, 0, 0, 0},
                             .v = vec3(-side * 10.0, 0.0, -10.0)};
        talus_step_report report;
        rock_step(b.stepper, &state, &report);
        const double depth = contact_scar_depth(k == 0 ? &meadow : &bog, 780.0, -10.0);
        cr_expect_eq(state.scar_depth, depth);
        while (state.scar_depth > 0.0 && side * state.r.x > -1.0 && fabs(state.v.x) > 0.1) {
            rock_step(b.stepper, &state, &report);
            cr_expect_eq(state.scar_depth, depth);
        }
    }
    tear_down(&b);
}

Test(soil_step, hard_ground_beside_soil_keeps_its_bits)
{
    bench plain, mixed;
    set_up(&plain, TALUS_SCHEME_MIDPOINT, 0.5, (talus_soil){0}, (talus_soil){0});
    set_up(&mixed, TALUS_SCHEME_MIDPOINT, 0.5, meadow, (talus_soil){0});
    talus_state a = {.r = vec3(10.0, 0.0, 1.0),
                     .p = {1, 0, 0, 0},
                     .v = vec3(5.0, 1.0, -3.0),
                     .omega = vec3(1.0, 4.0, 2.0)};
    talus_state b = a;
    for (int i = 0; i < 1000; i++) {
        talus_step_report report;
        rock_step(plain.stepper, &a, &report);
        rock_step(mixed.stepper, &b, &report);
    }
    cr_expect_eq(memcmp(&a, &b, sizeof a), 0);
    tear_down(&plain);
    tear_down(&mixed);
}

Test(soil_step, rocks_without_faces_are_refused)
{
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, 0.5, meadow, meadow);
    talus_rock *points = NULL;
    cr_assert_eq(talus_rock_from_body(b.rock->vertices, 8, 780.0, b.rock->inertia, &points, NULL),
                 TALUS_OK);
    cr_expect_eq(rock_set(b.stepper, points, 1.0), TALUS_ERROR_ARGUMENT);
    talus_rock_destroy(points);
    tear_down(&b);
}

/// A faceted ball that rolls on level soil with the resistance of its rut alone.
static double decelerate(double rolling, double modulus, double phase, double *expected)
{
    talus_terrain *terrain = scene_plane(0.0, 0.0, 60.0, 1.0, 0.0);
    talus_ground ground = scene_ground(0.9);
    ground.soil = (talus_soil){.modulus = modulus, .rolling = rolling}; // weightless: no other drag
    const talus_site site = {.terrain = terrain, .grounds = &ground, .ground_count = 1};
    talus_step_options options = talus_step_options_default();
    options.time_step = 5e-4;
    talus_rock *ball = NULL;
    talus_stepper *stepper = NULL;
    cr_assert_eq(talus_rock_build("icosphere", vec3(1.0, 1.0, 1.0), 3, 2700.0, &ball, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_stepper_create(&site, &options, ball->vertex_count, &stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(stepper, ball, 1.0), TALUS_OK);
    const double mass = rock_on(stepper)->body.mass, weight = mass * options.gravity;
    const double inertia = rock_on(stepper)->body.inertia.y, radius = 0.498, speed = 4.0;
    const double diameter = 2.0 * talus_exp(talus_log(0.75 / TALUS_PI * ball->volume) / 3.0);
    const double share = weight / (diameter * diameter * modulus);
    *expected = rolling * 0.8585 * weight * talus_exp(talus_log(share) / 3.0) /
                (mass + inertia / (radius * radius));
    talus_state state = {.r = vec3(-50.0, 0.0, 0.497),
                         .p = scene_turn(phase, vec3(0.0, 1.0, 0.0)),
                         .v = vec3(speed, 0.0, 0.0),
                         .omega = vec3(0.0, speed / radius, 0.0)};
    talus_step_report report;
    double energy = 0.5 * (mass * speed * speed + inertia * speed * speed / (radius * radius));
    const double whole = energy, z = state.r.z;
    double settled = 0.0;
    for (int i = 0; i < 5000; i++) {
        settled = i == 1000 ? state.v.x : settled;
        rock_step(stepper, &state, &report);
        const double now = report.kinetic_energy + weight * (state.r.z - z);
        cr_assert(now <= energy + 1e-9 * whole, "step %d: %.17g after %.17g J", i, now, energy);
        cr_assert(fabs(report.ledger) < 1e-12 * whole, "ledger %g J", report.ledger);
        energy = now;
    }
    talus_stepper_destroy(stepper);
    talus_rock_destroy(ball);
    talus_terrain_destroy(terrain);
    return (settled - state.v.x) / 2.0; // m/s^2 over the last 2 s of 2.5
}

/// Mean over phases: its corners make a ball hop a little. Less what they take anyway.
static double slowing(double rolling, double modulus, double *expected)
{
    double sum = 0.0, none;
    for (int k = 0; k < 5; k++) {
        const double phase = 0.25 * (double)k;
        sum +=
            decelerate(rolling, modulus, phase, expected) - decelerate(0.0, modulus, phase, &none);
    }
    return sum / 5.0;
}

Test(rolling, in_a_rut_slows_a_ball_as_the_law_of_a_wheel_says)
{
    double expected;
    const double soft = slowing(1.0, 10e6, &expected);
    cr_expect(fabs(soft - expected) < 0.07, "%g, %g m/s2", soft, expected); // measured 0.02 of 0.67
    const double firm = slowing(1.0, 80e6, &expected);
    cr_expect(fabs(firm - expected) < 0.07, "%g, %g m/s2", firm, expected); // measured 0.05 of 0.33
}

Test(rolling, in_a_rut_takes_its_share_of_the_load_and_stops_at_rest)
{
    // without friction the box slides, and the rut is all that holds it
    bench b;
    const talus_soil rut = {.modulus = 10e6, .rolling = 1.0};
    set_up(&b, TALUS_SCHEME_MIDPOINT, 0.0, rut, rut);
    talus_state state = {.r = vec3(-30.0, 0.0, 0.2999), .p = {1, 0, 0, 0}, .v = vec3(1.5, 0, 0)};
    talus_step_report report;
    const double diameter = 2.0 * talus_exp(talus_log(0.75 / TALUS_PI * 0.48) / 3.0);
    const double share =
        0.8585 * talus_exp(talus_log(780.0 * 9.81 / (diameter * diameter * 10e6)) / 3.0);
    for (int i = 0; i < 250; i++) {
        rock_step(b.stepper, &state, &report);
        cr_assert(fabs(report.ledger) < 1e-9, "%g J", report.ledger);
    }
    const double slowed = (1.5 - state.v.x) / 0.5;
    cr_expect(fabs(slowed - share * 9.81) < 0.01 * slowed, "%g, %g m/s2", slowed, share * 9.81);
    double before = state.v.x;
    for (int i = 0; i < 2000; i++) {
        rock_step(b.stepper, &state, &report);
        cr_assert(state.v.x >= 0.0 && state.v.x <= before, "%g after %g m/s", state.v.x, before);
        before = state.v.x;
    }
    cr_expect(state.v.x < 1e-9, "%g m/s", state.v.x);
    tear_down(&b);
}
