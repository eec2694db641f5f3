// SPDX-License-Identifier: GPL-3.0-or-later
/// @file sort.h
/// Numbers in ascending order.
#ifndef TALUS_SRC_FOUNDATION_BASE_SORT_H
#define TALUS_SRC_FOUNDATION_BASE_SORT_H

#include <stdlib.h>

/// For qsort and bsearch; no NaN.
static inline int sort_order(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline void sort_numbers(double *values, size_t count)
{
    qsort(values, count, sizeof *values, sort_order);
}

/// First element of running totals that exceeds `at`; the last one at the end.
/// @param count at least 1
static inline size_t sort_find_running(const double *cumulative, size_t count, double at)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (cumulative[middle] > at) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

#endif
