// SPDX-License-Identifier: GPL-3.0-or-later
/// @file a_ramp.h
/// What the ramp and the slopes that stand in for Chant Sura are compared in.
#ifndef TOOLS_VALIDATION_A_RAMP_H
#define TOOLS_VALIDATION_A_RAMP_H

#include "runs.h"

/// Explicit first, midpoint second, as in the paper's tables.
enum { SCHEME_PAIR = 2 };
extern const talus_scheme ramp_schemes[SCHEME_PAIR];

/// Pooled mean and standard deviation in the units of the tables.
typedef enum ramp_value {
    RAMP_ENERGY, ///< kJ
    RAMP_SPEED,  ///< m/s
    RAMP_SPIN,   ///< rot/s
    RAMP_JUMP,   ///< m
    RAMP_VALUE_COUNT
} ramp_value;
typedef struct ramp_pooled {
    double mean[RAMP_VALUE_COUNT], deviation[RAMP_VALUE_COUNT];
} ramp_pooled;
ramp_pooled ramp_pooled_of(const talus_totals *totals);

/// Tables 1 to 3 of [L21] for one terrain.
typedef struct ramp_table {
    ramp_pooled published[SCHEME_PAIR];
    double seconds[SCHEME_PAIR];    ///< of 1000 rocks
    double ratio[RAMP_VALUE_COUNT]; ///< implicit / explicit as the sheet has it
    double time_ratio;
} ramp_table;
extern const ramp_table ramp_published, chant_sura_published;

/// Run a case with both schemes. Always clear both results.
talus_status ramp_run_pair(run_case *c, run_result results[SCHEME_PAIR], talus_error *error);
/// The pooled values beside a table, for information: the geometry is another.
void ramp_report_pooled(validation *v, const ramp_table *table,
                        const run_result results[SCHEME_PAIR]);
/// Ratios of the pooled means; each has to lie on the published side of 1.
/// @param reasons (RAMP_VALUE_COUNT) known reasons of failures, NULL entries = none
void ramp_report_ratios(validation *v, const ramp_table *table,
                        const run_result results[SCHEME_PAIR], const char *const *reasons);

/// Pictures of the ramp: run-out, one rock's spin and height along its way, maps.
talus_status ramp_draw(validation *v, run_case *c, const run_result results[SCHEME_PAIR],
                       talus_error *error);

#endif
