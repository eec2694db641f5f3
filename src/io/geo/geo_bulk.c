// SPDX-License-Identifier: GPL-3.0-or-later
// Small files that announce far more than they hold: archives that unpack without end, rasters whose
// cells are not there, virtual rasters that lay one file over itself. To read one takes hours and all
// memory, so they are refused before.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MOST_ENTRIES = 10000,    ///< files in an archive
    MOST_RATIO = 500,        ///< bytes for each byte of the file; deflate reaches 1032
    MOST_PACKED = 100,       ///< the same of archives, which hold texts
    MOST_UNPACKED = 1 << 28, ///< bytes that may be more
    MOST_BLOCK = 1 << 22,    ///< cells of a block
    MOST_LAYERS = 64,        ///< sources of a virtual raster above each other
    DIRECTORY_END = 22,      ///< bytes of the record at the end of an archive
    ENTRY_SIZE = 46,         ///< bytes of an entry of its directory, without its texts
    BLOCK_SIZE = 1 << 16
};

/// Bytes of the file of this machine that a name of GDAL's leads to: itself, or the archive around it.
/// @param outer out: that file; CPLFree'd by the caller; NULL = none
static double bytes_on_disk(const char *name, char **outer)
{
    while (EQUALN(name, "/vsi", 4) && strchr(name + 1, '/') != NULL) {
        name = strchr(name + 1, '/') + 1;
    }
    char *path = CPLStrdup(name);
    struct stat facts;
    size_t length = strlen(path);
    while (length > 0 && (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))) {
        char *slash = strrchr(path, '/');
        length = slash != NULL ? (size_t)(slash - path) : 0;
        path[length] = '\0';
    }
    if (length == 0) {
        CPLFree(path);
        *outer = NULL;
        return 0.0;
    }
    *outer = path;
    return (double)facts.st_size;
}

static talus_status refuse_archive(const char *path, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%.300s unpacks to more than %d times its size or %d files, expected "
                           "one layer: unpack it and name the file",
                           path, (int)MOST_PACKED, (int)MOST_ENTRIES);
}

static double number_at(const unsigned char *bytes, size_t size)
{
    double value = 0.0;
    while (size-- > 0) {
        value = value * 256.0 + bytes[size];
    }
    return value;
}

/// Bytes that an entry of a directory unpacks to; those of a large one stand among its texts.
static double unpacked_size(const unsigned char *entry, const unsigned char *end)
{
    const double size = number_at(entry + 24, 4);
    const unsigned char *at = entry + ENTRY_SIZE + (size_t)number_at(entry + 28, 2);
    const unsigned char *last = at + (size_t)number_at(entry + 30, 2);
    for (; size >= 4294967295.0 && last <= end && at + 12 <= last;
         at += 4 + (size_t)number_at(at + 2, 2)) {
        if (number_at(at, 2) == 1.0) {
            return number_at(at + 4, 8);
        }
    }
    return size;
}

/// What the directory of an archive adds up to. @return HUGE_VAL for too many entries
static double add_entries(const unsigned char *at, const unsigned char *end)
{
    double sum = 0.0;
    for (size_t count = 0; at + ENTRY_SIZE <= end && memcmp(at, "PK\1\2", 4) == 0; count++) {
        sum += count < MOST_ENTRIES ? unpacked_size(at, end) : HUGE_VAL;
        at += ENTRY_SIZE +
              (size_t)(number_at(at + 28, 2) + number_at(at + 30, 2) + number_at(at + 32, 2));
    }
    return sum;
}

/// The directory of a zip archive lies before a record at its end. @return bytes unpacked, HUGE_VAL if
/// there are too many files
static double measure_zip(VSILFILE *file, double size)
{
    const size_t room = BLOCK_SIZE + DIRECTORY_END;
    const size_t wanted = size < (double)room ? (size_t)size : room;
    unsigned char *tail = calloc(room, 1);
    double sum = tail == NULL ? HUGE_VAL : 0.0;
    (void)VSIFSeekL(file, (vsi_l_offset)size - wanted, SEEK_SET);
    const size_t got = tail != NULL ? VSIFReadL(tail, 1, wanted, file) : 0;
    for (size_t at = got; at-- > 0;) {
        if (at + DIRECTORY_END > got || memcmp(tail + at, "PK\5\6", 4) != 0) {
            continue;
        }
        const double length = number_at(tail + at + 12, 4);
        const double from = size - (double)(got - at) - length;
        if (number_at(tail + at + 10, 2) > MOST_ENTRIES || length > (double)MOST_UNPACKED) {
            sum = HUGE_VAL;
            break;
        }
        unsigned char *list = from >= 0.0 ? VSIMalloc((size_t)length + 1) : NULL;
        if (list != NULL && VSIFSeekL(file, (vsi_l_offset)from, SEEK_SET) == 0) {
            sum = add_entries(list, list + VSIFReadL(list, 1, (size_t)length, file));
        }
        VSIFree(list);
        break;
    }
    free(tail);
    return sum;
}

