// SPDX-License-Identifier: GPL-3.0-or-later
/// @file contact_problem.h
/// One contact problem as plain numbers: its check, its islands, and the error of percussions. It
/// knows matrices, friction coefficients and cones; it refuses to know rocks, terrain, time and
/// solvers.
///
/// threads: a problem belongs to the caller; all functions here only read it, from any thread.
///
/// Contact i owns rows 3i (normal N), 3i+1 and 3i+2 (tangents T1, T2).
///   xi = W P + c             contact velocity after the step (m/s), shifted by the impact law
///   find P with  -xi in N_C(P),   C = R0+ x { |P_T| <= mu P_N }  per contact       [L14 eq. 68]
#ifndef TALUS_CONTACT_PROBLEM_H
#define TALUS_CONTACT_PROBLEM_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TALUS_BODY_FIXED = -1 }; ///< ground, stem, wall: connects nothing

/// The arrays belong to the caller. W is dense or in block rows; both hold the same problem:
///
///   row_start == NULL: blocks = W, (3n x 3n) row-major
///   row_start != NULL: block rows; row i holds the 3 x 3 blocks row_start[i] to
///                      row_start[i + 1] - 1, block k in block column column[k], row-major
typedef struct talus_contact_problem {
    size_t size;             ///< sizeof(talus_contact_problem)
    size_t contact_count;    ///< n
    size_t body_count;       ///< moving bodies; unused without `body`
    const int32_t *body;     ///< (n x 2) numbers of the two bodies; NULL: one body and the ground
    const size_t *row_start; ///< (n + 1) first block of each row; NULL: `blocks` is dense
    const uint32_t *column;  ///< (row_start[n]) block columns, ascending in a row, diagonal present
    const double *blocks;    ///< 1/kg; W may be unsymmetric (explicit scheme) and singular
    const double *c;         ///< (3n) m/s
    const double *mu;        ///< (n) >= 0
    bool is_symmetric;       ///< W is symmetric to the bit: its rows may be read as columns
} talus_contact_problem;

/// A dense problem without contacts. @param size sizeof(talus_contact_problem); nothing is written
/// beyond it
TALUS_API void talus_contact_problem_defaults(talus_contact_problem *problem, size_t size);
static inline talus_contact_problem talus_contact_problem_default(void)
{
    talus_contact_problem problem;
    talus_contact_problem_defaults(&problem, sizeof problem);
    return problem;
}
/// A dense problem in which all contacts are between one body and the ground. Nothing is copied.
/// @param w (3n x 3n), c (3n), mu (n)
static inline talus_contact_problem talus_contact_problem_dense(size_t contact_count,
                                                                const double *w, const double *c,
                                                                const double *mu)
{
    talus_contact_problem problem;
    problem.size = sizeof problem;
    problem.contact_count = contact_count;
    problem.body_count = 1;
    problem.body = NULL;
    problem.row_start = NULL;
    problem.column = NULL;
    problem.blocks = w;
    problem.c = c;
    problem.mu = mu;
    problem.is_symmetric = false;
    return problem;
}

/// Check structure and numbers: known size, arrays present, rows in order with their diagonal
/// block, all values finite, mu >= 0, a positive trace of every diagonal block, bodies in range,
/// zero blocks for contacts that share no moving body, and a symmetric W if is_symmetric says so.
/// @return TALUS_ERROR_ARGUMENT with a sentence
TALUS_API talus_status talus_contact_problem_check(const talus_contact_problem *problem,
                                                   talus_error *error);

/// Contacts that share a moving body, directly or through other contacts, form one island. Islands
/// are numbered by their lowest contact.
/// @param island (n) out: the island of each contact
/// @param count  out: number of islands; 0 without contacts
/// @return TALUS_ERROR_ARGUMENT for what the check refuses, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_contact_islands(const talus_contact_problem *problem, size_t *island,
                                             size_t *count, talus_error *error);

typedef enum talus_contact_measure {
    /// the measure of runs, m/s, with rho_i = 3 / tr W_ii:                    [docs/theory.md 5]
    ///   e = max_i | P_i - (max(0, P_N - rho xi_N), proj_{mu P_N}(P_T - rho xi_T)) | / rho_i
    /// The disc of the projection has the radius mu P_N of the percussion itself.
    TALUS_MEASURE_NATURAL_MAP,
    /// the measure of published comparisons of stored problems, relative:
    ///                                                                 [Acary, Bremond, Huber 2018]
    ///   e = | P - proj_K(P - (xi + mu |xi_T| n)) | / |c|,   K_i = { |P_T| <= mu_i P_N }
    /// with 2-norms over all contacts; absolute where c = 0.
    TALUS_MEASURE_CONE
} talus_contact_measure;

/// Error of percussions; infinite where a term is not finite.
/// @param percussion (3n) N s
/// @param value      out; 0 without contacts
/// @return TALUS_ERROR_ARGUMENT for NULL, an unknown measure and what the check refuses
TALUS_API talus_status talus_contact_error(const talus_contact_problem *problem,
                                           talus_contact_measure measure, const double *percussion,
                                           double *value, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
