// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases/figures/rocking_maps.h"

#include <criterion/criterion.h>
#include <math.h>

Test(rocking_maps, the_map_is_mirrored_in_lat)
{
    rocking_maps_options options = rocking_maps_options_default();
    options.cells = 20;
    rocking_maps maps;
    cr_assert(rocking_maps_make(&options, &maps, NULL) == TALUS_OK);
    for (size_t row = 0; row < 20; row++) {
        for (size_t k = 0; k < 20; k++) {
            const rocking_maps_cell *a = &maps.cells[row * 20 + k];
            const rocking_maps_cell *b = &maps.cells[(19 - row) * 20 + k];
            cr_assert(fabs(a->lat + b->lat) < 1e-14 && a->lon == b->lon);
            cr_assert(fabs(a->w_x + b->w_x) < 1e-12 && fabs(a->w_y - b->w_y) < 1e-12);
            cr_assert(fabs(a->energy_change - b->energy_change) < 1e-12);
            cr_assert(a->w_x * a->lat > 0.0);
        }
    }
    rocking_maps_clear(&maps);
}

Test(rocking_maps, torque_takes_pivots_away_and_doubles_them)
{
    rocking_maps_options options = rocking_maps_options_default();
    options.cells = 40;
    rocking_maps maps;
    cr_assert(rocking_maps_make(&options, &maps, NULL) == TALUS_OK);
    size_t inside = 0;
    for (size_t k = 0; k < 1600; k++) {
        const rocking_maps_cell *c = &maps.cells[k];
        const bool in = fabs(c->lat) <= 1.0 && fabs(c->lon) <= 1.0;
        inside += in && (c->pivots[1] == 0 || c->pivots[1] == 3);
    }
    cr_expect(maps.without > 0 && maps.with_two > 0);
    cr_expect(inside == 0); // tau = 0: one pivot within the limits of the base
    rocking_maps_clear(&maps);
}

Test(rocking_maps, impossible_maps_are_refused)
{
    rocking_maps_options options = rocking_maps_options_default();
    rocking_maps maps;
    talus_error error;
    options.rate = 0.0;
    cr_expect(rocking_maps_make(&options, &maps, &error) == TALUS_ERROR_ARGUMENT);
    options = rocking_maps_options_default();
    options.b1 = -0.1;
    cr_expect(rocking_maps_make(&options, &maps, &error) == TALUS_ERROR_ARGUMENT);
    cr_expect(maps.cells == NULL);
}
