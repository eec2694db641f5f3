// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals of shares and curves with the record as the unit: design effect, ideal bootstrap,
// sandwich and jackknife of the lognormal fit, beta-binomial counts.
#include "lab/fragility/rocking_fits.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

void rocking_wilson(double share, double n, double *low, double *high)
{
    const double z = 1.959963984540054, bottom = 1.0 + z * z / n;
    const double middle = (share + 0.5 * z * z / n) / bottom;
    const double half = z / bottom * sqrt(share * (1.0 - share) / n + 0.25 * z * z / (n * n));
    *low = share <= 0.0 ? 0.0 : fmax(0.0, middle - half);
    *high = share >= 1.0 ? 1.0 : fmin(1.0, middle + half);
}

/// Percentiles of the share over records drawn with replacement: the distribution of a sum of
/// `records` independent counts, by convolution.
static talus_status bootstrap(const double *exceeded, size_t records, size_t runs, double *low,
                              double *high, talus_error *error)
{
    const size_t most = records * runs;
    double *now = calloc(most + 1, sizeof *now), *next = calloc(most + 1, sizeof *next);
    double *one = calloc(runs + 1, sizeof *one);
    if (!now || !next || !one) {
        free(now);
        free(next);
        free(one);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a bootstrap");
    }
    for (size_t r = 0; r < records; r++) {
        one[(size_t)exceeded[r]] += 1.0 / (double)records;
    }
    now[0] = 1.0;
    for (size_t r = 0; r < records; r++) {
        for (size_t i = 0; i <= (r + 1) * runs; i++) {
            next[i] = 0.0;
        }
        for (size_t k = 0; k <= runs; k++) {
            for (size_t i = 0; one[k] > 0.0 && i <= r * runs; i++) {
                next[i + k] += now[i] * one[k];
            }
        }
        double *swap = now;
        now = next;
        next = swap;
    }
    double sum = 0.0;
    *low = *high = (double)NAN;
    for (size_t i = 0; i <= most; i++) {
        sum += now[i];
        if (isnan(*low) && sum >= 0.025 - 1e-12) {
            *low = (double)i / (double)most;
        }
        if (isnan(*high) && sum >= 0.975 - 1e-12) {
            *high = (double)i / (double)most;
        }
    }
    free(now);
    free(next);
    free(one);
    return TALUS_OK;
}

/// The same whole number of runs for each record, and few enough to convolve.
static bool can_bootstrap(const double *runs, size_t records)
{
    for (size_t r = 0; r < records; r++) {
        if (runs[r] != runs[0] || runs[r] != floor(runs[r])) {
            return false;
        }
    }
    return records > 1 && (double)records * (double)records * runs[0] * runs[0] < 1e10;
}

talus_status rocking_share_of(const double *runs, const double *exceeded, size_t records,
                              rocking_share_interval *interval, talus_error *error)
{
    double n = 0.0, k = 0.0, squares = 0.0;
    const double count = (double)records, none = (double)NAN;
    for (size_t r = 0; r < records; r++) {
        n += runs[r];
        k += exceeded[r];
    }
    const double p = k / n;
    *interval = (rocking_share_interval){.share = p,
                                         .variance = none,
                                         .effective = none,
                                         .design_effect = none,
                                         .low = none,
                                         .high = none,
                                         .boot_low = none,
                                         .boot_high = none};
    if (records < 2) {
        return TALUS_OK;
    }
    for (size_t r = 0; r < records; r++) {
        squares += (exceeded[r] - runs[r] * p) * (exceeded[r] - runs[r] * p);
    }
    interval->variance = count / (count - 1.0) * squares / (n * n);
    interval->effective =
        k == 0.0 || k == n ? count : fmin(n, fmax(1.0, p * (1.0 - p) / interval->variance));
    interval->design_effect = n / interval->effective;
    rocking_wilson(p, interval->effective, &interval->low, &interval->high);
    return can_bootstrap(runs, records)
               ? bootstrap(exceeded, records, (size_t)runs[0], &interval->boot_low,
                           &interval->boot_high, error)
               : TALUS_OK;
}

/// Fit of all records but one (`without` = records: of all), summed over them by level.
static rocking_lognormal fit_without(const rocking_record_counts *c, size_t without, double *room)
{
    double *runs = room, *exceeded = room + c->levels;
    for (size_t l = 0; l < c->levels; l++) {
        runs[l] = exceeded[l] = 0.0;
        for (size_t r = 0; r < c->records; r++) {
            if (r != without) {
                runs[l] += c->runs[r * c->levels + l];
                exceeded[l] += c->exceeded[r * c->levels + l];
            }
        }
    }
    const rocking_counts counts = {
        .count = c->levels, .intensity = c->intensity, .runs = runs, .exceeded = exceeded};
    return rocking_lognormal_fit(&counts);
}

