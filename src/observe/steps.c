// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed-point sums and buckets of many values at once.
#include "observe/steps.h"

#include "math/lanes.h"

/// What is added to 2^52 is rounded to a whole number.
#define WHOLE 4503599627370496.0
/// Whole numbers below 2^43 are taken apart at 2^22.
#define HALF 4194304.0

/// Sums over the fixed-point values n = 2^22 h + l, |l| <= 2^21: whole numbers below 2^53.
typedef struct lane_sums {
    lanes n, hh, hl, ll;
} lane_sums;

/// observe_fixed of four values from 0 to below the limit.
LANES_PART void add_lanes(lane_sums *sums, const lanes *values, double unit)
{
    const lanes one = {1.0, 1.0, 1.0, 1.0};
    const lanes x = *values * unit + 0.5, near = (x + WHOLE) - WHOLE;
    const lanes n = near - (lanes)((lanes_truth)one & (near > x));
    const lanes h = (n * (1.0 / HALF) + WHOLE) - WHOLE, l = n - h * HALF;
    sums->n += n;
    sums->hh += h * h;
    sums->hl += h * l;
    sums->ll += l * l;
}

LANES_PART uint64_t sum_lanes(const lanes *sum)
{
    return (uint64_t)(int64_t)(((*sum)[0] + (*sum)[1]) + ((*sum)[2] + (*sum)[3]));
}

/// Add the fixed-point values of a column to the sums of a quantity, if all of them lie between the
/// floor and `top`.
LANES_PART bool add_sums(observe_pooled *pooled, talus_quantity quantity, double unit, double top,
                         const double *values, size_t count)
{
    const double floor = observe_floors[quantity];
    lane_sums sums = {0};
    lanes_truth is_plain = {-1, -1, -1, -1};
    size_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        const lanes four = *(const loose_lanes *)(values + k);
        is_plain &= (four >= floor) & (four < top);
        add_lanes(&sums, &four, unit);
    }
    if (k < count) {
        const lanes_truth is_rest = {-1, k + 1 < count ? -1 : 0, k + 2 < count ? -1 : 0, 0};
        const lanes rest = (lanes)((lanes_truth)(*(const loose_lanes *)(values + k)) & is_rest);
        is_plain &= ((rest >= floor) & (rest < top)) | ~is_rest;
        add_lanes(&sums, &rest, unit);
    }
    if (lanes_mask(&is_plain) != (1U << LANES) - 1U) {
        return false;
    }
    pooled->sum[quantity] += sum_lanes(&sums.n);
    // the middle part can be negative: modulo 2^128 that is right too
    pooled->square[quantity] += ((observe_sum)sum_lanes(&sums.hh) << 44) + sum_lanes(&sums.ll) +
                                (observe_sum)(int64_t)sum_lanes(&sums.hl) * (1u << 23);
    return true;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// Bit k (1 <= k < count): value k lies in another bucket than the one before it.
LANES_PART uint64_t find_changes(const double *values, size_t count)
{
    const long long key = -(1LL << OBSERVE_SHIFT);
    lanes_truth bits = {1 << 1, 1 << 2, 1 << 3, 1 << 4}, changes = {0};
    for (size_t k = 1; k < count; k += LANES) {
        const lanes before = *(const loose_lanes *)(values + k - 1),
                    here = *(const loose_lanes *)(values + k);
        changes |= ((((lanes_truth)before ^ (lanes_truth)here) & key) != 0) & bits;
        bits <<= LANES;
    }
    const uint64_t all = (uint64_t)(changes[0] | changes[1] | changes[2] | changes[3]);
    return all & (UINT64_MAX >> (OBSERVE_TOGETHER - count));
}

/// Count values of one quantity, 1 to OBSERVE_TOGETHER. Neighbours are mostly in one bucket.
/// @param values room for four more
LANES_PART void add_values(observe_pooled *pooled, const observe_units *units,
                           talus_quantity quantity, const double *values, size_t count)
{
    const double unit = units->per_unit[quantity];
    // not cut, and far below the last bucket
    const double top = (0.5 * OBSERVE_FIXED_LIMIT) / unit;
    if (!add_sums(pooled, quantity, unit, top, values, count)) {
        for (size_t k = 0; k < count; k++) {
            observe_quantity_add(pooled, units, quantity, values[k], 1);
        }
        return;
    }
    uint64_t *counts = pooled->counts[quantity];
    const uint64_t first = observe_floor_keys[quantity] - 1;
    size_t begin = 0;
    for (uint64_t rest = find_changes(values, count); rest != 0; rest &= rest - 1) {
        const size_t end = (size_t)__builtin_ctzll(rest);
        counts[(bits_of(values[begin]) >> OBSERVE_SHIFT) - first] += end - begin;
        begin = end;
    }
    counts[(bits_of(values[begin]) >> OBSERVE_SHIFT) - first] += count - begin;
}

static void raise_max(observe_pooled *pooled, talus_quantity quantity, double value)
{
    pooled->max[quantity] = value > pooled->max[quantity] ? value : pooled->max[quantity];
}

LANES_CLONES void observe_steps_count(observe_steps *steps, observe_pooled *pooled,
                                      const observe_units *units)
{
    const size_t count = steps->count;
    if (count == 0) {
        return;
    }
    pooled->steps += count;
    steps->count = 0;
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        add_values(pooled, units, (talus_quantity)k, steps->values[k], count);
        pooled->max[k] = lanes_largest(steps->values[k], count, pooled->max[k]);
    }
}

LANES_CLONES void observe_pooled_add_many(observe_pooled *pooled, const observe_units *units,
                                          const trajectory_airborne *air)
{
    const size_t count = air->count, last = count - 1;
    pooled->steps += count;
    add_values(pooled, units, TALUS_KINETIC_ENERGY, air->kinetic_energy, count);
    add_values(pooled, units, TALUS_SPEED, air->speed, count);
    add_values(pooled, units, TALUS_JUMP_HEIGHT, air->jump_height, count);
    // energy and speed are convex along the parabola: largest at an end
    raise_max(pooled, TALUS_KINETIC_ENERGY, air->kinetic_energy[0]);
    raise_max(pooled, TALUS_KINETIC_ENERGY, air->kinetic_energy[last]);
    raise_max(pooled, TALUS_SPEED, air->speed[0]);
    raise_max(pooled, TALUS_SPEED, air->speed[last]);
    raise_max(pooled, TALUS_JUMP_HEIGHT, air->highest_jump);
    if (air->is_turning_evenly) {
        observe_quantity_add(pooled, units, TALUS_SPIN, air->spin[0], count);
        return;
    }
    add_values(pooled, units, TALUS_SPIN, air->spin, count);
    pooled->max[TALUS_SPIN] = lanes_largest(air->spin, count, pooled->max[TALUS_SPIN]);
}
