// SPDX-License-Identifier: GPL-3.0-or-later
// The spatial index of a GeoPackage layer, packed at once from all boxes, which are sorted into slices
// by x, and by y in each: STR of Leutenegger, Lopez and Edgington (1997). GDAL 3.6 inserts one box
// after the other, which takes as long as writing the features. The tables of an R*Tree and their
// bytes are those of https://www.sqlite.org/rtree.html, section 6.
#include "io/geo/geo_rtree.h"

#include "foundation/base/array.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS = 51,                  ///< of a node, as SQLite makes them
    NODE_BYTES = 4 + 24 * CELLS, ///< depth, number of cells; id and box of each
    ROW_BYTES = 50,              ///< of an id of 20 and a node of 20 digits in a statement
    SQL_SIZE = 2 * NODE_BYTES + 400
};

/// A single that is not over (low side) or not under (high side) the number.
static float round_side(double side, bool is_low)
{
    const float single = (float)side;
    const bool is_inside = is_low ? (double)single > side : (double)single < side;
    return is_inside ? nextafterf(single, is_low ? -INFINITY : INFINITY) : single;
}

static bool is_further(int n, float side, float than)
{
    return n % 2 == 0 ? side < than : side > than;
}

/// @param box grows so that it holds the other one too
static void enclose_box(geo_rtree_box *box, const geo_rtree_box *other)
{
    for (int n = 0; n < 4; n++) {
        box->side[n] = is_further(n, other->side[n], box->side[n]) ? other->side[n] : box->side[n];
    }
}

static geo_rtree_box box_of(int64_t id, const double *xy)
{
    return (geo_rtree_box){id,
                           {round_side(xy[0], true), round_side(xy[0], false),
                            round_side(xy[1], true), round_side(xy[1], false)}};
}

bool geo_rtree_add(geo_rtree *tree, int64_t id, const double *xy, size_t count, size_t stride)
{
    geo_rtree_box all = {0};
    bool is_empty = true;
    for (size_t k = 0; k < count; k++) {
        if (isfinite(xy[k * stride]) && isfinite(xy[k * stride + 1])) {
            const geo_rtree_box point = box_of(id, xy + k * stride);
            if (is_empty) {
                all = point;
            }
            enclose_box(&all, &point);
            is_empty = false;
        }
    }
    if (is_empty) {
        return true;
    }
    size_t owners = tree->capacity;
    if (!array_reserve(&tree->owners, &owners, tree->count + 1, sizeof *tree->owners) ||
        !array_reserve(&tree->boxes, &tree->capacity, tree->count + 1, sizeof *tree->boxes)) {
        return false;
    }
    tree->boxes[tree->count++] = all;
    return true;
}

void geo_rtree_clear(geo_rtree *tree)
{
    for (size_t k = 0; k < tree->trigger_count; k++) {
        free(tree->triggers[k]);
    }
    free(tree->boxes);
    free(tree->owners);
    *tree = (geo_rtree){0};
}

static int compare(const geo_rtree_box *a, const geo_rtree_box *b, int n)
{
    const double x = (double)a->side[n] + (double)a->side[n + 1];
    const double y = (double)b->side[n] + (double)b->side[n + 1];
    const int sign = (x > y) - (x < y);
    return sign != 0 ? sign : (a->id > b->id) - (a->id < b->id);
}

static int by_x(const void *a, const void *b)
{
    return compare(a, b, 0);
}

static int by_y(const void *a, const void *b)
{
    return compare(a, b, 2);
}

/// Boxes in the order in which they fill the nodes of a level.
static void sort_boxes(geo_rtree_box *boxes, size_t count)
{
    const size_t nodes = (count + CELLS - 1) / CELLS;
    size_t slices = 1;
    while (slices * slices < nodes) {
        slices++;
    }
    const size_t slice = (nodes + slices - 1) / slices * CELLS;
    qsort(boxes, count, sizeof *boxes, by_x);
    for (size_t first = 0; first < count; first += slice) {
        const size_t rest = count - first;
        qsort(boxes + first, rest < slice ? rest : slice, sizeof *boxes, by_y);
    }
}

static bool run_sql(GDALDatasetH dataset, const char *sql)
{
    CPLErrorReset();
    OGRLayerH result = GDALDatasetExecuteSQL(dataset, sql, NULL, NULL);
    if (result != NULL) {
        GDALDatasetReleaseResultSet(dataset, result);
    }
    return CPLGetLastErrorType() < CE_Failure;
}

/// The trigger of an insertion has to be out of the way, and back at the end.
static bool set_triggers_aside(GDALDatasetH dataset, const char *layer, geo_rtree *tree)
{
    char sql[SQL_SIZE], names[GEO_RTREE_TRIGGERS][200];
    snprintf(sql, sizeof sql,
             "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '%s' AND "
             "name LIKE 'rtree\\_%%' ESCAPE '\\' ORDER BY name",
             layer);
    OGRLayerH rows = GDALDatasetExecuteSQL(dataset, sql, NULL, NULL);
    OGRFeatureH row = NULL;
    bool good = rows != NULL;
    while (good && (row = OGR_L_GetNextFeature(rows)) != NULL) {
        char *text = geo_copy_text(OGR_F_GetFieldAsString(row, 1));
        good = text != NULL && tree->trigger_count < GEO_RTREE_TRIGGERS;
        if (good) {
            snprintf(names[tree->trigger_count], sizeof names[0], "%s",
                     OGR_F_GetFieldAsString(row, 0));
            tree->triggers[tree->trigger_count++] = text;
        } else {
            free(text);
        }
        OGR_F_Destroy(row);
    }
    if (rows != NULL) {
        GDALDatasetReleaseResultSet(dataset, rows);
    }
    for (size_t k = 0; k < tree->trigger_count && good; k++) {
        snprintf(sql, sizeof sql, "DROP TRIGGER \"%.199s\"", names[k]);
        good = run_sql(dataset, sql);
    }
    return good;
}

