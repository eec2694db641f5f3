// SPDX-License-Identifier: GPL-3.0-or-later
// Results do not depend on the environment: what GDAL takes from variables and configuration files and
// what alters numbers, places or bytes is pinned to GDAL's own defaults while this library uses it, on
// this thread alone. A program of its own also forgets the variables.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <stdlib.h>
#include <string.h>

/// NAME=VALUE, the default of GDAL 3.6 unless a comment says otherwise.
static char pins[][60] = {
    // bytes of GeoTIFFs
    "GDAL_TIFF_ENDIANNESS=NATIVE",
    "GDAL_TIFF_DEFLATE_SUBCODEC=DEFAULT",
    "GTIFF_DIRECT_IO=NO",
    "GTIFF_VIRTUAL_MEM_IO=NO",
    "GTIFF_WRITE_TOWGS84=AUTO",
    "GDAL_CACHEMAX=128", // MB: two rows of tiles of the widest rasters
    "GDAL_NUM_THREADS=1",
    // places, units and values of rasters
    "GTIFF_POINT_GEO_IGNORE=FALSE",
    "GTIFF_IGNORE_READ_ERRORS=NO",
    "GTIFF_LINEAR_UNITS=DEFAULT",
    "GTIFF_IMPORT_FROM_EPSG=YES",
    "GTIFF_REPORT_COMPD_CS=YES", // of all files, not of those of GeoTIFF 1.1 alone
    "GDAL_PAM_ENABLED=YES",
    "GDAL_PAM_MODE=PAM",
    "GDAL_DISABLE_READDIR_ON_OPEN=NO",
    "CPL_VSIL_GZIP_WRITE_PROPERTIES=NO", // a file beside the user's
    "GDAL_VRT_ENABLE_PYTHON=NO",         // trusted modules
    "GDAL_VRT_ENABLE_RAWRASTERBAND=NO",  // takes any file for numbers
    "VRT_SHARED_SOURCE=1",
    "ESRI_XML_PAM=NO",
    // coordinate reference systems
    "OSR_DEFAULT_AXIS_MAPPING_STRATEGY=AUTHORITY_COMPLIANT",
    "OSR_ADD_TOWGS84_ON_EXPORT_TO_WKT1=NO",
    "OSR_ADD_TOWGS84_ON_IMPORT_FROM_EPSG=NO",
    "OSR_STRIP_TOWGS84=YES",
    "OSR_USE_NON_DEPRECATED=YES",
    "OGR_CT_FORCE_TRADITIONAL_GIS_ORDER=NO",
    "OGR_CT_OP_SELECTION=PROJ",
    "OGR_CT_PREFER_OFFICIAL_SRS_DEF=YES",
    "OGR_CT_USE_SRS_COORDINATE_EPOCH=YES",
    "OGR_ENABLE_PARTIAL_REPROJECTION=NO",
    // vectors
    "OGR_ARC_STEPSIZE=4",
    "OGR_ARC_MAX_GAP=0",
    "OGR_STROKE_CURVE=FALSE",
    "OGR_ORGANIZE_POLYGONS=DEFAULT",
    "OGR_FORCE_ASCII=YES",
    "OGR_SQL_LIKE_AS_ILIKE=YES",
    "OGR_APPLY_GEOM_SET_PRECISION=FALSE",
    "OGR_GPKG_FOREIGN_KEY_CHECK=NO",
    "OGR_GPKG_INTEGRITY_CHECK=NO",
    "OGR_SQLITE_LOAD_EXTENSIONS=",
    "OGR_SQLITE_PRAGMA=",
    "SQLITE_USE_OGR_VFS=NO",
    "SHAPE_RESTORE_SHX=NO",
};
enum { PIN_COUNT = sizeof pins / sizeof pins[0] };

/// How deep this thread is in pinned sections, and what its options were before the first.
static _Thread_local int depth;
static _Thread_local char **before;

void geo_pins_set(void)
{
    if (depth++ > 0) {
        return;
    }
    char *list[PIN_COUNT + 1] = {NULL};
    for (size_t k = 0; k < PIN_COUNT; k++) {
        list[k] = pins[k];
    }
    before = CPLGetThreadLocalConfigOptions();
    char **both = before != NULL ? CSLMerge(CSLDuplicate(before), list) : NULL;
    CPLSetThreadLocalConfigOptions((const char *const *)(both != NULL ? both : list));
    CSLDestroy(both);
}

void geo_pins_restore(void)
{
    if (--depth == 0) {
        CPLSetThreadLocalConfigOptions((const char *const *)before);
        CSLDestroy(before);
        before = NULL;
    }
}

/// Of the program's own environment; what says where data lie and how the network is reached stays.
static bool is_forgotten(const char *variable)
{
    static const char *const heads[] = {
        "GDAL_",    "CPL_",    "OGR_",     "OSR_",    "GTIFF_",      "TIFF_",
        "GEOTIFF_", "PROJ_",   "VRT_",     "SHAPE_",  "GML_",        "KML_",
        "DXF_",     "LIBKML_", "AAIGRID",  "SQLITE_", "GPKG_",       "VSI_",
        "ESRI_XML", "HFA_",    "USE_RRD",  "CSV_",    "CENTER_LONG", "S57_",
        "DTED_",    "JPEG_",   "PNG_",     "GRASS_",  "SRTM",        "XYZ_",
        "NETCDF_",  "HDF5_",   "GEOJSON_", "MITAB_",  "FLATGEOBUF_", "GPX_"};
    static const char *const kept[] = {
        "GDAL_DATA=",  "GDAL_DRIVER_PATH=", "PROJ_LIB=",
        "PROJ_DATA=",  "GDAL_HTTP",         "PROJ_USER_WRITABLE_DIRECTORY=",
        "PROJ_CURL",   "CPL_CURL",          "CPL_VSIL_CURL",
        "CPL_TMPDIR=", "OGR_CURRENT_DATE="};
    bool is_one = false;
    for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
        is_one = is_one || strncmp(variable, heads[k], strlen(heads[k])) == 0;
    }
    for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) {
        is_one = is_one && strncmp(variable, kept[k], strlen(kept[k])) != 0;
    }
    return is_one;
}

extern char **environ;

void geo_forget_environment(void)
{
    for (char **at = environ; at != NULL && *at != NULL;) {
        char name[128];
        const size_t length = strcspn(*at, "=");
        if (length < sizeof name && is_forgotten(*at)) {
            memcpy(name, *at, length);
            name[length] = '\0';
            if (unsetenv(name) == 0) {
                at = environ; // the list has moved up
                continue;
            }
        }
        at++;
    }
    // instead of gdalrc, of the system and of the user
    (void)setenv("GDAL_CONFIG_FILE", "/dev/null", 1);
}
