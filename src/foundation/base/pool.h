// SPDX-License-Identifier: GPL-3.0-or-later
/// @file pool.h
/// Threads for one job: each runs the same function once, the caller waits and is called back.
/// It knows threads; it refuses to know what they work on.
#ifndef TALUS_SRC_FOUNDATION_BASE_POOL_H
#define TALUS_SRC_FOUNDATION_BASE_POOL_H

#include "talus/base.h"

/// What one worker does; `worker` = 0 ... threads - 1.
typedef void pool_work(void *context, unsigned worker);
/// Called by the thread that called pool_run while workers run, first at once.
/// @return s until the next call, below 1
typedef double pool_tick(void *context);
#define POOL_TICK 0.1 ///< s, the longest pause between two questions whether to stop

/// Cores that this process may use (its affinity mask), at least 1.
unsigned pool_core_count(void);
/// Run `work` on `threads` threads of their own (0 = all cores) and wait for all of them.
/// @param tick     may be NULL
/// @param started  how many threads ran, fewer than requested when the system refuses; may be NULL
/// @return TALUS_ERROR_MEMORY when not a single thread could be started
talus_status pool_run(unsigned threads, pool_work *work, void *context, pool_tick *tick,
                      unsigned *started, talus_error *error);

#endif
