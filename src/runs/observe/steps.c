// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed-point sums and buckets of many values at once.
#include "runs/observe/steps.h"

#include "foundation/math/lanes_linalg.h"

/// What is added to 2^52 is rounded to a whole number.
#define WHOLE 4503599627370496.0
/// Whole numbers below 2^43 are taken apart at 2^22.
#define HALF 4194304.0

/// What is found out about a column of values, in lanes.
typedef struct column {
    /// Sums over the fixed-point values n = 2^22 h + l, |l| <= 2^21: whole numbers below 2^53.
    lanes n, hh, hl, ll;
    lanes_truth is_plain; ///< all lie between the floor and what is cut
    lanes_truth changes;  ///< bit k + 1: value k + 1 lies in another bucket than value k
    lanes_truth bits;     ///< those of the next four
} column;

/// Largest whole numbers up to x. 0 <= x < 2^51
LANES_PART void floor_lanes(const lanes *x, lanes *whole)
{
    const lanes one = {1.0, 1.0, 1.0, 1.0}, near = (*x + WHOLE) - WHOLE;
    *whole = near - (lanes)((lanes_truth)one & (near > *x));
}

/// observe_fixed of four values from 0 to below the limit.
LANES_PART void add_fixed(column *c, const lanes *values, double unit)
{
    const lanes x = *values * unit + 0.5;
    lanes n;
    floor_lanes(&x, &n);
    const lanes h = (n * (1.0 / HALF) + WHOLE) - WHOLE, l = n - h * HALF;
    c->n += n;
    c->hh += h * h;
    c->hl += h * l;
    c->ll += l * l;
}

/// Compare four values with those behind them.
LANES_PART void find_changes(column *c, const double *values)
{
    const long long key = -(1LL << OBSERVE_SHIFT);
    const lanes here = *(const loose_lanes *)values, next = *(const loose_lanes *)(values + 1);
    c->changes |= ((((lanes_truth)here ^ (lanes_truth)next) & key) != 0) & c->bits;
    c->bits <<= LANES;
}

LANES_PART uint64_t sum_lanes(const lanes *sum)
{
    return (uint64_t)(int64_t)(((*sum)[0] + (*sum)[1]) + ((*sum)[2] + (*sum)[3]));
}

/// @param top of the values that are not cut  @param values (count), 1 to OBSERVE_TOGETHER
LANES_PART void read_column(column *c, const double *values, size_t count, double floor, double top,
                            double unit)
{
    *c = (column){.is_plain = {-1, -1, -1, -1}, .bits = {1 << 1, 1 << 2, 1 << 3, 1 << 4}};
    size_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        const lanes four = *(const loose_lanes *)(values + k);
        c->is_plain &= (four >= floor) & (four < top);
        add_fixed(c, &four, unit);
        find_changes(c, values + k);
    }
    if (k < count) {
        const lanes_truth is_rest = {-1, k + 1 < count ? -1 : 0, k + 2 < count ? -1 : 0, 0};
        const lanes rest = (lanes)((lanes_truth)(*(const loose_lanes *)(values + k)) & is_rest);
        c->is_plain &= ((rest >= floor) & (rest < top)) | ~is_rest;
        add_fixed(c, &rest, unit);
        find_changes(c, values + k);
    }
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// Runs of values in one bucket. @param changes bit k: value k begins another
LANES_PART void count_runs(uint64_t *counts, uint64_t first_key, const double *values, size_t count,
                           uint64_t changes, uint64_t ticks)
{
    size_t begin = 0;
    for (; changes != 0; changes &= changes - 1) {
        const size_t end = (size_t)__builtin_ctzll(changes);
        counts[(bits_of(values[begin]) >> OBSERVE_SHIFT) - first_key] += (end - begin) * ticks;
        begin = end;
    }
    counts[(bits_of(values[begin]) >> OBSERVE_SHIFT) - first_key] += (count - begin) * ticks;
}

