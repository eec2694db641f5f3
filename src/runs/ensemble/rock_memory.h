// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rock_memory.h
/// Memory for what each rock leaves. Large amounts lie in a file without a name, mapped: the system
/// writes pages out when memory is short and takes them back, so a campaign of any size runs in
/// little memory. It knows bytes; it refuses to know records.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_ROCK_MEMORY_H
#define TALUS_SRC_RUNS_ENSEMBLE_ROCK_MEMORY_H

#include "talus/base.h"

/// Up to here memory is plain: 10^6 rocks and their means are 480 MB.
#define ROCK_MEMORY_RESIDENT ((size_t)480000000)

typedef struct rock_memory {
    void *data; ///< zeroed; NULL when there is none
    size_t size;
    bool is_mapped;
} rock_memory;

/// @param scratch where the file may lie; NULL = plain memory
/// @param resident bytes that may be plain memory all the same
/// @return false when there is neither memory nor room on the disk
bool rock_memory_reserve(rock_memory *memory, size_t size, const char *scratch, size_t resident);
void rock_memory_release(rock_memory *memory);

#endif
