// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a file with GDAL; one that is not a raster or vector file gets a sentence about what it is
// instead.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <string.h>
#include <unistd.h>

/// Refuse what no driver should be asked about; a path that cannot be opened as a plain file passes
/// here because it may be a directory, a subdataset or a database.
static talus_status check_first_bytes(const char *path, talus_error *error)
{
    char head[65] = {0};
    VSILFILE *file = VSIFOpenL(path, "rb");
    if (file == NULL) {
        return TALUS_OK;
    }
    const size_t size = VSIFReadL(head, 1, sizeof head - 1, file);
    VSIFCloseL(file);
    char **entries = size == 0 ? VSIReadDir(path) : NULL;
    const bool directory = entries != NULL;
    CSLDestroy(entries);
    if (size == 0 && !directory) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is empty (0 bytes): get the file again from its source", path);
    }
    if (strncmp(head, "version https://git-lfs", 23) == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is a Git-LFS pointer, not the data itself: run `git lfs pull` "
                               "in its repository",
                               path);
    }
    const char *text = head + strspn(head, " \t\r\n");
    if (EQUALN(text, "<!doctype html", 14) || EQUALN(text, "<html", 5)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is a web page, not data: the download went wrong, get it again",
                               path);
    }
    return TALUS_OK;
}

static bool path_exists(const char *path)
{
    VSILFILE *file = VSIFOpenL(path, "rb");
    if (file != NULL) {
        VSIFCloseL(file);
        return true;
    }
    return access(path, F_OK) == 0;
}

/// Options by the kind of file; NULL = none.
static const char *const *options_of(const char *path)
{
    // nothing is written beside the file; what another program is about to write is waited for
    static const char *const still[] = {"IMMUTABLE=YES", NULL};
    static const char *const plain[] = {"WRITE_GFS=NO", NULL};
    const char *extension = CPLGetExtension(path);
    if (EQUAL(extension, "gpkg")) {
        return geo_sqlite_is_still(path) ? still : NULL;
    }
    return EQUAL(extension, "gml") || EQUAL(extension, "xml") ? plain : NULL;
}

static GDALDatasetH open_guarded(const char *path, unsigned flags, const geo_trap *trap,
                                 const char *const *options)
{
    const bool was_guarded = geo_sqlite_guard(true);
    char *name = (flags & GDAL_OF_RASTER) != 0 ? geo_text_name(path) : NULL;
    GDALDatasetH dataset = GDALOpenEx(name != NULL ? name : path, flags,
                                      geo_network_drivers(trap->allow_network), options, NULL);
    free(name);
    (void)geo_sqlite_guard(was_guarded);
    return dataset;
}

/// The only table of text in an archive or a directory. @param are_tables false: its only file, too
/// @return TALUS_ERROR_INPUT for several; TALUS_OK and NULL without one
static talus_status open_table_inside(const char *path, bool are_tables, geo_trap *trap,
                                      GDALDatasetH *dataset, talus_error *error)
{
    char **names = VSIReadDirRecursive(path), *found = NULL;
    size_t count = 0, files = 0;
    char list[200] = "";
    for (int k = 0; names != NULL && names[k] != NULL; k++) {
        if (STARTS_WITH(names[k], "__MACOSX/")) {
            continue;
        }
        files += strlen(names[k]) > 0 && names[k][strlen(names[k]) - 1] != '/';
        if (geo_is_text_table(names[k])) {
            CPLFree(found);
            found = CPLStrdup(CPLFormFilename(path, names[k], NULL));
            geo_append(list, sizeof list, "%s%s", count > 0 ? ", " : "", names[k]);
            count++;
        }
    }
    talus_status status = TALUS_OK;
    *dataset = NULL;
    if (!are_tables && files != 1) {
        count = 0; // a readme.txt beside other data
    }
    if (count > 1) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s: found %zu tables (%s), expected one: name it, as %s", path,
                                 count, list, found);
    } else if (count == 1) {
        status = geo_open_text_table(found, trap, dataset, error);
    }
    CPLFree(found);
    CSLDestroy(names);
    return status;
}

/// Tables in archives and directories: those that the driver CSV would read, and those that none does.
static talus_status settle_inside(const char *path, geo_trap *trap, GDALDatasetH *dataset,
                                  talus_error *error)
{
    GDALDatasetH table = NULL;
    const bool is_open = *dataset != NULL;
    if (is_open && !EQUAL(GDALGetDriverShortName(GDALGetDatasetDriver(*dataset)), "CSV")) {
        return TALUS_OK;
    }
    const talus_status status = open_table_inside(path, is_open, trap, &table, error);
    if (status != TALUS_OK || table != NULL) {
        GDALClose(*dataset);
        *dataset = table;
    }
    return status;
}

