// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking.h
/// Rocking blocks: impact maps, planar and spatial motion, bouncing, measures and fits of the four
/// papers. It knows rigid blocks on a flat base that may shake; it refuses to know terrain and
/// files. Planar notation: b half width, h height of the centre of mass, theta counter-clockwise,
/// pivot A = left corner for theta > 0, B = right corner for theta < 0. [docs/rocking.md]
#ifndef TALUS_ROCKING_H
#define TALUS_ROCKING_H

#include "talus/law.h"
#include "talus/math.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- Impact maps and laws of planar blocks -----------------------------------------------------
// A ratio is r = omega+ / omega- of a block that rocks on A until B hits; r < 0: it bounces back.
// Functions of plain numbers do not fail: outside their domain they give NaN or an infinity.

typedef struct talus_rocking_block {
    double mass;    ///< m, kg
    double inertia; ///< I about the centre of mass, kg m2
    double h;       ///< height of the centre of mass, m
    double b1, b2;  ///< its distances from A and from B along the base, m; b1 = b2 = b if symmetric
} talus_rocking_block;
/// Homogeneous rectangle 2b x 2h: I = m (b^2 + h^2) / 3.
TALUS_API talus_rocking_block talus_rocking_block_rectangle(double mass, double b, double h);
/// A and B change places: the ratio "B then A" of a block is that of its mirror image.
TALUS_API talus_rocking_block talus_rocking_block_mirrored(const talus_rocking_block *block);
/// @return TALUS_ERROR_INPUT and a sentence unless all numbers are finite and > 0
TALUS_API talus_status talus_rocking_block_check(const talus_rocking_block *block,
                                                 talus_error *error);
/// What one corner means for the motion.
typedef struct talus_rocking_pivot {
    double radius;  ///< R = sqrt(b^2 + h^2), m
    double alpha;   ///< atan(b / h), rad: statically overturned beyond it
    double inertia; ///< J = I + m R^2, kg m2
    double p;       ///< sqrt(m g R / J), rad/s
} talus_rocking_pivot;
TALUS_API talus_rocking_pivot talus_rocking_block_pivot(const talus_rocking_block *block, bool on_b,
                                                        double gravity);
/// Rise of the centre of mass: b sin|theta| - h (1 - cos theta), m. [R3D 3.1, b and h exchanged]
TALUS_API double talus_rocking_uplift(double b, double h, double theta);
/// Apparent velocity ratio of free rocking: median of sqrt(u_{i+1} / u_i) over the uplifts of
/// successive peaks, for a symmetric block. [R3D 3.1]
/// @param peaks  (count) rad, any sign, count >= 2
/// @return TALUS_ERROR_INPUT if a peak has no uplift > 0; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_rocking_avrf(double b, double h, const double *peaks, size_t count,
                                          double *avrf, talus_error *error);

/// X(enumerator, name, its parameter or NULL, least, most the theory allows). With A = I + m h^2
/// and the resultant of the percussions at x from the centre of mass towards B,
///   r = (A - m b1 x) / (A + m b2 x)                                        [docs/rocking.md (2.1)]
#define TALUS_ROCKING_MAP_LIST(X)                                                                  \
    X(TALUS_ROCKING_HOUSNER, "housner", NULL, 0.0, 0.0)         /* x = b2: all at the corner */    \
    X(TALUS_ROCKING_KALLIONTZIS, "kalliontzis", "nu", 0.0, 1.0) /* x = nu^2 b2 */                  \
    X(TALUS_ROCKING_CHATZIS, "chatzis", "lam", 0.0, 1.0)        /* x = lam b2 */                   \
    X(TALUS_ROCKING_CEH, "ceh", "k", 0.0, 1.0)                  /* x = k^2 b2; C18 (14) */         \
    X(TALUS_ROCKING_THER_KOLLAR, "ther_kollar", NULL, 0.0, 0.0) /* middle of the base, then B */   \
    X(TALUS_ROCKING_LIPSCOMBE, "lipscombe", "e", 0.0, 1.0)      /* B rebounds with e; L93 (7) */
typedef enum talus_rocking_map {
#define TALUS_ROCKING_MAP_ENUM(enumerator, name, parameter, least, most) enumerator,
    TALUS_ROCKING_MAP_LIST(TALUS_ROCKING_MAP_ENUM)
#undef TALUS_ROCKING_MAP_ENUM
        TALUS_ROCKING_MAP_COUNT
} talus_rocking_map;
TALUS_API const char *talus_rocking_map_name(talus_rocking_map map);
TALUS_API bool talus_rocking_map_from_name(const char *name, talus_rocking_map *map);
TALUS_API double talus_rocking_ratio(const talus_rocking_block *block, talus_rocking_map map,
                                     double parameter);
/// Place of the resultant that gives r: x / b2 = A (1 - r) / (m b2 (b1 + r b2)), Chatzis' lambda.
TALUS_API double talus_rocking_lambda(const talus_rocking_block *block, double ratio);
/// Warn where a parameter leaves the range of its map, or |r| > 1 (the energy grows): measured
/// values do both, so nothing is refused.
TALUS_API void talus_rocking_warn(talus_rocking_map map, double parameter, double ratio,
                                  talus_diagnostics *warnings);
/// True if corner A leaves the ground when B rebounds with e: e + r > 0.                [L93 (8)]
TALUS_API bool talus_rocking_a_lifts(const talus_rocking_block *block, double e);

