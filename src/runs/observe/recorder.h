// SPDX-License-Identifier: GPL-3.0-or-later
/// @file recorder.h
/// Tracks and impacts of the first rocks. A track is thinned: a point is kept when sample_time and
/// sample_distance have both passed since the last one kept; the first and last points always.
#ifndef TALUS_SRC_RUNS_OBSERVE_RECORDER_H
#define TALUS_SRC_RUNS_OBSERVE_RECORDER_H

#include "runs/observe/watch.h"

/// Growing list of impacts.
typedef struct observe_impacts {
    talus_impact *items;
    size_t count, capacity;
} observe_impacts;

/// One worker's recorder: track and impacts of the rock under way, impacts of its complete rocks.
typedef struct observe_recorder {
    talus_track_point *points;
    size_t point_count, point_capacity;
    observe_impacts impacts; ///< of the rock under way
    observe_impacts whole;   ///< of complete rocks; does not move while a rock is under way
    observe_watch watch;
    talus_track_point last; ///< of the last step, kept or not
    bool is_last_kept;
    bool is_fragment; ///< under way; impacts are those of rocks before they break
    bool is_lost;     ///< out of memory: the record is incomplete
} observe_recorder;

void observe_recorder_clear(observe_recorder *recorder);
/// A new rock at its release; drops what a rock before it left unfinished.
void observe_recorder_start(observe_recorder *recorder, const trajectory *t);
void observe_recorder_add(observe_recorder *recorder, const trajectory *t);
/// The same for the steps of a flight.
void observe_recorder_add_many(observe_recorder *recorder, const trajectory *t);
/// The rock has ended: keep its last point and its impacts, copy the track out (owned by the
/// caller). @return false: out of memory
bool observe_recorder_finish(observe_recorder *recorder, const trajectory *t, talus_track *out);
/// The same in two parts, for a rock whose fragments may go on: its last point, and a copy of its
/// track for the caller; then, when all have ended, its impacts. @return false: out of memory
bool observe_recorder_close(observe_recorder *recorder, const trajectory *t,
                            talus_track_point **points, size_t *count);
bool observe_recorder_keep(observe_recorder *recorder);
/// A fragment at its birth, after the body before it was closed.
void observe_recorder_continue(observe_recorder *recorder, const trajectory *t);
/// Append to a list, whose capacity doubles. @return false when out of memory
bool observe_impacts_add(observe_impacts *impacts, const talus_impact *items, size_t count);
/// Append the impacts of the complete rocks to `all` and forget them.
bool observe_recorder_hand_over(observe_recorder *recorder, observe_impacts *all);
/// Order impacts by rock, keeping the order within a rock. @param rocks more than any rock index
bool observe_impacts_sort(observe_impacts *impacts, size_t rocks);

#endif
