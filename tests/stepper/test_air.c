// SPDX-License-Identifier: GPL-3.0-or-later
// Drag of the air: falls against the closed form, the ledger, and what it leaves alone.
#include "bench/scenes.h"
#include "physics/stepper/stepper_internal.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct bench {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground ground;
    talus_site site;
    talus_step_options options;
    talus_stepper *stepper;
} bench;

static void set_up(bench *b, talus_scheme scheme, double drag)
{
    *b = (bench){.terrain = scene_plane(0.3, 0.0, 60.0, 1.0, 0.0), .ground = scene_ground(0.6)};
    b->site = (talus_site){.terrain = b->terrain, .grounds = &b->ground, .ground_count = 1};
    b->options = talus_step_options_default();
    b->options.scheme = scheme;
    b->options.air_drag = drag;
    cr_assert_eq(talus_rock_build("cuboid", vec3(1.0, 0.8, 0.6), 0, 2700.0, &b->rock, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_stepper_create(&b->site, &b->options, 8, &b->stepper, NULL), TALUS_OK);
    cr_assert_eq(rock_set(b->stepper, b->rock, 0.5), TALUS_OK);
}

static void tear_down(bench *b)
{
    talus_stepper_destroy(b->stepper);
    talus_rock_destroy(b->rock);
    talus_terrain_destroy(b->terrain);
}

Test(air, drag_is_on_a_quarter_of_the_surface)
{
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, 0.7);
    const double surface = 0.25 * 2.0 * (1.0 * 0.8 + 1.0 * 0.6 + 0.8 * 0.6); // at half the size
    cr_expect_float_eq(b.stepper->air, 0.5 * 1.2 * 0.7 * 0.25 * surface, 1e-15);
    tear_down(&b);
}

Test(air, a_fall_has_the_speed_of_the_closed_form)
{
    // v = w tanh(g t / w), w = sqrt(m g / k)
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, 40.0); // much, so that it matters within 3 s
    talus_state state = {.r = vec3(0.0, 0.0, 400.0), .p = {1, 0, 0, 0}};
    talus_step_report report;
    for (int i = 0; i < 1500; i++) {
        rock_step(b.stepper, &state, &report);
        cr_expect_float_eq(report.ledger, 0.0, 1e-9); /* measured 7e-12 J */
    }
    const double limit = sqrt(b.stepper->mass * 9.81 / b.stepper->air);
    const double e = talus_exp(-2.0 * 9.81 * 3.0 / limit);
    const double expected = limit * (1.0 - e) / (1.0 + e);
    cr_expect(expected < 0.75 * 9.81 * 3.0, "%g of %g m/s", expected, limit);
    // the drag is frozen over a step: measured 0.06 % off
    cr_expect_float_eq(-state.v.z, expected, 2e-3 * expected, "%g, expected %g", -state.v.z,
                       expected);
    tear_down(&b);
}

Test(air, takes_energy_in_all_schemes_and_the_ledger_closes)
{
    static const talus_scheme schemes[] = {TALUS_SCHEME_MIDPOINT, TALUS_SCHEME_EXPLICIT};
    for (size_t k = 0; k < 2; k++) {
        bench with, without;
        set_up(&with, schemes[k], 1.0);
        set_up(&without, schemes[k], 0.0);
        talus_state a = {.r = vec3(-20.0, 0.0, 9.0),
                         .p = {1, 0, 0, 0},
                         .v = vec3(25.0, 0.0, 0.0),
                         .omega = vec3(1.0, 9.0, 2.0)};
        talus_state c = a;
        talus_step_report report;
        for (int i = 0; i < 400; i++) { // in flight and in contact
            rock_step(with.stepper, &a, &report);
            cr_expect_float_eq(report.ledger, 0.0, 1e-9); /* measured 2e-11 J */
            if (i == 99) {
                const double dragged = report.kinetic_energy;
                for (int j = 0; j < 100; j++) {
                    rock_step(without.stepper, &c, &report);
                }
                cr_expect_lt(dragged, report.kinetic_energy);
            }
        }
        tear_down(&with);
        tear_down(&without);
    }
}

Test(air, has_no_flights_and_without_it_they_stay)
{
    for (int k = 0; k < 2; k++) {
        bench b;
        set_up(&b, TALUS_SCHEME_MIDPOINT, k);
        const talus_state state = {.r = vec3(0.0, 0.0, 40.0), .p = {1, 0, 0, 0}};
        talus_flight flight;
        cr_expect_eq(rock_plan(b.stepper, &state, 1000, &flight) == 0, k == 1);
        tear_down(&b);
    }
}

Test(air, wrong_numbers_and_rocks_without_faces_are_refused)
{
    static const double wrong[][2] = {
        {-1.0, 1.2}, {1.0, -1.2}, {(double)NAN, 1.2}, {1.0, (double)INFINITY}};
    bench b;
    set_up(&b, TALUS_SCHEME_MIDPOINT, 1.0);
    for (size_t k = 0; k < 4; k++) {
        talus_step_options options = b.options;
        options.air_drag = wrong[k][0];
        options.air_density = wrong[k][1];
        talus_stepper *stepper = NULL;
        talus_error error = {0};
        cr_expect_eq(talus_stepper_create(&b.site, &options, 8, &stepper, &error),
                     TALUS_ERROR_ARGUMENT);
        cr_expect_not_null(strstr(error.message, "air"));
    }
    talus_rock *points = NULL;
    cr_assert_eq(talus_rock_from_body(b.rock->vertices, 8, 780.0, b.rock->inertia, &points, NULL),
                 TALUS_OK);
    cr_expect_eq(rock_set(b.stepper, points, 1.0), TALUS_ERROR_ARGUMENT);
    talus_rock_destroy(points);
    tear_down(&b);
}
