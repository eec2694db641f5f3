// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors out: one GeoPackage, written in a directory of its own beside the target in one
// transaction, then renamed; the same features give the same bytes.
#include "foundation/base/atomic_file.h"
#include "io/geo/geo_rtree.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <ogr_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// GeoPackages store when they were changed; a fixed day keeps their bytes equal.
static const char fixed_time[] = "2000-01-01T00:00:00.000Z";

typedef struct layer_style {
    char *layer, *qml;
} layer_style;

struct geo_writer {
    char *path, *directory, *file; ///< target, <target>.part, <target>.part/out.gpkg; the last two
                                   ///< NULL until they are there
    GDALDatasetH dataset;
    OGRSpatialReferenceH crs;
    OGRLayerH layer; ///< current one, NULL before the first
    geo_rtree index; ///< of it
    geo_kind kind;
    geo_field_type *types; ///< (field_count) of the current layer
    size_t field_count;
    layer_style *styles;
    size_t style_count;
    geo_trap trap;
};

/// From open to close: done for each feature it takes a sixth of the time of a file of impacts.
static void enter_gdal(geo_writer *writer)
{
    geo_trap_begin(&writer->trap, false);
    CPLSetThreadLocalConfigOption("OGR_CURRENT_DATE", fixed_time);
    CPLSetThreadLocalConfigOption("OGR_SQLITE_JOURNAL", "DELETE");
    CPLSetThreadLocalConfigOption("OGR_SQLITE_SYNCHRONOUS", "OFF");
}

static void leave_gdal(geo_writer *writer)
{
    CPLSetThreadLocalConfigOption("OGR_CURRENT_DATE", NULL);
    CPLSetThreadLocalConfigOption("OGR_SQLITE_JOURNAL", NULL);
    CPLSetThreadLocalConfigOption("OGR_SQLITE_SYNCHRONOUS", NULL);
    geo_trap_end(&writer->trap);
}

static talus_status refuse_write(const geo_writer *writer, talus_error *error)
{
    char quote[512];
    return talus_error_set(error, TALUS_ERROR_IO,
                           "cannot write %s%s: is the directory there and the disk not full?",
                           writer->path, geo_trap_quote(&writer->trap, quote, sizeof quote));
}

static char *join_text(const char *a, const char *b)
{
    const size_t size = strlen(a) + strlen(b) + 1;
    char *text = malloc(size);
    if (text != NULL) {
        snprintf(text, size, "%s%s", a, b);
    }
    return text;
}

static void remove_suffixed(const char *file, const char *suffix)
{
    char *name = join_text(file, suffix);
    if (name != NULL) {
        remove(name);
    }
    free(name);
}

/// Journals of SQLite beside a database; one left over from another database would be replayed into
/// the new one.
static void remove_journals(const char *file)
{
    static const char *const suffixes[] = {"-journal", "-wal", "-shm"};
    for (size_t k = 0; k < sizeof suffixes / sizeof suffixes[0]; k++) {
        remove_suffixed(file, suffixes[k]);
    }
}

static void remove_temporaries(const geo_writer *writer)
{
    if (writer->directory != NULL && writer->file != NULL) {
        remove(writer->file);
        remove_journals(writer->file);
        rmdir(writer->directory);
    }
}

static void free_writer(geo_writer *writer)
{
    for (size_t k = 0; k < writer->style_count; k++) {
        free(writer->styles[k].layer);
        free(writer->styles[k].qml);
    }
    free(writer->styles);
    geo_rtree_clear(&writer->index);
    free(writer->types);
    OSRDestroySpatialReference(writer->crs);
    free(writer->path);
    free(writer->directory);
    free(writer->file);
    free(writer);
}

static talus_status open_file(geo_writer *writer, const char *crs_wkt, talus_error *error)
{
    if (crs_wkt != NULL && crs_wkt[0] != '\0') {
        writer->crs = geo_crs_parse(crs_wkt);
        if (writer->crs == NULL) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "the coordinate reference system for %s is not understood",
                                   writer->path);
        }
    }
    char directory[ATOMIC_FILE_PATH_SIZE];
    const talus_status status =
        atomic_file_begin_directory(writer->path, directory, sizeof directory, error);
    if (status != TALUS_OK) {
        return status;
    }
    writer->directory = geo_copy_text(directory);
    writer->file = join_text(directory, "/out.gpkg");
    if (writer->directory == NULL || writer->file == NULL) {
        (void)rmdir(directory);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory: %s", writer->path);
    }
    writer->dataset =
        GDALCreate(GDALGetDriverByName("GPKG"), writer->file, 0, 0, 0, GDT_Unknown, NULL);
    if (writer->dataset == NULL ||
        GDALDatasetStartTransaction(writer->dataset, FALSE) != OGRERR_NONE) {
        return refuse_write(writer, error);
    }
    return TALUS_OK;
}

