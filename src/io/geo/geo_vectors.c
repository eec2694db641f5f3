// SPDX-License-Identifier: GPL-3.0-or-later
// Points, lines and polygons from any vector file, as local metres of the DEM.
#include "foundation/base/array.h"
#include "io/geo/geo_internal.h"
#include "io/geo_rules/filter.h"

#include <cpl_string.h>
#include <ctype.h>
#include <math.h>
#include <ogr_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What is known while a layer is read.
typedef struct vector_task {
    const char *path, *layer_name;
    const geo_frame *frame;
    talus_diagnostics *diagnostics;
    geo_vectors *vectors;
    size_t part_capacity;
    bool kind_known;
    bool is_foreign;                             ///< a text is not UTF-8
    size_t feature;                              ///< index of the current feature
    size_t empty, too_short;                     ///< skipped features and parts
    OGRCoordinateTransformationH transformation; ///< NULL = none
} vector_task;

static talus_status out_of_memory(const vector_task *task, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", task->path);
}

talus_status geo_choose_layer(const char *path, GDALDatasetH dataset, const char *name,
                              OGRLayerH *layer, talus_error *error)
{
    *layer =
        name == NULL ? GDALDatasetGetLayer(dataset, 0) : GDALDatasetGetLayerByName(dataset, name);
    if (*layer == NULL && name != NULL && GDALDatasetGetLayerCount(dataset) > 0) {
        char names[512];
        geo_layer_names(dataset, names, sizeof names);
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s has no layer \"%s\"; it has: %s", path,
                               name, names);
    }
    return *layer != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT, "%s holds no layer at all", path);
}

talus_status geo_check_end(const geo_trap *trap, const char *path, const char *layer,
                           talus_error *error)
{
    char quote[512];
    return trap->failures == 0
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s, layer \"%s\" cannot be read to its end%s", path, layer,
                                 geo_trap_quote(trap, quote, sizeof quote));
}

static talus_status choose_layer(vector_task *task, GDALDatasetH dataset, const char *name,
                                 OGRLayerH *layer, talus_error *error)
{
    const talus_status status = geo_choose_layer(task->path, dataset, name, layer, error);
    if (status != TALUS_OK) {
        return status;
    }
    task->layer_name = OGR_L_GetName(*layer);
    if (name == NULL && GDALDatasetGetLayerCount(dataset) > 1) {
        char names[512];
        geo_layer_names(dataset, names, sizeof names);
        talus_diagnostics_say(task->diagnostics, TALUS_WARNING,
                              "%s: no layer is named, \"%s\" is taken; it has: %s", task->path,
                              task->layer_name, names);
    }
    return TALUS_OK;
}

/// Does the filter name a field that the layer lacks? SQLite takes such a name for a text, or fails
/// later; an empty copy in memory is asked by OGR's own rules.
static bool names_no_field(OGRLayerH layer, const char *where, geo_trap *trap)
{
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
    GDALDatasetH dataset =
        GDALCreate(GDALGetDriverByName("Memory"), "", 0, 0, 0, GDT_Unknown, NULL);
    OGRLayerH copy = GDALDatasetCreateLayer(dataset, "copy", NULL, wkbNone, NULL);
    const char *const more[] = {OGR_L_GetFIDColumn(layer), OGR_L_GetGeometryColumn(layer)};
    for (int i = 0; copy != NULL && i < OGR_FD_GetFieldCount(definition); i++) {
        (void)OGR_L_CreateField(copy, OGR_FD_GetFieldDefn(definition, i), 1);
    }
    for (size_t k = 0; copy != NULL && k < 2; k++) {
        OGRFieldDefnH field = OGR_Fld_Create(more[k], k == 0 ? OFTInteger64 : OFTString);
        if (more[k][0] != '\0') {
            (void)OGR_L_CreateField(copy, field, 1);
        }
        OGR_Fld_Destroy(field);
    }
    geo_trap_reset(trap);
    const bool fails = copy != NULL && OGR_L_SetAttributeFilter(copy, where) != OGRERR_NONE &&
                       strstr(trap->first, "available field") != NULL;
    GDALClose(dataset);
    return fails;
}

