// SPDX-License-Identifier: GPL-3.0-or-later
// Two-way detection: which vertices and edges of a rock may touch the ground, told four vertices at
// a time. [docs/detection.md]
#include "physics/contact/contact_internal.h"
#include "physics/contact/lid.h"

/// Above the round-off of gaps along an edge, m.
#define REACH_SLACK 1e-7

/// Most cells a side under a rock that are bounded together.
enum { REACH_CELLS = 32 };

/// How far the slopes of the cells' sides are from those of the lid: so far are those of the
/// surface at most, whichever it is.
static void find_spread(const talus_terrain *t, const contact_footprint *f, const contact_lid *lid,
                        double spread[2])
{
    const double *node = f->node;
    const uint32_t columns = f->i1 - f->i0 + 1u, rows = f->j1 - f->j0 + 1u;
    spread[0] = spread[1] = 0.0;
    for (uint32_t j = 0; j <= rows; j++, node += TERRAIN_TILE_NODES) {
        for (uint32_t i = 0; i <= columns; i++) {
            if (i < columns) {
                const double slope = (node[i + 1u] - node[i]) * t->per_cell;
                spread[0] = terrain_larger(spread[0], fabs(slope - lid->east));
            }
            if (j < rows) {
                const double slope = (node[i + TERRAIN_TILE_NODES] - node[i]) * t->per_cell;
                spread[1] = terrain_larger(spread[1], fabs(slope - lid->north));
            }
        }
    }
}

/// Mark the edges that end in a vertex.
LANES_PART void mark_star(const contact_body *body, size_t vertex)
{
    for (uint32_t k = body->star_starts[vertex]; k < body->star_starts[vertex + 1]; k++) {
        const uint32_t edge = body->star_edges[k];
        body->wet_edges[edge >> 6] |= UINT64_C(1) << (edge & 63u);
    }
}

/// How near to the ground vertices are where something of the rock touches. Of the places of an edge
/// or a face with corners x_k, the gap is over that of the corners by their weights less
/// sum w_k |e(x) - e(x_k)|, e the surface over the lid's slope: spread w_1 w_2 2 length on an
/// edge; on a face spread sqrt(sum w_k |x - x_k|^2), and that root is the radius at most.
typedef struct nearness {
    double edge, all; ///< m
} nearness;

LANES_PART nearness find_nearness(const contact_collector *c)
{
    const double *spread = c->found->relief.spread;
    const double steep = sqrt(spread[0] * spread[0] + spread[1] * spread[1]);
    return (nearness){c->touch + 0.5 * steep * c->body->longest_edge,
                      c->touch + steep * c->body->face_radius};
}

/// Gaps under four vertices, of which the first `count` are wanted, in place of their heights over
/// the lid. Where one of them is too near to a line of the terrain, all may touch.
LANES_PART void find_gaps(const contact_collector *c, const contact_footprint *f,
                          const size_t index[LANES], size_t count)
{
    const double *bx = c->body->x, *by = c->body->y, *bz = c->body->z;
    const lanes x = {bx[index[0]], bx[index[1]], bx[index[2]], bx[index[3]]};
    const lanes y = {by[index[0]], by[index[1]], by[index[2]], by[index[3]]};
    const lanes z = {bz[index[0]], bz[index[1]], bz[index[2]], bz[index[3]]};
    const double(*m)[3] = c->a->m;
    const lanes qx = c->r.x + (m[0][0] * x + m[0][1] * y + m[0][2] * z);
    const lanes qy = c->r.y + (m[1][0] * x + m[1][1] * y + m[1][2] * z);
    const lanes qz = c->r.z + (m[2][0] * x + m[2][1] * y + m[2][2] * z);
    contact_four on;
    lanes gap = (lanes){0.0} - (double)INFINITY;
    if (contact_footprint_look_up(c->site->terrain, f, &qx, &qy, &on)) {
        gap = qz - on.height;
    }
    for (size_t k = 0; k < count; k++) {
        c->body->heights[index[k]] = gap[k];
    }
}

