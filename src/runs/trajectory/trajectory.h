// SPDX-License-Identifier: GPL-3.0-or-later
/// @file trajectory.h
/// One rock from release to outcome: drawing its release, placing it over the ground, stepping it
/// until it stops, leaves, runs out of time or diverges. It knows one rock at a time; it refuses to
/// know cells, statistics, other rocks and threads. The caller pulls:
///
///   trajectory_start(&t, campaign, stepper, rock);
///   while (trajectory_step(&t)) { use t, and t.airborne }      // t.record is complete
///   afterwards
#ifndef TALUS_SRC_RUNS_TRAJECTORY_TRAJECTORY_H
#define TALUS_SRC_RUNS_TRAJECTORY_TRAJECTORY_H

#include "foundation/math/lanes.h"
#include "physics/site/class_cell.h"
#include "physics/stepper/worker.h"
#include "talus/campaign.h"

/// Which random numbers of a rock's stream serve which purpose. Fixed for good: a number that a
/// rock does not need is left unused, so that changing one option moves nothing else.
enum {
    TRAJECTORY_DRAW_ORIENTATION = 0, ///< 3 draws
    TRAJECTORY_DRAW_POSITION = 3,    ///< 3 draws
    TRAJECTORY_DRAW_CLASS = 6,       ///< 1 draw
    TRAJECTORY_DRAW_SIZE = 7,        ///< 1 draw
    TRAJECTORY_DRAW_HEIGHT = 8,      ///< 1 draw, of runs
    TRAJECTORY_DRAW_PUSH = 9,        ///< 1 draw, of runs
    TRAJECTORY_DRAW_AROUND = 10      ///< 1 draw, of bodies released together
};

/// Bounds beyond which a state is called diverged.
#define TRAJECTORY_SPEED_LIMIT 1e4  ///< m/s
#define TRAJECTORY_SPIN_LIMIT 1e5   ///< rad/s
#define TRAJECTORY_DEPTH_LIMIT 1e2  ///< m of S under the terrain
#define TRAJECTORY_ENERGY_LIMIT 1e2 ///< kinetic energy / energy available at the release

/// What the random numbers say about a rock, before it is placed over the ground.
typedef struct trajectory_draw {
    uint32_t release, rock_class;
    double x, y; ///< m, position of S
    talus_quat orientation;
    double factor;             ///< length scale of the rock of its class
    double height;             ///< m, lowest vertex over ground
    double z;                  ///< m, of S; NaN: the height says it
    talus_vec3 velocity, spin; ///< m/s, world; rad/s, body frame
} trajectory_draw;

/// Draws of rock `rock` (< talus_campaign_rock_count) of a checked campaign.
trajectory_draw trajectory_draw_rock(const talus_campaign *campaign, uint64_t rock);
/// Stream of random numbers of a body of an event: that of the rock for body 0.
static inline uint64_t trajectory_stream(uint64_t rock, uint32_t body)
{
    return rock + ((uint64_t)body << 40);
}
static inline uint32_t trajectory_body_of(uint64_t stream)
{
    return (uint32_t)(stream >> 40);
}
/// Draws of a body that is released together with the rock, body < release.bodies: beside it, with
/// class, size and orientation of its own; or a block that stands there. [docs/bodies.md, 5]
trajectory_draw trajectory_draw_body(const talus_campaign *campaign, uint64_t rock, uint32_t body);
/// The body of a rock: that of its class, a hull of its own, or a block.
/// @param rock stream of the body
/// @param own NULL, or the hull: the caller destroys it, after which *body is gone
talus_status trajectory_body(const talus_campaign *campaign, uint32_t rock_class, uint64_t rock,
                             const talus_rock **body, talus_rock **own, talus_error *error);
/// Its class alone.
uint32_t trajectory_rock_class(const talus_campaign *campaign, uint64_t rock);
/// Expected share of a class among the rocks of a release, 0 to 1.
double trajectory_class_share(const talus_campaign *campaign, uint32_t release,
                              uint32_t rock_class);

