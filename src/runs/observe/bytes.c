// SPDX-License-Identifier: GPL-3.0-or-later
// Pooled statistics, tracks and impacts as bytes.
#include "runs/observe/bytes.h"

#include <stdlib.h>

enum {
    LEAST_POINT = 17
}; ///< bytes of a track point of zeros: the mask of four doubles, four floats

#if UINTPTR_MAX == UINT64_MAX
#define HAS_SIZE(type, bytes)                                                                      \
    _Static_assert(sizeof(type) == (bytes), #type " has changed: list its new member below, then " \
                                                  "correct this size")
HAS_SIZE(observe_pooled, 131872);
HAS_SIZE(talus_track_point, 48);
HAS_SIZE(talus_impact, 296);
HAS_SIZE(talus_break, 176);
HAS_SIZE(talus_fragment, 152);
#endif

void observe_sum_code(byte_coder coder, observe_sum *sum)
{
    uint64_t low = (uint64_t)*sum, high = (uint64_t)(*sum >> 64);
    byte_code_count(coder, &low);
    byte_code_count(coder, &high);
    *sum = (observe_sum)high << 64 | low;
}

/// Occupied buckets: how many, then the gap to the one before and the count of each.
static void write_buckets(byte_writer *writer, const uint64_t counts[OBSERVE_BUCKETS])
{
    unsigned used = 0, last = 0;
    for (unsigned k = 0; k < OBSERVE_BUCKETS; k++) {
        used += counts[k] > 0;
    }
    byte_write_count(writer, used);
    for (unsigned k = 0; k < OBSERVE_BUCKETS; k++) {
        if (counts[k] > 0) {
            byte_write_count(writer, k - last);
            byte_write_count(writer, counts[k]);
            last = k;
        }
    }
}

static void get_buckets(byte_reader *reader, uint64_t counts[OBSERVE_BUCKETS])
{
    const size_t used = byte_read_length(reader, 2);
    uint64_t bucket = 0;
    for (size_t k = 0; k < used && !reader->failed; k++) {
        const uint64_t gap = byte_read_count(reader), count = byte_read_count(reader);
        bucket += gap;
        if (gap >= OBSERVE_BUCKETS || bucket >= OBSERVE_BUCKETS) {
            reader->failed = true;
        } else {
            counts[bucket] += count;
        }
    }
}

static void code_breaking(byte_coder coder, observe_breaking *sums)
{
    uint64_t *const counts[] = {
        &sums->events,    &sums->broken, &sums->breaks,      &sums->refused,      &sums->clamped,
        &sums->fragments, &sums->fines,  &sums->most_bodies, &sums->first_pieces, &sums->released};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        byte_code_count(coder, counts[k]);
    }
    for (int k = 0; k < TALUS_OUTCOME_COUNT; k++) {
        byte_code_count(coder, &sums->outcomes[k]);
        byte_code_count(coder, &sums->other_outcomes[k]);
    }
    observe_sum *const all[] = {&sums->survival, &sums->energy,       &sums->effective,
                                &sums->scatter,  &sums->fines_energy, &sums->fines_mass,
                                &sums->surface};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        observe_sum_code(coder, all[k]);
    }
    byte_code_f64(coder, &sums->imbalance);
}

static void code_pooled(byte_coder coder, observe_pooled *pooled)
{
    byte_code_count(coder, &pooled->steps);
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        observe_sum_code(coder, &pooled->sum[k]);
        observe_sum_code(coder, &pooled->square[k]);
        byte_code_f64(coder, &pooled->max[k]);
        if (coder.writer != NULL) {
            write_buckets(coder.writer, pooled->counts[k]);
        } else {
            get_buckets(coder.reader, pooled->counts[k]);
        }
    }
    for (int k = 0; k < OBSERVE_SHARES; k++) {
        byte_code_count(coder, &pooled->share_steps[k]);
        observe_sum_code(coder, &pooled->share_sum[k]);
    }
    byte_code_count(coder, &pooled->contacts);
    byte_code_count(coder, &pooled->problems);
    for (int k = 0; k < TALUS_SOLVER_STAGE_COUNT; k++) {
        byte_code_count(coder, &pooled->stages[k]);
    }
    byte_code_count(coder, &pooled->unsolved);
    byte_code_count(coder, &pooled->retried_plastic);
    byte_code_count(coder, &pooled->limited);
    for (int k = 0; k < TALUS_LAW_OUTCOME_COUNT; k++) {
        byte_code_count(coder, &pooled->laws[k]);
    }
    byte_code_count(coder, &pooled->law_slipped);
    byte_code_count(coder, &pooled->rotation_failures);
    byte_code_count(coder, &pooled->solver_iterations);
    byte_code_count(coder, &pooled->rotation_iterations);
    byte_code_f64(coder, &pooled->worst_residual);
    byte_code_f64(coder, &pooled->deepest_penetration);
    byte_code_f64(coder, &pooled->worst_ledger);
    byte_code_f64(coder, &pooled->worst_gain);
    byte_code_flag(coder, &pooled->has_gain);
    byte_code_count(coder, &pooled->gain_rock);
    byte_code_count(coder, &pooled->gain_step);
    code_breaking(coder, &pooled->breaking);
}

