// SPDX-License-Identifier: GPL-3.0-or-later
// Merging and reading the pooled statistics.
#include "observe/pooled.h"

#include "math/lanes.h"

static bool are_equal(double a, double b)
{
    return fabs(a - b) <= 1e-6 * (fabs(a) > fabs(b) ? fabs(a) : fabs(b));
}

observe_axes observe_axes_of(talus_vec3 inertia)
{
    const double moments[3] = {inertia.x, inertia.y, inertia.z};
    observe_axes axes = {OBSERVE_AXES_DISTINCT, {0, 1, 2}};
    for (unsigned i = 1; i < 3; i++) {
        for (unsigned j = i; j > 0 && moments[axes.order[j]] < moments[axes.order[j - 1]]; j--) {
            const unsigned swap = axes.order[j];
            axes.order[j] = axes.order[j - 1];
            axes.order[j - 1] = swap;
        }
    }
    const bool low = are_equal(moments[axes.order[0]], moments[axes.order[1]]);
    const bool high = are_equal(moments[axes.order[1]], moments[axes.order[2]]);
    axes.kind = low && high ? OBSERVE_AXES_EQUAL
                : low       ? OBSERVE_AXES_LOWER_PAIR
                : high      ? OBSERVE_AXES_UPPER_PAIR
                            : OBSERVE_AXES_DISTINCT;
    return axes;
}

void observe_pooled_clear(observe_pooled *pooled)
{
    memset(pooled, 0, sizeof *pooled);
}

/// What is added to 2^52 is rounded to a whole number.
#define WHOLE 4503599627370496.0
/// Whole numbers below 2^43 are taken apart at 2^22.
#define HALF 4194304.0

/// Sums over the fixed-point values n = 2^22 h + l, |l| <= 2^21: whole numbers below 2^53.
typedef struct lane_sums {
    lanes n, hh, hl, ll;
} lane_sums;

/// observe_fixed of four values.
LANES_PART void add_lanes(lane_sums *sums, const lanes *values, double unit)
{
    const lanes zero = {0.0}, one = zero + 1.0, most = zero + (OBSERVE_FIXED_LIMIT - 1.0);
    lanes x = *values * unit + 0.5;
    x = (lanes)((lanes_truth)x & (x > 0.0)); // NaN too becomes 0
    const lanes_truth is_cut = x >= most;
    x = (lanes)(((lanes_truth)x & ~is_cut) | ((lanes_truth)most & is_cut));
    const lanes near = (x + WHOLE) - WHOLE;
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

/// Bit k (of at most 64): value k can lie in another bucket than the one before it.
LANES_PART uint64_t find_changes(const double *values, size_t count)
{
    const long long key = -(1LL << OBSERVE_SHIFT);
    uint64_t changes = 0;
    size_t k = 1;
    for (; k + LANES <= count; k += LANES) {
        const lanes before = *(const loose_lanes *)(values + k - 1),
                    here = *(const loose_lanes *)(values + k);
        const lanes_truth is_other = (((lanes_truth)before ^ (lanes_truth)here) & key) != 0;
        changes |= (uint64_t)lanes_mask(&is_other) << k;
    }
    for (; k < count; k++) {
        changes |= (uint64_t)1 << k;
    }
    return changes;
}

/// Index of the lowest bit that is set.
LANES_PART size_t lowest_bit(uint64_t bits)
{
    return (size_t)__builtin_ctzll(bits);
}

/// Count values of one quantity, at most 64. Neighbours are mostly in one bucket.
LANES_PART void add_values(observe_pooled *pooled, const observe_units *units,
                           talus_quantity quantity, const double *values, size_t count)
{
    const double unit = units->per_unit[quantity];
    lane_sums sums = {0};
    size_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        const lanes four = *(const loose_lanes *)(values + k);
        add_lanes(&sums, &four, unit);
    }
    if (k < count) {
        const lanes rest = {values[k], k + 1 < count ? values[k + 1] : 0.0,
                            k + 2 < count ? values[k + 2] : 0.0, 0.0};
        add_lanes(&sums, &rest, unit);
    }
    pooled->sum[quantity] += sum_lanes(&sums.n);
    // the middle part can be negative: modulo 2^128 that is right too
    pooled->square[quantity] += ((observe_sum)sum_lanes(&sums.hh) << 44) + sum_lanes(&sums.ll) +
                                (observe_sum)(int64_t)sum_lanes(&sums.hl) * (1u << 23);
    uint64_t changes = find_changes(values, count);
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = changes == 0 ? count : lowest_bit(changes);
        changes &= changes - 1;
        pooled->counts[quantity][observe_bucket(quantity, values[begin])] += end - begin;
    }
}

