// SPDX-License-Identifier: GPL-3.0-or-later
// Inverse distributions. "z" is a standard normal value, "u" a uniform number in [0, 1).
#include "physics/shape/normal.h"

#include "talus/shape.h"

#include <float.h>
#include <math.h>

#define SQRT_2 1.41421356237309504880
#define SQRT_PI 1.77245385090551602730
#define SQRT_2_PI 2.50662827463100050242
/// Smallest probability that the inverse handles with full relative accuracy.
#define LEAST_PROBABILITY 1e-290

/// erfc(x), x >= 0: below 2 from the series erf = 2x/sqrt(pi) e^(-x^2) sum (2x^2)^n / (2n+1)!!
/// (positive terms), above from the continued fraction of e^(x^2) erfc, evaluated backwards.
static double complementary_error(double x)
{
    const double square = x * x;
    if (x < 2.0) {
        double term = 1.0, sum = 1.0;
        for (int n = 1; n < 100 && term > 1e-18 * sum; n++) {
            term *= 2.0 * square / (2 * n + 1);
            sum += term;
        }
        return 1.0 - 2.0 * x / SQRT_PI * talus_exp(-square) * sum;
    }
    if (isinf(x)) { // an open cut
        return 0.0;
    }
    double tail = x;
    for (int n = 120; n >= 1; n--) {
        tail = x + 0.5 * n / tail;
    }
    return talus_exp(-square) / (SQRT_PI * tail);
}

double shape_normal_cdf(double z)
{
    const double half = 0.5 * complementary_error(fabs(z) / SQRT_2);
    return z > 0.0 ? 1.0 - half : half;
}

/// Inverse for p <= 1/2: start from the rational approximation 26.2.23 of Abramowitz and Stegun
/// (error < 4.5e-4), then Halley's iteration on Phi(z) - p.
static double lower_quantile(double p)
{
    const double t = sqrt(-2.0 * talus_log(p));
    double z = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                         (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
    for (int k = 0; k < 3; k++) {
        const double density = talus_exp(-0.5 * z * z) / SQRT_2_PI;
        const double newton = (shape_normal_cdf(z) - p) / density;
        z -= newton / (1.0 + 0.5 * z * newton);
    }
    return z;
}

double shape_normal_quantile(double p)
{
    return p <= 0.5 ? lower_quantile(p) : -lower_quantile(1.0 - p);
}

/// Normal value cut to [a, b] by drawing the quantile inside; works from the nearer tail, so a cut
/// far out keeps its accuracy.
static double cut_normal(double u, const shape_cut *cut)
{
    if (u == 0.0 && isinf(cut->a)) {
        u = 0.5 * DBL_EPSILON * 0.5; // middle of the first of 2^53 cells: keeps z finite
    }
    const double lower = cut->below_a + u * (cut->below_b - cut->below_a);
    if (cut->b <= 0.0 || (cut->a < 0.0 && lower <= 0.5)) {
        return lower_quantile(lower);
    }
    return -lower_quantile(cut->above_b + (1.0 - u) * (cut->above_a - cut->above_b));
}

/// The cut of a distribution; a maximum of 0 means open, as infinity does.
static double upper_cut(const talus_distribution *d)
{
    return d->max == 0.0 ? (double)INFINITY : d->max;
}

/// The cut in units of z; the normal law is always cut at 0 because it stands for a positive size.
static void cut_in_z(const talus_distribution *d, double *a, double *b)
{
    const double max = upper_cut(d);
    if (d->law == TALUS_LAW_NORMAL) {
        *a = (d->min - d->a) / d->b;
        *b = (max - d->a) / d->b;
    } else {
        *a = d->min > 0.0 ? talus_log(d->min / d->a) / d->b : -(double)INFINITY;
        *b = isinf(max) ? (double)INFINITY : talus_log(max / d->a) / d->b;
    }
}

static void find_cut(const talus_distribution *d, shape_cut *cut)
{
    if (cut->is_known) {
        return;
    }
    cut->is_known = true;
    cut_in_z(d, &cut->a, &cut->b);
    cut->below_a = shape_normal_cdf(cut->a);
    cut->below_b = shape_normal_cdf(cut->b);
    cut->above_a = shape_normal_cdf(-cut->a);
    cut->above_b = shape_normal_cdf(-cut->b);
}

static double into_cut(const talus_distribution *d, double value)
{
    const double max = upper_cut(d);
    return value < d->min ? d->min : value > max ? max : value;
}

/// N(> V) = k V^-a: V = min w^(-1/a) with w = (1 - u) + u (min/max)^a.
static double power_value(const talus_distribution *d, double u)
{
    const double max = upper_cut(d);
    const double rest = isinf(max) ? 0.0 : talus_exp(d->a * talus_log(d->min / max));
    return into_cut(d, d->min * talus_exp(-talus_log((1.0 - u) + u * rest) / d->a));
}

/// Ends of a uniform law, its own or those of the cut.
static void uniform_ends(const talus_distribution *d, double *low, double *high)
{
    const double max = upper_cut(d);
    *low = d->a < d->min ? d->min : d->a;
    *high = d->b > max ? max : d->b;
}

double talus_distribution_at(const talus_distribution *d, double u)
{
    shape_cut cut = {0};
    return shape_distribution_at(d, &cut, u);
}

double shape_distribution_at(const talus_distribution *d, shape_cut *cut, double u)
{
    if (d == NULL || !(u >= 0.0 && u < 1.0)) {
        return (double)NAN;
    }
    double a, b;
    switch (d->law) {
    case TALUS_LAW_UNIFORM:
        uniform_ends(d, &a, &b);
        return a + u * (b - a);
    case TALUS_LAW_NORMAL:
        if (d->b == 0.0) {
            return d->a;
        }
        find_cut(d, cut);
        return into_cut(d, d->a + d->b * cut_normal(u, cut));
    case TALUS_LAW_LOGNORMAL:
        if (d->b == 0.0) {
            return d->a;
        }
        find_cut(d, cut);
        return into_cut(d, d->a * talus_exp(d->b * cut_normal(u, cut)));
    case TALUS_LAW_POWER:
        return power_value(d, u);
    case TALUS_LAW_TABLE: {
        const size_t k = (size_t)(u * (double)d->table_count);
        return d->table[k < d->table_count ? k : d->table_count - 1];
    }
    case TALUS_LAW_FIXED:
    default:
        return d->a;
    }
}

static talus_status check_numbers(const talus_distribution *d, talus_error *error)
{
    if (!(d->a > 0.0) || !isfinite(d->a)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "distribution: first parameter is %g, expected a positive number",
                               d->a);
    }
    if (d->law == TALUS_LAW_UNIFORM && (!(d->b >= d->a) || !isfinite(d->b))) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "uniform distribution from %g to %g: expected ascending bounds",
                               d->a, d->b);
    }
    return TALUS_OK;
}

