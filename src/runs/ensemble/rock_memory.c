// SPDX-License-Identifier: GPL-3.0-or-later
// Plain memory, or a mapped file that has no name any more.
#include "runs/ensemble/rock_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/// The blocks are reserved: a disk that fills up later cannot take them away. @return a file or -1
static int open_scratch(const char *directory, size_t size)
{
    char path[PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/rocks.XXXXXX", directory);
    if (length < 0 || (size_t)length >= sizeof path) {
        return -1;
    }
    const int file = mkstemp(path);
    if (file >= 0) {
        (void)unlink(path); // it goes with the process, however that ends
        if (posix_fallocate(file, 0, (off_t)size) != 0) {
            close(file);
            return -1;
        }
    }
    return file;
}

static bool map_scratch(rock_memory *memory, size_t size, const char *directory)
{
    const int file = open_scratch(directory, size);
    if (file < 0) {
        return false;
    }
    void *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (data == MAP_FAILED) {
        return false;
    }
    *memory = (rock_memory){.data = data, .size = size, .is_mapped = true};
    return true;
}

bool rock_memory_reserve(rock_memory *memory, size_t size, const char *scratch, size_t resident)
{
    *memory = (rock_memory){0};
    if (scratch != NULL && size > resident && map_scratch(memory, size, scratch)) {
        return true;
    }
    *memory = (rock_memory){.data = calloc(size, 1), .size = size};
    return memory->data != NULL;
}

void rock_memory_release(rock_memory *memory)
{
    if (memory->is_mapped) {
        munmap(memory->data, memory->size);
    } else {
        free(memory->data);
    }
    *memory = (rock_memory){0};
}
