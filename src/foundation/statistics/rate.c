// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of a weighted sum of Poisson numbers by the gamma distribution, after Fay and Feuer.
#include "foundation/statistics/rate.h"

#include "talus/base.h"

#include <math.h>

#define TAIL 0.025
#define ENOUGH 1e-14 ///< relative size of the last term of a series
enum { MOST_TERMS = 100000 };

/// Logarithm of the gamma function at z + 1 > 1: Stirling's series from 10 on.
static double log_gamma_of_next(double z)
{
    double product = 1.0, x = z + 1.0;
    for (; x < 10.0; x += 1.0) {
        product *= x;
    }
    const double y = 1.0 / (x * x);
    const double tail = (1.0 / 12.0 - y * (1.0 / 360.0 - y * (1.0 / 1260.0 - y / 1680.0))) / x;
    return (x - 0.5) * talus_log(x) - x + 0.91893853320467274 + tail - talus_log(product);
}

/// Sum of x^n / ((a + 1) ... (a + n)).
static double ascending_sum(double a, double x)
{
    double term = 1.0, sum = 1.0;
    for (int n = 1; n < MOST_TERMS && term > ENOUGH * sum; n++) {
        term *= x / (a + (double)n);
        sum += term;
    }
    return sum;
}

/// Continued fraction of the upper function over x^a e^-x / Gamma(a), by Lentz.
static double continued_fraction(double a, double x)
{
    const double tiny = 1e-300;
    double b = x + 1.0 - a, c = 1.0 / tiny, d = 1.0 / b, h = d, change = 0.0;
    for (int n = 1; n < MOST_TERMS && fabs(change - 1.0) > ENOUGH; n++) {
        const double an = -(double)n * ((double)n - a);
        b += 2.0;
        d = an * d + b;
        d = 1.0 / (fabs(d) < tiny ? tiny : d);
        c = b + an / c;
        c = fabs(c) < tiny ? tiny : c;
        change = c * d;
        h *= change;
    }
    return h;
}

double statistics_gamma_below(double shape, double x)
{
    if (!(x > 0.0)) {
        return 0.0;
    }
    // beyond ten standard deviations and some nothing is left
    const double far = 10.0 * sqrt(shape + x) + 40.0;
    if (fabs(x - shape) > far) {
        return x > shape ? 1.0 : 0.0;
    }
    const double front = talus_exp(shape * talus_log(x) - x - log_gamma_of_next(shape));
    const double below = x < shape + 1.0 ? front * ascending_sum(shape, x)
                                         : 1.0 - shape * front * continued_fraction(shape, x);
    return below < 0.0 ? 0.0 : below < 1.0 ? below : 1.0;
}

int statistics_rate_against(const statistics_rate *rate, double asked)
{
    const double w = rate->heaviest, y = rate->events, v = rate->squares;
    if (!(w > 0.0)) {
        return -1; // no rock weighs anything
    }
    // lower bound (v / y) G(2.5 %; y^2 / v) against `asked`, G the quantile of the gamma law
    if (y > 0.0 && statistics_gamma_below(y * y / v, asked * y / v) < TAIL) {
        return 1;
    }
    // upper bound: one more rock of the heaviest kind
    const double more = y + w, squares = v + w * w;
    return statistics_gamma_below(more * more / squares, asked * more / squares) > 1.0 - TAIL ? -1
                                                                                              : 0;
}

double statistics_rate_of_none(double heaviest)
{
    return -heaviest * talus_log(TAIL);
}
