// SPDX-License-Identifier: GPL-3.0-or-later
/// @file two_blocks.h
/// Two rigid rectangles, one centred on the other, on a base that may accelerate; nothing slides.
/// The planar reference for stacks: which motion starts, and the plastic impact of the lower block.
///                                                       [Psycharis 1990; Spanos et al. 2001]
#ifndef TALUS_CASES_BLOCKS_TWO_BLOCKS_H
#define TALUS_CASES_BLOCKS_TWO_BLOCKS_H

#include "talus/base.h"

/// Half sizes; 1 is the lower block.
typedef struct two_blocks {
    double b1, h1, b2, h2, m1, m2; ///< m, kg
} two_blocks;
/// All sizes and masses > 0 and finite.
talus_status two_blocks_check(const two_blocks *stack, talus_error *error);

typedef enum two_blocks_mode {
    TWO_BLOCKS_REST,
    TWO_BLOCKS_UPPER,    ///< the upper one alone
    TWO_BLOCKS_TOGETHER, ///< as one body
    TWO_BLOCKS_BOTH,
    TWO_BLOCKS_NONE ///< no motion is consistent
} two_blocks_mode;
/// "rest", "upper", "together", "both", "none"
const char *two_blocks_mode_name(two_blocks_mode mode);
typedef struct two_blocks_start {
    two_blocks_mode mode;
    double turn[2]; ///< angular accelerations (rad/s2), counter-clockwise, lower and upper
} two_blocks_start;
/// At rest under accelerations of the base (to the right and upwards), up > -gravity.
two_blocks_start two_blocks_start_of(const two_blocks *stack, double gravity, double across,
                                     double up);
/// Smallest a/g at which a mode starts, up to `most`; NaN = it never does.
double two_blocks_limit(const two_blocks *stack, two_blocks_mode mode, double most);

typedef struct two_blocks_impact {
    bool found;
    double omega[2];     ///< rad/s after it
    double energy_ratio; ///< T+ / T-
    bool closed[4];      ///< A1, B1 on the base, A2, B2 in the joint
} two_blocks_impact;
/// Upright, both turning together about A with omega < 0 until B lands (about B with omega > 0
/// until A lands): plastic percussions at all corners, sticking.
two_blocks_impact two_blocks_impact_of(const two_blocks *stack, double omega);

#endif
