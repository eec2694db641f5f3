// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking.h
/// Planar rocking blocks: impact maps and laws, motion, bouncing. Spatial blocks are in
/// talus/lab/rocking_spatial.h. It knows rigid blocks on a flat base that may shake; it refuses to
/// know terrain and files. Notation: b half width, h height of the centre of mass, theta
/// counter-clockwise, pivot A = left corner for theta > 0, B = right corner for theta < 0.
/// [docs/rocking.md]
///
/// threads: pure functions, any thread; the functions that take a number of threads start their own
///          and call callbacks from them.
#ifndef TALUS_LAB_ROCKING_H
#define TALUS_LAB_ROCKING_H

#include "talus/lab/impact_law.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- Impact maps and laws of planar blocks -----------------------------------------------------
// A ratio is r = omega+ / omega- of a block that rocks on A until B hits; with r < 0 it bounces
// back. Functions of plain numbers do not fail: outside their domain they return NaN or an
// infinity.

typedef struct talus_rocking_block {
    double mass;    ///< m, kg
    double inertia; ///< I about the centre of mass, kg m2
    double h;       ///< height of the centre of mass, m
    double b1, b2;  ///< its distances from A and from B along the base, m; b1 = b2 = b if symmetric
} talus_rocking_block;
/// Homogeneous rectangle 2b x 2h: I = m (b^2 + h^2) / 3.
TALUS_API talus_rocking_block talus_rocking_block_rectangle(double mass, double b, double h);
/// The mirror image, with A and B exchanged. Its ratio is the ratio "B then A" of the block.
TALUS_API talus_rocking_block talus_rocking_block_mirrored(const talus_rocking_block *block);
/// @return TALUS_ERROR_INPUT and a sentence unless all numbers are finite and > 0
TALUS_API talus_status talus_rocking_block_check(const talus_rocking_block *block,
                                                 talus_error *error);
/// Properties of the motion about one corner.
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

/// X(enumerator, name, parameter or NULL, its least and largest value in theory). With A = I + m
/// h^2 and the resultant of the percussions at x from the centre of mass towards B,
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
/// Position of the resultant for a ratio r: x / b2 = A (1 - r) / (m b2 (b1 + r b2)), Chatzis'
/// lambda.
TALUS_API double talus_rocking_lambda(const talus_rocking_block *block, double ratio);
/// Warn if a parameter is outside the range of its map, or |r| > 1 (the energy grows). Measured
/// values can be both, so nothing is refused.
TALUS_API void talus_rocking_warn(talus_rocking_map map, double parameter, double ratio,
                                  talus_diagnostics *warnings);
/// True if corner A leaves the ground when B rebounds with e: e + r > 0.                [L93 (8)]
TALUS_API bool talus_rocking_a_lifts(const talus_rocking_block *block, double e);

/// An imperfect base as points that hit the ground one after the other.           [R3D section 2]
typedef struct talus_rocking_base_point {
    double x;    ///< from the centre of mass towards B, m
    bool rolled; ///< the stretch up to this point is convex: it rolls without an impact
} talus_rocking_base_point;
/// Ratio of such a base: product of (A + m x_{i-1} x_i) / (A + m x_i^2), and of
/// sqrt((A + m x_{i-1}^2) / (A + m x_i^2)) for rolled stretches. The first point is the old pivot,
/// the last one the new pivot.
/// @return NaN if the points do not ascend
TALUS_API double talus_rocking_base_ratio(const talus_rocking_block *block,
                                          const talus_rocking_base_point *points, size_t count);
/// Ratio of `steps` equal steps from A to B; it tends to rolling as 1 - O(1 / steps).
TALUS_API double talus_rocking_steps_ratio(const talus_rocking_block *block, size_t steps);