void observe_pooled_put(observe_pooled *pooled, byte_writer *writer)
{
    code_pooled((byte_coder){.writer = writer}, pooled);
}

observe_taken observe_pooled_take(observe_pooled *pooled, byte_reader *reader)
{
    observe_pooled *part = calloc(1, sizeof *part);
    if (part == NULL) {
        return OBSERVE_NO_MEMORY;
    }
    code_pooled((byte_coder){.reader = reader}, part);
    if (!reader->failed) {
        observe_pooled_merge(pooled, part);
    }
    free(part);
    return reader->failed ? OBSERVE_WRONG : OBSERVE_TAKEN;
}

static void code_point(byte_coder coder, talus_track_point *point)
{
    double place[] = {point->t, point->x, point->y, point->z};
    byte_code_sparse(coder, place, sizeof place / sizeof place[0]);
    point->t = place[0];
    point->x = place[1];
    point->y = place[2];
    point->z = place[3];
    byte_code_f32(coder, &point->speed);
    byte_code_f32(coder, &point->spin);
    byte_code_f32(coder, &point->kinetic_energy);
    byte_code_f32(coder, &point->jump_height);
}

void observe_track_put(const talus_track *track, byte_writer *writer)
{
    byte_write_count(writer, track->rock);
    byte_write_count(writer, track->count);
    for (size_t k = 0; k < track->count; k++) {
        talus_track_point point = track->points[k];
        code_point((byte_coder){.writer = writer}, &point);
    }
}

observe_taken observe_track_take(observe_shared *shared, byte_reader *reader)
{
    const uint64_t rock = byte_read_count(reader);
    const size_t count = byte_read_length(reader, LEAST_POINT);
    if (reader->failed || count == 0 || rock >= shared->track_count ||
        shared->tracks[rock].points != NULL) {
        return OBSERVE_WRONG;
    }
    talus_track_point *points = malloc(count * sizeof *points);
    if (points == NULL) {
        return OBSERVE_NO_MEMORY;
    }
    for (size_t k = 0; k < count; k++) {
        code_point((byte_coder){.reader = reader}, &points[k]);
    }
    shared->tracks[rock] = (talus_track){.rock = rock, .count = count, .points = points};
    return reader->failed ? OBSERVE_WRONG : OBSERVE_TAKEN;
}

static void code_impact(byte_coder coder, talus_impact *impact)
{
    byte_code_count(coder, &impact->rock);
    byte_code_count32(coder, &impact->contacts);
    byte_code_count32(coder, &impact->ground);
    byte_code_flag(coder, &impact->jump_falls_free);
    talus_vec3 *const vectors[] = {&impact->r,       &impact->v_before,     &impact->v_after,
                                   &impact->impulse, &impact->omega_before, &impact->omega_after,
                                   &impact->normal};
    for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++) {
        byte_code_f64(coder, &vectors[k]->x);
        byte_code_f64(coder, &vectors[k]->y);
        byte_code_f64(coder, &vectors[k]->z);
    }
    double *const numbers[] = {&impact->time,          &impact->spin_before,   &impact->spin_after,
                               &impact->energy_before, &impact->energy_after,  &impact->scar_depth,
                               &impact->scar_length,   &impact->contact_time,  &impact->jump_time,
                               &impact->jump_length,   &impact->jump_vertical, &impact->jump_normal,
                               &impact->withheld};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        byte_code_f64(coder, numbers[k]);
    }
}

