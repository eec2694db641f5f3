// SPDX-License-Identifier: GPL-3.0-or-later
// Two-way detection: which vertices and edges of a rock may touch the ground, found for four
// vertices at a time. [docs/detection.md]
#include "physics/contact/contact_internal.h"
#include "physics/contact/lid.h"

/// Above the round-off of gaps along an edge, m.
#define REACH_SLACK 1e-7

/// Most cells a side under a rock that are bounded together.
enum { REACH_CELLS = 32 };

/// How far the slopes of the cells' sides are from those of the lid: so far are those of the
/// surface at most, whichever it is.
static void find_spread(const talus_terrain *t, const contact_footprint *f, contact_relief *relief)
{
    const contact_lid *lid = &relief->lid;
    double *spread = relief->spread;
    const int64_t i1 = (int64_t)f->i1 + 1, j1 = (int64_t)f->j1 + 1;
    spread[0] = spread[1] = 0.0;
    for (int64_t j = f->j0; j <= j1; j++) {
        for (int64_t i = f->i0; i <= i1; i++) {
            const double z = contact_node_height(t, i, j);
            if (i < i1) {
                const double slope = (contact_node_height(t, i + 1, j) - z) * t->per_cell;
                spread[0] = terrain_larger(spread[0], fabs(slope - lid->east));
            }
            if (j < j1) {
                const double slope = (contact_node_height(t, i, j + 1) - z) * t->per_cell;
                spread[1] = terrain_larger(spread[1], fabs(slope - lid->north));
            }
        }
    }
    relief->steep = sqrt(spread[0] * spread[0] + spread[1] * spread[1]);
}

/// Mark the edges that end in a vertex.
LANES_PART void mark_star(const contact_body *body, size_t vertex)
{
    if (body->edge_count <= 64) {
        *body->wet_edges |= body->star_bits[vertex];
        return;
    }
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
    const double steep = c->found->relief.steep;
    return (nearness){c->touch + 0.5 * steep * c->body->longest_edge,
                      c->touch + steep * c->body->face_radius};
}

/// Four vertices, of which the first `count` are requested.
typedef struct vertex_four {
    size_t index[LANES], count;
    lanes x, y, z; ///< m, world
} vertex_four;

/// The patches one by one: where lines of the terrain are near or the cells lie in two tiles.
static TERRAIN_COLD void find_each_gap(const contact_collector *c, const vertex_four *four)
{
    const talus_terrain *t = c->site->terrain;
    for (size_t k = 0; k < four->count; k++) {
        contact_under *under = &c->body->under[four->index[k]];
        double *gap = &c->body->heights[four->index[k]];
        terrain_place place;
        *gap = -(double)INFINITY; // may touch
        under->node = NULL;
        if (terrain_locate(t, four->x[k], four->y[k], &place)) {
            const terrain_patch p = terrain_patch_at(t, place.node, place.u, place.v);
            *gap = four->z[k] - contact_place_height(t, &place);
            *under = (contact_under){place.node, (p.a + place.v * p.c) * t->per_cell,
                                     (p.b + place.u * p.c) * t->per_cell};
        }
    }
}

/// Gaps under four vertices, in place of their heights over the lid, and what is under them.
LANES_PART void find_gaps(const contact_collector *c, const contact_footprint *f, vertex_four *four)
{
    const size_t *index = four->index;
    const double *bx = c->body->x, *by = c->body->y, *bz = c->body->z;
    const lanes x = {bx[index[0]], bx[index[1]], bx[index[2]], bx[index[3]]};
    const lanes y = {by[index[0]], by[index[1]], by[index[2]], by[index[3]]};
    const lanes z = {bz[index[0]], bz[index[1]], bz[index[2]], bz[index[3]]};
    const double(*m)[3] = c->a->m;
    four->x = c->r.x + (m[0][0] * x + m[0][1] * y + m[0][2] * z);
    four->y = c->r.y + (m[1][0] * x + m[1][1] * y + m[1][2] * z);
    four->z = c->r.z + (m[2][0] * x + m[2][1] * y + m[2][2] * z);
    const talus_terrain *t = c->site->terrain;
    contact_four on;
    if (TERRAIN_RARELY(f->tile == NULL ||
                       !contact_footprint_look_up(t, f, &four->x, &four->y, &on))) {
        find_each_gap(c, four);
        return;
    }
    const lanes gap = four->z - on.height;
    const lanes east = (on.a + on.v * on.c) * t->per_cell,
                north = (on.b + on.u * on.c) * t->per_cell;
    for (size_t k = 0; k < four->count; k++) {
        c->body->heights[index[k]] = gap[k];
        c->body->under[index[k]] = (contact_under){on.node[k], east[k], north[k]};
    }
}

