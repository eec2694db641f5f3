// SPDX-License-Identifier: GPL-3.0-or-later
// A DEM for callers of the library.
#include "talus/dem.h"

#include "foundation/base/sized.h"
#include "io/geo/geo.h"
#include "talus/library.h"

#include <stdlib.h>

/// What callers see, and the memory behind it.
typedef struct dem_memory {
    talus_dem shown;
    geo_dem read;
} dem_memory;

void talus_dem_options_defaults(talus_dem_options *options, size_t size)
{
    const talus_dem_options defaults = {0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

talus_status talus_dem_read(const char *path, const talus_dem_options *options,
                            talus_diagnostics *diagnostics, talus_dem **dem, talus_error *error)
{
    if (dem != NULL) {
        *dem = NULL;
    }
    if (path == NULL || dem == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the name of the DEM, or the place for it, is NULL");
    }
    talus_dem_options own = talus_dem_options_default();
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_dem_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_library_init();
    dem_memory *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a DEM");
    }
    const geo_dem_options requested = {.assume_crs = own.assume_metres,
                                       .crs = own.crs,
                                       .reproject = own.reproject,
                                       .operation = own.operation,
                                       .height_unit = own.height_unit,
                                       .allow_network = own.allow_network};
    status = geo_read_dem(path, &requested, diagnostics, &made->read, error);
    if (status != TALUS_OK) {
        free(made);
        return status;
    }
    made->shown = (talus_dem){.grid = made->read.grid,
                              .heights = made->read.heights,
                              .east = made->read.east,
                              .north = made->read.north,
                              .crs_wkt = made->read.crs_wkt,
                              .attribution = made->read.attribution,
                              .nodata_nodes = made->read.nodata_nodes};
    *dem = &made->shown;
    return TALUS_OK;
}

void talus_dem_destroy(talus_dem *dem)
{
    // `shown` is the first member of what talus_dem_read has made
    dem_memory *made = (dem_memory *)dem;
    if (made != NULL) {
        geo_dem_clear(&made->read);
        free(made);
    }
}
