// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rock_list.h
/// Growing list of rock indices.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_ROCK_LIST_H
#define TALUS_SRC_RUNS_ENSEMBLE_ROCK_LIST_H

#include "foundation/base/bytes.h"

typedef struct rock_list {
    uint64_t *items;
    size_t count, capacity;
} rock_list;

/// @return false when out of memory, here and below
bool rock_list_add(rock_list *list, uint64_t rock);
/// Move all of `from` to the end of `to`.
bool rock_list_move(rock_list *to, rock_list *from);
void rock_list_clear(rock_list *list);

/// How many, then the step to the next, which may go back: a byte or two a rock.
void rock_list_put(const rock_list *list, byte_writer *writer);
/// Add what rock_list_put wrote; wrong bytes show in the reader.
bool rock_list_take(rock_list *list, byte_reader *reader);

#endif