/// Close the dataset, remove what was written, free everything.
static void abandon(geo_writer *writer)
{
    if (writer->dataset != NULL) {
        GDALDatasetRollbackTransaction(writer->dataset);
        GDALClose(writer->dataset);
    }
    remove_temporaries(writer);
}

talus_status geo_writer_open(const char *path, const char *crs_wkt, geo_writer **writer,
                             talus_error *error)
{
    *writer = NULL;
    geo_writer *self = calloc(1, sizeof *self);
    if (self != NULL) {
        self->path = geo_copy_text(path);
    }
    if (self == NULL || self->path == NULL) {
        free(self);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory: %s", path);
    }
    enter_gdal(self);
    const talus_status status = open_file(self, crs_wkt, error);
    if (status == TALUS_OK) {
        *writer = self;
    } else {
        abandon(self);
    }
    if (status != TALUS_OK) {
        leave_gdal(self);
        free_writer(self);
    }
    return status;
}

static bool create_fields(OGRLayerH layer, const geo_field *fields, size_t field_count)
{
    static const OGRFieldType types[] = {[GEO_FIELD_INTEGER] = OFTInteger64,
                                         [GEO_FIELD_REAL] = OFTReal,
                                         [GEO_FIELD_TEXT] = OFTString};
    bool good = true;
    for (size_t k = 0; k < field_count && good; k++) {
        OGRFieldDefnH definition = OGR_Fld_Create(fields[k].name, types[fields[k].type]);
        good = OGR_L_CreateField(layer, definition, FALSE) == OGRERR_NONE;
        OGR_Fld_Destroy(definition);
    }
    return good;
}

static bool keep_style(geo_writer *writer, const char *layer, const char *qml)
{
    if (qml == NULL) {
        return true;
    }
    layer_style *styles =
        realloc(writer->styles, (writer->style_count + 1) * sizeof *writer->styles);
    if (styles == NULL) {
        return false;
    }
    writer->styles = styles;
    layer_style *style = &styles[writer->style_count++];
    *style = (layer_style){.layer = geo_copy_text(layer), .qml = geo_copy_text(qml)};
    return style->layer != NULL && style->qml != NULL;
}

static talus_status create_layer(geo_writer *writer, const char *name, const geo_field *fields,
                                 size_t field_count, talus_error *error)
{
    static const OGRwkbGeometryType types[] = {[GEO_POINTS] = wkbPoint25D,
                                               [GEO_LINES] = wkbLineStringZM,
                                               [GEO_POLYGONS] = wkbPolygon25D,
                                               [GEO_FLAT_POLYGONS] = wkbPolygon};
    char **options = CSLSetNameValue(NULL, "SPATIAL_INDEX", "NO"); // it is packed at the end
    writer->layer =
        GDALDatasetCreateLayer(writer->dataset, name, writer->crs, types[writer->kind], options);
    CSLDestroy(options);
    if (writer->layer == NULL || !create_fields(writer->layer, fields, field_count) ||
        !geo_rtree_begin(&writer->index, writer->dataset, name)) {
        return refuse_write(writer, error);
    }
    return TALUS_OK;
}

/// All features of the current layer are there.
static talus_status end_layer(geo_writer *writer, talus_error *error)
{
    if (writer->layer == NULL) {
        return TALUS_OK;
    }
    const bool good = geo_rtree_end(&writer->index, writer->dataset, OGR_L_GetName(writer->layer));
    geo_rtree_clear(&writer->index);
    writer->layer = NULL;
    return good ? TALUS_OK : refuse_write(writer, error);
}

