// SPDX-License-Identifier: GPL-3.0-or-later
// Many runs on threads, dealt out by a counter.
#include "lab/rocking/batch.h"

#include "foundation/base/pool.h"

#include <stdatomic.h>

enum { RUNS_AT_ONCE = 8 };

typedef struct batch_job {
    size_t count;
    batch_work *work;
    void *context;
    atomic_size_t next;
    atomic_size_t first_failed; ///< lowest run that failed, count = none
} batch_job;

static void note_failure(batch_job *job, size_t run)
{
    size_t seen = atomic_load(&job->first_failed);
    while (run < seen && !atomic_compare_exchange_weak(&job->first_failed, &seen, run)) {
    }
}

static void run_some(void *context, unsigned worker)
{
    (void)worker;
    batch_job *job = context;
    for (;;) {
        const size_t begin = atomic_fetch_add(&job->next, RUNS_AT_ONCE);
        for (size_t i = begin; i < begin + RUNS_AT_ONCE && i < job->count; i++) {
            if (job->work(job->context, i, NULL) != TALUS_OK) {
                note_failure(job, i);
            }
        }
        if (begin + RUNS_AT_ONCE >= job->count) {
            return;
        }
    }
}

talus_status batch_share(size_t count, unsigned threads, batch_work *work, void *context,
                         talus_error *error)
{
    batch_job job = {.count = count, .work = work, .context = context};
    atomic_init(&job.next, 0);
    atomic_init(&job.first_failed, count);
    const talus_status status =
        count > 0 ? pool_run(threads, run_some, &job, NULL, NULL, error) : TALUS_OK;
    const size_t failed = atomic_load(&job.first_failed);
    if (status == TALUS_OK && failed < count) {
        return work(context, failed, error); // the same run again for its sentence
    }
    return status;
}
