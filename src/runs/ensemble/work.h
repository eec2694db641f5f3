// SPDX-License-Identifier: GPL-3.0-or-later
/// @file work.h
/// Which rocks are run next. It knows rock indices and what has been taken; it refuses to know what
/// becomes of a rock, and other ranks.
///
///   a count   first + k stride for k < count, less the rocks that are done: threads take from a
///             counter, nobody waits                              (one process, and rank 0)
///   a queue   whoever knows them adds rocks; threads wait until there are some, or until it is
///             closed                        (the other ranks, and runs in rounds on rank 0)
#ifndef TALUS_SRC_RUNS_ENSEMBLE_WORK_H
#define TALUS_SRC_RUNS_ENSEMBLE_WORK_H

#include "runs/ensemble/rock_list.h"
#include "talus/campaign.h"

#include <pthread.h>
#include <stdatomic.h>

enum { WORK_MOST_AT_ONCE = 16 };

typedef struct work {
    // a count
    const talus_rock_record *records; ///< those that are done are passed over; NULL: a queue
    uint64_t first, stride;
    uint64_t count; ///< of a queue: rocks that were ever meant to be in it, done ones included
    uint64_t thread_count; ///< about how many take from it, here and elsewhere
    atomic_uint_fast64_t next;
    // a queue, guarded by mutex
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    rock_list queue;
    size_t taken; ///< of the queue
    bool is_closed;
} work;

void work_init(work *w);
void work_clear(work *w);

/// Rocks for one thread, any thread. @param rocks (WORK_MOST_AT_ONCE)
/// @return how many; 0: there are no more
size_t work_take(work *w, uint64_t *rocks);

/// The same for a thread that must not wait: fewer than a thread could get, or none yet.
size_t work_try(work *w, uint64_t *rocks);

/// Rocks that nobody has taken; of a count those that are done included.
uint64_t work_left(work *w);
/// Nobody will get any more.
bool work_is_over(work *w);

/// Move rocks to the end of a queue. @return false when out of memory
bool work_add(work *w, rock_list *rocks);
/// What waits is still taken, then there are no more.
void work_close(work *w);

#endif
