// SPDX-License-Identifier: GPL-3.0-or-later
/// @file planar.h
/// What the planar motions share: the two pivots of a block, the series of one step, what is kept
/// of a run. x = |theta| and its rate are followed; the side carries the sign.
#ifndef TALUS_SRC_LAB_ROCKING_PLANAR_H
#define TALUS_SRC_LAB_ROCKING_PLANAR_H

#include "lab/rocking/series.h"
#include "lab/rocking/shaking.h"

/// One corner as pivot. [sheet rocking, sections 0 and 2]
typedef struct planar_pivot {
    double sign;  ///< of theta: +1 corner A, -1 corner B
    double alpha; ///< rad
    double c;     ///< m R / J (1/m)
    double tangent;
    double ratio; ///< of the impact that leaves this pivot
} planar_pivot;
planar_pivot planar_pivot_make(const talus_planar_model *model, double sign);

/// Possible block and options, else TALUS_ERROR_ARGUMENT.
talus_status planar_check(const talus_planar_model *model, const talus_shaking *shaking,
                          const talus_planar_options *options, talus_error *error);

/// x(t + tau) = sum x[k] tau^k for 0 <= tau <= h.
typedef struct planar_step {
    double x[SERIES_MOST];
    int n;
    double h;
} planar_step;
/// Expand the motion about `time`; `step->h` in: longest step, out: the step the series allows.
void planar_expand(const planar_pivot *pivot, double gravity, const shaking_cursor *cursor,
                   double time, double tolerance, planar_step *step);

/// Follow the reaction over [0, end] of a step or a rest (`step` NULL) that begins at `time`.
void planar_demand_follow(const planar_pivot *pivot, const talus_planar_model *model,
                          const shaking_cursor *cursor, double time, const planar_step *step,
                          double end, double mu, talus_planar_demand *demand);
/// Impact A to B of a block that turns with omega < 0: |p_T| / p_N = h |1 - r| / (b1 + b2 r).
void planar_demand_impact(const talus_planar_model *model, bool on_b, talus_planar_demand *demand);
talus_planar_demand planar_demand_start(void);

/// Store or count; history may be NULL.
void planar_keep_impact(talus_planar_history *history, double time, double omega);
void planar_keep_peak(talus_planar_history *history, double time, double theta);
void planar_keep_sample(talus_planar_history *history, double time, double theta, double omega);

#endif
