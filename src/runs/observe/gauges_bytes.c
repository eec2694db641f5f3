// SPDX-License-Identifier: GPL-3.0-or-later
// Screens and objects as bytes: every tally that holds rocks, the release cells, the crossings.
#include "runs/campaign/campaign.h"
#include "runs/observe/bytes.h"

enum { LEAST_CROSSING = 6 }; ///< bytes of a crossing of zeros

#if UINTPTR_MAX == UINT64_MAX
#define HAS_SIZE(type, bytes)                                                                      \
    _Static_assert(sizeof(type) == (bytes), #type " has changed: list its new member below, then " \
                                                  "correct this size")
HAS_SIZE(observe_tally, 1104);
HAS_SIZE(talus_crossing, 160);
#endif

static bool is_of_object(const observe_gauges *gauges, size_t tally)
{
    return tally / gauges->stratum_count >= gauges->screen_count;
}

/// Whether a tally counts events: of screens, where rocks may break.
static bool has_events(const observe_gauges *gauges, size_t tally)
{
    return campaign_has_bodies(gauges->campaign) && !is_of_object(gauges, tally);
}

static void write_quantity(observe_tally_quantity *q, byte_writer *writer)
{
    observe_sum_code((byte_coder){.writer = writer}, &q->sum);
    observe_sum_code((byte_coder){.writer = writer}, &q->square);
    byte_write_f64(writer, q->max);
    observe_counts_put(&q->buckets, writer);
}

static void write_tally(const observe_gauges *gauges, size_t index, byte_writer *writer)
{
    observe_tally tally = gauges->tallies[index];
    byte_write_count(writer, tally.rocks);
    if (tally.rocks == 0) {
        return;
    }
    byte_write_count(writer, tally.passages);
    byte_write_count(writer, tally.to_left);
    byte_write_count(writer, tally.values);
    if (has_events(gauges, index)) {
        write_quantity(&tally.event, writer);
        write_quantity(&tally.window, writer);
        write_quantity(&tally.hits, writer);
        write_quantity(&tally.duration, writer);
        byte_write_count(writer, tally.most_hits);
    }
    for (int k = 0; k < TALUS_GAUGE_QUANTITY_COUNT; k++) {
        if (talus_gauge_has((talus_gauge_quantity)k, is_of_object(gauges, index))) {
            write_quantity(&tally.quantities[k], writer);
        }
    }
    observe_counts_put(&tally.height_energy, writer);
}

/// Every value has counted one bucket.
static observe_taken read_quantity(observe_tally_quantity *to, byte_reader *reader, uint64_t values)
{
    observe_sum sum = 0, square = 0;
    uint64_t total = 0;
    observe_sum_code((byte_coder){.reader = reader}, &sum);
    observe_sum_code((byte_coder){.reader = reader}, &square);
    const double max = byte_read_f64(reader);
    if (!observe_counts_take(&to->buckets, reader, OBSERVE_BUCKETS, &total)) {
        return OBSERVE_NO_MEMORY;
    }
    to->sum += sum;
    to->square += square;
    to->max = max > to->max ? max : to->max;
    return reader->failed || total != values ? OBSERVE_WRONG : OBSERVE_TAKEN;
}

