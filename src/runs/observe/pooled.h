// SPDX-License-Identifier: GPL-3.0-or-later
/// @file pooled.h
/// Statistics over every step of every rock, and the health of the numerics. A step of several ticks
/// counts as so many steps, so that each weighs by its length. One of these counts the rock under way and is added to its worker's
/// when the rock is complete; the workers' are added at the end.
#ifndef TALUS_SRC_RUNS_OBSERVE_POOLED_H
#define TALUS_SRC_RUNS_OBSERVE_POOLED_H

#include "runs/observe/breaking.h"
#include "runs/observe/sketch.h"
#include "runs/trajectory/trajectory.h"
#include "talus/observe.h"

#include <math.h>

/// How the axes of a rock class are named. Moments within 1e-6 relative are equal; a rock with
/// three equal moments has no axis to name and adds nothing.
typedef enum observe_axis_kind {
    OBSERVE_AXES_DISTINCT,
    OBSERVE_AXES_LOWER_PAIR, ///< minor = intermediate; the major axis stands alone
    OBSERVE_AXES_UPPER_PAIR, ///< intermediate = major; the minor axis stands alone
    OBSERVE_AXES_EQUAL
} observe_axis_kind;
typedef struct observe_axes {
    observe_axis_kind kind;
    unsigned order[3]; ///< body axes with ascending moments
} observe_axes;
observe_axes observe_axes_of(talus_vec3 inertia);

enum { OBSERVE_MINOR, OBSERVE_INTERMEDIATE, OBSERVE_MAJOR, OBSERVE_PAIR, OBSERVE_SHARES };

typedef struct observe_pooled {
    uint64_t steps;
    observe_sum sum[TALUS_QUANTITY_COUNT];    ///< observe_units
    observe_sum square[TALUS_QUANTITY_COUNT]; ///< observe_units squared
    double max[TALUS_QUANTITY_COUNT];
    uint64_t share_steps[OBSERVE_SHARES];  ///< steps with |omega| > 1 rad/s
    observe_sum share_sum[OBSERVE_SHARES]; ///< 2^-32
    uint64_t contacts, problems, unsolved, retried_plastic, limited, rotation_failures;
    uint64_t laws[TALUS_LAW_OUTCOME_COUNT], law_slipped; ///< problems by what the impact law did
    uint64_t stages[TALUS_SOLVER_STAGE_COUNT];           ///< problems by the solver's stage
    uint64_t solver_iterations, rotation_iterations;
    double worst_residual, deepest_penetration, worst_ledger, worst_gain;
    bool has_gain;                 ///< worst_gain holds one
    uint64_t gain_rock, gain_step; ///< where it was, the first of equal ones
    observe_breaking breaking;
    uint64_t counts[TALUS_QUANTITY_COUNT][OBSERVE_BUCKETS];
} observe_pooled;

/// Forget all. @param pooled zeros, or what has been added to
void observe_pooled_clear(observe_pooled *pooled);
/// Add `from` to `to`; order-free.
void observe_pooled_merge(observe_pooled *to, const observe_pooled *from);
/// Fill pooled, axis shares and numerics of the totals.
void observe_pooled_totals(const observe_pooled *pooled, const observe_units *units,
                           talus_totals *totals);

/// Means of what was counted, without its quantiles.
talus_rock_means observe_pooled_means(const observe_pooled *pooled, const observe_units *units);

static inline void observe_share_add(observe_pooled *pooled, unsigned slot, double share,
                                     uint64_t steps)
{
    pooled->share_sum[slot] += steps * (uint64_t)(int64_t)(share * 4294967296.0);
    pooled->share_steps[slot] += steps;
}