void observe_impact_put(const talus_impact *impact, byte_writer *writer)
{
    talus_impact copy = *impact;
    code_impact((byte_coder){.writer = writer}, &copy);
}

observe_taken observe_impact_take(observe_shared *shared, byte_reader *reader)
{
    talus_impact impact = {0};
    code_impact((byte_coder){.reader = reader}, &impact);
    if (reader->failed || impact.rock >= shared->track_count) {
        return OBSERVE_WRONG;
    }
    return observe_impacts_add(&shared->impacts, &impact, 1) ? OBSERVE_TAKEN : OBSERVE_NO_MEMORY;
}

static void code_place(byte_coder coder, talus_vec3 *place)
{
    byte_code_f64(coder, &place->x);
    byte_code_f64(coder, &place->y);
    byte_code_f64(coder, &place->z);
}

static void code_break(byte_coder coder, talus_break *b)
{
    byte_code_count(coder, &b->rock);
    byte_code_count32(coder, &b->body);
    byte_code_count32(coder, &b->generation);
    byte_code_count32(coder, &b->ground);
    byte_code_count32(coder, &b->pieces);
    byte_code_count32(coder, &b->fines);
    byte_code_flag(coder, &b->is_clamped);
    code_place(coder, &b->r);
    double *const numbers[] = {&b->time,       &b->mass,         &b->volume,    &b->speed,
                               &b->angle,      &b->energy,       &b->effective, &b->area_ratio,
                               &b->largest,    &b->surface,      &b->kinetic,   &b->scatter,
                               &b->fines_mass, &b->fines_energy, &b->imbalance};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        byte_code_f64(coder, numbers[k]);
    }
}

void observe_break_put(const talus_break *item, byte_writer *writer)
{
    talus_break copy = *item;
    code_break((byte_coder){.writer = writer}, &copy);
}

observe_taken observe_break_take(observe_shared *shared, byte_reader *reader)
{
    talus_break item = {0};
    code_break((byte_coder){.reader = reader}, &item);
    if (reader->failed || item.rock >= shared->track_count) {
        return OBSERVE_WRONG;
    }
    return observe_breaks_add(&shared->breaks, &item, 1) ? OBSERVE_TAKEN : OBSERVE_NO_MEMORY;
}

static void code_fragment(byte_coder coder, talus_fragment *f)
{
    uint32_t outcome = (uint32_t)f->outcome;
    byte_code_count(coder, &f->rock);
    byte_code_count32(coder, &f->body);
    byte_code_count32(coder, &f->parent);
    byte_code_count32(coder, &f->generation);
    byte_code_count32(coder, &outcome);
    code_place(coder, &f->start);
    code_place(coder, &f->end);
    double *const numbers[] = {&f->mass,      &f->volume,         &f->birth,
                               &f->time,      &f->path,           &f->kinetic_energy_max,
                               &f->speed_max, &f->jump_height_max};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        byte_code_f64(coder, numbers[k]);
    }
    f->outcome = (talus_outcome)outcome;
}

void observe_fragment_put(const talus_fragment *item, byte_writer *writer)
{
    talus_fragment copy = *item;
    code_fragment((byte_coder){.writer = writer}, &copy);
    byte_write_count(writer, item->count);
    for (size_t k = 0; k < item->count; k++) {
        talus_track_point point = item->points[k];
        code_point((byte_coder){.writer = writer}, &point);
    }
}

observe_taken observe_fragment_take(observe_shared *shared, byte_reader *reader)
{
    talus_fragment item = {0};
    code_fragment((byte_coder){.reader = reader}, &item);
    item.count = byte_read_length(reader, LEAST_POINT);
    if (reader->failed || item.count == 0 || item.rock >= shared->track_count ||
        (unsigned)item.outcome >= TALUS_OUTCOME_COUNT) {
        return OBSERVE_WRONG;
    }
    item.points = malloc(item.count * sizeof *item.points);
    if (item.points == NULL) {
        return OBSERVE_NO_MEMORY;
    }
    for (size_t k = 0; k < item.count; k++) {
        code_point((byte_coder){.reader = reader}, &item.points[k]);
    }
    if (reader->failed || !observe_fragments_add(&shared->fragments, &item, 1)) {
        free(item.points);
        return reader->failed ? OBSERVE_WRONG : OBSERVE_NO_MEMORY;
    }
    return OBSERVE_TAKEN;
}
