// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as layers: text files, and layers of other files that have no geometry. The rows become
// features in memory, with points by the columns of coordinates, or with the shapes of a column WKT.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <ogr_api.h>
#include <stdlib.h>
#include <string.h>

/// A table on its way to a layer.
typedef struct table_task {
    files_records records;
    size_t east, north, shape; ///< columns; SIZE_MAX: none
    OGRFieldType *types;       ///< (columns)
    talus_error *error;
} table_task;

static talus_status no_memory(const char *path, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
}

static bool is_packed(const char *path)
{
    return EQUAL(CPLGetExtension(path), "gz");
}

bool geo_is_text_table(const char *path)
{
    static const char *const endings[] = {"csv", "tsv", "txt"};
    const char *extension = CPLGetExtension(is_packed(path) ? CPLGetBasename(path) : path);
    bool found = false;
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        found = found || EQUAL(extension, endings[k]);
    }
    return found;
}

/// Numbers without leading zeros: "007" is a name.
static OGRFieldType type_of(const files_records *records, size_t column)
{
    OGRFieldType type = OFTInteger64;
    size_t filled = 0;
    for (size_t k = 0; k < records->rows && type != OFTString; k++) {
        const char *text = files_records_text(records, k, column);
        double value;
        if (text[0] == '\0') {
            continue;
        }
        filled++;
        if ((text[0] == '0' && text[1] >= '0' && text[1] <= '9') ||
            !files_number_by(text, records->marks[column], &value)) {
            type = OFTString;
        } else if (text[strspn(text, "-0123456789")] != '\0' || strlen(text) > 17) {
            type = OFTReal;
        }
    }
    return filled > 0 ? type : OFTString;
}

static talus_status choose_columns(table_task *t)
{
    bool is_degrees;
    (void)geo_find_coordinates(&t->records, &t->east, &t->north, &is_degrees);
    t->shape = SIZE_MAX;
    t->types = malloc((t->records.columns + 1) * sizeof *t->types);
    if (t->types == NULL) {
        return no_memory(t->records.path, t->error);
    }
    for (size_t c = 0; c < t->records.columns; c++) {
        const char *name = t->records.names[c];
        if (EQUAL(name, "WKT") || EQUAL(name, "wkt_geom") || STARTS_WITH_CI(name, "_WKT")) {
            t->shape = c;
        }
        t->types[c] = type_of(&t->records, c);
    }
    return TALUS_OK;
}

/// The CRS of a file .prj beside the table; NULL without one.
static OGRSpatialReferenceH read_projection(const char *path)
{
    const char *name = CPLResetExtension(path, "prj");
    char **lines = CSLLoad2(name, 1000, 10000, NULL);
    OGRSpatialReferenceH crs = lines != NULL ? OSRNewSpatialReference(NULL) : NULL;
    if (crs != NULL && OSRImportFromESRI(crs, lines) != OGRERR_NONE) {
        OSRDestroySpatialReference(crs);
        crs = NULL;
    }
    if (crs != NULL) {
        OSRSetAxisMappingStrategy(crs, OAMS_TRADITIONAL_GIS_ORDER);
    }
    CSLDestroy(lines);
    return crs;
}

/// @param geometry out: NULL where the row has none
static talus_status read_place(const table_task *t, size_t row, OGRGeometryH *geometry)
{
    const files_records *records = &t->records;
    *geometry = NULL;
    if (t->shape != SIZE_MAX) {
        char *text = (char *)(uintptr_t)files_records_text(records, row, t->shape);
        if (text[0] != '\0' && OGR_G_CreateFromWkt(&text, NULL, geometry) != OGRERR_NONE) {
            return talus_error_set(t->error, TALUS_ERROR_INPUT,
                                   "%s:%d: %s: found '%.60s', expected a geometry as WKT",
                                   records->path, records->lines[row], records->names[t->shape],
                                   files_records_text(records, row, t->shape));
        }
        return TALUS_OK;
    }
    double x, y;
    talus_status status = files_records_number(records, row, t->east, &x, t->error);
    status =
        status == TALUS_OK ? files_records_number(records, row, t->north, &y, t->error) : status;
    if (status != TALUS_OK || (isnan(x) && isnan(y))) {
        return status;
    }
    if (isnan(x) || isnan(y)) {
        return talus_error_set(t->error, TALUS_ERROR_INPUT,
                               "%s:%d: found nothing in the column '%s', expected both coordinates",
                               records->path, records->lines[row],
                               records->names[isnan(x) ? t->east : t->north]);
    }
    *geometry = OGR_G_CreateGeometry(wkbPoint);
    OGR_G_SetPoint_2D(*geometry, 0, x, y);
    return TALUS_OK;
}

