// SPDX-License-Identifier: GPL-3.0-or-later
// Areas of polygons with holes, by the even-odd rule over all rings of a feature: burnt into a
// class map, or cut into triangles slab by slab.
//
//        y_hi  ----xl1------xr1---     a slab between two neighbouring levels (vertices and
//                  /  \       \        crossings) holds no vertex, so the edges in it, sorted by x,
//        y_lo  --xl0--------xr0---     bound trapezoids in pairs
#include "io/geo_rules/geo_rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct crossing {
    size_t row;
    double x;
} crossing;

typedef struct crossing_list {
    crossing *items;
    size_t count, capacity;
} crossing_list;

static int compare_crossings(const void *a, const void *b)
{
    const crossing *p = a, *q = b;
    if (p->row != q->row) {
        return p->row < q->row ? -1 : 1;
    }
    return (p->x > q->x) - (p->x < q->x);
}

/// First index whose cell centre lies at or beyond `position` (local to the map), within [0,
/// count].
static size_t first_centre(double position, double cell, size_t count)
{
    const double index = ceil(position / cell - 0.5);
    return index <= 0.0 ? 0 : index >= (double)count ? count : (size_t)index;
}

static bool add_edge_crossings(const double *p, const talus_class_map *map, crossing_list *list)
{
    const double *low = p[1] <= p[3] ? p : p + 2, *high = p[1] <= p[3] ? p + 2 : p;
    const size_t from = first_centre(low[1] - map->y0, map->cell, map->ny);
    const size_t to = first_centre(high[1] - map->y0, map->cell, map->ny);
    if (to > from && list->count + (to - from) > list->capacity) {
        const size_t capacity = 2 * (list->count + (to - from));
        crossing *items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        list->items = items;
        list->capacity = capacity;
    }
    for (size_t row = from; row < to; row++) {
        const double y = map->y0 + ((double)row + 0.5) * map->cell;
        const double x = low[0] + (y - low[1]) * ((high[0] - low[0]) / (high[1] - low[1]));
        list->items[list->count++] = (crossing){.row = row, .x = x};
    }
    return true;
}

/// One past the last part of the feature that starts at `first`.
static size_t feature_end(const geo_vectors *polygons, size_t first)
{
    size_t end = first + 1;
    while (end < polygons->part_count &&
           polygons->parts[end].feature == polygons->parts[first].feature) {
        end++;
    }
    return end;
}

talus_status geo_burn_polygons(const geo_vectors *polygons, uint8_t value, talus_class_map *map)
{
    if (polygons->kind != GEO_POLYGONS) {
        return TALUS_ERROR_ARGUMENT;
    }
    crossing_list list = {0};
    size_t end = 0;
    for (size_t first = 0; first < polygons->part_count; first = end) {
        end = feature_end(polygons, first);
        list.count = 0;
        for (size_t k = first; k < end; k++) {
            const geo_part *ring = &polygons->parts[k];
            for (size_t n = 0; n + 1 < ring->count; n++) {
                if (!add_edge_crossings(ring->xy + 2 * n, map, &list)) {
                    free(list.items);
                    return TALUS_ERROR_MEMORY;
                }
            }
        }
        if (list.count > 0) {
            qsort(list.items, list.count, sizeof *list.items, compare_crossings);
        }
        for (size_t n = 0; n + 1 < list.count; n += 2) {
            const size_t from = first_centre(list.items[n].x - map->x0, map->cell, map->nx);
            const size_t to = first_centre(list.items[n + 1].x - map->x0, map->cell, map->nx);
            if (to > from) {
                memset(map->classes + list.items[n].row * map->nx + from, value, to - from);
            }
        }
    }
    free(list.items);
    return TALUS_OK;
}

/// A non-horizontal edge, lower end first.
typedef struct edge {
    double x0, y0, x1, y1;
    double x_mid; ///< in the current slab
    size_t index;
} edge;

typedef struct cutter {
    edge *edges;
    size_t edge_count, edge_capacity;
    double *levels;
    size_t level_count, level_capacity;
    edge *active;
    double *triangles; ///< (count x 3 x 2)
    size_t count, capacity;
} cutter;

/// Room for one more item of `size` bytes; NULL when out of memory.
static void *make_room(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return items;
    }
    const size_t needed = *capacity == 0 ? 64 : 2 * *capacity;
    void *larger = realloc(items, needed * size);
    if (larger != NULL) {
        *capacity = needed;
    }
    return larger;
}

static bool add_level(cutter *cut, double y)
{
    double *levels = make_room(cut->levels, cut->level_count, &cut->level_capacity, sizeof *levels);
    if (levels == NULL) {
        return false;
    }
    cut->levels = levels;
    levels[cut->level_count++] = y;
    return true;
}

static bool add_edge(cutter *cut, const double *p)
{
    if (p[1] == p[3]) {
        return true;
    }
    edge *edges = make_room(cut->edges, cut->edge_count, &cut->edge_capacity, sizeof *edges);
    if (edges == NULL) {
        return false;
    }
    cut->edges = edges;
    const bool up = p[1] < p[3];
    edges[cut->edge_count] = (edge){.x0 = up ? p[0] : p[2],
                                    .y0 = up ? p[1] : p[3],
                                    .x1 = up ? p[2] : p[0],
                                    .y1 = up ? p[3] : p[1],
                                    .index = cut->edge_count};
    cut->edge_count++;
    return add_level(cut, p[1]) && add_level(cut, p[3]);
}