static talus_status apply_filter(const vector_task *task, OGRLayerH layer, const char *where,
                                 geo_trap *trap, talus_error *error)
{
    if (where == NULL || where[0] == '\0') {
        return TALUS_OK;
    }
    talus_error reason = {0};
    if (geo_rules_check_filter(where, &reason) != TALUS_OK) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s, layer \"%s\": the filter `%.300s`: %s", task->path,
                               task->layer_name, where, reason.message);
    }
    geo_trap_reset(trap);
    if (OGR_L_SetAttributeFilter(layer, where) == OGRERR_NONE &&
        !names_no_field(layer, where, trap)) {
        return TALUS_OK;
    }
    char quote[512], fields[400];
    geo_list_fields(layer, fields, sizeof fields);
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s, layer \"%s\": the filter `%s` is not understood%s; the fields are: "
                           "%s",
                           task->path, task->layer_name, where,
                           geo_trap_quote(trap, quote, sizeof quote), fields);
}

static talus_status choose_transformation(vector_task *task, OGRLayerH layer, talus_error *error)
{
    OGRSpatialReferenceH own = geo_crs_horizontal(geo_crs_of_layer(layer));
    OGREnvelope box;
    char what[1200];
    snprintf(what, sizeof what, "%s, layer \"%s\"", task->path, task->layer_name);
    const bool has_box = OGR_L_GetExtent(layer, &box, TRUE) == OGRERR_NONE;
    const double extent[4] = {box.MinX, box.MinY, box.MaxX, box.MaxY};
    const talus_status status =
        geo_frame_transformation(task->frame, what, own, has_box ? extent : NULL, task->diagnostics,
                                 &task->transformation, error);
    OSRDestroySpatialReference(own);
    return status;
}

static const char *kind_name(geo_kind kind)
{
    switch (kind) {
    case GEO_POINTS:
        return "points";
    case GEO_LINES:
        return "lines";
    case GEO_POLYGONS:
    case GEO_FLAT_POLYGONS:
        break;
    }
    return "polygons";
}

static talus_status settle_kind(vector_task *task, geo_kind kind, talus_error *error)
{
    if (task->kind_known && task->vectors->kind != kind) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s, layer \"%s\" mixes %s and %s: keep one kind per layer, or "
                               "select with `where:`",
                               task->path, task->layer_name, kind_name(task->vectors->kind),
                               kind_name(kind));
    }
    task->kind_known = true;
    task->vectors->kind = kind;
    return TALUS_OK;
}

static geo_part *grow_parts(vector_task *task)
{
    geo_vectors *vectors = task->vectors;
    if (!array_reserve(&vectors->parts, &task->part_capacity, vectors->part_count + 1,
                       sizeof *vectors->parts)) {
        return NULL;
    }
    return &vectors->parts[vectors->part_count];
}

/// Append a point, a linestring or a ring.
static talus_status add_part(vector_task *task, OGRGeometryH geometry, size_t least, bool is_hole,
                             talus_error *error)
{
    const size_t count = (size_t)OGR_G_GetPointCount(geometry);
    if (count < least) {
        task->too_short++;
        return TALUS_OK;
    }
    geo_part *part = grow_parts(task);
    double *xy = part == NULL ? NULL : malloc(2 * count * sizeof *xy);
    if (xy == NULL) {
        return out_of_memory(task, error);
    }
    OGR_G_GetPoints(geometry, xy, 2 * sizeof *xy, xy + 1, 2 * sizeof *xy, NULL, 0);
    for (size_t k = 0; k < count; k++) {
        xy[2 * k] -= task->frame->east;
        xy[2 * k + 1] -= task->frame->north;
        if (!isfinite(xy[2 * k]) || !isfinite(xy[2 * k + 1])) {
            free(xy);
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s, layer \"%s\": feature %zu has a coordinate that is not a "
                                   "finite number",
                                   task->path, task->layer_name, task->feature + 1);
        }
    }
    *part = (geo_part){.feature = task->feature, .count = count, .xy = xy, .is_hole = is_hole};
    task->vectors->part_count++;
    return TALUS_OK;
}

static talus_status add_rings(vector_task *task, OGRGeometryH polygon, talus_error *error)
{
    talus_status status = settle_kind(task, GEO_POLYGONS, error);
    OGR_G_CloseRings(polygon);
    const int rings = OGR_G_GetGeometryCount(polygon);
    const size_t before = task->vectors->part_count;
    for (int i = 0; i < rings && status == TALUS_OK; i++) {
        if (i > 0 && task->vectors->part_count == before) {
            task->too_short++; // holes of a polygon that has no outer ring
        } else {
            status = add_part(task, OGR_G_GetGeometryRef(polygon, i), 4, i > 0, error);
        }
    }
    return status;
}

