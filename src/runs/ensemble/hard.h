// SPDX-License-Identifier: GPL-3.0-or-later
/// @file hard.h
/// The N hardest contact problems of a run. It knows an order among problems and keeps copies of
/// the first N; the order is total (rock, body, step and part break ties), so the first N of a union are the
/// first N of the parts' first N, whatever the parts and their order: threads leave no trace.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_HARD_H
#define TALUS_SRC_RUNS_ENSEMBLE_HARD_H

#include "foundation/base/bytes.h"
#include "runs/trajectory/event.h"
#include "talus/results.h"

enum { HARD_MOST_CONTACTS = 400 }; ///< 12 MB, dense

/// Hardest first. Memory grows with the problems; a list of capacity 0 does nothing.
typedef struct hard_list {
    talus_hard_problem *items; ///< (capacity) of which `count` are in use
    double **memory;           ///< (capacity) numbers of each item, owned
    size_t *room;              ///< (capacity) doubles in memory[k]
    size_t count, capacity;
} hard_list;

bool hard_list_init(hard_list *list, size_t capacity);
void hard_list_clear(hard_list *list);
void hard_list_empty(hard_list *list);
/// One that `bar` (full, of the same capacity) would not take is passed over, as is one of more
/// contacts. Block rows become dense. @return false when out of memory
bool hard_list_offer(hard_list *list, const hard_list *bar, const talus_hard_problem *item);
/// The problem of the trajectory's last step; of bodies that moved together there is none.
bool hard_list_offer_step(hard_list *list, const hard_list *bar, const trajectory *t);
/// Move what belongs to `to`; `from` is left with no items.
void hard_list_merge(hard_list *to, hard_list *from);
/// Copy what belongs to `to`. @return false when out of memory
bool hard_list_copy(hard_list *to, const hard_list *from);

void hard_list_put(const hard_list *list, byte_writer *writer);
/// Add what hard_list_put wrote, less what is there already: a rank sends its list more than once.
/// @return false when out of memory; wrong bytes show in the reader
bool hard_list_take(hard_list *list, byte_reader *reader);

#endif
