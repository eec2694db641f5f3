// SPDX-License-Identifier: GPL-3.0-or-later
// Cell accumulators as bytes: per touched tile the cells that hold something, each with its sums,
// maxima and occupied buckets.
#include "runs/observe/bytes.h"
#include "runs/observe/cells_internal.h"

enum {
    CELLS_OF_TILE = TILE_SIDE * TILE_SIDE,
    LEAST_CELL = 3 /// bytes of a cell with a deposit alone
};

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(cell) == 136, "cell has changed: put and take its new member below");
#endif

static void write_histogram(byte_writer *writer, const histogram *h)
{
    unsigned last = 0;
    byte_write_count(writer, h->used);
    for (unsigned k = 0; k < h->used; k++) {
        byte_write_count(writer, buckets_of(h)[k] - last);
        byte_write_count(writer, h->counts[k]);
        last = buckets_of(h)[k];
    }
}

static void write_cell(byte_writer *writer, const observe_cells *cells, const cell *c)
{
    byte_write_count(writer, c->passages);
    byte_write_count(writer, c->deposits);
    for (int k = 0; k < TALUS_QUANTITY_COUNT && c->passages > 0; k++) {
        byte_write_count(writer, c->sum[k]);
        byte_write_f64(writer, c->max[k]);
        write_histogram(writer, &c->histograms[k]);
    }
    for (size_t k = 0; k < cells->statistic_count && c->passages > 0; k++) {
        const cell_statistic s = observe_cell_statistic(cells, c, cells->quantities[k]);
        byte_write_count(writer, s.sum);
        byte_write_f64(writer, s.max);
        write_histogram(writer, &s.histogram);
    }
    for (size_t k = 0; k < cells->value_count; k++) {
        byte_write_u64(writer, observe_cell_value(cells, c, cells->values[k]));
    }
}

static bool holds_something(const cell *c)
{
    return c->passages > 0 || c->deposits > 0;
}

/// Cell k of a tile, row by row; NULL when it holds nothing.
static const cell *filled_cell(const observe_cells *cells, const cell_tile *tile, size_t k)
{
    const cell *c = cell_of_tile(cells, tile, k & (TILE_SIDE - 1), k >> TILE_BITS);
    return c != NULL && holds_something(c) ? c : NULL;
}

static void write_tile(byte_writer *writer, const observe_cells *cells, const cell_tile *tile)
{
    size_t count = 0, last = 0;
    for (size_t k = 0; k < CELLS_OF_TILE; k++) {
        count += filled_cell(cells, tile, k) != NULL;
    }
    byte_write_count(writer, count);
    for (size_t k = 0; k < CELLS_OF_TILE; k++) {
        const cell *c = filled_cell(cells, tile, k);
        if (c != NULL) {
            byte_write_count(writer, k - last);
            write_cell(writer, cells, c);
            last = k;
        }
    }
}

void observe_cells_put(const observe_cells *cells, byte_writer *writer)
{
    size_t count = 0, last = 0;
    for (size_t k = 0; k < cells->tile_count; k++) {
        count += cells->tiles[k] != NULL;
    }
    byte_write_count(writer, count);
    for (size_t k = 0; k < cells->tile_count; k++) {
        if (cells->tiles[k] != NULL) {
            byte_write_count(writer, k - last);
            write_tile(writer, cells, cells->tiles[k]);
            last = k;
        }
    }
}

/// What holds another number of values than from `least` to `most`, or more than a count can hold
/// with those that are there, was not written by write_histogram.
static observe_taken read_histogram(byte_reader *reader, histogram *h, uint64_t least,
                                    uint64_t most)
{
    const size_t used = byte_read_length(reader, 2);
    uint64_t bucket = 0, total = 0;
    for (size_t k = 0; k < used && !reader->failed; k++) {
        const uint64_t gap = byte_read_count(reader), count = byte_read_count(reader);
        bucket += gap;
        total += count;
        if (gap >= OBSERVE_BUCKETS || bucket >= OBSERVE_BUCKETS || count > most || total > most) {
            return OBSERVE_WRONG;
        }
        if (!observe_histogram_count(h, (unsigned)bucket, (uint32_t)count)) {
            return OBSERVE_NO_MEMORY;
        }
    }
    return reader->failed || total < least ? OBSERVE_WRONG : OBSERVE_TAKEN;
}

