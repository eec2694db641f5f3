// SPDX-License-Identifier: GPL-3.0-or-later
// Counter-based random numbers: Philox 4x32-10 with key = seed, counter = (stream, draw).
#include "foundation/base/mix.h"
#include "talus/base.h"

#include <Random123/philox.h>
#include <math.h>

uint64_t talus_random_bits(uint64_t seed, uint64_t stream, uint32_t draw)
{
    const philox4x32_ctr_t counter = {{(uint32_t)stream, (uint32_t)(stream >> 32), draw, 0}};
    const philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    const philox4x32_ctr_t result = philox4x32(counter, key);
    return (uint64_t)result.v[0] | (uint64_t)result.v[1] << 32;
}

double talus_random_uniform(talus_random *rng)
{
    if (rng == NULL) {
        return (double)NAN;
    }
    return (double)(talus_random_bits(rng->seed, rng->stream, rng->draw++) >> 11) * 0x1p-53;
}

double talus_random_normal(talus_random *rng)
{
    if (rng == NULL) {
        return (double)NAN;
    }
    // 1 - u lies in (0, 1], so the logarithm is finite
    const double radius = sqrt(-2.0 * talus_log(1.0 - talus_random_uniform(rng)));
    return radius * talus_cos(2.0 * TALUS_PI * talus_random_uniform(rng));
}

uint64_t talus_mix64(uint64_t x)
{
    return base_mix64(x);
}
