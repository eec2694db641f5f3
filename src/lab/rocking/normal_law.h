// SPDX-License-Identifier: GPL-3.0-or-later
/// @file normal_law.h
/// The generalised law of [B12] written out where nothing acts along the ground: a block in
/// coordinates of the kinetic metric, and a chain of equal balls. Unlike talus/lab/impact_law.h, which
/// refuses a contact that separates before the impact, these are plain formulas for any velocity.
#ifndef TALUS_SRC_LAB_ROCKING_NORMAL_LAW_H
#define TALUS_SRC_LAB_ROCKING_NORMAL_LAW_H

#include "talus/lab/rocking.h"

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
    talus_rocking_verdict verdict;
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
talus_rocking_verdict rocking_chain_impact(const rocking_chain *chain, double *velocity,
                                           double *percussion, double *energy_ratio);

#endif
