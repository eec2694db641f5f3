// SPDX-License-Identifier: GPL-3.0-or-later
// Middle values and threads of the rocking studies.
#include "foundation/base/pool.h"
#include "lab/study/rocking_internal.h"

#include <stdatomic.h>

double rocking_centre(double from, double to, size_t k, size_t n)
{
    return from + (to - from) * ((double)k + 0.5) / (double)n;
}

typedef struct share_job {
    size_t count;
    rocking_work *work;
    void *context;
    atomic_size_t next;
} share_job;

static void run_share(void *context, unsigned worker)
{
    (void)worker;
    share_job *job = context;
    for (size_t k = atomic_fetch_add(&job->next, 1); k < job->count;
         k = atomic_fetch_add(&job->next, 1)) {
        job->work(job->context, k);
    }
}

talus_status rocking_share(size_t count, unsigned threads, rocking_work *work, void *context,
                           talus_error *error)
{
    share_job job = {.count = count, .work = work, .context = context};
    atomic_init(&job.next, 0);
    return pool_run(threads, run_share, &job, NULL, NULL, error);
}
