// SPDX-License-Identifier: GPL-3.0-or-later
// Areas of rings, slab by slab.
//
//        y_hi  ----xl1------xr1---     a slab between two neighbouring levels (vertices and
//                  /  \       \        crossings) holds no vertex, so between two edges in it, sorted
//        y_lo  --xl0--------xr0---     by x, lies a trapezoid that is inside a ring or outside
//
// A place is inside a ring where the ring winds around it, in whichever direction and however often.
// A polygon covers what is inside its outer ring and inside none of its holes.
#include "io/geo_rules/slabs.h"

#include "foundation/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A triangle or a crossing takes memory, too.
enum { STORED_WORK = 64 };

/// @return false: it is too much
static bool count_work(slabs *cut, size_t work)
{
    cut->work += work;
    return cut->work <= SLABS_MOST_WORK;
}

static bool add_level(slabs *cut, double y)
{
    if (!array_reserve(&cut->levels, &cut->level_capacity, cut->level_count + 1,
                       sizeof *cut->levels)) {
        return false;
    }
    cut->levels[cut->level_count++] = fmin(fmax(y, cut->low), cut->high);
    return true;
}

static bool add_edge(slabs *cut, const double *p)
{
    const bool up = p[1] < p[3];
    const double bottom = up ? p[1] : p[3], top = up ? p[3] : p[1];
    if (p[1] == p[3] || top <= cut->low || bottom >= cut->high || fmin(p[0], p[2]) > cut->east) {
        return true;
    }
    if (!array_reserve(&cut->edges, &cut->edge_capacity, cut->edge_count + 1, sizeof *cut->edges)) {
        return false;
    }
    cut->edges[cut->edge_count] = (slab_edge){.x0 = up ? p[0] : p[2],
                                              .y0 = bottom,
                                              .x1 = up ? p[2] : p[0],
                                              .y1 = top,
                                              .index = cut->edge_count,
                                              .ring = cut->ring_count - 1,
                                              .turn = up ? 1 : -1};
    cut->edge_count++;
    return add_level(cut, p[1]) && add_level(cut, p[3]);
}

void slabs_begin(slabs *cut)
{
    cut->edge_count = cut->level_count = cut->ring_count = cut->polygon_count = 0;
    cut->low = -HUGE_VAL;
    cut->high = cut->east = HUGE_VAL;
}

bool slabs_add(slabs *cut, const geo_part *rings, size_t count)
{
    if (!array_reserve(&cut->polygons, &cut->polygon_capacity, cut->polygon_count + 1,
                       sizeof *cut->polygons)) {
        return false;
    }
    cut->polygons[cut->polygon_count++] = (slab_polygon){0};
    for (size_t k = 0; k < count; k++) {
        if (!array_reserve(&cut->rings, &cut->ring_capacity, cut->ring_count + 1,
                           sizeof *cut->rings)) {
            return false;
        }
        cut->rings[cut->ring_count++] =
            (slab_ring){.polygon = cut->polygon_count - 1, .is_hole = rings[k].is_hole};
        if (!count_work(cut, rings[k].count)) {
            return false;
        }
        for (size_t n = 0; n + 1 < rings[k].count; n++) {
            if (!add_edge(cut, rings[k].xy + 2 * n)) {
                return false;
            }
        }
    }
    return true;
}

static bool add_triangle(slabs *cut, const double xy[6])
{
    if (!array_reserve(&cut->triangles, &cut->capacity, cut->count + 1,
                       6 * sizeof *cut->triangles) ||
        !count_work(cut, STORED_WORK)) {
        return false;
    }
    memcpy(cut->triangles + 6 * cut->count, xy, 6 * sizeof *xy);
    cut->count++;
    return true;
}

