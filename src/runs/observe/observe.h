// SPDX-License-Identifier: GPL-3.0-or-later
/// @file observe.h
/// What is kept of the rocks: statistics of cells and steps, tracks, impacts. It knows finished
/// steps; it refuses to know threads, files and why rocks move.
///
///   one observe_shared for the campaign, one observe_worker per thread;
///   per rock: start, add after every step, then finish (whole rock counts) or start the next
///   (the dropped rock leaves nothing behind)
#ifndef TALUS_SRC_RUNS_OBSERVE_OBSERVE_H
#define TALUS_SRC_RUNS_OBSERVE_OBSERVE_H

#include "runs/observe/barriers.h"
#include "runs/observe/cells.h"
#include "runs/observe/near.h"
#include "runs/observe/objects.h"
#include "runs/observe/pooled.h"
#include "runs/observe/recorder.h"
#include "runs/observe/screens.h"
#include "runs/observe/steps.h"

typedef struct observe_shared {
    const talus_campaign *campaign;
    observe_units units;
    observe_axes *axes; ///< (rock_class_count)
    size_t stratum_count;
    observe_cells **cells; ///< (stratum_count)
    observe_cells **near;  ///< (stratum_count) of the reference object; NULL: none is asked for
    observe_gauges gauges;
    plan_index screens, objects, dams; ///< their lines and areas
    talus_track *tracks; ///< (track_count) by rock index, each written by one worker; points are
                         ///< NULL for a rock that was not completed
    size_t track_count;
    bool is_ordered; ///< the tracks: only those with points, ascending
    observe_barriers barriers;
    observe_impacts impacts; ///< of the workers that have handed over, with the next two
    observe_breaks breaks;
    observe_fragments fragments;
} observe_shared;

/// @param heaviest kg, of all rocks that can be drawn
/// @return TALUS_ERROR_MEMORY
talus_status observe_shared_init(observe_shared *shared, const talus_campaign *campaign,
                                 double heaviest, talus_error *error);
void observe_shared_clear(observe_shared *shared);

/// Where a body came to rest.
typedef struct observe_deposit {
    double x, y, volume;
} observe_deposit;

/// What is kept of the event under way, where rocks may break, until all its bodies have ended.
typedef struct observe_event {
    observe_deposit deposits[TALUS_MOST_BODIES];
    size_t deposit_count;
    bool is_at_rest;           ///< all bodies so far
    talus_track_point *points; ///< (point_count) track of the rock itself, owned
    size_t point_count;
    observe_fragments fragments; ///< those that have ended
    observe_breaks breaks;       ///< of complete events, not yet handed over, with the next one
    observe_fragments done;
} observe_event;

typedef struct observe_worker {
    observe_shared *shared;
    const observe_axes *axes; ///< of the body under way
    observe_axes own_axes;    ///< of a fragment
    observe_event *event;     ///< NULL: no rock breaks
    bool is_recorded;
    bool
        has_more; ///< screens, objects, nets, walls, dams, a reference object, or a track of the rock
    observe_path path;
    observe_near near;
    observe_recorder recorder;
    observe_screens screens;
    observe_objects objects;
    observe_dams dams;
    uint64_t *barriers;  ///< (barriers.sum_count) of the rock under way
    observe_steps steps; ///< not yet in `rock`
    observe_pooled rock; ///< the rock under way
    observe_pooled done; ///< all complete rocks of this worker
} observe_worker;

/// @return NULL when out of memory
observe_worker *observe_worker_create(observe_shared *shared);
void observe_worker_destroy(observe_worker *worker);
/// A rock at its release; drops what a rock before it left unfinished.
void observe_worker_start(observe_worker *worker, const trajectory *t);
/// After every step.
void observe_worker_add(observe_worker *worker, const trajectory *t);
/// The rock has ended: count it. @return false: out of memory, the results are incomplete
bool observe_worker_finish(observe_worker *worker, const trajectory *t);
/// The same where rocks may break: each body has ended, then the next one is at its birth; the event
/// is counted when the last one has ended. @return false: out of memory
bool observe_worker_end_body(observe_worker *worker, const trajectory_event *event,
                             const trajectory *t);
void observe_worker_next_body(observe_worker *worker, const trajectory_event *event,
                              const trajectory *t);
bool observe_worker_finish_event(observe_worker *worker, const trajectory_event *event);
/// After the last rock, one worker at a time: give the impacts to the shared list.
bool observe_worker_hand_over(observe_worker *worker);
/// Forget what has been put into bytes: nets and walls, cells, gauges, tracks, impacts that were
/// handed over.
/// @return false: out of memory, nothing more can be added
bool observe_shared_empty(observe_shared *shared);
/// After all workers have handed over: tracks of completed rocks only, impacts ordered by rock.
bool observe_shared_order(observe_shared *shared);

/// The track of a rock that is complete; threads may be writing those of others.
/// @return NULL: it was not recorded
const talus_track *observe_shared_track(const observe_shared *shared, uint64_t rock);

#endif
