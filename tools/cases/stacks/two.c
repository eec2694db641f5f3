// SPDX-License-Identifier: GPL-3.0-or-later
// Two rocking blocks on each other.
#include "cases/stacks/stacks.h"

void stacks_two_accelerations(const stacks_two *blocks, const stacks_two_state *state,
                              const double pivots[2], double alpha[2])
{
    const double *b = blocks->b, *h = blocks->h, *m = blocks->mass, g = blocks->gravity;
    const double dx = pivots[0] * b[0] - pivots[1] * b[1], dy = 2.0 * h[0];
    const double cx = pivots[1] * b[1], cy = h[1];
    const double phi = state->theta[1] - state->theta[0];
    const double cosine = talus_cos(phi), sine = talus_sin(phi);
    const double along = dx * cx + dy * cy, across = dy * cx - dx * cy;
    const double k = along * cosine + across * sine, slope = across * cosine - along * sine;
    const double c1 = talus_cos(state->theta[0]), s1 = talus_sin(state->theta[0]);
    const double c2 = talus_cos(state->theta[1]), s2 = talus_sin(state->theta[1]);
    // moments about the corners: 4/3 m (b^2 + h^2), and the upper mass at the end of d
    const double a11 = 4.0 / 3.0 * m[0] * (b[0] * b[0] + h[0] * h[0]) + m[1] * (dx * dx + dy * dy);
    const double a22 = 4.0 / 3.0 * m[1] * (b[1] * b[1] + h[1] * h[1]), a12 = m[1] * k;
    const double r1 = -m[1] * slope * state->omega[1] * state->omega[1] -
                      m[0] * g * (pivots[0] * b[0] * c1 - h[0] * s1) -
                      m[1] * g * (dx * c1 - dy * s1);
    const double r2 =
        m[1] * slope * state->omega[0] * state->omega[0] - m[1] * g * (cx * c2 - cy * s2);
    const double det = a11 * a22 - a12 * a12;
    alpha[0] = (a22 * r1 - a12 * r2) / det;
    alpha[1] = (a11 * r2 - a12 * r1) / det;
}

/// state + h (rate of state)
static stacks_two_state moved(const stacks_two_state *state, const stacks_two_state *rate, double h)
{
    stacks_two_state result;
    for (int k = 0; k < 2; k++) {
        result.theta[k] = state->theta[k] + h * rate->theta[k];
        result.omega[k] = state->omega[k] + h * rate->omega[k];
    }
    return result;
}

static stacks_two_state rate_of(const stacks_two *blocks, const stacks_two_state *state,
                                const double pivots[2])
{
    stacks_two_state rate;
    stacks_two_accelerations(blocks, state, pivots, rate.omega);
    rate.theta[0] = state->omega[0];
    rate.theta[1] = state->omega[1];
    return rate;
}

static double sign_of(double x)
{
    return x < 0.0 ? -1.0 : 1.0;
}

bool stacks_two_move(const stacks_two *blocks, stacks_two_state *state, double time)
{
    enum { STEPS = 4096 };
    const double h = time / STEPS;
    const double pivots[2] = {sign_of(state->theta[0]), sign_of(state->theta[1] - state->theta[0])};
    for (int step = 0; step < STEPS; step++) {
        const stacks_two_state k1 = rate_of(blocks, state, pivots);
        const stacks_two_state at2 = moved(state, &k1, 0.5 * h);
        const stacks_two_state k2 = rate_of(blocks, &at2, pivots);
        const stacks_two_state at3 = moved(state, &k2, 0.5 * h);
        const stacks_two_state k3 = rate_of(blocks, &at3, pivots);
        const stacks_two_state at4 = moved(state, &k3, h);
        const stacks_two_state k4 = rate_of(blocks, &at4, pivots);
        for (int k = 0; k < 2; k++) {
            state->theta[k] +=
                h / 6.0 * (k1.theta[k] + 2.0 * (k2.theta[k] + k3.theta[k]) + k4.theta[k]);
            state->omega[k] +=
                h / 6.0 * (k1.omega[k] + 2.0 * (k2.omega[k] + k3.omega[k]) + k4.omega[k]);
        }
        if (pivots[0] * state->theta[0] < 0.0 ||
            pivots[1] * (state->theta[1] - state->theta[0]) < 0.0) {
            return false;
        }
    }
    return true;
}

void stacks_two_uplift(const stacks_two *blocks, double *upper_alone, double *both_as_one)
{
    const double *m = blocks->mass, *h = blocks->h;
    const double height = (m[0] * h[0] + m[1] * (2.0 * h[0] + h[1])) / (m[0] + m[1]);
    *upper_alone = blocks->b[1] / h[1];
    *both_as_one = blocks->b[0] / height;
}
