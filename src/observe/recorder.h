// SPDX-License-Identifier: GPL-3.0-or-later
/// @file recorder.h
/// Track and impacts of one rock. The track is thinned: a point is kept when sample_time and
/// sample_distance have both passed since the last one kept; the first and last points always.
#ifndef TALUS_SRC_OBSERVE_RECORDER_H
#define TALUS_SRC_OBSERVE_RECORDER_H

#include "trajectory/trajectory.h"

/// What is kept of one rock; owned by whoever holds it.
typedef struct observe_record {
    talus_track_point *points;
    size_t point_count;
    talus_impact *impacts;
    size_t impact_count;
} observe_record;
void observe_record_clear(observe_record *record);

/// The rock under way; its arrays serve one rock after the other.
typedef struct observe_recorder {
    observe_record record;
    size_t point_capacity, impact_capacity;
    talus_track_point last; ///< of the last step, kept or not
    bool is_last_kept;
    bool is_lost; ///< out of memory: the record is incomplete
} observe_recorder;

void observe_recorder_clear(observe_recorder *recorder);
/// A new rock at its release.
void observe_recorder_start(observe_recorder *recorder, const trajectory *t);
void observe_recorder_add(observe_recorder *recorder, const trajectory *t);
/// Keep the last point and copy the record out. @return false: out of memory
bool observe_recorder_finish(observe_recorder *recorder, observe_record *out);

#endif
