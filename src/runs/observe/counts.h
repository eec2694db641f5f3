// SPDX-License-Identifier: GPL-3.0-or-later
/// @file counts.h
/// Counts of 64-bit keys, of which few occur: an open hash table. The order of adding leaves no
/// trace in what is read. It knows keys; it refuses to know what they stand for.
#ifndef TALUS_SRC_RUNS_OBSERVE_COUNTS_H
#define TALUS_SRC_RUNS_OBSERVE_COUNTS_H

#include "foundation/base/bytes.h"

typedef struct observe_count {
    uint64_t key, count; ///< count 0: a free slot
} observe_count;

typedef struct observe_counts {
    observe_count *slots; ///< (slot_count, a power of two >= 2 used); zeroed = empty
    size_t used, slot_count;
} observe_counts;

void observe_counts_clear(observe_counts *counts);
/// @return false when out of memory
bool observe_counts_add(observe_counts *counts, uint64_t key, uint64_t count);
/// Count of a key, 0 when it did not occur.
uint64_t observe_counts_of(const observe_counts *counts, uint64_t key);
/// Keys ascending, as gaps, with their counts; the same counts give the same bytes.
void observe_counts_put(const observe_counts *counts, byte_writer *writer);
/// Add what was put. Keys must lie below `limit`; the reader fails otherwise.
/// @param total the sum of the counts is added to it
/// @return false when out of memory
bool observe_counts_take(observe_counts *counts, byte_reader *reader, uint64_t limit,
                         uint64_t *total);

#endif
