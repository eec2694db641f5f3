// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_stepper.h
/// The time-stepper against the rocking models: single impacts, free rocking, bouncing, vertex
/// rocking of one block on a level plane. It refuses to know the terminal.
#ifndef TALUS_CASES_FIGURES_ROCKING_STEPPER_H
#define TALUS_CASES_FIGURES_ROCKING_STEPPER_H

#include "io/directory/directory.h"
#include "lab/bridge/rocking_bench.h"
#include "talus/lab/rocking_spatial.h"

// --- One impact ---

/// The block turns about A, B hits: one step without gravity.
typedef struct rocking_stepper_impact {
    double aspect, mu, epsilon_n, en21; ///< h/b and the law, as in rocking_bench_options
    double ratio;                       ///< omega+ / omega-
    double expected;                    ///< closed form; NaN: none for this law
    double law;    ///< of talus_impact_law_apply: the same law on the planar block
    double place;  ///< x / b of the resultant percussion: lambda
    double lift;   ///< v_A+ / (2 b |omega-|), normal
    double slip;   ///< v_T+ / (2 b |omega-|), to the right
    double energy; ///< T+ / T-
    size_t unsolved;
} rocking_stepper_impact;
/// Fill in the answer to aspect, mu, epsilon_n, en21.
/// @return TALUS_ERROR_ARGUMENT or _MEMORY, or what talus_impact_law_apply refuses
talus_status rocking_stepper_impact_make(rocking_stepper_impact *impact, talus_error *error);
/// omega+/omega- where B stays and A may lift: max(0, Housner), or while the corners slip
/// max(0, (a^2 - 2 + 3 mu a) / (a^2 + 4 - 3 mu a)).                 [impact_laws.md, section 6]
double rocking_stepper_ratio(double aspect, double mu);

/// The same diagonal law as an equation for both corners: it cannot rock.           [B12, 3.3]
typedef struct rocking_stepper_equation {
    double aspect, e;
    double ratio; ///< omega+ / omega-
    double pull;  ///< -p_A / p_B; > 0: the ground would have to pull
    bool admissible;
} rocking_stepper_equation;
talus_status rocking_stepper_equation_make(rocking_stepper_equation *equation, talus_error *error);

/// Friction from which on the corners stick in an impact.
typedef struct rocking_stepper_threshold {
    double aspect, en21; ///< en21 0 = plain step
    double ratio;        ///< omega+ / omega- while they stick
    double found;        ///< by bisection
    double expected;     ///< a (1 - r) / (1 + r)                                      [B12 (30)]
} rocking_stepper_threshold;
talus_status rocking_stepper_threshold_make(rocking_stepper_threshold *threshold,
                                            talus_error *error);

// --- Runs ---

enum { ROCKING_HITS_MOST = 512, ROCKING_SAMPLES_MOST = 2000, ROCKING_DRAWN = 500 };

/// Corners that were open reach the ground.
typedef struct rocking_hit {
    double time;                      ///< s, from the depth at the midpoint and the speed
    unsigned arriving, resting;       ///< bits of corners
    double speed;                     ///< m/s, of the fastest, downwards
    talus_vec3 w_minus, w_plus;       ///< rad/s, world: begin and end of the step
    double energy_minus, energy_plus; ///< J, likewise
    double lambda; ///< place of the resultant percussion between the middles of the resting
                   ///< (-1) and of the arriving corners (1)
    double tau;    ///< N m s, vertical moment about it
} rocking_hit;

/// Turned by `tilt` about y (lifts +x) after `lateral` about x (lifts +y), at rest, the lowest
/// corner V4 on the ground; lateral = 0: on the edge A.
typedef struct rocking_start {
    double tilt, lateral; ///< rad, >= 0
} rocking_start;

typedef struct rocking_stepper_run {
    rocking_hit *hits; ///< (hit_count)
    size_t hit_count;
    double rest;               ///< s, last time with kinetic energy
    double rest_tilt;          ///< rad between the base and the plane at the end
    talus_rocking_peaks peaks; ///< after the first hit
    double *time, *theta;      ///< (sample_count) s, rad: in-plane tilt
    size_t sample_count;
    size_t steps, unsolved;
    size_t plastic;                               ///< steps that gave up restitution
    double deepest, worst_residual, worst_ledger; ///< m, relative, J
    size_t wrenches, refused;                     ///< impacts of the wrench law
    size_t limited; ///< impacts in which the ground's law got less than it asks for
} rocking_stepper_run;
/// @return TALUS_ERROR_ARGUMENT or _MEMORY; clear the run in any case
talus_status rocking_stepper_run_make(const rocking_bench_options *options, rocking_start start,
                                      double duration, rocking_stepper_run *run,
                                      talus_error *error);
