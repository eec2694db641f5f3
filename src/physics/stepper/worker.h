// SPDX-License-Identifier: GPL-3.0-or-later
/// @file worker.h
/// What a run needs of a stepper beside its public functions. It knows one stepper; it refuses to
/// know threads.
#ifndef TALUS_SRC_PHYSICS_STEPPER_WORKER_H
#define TALUS_SRC_PHYSICS_STEPPER_WORKER_H

#include "physics/stepper/motion.h"
#include "physics/terrain/on_demand.h"

/// talus_stepper_create for a site and options that have been checked.
talus_status stepper_create(const talus_site *site, const talus_step_options *options,
                            size_t max_vertices, talus_stepper **stepper, talus_error *error);

/// talus_step for a motion that was started on this stepper and a report that is good.
void stepper_step(talus_stepper *stepper, talus_rock_motion *motion, talus_step_report *report);

/// The length of steps and of those of flights, s.
void stepper_set_step(talus_stepper *stepper, double time_step);
/// stepper_step of another length, `share` times that of the step before: percussions to start from
/// are in proportion.
void stepper_step_long(talus_stepper *stepper, talus_rock_motion *motion, double time_step,
                       double share, talus_step_report *report);

/// The public functions of these names, for a motion that was started on this stepper and arguments
/// that are good.
double stepper_min_gap(talus_stepper *stepper, talus_rock_motion *motion, talus_vec3 r,
                       talus_quat p);
const talus_obstacle_event *stepper_obstacle_events(const talus_stepper *stepper, size_t *count);
/// @param most_in_layer steps, where a drag layer acts; flight->layer is set in any case
uint64_t stepper_flight_plan(talus_stepper *stepper, talus_rock_motion *motion, uint64_t most,
                             uint64_t most_in_layer, talus_flight *flight);
/// Angular velocities of steps, component by component, with room for LANES more.
typedef struct stepper_spins {
    double *x, *y, *z; ///< (steps) rad/s, body frame
} stepper_spins;
/// Steps of a flight in a drag layer, quantity by quantity, with room for LANES more.
typedef struct stepper_drift {
    double *x, *y, *z;                               ///< (steps) m
    double *v_x, *v_y, *v_z;                         ///< m/s
    double *kinetic_energy, *ledger, *forest_energy; ///< J, as in talus_step_report
} stepper_drift;
/// @param spins after each step; not used by a flight that repeats itself
/// @param drift of a flight in a drag layer, whose `count` is STEPPER_TURNS at most
uint64_t stepper_flight_take(talus_stepper *stepper, talus_rock_motion *motion,
                             talus_flight *flight, uint64_t count, const stepper_spins *spins,
                             const stepper_drift *drift);
void stepper_flight_turn(const talus_flight *flight, talus_state *state);
/// @return false when the last step had no closed contact
bool stepper_last_problem(const talus_stepper *stepper, talus_contact_problem *problem,
                          const double **percussion, talus_solver_info *info);

/// Where the rock was released: bumps of grounds begin at a distance from it
/// (talus_ground_roughness.clear). Without it they are everywhere.
void stepper_set_release(talus_rock_motion *motion, talus_vec3 release);
/// The body is a piece of a rock, which may begin in the ground: it is lifted out.
void stepper_set_piece(talus_rock_motion *motion);
/// Take out of the rock's path, as if broken, the stems and walls it is in where it is released:
/// that is deeper than a tenth of its inner radius. Without it such a rock is held there. To be
/// called with the rock at its release.
/// @return how many; 0 also on a site without obstacles
size_t stepper_free_release(talus_stepper *stepper, talus_rock_motion *motion);
/// Velocity that the base gains in each of the next steps, m/s; NULL = a still base.
void stepper_set_base(talus_rock_motion *motion, const talus_vec3 *gain);
/// Heights of the lowest and the highest vertex over S in this orientation, m; <= 0 and >= 0.
void stepper_extent(talus_stepper *stepper, talus_rock_motion *motion, talus_quat p, double *lowest,
                    double *highest);

/// Whether vertices alone make contacts with the ground.
bool stepper_is_by_vertex(talus_detection detection);

/// The reader of the stepper's terrain, owned by the stepper. A public function of the stepper
/// enters one for its duration; a run, which steps millions of times, enters this one and rests
/// between steps. Leave it before the stepper is destroyed.
terrain_reader *stepper_reader(talus_stepper *stepper);

/// Turns of several rocks, tabulated side by side in lanes before their flights need them. They are
/// the turns that each rock would tabulate itself: no bit depends on it.
enum {
    STEPPER_TURNS_ROCKS = 8,  ///< at most together
    STEPPER_TURNS_ADDED = 64, ///< steps at once; more than STEPPER_TURNS_LEAST
    STEPPER_TURNS_LEAST = 48  ///< steps that a flight should know ahead
};
/// Whether the turns of a body are tabulated side by side with others.
bool stepper_turns_go_along(talus_scheme scheme, talus_vec3 inertia);
/// Whether turns are tabulated and fewer than `steps` <= STEPPER_TURNS_ADDED are known from the
/// rock's state on.
bool stepper_turns_lack(const talus_stepper *stepper, size_t steps);
/// Whether a plan of a flight from that state would use such turns, as far as a quick look shows.
bool stepper_flight_lacks_turns(talus_stepper *stepper);
/// Add STEPPER_TURNS_ADDED turns to the tables of rocks that lack some, one for each stepper.
/// @param rock_count 1 to STEPPER_TURNS_ROCKS
void stepper_turns_add(talus_stepper *const *steppers, size_t rock_count);

/// What could break the rock in the last step.                              [docs/bodies.md, 4.1]
typedef struct stepper_blow {
    double energy;     ///< J, taken by the normal percussions, less what the grounds cushion
    double sine;       ///< of the angle between velocity before and surface, at the deepest contact
    talus_vec3 normal; ///< unit, of that contact
    uint32_t ground;   ///< its class; of an obstacle the first one
} stepper_blow;
/// Sum over the contacts of max(0, -P_N (gamma_N before + gamma_N after) / 2) times 1 - cushion; of
/// stems nothing, of walls all. The step must be the stepper's last.
stepper_blow stepper_blow_of(const talus_stepper *stepper, const talus_state *before,
                             const talus_state *after);

#endif
