// SPDX-License-Identifier: GPL-3.0-or-later
// Which pairs are near: bounding spheres. The list comes out the same however it was found.
#include "physics/pairs/pairs.h"

#include "foundation/base/array.h"

#include <stdlib.h>
#include <string.h>

enum { EACH_WITH_EACH = 32 };

static bool append_near(const pairs_sphere *spheres, uint32_t i, uint32_t j, pairs_near *near)
{
    const double reach = spheres[i].radius + spheres[j].radius;
    if (vec3_norm2(vec3_sub(spheres[j].centre, spheres[i].centre)) > reach * reach) {
        return true;
    }
    if (!array_reserve(&near->pairs, &near->capacity, near->count + 1, sizeof *near->pairs)) {
        return false;
    }
    near->pairs[near->count++] = i < j ? (pairs_candidate){i, j} : (pairs_candidate){j, i};
    return true;
}

/// Left end of a sphere.
static double left(const pairs_sphere *sphere)
{
    return sphere->centre.x - sphere->radius;
}

/// Heap sort by left end, then number: no function of the library needs the spheres as a third
/// argument, and the order is total.
static bool is_before(const pairs_sphere *spheres, uint32_t i, uint32_t j)
{
    const double x = left(&spheres[i]), y = left(&spheres[j]);
    return x < y || (x == y && i < j);
}

static void sink(const pairs_sphere *spheres, uint32_t *order, size_t root, size_t count)
{
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && is_before(spheres, order[child], order[child + 1])) {
            child++;
        }
        if (!is_before(spheres, order[root], order[child])) {
            return;
        }
        const uint32_t swap = order[root];
        order[root] = order[child];
        order[child] = swap;
        root = child;
    }
}

static void sort_order(const pairs_sphere *spheres, uint32_t *order, size_t count)
{
    for (size_t root = count / 2; root-- > 0;) {
        sink(spheres, order, root, count);
    }
    for (size_t end = count; end-- > 1;) {
        const uint32_t swap = order[0];
        order[0] = order[end];
        order[end] = swap;
        sink(spheres, order, 0, end);
    }
}

static bool sweep(const pairs_sphere *spheres, size_t count, pairs_near *near)
{
    if (!array_reserve(&near->order, &near->order_capacity, count, sizeof *near->order)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        near->order[i] = (uint32_t)i;
    }
    sort_order(spheres, near->order, count);
    for (size_t i = 0; i < count; i++) {
        const pairs_sphere *own = &spheres[near->order[i]];
        const double right = own->centre.x + own->radius;
        for (size_t j = i + 1; j < count && left(&spheres[near->order[j]]) <= right; j++) {
            if (!append_near(spheres, near->order[i], near->order[j], near)) {
                return false;
            }
        }
    }
    return true;
}

static int compare_pairs(const void *x, const void *y)
{
    const pairs_candidate *p = x, *q = y;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

bool pairs_near_find(const pairs_sphere *spheres, size_t count, pairs_near *near)
{
    near->count = 0;
    if (count > EACH_WITH_EACH) {
        if (!sweep(spheres, count, near)) {
            return false;
        }
        if (near->count > 0) { // no memory before the first pair
            qsort(near->pairs, near->count, sizeof *near->pairs, compare_pairs);
        }
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1; j < count; j++) {
            if (!append_near(spheres, i, j, near)) {
                return false;
            }
        }
    }
    return true;
}

void pairs_near_clear(pairs_near *near)
{
    free(near->pairs);
    free(near->order);
    *near = (pairs_near){0};
}

int pairs_parts_of_step(double way, double inner_radius)
{
    enum { MOST_PARTS = 16 };
    const double parts = way / (0.25 * inner_radius);
    return !(parts > 1.0) ? 1 : parts > (double)MOST_PARTS ? MOST_PARTS : (int)ceil(parts);
}