static bool add_triangle(cutter *cut, const double xy[6])
{
    double *triangles =
        make_room(cut->triangles, cut->count, &cut->capacity, 6 * sizeof *triangles);
    if (triangles == NULL) {
        return false;
    }
    cut->triangles = triangles;
    memcpy(triangles + 6 * cut->count, xy, 6 * sizeof *xy);
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
    const edge *p = a, *q = b;
    if (p->y0 != q->y0) {
        return p->y0 < q->y0 ? -1 : 1;
    }
    return (p->index > q->index) - (p->index < q->index);
}

static int compare_middles(const void *a, const void *b)
{
    const edge *p = a, *q = b;
    if (p->x_mid != q->x_mid) {
        return p->x_mid < q->x_mid ? -1 : 1;
    }
    return (p->index > q->index) - (p->index < q->index);
}

/// Levels where edges cross inside (rings that overlap or cross themselves); edges sorted by
/// bottom.
static bool add_crossing_levels(cutter *cut)
{
    for (size_t i = 0; i < cut->edge_count; i++) {
        const edge *a = &cut->edges[i];
        const double ax = a->x1 - a->x0, ay = a->y1 - a->y0;
        for (size_t j = i + 1; j < cut->edge_count && cut->edges[j].y0 < a->y1; j++) {
            const edge *b = &cut->edges[j];
            const double bx = b->x1 - b->x0, by = b->y1 - b->y0;
            const double det = ax * by - ay * bx;
            const double cx = b->x0 - a->x0, cy = b->y0 - a->y0;
            const double s = (cx * by - cy * bx) / det, t = (cx * ay - cy * ax) / det;
            if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0 && !add_level(cut, a->y0 + s * ay)) {
                return false;
            }
        }
    }
    return true;
}

static double edge_x(const edge *e, double y)
{
    if (y == e->y0) {
        return e->x0;
    }
    return y == e->y1 ? e->x1 : e->x0 + (y - e->y0) * ((e->x1 - e->x0) / (e->y1 - e->y0));
}

static bool cut_trapezoid(cutter *cut, const edge *left, const edge *right, double low, double high)
{
    const double l0 = edge_x(left, low), r0 = edge_x(right, low);
    const double l1 = edge_x(left, high), r1 = edge_x(right, high);
    const double lower[6] = {l0, low, r0, low, r1, high}, upper[6] = {l0, low, r1, high, l1, high};
    return (!(r0 > l0) || add_triangle(cut, lower)) && (!(r1 > l1) || add_triangle(cut, upper));
}

/// All slabs of one feature: edges are sorted by bottom, levels ascend.
static bool cut_slabs(cutter *cut)
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
        while (next < cut->edge_count && cut->edges[next].y0 <= low) {
            cut->active[active++] = cut->edges[next++];
        }
        for (size_t n = 0; n < active; n++) {
            cut->active[n].x_mid = edge_x(&cut->active[n], 0.5 * (low + high));
        }
        qsort(cut->active, active, sizeof *cut->active, compare_middles);
        for (size_t n = 0; n + 1 < active; n += 2) {
            if (!cut_trapezoid(cut, &cut->active[n], &cut->active[n + 1], low, high)) {
                return false;
            }
        }
    }
    return true;
}

static bool cut_feature(cutter *cut, const geo_part *rings, size_t ring_count)
{
    cut->edge_count = 0;
    cut->level_count = 0;
    for (size_t k = 0; k < ring_count; k++) {
        for (size_t n = 0; n + 1 < rings[k].count; n++) {
            if (!add_edge(cut, rings[k].xy + 2 * n)) {
                return false;
            }
        }
    }
    if (cut->edge_count == 0) {
        return true;
    }
    qsort(cut->edges, cut->edge_count, sizeof *cut->edges, compare_bottoms);
    edge *active = realloc(cut->active, cut->edge_count * sizeof *active);
    if (active == NULL) {
        return false;
    }
    cut->active = active;
    if (!add_crossing_levels(cut)) {
        return false;
    }
    qsort(cut->levels, cut->level_count, sizeof *cut->levels, compare_levels);
    return cut_slabs(cut);
}

talus_status geo_polygons_to_triangles(const geo_vectors *polygons, size_t *count, double **xy,
                                       talus_error *error)
{
    *count = 0;
    *xy = NULL;
    if (polygons->kind != GEO_POLYGONS) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "points or lines have no area, expected polygons");
    }
    cutter cut = {0};
    bool good = true;
    size_t end = 0;
    for (size_t first = 0; first < polygons->part_count && good; first = end) {
        end = feature_end(polygons, first);
        good = cut_feature(&cut, polygons->parts + first, end - first);
    }
    free(cut.edges);
    free(cut.levels);
    free(cut.active);
    if (good && cut.count > 0) {
        *count = cut.count;
        *xy = cut.triangles;
        return TALUS_OK;
    }
    free(cut.triangles);
    return good
               ? talus_error_set(error, TALUS_ERROR_INPUT, "the polygons enclose no area")
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while cutting polygons");
}

void geo_vectors_clear(geo_vectors *vectors)
{
    for (size_t k = 0; k < vectors->part_count; k++) {
        free(vectors->parts[k].xy);
    }
    free(vectors->parts);
    *vectors = (geo_vectors){0};
}
