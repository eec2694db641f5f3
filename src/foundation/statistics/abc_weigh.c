// SPDX-License-Identifier: GPL-3.0-or-later
// The tolerance, what simulations weigh under it, and the linear algebra of the regression.
#include "foundation/statistics/abc_internal.h"

#include <math.h>

/// Share of the simulations that the accepted ones must at least be worth, and their least number.
static const double effective_share = 0.33;
static const double least_effective = 10.0;

bool abc_cholesky(double *a, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++) {
                sum -= a[i * n + k] * a[j * n + k];
            }
            if (i == j && !(sum > 0.0)) {
                return false;
            }
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    }
    return true;
}

void abc_solve(const double *lower, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            x[i] -= lower[i * n + k] * x[k];
        }
        x[i] /= lower[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++) {
            x[i] -= lower[k * n + i] * x[k];
        }
        x[i] /= lower[i * n + i];
    }
}

double abc_kernel(const abc_population *p, size_t i)
{
    const double t = p->distances[i] / p->tolerance; // Epanechnikov
    return t < 1.0 ? 1.0 - t * t : 0.0;
}

/// Weigh under a tolerance. @return how many simulations the weights are worth
static double weigh_under(abc_population *p, double tolerance)
{
    const size_t replicates = p->problem->replicates;
    double sum = 0.0, square = 0.0;
    p->tolerance = tolerance;
    for (size_t i = 0; i < p->count; i++) {
        p->shares[i] = 0.0;
        for (size_t r = 0; r < replicates; r++) {
            p->shares[i] += abc_kernel(p, i * replicates + r);
        }
        p->shares[i] *= p->importance[i];
        sum += p->shares[i];
        square += p->shares[i] * p->shares[i];
    }
    for (size_t i = 0; i < p->count && sum > 0.0; i++) {
        p->shares[i] /= sum;
    }
    return square > 0.0 ? sum * sum / square : 0.0;
}

void abc_weigh(abc_population *p)
{
    const size_t sets = p->count * p->problem->replicates;
    double low = 0.0, high = 1e-12;
    for (size_t i = 0; i < sets; i++) {
        high = isfinite(p->distances[i]) ? fmax(high, 2.0 * p->distances[i]) : high;
    }
    const double target =
        fmin(0.9 * (double)p->count, fmax(least_effective, effective_share * (double)p->count));
    for (int k = 0; k < 60; k++) {
        const double middle = 0.5 * (low + high);
        if (weigh_under(p, middle) < target) {
            low = middle;
        } else {
            high = middle;
        }
    }
    p->effective = weigh_under(p, high);
}
