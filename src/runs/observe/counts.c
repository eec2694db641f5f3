// SPDX-License-Identifier: GPL-3.0-or-later
// The hash table of counts, and its bytes.
#include "runs/observe/counts.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 16 };

void observe_counts_clear(observe_counts *counts)
{
    free(counts->slots);
    *counts = (observe_counts){0};
}

/// Slot of the key, or the free one where it belongs.
static observe_count *find(observe_count *slots, size_t slot_count, uint64_t key)
{
    size_t slot = (size_t)talus_mix64(key) & (slot_count - 1);
    while (slots[slot].count != 0 && slots[slot].key != key) {
        slot = (slot + 1) & (slot_count - 1);
    }
    return &slots[slot];
}

static bool grow(observe_counts *counts)
{
    const size_t slot_count = counts->slot_count == 0 ? FIRST_SLOTS : 2 * counts->slot_count;
    observe_count *slots = calloc(slot_count, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    for (size_t k = 0; k < counts->slot_count; k++) {
        if (counts->slots[k].count != 0) {
            *find(slots, slot_count, counts->slots[k].key) = counts->slots[k];
        }
    }
    free(counts->slots);
    counts->slots = slots;
    counts->slot_count = slot_count;
    return true;
}

bool observe_counts_add(observe_counts *counts, uint64_t key, uint64_t count)
{
    if (count == 0) {
        return true;
    }
    if (2 * (counts->used + 1) > counts->slot_count && !grow(counts)) {
        return false;
    }
    observe_count *slot = find(counts->slots, counts->slot_count, key);
    counts->used += slot->count == 0;
    slot->key = key;
    slot->count += count;
    return true;
}

uint64_t observe_counts_of(const observe_counts *counts, uint64_t key)
{
    return counts->used == 0 ? 0 : find(counts->slots, counts->slot_count, key)->count;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = ((const observe_count *)a)->key, y = ((const observe_count *)b)->key;
    return (x > y) - (x < y);
}

/// Copy of the occupied slots, keys ascending: (counts->used), malloc'd. @return NULL when out of
/// memory
static observe_count *sort_counts(const observe_counts *counts)
{
    observe_count *sorted = malloc((counts->used + 1) * sizeof *sorted);
    size_t used = 0;
    for (size_t k = 0; sorted != NULL && k < counts->slot_count; k++) {
        if (counts->slots[k].count != 0) {
            sorted[used++] = counts->slots[k];
        }
    }
    if (sorted != NULL) {
        qsort(sorted, used, sizeof *sorted, compare_keys);
    }
    return sorted;
}

void observe_counts_put(const observe_counts *counts, byte_writer *writer)
{
    observe_count *sorted = sort_counts(counts);
    uint64_t last = 0;
    if (sorted == NULL) {
        writer->failed = true;
        return;
    }
    byte_write_count(writer, counts->used);
    for (size_t k = 0; k < counts->used; k++) {
        byte_write_count(writer, sorted[k].key - last);
        byte_write_count(writer, sorted[k].count);
        last = sorted[k].key;
    }
    free(sorted);
}

bool observe_counts_take(observe_counts *counts, byte_reader *reader, uint64_t limit,
                         uint64_t *total)
{
    const size_t used = byte_read_length(reader, 2);
    uint64_t key = 0;
    for (size_t k = 0; k < used && !reader->failed; k++) {
        const uint64_t gap = byte_read_count(reader), count = byte_read_count(reader);
        key += gap;
        if (gap >= limit || key >= limit) {
            reader->failed = true;
        } else if (!observe_counts_add(counts, key, count)) {
            return false;
        } else {
            *total += count;
        }
    }
    return true;
}
