// SPDX-License-Identifier: GPL-3.0-or-later
/// @file screens.h
/// The rock under way and the screens: where S crosses the vertical surface over a line, with the
/// motion at that instant. It knows one rock's finished steps; it refuses to know what is counted.
///
/// Lowest and highest point of the rock are those of its vertices in the orientation of that
/// instant. Within a step S goes straight in plan. In a step without contact it is on the parabola
/// through both ends with their velocities; in a step with contact its height is linear too, the
/// velocities are those before the percussion in the first half of the step and those after it in
/// the second, as in Moreau's step. [docs/theory.md 18]
#ifndef TALUS_SRC_RUNS_OBSERVE_SCREENS_H
#define TALUS_SRC_RUNS_OBSERVE_SCREENS_H

#include "runs/plan/plan.h"
#include "runs/trajectory/trajectory.h"

typedef struct observe_screens {
    const talus_campaign *campaign;
    const plan_index *plan;
    bool *is_done;             ///< (screen_count) crossed, and later crossings do not count
    double x, y, free2;        ///< m, m^2: no screen that is not done in the open disc
    plan_hits hits;            ///< of the step
    talus_crossing *crossings; ///< (crossing_count) of the rock, in order of time
    size_t crossing_count, crossing_capacity;
    bool is_lost;  ///< out of memory: crossings are missing
    uint32_t body; ///< under way, of its event
} observe_screens;

/// Lines of a campaign's screens. @return false when out of memory
bool observe_screens_plan(const talus_campaign *campaign, plan_index *plan);

/// @return false when out of memory
bool observe_screens_init(observe_screens *screens, const talus_campaign *campaign,
                          const plan_index *plan);
void observe_screens_clear(observe_screens *screens);
/// A rock at its release; forgets the last one.
void observe_screens_start(observe_screens *screens, const trajectory *t);
/// A fragment at its birth: its first crossings count too, those of the bodies before it stay.
void observe_screens_continue(observe_screens *screens, const trajectory *t, uint32_t body);
/// The steps just taken, when they left the disc.
void observe_screens_look(observe_screens *screens, const trajectory *t);

/// After every step, or the steps of a flight, whose way in plan is straight.
static inline void observe_screens_add(observe_screens *screens, const trajectory *t)
{
    const double dx = t->state.r.x - screens->x, dy = t->state.r.y - screens->y;
    if (!(dx * dx + dy * dy < screens->free2)) {
        observe_screens_look(screens, t);
    }
}

#endif
