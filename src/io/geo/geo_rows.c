// SPDX-License-Identifier: GPL-3.0-or-later
// Several attributes of a layer as numbers and texts, read in one go; bytes made smaller.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <ogr_api.h>
#include <stdlib.h>
#include <string.h>

static talus_status no_memory(const char *path, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
}

/// @param indices (rows->field_count) of the fields; -1: the layer has no such field
static talus_status add_row(const char *path, OGRFeatureH feature, const int *indices,
                            geo_rows *rows, talus_error *error)
{
    if ((rows->count & (rows->count - 1)) == 0) {
        const size_t capacity = rows->count == 0 ? 1 : 2 * rows->count;
        char **larger = realloc(rows->texts, capacity * rows->field_count * sizeof *larger);
        if (larger == NULL) {
            return no_memory(path, error);
        }
        rows->texts = larger;
    }
    char **row = rows->texts + rows->count * rows->field_count;
    memset(row, 0, rows->field_count * sizeof *row);
    rows->count++;
    for (size_t k = 0; k < rows->field_count; k++) {
        row[k] = geo_copy_text(indices[k] >= 0 ? OGR_F_GetFieldAsString(feature, indices[k]) : "");
        if (row[k] == NULL) {
            return no_memory(path, error);
        }
    }
    return TALUS_OK;
}

static talus_status read_layer(const char *path, OGRLayerH layer, geo_trap *trap,
                               const char *const *fields, geo_rows *rows, talus_error *error)
{
    static const char *ignored[] = {"OGR_GEOMETRY", NULL};
    int indices[GEO_ROW_FIELDS_MOST];
    for (size_t k = 0; k < rows->field_count; k++) {
        indices[k] = OGR_FD_GetFieldIndex(OGR_L_GetLayerDefn(layer), fields[k]);
    }
    (void)OGR_L_SetIgnoredFields(layer, ignored); // only slower where it cannot be done
    talus_status status = TALUS_OK;
    geo_trap_reset(trap);
    OGR_L_ResetReading(layer);
    for (OGRFeatureH item; status == TALUS_OK && (item = OGR_L_GetNextFeature(layer)) != NULL;) {
        status = add_row(path, item, indices, rows, error);
        OGR_F_Destroy(item);
    }
    return status == TALUS_OK ? geo_check_end(trap, path, OGR_L_GetName(layer), error) : status;
}

talus_status geo_read_rows(const char *path, const char *layer, const char *const *fields,
                           size_t field_count, geo_rows *rows, talus_error *error)
{
    geo_trap trap;
    GDALDatasetH dataset = NULL;
    *rows = (geo_rows){.field_count = field_count};
    if (field_count == 0 || field_count > GEO_ROW_FIELDS_MOST) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%zu fields, expected 1 to %d",
                               field_count, GEO_ROW_FIELDS_MOST);
    }
    geo_trap_begin(&trap, false);
    talus_status status = geo_open_dataset(path, GDAL_OF_VECTOR, &trap, &dataset, error);
    if (status == TALUS_OK) {
        OGRLayerH found = NULL;
        status = geo_choose_layer(path, dataset, layer, &found, error);
        if (status == TALUS_OK) {
            status = read_layer(path, found, &trap, fields, rows, error);
        }
        GDALClose(dataset);
    }
    geo_trap_end(&trap);
    if (status != TALUS_OK) {
        geo_rows_clear(rows);
    }
    return status;
}

void geo_rows_clear(geo_rows *rows)
{
    for (size_t k = 0; k < rows->count * rows->field_count; k++) {
        free(rows->texts[k]);
    }
    free(rows->texts);
    *rows = (geo_rows){0};
}

talus_status geo_deflate(const void *data, size_t size, unsigned char **deflated,
                         size_t *deflated_size, talus_error *error)
{
    // a stream never grows by more than a block's head every 16 KiB
    const size_t room = size + size / 1000 + 64;
    *deflated_size = 0;
    *deflated = malloc(room);
    if (*deflated == NULL ||
        CPLZLibDeflate(data, size, 6, *deflated, room, deflated_size) == NULL) {
        free(*deflated);
        *deflated = NULL;
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to deflate %zu bytes", size);
    }
    return TALUS_OK;
}
