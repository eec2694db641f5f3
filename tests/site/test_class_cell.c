// SPDX-License-Identifier: GPL-3.0-or-later
// Points of a cell have its class, and no others.
#include "foundation/math/linalg.h"
#include "physics/site/class_cell.h"

#include <criterion/criterion.h>

static double draw(uint64_t k, uint32_t j, double low, double high)
{
    const double u = (double)(talus_random_bits(3, k, j) >> 11) / 9007199254740992.0;
    return low + u * (high - low);
}

/// The number next above x or below it.
static double beside(double x, double towards)
{
    return nextafter(x, towards);
}

static void check_point(const talus_class_map *map, const class_cell *cell, double x, double y)
{
    const class_cell own = class_cell_at(map, x, y);
    cr_assert(class_cell_holds(&own, x, y), "(%.17g, %.17g)", x, y);
    cr_assert_eq(own.class_index, talus_class_map_at(map, x, y));
    if (class_cell_holds(cell, x, y)) {
        cr_assert_eq(cell->class_index, own.class_index, "(%.17g, %.17g)", x, y);
        cr_assert_eq(cell->west, own.west);
        cr_assert_eq(cell->north, own.north);
    }
}

Test(class_cell, holds_the_points_of_its_class)
{
    enum { NX = 13, NY = 7 };
    uint8_t classes[NX * NY];
    for (size_t k = 0; k < NX * NY; k++) {
        classes[k] = (uint8_t)(k % 251);
    }
    const talus_class_map map = {0.1, -0.7, 0.3, NX, NY, classes};
    for (uint64_t k = 0; k < 20000; k++) {
        const double x = draw(k, 0, -1.0, 5.0), y = draw(k, 1, -2.0, 2.0);
        const class_cell cell = class_cell_at(&map, x, y);
        check_point(&map, &cell, x, y);
        check_point(&map, &cell, draw(k, 2, -1.0, 5.0), draw(k, 3, -2.0, 2.0));
        if (isfinite(cell.west) && isfinite(cell.north)) {
            check_point(&map, &cell, cell.west, y);
            check_point(&map, &cell, beside(cell.west, -10.0), y);
            check_point(&map, &cell, x, cell.north);
            check_point(&map, &cell, x, beside(cell.north, -10.0));
        }
    }
}

Test(class_cell, the_zero_cell_holds_no_point)
{
    const class_cell none = {0};
    cr_expect_not(class_cell_holds(&none, 0.0, 0.0));
}
