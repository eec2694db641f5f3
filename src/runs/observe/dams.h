// SPDX-License-Identifier: GPL-3.0-or-later
/// @file dams.h
/// The rock under way and the dams: whether S came over a dam, and whether it crossed the line. The
/// way of S in plan is straight between two steps. It knows one rock's finished steps; it refuses
/// to know what is counted.                                            [docs/theory.md 16]
#ifndef TALUS_SRC_RUNS_OBSERVE_DAMS_H
#define TALUS_SRC_RUNS_OBSERVE_DAMS_H

#include "runs/plan/plan.h"
#include "runs/trajectory/trajectory.h"

typedef struct observe_dams {
    const plan_index *plan; ///< an item for each dam
    double x, y, free2;     ///< m, m^2: no dam in the open disc
    bool *is_reached;       ///< (item_count) by the rock
    bool *is_crossed;       ///< (item_count) likewise; nothing more to see there
    plan_hits hits;         ///< of one step
    bool is_lost;           ///< out of memory during this rock
} observe_dams;

/// @return false when out of memory
bool observe_dams_plan(const talus_campaign *campaign, plan_index *plan);
/// @return false when out of memory
bool observe_dams_init(observe_dams *dams, const plan_index *plan);
void observe_dams_clear(observe_dams *dams);
/// A rock at its release; forgets the last one.
void observe_dams_start(observe_dams *dams, const trajectory *t);
/// A fragment at its birth; what the bodies before it did stays.
void observe_dams_continue(observe_dams *dams, const trajectory *t);
/// The steps just taken, when they left the disc.
void observe_dams_look(observe_dams *dams, const trajectory *t);

/// After every step, or the steps of a flight.
static inline void observe_dams_add(observe_dams *dams, const trajectory *t)
{
    const double dx = t->state.r.x - dams->x, dy = t->state.r.y - dams->y;
    if (!(dx * dx + dy * dy < dams->free2)) {
        observe_dams_look(dams, t);
    }
}

#endif