/// Score of one record, summed over its levels.
static void record_score(const rocking_record_counts *c, size_t record,
                         const rocking_lognormal *fit, double *sa, double *sc)
{
    *sa = *sc = 0.0;
    for (size_t l = 0; l < c->levels; l++) {
        const double x = log(c->intensity[l]), eta = fit->a + fit->c * x;
        const double p = gsl_cdf_ugaussian_P(eta), q = gsl_cdf_ugaussian_Q(eta);
        const double n = c->runs[record * c->levels + l], k = c->exceeded[record * c->levels + l];
        if (p * q > 1e-300) {
            const double slope = (k - n * p) * gsl_ran_ugaussian_pdf(eta) / (p * q);
            *sa += slope;
            *sc += slope * x;
        }
    }
}

/// C = H^-1 (sum s_r s_r^T) H^-1 R/(R-1), H the expected information.
static void sandwich(const rocking_record_counts *c, rocking_clustered_fit *fit)
{
    const double *m = fit->fit.information, det = m[0] * m[2] - m[1] * m[1];
    const double h[3] = {m[2] / det, -m[1] / det, m[0] / det};
    const double factor = (double)c->records / ((double)c->records - 1.0);
    double sum[3] = {0.0, 0.0, 0.0};
    for (size_t r = 0; r < c->records; r++) {
        double sa, sc;
        record_score(c, r, &fit->fit, &sa, &sc);
        const double u = h[0] * sa + h[1] * sc, v = h[1] * sa + h[2] * sc;
        sum[0] += factor * u * u;
        sum[1] += factor * u * v;
        sum[2] += factor * v * v;
    }
    const double a = fit->fit.a, b = fit->fit.c, ja = -1.0 / b, jc = a / (b * b);
    for (int i = 0; i < 3; i++) {
        fit->covariance[i] = sum[i];
    }
    fit->se_ln_theta = sqrt(ja * ja * sum[0] + 2.0 * ja * jc * sum[1] + jc * jc * sum[2]);
    fit->se_beta = sqrt(sum[2]) / (b * b);
}

/// se^2 = (R-1)/R sum (x_r - mean)^2 of every second value.
static double jackknife(const double *values, size_t records)
{
    double mean = 0.0, sum = 0.0;
    for (size_t r = 0; r < records; r++) {
        mean += values[2 * r] / (double)records;
    }
    for (size_t r = 0; r < records; r++) {
        sum += (values[2 * r] - mean) * (values[2 * r] - mean);
    }
    return sqrt(((double)records - 1.0) / (double)records * sum);
}

talus_status rocking_clustered_fit_of(const rocking_record_counts *counts, double *replicates,
                                      rocking_clustered_fit *fit, talus_error *error)
{
    const double none = (double)NAN;
    double *room = malloc((2 * counts->levels + 2 * counts->records + 1) * sizeof *room);
    if (!room) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a fit");
    }
    double *left_out = room + 2 * counts->levels;
    *fit = (rocking_clustered_fit){.fit = fit_without(counts, counts->records, room),
                                   .covariance = {none, none, none},
                                   .se_ln_theta = none,
                                   .se_beta = none,
                                   .jackknife_ln_theta = none,
                                   .jackknife_beta = none,
                                   .t = none,
                                   .theta_low = none,
                                   .theta_high = none};
    if (fit->fit.state == ROCKING_FIT_FOUND && counts->records > 1) {
        sandwich(counts, fit);
        fit->t = gsl_cdf_tdist_Pinv(0.975, (double)counts->records - 1.0);
        fit->theta_low = fit->fit.theta * exp(-fit->t * fit->se_ln_theta);
        fit->theta_high = fit->fit.theta * exp(fit->t * fit->se_ln_theta);
        for (size_t r = 0; r < counts->records; r++) {
            const rocking_lognormal one = fit_without(counts, r, room);
            left_out[2 * r] = log(one.theta);
            left_out[2 * r + 1] = one.beta;
            fit->replicates_without += one.state != ROCKING_FIT_FOUND;
        }
        fit->jackknife_ln_theta = jackknife(left_out, counts->records);
        fit->jackknife_beta = jackknife(left_out + 1, counts->records);
        for (size_t r = 0; replicates && r < counts->records; r++) {
            replicates[2 * r] = exp(left_out[2 * r]);
            replicates[2 * r + 1] = left_out[2 * r + 1];
        }
    }
    free(room);
    return TALUS_OK;
}

