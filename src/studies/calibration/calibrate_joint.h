// SPDX-License-Identifier: GPL-3.0-or-later
/// @file calibrate_joint.h
/// How far a simulated case is from the measured one: distances of data sets, summaries, scores by
/// kind. It knows samples; it refuses to know how they came about.
#ifndef TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_JOINT_H
#define TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_JOINT_H

#include "studies/calibration/calibrate_case.h"
#include "studies/validation/validate_internal.h"

enum { CALIBRATE_JOINT_SUMMARIES = 12 };

/// What sums up the measured data; NaN where nothing of the kind was measured.
/// @param replicate of the simulated ones; SIZE_MAX: the measured data themselves
void calibrate_joint_summarise(const validate_sample *samples, size_t replicate,
                               double summaries[CALIBRATE_JOINT_SUMMARIES]);
/// Mean over kinds of the energy distance between measured data and one simulated data set, in
/// units of the mean distance of two measured values. NaN when nothing was simulated.
double calibrate_joint_distance(const validate_sample *samples, size_t replicate);
/// Score of every kind over that of the climatology, and their mean. Sorts the simulated values: no
/// data set is to be had of the samples after it.
double calibrate_joint_score(validate_sample *samples, double kinds[CALIBRATE_CASE_KIND_COUNT]);

#endif
