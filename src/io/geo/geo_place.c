// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes of layers and DEMs in degrees, to be held against areas of use.
#include "io/geo/geo_operation.h"

/// Degrees, 5 m: to PROJ no area of use holds a box without width, such as that of a point.
static const double margin = 5e-5;

/// Points along each side of a box: sides are curves in degrees.
enum { SIDE = 8, RIM = 4 * SIDE };

static void list_rim(const double extent[4], double x[RIM], double y[RIM])
{
    for (int k = 0; k < SIDE; k++) {
        const double share = (double)k / SIDE;
        const double east = extent[0] + share * (extent[2] - extent[0]);
        const double north = extent[1] + share * (extent[3] - extent[1]);
        x[k] = east;
        y[k] = extent[1];
        x[SIDE + k] = extent[2];
        y[SIDE + k] = north;
        x[2 * SIDE + k] = extent[2] - (east - extent[0]);
        y[2 * SIDE + k] = extent[3];
        x[3 * SIDE + k] = extent[0];
        y[3 * SIDE + k] = extent[3] - (north - extent[1]);
    }
}

static bool place_of(OGRSpatialReferenceH crs, const double *extent, geo_place *place)
{
    double x[RIM], y[RIM];
    for (int k = 0; k < 4; k++) {
        if (extent == NULL || !isfinite(extent[k])) {
            return false;
        }
    }
    list_rim(extent, x, y);
    if (!geo_crs_degrees(crs, RIM, x, y)) {
        return false;
    }
    *place = (geo_place){x[0], y[0], x[0], y[0]};
    for (int k = 1; k < RIM; k++) {
        const double lon = x[k] - 360.0 * floor((x[k] - x[0]) / 360.0 + 0.5); // on the near side
        place->west = fmin(place->west, lon);
        place->east = fmax(place->east, lon);
        place->south = fmin(place->south, y[k]);
        place->north = fmax(place->north, y[k]);
    }
    place->west -= margin;
    place->east += margin;
    place->south = fmax(place->south - margin, -90.0);
    place->north = fmin(place->north + margin, 90.0);
    return place->south >= -90.0 && place->north <= 90.0 && place->east - place->west < 360.0;
}

/// West within [-180, 180).
static void shift(geo_place *place)
{
    const double turn = 360.0 * floor((place->west + 180.0) / 360.0);
    place->west -= turn;
    place->east -= turn;
}

void geo_places_of(const geo_operation_request *request, geo_places *places)
{
    *places = (geo_places){.has_layer = false};
    places->has_layer = place_of(request->from, request->layer, &places->layer);
    places->has_dem = place_of(request->to, request->dem, &places->dem);
    places->has_both = places->has_layer || places->has_dem;
    places->both = places->has_dem ? places->dem : places->layer;
    if (places->has_layer && places->has_dem) {
        geo_place layer = places->layer;
        const double turn = 360.0 * floor((layer.west - places->dem.west) / 360.0 + 0.5);
        layer.west -= turn;
        layer.east -= turn;
        places->both.west = fmin(places->both.west, layer.west);
        places->both.east = fmax(places->both.east, layer.east);
        places->both.south = fmin(places->both.south, layer.south);
        places->both.north = fmax(places->both.north, layer.north);
    }
    shift(&places->both);
    shift(&places->dem);
}
