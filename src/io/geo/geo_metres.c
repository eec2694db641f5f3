// SPDX-License-Identifier: GPL-3.0-or-later
// Does a map metre mean a metre? Degrees, feet, stretched projections and wrong tags are refused
// with the line that would repair them, or lead to the CRS the DEM is warped to.
#include "io/geo/geo_internal.h"

#include <cpl_string.h>
#include <math.h>
#include <stdio.h>

/// Largest accepted departure of a map metre from a true one.
static const double scale_limit = 0.01;

typedef struct place {
    const char *path;
    const geo_dem_options *options;
    OGRSpatialReferenceH crs;
    char label[160];
    double bounds[4]; ///< west, south, east, north
    double cell;
    double x, y; ///< centre
} place;

static bool looks_like_degrees(const place *here)
{
    const double *b = here->bounds;
    return fabs(b[0]) <= 361.0 && fabs(b[2]) <= 361.0 && fabs(b[1]) <= 91.0 && fabs(b[3]) <= 91.0 &&
           here->cell < 0.05;
}

/// "`reproject: auto` (EPSG:32632)" for the place, or a general hint.
static void suggest_reprojection(const place *here, char *buffer, size_t size)
{
    double lon = 0.0, lat = 0.0;
    if (geo_crs_lonlat(here->crs, here->x, here->y, &lon, &lat)) {
        const int code = geo_crs_utm(lon, lat);
        snprintf(buffer, size,
                 "add `reproject: auto` or `reproject: EPSG:%d` (UTM zone %d%s) to the terrain",
                 code, code % 100, code < 32700 ? "N" : "S");
    } else {
        snprintf(buffer, size, "add `reproject:` with a CRS in metres to the terrain");
    }
}

static talus_status check_unknown(const place *here, talus_diagnostics *diagnostics,
                                  talus_error *error)
{
    const bool degrees = looks_like_degrees(here);
    if (degrees && here->options->assume_crs) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: its coordinates are taken as metres, as asked for, but they "
                              "could be degrees",
                              here->path);
    } else if (degrees) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s has no coordinate reference system, and its coordinates (x %.6g "
                               "to %.6g, y %.6g to %.6g) look like degrees: add `crs: EPSG:4326` "
                               "and `reproject: auto` to the terrain",
                               here->path, here->bounds[0], here->bounds[2], here->bounds[1],
                               here->bounds[3]);
    }
    if (here->options->reproject != NULL) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s has no coordinate reference system, so it cannot be reprojected: "
            "name its own with `crs:` first",
            here->path);
    }
    if (!here->options->assume_crs) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s has no coordinate reference system: name it with `crs: "
            "EPSG:...`, or add `assume_metres: true` if its coordinates are plain "
            "metres",
            here->path);
    }
    return TALUS_OK;
}

static talus_status check_geographic(const place *here, talus_error *error)
{
    const double *b = here->bounds;
    if (fabs(b[0]) > 361.0 || fabs(b[2]) > 361.0 || fabs(b[1]) > 91.0 || fabs(b[3]) > 91.0) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s says %s, which means degrees, but its coordinates (x %.10g to "
            "%.10g, y %.10g to %.10g) are no degrees: the tag is wrong, name the "
            "real one with `crs: EPSG:...`",
            here->path, here->label, b[0], b[2], b[1], b[3]);
    }
    if (here->options->reproject == NULL) {
        char hint[200];
        suggest_reprojection(here, hint, sizeof hint);
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s is in degrees (%s), rocks need metres: %s, or warp it first with "
            "gdalwarp",
            here->path, here->label, hint);
    }
    return TALUS_OK;
}

static talus_status check_projected(const place *here, talus_error *error)
{
    const double *b = here->bounds;
    if (looks_like_degrees(here)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s says %s, but its coordinates (x %.6g to %.6g, y %.6g to %.6g) "
                               "look like degrees: name the real one, e.g. `crs: EPSG:4326` with "
                               "`reproject: auto`",
                               here->path, here->label, b[0], b[2], b[1], b[3]);
    }
    double scale = 1.0;
    if (!geo_crs_scale(here->crs, here->x, here->y, &scale)) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s says %s, but its coordinates (x %.10g, y %.10g) lie outside that "
            "projection: the tag is wrong, name the real one with `crs: "
            "EPSG:...`",
            here->path, here->label, here->x, here->y);
    }
    if (fabs(scale - 1.0) <= scale_limit || here->options->reproject != NULL) {
        return TALUS_OK;
    }
    char hint[200];
    char *unit = NULL;
    const double metres = OSRGetLinearUnits(here->crs, &unit);
    suggest_reprojection(here, hint, sizeof hint);
    if (fabs(metres - 1.0) > 1e-9) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is in %s with \"%s\" as unit, rocks need metres: %s", here->path,
                               here->label, unit, hint);
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s is in %s, in which a metre on the ground measures %.4f m here; more "
                           "than 1 %% off would falsify slopes and distances: %s",
                           here->path, here->label, scale, hint);
}

/// A local system has no place on Earth to be warped from, but a unit.
static talus_status check_local(const place *here, talus_error *error)
{
    char *unit = NULL;
    const double metres = OSRGetLinearUnits(here->crs, &unit);
    if (fabs(metres - 1.0) <= scale_limit) {
        return TALUS_OK;
    }
    const double *b = here->bounds;
    return talus_error_set(
        error, TALUS_ERROR_INPUT,
        "%s is in the local system %s with \"%s\" as unit, rocks need metres: name the system that "
        "it really is in with `crs: EPSG:...` and add `reproject: auto`, or bring its corners to "
        "metres, e.g. gdal_translate -a_srs 'LOCAL_CS[\"local\",UNIT[\"metre\",1]]' -a_ullr %.9g "
        "%.9g %.9g %.9g IN.tif OUT.tif, and say the unit of its heights with `height_unit:`",
        here->path, here->label, unit, b[0] * metres, b[3] * metres, b[2] * metres, b[1] * metres);
}