void rocking_stepper_run_clear(rocking_stepper_run *run);

/// Impacts as the event-driven models have them.
typedef struct rocking_reference {
    size_t count;
    double time[ROCKING_HITS_MOST];  ///< s
    double speed[ROCKING_HITS_MOST]; ///< rad/s, |omega| before
    double ratio;
    double rest; ///< s; NaN = not within the duration
    size_t sample_count;
    double sample_time[ROCKING_DRAWN], theta[ROCKING_DRAWN]; ///< s, rad; sticking only
} rocking_reference;
/// Sticking corners: talus_planar_run with `ratio`.
talus_status rocking_reference_sticking(const rocking_bench_options *options, double ratio,
                                        double theta0, double duration,
                                        rocking_reference *reference, talus_error *error);
/// Without friction the centre of mass stays on its vertical; impacts from the energy integral
/// (I + m x^2) theta'^2 / 2 = m g (u0 - u), x its distance from the pivot, and
/// r = (I - m b^2) / (I + m b^2).
void rocking_reference_sliding(const rocking_bench_options *options, double theta0, size_t count,
                               rocking_reference *reference);

/// A vertex-rocking run of the spatial model with the wrench law of the options, else lam = 1.
typedef struct rocking_spatial_reference {
    size_t count;
    double time[ROCKING_HITS_MOST];     ///< s
    unsigned corner[ROCKING_HITS_MOST]; ///< bit of the one that arrives
    talus_rocking_peaks peaks;          ///< after the first impact
    double rest;                        ///< s; NaN = not within the duration
} rocking_spatial_reference;
talus_status rocking_reference_spatial(const rocking_bench_options *options, rocking_start start,
                                       double duration, rocking_spatial_reference *reference,
                                       talus_error *error);

// --- The study ---

enum {
    ROCKING_STEPS = 5,    ///< time steps of the convergence
    ROCKING_RELEASES = 5, ///< over which errors are averaged
    ROCKING_COMPARED = 4, ///< impacts that errors are of
    ROCKING_ASPECTS = 58,
    ROCKING_FRICTIONS = 4,
    ROCKING_ENTRIES = 21, ///< values of en21: from 2 r - 1 to 1 with Housner's r in the middle
    ROCKING_THRESHOLDS = 6,
    ROCKING_EQUATIONS = 4,
    ROCKING_SHAPES = 6,
    ROCKING_BOUNCES = 4,
    ROCKING_SHOWN = 24,
    ROCKING_SPATIAL_CASES = 3
};

/// Errors of the first impacts at one time step, root mean square over impacts and releases.
typedef struct rocking_errors {
    double time_step;
    double time;    ///< s, of the impacts
    double speed;   ///< relative, of omega-
    double ratio;   ///< of omega+/omega-
    double rest;    ///< s, of the end of the motion; NaN without a reference
    double deepest; ///< m, largest penetration
    double tilt;    ///< rad, largest at rest
    size_t steps, unsolved;
    size_t limited;  ///< impacts in which the law got less than it asks for
    size_t compared; ///< impacts of all releases
} rocking_errors;
/// X(enumerator, name)
#define ROCKING_LAW_LIST(X)                                                                        \
    X(ROCKING_STICKING, "sticking")                                                                \
    X(ROCKING_SLIDING, "frictionless")                                                             \
    X(ROCKING_GENERALISED, "generalised")
typedef enum rocking_law {
#define ROCKING_LAW_ENUM(enumerator, name) enumerator,
    ROCKING_LAW_LIST(ROCKING_LAW_ENUM)
#undef ROCKING_LAW_ENUM
        ROCKING_LAWS
} rocking_law;
const char *rocking_law_name(rocking_law law);

/// Free rocking of one shape, sticking, shortest step.
typedef struct rocking_shape {
    double aspect;              ///< h/b
    size_t hits;                ///< hits of whole edges until rest
    double ratio, expected;     ///< omega+/omega- at the first; max(0, Housner)
    double rest, expected_rest; ///< s
    double rest_tilt;           ///< rad
    double deepest;             ///< m
} rocking_shape;

/// Times (s) and corners of the first impacts.
typedef struct rocking_series {
    size_t count;
    double time[ROCKING_SHOWN];
    unsigned corners[ROCKING_SHOWN]; ///< bits
} rocking_series;