/// Count values of one quantity, `ticks` times each, 1 to OBSERVE_TOGETHER. Neighbours are mostly in one bucket.
/// @param values room for four more
LANES_PART void add_values(observe_pooled *pooled, const observe_units *units,
                           talus_quantity quantity, const double *values, size_t count,
                           uint64_t ticks)
{
    const double unit = units->per_unit[quantity];
    // not cut, and far below the last bucket
    const double top = (0.5 * OBSERVE_FIXED_LIMIT) / unit;
    column c;
    read_column(&c, values, count, observe_floors[quantity], top, unit);
    if (lanes_mask(&c.is_plain) != (1U << LANES) - 1U) {
        for (size_t k = 0; k < count; k++) {
            observe_quantity_add(pooled, units, quantity, values[k], ticks);
        }
        return;
    }
    pooled->sum[quantity] += (observe_sum)sum_lanes(&c.n) * ticks;
    // the middle part can be negative: modulo 2^128 that is right too
    const observe_sum squares = ((observe_sum)sum_lanes(&c.hh) << 44) + sum_lanes(&c.ll) +
                                (observe_sum)(int64_t)sum_lanes(&c.hl) * (1u << 23);
    pooled->square[quantity] += squares * ticks;
    const uint64_t changes = (uint64_t)(c.changes[0] | c.changes[1] | c.changes[2] | c.changes[3]) &
                             (UINT64_MAX >> (OBSERVE_TOGETHER - count));
    count_runs(pooled->counts[quantity], observe_floor_keys[quantity] - 1, values, count, changes,
               ticks);
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
    pooled->steps += count * steps->ticks;
    steps->count = 0;
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        add_values(pooled, units, (talus_quantity)k, steps->values[k], count, steps->ticks);
        pooled->max[k] = lanes_largest(steps->values[k], count, pooled->max[k]);
    }
}

LANES_CLONES void observe_pooled_add_many(observe_pooled *pooled, const observe_units *units,
                                          const trajectory_airborne *air, uint64_t ticks)
{
    const size_t count = air->count;
    pooled->steps += count * ticks;
    add_values(pooled, units, TALUS_KINETIC_ENERGY, air->kinetic_energy, count, ticks);
    add_values(pooled, units, TALUS_SPEED, air->speed, count, ticks);
    add_values(pooled, units, TALUS_JUMP_HEIGHT, air->jump_height, count, ticks);
    raise_max(pooled, TALUS_KINETIC_ENERGY, trajectory_highest_energy(air, 0, count));
    raise_max(pooled, TALUS_SPEED, trajectory_highest_speed(air, 0, count));
    raise_max(pooled, TALUS_JUMP_HEIGHT, air->highest_jump);
    if (air->is_turning_evenly) {
        observe_quantity_add(pooled, units, TALUS_SPIN, air->spin[0], count * ticks);
        return;
    }
    add_values(pooled, units, TALUS_SPIN, air->spin, count, ticks);
    pooled->max[TALUS_SPIN] = lanes_largest(air->spin, count, pooled->max[TALUS_SPIN]);
}

/// Add |share| of an axis in LANES steps, in the unit of share_sum: whole numbers, below 2^53 in all.
LANES_PART void add_shares(const double *component, const lanes *inverse, lanes *sum)
{
    lanes shares = *(const loose_lanes *)component * *inverse, whole;
    lanes_unsign(&shares);
    shares *= 4294967296.0;
    floor_lanes(&shares, &whole);
    *sum += whole;
}

/// Three different axes, the first steps in whole lanes. @return how many steps
LANES_PART size_t add_distinct(observe_pooled *pooled, const observe_axes *axes,
                               const trajectory_airborne *air, uint64_t ticks)
{
    lanes shares[3] = {{0.0}};
    size_t k = 0;
    for (; k + LANES <= air->count; k += LANES) {
        const lanes spin = *(const loose_lanes *)(air->spin + k);
        const lanes_truth is_counted = spin > 1.0;
        if (lanes_mask(&is_counted) != (1U << LANES) - 1U) {
            break;
        }
        const lanes inverse = 1.0 / spin;
        add_shares(air->omega_x + k, &inverse, &shares[0]);
        add_shares(air->omega_y + k, &inverse, &shares[1]);
        add_shares(air->omega_z + k, &inverse, &shares[2]);
    }
    static const unsigned slots[3] = {OBSERVE_MINOR, OBSERVE_INTERMEDIATE, OBSERVE_MAJOR};
    for (int i = 0; i < 3; i++) {
        pooled->share_sum[slots[i]] += (observe_sum)sum_lanes(&shares[axes->order[i]]) * ticks;
        pooled->share_steps[slots[i]] += k * ticks;
    }
    return k;
}

LANES_CLONES void observe_axes_add_many(observe_pooled *pooled, const observe_axes *axes,
                                        const trajectory_airborne *air, uint64_t ticks)
{
    if (air->is_turning_evenly) {
        observe_axes_add(pooled, axes, trajectory_airborne_omega(air, 0), air->spin[0],
                         air->count * ticks);
        return;
    }
    size_t k = axes->kind == OBSERVE_AXES_DISTINCT ? add_distinct(pooled, axes, air, ticks) : 0;
    for (; k < air->count; k++) {
        observe_axes_add(pooled, axes, trajectory_airborne_omega(air, k), air->spin[k], ticks);
    }
}
