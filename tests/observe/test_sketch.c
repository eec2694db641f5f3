// SPDX-License-Identifier: GPL-3.0-or-later
// Buckets, ranks and fixed-point numbers.
#include "runs/observe/sketch.h"

#include <criterion/criterion.h>
#include <math.h>

Test(quantity, names_and_units_are_those_of_the_layers)
{
    cr_expect_str_eq(talus_quantity_name(TALUS_KINETIC_ENERGY), "kinetic_energy");
    cr_expect_str_eq(talus_quantity_name(TALUS_JUMP_HEIGHT), "jump_height");
    cr_expect_str_eq(talus_quantity_unit(TALUS_SPIN), "rad/s");
    cr_expect_str_eq(talus_quantity_name(TALUS_CELL_QUANTITY_COUNT), "?");
}

Test(bucket, below_the_floor_is_zero)
{
    for (int k = 0; k < TALUS_CELL_QUANTITY_COUNT; k++) {
        const talus_quantity quantity = (talus_quantity)k;
        cr_expect_eq(observe_bucket(quantity, 0.0), 0);
        cr_expect_eq(observe_bucket(quantity, -1.0), 0);
        cr_expect_eq(observe_bucket(quantity, (double)NAN), 0);
        cr_expect_eq(observe_bucket(quantity, observe_floors[k] * (1.0 - 1e-15)), 0);
        cr_expect_eq(observe_bucket(quantity, observe_floors[k]), 1);
    }
    cr_expect_eq(observe_bucket_value(TALUS_SPEED, 0), 0.0);
}

Test(bucket, huge_values_fall_in_the_last)
{
    cr_expect_eq(observe_bucket(TALUS_KINETIC_ENERGY, 1e300), OBSERVE_BUCKETS - 1);
    cr_expect_eq(observe_bucket(TALUS_SPEED, (double)INFINITY), OBSERVE_BUCKETS - 1);
}

Test(bucket, value_is_within_one_percent_and_ascends)
{
    double worst = 0.0;
    for (int k = 0; k < TALUS_CELL_QUANTITY_COUNT; k++) {
        unsigned last = 0;
        for (double v = observe_floors[k]; v < 1e10; v *= 1.0007) {
            const unsigned bucket = observe_bucket((talus_quantity)k, v);
            const double off = fabs(observe_bucket_value((talus_quantity)k, bucket) / v - 1.0);
            worst = off > worst ? off : worst;
            cr_assert(bucket == last || bucket == last + 1);
            last = bucket;
        }
    }
    cr_expect(worst <= 1.0 / 128.0 + 1e-12, "%g", worst); /* measured 0.0078 */
}

Test(rank, is_the_ceiling_of_q_n)
{
    cr_expect_eq(observe_rank(0.5, 1), 1);
    cr_expect_eq(observe_rank(0.5, 2), 1);
    cr_expect_eq(observe_rank(0.5, 3), 2);
    cr_expect_eq(observe_rank(0.99, 3), 3);
    cr_expect_eq(observe_rank(0.0, 3), 1);
    cr_expect_eq(observe_rank(1.0, 3), 3);
}

Test(rank, whole_products_are_not_pushed_up_by_round_off)
{
    for (uint64_t n = 100; n <= 1000000000000; n *= 10) {
        cr_expect_eq(observe_rank(0.07, n), n / 100 * 7);
        cr_expect_eq(observe_rank(0.90, n), n / 10 * 9);
        cr_expect_eq(observe_rank(0.95, n), n / 100 * 95);
        cr_expect_eq(observe_rank(0.99, n), n / 100 * 99);
    }
}

Test(fixed_point, rounds_to_the_nearest_and_is_cut_at_its_ends)
{
    cr_expect_eq(observe_fixed(1.0, 1024.0), 1024);
    cr_expect_eq(observe_fixed(1.0006, 1024.0), 1025);
    cr_expect_eq(observe_fixed(-3.0, 1024.0), 0);
    cr_expect_eq(observe_fixed((double)NAN, 1024.0), 0);
    cr_expect_eq(observe_fixed(1e300, 1024.0), ((uint64_t)1 << 43) - 1);
}

Test(fixed_point, energy_unit_follows_the_heaviest_rock)
{
    for (double mass = 1e-3; mass < 1e9; mass *= 3.7) {
        const double unit = 1.0 / observe_units_for(mass).per_unit[TALUS_KINETIC_ENERGY];
        cr_expect(unit >= mass * 0x1p-24 && unit < 2.0 * mass * 0x1p-24);
    }
    cr_expect(isfinite(observe_units_for(0.0).per_unit[TALUS_KINETIC_ENERGY]));
}

Test(fixed_point, energy_of_the_fastest_release_is_not_cut)
{
    // 1000 m/s is the largest release velocity of a scenario
    for (double mass = 1e-3; mass < 1e9; mass *= 3.7) {
        const double unit = observe_units_for(mass).per_unit[TALUS_KINETIC_ENERGY];
        const double energy = 0.5 * mass * 1000.0 * 1000.0;
        cr_expect_float_eq((double)observe_fixed(energy, unit), energy * unit, 1.0);
    }
}

Test(fixed_point, wide_sums_become_doubles)
{
    const observe_sum sum = ((observe_sum)3 << 64) + 5;
    cr_expect_eq(observe_sum_double(sum), 3.0 * 0x1p64 + 5.0);
}
