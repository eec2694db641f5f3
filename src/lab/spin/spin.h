// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spin.h
/// The spin study beside its public functions: what follows from a checked case, the linearised step,
/// CSV and charts. It refuses to know contacts and the terminal.
#ifndef TALUS_SRC_LAB_SPIN_SPIN_H
#define TALUS_SRC_LAB_SPIN_SPIN_H

#include "io/directory/directory.h"
#include "talus/lab/spin.h"

talus_spin_rank spin_rank_of(talus_vec3 inertia, int axis);
/// Index 0..2 of the principal axis that the study is about: the largest |omega|.
int spin_axis_of(const talus_spin_case *one);
/// Whole steps of a checked case.
size_t spin_step_count(const talus_spin_case *one);

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

/// Claim the files of a study of these schemes.
talus_status spin_claim(talus_directory *directory, const talus_scheme *schemes, size_t count,
                        talus_error *error);
/// history_SCHEME.csv and eigenvalues.csv.
talus_status spin_write_tables(talus_directory *directory, const talus_spin_case *one,
                               const talus_spin_history *histories, size_t count,
                               talus_error *error);
/// omega.svg, difference.svg, drift.svg, lyapunov.svg and polhode.svg.
talus_status spin_write_charts(talus_directory *directory, const talus_spin_case *one,
                               const talus_spin_history *histories, size_t count,
                               talus_error *error);

#endif
