// SPDX-License-Identifier: GPL-3.0-or-later
// Archives, by the zip writer that GDAL has.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 20 };

static talus_status no_space(const char *path, const geo_trap *trap, talus_error *error)
{
    char quote[512];
    return talus_error_set(error, TALUS_ERROR_IO, "%s cannot be written%s; is the disk not full?",
                           path, geo_trap_quote(trap, quote, sizeof quote));
}

/// The bytes of a file, piece by piece.
static talus_status add_file(const char *path, void *zip, const geo_zip_item *item,
                             const geo_trap *trap, talus_error *error)
{
    FILE *file = fopen(item->path, "rb");
    char *piece = malloc(PIECE);
    talus_status status = TALUS_OK;
    size_t size = 1;
    if (piece == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for an archive");
    } else if (file == NULL) {
        status = talus_error_set(error, TALUS_ERROR_INPUT, "%s cannot be read: %s", item->path,
                                 strerror(errno));
    }
    while (status == TALUS_OK && size > 0) {
        size = fread(piece, 1, PIECE, file);
        if (size > 0 && CPLWriteFileInZip(zip, piece, (int)size) != CE_None) {
            status = no_space(path, trap, error);
        }
    }
    if (status == TALUS_OK && ferror(file)) {
        status =
            talus_error_set(error, TALUS_ERROR_INPUT, "%s cannot be read to its end", item->path);
    }
    if (file != NULL) {
        (void)fclose(file); // it was only read
    }
    free(piece);
    return status;
}

static talus_status add_data(const char *path, void *zip, const geo_zip_item *item,
                             const geo_trap *trap, talus_error *error)
{
    const char *data = item->data;
    for (size_t at = 0; at < item->size; at += PIECE) {
        const size_t size = item->size - at < PIECE ? item->size - at : PIECE;
        if (CPLWriteFileInZip(zip, data + at, (int)size) != CE_None) {
            return no_space(path, trap, error);
        }
    }
    return TALUS_OK;
}

talus_status geo_write_zip(const char *path, const geo_zip_item *items, size_t count,
                           talus_error *error)
{
    geo_trap trap;
    geo_trap_begin(&trap, false);
    void *zip = CPLCreateZip(path, NULL);
    talus_status status = zip != NULL ? TALUS_OK : no_space(path, &trap, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status =
            CPLCreateFileInZip(zip, items[k].name, NULL) == CE_None
                ? (items[k].path != NULL ? add_file : add_data)(path, zip, &items[k], &trap, error)
                : no_space(path, &trap, error);
        if (CPLCloseFileInZip(zip) != CE_None && status == TALUS_OK) {
            status = no_space(path, &trap, error);
        }
    }
    if (zip != NULL && CPLCloseZip(zip) != CE_None && status == TALUS_OK) {
        status = no_space(path, &trap, error);
    }
    geo_trap_end(&trap);
    if (status != TALUS_OK) {
        (void)unlink(path);
    }
    return status;
}