static talus_status check_table(const talus_distribution *d, talus_error *error)
{
    if (d->table == NULL || d->table_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "distribution by a table without values");
    }
    for (size_t k = 0; k < d->table_count; k++) {
        const double before = k > 0 ? d->table[k - 1] : 0.0;
        if (!(d->table[k] > 0.0) || !isfinite(d->table[k]) || d->table[k] < before) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "distribution by a table: %g follows %g, expected positive "
                                   "numbers that ascend",
                                   d->table[k], before);
        }
    }
    return TALUS_OK;
}

static talus_status check_cut(const talus_distribution *d, talus_error *error)
{
    const double max = upper_cut(d);
    if (!(d->min >= 0.0) || !(max > d->min) || isinf(d->min)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "distribution cut to [%g, %g]: expected 0 <= min < max", d->min,
                               d->max);
    }
    if (d->law == TALUS_LAW_UNIFORM) {
        double low, high;
        uniform_ends(d, &low, &high);
        return low <= high ? TALUS_OK
                           : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                             "uniform distribution from %g to %g: the cut to "
                                             "[%g, %g] leaves nothing of it",
                                             d->a, d->b, d->min, max);
    }
    if (d->law == TALUS_LAW_POWER) {
        return d->min > 0.0
                   ? TALUS_OK
                   : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                     "power law with minimum 0: expected a minimum above 0");
    }
    if (!(d->b >= 0.0) || !isfinite(d->b)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "standard deviation %g: expected a number >= 0", d->b);
    }
    if (d->b == 0.0) {
        return d->a >= d->min && d->a <= max
                   ? TALUS_OK
                   : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                     "%g with no spread lies outside the cut [%g, %g]", d->a,
                                     d->min, max);
    }
    double a, b;
    cut_in_z(d, &a, &b);
    const double inside = b <= 0.0 ? shape_normal_cdf(b) - shape_normal_cdf(a)
                                   : shape_normal_cdf(-a) - shape_normal_cdf(-b);
    if (!(inside > LEAST_PROBABILITY)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "distribution cut to [%g, %g] keeps none of its probability: widen "
                               "the cut or move the distribution",
                               d->min, max);
    }
    return TALUS_OK;
}

talus_status talus_distribution_check(const talus_distribution *d, talus_error *error)
{
    if (d == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the distribution is NULL");
    }
    if ((unsigned)d->law > TALUS_LAW_TABLE) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "unknown distribution number %d",
                               (int)d->law);
    }
    if (d->law == TALUS_LAW_TABLE) {
        return check_table(d, error);
    }
    const talus_status status = check_numbers(d, error);
    if (status != TALUS_OK || d->law == TALUS_LAW_FIXED) {
        return status;
    }
    return check_cut(d, error);
}
