// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of the solver of block rows: it is taken piece by piece, given back all at once, and kept
// from problem to problem, so that a problem no larger than those before allocates nothing.
#ifndef TALUS_SRC_PHYSICS_SOLVE_SPARSE_SCRATCH_H
#define TALUS_SRC_PHYSICS_SOLVE_SPARSE_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sparse_chunk sparse_chunk;
/// Zeros: nothing taken yet.
typedef struct sparse_scratch {
    sparse_chunk *first, *at; ///< owns the list from `first` on
} sparse_scratch;
typedef struct sparse_mark {
    sparse_chunk *at;
    size_t used;
} sparse_mark;

/// Room for `bytes` in one piece. @return false: no memory
bool sparse_scratch_reserve(sparse_scratch *scratch, size_t bytes);
/// Zeroed, aligned for every type, until it is released. @return NULL: no memory
void *sparse_scratch_take(sparse_scratch *scratch, size_t count, size_t size);
/// What is taken from here on is given back by the release.
sparse_mark sparse_scratch_mark(const sparse_scratch *scratch);
void sparse_scratch_release(sparse_scratch *scratch, sparse_mark mark);
void sparse_scratch_free(sparse_scratch *scratch);

#endif
