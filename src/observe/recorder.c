// SPDX-License-Identifier: GPL-3.0-or-later
// Thinning of tracks, and impacts.
#include "observe/recorder.h"

#include "math/linalg.h"

#include <stdlib.h>
#include <string.h>

void observe_record_clear(observe_record *record)
{
    free(record->points);
    free(record->impacts);
    *record = (observe_record){0};
}

void observe_recorder_clear(observe_recorder *recorder)
{
    observe_record_clear(&recorder->record);
    *recorder = (observe_recorder){0};
}

/// Room for one more element; the capacity doubles.
static bool reserve(void **items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const size_t wanted = *capacity == 0 ? 256 : 2 * *capacity;
    void *larger = realloc(*items, wanted * size);
    if (larger == NULL) {
        return false;
    }
    *items = larger;
    *capacity = wanted;
    return true;
}

static void keep_last(observe_recorder *recorder)
{
    observe_record *record = &recorder->record;
    void *points = record->points;
    if (!reserve(&points, record->point_count, &recorder->point_capacity, sizeof *record->points)) {
        recorder->is_lost = true;
        return;
    }
    record->points = points;
    record->points[record->point_count++] = recorder->last;
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
    recorder->record.point_count = 0;
    recorder->record.impact_count = 0;
    recorder->is_lost = false;
    recorder->last = point_of(t);
    keep_last(recorder);
}

static unsigned ground_under(const talus_site *site, talus_vec3 r)
{
    const unsigned ground =
        site->ground_map == NULL ? 0 : talus_class_map_at(site->ground_map, r.x, r.y);
    return ground < site->ground_count ? ground : 0;
}

static void add_impact(observe_recorder *recorder, const trajectory *t)
{
    observe_record *record = &recorder->record;
    void *impacts = record->impacts;
    if (!reserve(&impacts, record->impact_count, &recorder->impact_capacity,
                 sizeof *record->impacts)) {
        recorder->is_lost = true;
        return;
    }
    record->impacts = impacts;
    record->impacts[record->impact_count++] =
        (talus_impact){.rock = t->record.rock,
                       .time = t->time,
                       .r = t->state.r,
                       .v_before = t->before.v,
                       .v_after = t->state.v,
                       .spin_before = t->spin_before,
                       .spin_after = t->spin,
                       .energy_before = t->kinetic_energy_before,
                       .energy_after = t->kinetic_energy,
                       .impulse = t->report.impulse,
                       .contacts = (uint32_t)t->report.contact_count,
                       .ground = ground_under(&t->campaign->site, t->state.r)};
}

void observe_recorder_add(observe_recorder *recorder, const trajectory *t)
{
    const observe_record *record = &recorder->record;
    recorder->last = point_of(t);
    recorder->is_last_kept = false;
    if (t->is_impact) {
        add_impact(recorder, t);
    }
    if (record->point_count == 0) {
        return;
    }
    const talus_track_point *kept = &record->points[record->point_count - 1];
    const double waited = t->time - kept->t;
    if (waited < t->campaign->sample_time * (1.0 - 1e-9)) {
        return;
    }
    const talus_vec3 way = vec3_sub(t->state.r, vec3(kept->x, kept->y, kept->z));
    const double distance = t->campaign->sample_distance;
    if (vec3_norm2(way) >= distance * distance) {
        keep_last(recorder);
    }
}

bool observe_recorder_finish(observe_recorder *recorder, observe_record *out)
{
    *out = (observe_record){0};
    if (!recorder->is_last_kept) {
        keep_last(recorder);
    }
    const observe_record *from = &recorder->record;
    if (recorder->is_lost) {
        return false;
    }
    const size_t point_bytes = from->point_count * sizeof *from->points;
    const size_t impact_bytes = from->impact_count * sizeof *from->impacts;
    out->points = malloc(point_bytes);
    out->impacts = impact_bytes > 0 ? malloc(impact_bytes) : NULL;
    if (out->points == NULL || (impact_bytes > 0 && out->impacts == NULL)) {
        observe_record_clear(out);
        return false;
    }
    memcpy(out->points, from->points, point_bytes);
    out->point_count = from->point_count;
    if (impact_bytes > 0) {
        memcpy(out->impacts, from->impacts, impact_bytes);
        out->impact_count = from->impact_count;
    }
    return true;
}