static talus_status add_row(const table_task *t, size_t row, OGRLayerH layer)
{
    OGRGeometryH geometry = NULL;
    const bool has_places = t->shape != SIZE_MAX || t->east != SIZE_MAX;
    const talus_status status = has_places ? read_place(t, row, &geometry) : TALUS_OK;
    if (status != TALUS_OK) {
        return status;
    }
    OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
    for (size_t c = 0; c < t->records.columns; c++) {
        const char *text = files_records_text(&t->records, row, c);
        double value = 0.0;
        if (text[0] == '\0' || c == t->shape) {
            continue;
        }
        if (t->types[c] == OFTReal && files_number_by(text, t->records.marks[c], &value)) {
            OGR_F_SetFieldDouble(feature, (int)c, value);
        } else { // OGR reads whole numbers itself
            OGR_F_SetFieldString(feature, (int)c, text);
        }
    }
    if (geometry != NULL) {
        OGR_F_SetGeometryDirectly(feature, geometry);
    }
    const OGRErr failure = OGR_L_CreateFeature(layer, feature);
    OGR_F_Destroy(feature);
    return failure == OGRERR_NONE ? TALUS_OK : no_memory(t->records.path, t->error);
}

const char *geo_columns_of(OGRLayerH layer)
{
    const char *columns = GDALGetMetadataItem(layer, "COLUMNS", "TALUS");
    return columns != NULL ? columns : "";
}

static void name_columns(const table_task *t, OGRLayerH layer)
{
    char columns[128];
    snprintf(columns, sizeof columns, " (columns %.50s and %.50s)", t->records.names[t->east],
             t->records.names[t->north]);
    GDALSetMetadataItem(layer, "COLUMNS", columns, "TALUS");
}

/// The rows as a layer of a dataset in memory.
static talus_status add_layer(table_task *t, GDALDatasetH dataset, const char *name,
                              OGRSpatialReferenceH crs)
{
    talus_status status = choose_columns(t);
    const OGRwkbGeometryType type = status != TALUS_OK     ? wkbNone
                                    : t->shape != SIZE_MAX ? wkbUnknown
                                    : t->east != SIZE_MAX  ? wkbPoint
                                                           : wkbNone;
    OGRLayerH layer =
        status == TALUS_OK ? GDALDatasetCreateLayer(dataset, name, crs, type, NULL) : NULL;
    if (status == TALUS_OK && layer == NULL) {
        status = no_memory(t->records.path, t->error);
    }
    if (layer != NULL && type == wkbPoint) {
        name_columns(t, layer);
    }
    for (size_t c = 0; status == TALUS_OK && c < t->records.columns; c++) {
        OGRFieldDefnH field = OGR_Fld_Create(t->records.names[c], t->types[c]);
        status = OGR_L_CreateField(layer, field, 1) == OGRERR_NONE
                     ? TALUS_OK
                     : no_memory(t->records.path, t->error);
        OGR_Fld_Destroy(field);
    }
    for (size_t k = 0; status == TALUS_OK && k < t->records.rows; k++) {
        status = add_row(t, k, layer);
    }
    free(t->types);
    return status;
}

static GDALDatasetH create_dataset(void)
{
    return GDALCreate(GDALGetDriverByName("Memory"), "", 0, 0, 0, GDT_Unknown, NULL);
}

/// 0 for what cannot be opened.
static size_t size_of(const char *path)
{
    VSILFILE *file = VSIFOpenL(path, "rb");
    const size_t size =
        file != NULL && VSIFSeekL(file, 0, SEEK_END) == 0 ? (size_t)VSIFTellL(file) : 0;
    if (file != NULL) {
        VSIFCloseL(file);
    }
    return size;
}

talus_status geo_open_text_table(const char *path, geo_trap *trap, GDALDatasetH *dataset,
                                 talus_error *error)
{
    table_task t = {.east = SIZE_MAX, .north = SIZE_MAX, .error = error};
    GByte *bytes = NULL;
    vsi_l_offset size = 0;
    *dataset = NULL;
    char stored[4096], bare[4096];
    const bool is_outer = is_packed(path) && !STARTS_WITH(path, "/vsigzip/");
    snprintf(stored, sizeof stored, "%s%s", is_outer ? "/vsigzip/" : "", path);
    snprintf(bare, sizeof bare, "%.*s", (int)(strlen(path) - (is_packed(path) ? 3 : 0)), path);
    talus_status status = files_records_check_size(path, size_of(stored), error);
    if (status != TALUS_OK) {
        return status;
    }
    if (!VSIIngestFile(NULL, stored, &bytes, &size, -1)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "cannot open %s: there is no such file that may be read", path);
    }
    char *text = malloc((size_t)size + 1);
    if (text != NULL) {
        memcpy(text, bytes, (size_t)size);
        text[size] = '\0';
    }
    VSIFree(bytes);
    status = text == NULL ? no_memory(path, error)
                          : files_records_parse(path, text, (size_t)size, &t.records, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (t.records.is_guess) {
        snprintf(
            trap->note, sizeof trap->note,
            "%s is not UTF-8: its text is read as Windows-1252; save it as UTF-8 if names look "
            "wrong",
            path);
    }
    OGRSpatialReferenceH crs = read_projection(bare);
    *dataset = create_dataset();
    status = *dataset == NULL ? no_memory(path, error)
                              : add_layer(&t, *dataset, CPLGetBasename(bare), crs);
    OSRDestroySpatialReference(crs);
    files_records_clear(&t.records);
    if (status != TALUS_OK) {
        GDALClose(*dataset);
        *dataset = NULL;
    }
    return status;
}

