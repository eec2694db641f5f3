// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as layers of a GeoPackage.
#include "io/table/table.h"

#include "foundation/base/array.h"

#include <stdlib.h>

talus_status table_points_add(table_points *points, double x, double y, double z, double m,
                              talus_error *error)
{
    if (!array_reserve(&points->xyzm, &points->capacity, points->count + 1,
                       4 * sizeof *points->xyzm)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a line of %zu points",
                               points->count + 1);
    }
    double *p = points->xyzm + 4 * points->count++;
    p[0] = x;
    p[1] = y;
    p[2] = z;
    p[3] = m;
    return TALUS_OK;
}

/// A layer being written: the columns it has, and one row's values.
typedef struct layer {
    const talus_table *table;
    size_t count;
    size_t *columns;   ///< (count) of the table
    geo_field *fields; ///< (count)
    geo_value *values; ///< (count)
    table_points points;
} layer;

static geo_field_type type_of(talus_column_type type)
{
    switch (type) {
    case TALUS_COLUMN_TEXT:
        return GEO_FIELD_TEXT;
    case TALUS_COLUMN_INTEGER:
        return GEO_FIELD_INTEGER;
    case TALUS_COLUMN_REAL:
    case TALUS_COLUMN_EXTENDED:
    case TALUS_COLUMN_FIXED:
    case TALUS_COLUMN_EXPONENT:
    case TALUS_COLUMN_TYPE_COUNT:
        break;
    }
    return GEO_FIELD_REAL;
}

static talus_status list_fields(layer *l, talus_error *error)
{
    const size_t most = l->table->column_count;
    l->columns = malloc(most * sizeof *l->columns);
    l->fields = malloc(most * sizeof *l->fields);
    l->values = malloc(most * sizeof *l->values);
    if (l->columns == NULL || l->fields == NULL || l->values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for layer '%s'",
                               l->table->name);
    }
    for (size_t k = 0; k < most; k++) {
        const talus_column *column = &l->table->columns[k];
        if (table_has(column, TALUS_IN_GPKG)) {
            l->fields[l->count] = (geo_field){
                column->gpkg_key != NULL ? column->gpkg_key : column->key, type_of(column->type)};
            l->columns[l->count++] = k;
        }
    }
    return TALUS_OK;
}

static talus_status fill_values(layer *l, size_t row, talus_error *error)
{
    for (size_t k = 0; k < l->count; k++) {
        talus_value value;
        const talus_status status = table_value(l->table, row, l->columns[k], &value, error);
        if (status != TALUS_OK) {
            return status;
        }
        switch (value.kind) {
        case TALUS_VALUE_ABSENT:
            l->values[k] = (geo_value){.is_absent = true};
            break;
        case TALUS_VALUE_TEXT:
        case TALUS_VALUE_WORD:
            l->values[k] = (geo_value){.text = value.of.text};
            break;
        case TALUS_VALUE_INTEGER:
            l->values[k] = (geo_value){.integer = value.of.integer};
            break;
        case TALUS_VALUE_UNSIGNED:
            l->values[k] = (geo_value){.integer = (int64_t)value.of.number,
                                       .is_absent = value.of.number > INT64_MAX};
            break;
        case TALUS_VALUE_REAL:
            l->values[k] = (geo_value){.real = value.of.real};
            break;
        }
    }
    return TALUS_OK;
}

/// Features of a row, each with the row's values.
static talus_status write_row(layer *l, geo_writer *writer, size_t row, table_geometry *geometry,
                              talus_error *error)
{
    for (size_t part = 0;; part++) {
        l->points.count = 0;
        talus_status status = geometry(l->table->user, row, part, &l->points, error);
        if (status != TALUS_OK || l->points.count == 0) {
            return status;
        }
        if (part == 0) {
            status = fill_values(l, row, error);
        }
        if (status == TALUS_OK) {
            status = geo_writer_feature(writer, l->points.xyzm, l->points.count, l->values, error);
        }
        if (status != TALUS_OK) {
            return status;
        }
    }
}

/// Begin a layer with the columns of a table. @param l zero except for its table; to be cleared
static talus_status begin(layer *l, geo_writer *writer, geo_kind kind, const char *style,
                          talus_error *error)
{
    talus_status status = talus_table_check(l->table, error);
    if (status == TALUS_OK) {
        status = list_fields(l, error);
    }
    if (status == TALUS_OK) {
        status = geo_writer_layer(writer, l->table->name, kind, l->fields, l->count, style, error);
    }
    return status;
}

static void clear(layer *l)
{
    free(l->columns);
    free(l->fields);
    free(l->values);
    free(l->points.xyzm);
}

talus_status table_gpkg(geo_writer *writer, const talus_table *table, geo_kind kind,
                        const char *style, table_geometry *geometry, talus_error *error)
{
    layer l = {.table = table};
    talus_status status = begin(&l, writer, kind, style, error);
    for (size_t k = 0; k < table->row_count && status == TALUS_OK; k++) {
        status = write_row(&l, writer, k, geometry, error);
    }
    clear(&l);
    return status;
}

typedef struct zone_sink {
    layer layer;
    geo_writer *writer;
    table_zone *row;
    double least_area;
} zone_sink;

static talus_status add_zone(void *user, const geo_zone *zone, talus_error *error)
{
    zone_sink *sink = user;
    if (zone->area < sink->least_area) {
        return TALUS_OK;
    }
    sink->row->zone = zone;
    const talus_status status = fill_values(&sink->layer, 0, error);
    return status != TALUS_OK ? status
                              : geo_writer_polygon(sink->writer, zone->xy, zone->ring_starts,
                                                   zone->ring_count, sink->layer.values, error);
}

talus_status table_gpkg_zones(geo_writer *writer, const talus_table *table, table_zone *row,
                              const geo_zones *zones, double least_area, const char *style,
                              talus_error *error)
{
    zone_sink sink = {
        .layer = {.table = table}, .writer = writer, .row = row, .least_area = least_area};
    talus_status status = begin(&sink.layer, writer, GEO_FLAT_POLYGONS, style, error);
    if (status == TALUS_OK && zones->nx > 0) {
        status = geo_trace_zones(zones, add_zone, &sink, error);
    }
    clear(&sink.layer);
    return status;
}
