// SPDX-License-Identifier: GPL-3.0-or-later
// Impact of an upright block with Coulomb percussions at both corners, by enumeration:
// which corners stay on the base, and whether they stick or slip. The corners of an upright block
// have one velocity along the base, so both stick or slip alike.
#include "cases/blocks/sliding.h"

#include <math.h>

typedef struct percussion {
    double a, b, t; ///< normal at A and B, sum along the base, per mass
} percussion;

/// Velocities after it.
static void apply(const talus_rocking_block *block, const double v[3], percussion p, double out[3])
{
    const double spin = block->mass / block->inertia;
    out[0] = v[0] + p.t;
    out[1] = v[1] + p.a + p.b;
    out[2] = v[2] + spin * (-block->b1 * p.a + block->b2 * p.b + block->h * p.t);
}

/// Percussion along the base for given normal ones: as much as sticks, or sigma times their sum.
static double along(const talus_rocking_block *block, const double v[3], double a, double b,
                    double sigma, bool sticks)
{
    const double spin = block->mass / block->inertia, h = block->h;
    if (!sticks) {
        return sigma * (a + b);
    }
    const double rate = v[0] + h * v[2] + h * spin * (-block->b1 * a + block->b2 * b);
    return -rate / (1.0 + h * h * spin);
}

/// Normal percussions that bring the closed corners to their least velocities: linear in them, so
/// three trials are enough.
static bool solve(const talus_rocking_block *block, const double v[3], const double least[2],
                  unsigned closed, double sigma, bool sticks, percussion *p)
{
    const double trial[3][2] = {{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}};
    double rate[3][2];
    for (int i = 0; i < 3; i++) {
        double out[3];
        const percussion q = {trial[i][0], trial[i][1],
                              along(block, v, trial[i][0], trial[i][1], sigma, sticks)};
        apply(block, v, q, out);
        rate[i][0] = out[1] - block->b1 * out[2] - least[0];
        rate[i][1] = out[1] + block->b2 * out[2] - least[1];
    }
    double m[2][2];
    for (int j = 0; j < 2; j++) {
        m[j][0] = rate[1][j] - rate[0][j];
        m[j][1] = rate[2][j] - rate[0][j];
    }
    *p = (percussion){.a = 0.0};
    if (closed == 3U) {
        const double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
        p->a = -(m[1][1] * rate[0][0] - m[0][1] * rate[0][1]) / det;
        p->b = -(m[0][0] * rate[0][1] - m[1][0] * rate[0][0]) / det;
    } else if (closed == 1U) {
        p->a = -rate[0][0] / m[0][0];
    } else {
        p->b = -rate[0][1] / m[1][1];
    }
    p->t = along(block, v, p->a, p->b, sigma, sticks);
    return isfinite(p->a) && isfinite(p->b) && isfinite(p->t);
}

static bool is_consistent(const talus_rocking_block *block, const double out[3],
                          const double least[2], unsigned closed, double mu, double sigma,
                          bool sticks, percussion p, double scale)
{
    const double noise = 1e-12 * scale;
    const double gap_a = out[1] - block->b1 * out[2] - least[0];
    const double gap_b = out[1] + block->b2 * out[2] - least[1];
    const double rate = out[0] + block->h * out[2];
    if (p.a < -noise || p.b < -noise || ((closed & 1U) == 0 && gap_a < -noise) ||
        ((closed & 2U) == 0 && gap_b < -noise)) {
        return false;
    }
    return sticks ? fabs(p.t) <= mu * (p.a + p.b) + noise : sigma * rate <= noise;
}

bool sliding_impact(const talus_rocking_block *block, double mu, const double least[2],
                    double velocity[3], unsigned *closed)
{
    // the corner that landed alone first: with both closed the block would stand still
    static const unsigned sets[3] = {2U, 1U, 3U};
    const double scale = fabs(velocity[0]) + fabs(velocity[1]) +
                         fabs(velocity[2]) * (block->h + block->b1 + block->b2);
    for (int state = 0; state < 3; state++) {
        const bool sticks = state == 0;
        const double sigma = state == 1 ? mu : -mu;
        for (int i = 0; i < 3; i++) {
            percussion p;
            double out[3];
            if (!solve(block, velocity, least, sets[i], sigma, sticks, &p)) {
                continue;
            }
            apply(block, velocity, p, out);
            if (is_consistent(block, out, least, sets[i], mu, sigma, sticks, p, scale)) {
                for (int k = 0; k < 3; k++) {
                    velocity[k] = out[k];
                }
                *closed = sets[i];
                return true;
            }
        }
    }
    return false;
}
