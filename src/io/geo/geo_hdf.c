// SPDX-License-Identifier: GPL-3.0-or-later
// Files of HDF5, netCDF-4 among them, can take their values from other files of the user: by external
// links, by external storage, by virtual datasets. The library follows these by itself, so the bytes of
// a file are searched for them before it is opened.
#include "io/geo/geo_hdf.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEP = 1 << 20,         ///< bytes read at a time
    OVERLAP = 3 * (1 << 16) ///< the longest link: its name, and two texts behind it
};

static const unsigned char signature[8] = "\211HDF\r\n\032\n";

static uint64_t number_at(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;
    while (size-- > 0) {
        value = value << 8 | bytes[size];
    }
    return value;
}

/// Where the file begins behind bytes of other programs: 0, 512, 1024, 2048 ... @return false: no HDF5
static bool find_start(VSILFILE *file, vsi_l_offset size, vsi_l_offset *start)
{
    for (*start = 0; *start + 8 <= size; *start = *start == 0 ? 512 : 2 * *start) {
        unsigned char head[8];
        if (VSIFSeekL(file, *start, SEEK_SET) == 0 && VSIFReadL(head, 1, 8, file) == 8 &&
            memcmp(head, signature, 8) == 0) {
            return true;
        }
    }
    return false;
}

/// A link message of class 64: version, flags, class, its order and character set where the flags say
/// so, its name, then a text of two: the name of a file and that of an object in it.
static bool is_external_link(const unsigned char *at, size_t left)
{
    if (left < 12 || at[0] != 1 || (at[1] & 0xe8) != 8 || at[2] != 64) {
        return false;
    }
    const size_t width = (size_t)1 << (at[1] & 3);
    size_t used = 3U + ((at[1] & 4) != 0 ? 8U : 0U) + ((at[1] & 16) != 0 ? 1U : 0U);
    if (left < used + width) {
        return false;
    }
    const uint64_t name = number_at(at + used, width);
    used += width;
    if (name == 0 || name > 1 << 16 || left < used + name + 6) {
        return false;
    }
    used += name;
    const size_t length = number_at(at + used, 2);
    const unsigned char *text = at + used + 2;
    if (length < 5 || left < used + 2 + length || text[0] != 0) {
        return false;
    }
    const size_t path = strnlen((const char *)text + 1, length - 1);
    return path > 0 && path + 2 < length &&
           path + 3 + strnlen((const char *)text + 2 + path, length - 2 - path) == length;
}

/// An address in the file, at which these four bytes stand.
static bool leads_to(VSILFILE *file, vsi_l_offset start, const unsigned char *at, const char *mark)
{
    char found[4];
    return VSIFSeekL(file, start + number_at(at, 8), SEEK_SET) == 0 &&
           VSIFReadL(found, 1, 4, file) == 4 && memcmp(found, mark, 4) == 0;
}

/// What leads out of the file at this byte; NULL: nothing.
static const char *find_exit(VSILFILE *file, vsi_l_offset start, const unsigned char *at,
                             size_t left)
{
    if (is_external_link(at, left)) {
        return "an external link";
    }
    if (left < 16) {
        return NULL;
    }
    // a message of external storage: version, slots, used ones, a heap with the names
    if (at[0] == 1 && number_at(at + 1, 3) == 0 && number_at(at + 6, 2) > 0 &&
        number_at(at + 4, 2) >= number_at(at + 6, 2) && leads_to(file, start, at + 8, "HEAP")) {
        return "external storage";
    }
    // a message of a layout: version 4, class 3, a heap with the sources
    if (at[0] == 4 && at[1] == 3 && leads_to(file, start, at + 2, "GCOL")) {
        return "a virtual dataset";
    }
    // links that are packed could not be seen
    return memcmp(at, "FRHP", 4) == 0 && at[4] == 0 && number_at(at + 7, 2) > 0 ? "packed links"
                                                                                : NULL;
}

static const char *search(VSILFILE *file, vsi_l_offset size, vsi_l_offset start)
{
    unsigned char *block = malloc(STEP + OVERLAP);
    const char *found = block == NULL ? "no memory to be searched" : NULL;
    for (vsi_l_offset from = start; found == NULL && from < size; from += STEP) {
        (void)VSIFSeekL(file, from, SEEK_SET);
        const size_t got = VSIFReadL(block, 1, STEP + OVERLAP, file);
        for (size_t k = 0; found == NULL && k < got && k < STEP; k++) {
            if (block[k] == 1 || block[k] == 4 || block[k] == 'F') {
                found = find_exit(file, start, block + k, got - k);
            }
        }
    }
    free(block);
    return found;
}

static bool exists(const char *name)
{
    VSILFILE *file = VSIFOpenL(name, "rb");
    if (file != NULL) {
        VSIFCloseL(file);
    }
    return file != NULL;
}

/// The file in "NETCDF:"file":variable" and the like, CPLFree'd by the caller.
static char *file_in(const char *name)
{
    const char *colon = strchr(name, ':');
    if (colon == NULL || exists(name)) {
        return CPLStrdup(name);
    }
    char *file = CPLStrdup(colon + 1 + (colon[1] == '"'));
    file[strcspn(file, "\"")] = '\0';
    for (char *end = file; end != NULL && !exists(file);) {
        end = strrchr(file, ':');
        if (end != NULL) {
            *end = '\0';
        }
    }
    return file;
}

/// @return what leads out of the file; NULL: nothing, no such file, none of HDF5
static const char *search_file(const char *name)
{
    VSILFILE *file = VSIFOpenL(name, "rb");
    const char *found = NULL;
    if (file != NULL) {
        vsi_l_offset start;
        (void)VSIFSeekL(file, 0, SEEK_END);
        const vsi_l_offset size = VSIFTellL(file);
        found = find_start(file, size, &start) ? search(file, size, start) : NULL;
        VSIFCloseL(file);
    }
    return found;
}

talus_status geo_check_hdf(const char *path, const char *directory, const char *name,
                           talus_error *error)
{
    char *inner = file_in(name);
    const char *found = search_file(inner);
    if (found == NULL && directory[0] != '\0' && inner[0] != '/') {
        found = search_file(CPLFormFilename(directory, inner, NULL));
    }
    CPLFree(inner);
    return found == NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s: found %s in a file of HDF5, which leads to other files, "
                                 "expected all values in it: make a GeoTIFF of it with "
                                 "gdal_translate",
                                 path, found);
}
