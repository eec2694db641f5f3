// SPDX-License-Identifier: GPL-3.0-or-later
// Merging and reading the pooled statistics.
#include "runs/observe/pooled.h"

#include <stddef.h>
#include <string.h>

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

/// Buckets of a quantity that can hold counts: those up to the largest value, and one more, as
/// round-off can put a value of a flight above those at its ends.
static size_t used_buckets(const observe_pooled *pooled, int quantity)
{
    const size_t used = observe_bucket((talus_quantity)quantity, pooled->max[quantity]) + 2;
    return used < OBSERVE_BUCKETS ? used : OBSERVE_BUCKETS;
}

void observe_pooled_clear(observe_pooled *pooled)
{
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        memset(pooled->counts[k], 0, used_buckets(pooled, k) * sizeof *pooled->counts[k]);
    }
    memset(pooled, 0, offsetof(observe_pooled, counts));
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/// The largest gain; of equal ones that of the lowest rock and step.
static void merge_gain(observe_pooled *to, const observe_pooled *from)
{
    const bool is_equal = to->has_gain && from->worst_gain == to->worst_gain;
    const bool is_first = from->gain_rock < to->gain_rock ||
                          (from->gain_rock == to->gain_rock && from->gain_step < to->gain_step);
    if (from->has_gain &&
        (!to->has_gain || from->worst_gain > to->worst_gain || (is_equal && is_first))) {
        to->worst_gain = from->worst_gain;
        to->gain_rock = from->gain_rock;
        to->gain_step = from->gain_step;
        to->has_gain = true;
    }
}

void observe_pooled_merge(observe_pooled *to, const observe_pooled *from)
{
    to->steps += from->steps;
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        to->sum[k] += from->sum[k];
        to->square[k] += from->square[k];
        to->max[k] = larger(to->max[k], from->max[k]);
        const size_t used = used_buckets(from, k);
        for (size_t i = 0; i < used; i++) {
            to->counts[k][i] += from->counts[k][i];
        }
    }
    for (int k = 0; k < OBSERVE_SHARES; k++) {
        to->share_steps[k] += from->share_steps[k];
        to->share_sum[k] += from->share_sum[k];
    }
    to->contacts += from->contacts;
    to->problems += from->problems;
    for (int k = 0; k < TALUS_SOLVER_STAGE_COUNT; k++) {
        to->stages[k] += from->stages[k];
    }
    to->unsolved += from->unsolved;
    to->retried_plastic += from->retried_plastic;
    to->limited += from->limited;
    for (int k = 0; k < TALUS_LAW_OUTCOME_COUNT; k++) {
        to->laws[k] += from->laws[k];
    }
    to->law_slipped += from->law_slipped;
    to->rotation_failures += from->rotation_failures;
    to->solver_iterations += from->solver_iterations;
    to->rotation_iterations += from->rotation_iterations;
    observe_breaking_merge(&to->breaking, &from->breaking);
    to->worst_residual = larger(to->worst_residual, from->worst_residual);
    to->deepest_penetration = larger(to->deepest_penetration, from->deepest_penetration);
    to->worst_ledger = larger(to->worst_ledger, from->worst_ledger);
    merge_gain(to, from);
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
    memcpy(totals->stages, pooled->stages, sizeof totals->stages);
    totals->unsolved = pooled->unsolved;
    totals->retried_plastic = pooled->retried_plastic;
    totals->limited = pooled->limited;
    for (int k = 0; k < TALUS_LAW_OUTCOME_COUNT; k++) {
        totals->laws[k] = pooled->laws[k];
    }
    totals->law_slipped = pooled->law_slipped;
    totals->rotation_failures = pooled->rotation_failures;
    totals->solver_iterations = pooled->solver_iterations;
    totals->rotation_iterations = pooled->rotation_iterations;
    totals->worst_residual = pooled->worst_residual;
    totals->deepest_penetration = pooled->deepest_penetration;
    totals->worst_ledger_relative = pooled->worst_ledger;
    totals->worst_gain_relative = pooled->worst_gain;
    totals->worst_gain_rock = pooled->gain_rock;
    totals->worst_gain_step = pooled->gain_step;
    observe_breaking_totals(&pooled->breaking, &totals->breaking);
}
