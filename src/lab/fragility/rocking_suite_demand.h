// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_suite_demand.h
/// What is added to the curves of a suite: a bootstrap over records, the demand of a cloud.
#ifndef TALUS_SRC_LAB_FRAGILITY_ROCKING_SUITE_DEMAND_H
#define TALUS_SRC_LAB_FRAGILITY_ROCKING_SUITE_DEMAND_H

#include "lab/fragility/rocking_suite.h"

/// Percentiles of theta, beta and, with a hazard, of the annual rate; nothing without replicates.
talus_status suite_bootstrap_counts(const rocking_suite_options *options,
                                    const rocking_record_counts *counts, rocking_suite_curve *curve,
                                    talus_error *error);
/// @param capacities (records x samples x angles) NaN = survivor @param weights (records)
talus_status suite_bootstrap_capacities(const rocking_suite_options *options,
                                        const double *capacities, const double *weights,
                                        rocking_suite_curve *curve, talus_error *error);
/// Regression of the peaks of a cloud, its residuals against magnitude and distance with the record
/// as the unit, and by it the shares beyond the thresholds between 0 and overturning:
///   P(D > d | x) = Phi((a + b ln x - ln d) / s) (1 - P_o(x)) + P_o(x)      [Jalayer et al. 2017]
/// with the fitted curve of overturning P_o of the same runs; NaN where some fell and there is no curve.
talus_status suite_demand_make(rocking_suite *suite, talus_error *error);

#endif
