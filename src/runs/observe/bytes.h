// SPDX-License-Identifier: GPL-3.0-or-later
/// @file bytes.h
/// Accumulators as bytes, for checkpoints and for merging: what was put by several runs over
/// different rocks and is taken by one adds up as if one run had seen all of them, in any order.
/// It knows the layout of the numbers; it refuses to know files, and that the bytes are whole and
/// of this campaign (others check it first; wrong bytes give an error here, never a wild access).
#ifndef TALUS_SRC_RUNS_OBSERVE_BYTES_H
#define TALUS_SRC_RUNS_OBSERVE_BYTES_H

#include "foundation/base/bytes.h"
#include "runs/observe/observe.h"

typedef enum observe_taken {
    OBSERVE_TAKEN,
    OBSERVE_WRONG, ///< these bytes were not put by the function beside
    OBSERVE_NO_MEMORY
} observe_taken;

/// No other thread adds while these run.
void observe_cells_put(const observe_cells *cells, byte_writer *writer);
observe_taken observe_cells_take(observe_cells *cells, byte_reader *reader);

/// Nothing is put without gauges.
void observe_gauges_put(const observe_gauges *gauges, byte_writer *writer);
observe_taken observe_gauges_take(observe_gauges *gauges, byte_reader *reader);

void observe_sum_code(byte_coder coder, observe_sum *sum);

/// @param pooled is only read
void observe_pooled_put(observe_pooled *pooled, byte_writer *writer);
/// Adds to `pooled`.
observe_taken observe_pooled_take(observe_pooled *pooled, byte_reader *reader);

void observe_track_put(const talus_track *track, byte_writer *writer);
/// To the place of its rock among the shared tracks, which must be free.
observe_taken observe_track_take(observe_shared *shared, byte_reader *reader);

void observe_impact_put(const talus_impact *impact, byte_writer *writer);
/// To the end of the shared impacts.
observe_taken observe_impact_take(observe_shared *shared, byte_reader *reader);

void observe_break_put(const talus_break *item, byte_writer *writer);
void observe_fragment_put(const talus_fragment *item, byte_writer *writer);
/// To the end of the shared lists.
observe_taken observe_break_take(observe_shared *shared, byte_reader *reader);
observe_taken observe_fragment_take(observe_shared *shared, byte_reader *reader);

#endif
