// SPDX-License-Identifier: GPL-3.0-or-later
/// @file tape.h
/// The steps of one body of an event whose bodies moved together, kept until they are evaluated body
/// by body. It knows all of a step that is evaluated; it refuses to know physics: flights are planned
/// once and flown again, other steps are kept as they were.
///
/// threads: a reel and its tapes are used by one thread at a time.
#ifndef TALUS_SRC_RUNS_TRAJECTORY_TAPE_H
#define TALUS_SRC_RUNS_TRAJECTORY_TAPE_H

#include "runs/trajectory/trajectory.h"

/// A step with contact looked for.
typedef struct trajectory_tape_step {
    uint64_t number; ///< steps since the release, with it
    talus_state state;
    talus_step_report report;
    double kinetic_energy, speed, spin, jump_height, scar_length;
    bool is_open, is_impact;
    uint32_t net_count, event_count; ///< of the reel's nets and obstacle events
    size_t first_net, first_event;
} trajectory_tape_step;

/// A flight as it was planned.
typedef struct trajectory_tape_flight {
    talus_flight flight;
    uint64_t steps; ///< of it that were taken
} trajectory_tape_flight;

/// Growing memory for all bodies of an event; zero at first.
typedef struct trajectory_reel {
    trajectory_tape_step *steps;
    trajectory_tape_flight *flights;
    trajectory_net_event *nets;
    talus_obstacle_event *events;
    size_t step_count, step_capacity, flight_count, flight_capacity;
    size_t net_count, net_capacity, event_count, event_capacity;
} trajectory_reel;
void trajectory_reel_empty(trajectory_reel *reel);
void trajectory_reel_clear(trajectory_reel *reel);

typedef struct trajectory_tape_entry {
    bool is_flight;
    size_t at; ///< of the reel's steps or flights
} trajectory_tape_entry;

/// What one body did, in order; zero at first.
typedef struct trajectory_tape {
    const trajectory_reel *reel;
    trajectory_tape_entry *entries;
    size_t count, capacity;
    size_t next;                      ///< to be played
    talus_rock_record record;         ///< when the body has ended
    const trajectory_tape_step *step; ///< played last; NULL: a flight, or none
} trajectory_tape;
void trajectory_tape_empty(trajectory_tape *tape, const trajectory_reel *reel);
void trajectory_tape_clear(trajectory_tape *tape);

/// The step, or steps of a flight, that t has just taken. @return false: no memory
bool trajectory_tape_add(trajectory_tape *tape, trajectory_reel *reel, const trajectory *t);
/// The next step or steps of a flight of t->tape, for a body that was started as the one that was
/// kept. @return as trajectory_step
bool trajectory_play(trajectory *t);

#endif
