// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters through our layer over GDAL: facts, heights of a DEM, cells, an image. The first byte
// chooses the extension and what is assumed, the rest is the file.
#include "fuzz.h"

#include "io/geo/geo.h"

#include <gdal.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/// Names that others of GDAL's 200 drivers would take are refused or not recognised; to ask them all
/// takes four fifths of an execution.
static void keep_drivers(void)
{
    static const char *const kept[] = {"VRT", "GTiff", "AAIGrid", "GRASSASCIIGrid",
                                       "XYZ", "GPKG",  "WMS",     "HTTP"};
    for (int i = GDALGetDriverCount() - 1; i >= 0; i--) {
        const GDALDriverH driver = GDALGetDriver(i);
        bool is_kept = false;
        for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) {
            is_kept = is_kept || strcmp(GDALGetDriverShortName(driver), kept[k]) == 0;
        }
        if (!is_kept) {
            GDALDeregisterDriver(driver);
            GDALDestroyDriver(driver);
        }
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    geo_open_library();
    keep_drivers();
    return 0;
}

static void read_dem(const char *path, uint8_t choice)
{
    const geo_dem_options options = {.assume_crs = choice & 4,
                                     .crs = choice & 8 ? "EPSG:31287" : NULL,
                                     .reproject = choice & 16 ? "auto" : NULL};
    geo_dem dem = {0};
    talus_error error = {0};
    const talus_status status = geo_read_dem(path, &options, NULL, &dem, &error);
    fuzz_expect_told(status, &error);
    if (status == TALUS_OK && (dem.grid.nx < 2 || dem.grid.ny < 2 || dem.heights == NULL)) {
        fuzz_fail("a DEM of %zu x %zu nodes", (size_t)dem.grid.nx, (size_t)dem.grid.ny);
    }
    for (size_t i = 0; status == TALUS_OK && i < (size_t)dem.grid.nx * (size_t)dem.grid.ny; i++) {
        if (isinf(dem.heights[i])) {
            fuzz_fail("an infinite height");
        }
    }
    geo_dem_clear(&dem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"raster.tif", "raster.asc"};
    const geo_frame frame = {.crs_wkt = "", .file_crs = "dem"};
    geo_facts facts;
    geo_cells cells = {0};
    geo_image image = {0};
    talus_error error = {0};
    if (size == 0) {
        return 0;
    }
    const char *path = fuzz_file(names[data[0] % 2], data + 1, size - 1);
    talus_status status = geo_read_facts(path, false, &facts, &error);
    fuzz_expect_told(status, &error);
    // beyond this, time goes into the size that a header promises
    if (status == TALUS_OK && (double)facts.columns * (double)facts.rows < 1e6) {
        switch (data[0] / 32 % 4) {
        case 0:
            fuzz_expect_told(geo_read_cells(path, &frame, NULL, &cells, &error), &error);
            geo_cells_clear(&cells);
            break;
        case 1:
            fuzz_expect_told(geo_read_image(path, &image, &error), &error);
            geo_image_clear(&image);
            break;
        default:
            read_dem(path, data[0]);
        }
    }
    return 0;
}