/// Heights of all vertices over the lid. @return how many are not above `near`, their numbers in
/// body->low; 0 too where all are above c->touch
LANES_PART size_t find_low(const contact_collector *c, const contact_lid *lid, double near)
{
    const contact_body *body = c->body;
    const contact_lid_height height = contact_height_over(lid, c->r, c->a);
    size_t count = 0;
    unsigned touching = 0;
    for (size_t k = 0; k < body->vertex_count; k += LANES) {
        const loose_lanes *x = (const loose_lanes *)(body->x + k),
                          *y = (const loose_lanes *)(body->y + k),
                          *z = (const loose_lanes *)(body->z + k);
        const lanes over = height.over + (height.up.x * *x + height.up.y * *y + height.up.z * *z);
        *(loose_lanes *)(body->heights + k) = over;
        const lanes_truth is_low = over <= near, is_touching = over <= c->touch;
        touching |= lanes_mask(&is_touching);
        for (unsigned low = lanes_mask(&is_low); low != 0; low &= low - 1) {
            body->low[count++] = (uint32_t)k + (uint32_t)__builtin_ctz(low);
        }
    }
    while (count > 0 && body->low[count - 1] >= body->vertex_count) {
        count--;
    }
    return touching != 0 ? count : 0;
}

/// Look the low vertices up. Those that may touch stay in body->low; edges of those that are near
/// are marked. @return whether something may touch
LANES_PART bool look_up_low(contact_collector *c, const contact_footprint *f, size_t count,
                            const nearness *near)
{
    const contact_body *body = c->body;
    double least = (double)INFINITY;
    for (size_t k = 0; k < count; k += LANES) {
        const size_t rest = count - k, used = rest < LANES ? rest : LANES;
        size_t index[LANES];
        for (size_t n = 0; n < LANES; n++) {
            index[n] = body->low[k + (n < used ? n : 0)];
        }
        find_gaps(c, f, index, used);
        for (size_t n = 0; n < used; n++) {
            const double gap = body->heights[index[n]];
            least = gap < least ? gap : least;
        }
    }
    if (least > near->all) {
        return false;
    }
    c->low_count = 0;
    for (size_t k = 0; k < count; k++) {
        const size_t vertex = body->low[k];
        if (body->heights[vertex] <= near->edge) {
            mark_star(body, vertex);
        }
        if (body->heights[vertex] <= c->touch) {
            body->low[c->low_count++] = (uint32_t)vertex;
        }
    }
    return true;
}

LANES_CLONES bool contact_find_reach(contact_collector *c, bool *is_clear)
{
    const talus_terrain *t = c->site->terrain;
    const contact_body *body = c->body;
    const contact_footprint f = contact_footprint_under(t, c->r, body->radius + c->margin);
    contact_relief *relief = &c->found->relief;
    if (f.tile == NULL || f.i1 - f.i0 >= REACH_CELLS || f.j1 - f.j0 >= REACH_CELLS) {
        return false;
    }
    if (!contact_lid_is_on(&relief->lid, &f)) {
        relief->lid = contact_lid_on(t, &f);
        find_spread(t, &f, &relief->lid, relief->spread);
    }
    if (relief->lid.is_cut) {
        return false;
    }
    c->has_reach = true;
    c->touch = CONTACT_STEEPEST * c->margin + REACH_SLACK;
    const nearness near = find_nearness(c);
    const size_t count = find_low(c, &relief->lid, near.all);
    *is_clear = count == 0 || !look_up_low(c, &f, count, &near);
    return true;
}

bool contact_edge_may_touch(const contact_collector *c, size_t e)
{
    const contact_edge *edge = &c->body->edges[e];
    const contact_relief *relief = &c->found->relief;
    const double *heights = c->body->heights;
    const talus_vec3 x = vec3_sub(c->body->vertices[edge->b], c->body->vertices[edge->a]);
    const talus_vec3 d = mat3_mulv(c->a, x);
    const double spread =
        relief->spread[0] * fabs(d.x) + relief->spread[1] * fabs(d.y) + REACH_SLACK;
    if (fabs(d.z - relief->lid.east * d.x - relief->lid.north * d.y) > spread) {
        return false; // the gap falls or rises all along it
    }
    // gap >= g_0 + gain s - 2 spread s (1 - s)
    const double g0 = heights[edge->a] - c->touch, gain = heights[edge->b] - heights[edge->a];
    const double rest = 2.0 * spread - gain;
    const bool is_over = g0 > 0.0 && g0 + gain > 0.0 &&
                         (fabs(gain) >= 2.0 * spread || 8.0 * spread * g0 > rest * rest);
    return !is_over;
}
