// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_spatial.h
/// Spatial rocking blocks: impact maps, motion about corners and edges, bouncing, measures and
/// fits. It knows one rigid block on a plane that may shake; it refuses to know files, terrain and
/// friction. Equation numbers are those of [R3D], for bouncing those of [L93].  [docs/rocking.md]
///
/// threads: pure functions, any thread; with a number of threads, callbacks come from their own.
#ifndef TALUS_LAB_ROCKING_SPATIAL_H
#define TALUS_LAB_ROCKING_SPATIAL_H

#include "talus/lab/rocking.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TALUS_SPATIAL_CORNERS = 8 };

/// Block on a plane convex facet. Body frame: origin at the centre of mass, z normal to the facet.
/// Corners V1, V2, ... of the papers have the indices 0, 1, ...; edge i joins corners i and i + 1.
typedef struct talus_spatial_block {
    double mass;                               ///< kg
    talus_mat3 inertia;                        ///< kg m^2, about the centre of mass
    size_t corner_count;                       ///< 3 .. TALUS_SPATIAL_CORNERS
    talus_vec3 corners[TALUS_SPATIAL_CORNERS]; ///< m, counter-clockwise from above, all z = -h
} talus_spatial_block;
/// Homogeneous cuboid 2 b1 x 2 b2 x 2 h: V1 = (b1, -b2), V2 = (b1, b2), V3, V4. [R3D Figs 4, 10]
TALUS_API talus_spatial_block talus_spatial_cuboid(double mass, double b1, double b2, double h);
/// Check: positive mass, an inertia that a body can have, a convex facet below the centre of mass.
TALUS_API talus_status talus_spatial_block_check(const talus_spatial_block *block,
                                                 talus_error *error);

/// Parameters of impacts. tau (N m s) NaN = from (24): w_z = 0 after a facet impact.
typedef struct talus_spatial_law {
    double lam[TALUS_SPATIAL_CORNERS]; ///< of impacts of edge i, (19)
    double lat[TALUS_SPATIAL_CORNERS]; ///< of facet impacts about edge i, (21)
    double lon[TALUS_SPATIAL_CORNERS]; ///< the same
    double edge_tau, facet_tau;
} talus_spatial_law;
/// The same lam, lat, lon for every edge; edge_tau 0, facet_tau from (24).
TALUS_API talus_spatial_law talus_spatial_law_uniform(double lam, double lat, double lon);
/// Warn about parameters outside (25), (27) or lam >= 0; fitted values can be, so none is refused.
TALUS_API void talus_spatial_law_limits(const talus_spatial_law *law, size_t corner_count,
                                        talus_diagnostics *warnings);

/// One impact; vectors from the centre of mass in world axes, z up.
typedef struct talus_spatial_impact {
    double mass;
    talus_mat3 inertia;                  ///< world axes
    talus_vec3 before, after, resultant; ///< pivots and the point R of the modified wrench, m
} talus_spatial_impact;
typedef struct talus_spatial_outcome {
    talus_vec3 w_plus;    ///< rad/s, world
    talus_vec3 impulse;   ///< N s, m (v+ - v-)
    double tau;           ///< N m s
    double energy_change; ///< J, (26)
    double regularity; ///< |det K| / product of K's row norms, K = Theta - m R_R R_a; 0 = singular
    int pivot;         ///< corner at rest afterwards
    bool edge;         ///< corner pivot - 1 is at rest as well
} talus_spatial_outcome;
/// w+ = (Theta - m R_R R_a)^-1 [(Theta - m R_R R_b) w- + tau z], or w+ and tau with w_z+ = 0 if tau
/// is NaN.  [R3D (18), (24)]  `pivot` and `edge` are not set.
/// @return TALUS_ERROR_ARGUMENT if the matrix is singular
TALUS_API talus_status talus_spatial_map(const talus_spatial_impact *impact, talus_vec3 w_minus,
                                         double tau, talus_spatial_outcome *outcome,
                                         talus_error *error);
