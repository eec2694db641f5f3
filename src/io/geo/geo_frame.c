// SPDX-License-Identifier: GPL-3.0-or-later
// How the coordinates of a file come to be those of the DEM: one rule for vectors and rasters.
#include "io/geo/geo_internal.h"

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

static talus_status connect(const geo_frame *frame, const char *what, OGRSpatialReferenceH source,
                            OGRCoordinateTransformationH *transformation, talus_error *error)
{
    char label[160];
    const bool dem_known = frame->crs_wkt != NULL && frame->crs_wkt[0] != '\0';
    if (source == NULL && !dem_known) {
        return TALUS_OK; // both in the metres that the user answers for
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
    const bool same = target != NULL && OSRIsSame(source, target);
    if (target != NULL && !same) {
        *transformation = OCTNewCoordinateTransformation(source, target);
    }
    OSRDestroySpatialReference(target);
    return same || *transformation != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s cannot be brought from %s to the DEM's coordinate reference "
                                 "system",
                                 what, label);
}

talus_status geo_frame_transformation(const geo_frame *frame, const char *what,
                                      OGRSpatialReferenceH own, talus_diagnostics *diagnostics,
                                      OGRCoordinateTransformationH *transformation,
                                      talus_error *error)
{
    *transformation = NULL;
    if (frame->file_crs != NULL && strcmp(frame->file_crs, "dem") == 0) {
        return TALUS_OK;
    }
    OGRSpatialReferenceH source = NULL;
    talus_status status = choose_source(frame, what, own, diagnostics, &source, error);
    if (status == TALUS_OK) {
        status = connect(frame, what, source, transformation, error);
    }
    OSRDestroySpatialReference(source);
    return status;
}