static int compare_levels(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

static int compare_bottoms(const void *a, const void *b)
{
    const slab_edge *p = a, *q = b;
    if (p->y0 != q->y0) {
        return p->y0 < q->y0 ? -1 : 1;
    }
    return (p->index > q->index) - (p->index < q->index);
}

static bool is_left(const slab_edge *p, const slab_edge *q)
{
    return p->x_mid != q->x_mid ? p->x_mid < q->x_mid : p->index < q->index;
}

static int compare_middles(const void *a, const void *b)
{
    return is_left(a, b) ? -1 : is_left(b, a);
}

enum { MANY = 16 };

/// From slab to slab the order hardly changes. @param added how many edges are new, at the end
static void sort_by_middles(slab_edge *edges, size_t count, size_t added)
{
    if (added > MANY) {
        qsort(edges, count, sizeof *edges, compare_middles);
        return;
    }
    for (size_t n = 1; n < count; n++) {
        const slab_edge moved = edges[n];
        size_t at = n;
        for (; at > 0 && is_left(&moved, &edges[at - 1]); at--) {
            edges[at] = edges[at - 1];
        }
        edges[at] = moved;
    }
}

static bool share_end(const slab_edge *a, const slab_edge *b)
{
    return (a->x0 == b->x0 && a->y0 == b->y0) || (a->x0 == b->x1 && a->y0 == b->y1) ||
           (a->x1 == b->x0 && a->y1 == b->y0) || (a->x1 == b->x1 && a->y1 == b->y1);
}

/// A share of an edge that is not its end.
static bool is_inner(double share)
{
    return share > 1e-9 && share < 1.0 - 1e-9;
}

/// Levels where edges cross inside (rings that overlap or cross themselves); edges sorted by
/// bottom.
static bool add_crossing_levels(slabs *cut, slab_areas *areas)
{
    for (size_t i = 0; i < cut->edge_count; i++) {
        const slab_edge *a = &cut->edges[i];
        const double ax = a->x1 - a->x0, ay = a->y1 - a->y0;
        size_t j = i + 1;
        for (; j < cut->edge_count && cut->edges[j].y0 < a->y1; j++) {
            const slab_edge *b = &cut->edges[j];
            const double bx = b->x1 - b->x0, by = b->y1 - b->y0;
            const double det = ax * by - ay * bx;
            const double cx = b->x0 - a->x0, cy = b->y0 - a->y0;
            const double s = (cx * by - cy * bx) / det, t = (cx * ay - cy * ax) / det;
            if (!(s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0)) {
                continue;
            }
            if (!count_work(cut, STORED_WORK) || !add_level(cut, a->y0 + s * ay)) {
                return false;
            }
            if (areas != NULL && a->ring == b->ring && is_inner(s) && is_inner(t) &&
                !share_end(a, b)) {
                if (areas->crossings++ == 0) {
                    areas->at[0] = a->x0 + s * ax;
                    areas->at[1] = a->y0 + s * ay;
                }
            }
        }
        if (!count_work(cut, j - i)) {
            return false;
        }
    }
    return true;
}

static double edge_x(const slab_edge *e, double y)
{
    if (y == e->y0) {
        return e->x0;
    }
    if (y == e->y1) {
        return e->x1;
    }
    const double slope = (e->x1 - e->x0) / (e->y1 - e->y0);
    // an edge that rises by next to nothing
    return isfinite(slope) ? e->x0 + (y - e->y0) * slope
                           : e->x0 + (y - e->y0) / (e->y1 - e->y0) * (e->x1 - e->x0);
}

static bool cut_trapezoid(slabs *cut, const slab_edge *left, const slab_edge *right, double low,
                          double high)
{
    const double l0 = edge_x(left, low), r0 = edge_x(right, low);
    const double l1 = edge_x(left, high), r1 = edge_x(right, high);
    const double lower[6] = {l0, low, r0, low, r1, high}, upper[6] = {l0, low, r1, high, l1, high};
    return (!(r0 > l0) || add_triangle(cut, lower)) && (!(r1 > l1) || add_triangle(cut, upper));
}

static int depth_of(const slab_polygon *polygon)
{
    return polygon->holes > 0 ? 0 : abs(polygon->winding);
}

/// Cross an edge from left to right. @return by how much the place is covered more often
static int cross(slabs *cut, const slab_edge *e)
{
    slab_ring *ring = &cut->rings[e->ring];
    slab_polygon *polygon = &cut->polygons[ring->polygon];
    const int before = depth_of(polygon), old = ring->winding;
    ring->winding += e->turn;
    if (ring->is_hole) {
        polygon->holes += (ring->winding != 0) - (old != 0);
    } else {
        polygon->winding += e->turn;
    }
    return depth_of(polygon) - before;
}

static void add_strip(slab_areas *areas, double strip, int depth, bool is_odd)
{
    if (!(strip > 0.0)) {
        return;
    }
    areas->covered += depth > 0 ? strip : 0.0;
    areas->overlap += depth > 1 ? strip * (double)(depth - 1) : 0.0;
    areas->stray += depth == 0 && is_odd ? strip : 0.0;
    areas->differs += (depth > 0) != is_odd ? strip : 0.0;
}

/// Which way the first polygon's ring runs around a strip.
static void add_side(slab_areas *areas, double strip, int winding, double x, double y)
{
    if (!(strip > 0.0) || winding == 0) {
        return;
    }
    const size_t side = winding > 0 ? 0 : 1;
    if (areas->crossings == 0 && areas->at[0] == 0.0 && areas->at[1] == 0.0 &&
        (abs(winding) > 1 || areas->sides[1 - side] > 0.0)) {
        areas->at[0] = x;
        areas->at[1] = y;
    }
    areas->sides[side] += strip;
}

/// One slab, whose `count` active edges are sorted.
static bool cut_covered(slabs *cut, size_t count, double low, double high, slabs_rule rule,
                        slab_areas *areas)
{
    const slab_edge *left = NULL;
    int depth = 0;
    bool good = true;
    for (size_t n = 0; n < count && good; n++) {
        const slab_edge *e = &cut->active[n];
        const int before = depth;
        depth += cross(cut, e);
        left = before == 0 && depth > 0 ? e : left;
        if (before > 0 && depth == 0 && rule == SLABS_COVERED) {
            good = cut_trapezoid(cut, left, e, low, high);
        }
        if (areas != NULL && n + 1 < count) {
            const slab_edge *next = e + 1;
            const double strip =
                0.5 * (high - low) *
                (edge_x(next, low) - edge_x(e, low) + edge_x(next, high) - edge_x(e, high));
            add_strip(areas, strip, depth, n % 2 == 0);
            add_side(areas, strip, cut->polygons[0].winding, 0.5 * (e->x_mid + next->x_mid),
                     0.5 * (low + high));
        }
    }
    for (size_t n = 0; n < count; n++) { // edges further east may have been left out
        slab_ring *ring = &cut->rings[cut->active[n].ring];
        ring->winding = 0;
        cut->polygons[ring->polygon] = (slab_polygon){0};
    }
    return good;
}

static bool cut_odd(slabs *cut, size_t count, double low, double high)
{
    for (size_t n = 0; n + 1 < count; n += 2) {
        if (!cut_trapezoid(cut, &cut->active[n], &cut->active[n + 1], low, high)) {
            return false;
        }
    }
    return true;
}

/// All slabs: edges are sorted by bottom, levels ascend.
static bool cut_all(slabs *cut, slabs_rule rule, slab_areas *areas)
{
    size_t next = 0, active = 0;
    for (size_t k = 0; k + 1 < cut->level_count; k++) {
        const double low = cut->levels[k], high = cut->levels[k + 1];
        if (!(high > low)) {
            continue;
        }
        size_t kept = 0;
        for (size_t n = 0; n < active; n++) {
            if (cut->active[n].y1 > low) {
                cut->active[kept++] = cut->active[n];
            }
        }
        active = kept;
        const size_t before = active;
        while (next < cut->edge_count && cut->edges[next].y0 <= low) {
            cut->active[active++] = cut->edges[next++];
        }
        for (size_t n = 0; n < active; n++) {
            cut->active[n].x_mid = edge_x(&cut->active[n], 0.5 * (low + high));
        }
        sort_by_middles(cut->active, active, active - before);
        if (!count_work(cut, active)) {
            return false;
        }
        if (rule == SLABS_ODD ? !cut_odd(cut, active, low, high)
                              : !cut_covered(cut, active, low, high, rule, areas)) {
            return false;
        }
    }
    return true;
}

bool slabs_cut(slabs *cut, slabs_rule rule, slab_areas *areas)
{
    if (cut->edge_count == 0) {
        return true;
    }
    if (cut->edge_count > cut->active_capacity) {
        slab_edge *active = realloc(cut->active, cut->edge_count * sizeof *active);
        if (active == NULL) {
            return false;
        }
        cut->active = active;
        cut->active_capacity = cut->edge_count;
    }
    qsort(cut->edges, cut->edge_count, sizeof *cut->edges, compare_bottoms);
    if (!add_crossing_levels(cut, areas)) {
        return false;
    }
    qsort(cut->levels, cut->level_count, sizeof *cut->levels, compare_levels);
    return cut_all(cut, rule, areas);
}

void slabs_clear(slabs *cut)
{
    free(cut->edges);
    free(cut->active);
    free(cut->levels);
    free(cut->rings);
    free(cut->polygons);
}
