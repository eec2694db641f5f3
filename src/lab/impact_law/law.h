// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the impact laws share.
#ifndef TALUS_SRC_LAB_IMPACT_LAW_LAW_H
#define TALUS_SRC_LAB_IMPACT_LAW_LAW_H

#include "lab/impact_law/law_matrix.h"
#include "talus/lab/impact_law.h"

/// Relative round-off allowed to the admissibility tests.
#define LAW_ROUND_OFF 1e-10

/// A system with what every law needs of it.
typedef struct law_frame {
    const talus_impact_law_system *system;
    size_t row_count;                                 ///< m + tangent_count rows of W'
    double mass_factor[TALUS_IMPACT_LAW_MATRIX];      ///< L of M = L L'
    double delassus[LAW_MATRIX_MAX * LAW_MATRIX_MAX]; ///< (row_count x row_count) W' M^-1 W, 1/kg
    double sigma[TALUS_IMPACT_LAW_MAX];               ///< (m) sqrt(G_NN,ii)
    double gamma[LAW_MATRIX_MAX];                     ///< (row_count) W' u-, m/s
} law_frame;

/// Row of W': normals first, then tangents.
const double *law_row(const talus_impact_law_system *system, size_t row);

/// Check the system and fill all of the frame but gamma.
talus_status law_frame_init(const talus_impact_law_system *system, law_frame *frame,
                            talus_error *error);

/// The metric of a frame. Dependent gradients: false, and a sentence in `error`.
bool law_metric_of_frame(const law_frame *frame, talus_impact_law_metric *metric,
                         talus_error *error);

/// The law as an equation: percussions (row_count) and their verdict under Coulomb's law.
/// @param metric   NULL only if the law needs no q_tan
/// @param normal_jump  (m) gamma_N+ - gamma_N-, m/s
talus_status law_equation(const law_frame *frame, const talus_impact_law_metric *metric,
                          const talus_impact_law *law, const double *velocity,
                          const double *normal_jump, double *percussion,
                          talus_impact_law_check *coulomb, talus_error *error);

/// Moreau's form: percussions (row_count), residual and verdict.
/// @param shift  (m) sigma E q_norm' per contact, m/s
talus_status law_complementarity(const law_frame *frame, const talus_impact_law *law,
                                 const double *shift, double *percussion,
                                 talus_impact_law_result *result, talus_error *error);

/// Worst |p_T| - mu p_N over the contacts.
talus_impact_law_check law_cone_check(const law_frame *frame, const double *percussion);

/// 2 atan(sqrt((1 - c) / (1 + c))) = arccos c
double law_arccos(double c);

#endif