/// Single geometries are added, collections opened; the depth of nesting is the file's.
static talus_status add_geometry(vector_task *task, OGRGeometryH geometry, talus_error *error)
{
    const OGRwkbGeometryType type = OGR_GT_Flatten(OGR_G_GetGeometryType(geometry));
    talus_status status = TALUS_OK;
    if (OGR_G_IsEmpty(geometry)) {
        task->empty++;
    } else if (type == wkbPoint) {
        status = settle_kind(task, GEO_POINTS, error);
        status = status == TALUS_OK ? add_part(task, geometry, 1, false, error) : status;
    } else if (type == wkbLineString) {
        status = settle_kind(task, GEO_LINES, error);
        status = status == TALUS_OK ? add_part(task, geometry, 2, false, error) : status;
    } else if (type == wkbPolygon || type == wkbTriangle) {
        status = add_rings(task, geometry, error);
    } else {
        const int count = OGR_G_GetGeometryCount(geometry);
        for (int i = 0; i < count && status == TALUS_OK; i++) {
            status = add_geometry(task, OGR_G_GetGeometryRef(geometry, i), error);
        }
    }
    return status;
}

static talus_status add_feature(vector_task *task, OGRFeatureH feature, talus_error *error)
{
    OGRGeometryH own = OGR_F_GetGeometryRef(feature);
    if (own == NULL) {
        task->empty++;
        return TALUS_OK;
    }
    OGRGeometryH geometry = OGR_G_GetLinearGeometry(own, 0.0, NULL);
    if (geometry == NULL) {
        return out_of_memory(task, error);
    }
    talus_status status = TALUS_OK;
    if (task->transformation != NULL &&
        OGR_G_Transform(geometry, task->transformation) != OGRERR_NONE) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s, layer \"%s\": feature %zu cannot be brought to the DEM's "
                                 "coordinate reference system, its coordinates lie outside the "
                                 "projection",
                                 task->path, task->layer_name, task->feature + 1);
    } else {
        status = add_geometry(task, geometry, error);
    }
    OGR_G_DestroyGeometry(geometry);
    return status;
}

enum { MOST_VALUES = 12, VALUE_SIZE = 60 };

/// Is the field named in the filter, as a word of its own?
static bool is_in_filter(const char *field, const char *where)
{
    const size_t size = strlen(field);
    for (const char *at = where; *at != '\0'; at++) {
        const bool starts = at == where || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        if (starts && EQUALN(at, field, size) && !isalnum((unsigned char)at[size]) &&
            at[size] != '_') {
            return true;
        }
    }
    return false;
}

/// "; `kind` is: forest, scree, ..." for every field of the filter.
static void append_values(OGRLayerH layer, const char *where, char *text, size_t size)
{
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
    OGR_L_SetAttributeFilter(layer, NULL);
    for (int i = 0; i < OGR_FD_GetFieldCount(definition); i++) {
        const char *name = OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(definition, i));
        char values[MOST_VALUES][VALUE_SIZE];
        size_t count = 0, others = 0;
        if (!is_in_filter(name, where)) {
            continue;
        }
        OGR_L_ResetReading(layer);
        for (OGRFeatureH feature; (feature = OGR_L_GetNextFeature(layer)) != NULL;) {
            char value[VALUE_SIZE], room[VALUE_SIZE];
            snprintf(value, sizeof value, "%s", geo_field_text(feature, i, room, sizeof room));
            OGR_F_Destroy(feature);
            size_t k = 0;
            while (k < count && strcmp(values[k], value) != 0) {
                k++;
            }
            if (k == count && count < MOST_VALUES) {
                memcpy(values[count++], value, sizeof value);
            } else if (k == count) {
                others++;
            }
        }
        geo_append(text, size, "; `%s` is", name);
        for (size_t k = 0; k < count; k++) {
            geo_append(text, size, "%s %s", k > 0 ? "," : "",
                       values[k][0] != '\0' ? values[k] : "(empty)");
        }
        geo_append(text, size, "%s", others > 0 ? ", ..." : "");
    }
}

/// Formats such as GeoJSON hand text on as it is.
static bool has_foreign_text(OGRFeatureH feature)
{
    bool found = false;
    for (int i = 0; i < OGR_F_GetFieldCount(feature) && !found; i++) {
        found = OGR_Fld_GetType(OGR_F_GetFieldDefnRef(feature, i)) == OFTString &&
                !files_is_utf8(OGR_F_GetFieldAsString(feature, i));
    }
    return found;
}

