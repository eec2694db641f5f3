// SPDX-License-Identifier: GPL-3.0-or-later
// Polygons of a layer as areas that count once: which of them lie over each other, and triangles of
// their union. A feature without overlaps is cut as it is drawn, by the even-odd rule over all its
// rings; one with overlaps polygon by polygon, united with those that they overlap.
#include "io/geo_rules/slabs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Of the smaller of two polygons, from which on they overlap. Borders that are drawn twice, or with
/// points that lie beside a straight side by a rounding, are less.
static const double least_share = 1e-9;

/// An outer ring and its holes.
typedef struct polygon {
    size_t first, end; ///< parts
    size_t group;      ///< an earlier polygon that it overlaps, or itself
    size_t next;       ///< of the same group, SIZE_MAX = none
    double west, south, east, north;
    double area;
    bool is_flawed; ///< its own rings overlap, or it overlaps another one
} polygon;

typedef struct layer {
    const geo_vectors *vectors;
    polygon *polygons;
    size_t count;
    slabs cut;
} layer;

static size_t feature_of(const layer *l, const polygon *p)
{
    return l->vectors->parts[p->first].feature;
}

static void grow_box(polygon *p, const geo_part *ring)
{
    for (size_t k = 0; k < ring->count; k++) {
        const double x = ring->xy[2 * k], y = ring->xy[2 * k + 1];
        p->west = fmin(p->west, x);
        p->east = fmax(p->east, x);
        p->south = fmin(p->south, y);
        p->north = fmax(p->north, y);
    }
}

/// A ring that is no hole begins a polygon; a feature, too.
static bool list_polygons(layer *l)
{
    const geo_part *parts = l->vectors->parts;
    const size_t count = l->vectors->part_count;
    l->polygons = calloc(count + 1, sizeof *l->polygons);
    for (size_t k = 0; l->polygons != NULL && k < count; k++) {
        if (k == 0 || !parts[k].is_hole || parts[k].feature != parts[k - 1].feature) {
            l->polygons[l->count] = (polygon){.first = k,
                                              .group = l->count,
                                              .west = HUGE_VAL,
                                              .south = HUGE_VAL,
                                              .east = -HUGE_VAL,
                                              .north = -HUGE_VAL};
            l->count++;
        }
        polygon *p = &l->polygons[l->count - 1];
        p->end = k + 1;
        grow_box(p, &parts[k]);
    }
    return l->polygons != NULL;
}

static bool add_polygon(layer *l, const polygon *p)
{
    return slabs_add(&l->cut, l->vectors->parts + p->first, p->end - p->first);
}

/// Each polygon alone.
static bool measure_polygons(layer *l, geo_overlaps *found)
{
    for (size_t k = 0; k < l->count; k++) {
        polygon *p = &l->polygons[k];
        slab_areas areas = {0};
        slabs_begin(&l->cut);
        if (!add_polygon(l, p) || !slabs_cut(&l->cut, SLABS_NONE, &areas)) {
            return false;
        }
        p->area = areas.covered + areas.overlap;
        p->is_flawed = areas.differs > least_share * p->area;
        found->stray += p->is_flawed ? areas.stray : 0.0;
        if (areas.crossings > 0 || areas.overlap > least_share * p->area ||
            fmin(areas.sides[0], areas.sides[1]) > least_share * p->area) {
            if (found->crossing_count++ == 0) {
                found->feature = feature_of(l, p);
                memcpy(found->crossing, areas.at, sizeof found->crossing);
            }
        }
    }
    return true;
}

static size_t find_group(layer *l, size_t k)
{
    while (l->polygons[k].group != k) {
        l->polygons[k].group = l->polygons[l->polygons[k].group].group;
        k = l->polygons[k].group;
    }
    return k;
}

