// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spin.h
/// The spin study: one free body under the rotation schemes. History and drifts, the Lyapunov
/// functions of the extended intermediate axis theorem, the linearised step, stability maps; CSV
/// and charts of all. It refuses to know contacts and the terminal.
#ifndef TALUS_SRC_LAB_SPIN_SPIN_H
#define TALUS_SRC_LAB_SPIN_SPIN_H

#include "io/directory/directory.h"
#include "talus/rotation.h"

/// Bounds of what a study may cost: steps of one run or map, samples kept, cells of a map.
#define SPIN_STEPS_MOST 1e8
enum { SPIN_SAMPLES_MOST = 20000, SPIN_CELLS_MOST = 1000, SPIN_FLIPS_KEPT = 12 };

/// Where a principal axis stands among the three.
typedef enum spin_rank { SPIN_MINOR, SPIN_INTERMEDIATE, SPIN_MAJOR, SPIN_PAIR } spin_rank;
/// "minor", "intermediate", "major"; "equal pair" for an axis whose moment another axis shares.
const char *spin_rank_name(spin_rank rank);
spin_rank spin_rank_of(talus_vec3 inertia, int axis);

typedef struct spin_case {
    talus_vec3 inertia; ///< kg m^2
    talus_vec3 omega;   ///< rad/s, at t = 0, where the body frame is the world's
    double time_step;   ///< s
    double duration;    ///< s, rounded to whole steps
} spin_case;

/// @return TALUS_ERROR_ARGUMENT with what was found for moments that no body has, a zero or
///   infinite angular velocity, a step or time that is not one, or more than SPIN_STEPS_MOST steps
talus_status spin_check(const spin_case *one, talus_error *error);
/// Index 0..2 of the principal axis that the study is about: the largest |omega|.
int spin_axis_of(const spin_case *one);
/// Whole steps of a checked case.
size_t spin_step_count(const spin_case *one);

/// One instant. Omega_0 is omega(0) about the study's axis e, C its moment; N the spin vector.
typedef struct spin_sample {
    double time;
    talus_vec3 omega; ///< rad/s, body frame
    talus_quat orientation;
    double energy_drift; ///< (T - T0) / T0
    double spin_drift;   ///< (|N| - |N0|) / |N0|
    double spin_turn;    ///< |N - N0| / |N0|, in the world
    double v_major;      ///< V of the major axis' theorem [L21 eq. 31-34] about e, (kg m^2 rad/s)^2
    double v_minor;      ///< of the minor axis': the bracket with the other sign
    talus_vec3 d;        ///< A_KI e - e: how far the body left the stationary rotation [L21 eq. 27]
} spin_sample;

/// A run under one scheme. Extremes are those of every step, samples of every `stride`-th.
typedef struct spin_history {
    talus_scheme scheme;
    size_t steps, stride, count;
    spin_sample *samples;                       ///< (count) first to last
    double energy_drift, spin_drift, spin_turn; ///< largest sizes
    double v_major_drift, v_minor_drift;        ///< largest |V - V0| / (C Omega_0)^2
    double d;                                   ///< largest |d|
    double left;                                ///< s, first sample below 0.9 Omega_0; NaN = never
    size_t flips;                               ///< sign changes of omega about e
    double flip[SPIN_FLIPS_KEPT];               ///< s, first sample after; the first few
    double crossing[SPIN_FLIPS_KEPT];           ///< s, interpolated
    size_t failures;                            ///< steps whose iteration did not converge
} spin_history;
/// @return TALUS_ERROR_ARGUMENT as spin_check, or _MEMORY
talus_status spin_run(const spin_case *one, talus_scheme scheme, spin_history *history,
                      talus_error *error);
void spin_history_clear(spin_history *history);

/// Eigenvalues of a step of the angular velocity, linearised about rotation by Omega about an axis;
/// the third one is 1.
typedef struct spin_eigen {
    double real[2], imaginary[2];
    double modulus; ///< the larger |lambda|
    double growth;  ///< ln |lambda| 2 pi / (Omega dt): e-folds in a turn
    bool failed;    ///< an iteration of the steps that were measured did not converge
} spin_eigen;
/// Of the step as it is, by differences of fourth order; moduli to about 1e-12, 1e-6 at a double
/// eigenvalue.
spin_eigen spin_eigen_measured(talus_scheme scheme, talus_vec3 inertia, int axis, double omega,
                               double dt);
/// Of the explicit scheme [L21 eq. 54-59, errata corrected]:
///   lambda = 1 - d/2 +- sqrt(d^2 + 4 e)/2
spin_eigen spin_eigen_explicit(talus_vec3 inertia, int axis, double omega, double dt);
/// Of the body itself: exp(+- s dt), s^2 = Omega^2 (C - A) (B - C) / (A B).
spin_eigen spin_eigen_body(talus_vec3 inertia, int axis, double omega, double dt);

/// What the two sides of a map are; the largest moment is 1.
typedef enum spin_plane {
    SPIN_PLANE_STEP, ///< x: angle Omega dt of a step, logarithmic; y: smallest moment
    SPIN_PLANE_BODY  ///< x: middle moment; y: smallest moment
} spin_plane;
typedef enum spin_quantity {
    SPIN_GROWTH,  ///< e-folds in a turn
    SPIN_MODULUS, ///< |lambda| - 1
    SPIN_DRIFT    ///< |1 - |N|/|N0|| after `turns` turns
} spin_quantity;

typedef struct spin_map_options {
    talus_scheme scheme;
    spin_rank axis;
    spin_plane plane;
    spin_quantity quantity;
    size_t nx, ny;
    double x0, x1, y0, y1; ///< outer edges
    double middle;         ///< SPIN_PLANE_STEP: middle moment, 0 = the smallest, 1 = the largest
    double angle;          ///< SPIN_PLANE_BODY: Omega dt
    double turns;          ///< SPIN_DRIFT
    double tilt; ///< SPIN_DRIFT: angular velocity about each other axis at the start, of Omega
} spin_map_options;
spin_map_options spin_map_options_default(spin_plane plane);

/// One cell; NaN where no body has such moments, and in `drift` unless asked for.
typedef struct spin_cell {
    double x, y; ///< centre
    talus_vec3 inertia;
    double angle;
    double modulus, growth, body_growth, explicit_growth, drift;
    bool failed; ///< an iteration of its steps did not converge
} spin_cell;
typedef struct spin_map {
    spin_map_options options;
    spin_cell *cells; ///< (ny x nx)
} spin_map;
talus_status spin_map_make(const spin_map_options *options, spin_map *map, talus_error *error);
void spin_map_clear(spin_map *map);
/// The quantity asked for; NaN as in the cell.
double spin_map_value(const spin_map *map, size_t k);

/// Claim the files of a study of these schemes, and of a map.
talus_status spin_claim(talus_directory *directory, const talus_scheme *schemes, size_t count,
                        talus_error *error);
extern const char *const spin_map_files[];
/// history_SCHEME.csv and eigenvalues.csv.
talus_status spin_write_tables(talus_directory *directory, const spin_case *one,
                               const spin_history *histories, size_t count, talus_error *error);
/// omega.svg, difference.svg, drift.svg, lyapunov.svg and polhode.svg.
talus_status spin_write_charts(talus_directory *directory, const spin_case *one,
                               const spin_history *histories, size_t count, talus_error *error);
/// map.csv and map.svg.
talus_status spin_write_map(talus_directory *directory, const spin_map *map, talus_error *error);

#endif
