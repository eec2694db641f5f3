// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/base/pool.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

typedef struct tally {
    atomic_uint calls[8];
    atomic_uint ticks;
    pthread_t caller;
    atomic_bool is_foreign; ///< a tick came from another thread
} tally;

static void count_call(void *context, unsigned worker)
{
    tally *t = context;
    atomic_fetch_add(&t->calls[worker], 1);
}

static void sleep_half_a_second(void *context, unsigned worker)
{
    count_call(context, worker);
    nanosleep(&(struct timespec){.tv_nsec = 500000000L}, NULL);
}

static double count_tick(void *context)
{
    tally *t = context;
    atomic_fetch_add(&t->ticks, 1);
    if (!pthread_equal(t->caller, pthread_self())) {
        atomic_store(&t->is_foreign, true);
    }
    return POOL_TICK;
}

Test(pool, runs_every_worker_once)
{
    tally t = {0};
    unsigned started = 0;
    cr_assert_eq(pool_run(5, count_call, &t, NULL, &started, NULL), TALUS_OK);
    cr_assert_eq(started, 5);
    for (unsigned k = 0; k < 8; k++) {
        cr_assert_eq(atomic_load(&t.calls[k]), k < 5 ? 1 : 0);
    }
}

Test(pool, ticks_on_the_calling_thread_while_workers_run)
{
    tally t = {.caller = pthread_self()};
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    cr_assert_eq(pool_run(2, sleep_half_a_second, &t, count_tick, NULL, NULL), TALUS_OK);
    clock_gettime(CLOCK_MONOTONIC, &end);
    const double seconds =
        (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    cr_assert_geq(atomic_load(&t.ticks), 2); /* 0.5 s of ticks POOL_TICK apart */
    cr_assert_leq((double)atomic_load(&t.ticks), 2.0 + seconds / POOL_TICK);
    cr_assert_not(atomic_load(&t.is_foreign));
}

Test(pool, uses_at_least_one_core)
{
    cr_assert_geq(pool_core_count(), 1);
}
