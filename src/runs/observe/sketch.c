// SPDX-License-Identifier: GPL-3.0-or-later
// Names, floors and units of the quantities; values of buckets and ranks.
#include "runs/observe/sketch.h"

#include <math.h>

_Static_assert(TALUS_CELL_QUANTITY_COUNT == 9,
               "a quantity needs its floor and key here, and its name");

const double observe_floors[TALUS_CELL_QUANTITY_COUNT] = {[TALUS_KINETIC_ENERGY] = 1.0,
                                                          [TALUS_SPEED] = 1e-2,
                                                          [TALUS_JUMP_HEIGHT] = 1e-3,
                                                          [TALUS_SPIN] = 1e-3,
                                                          [TALUS_TRANSLATIONAL_ENERGY] = 1.0,
                                                          [TALUS_ROTATIONAL_ENERGY] = 1.0,
                                                          [TALUS_MOMENTUM] = 1.0,
                                                          [TALUS_JUMP_NORMAL] = 1e-3,
                                                          [TALUS_HIT_ENERGY] = 1.0};

// Upper 18 bits of the floors: 1 = 2^0, 1e-2 = 1.28 x 2^-7, 1e-3 = 1.024 x 2^-10; the exponent is
// biased by 1023 and followed by floor(64 x (mantissa - 1)).
const uint64_t observe_floor_keys[TALUS_CELL_QUANTITY_COUNT] = {
    [TALUS_KINETIC_ENERGY] = (1023 << OBSERVE_MANTISSA_BITS),
    [TALUS_TRANSLATIONAL_ENERGY] = (1023 << OBSERVE_MANTISSA_BITS),
    [TALUS_ROTATIONAL_ENERGY] = (1023 << OBSERVE_MANTISSA_BITS),
    [TALUS_MOMENTUM] = (1023 << OBSERVE_MANTISSA_BITS),
    [TALUS_HIT_ENERGY] = (1023 << OBSERVE_MANTISSA_BITS),
    [TALUS_SPEED] = ((1023 - 7) << OBSERVE_MANTISSA_BITS) + 17,
    [TALUS_JUMP_HEIGHT] = ((1023 - 10) << OBSERVE_MANTISSA_BITS) + 1,
    [TALUS_SPIN] = ((1023 - 10) << OBSERVE_MANTISSA_BITS) + 1,
    [TALUS_JUMP_NORMAL] = ((1023 - 10) << OBSERVE_MANTISSA_BITS) + 1};

static double value_of_key(uint64_t key)
{
    const uint64_t bits = key << OBSERVE_SHIFT;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double observe_bucket_value(talus_quantity quantity, unsigned bucket)
{
    if (bucket == 0) {
        return 0.0;
    }
    const uint64_t key = observe_floor_keys[quantity] + bucket - 1;
    return 0.5 * (value_of_key(key) + value_of_key(key + 1));
}

double observe_bucket_edge(talus_quantity quantity, unsigned bucket)
{
    return bucket == 0 ? 0.0 : value_of_key(observe_floor_keys[quantity] + bucket - 1);
}

uint64_t observe_rank(double q, uint64_t n)
{
    const double rank = -floor(-(q * (double)n) * (1.0 - 8.9e-16));
    if (!(rank >= 1.0)) {
        return 1;
    }
    return rank >= (double)n ? n : (uint64_t)rank;
}

observe_units observe_units_for(double heaviest)
{
    double mass_unit = 1.0; // kg, the power of two in [heaviest, 2 heaviest)
    if (heaviest > 0.0 && isfinite(heaviest)) {
        while (mass_unit < heaviest) {
            mass_unit *= 2.0;
        }
        while (0.5 * mass_unit >= heaviest) {
            mass_unit *= 0.5;
        }
    }
    observe_units units;
    for (int k = 0; k < TALUS_CELL_QUANTITY_COUNT; k++) {
        units.per_unit[k] = 16777216.0 / mass_unit; // 2^24
    }
    units.per_unit[TALUS_SPEED] = units.per_unit[TALUS_JUMP_HEIGHT] = units.per_unit[TALUS_SPIN] =
        8388608.0; // 2^23
    return units;
}
