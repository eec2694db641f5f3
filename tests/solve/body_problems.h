// SPDX-License-Identifier: GPL-3.0-or-later
// Random contact problems of one rigid body: contacts on points of a box, frames near the vertical,
// masses and gyroscopic terms as in a fall. Shared by the percussion tests.
#ifndef TESTS_PERCUSSION_BODY_PROBLEMS_H
#define TESTS_PERCUSSION_BODY_PROBLEMS_H

#include "solve/solve_calls.h"

#include <math.h>
#include <string.h>

enum { BODY_MAX = 24 };

typedef struct body_problem {
    talus_contact_problem problem;
    double delassus[9 * BODY_MAX * BODY_MAX], c[3 * BODY_MAX], mu[BODY_MAX];
    double w[6][3 * BODY_MAX];
} body_problem;

static double body_random(talus_random *rng, double from, double to)
{
    return from + (to - from) * talus_random_uniform(rng);
}

static void body_invert3(const double a[9], double b[9])
{
    const double k0 = a[4] * a[8] - a[5] * a[7], k1 = a[5] * a[6] - a[3] * a[8],
                 k2 = a[3] * a[7] - a[4] * a[6];
    const double d = 1.0 / (a[0] * k0 + a[1] * k1 + a[2] * k2);
    const double inverse[9] = {k0, a[2] * a[7] - a[1] * a[8], a[1] * a[5] - a[2] * a[4],
                               k1, a[0] * a[8] - a[2] * a[6], a[2] * a[3] - a[0] * a[5],
                               k2, a[1] * a[6] - a[0] * a[7], a[0] * a[4] - a[1] * a[3]};
    for (int i = 0; i < 9; i++) {
        b[i] = d * inverse[i];
    }
}

/// Unit normal tilted by up to `tilt`, and tangents; columns of the directions for the point x.
static void body_contact(body_problem *b, size_t k, const double x[3], const double n[3])
{
    double t1[3] = {n[2], 0.0, -n[0]};
    const double length = sqrt(t1[0] * t1[0] + t1[2] * t1[2]);
    t1[0] /= length;
    t1[2] /= length;
    const double t2[3] = {n[1] * t1[2] - n[2] * t1[1], n[2] * t1[0] - n[0] * t1[2],
                          n[0] * t1[1] - n[1] * t1[0]};
    const double *frame[3] = {n, t1, t2};
    for (size_t i = 0; i < 3; i++) {
        const double *f = frame[i];
        const double column[6] = {f[0],
                                  f[1],
                                  f[2],
                                  x[1] * f[2] - x[2] * f[1],
                                  x[2] * f[0] - x[0] * f[2],
                                  x[0] * f[1] - x[1] * f[0]};
        for (size_t j = 0; j < 6; j++) {
            b->w[j][3 * k + i] = column[j];
        }
    }
}

/// A 780 kg plate with `n` contacts on its lower face (flat: all normals equal) or spread with
/// tilted normals; friction up to mu_max; `skew` = rad/s of the gyroscopic part (0: symmetric).
static void body_problem_make(body_problem *b, uint64_t index, size_t n, bool flat, double mu_max,
                              double skew)
{
    talus_random rng = {77, index, 0};
    const double theta[3] = {52.31, 52.31, 83.34}, mass = 780.0, h = 0.001;
    double hat[9] = {theta[0], 0, 0, 0, theta[1], 0, 0, 0, theta[2]}, inverse[9], u[6];
    const double s[3] = {body_random(&rng, -skew, skew), body_random(&rng, -skew, skew),
                         body_random(&rng, -skew, skew)};
    hat[1] -= h * (theta[0] + theta[1]) * s[2];
    hat[3] += h * (theta[0] + theta[1]) * s[2];
    hat[2] += h * (theta[0] + theta[2]) * s[1];
    hat[6] -= h * (theta[0] + theta[2]) * s[1];
    hat[5] -= h * (theta[1] + theta[2]) * s[0];
    hat[7] += h * (theta[1] + theta[2]) * s[0];
    body_invert3(hat, inverse);
    for (int i = 0; i < 6; i++) {
        u[i] = body_random(&rng, -8.0, 8.0);
    }
    u[2] = body_random(&rng, -12.0, 0.5);
    // one ground under a flat face; every contact its own under rough ones
    const double common = flat ? body_random(&rng, 0.0, mu_max) : -1.0;
    for (size_t k = 0; k < n; k++) {
        const double x[3] = {body_random(&rng, -0.46, 0.46), body_random(&rng, -0.46, 0.46),
                             flat ? -0.235 : body_random(&rng, -0.24, 0.1)};
        double normal[3] = {flat ? 0.3 : body_random(&rng, -0.8, 0.8),
                            flat ? 0.1 : body_random(&rng, -0.8, 0.8), 1.0};
        const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + 1.0);
        for (int i = 0; i < 3; i++) {
            normal[i] /= length;
        }
        body_contact(b, k, x, normal);
        b->mu[k] = common >= 0.0 ? common : body_random(&rng, 0.0, mu_max);
    }
    for (size_t i = 0; i < 3 * n; i++) {
        b->c[i] = 0.0;
        for (size_t j = 0; j < 6; j++) {
            b->c[i] += b->w[j][i] * u[j];
        }
        for (size_t j = 0; j < 3 * n; j++) {
            double sum = 0.0;
            for (size_t d = 0; d < 3; d++) {
                sum += b->w[d][i] * b->w[d][j] / mass;
                for (size_t e = 0; e < 3; e++) {
                    sum += b->w[3 + d][i] * inverse[3 * d + e] * b->w[3 + e][j];
                }
            }
            b->delassus[i * 3 * n + j] = sum;
        }
    }
    b->problem = talus_contact_problem_dense(n, b->delassus, b->c, b->mu);
}

#endif
