// SPDX-License-Identifier: GPL-3.0-or-later
// Lognormal curves by maximum likelihood, and annual rates from them.
#include "lab/fragility/rocking_fits.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

const char *rocking_fit_state_name(rocking_fit_state state)
{
    static const char *const names[] = {[ROCKING_FIT_FOUND] = "found",
                                        [ROCKING_FIT_SEPARATED] = "separated",
                                        [ROCKING_FIT_DESCENDING] = "descending"};
    return names[state];
}

double rocking_lognormal_share(double theta, double beta, double intensity)
{
    return gsl_cdf_ugaussian_P(log(intensity / theta) / beta);
}

static rocking_lognormal no_fit(rocking_fit_state state)
{
    const double none = (double)NAN;
    return (rocking_lognormal){.state = state,
                               .theta = none,
                               .beta = none,
                               .log_likelihood = none,
                               .se_ln_theta = none,
                               .se_beta = none,
                               .a = none,
                               .c = none,
                               .information = {none, none, none}};
}

/// Does a curve with a finite rise fit best? Counts must overlap in the direction of a rise; where
/// they do not overlap in the other one they fall as a step.
static rocking_fit_state overlap(const rocking_counts *counts)
{
    double first_hit = (double)INFINITY, last_hit = -1.0;
    double first_miss = (double)INFINITY, last_miss = -1.0;
    for (size_t i = 0; i < counts->count; i++) {
        const double x = counts->intensity[i];
        if (counts->exceeded[i] > 0.0) {
            first_hit = fmin(first_hit, x);
            last_hit = fmax(last_hit, x);
        }
        if (counts->exceeded[i] < counts->runs[i]) {
            first_miss = fmin(first_miss, x);
            last_miss = fmax(last_miss, x);
        }
    }
    if (!(first_hit < last_miss)) {
        return ROCKING_FIT_SEPARATED;
    }
    return first_miss < last_hit ? ROCKING_FIT_FOUND : ROCKING_FIT_DESCENDING;
}

/// Gradient, expected information and value of the likelihood at (a, c).
typedef struct score_sums {
    double ga, gc, information[3], log_likelihood;
} score_sums;

static score_sums score(const rocking_counts *counts, double a, double c)
{
    score_sums s = {.ga = 0.0};
    for (size_t i = 0; i < counts->count; i++) {
        const double n = counts->runs[i], k = counts->exceeded[i], x = log(counts->intensity[i]);
        const double eta = a + c * x;
        const double p = gsl_cdf_ugaussian_P(eta), q = gsl_cdf_ugaussian_Q(eta);
        const double density = gsl_ran_ugaussian_pdf(eta);
        s.log_likelihood += (k > 0.0 ? k * log(p) : 0.0) + (n > k ? (n - k) * log(q) : 0.0);
        if (!(p * q > 1e-300)) {
            continue;
        }
        const double weight = n * density * density / (p * q);
        const double slope = (k - n * p) * density / (p * q);
        s.ga += slope;
        s.gc += slope * x;
        s.information[0] += weight;
        s.information[1] += weight * x;
        s.information[2] += weight * x * x;
    }
    return s;
}

/// Solve M d = g for a symmetric 2 x 2 matrix. @return false where it is singular
static bool solve(const double m[3], double ga, double gc, double *da, double *dc)
{
    const double det = m[0] * m[2] - m[1] * m[1];
    *da = (m[2] * ga - m[1] * gc) / det;
    *dc = (m[0] * gc - m[1] * ga) / det;
    return det > 1e-14 * m[0] * m[2];
}

/// Errors of ln theta = -a/c and beta = 1/c from the covariance of (a, c).
static void delta_method(double a, double c, const double v[3], double *se_ln_theta,
                         double *se_beta)
{
    const double ja = -1.0 / c, jc = a / (c * c);
    *se_ln_theta = sqrt(ja * ja * v[0] + 2.0 * ja * jc * v[1] + jc * jc * v[2]);
    *se_beta = sqrt(v[2]) / (c * c);
}