/// C18 for homogeneous rectangles: aspect = height / width > 0, full widths in m.
TALUS_API double talus_rocking_eta(double aspect, double k);       ///< (14); k = 1: (13)
TALUS_API double talus_rocking_k(double aspect, double eta);       ///< (18), NaN for eta > 1
TALUS_API double talus_rocking_k_fit(double aspect, double width); ///< (19)
TALUS_API double talus_rocking_k_edge(double width, double foot);  ///< contact `foot` inside
/// Least squares of k = c_0 aspect^2 + c_1 aspect + c_2 + c_3 (width in cm), the method behind
/// (19).
/// @return TALUS_ERROR_INPUT unless at least four tests determine the coefficients
TALUS_API talus_status talus_rocking_k_regression(size_t count, const double *aspects,
                                                  const double *widths, const double *k,
                                                  double coefficients[4], talus_error *error);
/// Motion after an impact without slip and flight, by the sign of r: X(enumerator, name)
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

// --- Planar motion, ground motion, bouncing ----------------------------------------------------

/// A block that pivots about corner A (theta > 0) or B (theta < 0) of a level base.
typedef struct talus_planar_model {
    talus_rocking_block block;
    /// Ratios of the impacts "A then B" and "B then A", in [-1, 1]; < 0: back onto the same corner.
    double r_ab, r_ba;
    double gravity; ///< m/s2
} talus_planar_model;
/// Both ratios by one impact map; 9.81 m/s2.
TALUS_API talus_planar_model talus_planar_model_make(const talus_rocking_block *block,
                                                     talus_rocking_map map, double parameter);
/// Energy, J: J theta'^2 / 2 + m g uplift, with J about the pivot on the side of theta.
TALUS_API double talus_planar_energy(const talus_planar_model *model, double theta, double omega);

/// Ground accelerations at i time_step, linear between, zero before and after.
typedef struct talus_ground_motion {
    double time_step; ///< s
    size_t count;
    double *horizontal; ///< (count) m/s2, positive to the right
    double *vertical;   ///< (count) m/s2, positive upwards, or NULL
} talus_ground_motion;

/// Horizontal pulses from t = 0 on, w = frequency, T = 2 pi / w. SINE a sin wt, COSINE a cos wt
/// over `cycles` periods; RICKER a (1 - 2 s^2) exp(-s^2), s = w (t - 2 T)/2, over 4 T; TRAPEZOID
/// half waves +a, -a, ... with ramps of rise T/2 each.
typedef enum talus_pulse_kind {
    TALUS_PULSE_NONE,
    TALUS_PULSE_SINE,
    TALUS_PULSE_COSINE,
    TALUS_PULSE_RICKER,
    TALUS_PULSE_TRAPEZOID
} talus_pulse_kind;
typedef struct talus_pulse {
    talus_pulse_kind kind;
    double amplitude; ///< m/s2
    double frequency; ///< rad/s, > 0
    double cycles;    ///< > 0; a multiple of 1/2 for a trapezoid
    double rise;      ///< of a trapezoid: share of the half wave, in (0, 1/2]
} talus_pulse;
/// Duration, s.
TALUS_API double talus_pulse_duration(const talus_pulse *pulse);
/// Acceleration at a time, m/s2.
TALUS_API double talus_pulse_acceleration(const talus_pulse *pulse, double time);

/// Shaking of the base: `scale` times the motion, or the pulse if the motion is NULL. With pulse
/// kind NONE the base is at rest.
typedef struct talus_shaking {
    const talus_ground_motion *motion;
    talus_pulse pulse;
    double scale;
} talus_shaking;

typedef struct talus_planar_options {
    double theta0, omega0; ///< rad, rad/s; both 0 = at rest until |acc| > (g + acc_z) tan(alpha)
    double duration;       ///< s
    double tolerance;      ///< rad: first neglected term of the series of a step
    double rest_speed;     ///< rest below this speed after an impact, times p
    double overturn_angle; ///< rad
    size_t most_impacts;   ///< number of impacts after which the run ends
    double time_step;      ///< s, for talus_planar_newmark only
    bool demand;           ///< compute the demand on friction; for talus_planar_run only
    double mu;             ///< friction of the base, for the demand; 0 = not given
} talus_planar_options;
/// From rest, 20 s, 1e-14, 1e-6, pi/2, 100000 impacts, 1 ms, no demand.
TALUS_API talus_planar_options talus_planar_options_default(void);

