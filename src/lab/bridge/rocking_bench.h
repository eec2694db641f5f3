// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_bench.h
/// A cuboid of eight vertices on a plane under talus_step, seen as a rocking block: states
/// from rotations, corners of the base, percussions. It refuses to know studies and files.
/// Base corners are numbered as V1 ... V4 of talus_spatial_cuboid: (+, -), (+, +), (-, +), (-, -).
/// The planar block lies in x-z with A at -x and B at +x; theta > 0 lifts B.
#ifndef TALUS_SRC_LAB_BRIDGE_ROCKING_BENCH_H
#define TALUS_SRC_LAB_BRIDGE_ROCKING_BENCH_H

#include "physics/stepper/worker.h"
#include "talus/lab/rocking_spatial.h"
#include "talus/stepper.h"

enum { ROCKING_CORNERS = 4 };
/// Friction beyond all that a sticking block asks for; 1000 leaves the solver ill-conditioned.
#define ROCKING_STICKING_MU 10.0

typedef struct rocking_bench_options {
    double b1, b2, h;                ///< m, half sizes along x, y, z; density 1000 kg/m^3
    double mu;                       ///< friction, constant
    double epsilon_n;                ///< restitution of every contact: Moreau's law
    double en21;                     ///< e_n21 of the ground's impact law; 0 = plain step
    double lambda;                   ///< instead of it; 0 = not used
    const talus_spatial_law *wrench; ///< of impacts; NULL = none
    double slope; ///< rad: the plane falls so along x; states are those of axes along it
    double time_step, gravity; ///< s, m/s^2
    talus_scheme scheme;
    double position_correction;
    const talus_shaking *shaking;   ///< of the base along x; NULL = still
    const talus_shaking *shaking_y; ///< along y, beside it; NULL = none
    double start;                   ///< s, time of the shaking at the first step
    /// The planar block instead of the homogeneous cuboid: its mass, inertia, b1 and b2 (h and the
    /// depth are those above); NULL = the cuboid.
    const talus_rocking_block *planar;
} rocking_bench_options;
/// Housner's block: sticking, epsilon_n = 0, 1 ms, 9.81 m/s^2, midpoint.
rocking_bench_options rocking_bench_options_default(double b1, double b2, double h);

typedef struct rocking_bench {
    rocking_bench_options options;
    talus_terrain *terrain;
    talus_ground ground;
    talus_site site;
    talus_rock *rock;
    talus_stepper *stepper;
    talus_rock_motion *motion;
    talus_vec3 corners[ROCKING_CORNERS];          ///< m, body frame
    size_t order[ROCKING_CORNERS];                ///< corners as the stepper lists their contacts
    double mass;                                  ///< kg
    talus_vec3 inertia;                           ///< kg m^2
    talus_quat turn;                              ///< of the slope
    size_t steps, contact_steps, unsolved;        ///< taken so far
    size_t plastic;                               ///< steps that gave up restitution
    double worst_residual, worst_ledger, deepest; ///< relative, J, m
    double base_work;                             ///< J, of the shaken base, relative
    size_t limited; ///< impacts in which the ground's law got less than it asks for, or nothing
    size_t wrenches, refused; ///< impacts of the wrench law: made, not admitted
} rocking_bench;
/// @return TALUS_ERROR_ARGUMENT or _MEMORY; clear it in any case
talus_status rocking_bench_init(rocking_bench *bench, const rocking_bench_options *options,
                                talus_error *error);
void rocking_bench_clear(rocking_bench *bench);

/// Turning about A (theta >= 0) or B with omega (rad/s, positive lifts B), the pivot on the ground.
talus_state rocking_bench_pivoting(const rocking_bench *bench, double theta, double omega);
double rocking_bench_theta(const talus_state *state);
/// rad/s, positive lifts B
double rocking_bench_omega(const talus_state *state);
/// Kinetic and potential energy above that at rest on a level plane, J.
double rocking_bench_energy(const rocking_bench *bench, const talus_state *state);

/// One step and what the base's corners did in it.
typedef struct rocking_bench_step {
    talus_step_report report;
    bool closed[ROCKING_CORNERS];           ///< at the midpoint
    talus_vec3 foot[ROCKING_CORNERS];       ///< m, at the midpoint
    talus_vec3 approach[ROCKING_CORNERS];   ///< m/s, velocity there before the percussions
    talus_vec3 percussion[ROCKING_CORNERS]; ///< N s, world
    bool is_wrench;                         ///< the wrench law made the impact, not the corners:
    talus_spatial_wrench wrench;            ///< in the axes of the plane
} rocking_bench_step;
void rocking_bench_take(rocking_bench *bench, talus_state *state, rocking_bench_step *step);

#endif
