// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about coordinate reference systems: name, UTM zone, and how long a map metre really is.
#include "io/geo/geo_operation.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

OGRSpatialReferenceH geo_crs_parse(const char *text)
{
    // GDAL would fetch a definition from the network
    if (EQUALN(text, "http", 4)) {
        return NULL;
    }
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    if (crs == NULL || OSRSetFromUserInput(crs, text) != OGRERR_NONE) {
        OSRDestroySpatialReference(crs);
        return NULL;
    }
    OSRSetAxisMappingStrategy(crs, OAMS_TRADITIONAL_GIS_ORDER);
    return crs;
}

OGRSpatialReferenceH geo_crs_registered(OGRSpatialReferenceH crs)
{
    const char *authority = OSRGetAuthorityName(crs, NULL);
    const char *code = OSRGetAuthorityCode(crs, NULL);
    OGRSpatialReferenceH entry = NULL;
    if (authority != NULL && code != NULL && EQUAL(authority, "EPSG")) {
        entry = OSRNewSpatialReference(NULL);
        if (entry != NULL && OSRImportFromEPSG(entry, (int)strtol(code, NULL, 10)) == OGRERR_NONE) {
            OSRSetAxisMappingStrategy(entry, OAMS_TRADITIONAL_GIS_ORDER);
            if (OSRIsSame(entry, crs)) {
                return entry;
            }
        }
        OSRDestroySpatialReference(entry);
    }
    return OSRClone(crs);
}

OGRSpatialReferenceH geo_crs_of_layer(OGRLayerH layer)
{
    OGRSpatialReferenceH crs = OGR_L_GetSpatialRef(layer);
    const char *name = crs != NULL ? OSRGetName(crs) : NULL;
    return name != NULL && STARTS_WITH_CI(name, "Undefined ") ? NULL : crs;
}

OGRSpatialReferenceH geo_crs_horizontal(OGRSpatialReferenceH crs)
{
    OGRSpatialReferenceH copy = crs == NULL ? NULL : OSRClone(crs);
    if (copy != NULL) {
        if (OSRIsCompound(copy)) {
            OSRStripVertical(copy);
        }
        OSRDemoteTo2D(copy, NULL);
        OSRSetAxisMappingStrategy(copy, OAMS_TRADITIONAL_GIS_ORDER);
    }
    return copy;
}

int geo_crs_epsg(OGRSpatialReferenceH crs)
{
    OGRSpatialReferenceH copy = geo_crs_horizontal(crs);
    int code = 0;
    if (copy != NULL) {
        OSRAutoIdentifyEPSG(copy);
        const char *authority = OSRGetAuthorityName(copy, NULL);
        const char *text = OSRGetAuthorityCode(copy, NULL);
        if (authority != NULL && text != NULL && EQUAL(authority, "EPSG")) {
            code = (int)strtol(text, NULL, 10);
        }
        OSRDestroySpatialReference(copy);
    }
    return code;
}

void geo_crs_label(OGRSpatialReferenceH crs, char *buffer, size_t size)
{
    const char *name = OSRGetName(crs);
    const int code = geo_crs_epsg(crs);
    snprintf(buffer, size, "%s", name == NULL || name[0] == '\0' ? "unnamed CRS" : name);
    if (code > 0) {
        geo_append(buffer, size, " (EPSG:%d)", code);
    }
}

void geo_name_crs(const char *wkt, char *name, size_t size)
{
    OGRSpatialReferenceH crs = wkt != NULL && wkt[0] != '\0' ? geo_crs_parse(wkt) : NULL;
    if (crs != NULL) {
        geo_crs_label(crs, name, size);
    } else {
        snprintf(name, size, "no coordinate reference system");
    }
    OSRDestroySpatialReference(crs);
}

char *geo_crs_wkt(OGRSpatialReferenceH crs)
{
    static const char *const options[] = {"FORMAT=WKT2_2019", "MULTILINE=NO", NULL};
    char *wkt = NULL;
    char *copy = NULL;
    if (OSRExportToWktEx(crs, &wkt, options) == OGRERR_NONE) {
        copy = geo_copy_text(wkt);
    }
    CPLFree(wkt);
    return copy;
}

/// From a CRS to the longitude and latitude of its own datum, which needs no choice.
/// @param geographic out: destroyed by the caller. @return NULL when there is none
static OGRCoordinateTransformationH conversion_of(OGRSpatialReferenceH crs,
                                                  OGRSpatialReferenceH *geographic)
{
    *geographic = crs != NULL ? OSRCloneGeogCS(crs) : NULL;
    if (*geographic == NULL) {
        return NULL;
    }
    OSRSetAxisMappingStrategy(*geographic, OAMS_TRADITIONAL_GIS_ORDER);
    return OCTNewCoordinateTransformation(crs, *geographic);
}

