// SPDX-License-Identifier: GPL-3.0-or-later
/// @file ground_motion.h
/// Work on ground motions as arrays: pulses sampled, peaks, baseline, rotated components. It knows
/// accelerations; it refuses to know file formats and blocks.
#ifndef TALUS_SRC_LAB_ROCKING_GROUND_MOTION_H
#define TALUS_SRC_LAB_ROCKING_GROUND_MOTION_H

#include "talus/lab/rocking.h"

void ground_motion_clear(talus_ground_motion *motion);
/// Values of a pulse every time_step (s), its end included; clear with ground_motion_clear.
talus_status ground_motion_from_pulse(const talus_pulse *pulse, double time_step,
                                      talus_ground_motion *motion, talus_error *error);
/// Largest |horizontal| (m/s2) and of its integral from rest by the trapezoidal rule (m/s).
void ground_motion_peaks(const talus_ground_motion *motion, double *acceleration, double *velocity);
/// The same of the horizontal resultant of two components of equal count and step; y may be NULL or
/// without values.
void ground_motion_resultant_peaks(const talus_ground_motion *x, const talus_ground_motion *y,
                                   double *acceleration, double *velocity);
/// Multiply all components.
void ground_motion_scale(talus_ground_motion *motion, double factor);
/// Subtract from every component the polynomial of this degree (0 mean, 1 linear, 2 quadratic) that
/// fits it best in the least squares. @return TALUS_ERROR_ARGUMENT for another degree or fewer than
/// 3 values
talus_status ground_motion_baseline(talus_ground_motion *motion, int degree, talus_error *error);
/// Two horizontal components seen along the direction at `angle` (rad) from that of `x`:
/// x cos + y sin, in place of x; the vertical component stays.
/// @return TALUS_ERROR_ARGUMENT when time steps or counts differ
talus_status ground_motion_rotate(talus_ground_motion *x, const talus_ground_motion *y,
                                  double angle, talus_error *error);

/// Two horizontal components in axes turned by `angle` (rad): x cos + y sin and y cos - x sin in
/// place of both. A y without values counts as 0 and is filled; clear it with ground_motion_clear.
/// @return TALUS_ERROR_ARGUMENT when time steps or counts differ; TALUS_ERROR_MEMORY
talus_status ground_motion_turn(talus_ground_motion *x, talus_ground_motion *y, double angle,
                                talus_error *error);
/// The horizontal values of `up` become the vertical component of `motion`, which owns them then.
/// @return TALUS_ERROR_ARGUMENT when time steps or counts differ
talus_status ground_motion_use_vertical(talus_ground_motion *motion, talus_ground_motion *up,
                                        talus_error *error);

#endif
