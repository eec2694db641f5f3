// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinate reference systems: how long a map metre is.
#include "io/geo/geo_internal.h"

#include <criterion/criterion.h>

/// Map metres over true metres at a point.
static double local_scale(const char *name, double east, double north)
{
    double scale = 0.0;
    OGRSpatialReferenceH crs = geo_crs_parse(name);
    cr_assert_not_null(crs);
    cr_expect(geo_crs_scale(crs, east, north, &scale));
    OSRDestroySpatialReference(crs);
    return scale;
}

Test(local_scale, a_utm_metre_is_a_metre)
{
    const double scale = local_scale("EPSG:32632", 500000.0, 5200000.0);
    cr_expect_float_eq(scale, 0.9996, 1e-6 /* central meridian by definition */);
}

Test(local_scale, a_mercator_metre_is_stretched_by_the_latitude)
{
    // 46 N, along the meridian: (1 - e2 sin2 46)^1.5 / (1 - e2) / cos 46
    const double scale = local_scale("EPSG:3857", 1000000.0, 5780349.0);
    cr_expect_float_eq(scale, 1.441735, 1e-5 /* measured 1.441735 */);
}

Test(crs_name, is_that_of_the_whole_system_with_its_own_code)
{
    char name[128];
    geo_name_crs("EPSG:31287", name, sizeof name);
    cr_expect_str_eq(name, "MGI / Austria Lambert (EPSG:31287)");
    // the code of the unit is not the code of the system
    geo_name_crs("LOCAL_CS[\"local metres\",UNIT[\"metre\",1,AUTHORITY[\"EPSG\",\"9001\"]]]", name,
                 sizeof name);
    cr_expect_str_eq(name, "local metres");
    geo_name_crs("", name, sizeof name);
    cr_expect_str_eq(name, "no coordinate reference system");
    geo_name_crs(NULL, name, sizeof name);
    cr_expect_str_eq(name, "no coordinate reference system");
}