/// Heights of all vertices over the lid. @return how many are not above `near`, their numbers in
/// body->low; 0 too where all are above c->touch
LANES_PART size_t find_low(const contact_collector *c, const contact_lid_height *height,
                           double near)
{
    const contact_body *body = c->body;
    const double *xs = body->x, *ys = body->y, *zs = body->z;
    double *heights = body->heights;
    uint32_t *end = body->low;
    unsigned touching = 0;
    for (size_t k = 0; k < body->vertex_count; k += LANES) {
        const loose_lanes *x = (const loose_lanes *)(xs + k), *y = (const loose_lanes *)(ys + k),
                          *z = (const loose_lanes *)(zs + k);
        const lanes over =
            height->over + (height->up.x * *x + height->up.y * *y + height->up.z * *z);
        *(loose_lanes *)(heights + k) = over;
        const lanes_truth is_low = over <= near, is_touching = over <= c->touch;
        touching |= lanes_mask(&is_touching);
        for (unsigned low = lanes_mask(&is_low); low != 0; low &= low - 1) {
            *end++ = (uint32_t)k + (uint32_t)__builtin_ctz(low);
        }
    }
    size_t count = (size_t)(end - body->low);
    while (count > 0 && body->low[count - 1] >= body->vertex_count) {
        count--;
    }
    return touching != 0 ? count : 0;
}

/// Bit n: the gap only falls or rises along edge k + n.
LANES_PART unsigned find_steep(const contact_collector *c, size_t k)
{
    const contact_body *body = c->body;
    const contact_relief *relief = &c->found->relief;
    const talus_vec3 up = c->up;
    const double(*m)[3] = c->a->m;
    const lanes x = *(const loose_lanes *)(body->edge_x + k),
                y = *(const loose_lanes *)(body->edge_y + k),
                z = *(const loose_lanes *)(body->edge_z + k);
    lanes rise = up.x * x + up.y * y + up.z * z; // over the lid
    lanes dx = m[0][0] * x + m[0][1] * y + m[0][2] * z,
          dy = m[1][0] * x + m[1][1] * y + m[1][2] * z;
    lanes_unsign(&rise);
    lanes_unsign(&dx);
    lanes_unsign(&dy);
    const lanes_truth is_steep =
        rise > relief->spread[0] * dx + relief->spread[1] * dy + REACH_SLACK;
    return lanes_mask(&is_steep);
}

/// Leave out marked edges along which the gap only falls or rises, four at a time.
LANES_PART void unmark_steep(const contact_collector *c)
{
    const contact_body *body = c->body;
    for (size_t first = 0; first < body->edge_count; first += 64) {
        uint64_t *const marked = &body->wet_edges[first >> 6];
        for (uint64_t left = *marked; left != 0;) {
            const unsigned four = (unsigned)__builtin_ctzll(left) & ~(LANES - 1u);
            left &= ~(((UINT64_C(1) << LANES) - 1u) << four);
            *marked &= ~((uint64_t)find_steep(c, first + four) << four);
        }
    }
}

/// Look the low vertices up. Those that may touch stay in body->low; edges of those that are near
/// are marked. @return whether something may touch
LANES_PART bool look_up_low(contact_collector *c, const contact_footprint *f, size_t count,
                            const nearness *near)
{
    const contact_body *body = c->body;
    double least = (double)INFINITY;
    for (size_t k = 0; k < count; k += LANES) {
        vertex_four four;
        four.count = count - k < LANES ? count - k : LANES;
        for (size_t n = 0; n < LANES; n++) {
            four.index[n] = body->low[k + (n < four.count ? n : 0)];
        }
        find_gaps(c, f, &four);
        for (size_t n = 0; n < four.count; n++) {
            const double gap = body->heights[four.index[n]];
            if (gap < least) {
                least = gap;
                c->found->nearest = four.index[n];
            }
        }
    }
    if (least > near->all) {
        return false;
    }
    c->low_count = 0;
    if (least > near->edge) {
        return true; // nodes at most
    }
    for (size_t k = 0; k < count; k++) {
        const size_t vertex = body->low[k];
        if (body->heights[vertex] <= near->edge) {
            mark_star(body, vertex);
        }
        if (body->heights[vertex] <= c->touch) {
            body->low[c->low_count++] = (uint32_t)vertex;
        }
    }
    unmark_steep(c);
    return true;
}