/// A tag may name a projection of another country: its area of use shows it.
static void warn_outside_area(const place *here, talus_diagnostics *diagnostics)
{
    const double margin = 0.5; // degrees: neighbours use a CRS a little beyond its border
    geo_area_of_use area;
    char *wkt = NULL;
    if (OSRExportToWkt(here->crs, &wkt) == OGRERR_NONE &&
        geo_area_of_use_of(wkt, here->x, here->y, &area) && !geo_area_of_use_has(&area, margin)) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s lies at %.2f degrees east, %.2f north, but %s is for %s (%.1f to "
                              "%.1f east, %.1f to %.1f north): expected the system of the place; "
                              "see terrain.crs",
                              here->path, area.lon, area.lat, here->label, area.name, area.west,
                              area.east, area.south, area.north);
    }
    CPLFree(wkt);
}

/// The CRS to warp to; NULL in *target when the DEM is in it already.
static talus_status choose_target(const place *here, OGRSpatialReferenceH *target,
                                  talus_error *error)
{
    const char *name = here->options->reproject;
    char text[32];
    if (EQUAL(name, "auto")) {
        double lon = 0.0, lat = 0.0;
        if (!geo_crs_lonlat(here->crs, here->x, here->y, &lon, &lat)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s: its place on Earth cannot be found from %s, so `reproject: "
                                   "auto` finds no UTM zone: name a CRS",
                                   here->path, here->label);
        }
        snprintf(text, sizeof text, "EPSG:%d", geo_crs_utm(lon, lat));
        name = text;
    }
    OGRSpatialReferenceH requested = geo_crs_parse(name);
    if (requested == NULL || !OSRIsProjected(requested) ||
        fabs(OSRGetLinearUnits(requested, NULL) - 1.0) > 1e-9) {
        OSRDestroySpatialReference(requested);
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "`reproject: %s` is not a projected coordinate reference system in "
                               "metres: expected `auto` or a name such as EPSG:32632",
                               name);
    }
    if (OSRIsSame(requested, here->crs)) {
        OSRDestroySpatialReference(requested);
        requested = NULL;
    }
    *target = requested;
    return TALUS_OK;
}

/// The chosen target, or the CRS itself, must be true to the metre here.
static talus_status check_target(const place *here, OGRSpatialReferenceH target, talus_error *error)
{
    double lon = 0.0, lat = 0.0, scale = 1.0;
    char label[160];
    geo_crs_label(target, label, sizeof label);
    double x = 0.0, y = 0.0; // whatever the datums, the scale is that of the place
    const bool good = geo_crs_lonlat(here->crs, here->x, here->y, &lon, &lat) &&
                      geo_crs_from_lonlat(target, lon, lat, &x, &y) &&
                      geo_crs_scale(target, x, y, &scale);
    if (good && fabs(scale - 1.0) <= scale_limit) {
        return TALUS_OK;
    }
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s: `reproject:` to %s is of no use here, a metre on the ground would "
                           "measure %.4f m (accepted: 1 %% off): use `reproject: auto`",
                           here->path, label, good ? scale : (double)NAN);
}

static talus_status check_place(const place *here, OGRSpatialReferenceH *target,
                                talus_diagnostics *diagnostics, talus_error *error)
{
    if (here->crs == NULL) {
        return check_unknown(here, diagnostics, error);
    }
    talus_status status = TALUS_OK;
    if (OSRIsGeographic(here->crs)) {
        status = check_geographic(here, error);
    } else if (OSRIsProjected(here->crs)) {
        status = check_projected(here, error);
    } else if (OSRIsLocal(here->crs)) {
        status = check_local(here, error);
    } else {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s is in %s, which is neither a map projection nor degrees: warp "
                                 "it first with gdalwarp",
                                 here->path, here->label);
    }
    if (status != TALUS_OK) {
        return status;
    }
    warn_outside_area(here, diagnostics);
    if (here->options->reproject == NULL) {
        return TALUS_OK;
    }
    status = choose_target(here, target, error);
    if (status == TALUS_OK) {
        status = check_target(here, *target != NULL ? *target : here->crs, error);
    }
    return status;
}

talus_status geo_check_metres(const char *path, const geo_dem_options *options,
                              OGRSpatialReferenceH crs, const geo_lattice *lattice,
                              OGRSpatialReferenceH *target, talus_diagnostics *diagnostics,
                              talus_error *error)
{
    const double *t = lattice->transform;
    place here = {.path = path, .options = options, .crs = crs};
    geo_transform_bounds(t, lattice->nx, lattice->ny, here.bounds);
    here.cell = sqrt(t[1] * t[1] + t[4] * t[4]);
    here.x = 0.5 * (here.bounds[0] + here.bounds[2]);
    here.y = 0.5 * (here.bounds[1] + here.bounds[3]);
    if (crs != NULL) {
        geo_crs_label(crs, here.label, sizeof here.label);
    }
    *target = NULL;
    const talus_status status = check_place(&here, target, diagnostics, error);
    if (status != TALUS_OK) {
        OSRDestroySpatialReference(*target);
        *target = NULL;
    }
    return status;
}
