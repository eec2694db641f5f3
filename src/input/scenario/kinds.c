// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of ground and forest: entries, and the rows of entries with a table of classes.
#include "input/scenario/grounds.h"

static scenario_cover *cover_at(const scenario_list *list, size_t size, size_t i)
{
    return (scenario_cover *)(void *)((char *)list->items + i * size);
}

size_t scenario_kind_count(const scenario_list *list, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const size_t rows = cover_at(list, size, i)->rows.count;
        count += rows > 0 ? rows : 1;
    }
    return count;
}

void *scenario_kind_at(const scenario_list *list, size_t size, size_t k)
{
    for (size_t i = 0; i < list->count; i++) {
        scenario_cover *entry = cover_at(list, size, i);
        const size_t rows = entry->rows.count;
        if (rows == 0 && k == 0) {
            return entry;
        }
        if (k < rows) {
            return cover_at(&entry->rows, size, k);
        }
        k -= rows > 0 ? rows : 1;
    }
    return NULL;
}