/// Count steps that have this angular velocity.
static inline void observe_axes_add(observe_pooled *pooled, const observe_axes *axes,
                                    talus_vec3 omega, double spin, uint64_t steps)
{
    if (!(spin > 1.0)) {
        return;
    }
    const double inverse = 1.0 / spin;
    const double w[3] = {omega.x * inverse, omega.y * inverse, omega.z * inverse};
    const double a = w[axes->order[0]], b = w[axes->order[1]], c = w[axes->order[2]];
    switch (axes->kind) {
    case OBSERVE_AXES_DISTINCT:
        observe_share_add(pooled, OBSERVE_MINOR, fabs(a), steps);
        observe_share_add(pooled, OBSERVE_INTERMEDIATE, fabs(b), steps);
        observe_share_add(pooled, OBSERVE_MAJOR, fabs(c), steps);
        break;
    case OBSERVE_AXES_LOWER_PAIR:
        observe_share_add(pooled, OBSERVE_PAIR, sqrt(a * a + b * b), steps);
        observe_share_add(pooled, OBSERVE_MAJOR, fabs(c), steps);
        break;
    case OBSERVE_AXES_UPPER_PAIR:
        observe_share_add(pooled, OBSERVE_MINOR, fabs(a), steps);
        observe_share_add(pooled, OBSERVE_PAIR, sqrt(b * b + c * c), steps);
        break;
    case OBSERVE_AXES_EQUAL:
    default:
        break;
    }
}

/// Ledger of a step, relative to the rock's energy at its end; a division only where a record falls.
static inline void observe_ledger_add(observe_pooled *pooled, const trajectory *t, double z,
                                      double kinetic_energy, double ledger)
{
    const double weight = t->mass * t->campaign->step.gravity;
    const double height = z - t->z_min;
    double energy = kinetic_energy + weight * height;
    energy = energy > weight ? energy : weight;
    ledger = fabs(ledger);
    if (ledger > pooled->worst_ledger * energy) {
        pooled->worst_ledger = energy > 0.0 ? ledger / energy : ledger;
    }
}

/// Ledger and gain relative to the rock's energy.
static inline void observe_energy_add(observe_pooled *pooled, const trajectory *t)
{
    const talus_step_report *report = &t->report;
    observe_ledger_add(pooled, t, t->state.r.z, report->kinetic_energy, report->ledger);
    if (report->contact_count > 0) {
        const double before = report->kinetic_energy - report->gain;
        const double gain = report->gain / (before > 1.0 ? before : 1.0);
        if (!pooled->has_gain || gain > pooled->worst_gain) {
            pooled->worst_gain = gain;
            pooled->has_gain = true;
            pooled->gain_rock = t->record.rock;
            pooled->gain_step = t->record.steps;
        }
    }
}

static inline void observe_numerics_add(observe_pooled *pooled, const trajectory *t)
{
    const talus_step_report *report = &t->report;
    pooled->rotation_iterations += (uint64_t)report->rotation_iterations;
    pooled->rotation_failures += !report->rotation_converged;
    if (report->penetration > pooled->deepest_penetration) {
        pooled->deepest_penetration = report->penetration;
    }
    if (report->solver.stage == TALUS_SOLVER_NONE && report->solver.solved) {
        return;
    }
    pooled->contacts += report->contact_count;
    pooled->problems++;
    pooled->stages[report->solver.stage]++;
    pooled->unsolved += !report->solver.solved;
    pooled->retried_plastic += report->retried_plastic;
    pooled->limited += report->withheld > 0.0 && !report->retried_plastic;
    pooled->laws[report->law]++;
    pooled->law_slipped += report->law_slipped;
    pooled->solver_iterations += (uint64_t)report->solver.iterations;
    if (report->solver.relative_error > pooled->worst_residual) {
        pooled->worst_residual = report->solver.relative_error;
    }
}

/// Count `steps` steps with this value of one quantity.
static inline void observe_quantity_add(observe_pooled *pooled, const observe_units *units,
                                        talus_quantity quantity, double value, uint64_t steps)
{
    const uint64_t fixed = observe_fixed(value, units->per_unit[quantity]);
    pooled->sum[quantity] += (observe_sum)fixed * steps;
    pooled->square[quantity] += (observe_sum)fixed * fixed * steps;
    pooled->max[quantity] = value > pooled->max[quantity] ? value : pooled->max[quantity];
    pooled->counts[quantity][observe_bucket(quantity, value)] += steps;
}

#endif
