// SPDX-License-Identifier: GPL-3.0-or-later
// Taylor series of pivoting: x'' = -c [(g + acc_z) sin(alpha - x) - s acc cos(alpha - x)]. The
// coefficients follow one by one from products of series, so a step costs one sine and one cosine
// whatever its order.
#include "lab/rocking/planar.h"

#include <math.h>

/// 1/k
static const double inverse[SERIES_MOST + 1] = {
    0.0,      1.0,      1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,
    1.0 / 8,  1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15,
    1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19, 1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23,
    1.0 / 24, 1.0 / 25, 1.0 / 26, 1.0 / 27, 1.0 / 28};

enum { SMALL_TERMS = 3 }; ///< in a row end the series: every second one may vanish by symmetry

/// Step at which the last two terms come down to the tolerance.
static double shorter_step(const planar_step *step, double tolerance)
{
    double factor = 1.0;
    for (int k = step->n - 2; k < step->n; k++) {
        double term = fabs(step->x[k]);
        for (int i = 0; i < k; i++) {
            term *= step->h;
        }
        if (term > tolerance) {
            factor = fmin(factor, talus_exp(talus_log(tolerance / term) / k));
        }
    }
    return 0.9 * factor * step->h;
}

/// Step about as long as the flight that starts from the ground, so that its end is found at once.
static double flight_guess(const double *x)
{
    return x[0] == 0.0 && x[1] > 0.0 && x[2] < 0.0 ? -1.1 * x[1] / x[2] : (double)INFINITY;
}

void planar_expand(const planar_pivot *pivot, double gravity, const shaking_cursor *cursor,
                   double time, double tolerance, planar_step *step)
{
    double down[SERIES_MOST], across[SERIES_MOST]; // of c (g + acc_z) and s c acc
    double sine[SERIES_MOST], cosine[SERIES_MOST], slope[SERIES_MOST];
    double *x = step->x;
    int forced = shaking_series(cursor, time, across, down);
    forced = forced > 0 ? forced : 1;
    down[0] += gravity;
    for (int k = 0; k < forced; k++) {
        down[k] *= pivot->c;
        across[k] *= -pivot->c * pivot->sign;
    }
    double h = fmin(step->h, cursor->reach);
    h = fmin(h, 1.0 / (sqrt(fabs(down[0]) + fabs(across[0])) + fabs(x[1])));
    sine[0] = talus_sin(pivot->alpha - x[0]);
    cosine[0] = talus_cos(pivot->alpha - x[0]);
    slope[0] = 0.0;
    slope[1] = x[1];
    double power = h;
    int small = 0, k = 0;
    for (; k + 2 < SERIES_MOST && small < SMALL_TERMS; k++) {
        const int last = k < forced - 1 ? k : forced - 1;
        double sum = 0.0;
        for (int j = 0; j <= last; j++) {
            sum += down[j] * sine[k - j] + across[j] * cosine[k - j];
        }
        x[k + 2] = -sum * inverse[k + 1] * inverse[k + 2];
        if (k == 0) {
            h = fmin(h, flight_guess(x));
            power = h;
        }
        power *= h;
        small = fabs(x[k + 2]) * power <= tolerance ? small + 1 : 0;
        slope[k + 2] = (k + 2) * x[k + 2];
        double next_sine = 0.0, next_cosine = 0.0;
        for (int j = 1; j <= k + 1; j++) {
            next_sine -= slope[j] * cosine[k + 1 - j];
            next_cosine += slope[j] * sine[k + 1 - j];
        }
        sine[k + 1] = next_sine * inverse[k + 1];
        cosine[k + 1] = next_cosine * inverse[k + 1];
    }
    step->n = k + 2;
    step->h = h;
    if (small < SMALL_TERMS) {
        step->h = shorter_step(step, tolerance);
    }
}
