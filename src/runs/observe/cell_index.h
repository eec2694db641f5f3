// SPDX-License-Identifier: GPL-3.0-or-later
/// @file cell_index.h
/// Which item of an array is of a cell: an open hash table over items that begin with their uint64_t
/// cell. The items belong to the caller.
#ifndef TALUS_SRC_RUNS_OBSERVE_CELL_INDEX_H
#define TALUS_SRC_RUNS_OBSERVE_CELL_INDEX_H

#include "talus/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct observe_cell_index {
    uint32_t *slots; ///< (slot_count, a power of two) index of an item + 1, or 0
    size_t slot_count;
} observe_cell_index;

/// The slot of a cell: it holds its item, or 0 where there is none.
static inline uint32_t *observe_cell_slot(const observe_cell_index *index, const void *items,
                                          size_t size, uint64_t cell)
{
    size_t slot = talus_mix64(cell) & (index->slot_count - 1);
    while (index->slots[slot] != 0) {
        uint64_t known;
        memcpy(&known, (const char *)items + (index->slots[slot] - 1) * size, sizeof known);
        if (known == cell) {
            break;
        }
        slot = (slot + 1) & (index->slot_count - 1);
    }
    return &index->slots[slot];
}

/// Other slots, with the items that there are. @param slot_count a power of two > 2 count
/// @return false when out of memory: the index stays as it was
static inline bool observe_cell_index_resize(observe_cell_index *index, size_t slot_count,
                                             const void *items, size_t size, size_t count)
{
    uint32_t *slots = calloc(slot_count, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    free(index->slots);
    *index = (observe_cell_index){slots, slot_count};
    for (size_t k = 0; k < count; k++) {
        uint64_t cell;
        memcpy(&cell, (const char *)items + k * size, sizeof cell);
        *observe_cell_slot(index, items, size, cell) = (uint32_t)k + 1;
    }
    return true;
}

/// No cell has an item.
static inline void observe_cell_index_empty(observe_cell_index *index)
{
    memset(index->slots, 0, index->slot_count * sizeof *index->slots);
}

#endif