bool geo_rtree_begin(geo_rtree *tree, GDALDatasetH dataset, const char *layer)
{
    char sql[SQL_SIZE];
    snprintf(sql, sizeof sql, "SELECT CreateSpatialIndex('%s', 'geom')", layer);
    return run_sql(dataset, sql) && set_triggers_aside(dataset, layer, tree);
}

static char *write_hex(char *to, uint64_t value, int bytes)
{
    static const char digits[] = "0123456789ABCDEF";
    for (int shift = 8 * bytes - 4; shift >= 0; shift -= 4) {
        *to++ = digits[value >> shift & 15];
    }
    return to;
}

/// Where the nodes of a tree go.
typedef struct node_writer {
    GDALDatasetH dataset;
    const char *layer;
    char sql[SQL_SIZE];
} node_writer;

static bool write_node(node_writer *w, uint64_t number, uint64_t depth, const geo_rtree_box *boxes,
                       size_t count)
{
    char *to = w->sql + snprintf(w->sql, sizeof w->sql,
                                 "INSERT OR REPLACE INTO \"rtree_%s_geom_node\" VALUES (%llu, X'",
                                 w->layer, (unsigned long long)number);
    to = write_hex(write_hex(to, depth, 2), count, 2);
    for (size_t k = 0; k < CELLS; k++) {
        static const geo_rtree_box none = {0};
        const geo_rtree_box *box = k < count ? &boxes[k] : &none;
        to = write_hex(to, (uint64_t)box->id, 8);
        for (int n = 0; n < 4; n++) {
            uint32_t bits;
            memcpy(&bits, &box->side[n], sizeof bits);
            to = write_hex(to, bits, 4);
        }
    }
    memcpy(to, "')", 3);
    return run_sql(w->dataset, w->sql);
}

static int by_id(const void *a, const void *b)
{
    const int64_t x = ((const geo_rtree_owner *)a)->id, y = ((const geo_rtree_owner *)b)->id;
    return (x > y) - (x < y);
}

/// The node of each box: rows of the table `table`, in the order of the ids, in which it grows at its
/// end; in the order of the boxes SQLite would change all of it with each statement.
static bool write_owners(node_writer *w, const char *table, geo_rtree *tree, size_t count,
                         uint64_t first)
{
    bool good = true;
    size_t k = 0;
    geo_rtree_owner *owners = tree->owners;
    for (size_t n = 0; n < count; n++) {
        owners[n] = (geo_rtree_owner){tree->boxes[n].id, (int64_t)(first + n / CELLS)};
    }
    qsort(owners, count, sizeof *owners, by_id);
    while (k < count && good) {
        const size_t begin = k;
        char *to = w->sql, *const end = w->sql + sizeof w->sql;
        to += snprintf(to, (size_t)(end - to), "INSERT INTO \"rtree_%s_geom_%s\" VALUES ", w->layer,
                       table);
        for (; k < count && end - to > ROW_BYTES; k++) {
            to += snprintf(to, (size_t)(end - to), "%s(%lld,%lld)", k > begin ? "," : "",
                           (long long)owners[k].id, (long long)owners[k].node);
        }
        good = run_sql(w->dataset, w->sql);
    }
    return good;
}

/// The nodes of a level become the boxes of the next one, in place.
static void enclose(geo_rtree_box *boxes, size_t count, uint64_t first)
{
    for (size_t node = 0; node * CELLS < count; node++) {
        const size_t begin = node * CELLS, rest = count - begin;
        geo_rtree_box all = boxes[begin];
        for (size_t k = begin + 1; k < begin + (rest < CELLS ? rest : CELLS); k++) {
            enclose_box(&all, &boxes[k]);
        }
        all.id = (int64_t)(first + node);
        boxes[node] = all;
    }
}

static bool write_tree(node_writer *w, geo_rtree *tree)
{
    size_t count = tree->count;
    uint64_t depth = 0, next = 2; // node 1 is the root
    bool good = true;
    while (good) {
        sort_boxes(tree->boxes, count);
        const size_t nodes = (count + CELLS - 1) / CELLS;
        const uint64_t first = nodes > 1 ? next : 1;
        good = write_owners(w, depth == 0 ? "rowid" : "parent", tree, count, first);
        for (size_t k = 0; k < nodes && good; k++) {
            const size_t rest = count - k * CELLS;
            good = write_node(w, first + k, nodes > 1 ? 0 : depth, tree->boxes + k * CELLS,
                              rest < CELLS ? rest : CELLS);
        }
        if (nodes <= 1) {
            return good;
        }
        enclose(tree->boxes, count, first);
        next += nodes;
        count = nodes;
        depth++;
    }
    return good;
}

bool geo_rtree_end(geo_rtree *tree, GDALDatasetH dataset, const char *layer)
{
    node_writer w = {.dataset = dataset, .layer = layer};
    bool good = tree->count == 0 || write_tree(&w, tree);
    for (size_t k = 0; k < tree->trigger_count && good; k++) {
        good = run_sql(dataset, tree->triggers[k]);
    }
    return good;
}
