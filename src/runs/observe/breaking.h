// SPDX-License-Identifier: GPL-3.0-or-later
/// @file breaking.h
/// What is kept of rocks that break: sums over all events, breaks and fragments of the first ones.
/// Sums are integers, so that the order in which events come does not matter. It knows ended bodies;
/// it refuses to know how they came about.
#ifndef TALUS_SRC_RUNS_OBSERVE_BREAKING_H
#define TALUS_SRC_RUNS_OBSERVE_BREAKING_H

#include "runs/observe/sketch.h"
#include "runs/trajectory/event.h"
#include "talus/observe.h"

typedef struct observe_breaking {
    uint64_t events;           ///< complete ones
    uint64_t released, broken; ///< rocks released in them; of these, that broke
    uint64_t breaks, refused, clamped, fragments, fines;
    uint64_t most_bodies;                   ///< of an event
    uint64_t outcomes[TALUS_OUTCOME_COUNT]; ///< of the fragments
    uint64_t
        other_outcomes[TALUS_OUTCOME_COUNT]; ///< of rocks released beside the first of an event
    uint64_t first_pieces;                   ///< of the rocks that broke, fines included
    observe_sum survival; ///< 2^-32: largest body at the end over the rock, of rocks that broke
    observe_sum energy, effective, scatter, fines_energy; ///< mJ, as talus_break
    observe_sum fines_mass;                               ///< g
    observe_sum surface;                                  ///< cm^2
    double imbalance;                                     ///< largest
} observe_breaking;

/// A complete event.
void observe_breaking_add(observe_breaking *sums, const trajectory_event *event);
void observe_breaking_merge(observe_breaking *to, const observe_breaking *from);
void observe_breaking_totals(const observe_breaking *sums, talus_breaking_totals *totals);

/// Growing lists.
typedef struct observe_breaks {
    talus_break *items;
    size_t count, capacity;
} observe_breaks;
typedef struct observe_fragments {
    talus_fragment *items; ///< with points of their own
    size_t count, capacity;
} observe_fragments;
/// @return false when out of memory
bool observe_breaks_add(observe_breaks *breaks, const talus_break *items, size_t count);
/// The points move with their fragments. @return false when out of memory
bool observe_fragments_add(observe_fragments *fragments, const talus_fragment *items, size_t count);
/// Forget all; points are freed, the room is kept.
void observe_fragments_empty(observe_fragments *fragments);
void observe_fragments_clear(observe_fragments *fragments);
/// By rock, then by body.
void observe_breaks_sort(observe_breaks *breaks);
void observe_fragments_sort(observe_fragments *fragments);

#endif
