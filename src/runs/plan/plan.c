// SPDX-License-Identifier: GPL-3.0-or-later
// Segments in boxes: crossings and distances in plan.
#include "runs/plan/plan.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK_SEGMENTS = 16 };

void plan_clear(plan_index *plan)
{
    free(plan->segments);
    free(plan->chunks);
    free(plan->items);
    free(plan->order);
    free(plan->nodes);
    *plan = (plan_index){0};
}

/// Room for one more thing of `size` bytes in a list whose capacity doubles.
static bool reserve(void **list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const size_t needed = *capacity == 0 ? 16 : 2 * *capacity;
    void *larger = realloc(*list, needed * size);
    if (larger == NULL) {
        return false;
    }
    *list = larger;
    *capacity = needed;
    return true;
}

bool plan_begin(plan_index *plan, double margin, bool is_area)
{
    const double none = (double)INFINITY;
    void *items = plan->items;
    if (!reserve(&items, plan->item_count, &plan->item_capacity, sizeof *plan->items)) {
        return false;
    }
    plan->items = items;
    plan->items[plan->item_count++] = (plan_item){.west = none,
                                                  .south = none,
                                                  .east = -none,
                                                  .north = -none,
                                                  .first = plan->chunk_count,
                                                  .margin = margin,
                                                  .is_area = is_area};
    return true;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static bool begin_chunk(plan_index *plan)
{
    const double none = (double)INFINITY;
    void *chunks = plan->chunks;
    if (!reserve(&chunks, plan->chunk_count, &plan->chunk_capacity, sizeof *plan->chunks)) {
        return false;
    }
    plan->chunks = chunks;
    plan->chunks[plan->chunk_count++] = (plan_chunk){
        .west = none, .south = none, .east = -none, .north = -none, .first = plan->segment_count};
    plan->items[plan->item_count - 1].count++;
    return true;
}

static bool add_segment(plan_index *plan, plan_segment s)
{
    void *segments = plan->segments;
    if (!reserve(&segments, plan->segment_count, &plan->segment_capacity, sizeof *plan->segments)) {
        return false;
    }
    plan->segments = segments;
    plan->segments[plan->segment_count++] = s;
    plan_item *item = &plan->items[plan->item_count - 1];
    plan_chunk *chunk = &plan->chunks[plan->chunk_count - 1];
    chunk->count++;
    chunk->west = smaller(chunk->west, smaller(s.x0, s.x1));
    chunk->south = smaller(chunk->south, smaller(s.y0, s.y1));
    chunk->east = larger(chunk->east, larger(s.x0, s.x1));
    chunk->north = larger(chunk->north, larger(s.y0, s.y1));
    item->west = smaller(item->west, chunk->west);
    item->south = smaller(item->south, chunk->south);
    item->east = larger(item->east, chunk->east);
    item->north = larger(item->north, chunk->north);
    return true;
}

bool plan_add(plan_index *plan, const double *xy, size_t count, bool closed)
{
    const size_t segments = count < 2 ? 0 : closed ? count : count - 1;
    double along = 0.0;
    for (size_t k = 0; k < segments; k++) {
        const double *p = xy + 2 * k, *q = xy + 2 * ((k + 1) % count);
        const double dx = q[0] - p[0], dy = q[1] - p[1];
        if ((k % CHUNK_SEGMENTS == 0 && !begin_chunk(plan)) ||
            !add_segment(plan, (plan_segment){p[0], p[1], q[0], q[1], along})) {
            return false;
        }
        along += sqrt(dx * dx + dy * dy);
    }
    return true;
}

bool plan_add_ring(plan_index *plan, const double *xy, size_t count, bool is_hole)
{
    const size_t first = plan->chunk_count;
    if (!plan_add(plan, xy, count, true)) {
        return false;
    }
    if (first < plan->chunk_count) {
        plan->chunks[first].ring = is_hole ? PLAN_HOLE : PLAN_OUTER;
    }
    return true;
}

static double cross(double ax, double ay, double bx, double by)
{
    return ax * by - ay * bx;
}

/// Sign of `value`; where it is 0, of what a displacement by (e, e^2) adds: gx e + gy e^2.
static bool is_positive(double value, double gx, double gy)
{
    if (value != 0.0) {
        return value > 0.0;
    }
    return gx != 0.0 ? gx > 0.0 : gy > 0.0;
}

static double share(double from, double to)
{
    const double fraction = from / (from - to);
    return fraction >= 0.0 ? fraction <= 1.0 ? fraction : 1.0 : 0.0;
}

static bool cross_segment(const plan_segment *s, const double a[2], const double b[2],
                          plan_hit *hit)
{
    // of a and b: left of the segment; d (q - p) x (r - p) / dr = (-dy, dx) of the segment
    const double dx = s->x1 - s->x0, dy = s->y1 - s->y0;
    const double side_a = cross(dx, dy, a[0] - s->x0, a[1] - s->y0);
    const double side_b = cross(dx, dy, b[0] - s->x0, b[1] - s->y0);
    const bool left_a = is_positive(side_a, -dy, dx), left_b = is_positive(side_b, -dy, dx);
    if (left_a == left_b) {
        return false;
    }
    // of the segment's ends: left of the way, which is displaced: d (b - a) x (p - a) = (vy, -vx)
    const double vx = b[0] - a[0], vy = b[1] - a[1];
    const double side_p = cross(vx, vy, s->x0 - a[0], s->y0 - a[1]);
    const double side_q = cross(vx, vy, s->x1 - a[0], s->y1 - a[1]);
    if (is_positive(side_p, vy, -vx) == is_positive(side_q, vy, -vx)) {
        return false;
    }
    hit->fraction = share(side_a, side_b);
    hit->along = s->along + share(side_p, side_q) * sqrt(dx * dx + dy * dy);
    hit->to_left = left_b;
    return true;
}

static bool keep_hit(plan_hits *hits, plan_hit hit)
{
    void *list = hits->hits;
    if (!reserve(&list, hits->count, &hits->capacity, sizeof *hits->hits)) {
        return false;
    }
    hits->hits = list;
    hits->hits[hits->count++] = hit;
    return true;
}

static bool cross_item(const plan_index *plan, size_t index, const double a[2], const double b[2],
                       plan_hits *hits)
{
    const plan_item *item = &plan->items[index];
    const double west = smaller(a[0], b[0]), east = larger(a[0], b[0]);
    const double south = smaller(a[1], b[1]), north = larger(a[1], b[1]);
    for (size_t c = item->first; c < item->first + item->count; c++) {
        const plan_chunk *chunk = &plan->chunks[c];
        if (chunk->west > east || chunk->east < west || chunk->south > north ||
            chunk->north < south) {
            continue;
        }
        for (size_t i = chunk->first; i < chunk->first + chunk->count; i++) {
            plan_hit hit = {.item = index, .segment = i};
            if (cross_segment(&plan->segments[i], a, b, &hit) && !keep_hit(hits, hit)) {
                return false;
            }
        }
    }
    return true;
}

bool plan_cross(const plan_index *plan, const bool *skip, const double a[2], const double b[2],
                plan_hits *hits)
{
    plan_search search = plan_start_search(plan, a, b, 0.0);
    size_t item;
    while (plan_next(&search, &item)) {
        if (!(skip != NULL && skip[item]) && !cross_item(plan, item, a, b, hits)) {
            return false;
        }
    }
    return true;
}

static double box_distance2(double west, double south, double east, double north, double x,
                            double y)
{
    const double dx = larger(0.0, larger(west - x, x - east));
    const double dy = larger(0.0, larger(south - y, y - north));
    return dx * dx + dy * dy;
}

static double point_distance2(const plan_segment *s, double x, double y)
{
    const double dx = s->x1 - s->x0, dy = s->y1 - s->y0;
    const double px = x - s->x0, py = y - s->y0, length2 = dx * dx + dy * dy;
    double f = length2 > 0.0 ? (px * dx + py * dy) / length2 : 0.0;
    f = f > 0.0 ? f < 1.0 ? f : 1.0 : 0.0;
    const double ex = px - f * dx, ey = py - f * dy;
    return ex * ex + ey * ey;
}

/// Even-odd rule by a ray towards east, ring by ring where they are told apart.
static bool is_inside(const plan_index *plan, const plan_item *item, double x, double y)
{
    bool inside = false, covered = false; // of the ring; by the polygon without it
    plan_ring ring = PLAN_OUTER;
    for (size_t c = item->first; c < item->first + item->count; c++) {
        const plan_chunk *chunk = &plan->chunks[c];
        if (chunk->ring != PLAN_GOES_ON) {
            covered = ring == PLAN_OUTER ? inside : covered && !inside;
            if (chunk->ring == PLAN_OUTER && covered) {
                return true;
            }
            ring = chunk->ring;
            inside = false;
        }
        if (chunk->south > y || chunk->north < y || chunk->east < x) {
            continue;
        }
        for (size_t i = chunk->first; i < chunk->first + chunk->count; i++) {
            const plan_segment *s = &plan->segments[i];
            if ((s->y0 > y) != (s->y1 > y) &&
                x < s->x0 + (y - s->y0) / (s->y1 - s->y0) * (s->x1 - s->x0)) {
                inside = !inside;
            }
        }
    }
    return ring == PLAN_OUTER ? inside : covered && !inside;
}

/// Squared distance of an item's segments, or `best` when they are farther.
static double nearest2(const plan_index *plan, const plan_item *item, double x, double y,
                       double best)
{
    for (size_t c = item->first; c < item->first + item->count; c++) {
        const plan_chunk *chunk = &plan->chunks[c];
        if (box_distance2(chunk->west, chunk->south, chunk->east, chunk->north, x, y) >= best) {
            continue;
        }
        for (size_t i = chunk->first; i < chunk->first + chunk->count; i++) {
            best = smaller(best, point_distance2(&plan->segments[i], x, y));
        }
    }
    return best;
}

/// The clearance so far, or the item's when that is smaller.
static double item_clearance(const plan_index *plan, const plan_item *item, double x, double y,
                             double clearance)
{
    const double reach = clearance + item->margin;
    const double box2 = box_distance2(item->west, item->south, item->east, item->north, x, y);
    if (reach <= 0.0 || box2 >= reach * reach) {
        return clearance;
    }
    if (item->is_area && box2 == 0.0 && is_inside(plan, item, x, y)) {
        return smaller(clearance, -item->margin);
    }
    const double best = nearest2(plan, item, x, y, reach * reach);
    // less than the distance by more than the round-off of both
    return smaller(clearance, sqrt(best) * (1.0 - 1e-9) - item->margin);
}

/// A node whose box is so far away.
typedef struct far_node {
    double distance2; ///< m^2
    uint32_t node;
} far_node;

/// Put the nodes under one behind those that wait, the nearest last. @return how many wait then
static unsigned push_nodes(const plan_index *plan, const plan_node *over, double x, double y,
                           far_node *waiting, unsigned count)
{
    const unsigned begin = count;
    for (uint32_t k = over->first; k < over->first + over->count; k++) {
        const plan_node *n = &plan->nodes[k];
        const far_node one = {box_distance2(n->west, n->south, n->east, n->north, x, y), k};
        unsigned at = count++;
        for (; at > begin && waiting[at - 1].distance2 < one.distance2; at--) {
            waiting[at] = waiting[at - 1];
        }
        waiting[at] = one;
    }
    return count;
}

double plan_clearance(const plan_index *plan, const bool *skip, double x, double y)
{
    double clearance = (double)INFINITY;
    far_node waiting[PLAN_WAITING];
    unsigned count = 0;
    if (plan->node_count > 0) {
        waiting[count++] = (far_node){0.0, (uint32_t)plan->node_count - 1u};
    }
    while (count > 0 && clearance > 0.0) {
        const far_node next = waiting[--count];
        const plan_node *node = &plan->nodes[next.node];
        if (next.distance2 >= clearance * clearance) {
            continue;
        }
        if (!node->is_leaf) {
            count = push_nodes(plan, node, x, y, waiting, count);
            continue;
        }
        for (uint32_t k = node->first; k < node->first + node->count; k++) {
            const uint32_t item = plan->order[k];
            if (!(skip != NULL && skip[item])) {
                clearance = item_clearance(plan, &plan->items[item], x, y, clearance);
            }
        }
    }
    return clearance;
}

static bool segments_meet(const plan_segment *s, const double a[2], const double b[2],
                          double reach2)
{
    plan_hit hit;
    const plan_segment way = {a[0], a[1], b[0], b[1], 0.0};
    return point_distance2(s, a[0], a[1]) <= reach2 || point_distance2(s, b[0], b[1]) <= reach2 ||
           point_distance2(&way, s->x0, s->y0) <= reach2 ||
           point_distance2(&way, s->x1, s->y1) <= reach2 || cross_segment(s, a, b, &hit);
}

bool plan_is_near(const plan_index *plan, size_t index, const double a[2], const double b[2],
                  double reach)
{
    const plan_item *item = &plan->items[index];
    const double limit = item->margin + reach, limit2 = limit * limit;
    const double west = smaller(a[0], b[0]) - limit, east = larger(a[0], b[0]) + limit;
    const double south = smaller(a[1], b[1]) - limit, north = larger(a[1], b[1]) + limit;
    if (item->west > east || item->east < west || item->south > north || item->north < south) {
        return false;
    }
    if (item->is_area && is_inside(plan, item, a[0], a[1])) {
        return true;
    }
    for (size_t c = item->first; c < item->first + item->count; c++) {
        const plan_chunk *chunk = &plan->chunks[c];
        if (chunk->west > east || chunk->east < west || chunk->south > north ||
            chunk->north < south) {
            continue;
        }
        for (size_t i = chunk->first; i < chunk->first + chunk->count; i++) {
            if (segments_meet(&plan->segments[i], a, b, limit2)) {
                return true;
            }
        }
    }
    return false;
}