/// Points to longitude and latitude of the datum of the CRS, in its own angular unit and from its own
/// prime meridian, in place. @param geographic out: destroyed by the caller
static bool to_geographic(OGRSpatialReferenceH crs, int count, double *x, double *y,
                          OGRSpatialReferenceH *geographic)
{
    OGRCoordinateTransformationH conversion = conversion_of(crs, geographic);
    bool good = conversion != NULL && OCTTransform(conversion, count, x, y, NULL) != 0;
    OCTDestroyCoordinateTransformation(conversion);
    for (int i = 0; i < count; i++) {
        good = good && isfinite(x[i]) && isfinite(y[i]);
    }
    return good;
}

/// Degrees per unit, and degrees of the prime meridian.
static void angular_frame(OGRSpatialReferenceH geographic, double *unit, double *meridian)
{
    *unit = OSRGetAngularUnits(geographic, NULL) * 180.0 / TALUS_PI;
    *meridian = OSRGetPrimeMeridian(geographic, NULL);
}

bool geo_crs_degrees(OGRSpatialReferenceH crs, int count, double *x, double *y)
{
    OGRSpatialReferenceH geographic = NULL;
    const bool good = to_geographic(crs, count, x, y, &geographic);
    if (good) {
        double unit, meridian;
        angular_frame(geographic, &unit, &meridian);
        for (int i = 0; i < count; i++) {
            x[i] = x[i] * unit + meridian;
            y[i] *= unit;
        }
    }
    OSRDestroySpatialReference(geographic);
    return good;
}

bool geo_crs_lonlat(OGRSpatialReferenceH crs, double x, double y, double *lon, double *lat)
{
    *lon = x;
    *lat = y;
    return geo_crs_degrees(crs, 1, lon, lat) && fabs(*lat) <= 90.0;
}

bool geo_crs_from_lonlat(OGRSpatialReferenceH crs, double lon, double lat, double *x, double *y)
{
    OGRSpatialReferenceH geographic = NULL;
    OGRCoordinateTransformationH conversion = conversion_of(crs, &geographic);
    OGRCoordinateTransformationH inverse = conversion != NULL ? OCTGetInverse(conversion) : NULL;
    bool good = inverse != NULL;
    if (good) {
        double unit, meridian;
        angular_frame(geographic, &unit, &meridian);
        *x = (lon - meridian) / unit;
        *y = lat / unit;
        good = OCTTransform(inverse, 1, x, y, NULL) != 0 && isfinite(*x) && isfinite(*y);
    }
    OCTDestroyCoordinateTransformation(inverse);
    OCTDestroyCoordinateTransformation(conversion);
    OSRDestroySpatialReference(geographic);
    return good;
}

int geo_crs_utm(double lon, double lat)
{
    int zone = (int)floor((lon + 180.0) / 6.0) + 1;
    zone = zone < 1 ? 1 : zone > 60 ? 60 : zone;
    return (lat < 0.0 ? 32700 : 32600) + zone;
}

/// True length in metres of a short step (dlon, dlat) in radians at latitude lat on the ellipsoid:
///   M = a (1 - e2) / w^3,  N = a / w,  w = sqrt(1 - e2 sin2 lat)
static double ellipsoid_distance(double a, double e2, double lat, double dlon, double dlat)
{
    const double s = talus_sin(lat);
    const double w = sqrt(1.0 - e2 * s * s);
    const double north = a * (1.0 - e2) / (w * w * w) * dlat;
    const double east = a / w * talus_cos(lat) * dlon;
    return sqrt(north * north + east * east);
}

bool geo_crs_scale(OGRSpatialReferenceH crs, double x, double y, double *scale)
{
    const double h =
        50.0; // map units to each side: short against the Earth, long against round-off
    double xs[5] = {x, x - h, x + h, x, x};
    double ys[5] = {y, y, y, y - h, y + h};
    OGRSpatialReferenceH geographic = NULL;
    const bool good = to_geographic(crs, 5, xs, ys, &geographic);
    const double unit = good ? OSRGetAngularUnits(geographic, NULL) : 0.0;
    const double a = OSRGetSemiMajor(crs, NULL);
    const double inverse_flattening = OSRGetInvFlattening(crs, NULL);
    OSRDestroySpatialReference(geographic);
    if (!good) {
        return false;
    }
    const double f = inverse_flattening > 0.0 ? 1.0 / inverse_flattening : 0.0;
    const double e2 = f * (2.0 - f);
    double worst = 1.0;
    for (int k = 1; k < 5; k += 2) {
        double dlon = (xs[k + 1] - xs[k]) * unit;
        dlon -= 2.0 * TALUS_PI * floor(dlon / (2.0 * TALUS_PI) + 0.5); // across the date line
        const double dlat = (ys[k + 1] - ys[k]) * unit;
        const double length = ellipsoid_distance(a, e2, ys[0] * unit, dlon, dlat);
        if (!(length > 0.0)) {
            return false;
        }
        const double ratio = 2.0 * h / length;
        worst = fabs(ratio - 1.0) > fabs(worst - 1.0) ? ratio : worst;
    }
    *scale = worst;
    return true;
}
