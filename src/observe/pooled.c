// SPDX-License-Identifier: GPL-3.0-or-later
// Merging and reading the pooled statistics.
#include "observe/pooled.h"

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

/// Count values of one quantity; the sums of at most 64 of them fit in narrower integers first.
/// Neighbours are mostly in one bucket, so runs are counted: equal upper bits, one bucket.
static void add_values(observe_pooled *pooled, const observe_units *units, talus_quantity quantity,
                       const double *values, size_t count)
{
    const double unit = units->per_unit[quantity], limit = OBSERVE_FIXED_LIMIT - 1.0;
    double scaled[TRAJECTORY_AIRBORNE];
    uint64_t keys[TRAJECTORY_AIRBORNE];
    for (size_t k = 0; k < count; k++) { // observe_fixed without its conversion
        const double x = values[k] * unit + 0.5, positive = x > 0.0 ? x : 0.0;
        scaled[k] = positive < limit ? positive : limit;
        memcpy(&keys[k], &values[k], sizeof keys[k]);
        keys[k] >>= OBSERVE_SHIFT;
    }
    uint64_t sum = 0;
    observe_sum square = 0;
    for (size_t k = 0; k < count; k++) {
        const uint64_t fixed = (uint64_t)(int64_t)scaled[k];
        sum += fixed;
        square += (observe_sum)fixed * fixed;
    }
    for (size_t k = 0, end; k < count; k = end) {
        for (end = k + 1; end < count && keys[end] == keys[k];) {
            end++;
        }
        pooled->counts[quantity][observe_bucket(quantity, values[k])] += end - k;
    }
    pooled->sum[quantity] += sum;
    pooled->square[quantity] += square;
}

static void raise_max(observe_pooled *pooled, talus_quantity quantity, double value)
{
    pooled->max[quantity] = value > pooled->max[quantity] ? value : pooled->max[quantity];
}

void observe_pooled_add_many(observe_pooled *pooled, const observe_units *units,
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
