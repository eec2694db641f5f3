// SPDX-License-Identifier: GPL-3.0-or-later
/// @file calibrate_score.h
/// How far simulated deposits are from observed ones. It knows points in groups; a group is a
/// release, or all of them. Refuses to know how the points came about.
#ifndef TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_SCORE_H
#define TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_SCORE_H

#include "talus/base.h"

enum { CALIBRATE_SUMMARIES = 5 };

/// Where groups start from, and along which direction deposits lie.
typedef struct calibrate_frame {
    size_t group_count;
    double *centres;     ///< (group_count x 2) m; run-out is the horizontal distance from there
    double direction[2]; ///< unit vector of the mean observed displacement
} calibrate_frame;

/// Observed deposits, or a data set of the same composition.
typedef struct calibrate_set {
    size_t count;
    double *xy;     ///< (count x 2) m
    size_t *groups; ///< (count)
} calibrate_set;

/// Simulated deposits; those of group g are starts[g] to starts[g + 1].
typedef struct calibrate_cloud {
    size_t group_count;
    size_t *starts; ///< (group_count + 1)
    double *xy;     ///< (starts[group_count] x 2) m
} calibrate_cloud;

/// Scores in metres; less is better.
typedef struct calibrate_score {
    double energy; ///< of the points in the plane
    double runout; ///< of the run-outs
} calibrate_score;

/// Mean energy score of the points under the deposits of their groups, and the same score of the
/// pooled run-outs, where a simulated rock counts as its group has points:
///   mean_i [ E|x_i - Y| - 1/2 E|Y - Y'| ],  Y, Y' independent deposits of the group [Gneiting2007]
/// Expectations over pairs leave equal indices out, so that the number of rocks does not bias. Groups
/// of more than 3000 rocks estimate E|Y - Y'| by 3000 x 100 pairs.
/// @return TALUS_ERROR_MEMORY, or TALUS_ERROR_INPUT when a group with points has fewer than 2 rocks
talus_status calibrate_score_of(const calibrate_set *set, const calibrate_frame *frame,
                                const calibrate_cloud *cloud, calibrate_score *score,
                                talus_error *error);
/// @return TALUS_ERROR_INPUT when a group with points has fewer than 2 rocks
talus_status calibrate_cloud_check(const calibrate_set *set, const calibrate_cloud *cloud,
                                   talus_error *error);
/// The sum of both without the terms E|Y - Y'|: what differs between sets under one cloud.
double calibrate_cross(const calibrate_set *set, const calibrate_frame *frame,
                       const calibrate_cloud *cloud, const double *runouts);

/// Energy distance of two sets, m: of the displacements from their groups' centres, and of their
/// lengths, added:
///   2 E|a - b| - E|a - a'| - E|b - b'| >= 0, 0 for equal sets                        [Szekely2013]
double calibrate_distance(const calibrate_set *a, const calibrate_set *b,
                          const calibrate_frame *frame);

/// Draw a data set from the cloud: for every point a rock of its group. Fills `xy` (count x 2).
void calibrate_draw(const calibrate_set *like, const calibrate_cloud *cloud, talus_random *rng,
                    double *xy);
/// What describes a data set: 10, 50, 90 % of run-out, mean and root mean square of the distance to the
/// line through the centre along the frame's direction; all in metres.
/// @param scratch (set->count) out: run-outs, ascending
void calibrate_summarise(const calibrate_set *set, const calibrate_frame *frame, double *scratch,
                         double summaries[CALIBRATE_SUMMARIES]);

/// Run-out of every rock of the cloud, (starts[group_count]).
void calibrate_runouts(const calibrate_frame *frame, const calibrate_cloud *cloud, double *runouts);
/// Distribution of the run-outs that the cloud gives the set's groups: ascending, and the share of
/// the weights up to each.
typedef struct calibrate_curve {
    double *runout, *share; ///< (count); owned
    size_t count;
} calibrate_curve;
/// @return TALUS_ERROR_MEMORY
talus_status calibrate_runout_curve(const calibrate_set *set, const calibrate_frame *frame,
                                    const calibrate_cloud *cloud, calibrate_curve *curve,
                                    talus_error *error);
void calibrate_curve_clear(calibrate_curve *curve);
/// Quantiles 10, 50, 90 % of the run-outs that the cloud gives the set's groups, by weights.
talus_status calibrate_runout_quantiles(const calibrate_set *set, const calibrate_frame *frame,
                                        const calibrate_cloud *cloud, double quantiles[3],
                                        talus_error *error);

void calibrate_set_clear(calibrate_set *set);
void calibrate_cloud_clear(calibrate_cloud *cloud);

#endif
