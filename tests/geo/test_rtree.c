// SPDX-License-Identifier: GPL-3.0-or-later
// The packed index of a layer whose rows have long numbers, as those of millions of rocks, and of places
// that are no numbers.
#include "geo_case.h"
#include "io/geo/geo_rtree.h"

#include <ogr_api.h>

/// What a query of one number gives.
static int64_t ask(GDALDatasetH dataset, const char *sql)
{
    OGRLayerH rows = GDALDatasetExecuteSQL(dataset, sql, NULL, NULL);
    cr_assert_not_null(rows, "%s", sql);
    OGRFeatureH row = OGR_L_GetNextFeature(rows);
    cr_assert_not_null(row, "%s", sql);
    const int64_t value = OGR_F_GetFieldAsInteger64(row, 0);
    OGR_F_Destroy(row);
    GDALDatasetReleaseResultSet(dataset, rows);
    return value;
}

static GDALDatasetH make_package(const char *path)
{
    char no_index[] = "SPATIAL_INDEX=NO", *options[] = {no_index, NULL};
    geo_open_library();
    GDALDatasetH dataset =
        GDALCreate(GDALGetDriverByName("GPKG"), path, 0, 0, 0, GDT_Unknown, NULL);
    cr_assert_not_null(dataset);
    cr_assert_not_null(GDALDatasetCreateLayer(dataset, "points", NULL, wkbPoint, options));
    return dataset;
}

Test(rtree, every_box_has_its_row_however_long_its_number)
{
    enum { COUNT = 6000 };
    const text_path path = temporary_path("rtree.gpkg");
    GDALDatasetH dataset = make_package(path.text);
    geo_rtree tree = {0};
    cr_assert(geo_rtree_begin(&tree, dataset, "points"));
    for (int64_t k = 0; k < COUNT; k++) {
        const double xy[] = {(double)(k * 7919 % 6007), (double)(k * 104729 % 5003)};
        cr_assert(geo_rtree_add(&tree, 1234567890123456 + k, xy, 1, 2));
    }
    cr_assert(geo_rtree_end(&tree, dataset, "points"));
    geo_rtree_clear(&tree);
    cr_expect_eq(ask(dataset, "SELECT count(*) FROM rtree_points_geom_rowid"), COUNT);
    cr_expect_eq(ask(dataset, "SELECT count(*) FROM rtree_points_geom"), COUNT);
    cr_expect_eq(ask(dataset, "SELECT rtreecheck('rtree_points_geom') = 'ok'"), 1);
    GDALClose(dataset);
    remove(path.text);
}

Test(rtree, places_that_are_no_numbers_have_no_box)
{
    const text_path path = temporary_path("rtree_nan.gpkg");
    GDALDatasetH dataset = make_package(path.text);
    geo_rtree tree = {0};
    const double nan = (double)NAN, line[] = {nan, 1.0, 3.0, 4.0, 5.0, nan};
    cr_assert(geo_rtree_begin(&tree, dataset, "points"));
    cr_expect(geo_rtree_add(&tree, 1, line, 1, 2));
    cr_expect(geo_rtree_add(&tree, 2, line, 3, 2));
    cr_assert(geo_rtree_end(&tree, dataset, "points"));
    geo_rtree_clear(&tree);
    cr_expect_eq(ask(dataset, "SELECT count(*) FROM rtree_points_geom"), 1);
    cr_expect_eq(ask(dataset, "SELECT id FROM rtree_points_geom WHERE minx = 3 AND maxy = 4"), 2);
    GDALClose(dataset);
    remove(path.text);
}
