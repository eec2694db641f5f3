// SPDX-License-Identifier: GPL-3.0-or-later
// An array that grows.
#ifndef TALUS_SRC_FOUNDATION_BASE_ARRAY_H
#define TALUS_SRC_FOUNDATION_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/// Make room for `count` items of `size` bytes.
/// @param array     where the pointer to the items is; it changes when they move
/// @param capacity  items that there is room for
/// @return false when out of memory: array and capacity stay as they were
bool array_reserve(void *array, size_t *capacity, size_t count, size_t size);

#endif
