// SPDX-License-Identifier: GPL-3.0-or-later
/// @file schemes.h
/// What the rotation schemes do to a campaign: one run per scheme and time step.
#ifndef TOOLS_VALIDATION_SCHEMES_H
#define TOOLS_VALIDATION_SCHEMES_H

#include "a_ramp.h"

/// One value per rock that is compared between schemes.
typedef enum scheme_value {
    SCHEME_RUNOUT,  ///< m
    SCHEME_LATERAL, ///< m, of the end against the release
    SCHEME_ENERGY,  ///< kJ, largest
    SCHEME_SPIN,    ///< rot/s, largest
    SCHEME_VALUE_COUNT
} scheme_value;
extern const char *const scheme_value_names[SCHEME_VALUE_COUNT];

/// One run; owned.
typedef struct scheme_run {
    talus_scheme scheme;
    double time_step; ///< s
    ramp_pooled pooled;
    talus_totals totals;
    double seconds; ///< processor time
    size_t count;
    double *values[SCHEME_VALUE_COUNT]; ///< (count) each
} scheme_run;

/// Run the campaign of `c` with run->scheme, run->time_step and a seed.
talus_status scheme_run_fill(run_case *c, uint64_t seed, scheme_run *run, talus_error *error);
void scheme_run_clear(scheme_run *run);

/// Pooled values, run-out and axis share against the time step.
talus_status schemes_report_steps(validation *v, run_case *c, talus_error *error);

#endif
