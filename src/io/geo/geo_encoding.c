// SPDX-License-Identifier: GPL-3.0-or-later
// Text of attributes as UTF-8. A shapefile names its code page in a .cpg or by a number in its .dbf, or
// not at all, and what it names may be wrong: bytes that are UTF-8 are hardly anything else, and bytes
// that are not cannot be.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <ogr_api.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 20 };

/// Bytes above 0x7f of a .dbf.
typedef struct high_bytes {
    size_t characters, others; ///< characters of UTF-8; bytes that belong to none
    bool has_windows;          ///< 0x80 to 0x9f among the others: no letters in ISO-8859
} high_bytes;

static void count_high(const unsigned char *bytes, size_t size, high_bytes *found)
{
    for (size_t k = 0; k < size;) {
        const size_t length = bytes[k] >= 0x80 ? files_character_size(bytes + k, size - k) : 1;
        found->characters += length > 1;
        found->others += length == 0;
        found->has_windows = found->has_windows || (length == 0 && bytes[k] < 0xa0);
        k += length > 0 ? length : 1;
    }
}

/// Of the records; the head may hold a date and lengths above 0x7f.
static high_bytes look_at_records(const char *path)
{
    high_bytes found = {0};
    unsigned char head[32];
    unsigned char *block = malloc(BLOCK);
    VSILFILE *file = VSIFOpenL(path, "rb");
    if (file != NULL && block != NULL && VSIFReadL(head, 1, sizeof head, file) == sizeof head &&
        VSIFSeekL(file, head[8] | (vsi_l_offset)head[9] << 8, SEEK_SET) == 0) {
        for (size_t size; (size = VSIFReadL(block, 1, BLOCK, file)) > 0;) {
            count_high(block, size, &found);
        }
    }
    if (file != NULL) {
        VSIFCloseL(file);
    }
    free(block);
    return found;
}

/// The encoding by which to open the file again; NULL: it is read rightly. @param note out, or ""
static const char *choose_encoding(OGRLayerH layer, const char *path, char *note, size_t size)
{
    const char *own = GDALGetMetadataItem(layer, "SOURCE_ENCODING", "SHAPEFILE");
    const char *page = GDALGetMetadataItem(layer, "CPG_VALUE", "SHAPEFILE");
    const char *names = page != NULL ? "what its .cpg says" : "the code page in its head";
    const high_bytes found = look_at_records(path);
    const bool is_utf8 = found.characters > found.others;
    const bool is_named = own != NULL && own[0] != '\0';
    if (found.characters + found.others == 0) {
        return NULL;
    }
    if (is_utf8) {
        if (is_named && !EQUAL(own, "UTF-8")) {
            snprintf(note, size, "%s: its text is UTF-8, and is read so, against %s (%s)", path,
                     names, own);
        }
        return EQUAL(is_named ? own : "", "UTF-8") ? NULL : "UTF-8";
    }
    if (is_named && EQUAL(own, "UTF-8")) {
        snprintf(
            note, size,
            "%s: its text is not UTF-8, as %s: it is read as Windows-1252; write the right code "
            "page into the .cpg if names look wrong",
            path, names);
        return "CP1252";
    }
    if (!is_named) {
        snprintf(note, size,
                 "%s: nothing says in which code page its text is: it is read as Windows-1252; if "
                 "names look wrong, add %s.cpg with the name of the code page",
                 path, CPLGetBasename(path));
        return "CP1252";
    }
    return found.has_windows && EQUAL(own, "ISO-8859-1") ? "CP1252" : NULL;
}

talus_status geo_settle_encoding(const char *path, geo_trap *trap, GDALDatasetH *dataset,
                                 talus_error *error)
{
    const bool is_shape =
        EQUAL(GDALGetDriverShortName(GDALGetDatasetDriver(*dataset)), "ESRI Shapefile");
    if (!is_shape || GDALDatasetGetLayerCount(*dataset) != 1) {
        return TALUS_OK;
    }
    OGRLayerH layer = GDALDatasetGetLayer(*dataset, 0);
    const char *encoding = NULL;
    char **files = GDALGetFileList(*dataset);
    for (int k = 0; files != NULL && files[k] != NULL; k++) {
        if (EQUAL(CPLGetExtension(files[k]), "dbf")) {
            encoding = choose_encoding(layer, files[k], trap->note, sizeof trap->note);
        }
    }
    const char *own = GDALGetMetadataItem(layer, "SOURCE_ENCODING", "SHAPEFILE");
    const char *page = GDALGetMetadataItem(layer, "CPG_VALUE", "SHAPEFILE");
    const bool has_own = own != NULL && own[0] != '\0';
    const bool is_unknown =
        has_own ? !CPLCanRecode("a", own, "UTF-8") : page != NULL && page[0] != '\0';
    talus_status status = TALUS_OK;
    if (is_unknown) {
        encoding = NULL;
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s: its code page '%s' is not known: expected the name of one in "
                                 "%s.cpg, such as UTF-8 or 1252",
                                 path, has_own ? own : page, CPLGetBasename(path));
    }
    CSLDestroy(files);
    if (encoding != NULL) {
        char option[40];
        snprintf(option, sizeof option, "ENCODING=%s", encoding);
        const char *const options[] = {option, NULL};
        GDALDatasetH again = GDALOpenEx(path, GDAL_OF_VECTOR | GDAL_OF_READONLY,
                                        geo_network_drivers(trap->allow_network), options, NULL);
        if (again != NULL) {
            GDALClose(*dataset);
            *dataset = again;
        }
    }
    return status;
}

const char *geo_field_text(OGRFeatureH feature, int field, char *room, size_t size)
{
    const bool is_real = OGR_Fld_GetType(OGR_F_GetFieldDefnRef(feature, field)) == OFTReal;
    if (is_real && OGR_F_IsFieldSetAndNotNull(feature, field)) {
        CPLsnprintf(room, size, "%.15g", OGR_F_GetFieldAsDouble(feature, field));
        return room;
    }
    return OGR_F_GetFieldAsString(feature, field);
}

char *geo_copy_field(OGRFeatureH feature, int field)
{
    char room[64];
    const char *text = geo_field_text(feature, field, room, sizeof room);
    return files_is_utf8(text) ? geo_copy_text(text) : files_from_windows(text, strlen(text));
}