static talus_status report_nothing(const vector_task *task, OGRLayerH layer, const char *where,
                                   talus_error *error)
{
    char values[700] = "", fields[400];
    const bool is_filtered = where != NULL && where[0] != '\0';
    if (OGR_L_GetGeomType(layer) == wkbNone) {
        geo_list_fields(layer, fields, sizeof fields);
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s, layer \"%s\" is a table without columns of coordinates: expected "
            "a heading with x and y, easting and northing, Rechtswert and "
            "Hochwert, lon and lat or the like, found: %s",
            task->path, task->layer_name, fields);
    }
    if (is_filtered) {
        append_values(layer, where, values, sizeof values);
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s, layer \"%s\" holds no usable points, lines or polygons%s%s%s%s",
                           task->path, task->layer_name, is_filtered ? " that match `where: " : "",
                           is_filtered ? where : "", is_filtered ? "`" : "", values);
}

static talus_status read_features(vector_task *task, OGRLayerH layer, const char *where,
                                  geo_trap *trap, talus_error *error)
{
    talus_status status = TALUS_OK;
    geo_trap_reset(trap);
    OGR_L_ResetReading(layer);
    OGRFeatureH feature;
    while (status == TALUS_OK && (feature = OGR_L_GetNextFeature(layer)) != NULL) {
        status = add_feature(task, feature, error);
        task->is_foreign = task->is_foreign || has_foreign_text(feature);
        OGR_F_Destroy(feature);
        task->feature++;
    }
    if (status == TALUS_OK) {
        status = geo_check_end(trap, task->path, task->layer_name, error);
    }
    if (status == TALUS_OK && task->vectors->part_count == 0) {
        status = report_nothing(task, layer, where, error);
    }
    if (status == TALUS_OK && (trap->note[0] != '\0' || task->is_foreign)) {
        talus_diagnostics_say(task->diagnostics, TALUS_WARNING, "%s%s",
                              trap->note[0] != '\0' ? trap->note : task->path,
                              trap->note[0] != '\0'
                                  ? ""
                                  : ": its text is not UTF-8 and is read as Windows-1252: save it "
                                    "as UTF-8");
    }
    if (status == TALUS_OK && task->empty + task->too_short > 0) {
        talus_diagnostics_say(task->diagnostics, TALUS_WARNING,
                              "%s, layer \"%s\": %zu empty geometries and %zu parts with too few "
                              "points are skipped",
                              task->path, task->layer_name, task->empty, task->too_short);
    }
    return status;
}

static talus_status read_layer(vector_task *task, GDALDatasetH dataset, const char *layer_name,
                               const char *where, geo_trap *trap, talus_error *error)
{
    OGRLayerH layer = NULL;
    talus_status status = choose_layer(task, dataset, layer_name, &layer, error);
    if (status == TALUS_OK) {
        snprintf(task->vectors->columns, sizeof task->vectors->columns, "%s",
                 geo_columns_of(layer));
        status = apply_filter(task, layer, where, trap, error);
    }
    if (status == TALUS_OK) {
        status = choose_transformation(task, layer, error);
    }
    if (status == TALUS_OK) {
        status = read_features(task, layer, where, trap, error);
    }
    OCTDestroyCoordinateTransformation(task->transformation);
    return status;
}

talus_status geo_read_layer(const char *path, const char *layer, const char *where,
                            const geo_frame *frame, talus_diagnostics *diagnostics,
                            geo_vectors *vectors, talus_error *error)
{
    geo_trap trap;
    geo_trap_begin(&trap, frame->allow_network);
    *vectors = (geo_vectors){0};
    vector_task task = {
        .path = path, .frame = frame, .diagnostics = diagnostics, .vectors = vectors};
    GDALDatasetH dataset = NULL;
    talus_status status = geo_open_dataset(path, GDAL_OF_VECTOR, &trap, &dataset, error);
    if (status == TALUS_OK) {
        status = read_layer(&task, dataset, layer, where, &trap, error);
        GDALClose(dataset);
    }
    geo_trap_end(&trap);
    if (status != TALUS_OK) {
        geo_vectors_clear(vectors);
    }
    return status;
}

talus_status geo_read_vectors(const char *path, const char *layer, const char *where,
                              const char *dem_crs_wkt, double east, double north,
                              talus_diagnostics *diagnostics, geo_vectors *vectors,
                              talus_error *error)
{
    const geo_frame frame = {.crs_wkt = dem_crs_wkt, .east = east, .north = north};
    return geo_read_layer(path, layer, where, &frame, diagnostics, vectors, error);
}
