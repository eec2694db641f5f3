// SPDX-License-Identifier: GPL-3.0-or-later
/// @file abc.h
/// Approximate Bayesian computation by population Monte Carlo over the unit cube, with regression
/// adjustment. It knows numbers; it refuses to know what they mean.
///
/// A simulation at u gives `replicates` data sets, each as large as the observed one, with their
/// distances to it and the summaries that describe them. Generation 0 is a Latin hypercube of the
/// uniform prior; later ones are drawn about accepted points with twice their variance
/// [Beaumont2009], reflected at the bounds. All simulations count in the end, each with the weight
/// prior / mixture of all proposals [Cornuet2012], times the share of its data sets within the
/// tolerance. The accepted points are moved along a local linear regression of logit(u) on the
/// summaries [Beaumont2002].
#ifndef TALUS_SRC_FOUNDATION_STATISTICS_ABC_H
#define TALUS_SRC_FOUNDATION_STATISTICS_ABC_H

#include "talus/base.h"

enum { ABC_MOST_PARAMETERS = 12, ABC_MOST_SUMMARIES = 12, ABC_MOST_GENERATIONS = 8 };

/// Simulate at `u` and fill `distances` (replicates, >= 0) and `summaries` (replicates x
/// summary_count); a distance of NaN: this point cannot be simulated and has no prior weight.
/// `index` counts simulations from 0.
typedef talus_status abc_simulate(void *user, size_t index, const double *u, double *distances,
                                  double *summaries, talus_error *error);

typedef struct abc_problem {
    size_t dimension;       ///< parameters
    size_t summary_count;   ///< numbers that describe a data set
    size_t replicates;      ///< data sets per simulation
    const double *observed; ///< (summary_count)
    size_t simulations;     ///< in all; at least 10 per generation
    size_t generations;
    uint64_t seed;
    abc_simulate *simulate;
    void *user;
} abc_problem;

typedef struct abc_result {
    size_t dimension;
    size_t count;     ///< accepted data sets
    double *points;   ///< (count x dimension) adjusted, in [0, 1]
    double *weights;  ///< (count) sum 1
    double tolerance; ///< largest distance accepted
    double effective; ///< simulations that the weights are worth: (sum w)^2 / sum w^2
    size_t refused;   ///< simulations without result
    /// 1 and 99 % of the accepted data sets' summaries. The regression does not go beyond them: a
    /// summary that was observed outside counts as at their end, as a model that never gives what
    /// was observed says nothing about what would [Frazier2020].
    double low[ABC_MOST_SUMMARIES], high[ABC_MOST_SUMMARIES];
} abc_result;

/// @return TALUS_ERROR_ARGUMENT for sizes out of range, TALUS_ERROR_INPUT when no simulation had a
///         result, TALUS_ERROR_MEMORY, or what `simulate` says. Clear the result in any case.
talus_status abc_run(const abc_problem *problem, abc_result *result, talus_error *error);
void abc_result_clear(abc_result *result);

/// One parameter of the sample.
typedef struct abc_marginal {
    double mean, deviation;
    double p05, p50, p95;
} abc_marginal;
/// @return TALUS_ERROR_MEMORY
talus_status abc_marginal_of(const abc_result *result, size_t parameter, abc_marginal *marginal,
                             talus_error *error);
/// Correlation of two parameters; NaN when one of them does not vary.
double abc_correlation(const abc_result *result, size_t a, size_t b);
/// Index of the sample's point at the share `at` in [0, 1) of the weights.
size_t abc_pick(const abc_result *result, double at);

/// Lower triangle L with L L^T = matrix (n x n, row-major), in place. false: not positive definite.
bool abc_cholesky(double *matrix, size_t n);
/// x := (L L^T)^-1 x
void abc_solve(const double *lower, size_t n, double *x);

#endif
