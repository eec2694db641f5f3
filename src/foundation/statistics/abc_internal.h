// SPDX-License-Identifier: GPL-3.0-or-later
// A population on its way: what the files of abc share.
#ifndef TALUS_SRC_FOUNDATION_STATISTICS_ABC_INTERNAL_H
#define TALUS_SRC_FOUNDATION_STATISTICS_ABC_INTERNAL_H

#include "foundation/statistics/abc.h"

/// How the points of a generation after the first were drawn.
typedef struct abc_proposal {
    size_t centres; ///< simulations before it
    double *shares; ///< (centres) sum 1
    double deviation[ABC_MOST_PARAMETERS];
} abc_proposal;

typedef struct abc_population {
    const abc_problem *problem;
    size_t count;       ///< simulated so far
    double *points;     ///< (simulations x dimension)
    double *summaries;  ///< (simulations x replicates x summary_count)
    double *distances;  ///< (simulations x replicates); NaN: refused
    double *shares;     ///< (simulations) accepted, sum 1
    double *importance; ///< (simulations) prior / proposal
    size_t sizes[ABC_MOST_GENERATIONS];
    abc_proposal proposals[ABC_MOST_GENERATIONS];
    size_t generation_count;
    double tolerance, effective;
    size_t refused;
} abc_population;

/// Choose the tolerance and weigh the simulations.
void abc_weigh(abc_population *population);
/// Weight of data set i (over all simulations) under the tolerance.
double abc_kernel(const abc_population *population, size_t i);
/// The accepted data sets, moved by the regression.
talus_status abc_adjust(const abc_population *population, abc_result *result, talus_error *error);

#endif
