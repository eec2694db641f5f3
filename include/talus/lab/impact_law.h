// SPDX-License-Identifier: GPL-3.0-or-later
/// @file impact_law.h
/// Impact laws of small systems with several simultaneous contacts: Newton's, Moreau's and the
/// generalised kinematic law with a restitution matrix, in coordinates of the kinetic metric; and
/// tests of whether a law is admissible (docs/impact_laws.md). It knows mass matrices and
/// constraint gradients; it refuses to know rocks, terrain and time.
///
///   M (u+ - u-) = W_n p_n + W_t p_t,   q_norm,i = grad f_i . u / sigma_i,                [B12 (7)]
///   sigma_i = sqrt(grad f_i . M^-1 grad f_i),   law: q_norm+ = -E q_norm-            [B12 (12)]
/// Contacts are numbered from 0 in the interface and from 1 in sentences.
///
/// threads: pure functions, any thread.
#ifndef TALUS_LAB_IMPACT_LAW_H
#define TALUS_LAB_IMPACT_LAW_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TALUS_IMPACT_LAW_MAX = 32,                                             ///< most dof, contacts
    TALUS_IMPACT_LAW_MATRIX = TALUS_IMPACT_LAW_MAX * TALUS_IMPACT_LAW_MAX, ///< entries
    /// most contacts whose stick and slip modes are tried one by one
    TALUS_IMPACT_LAW_MAX_COULOMB = 8
};

/// A system at the instant of impact; its arrays belong to the caller.
typedef struct talus_impact_law_system {
    size_t dof_count;       ///< n
    size_t contact_count;   ///< m
    size_t tangent_count;   ///< 0; m (planar); or 2 m, rows 2i and 2i + 1 of contact i
    const double *mass;     ///< (n x n) M, symmetric positive definite
    const double *normals;  ///< (m x n) row i = gradient of gap i = column i of W_n
    const double *tangents; ///< (tangent_count x n) columns of W_t; NULL if there are none
    const double *mu;       ///< (m) friction coefficients >= 0; NULL = no friction law
} talus_impact_law_system;

/// The kinetic metric of a system whose gradients are independent.
typedef struct talus_impact_law_metric {
    size_t dof_count, contact_count;
    double sigma[TALUS_IMPACT_LAW_MAX];          ///< (m) length of the gradients
    double gram[TALUS_IMPACT_LAW_MATRIX];        ///< (m x m) A = n' M n, unit diagonal
    double gram_factor[TALUS_IMPACT_LAW_MATRIX]; ///< (m x m) L of A = L L'
    double normal[TALUS_IMPACT_LAW_MATRIX];      ///< (m x n) rows n_i = M^-1 grad f_i/sigma_i
    double tangent[TALUS_IMPACT_LAW_MATRIX];     ///< (n - m x n) rows t_j, M-orthonormal
    double mass[TALUS_IMPACT_LAW_MATRIX];        ///< (n x n) copy of M
} talus_impact_law_metric;

/// Fill a metric: normals n_i, and t_j from the tangent gradients first, then from coordinate
/// directions.
/// @return TALUS_ERROR_INPUT with a sentence: sizes out of range, M not symmetric positive
///         definite, a zero gradient, mu < 0, a number that is not finite, or dependent gradients
///         (as of a face with four vertices); the sentence then names the contact and those it
///         depends on
TALUS_API talus_status talus_impact_law_metric_init(const talus_impact_law_system *system,
                                                    talus_impact_law_metric *metric,
                                                    talus_error *error);
/// u -> (q_norm (m), q_tan (n - m)), sqrt(kg) m/s, and back.                             [B12 (7)]
TALUS_API void talus_impact_law_coordinates(const talus_impact_law_metric *metric,
                                            const double *velocity, double *q_norm, double *q_tan);
TALUS_API void talus_impact_law_velocity(const talus_impact_law_metric *metric,
                                         const double *q_norm, const double *q_tan,
                                         double *velocity);
/// theta_ij = pi - arccos A_ij; pi/2: the contacts do not affect each other.             [B12 (9)]
TALUS_API double talus_impact_law_kinetic_angle(const talus_impact_law_metric *metric, size_t i,
                                                size_t j);

/// Margins of E that hold for every pre-impact velocity with all q_norm- <= 0.
typedef struct talus_impact_law_margins {
    double kinematic; ///< smallest entry of E; >= 0: no contact ever penetrates
    double kinetic;   ///< smallest entry of A^-1 (1 + E); >= 0: no contact ever pulls
    double norm;      ///< |A^-1/2 E A^1/2|_2; <= 1: the energy never grows, for any q_norm-
} talus_impact_law_margins;
/// @param restitution  (m x m) E
TALUS_API talus_impact_law_margins
talus_impact_law_margins_of(const talus_impact_law_metric *metric, const double *restitution);

/// X(enumerator, name)
#define TALUS_IMPACT_LAW_KIND_LIST(X)                                                              \
    X(TALUS_IMPACT_LAW_NEWTON, "newton") /* E = diag(epsilon_n), one number per contact */         \
    X(TALUS_IMPACT_LAW_MOREAU, "moreau") /* E = e 1 */                                             \
    X(TALUS_IMPACT_LAW_GENERALISED, "generalised") /* E full: distance effects off the diagonal */