/// Only unpacking shows the size. @return bytes unpacked, counted until they are more than `most`
static double measure_gzip(const char *path, double most)
{
    char *name = CPLStrdup(CPLSPrintf("/vsigzip/%s", path));
    VSILFILE *file = VSIFOpenL(name, "rb");
    char *block = malloc(BLOCK_SIZE);
    double sum = 0.0;
    size_t got = file != NULL && block != NULL ? 1 : 0;
    while (got > 0 && sum <= most) {
        got = VSIFReadL(block, 1, BLOCK_SIZE, file);
        sum += (double)got;
    }
    if (file != NULL) {
        VSIFCloseL(file);
    }
    free(block);
    CPLFree(name);
    return sum;
}

talus_status geo_check_archive(const char *name, talus_error *error)
{
    unsigned char head[4] = {0};
    char *path;
    const double size = bytes_on_disk(name, &path);
    VSILFILE *file = path != NULL ? VSIFOpenL(path, "rb") : NULL;
    double sum = 0.0;
    const double most = fmax(MOST_PACKED * size, MOST_UNPACKED);
    if (file != NULL && VSIFReadL(head, 1, 4, file) == 4) {
        if (memcmp(head, "PK\3\4", 4) == 0) {
            sum = measure_zip(file, size);
        } else if (head[0] == 0x1f && head[1] == 0x8b && 1032.0 * size > most) {
            sum = measure_gzip(path, most);
        }
    }
    if (file != NULL) {
        VSIFCloseL(file);
    }
    const talus_status status = sum > most ? refuse_archive(path, error) : TALUS_OK;
    CPLFree(path);
    return status;
}

/// Whether each block of a TIFF has bytes of its own and is small: flat ground and NODATA pack up to a
/// thousand times, and nothing is announced that is not there.
static bool holds_its_blocks(GDALDatasetH dataset, double size)
{
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    const int nx = GDALGetRasterXSize(dataset), ny = GDALGetRasterYSize(dataset);
    int wide, high;
    GDALGetBlockSize(band, &wide, &high);
    if ((double)wide * high > MOST_BLOCK) {
        return false;
    }
    double sum = 0.0;
    for (int y = 0; sum <= size && y < ny; y += high) {
        for (int x = 0; sum <= size && x < nx; x += wide) {
            const char *name = CPLSPrintf("BLOCK_SIZE_%d_%d", x / wide, y / high);
            const char *bytes = GDALGetMetadataItem(band, name, "TIFF");
            sum += bytes != NULL ? CPLAtof(bytes) : HUGE_VAL; // none: left out, or not a TIFF
        }
    }
    return sum <= size;
}

talus_status geo_check_bulk(const char *path, GDALDatasetH dataset, double least_cells,
                            talus_error *error)
{
    const double nx = GDALGetRasterXSize(dataset), ny = GDALGetRasterYSize(dataset);
    if (nx * ny <= least_cells || GDALGetRasterCount(dataset) == 0) {
        return TALUS_OK;
    }
    const int bits = GDALGetDataTypeSizeBits(GDALGetRasterDataType(GDALGetRasterBand(dataset, 1)));
    double size = 0.0;
    char **files = GDALGetFileList(dataset);
    for (char **at = files; at != NULL && *at != NULL; at++) {
        char *outer;
        size += bytes_on_disk(*at, &outer);
        CPLFree(outer);
    }
    // the same file at many places of a virtual raster
    const double sources = (double)geo_describe_vrt(dataset).sources, others = CSLCount(files) - 1;
    size *= others > 0.0 && sources > others ? sources / others : 1.0;
    CSLDestroy(files);
    // without a file of this machine nothing is known
    return size == 0.0 || nx * ny * bits / 8.0 <= MOST_RATIO * size ||
                   holds_its_blocks(dataset, size)
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s announces %.0f x %.0f cells in %.0f bytes, so almost all "
                                 "of them are empty or the same: cut out the slope, e.g. with "
                                 "gdalwarp -te",
                                 path, nx, ny, size);
}

static double area_of(const CPLXMLNode *source)
{
    return CPLAtof(CPLGetXMLValue(source, "DstRect.xSize", "0")) *
           CPLAtof(CPLGetXMLValue(source, "DstRect.ySize", "0"));
}

double geo_count_layers(const CPLXMLNode *tree)
{
    const CPLXMLNode *root = tree;
    while (root != NULL && (root->eType != CXT_Element || !EQUAL(root->pszValue, "VRTDataset"))) {
        root = root->psNext;
    }
    const double all = root == NULL ? 0.0
                                    : CPLAtof(CPLGetXMLValue(root, "rasterXSize", "0")) *
                                          CPLAtof(CPLGetXMLValue(root, "rasterYSize", "0"));
    double most = 1.0;
    for (const CPLXMLNode *band = root != NULL ? root->psChild : NULL; band != NULL;
         band = band->psNext) {
        double sum = 0.0;
        for (const CPLXMLNode *node = band->psChild; node != NULL; node = node->psNext) {
            if (node->eType == CXT_Element &&
                CPLGetXMLValue(node, "SourceFilename", NULL) != NULL) {
                const double area = area_of(node);
                sum += area > 0.0 && area < all ? area / all : 1.0;
            }
        }
        most = fmax(most, sum);
    }
    return most;
}

talus_status geo_check_layers(const char *path, double layers, talus_error *error)
{
    return layers <= MOST_LAYERS
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s lays %.0f sources over each other, expected at most %d: "
                                 "make it again with gdalbuildvrt, of the files themselves",
                                 path, layers, (int)MOST_LAYERS);
}
