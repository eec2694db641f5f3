// SPDX-License-Identifier: GPL-3.0-or-later
/// @file dem.h
/// Digital elevation models from files: heights as an array in local metres, with origin, CRS and
/// attribution. It knows raster files; it refuses to know rocks and scenarios.
///
/// threads: a talus_dem is used by one thread at a time; two files may be read at once.
#ifndef TALUS_DEM_H
#define TALUS_DEM_H

#include "talus/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_dem_options {
    size_t size;           ///< of this struct, by talus_dem_options_default
    const char *crs;       ///< replaces the CRS of the file ("EPSG:31287"); NULL: that of the file
    const char *reproject; ///< CRS to warp to, "auto" = the matching UTM zone; NULL: no warping
    bool assume_metres;    ///< a file without CRS is in metres
    bool allow_network;    ///< names and files that refer to servers may be read
    const char *operation; ///< PROJ pipeline by which it is warped; NULL = the most accurate one
    /// Of the heights in the file: "m", "ft", "us_ft", "dm", "cm" or "mm"; NULL: as the file says.
    const char *height_unit;
} talus_dem_options;
/// Fill `size` bytes: CRS of the file, no warping, no network.
TALUS_API void talus_dem_options_defaults(talus_dem_options *options, size_t size);
static inline talus_dem_options talus_dem_options_default(void)
{
    talus_dem_options options;
    talus_dem_options_defaults(&options, sizeof options);
    return options;
}

/// Heights of a file; local = world - (east, north), exact. The heights may be changed in place
/// (talus/raster.h). The struct owns what its members point to. Later versions may append members.
typedef struct talus_dem {
    talus_grid grid;         ///< local: node (0, 0) at (0, 0)
    double *heights;         ///< (ny x nx) m, row 0 = south, NaN = NODATA
    double east, north;      ///< m, world position of node (0, 0)
    const char *crs_wkt;     ///< "" when unknown
    const char *attribution; ///< from the metadata of the file; "" when there is none
    size_t nodata_nodes;
} talus_dem;

/// Read band 1 of any raster that GDAL reads.
/// These are handled, with a warning in `diagnostics`: south-up, rotated or non-square cells
/// (resampled), feet, scale and offset, undeclared NODATA values, several bands, coarse steps.
/// @param options     NULL = the defaults
/// @param diagnostics may be NULL
/// @param dem         out, destroyed by the caller; NULL after an error
/// @return TALUS_ERROR_INPUT with a sentence: degrees without `reproject`, no CRS unless assumed, a
///         CRS that contradicts the coordinates, a unit of heights that is not said or said
///         twice, a truncated or empty file, all NODATA;
///         TALUS_ERROR_ARGUMENT for NULL or an unknown size of the options; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_dem_read(const char *path, const talus_dem_options *options,
                                      talus_diagnostics *diagnostics, talus_dem **dem,
                                      talus_error *error);
/// NULL is allowed.
TALUS_API void talus_dem_destroy(talus_dem *dem);

/// One band of a raster as it is in its file, for example a layer of a result directory. Unlike
/// heights, values are neither checked nor converted. The struct owns what its members point to.
/// Later versions may append members.
typedef struct talus_band {
    size_t nx, ny;       ///< cells
    double west, south;  ///< m, world position of the lower left corner; 0 without georeferencing
    double cell;         ///< m; 1 without georeferencing
    float *values;       ///< (ny x nx) row 0 = south, NaN = NODATA; scale and offset applied
    const char *name;    ///< of the band, "" when there is none
    const char *unit;    ///< "" when unknown
    const char *crs_wkt; ///< "" when unknown
    const char *attribution; ///< "" when there is none
    size_t band_count;       ///< bands of the file
} talus_band;
/// Read a band of any raster that GDAL reads. No network connection is opened.
/// @param index of the band, from 0 on
/// @param band  out, destroyed by the caller; NULL after an error
/// @return TALUS_ERROR_INPUT: a file that cannot be read; TALUS_ERROR_UNSUPPORTED: rotated or
///         mirrored; TALUS_ERROR_ARGUMENT: NULL, a band that the file does not have;
///         TALUS_ERROR_MEMORY
TALUS_API talus_status talus_band_read(const char *path, size_t index, talus_band **band,
                                       talus_error *error);
/// NULL is allowed.
TALUS_API void talus_band_destroy(talus_band *band);

#ifdef __cplusplus
}
#endif
#endif
