// SPDX-License-Identifier: GPL-3.0-or-later
// How the coordinates of a file come to be those of the DEM: one rule for vectors and rasters.
#include "io/geo/geo_operation.h"

#include <string.h>

/// The CRS the user names for the file, or its own; as a new object.
static talus_status choose_source(const geo_frame *frame, const char *what,
                                  OGRSpatialReferenceH own, talus_diagnostics *diagnostics,
                                  OGRSpatialReferenceH *source, talus_error *error)
{
    char label[160];
    if (frame->file_crs == NULL) {
        *source = geo_crs_horizontal(own);
        return TALUS_OK;
    }
    OGRSpatialReferenceH given = geo_crs_parse(frame->file_crs);
    *source = geo_crs_horizontal(given);
    OSRDestroySpatialReference(given);
    if (*source == NULL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "`crs: %s` is not a known coordinate reference system: expected a "
                               "name such as EPSG:31287, or `dem` for the DEM's",
                               frame->file_crs);
    }
    if (own != NULL && !OSRIsSame(own, *source)) {
        geo_crs_label(own, label, sizeof label);
        talus_diagnostics_say(diagnostics, TALUS_NOTE,
                              "%s: its own CRS %s is replaced by %s, as asked for", what, label,
                              frame->file_crs);
    }
    return TALUS_OK;
}

geo_frame geo_frame_of(const talus_grid *grid, const char *crs_wkt, double east, double north,
                       const char *file_crs, const char *operation, bool allow_network)
{
    const double cell = grid->cell; // extent of its pixels; nodes are their centres
    return (geo_frame){.crs_wkt = crs_wkt != NULL ? crs_wkt : "",
                       .east = east,
                       .north = north,
                       .file_crs = file_crs,
                       .allow_network = allow_network,
                       .extent = {east - 0.5 * cell, north - 0.5 * cell,
                                  east + ((double)grid->nx - 0.5) * cell,
                                  north + ((double)grid->ny - 0.5) * cell},
                       .cell = cell,
                       .operation = operation};
}

/// By the operation between both, chosen or given.
static talus_status transform(const geo_frame *frame, const char *what, OGRSpatialReferenceH source,
                              OGRSpatialReferenceH target, const double *extent,
                              talus_diagnostics *diagnostics,
                              OGRCoordinateTransformationH *transformation, talus_error *error)
{
    const bool is_placed = frame->extent[0] < frame->extent[2];
    const geo_operation_request request = {
        .what = what,
        .from = source,
        .to = target,
        .layer = extent,
        .dem = is_placed ? frame->extent : NULL,
        .cell = frame->cell,
        .given = frame->operation,
        .ways =
            "say `crs: dem` if its coordinates are those of the DEM, name the right system with "
            "`crs: EPSG:...` (of the DEM under terrain), or give a PROJ pipeline with `operation:`",
    };
    geo_operation own;
    geo_operation *operation = frame->used != NULL ? frame->used : &own;
    const talus_status status = geo_operation_find(&request, diagnostics, operation, error);
    if (status != TALUS_OK || operation->pipeline[0] == '\0') {
        return status;
    }
    *transformation = geo_operation_create(operation->pipeline, source, target);
    return *transformation != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s cannot be brought from %s to the DEM's coordinate reference "
                                 "system",
                                 what, operation->from);
}

/// An operation between two systems, but the coordinates stay as they are.
static talus_status check_unused(const geo_frame *frame, const char *what, const char *why,
                                 talus_error *error)
{
    return frame->operation == NULL || frame->operation[0] == '\0'
               ? TALUS_OK
               : talus_error_set(
                     error, TALUS_ERROR_INPUT,
                     "%s: found an `operation`, but %s: leave it out, or name the system "
                     "of the file with `crs: EPSG:...`",
                     what, why);
}

static talus_status connect(const geo_frame *frame, const char *what, OGRSpatialReferenceH source,
                            const double *extent, talus_diagnostics *diagnostics,
                            OGRCoordinateTransformationH *transformation, talus_error *error)
{
    char label[160];
    const bool dem_known = frame->crs_wkt != NULL && frame->crs_wkt[0] != '\0';
    if (source == NULL && !dem_known) {
        // both in the metres that the user answers for
        return check_unused(frame, what, "neither it nor the DEM has a CRS", error);
    }
    if (source == NULL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s has no coordinate reference system: name it with `crs: "
                               "EPSG:...`, or say `crs: dem` if its coordinates are those of the "
                               "DEM",
                               what);
    }
    geo_crs_label(source, label, sizeof label);
    if (!dem_known) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is in %s%s, and the DEM has no coordinate reference system to "
                               "bring it to: name the DEM's with `crs:` under terrain, or say "
                               "`crs: dem` beside the file if both have the same coordinates",
                               what, OSRIsGeographic(source) ? "degrees, " : "", label);
    }
    OGRSpatialReferenceH target = geo_crs_parse(frame->crs_wkt);
    const talus_status status =
        target != NULL
            ? transform(frame, what, source, target, extent, diagnostics, transformation, error)
            : talus_error_set(error, TALUS_ERROR_INPUT,
                              "%s: the DEM's coordinate reference system is not understood", what);
    OSRDestroySpatialReference(target);
    return status;
}

talus_status geo_frame_transformation(const geo_frame *frame, const char *what,
                                      OGRSpatialReferenceH own, const double *extent,
                                      talus_diagnostics *diagnostics,
                                      OGRCoordinateTransformationH *transformation,
                                      talus_error *error)
{
    *transformation = NULL;
    if (frame->used != NULL) {
        *frame->used = (geo_operation){.accuracy = 0.0};
    }
    if (frame->file_crs != NULL && strcmp(frame->file_crs, "dem") == 0) {
        return check_unused(frame, what, "its coordinates are those of the DEM", error);
    }
    OGRSpatialReferenceH source = NULL;
    talus_status status = choose_source(frame, what, own, diagnostics, &source, error);
    if (status == TALUS_OK) {
        status = connect(frame, what, source, extent, diagnostics, transformation, error);
    }
    OSRDestroySpatialReference(source);
    return status;
}