/// The curve of (a, c), whose score is `s`.
static rocking_lognormal finish(score_sums s, double a, double c)
{
    rocking_lognormal fit = {.state = ROCKING_FIT_FOUND,
                             .theta = exp(-a / c),
                             .beta = 1.0 / c,
                             .log_likelihood = s.log_likelihood,
                             .a = a,
                             .c = c,
                             .information = {s.information[0], s.information[1], s.information[2]}};
    const double *m = s.information, det = m[0] * m[2] - m[1] * m[1];
    const double v[3] = {m[2] / det, -m[1] / det, m[0] / det};
    delta_method(a, c, v, &fit.se_ln_theta, &fit.se_beta);
    return fit;
}

rocking_lognormal rocking_lognormal_fit(const rocking_counts *counts)
{
    const rocking_fit_state state = overlap(counts);
    double mean = 0.0, spread = 0.0;
    for (size_t i = 0; i < counts->count; i++) {
        mean += log(counts->intensity[i]) / (double)counts->count;
    }
    for (size_t i = 0; i < counts->count; i++) {
        const double d = log(counts->intensity[i]) - mean;
        spread += d * d / (double)counts->count;
    }
    if (state != ROCKING_FIT_FOUND || !(spread > 0.0)) {
        return no_fit(state == ROCKING_FIT_FOUND ? ROCKING_FIT_SEPARATED : state);
    }
    double c = 1.0 / sqrt(spread), a = -c * mean;
    for (int i = 0; i < 500; i++) {
        double da, dc;
        const score_sums s = score(counts, a, c);
        if (!solve(s.information, s.ga, s.gc, &da, &dc)) {
            break;
        }
        // the likelihood is concave: a step that does not raise it is halved
        double part = 1.0;
        for (int h = 0; h < 40; h++, part *= 0.5) {
            const double next = score(counts, a + part * da, c + part * dc).log_likelihood;
            if (next >= s.log_likelihood) {
                break;
            }
        }
        a += part * da;
        c += part * dc;
        if (fabs(part * da) <= 1e-13 * (1.0 + fabs(a)) &&
            fabs(part * dc) <= 1e-13 * (1.0 + fabs(c))) {
            break;
        }
    }
    return c > 0.0 ? finish(score(counts, a, c), a, c) : no_fit(ROCKING_FIT_DESCENDING);
}

/// Value, gradient and information (minus the second derivatives) of the capacities' likelihood.
static score_sums score_ida(const double *x, const double *weights, size_t count, double survivors,
                            double limit, double a, double c)
{
    score_sums s = {.ga = 0.0};
    for (size_t i = 0; i < count; i++) {
        const double l = log(x[i]), z = a + c * l, w = weights ? weights[i] : 1.0;
        s.log_likelihood += w * (log(c) - 0.5 * z * z - 0.5 * log(2.0 * TALUS_PI));
        s.ga -= w * z;
        s.gc += w * (1.0 / c - z * l);
        s.information[0] += w;
        s.information[1] += w * l;
        s.information[2] += w * (l * l + 1.0 / (c * c));
    }
    if (survivors > 0.0) {
        const double l = log(limit), z = a + c * l, q = gsl_cdf_ugaussian_Q(z);
        const double hazard = gsl_ran_ugaussian_pdf(z) / q, bend = hazard * (hazard - z);
        s.log_likelihood += survivors * log(q);
        s.ga -= survivors * hazard;
        s.gc -= survivors * hazard * l;
        s.information[0] += survivors * bend;
        s.information[1] += survivors * bend * l;
        s.information[2] += survivors * bend * l * l;
    }
    return s;
}

