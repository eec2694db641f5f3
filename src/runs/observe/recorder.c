// SPDX-License-Identifier: GPL-3.0-or-later
// Thinning of tracks, and impacts.
#include "runs/observe/recorder.h"

#include "foundation/math/linalg.h"

#include <stdlib.h>
#include <string.h>

void observe_recorder_clear(observe_recorder *recorder)
{
    free(recorder->points);
    free(recorder->impacts.items);
    free(recorder->whole.items);
    observe_watch_clear(&recorder->watch);
    *recorder = (observe_recorder){0};
}

/// Room for `count` elements; the capacity doubles.
static bool reserve(void **items, size_t count, size_t *capacity, size_t size)
{
    if (count <= *capacity) {
        return true;
    }
    size_t needed = *capacity == 0 ? 256 : 2 * *capacity;
    needed = needed < count ? count : needed;
    void *larger = realloc(*items, needed * size);
    if (larger == NULL) {
        return false;
    }
    *items = larger;
    *capacity = needed;
    return true;
}

static void keep_last(observe_recorder *recorder)
{
    void *points = recorder->points;
    if (!reserve(&points, recorder->point_count + 1, &recorder->point_capacity,
                 sizeof *recorder->points)) {
        recorder->is_lost = true;
        return;
    }
    recorder->points = points;
    recorder->points[recorder->point_count++] = recorder->last;
    recorder->is_last_kept = true;
}

static talus_track_point point_of(const trajectory *t)
{
    return (talus_track_point){.t = t->time,
                               .x = t->state.r.x,
                               .y = t->state.r.y,
                               .z = t->state.r.z,
                               .speed = (float)t->speed,
                               .spin = (float)t->spin,
                               .kinetic_energy = (float)t->kinetic_energy,
                               .jump_height = (float)t->jump_height};
}

void observe_recorder_start(observe_recorder *recorder, const trajectory *t)
{
    recorder->point_count = 0;
    recorder->impacts.count = 0;
    recorder->is_lost = recorder->is_fragment = false;
    recorder->last = point_of(t);
    observe_watch_start(&recorder->watch, t);
    keep_last(recorder);
}

void observe_recorder_continue(observe_recorder *recorder, const trajectory *t)
{
    recorder->point_count = 0;
    recorder->is_fragment = true;
    recorder->last = point_of(t);
    observe_watch_start(&recorder->watch, t);
    keep_last(recorder);
}

bool observe_impacts_add(observe_impacts *impacts, const talus_impact *items, size_t count)
{
    void *room = impacts->items;
    if (!reserve(&room, impacts->count + count, &impacts->capacity, sizeof *items)) {
        return false;
    }
    impacts->items = room;
    if (count > 0) {
        memcpy(impacts->items + impacts->count, items, count * sizeof *items);
        impacts->count += count;
    }
    return true;
}

/// Has sample_time passed since the last kept point?
static bool is_due(const observe_recorder *recorder, const talus_campaign *campaign, double time)
{
    return recorder->point_count > 0 && time - recorder->points[recorder->point_count - 1].t >=
                                            campaign->sample_time * (1.0 - 1e-9);
}

/// Keep the last point once time and distance since the last kept one have passed.
static void thin(observe_recorder *recorder, const talus_campaign *campaign)
{
    const talus_track_point *last = &recorder->last;
    if (!is_due(recorder, campaign, last->t)) {
        return;
    }
    const talus_track_point *kept = &recorder->points[recorder->point_count - 1];
    const talus_vec3 way = vec3(last->x - kept->x, last->y - kept->y, last->z - kept->z);
    if (vec3_norm2(way) >= campaign->sample_distance * campaign->sample_distance) {
        keep_last(recorder);
    }
}

void observe_recorder_add(observe_recorder *recorder, const trajectory *t)
{
    recorder->last = point_of(t);
    recorder->is_last_kept = false;
    talus_impact impact;
    if (observe_watch_add(&recorder->watch, t, &impact) && !recorder->is_fragment) {
        recorder->is_lost |= !observe_impacts_add(&recorder->impacts, &impact, 1);
    }
    thin(recorder, t->campaign);
}