/// Find what is near the ground under a lid. @return whether something may touch
LANES_PART bool find_near(contact_collector *c, const contact_footprint *f,
                          const contact_lid_height *height)
{
    const nearness near = find_nearness(c);
    c->near = near.all;
    const size_t count = find_low(c, height, near.all);
    return count > 0 && look_up_low(c, f, count, &near);
}

/// The inner nodes of the cells: no other is under the rock.
LANES_PART contact_span inner_nodes(const contact_footprint *f)
{
    return (contact_span){(int64_t)f->i0 + 1, (int64_t)f->i1, (int64_t)f->j0 + 1, (int64_t)f->j1};
}

LANES_CLONES bool contact_find_reach(contact_collector *c, bool *is_clear)
{
    const talus_terrain *t = c->site->terrain;
    const contact_body *body = c->body;
    const contact_footprint f = contact_footprint_under(t, c->r, body->radius + c->margin);
    contact_relief *relief = &c->found->relief;
    const bool is_on_grid = f.tile != NULL || f.i0 != f.i1 || f.j0 != f.j1;
    if (!is_on_grid || f.i1 - f.i0 >= REACH_CELLS || f.j1 - f.j0 >= REACH_CELLS) {
        return false; // one cell is in one tile
    }
    if (!contact_lid_is_on(&relief->lid, &f)) {
        relief->lid = contact_lid_on(t, &f);
        find_spread(t, &f, relief);
    }
    if (relief->lid.is_cut) {
        return false;
    }
    c->has_reach = true;
    c->touch = CONTACT_STEEPEST * c->margin + REACH_SLACK;
    c->span = inner_nodes(&f);
    const contact_lid_height height = contact_height_over(&relief->lid, c->r, c->a);
    c->up = height.up;
    const double above = height.over - c->touch - REACH_SLACK;
    const bool is_sphere_clear =
        above > 0.0 && above * above > body->radius * body->radius * vec3_norm2(height.up);
    *is_clear = is_sphere_clear || !find_near(c, &f, &height);
    return true;
}

/// Whether the gap has no minimum near the ground on an edge over one curved patch: its slope goes
/// straight from end to end.
static bool is_over_patch(const contact_collector *c, const contact_edge *edge, talus_vec3 d)
{
    const contact_under *from = &c->body->under[edge->a], *to = &c->body->under[edge->b];
    const double *heights = c->body->heights;
    const bool are_looked_up = heights[edge->a] <= c->near && heights[edge->b] <= c->near;
    if (!are_looked_up || from->node == NULL || from->node != to->node ||
        c->site->terrain->is_triangulated) {
        return false;
    }
    const double begin = d.z - from->east * d.x - from->north * d.y,
                 end = d.z - to->east * d.x - to->north * d.y;
    return begin > REACH_SLACK || end < -REACH_SLACK ||
           (end - begin > REACH_SLACK &&
            heights[edge->a] - 0.5 * begin * begin / (end - begin) > c->touch);
}

bool contact_edge_may_touch(const contact_collector *c, size_t e)
{
    const contact_edge *edge = &c->body->edges[e];
    const double *heights = c->body->heights, *spreads = c->found->relief.spread;
    const talus_vec3 x = vec3(c->body->edge_x[e], c->body->edge_y[e], c->body->edge_z[e]);
    const talus_vec3 d = mat3_mulv(c->a, x);
    if (is_over_patch(c, edge, d)) {
        return false;
    }
    // gap >= g_0 + gain s - 2 spread s (1 - s)
    const double spread = spreads[0] * fabs(d.x) + spreads[1] * fabs(d.y) + REACH_SLACK;
    const double g0 = heights[edge->a] - c->touch, gain = heights[edge->b] - heights[edge->a];
    const double rest = 2.0 * spread - gain;
    const bool is_over = g0 > 0.0 && g0 + gain > 0.0 &&
                         (fabs(gain) >= 2.0 * spread || 8.0 * spread * g0 > rest * rest);
    return !is_over;
}
