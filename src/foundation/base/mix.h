// SPDX-License-Identifier: GPL-3.0-or-later
/// @file mix.h
/// talus_mix64 as an inline function, for loops over all heights.
#ifndef TALUS_SRC_FOUNDATION_BASE_MIX_H
#define TALUS_SRC_FOUNDATION_BASE_MIX_H

#include <stdint.h>

static inline uint64_t base_mix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

#endif
