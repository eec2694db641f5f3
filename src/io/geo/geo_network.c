// SPDX-License-Identifier: GPL-3.0-or-later
// No connection is opened unless the user allows it. GDAL opens some by the name of a file, others
// by what stands in it: descriptions of services, virtual rasters and layers that name their
// sources. Three walls: names and contents are judged before GDAL sees them; GDAL is offered only
// drivers that read files; what would still fetch something is answered with a refusal.
#include "io/geo/geo_hdf.h"
#include "io/geo/geo_internal.h"
#include "io/geo_rules/filter.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_minixml.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Drivers that read files of this machine and follow no names in them; VRT and OGR_VRT follow
/// names, which are judged too.
// clang-format off
static const char *const local_drivers[] = {
    "VRT", "GTiff", "HFA", "AIG", "AAIGrid", "GRASSASCIIGrid", "ISG", "SDTS", "DTED", "PNG",
    "JPEG", "GIF", "BIGGIF", "BMP", "FITS", "PCRaster", "ILWIS", "SGI", "SRTMHGT", "Leveller",
    "Terragen", "netCDF", "HDF4", "HDF4Image", "JP2OpenJPEG", "GRIB", "RMF", "RST", "GSAG",
    "GSBG", "GS7BG", "R", "WEBP", "PNM", "DOQ1", "DOQ2", "PAux", "MFF", "BT", "LAN", "LCP",
    "GTX", "LOSLAS", "NTv2", "CTable2", "ACE2", "SNODAS", "KRO", "ROI_PAC", "RRASTER", "BYN",
    "ARG", "RIK", "USGSDEM", "GXF", "BAG", "HDF5", "HDF5Image", "NWT_GRD", "NWT_GRC", "BLX",
    "SAGA", "XYZ", "HF2", "CTG", "ZMap", "NGSGEOID", "SIGDEM", "GenBin", "ENVI", "EHdr",
    "ISCE", "JDEM", "GPKG", "OGR_VRT", "ESRI Shapefile", "MapInfo File", "UK .NTF",
    "OGR_SDTS", "S57", "DGN", "CSV", "GML", "GPX", "LIBKML", "KML", "GeoJSON", "GeoJSONSeq",
    "ESRIJSON", "TopoJSON", "OGR_GMT", "WAsP", "OpenFileGDB", "DXF", "CAD", "FlatGeobuf",
    "Geoconcept", "GeoRSS", "VFK", "EDIGEO", "SVG", "Idrisi", "XLS", "ODS", "XLSX", "SXF",
    "Selafin", "JML", "VDV", "MapML", "TIGER", "AVCBin", "AVCE00", "LVBAG", NULL};
// clang-format on

enum {
    HEAD_SIZE = 1024,      ///< bytes by which GDAL's drivers recognise a file
    MOST_BYTES = 64 << 20, ///< of all virtual rasters and layers that name each other
    LEAST_BYTES = 1 << 16, ///< that each counts for
    NAME_BYTES = 1 << 10,  ///< that each file named in one counts for: it is opened and looked at
    MOST_DEPTH = 8         ///< virtual rasters of virtual rasters
};

static bool is_listed(const char *const *list, const char *name)
{
    while (*list != NULL && !EQUAL(*list, name)) {
        list++;
    }
    return *list != NULL;
}

const char *const *geo_network_drivers(bool allow_network)
{
    return allow_network ? NULL : local_drivers;
}

/// Where a judgement has come to: the user's file, and how many files lead to this name.
typedef struct judge {
    const char *path;
    bool allow; ///< connections; what a description executes is judged anyhow
    int depth;
    talus_error *error;
    size_t *bytes; ///< of the descriptions so far
    double layers; ///< sources above each other; 0 = 1
} judge;

static talus_status judge_name(const judge *j, const char *name);

static talus_status refuse(const judge *j, const char *name)
{
    if (j->allow) {
        return TALUS_OK;
    }
    if (j->depth == 0) {
        return talus_error_set(j->error, TALUS_ERROR_INPUT,
                               "%.300s may open a network connection, which is closed: save the "
                               "data in a file of this machine, or give --allow-network",
                               name);
    }
    return talus_error_set(j->error, TALUS_ERROR_INPUT,
                           "%.300s names '%.200s', which may open a network connection; it is "
                           "closed: save the data in a file of this machine, or give "
                           "--allow-network",
                           j->path, name);
}

