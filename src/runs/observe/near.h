// SPDX-License-Identifier: GPL-3.0-or-later
/// @file near.h
/// Which points the bodies of an event hit: the reference object is a disc of diameter w in plan
/// around a point x, a body a sphere of its volume, d = (6 V / pi)^(1/3), and
///
///     D_b(x) = min over the path of |X_b(s) - x|,   b hits x where D_b(x) <= (w + d_b) / 2
///     E_b(x), J_b(x) = kinetic energy and jump height at the closest approach; of equal
///                      distances those of the larger energy
///     the event hits x where a body does, with the largest E_b and the largest J_b of those
///
/// No quantity contains the cell: it only says at which points, the centres, they are asked for.
/// Along a chord of the path energy and height are linear; a chord ends after w / 8 in plan, before
/// and after a step in which contact begins or ends, and with the path.      [docs/theory.md 17]
///
/// One observe_near per thread; memory is that of the points that one event hits.
#ifndef TALUS_SRC_RUNS_OBSERVE_NEAR_H
#define TALUS_SRC_RUNS_OBSERVE_NEAR_H

#include "runs/observe/cells.h"

/// A body on its path: where it is in plan (m), its energy (J) and its height over the terrain (m).
typedef struct observe_near_state {
    double x, y, energy, height;
} observe_near_state;

/// A point near the paths of the event so far.
typedef struct observe_near_point {
    uint64_t cell;            ///< j nx + i
    uint32_t body;            ///< that came near it last, from 1
    uint32_t hits;            ///< bodies before that one
    double distance2;         ///< m^2, of the closest approach of that body
    double energy, height;    ///< there
    double energies, heights; ///< largest of the bodies before
} observe_near_point;

typedef struct observe_near {
    talus_cells cells;
    double half;                   ///< m, w / 2; 0: nothing is kept
    double longest;                ///< m, of a chord
    double reach;                  ///< m, (w + d) / 2 of the body under way
    uint32_t body;                 ///< its number, from 1
    bool is_counted;               ///< it started over the terrain: it comes near points
    bool is_fresh;                 ///< nothing of it has been stamped
    bool is_open;                  ///< it was without contact at the end of the last step
    observe_near_state begin, end; ///< of the chord under way
    observe_near_point *points;    ///< (point_count) in order of first approach
    size_t point_count, point_capacity;
    observe_cell_index index; ///< of the points
    observe_visit *visits;    ///< (point_capacity) what observe_near_count makes of them
    bool keeps_hits;
    observe_hit *hits; ///< (hit_count) of the bodies before the last one that came near a point
    size_t hit_count, hit_capacity;
    bool is_lost; ///< out of memory: points are missing
} observe_near;

/// @param width m, w > 0  @param keeps_hits the hits of all bodies are asked for
/// @return false when out of memory
bool observe_near_init(observe_near *near, const talus_cells *cells, double width, bool keeps_hits);
void observe_near_clear(observe_near *near);

/// Forget the last event: its first body starts here; NULL: it has ended, off the terrain. @param radius m, d / 2
void observe_near_start(observe_near *near, const observe_near_state *at, double radius);
/// The next body starts here, or NULL; the one before it has ended.
void observe_near_continue(observe_near *near, const observe_near_state *at, double radius);
/// The body moved on in a straight line. @param is_open without contact
void observe_near_add(observe_near *near, const observe_near_state *to, bool is_open);
/// The same for the steps of a flight.
void observe_near_add_many(observe_near *near, const trajectory_airborne *air);
/// The path of a body has ended.
void observe_near_end(observe_near *near);

/// The points that a finished event hits, as visits with kinetic energy and jump height, and the
/// hits of its bodies; centres off the terrain are not counted.
/// @return how many visits
size_t observe_near_count(observe_near *near, const talus_terrain *terrain);

#endif