static talus_status explain_failure(const char *path, unsigned kind, const geo_trap *trap,
                                    talus_error *error)
{
    const bool raster = kind == GDAL_OF_RASTER;
    const char *expected = raster ? "a raster" : "a vector file";
    char quote[512];
    geo_trap_quote(trap, quote, sizeof quote);
    if (!path_exists(path)) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "cannot open %s: there is no such file%s",
                               path, access(path, F_OK) == 0 ? " that may be read" : "");
    }
    const talus_status text = raster ? geo_explain_text(path, error) : TALUS_OK;
    if (text != TALUS_OK) {
        return text;
    }
    GDALDatasetH other = open_guarded(path, raster ? GDAL_OF_VECTOR : GDAL_OF_RASTER, trap, NULL);
    if (!trap->allow_network && trap->closure.url[0] != '\0') {
        GDALClose(other);
        return geo_network_refused(path, &trap->closure, error);
    }
    if (other == NULL && EQUAL(CPLGetExtension(path), "shp") && strstr(trap->first, ".shx")) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: the index .shx beside it is missing: get it from where the "
                               "layer comes from, or write it with `ogrinfo --config "
                               "SHAPE_RESTORE_SHX YES %s`",
                               path, path);
    }
    if (other == NULL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is not %s that GDAL can read, or it is damaged or cut short%s: "
                               "check it with gdalinfo, or get it again from its source",
                               path, expected, quote);
    }
    char names[256] = "";
    geo_layer_names(other, names, sizeof names);
    const char *driver = GDALGetDriverShortName(GDALGetDatasetDriver(other));
    talus_status status = TALUS_ERROR_INPUT;
    if (raster) {
        (void)talus_error_set(
            error, status,
            "%s is a vector file (%s, layers: %s), not a raster: a DEM is a raster "
            "such as a GeoTIFF or an ASCII grid",
            path, driver, names);
    } else {
        (void)talus_error_set(
            error, status, "%s is a raster (%s), not a vector file with points, lines or polygons",
            path, driver);
    }
    GDALClose(other);
    return status;
}

talus_status geo_open_dataset(const char *path, unsigned kind, geo_trap *trap,
                              GDALDatasetH *dataset, talus_error *error)
{
    *dataset = NULL;
    if (path == NULL || path[0] == '\0') {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "no file name given");
    }
    talus_status status = geo_network_check(path, trap->allow_network, error);
    if (status == TALUS_OK) {
        status = check_first_bytes(path, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    geo_trap_reset(trap);
    if (kind == GDAL_OF_VECTOR && geo_is_text_table(path)) {
        return geo_open_text_table(path, trap, dataset, error);
    }
    const unsigned flags = kind | GDAL_OF_READONLY;
    *dataset = open_guarded(path, flags | GDAL_OF_VERBOSE_ERROR, trap, options_of(path));
    const char *extension = CPLGetExtension(path); // a buffer that GDAL uses again
    const char *prefix = EQUAL(extension, "zip")  ? "/vsizip/"
                         : EQUAL(extension, "gz") ? "/vsigzip/"
                                                  : NULL;
    if (*dataset == NULL && prefix != NULL) {
        char *inside = CPLStrdup(CPLSPrintf("%s%s", prefix, path));
        status = geo_network_check(inside, trap->allow_network, error);
        if (status == TALUS_OK) {
            *dataset = open_guarded(inside, flags, trap, NULL);
        }
        if (status == TALUS_OK && kind == GDAL_OF_VECTOR) {
            status = settle_inside(inside, trap, dataset, error);
        }
        CPLFree(inside);
    } else if (*dataset != NULL && kind == GDAL_OF_VECTOR) {
        status = settle_inside(path, trap, dataset, error);
    }
    if (status == TALUS_OK && *dataset != NULL && !trap->allow_network) {
        status = geo_network_check_opened(path, *dataset, &trap->closure, error);
    }
    if (status != TALUS_OK) {
        GDALClose(*dataset);
        *dataset = NULL;
        return status;
    }
    if (*dataset == NULL) {
        return explain_failure(path, kind, trap, error);
    }
    if (kind == GDAL_OF_VECTOR) {
        status = geo_settle_encoding(path, trap, dataset, error);
        status = status == TALUS_OK ? geo_settle_table(path, dataset, error) : status;
    }
    if (status != TALUS_OK && *dataset != NULL) {
        GDALClose(*dataset);
        *dataset = NULL;
    }
    geo_trap_reset(trap);
    return status;
}
