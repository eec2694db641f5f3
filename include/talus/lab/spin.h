// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spin.h
/// One free body under the rotation schemes: history and drifts, Lyapunov functions of the extended
/// intermediate axis theorem, stability maps. It knows inertia and angular velocity; it refuses to
/// know contacts and files.
///
/// threads: pure functions, any thread; a history or map is used by one thread at a time.
#ifndef TALUS_LAB_SPIN_H
#define TALUS_LAB_SPIN_H

#include "talus/rotation.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits of a study: steps of one run or map, stored samples, cells along a side of a map, stored
/// flips.
#define TALUS_SPIN_STEPS_MOST 1e8
enum { TALUS_SPIN_SAMPLES_MOST = 20000, TALUS_SPIN_CELLS_MOST = 1000, TALUS_SPIN_FLIPS_KEPT = 12 };

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

/// The two axes of a map; moments are relative to the largest one.
typedef enum talus_spin_plane {
    TALUS_SPIN_PLANE_STEP, ///< x: angle Omega dt of a step, logarithmic; y: smallest moment
    TALUS_SPIN_PLANE_BODY  ///< x: middle moment; y: smallest moment
} talus_spin_plane;
typedef enum talus_spin_quantity {
    TALUS_SPIN_GROWTH,  ///< growth of a tilt: e-folds per revolution
    TALUS_SPIN_MODULUS, ///< |lambda| - 1
    TALUS_SPIN_DRIFT    ///< |1 - |N|/|N0|| after `turns` revolutions
} talus_spin_quantity;

typedef struct talus_spin_map_options {
    size_t size; ///< of this struct, by talus_spin_map_options_default
    talus_scheme scheme;
    talus_spin_rank axis; ///< not TALUS_SPIN_PAIR
    talus_spin_plane plane;
    talus_spin_quantity quantity;
    size_t nx, ny;
    double x0, x1, y0, y1; ///< outer edges
    double middle; ///< TALUS_SPIN_PLANE_STEP: middle moment, 0 = the smallest, 1 = the largest
    double angle;  ///< TALUS_SPIN_PLANE_BODY: Omega dt
    double turns;  ///< TALUS_SPIN_DRIFT: revolutions of a run
    /// TALUS_SPIN_DRIFT: angular velocity about each of the other axes at the start, as a share of
    /// Omega.
    double tilt;
} talus_spin_map_options;
/// Fill `size` bytes: growth of the explicit scheme about the major axis, 120 x 90 cells.
TALUS_API void talus_spin_map_options_defaults(talus_spin_map_options *options, size_t size,
                                               talus_spin_plane plane);
static inline talus_spin_map_options talus_spin_map_options_default(talus_spin_plane plane)
{
    talus_spin_map_options options;
    talus_spin_map_options_defaults(&options, sizeof options, plane);
    return options;
}

/// One cell; NaN if no body has such moments; `drift` is NaN unless requested.
typedef struct talus_spin_cell {
    double x, y; ///< centre
    talus_vec3 inertia;
    double angle;
    double modulus, growth, body_growth, explicit_growth, drift;
    bool failed; ///< an iteration of its steps did not converge
} talus_spin_cell;
typedef struct talus_spin_map {
    talus_spin_map_options options;
    talus_spin_cell *cells; ///< (ny x nx)
} talus_spin_map;
/// Compute a map.
/// @return TALUS_ERROR_ARGUMENT for NULL, an unknown size, ranges that contain no body, more than
///   TALUS_SPIN_CELLS_MOST cells on a side or TALUS_SPIN_STEPS_MOST steps in all;
///   TALUS_ERROR_MEMORY
TALUS_API talus_status talus_spin_map_make(const talus_spin_map_options *options,
                                           talus_spin_map *map, talus_error *error);
/// Free the cells. NULL is allowed.
TALUS_API void talus_spin_map_clear(talus_spin_map *map);

#ifdef __cplusplus
}
#endif
#endif