/// Virtual file systems that read files and memory of this machine.
static bool is_local_system(const char *name)
{
    static const char *const systems[] = {"vsizip", "vsigzip", "vsitar",   "vsimem", "vsisubfile",
                                          "vsi7z",  "vsirar",  "vsicrypt", NULL};
    for (size_t i = 0; systems[i] != NULL; i++) {
        const size_t size = strlen(systems[i]);
        if (EQUALN(name, systems[i], size) && !isalnum((unsigned char)name[size]) &&
            name[size] != '_') {
            return true;
        }
    }
    return false;
}

/// Every /vsi... of a name must be local, and there may be no URL in it. A directory that is called
/// vsi... lies behind another name and a slash.
static bool is_remote(const char *name)
{
    const bool is_virtual = EQUALN(name, "/vsi", 4);
    for (const char *at = name; *at != '\0'; at++) {
        const bool begins = at == name || is_virtual || strchr(":\"',={ ", at[-1]) != NULL;
        if (begins && EQUALN(at, "/vsi", 4) && !is_local_system(at + 1)) {
            return true;
        }
        if (strncmp(at, "://", 3) == 0) {
            return true;
        }
    }
    return false;
}

/// A text that names a source with its own directory, or "" when it is not the name of a file.
static char *beside(const char *directory, const char *name)
{
    return name[0] == '/' || directory[0] == '\0'
               ? CPLStrdup(name)
               : CPLStrdup(CPLFormFilename(directory, name, NULL));
}

static bool exists(const char *name)
{
    struct stat facts;
    return name[0] != '\0' && stat(name, &facts) == 0;
}

/// Numbers, flags and long texts (a WKT) name nothing.
static bool may_be_name(const char *text)
{
    const size_t size = strlen(text);
    return size > 2 && size < 4096 && text[strspn(text, "0123456789.+-eE, \t\r\n")] != '\0';
}

/// Whether a driver that may open connections takes the name, by its prefix ("PG:") or by what it
/// finds there. Names that no driver takes are not opened.
static bool is_for_local_driver(const char *name)
{
    for (int i = 0; i < GDALGetDriverCount(); i++) {
        const GDALDriverH driver = GDALGetDriver(i);
        const char *prefix = GDALGetMetadataItem(driver, GDAL_DMD_CONNECTION_PREFIX, NULL);
        if (prefix != NULL && prefix[0] != '\0' && EQUALN(name, prefix, strlen(prefix)) &&
            !is_listed(local_drivers, GDALGetDriverShortName(driver))) {
            return false;
        }
    }
    const GDALDriverH driver =
        GDALIdentifyDriverEx(name, GDAL_OF_RASTER | GDAL_OF_VECTOR, NULL, NULL);
    return driver == NULL || is_listed(local_drivers, GDALGetDriverShortName(driver));
}

/// A value in a description: judged when it is a name of something that GDAL would open.
static talus_status judge_value(const judge *j, const char *directory, const char *text)
{
    if (!may_be_name(text)) {
        return TALUS_OK;
    }
    char *joined = beside(directory, text);
    talus_status status = TALUS_OK;
    if (exists(joined)) {
        *j->bytes += NAME_BYTES;
        status = *j->bytes <= MOST_BYTES
                     ? judge_name(j, joined)
                     : talus_error_set(j->error, TALUS_ERROR_INPUT,
                                       "%.300s names files at more than %d places, expected the "
                                       "tiles of a slope: make it again with gdalbuildvrt -te",
                                       j->path, MOST_BYTES / NAME_BYTES);
    } else if (exists(text) || text[0] == '<' || EQUALN(text, "/vsi", 4)) {
        status = judge_name(j, text);
    } else if (strchr(text, ':') != NULL) {
        // names of services, "PG:dbname=x"; URLs stand in metadata and definitions too, and what
        // would fetch one of those is refused when it comes to that
        const bool is_url = EQUALN(text, "http://", 7) || EQUALN(text, "https://", 8);
        status = !is_url && !is_for_local_driver(text) ? refuse(j, text) : TALUS_OK;
        status = status == TALUS_OK ? geo_check_hdf(j->path, directory, text, j->error) : status;
    }
    CPLFree(joined);
    return status;
}