/// Compare two polygons where their boxes overlap. false = out of memory
static bool compare_pair(layer *l, size_t i, size_t j)
{
    polygon *a = &l->polygons[i], *b = &l->polygons[j];
    slab_areas areas = {0};
    slabs_begin(&l->cut);
    l->cut.low = fmax(a->south, b->south);
    l->cut.high = fmin(a->north, b->north);
    l->cut.east = fmin(a->east, b->east);
    for (size_t k = 0; k < 2; k++) { // each as one layer: what overlaps in itself does not count
        if (!add_polygon(l, k == 0 ? a : b)) {
            return false;
        }
    }
    if (!slabs_cut(&l->cut, SLABS_NONE, &areas)) {
        return false;
    }
    const bool is_flawed = a->is_flawed || b->is_flawed;
    if (areas.overlap > least_share * fmin(a->area, b->area) || is_flawed) {
        const size_t g = find_group(l, i), h = find_group(l, j);
        l->polygons[g > h ? g : h].group = g < h ? g : h;
        a->is_flawed = b->is_flawed = true;
    }
    return true;
}

typedef struct by_west {
    double west;
    size_t index;
} by_west;

static int compare_wests(const void *a, const void *b)
{
    const by_west *p = a, *q = b;
    if (p->west != q->west) {
        return p->west < q->west ? -1 : 1;
    }
    return (p->index > q->index) - (p->index < q->index);
}

/// Group polygons that overlap.
static bool compare_polygons(layer *l)
{
    by_west *order = malloc((l->count + 1) * sizeof *order);
    bool good = order != NULL;
    for (size_t k = 0; good && k < l->count; k++) {
        order[k] = (by_west){l->polygons[k].west, k};
    }
    if (good) {
        qsort(order, l->count, sizeof *order, compare_wests);
    }
    for (size_t i = 0; i < l->count && good; i++) {
        const polygon *a = &l->polygons[order[i].index];
        for (size_t j = i + 1; j < l->count && order[j].west < a->east && good; j++) {
            const polygon *b = &l->polygons[order[j].index];
            if (b->south < a->north && a->south < b->north &&
                find_group(l, order[i].index) != find_group(l, order[j].index)) {
                good = compare_pair(l, order[i].index, order[j].index);
            }
        }
    }
    free(order);
    return good;
}

/// Chain the polygons of each group, in their order.
static void chain_groups(layer *l)
{
    for (size_t k = 0; k < l->count; k++) {
        l->polygons[k].next = SIZE_MAX;
    }
    for (size_t k = l->count; k-- > 0;) {
        polygon *first = &l->polygons[find_group(l, k)];
        if (first != &l->polygons[k]) {
            l->polygons[k].next = first->next;
            first->next = k;
        }
    }
}

/// Cut the group that begins with polygon k.
static bool cut_group(layer *l, size_t k, slabs_rule rule, slab_areas *areas)
{
    slabs_begin(&l->cut);
    for (; k != SIZE_MAX; k = l->polygons[k].next) {
        if (!add_polygon(l, &l->polygons[k])) {
            return false;
        }
    }
    return slabs_cut(&l->cut, rule, areas);
}

/// What the groups cover: polygons that are alone were measured.
static bool measure_groups(layer *l, geo_overlaps *found)
{
    for (size_t k = 0; k < l->count; k++) {
        const polygon *p = &l->polygons[k];
        slab_areas areas = {0};
        if (!p->is_flawed) {
            found->area += p->area;
        } else if (p->group == k) {
            if (!cut_group(l, k, SLABS_NONE, &areas)) {
                return false;
            }
            found->area += areas.covered;
            found->overlap += areas.overlap;
        }
        found->polygon_count += p->is_flawed && (p->next != SIZE_MAX || p->group != k) ? 1 : 0;
    }
    return true;
}

static bool analyse(layer *l, geo_overlaps *found)
{
    if (!list_polygons(l) || !measure_polygons(l, found) || !compare_polygons(l)) {
        return false;
    }
    chain_groups(l);
    return measure_groups(l, found);
}

/// One past the last polygon of the feature that begins with `first`.
static size_t feature_end(const layer *l, size_t first, bool *is_flawed)
{
    size_t end = first;
    *is_flawed = false;
    for (; end < l->count && feature_of(l, &l->polygons[end]) == feature_of(l, &l->polygons[first]);
         end++) {
        *is_flawed = *is_flawed || l->polygons[end].is_flawed;
    }
    return end;
}