static observe_taken read_tally(observe_gauges *gauges, size_t index, byte_reader *reader)
{
    const uint64_t rocks = byte_read_count(reader);
    if (rocks == 0) {
        return reader->failed ? OBSERVE_WRONG : OBSERVE_TAKEN;
    }
    observe_tally *tally = &gauges->tallies[index];
    const bool is_object = is_of_object(gauges, index);
    const uint64_t passages = byte_read_count(reader), to_left = byte_read_count(reader);
    const uint64_t own = byte_read_count(reader), values = is_object ? rocks : own;
    tally->values += own;
    tally->rocks += rocks;
    tally->passages += passages;
    tally->to_left += to_left;
    observe_taken taken = OBSERVE_TAKEN;
    if (has_events(gauges, index)) {
        taken = read_quantity(&tally->event, reader, rocks);
        taken = taken == OBSERVE_TAKEN ? read_quantity(&tally->window, reader, rocks) : taken;
        taken = taken == OBSERVE_TAKEN ? read_quantity(&tally->hits, reader, passages) : taken;
        taken = taken == OBSERVE_TAKEN ? read_quantity(&tally->duration, reader, rocks) : taken;
        const uint64_t most = taken == OBSERVE_TAKEN ? byte_read_count(reader) : 0;
        tally->most_hits = most > tally->most_hits ? most : tally->most_hits;
    }
    for (int k = 0; k < TALUS_GAUGE_QUANTITY_COUNT && taken == OBSERVE_TAKEN; k++) {
        if (talus_gauge_has((talus_gauge_quantity)k, is_object)) {
            taken = read_quantity(&tally->quantities[k], reader, values);
        }
    }
    uint64_t total = 0;
    const uint64_t keys = (uint64_t)OBSERVE_COARSE_BUCKETS * OBSERVE_COARSE_BUCKETS;
    if (taken == OBSERVE_TAKEN &&
        !observe_counts_take(&tally->height_energy, reader, keys, &total)) {
        return OBSERVE_NO_MEMORY;
    }
    const bool fits = !reader->failed && total == (is_object ? 0 : own);
    return taken == OBSERVE_TAKEN && !fits ? OBSERVE_WRONG : taken;
}

static void code_crossing(byte_coder coder, talus_crossing *c)
{
    double place[] = {c->time, c->x, c->y, c->z, c->along};
    byte_code_count(coder, &c->rock);
    byte_code_count32(coder, &c->screen);
    byte_code_count32(coder, &c->body);
    byte_code_flag(coder, &c->to_left);
    byte_code_sparse(coder, place, sizeof place / sizeof place[0]);
    byte_code_sparse(coder, c->values, TALUS_GAUGE_QUANTITY_COUNT);
    c->time = place[0];
    c->x = place[1];
    c->y = place[2];
    c->z = place[3];
    c->along = place[4];
}

void observe_gauges_put(const observe_gauges *gauges, byte_writer *writer)
{
    if (gauges->gauge_count == 0) {
        return;
    }
    for (size_t k = 0; k < gauges->gauge_count * gauges->stratum_count; k++) {
        write_tally(gauges, k, writer);
    }
    observe_counts_put(&gauges->released, writer);
    for (size_t k = 0; k < gauges->gauge_count; k++) {
        observe_counts_put(&gauges->sources[k], writer);
    }
    byte_write_count(writer, gauges->crossing_count);
    for (size_t k = 0; k < gauges->crossing_count; k++) {
        talus_crossing crossing = gauges->crossings[k];
        code_crossing((byte_coder){.writer = writer}, &crossing);
    }
}

static observe_taken read_crossings(observe_gauges *gauges, byte_reader *reader)
{
    const size_t count = byte_read_length(reader, LEAST_CROSSING);
    for (size_t k = 0; k < count; k++) {
        talus_crossing crossing = {0};
        code_crossing((byte_coder){.reader = reader}, &crossing);
        if (reader->failed || crossing.screen >= gauges->screen_count ||
            crossing.rock >= gauges->campaign->recorded_rocks) {
            return OBSERVE_WRONG;
        }
        if (!observe_gauges_record(gauges, &crossing)) {
            return OBSERVE_NO_MEMORY;
        }
    }
    return reader->failed ? OBSERVE_WRONG : OBSERVE_TAKEN;
}

observe_taken observe_gauges_take(observe_gauges *gauges, byte_reader *reader)
{
    observe_taken taken = OBSERVE_TAKEN;
    if (gauges->gauge_count == 0) {
        return taken;
    }
    const size_t tallies = gauges->gauge_count * gauges->stratum_count;
    for (size_t k = 0; k < tallies && taken == OBSERVE_TAKEN; k++) {
        taken = read_tally(gauges, k, reader);
    }
    const uint64_t cells = (uint64_t)gauges->campaign->cells.nx * gauges->campaign->cells.ny;
    for (size_t k = 0; k <= gauges->gauge_count && taken == OBSERVE_TAKEN; k++) {
        uint64_t total = 0;
        observe_counts *counts = k == 0 ? &gauges->released : &gauges->sources[k - 1];
        if (!observe_counts_take(counts, reader, cells, &total)) {
            return OBSERVE_NO_MEMORY;
        }
    }
    return taken == OBSERVE_TAKEN ? read_crossings(gauges, reader) : taken;
}