/// Admissible tau of an impact: interval in which dE(tau), a convex quadratic, is <= 0. [R3D 4.8]
/// @return false if no tau is admissible or the map is singular
TALUS_API bool talus_spatial_tau_interval(const talus_spatial_impact *impact, talus_vec3 w_minus,
                                          double interval[2]);
/// Impact of the edge between corners `before` and `after`. [R3D (19), (20)]
TALUS_API talus_spatial_impact talus_spatial_edge_impact(const talus_spatial_block *block,
                                                         talus_quat attitude, int before, int after,
                                                         double lam);
/// Impact of the whole facet about the edge (before - 1, before); the next pivot is `after`.
///   r_R = mean of corners + lon (r_b+1 - r_b) / 2 + lat (r_b - r_b-1) / 2              [R3D (21)]
typedef struct talus_spatial_facet {
    int before;
    double lat, lon;
    double tau; ///< N m s; NaN = from (24)
} talus_spatial_facet;
TALUS_API talus_spatial_impact talus_spatial_facet_impact(const talus_spatial_block *block,
                                                          talus_quat attitude,
                                                          const talus_spatial_facet *facet,
                                                          int after);
/// v_z+ > v_z- and no corner moves into the ground. [R3D (22), (23)]
TALUS_API bool talus_spatial_feasible(const talus_spatial_block *block, talus_quat attitude,
                                      const talus_spatial_impact *impact, talus_vec3 w_minus,
                                      talus_vec3 w_plus);
/// All feasible outcomes of a facet impact, one for each possible pivot.
/// @param outcomes (corner_count) out @return their number; of a rectangle 1 with (24), else 0 to 2
TALUS_API size_t talus_spatial_facet_solutions(const talus_spatial_block *block,
                                               talus_quat attitude,
                                               const talus_spatial_facet *facet, talus_vec3 w_minus,
                                               talus_spatial_outcome *outcomes);
/// Unified facet map: the first feasible pivot. If lat = 0, tau is 0 and the angular velocity is
/// along the edge, the block goes on about the opposite parallel edge with the planar ratio of lam
/// = lon.  [R3D 4.7; about V1V2 lat > 0 leads to V4, lat < 0 to V3]
/// @return TALUS_ERROR_ARGUMENT if no pivot is feasible
TALUS_API talus_status talus_spatial_facet_map(const talus_spatial_block *block,
                                               talus_quat attitude,
                                               const talus_spatial_facet *facet, talus_vec3 w_minus,
                                               talus_spatial_outcome *outcome, talus_error *error);
/// Modified wrench of impulses on the plane z = 0: their sum through R = (x, y), and a vertical
/// moment tau about R. [R3D (7)-(10), corrected: y_R is plus the mean; (10) holds about R, not the
/// origin]
typedef struct talus_spatial_wrench {
    talus_vec3 impulse; ///< N s
    double x, y, tau;   ///< m, m, N m s; not finite where the vertical impulse is 0
} talus_spatial_wrench;
TALUS_API talus_spatial_wrench talus_spatial_wrench_of(const talus_vec3 *points,
                                                       const talus_vec3 *impulses, size_t count);

/// How a block touches its base.
typedef enum talus_spatial_mode {
    TALUS_SPATIAL_REST,   ///< flat on its facet
    TALUS_SPATIAL_EDGE,   ///< corners pivot - 1 and pivot at rest
    TALUS_SPATIAL_VERTEX, ///< corner pivot at rest
    TALUS_SPATIAL_FLIGHT  ///< bouncing only
} talus_spatial_mode;
/// World axes fixed to the base, which may shake; the base is z = 0.
typedef struct talus_spatial_state {
    double time; ///< s
    talus_spatial_mode mode;
    int pivot;
    talus_quat attitude;
    talus_vec3 w;        ///< rad/s, world
    talus_vec3 position; ///< m: of the pivot (z = 0); of the centre of mass in flight
    talus_vec3 velocity; ///< m/s, of the centre of mass, in flight only
} talus_spatial_state;
/// At rest, tilted by `tilt` (rad) about the edge (pivot - 1, pivot). tilt = 0 is mode REST.
TALUS_API talus_spatial_state talus_spatial_release(const talus_spatial_block *block, int pivot,
                                                    double tilt);