/// Any imperfection of the base: points that hit the ground one after the other.  [R3D section 2]
typedef struct talus_rocking_base_point {
    double x;    ///< from the centre of mass towards B, m
    bool rolled; ///< the stretch up to here is convex: it rolls without an impact
} talus_rocking_base_point;
/// Product of (A + m x_{i-1} x_i) / (A + m x_i^2), or sqrt((A + m x_{i-1}^2) / (A + m x_i^2)) of a
/// rolled stretch; the first point is the old pivot, the last one the new pivot.
/// @return NaN if the points do not ascend
TALUS_API double talus_rocking_base_ratio(const talus_rocking_block *block,
                                          const talus_rocking_base_point *points, size_t count);
/// The same for `steps` equal steps from A to B; tends to rolling as 1 - O(1 / steps).
TALUS_API double talus_rocking_steps_ratio(const talus_rocking_block *block, size_t steps);

/// C18 for homogeneous rectangles: aspect = height / width > 0, full widths in m.
TALUS_API double talus_rocking_eta(double aspect, double k);       ///< (14); k = 1: (13)
TALUS_API double talus_rocking_k(double aspect, double eta);       ///< (18), NaN for eta > 1
TALUS_API double talus_rocking_k_fit(double aspect, double width); ///< (19)
TALUS_API double talus_rocking_k_edge(double width, double foot);  ///< contact `foot` inside
/// Least squares of k = c_0 aspect^2 + c_1 aspect + c_2 + c_3 (width in cm), as (19) was found.
/// @return TALUS_ERROR_INPUT unless there are four tests at least that fix the coefficients
TALUS_API talus_status talus_rocking_k_regression(size_t count, const double *aspects,
                                                  const double *widths, const double *k,
                                                  double coefficients[4], talus_error *error);
/// Three patterns after an impact without slip and flight, by the sign of r: X(enumerator, name)
#define TALUS_ROCKING_PATTERN_LIST(X)                                                              \
    X(TALUS_ROCKING_BOUNCES_BACK, "bouncing back") /* r < 0: on A again */                         \
    X(TALUS_ROCKING_STOPS, "staying still")        /* r = 0 */                                     \
    X(TALUS_ROCKING_ROCKS, "rocking")              /* r > 0: on B */
typedef enum talus_rocking_pattern {
#define TALUS_ROCKING_PATTERN_ENUM(enumerator, name) enumerator,
    TALUS_ROCKING_PATTERN_LIST(TALUS_ROCKING_PATTERN_ENUM)
#undef TALUS_ROCKING_PATTERN_ENUM
} talus_rocking_pattern;
TALUS_API talus_rocking_pattern talus_rocking_pattern_of(double ratio);
TALUS_API const char *talus_rocking_pattern_name(talus_rocking_pattern pattern);

/// Two homogeneous blocks of width 2b on top of each other, hinged on the centre line.   [L93]
typedef struct talus_rocking_stack {
    double b, lower_height, upper_height, lower_mass, upper_mass; ///< m, kg
} talus_rocking_stack;
typedef struct talus_rocking_stack_ratios {
    double lower, upper; ///< angular velocities after / before
    double energy;       ///< sqrt(T+ / T-)
    double rigid;        ///< r of the stack as one body; never above `energy`
} talus_rocking_stack_ratios;
TALUS_API talus_rocking_stack_ratios talus_rocking_stack_impact(const talus_rocking_stack *stack);

/// The generalised law on a block [B12]: matrices, intervals and tests are in talus/law.h; here are
/// the cases of the paper. Verdicts allow round-off of 1e-10.
typedef struct talus_rocking_verdict {
    bool kinematic, kinetic, energetic; ///< no penetration, no pull, no energy from nowhere
} talus_rocking_verdict;
typedef struct talus_rocking_law {
    double en1, en21; ///< gap velocities of B and A after, per gap velocity of B before
    double et3;       ///< x'+ = -et3 x'-
} talus_rocking_law;
/// Tangential restitution v_t+ = e_t v_t- of the corners: en1 = en21 - e_t, et3 = -e_t. [B12 (55)]
TALUS_API talus_rocking_law talus_rocking_law_tangential(double en21, double e_t);
typedef struct talus_rocking_law_result {
    double velocity[3];                              ///< x', y' (m/s), omega (rad/s) after
    double percussion_b, percussion_a, percussion_t; ///< N s; t: sum of both corners
    double energy_ratio;                             ///< T+ / T-, the ellipsoid [B12 (52)]
    talus_rocking_verdict verdict;
} talus_rocking_law_result;
/// Sticking on A before, omega < 0.                                              [B12 section 5]
/// @return TALUS_ERROR_INPUT for a block or a rate that cannot be
TALUS_API talus_status talus_rocking_law_apply(const talus_impact_law_block *block,
                                               const talus_rocking_law *law, double omega,
                                               talus_rocking_law_result *result,
                                               talus_error *error);
/// Forces of two closed frictionless corners: 0 <= f _|_ A f + B >= 0, unique.       [B12 (5)]
/// @param a      (2 x 2) out, 1/kg, order B, A
/// @param forces (2) out, N
/// @return TALUS_ERROR_INPUT unless |theta| < pi / 2
TALUS_API talus_status talus_rocking_forces(const talus_rocking_block *block, double theta,
                                            double omega, double gravity, double a[4],
                                            double forces[2], talus_error *error);

// --- Planar motion, ground motion, bouncing ----------------------------------------------------

// --- Spatial blocks ----------------------------------------------------------------------------

#ifdef __cplusplus
}
#endif
#endif
