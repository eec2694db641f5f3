// SPDX-License-Identifier: GPL-3.0-or-later
/// @file shaking.h
/// Ground acceleration as pieces that are smooth, each with a power series at any of its times.
#ifndef TALUS_SRC_LAB_ROCKING_SHAKING_H
#define TALUS_SRC_LAB_ROCKING_SHAKING_H

#include "talus/lab/rocking.h"

/// Where a run stands in its shaking.
typedef struct shaking_cursor {
    const talus_shaking *shaking;
    size_t piece;
    double begin, end; ///< s, of the piece; end is infinite for the last one, which is quiet
    double reach;      ///< s: longest step in which a series of SERIES_MOST terms is exact
} shaking_cursor;

/// Accelerations up to 1e6 gravity, positive steps, acc_z > -gravity.
talus_status shaking_check(const talus_shaking *shaking, double gravity, talus_error *error);
/// First piece; `shaking` may be NULL.
shaking_cursor shaking_start(const talus_shaking *shaking);
/// Next piece; not to be called on the last one.
void shaking_next(shaking_cursor *cursor);
bool shaking_is_over(const shaking_cursor *cursor);
/// Coefficients of horizontal and vertical acceleration about `time` within the piece.
/// @param u, v  (SERIES_MOST)
/// @return how many are not zero: 0 in the quiet, 2 on a record, SERIES_MOST for smooth pulses
int shaking_series(const shaking_cursor *cursor, double time, double *u, double *v);
/// End of the shaking (s).
double shaking_duration(const talus_shaking *shaking);
/// Velocity (m/s) and displacement (m) of the base at a time >= 0, from rest at 0: the exact
/// integrals of the pulse or of the piecewise linear record; constant velocity after the end. A
/// record is summed from its start. @param v, d out (2): horizontal, vertical
void shaking_integrals(const talus_shaking *shaking, double time, double v[2], double d[2]);

#endif