static void raise_max(observe_pooled *pooled, talus_quantity quantity, double value)
{
    pooled->max[quantity] = value > pooled->max[quantity] ? value : pooled->max[quantity];
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
    for (size_t k = 0; k < count; k++) {
        raise_max(pooled, TALUS_SPIN, air->spin[k]);
    }
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

void observe_pooled_merge(observe_pooled *to, const observe_pooled *from)
{
    to->steps += from->steps;
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        to->sum[k] += from->sum[k];
        to->square[k] += from->square[k];
        to->max[k] = larger(to->max[k], from->max[k]);
        for (int i = 0; i < OBSERVE_BUCKETS; i++) {
            to->counts[k][i] += from->counts[k][i];
        }
    }
    for (int k = 0; k < OBSERVE_SHARES; k++) {
        to->share_steps[k] += from->share_steps[k];
        to->share_sum[k] += from->share_sum[k];
    }
    to->contacts += from->contacts;
    to->problems += from->problems;
    to->unsolved += from->unsolved;
    to->retried_plastic += from->retried_plastic;
    to->rotation_failures += from->rotation_failures;
    to->solver_iterations += from->solver_iterations;
    to->rotation_iterations += from->rotation_iterations;
    to->worst_residual = larger(to->worst_residual, from->worst_residual);
    to->deepest_penetration = larger(to->deepest_penetration, from->deepest_penetration);
    to->worst_ledger = larger(to->worst_ledger, from->worst_ledger);
    if (from->has_gain) {
        to->worst_gain = to->has_gain ? larger(to->worst_gain, from->worst_gain) : from->worst_gain;
        to->has_gain = true;
    }
}

static double quantile(const observe_pooled *pooled, talus_quantity quantity, double q)
{
    const uint64_t rank = observe_rank(q, pooled->steps);
    uint64_t running = 0;
    unsigned bucket = 0;
    while (bucket < OBSERVE_BUCKETS - 1 && (running += pooled->counts[quantity][bucket]) < rank) {
        bucket++;
    }
    const double value = observe_bucket_value(quantity, bucket);
    return value < pooled->max[quantity] ? value : pooled->max[quantity];
}

static talus_moments moments_of(const observe_pooled *pooled, const observe_units *units,
                                talus_quantity quantity)
{
    if (pooled->steps == 0) {
        const double none = (double)NAN;
        return (talus_moments){none, none, none, none, none, none, none};
    }
    const double n = (double)pooled->steps, unit = 1.0 / units->per_unit[quantity];
    const double mean = observe_sum_double(pooled->sum[quantity]) / n;
    const double variance = observe_sum_double(pooled->square[quantity]) / n - mean * mean;
    return (talus_moments){.mean = unit * mean,
                           .std = variance > 0.0 ? unit * sqrt(variance) : 0.0,
                           .p50 = quantile(pooled, quantity, 0.50),
                           .p90 = quantile(pooled, quantity, 0.90),
                           .p95 = quantile(pooled, quantity, 0.95),
                           .p99 = quantile(pooled, quantity, 0.99),
                           .max = pooled->max[quantity]};
}

static double share_of(const observe_pooled *pooled, unsigned slot)
{
    return pooled->share_steps[slot] == 0 ? (double)NAN
                                          : observe_sum_double(pooled->share_sum[slot]) /
                                                4294967296.0 / (double)pooled->share_steps[slot];
}

talus_rock_means observe_pooled_means(const observe_pooled *pooled, const observe_units *units)
{
    talus_rock_means means = {.steps = pooled->steps};
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        means.mean[k] = pooled->steps == 0 ? (double)NAN
                                           : observe_sum_double(pooled->sum[k]) /
                                                 (double)pooled->steps / units->per_unit[k];
    }
    for (unsigned k = 0; k < OBSERVE_SHARES; k++) {
        means.axis_share[k] = share_of(pooled, k);
        // a rock has one kind of axes: every slot in use counts the same steps
        means.spinning_steps =
            pooled->share_steps[k] > 0 ? pooled->share_steps[k] : means.spinning_steps;
    }
    return means;
}

void observe_pooled_totals(const observe_pooled *pooled, const observe_units *units,
                           talus_totals *totals)
{
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        totals->pooled[k] = moments_of(pooled, units, (talus_quantity)k);
    }
    for (unsigned k = 0; k < 3; k++) {
        totals->axis_share[k] = share_of(pooled, k);
    }
    totals->axis_share_equal_pair = share_of(pooled, OBSERVE_PAIR);
    totals->contacts = pooled->contacts;
    totals->problems = pooled->problems;
    totals->unsolved = pooled->unsolved;
    totals->retried_plastic = pooled->retried_plastic;
    totals->rotation_failures = pooled->rotation_failures;
    totals->solver_iterations = pooled->solver_iterations;
    totals->rotation_iterations = pooled->rotation_iterations;
    totals->worst_residual = pooled->worst_residual;
    totals->deepest_penetration = pooled->deepest_penetration;
    totals->worst_ledger_relative = pooled->worst_ledger;
    totals->worst_gain_relative = pooled->worst_gain;
}
