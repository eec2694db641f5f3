// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of an event whose bodies move together, and the groups that they make.
#ifndef TALUS_SRC_RUNS_TRAJECTORY_TOGETHER_INTERNAL_H
#define TALUS_SRC_RUNS_TRAJECTORY_TOGETHER_INTERNAL_H

#include "physics/bodies/bodies.h"
#include "physics/pairs/pairs.h"
#include "runs/trajectory/together.h"

enum { TOGETHER_WINDOW = 32 }; ///< steps between two looks for groups

/// One body of the event.
typedef struct together_member {
    trajectory t;
    trajectory_tape tape;
    uint32_t asked; ///< as in the event, of this body
    bool is_whole;  ///< likewise
    bool is_asleep;
    uint32_t group; ///< its lowest body
} together_member;

struct trajectory_together {
    const talus_campaign *campaign;
    trajectory_event *event;
    bodies_event *bodies;
    together_member *members[TALUS_MOST_BODIES]; ///< (made), kept from event to event
    uint32_t made, count;
    trajectory_reel reel;
    const talus_net *nets;
    size_t net_count;
    double *net_left; ///< (net_count) J; NULL: nets forget
    pairs_near near;
    pairs_sphere reach[TALUS_MOST_BODIES];
    uint32_t list[TALUS_MOST_BODIES]; ///< (list_count) group under way, ascending
    size_t list_count;
    uint64_t now;  ///< steps of the event that are done
    uint64_t step; ///< whose problem is seen
    talus_error error;
    talus_status status;
};

static inline bool together_is_moving(const together_member *m)
{
    return !m->t.has_ended && !m->is_asleep;
}

/// @return false, for callers that do
bool together_lack_memory(trajectory_together *g);

/// Which bodies may meet within a window, or cross the same net that remembers: `group` of all.
/// @return false: no memory
bool together_find_groups(trajectory_together *g);
/// The lowest body of a body's group.
uint32_t together_group_of(trajectory_together *g, uint32_t body);

#endif