static bool cut_features(layer *l)
{
    bool is_flawed = false;
    for (size_t first = 0, end; first < l->count; first = end) {
        end = feature_end(l, first, &is_flawed);
        slabs_begin(&l->cut);
        for (size_t k = first; k < end; k++) {
            const bool good =
                is_flawed ? l->polygons[k].group != k || cut_group(l, k, SLABS_COVERED, NULL)
                          : add_polygon(l, &l->polygons[k]);
            if (!good) {
                return false;
            }
        }
        if (!is_flawed && !slabs_cut(&l->cut, SLABS_ODD, NULL)) {
            return false;
        }
    }
    return true;
}

static talus_status refuse_cut(const layer *l, talus_error *error)
{
    return l->cut.work <= SLABS_MOST_WORK
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while cutting polygons")
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "found polygons that cross or overlap themselves without end, "
                                 "expected areas: draw them again, or simplify them");
}

static void clear(layer *l)
{
    slabs_clear(&l->cut);
    free(l->polygons);
}

talus_status geo_find_overlaps(const geo_vectors *polygons, geo_overlaps *found, talus_error *error)
{
    layer l = {.vectors = polygons};
    *found = (geo_overlaps){0};
    const bool good = polygons->kind != GEO_POLYGONS || analyse(&l, found);
    clear(&l);
    return good ? TALUS_OK : refuse_cut(&l, error);
}

/// Shares of the area from which on it is said, and is worth a warning.
static const double said_share = 1e-6, warned_share = 1e-3;

void geo_report_overlaps(const char *what, const geo_overlaps *overlaps, double east, double north,
                         talus_diagnostics *diagnostics)
{
    const geo_overlaps *o = overlaps;
    if (o->overlap > said_share * o->area) {
        talus_diagnostics_say(diagnostics,
                              o->overlap > warned_share * o->area ? TALUS_WARNING : TALUS_NOTE,
                              "%s: polygons overlap by %.6g m2, %.3g %% of the %.6g m2 that they "
                              "cover: each place counts once",
                              what, o->overlap, 100.0 * o->overlap / o->area, o->area);
    }
    if (o->crossing_count > 0) {
        talus_diagnostics_say(
            diagnostics, TALUS_WARNING,
            "%s: polygons with a ring that crosses or repeats itself: %zu, the "
            "first is feature %zu about (%.2f, %.2f); all that a ring runs around "
            "is taken as area, once: correct it where that is not meant",
            what, o->crossing_count, o->feature + 1, east + o->crossing[0], north + o->crossing[1]);
    }
    if (o->stray > said_share * o->area) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: holes lie in other holes or outside their polygon on %.6g m2, "
                              "which is not area: draw an island as a polygon of its own",
                              what, o->stray);
    }
}

talus_status geo_polygons_to_triangles(const geo_vectors *polygons, size_t *count, double **xy,
                                       geo_overlaps *found, talus_error *error)
{
    *count = 0;
    *xy = NULL;
    *found = (geo_overlaps){0};
    if (polygons->kind != GEO_POLYGONS) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "points or lines have no area, expected polygons");
    }
    layer l = {.vectors = polygons};
    const bool good = analyse(&l, found) && cut_features(&l);
    clear(&l);
    if (good && l.cut.count > 0) {
        *count = l.cut.count;
        *xy = l.cut.triangles;
        return TALUS_OK;
    }
    free(l.cut.triangles);
    return good ? talus_error_set(error, TALUS_ERROR_INPUT, "the polygons enclose no area")
                : refuse_cut(&l, error);
}

void geo_vectors_clear(geo_vectors *vectors)
{
    for (size_t k = 0; k < vectors->part_count; k++) {
        free(vectors->parts[k].xy);
    }
    free(vectors->parts);
    *vectors = (geo_vectors){0};
}