/// Order of n <= 2^40 places in which the first few lie spread out: k step mod n, each place once.
/// The step is near n / golden ratio.
uint64_t trajectory_spread_step(uint64_t n);
uint64_t trajectory_spread(uint64_t k, uint64_t step, uint64_t n); ///< k, step < n

/// z of S at which the lowest vertex is `height` over the ground; height over the terrain at S when
/// no vertex is over the surface. `ground` is the terrain's height at (x, y).
double trajectory_release_height(talus_stepper *stepper, talus_rock_motion *motion, double x,
                                 double y, double ground, talus_quat orientation, double height);

/// Real cube root of x > 0, from + - * / and our own functions.
double trajectory_cube_root(double x);

/// Mean energy of a rock that comes into a forest, at least so many times what a climb over what
/// lies there takes: e, so that a rock at rest is held after hold_path.
#define TRAJECTORY_FIRST_CLIMBS 2.718281828459045

/// Steps of a flight taken at once: what observers want of each of them. There is room for four
/// more, so that loops may take whole lanes.
enum { TRAJECTORY_AIRBORNE = 64, TRAJECTORY_AIRBORNE_ROOM = TRAJECTORY_AIRBORNE + 4 };
typedef struct trajectory_airborne {
    size_t count; ///< 0: an ordinary step was taken
    double x[TRAJECTORY_AIRBORNE_ROOM], y[TRAJECTORY_AIRBORNE_ROOM],
        z[TRAJECTORY_AIRBORNE_ROOM];                 ///< m, of S
    double speed[TRAJECTORY_AIRBORNE_ROOM];          ///< m/s
    double kinetic_energy[TRAJECTORY_AIRBORNE_ROOM]; ///< J
    double jump_height[TRAJECTORY_AIRBORNE_ROOM];    ///< m
    double way[TRAJECTORY_AIRBORNE_ROOM];            ///< m, of the step
    double highest_jump;                             ///< m, of them
    bool is_drifting; ///< in a drag layer; only then the five that follow are set
    double v_x[TRAJECTORY_AIRBORNE_ROOM], v_y[TRAJECTORY_AIRBORNE_ROOM],
        v_z[TRAJECTORY_AIRBORNE_ROOM];              ///< m/s
    double ledger[TRAJECTORY_AIRBORNE_ROOM];        ///< J, of the step
    double forest_energy[TRAJECTORY_AIRBORNE_ROOM]; ///< J, taken in the step by the layer
    bool is_turning_evenly; ///< spin and axis shares are those of the first entry in all steps
    double omega_x[TRAJECTORY_AIRBORNE_ROOM], omega_y[TRAJECTORY_AIRBORNE_ROOM],
        omega_z[TRAJECTORY_AIRBORNE_ROOM]; ///< rad/s, body frame
    double spin[TRAJECTORY_AIRBORNE_ROOM]; ///< rad/s
    uint64_t rotation_failures, rotation_iterations;
} trajectory_airborne;

/// Angular velocity after step `k` (rad/s, body frame).
static inline talus_vec3 trajectory_airborne_omega(const trajectory_airborne *air, size_t k)
{
    const size_t at = air->is_turning_evenly ? 0 : k;
    return (talus_vec3){air->omega_x[at], air->omega_y[at], air->omega_z[at]};
}

/// The largest kinetic energy of the steps [first, end) of a flight, J: convex along the parabola,
/// at one of the ends, where that of the rotation is the same in all; schemes that do not converge
/// do not keep it.
LANES_PART double trajectory_highest_energy(const trajectory_airborne *air, size_t first,
                                            size_t end)
{
    const double *energy = air->kinetic_energy + first;
    const double last = energy[end - first - 1], most = *energy > last ? *energy : last;
    return air->is_turning_evenly ? most : lanes_largest(energy, end - first, most);
}

/// The largest speed of the steps [first, end), m/s: convex along the parabola, at one of the ends;
/// near its limit in a drag layer round-off decides.
LANES_PART double trajectory_highest_speed(const trajectory_airborne *air, size_t first, size_t end)
{
    const double *speed = air->speed + first;
    const double last = speed[end - first - 1], most = *speed > last ? *speed : last;
    return air->is_drifting ? lanes_largest(speed, end - first, most) : most;
}

