// SPDX-License-Identifier: GPL-3.0-or-later
/// @file block_law.h
/// The generalised law of [B12] written out where nothing acts along the ground: a block in
/// coordinates of the kinetic metric, and a chain of equal balls. Unlike talus/lab/impact_law.h, which
/// refuses a contact that separates before the impact, these are plain formulas for any velocity.
#ifndef TALUS_CASES_BLOCKS_BLOCK_LAW_H
#define TALUS_CASES_BLOCKS_BLOCK_LAW_H

#include "talus/lab/impact_law.h"
#include "talus/lab/rocking.h"

/// The generalised law on a block, in the cases of [B12]; talus/lab/impact_law.h has matrices,
/// intervals and tests of any system. Verdicts allow a round-off of 1e-10.
typedef struct block_verdict {
    bool kinematic, kinetic, energetic; ///< no penetration, no pull, no gain of energy
} block_verdict;
typedef struct block_law {
    double en1, en21; ///< gap velocities of B and A after, per gap velocity of B before
    double et3;       ///< x'+ = -et3 x'-
} block_law;
/// Tangential restitution v_t+ = e_t v_t- of the corners: en1 = en21 - e_t, et3 = -e_t. [B12 (55)]
block_law block_law_tangential(double en21, double e_t);
typedef struct block_law_result {
    double velocity[3];                              ///< x', y' (m/s), omega (rad/s) after
    double percussion_b, percussion_a, percussion_t; ///< N s; t: sum of both corners
    double energy_ratio;                             ///< T+ / T-, the ellipsoid [B12 (52)]
    block_verdict verdict;
} block_law_result;
/// The impact of a block that sticks on A before it, omega < 0.                  [B12 section 5]
/// @return TALUS_ERROR_INPUT for an impossible block or angular velocity
talus_status block_law_apply(const talus_impact_law_block *block, const block_law *law,
                             double omega, block_law_result *result, talus_error *error);
/// Forces of two closed frictionless corners: 0 <= f _|_ A f + B >= 0, unique.       [B12 (5)]
/// @param a      (2 x 2) out, 1/kg, order B, A
/// @param forces (2) out, N
/// @return TALUS_ERROR_INPUT unless |theta| < pi / 2
talus_status block_forces(const talus_rocking_block *block, double theta, double omega,
                          double gravity, double a[4], double forces[2], talus_error *error);

/// Relative round-off that verdicts allow.
#define ROCKING_ROUND_OFF 1e-10

/// q_norm+ = -E q_norm- of a homogeneous block of 1 kg.
typedef struct rocking_norm_result {
    double gram[4];       ///< A_n
    double angle;         ///< kinetic angle between the contacts, rad        [B12 (9)]
    double q_norm[2];     ///< after, sqrt(kg) m/s
    double impulse[2];    ///< A_n^-1 (q_norm+ - q_norm-)                    [B12 (13), corrected]
    double energy_change; ///< T+ - T-, J
    double norm;          ///< |A_n^-1/2 E A_n^1/2|; <= 1: no impact gains energy
    block_verdict verdict;
} rocking_norm_result;
/// @param aspect  height / width
/// @param restitution (2 x 2) E, order B, A
/// @return TALUS_ERROR_INPUT for an aspect that cannot be
talus_status rocking_norm_apply(double aspect, const double restitution[4], const double q_norm[2],
                                rocking_norm_result *result, talus_error *error);

/// n equal balls that touch on a line.                                        [B12 section 7]
typedef struct rocking_chain {
    size_t ball_count;         ///< n >= 2
    double mass;               ///< of a ball, kg
    const double *restitution; ///< (n - 1 x n - 1) E
    const double *velocity;    ///< (n) before, m/s
} rocking_chain;
/// @param velocity   (n) out; must not be chain->velocity
/// @param percussion (n - 1) out, N s
/// @param energy_ratio  T+ / T- out, NaN at rest
block_verdict rocking_chain_impact(const rocking_chain *chain, double *velocity, double *percussion,
                                   double *energy_ratio);

#endif
