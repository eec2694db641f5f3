// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_fits.h
/// Statistics of a suite of rocking runs: lognormal curves, intervals with the record as the unit,
/// annual rates. Plain numbers in, plain numbers out; it refuses to know blocks and records.
#ifndef TALUS_SRC_LAB_FRAGILITY_ROCKING_FITS_H
#define TALUS_SRC_LAB_FRAGILITY_ROCKING_FITS_H

#include "talus/base.h"

// --- Lognormal curves P = Phi(ln(x / theta) / beta) ---

typedef enum rocking_fit_state {
    ROCKING_FIT_FOUND,
    ROCKING_FIT_SEPARATED, ///< a step describes the counts as well: beta would be 0
    ROCKING_FIT_DESCENDING ///< the share falls with the intensity
} rocking_fit_state;
/// "found", "separated", "descending"
const char *rocking_fit_state_name(rocking_fit_state state);

/// Runs that exceed a threshold, by intensity; the same intensity may come several times.
typedef struct rocking_counts {
    size_t count;
    const double *intensity;       ///< (count) > 0
    const double *runs, *exceeded; ///< (count) 0 <= exceeded <= runs
} rocking_counts;
typedef struct rocking_lognormal {
    rocking_fit_state state;
    double theta, beta;          ///< NaN unless found
    double log_likelihood;       ///< without the binomial coefficients
    double se_ln_theta, se_beta; ///< from the expected information, runs independent
    double a, c;                 ///< P = Phi(a + c ln x)
    double information[3];       ///< aa, ac, cc, expected
} rocking_lognormal;
/// Largest likelihood by Fisher scoring [Bak15]. A maximum with beta > 0 exists if the
/// smallest intensity with an exceedance lies below the largest one without [Sil81] and
/// the slope comes out > 0; else there are no numbers, only the reason.
rocking_lognormal rocking_lognormal_fit(const rocking_counts *counts);
double rocking_lognormal_share(double theta, double beta, double intensity);

/// Capacities of incremental analyses that were found, and records without one up to a limit.
///   sum w [ln phi(z) - ln beta] + survivors ln(1 - Phi(z_limit)),  z = ln(x / theta) / beta
/// @param weights   (count) w > 0; NULL: 1 each
/// @param survivors sum of their weights
/// @return state SEPARATED if there is no spread or no capacity
rocking_lognormal rocking_lognormal_ida(const double *capacities, const double *weights,
                                        size_t count, double survivors, double limit);

// --- The record is the unit: runs of one record are not independent ---

/// Share of exceedances with its interval at 95 %.
typedef struct rocking_share_interval {
    double share, variance;
    double effective, design_effect; ///< runs / effective runs
    double low, high;                ///< Wilson with the effective runs; NaN for one record
    double boot_low, boot_high;      ///< percentiles of the ideal bootstrap over records; NaN where
                                     ///< records have different numbers of runs, or for one record
} rocking_share_interval;
/// var = R/(R-1) sum (k_r - n_r p)^2 / N^2, n_eff = p (1-p)/var within [1, N], R where p is 0 or 1.
/// @param runs, exceeded (records) @return TALUS_ERROR_MEMORY
talus_status rocking_share_of(const double *runs, const double *exceeded, size_t records,
                              rocking_share_interval *interval, talus_error *error);
/// Wilson's score interval at 95 % for a share of n, n > 0 and not necessarily whole.
void rocking_wilson(double share, double n, double *low, double *high);

/// Counts of each record at each level: (records x levels).
typedef struct rocking_record_counts {
    size_t records, levels;
    const double *intensity;       ///< (levels)
    const double *runs, *exceeded; ///< (records x levels)
} rocking_record_counts;
typedef struct rocking_clustered_fit {
    rocking_lognormal fit;
    double covariance[3];                      ///< sandwich of (a, c): aa, ac, cc
    double se_ln_theta, se_beta;               ///< sandwich, delta method
    double jackknife_ln_theta, jackknife_beta; ///< over records; NaN where a replicate has no fit
    double t;                                  ///< Student's 97.5 % point of records - 1
    double theta_low, theta_high;              ///< theta exp(+-t se)
    size_t replicates_without;                 ///< jackknife replicates without a fit
} rocking_clustered_fit;
/// @param replicates (2 x records) out, may be NULL: theta, beta without record r; NaN without a
/// fit
/// @return TALUS_ERROR_MEMORY
talus_status rocking_clustered_fit_of(const rocking_record_counts *counts, double *replicates,
                                      rocking_clustered_fit *fit, talus_error *error);
