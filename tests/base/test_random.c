// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers against a plain reading of Philox 4x32-10 (Salmon et al. 2011).
#include "talus/base.h"

#include <criterion/criterion.h>
#include <math.h>

typedef struct block {
    uint32_t v[4];
} block;

/// Ten rounds as printed in the paper, slow and obvious.
static block philox(block c, uint32_t key0, uint32_t key1)
{
    for (int round = 0; round < 10; round++) {
        const uint64_t a = UINT64_C(0xD2511F53) * c.v[0], b = UINT64_C(0xCD9E8D57) * c.v[2];
        c = (block){{(uint32_t)(b >> 32) ^ c.v[1] ^ key0, (uint32_t)b,
                     (uint32_t)(a >> 32) ^ c.v[3] ^ key1, (uint32_t)a}};
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return c;
}

Test(philox, reference_gives_the_published_answers)
{
    const block zeros = philox((block){{0, 0, 0, 0}}, 0, 0);
    cr_assert_eq(zeros.v[0], 0x6627e8d5u);
    cr_assert_eq(zeros.v[3], 0x9b00dbd8u);
    const block pi = philox((block){{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}},
                            0xa4093822u, 0x299f31d0u);
    cr_assert_eq(pi.v[0], 0xd16cfe09u);
    cr_assert_eq(pi.v[3], 0x24126ea1u);
}

Test(random, bits_are_philox_of_seed_stream_and_draw)
{
    static const uint64_t seeds[] = {0, 1, UINT64_C(0xFEDCBA9876543210)};
    static const uint64_t streams[] = {0, 7, UINT64_C(0x0123456789ABCDEF)};
    static const uint32_t draws[] = {0, 1, 0xFFFFFFFFu};
    for (int k = 0; k < 27; k++) {
        const uint64_t seed = seeds[k % 3], stream = streams[k / 3 % 3];
        const uint32_t draw = draws[k / 9];
        const block b = philox((block){{(uint32_t)stream, (uint32_t)(stream >> 32), draw, 0}},
                               (uint32_t)seed, (uint32_t)(seed >> 32));
        cr_assert_eq(talus_random_bits(seed, stream, draw),
                     (uint64_t)b.v[0] | (uint64_t)b.v[1] << 32);
    }
}

Test(random, uniform_numbers_advance_the_draw_and_fill_the_interval)
{
    enum { COUNT = 100000 };
    talus_random rng = {.seed = 5, .stream = 9, .draw = 0};
    double sum = 0.0, low = 1.0, high = 0.0;
    for (int k = 0; k < COUNT; k++) {
        const double u = talus_random_uniform(&rng);
        sum += u;
        low = fmin(low, u);
        high = fmax(high, u);
    }
    cr_assert_eq(rng.draw, COUNT);
    cr_assert(low >= 0.0 && high < 1.0);
    cr_assert_float_eq(sum / COUNT, 0.5, 4.0 * 0.289 / sqrt(COUNT)); /* 4 standard errors */
    cr_assert_lt(low, 1e-4);
    cr_assert_gt(high, 1.0 - 1e-4);
}

Test(random, normal_numbers_have_mean_0_and_variance_1)
{
    enum { COUNT = 100000 };
    talus_random rng = {.seed = 5, .stream = 10, .draw = 0};
    double sum = 0.0, squares = 0.0;
    for (int k = 0; k < COUNT; k++) {
        const double n = talus_random_normal(&rng);
        sum += n;
        squares += n * n;
    }
    cr_assert_eq(rng.draw, 2 * COUNT);
    cr_assert_float_eq(sum / COUNT, 0.0, 4.0 / sqrt(COUNT));
    cr_assert_float_eq(squares / COUNT, 1.0, 4.0 * sqrt(2.0 / COUNT));
}

Test(mix64, is_the_finaliser_of_splitmix64)
{
    // first two outputs of splitmix64 from state 0
    cr_assert_eq(talus_mix64(UINT64_C(0x9E3779B97F4A7C15)), UINT64_C(0xE220A8397B1DCDAF));
    cr_assert_eq(talus_mix64(UINT64_C(0x3C6EF372FE94F82A)), UINT64_C(0x6E789E6AA1B965F4));
    cr_assert_eq(talus_mix64(0), 0);
}
