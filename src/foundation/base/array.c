// SPDX-License-Identifier: GPL-3.0-or-later
// Room in an array that grows by halves.
#include "foundation/base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool array_reserve(void *array, size_t *capacity, size_t count, size_t size)
{
    if (count <= *capacity) {
        return true;
    }
    void *items;
    memcpy(&items, array, sizeof items);
    const size_t more = count + count / 2 + 16;
    void *larger = more < SIZE_MAX / size ? realloc(items, more * size) : NULL;
    if (larger != NULL) {
        memcpy(array, &larger, sizeof larger);
        *capacity = more;
    }
    return larger != NULL;
}
