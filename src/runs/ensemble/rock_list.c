// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of rock indices.
#include "runs/ensemble/rock_list.h"

#include <stdlib.h>

bool rock_list_add(rock_list *list, uint64_t rock)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 256 : 2 * list->capacity;
        uint64_t *larger = realloc(list->items, capacity * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        list->items = larger;
        list->capacity = capacity;
    }
    list->items[list->count++] = rock;
    return true;
}

bool rock_list_move(rock_list *to, rock_list *from)
{
    for (size_t k = 0; k < from->count; k++) {
        if (!rock_list_add(to, from->items[k])) {
            return false;
        }
    }
    from->count = 0;
    return true;
}

void rock_list_clear(rock_list *list)
{
    free(list->items);
    *list = (rock_list){0};
}

void rock_list_put(const rock_list *list, byte_writer *writer)
{
    uint64_t last = 0;
    byte_write_count(writer, list->count);
    for (size_t k = 0; k < list->count; k++) {
        byte_write_count(writer, list->items[k] - last); // modulo 2^64
        last = list->items[k];
    }
}

bool rock_list_take(rock_list *list, byte_reader *reader)
{
    const size_t count = byte_read_length(reader, 1);
    uint64_t rock = 0;
    bool has_room = true;
    for (size_t k = 0; k < count && !reader->failed && has_room; k++) {
        rock += byte_read_count(reader);
        has_room = rock_list_add(list, rock);
    }
    return has_room;
}
