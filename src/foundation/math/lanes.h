// SPDX-License-Identifier: GPL-3.0-or-later
// Four numbers side by side, for arithmetic on several rows or vertices at once. Every lane does
// what a scalar would do in the same order, so wider registers give the same bits.
#ifndef TALUS_SRC_FOUNDATION_MATH_LANES_H
#define TALUS_SRC_FOUNDATION_MATH_LANES_H

#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#include <stdint.h>
#include <string.h>

enum { LANES = 4 };

/// Arithmetic operators act lane by lane; a scalar operand stands in all lanes. Without AVX the
/// compiler takes two halves.
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

/// Marks a function that is compiled twice, with and without AVX2 (which brings no fused
/// multiply-add along); the loader takes the one that the processor can run. LANES_PLAIN: only
/// without, for tests of equal bits.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__AVX2__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&       \
    !defined(LANES_PLAIN)
#define LANES_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define LANES_CLONES
#endif

/// Marks a function that is compiled for AVX-512, to be called where LANES_HAVE_WIDE holds at run time.
/// Its registers hold eight numbers. AVX-512 brings a fused multiply-add along: with
/// -ffp-contract=off no compiler makes one of lanes that are all treated alike.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(LANES_PLAIN)
#define LANES_WIDE __attribute__((target("avx512f")))
#define LANES_HAVE_WIDE (__builtin_cpu_supports("avx512f") != 0)
enum { WIDE_LANES = 2 * LANES };
typedef double wide_lanes __attribute__((vector_size(WIDE_LANES * sizeof(double))));
typedef long long wide_truth __attribute__((vector_size(WIDE_LANES * sizeof(long long))));
#else
#define LANES_HAVE_WIDE false
#endif

/// Lanes in memory that is aligned for double only: loose_lanes * may point to four of them.
typedef double loose_lanes
    __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));

/// A part of a function with LANES_CLONES: compiled with it, twice. Vectors are handed over by
/// pointers, as passing them by value depends on the registers.
#define LANES_PART static inline __attribute__((always_inline))

/// What comparing lanes gives: all bits or none.
typedef long long lanes_truth __attribute__((vector_size(LANES * sizeof(long long))));

/// Whole numbers that belong to lanes.
typedef int32_t lanes_whole __attribute__((vector_size(LANES * sizeof(int32_t))));

/// Bit k is set if the comparison holds in lane k.
LANES_PART unsigned lanes_mask(const lanes_truth *truth)
{
#if defined(__SSE2__)
    typedef int halves __attribute__((vector_size(2 * LANES * sizeof(int))));
    const halves all = (halves)*truth;
    return (unsigned)_mm_movemask_ps((__m128)__builtin_shufflevector(all, all, 0, 2, 4, 6));
#else
    unsigned mask = 0;
    for (unsigned k = 0; k < LANES; k++) {
        mask |= (unsigned)((*truth)[k] & 1) << k;
    }
    return mask;
#endif
}

/// Lower *least and raise *most to the smallest and the largest of some values, NaN left out.
LANES_PART void lanes_extremes(const double *values, size_t count, double *least, double *most)
{
    double low = *least, high = *most;
    size_t k = 0;
#if defined(__SSE2__)
    __m128d a = _mm_set1_pd(low), b = a, c = _mm_set1_pd(high), d = c;
    for (; k + LANES <= count; k += LANES) {
        const __m128d front = _mm_loadu_pd(values + k), back = _mm_loadu_pd(values + k + 2);
        a = _mm_min_pd(front, a);
        b = _mm_min_pd(back, b);
        c = _mm_max_pd(front, c);
        d = _mm_max_pd(back, d);
    }
    a = _mm_min_pd(a, b);
    c = _mm_max_pd(c, d);
    low = _mm_cvtsd_f64(_mm_min_pd(a, _mm_unpackhi_pd(a, a)));
    high = _mm_cvtsd_f64(_mm_max_pd(c, _mm_unpackhi_pd(c, c)));
#endif
    for (; k < count; k++) {
        low = values[k] < low ? values[k] : low;
        high = values[k] > high ? values[k] : high;
    }
    *least = low;
    *most = high;
}

/// The largest of some values and `most`, NaN left out.
LANES_PART double lanes_largest(const double *values, size_t count, double most)
{
    double least = most;
    lanes_extremes(values, count, &least, &most);
    return most;
}

/// Lanes of *yes where the comparison holds, of *no elsewhere.
LANES_PART void lanes_choose(const lanes_truth *truth, const lanes *yes, const lanes *no,
                             lanes *chosen)
{
    *chosen = (lanes)((*truth & (lanes_truth)*yes) | (~*truth & (lanes_truth)*no));
}

/// Take the signs away.
LANES_PART void lanes_unsign(lanes *values)
{
    *values = (lanes)((lanes_truth)*values & INT64_MAX);
}

/// Lane k of row i is lane i of column k.
LANES_PART void lanes_transpose(const lanes columns[LANES], lanes rows[LANES])
{
    const lanes a = __builtin_shufflevector(columns[0], columns[1], 0, 4, 2, 6);
    const lanes b = __builtin_shufflevector(columns[0], columns[1], 1, 5, 3, 7);
    const lanes c = __builtin_shufflevector(columns[2], columns[3], 0, 4, 2, 6);
    const lanes d = __builtin_shufflevector(columns[2], columns[3], 1, 5, 3, 7);
    rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    rows[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// Two neighbours in memory.
typedef double loose_pair
    __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));

/// Lane k: the number at[k] points to, and the one after it.
LANES_PART void lanes_load_pairs(const double *const at[LANES], lanes *first, lanes *second)
{
    const lanes even =
        __builtin_shufflevector(*(const loose_pair *)at[0], *(const loose_pair *)at[2], 0, 1, 2, 3);
    const lanes odd =
        __builtin_shufflevector(*(const loose_pair *)at[1], *(const loose_pair *)at[3], 0, 1, 2, 3);
    *first = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
    *second = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
}

#endif