static void add_cell(files_text *text, const char *value, bool is_first)
{
    files_text_add(text, "%s\"", is_first ? "" : "\t");
    for (const char *c = value; *c != '\0'; c++) {
        files_text_add(text, *c == '"' ? "\"\"" : "%c", *c);
    }
    files_text_add(text, "\"");
}

/// A layer as the text of a table.
static void write_layer(OGRLayerH layer, files_text *text)
{
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
    const int count = OGR_FD_GetFieldCount(definition);
    char value[64];
    for (int i = 0; i < count; i++) {
        add_cell(text, OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(definition, i)), i == 0);
    }
    files_text_add(text, "\n");
    OGR_L_ResetReading(layer);
    for (OGRFeatureH feature; (feature = OGR_L_GetNextFeature(layer)) != NULL;) {
        for (int i = 0; i < count; i++) {
            const bool is_real = OGR_Fld_GetType(OGR_FD_GetFieldDefn(definition, i)) == OFTReal &&
                                 OGR_F_IsFieldSetAndNotNull(feature, i);
            if (is_real) {
                CPLsnprintf(value, sizeof value, "%.17g", OGR_F_GetFieldAsDouble(feature, i));
            }
            add_cell(text, is_real ? value : OGR_F_GetFieldAsString(feature, i), i == 0);
        }
        files_text_add(text, "\n");
        OGR_F_Destroy(feature);
    }
}

/// Fields that the driver knows as numbers are such, whatever the texts beside them look like.
static talus_status keep_numbers(OGRLayerH layer, table_task *t)
{
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
    bool *are_numbers = malloc((t->records.columns + 1) * sizeof *are_numbers);
    if (are_numbers == NULL) {
        return no_memory(t->records.path, t->error);
    }
    for (size_t c = 0; c < t->records.columns; c++) {
        are_numbers[c] = OGR_Fld_GetType(OGR_FD_GetFieldDefn(definition, (int)c)) == OFTReal;
    }
    files_records_find_marks(&t->records, are_numbers);
    free(are_numbers);
    return TALUS_OK;
}

/// Spreadsheets, and attributes of a shapefile whose shapes are not there.
static bool is_table(GDALDatasetH dataset)
{
    const char *driver = GDALGetDriverShortName(GDALGetDatasetDriver(dataset));
    bool is_bare = EQUAL(driver, "XLSX") || EQUAL(driver, "ODS") || EQUAL(driver, "XLS") ||
                   EQUAL(driver, "ESRI Shapefile");
    for (int k = 0; is_bare && k < GDALDatasetGetLayerCount(dataset); k++) {
        is_bare = OGR_L_GetGeomType(GDALDatasetGetLayer(dataset, k)) == wkbNone;
    }
    return is_bare && GDALDatasetGetLayerCount(dataset) > 0;
}

talus_status geo_settle_table(const char *path, GDALDatasetH *dataset, talus_error *error)
{
    if (!is_table(*dataset)) {
        return TALUS_OK;
    }
    GDALDatasetH made = create_dataset();
    talus_status status = made == NULL ? no_memory(path, error) : TALUS_OK;
    for (int k = 0; status == TALUS_OK && k < GDALDatasetGetLayerCount(*dataset); k++) {
        OGRLayerH layer = GDALDatasetGetLayer(*dataset, k);
        table_task t = {.east = SIZE_MAX, .north = SIZE_MAX, .error = error};
        files_text text = {0};
        if (OGR_FD_GetFieldCount(OGR_L_GetLayerDefn(layer)) == 0) {
            continue; // an empty sheet
        }
        write_layer(layer, &text);
        status = text.failed ? no_memory(path, error)
                             : files_records_parse(path, text.data, text.size, &t.records, error);
        if (text.failed) {
            files_text_clear(&text);
        }
        status = status == TALUS_OK ? keep_numbers(layer, &t) : status;
        status = status == TALUS_OK ? add_layer(&t, made, OGR_L_GetName(layer), NULL) : status;
        files_records_clear(&t.records);
    }
    GDALClose(*dataset);
    *dataset = status == TALUS_OK ? made : NULL;
    if (status != TALUS_OK) {
        GDALClose(made);
    }
    return status;
}