/// Heights of the corners above the base, m (corner_count).
TALUS_API void talus_spatial_heights(const talus_spatial_block *block,
                                     const talus_spatial_state *state, double *heights);
/// Total energy above that at rest, J.
TALUS_API double talus_spatial_energy(const talus_spatial_block *block,
                                      const talus_spatial_state *state, double gravity);

/// X(enumerator, name, one line)
#define TALUS_SPATIAL_EVENT_LIST(X)                                                                \
    X(TALUS_SPATIAL_EDGE_IMPACT, "edge impact", "corner of the pivot's edge reaches the base")     \
    X(TALUS_SPATIAL_FACET_IMPACT, "facet impact", "all corners reach the base")                    \
    X(TALUS_SPATIAL_CORNER_IMPACT, "corner impact", "a flying block hits with a corner")           \
    X(TALUS_SPATIAL_ZENO_EDGE, "edge settles", "edge impacts accumulate: rocking about the edge")  \
    X(TALUS_SPATIAL_ZENO_REST, "rest", "impacts accumulate: the block lies still")                 \
    X(TALUS_SPATIAL_RELEASE, "release", "an end of the edge lifts: rocking about the other one")   \
    X(TALUS_SPATIAL_UPLIFT, "uplift", "the reaction leaves the facet of a block at rest")
typedef enum talus_spatial_event_kind {
#define TALUS_SPATIAL_EVENT_ENUM(name, text, doc) name,
    TALUS_SPATIAL_EVENT_LIST(TALUS_SPATIAL_EVENT_ENUM)
#undef TALUS_SPATIAL_EVENT_ENUM
        TALUS_SPATIAL_EVENT_COUNT
} talus_spatial_event_kind;
TALUS_API const char *talus_spatial_event_name(talus_spatial_event_kind kind);
typedef struct talus_spatial_event {
    talus_spatial_event_kind kind;
    talus_vec3 w_minus;   ///< rad/s, world
    int before;           ///< pivot before; for a corner impact the corner that hits
    double energy_change; ///< J
    double regularity;    ///< of the map, see talus_spatial_outcome; 1 without an impact
    talus_spatial_state after;
} talus_spatial_event;

/// Shaking along world x and y; the vertical accelerations of both records add.
typedef struct talus_spatial_shaking {
    talus_shaking x, y;
} talus_spatial_shaking;
/// Acceleration of the base (m/s^2, world).
TALUS_API talus_vec3 talus_spatial_shaking_at(const talus_spatial_shaking *shaking, double time);

typedef struct talus_spatial_options {
    double gravity;   ///< 9.81 m/s^2
    double end_time;  ///< s
    double tolerance; ///< first neglected terms of a step, in rad and relative to the rates; 1e-10
    double lateral_rate; ///< an edge settles below this rate of its free corner, 1e-5 rad/s
    double rest_rate;    ///< a block rests below the energy of this rate, 1e-4 rad/s
    size_t impact_limit; ///< 0 = none
    const talus_spatial_shaking *shaking; ///< of the base; NULL = at rest
    double sample_interval;               ///< s, between calls of on_sample; 0 = never
    void (*on_sample)(void *user, const talus_spatial_state *state);
    void (*on_event)(void *user, const talus_spatial_event *event);
    void *user;
} talus_spatial_options;
TALUS_API talus_spatial_options
talus_spatial_options_default(void); ///< end_time 10 s, no callbacks

