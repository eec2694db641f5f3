// SPDX-License-Identifier: GPL-3.0-or-later
/// @file barriers.h
/// Counts at nets, walls and dams: integers that all workers add to, whole rocks only. It knows
/// what finished steps did there; it refuses to know why.
#ifndef TALUS_SRC_RUNS_OBSERVE_BARRIERS_H
#define TALUS_SRC_RUNS_OBSERVE_BARRIERS_H

#include "foundation/base/bytes.h"
#include "runs/observe/dams.h"
#include "runs/trajectory/trajectory.h"
#include "talus/observe.h"

#include <stdatomic.h>

/// Sums per net: overtopped, caught, passed, mJ; per wall: rocks, impacts, mJ; per dam: rocks that
/// reached, overtopped, stopped.
enum { OBSERVE_NET_SUMS = 4, OBSERVE_WALL_SUMS = 3, OBSERVE_DAM_SUMS = 3 };

typedef struct observe_barriers {
    size_t net_count, wall_count, dam_count, sum_count;
    atomic_uint_fast64_t *sums; ///< (sum_count) nets, then walls, then dams
} observe_barriers;

/// @return false: no memory
bool observe_barriers_init(observe_barriers *barriers, const talus_campaign *campaign);
void observe_barriers_clear(observe_barriers *barriers);

/// The last step of a rock into its own sums (sum_count).
void observe_barriers_see(const observe_barriers *barriers, const trajectory *t, uint64_t *own);
/// How a rock that has ended did at the dams, into its own sums.
void observe_barriers_see_dams(const observe_barriers *barriers, const observe_dams *dams,
                               talus_outcome outcome, uint64_t *own);
/// A whole rock.
void observe_barriers_add(observe_barriers *barriers, const uint64_t *own);

talus_net_counts observe_barriers_net(const observe_barriers *barriers, size_t index);
talus_wall_counts observe_barriers_wall(const observe_barriers *barriers, size_t index);
talus_dam_counts observe_barriers_dam(const observe_barriers *barriers, size_t index);

void observe_barriers_put(const observe_barriers *barriers, byte_writer *writer);
/// Adds. @return false for bytes of other barriers
bool observe_barriers_take(observe_barriers *barriers, byte_reader *reader);

#endif
