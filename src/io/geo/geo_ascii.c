// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a text for the rules of geo_rules: ASCII grids, and what GDAL did not take.
#include "foundation/files/files.h"
#include "io/geo/geo_internal.h"
#include "io/geo_rules/texts.h"

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <stdlib.h>

enum { BUFFER_SIZE = 65536, HEAD_SIZE = 4096 };

typedef struct grid_reader {
    geo_ascii_grid grid;
    char buffer[BUFFER_SIZE];
} grid_reader;

static talus_status read_grid(VSILFILE *file, grid_reader *reader, talus_error *error)
{
    talus_status status = TALUS_OK;
    size_t size = 1;
    while (status == TALUS_OK && size > 0) {
        size = VSIFReadL(reader->buffer, 1, BUFFER_SIZE, file);
        status = geo_ascii_feed(&reader->grid, reader->buffer, size, error);
    }
    return status == TALUS_OK ? geo_ascii_end(&reader->grid, error) : status;
}

talus_status geo_check_ascii_grid(GDALDatasetH dataset, talus_error *error)
{
    const char *path = geo_text_path(GDALGetDescription(dataset));
    if (!EQUAL(GDALGetDriverShortName(GDALGetDatasetDriver(dataset)), "AAIGrid")) {
        return TALUS_OK;
    }
    grid_reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
    }
    talus_status status = TALUS_OK;
    VSILFILE *file = VSIFOpenL(path, "rb");
    if (file != NULL) {
        const files_locale locale = files_locale_enter();
        geo_ascii_begin(&reader->grid, path);
        status = read_grid(file, reader, error);
        files_locale_leave(&locale);
        VSIFCloseL(file);
    }
    free(reader);
    return status;
}

talus_status geo_explain_text(const char *path, talus_error *error)
{
    char head[HEAD_SIZE];
    VSILFILE *file = VSIFOpenL(path, "rb");
    if (file == NULL) {
        return TALUS_OK;
    }
    const size_t size = VSIFReadL(head, 1, sizeof head, file);
    VSIFCloseL(file);
    const files_locale locale = files_locale_enter();
    talus_status status = geo_check_encoding(path, head, size, error);
    if (status == TALUS_OK) {
        status = geo_check_header(path, head, size, error);
    }
    if (status == TALUS_OK) {
        status = geo_check_points(path, head, size, error);
    }
    files_locale_leave(&locale);
    return status;
}
