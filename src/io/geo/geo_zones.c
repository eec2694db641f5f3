// SPDX-License-Identifier: GPL-3.0-or-later
// Areas of equal class of a raster as polygons.
#include "io/geo/geo_internal.h"

#include <cpl_string.h>
#include <gdal_alg.h>
#include <ogr_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The classes as a dataset in memory, north row first as GDAL wants it: it points to `rows`.
static GDALDatasetH wrap_classes(const geo_zones *zones, uint8_t *rows)
{
    for (size_t j = 0; j < zones->ny; j++) {
        memcpy(rows + (zones->ny - 1 - j) * zones->nx, zones->classes + j * zones->nx, zones->nx);
    }
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("MEM"), "", (int)zones->nx,
                                      (int)zones->ny, 0, GDT_Byte, NULL);
    char pointer[64];
    char *options[] = {pointer, NULL};
    snprintf(pointer, sizeof pointer, "DATAPOINTER=%p", (void *)rows);
    if (dataset == NULL || GDALAddBand(dataset, GDT_Byte, options) != CE_None) {
        GDALClose(dataset);
        return NULL;
    }
    double transform[6] = {zones->west, zones->cell,
                           0.0,         zones->south + (double)zones->ny * zones->cell,
                           0.0,         -zones->cell};
    GDALSetGeoTransform(dataset, transform);
    return dataset;
}

/// Rings of a polygon, outer one first, to the sink.
static talus_status pass_on(OGRGeometryH polygon, int class_, geo_zone_sink *sink, void *user,
                            talus_error *error)
{
    const int ring_count = OGR_G_GetGeometryCount(polygon);
    size_t points = 0;
    for (int k = 0; k < ring_count; k++) {
        points += (size_t)OGR_G_GetPointCount(OGR_G_GetGeometryRef(polygon, k));
    }
    double *xy = malloc((2 * points + 1) * sizeof *xy);
    size_t *starts = malloc(((size_t)ring_count + 1) * sizeof *starts);
    talus_status status = TALUS_OK;
    if (xy == NULL || starts == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for polygons");
    } else {
        const int stride = 2 * (int)sizeof *xy;
        starts[0] = 0;
        for (int k = 0; k < ring_count; k++) {
            OGRGeometryH ring = OGR_G_GetGeometryRef(polygon, k);
            double *at = xy + 2 * starts[k];
            OGR_G_GetPoints(ring, at, stride, at + 1, stride, NULL, 0);
            starts[k + 1] = starts[k] + (size_t)OGR_G_GetPointCount(ring);
        }
        const geo_zone zone = {.class_ = (uint8_t)class_,
                               .area = OGR_G_Area(polygon),
                               .ring_count = (size_t)ring_count,
                               .ring_starts = starts,
                               .xy = xy};
        status = sink(user, &zone, error);
    }
    free(xy);
    free(starts);
    return status;
}

static talus_status pass_all(OGRLayerH layer, geo_zone_sink *sink, void *user, talus_error *error)
{
    talus_status status = TALUS_OK;
    OGRFeatureH feature;
    OGR_L_ResetReading(layer);
    while (status == TALUS_OK && (feature = OGR_L_GetNextFeature(layer)) != NULL) {
        status = pass_on(OGR_F_GetGeometryRef(feature), OGR_F_GetFieldAsInteger(feature, 0), sink,
                         user, error);
        OGR_F_Destroy(feature);
    }
    return status;
}

static talus_status trace(GDALDatasetH classes, geo_zone_sink *sink, void *user, talus_error *error)
{
    GDALRasterBandH band = GDALGetRasterBand(classes, 1);
    OGRSFDriverH driver = OGRGetDriverByName("Memory");
    OGRDataSourceH store = OGR_Dr_CreateDataSource(driver, "zones", NULL);
    OGRLayerH layer =
        store != NULL ? OGR_DS_CreateLayer(store, "zones", NULL, wkbPolygon, NULL) : NULL;
    OGRFieldDefnH field = OGR_Fld_Create("class", OFTInteger);
    bool good = layer != NULL && OGR_L_CreateField(layer, field, FALSE) == OGRERR_NONE;
    OGR_Fld_Destroy(field);
    // the band is its own mask: class 0 is nothing
    good = good && GDALPolygonize(band, band, layer, 0, NULL, NULL, NULL) == CE_None;
    const talus_status status =
        good ? pass_all(layer, sink, user, error)
             : talus_error_set(error, TALUS_ERROR_MEMORY, "the zones cannot be traced");
    OGR_DS_Destroy(store);
    return status;
}

talus_status geo_trace_zones(const geo_zones *zones, geo_zone_sink *sink, void *user,
                             talus_error *error)
{
    uint8_t *rows = malloc(zones->nx * zones->ny + 1);
    if (rows == NULL || zones->nx > INT32_MAX || zones->ny > INT32_MAX) {
        free(rows);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu x %zu classes",
                               zones->nx, zones->ny);
    }
    geo_open_library();
    geo_trap trap;
    geo_trap_begin(&trap, false);
    GDALDatasetH dataset = wrap_classes(zones, rows);
    const talus_status status =
        dataset != NULL ? trace(dataset, sink, user, error)
                        : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for zones");
    GDALClose(dataset);
    geo_trap_end(&trap);
    free(rows);
    return status;
}
