// SPDX-License-Identifier: GPL-3.0-or-later
/// @file objects.h
/// The rock under way and the objects: a rock hits an object when the way of S in plan comes within
/// half its diameter of it, and of half the width of a line. The diameter is that of the sphere of
/// equal volume. Values are those at the ends of the steps within reach, as in cells. It knows one
/// rock's finished steps; it refuses to know what is counted.      [docs/theory.md 18]
#ifndef TALUS_SRC_RUNS_OBSERVE_OBJECTS_H
#define TALUS_SRC_RUNS_OBSERVE_OBJECTS_H

#include "runs/observe/gauges.h"
#include "runs/plan/plan.h"
#include "runs/trajectory/trajectory.h"

typedef struct observe_objects {
    const talus_campaign *campaign;
    const plan_index *plan;
    double reach;        ///< m, half the diameter of the rock
    double x, y, free2;  ///< m, m^2: no object within reach in the open disc
    uint32_t *slots;     ///< (object_count) index of a visit + 1, or 0
    uint64_t *inside_at; ///< (object_count) number of the last look that ended within reach
    uint64_t look;       ///< number of looks of all rocks; one is left out between two rocks
    observe_gauge_visit *visits; ///< (visit_count <= object_count) of the rock
    size_t visit_count;
} observe_objects;

/// Half the diameter of the sphere of a body's volume, m; of one without volume, half the mean of
/// its dimensions.
double observe_half_diameter(const talus_campaign *campaign, const talus_rock_record *record);

/// @return false when out of memory
bool observe_objects_plan(const talus_campaign *campaign, plan_index *plan);

/// @return false when out of memory
bool observe_objects_init(observe_objects *objects, const talus_campaign *campaign,
                          const plan_index *plan);
void observe_objects_clear(observe_objects *objects);
/// A rock at its release; forgets the last one.
void observe_objects_start(observe_objects *objects, const trajectory *t);
/// A fragment at its birth; the visits of the bodies before it stay.
void observe_objects_continue(observe_objects *objects, const trajectory *t);
/// The steps just taken, when they left the disc.
void observe_objects_look(observe_objects *objects, const trajectory *t);

/// After every step, or the steps of a flight, whose way in plan is straight.
static inline void observe_objects_add(observe_objects *objects, const trajectory *t)
{
    const double dx = t->state.r.x - objects->x, dy = t->state.r.y - objects->y;
    if (!(dx * dx + dy * dy < objects->free2)) {
        observe_objects_look(objects, t);
    }
}

#endif