/// What a net did to a rock that crossed it. [docs/theory.md 16]
typedef enum trajectory_verdict {
    TRAJECTORY_OVERTOPPED,
    TRAJECTORY_CAUGHT,
    TRAJECTORY_PASSED
} trajectory_verdict;
typedef struct trajectory_net_event {
    uint32_t net;
    trajectory_verdict verdict;
    double energy; ///< J, that the net absorbed
} trajectory_net_event;
/// Most nets that are crossed in one step; later ones wait for the next.
enum { TRAJECTORY_NETS_AT_ONCE = 4 };

struct trajectory_event;
struct trajectory_tape;

/// State of the rock that is under way. Read-only for callers.
typedef struct trajectory {
    const talus_campaign *campaign;
    talus_stepper *stepper;    ///< not owned
    talus_rock_motion *motion; ///< not owned; started by trajectory_start
    talus_state before;        ///< at the start of the last step
    talus_state state;         ///< at its end: a copy of the one in the motion
    talus_step_report report;
    double time;                                     ///< s
    double kinetic_energy, speed, spin, jump_height; ///< of `state`
    double kinetic_energy_before, spin_before;       ///< of `before`
    double speed_before;
    double mass, z_min;   ///< kg; m, lowest node of the terrain
    double energy_limit;  ///< J, TRAJECTORY_ENERGY_LIMIT x what the release had
    double scar_length;   ///< m, of the visit to compactable soil under way, or of the last one
    talus_flight flight;  ///< under way while flight_left > 0
    uint64_t flight_left; ///< planned steps that are not yet taken
    uint32_t ticks;       ///< of the step just taken, of each of several; record.steps counts them
    unsigned look_after;  ///< open steps until a flight is planned again
    unsigned look_pause;  ///< open steps let pass after the last plan that failed
    unsigned layer_after, layer_pause; ///< likewise looks in a drag layer
    bool is_shaken;                    ///< the ground shakes, or will, in the step that comes
    bool is_single; ///< set by the caller after the start: never several steps at once
    /// Set by the caller after the start: where pieces go when it breaks; NULL: it does not break.
    struct trajectory_event *event;
    uint64_t birth; ///< steps between the release and its birth, 0 of the rock itself
    /// Of a body of several that move together: its steps, taken before; NULL: they are taken here.
    struct trajectory_tape *tape;
    uint64_t most_airborne;       ///< steps of a flight taken at once; 0: TRAJECTORY_AIRBORNE
    double *net_left;             ///< J, what nets can still take in this event; NULL: all they can
    bool sleeps;                  ///< at rest it does not end: others may lie on it or meet it
    double pair_energy;           ///< J, of the step: taken by percussions of other bodies
    talus_vec3 pair_normal;       ///< unit, of the largest of them
    trajectory_airborne airborne; ///< the steps just taken, when they were several
    bool is_open;                 ///< the last step had no closed contact and was not in the soil
    bool is_impact; ///< it was the first closed one after at least one open one, or the first
                    ///< in the soil
    bool has_ended; ///< record.outcome is final
    size_t net_event_count; ///< nets crossed in the last step
    trajectory_net_event net_events[TRAJECTORY_NETS_AT_ONCE];
    struct {
        bool is_up;      ///< the last step was open, or there was none
        talus_vec3 from; ///< m, S where it took off
        double jump;     ///< m, its height over the terrain there
        double highest;  ///< m, since then
        uint64_t steps;  ///< of the rock, when it took off
    } up;
    bool is_in_layer;     ///< the last step was in a drag layer that can hold rocks
    double mean_energy;   ///< J, then the mean over the path in such layers
    uint64_t still_steps; ///< consecutive steps that satisfy the stop rule
    uint64_t still_limit, step_limit;
    talus_rock_record record; ///< kept up to date; `end` and `time` are set when it has ended
} trajectory;