/// What a description has executed: one plain selection.
static talus_status judge_sql(const judge *j, const char *sql)
{
    talus_error reason = {0};
    return geo_rules_check_selection(sql, &reason) == TALUS_OK
               ? TALUS_OK
               : talus_error_set(j->error, TALUS_ERROR_INPUT, "%.300s: SrcSQL: %.600s", j->path,
                                 reason.message);
}

/// An element of a virtual raster or layer whose text GDAL opens.
static bool is_source(const char *element)
{
    static const char *const elements[] = {
        "SourceFilename", "SourceDataset", "SrcDataSource", "SrcDS", "DEM", "RPC_DEM", NULL};
    return is_listed(elements, element);
}

/// Every value in a description, whatever its element is called.
static talus_status judge_tree(const judge *j, const char *directory, const CPLXMLNode *node,
                               const char *element)
{
    talus_status status = TALUS_OK;
    for (; node != NULL && status == TALUS_OK; node = node->psNext) {
        if (node->eType == CXT_Element || node->eType == CXT_Attribute) {
            status = judge_tree(j, directory, node->psChild,
                                node->eType == CXT_Element ? node->pszValue : "");
            continue;
        }
        if (node->eType != CXT_Text) {
            continue;
        }
        const char *text = node->pszValue + strspn(node->pszValue, " \t\r\n");
        if (EQUAL(element, "SrcSQL")) {
            status = judge_sql(j, text);
        } else if (EQUAL(text, "VRTRawRasterBand")) {
            status = talus_error_set(j->error, TALUS_ERROR_INPUT,
                                     "%.300s: it takes the bytes of a file of any format for "
                                     "numbers (VRTRawRasterBand), expected rasters: make a GeoTIFF "
                                     "of it with gdal_translate",
                                     j->path);
        } else if (EQUAL(text, "PRELUDE_STATEMENTS") || EQUAL(element, "PixelFunctionCode")) {
            status = talus_error_set(j->error, TALUS_ERROR_INPUT,
                                     "%.300s: its description holds statements or code to be "
                                     "executed (%.40s), expected data: make a file of the result",
                                     j->path, EQUAL(element, "PixelFunctionCode") ? element : text);
        } else if (is_source(element) && is_remote(text)) {
            status = refuse(j, text);
        } else {
            status = judge_value(j, directory, text);
        }
    }
    return status;
}

static judge one_below(const judge *j)
{
    judge below = *j;
    below.depth++;
    return below;
}

/// A description in XML: what it names is judged.
static talus_status judge_description(const judge *j, const char *directory, const char *xml)
{
    judge below = one_below(j);
    *j->bytes += strlen(xml) + LEAST_BYTES;
    if (below.depth > MOST_DEPTH || *j->bytes > MOST_BYTES) {
        return talus_error_set(j->error, TALUS_ERROR_INPUT,
                               "%.300s leads to more than %d descriptions that name each other",
                               j->path,
                               *j->bytes > MOST_BYTES ? MOST_BYTES / LEAST_BYTES : MOST_DEPTH);
    }
    CPLXMLNode *tree = CPLParseXMLString(xml);
    if (tree == NULL) {
        return talus_error_set(j->error, TALUS_ERROR_INPUT,
                               "%.300s: a description that it leads to is not valid XML", j->path);
    }
    below.layers = fmax(j->layers, 1.0) * geo_count_layers(tree);
    talus_status status = geo_check_layers(j->path, below.layers, j->error);
    status = status == TALUS_OK ? judge_tree(&below, directory, tree, "") : status;
    CPLDestroyXMLNode(tree);
    return status;
}

static bool is_virtual_raster(const char *head)
{
    return strstr(head, "<VRTDataset") != NULL || strstr(head, "<OGRVRT") != NULL;
}

/// The whole text of a description, CPLFree'd by the caller; NULL without memory or when too large.
static char *read_description(const char *name)
{
    GByte *data = NULL;
    vsi_l_offset size = 0;
    if (!VSIIngestFile(NULL, name, &data, &size, MOST_BYTES)) {
        return NULL;
    }
    return (char *)data;
}

static talus_status judge_file_text(const judge *j, const char *name)
{
    char *text = read_description(name);
    if (text == NULL) {
        return talus_error_set(j->error, TALUS_ERROR_INPUT,
                               "%.300s: the description %.200s cannot be read", j->path, name);
    }
    char *directory = CPLStrdup(CPLGetPath(name));
    const talus_status status = judge_description(j, directory, text);
    CPLFree(directory);
    VSIFree(text);
    return status;
}

