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

#endif
