// SPDX-License-Identifier: GPL-3.0-or-later
/// @file validate_score.h
/// Scores of simulated against measured values: CRPS, energy score, PIT, skill with intervals. It
/// knows numbers in rows; it refuses to know what they are.                 [docs/validate.md, 4]
#ifndef TALUS_SRC_STUDIES_STUDY_VALIDATE_SCORE_H
#define TALUS_SRC_STUDIES_STUDY_VALIDATE_SCORE_H

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

/// X(member): NaN where it does not apply.
#define VALIDATE_FIGURES(X)                                                                        \
    X(measured_mean)                                                                               \
    X(measured_sd)                                                                                 \
    X(measured_median)                                                                             \
    X(simulated_mean)                                                                              \
    X(simulated_sd)                                                                                \
    X(simulated_median)                                                                            \
    X(bias)                                                                                        \
    X(ks)                                                                                          \
    X(ks_p)                                                                                        \
    X(crps)                                                                                        \
    X(energy_score)                                                                                \
    X(skill)                                                                                       \
    X(skill_low)                                                                                   \
    X(skill_high)                                                                                  \
    X(skill_point_mass)                                                                            \
    X(skill_point_mass_low)                                                                        \
    X(skill_point_mass_high)                                                                       \
    X(pit_mean)                                                                                    \
    X(inside_10_90)
typedef struct validate_observable {
    char name[64];
    size_t n;              ///< measured rows; simulated ones where nothing was measured
    const char *reference; ///< "climatology", or NULL
#define VALIDATE_MEMBER(member) double member;
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
