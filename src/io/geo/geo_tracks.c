// SPDX-License-Identifier: GPL-3.0-or-later
// Lines with heights and measures: the paths of a result.
#include "io/geo/geo_internal.h"

#include "foundation/base/array.h"

#include <stdlib.h>
#include <unistd.h>

static talus_status no_memory(const char *path, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory while reading %s", path);
}

static bool grow(void **array, size_t count, size_t item)
{
    // powers of two alone ask for more
    if ((count & (count - 1)) != 0) {
        return true;
    }
    void *larger = realloc(*array, (count == 0 ? 1 : 2 * count) * item);
    *array = larger != NULL ? larger : *array;
    return larger != NULL;
}

/// @param room points that fit
static bool add_line(geo_tracks *tracks, OGRGeometryH line, size_t feature, size_t *room)
{
    const size_t points = (size_t)OGR_G_GetPointCount(line), used = tracks->starts[tracks->count];
    if (!grow((void **)&tracks->features, tracks->count, sizeof *tracks->features) ||
        !grow((void **)&tracks->starts, tracks->count + 1, sizeof *tracks->starts)) {
        return false;
    }
    if (!array_reserve(&tracks->xyzm, room, used + points, 4 * sizeof *tracks->xyzm)) {
        return false;
    }
    for (size_t k = 0; k < points; k++) {
        double *p = tracks->xyzm + 4 * (used + k);
        OGR_G_GetPointZM(line, (int)k, p, p + 1, p + 2, p + 3);
    }
    tracks->features[tracks->count++] = feature;
    tracks->starts[tracks->count] = used + points;
    return true;
}

static talus_status read_layer(const char *path, OGRLayerH layer, geo_trap *trap,
                               geo_tracks *tracks, talus_error *error)
{
    size_t room = 0, feature = 0;
    bool has_room = true;
    tracks->starts = calloc(1, sizeof *tracks->starts);
    if (tracks->starts == NULL) {
        return no_memory(path, error);
    }
    geo_trap_reset(trap);
    OGR_L_ResetReading(layer);
    for (OGRFeatureH item; has_room && (item = OGR_L_GetNextFeature(layer)) != NULL; feature++) {
        OGRGeometryH line = OGR_F_GetGeometryRef(item);
        if (line != NULL && OGR_GT_Flatten(OGR_G_GetGeometryType(line)) == wkbLineString) {
            has_room = add_line(tracks, line, feature, &room);
        }
        OGR_F_Destroy(item);
    }
    return has_room ? geo_check_end(trap, path, OGR_L_GetName(layer), error)
                    : no_memory(path, error);
}

talus_status geo_read_tracks(const char *path, const char *layer, geo_tracks *tracks,
                             talus_error *error)
{
    geo_trap trap;
    GDALDatasetH dataset = NULL;
    *tracks = (geo_tracks){0};
    geo_trap_begin(&trap, false);
    talus_status status = geo_open_dataset(path, GDAL_OF_VECTOR, &trap, &dataset, error);
    if (status == TALUS_OK) {
        OGRLayerH found = NULL;
        status = geo_choose_layer(path, dataset, layer, &found, error);
        if (status == TALUS_OK) {
            status = read_layer(path, found, &trap, tracks, error);
        }
        GDALClose(dataset);
    }
    geo_trap_end(&trap);
    if (status != TALUS_OK) {
        geo_tracks_clear(tracks);
    }
    return status;
}

talus_status geo_read_paths(const char *path, const char *layer, const char *const *fields,
                            size_t field_count, geo_tracks *tracks, geo_rows *rows,
                            talus_error *error)
{
    size_t count = 0;
    *tracks = (geo_tracks){.count = 0};
    *rows = (geo_rows){.count = 0};
    if (access(path, F_OK) != 0) {
        return TALUS_OK;
    }
    talus_status status = geo_count_features(path, layer, &count, error);
    if (status != TALUS_OK || count == 0) {
        return status;
    }
    status = geo_read_tracks(path, layer, tracks, error);
    return status == TALUS_OK ? geo_read_rows(path, layer, fields, field_count, rows, error)
                              : status;
}

void geo_tracks_clear(geo_tracks *tracks)
{
    free(tracks->starts);
    free(tracks->features);
    free(tracks->xyzm);
    *tracks = (geo_tracks){0};
}