/// What GDAL reads beside a raster without being asked: metadata, which may name overviews, and
/// rasters of any driver with overviews and masks.
static talus_status judge_companions(const judge *j, const char *name)
{
    static const char *const tails[] = {".aux.xml", ".ovr", ".msk"};
    talus_status status = TALUS_OK;
    for (size_t i = 0; i < 3 && status == TALUS_OK; i++) {
        char *companion = CPLStrdup(CPLSPrintf("%s%s", name, tails[i]));
        if (exists(companion)) {
            const judge below = one_below(j);
            status = i == 0 ? judge_file_text(j, companion) : judge_name(&below, companion);
        }
        CPLFree(companion);
    }
    return status;
}

/// A pipe or a device would be waited for.
static talus_status check_kind(const judge *j, const char *name)
{
    struct stat facts;
    if (name[0] == '\0' || stat(name, &facts) != 0 || S_ISREG(facts.st_mode) ||
        S_ISDIR(facts.st_mode)) {
        return TALUS_OK;
    }
    return talus_error_set(j->error, TALUS_ERROR_INPUT,
                           "%.300s is %s, expected a file: write its content to a file first", name,
                           S_ISFIFO(facts.st_mode) ? "a pipe" : "a device");
}

/// First bytes of a file as text; "" if it is not a file.
static void read_head(const char *name, char head[HEAD_SIZE + 1])
{
    head[0] = '\0';
    VSILFILE *file = VSIFOpenL(name, "rb");
    if (file != NULL) {
        const size_t size = VSIFReadL(head, 1, HEAD_SIZE, file);
        head[size] = '\0';
        VSIFCloseL(file);
    }
}

static talus_status judge_name(const judge *j, const char *name)
{
    if (j->depth > MOST_DEPTH) {
        return judge_description(j, "", ""); // says that there are too many
    }
    if (name[0] == '<') {
        return is_virtual_raster(name) ? judge_description(j, "", name) : refuse(j, name);
    }
    if (EQUALN(name, "vrt://", 6)) {
        char *inner = CPLStrdup(name + 6);
        inner[strcspn(inner, "?")] = '\0';
        const judge below = one_below(j);
        const talus_status status = judge_name(&below, inner);
        CPLFree(inner);
        return status;
    }
    if (is_remote(name) && !exists(name) && (!j->allow || !EQUALN(name, "/vsi", 4))) {
        return refuse(j, name);
    }
    talus_status status = check_kind(j, name);
    if (status != TALUS_OK) {
        return status;
    }
    status = geo_check_archive(name, j->error);
    status = status == TALUS_OK ? geo_check_hdf(j->path, "", name, j->error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    char head[HEAD_SIZE + 1];
    read_head(name, head);
    if (is_virtual_raster(head)) {
        status = judge_file_text(j, name);
    } else if (!j->allow && !is_for_local_driver(name)) {
        status = refuse(j, name);
    }
    return status == TALUS_OK ? judge_companions(j, name) : status;
}

talus_status geo_network_check(const char *path, bool allow_network, talus_error *error)
{
    size_t bytes = 0;
    const judge j = {.path = path, .allow = allow_network, .error = error, .bytes = &bytes};
    return judge_name(&j, path);
}

talus_status geo_network_refused(const char *path, const geo_closure *closure, talus_error *error)
{
    const judge j = {.path = path, .depth = 1, .error = error};
    return refuse(&j, closure->url);
}

talus_status geo_network_check_opened(const char *path, GDALDatasetH dataset,
                                      const geo_closure *closure, talus_error *error)
{
    // what a file of GML asks for on a server it also finds by reading all features
    const bool is_gml = EQUAL(GDALGetDriverShortName(GDALGetDatasetDriver(dataset)), "GML");
    const char *overviews = GDALGetMetadataItem(dataset, "OVERVIEW_FILE", "OVERVIEWS");
    size_t bytes = 0;
    const judge j = {.path = path, .depth = 1, .error = error, .bytes = &bytes};
    if (closure->url[0] != '\0' && !is_gml) {
        return refuse(&j, closure->url);
    }
    if (overviews == NULL || STARTS_WITH_CI(overviews, ":::BASE:::")) {
        return TALUS_OK;
    }
    return judge_name(&j, overviews);
}
