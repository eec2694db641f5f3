// SPDX-License-Identifier: GPL-3.0-or-later
/// @file watch.h
/// Watches the steps of a rock for impacts: what lies between two flights. It knows one rock under
/// way; it refuses to know lists and files.                               [docs/validate.md, 3]
#ifndef TALUS_SRC_RUNS_OBSERVE_WATCH_H
#define TALUS_SRC_RUNS_OBSERVE_WATCH_H

#include "runs/trajectory/trajectory.h"

/// Where S was at a time.
typedef struct observe_moment {
    double time;   ///< s
    talus_vec3 r;  ///< m
    double height; ///< m over the terrain
} observe_moment;

/// One rock's watch. A rock starts in flight.
typedef struct observe_watch {
    bool is_up;              ///< the last step was open
    observe_moment last;     ///< end of the last step
    observe_moment lift_off; ///< begin of the open steps under way
    double highest;          ///< m, of them over the terrain
    talus_vec3 *path;        ///< (path_count) their ends; owned
    size_t path_count, path_capacity;
    bool has_impact;           ///< one is under way, or waits for the flight behind it
    observe_moment touch, end; ///< begin of its first, end of its last closed step
    talus_impact impact;       ///< omega_after is set once it is complete
    talus_quat p_after;        ///< orientation after its last closed step
    talus_vec3 omega_after;    ///< rad/s, body frame, after that step
    bool is_lost;              ///< out of memory
} observe_watch;

void observe_watch_clear(observe_watch *watch);
/// A new rock at its release.
void observe_watch_start(observe_watch *watch, const trajectory *t);
/// After an ordinary step. @return whether `out` is an impact that is complete now
bool observe_watch_add(observe_watch *watch, const trajectory *t, talus_impact *out);
/// After the steps of a flight: all are open.
void observe_watch_fly(observe_watch *watch, const trajectory *t);
/// The rock has ended. @return as observe_watch_add
bool observe_watch_finish(observe_watch *watch, const trajectory *t, talus_impact *out);

#endif
