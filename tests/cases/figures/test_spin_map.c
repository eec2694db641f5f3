// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of stability: growth, drift, refusals. (Their files: tests/cli/spin.sh.)
#include "cases/figures/spin_map.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static spin_map make(spin_map_options options)
{
    spin_map map;
    talus_error error = {0};
    cr_assert_eq(spin_map_make(&options, &map, &error), TALUS_OK, "%s", error.message);
    return map;
}

Test(spin_map, of_the_explicit_scheme_grows_everywhere_about_the_major_axis)
{
    spin_map_options options = spin_map_options_default(SPIN_MAP_PLANE_BODY);
    options.nx = 20;
    options.ny = 20;
    spin_map map = make(options);
    size_t bodies = 0;
    for (size_t k = 0; k < 400; k++) {
        const spin_map_cell *cell = &map.cells[k];
        const bool body =
            cell->inertia.x <= cell->inertia.y && cell->inertia.x + cell->inertia.y >= 1;
        cr_expect_eq(!isnan(cell->modulus), body);
        if (body) {
            bodies++;
            cr_expect_gt(cell->growth, 1e-5);
            cr_expect_float_eq(cell->growth, cell->explicit_growth, 1e-8 + 1e-6 * cell->growth);
            cr_expect_lt(fabs(cell->body_growth), 1e-12);
        }
    }
    cr_expect_gt(bodies, 150);
    spin_map_clear(&map);
}

Test(spin_map, of_midpoint_is_neutral_and_its_spin_stays)
{
    spin_map_options options = spin_map_options_default(SPIN_MAP_PLANE_STEP);
    options.scheme = TALUS_SCHEME_MIDPOINT;
    options.quantity = SPIN_MAP_DRIFT;
    options.nx = 6;
    options.ny = 5;
    options.x0 = 0.05;
    spin_map map = make(options);
    for (size_t k = 0; k < 30; k++) {
        if (!isnan(map.cells[k].modulus)) {
            cr_expect_lt(fabs(map.cells[k].modulus - 1), 1e-10);
            cr_expect_lt(spin_map_value(&map, k), 1e-13); // measured 3e-15
        }
    }
    spin_map_clear(&map);
}

Test(spin_map, drift_follows_from_the_growth)
{
    // while the tilt is small, drift ~ tilt^2 e^(2 growth turns)
    spin_map_options options = spin_map_options_default(SPIN_MAP_PLANE_STEP);
    options.quantity = SPIN_MAP_DRIFT;
    options.nx = options.ny = 1;
    options.x0 = 0.0199;
    options.x1 = 0.0201;
    options.y0 = 0.49;
    options.y1 = 0.51;
    double drift[2];
    double growth = 0;
    for (int k = 0; k < 2; k++) {
        options.turns = k ? 60 : 40;
        spin_map map = make(options);
        drift[k] = spin_map_value(&map, 0);
        growth = map.cells[0].growth;
        spin_map_clear(&map);
    }
    cr_expect_lt(drift[1], 1e-3);
    // measured 0.2 %
    cr_expect_float_eq(log(drift[1] / drift[0]) / 40, growth, 0.02 * growth);
}

Test(spin_map, refuses_ranges_that_are_none)
{
    talus_error error = {0};
    for (int k = 0; k < 8; k++) {
        spin_map_options o =
            spin_map_options_default(k == 5 ? SPIN_MAP_PLANE_BODY : SPIN_MAP_PLANE_STEP);
        spin_map map;
        switch (k) {
        case 0:
            o.nx = 0;
            break;
        case 1:
            o.ny = SPIN_MAP_CELLS_MOST + 1;
            break;
        case 2:
            o.x0 = 0;
            break;
        case 3:
            o.y1 = 1.5;
            break;
        case 4:
            o.middle = -1;
            break;
        case 5:
            o.angle = (double)NAN;
            break;
        case 6:
            o.turns = 0;
            break;
        default:
            o.quantity = SPIN_MAP_DRIFT;
            o.turns = 1e5;
            break;
        }
        cr_expect_eq(spin_map_make(&o, &map, &error), TALUS_ERROR_ARGUMENT, "%d", k);
        cr_expect_null(map.cells);
    }
    cr_expect_not_null(strstr(error.message, "steps in all cells"));
}
