// SPDX-License-Identifier: GPL-3.0-or-later
/// @file sketch.h
/// Numbers that can be added in any order: buckets of doubles for quantiles, fixed-point values for
/// sums. Everything is an integer, so any split of the work over threads gives the same bits.
///
/// Bucket of a value = its exponent and the upper 6 bits of its mantissa: width <= 1/64 of the
/// value, midpoint within 1/128 = 0.8 % of it. Bucket 0 = below the floor, reported as 0.
#ifndef TALUS_SRC_RUNS_OBSERVE_SKETCH_H
#define TALUS_SRC_RUNS_OBSERVE_SKETCH_H

#include "talus/campaign.h"

#include <string.h>

__extension__ typedef unsigned __int128 observe_sum;

enum {
    OBSERVE_MANTISSA_BITS = 6,
    OBSERVE_SHIFT = 52 - OBSERVE_MANTISSA_BITS,
    OBSERVE_BUCKETS = 4096 ///< 64 octaves above the floor; what lies beyond falls in the last
};

/// 1 J, 1 cm/s, 1 mm, 1 mrad/s, 1 N s.
extern const double observe_floors[TALUS_CELL_QUANTITY_COUNT];
/// Bucket key (upper bits) of the floors.
extern const uint64_t observe_floor_keys[TALUS_CELL_QUANTITY_COUNT];

static inline unsigned observe_bucket(talus_quantity quantity, double value)
{
    if (!(value >= observe_floors[quantity])) {
        return 0;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint64_t bucket = (bits >> OBSERVE_SHIFT) - observe_floor_keys[quantity] + 1;
    return bucket < OBSERVE_BUCKETS ? (unsigned)bucket : OBSERVE_BUCKETS - 1;
}

/// Midpoint of a bucket; 0 for bucket 0.
double observe_bucket_value(talus_quantity quantity, unsigned bucket);

/// Lower edge of a bucket; the upper one is the lower one of the next.
double observe_bucket_edge(talus_quantity quantity, unsigned bucket);

/// Rank ceil(q n) in 1..n of the quantile q; a product that is whole except for round-off counts
/// whole.
uint64_t observe_rank(double q, uint64_t n);

/// Fixed-point units. A value becomes floor(value x per_unit + 1/2) < 2^43, larger ones are cut
/// there: sums of 2^42 squares then stay below 2^128. Speed, jump height and spin have the unit
/// 2^-23 (cut at 10^6); energies and momentum have 2^-24 J or N s per kg (rounded to a power
/// of two) of the heaviest rock, cut at 2^19 J/kg = 1024 m/s.
typedef struct observe_units {
    double per_unit[TALUS_CELL_QUANTITY_COUNT];
} observe_units;
observe_units observe_units_for(double heaviest);

#define OBSERVE_FIXED_LIMIT 8796093022208.0 ///< 2^43

static inline uint64_t observe_fixed(double value, double per_unit)
{
    const double x = value * per_unit + 0.5;
    if (!(x >= 1.0)) {
        return 0;
    }
    return x < OBSERVE_FIXED_LIMIT ? (uint64_t)(int64_t)x : ((uint64_t)1 << 43) - 1;
}

/// To double in a fixed way: upper and lower half apart.
static inline double observe_sum_double(observe_sum sum)
{
    return (double)(uint64_t)(sum >> 64) * 18446744073709551616.0 + (double)(uint64_t)sum;
}

#endif
