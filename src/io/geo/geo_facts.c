// SPDX-License-Identifier: GPL-3.0-or-later
// The plain facts of a raster file, without reading its pixels and without judging them.
#include "foundation/files/files.h"
#include "io/geo/geo_internal.h"

#include <math.h>
#include <stdio.h>

static void collect_band_facts(GDALDatasetH dataset, geo_facts *facts)
{
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    int present = 0;
    snprintf(facts->type, sizeof facts->type, "%s",
             GDALGetDataTypeName(GDALGetRasterDataType(band)));
    const char *unit = GDALGetRasterUnitType(band);
    snprintf(facts->unit, sizeof facts->unit, "%s", unit == NULL ? "" : unit);
    facts->nodata = GDALGetRasterNoDataValue(band, &present);
    facts->has_nodata = present != 0;
    facts->scale = GDALGetRasterScale(band, &present);
    facts->scale = present != 0 ? facts->scale : 1.0;
    facts->offset = GDALGetRasterOffset(band, &present);
    facts->offset = present != 0 ? facts->offset : 0.0;
    GDALGetBlockSize(band, &facts->block_columns, &facts->block_rows);
}

static void collect_facts(GDALDatasetH dataset, geo_facts *facts)
{
    GDALDriverH driver = GDALGetDatasetDriver(dataset);
    snprintf(facts->driver, sizeof facts->driver, "%s (%s)", GDALGetDriverShortName(driver),
             GDALGetDriverLongName(driver));
    facts->columns = (size_t)GDALGetRasterXSize(dataset);
    facts->rows = (size_t)GDALGetRasterYSize(dataset);
    facts->bands = GDALGetRasterCount(dataset);
    facts->has_transform = GDALGetGeoTransform(dataset, facts->transform) == CE_None;
    if (facts->has_transform) {
        geo_transform_bounds(facts->transform, facts->columns, facts->rows, facts->bounds);
    }
    OGRSpatialReferenceH crs = GDALGetSpatialRef(dataset);
    if (crs != NULL) {
        const char *name = OSRGetName(crs);
        snprintf(facts->crs_name, sizeof facts->crs_name, "%s", name == NULL ? "" : name);
        facts->epsg = geo_crs_epsg(crs);
        facts->geographic = OSRIsGeographic(crs) != 0;
    }
    if (facts->bands > 0) {
        collect_band_facts(dataset, facts);
    }
}

talus_status geo_read_facts(const char *path, bool allow_network, geo_facts *facts,
                            talus_error *error)
{
    geo_trap trap;
    geo_trap_begin(&trap, allow_network);
    *facts = (geo_facts){0};
    GDALDatasetH dataset = NULL;
    files_names paths = {0};
    talus_status status = files_names_add(&paths, path != NULL ? path : "", error);
    if (status == TALUS_OK) {
        status = geo_open_dataset(paths.items[0], GDAL_OF_RASTER, &trap, &dataset, error);
    }
    if (status == TALUS_OK) {
        collect_facts(dataset, facts);
        GDALClose(dataset);
    }
    files_names_clear(&paths);
    geo_trap_end(&trap);
    return status;
}

talus_status geo_read_crs(const char *path, char **wkt, talus_error *error)
{
    geo_trap trap;
    geo_trap_begin(&trap, false);
    GDALDatasetH dataset = NULL;
    *wkt = NULL;
    talus_status status = geo_open_dataset(path, GDAL_OF_RASTER, &trap, &dataset, error);
    if (status == TALUS_OK) {
        OGRSpatialReferenceH crs = geo_crs_horizontal(GDALGetSpatialRef(dataset));
        *wkt = crs == NULL ? geo_copy_text("") : geo_crs_wkt(crs);
        OSRDestroySpatialReference(crs);
        GDALClose(dataset);
        if (*wkt == NULL) {
            status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a CRS");
        }
    }
    geo_trap_end(&trap);
    return status;
}