talus_status geo_writer_layer(geo_writer *writer, const char *name, geo_kind kind,
                              const geo_field *fields, size_t field_count, const char *qml,
                              talus_error *error)
{
    geo_field_type *types = malloc((field_count + 1) * sizeof *types);
    if (types == NULL || !keep_style(writer, name, qml)) {
        free(types);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory: %s", writer->path);
    }
    for (size_t k = 0; k < field_count; k++) {
        types[k] = fields[k].type;
    }
    free(writer->types);
    writer->types = types;
    writer->field_count = field_count;
    const talus_status status = end_layer(writer, error);
    writer->kind = kind;
    return status == TALUS_OK ? create_layer(writer, name, fields, field_count, error) : status;
}

static OGRGeometryH make_geometry(geo_kind kind, const double *coordinates, size_t count)
{
    const int stride = 4 * (int)sizeof *coordinates;
    const double *c = coordinates;
    if (kind == GEO_POINTS) {
        OGRGeometryH point = OGR_G_CreateGeometry(wkbPoint25D);
        OGR_G_SetPoint(point, 0, c[0], c[1], c[2]);
        return point;
    }
    const bool line = kind == GEO_LINES;
    OGRGeometryH path = OGR_G_CreateGeometry(line ? wkbLineStringZM : wkbLinearRing);
    OGR_G_SetPointsZM(path, (int)count, c, stride, c + 1, stride, c + 2, stride,
                      line ? c + 3 : NULL, line ? stride : 0);
    if (line) {
        return path;
    }
    OGR_G_CloseRings(path);
    OGRGeometryH polygon = OGR_G_CreateGeometry(wkbPolygon25D);
    OGR_G_AddGeometryDirectly(polygon, path);
    return polygon;
}

/// Absent values, numbers that are not finite and NULL texts become NULL fields.
static void set_fields(const geo_writer *writer, OGRFeatureH feature, const geo_value *values)
{
    for (size_t k = 0; k < writer->field_count; k++) {
        const int index = (int)k;
        if (values[k].is_absent) {
            continue;
        }
        switch (writer->types[k]) {
        case GEO_FIELD_INTEGER:
            OGR_F_SetFieldInteger64(feature, index, values[k].integer);
            break;
        case GEO_FIELD_REAL:
            if (isfinite(values[k].real)) {
                OGR_F_SetFieldDouble(feature, index, values[k].real);
            }
            break;
        case GEO_FIELD_TEXT:
            if (values[k].text != NULL) {
                OGR_F_SetFieldString(feature, index, values[k].text);
            }
            break;
        }
    }
}

/// Takes the geometry over.
/// @param xy x and y of `count` of its points, `stride` numbers apart: its box is theirs
static talus_status add_feature(geo_writer *writer, OGRGeometryH geometry, const double *xy,
                                size_t count, size_t stride, const geo_value *values,
                                talus_error *error)
{
    OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(writer->layer));
    OGR_F_SetGeometryDirectly(feature, geometry);
    set_fields(writer, feature, values);
    talus_status status = TALUS_OK;
    if (OGR_L_CreateFeature(writer->layer, feature) != OGRERR_NONE) {
        status = refuse_write(writer, error);
    } else if (!geo_rtree_add(&writer->index, OGR_F_GetFID(feature), xy, count, stride)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory: %s", writer->path);
    }
    OGR_F_Destroy(feature);
    return status;
}

talus_status geo_writer_feature(geo_writer *writer, const double *coordinates, size_t count,
                                const geo_value *values, talus_error *error)
{
    static const size_t least[] = {[GEO_POINTS] = 1,
                                   [GEO_LINES] = 2,
                                   [GEO_POLYGONS] = 3,
                                   [GEO_FLAT_POLYGONS] = SIZE_MAX}; // geo_writer_polygon
    if (writer->layer == NULL || count < least[writer->kind] || count > INT32_MAX) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%s: a feature with %zu points does not fit the current layer",
                               writer->path, count);
    }
    OGRGeometryH geometry = make_geometry(writer->kind, coordinates, count);
    return add_feature(writer, geometry, coordinates, count, 4, values, error);
}

