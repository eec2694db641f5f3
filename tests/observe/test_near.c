// SPDX-License-Identifier: GPL-3.0-or-later
// Points near a path: chords short enough for the energy, ends of contact, bodies off the terrain.
// Distances, ties and bodies of an event: tests/data/reference/width.json (cli.width).
#include "runs/observe/near.h"

#include <criterion/criterion.h>
#include <math.h>

enum { COLUMNS = 40, ROWS = 3 };
static const double WIDTH = 16.0;

static observe_near make(void)
{
    const talus_cells cells = {-20.0, -1.5, 1.0, COLUMNS, ROWS};
    observe_near near;
    cr_assert(observe_near_init(&near, &cells, WIDTH, true));
    return near;
}

/// Steps of 0.1 m along y = 0 from x = -20, each with the energy of its end.
static void go(observe_near *near, double (*energy)(double x), bool (*is_open)(double x))
{
    observe_near_start(near, &(observe_near_state){-20.0, 0.0, energy(-20.0), 0.0}, 0.5);
    for (int k = 1; k <= 400; k++) {
        const double x = -20.0 + 0.1 * k;
        observe_near_add(near, &(observe_near_state){x, 0.0, energy(x), 0.0}, is_open(x));
    }
    observe_near_end(near);
}

static double energy_of(const observe_near *near, size_t count, size_t i, size_t j)
{
    for (size_t k = 0; k < count; k++) {
        if (near->visits[k].cell == j * COLUMNS + i) {
            return near->visits[k].max[TALUS_KINETIC_ENERGY];
        }
    }
    return (double)NAN;
}

static double square(double x)
{
    return x * x;
}

static double step_at_zero(double x)
{
    return x < 0.05 ? 100.0 : 40.0;
}

static bool always(double x)
{
    (void)x;
    return true;
}

static bool before_zero(double x)
{
    return x < 0.05;
}

Test(near, chords_of_an_eighth_of_the_width_follow_the_energy)
{
    observe_near near = make();
    go(&near, square, always);
    const size_t count = observe_near_count(&near, NULL);
    cr_assert_eq(count, COLUMNS * ROWS);
    // a straight line over a chord h is off a parabola by h^2 / 4 at most
    const double chord = WIDTH / 8.0 + 0.1;
    double worst = 0.0;
    for (size_t i = 0; i < COLUMNS; i++) {
        const double x = -19.5 + (double)i;
        worst = fmax(worst, fabs(energy_of(&near, count, i, 1) - x * x));
    }
    cr_expect_leq(worst, chord * chord / 4.0 + 1e-9, "%g", worst);
    cr_expect_gt(worst, 0.1, "the chords are longer than the steps: %g", worst);
    observe_near_clear(&near);
}

Test(near, a_chord_ends_where_contact_begins)
{
    observe_near near = make();
    go(&near, step_at_zero, before_zero);
    const size_t count = observe_near_count(&near, NULL);
    // the loss of the impact stays within its step of 0.1 m
    cr_expect_float_eq(energy_of(&near, count, 19, 1), 100.0, 1e-9);
    cr_expect_float_eq(energy_of(&near, count, 20, 1), 40.0, 15.0);
    cr_expect_float_eq(energy_of(&near, count, 22, 1), 40.0, 1e-9);
    observe_near_clear(&near);
}

Test(near, a_body_that_ended_off_the_terrain_comes_near_nothing)
{
    observe_near near = make();
    observe_near_start(&near, NULL, 0.5);
    observe_near_end(&near);
    cr_expect_eq(observe_near_count(&near, NULL), 0);
    observe_near_clear(&near);
}

Test(near, many_points_are_found_again)
{
    const talus_cells cells = {-50.0, -50.0, 0.5, 200, 200};
    observe_near near;
    cr_assert(observe_near_init(&near, &cells, 60.0, false));
    for (int pass = 0; pass < 2; pass++) {
        observe_near_start(&near, &(observe_near_state){0.0, 0.0, 1.0, 2.0}, 0.0);
        observe_near_add(&near, &(observe_near_state){20.0, 0.0, 1.0, 2.0}, true);
        observe_near_end(&near);
        // a stadium of 20 m x 60 m with two half discs, in cells of 0.25 m2
        const double area = 0.25 * (double)observe_near_count(&near, NULL);
        cr_expect_float_eq(area, 20.0 * 60.0 + 3.14159265 * 900.0, 20.0, "%g", area);
    }
    observe_near_clear(&near);
}