rocking_lognormal rocking_lognormal_ida(const double *capacities, const double *weights,
                                        size_t count, double survivors, double limit)
{
    double mean = 0.0, spread = 0.0, sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += weights ? weights[i] : 1.0;
    }
    for (size_t i = 0; i < count; i++) {
        mean += (weights ? weights[i] : 1.0) * log(capacities[i]) / sum;
    }
    for (size_t i = 0; i < count; i++) {
        const double away = log(capacities[i]) - mean;
        spread += (weights ? weights[i] : 1.0) * away * away / sum;
    }
    if (count == 0 || !(spread > 0.0)) {
        return no_fit(ROCKING_FIT_SEPARATED);
    }
    double c = 1.0 / sqrt(spread), a = -mean * c;
    for (int i = 0; i < 500; i++) {
        double da, dc, part = 1.0;
        const score_sums s = score_ida(capacities, weights, count, survivors, limit, a, c);
        if (!solve(s.information, s.ga, s.gc, &da, &dc)) {
            break;
        }
        for (int h = 0; h < 60; h++, part *= 0.5) {
            if (c + part * dc > 0.0 && score_ida(capacities, weights, count, survivors, limit,
                                                 a + part * da, c + part * dc)
                                               .log_likelihood >= s.log_likelihood) {
                break;
            }
        }
        a += part * da;
        c += part * dc;
        if (fabs(part * da) <= 1e-14 * (1.0 + fabs(a)) && fabs(part * dc) <= 1e-14 * c) {
            break;
        }
    }
    return finish(score_ida(capacities, weights, count, survivors, limit, a, c), a, c);
}

talus_status rocking_hazard_check(const rocking_hazard_curve *curve, talus_error *error)
{
    bool good = curve->count >= 2;
    size_t at = 0;
    for (size_t i = 0; i < curve->count && good; i++) {
        at = i;
        good = curve->intensity[i] > 0.0 && curve->rate[i] > 0.0 && isfinite(curve->intensity[i]) &&
               isfinite(curve->rate[i]) &&
               (i == 0 || (curve->intensity[i] > curve->intensity[i - 1] &&
                           curve->rate[i] < curve->rate[i - 1]));
    }
    return good ? TALUS_OK
                : talus_error_set(error, TALUS_ERROR_INPUT,
                                  "point %zu of %zu of the hazard curve is intensity %g with %g a "
                                  "year: expected at least two points > 0 whose intensities ascend "
                                  "and whose rates descend",
                                  at + 1, curve->count, curve->count ? curve->intensity[at] : 0.0,
                                  curve->count ? curve->rate[at] : 0.0);
}

/// Integral of P |d lambda| from point i to i + 1, lambda = k0 x^-k between them.
static double segment(const rocking_hazard_curve *curve, size_t i, double theta, double beta)
{
    const double *x = &curve->intensity[i], *rate = &curve->rate[i];
    const double k = log(rate[0] / rate[1]) / log(x[1] / x[0]);
    const double y0 = log(x[0] / theta) / beta, y1 = log(x[1] / theta) / beta;
    const double whole = rate[0] * exp(k * log(x[0] / theta) + 0.5 * k * k * beta * beta);
    const double u0 = y0 + k * beta, u1 = y1 + k * beta;
    // the difference of two values near 1 is taken from their complements
    const double part = u0 > 0.0 ? gsl_cdf_ugaussian_Q(u0) - gsl_cdf_ugaussian_Q(u1)
                                 : gsl_cdf_ugaussian_P(u1) - gsl_cdf_ugaussian_P(u0);
    return gsl_cdf_ugaussian_P(y0) * rate[0] - gsl_cdf_ugaussian_P(y1) * rate[1] +
           (part > 0.0 ? whole * part : 0.0);
}

rocking_annual_rate rocking_annual_rate_of(const rocking_hazard_curve *curve, double theta,
                                           double beta, double *terms)
{
    const size_t last = curve->count - 1;
    const double beyond = rocking_lognormal_share(theta, beta, curve->intensity[last]);
    double sum = 0.0;
    for (size_t i = 0; i < last; i++) {
        const double term = segment(curve, i, theta, beta);
        sum += term;
        if (terms) {
            terms[i] = term;
        }
    }
    if (terms) {
        terms[last] = curve->rate[last] * beyond;
    }
    const double rate = sum + curve->rate[last] * beyond;
    return (rocking_annual_rate){.rate = rate,
                                 .rate_high = sum + curve->rate[last],
                                 .share_at_first =
                                     rocking_lognormal_share(theta, beta, curve->intensity[0]),
                                 .p_50_years = -expm1(-50.0 * rate)};
}
