// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks to be run: a counter, or a queue.
#include "runs/ensemble/work.h"

void work_init(work *w)
{
    *w = (work){.stride = 1, .thread_count = 1};
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->changed, NULL);
}

void work_clear(work *w)
{
    rock_list_clear(&w->queue);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->mutex);
}

static uint64_t count_left(const work *w)
{
    const uint64_t next = atomic_load_explicit(&w->next, memory_order_relaxed);
    return next < w->count ? w->count - next : 0;
}

/// Rocks to take at once: fewer towards the end, so that nobody has several left when the others
/// have none.
static uint64_t next_chunk(const work *w, uint64_t left)
{
    const uint64_t chunk = left / (16 * w->thread_count);
    return chunk < 1 ? 1 : chunk > WORK_MOST_AT_ONCE ? WORK_MOST_AT_ONCE : chunk;
}

static size_t next_counted(work *w, uint64_t *rocks)
{
    size_t found = 0;
    while (found == 0) {
        const uint64_t chunk = next_chunk(w, count_left(w));
        const uint64_t begin = atomic_fetch_add_explicit(&w->next, chunk, memory_order_relaxed);
        if (begin >= w->count) {
            break;
        }
        const uint64_t end = w->count - begin < chunk ? w->count : begin + chunk;
        for (uint64_t k = begin; k < end; k++) {
            const uint64_t rock = w->first + k * w->stride;
            if (!w->records[rock].done) {
                rocks[found++] = rock;
            }
        }
    }
    return found;
}

static size_t next_queued(work *w, uint64_t *rocks, bool waits)
{
    pthread_mutex_lock(&w->mutex);
    while (waits && w->taken == w->queue.count && !w->is_closed) {
        pthread_cond_wait(&w->changed, &w->mutex);
    }
    const size_t waiting = w->queue.count - w->taken;
    const size_t found = waiting > 0 ? 1 : 0;
    if (found > 0) {
        rocks[0] = w->queue.items[w->taken];
    }
    w->taken += found;
    pthread_mutex_unlock(&w->mutex);
    return found;
}

size_t work_take(work *w, uint64_t *rocks)
{
    return w->records != NULL ? next_counted(w, rocks) : next_queued(w, rocks, true);
}

size_t work_try(work *w, uint64_t *rocks)
{
    return w->records != NULL ? next_counted(w, rocks) : next_queued(w, rocks, false);
}

bool work_add(work *w, rock_list *rocks)
{
    pthread_mutex_lock(&w->mutex);
    if (w->taken == w->queue.count) {
        w->taken = w->queue.count = 0;
    }
    const bool has_room = rock_list_move(&w->queue, rocks);
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    return has_room;
}

uint64_t work_left(work *w)
{
    if (w->records != NULL) {
        return count_left(w);
    }
    pthread_mutex_lock(&w->mutex);
    const uint64_t waiting = w->queue.count - w->taken;
    pthread_mutex_unlock(&w->mutex);
    return waiting;
}

bool work_is_over(work *w)
{
    pthread_mutex_lock(&w->mutex);
    const bool is_open = w->records == NULL && (!w->is_closed || w->taken < w->queue.count);
    pthread_mutex_unlock(&w->mutex);
    return w->records != NULL ? count_left(w) == 0 : !is_open;
}

void work_close(work *w)
{
    pthread_mutex_lock(&w->mutex);
    w->is_closed = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->mutex);
}
