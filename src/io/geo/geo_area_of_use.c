// SPDX-License-Identifier: GPL-3.0-or-later
// Where on Earth a coordinate reference system is meant to be used, by the EPSG register in PROJ.
#include "io/geo/geo_internal.h"

#include <stdio.h>

bool geo_area_of_use_of(const char *wkt, double east, double north, geo_area_of_use *area)
{
    *area = (geo_area_of_use){0};
    OGRSpatialReferenceH crs = wkt[0] != '\0' ? geo_crs_parse(wkt) : NULL;
    const int code = crs != NULL ? geo_crs_epsg(crs) : 0;
    bool known = false;
    if (code > 0 && geo_crs_lonlat(crs, east, north, &area->lon, &area->lat)) {
        // what came out of a file may have lost its area; the register has it
        char text[32];
        snprintf(text, sizeof text, "EPSG:%d", code);
        OGRSpatialReferenceH registered = geo_crs_parse(text);
        const char *name = NULL;
        known = registered != NULL && OSRGetAreaOfUse(registered, &area->west, &area->south,
                                                      &area->east, &area->north, &name) != 0;
        known = known && area->west > -1000.0; // PROJ's word for unknown
        snprintf(area->name, sizeof area->name, "%s", known && name != NULL ? name : "");
        OSRDestroySpatialReference(registered);
    }
    OSRDestroySpatialReference(crs);
    return known;
}

bool geo_area_of_use_has(const geo_area_of_use *area, double margin)
{
    const bool in_latitude = area->lat >= area->south - margin && area->lat <= area->north + margin;
    // an area over the date line has its west east of its east
    const bool wraps = area->west > area->east;
    const bool after = area->lon >= area->west - margin, before = area->lon <= area->east + margin;
    return in_latitude && (wraps ? after || before : after && before);
}
