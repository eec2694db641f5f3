// SPDX-License-Identifier: GPL-3.0-or-later
// A list of chunks, each at least as large as those before it; `at` is the one in use.
#include "physics/solve_sparse/scratch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, LEAST_CHUNK = 4096 };

struct sparse_chunk {
    sparse_chunk *next;
    size_t size, used;
    _Alignas(ALIGNMENT) char bytes[];
};

/// Step to a chunk with room for `bytes`. @return false: no memory
static bool find_room(sparse_scratch *s, size_t bytes)
{
    sparse_chunk *last = NULL;
    for (sparse_chunk *c = s->at != NULL ? s->at : s->first; c != NULL; c = c->next) {
        if (c->size - c->used >= bytes) {
            s->at = c;
            return true;
        }
        last = c;
    }
    const size_t least = last != NULL ? 2 * last->size : LEAST_CHUNK;
    const size_t size = bytes > least ? bytes : least;
    sparse_chunk *made = size <= SIZE_MAX / 4 ? malloc(sizeof *made + size) : NULL;
    if (made == NULL) {
        return false;
    }
    *made = (sparse_chunk){.size = size};
    *(last != NULL ? &last->next : &s->first) = made;
    s->at = made;
    return true;
}

bool sparse_scratch_reserve(sparse_scratch *scratch, size_t bytes)
{
    return find_room(scratch, bytes);
}

void *sparse_scratch_take(sparse_scratch *scratch, size_t count, size_t size)
{
    const size_t most = SIZE_MAX / 4;
    if (size > 0 && count > (most - ALIGNMENT) / size) {
        return NULL;
    }
    const size_t bytes = (count * size + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    if (!find_room(scratch, bytes)) {
        return NULL;
    }
    char *taken = scratch->at->bytes + scratch->at->used;
    scratch->at->used += bytes;
    return memset(taken, 0, bytes);
}

sparse_mark sparse_scratch_mark(const sparse_scratch *scratch)
{
    return (sparse_mark){scratch->at, scratch->at != NULL ? scratch->at->used : 0};
}

void sparse_scratch_release(sparse_scratch *scratch, sparse_mark mark)
{
    sparse_chunk *later = mark.at != NULL ? mark.at->next : scratch->first;
    for (; later != NULL; later = later->next) {
        later->used = 0;
    }
    if (mark.at != NULL) {
        mark.at->used = mark.used;
    }
    scratch->at = mark.at;
}

void sparse_scratch_free(sparse_scratch *scratch)
{
    for (sparse_chunk *c = scratch->first; c != NULL;) {
        sparse_chunk *next = c->next;
        free(c);
        c = next;
    }
    *scratch = (sparse_scratch){0};
}
