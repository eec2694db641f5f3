// SPDX-License-Identifier: GPL-3.0-or-later
/// @file validate_score.h
/// Scores of simulated against measured values: CRPS, energy score, PIT, skill with intervals. It
/// knows numbers in rows; it refuses to know what they are.                 [docs/validate.md, 4]
#ifndef TALUS_SRC_STUDIES_VALIDATION_VALIDATE_SCORE_H
#define TALUS_SRC_STUDIES_VALIDATION_VALIDATE_SCORE_H

#include "talus/base.h"

/// An ensemble of values of `width` numbers each; owned.
typedef struct validate_ensemble {
    size_t count, capacity;
    double *values; ///< (count x width)
} validate_ensemble;
/// @return false when out of memory
bool validate_ensemble_add(validate_ensemble *ensemble, size_t width, const double *value);

/// One measured run or impact, and what models say of it.
typedef struct validate_row {
    bool is_measured;
    double measured[3];
    validate_ensemble simulated, climatology, point_mass;
} validate_row;

/// What is compared.
typedef struct validate_sample {
    char name[64];
    size_t width;  ///< 1: scalar; 2, 3: vectors, compared by their distance
    bool is_error; ///< of vectors: figures of |simulated - measured|, no climatology
    size_t count, capacity;
    validate_row *rows; ///< owned
} validate_sample;
/// @return the new row, zero; NULL when out of memory
validate_row *validate_sample_add(validate_sample *sample);
void validate_sample_clear(validate_sample *sample);

/// Figures as columns of a table, NaN where they do not apply.
#define VALIDATE_FIGURES(X)                                                                        \
    X(REAL, measured_mean, NULL, "of the measured values", row->measured_mean)                     \
    X(REAL, measured_sd, NULL, "of the measured values", row->measured_sd)                         \
    X(REAL, measured_median, NULL, "of the measured values", row->measured_median)                 \
    X(REAL, simulated_mean, NULL, "of the simulated values", row->simulated_mean)                  \
    X(REAL, simulated_sd, NULL, "of the simulated values", row->simulated_sd)                      \
    X(REAL, simulated_median, NULL, "of the simulated values", row->simulated_median)              \
    X(REAL, bias, NULL, "simulated less measured mean", row->bias)                                 \
    X(REAL, ks, NULL, "distance of the distribution functions", row->ks)                           \
    X(REAL, ks_p, NULL, "of the test of Kolmogorov and Smirnov", row->ks_p)                        \
    X(REAL, crps, NULL, "in the unit of the observable", row->crps)                                \
    X(REAL, energy_score, NULL, "of vectors", row->energy_score)                                   \
    X(REAL, skill, NULL, "against the climatology", row->skill)                                    \
    X(REAL, skill_low, NULL, "90 % interval", row->skill_low)                                      \
    X(REAL, skill_high, NULL, "90 % interval", row->skill_high)                                    \
    X(REAL, skill_point_mass, NULL, "against a point mass", row->skill_point_mass)                 \
    X(REAL, skill_point_mass_low, NULL, "90 % interval", row->skill_point_mass_low)                \
    X(REAL, skill_point_mass_high, NULL, "90 % interval", row->skill_point_mass_high)              \
    X(REAL, pit_mean, NULL, "of the probability integral transform", row->pit_mean)                \
    X(REAL, inside_10_90, NULL, "share between these quantiles", row->inside_10_90)
typedef struct validate_observable {
    char name[64];
    size_t n;              ///< measured rows; simulated ones where nothing was measured
    const char *reference; ///< "climatology", or NULL
#define VALIDATE_MEMBER(type, member, unit, doc, value) double member;
    VALIDATE_FIGURES(VALIDATE_MEMBER)
#undef VALIDATE_MEMBER
} validate_observable;
/// All figures NaN.
validate_observable validate_observable_none(const char *name);

/// (1/M) sum |X_i - y| - 1/(2 M (M-1)) sum sum |X_i - X_j|; the CRPS for a width of 1
/// [Gneiting2007] Sorts the values of a width of 1. NaN without values.
double validate_energy_score(validate_ensemble *ensemble, size_t width, const double *measured);

/// Skill is 1 - sum of scores / sum of the reference's over the rows that have both, with the 90 %
/// interval of 4000 bootstrap draws over rows.
/// @return TALUS_ERROR_MEMORY
talus_status validate_score(validate_sample *sample, uint64_t seed, validate_observable *out,
                            talus_error *error);

#endif