/// After step k of a flight.
static talus_track_point airborne_point(const trajectory *t, size_t k)
{
    const trajectory_airborne *air = &t->airborne;
    return (talus_track_point){.t = trajectory_airborne_time(t, k),
                               .x = air->x[k],
                               .y = air->y[k],
                               .z = air->z[k],
                               .speed = (float)air->speed[k],
                               .spin = (float)air->spin[air->is_turning_evenly ? 0 : k],
                               .kinetic_energy = (float)air->kinetic_energy[k],
                               .jump_height = (float)air->jump_height[k]};
}

/// The first step of a flight from step `k` on that can be due, or its last one.
static size_t next_due(const observe_recorder *recorder, const trajectory *t, size_t k)
{
    const size_t last = t->airborne.count - 1;
    if (recorder->point_count == 0) {
        return last;
    }
    const double since =
        trajectory_airborne_time(t, 0) - recorder->points[recorder->point_count - 1].t;
    const double left = (t->campaign->sample_time - since) / trajectory_step_length(t);
    const double due = left - 1.0; // a step earlier, against round-off
    return due >= (double)last ? last : due > (double)k ? (size_t)due : k;
}

void observe_recorder_add_many(observe_recorder *recorder, const trajectory *t)
{
    const size_t count = t->airborne.count;
    observe_watch_fly(&recorder->watch, t);
    for (size_t k = 0; k < count; k++) {
        k = next_due(recorder, t, k);
        recorder->last = airborne_point(t, k);
        recorder->is_last_kept = false;
        thin(recorder, t->campaign);
    }
}

bool observe_recorder_close(observe_recorder *recorder, const trajectory *t,
                            talus_track_point **points, size_t *count)
{
    talus_impact impact;
    if (observe_watch_finish(&recorder->watch, t, &impact) && !recorder->is_fragment) {
        recorder->is_lost |= !observe_impacts_add(&recorder->impacts, &impact, 1);
    }
    if (!recorder->is_last_kept) {
        keep_last(recorder);
    }
    if (recorder->is_lost || recorder->watch.is_lost) {
        return false;
    }
    const size_t bytes = recorder->point_count * sizeof *recorder->points;
    *points = malloc(bytes);
    if (*points == NULL) {
        return false;
    }
    memcpy(*points, recorder->points, bytes);
    *count = recorder->point_count;
    return true;
}

bool observe_recorder_keep(observe_recorder *recorder)
{
    return observe_impacts_add(&recorder->whole, recorder->impacts.items, recorder->impacts.count);
}

bool observe_recorder_finish(observe_recorder *recorder, const trajectory *t, talus_track *out)
{
    talus_track track = {.rock = t->record.rock};
    if (!observe_recorder_close(recorder, t, &track.points, &track.count)) {
        return false;
    }
    *out = track;
    return observe_recorder_keep(recorder);
}

bool observe_recorder_hand_over(observe_recorder *recorder, observe_impacts *all)
{
    observe_impacts *whole = &recorder->whole;
    if (all->count == 0) {
        const observe_impacts empty = *all;
        *all = *whole;
        *whole = empty;
        return true;
    }
    if (!observe_impacts_add(all, whole->items, whole->count)) {
        return false;
    }
    free(whole->items);
    *whole = (observe_impacts){0};
    return true;
}

/// Put every item where it belongs, following the cycles of the permutation.
static void permute(talus_impact *items, size_t *target, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        while (target[k] != k) {
            const size_t to = target[k];
            const talus_impact item = items[to];
            items[to] = items[k];
            items[k] = item;
            target[k] = target[to];
            target[to] = to;
        }
    }
}

bool observe_impacts_sort(observe_impacts *impacts, size_t rocks)
{
    size_t *start = calloc(rocks + 1, sizeof *start);
    size_t *target = malloc((impacts->count + 1) * sizeof *target);
    const bool has_room = start != NULL && target != NULL;
    if (has_room) {
        for (size_t k = 0; k < impacts->count; k++) {
            start[impacts->items[k].rock + 1]++;
        }
        for (size_t k = 0; k < rocks; k++) {
            start[k + 1] += start[k];
        }
        for (size_t k = 0; k < impacts->count; k++) {
            target[k] = start[impacts->items[k].rock]++;
        }
        permute(impacts->items, target, impacts->count);
    }
    free(start);
    free(target);
    return has_room;
}