static observe_taken read_cell(const observe_cells *cells, byte_reader *reader, cell *c)
{
    const uint64_t passages = byte_read_count(reader), deposits = byte_read_count(reader);
    if (passages > UINT32_MAX - c->passages || deposits > UINT32_MAX - c->deposits) {
        return OBSERVE_WRONG;
    }
    c->passages += (uint32_t)passages;
    c->deposits += (uint32_t)deposits;
    observe_taken taken = reader->failed ? OBSERVE_WRONG : OBSERVE_TAKEN;
    for (int k = 0; k < TALUS_QUANTITY_COUNT && passages > 0 && taken == OBSERVE_TAKEN; k++) {
        c->sum[k] += byte_read_count(reader);
        const double max = byte_read_f64(reader);
        c->max[k] = max > c->max[k] ? max : c->max[k];
        taken = read_histogram(reader, &c->histograms[k], passages, passages);
    }
    for (size_t k = 0; k < cells->statistic_count && passages > 0 && taken == OBSERVE_TAKEN; k++) {
        cell_statistic *s = &statistics_of(c)[k];
        s->sum += byte_read_count(reader);
        const double max = byte_read_f64(reader);
        s->max = max > s->max ? max : s->max;
        const bool is_hits = cells->quantities[k] == TALUS_HIT_ENERGY; // at least one of an event
        taken = read_histogram(reader, &s->histogram, passages,
                               is_hits ? UINT32_MAX - observe_histogram_total(&s->histogram)
                                       : passages);
    }
    for (size_t k = 0; k < cells->value_count; k++) {
        uint64_t *stored = &values_of(cells, c)[k];
        *stored = observe_value_join(cells->values[k], *stored, byte_read_u64(reader));
    }
    return taken;
}

static observe_taken read_tile(observe_cells *cells, byte_reader *reader, size_t tile)
{
    const size_t count = byte_read_length(reader, LEAST_CELL);
    const size_t west = (tile % cells->tile_columns) << TILE_BITS;
    const size_t south = (tile / cells->tile_columns) << TILE_BITS;
    uint64_t at = 0;
    observe_taken taken = OBSERVE_TAKEN;
    for (size_t k = 0; k < count && taken == OBSERVE_TAKEN; k++) {
        const uint64_t gap = byte_read_count(reader);
        at += gap;
        const size_t i = west + (size_t)(at & (TILE_SIDE - 1)),
                     j = south + (size_t)(at >> TILE_BITS);
        if (reader->failed || gap >= CELLS_OF_TILE || at >= CELLS_OF_TILE || i >= cells->grid.nx ||
            j >= cells->grid.ny) {
            return OBSERVE_WRONG;
        }
        cell *target = observe_cell_touch(cells, i, j);
        taken = target == NULL ? OBSERVE_NO_MEMORY : read_cell(cells, reader, target);
    }
    return reader->failed ? OBSERVE_WRONG : taken;
}

observe_taken observe_cells_take(observe_cells *cells, byte_reader *reader)
{
    const size_t count = byte_read_length(reader, 2);
    uint64_t tile = 0;
    observe_taken taken = OBSERVE_TAKEN;
    for (size_t k = 0; k < count && taken == OBSERVE_TAKEN; k++) {
        const uint64_t gap = byte_read_count(reader);
        tile += gap;
        if (reader->failed || gap >= cells->tile_count || tile >= cells->tile_count) {
            return OBSERVE_WRONG;
        }
        taken = read_tile(cells, reader, (size_t)tile);
    }
    return reader->failed ? OBSERVE_WRONG : taken;
}
