// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/scenes.h"
#include "stepper/rock_steps.h"

#include "talus/stepper.h"

#include <criterion/criterion.h>

typedef struct bench {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground ground;
    talus_forest forest;
    uint8_t class_one;
    talus_class_map map;
    talus_site site;
    talus_step_options options;
    talus_stepper *stepper;
} bench;

/// A cube of 1 m over flat ground, in a drag layer everywhere.
static void set_up(bench *b, talus_scheme scheme, talus_forest forest, double slip_gap)
{
    *b = (bench){.terrain = scene_plane(0.0, 0.0, 20.0, 1.0, 0.0),
                 .ground = scene_ground(0.5),
                 .forest = forest,
                 .class_one = 1};
    b->ground.beta = 100.0;
    b->map = (talus_class_map){-20.0, -20.0, 40.0, 1, 1, &b->class_one};
    b->site = (talus_site){.terrain = b->terrain,
                           .grounds = &b->ground,
                           .ground_count = 1,
                           .forests = &b->forest,
                           .forest_count = 1,
                           .forest_map = &b->map};
    b->options = talus_step_options_default();
    b->options.scheme = scheme;
    b->options.slip_gap = slip_gap;
    cr_assert_eq(talus_rock_build("cuboid", vec3(1.0, 1.0, 1.0), 0, 2700.0, &b->rock, NULL),
                 TALUS_OK);
    cr_assert_eq(
        talus_stepper_create(&b->site, &b->options, b->rock->vertex_count, &b->stepper, NULL),
        TALUS_OK);
    cr_assert_eq(rock_set(b->stepper, b->rock, 1.0), TALUS_OK);
}

static void tear_down(bench *b)
{
    talus_stepper_destroy(b->stepper);
    talus_rock_destroy(b->rock);
    talus_terrain_destroy(b->terrain);
}

/// Spin about one axis after 0.1 s of flight, the ledger watched.
static double spin_after(talus_scheme scheme, double rotational_drag)
{
    bench b;
    const talus_forest forest = {.rotational_drag =
                                     vec3(rotational_drag, rotational_drag, rotational_drag),
                                 .height = 100.0};
    set_up(&b, scheme, forest, 1e-3);
    talus_state state = {
        .r = vec3(0.0, 0.0, 10.0), .p = {1.0, 0.0, 0.0, 0.0}, .omega = vec3(10.0, 0.0, 0.0)};
    for (int k = 0; k < 50; k++) {
        talus_step_report report;
        rock_step(b.stepper, &state, &report);
        cr_expect_geq(state.omega.x, 0.0, "the drag turned the spin round");
        // measured 4.8e-11 J, the rock holds 2.6e5 J
        cr_expect_float_eq(report.ledger, 0.0, 1e-9, "%g J", report.ledger);
    }
    tear_down(&b);
    return state.omega.x;
}

Test(drag, rotation_decays_exponentially)
{
    // inertia of the cube 450 kg m^2: exp(-450 * 0.1 / 450); measured 3.0e-7 rad/s off
    const double expected = 10.0 * talus_exp(-0.1);
    cr_expect_float_eq(spin_after(TALUS_SCHEME_MIDPOINT, 450.0), expected, 1e-6);
    cr_expect_float_eq(spin_after(TALUS_SCHEME_EXPLICIT, 450.0), expected, 1e-6);
}

Test(drag, a_rotational_drag_too_strong_for_the_step_stops_the_spin)
{
    cr_expect_lt(spin_after(TALUS_SCHEME_MIDPOINT, 1e9), 1e-12);
    cr_expect_lt(spin_after(TALUS_SCHEME_EXPLICIT, 1e9), 1e-12);
}

Test(drag, a_drag_too_strong_for_the_step_stops_the_rock)
{
    bench b;
    const talus_forest forest = {.drag = 1e12, .height = 100.0};
    set_up(&b, TALUS_SCHEME_MIDPOINT, forest, 1e-3);
    talus_state state = {
        .r = vec3(0.0, 0.0, 10.0), .p = {1.0, 0.0, 0.0, 0.0}, .v = vec3(10.0, 0.0, 0.0)};
    talus_step_report report;
    rock_step(b.stepper, &state, &report);
    cr_expect_float_eq(state.v.x, 0.0, 1e-12);
    tear_down(&b);
}

Test(drag, a_drag_beyond_the_semi_implicit_form_decays_exactly)
{
    // dt c = 2.5 m and 3 m would turn the velocity round: v+ = v exp(-dt c / m), 2700 kg
    static const double reach[] = {2.5, 3.0};
    for (size_t k = 0; k < 2; k++) {
        bench b;
        const talus_forest forest = {.drag = reach[k] * 2700.0 / 2e-3, .height = 100.0};
        set_up(&b, TALUS_SCHEME_MIDPOINT, forest, 1e-3);
        talus_state state = {
            .r = vec3(0.0, 0.0, 10.0), .p = {1.0, 0.0, 0.0, 0.0}, .v = vec3(10.0, 0.0, 0.0)};
        talus_step_report report;
        rock_step(b.stepper, &state, &report);
        cr_expect_float_eq(state.v.x, 10.0 * talus_exp(-reach[k]), 1e-12); // measured 4e-16 m/s off
        cr_expect_float_eq(report.ledger, 0.0, 1e-9, "%g J", report.ledger);
        tear_down(&b);
    }
}

Test(drag, forest_and_ground_drag_add_up)
{
    // sliding without friction: dv/dt = -(c / m + nu) v, inside the layer and above it
    for (int k = 0; k < 2; k++) {
        bench b;
        const bool is_below = k == 0;
        const talus_forest forest = {.drag = 2700.0, .height = is_below ? 1.0 : 0.1};
        set_up(&b, TALUS_SCHEME_MIDPOINT, forest, 1e-3);
        b.ground = scene_ground(0.0);
        b.ground.drag = 0.5;
        talus_state state = {.r = vec3(-10.0, 0.0, 0.5 - 1e-6),
                             .p = {1.0, 0.0, 0.0, 0.0},
                             .v = vec3(10.0, 0.0, 0.0)};
        talus_step_report report;
        for (int i = 0; i < 500; i++) {
            rock_step(b.stepper, &state, &report);
        }
        const double expected = 10.0 * talus_exp(is_below ? -1.5 : -0.5);
        // second order in dt: measured 2.5e-6 m/s off
        cr_expect_float_eq(state.v.x, expected, 1e-5, "%g m/s", state.v.x - expected);
        tear_down(&b);
    }
}

/// Slippage after one step of a cube that leaves the ground out of a depth of 2 m.
static double slippage_leaving(double slip_gap)
{
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, (talus_forest){.height = 0.0}, slip_gap);
    talus_state state = {.r = vec3(0.0, 0.0, -1.5),
                         .p = {1.0, 0.0, 0.0, 0.0},
                         .v = vec3(0.0, 0.0, 10.0),
                         .slippage = 1.0};
    talus_step_report report;
    rock_step(b.stepper, &state, &report);
    cr_expect_gt(report.contact_count, 0);
    cr_expect_eq(vec3_norm(report.impulse), 0.0);
    tear_down(&b);
    return state.slippage;
}

Test(slippage, published_rule_needs_a_percussion)
{
    cr_expect_gt(slippage_leaving(1e-3), 1.0);
    // exp(-100 * 0.002)
    cr_expect_float_eq(slippage_leaving(-1.0), talus_exp(-0.2), 1e-12);
}
