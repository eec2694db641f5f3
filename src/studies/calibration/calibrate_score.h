// SPDX-License-Identifier: GPL-3.0-or-later
/// @file calibrate_score.h
/// How far simulated deposits are from observed ones. It knows points in groups; a group is a
/// release, or all of them. Refuses to know how the points came about.
#ifndef TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_SCORE_H
#define TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_SCORE_H

#include "talus/base.h"

#include <math.h>

/// Numbers that describe a data set: those of places, and of places and volumes.
enum { CALIBRATE_SUMMARIES_OF_PLACES = 5, CALIBRATE_SUMMARIES = 8 };

/// Where groups start from, and along which direction deposits lie.
typedef struct calibrate_frame {
    size_t group_count;
    double *centres;     ///< (group_count x 2) m; run-out is the horizontal distance from there
    double direction[2]; ///< unit vector of the mean observed displacement
    double volume_scale; ///< m that a difference of 1 in ln(volume) counts; 0: volumes do not
} calibrate_frame;

/// Observed deposits, or a data set of the same composition.
typedef struct calibrate_set {
    size_t count;
    double *xy;          ///< (count x 2) m
    double *log_volumes; ///< (count) of m^3; NULL: not compared
    size_t *groups;      ///< (count)
    double share;        ///< of all observed deposits, in (0, 1]; where events have several
} calibrate_set;

/// Simulated deposits; those of group g are starts[g] to starts[g + 1].
typedef struct calibrate_cloud {
    size_t group_count;
    size_t *starts;      ///< (group_count + 1)
    double *xy;          ///< (starts[group_count] x 2) m
    double *log_volumes; ///< (starts[group_count]) of m^3; NULL: not compared
    /// Deposits of event e, at least one, are events[e] to events[e + 1], events of group g are
    /// group_events[g] to group_events[g + 1]. NULL, both: every deposit is drawn alone.
    size_t *events, *group_events;
} calibrate_cloud;

/// What is known of a deposit beside its place.
typedef enum calibrate_quantity {
    CALIBRATE_RUNOUT, ///< m
    CALIBRATE_VOLUME  ///< ln of m^3
} calibrate_quantity;
double calibrate_point_value(calibrate_quantity quantity, const calibrate_set *set,
                             const calibrate_frame *frame, size_t i);

static inline double calibrate_between(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

/// Scores in metres; less is better.
typedef struct calibrate_score {
    double energy; ///< of the points in the plane
    double runout; ///< of the run-outs
    double volume; ///< of ln(volume), times the frame's scale; 0: not compared
} calibrate_score;
/// What is minimised.
double calibrate_score_sum(const calibrate_score *score);

/// Metres per ln(volume) at which volumes count as much as run-outs: mean |R - R'| of all pairs of
/// the set over mean |ln V - ln V'|. 0 without volumes or where all are equal.
double calibrate_volume_scale(const calibrate_set *set, const calibrate_frame *frame);

/// Mean energy score of the points under the deposits of their groups, and the same score of the
/// pooled run-outs and ln(volumes), where a simulated rock counts as its group has points:
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
/// The sum of all without the terms E|Y - Y'|: what differs between sets under one cloud.
double calibrate_cross(const calibrate_set *set, const calibrate_frame *frame,
                       const calibrate_cloud *cloud, const double *runouts);

/// Energy distance of two sets, m: of the displacements from their groups' centres, of their
/// lengths, and of ln(volumes) times the frame's scale, added:
///   2 E|a - b| - E|a - a'| - E|b - b'| >= 0, 0 for equal sets                        [Szekely2013]
double calibrate_distance(const calibrate_set *a, const calibrate_set *b,
                          const calibrate_frame *frame);

/// Draw a data set from the cloud: for every point a rock of its group. Where events have several
/// deposits, whole events are drawn until the points of a group are filled, each deposit kept with
/// the probability like->share: pieces of one block lie together, and a set has few blocks.
/// @param drawn out: its xy and log_volumes, like->count of each, belong to the caller
void calibrate_draw(const calibrate_set *like, const calibrate_cloud *cloud, talus_random *rng,
                    calibrate_set *drawn);
/// What describes a data set: 10, 50, 90 % of run-out, mean and root mean square of the distance to the
/// line through the centre along the frame's direction, in metres; where volumes are compared 10, 50,
/// 90 % of ln(volume).
/// @param scratch   (set->count) out: run-outs, ascending
/// @param summaries (calibrate_summary_count)
void calibrate_summarise(const calibrate_set *set, const calibrate_frame *frame, double *scratch,
                         double *summaries);
size_t calibrate_summary_count(const calibrate_set *set);
/// The quantity of every point, ascending, (set->count).
void calibrate_sort_points(calibrate_quantity quantity, const calibrate_set *set,
                           const calibrate_frame *frame, double *sorted);

/// Run-out of every rock of the cloud, (starts[group_count]).
void calibrate_runouts(const calibrate_frame *frame, const calibrate_cloud *cloud, double *runouts);
/// Distribution of what the cloud gives the set's groups: ascending, and the share of the weights up to
/// each.
typedef struct calibrate_curve {
    double *value, *share; ///< (count); owned
    size_t count;
} calibrate_curve;
/// @return TALUS_ERROR_MEMORY
talus_status calibrate_curve_of(calibrate_quantity quantity, const calibrate_set *set,
                                const calibrate_frame *frame, const calibrate_cloud *cloud,
                                calibrate_curve *curve, talus_error *error);
void calibrate_curve_clear(calibrate_curve *curve);
/// Quantiles 10, 50, 90 % of what the cloud gives the set's groups, by weights.
talus_status calibrate_quantiles(calibrate_quantity quantity, const calibrate_set *set,
                                 const calibrate_frame *frame, const calibrate_cloud *cloud,
                                 double quantiles[3], talus_error *error);

/// A set of the same size and groups, its places and volumes to be filled.
/// @return TALUS_ERROR_MEMORY, with an empty set
talus_status calibrate_set_like(const calibrate_set *set, calibrate_set *like, talus_error *error);
void calibrate_set_clear(calibrate_set *set);
void calibrate_cloud_clear(calibrate_cloud *cloud);

#endif