/// Bouncing after the first impact, that time is 0.
typedef struct rocking_bouncing {
    double e;
    double ratio, expected_ratio;     ///< omega+/omega- at the first hit, shortest step
    size_t hits_of_b, expected_of_b;  ///< until A lands; expected: or flights of 1e-6 of the first
    bool a_lands;                     ///< expected: A lands while B still bounces
    double landing, expected_landing; ///< s, when A lands, shortest step
    double error[ROCKING_STEPS];      ///< s, of that: rms over the releases
    size_t plastic;                   ///< steps that gave up restitution
    rocking_series found, expected;   ///< shortest step
} rocking_bouncing;

/// Vertex rocking; a case without lateral tilt comes down with whole edges.
typedef struct rocking_spatial_case {
    rocking_start start;
    const talus_spatial_law *law; ///< of the step and of the model; NULL = Moreau's, lam = 1
    size_t count[ROCKING_STEPS], expected_count; ///< impacts within the duration
    size_t alike[ROCKING_STEPS];                 ///< leading ones with the same corner
    double error[ROCKING_STEPS];                 ///< s, rms of the first ROCKING_COMPARED times
    double opmf[ROCKING_STEPS], expected_opmf;
    double lambda_low, lambda_high, tau; ///< of these impacts, shortest step; largest |.|, N m s
    size_t wrenches, refused;            ///< impacts of the wrench law, shortest step
    double ledger;                       ///< J, worst of all steps
    rocking_series found, expected;      ///< shortest step
} rocking_spatial_case;

typedef struct rocking_stepper_options {
    double width, depth, height; ///< m, full
    double release;              ///< theta0 / alpha
    double en21;                 ///< of the generalised law's runs
    double mu;                   ///< of corners that are to stick
    double duration;             ///< s, of planar runs
    double spatial_duration;     ///< s
} rocking_stepper_options;
/// 0.2 x 0.14 x 0.8 m, 0.5, 0.97, ROCKING_STICKING_MU, 8 s, 2 s
rocking_stepper_options rocking_stepper_options_default(void);
/// @return TALUS_ERROR_ARGUMENT for a block that cannot be or does not rock
talus_status rocking_stepper_check(const rocking_stepper_options *options, talus_error *error);

typedef struct rocking_stepper {
    rocking_stepper_options options;
    double frictions[ROCKING_FRICTIONS];
    rocking_stepper_impact sweep[ROCKING_FRICTIONS][ROCKING_ASPECTS];
    rocking_stepper_impact entries[ROCKING_ENTRIES]; ///< over en21, sticking
    rocking_stepper_threshold thresholds[ROCKING_THRESHOLDS];
    rocking_stepper_equation equations[ROCKING_EQUATIONS];
    rocking_errors errors[ROCKING_LAWS][ROCKING_STEPS];
    rocking_stepper_run runs[2]; ///< sticking, the longest and the shortest step
    rocking_reference reference; ///< of these
    rocking_shape shapes[ROCKING_SHAPES];
    rocking_bouncing bouncing[ROCKING_BOUNCES];
    rocking_spatial_case spatial[ROCKING_SPATIAL_CASES];
} rocking_stepper;
/// s, of convergence step i: 4 ms, halved each.
double rocking_stepper_time_step(size_t i);
/// Angle (rad) of release i. Several, since it is chance where on the grid of steps an impact
/// falls.
double rocking_stepper_release(const rocking_stepper_options *options, size_t i);
/// Order of errors that follow dt^order: least squares over the logarithms.
double rocking_stepper_order(const double *errors, size_t count);
/// Fill in the answer to aspect, to e, to start.
talus_status rocking_shape_make(const rocking_stepper_options *options, rocking_shape *shape,
                                talus_error *error);
talus_status rocking_bouncing_make(const rocking_stepper_options *options,
                                   rocking_bouncing *bouncing, talus_error *error);
talus_status rocking_spatial_case_make(const rocking_stepper_options *options,
                                       rocking_spatial_case *one, talus_error *error);
/// @return TALUS_ERROR_ARGUMENT for a block that cannot be or does not rock, _MEMORY
talus_status rocking_stepper_make(const rocking_stepper_options *options, rocking_stepper *study,
                                  talus_error *error);
void rocking_stepper_clear(rocking_stepper *study);
/// impacts.csv, thresholds.csv, convergence.csv, decay.csv, bounces.csv, spatial.csv; impacts.svg,
/// convergence.svg, bounces.svg, spatial.svg.
extern const char *const rocking_stepper_files[];
talus_status rocking_stepper_write(talus_directory *directory, const rocking_stepper *study,
                                   talus_error *error);

#endif