typedef enum talus_impact_law_kind {
#define TALUS_IMPACT_LAW_KIND_ENUM(name, text) name,
    TALUS_IMPACT_LAW_KIND_LIST(TALUS_IMPACT_LAW_KIND_ENUM)
#undef TALUS_IMPACT_LAW_KIND_ENUM
        TALUS_IMPACT_LAW_KIND_COUNT
} talus_impact_law_kind;
TALUS_API const char *talus_impact_law_kind_name(talus_impact_law_kind kind);
TALUS_API bool talus_impact_law_kind_from_name(const char *name, talus_impact_law_kind *kind);

/// The law along the ground.
typedef enum talus_impact_law_tangential {
    TALUS_IMPACT_LAW_FREE,               ///< p_t = 0: q_tan does not jump
    TALUS_IMPACT_LAW_TANGENT_COORDINATE, ///< q_tan+ = -E_tan q_tan-                   [B12 (14)]
    TALUS_IMPACT_LAW_TANGENT_VELOCITY,   ///< gamma_T+ = -epsilon_t gamma_T- (0 = sticking)
    TALUS_IMPACT_LAW_COULOMB             ///< each contact sticks, or slips with |p_T| = mu p_N
} talus_impact_law_tangential;

typedef struct talus_impact_law {
    talus_impact_law_kind kind;
    double e;                  ///< of Moreau's law
    const double *epsilon_n;   ///< (m) of Newton's law
    const double *restitution; ///< (m x m) E of the generalised law, acts on q_norm
    talus_impact_law_tangential tangential;
    const double *restitution_tan; ///< (n - m x n - m) E_tan
    const double *epsilon_t;       ///< (tangent_count); NULL = 0
    /// false: the law is an equation for every contact, as written above.
    /// true: Moreau's form, 0 <= p_N _|_ gamma_N+ + sigma E q_norm- >= 0, with Coulomb's law if mu
    /// is given: percussions never pull, contacts may separate faster, gradients may be dependent.
    bool complementarity;
} talus_impact_law;

/// One admissibility test. An inadmissible law is an answer, not an error.
typedef struct talus_impact_law_check {
    bool holds;
    size_t contact; ///< worst contact; undefined for the energy
    double excess;  ///< amount of the violation (m/s, N s, J), <= 0 if the test holds
} talus_impact_law_check;

typedef struct talus_impact_law_result {
    double q_norm_before[TALUS_IMPACT_LAW_MAX],
        q_norm_after[TALUS_IMPACT_LAW_MAX];                                   ///< (m) sqrt(kg) m/s
    double gap_before[TALUS_IMPACT_LAW_MAX], gap_after[TALUS_IMPACT_LAW_MAX]; ///< (m) gamma_N, m/s
    double q_tan_before[TALUS_IMPACT_LAW_MAX], q_tan_after[TALUS_IMPACT_LAW_MAX]; ///< (tan_count)
    size_t tan_count;                              ///< n - m; 0 if the gradients are dependent
    double slip_before[2 * TALUS_IMPACT_LAW_MAX];  ///< (tangent_count) gamma_T-, m/s
    double slip_after[2 * TALUS_IMPACT_LAW_MAX];   ///< (tangent_count) gamma_T+, m/s
    double velocity_after[TALUS_IMPACT_LAW_MAX];   ///< (n) u+
    double percussion_n[TALUS_IMPACT_LAW_MAX];     ///< (m) N s
    double percussion_t[2 * TALUS_IMPACT_LAW_MAX]; ///< (tangent_count) N s
    double energy_before, energy_after;            ///< J
    double restitution[TALUS_IMPACT_LAW_MATRIX];   ///< (m x m) the E that was used
    talus_impact_law_check kinematic;              ///< gamma_N+ >= 0, m/s
    talus_impact_law_check kinetic;                ///< p_N >= 0, N s
    talus_impact_law_check energetic;              ///< T+ <= T-, J
    talus_impact_law_check coulomb; ///< |p_T| <= mu p_N and slip against p_T; holds without mu, N s
    bool independent;               ///< gradients
    double residual;                ///< of the contact problem with complementarity, m/s; else 0
    bool solved;                    ///< residual small enough
    bool admissible;                ///< solved, and all four hold
} talus_impact_law_result;

/// Evaluate a law. If tangential percussions are not unique (both corners of a block slide with the
/// same velocity), those that use the smallest share of mu p_N are chosen. With Coulomb's law
/// sticking is tried first, then modes with more and more slipping contacts; the result is the
/// first consistent mode, or else the least inconsistent one, whose check then fails.
/// @param velocity  (n) u-
/// @return TALUS_ERROR_INPUT with a sentence: a system that talus_impact_law_metric_init refuses
///         (dependent gradients only without complementarity), a contact that separates before the
///         impact, coefficients that are not finite, a tangential law without the tangents or mu
///         that it needs or that no percussion can fulfil; TALUS_ERROR_UNSUPPORTED: Coulomb's law
///         as an equation for spatial contacts or more than TALUS_IMPACT_LAW_MAX_COULOMB;
///         TALUS_ERROR_MEMORY
TALUS_API talus_status talus_impact_law_apply(const talus_impact_law_system *system,
                                              const talus_impact_law *law, const double *velocity,
                                              talus_impact_law_result *result, talus_error *error);
