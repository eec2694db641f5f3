// SPDX-License-Identifier: GPL-3.0-or-later
/// @file observe.h
/// Statistics of all rocks of a run, as plain data: totals, strata, counts at obstacles. It knows
/// quantities and units; it refuses to know how results are stored and written.
///
/// threads: plain values.
#ifndef TALUS_OBSERVE_H
#define TALUS_OBSERVE_H

#include "talus/campaign.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Means of one rock over its steps, each weighed by its ticks; NaN for a rock without steps.
typedef struct talus_rock_means {
    double mean[TALUS_QUANTITY_COUNT]; ///< in talus_quantity_unit
    double axis_share[4]; ///< minor, intermediate, major, equal pair; NaN where it has no such axis
    uint64_t steps;
    uint64_t spinning_steps; ///< with |omega| > 1 rad/s: the weight of axis_share
} talus_rock_means;
typedef struct talus_moments {
    double mean, std, p50, p90, p95, p99, max;
} talus_moments;
typedef struct talus_lower_tail {
    double min, p1, p5, p10; ///< for quantities whose small values are the dangerous ones
} talus_lower_tail;
/// Breaks of all completed rocks; sums of whole mJ, g and cm^2. [docs/bodies.md, 5]
typedef struct talus_breaking_totals {
    bool only_released;   ///< no rock may break
    uint64_t events;      ///< completed; 0: no event of this run has several bodies
    uint64_t released;    ///< rocks released in them: the first of each, and those beside it
    uint64_t broken;      ///< of the released rocks
    uint64_t breaks;      ///< of rocks and fragments
    uint64_t refused;     ///< bodies kept whole by the limits of bodies, generations or shapes
    uint64_t clamped;     ///< breaks with an area ratio outside the window of the law of sizes
    uint64_t fragments;   ///< pieces that fly on
    uint64_t fines;       ///< pieces below the least volume
    uint64_t most_bodies; ///< largest number of bodies in an event
    uint64_t outcomes[TALUS_OUTCOME_COUNT];       ///< of the fragments
    uint64_t other_outcomes[TALUS_OUTCOME_COUNT]; ///< of the rocks beside the first of an event
    double pieces_per_broken; ///< of the first break of a rock, fines included; NaN: none broke
    /// Volume of the largest body at the end as a share of the rock it comes from, mean over the
    /// rocks that broke; NaN: none broke.
    double survival;
    double energy, effective;     ///< J, as talus_break
    double scatter, fines_energy; ///< J
    double fines_mass;            ///< kg
    double surface;               ///< m^2
    double imbalance;             ///< largest of all breaks
} talus_breaking_totals;
/// Totals of a run; they do not depend on the order of the rocks.
typedef struct talus_totals {
    size_t size;    ///< of this struct, set by the caller of talus_results_totals
    uint64_t rocks; ///< completed
    uint64_t outcomes[TALUS_OUTCOME_COUNT];
    uint64_t below_ground, tunnelled, freed, held;
    uint64_t under_ground; ///< below_ground or tunnelled
    uint64_t steps, contact_steps, swept_steps;
    uint64_t soil_steps, scars;
    double scar_depth_max, scar_length_max;          ///< m
    uint64_t stem_impacts, stems_broken, stem_rocks; ///< stem_rocks: rocks that touched a stem
    double stem_energy;                              ///< J
    uint64_t contacts;                               ///< closed ones, of all steps together
    uint64_t problems, unsolved, retried_plastic, rotation_failures;
    uint64_t
        limited; ///< problems solved with less restitution: with all of it they would have gained energy
    uint64_t stages[TALUS_SOLVER_STAGE_COUNT]; ///< problems by stage of the solver; sum = problems
    uint64_t laws[TALUS_LAW_OUTCOME_COUNT];    ///< problems by outcome of the ground's impact law
    uint64_t law_slipped;                      ///< problems in which a contact of that law slipped
    uint64_t solver_iterations, rotation_iterations;
    double worst_residual;      ///< relative error of the contact solver
    double deepest_penetration; ///< m, >= 0, true distance
    double correction; ///< J, sum over rocks                              [docs/detection.md]
    double correction_relative;   ///< the same / potential energy lost by all rocks
    double worst_ledger_relative; ///< |ledger| / energy: kinetic + m g (z - z_min) >= m g 1 m
    double worst_gain_relative; ///< largest gain / max(½u_freeᵀM̂u_free, 1 J); <= 0 means none
    uint64_t worst_gain_rock, worst_gain_step;   ///< where it was
    talus_moments largest[TALUS_QUANTITY_COUNT]; ///< of the largest value of each completed rock
    talus_moments pooled[TALUS_QUANTITY_COUNT];  ///< of all steps: slow rocks count most
    double axis_share[3];         ///< minor, intermediate, major (NaN where a pair replaces them)
    double axis_share_equal_pair; ///< NaN unless two moments are equal
    talus_moments runout, path, drop, reach_angle;         ///< m, m, m, rad: over completed rocks
    talus_lower_tail reach_angle_tail;                     ///< rad, of the long run-outs
    uint64_t free_falls, free_fall_steps, free_fall_rocks; ///< off cliffs; rocks with a free fall
    talus_moments largest_jump_slope; ///< m, largest jump height of each rock outside free falls
    uint64_t moved;   ///< rocks that ended farther from their release than their diameter
    double base_work; ///< J, of shaking ground, relative to it
    /// Strata with a frequency > 0 and no completed rock, and the sum of their frequencies (1/yr).
    /// They are missing in all annual values.
    uint64_t empty_strata;
    double empty_frequency;
    talus_breaking_totals breaking;
    uint64_t hash;
    double wall_time; ///< s; differs from run to run, unlike the other results
    unsigned threads; ///< of all ranks
    unsigned ranks;   ///< processes of the run, 1 without an exchange
} talus_totals;

/// Rocks with statistics of their own, and the weight of each in probabilities, means and
/// quantiles: frequency / rocks (1/yr) if frequencies are known (0 without rocks); in a run that
/// may end early the expected number of rocks of the stratum in the whole campaign / rocks;
/// otherwise 1.
typedef struct talus_stratum {
    uint32_t release, rock_class; ///< both 0 when the campaign is not stratified
    uint64_t rocks;               ///< completed ones
    double frequency, weight;     ///< 1/yr, NaN = unknown; of one rock
} talus_stratum;
/// Does the stratum have a frequency > 0 and no rock? It is then missing in all annual values.
TALUS_API bool talus_stratum_is_empty(const talus_stratum *stratum);

/// Crossings of a net by all completed rocks.
typedef struct talus_net_counts {
    uint64_t overtopped, caught, passed;
    double energy; ///< J, absorbed; a sum of whole mJ
} talus_net_counts;
/// Contacts of all completed rocks with a wall.
typedef struct talus_wall_counts {
    uint64_t rocks;   ///< rocks that touched it
    uint64_t impacts; ///< first touches after a step without contact
    double energy;    ///< J, taken by its percussions; a sum of whole mJ
} talus_wall_counts;

/// Completed rocks at a dam. Rocks that reached it and neither crossed it nor stopped there went
/// round its end or turned away.
typedef struct talus_dam_counts {
    uint64_t reached;    ///< S came above the crest or a face: within crest_width / 2 + height /
                         ///< tan(face_slope) of the line
    uint64_t overtopped; ///< and S crossed the line
    uint64_t stopped;    ///< and the rock stopped without crossing the line
} talus_dam_counts;

#ifdef __cplusplus
}
#endif
#endif