talus_status geo_writer_polygon(geo_writer *writer, const double *xy, const size_t *ring_starts,
                                size_t ring_count, const geo_value *values, talus_error *error)
{
    if (writer->layer == NULL || writer->kind != GEO_FLAT_POLYGONS || ring_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%s: a polygon with %zu rings does not fit the current layer",
                               writer->path, ring_count);
    }
    const int stride = 2 * (int)sizeof *xy;
    OGRGeometryH polygon = OGR_G_CreateGeometry(wkbPolygon);
    for (size_t k = 0; k < ring_count; k++) {
        const double *at = xy + 2 * ring_starts[k];
        OGRGeometryH ring = OGR_G_CreateGeometry(wkbLinearRing);
        OGR_G_SetPoints(ring, (int)(ring_starts[k + 1] - ring_starts[k]), at, stride, at + 1,
                        stride, NULL, 0);
        OGR_G_CloseRings(ring);
        OGR_G_AddGeometryDirectly(polygon, ring);
    }
    return add_feature(writer, polygon, xy, ring_starts[ring_count], 2, values, error);
}

/// The columns that QGIS looks for.
static OGRLayerH create_style_table(GDALDatasetH dataset)
{
    static const struct {
        const char *name;
        OGRFieldType type;
        OGRFieldSubType subtype;
        int width;
    } columns[] = {{"f_table_catalog", OFTString, OFSTNone, 256},
                   {"f_table_schema", OFTString, OFSTNone, 256},
                   {"f_table_name", OFTString, OFSTNone, 256},
                   {"f_geometry_column", OFTString, OFSTNone, 256},
                   {"styleName", OFTString, OFSTNone, 30},
                   {"styleQML", OFTString, OFSTNone, 0},
                   {"styleSLD", OFTString, OFSTNone, 0},
                   {"useAsDefault", OFTInteger, OFSTBoolean, 0},
                   {"description", OFTString, OFSTNone, 0},
                   {"owner", OFTString, OFSTNone, 30},
                   {"ui", OFTString, OFSTNone, 30},
                   {"update_time", OFTDateTime, OFSTNone, 0}};
    char **options = CSLSetNameValue(NULL, "FID", "id");
    OGRLayerH layer = GDALDatasetCreateLayer(dataset, "layer_styles", NULL, wkbNone, options);
    CSLDestroy(options);
    for (size_t k = 0; layer != NULL && k < sizeof columns / sizeof columns[0]; k++) {
        OGRFieldDefnH definition = OGR_Fld_Create(columns[k].name, columns[k].type);
        OGR_Fld_SetSubType(definition, columns[k].subtype);
        OGR_Fld_SetWidth(definition, columns[k].width);
        layer = OGR_L_CreateField(layer, definition, FALSE) == OGRERR_NONE ? layer : NULL;
        OGR_Fld_Destroy(definition);
    }
    return layer;
}

static bool write_styles(const geo_writer *writer)
{
    if (writer->style_count == 0) {
        return true;
    }
    OGRLayerH layer = create_style_table(writer->dataset);
    bool good = layer != NULL;
    for (size_t k = 0; k < writer->style_count && good; k++) {
        const char *const texts[] = {"",
                                     "",
                                     writer->styles[k].layer,
                                     "geom",
                                     writer->styles[k].layer,
                                     writer->styles[k].qml,
                                     "",
                                     "1",
                                     "",
                                     "",
                                     "",
                                     "2000/01/01 00:00:00+00"};
        OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
        for (int n = 0; n < (int)(sizeof texts / sizeof texts[0]); n++) {
            OGR_F_SetFieldString(feature, n, texts[n]);
        }
        good = OGR_L_CreateFeature(layer, feature) == OGRERR_NONE;
        OGR_F_Destroy(feature);
    }
    return good;
}

static talus_status finish_file(geo_writer *writer, talus_error *error)
{
    bool good = end_layer(writer, error) == TALUS_OK && write_styles(writer) &&
                GDALDatasetCommitTransaction(writer->dataset) == OGRERR_NONE;
    GDALClose(writer->dataset);
    writer->dataset = NULL;
    good = good && writer->trap.failures == 0;
    if (!good) {
        return refuse_write(writer, error);
    }
    remove_journals(writer->path);
    return atomic_file_replace(writer->file, writer->path, error);
}

talus_status geo_writer_close(geo_writer *writer, bool keep, talus_error *error)
{
    if (writer == NULL) {
        return TALUS_OK;
    }
    const talus_status status = keep ? finish_file(writer, error) : TALUS_OK;
    abandon(writer);
    leave_gdal(writer);
    free_writer(writer);
    return status;
}
