// SPDX-License-Identifier: GPL-3.0-or-later
// One number for all that a rock can notice of a height field.
#include "foundation/base/mix.h"
#include "physics/terrain/build.h"

#include <string.h>

static uint64_t mix_double(uint64_t digest, double value)
{
    uint64_t bits = UINT64_MAX; // every NaN says the same: no data
    if (!isnan(value)) {
        memcpy(&bits, &value, sizeof bits);
    }
    return base_mix64(digest ^ bits);
}

/// Lanes that do not wait for each other; each node enters one of them.
uint64_t terrain_tile_digest(size_t index, const terrain_tile *tile)
{
    enum { LANES = 4 };
    uint64_t digest = base_mix64(index);
    uint64_t lanes[LANES] = {digest, digest + 1, digest + 2, digest + 3};
    for (size_t k = 0; k < TERRAIN_TILE_SIZE; k++) {
        lanes[k % LANES] = mix_double(lanes[k % LANES], tile->nodes[k]);
    }
    for (size_t k = 0; k < LANES; k++) {
        digest = base_mix64(digest ^ lanes[k]);
    }
    return digest;
}

uint64_t terrain_fingerprint(const talus_terrain *t)
{
    uint64_t heights = t->digest;
    for (size_t k = 0; t->on_demand == NULL && k < (size_t)t->tiles_x * t->tiles_y; k++) {
        heights += terrain_tile_digest(k, t->tiles[k]);
    }
    uint64_t digest = mix_double(t->is_triangulated, t->x0);
    digest = mix_double(digest, t->y0);
    digest = mix_double(digest, t->cell);
    digest = base_mix64(digest ^ ((uint64_t)t->cells_y << 32 | t->cells_x));
    return base_mix64(digest ^ heights);
}
