// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a vector file: names, kinds of geometry, fields.
#include "io/geo/geo_internal.h"

#include <stdio.h>
#include <stdlib.h>

/// @return false for what is neither points nor lines nor polygons
static bool kind_of(OGRwkbGeometryType type, geo_kind *kind)
{
    bool is_known = true;
    const OGRwkbGeometryType flat = OGR_GT_Flatten(type);
    if (flat == wkbPoint || flat == wkbMultiPoint) {
        *kind = GEO_POINTS;
    } else if (OGR_GT_IsCurve(flat) != 0 || flat == wkbMultiLineString || flat == wkbMultiCurve) {
        *kind = GEO_LINES;
    } else if (OGR_GT_IsSurface(flat) != 0 || flat == wkbMultiPolygon || flat == wkbMultiSurface) {
        *kind = GEO_POLYGONS;
    } else {
        is_known = false;
    }
    return is_known;
}

/// Formats such as GeoJSON leave the kind to the features.
static bool kind_of_features(OGRLayerH layer, geo_kind *kind)
{
    bool has_kind = false, is_mixed = false;
    OGR_L_ResetReading(layer);
    for (OGRFeatureH feature; !is_mixed && (feature = OGR_L_GetNextFeature(layer)) != NULL;) {
        OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
        geo_kind found = GEO_POINTS;
        if (geometry != NULL && OGR_G_IsEmpty(geometry) == 0) {
            is_mixed =
                !kind_of(OGR_G_GetGeometryType(geometry), &found) || (has_kind && found != *kind);
            *kind = found;
            has_kind = true;
        }
        OGR_F_Destroy(feature);
    }
    return has_kind && !is_mixed;
}

static void collect_fields(OGRLayerH layer, geo_layer_facts *facts)
{
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
    for (int i = 0; i < OGR_FD_GetFieldCount(definition); i++) {
        OGRFieldDefnH field = OGR_FD_GetFieldDefn(definition, i);
        const OGRFieldType type = OGR_Fld_GetType(field);
        if ((type == OFTString || type == OFTInteger || type == OFTInteger64) &&
            facts->field_count < GEO_LAYER_FIELDS_MOST) {
            snprintf(facts->fields[facts->field_count++], GEO_LAYER_NAME_SIZE, "%s",
                     OGR_Fld_GetNameRef(field));
        }
    }
}

static void collect_facts(OGRLayerH layer, geo_layer_facts *facts)
{
    const GIntBig features = OGR_L_GetFeatureCount(layer, 1);
    snprintf(facts->name, sizeof facts->name, "%s", OGR_L_GetName(layer));
    facts->has_crs = geo_crs_of_layer(layer) != NULL;
    facts->feature_count = features > 0 ? (size_t)features : 0;
    facts->has_geometry =
        kind_of(OGR_L_GetGeomType(layer), &facts->kind) || kind_of_features(layer, &facts->kind);
    collect_fields(layer, facts);
}

static talus_status collect(const char *path, GDALDatasetH dataset, geo_layer_facts **facts,
                            size_t *count, talus_error *error)
{
    const int layers = GDALDatasetGetLayerCount(dataset);
    if (layers < 1 || layers > GEO_LAYERS_MOST) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s has %d layers, expected 1 to %d", path,
                               layers, GEO_LAYERS_MOST);
    }
    *facts = calloc((size_t)layers, sizeof **facts);
    if (*facts == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
    }
    for (int k = 0; k < layers; k++) {
        collect_facts(GDALDatasetGetLayer(dataset, k), &(*facts)[k]);
    }
    *count = (size_t)layers;
    return TALUS_OK;
}

talus_status geo_read_layer_facts(const char *path, bool allow_network, geo_layer_facts **facts,
                                  size_t *count, talus_error *error)
{
    geo_trap trap;
    GDALDatasetH dataset = NULL;
    *facts = NULL;
    *count = 0;
    geo_trap_begin(&trap, allow_network);
    talus_status status = geo_open_dataset(path, GDAL_OF_VECTOR, &trap, &dataset, error);
    if (status == TALUS_OK) {
        status = collect(path, dataset, facts, count, error);
        GDALClose(dataset);
    }
    geo_trap_end(&trap);
    return status;
}

talus_status geo_count_features(const char *path, const char *layer, size_t *count,
                                talus_error *error)
{
    geo_trap trap;
    GDALDatasetH dataset = NULL;
    *count = 0;
    geo_trap_begin(&trap, false);
    talus_status status = geo_open_dataset(path, GDAL_OF_VECTOR, &trap, &dataset, error);
    if (status == TALUS_OK) {
        geo_trap_reset(&trap);
        OGRLayerH found = GDALDatasetGetLayerByName(dataset, layer);
        const GIntBig features = found != NULL ? OGR_L_GetFeatureCount(found, 1) : 0;
        *count = features > 0 ? (size_t)features : 0;
        status = geo_check_end(&trap, path, layer, error);
        GDALClose(dataset);
    }
    geo_trap_end(&trap);
    return status;
}