/// Arrays of the caller that a run fills: the first `room` entries are stored, all are counted.
typedef struct talus_planar_history {
    size_t impact_room, impact_count;
    double *impact_time, *impact_speed; ///< s; omega before the impact (rad/s)
    size_t peak_room, peak_count;
    double *peak_time, *peak_angle; ///< where omega = 0 between impacts: s, rad
    double sample_step;             ///< s; talus_planar_newmark stores its own steps
    size_t sample_room, sample_count;
    double *time, *theta, *omega; ///< samples: s, rad, rad/s
} talus_planar_history;

typedef enum talus_planar_outcome {
    TALUS_PLANAR_MOVING,
    TALUS_PLANAR_REST,
    TALUS_PLANAR_OVERTURNED
} talus_planar_outcome;
/// Force of the base on a block that does not slide, x to the right.     [docs/rocking.md (4.3)]
typedef struct talus_planar_reaction {
    double normal, tangential; ///< N
    double demand;             ///< |tangential| / normal; infinite if the base would have to pull
    /// m, position of the resultant on the base, from below the centre of mass of the upright block
    double pressure;
} talus_planar_reaction;
/// The reaction at an angle and angular velocity, under an acceleration of the base (m/s2, to the
/// right and upwards). theta = omega = 0 means rest, or the start of rocking if the base lifts the
/// block.
TALUS_API talus_planar_reaction talus_planar_reaction_of(const talus_planar_model *model,
                                                         double theta, double omega, double across,
                                                         double up);
/// Demand of a run on friction, between impacts and while |theta| <= alpha of its side.
typedef struct talus_planar_demand {
    /// Largest |F| / N at rest and in rocking, and its time (s); infinite if the block would lift
    /// off.
    double friction, time;
    double least_normal; ///< smallest N / (m g)
    double lifts_time;   ///< s, first N <= 0; NaN = never
    double slides_time;  ///< s, first |F| / N > mu; NaN = never, or mu not given
    double impact;       ///< largest |p_T| / p_N of the impacts
} talus_planar_demand;
typedef struct talus_planar_result {
    talus_planar_outcome outcome;
    double time;         ///< s: when it overturned or last came to rest, else the end of the run
    double theta, omega; ///< at the end
    double peak_angle;   ///< largest |theta|
    double side_peak[2]; ///< rad, largest |theta| about A and about B; from talus_planar_run only
    double peak_time;    ///< s, of peak_angle; from talus_planar_run only
    size_t impacts;
    size_t steps;               ///< of the series; from talus_planar_run only
    double start_time;          ///< s, of the first uplift from rest; NaN = never
    talus_planar_demand demand; ///< zeros unless requested
} talus_planar_result;

/// Event-driven motion [docs/rocking.md 4.2]: Taylor series of adaptive order and step, which end
/// at the kinks of the record; impacts, peaks, uplift and overturning are roots of the series.
/// J theta'' = -+ m R [(g + acc_z) sin(alpha -+ theta) -+ acc cos(alpha -+ theta)]: a base that
/// accelerates to the right (acc > 0) tips the block about its left corner, theta > 0.
/// @param history may be NULL
/// @return TALUS_ERROR_ARGUMENT for impossible blocks, options or motions, also for acc_z <= -g,
///   which lifts the block
TALUS_API talus_status talus_planar_run(const talus_planar_model *model,
                                        const talus_shaking *shaking,
                                        const talus_planar_options *options,
                                        talus_planar_history *history, talus_planar_result *result,
                                        talus_error *error);
