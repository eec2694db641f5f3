// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spin.h
/// One free body under the rotation schemes: history and drifts, Lyapunov functions of the extended
/// intermediate axis theorem. It knows inertia and angular velocity; it refuses to know contacts and
/// files.
///
/// threads: pure functions, any thread; a history is used by one thread at a time.
#ifndef TALUS_LAB_SPIN_H
#define TALUS_LAB_SPIN_H

#include "talus/rotation.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits of a study: steps of one run, stored samples, stored flips.
#define TALUS_SPIN_STEPS_MOST 1e8
enum { TALUS_SPIN_SAMPLES_MOST = 20000, TALUS_SPIN_FLIPS_KEPT = 12 };

/// Rank of a principal axis among the three.
typedef enum talus_spin_rank {
    TALUS_SPIN_MINOR,
    TALUS_SPIN_INTERMEDIATE,
    TALUS_SPIN_MAJOR,
    TALUS_SPIN_PAIR
} talus_spin_rank;
/// "minor", "intermediate", "major"; "equal pair" for an axis with the same moment as another axis;
/// "?" for an unknown number.
TALUS_API const char *talus_spin_rank_name(talus_spin_rank rank);

typedef struct talus_spin_case {
    talus_vec3 inertia; ///< kg m^2
    talus_vec3 omega;   ///< rad/s, at t = 0, where the body frame is the world's
    double time_step;   ///< s
    double duration;    ///< s, rounded to whole steps
} talus_spin_case;

/// Check a case.
/// @return TALUS_ERROR_ARGUMENT with a sentence for NULL, moments that no body has, a zero or
///   infinite angular velocity, a step or duration that is not > 0 and finite, or more than
///   TALUS_SPIN_STEPS_MOST steps
TALUS_API talus_status talus_spin_check(const talus_spin_case *one, talus_error *error);

/// One instant. Omega_0 is omega(0) about the study's axis e, C its moment; N the angular momentum.
typedef struct talus_spin_sample {
    double time;
    talus_vec3 omega; ///< rad/s, body frame
    talus_quat orientation;
    double energy_drift; ///< (T - T0) / T0
    double spin_drift;   ///< (|N| - |N0|) / |N0|
    double spin_turn;    ///< |N - N0| / |N0|, in the world
    double v_major;      ///< V of the major axis' theorem [L21 eq. 31-34] about e, (kg m^2 rad/s)^2
    double v_minor;      ///< V of the minor axis' theorem: the bracket with the other sign
    talus_vec3 d;        ///< A_KI e - e: distance from the stationary rotation  [L21 eq. 27]
} talus_spin_sample;

/// A run under one scheme. Extremes are over all steps; samples are those of every `stride`-th
/// step.
typedef struct talus_spin_history {
    talus_scheme scheme;
    size_t steps, stride, count;
    talus_spin_sample *samples;                 ///< (count) first to last
    double energy_drift, spin_drift, spin_turn; ///< largest sizes
    double v_major_drift, v_minor_drift;        ///< largest |V - V0| / (C Omega_0)^2
    double d;                                   ///< largest |d|
    double left;                                ///< s, first sample below 0.9 Omega_0; NaN = never
    size_t flips;                               ///< sign changes of omega about e
    double flip[TALUS_SPIN_FLIPS_KEPT];         ///< s, first sample after each of the first flips
    double crossing[TALUS_SPIN_FLIPS_KEPT];     ///< s, interpolated time of these flips
    size_t failures;                            ///< steps whose iteration did not converge
} talus_spin_history;
/// Run a case under one scheme.
/// @return TALUS_ERROR_ARGUMENT as talus_spin_check and for an unknown scheme; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_spin_run(const talus_spin_case *one, talus_scheme scheme,
                                      talus_spin_history *history, talus_error *error);
/// Free the samples. NULL is allowed.
TALUS_API void talus_spin_history_clear(talus_spin_history *history);

#ifdef __cplusplus
}
#endif
#endif