/// The first violated test as one sentence: which, where and by how much; "" if admissible.
/// @return length of the whole sentence, as snprintf
TALUS_API size_t talus_impact_law_refusal(const talus_impact_law_result *result, char *text,
                                          size_t size);

/// Right-hand side of the contact problem of a Moreau step under a restitution matrix:
///   c_P = W' u_free + E gamma',   gamma' = gamma- with the normal parts min(., 0)
///                                                                               [theory.md (20)]
/// E acts on q_norm; with sigma_i^2 = G_NN,ii it acts on contact velocities as E_ij sigma_i /
/// sigma_j. A diagonal E gives the same bits as epsilon_N of the step.
/// @param delassus      (3n x 3n) G, contact i owns rows 3i (normal), 3i + 1, 3i + 2
/// @param c_free        (3n) W' u_free, m/s
/// @param gamma_before  (3n) gamma-, m/s
/// @param restitution   (n x n) E
/// @param epsilon_t     (n)
/// @param c             (3n) out; may be c_free
/// @return TALUS_ERROR_ARGUMENT for NULL, and for a G_NN,ii that is not positive and finite
TALUS_API talus_status talus_impact_law_step_rhs(size_t contact_count, const double *delassus,
                                                 const double *c_free, const double *gamma_before,
                                                 const double *restitution, const double *epsilon_t,
                                                 double *c, talus_error *error);

/// Planar homogeneous block flat on the ground, q = (x, y, theta), contact 0 = B (right corner),
/// 1 = A (left corner).                                                                  [B12 (15)]
typedef struct talus_impact_law_block {
    double mass, width, height; ///< kg, m, m: full sizes L and l
} talus_impact_law_block;
/// @param mass (3 x 3), normals (2 x 3), tangents (2 x 3) to fill
TALUS_API void talus_impact_law_block_matrices(const talus_impact_law_block *block, double *mass,
                                               double *normals, double *tangents);
/// Chain of touching balls on a line; gap i between ball i and i + 1.             [B12 section 7]
/// @param mass (n x n), normals (n - 1 x n) to fill
TALUS_API void talus_impact_law_chain_matrices(size_t ball_count, const double *masses,
                                               double *mass, double *normals);

/// Cases of a block that rocks on A until B hits the ground.  [B12 table 1, corrected]
/// X(enumerator, name, with friction, half rocking)
#define TALUS_IMPACT_LAW_CASE_LIST(X)                                                              \
    X(TALUS_IMPACT_LAW_ROCKING_SLIDING, "rocking, sliding without friction", false, false)         \
    X(TALUS_IMPACT_LAW_ROCKING_STICKING, "rocking, sticking whatever the friction", false, false)  \
    X(TALUS_IMPACT_LAW_HALF_ROCKING, "half rocking without friction", false, true)                 \
    X(TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB, "rocking, sticking by friction", true, false)     \
    X(TALUS_IMPACT_LAW_ROCKING_RIGHT, "rocking, slipping right", true, false)                      \
    X(TALUS_IMPACT_LAW_ROCKING_LEFT, "rocking, slipping left", true, false)                        \
    X(TALUS_IMPACT_LAW_HALF_ROCKING_RIGHT, "half rocking, slipping right", true, true)             \
    X(TALUS_IMPACT_LAW_HALF_ROCKING_LEFT, "half rocking, slipping left", true, true)
typedef enum talus_impact_law_case {
#define TALUS_IMPACT_LAW_CASE_ENUM(name, text, friction, half) name,
    TALUS_IMPACT_LAW_CASE_LIST(TALUS_IMPACT_LAW_CASE_ENUM)
#undef TALUS_IMPACT_LAW_CASE_ENUM
        TALUS_IMPACT_LAW_CASE_COUNT
} talus_impact_law_case;

/// Admissible e_n21 (rocking, omega+ = e_n21 omega-) or e_n1 (half rocking, omega+ = -e_n1 omega-).
typedef struct talus_impact_law_interval {
    const char *name;
    bool half;        ///< the coefficient is e_n1
    double low, high; ///< closed interval; nothing is admissible if low > high
    /// Height/width above which the lower end is > 0 (rocking) or nothing is admissible (half
    /// rocking); NaN if there is none.
    double critical_aspect;
} talus_impact_law_interval;
/// @param aspect  a = height / width > 0
/// @param mu      friction coefficient of both corners, >= 0; unused without friction
/// @param slide   x'- / (L omega-), horizontal velocity of S before the impact; it affects only the
///                energy of slip. The bound for 0 is enough if the block slides in the same
///                direction before and after the impact.
TALUS_API talus_impact_law_interval talus_impact_law_block_interval(talus_impact_law_case which,
                                                                    double aspect, double mu,
                                                                    double slide);

#ifdef __cplusplus
}
#endif
#endif