typedef enum talus_spatial_end {
    TALUS_SPATIAL_AT_REST,
    TALUS_SPATIAL_OVERTURNED, ///< the block's axis is horizontal
    TALUS_SPATIAL_TIME_END,
    TALUS_SPATIAL_IMPACTS_END, ///< impact_limit
    TALUS_SPATIAL_SETTLED,     ///< bouncing only: a corner stays, rocking can continue from here
    TALUS_SPATIAL_NO_PIVOT, ///< no corner can be the next pivot (fixed tau), or the map is singular
    TALUS_SPATIAL_FAILED    ///< no step meets the tolerance, or a number is not finite
} talus_spatial_end;
typedef struct talus_spatial_summary {
    talus_spatial_end end;
    size_t edge_impacts, facet_impacts, corner_impacts, steps;
    size_t energy_gains;                             ///< impacts that added energy, against (26)
    double energy_begin, energy_impacts, energy_end; ///< J; on a base at rest begin + impacts = end
    double energy_error; ///< J, on a base at rest: largest |energy - (begin + impacts)|
    double least_height; ///< m, lowest corner after any step
    double largest_tilt; ///< rad, of the block's axis from the vertical
    double pull_time;    ///< s, first time at which the base would have to pull; NaN = never
} talus_spatial_summary;
/// Rocking about corners and edges with impacts, accumulations, rest and uplift. [R3D Fig 7, 4.1]
///   J_P W' + W x J_P W = d x m A^T (-g z - a), about a corner; its part along the edge, about one
/// Taylor series of adaptive order and step, which end at the kinks of a record; impacts, release,
/// uplift and overturning are roots of the series. No memory is allocated.
/// @param state in: the start, in a mode other than FLIGHT; out: the end
/// @return TALUS_ERROR_ARGUMENT for an impossible block or options; how the run ends is data
TALUS_API talus_status talus_spatial_run(const talus_spatial_block *block,
                                         const talus_spatial_law *law,
                                         const talus_spatial_options *options,
                                         talus_spatial_state *state, talus_spatial_summary *summary,
                                         talus_error *error);

/// One run of a batch.
typedef struct talus_spatial_case {
    const talus_spatial_block *block;
    talus_spatial_law law;
    talus_spatial_shaking shaking; ///< neither motion nor pulse = at rest
    talus_spatial_state begin;
} talus_spatial_case;
typedef struct talus_spatial_result {
    talus_spatial_state state; ///< at the end
    talus_spatial_summary summary;
} talus_spatial_result;
/// Run i of `count` with cases[i], on threads (0 = all cores), whose number changes no result.
/// @param options  its shaking is not used; callbacks are called from the threads
/// @param results  (count) out
/// @return as talus_spatial_run, for the first run that was refused
TALUS_API talus_status talus_spatial_batch(size_t count, const talus_spatial_case *cases,
                                           const talus_spatial_options *options, unsigned threads,
                                           talus_spatial_result *results, talus_error *error);

/// Collision of a flying block at one corner, no slip or, with free_y, no friction along world y.
///   K F = (0, 0, -e v_z) - v,  K = 1 / M + A^T C I^-1 C^T A          [L93 (12)]
typedef struct talus_spatial_collision {
    talus_vec3 velocity; ///< m/s, of the centre of mass after it
    talus_vec3 w;        ///< rad/s, body frame, after it
    talus_vec3 impulse;  ///< N s, world
} talus_spatial_collision;
TALUS_API talus_spatial_collision talus_spatial_collide(const talus_spatial_block *block,
                                                        const talus_spatial_state *flight,
                                                        int corner, double e, bool free_y);

/// Bouncing on a base at rest: free flights, each up to the first corner that lands.
typedef struct talus_spatial_bounce {
    double e; ///< restitution, [0, 1)
    bool free_y;
    double settle; ///< a corner stays once a flight is this share of its first flight, 1e-6
} talus_spatial_bounce;
/// In free flight the rotation is torque-free (series with the same error control), and the centre
/// of mass falls exactly. Flights from another corner start a new series. The run ends SETTLED as
/// rocking about the corner that stays, with the angular momentum about it; talus_spatial_run can
/// continue from there. A corner that lands slower than 1e-6 sqrt(g R) also stays.        [L93, 3D]
/// @param state in: mode FLIGHT, no corner below the base; out: the end
/// @return TALUS_ERROR_ARGUMENT
TALUS_API talus_status talus_spatial_bounce_run(const talus_spatial_block *block,
                                                const talus_spatial_bounce *law,
                                                const talus_spatial_options *options,
                                                talus_spatial_state *state,
                                                talus_spatial_summary *summary, talus_error *error);