/// Time after step `k` of a flight, s.
static inline double trajectory_airborne_time(const trajectory *t, size_t k)
{
    return (double)(t->record.steps - (t->airborne.count - 1 - k) * t->ticks) *
           t->campaign->step.time_step;
}

/// Length of the step just taken, of each of several, s.
static inline double trajectory_step_length(const trajectory *t)
{
    return t->ticks * t->campaign->step.time_step;
}

/// Length of the steps of a flight, s.
static inline double trajectory_flight_step(const talus_campaign *campaign)
{
    return campaign->pace.flight * campaign->step.time_step;
}

/// Draw and place rock `rock` of a checked campaign. A rock whose S starts off the terrain has
/// ended at once, with S at the terrain's lowest height.
/// @return TALUS_ERROR_INTERNAL if the stepper refuses the rock
talus_status trajectory_start(trajectory *t, const talus_campaign *campaign, talus_stepper *stepper,
                              talus_rock_motion *motion, uint64_t rock, talus_error *error);

/// The same for a body that starts beside it, body > 0.
talus_status trajectory_start_root(trajectory *t, const talus_campaign *campaign,
                                   talus_stepper *stepper, talus_rock_motion *motion, uint64_t rock,
                                   uint32_t body, talus_error *error);

/// A step in two parts, for a body that others push: what was becomes `before`; then, when stepper
/// and report have the step, all that follows from it. @return as trajectory_step
void trajectory_prepare(trajectory *t);
bool trajectory_conclude(trajectory *t);
/// The flight under way ends after the steps taken.
void trajectory_land(trajectory *t);
/// A step of `way` m through the drag layer of a forest, NULL: through none, that ends with this
/// energy, J. [docs/theory.md, (34b)]
void trajectory_pass_layer(trajectory *t, const talus_forest *forest, double energy, double way);
/// Whether what lies in a forest holds the rock: the mean of its energy over its path in drag
/// layers does not suffice to climb over it. A rock that comes in at rest goes on for hold_path.
/// [docs/theory.md 7]
/// @param way m, of the step
bool trajectory_is_held(trajectory *t, double way);
/// A body that sleeps has come to rest for good.
void trajectory_rest(trajectory *t);
/// Stems and walls that the last step touched.
const talus_obstacle_event *trajectory_obstacle_events(const trajectory *t, size_t *count);

/// Take steps of a flight, planning one where that pays; the last step was open or in a flight.
/// [docs/theory.md 15]
/// @return false when the next step has to look for contacts: nothing was done
bool trajectory_fly(trajectory *t);
/// Whether the next step can be part of a flight for which turns should be known that are not:
/// stepper_turns_add. It goes without.
bool trajectory_lacks_turns(const trajectory *t);
/// Orientation after `steps` of the steps just taken: 0 before them, at most as many as were taken.
/// In a flight all of them are turned again, up to this one.
talus_quat trajectory_orientation(const trajectory *t, size_t steps);
/// After a step: stems into the record, nets that S crossed into the events; they change the state
/// and the report's kinetic energy. @return whether a net has caught the rock
bool trajectory_meet_obstacles(trajectory *t);
/// Whether the way between two steps can have gone under the surface at all: S is lower at one of
/// its ends than the ground can rise along it.
bool trajectory_can_tunnel(const trajectory *t, double way, double jump_before, double jump_after);

/// Does the ground fall by more than 60 degrees on the average, from height z_begin to z_end (m)
/// over a horizontal distance `across` (m)? A flight over it is a free fall off a cliff.
bool trajectory_falls_free(double z_begin, double z_end, double across);
#define TRAJECTORY_SHORTEST_FLIGHT 0.06 /* s, of what is called a flight */

/// One step, or up to TRAJECTORY_AIRBORNE steps of a flight: t->airborne.count of them, and all
/// else describes the last. @return false when the rock had ended before, or when the step diverged
/// (it is then undone and not to be read); else t describes a step that has to be counted.
bool trajectory_step(trajectory *t);

#endif
