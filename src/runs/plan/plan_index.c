// SPDX-License-Identifier: GPL-3.0-or-later
// A tree of boxes over the items of a plan, packed by sort-tile-recursive [Leutenegger, Lopez and
// Edgington 1997]: slabs of equal count by x, leaves of equal count in each by y.
#include "runs/plan/plan.h"

#include <math.h>
#include <stdlib.h>

typedef struct item_centre {
    double x, y; ///< m
    uint32_t item;
} item_centre;

static int compare(double a, double b, uint32_t item_a, uint32_t item_b)
{
    if (a != b) {
        return a < b ? -1 : 1;
    }
    return (item_a > item_b) - (item_a < item_b);
}

static int compare_x(const void *a, const void *b)
{
    const item_centre *p = a, *q = b;
    return compare(p->x, q->x, p->item, q->item);
}

static int compare_y(const void *a, const void *b)
{
    const item_centre *p = a, *q = b;
    return compare(p->y, q->y, p->item, q->item);
}

/// @param count at least 1
static void sort_tiles(item_centre *centres, size_t count)
{
    qsort(centres, count, sizeof *centres, compare_x);
    const size_t leaves = (count + PLAN_FAN - 1) / PLAN_FAN;
    const size_t slabs = (size_t)ceil(sqrt((double)leaves));
    const size_t slab = (leaves + slabs - 1) / slabs * PLAN_FAN;
    for (size_t k = 0; k < count; k += slab) {
        const size_t rest = count - k;
        qsort(centres + k, rest < slab ? rest : slab, sizeof *centres, compare_y);
    }
}

static void grow(plan_node *node, double west, double south, double east, double north)
{
    node->west = west < node->west ? west : node->west;
    node->south = south < node->south ? south : node->south;
    node->east = east > node->east ? east : node->east;
    node->north = north > node->north ? north : node->north;
}

static plan_node *begin_node(plan_index *plan, size_t first, size_t end, bool is_leaf)
{
    const double none = (double)INFINITY;
    const size_t rest = end - first;
    plan_node *node = &plan->nodes[plan->node_count++];
    *node = (plan_node){.west = none,
                        .south = none,
                        .east = -none,
                        .north = -none,
                        .first = (uint32_t)first,
                        .count = (uint32_t)(rest < PLAN_FAN ? rest : PLAN_FAN),
                        .is_leaf = is_leaf};
    return node;
}

static void build_leaves(plan_index *plan, size_t count)
{
    for (size_t k = 0; k < count; k += PLAN_FAN) {
        plan_node *node = begin_node(plan, k, count, true);
        for (uint32_t i = node->first; i < node->first + node->count; i++) {
            const plan_item *item = &plan->items[plan->order[i]];
            const double m = item->margin;
            grow(node, item->west - m, item->south - m, item->east + m, item->north + m);
        }
    }
}

/// Nodes over nodes, level by level, until one is over all.
static void build_levels(plan_index *plan)
{
    size_t begin = 0, end = plan->node_count;
    while (end - begin > 1) {
        for (size_t k = begin; k < end; k += PLAN_FAN) {
            plan_node *node = begin_node(plan, k, end, false);
            for (uint32_t i = node->first; i < node->first + node->count; i++) {
                const plan_node *below = &plan->nodes[i];
                grow(node, below->west, below->south, below->east, below->north);
            }
        }
        begin = end;
        end = plan->node_count;
    }
}

/// Centres of the boxes of items that have one. @return their number
static size_t find_centres(const plan_index *plan, item_centre *centres)
{
    size_t count = 0;
    for (size_t k = 0; k < plan->item_count; k++) {
        const plan_item *item = &plan->items[k];
        if (item->count > 0) {
            centres[count++] = (item_centre){0.5 * (item->west + item->east),
                                             0.5 * (item->south + item->north), (uint32_t)k};
        }
    }
    return count;
}

bool plan_finish(plan_index *plan)
{
    // a level has an eighth of the nodes below, rounded up: never more nodes than items and levels
    item_centre *centres = malloc((plan->item_count + 1) * sizeof *centres);
    plan->order = malloc((plan->item_count + 1) * sizeof *plan->order);
    plan->nodes = malloc((plan->item_count + PLAN_WAITING) * sizeof *plan->nodes);
    const bool has_room = centres != NULL && plan->order != NULL && plan->nodes != NULL;
    const size_t count = has_room ? find_centres(plan, centres) : 0;
    if (count > 0) {
        sort_tiles(centres, count);
        for (size_t k = 0; k < count; k++) {
            plan->order[k] = centres[k].item;
        }
        build_leaves(plan, count);
        build_levels(plan);
    }
    free(centres);
    return has_room;
}

plan_search plan_start_search(const plan_index *plan, const double a[2], const double b[2],
                              double reach)
{
    plan_search s = {.plan = plan,
                     .west = (a[0] < b[0] ? a[0] : b[0]) - reach,
                     .south = (a[1] < b[1] ? a[1] : b[1]) - reach,
                     .east = (a[0] > b[0] ? a[0] : b[0]) + reach,
                     .north = (a[1] > b[1] ? a[1] : b[1]) + reach};
    if (plan->node_count > 0) {
        s.waiting[s.waiting_count++] = (uint32_t)plan->node_count - 1u;
    }
    return s;
}

static bool meets(const plan_search *s, double west, double south, double east, double north)
{
    return west <= s->east && east >= s->west && south <= s->north && north >= s->south;
}

bool plan_next(plan_search *s, size_t *item)
{
    for (;;) {
        while (s->at < s->end) {
            *item = s->plan->order[s->at++];
            const plan_item *i = &s->plan->items[*item];
            const double m = i->margin;
            if (meets(s, i->west - m, i->south - m, i->east + m, i->north + m)) {
                return true;
            }
        }
        if (s->waiting_count == 0) {
            return false;
        }
        const plan_node *node = &s->plan->nodes[s->waiting[--s->waiting_count]];
        if (node->is_leaf) {
            s->at = node->first;
            s->end = s->at + node->count;
            continue;
        }
        for (uint32_t k = node->first; k < node->first + node->count; k++) {
            const plan_node *n = &s->plan->nodes[k];
            if (meets(s, n->west, n->south, n->east, n->north)) {
                s->waiting[s->waiting_count++] = k;
            }
        }
    }
}