/// Goldstein's xyz convention: body -> world = R_z(phi) R_y(theta) R_x(psi), zyx angles of [R3D].
typedef struct talus_euler {
    double phi, theta, psi; ///< rad; or their rates, rad/s
} talus_euler;
TALUS_API talus_quat talus_euler_attitude(talus_euler angles);
TALUS_API talus_euler talus_euler_from_attitude(talus_quat attitude);
/// Rates from the angular velocity in the body frame. [L93 (13)] Not finite at theta = +-pi / 2.
TALUS_API talus_euler talus_euler_rates(talus_euler angles, talus_vec3 w_body);

/// Largest out-of-plane and in-plane angles of a run. Start with all members zero.
typedef struct talus_rocking_peaks {
    double x, y; ///< rad, max |phi_x| and max |phi_y|
    bool begun;
    double time;
    talus_euler angles, rates; ///< of the state added last
} talus_rocking_peaks;
/// Add a state; between two states the angles are cubic with the right rates. At an impact add both
/// angular velocities. OPMF = x / y after the first impact.                          [R3D 3.2]
/// @param w rad/s, world
TALUS_API void talus_rocking_peaks_add(talus_rocking_peaks *peaks, double time, talus_quat attitude,
                                       talus_vec3 w);
/// Readings of an inertial unit fixed to the block, at equal spacing, in the block's axes.
typedef struct talus_inertial_series {
    size_t count;
    double begin, interval;  ///< s
    const talus_vec3 *rate;  ///< (count) rad/s, gyroscope
    const talus_vec3 *force; ///< (count) m/s^2, accelerometer (at rest +g upwards); NULL = none
} talus_inertial_series;
typedef struct talus_inertial_options {
    double b1, h;     ///< m
    double threshold; ///< share of max |w_y| (or max |w_x|) below which nothing is an impact, 0.05
    size_t still_count; ///< samples at rest whose mean force gives the first attitude; 0 = level
    size_t peak_limit;  ///< 10
} talus_inertial_options;
TALUS_API talus_inertial_options talus_inertial_options_default(double b1, double h);
typedef struct talus_inertial_measures {
    double opmf, avrf; ///< NaN if there are too few impacts
    size_t impact_count, peak_count;
    double first_impact;     ///< s
    double drift_x, drift_y; ///< rad, largest correction
} talus_inertial_measures;
/// Attitude from the gyroscope, correction of its drift (phi_y = 0 at peaks of |w_y|, phi_x = 0 at
/// peaks of |w_x|, linear in between), then both measures. [R3D 3.1, 3.2]
/// @param angles (count) out: corrected angles, of zyx  @return TALUS_ERROR_ARGUMENT, _MEMORY
TALUS_API talus_status talus_inertial_measure(const talus_inertial_series *series,
                                              const talus_inertial_options *options,
                                              talus_euler *angles,
                                              talus_inertial_measures *measures,
                                              talus_error *error);

enum { TALUS_SPATIAL_UNKNOWNS = 5 };
/// A measured release about V1V2, to be fitted by (t0, tilt, lam, lat, lon).
typedef struct talus_spatial_record {
    talus_spatial_block block;
    double gravity;
    talus_inertial_series measured; ///< rate only
} talus_spatial_record;
/// (1 / T) integral of |w_m - w_s| dt over the record of length T, body axes, tau = 0, trapezoidal
/// rule; at rest before t0. [R3D (28), which divides by t_end - t0 and so favours an early t0]
/// @param simulated (measured.count) out: w_s
/// @return +infinity for parameters with which no run is possible
TALUS_API double talus_spatial_fit_error(const talus_spatial_record *record,
                                         const double parameters[TALUS_SPATIAL_UNKNOWNS],
                                         talus_vec3 *simulated);

