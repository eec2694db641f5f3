// SPDX-License-Identifier: GPL-3.0-or-later
// One attribute of a layer as texts, feature by feature.
#include "io/geo/geo_internal.h"
#include "io/geo_rules/filter.h"

#include <cpl_string.h>
#include <ogr_api.h>
#include <stdlib.h>

static talus_status out_of_memory(const char *path, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
}

/// @param copy malloc'd text; NULL when out of memory
static talus_status append(const char *path, geo_attribute *attribute, char *copy,
                           talus_error *error)
{
    if ((attribute->count & (attribute->count - 1)) == 0) {
        const size_t capacity = attribute->count == 0 ? 1 : 2 * attribute->count;
        char **texts = realloc(attribute->texts, capacity * sizeof *texts);
        if (texts == NULL) {
            free(copy);
            return out_of_memory(path, error);
        }
        attribute->texts = texts;
    }
    if (copy == NULL) {
        return out_of_memory(path, error);
    }
    attribute->texts[attribute->count++] = copy;
    return TALUS_OK;
}

static talus_status read_layer(const char *path, OGRLayerH layer, geo_trap *trap, const char *field,
                               geo_attribute *attribute, talus_error *error)
{
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
    const int index = field != NULL ? OGR_FD_GetFieldIndex(definition, field) : -1;
    attribute->found = index >= 0;
    attribute->has_crs = geo_crs_of_layer(layer) != NULL;
    geo_list_fields(layer, attribute->fields, sizeof attribute->fields);
    talus_status status = TALUS_OK;
    OGRFeatureH feature;
    geo_trap_reset(trap);
    OGR_L_ResetReading(layer);
    while (status == TALUS_OK && (feature = OGR_L_GetNextFeature(layer)) != NULL) {
        status = append(path, attribute,
                        index >= 0 ? geo_copy_field(feature, index) : geo_copy_text(NULL), error);
        OGR_F_Destroy(feature);
    }
    return status == TALUS_OK ? geo_check_end(trap, path, OGR_L_GetName(layer), error) : status;
}

talus_status geo_read_attribute(const char *path, const char *layer, const char *where,
                                const char *field, bool allow_network, geo_attribute *attribute,
                                talus_error *error)
{
    geo_trap trap;
    GDALDatasetH dataset = NULL;
    *attribute = (geo_attribute){0};
    geo_trap_begin(&trap, allow_network);
    talus_status status = geo_open_dataset(path, GDAL_OF_VECTOR, &trap, &dataset, error);
    if (status == TALUS_OK) {
        OGRLayerH found = NULL;
        status = geo_rules_check_filter(where, error);
        status =
            status == TALUS_OK ? geo_choose_layer(path, dataset, layer, &found, error) : status;
        if (status == TALUS_OK &&
            OGR_L_SetAttributeFilter(found, where != NULL && where[0] ? where : NULL) !=
                OGRERR_NONE) {
            status = talus_error_set(error, TALUS_ERROR_INPUT, "%s: the filter '%s' cannot be read",
                                     path, where);
        }
        if (status == TALUS_OK) {
            status = read_layer(path, found, &trap, field, attribute, error);
        }
        GDALClose(dataset);
    }
    geo_trap_end(&trap);
    if (status != TALUS_OK) {
        geo_attribute_clear(attribute);
    }
    return status;
}

void geo_attribute_clear(geo_attribute *attribute)
{
    for (size_t i = 0; i < attribute->count; i++) {
        free(attribute->texts[i]);
    }
    free(attribute->texts);
    *attribute = (geo_attribute){0};
}