/// Band of the curve at an intensity: Phi(eta -+ t se(eta)).
void rocking_clustered_band(const rocking_clustered_fit *fit, double intensity, double *low,
                            double *high);

/// Percentiles 2.5 and 97.5 of curves fitted to records drawn with replacement.
typedef struct rocking_bootstrap {
    size_t replicates, without;                        ///< drawn; of them without a fit, left out
    double theta_low, theta_high, beta_low, beta_high; ///< NaN where all are without
} rocking_bootstrap;
/// Replicate b draws as many records as there are by numbers of (seed, b).
/// @param curves (2 x replicates) out: theta, beta of each replicate; NaN without a fit
/// @return TALUS_ERROR_MEMORY
talus_status rocking_bootstrap_of(const rocking_record_counts *counts, size_t replicates,
                                  uint64_t seed, double *curves, rocking_bootstrap *result,
                                  talus_error *error);
/// The same of capacities: `capacities` (records x each) in the order of the records, NaN = survivor.
/// @param weights (records); NULL: 1 each
talus_status rocking_bootstrap_ida(const double *capacities, const double *weights, size_t records,
                                   size_t each, double limit, size_t replicates, uint64_t seed,
                                   double *curves, rocking_bootstrap *result, talus_error *error);
/// Percentiles 2.5 and 97.5 of the values that are numbers; NaN of none. @return TALUS_ERROR_MEMORY
talus_status rocking_percentiles(const double *values, size_t count, double *low, double *high,
                                 talus_error *error);

// --- Lines ---

/// y = a + b x by least squares.
typedef struct rocking_line {
    size_t count;
    double a, b, residual; ///< residual: sqrt(sum / (count - 2)); NaN of fewer than 3 or equal x
    double p_value;        ///< of the slope, two-sided, Student's t with count - 2 degrees
} rocking_line;
/// Pairs in which a number is not finite are left out. Squares count by the weight of their pair over
/// the mean of those used.
/// @param weights (count) > 0; NULL: 1 each
rocking_line rocking_line_of(const double *x, const double *y, const double *weights, size_t count);

/// k_r ~ BetaBinomial(n_r, p s, (1-p) s), s = (1-rho)/rho, by maximum likelihood.
typedef struct rocking_beta_binomial {
    bool is_fitted; ///< false: all records alike or less spread than chance; rho = 0
    double p, rho;
    double log_likelihood; ///< with the binomial coefficients
} rocking_beta_binomial;
rocking_beta_binomial rocking_beta_binomial_fit(const double *runs, const double *exceeded,
                                                size_t records);

// --- Hazard ---

/// Annual rate of exceeding each intensity; both > 0, intensities ascend, rates descend.
typedef struct rocking_hazard_curve {
    size_t count;
    const double *intensity, *rate;
} rocking_hazard_curve;
talus_status rocking_hazard_check(const rocking_hazard_curve *curve, talus_error *error);
typedef struct rocking_annual_rate {
    double rate;           ///< 1/year; beyond the last point its own share
    double rate_high;      ///< 1/year; share 1 beyond the last point
    double share_at_first; ///< P at the first point, below which nothing is added
    double p_50_years;     ///< 1 - exp(-50 rate)
} rocking_annual_rate;
/// Exact integral of P |d lambda| over the segments, log-log between the points [Cor02].
/// @param terms (count) may be NULL: contribution of each segment, the last one from beyond
rocking_annual_rate rocking_annual_rate_of(const rocking_hazard_curve *curve, double theta,
                                           double beta, double *terms);

#endif
