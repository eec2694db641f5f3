// SPDX-License-Identifier: GPL-3.0-or-later
// The files that belong to a raster or vector file.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <stdlib.h>
#include <string.h>

static talus_status copy_list(char **list, geo_names *names, talus_error *error)
{
    const size_t count = (size_t)CSLCount(list);
    names->items = calloc(count + 1, sizeof *names->items);
    for (size_t k = 0; names->items != NULL && k < count; k++) {
        names->items[k] = strdup(geo_text_path(list[k]));
        if (names->items[k] == NULL) {
            break;
        }
        names->count++;
    }
    return names->items != NULL && names->count == count
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for names of files");
}

/// A table of text and the .prj beside it; nothing when there is no such file.
static talus_status list_table(const char *path, geo_names *names, talus_error *error)
{
    char **list = NULL;
    const char *const candidates[] = {path, CPLResetExtension(path, "prj")};
    for (size_t k = 0; k < 2; k++) {
        VSILFILE *file = VSIFOpenL(candidates[k], "rb");
        if (file != NULL) {
            VSIFCloseL(file);
            list = CSLAddString(list, candidates[k]);
        }
    }
    free(names->items);
    const talus_status status = copy_list(list, names, error);
    CSLDestroy(list);
    return status;
}

talus_status geo_list_files(const char *path, geo_names *names, talus_error *error)
{
    geo_trap trap;
    talus_status status = TALUS_OK;
    *names = (geo_names){0};
    geo_trap_begin(&trap, false);
    for (int k = 0; k < 2 && names->count == 0 && status == TALUS_OK; k++) {
        GDALDatasetH dataset = NULL;
        if (k == 1 && geo_is_text_table(path)) {
            status = list_table(path, names, error);
        } else if (geo_open_dataset(path, k == 0 ? GDAL_OF_RASTER : GDAL_OF_VECTOR, &trap, &dataset,
                                    NULL) == TALUS_OK) {
            char **list = GDALGetFileList(dataset);
            free(names->items);
            names->items = NULL;
            status = copy_list(list, names, error);
            CSLDestroy(list);
            GDALClose(dataset);
        }
    }
    geo_trap_end(&trap);
    return status;
}