/// The motion by Newmark's trapezoidal rule with exact impact times [C18 (8), (9), corrected].
/// Needs b1 = b2. Error O(time_step^2).
TALUS_API talus_status talus_planar_newmark(const talus_planar_model *model,
                                            const talus_shaking *shaking,
                                            const talus_planar_options *options,
                                            talus_planar_history *history,
                                            talus_planar_result *result, talus_error *error);
/// Run i of `count` with models[i] and shakings[i], on `threads` threads (0 = all cores); the
/// results do not depend on their number.
/// @param results (count) out
TALUS_API talus_status talus_planar_batch(size_t count, const talus_planar_model *models,
                                          const talus_shaking *shakings,
                                          const talus_planar_options *options, unsigned threads,
                                          talus_planar_result *results, talus_error *error);
/// Scale of `shaking` in [low, high] at which overturning begins or ends, by bisection to rounding.
/// @param overturns_below  whether the block overturns just below it
/// @return TALUS_ERROR_ARGUMENT if the block overturns at both ends or at neither
TALUS_API talus_status talus_planar_critical_scale(const talus_planar_model *model,
                                                   const talus_shaking *shaking, double low,
                                                   double high, const talus_planar_options *options,
                                                   double *scale, bool *overturns_below,
                                                   talus_error *error);

/// Tangential condition at the corner of a block that bounces in the plane.          [L93 (4)-(10)]
typedef enum talus_bounce_case {
    TALUS_BOUNCE_STICK = 1,       ///< case 1: no tangential velocity afterwards
    TALUS_BOUNCE_RESTITUTION = 2, ///< case 2: -e_t times the tangential velocity before
    TALUS_BOUNCE_SLIP = 3 ///< case 3: F_X = +- mu F_Y; adds energy if the slip changes direction
} talus_bounce_case;
/// Heights of the corners in flight, and arms at impact. EXACT: both exact. QUADRATIC: flights (10)
/// with exact arms, as in [L93]. CONSISTENT: flights (10), with the derivatives of the truncated
/// heights as arms.
typedef enum talus_bounce_flight {
    TALUS_BOUNCE_EXACT,
    TALUS_BOUNCE_QUADRATIC,
    TALUS_BOUNCE_CONSISTENT
} talus_bounce_flight;
typedef struct talus_bounce_options {
    talus_bounce_case tangential;
    talus_bounce_flight flight;
    double e, e_t, mu;
    double settle; ///< a flight shorter than this share of the first ends the bouncing; 1e-6
} talus_bounce_options;
/// State just after an impact.
typedef struct talus_bounce_impact {
    double time;                       ///< s after the first impact
    char corner;                       ///< 'A' or 'B'
    double theta, vx, vy;              ///< rad, m/s of the centre of mass
    double omega;                      ///< rad/s
    double percussion_x, percussion_y; ///< per unit mass, m/s
} talus_bounce_impact;
typedef struct talus_bounce_end {
    bool settled; ///< bouncing ended on `corner`; false: the room was used up or no impact followed
    char corner;
    size_t count;       ///< impacts
    double time, theta; ///< s, rad, at the end
    double omega; ///< rad/s of the rocking that follows: angular momentum about the corner / J
    bool other_corner_landed; ///< the corner that did not hit first touched the ground
} talus_bounce_end;
/// Bouncing from theta = 0: the block rotates about A with omega0 < 0, so that B hits first; needs
/// b1 = b2.
/// @param impacts (room) may be NULL: then they are only counted, up to `room`
TALUS_API talus_status talus_bounce_run(const talus_planar_model *model, double omega0,
                                        const talus_bounce_options *options,
                                        talus_bounce_impact *impacts, size_t room,
                                        talus_bounce_end *end, talus_error *error);
/// Restitution above which corner B still bounces when A lands, case 1, released at theta0 [L93
/// Fig. 10]. theta0 = 0: limit of small rotations, r of [L93 (7)] with e = 0.
/// @return 0 if it always bounces
TALUS_API double talus_bounce_critical_restitution(const talus_planar_model *model, double theta0);

#ifdef __cplusplus
}
#endif
#endif
