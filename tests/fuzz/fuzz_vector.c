// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors through our layer over OGR: GeoJSON, tables, GeoPackages. The first byte chooses the
// extension, the rest is the file.
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
    static const char *const kept[] = {"GeoJSON", "GeoJSONSeq", "ESRIJSON", "CSV",  "GPKG",
                                       "OGR_VRT", "GML",        "WFS",      "HTTP", "Memory"};
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"vector.geojson", "vector.csv", "vector.gpkg"};
    const geo_frame frame = {.crs_wkt = "", .file_crs = "dem"};
    geo_vectors vectors = {0};
    geo_attribute attribute = {0};
    talus_error error = {0};
    if (size == 0) {
        return 0;
    }
    const char *path = fuzz_file(names[data[0] % 3], data + 1, size - 1);
    const talus_status status = geo_read_layer(path, NULL, NULL, &frame, NULL, &vectors, &error);
    fuzz_expect_told(status, &error);
    for (size_t i = 0; status == TALUS_OK && i < vectors.part_count; i++) {
        for (size_t k = 0; k < 2 * vectors.parts[i].count; k++) {
            if (!isfinite(vectors.parts[i].xy[k])) {
                fuzz_fail("part %zu has a coordinate that is not finite", i);
            }
        }
    }
    if (status == TALUS_OK) {
        fuzz_expect_told(geo_read_attribute(path, NULL, NULL, "name", false, &attribute, &error),
                         &error);
        geo_attribute_clear(&attribute);
    }
    geo_vectors_clear(&vectors);
    return 0;
}
