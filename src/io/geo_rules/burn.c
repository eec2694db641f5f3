// SPDX-License-Identifier: GPL-3.0-or-later
// Polygons burnt into a class map: a cell counts where its centre is inside the outer ring and inside
// none of the holes, in whichever direction and however often rings run around it.
#include "io/geo_rules/geo_rules.h"

#include "foundation/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct crossing {
    size_t row, ring;
    double x;
    int turn; ///< 1: the ring runs up here; -1: down
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

static bool add_edge_crossings(const double *p, size_t ring, const talus_class_map *map,
                               crossing_list *list)
{
    const double *low = p[1] <= p[3] ? p : p + 2, *high = p[1] <= p[3] ? p + 2 : p;
    const size_t from = first_centre(low[1] - map->y0, map->cell, map->ny);
    const size_t to = first_centre(high[1] - map->y0, map->cell, map->ny);
    if (to > from && !array_reserve(&list->items, &list->capacity, list->count + (to - from),
                                    sizeof *list->items)) {
        return false;
    }
    for (size_t row = from; row < to; row++) {
        const double y = map->y0 + ((double)row + 0.5) * map->cell;
        const double x = low[0] + (y - low[1]) * ((high[0] - low[0]) / (high[1] - low[1]));
        list->items[list->count++] =
            (crossing){.row = row, .ring = ring, .x = x, .turn = p[1] <= p[3] ? 1 : -1};
    }
    return true;
}

/// One past the last part of the polygon that starts at `first`: its holes follow it.
static size_t polygon_end(const geo_vectors *polygons, size_t first)
{
    const geo_part *parts = polygons->parts;
    size_t end = first + 1;
    while (end < polygons->part_count && parts[end].is_hole &&
           parts[end].feature == parts[first].feature) {
        end++;
    }
    return end;
}

/// Crossings of all rings of a polygon; the map's rows from the south on, in a row from the west on.
static bool list_crossings(const geo_part *rings, size_t count, const talus_class_map *map,
                           crossing_list *list)
{
    list->count = 0;
    for (size_t k = 0; k < count; k++) {
        for (size_t n = 0; n + 1 < rings[k].count; n++) {
            if (!add_edge_crossings(rings[k].xy + 2 * n, k, map, list)) {
                return false;
            }
        }
    }
    if (list->count > 0) {
        qsort(list->items, list->count, sizeof *list->items, compare_crossings);
    }
    return true;
}

static void burn_span(const crossing *from, const crossing *to, geo_burn *burn)
{
    talus_class_map *map = burn->map;
    const size_t first = first_centre(from->x - map->x0, map->cell, map->nx);
    const size_t end = first_centre(to->x - map->x0, map->cell, map->nx);
    uint8_t *cells = map->classes + from->row * map->nx;
    for (size_t k = first; k < end; k++) {
        burn->cells++;
        burn->replaced +=
            cells[k] != burn->value && cells[k] >= burn->low && cells[k] <= burn->high;
        cells[k] = burn->value;
    }
}

/// @param windings (rings) all 0, and so again afterwards
static void burn_crossings(const crossing_list *list, const geo_part *rings, int *windings,
                           geo_burn *burn)
{
    int outer = 0, holes = 0;
    for (size_t n = 0; n < list->count; n++) {
        const crossing *c = &list->items[n];
        const int before = windings[c->ring];
        windings[c->ring] += c->turn;
        const int changed = (windings[c->ring] != 0) - (before != 0);
        *(rings[c->ring].is_hole ? &holes : &outer) += changed;
        if (outer > 0 && holes == 0 && n + 1 < list->count) {
            burn_span(c, c + 1, burn);
        }
    }
}

talus_status geo_burn_polygons(const geo_vectors *polygons, geo_burn *burn)
{
    if (polygons->kind != GEO_POLYGONS) {
        return TALUS_ERROR_ARGUMENT;
    }
    crossing_list list = {0};
    int *windings = calloc(polygons->part_count + 1, sizeof *windings);
    bool good = windings != NULL;
    for (size_t first = 0, end; first < polygons->part_count && good; first = end) {
        const geo_part *rings = polygons->parts + first;
        end = polygon_end(polygons, first);
        good = list_crossings(rings, end - first, burn->map, &list);
        if (good) {
            burn_crossings(&list, rings, windings, burn);
        }
    }
    free(windings);
    free(list.items);
    return good ? TALUS_OK : TALUS_ERROR_MEMORY;
}
