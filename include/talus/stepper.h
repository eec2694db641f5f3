// SPDX-License-Identifier: GPL-3.0-or-later
/// @file stepper.h
/// One Moreau step of one rock on a site: detection, contact problem, percussions, energy ledger.
/// It knows one rock and one step; it refuses to know releases, statistics and files.
///
/// threads: a talus_stepper is used by one thread at a time; so is a talus_rock_motion.
///
/// The memory of a rock is in its motion, working memory of a call is in the stepper:
///
///   talus_stepper_create ── talus_motion_create ── talus_motion_start ── talus_step ... talus_step
///
/// Rocks move with the same bits whether they are stepped in turn on one stepper, each on its own
/// stepper, or copied out and back after every step.
/// "step n" is line n of the time step in docs/theory.md.
#ifndef TALUS_STEPPER_H
#define TALUS_STEPPER_H

#include "talus/rotation.h"
#include "talus/shape.h"
#include "talus/site.h"
#include "talus/solve.h"

#ifdef __cplusplus
extern "C" {
#endif
/// X(enumerator, name, one line)                                          [docs/detection.md]
#define TALUS_DETECTION_LIST(X)                                                                    \
    X(TALUS_DETECTION_PUBLISHED, "published", "rock vertices, vertical gap")                       \
    X(TALUS_DETECTION_TWO_WAY, "two_way",                                                          \
      "vertices, terrain nodes and edges, true distances, swept over the step")
typedef enum talus_detection {
#define TALUS_DETECTION_ENUM(name, text, doc) name,
    TALUS_DETECTION_LIST(TALUS_DETECTION_ENUM)
#undef TALUS_DETECTION_ENUM
        TALUS_DETECTION_COUNT
} talus_detection;
TALUS_API const char *talus_detection_name(talus_detection detection); ///< "published"

typedef struct talus_step_options {
    size_t size; ///< of this struct, by talus_step_options_default
    talus_scheme scheme;
    double time_step; ///< s
    double gravity;   ///< m/s^2, downwards
    /// m; slippage grows while any P_N > 0 or min gap <= slip_gap; < 0: P_N > 0 only
    double slip_gap;
    double tolerance; ///< of the contact solver: largest relative error
    talus_detection detection;
    double position_correction; ///< 0 to 1, share of the penetration taken back per step; 0 = off
    bool flights;               ///< steps without contact are taken together; false: the slow
                                ///< reference, equal except for round-off
    double air_drag; ///< C_d >= 0 in air, on a quarter of the rock's surface; 0 = no air. With air
                     ///< all steps are taken one by one [docs/theory.md 7]
    double air_density; ///< kg/m^3
} talus_step_options;
/// Fill `size` bytes: midpoint, 2 ms, 9.81, 1e-3, 1e-10, published, no correction, flights, no air
/// (1.2 kg/m^3).
TALUS_API void talus_step_options_defaults(talus_step_options *options, size_t size);
static inline talus_step_options talus_step_options_default(void)
{
    talus_step_options options;
    talus_step_options_defaults(&options, sizeof options);
    return options;
}

typedef struct talus_state {
    talus_vec3 r;     ///< m, centre of mass S
    talus_quat p;     ///< unit to 1e-6, body -> world
    talus_vec3 v;     ///< m/s, world
    talus_vec3 omega; ///< rad/s, body frame
    double slippage;  ///< m, s >= 0
    /// m, depth of the hard plane under the soil; 0: outside soil [docs/theory.md 14]
    double scar_depth;
} talus_state;

/// How the generalised impact law of the ground acted in a step.          [docs/impact_laws.md 5]
typedef enum talus_law_outcome {
    TALUS_LAW_IDLE,    ///< nothing landed beside resting contacts
    TALUS_LAW_APPLIED, ///< in full
    TALUS_LAW_LIMITED, ///< in part: in full it would have added energy
    TALUS_LAW_REFUSED, ///< not at all, for the same reason
    TALUS_LAW_OUTCOME_COUNT
} talus_law_outcome;

/// What happened in one step.
typedef struct talus_step_report {
    size_t size;             ///< of this struct, by talus_step_report_default
    size_t contact_count;    ///< closed contacts: gap <= 0 at the step's midpoint
    double min_gap;          ///< m, smallest gap if <= max(slip_gap, 0), else just larger; vertical
                             ///< (published) or along the normals (two_way); in the soil to the
                             ///< hard plane under it
    double penetration;      ///< m >= 0, deepest of the contacts by the true distance
    bool swept;              ///< two_way: the step acted at an earlier pose than its midpoint
    double correction;       ///< J, potential energy given by moves that are not motion: position
                             ///< correction, and the path back to the pose of a swept step
    double immersed_area;    ///< m^2, cross-section of the rock in the soil, across v
    bool touching;           ///< step 7; also stems and walls, which do not change the slippage
    bool retried_plastic;    ///< restitution had no solution: solved with epsilon = 0
    double withheld;         ///< share of the restitution that was left out, 0 to 1: with it the
                             ///< percussions would have gained energy, or had no solution
    talus_law_outcome law;   ///< of the ground's impact law
    bool law_slipped;        ///< a contact on which it acted slipped
    bool rotation_converged; ///< Newton of the rotation scheme
    bool diverged;           ///< the state after the step has a number that is not finite
    int rotation_iterations;
    talus_solver_info solver; ///< stage NONE when there was no problem
    double base_work;   ///< J, of the inertial force -m dV on a shaken base, relative     [step 8]
    double ledger;      ///< J, energy balance of the step: round-off                    [step 8]
    double gain;        ///< J, energy of u+ over u_free                                  [step 8]
    talus_vec3 impulse; ///< N s, sum of the contact percussions, world
    double kinetic_energy;      ///< J, translational + rotational, at the end
    double forest_energy;       ///< J >= 0, taken by forest in this step: drag layers, and stems
    const talus_forest *forest; ///< the drag layer that S was in at the midpoint, or NULL
    size_t obstacle_count;      ///< of the contacts, on stems and walls; see
                                ///< talus_stepper_obstacle_events
} talus_step_report;
/// Fill `size` bytes: nothing happened.
TALUS_API void talus_step_report_defaults(talus_step_report *report, size_t size);
static inline talus_step_report talus_step_report_default(void)
{
    talus_step_report report;
    talus_step_report_defaults(&report, sizeof report);
    return report;
}

/// What a step did to one stem or wall. [docs/theory.md 16]
typedef struct talus_obstacle_event {
    talus_obstacle_kind kind;
    uint32_t index; ///< into the list of the obstacles of this kind
    bool is_impact; ///< the rock did not touch it in the step before
    bool is_broken; ///< the stem broke in this step
    double energy;  ///< J, work of the rock against its percussions in this step
} talus_obstacle_event;
/// Most stems and walls that one step records.
#define TALUS_OBSTACLE_EVENT_LIMIT 24
/// Most stems and walls that a rock remembers. Beyond that the one touched longest ago is
/// forgotten; a stem that is forgotten is whole again.
#define TALUS_OBSTACLE_MEMORY 128

/// Working memory of one worker, for all rocks on one site. It keeps nothing of a rock between
/// calls.
typedef struct talus_stepper talus_stepper;

/// @param max_vertices of all rocks that will be started
TALUS_API talus_status talus_stepper_create(const talus_site *site,
                                            const talus_step_options *options, size_t max_vertices,
                                            talus_stepper **stepper, talus_error *error);
TALUS_API void talus_stepper_destroy(talus_stepper *stepper);

/// All memory of one moving rock: its scaled body, state, percussions of the last two steps,
/// nearest vertex, last penetration, counters of drawn grounds, stems and walls touched. A block of
/// talus_motion_size() plain bytes without pointers, size and version first: it may be copied with
/// memcpy and kept in a file, and any stepper with the same site, options and max_vertices
/// continues it. Functions that step refuse bytes that are not those of a motion; its numbers alone
/// may be others than those that were kept.
typedef struct talus_rock_motion talus_rock_motion;

/// Bytes of a motion on this stepper, a multiple of 8; 0 for NULL.
TALUS_API size_t talus_motion_size(const talus_stepper *stepper);
/// Memory for a motion; free it with talus_free. Call talus_motion_start before use.
TALUS_API talus_status talus_motion_create(const talus_stepper *stepper, talus_rock_motion **motion,
                                           talus_error *error);
/// A rock number without draws: grounds with drawn parameters keep their medians.
#define TALUS_ROCK_WITHOUT_DRAWS UINT64_MAX
/// Start the motion of a rock, scaled by `factor` in length at constant density (1 = unchanged).
/// Nothing of `rock` is kept. No allocation.
/// @param number      of the rock: the seed and this number determine drawn parameters of grounds
///                    (talus_ground.draw); or TALUS_ROCK_WITHOUT_DRAWS
/// @param state       at the start, with slippage and scar depth
/// @param motion      talus_motion_size(stepper) bytes, aligned as by malloc
/// @return TALUS_ERROR_ARGUMENT for NULL, mass properties that no body has, also as scaled, more
///         vertices than max_vertices, a factor or state that is not finite, a quaternion that is not
///         unit, or a rock without faces on a site with soil or in air
TALUS_API talus_status talus_motion_start(talus_stepper *stepper, const talus_rock *rock,
                                          double factor, uint64_t seed, uint64_t number,
                                          const talus_state *state, talus_rock_motion *motion,
                                          talus_error *error);
/// State after the last step; NULL for NULL. Valid as long as the motion.
TALUS_API const talus_state *talus_motion_state(const talus_rock_motion *motion);
/// Change position or velocity of the rock, for example at a net. Everything else stays.
/// @return TALUS_ERROR_ARGUMENT for NULL, a motion that was not started, or a state that is not
///         finite or without a unit quaternion; the motion is then unchanged
TALUS_API talus_status talus_motion_set_state(talus_rock_motion *motion, const talus_state *state,
                                              talus_error *error);
/// Contents of a motion besides its state.
typedef struct talus_motion_facts {
    size_t size;        ///< of this struct, set by the caller
    double mass;        ///< kg, of the scaled rock
    talus_vec3 inertia; ///< kg m^2, of the scaled rock about its principal axes
    uint64_t steps;     ///< taken by talus_step and in flights
} talus_motion_facts;
/// @return TALUS_ERROR_ARGUMENT for NULL, a size that is not known, or a motion that was not
///         started
TALUS_API talus_status talus_motion_facts_of(const talus_rock_motion *motion,
                                             talus_motion_facts *facts, talus_error *error);
/// Shake the base. States are relative to it and the whole site moves with it.
/// @param gain  m/s, velocity that the base gains in each step until the next call; NULL = a base
///   at rest, as at the start. With a gain there are no flights.
/// @return TALUS_ERROR_ARGUMENT for a motion that is NULL or was not started, or a gain that is not
///         finite
TALUS_API talus_status talus_motion_set_base(talus_rock_motion *motion, const talus_vec3 *gain,
                                             talus_error *error);
/// Smallest vertical gap above the terrain in this pose, of the vertices (published) or of the
/// whole rock (two_way); parts outside the surface are ignored.
/// @param gap m, out; +infinity if no part is over the surface
/// @return TALUS_ERROR_ARGUMENT as talus_step, and for a pose that is not finite
TALUS_API talus_status talus_motion_min_gap(talus_stepper *stepper, talus_rock_motion *motion,
                                            talus_vec3 r, talus_quat p, double *gap,
                                            talus_error *error);

/// Contact problem of the last step on this stepper, with restitution, as given to the solver.
/// @param problem    out: arrays of the stepper, read only, valid until the next step; without
///                   contacts if the last step had no closed contact
/// @param percussion out: (3n, N s) the solution; NULL if there was none and the step was solved
///                   again with epsilon = 0; percussions on a stem that broke are scaled
/// @param info       of this problem alone
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_stepper_last_problem(const talus_stepper *stepper,
                                                  talus_contact_problem *problem,
                                                  const double **percussion,
                                                  talus_solver_info *info, talus_error *error);

/// Stems and walls touched in the last step on this stepper, in the order of their positions; valid
/// until the next step.
/// @param events (count) out; NULL when there is none
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_stepper_obstacle_events(const talus_stepper *stepper,
                                                     const talus_obstacle_event **events,
                                                     size_t *count, talus_error *error);

/// Advance the motion by one time step. No allocation.
/// @param report out; a contact problem without a solution, or a state that is no longer finite, is
///               reported here, it is not an error
/// @return TALUS_ERROR_ARGUMENT, with the motion unchanged, for NULL, an unknown size of the
///         report, a motion that was not started or whose size is that of another site or other
///         options, damaged bytes of a motion, and a state that is not finite
TALUS_API talus_status talus_step(talus_stepper *stepper, talus_rock_motion *motion,
                                  talus_step_report *report, talus_error *error);

/// Steps without contact: planned once, then taken one by one at the cost of a parabola. Plain
/// bytes, for the motion they were planned for. The motion equals that of talus_step except for
/// round-off; inside a drag layer it has the same bits.
/// [docs/theory.md 15]
typedef struct talus_flight {
    talus_state start;
    uint64_t planned, taken; ///< steps
    unsigned layer;          ///< class of the forest whose drag layer all steps are in; 0: none
    bool is_repeating;       ///< the rotation of all steps is known in closed form
    talus_rotation_repeat repeat;
    uint64_t failures, iterations; ///< of the rotation, in all steps taken
    double beta, decay; ///< 1/s, and factor per step, of the slippage on the ground touched last
} talus_flight;

/// Number of next steps that certainly have no closed contact, no gap within slip_gap, and S above
/// valid patches. It follows from planes above the terrain that the bounding sphere clears, else
/// from the gaps and velocities of the vertices (published detection).
/// @param most   requested number of steps
/// @param flight out; with `planned` = 0 the next step is one for talus_step and the rest is
///   undefined, as always without the option `flights`
/// @return TALUS_ERROR_ARGUMENT as talus_step
TALUS_API talus_status talus_flight_plan(talus_stepper *stepper, talus_rock_motion *motion,
                                         uint64_t most, talus_flight *flight, talus_error *error);
/// Take `count` of the planned steps. Orientation and angular velocity of a repeating flight stay
/// as they were at its start until talus_flight_turn is called.
/// @param omega (count, rad/s) angular velocity after each step, filled unless flight->is_repeating
/// @param taken out, steps: fewer than `count` where a drag layer begins to act or another one does;
///              the plan then ends
/// @return TALUS_ERROR_ARGUMENT as talus_step, for more steps than are left of the plan, for a drag
///         layer that the site does not have, and for no `omega` where it would be filled
TALUS_API talus_status talus_flight_take(talus_stepper *stepper, talus_rock_motion *motion,
                                         talus_flight *flight, uint64_t count, talus_vec3 *omega,
                                         uint64_t *taken, talus_error *error);
/// Bring orientation and angular velocity up to the steps taken, in a copy of the state; write it
/// back with talus_motion_set_state.
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_flight_turn(const talus_flight *flight, talus_state *state,
                                         talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