void rocking_clustered_band(const rocking_clustered_fit *fit, double intensity, double *low,
                            double *high)
{
    const double x = log(intensity), eta = fit->fit.a + fit->fit.c * x, *v = fit->covariance;
    const double se = sqrt(v[0] + 2.0 * x * v[1] + x * x * v[2]);
    *low = gsl_cdf_ugaussian_P(eta - fit->t * se);
    *high = gsl_cdf_ugaussian_P(eta + fit->t * se);
}

/// Value, gradient and Hessian over u = p (1 - rho) and w = rho of the beta-binomial likelihood:
/// logarithms of linear terms u + j w, 1 - w - u + j w, 1 - w + j w.
typedef struct beta_sums {
    double value, g[2], h[3];
} beta_sums;

static void add_term(beta_sums *s, double sign, double du, double dw, double term)
{
    const double a = du / term, b = dw / term;
    s->value += sign * log(term);
    s->g[0] += sign * a;
    s->g[1] += sign * b;
    s->h[0] -= sign * a * a;
    s->h[1] -= sign * a * b;
    s->h[2] -= sign * b * b;
}

static beta_sums beta_likelihood(const double *runs, const double *exceeded, size_t records,
                                 double u, double w)
{
    beta_sums s = {.value = 0.0};
    for (size_t r = 0; r < records; r++) {
        const double n = runs[r], k = exceeded[r];
        for (double j = 0.0; j < k; j += 1.0) {
            add_term(&s, 1.0, 1.0, j, u + j * w);
            s.value += log((n - j) / (k - j)); // binomial coefficient
        }
        for (double j = 0.0; j < n - k; j += 1.0) {
            add_term(&s, 1.0, -1.0, j - 1.0, 1.0 - w - u + j * w);
        }
        for (double j = 0.0; j < n; j += 1.0) {
            add_term(&s, -1.0, 0.0, j - 1.0, 1.0 + (j - 1.0) * w);
        }
    }
    return s;
}

static bool inside(double u, double w)
{
    return w >= 0.0 && w < 1.0 && u > 0.0 && u < 1.0 - w;
}

/// One Newton step, or one along the gradient where the Hessian is not negative, halved until the
/// likelihood rises. @return false when it no longer does
static bool climb(const double *runs, const double *exceeded, size_t records, double *u, double *w)
{
    const beta_sums s = beta_likelihood(runs, exceeded, records, *u, *w);
    const double det = s.h[0] * s.h[2] - s.h[1] * s.h[1];
    double du = s.g[0], dw = s.g[1];
    if (det > 0.0 && s.h[0] < 0.0) {
        du = -(s.h[2] * s.g[0] - s.h[1] * s.g[1]) / det;
        dw = -(s.h[0] * s.g[1] - s.h[1] * s.g[0]) / det;
    }
    for (double part = 1.0; part > 1e-18; part *= 0.5) {
        const double nu = *u + part * du, nw = *w + part * dw;
        if (inside(nu, nw) && beta_likelihood(runs, exceeded, records, nu, nw).value >= s.value) {
            const bool moved = fabs(part * du) > 1e-15 || fabs(part * dw) > 1e-15;
            *u = nu;
            *w = nw;
            return moved;
        }
    }
    return false;
}

rocking_beta_binomial rocking_beta_binomial_fit(const double *runs, const double *exceeded,
                                                size_t records)
{
    double n = 0.0, k = 0.0, squares = 0.0, expected = 0.0;
    for (size_t r = 0; r < records; r++) {
        n += runs[r];
        k += exceeded[r];
    }
    const double p = k / n;
    for (size_t r = 0; r < records; r++) {
        squares += (exceeded[r] - runs[r] * p) * (exceeded[r] - runs[r] * p);
        expected += runs[r] * p * (1.0 - p);
    }
    rocking_beta_binomial fit = {
        .p = p, .log_likelihood = beta_likelihood(runs, exceeded, records, p, 0.0).value};
    if (!(k > 0.0 && k < n) || records < 2) {
        fit.log_likelihood = k > 0.0 && k < n ? fit.log_likelihood : 0.0;
        return fit;
    }
    // without more spread than chance the likelihood falls from rho = 0 on
    const beta_sums flat = beta_likelihood(runs, exceeded, records, p, 0.0);
    if (!(flat.g[1] - p * flat.g[0] > 0.0)) {
        return fit;
    }
    double w = fmin(0.9, fmax(0.01, (squares / expected - 1.0) / (n / (double)records))),
           u = p * (1.0 - w);
    for (int i = 0; i < 500 && climb(runs, exceeded, records, &u, &w); i++) {
    }
    fit.is_fitted = true;
    fit.p = u / (1.0 - w);
    fit.rho = w;
    fit.log_likelihood = beta_likelihood(runs, exceeded, records, u, w).value;
    return fit;
}