/// First guess: t0 and tilt from the fall before the first impact, lon from the samples after it,
/// lat = +-0.5 by the sign of the lateral rate, lam = 1.
/// @return TALUS_ERROR_INPUT if the record shows no impact
TALUS_API talus_status talus_spatial_fit_guess(const talus_spatial_record *record,
                                               double parameters[TALUS_SPATIAL_UNKNOWNS],
                                               talus_error *error);
typedef struct talus_spatial_fit_options {
    double step[TALUS_SPATIAL_UNKNOWNS]; ///< edges of the first simplex
    double lat_limit, lam_limit; ///< the scan covers |lat| <= lat_limit, 0 <= lam <= lam_limit
    size_t lat_count, lam_count; ///< points of the scan; 0 = start from the guess only
    size_t start_limit;          ///< Nelder-Mead runs: the guess and the best of the scan
    size_t evaluation_limit;     ///< of each run
} talus_spatial_fit_options;
TALUS_API talus_spatial_fit_options talus_spatial_fit_options_default(void);
/// One start and its result; errors of (28).
typedef struct talus_spatial_fit {
    double begin[TALUS_SPATIAL_UNKNOWNS], begin_error;
    double found[TALUS_SPATIAL_UNKNOWNS], error;
    size_t evaluations;
} talus_spatial_fit;
/// Minimise (28) by Nelder-Mead from several starts. Each run is restarted from its result until
/// the error no longer decreases. Results are sorted, best first.
/// @param guess  NULL = talus_spatial_fit_guess
/// @param fits   (start_limit) out @param count out: their number
/// @return TALUS_ERROR_ARGUMENT, _INPUT or _MEMORY
TALUS_API talus_status talus_spatial_fit_search(const talus_spatial_record *record,
                                                const double *guess,
                                                const talus_spatial_fit_options *options,
                                                talus_spatial_fit *fits, size_t *count,
                                                talus_error *error);

/// A measured rotation theta(t) (rad) of a planar block, from before its release to its rest.
typedef struct talus_rotation_series {
    size_t count;
    double interval;     ///< s
    const double *theta; ///< (count)
} talus_rotation_series;
/// Ratios of free rocking fitted to it.
typedef struct talus_eta_fit {
    /// rad, s: start of the simulations, from the first angle and the first zero.
    double theta0, release;
    double end;                    ///< s, after which the rotation stays below 2 % of theta0
    double eta, eta_error;         ///< eta_e of the middle half; rms of theta there (rad)
    double eta_first, first_error; ///< eta'_e of the half-period after the first impact
} talus_eta_fit;
/// Least squares of theta over the middle half of the response, and over the half-period after the
/// first impact, by scan and golden section.                                    [C18 5.1, Fig. 13]
/// @param model block and gravity; its ratios are not used
/// @return TALUS_ERROR_INPUT if theta shows fewer than two impacts; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_eta_fit_series(const talus_planar_model *model,
                                            const talus_rotation_series *series, talus_eta_fit *fit,
                                            talus_error *error);

/// Rigid-body check: a collision must outlast the block's slowest vibration.    [L93 table 2]
typedef struct talus_rigid_check {
    double axial_period;   ///< s, a wave up the block and back: 2 height / c
    double bending_period; ///< s, first bending mode of a free-free beam
    double oscillations;   ///< contact time / the longer of both
    bool rigid;            ///< at least 3
} talus_rigid_check;
/// @param wave_speed sqrt(E / density), m/s @param contact_time s, measured
TALUS_API talus_rigid_check talus_rigid_body_check(double width, double height, double wave_speed,
                                                   double contact_time);

#ifdef __cplusplus
}
#endif
#endif
