// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of one tile: bilinear base plus sub-grid roughness.
#include "terrain/terrain_internal.h"

/// h in [-1, 1) of a refined node, a function of (seed, i, j) alone.
static double draw_offset(uint64_t row_key, uint64_t i)
{
    const uint64_t bits = talus_mix64(row_key + i);
    return (double)(bits >> 11) * 0x1p-52 - 1.0;
}

/// Base height at (i + r/k, j) on a base row; a node of zero weight is not looked at, so that the
/// edge of a valid patch stays valid beside a NODATA patch.
static double interpolate_row(const double *row, size_t i, unsigned r, double f)
{
    return r == 0 ? row[i] : row[i] + f * (row[i + 1] - row[i]);
}

static void fill_row(double *out, size_t count, size_t first, size_t global_row,
                     const talus_grid *base, const double *heights,
                     const talus_roughness *roughness)
{
    const unsigned k = roughness->refine;
    const size_t j = global_row / k;
    const unsigned s = (unsigned)(global_row % k);
    const double *south = heights + j * base->nx;
    const double *north = s == 0 ? south : south + base->nx;
    const double g = (double)s / (double)k;
    const uint64_t row_key =
        talus_mix64(talus_mix64(roughness->seed + 0x9e3779b97f4a7c15u) + global_row);
    for (size_t a = 0; a < count; a++) {
        const size_t i = (first + a) / k;
        const unsigned r = (unsigned)((first + a) % k);
        const double f = (double)r / (double)k;
        double z = interpolate_row(south, i, r, f);
        if (s != 0) {
            z += g * (interpolate_row(north, i, r, f) - z);
        }
        if (roughness->amplitude > 0.0) {
            z += roughness->amplitude * draw_offset(row_key, first + a);
        }
        out[a] = z;
    }
}

void terrain_fill_tile(double *tile, uint32_t ti, uint32_t tj, const talus_grid *base,
                       const double *heights, const talus_roughness *roughness)
{
    const size_t nx = (base->nx - 1) * roughness->refine + 1;
    const size_t ny = (base->ny - 1) * roughness->refine + 1;
    const size_t first_i = (size_t)ti << TERRAIN_TILE_SHIFT;
    const size_t first_j = (size_t)tj << TERRAIN_TILE_SHIFT;
    const size_t columns = nx - first_i < TERRAIN_TILE_NODES ? nx - first_i : TERRAIN_TILE_NODES;
    const size_t rows = ny - first_j < TERRAIN_TILE_NODES ? ny - first_j : TERRAIN_TILE_NODES;
    for (size_t b = 0; b < TERRAIN_TILE_NODES; b++) {
        double *out = tile + b * TERRAIN_TILE_NODES;
        size_t filled = 0;
        if (b < rows) {
            fill_row(out, columns, first_i, first_j + b, base, heights, roughness);
            filled = columns;
        }
        for (size_t a = filled; a < TERRAIN_TILE_NODES; a++) {
            out[a] = (double)NAN;
        }
    }
}
