// SPDX-License-Identifier: GPL-3.0-or-later
// n equal balls in touch under the generalised law.                          [B12 section 7]
#include "cases/blocks/block_law.h"

#include <math.h>

/// Gap velocity after: d_j = -sum_k E_jk (v_{k+1} - v_k); the factors of q_norm are all equal.
static double gap_after(const rocking_chain *chain, size_t j)
{
    const size_t gaps = chain->ball_count - 1;
    double sum = 0.0;
    for (size_t k = 0; k < gaps; k++) {
        sum += chain->restitution[j * gaps + k] * (chain->velocity[k + 1] - chain->velocity[k]);
    }
    return -sum;
}

block_verdict rocking_chain_impact(const rocking_chain *chain, double *velocity, double *percussion,
                                   double *energy_ratio)
{
    const size_t n = chain->ball_count;
    double momentum = 0.0, before = 0.0, after = 0.0, weighted = 0.0;
    bool apart = true, pressed = true;
    for (size_t i = 0; i < n; i++) {
        momentum += chain->velocity[i];
        before += chain->velocity[i] * chain->velocity[i];
    }
    const double least = -ROCKING_ROUND_OFF * sqrt(before);
    for (size_t j = 0; j + 1 < n; j++) {
        const double gap = gap_after(chain, j);
        apart = apart && gap >= least;
        weighted += (double)(n - 1 - j) * gap;
        percussion[j] = gap; // until the velocities are made of them
    }
    // v_1 = (S - sum_j (n - j) d_j) / n, and v_{j+1} = v_j + d_j
    velocity[0] = (momentum - weighted) / (double)n;
    for (size_t j = 0; j + 1 < n; j++) {
        velocity[j + 1] = velocity[j] + percussion[j];
    }
    double lost = 0.0;
    for (size_t j = 0; j < n; j++) {
        after += velocity[j] * velocity[j];
        lost += chain->velocity[j] - velocity[j];
        if (j + 1 < n) {
            percussion[j] = chain->mass * lost;
            pressed = pressed && lost >= least;
        }
    }
    *energy_ratio = after / before;
    return (block_verdict){apart, pressed, after <= before * (1.0 + ROCKING_ROUND_OFF)};
}
