// SPDX-License-Identifier: GPL-3.0-or-later
// One tile from base heights: its nodes are the bilinear base plus sub-grid roughness.
#include "foundation/base/mix.h"
#include "physics/terrain/build.h"

#include <string.h>

/// h in [-1, 1) of a refined node, a function of (seed, i, j) alone.
static double draw_offset(uint64_t row_key, uint64_t i)
{
    const uint64_t bits = base_mix64(row_key + i);
    return (double)(bits >> 11) * 0x1p-52 - 1.0;
}

/// Base height at (i + r/k, j) on a base row; a node of zero weight is not read, so that the
/// edge of a valid patch stays valid beside a NODATA patch.
static double interpolate_row(const double *row, size_t i, unsigned r, double f)
{
    return r == 0 ? row[i] : row[i] + f * (row[i + 1] - row[i]);
}

/// Nodes first ... first + count - 1 of a row of the refined base.
static void refine_row(const talus_terrain *t, double *out, size_t count, size_t first,
                       size_t global_row, const terrain_window *base)
{
    const unsigned k = t->roughness.refine;
    const unsigned s = (unsigned)(global_row % k);
    const double *south = base->heights + (global_row / k - base->j) * base->nx;
    const double *north = s == 0 ? south : south + base->nx;
    const double g = (double)s / (double)k;
    size_t i = first / k - base->i;
    unsigned r = (unsigned)(first % k);
    for (size_t a = 0; a < count; a++) {
        const double f = (double)r / (double)k;
        double z = interpolate_row(south, i, r, f);
        if (s != 0) {
            z += g * (interpolate_row(north, i, r, f) - z);
        }
        out[a] = z;
        r++;
        if (r == k) {
            r = 0;
            i++;
        }
    }
}

/// Surface nodes first ... first + count - 1 of a row.
static void fill_row(const talus_terrain *t, double *out, size_t count, size_t first,
                     size_t global_row, const terrain_window *base)
{
    const talus_roughness *roughness = &t->roughness;
    if (roughness->refine == 1) {
        const size_t at = (global_row - base->j) * base->nx + first - base->i;
        memcpy(out, base->heights + at, count * sizeof *out);
    } else {
        refine_row(t, out, count, first, global_row, base);
    }
    if (roughness->amplitude > 0.0) {
        const uint64_t row_key =
            base_mix64(base_mix64(roughness->seed + 0x9e3779b97f4a7c15u) + global_row);
        for (size_t a = 0; a < count; a++) {
            out[a] += roughness->amplitude * draw_offset(row_key, first + a);
        }
    }
}

/// Nodes first ... first + count - 1 of one axis that a tile and its apron have on the grid.
typedef struct node_span {
    size_t first, count;
    size_t before; ///< nodes of the apron off the grid
} node_span;

static node_span span_of(uint32_t tile, size_t nodes)
{
    const size_t begin = (size_t)tile << TERRAIN_TILE_SHIFT;
    const size_t before = tile == 0 ? TERRAIN_APRON : 0;
    const size_t first = begin + before - TERRAIN_APRON, most = TERRAIN_APRON_NODES - before;
    return (node_span){first, nodes - first < most ? nodes - first : most, before};
}

terrain_window terrain_tile_window(const talus_terrain *t, uint32_t ti, uint32_t tj)
{
    const unsigned k = t->roughness.refine;
    const node_span x = span_of(ti, t->surface.nx), y = span_of(tj, t->surface.ny);
    const size_t i = x.first / k, j = y.first / k;
    return (terrain_window){.i = i,
                            .j = j,
                            .nx = (x.first + x.count - 1 + k - 1) / k + 1 - i,
                            .ny = (y.first + y.count - 1 + k - 1) / k + 1 - j};
}

void terrain_fill_nodes(const talus_terrain *t, uint32_t ti, uint32_t tj,
                        const terrain_window *base, double *nodes)
{
    const node_span x = span_of(ti, t->surface.nx), y = span_of(tj, t->surface.ny);
    for (size_t b = 0; b < TERRAIN_APRON_NODES; b++) {
        double *row = nodes + b * TERRAIN_APRON_NODES;
        const bool is_there = b >= y.before && b - y.before < y.count;
        const size_t before = is_there ? x.before : TERRAIN_APRON_NODES;
        for (size_t a = 0; a < before; a++) {
            row[a] = (double)NAN;
        }
        if (is_there) {
            fill_row(t, row + before, x.count, x.first, y.first + b - y.before, base);
            for (size_t a = before + x.count; a < TERRAIN_APRON_NODES; a++) {
                row[a] = (double)NAN;
            }
        }
    }
}

void terrain_build_heights(const talus_terrain *t, uint32_t ti, uint32_t tj,
                           const terrain_window *base, terrain_builder *builder, terrain_tile *tile)
{
    terrain_fill_nodes(t, ti, tj, base, builder->nodes);
    for (size_t b = 0; b < TERRAIN_TILE_NODES; b++) {
        memcpy(tile->nodes + b * TERRAIN_TILE_NODES,
               builder->nodes + (b + TERRAIN_APRON) * TERRAIN_APRON_NODES + TERRAIN_APRON,
               TERRAIN_TILE_NODES * sizeof(double));
    }
    terrain_measure_tile(t, tile);
}

void terrain_build_tile(const talus_terrain *t, uint32_t ti, uint32_t tj,
                        const terrain_window *base, terrain_builder *builder, terrain_tile *tile)
{
    terrain_build_heights(t, ti, tj, base, builder, tile);
    terrain_build_planes(t, ti, tj, builder, tile);
}

terrain_window terrain_cell_window(const talus_terrain *t, uint64_t i, uint64_t j)
{
    const unsigned k = t->roughness.refine;
    return (terrain_window){.i = i / k, .j = j / k, .nx = 2, .ny = 2};
}

void terrain_build_cell(const talus_terrain *t, uint64_t i, uint64_t j, const terrain_window *base,
                        double *nodes)
{
    fill_row(t, nodes, 2, i, j, base);
    fill_row(t, nodes + TERRAIN_TILE_NODES, 2, i, j + 1, base);
}
