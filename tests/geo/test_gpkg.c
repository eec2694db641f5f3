// SPDX-License-Identifier: GPL-3.0-or-later
// GeoPackages out: layers, fields, styles, equal bytes, nothing left when abandoned.
#include "geo_case.h"

#include <ogr_api.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const geo_field fields[] = {
    {"rock", GEO_FIELD_INTEGER}, {"energy_kj", GEO_FIELD_REAL}, {"outcome", GEO_FIELD_TEXT}};
static const char qml[] = "<qgis><renderer-v2 type=\"singleSymbol\"/></qgis>";

static const double line[] = {177000.0, 376000.0, 1500.0, 0.0,    177010.5, 376003.25,
                              1490.0,   1.5,      177020, 376001, 1480.125, 3.0};

/// Two layers with a feature each and one without; closed or abandoned.
static talus_status write_package(const char *path, const char *crs, bool keep, talus_error *error)
{
    geo_writer *writer = NULL;
    talus_status status = geo_writer_open(path, crs, &writer, error);
    if (status != TALUS_OK) {
        return status;
    }
    const geo_value values[] = {{.integer = 1234567890123}, {.real = 12.5}, {.text = "stopped"}};
    const geo_value missing[] = {{.integer = 7}, {.real = (double)NAN}, {.text = NULL}};
    status = geo_writer_layer(writer, "trajectories", GEO_LINES, fields, 3, qml, error);
    cr_assert_eq(status, TALUS_OK, "%s", error->message);
    cr_assert_eq(geo_writer_feature(writer, line, 3, values, error), TALUS_OK);
    cr_assert_eq(geo_writer_layer(writer, "deposits", GEO_POINTS, fields, 3, NULL, error),
                 TALUS_OK);
    cr_assert_eq(geo_writer_feature(writer, line + 8, 1, missing, error), TALUS_OK);
    cr_assert_eq(geo_writer_layer(writer, "impacts", GEO_POINTS, fields, 3, qml, error), TALUS_OK);
    return geo_writer_close(writer, keep, error);
}

static GDALDatasetH open_package(const char *path)
{
    GDALDatasetH dataset = GDALOpenEx(path, GDAL_OF_VECTOR, NULL, NULL, NULL);
    cr_assert_not_null(dataset);
    return dataset;
}

Test(gpkg, flat_polygons_say_so)
{
    const text_path path = temporary_path("zones.gpkg");
    static const geo_field zone[] = {{"zone", GEO_FIELD_TEXT}};
    const double xy[] = {0.0, 0.0, 9.0, 0.0, 9.0, 9.0, 0.0, 9.0};
    const size_t starts[] = {0, 4};
    geo_writer *writer = NULL;
    cr_assert_eq(geo_writer_open(path.text, "EPSG:31287", &writer, NULL), TALUS_OK);
    cr_assert_eq(geo_writer_layer(writer, "zones", GEO_FLAT_POLYGONS, zone, 1, NULL, NULL),
                 TALUS_OK);
    cr_assert_eq(
        geo_writer_polygon(writer, xy, starts, 1, (const geo_value[]){{.text = "red"}}, NULL),
        TALUS_OK);
    cr_assert_eq(geo_writer_close(writer, true, NULL), TALUS_OK);
    GDALDatasetH dataset = open_package(path.text);
    OGRLayerH layer = GDALDatasetGetLayerByName(dataset, "zones");
    cr_expect_eq(OGR_L_GetGeomType(layer), wkbPolygon);
    OGRFeatureH feature = OGR_L_GetNextFeature(layer);
    cr_expect_eq(OGR_G_GetGeometryType(OGR_F_GetGeometryRef(feature)), wkbPolygon);
    cr_expect_float_eq(OGR_G_Area(OGR_F_GetGeometryRef(feature)), 81.0, 1e-9);
    OGR_F_Destroy(feature);
    GDALClose(dataset);
}

Test(gpkg, lines_keep_height_and_time)
{
    const text_path path = temporary_path("lines.gpkg");
    talus_error error;
    cr_assert_eq(write_package(path.text, "EPSG:31287", true, &error), TALUS_OK, "%s",
                 error.message);
    GDALDatasetH dataset = open_package(path.text);
    OGRLayerH layer = GDALDatasetGetLayerByName(dataset, "trajectories");
    cr_expect_eq(OGR_L_GetGeomType(layer), wkbLineStringZM);
    OGRFeatureH feature = OGR_L_GetNextFeature(layer);
    OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
    cr_expect_eq(OGR_G_GetPointCount(geometry), 3);
    cr_expect_eq(OGR_G_GetX(geometry, 1), 177010.5);
    cr_expect_eq(OGR_G_GetY(geometry, 1), 376003.25);
    cr_expect_eq(OGR_G_GetZ(geometry, 2), 1480.125);
    cr_expect_eq(OGR_G_GetM(geometry, 1), 1.5);
    cr_expect_eq(OGR_F_GetFieldAsInteger64(feature, 0), 1234567890123);
    cr_expect_eq(OGR_F_GetFieldAsDouble(feature, 1), 12.5);
    cr_expect_str_eq(OGR_F_GetFieldAsString(feature, 2), "stopped");
    OGR_F_Destroy(feature);
    GDALClose(dataset);
    remove(path.text);
}

Test(gpkg, points_keep_height_and_missing_values_are_null)
{
    const text_path path = temporary_path("points.gpkg");
    talus_error error;
    cr_assert_eq(write_package(path.text, "EPSG:31287", true, &error), TALUS_OK);
    GDALDatasetH dataset = open_package(path.text);
    OGRLayerH layer = GDALDatasetGetLayerByName(dataset, "deposits");
    cr_expect_eq(OGR_L_GetGeomType(layer), wkbPoint25D);
    OGRFeatureH feature = OGR_L_GetNextFeature(layer);
    cr_expect_eq(OGR_G_GetZ(OGR_F_GetGeometryRef(feature), 0), 1480.125);
    cr_expect(OGR_F_IsFieldNull(feature, 1) || !OGR_F_IsFieldSet(feature, 1));
    cr_expect(OGR_F_IsFieldNull(feature, 2) || !OGR_F_IsFieldSet(feature, 2));
    OGR_F_Destroy(feature);
    cr_expect_eq(OGR_L_GetFeatureCount(GDALDatasetGetLayerByName(dataset, "impacts"), TRUE), 0);
    GDALClose(dataset);
    remove(path.text);
}

Test(gpkg, the_crs_is_stored)
{
    const text_path path = temporary_path("crs.gpkg");
    talus_error error;
    cr_assert_eq(write_package(path.text, "EPSG:31287", true, &error), TALUS_OK);
    GDALDatasetH dataset = open_package(path.text);
    OGRSpatialReferenceH crs = OGR_L_GetSpatialRef(GDALDatasetGetLayer(dataset, 0));
    cr_assert_not_null(crs);
    cr_expect_str_eq(OSRGetAuthorityCode(crs, NULL), "31287");
    GDALClose(dataset);
    remove(path.text);
}

Test(gpkg, an_unknown_crs_is_allowed)
{
    const text_path path = temporary_path("nocrs.gpkg");
    talus_error error;
    cr_expect_eq(write_package(path.text, "", true, &error), TALUS_OK, "%s", error.message);
    remove(path.text);
}

Test(gpkg, styles_lie_where_qgis_looks_for_them)
{
    const text_path path = temporary_path("styles.gpkg");
    talus_error error;
    cr_assert_eq(write_package(path.text, "EPSG:31287", true, &error), TALUS_OK);
    GDALDatasetH dataset = open_package(path.text);
    OGRLayerH layer = GDALDatasetExecuteSQL(
        dataset,
        "SELECT f_table_name, f_geometry_column, styleQML, useAsDefault, update_time "
        "FROM layer_styles ORDER BY id",
        NULL, NULL);
    cr_assert_not_null(layer);
    OGRFeatureH feature = OGR_L_GetNextFeature(layer);
    cr_assert_not_null(feature);
    cr_expect_str_eq(OGR_F_GetFieldAsString(feature, 0), "trajectories");
    cr_expect_str_eq(OGR_F_GetFieldAsString(feature, 1), "geom");
    cr_expect_str_eq(OGR_F_GetFieldAsString(feature, 2), qml);
    cr_expect_eq(OGR_F_GetFieldAsInteger(feature, 3), 1);
    OGR_F_Destroy(feature);
    feature = OGR_L_GetNextFeature(layer);
    cr_expect_str_eq(OGR_F_GetFieldAsString(feature, 0), "impacts");
    OGR_F_Destroy(feature);
    cr_expect_null(OGR_L_GetNextFeature(layer));
    GDALDatasetReleaseResultSet(dataset, layer);
    layer = GDALDatasetExecuteSQL(
        dataset, "SELECT data_type FROM gpkg_contents WHERE table_name = 'layer_styles'", NULL,
        NULL);
    feature = OGR_L_GetNextFeature(layer);
    cr_assert_not_null(feature);
    cr_expect_str_eq(OGR_F_GetFieldAsString(feature, 0), "attributes");
    OGR_F_Destroy(feature);
    GDALDatasetReleaseResultSet(dataset, layer);
    GDALClose(dataset);
    remove(path.text);
}

Test(gpkg, the_same_features_give_the_same_bytes)
{
    const text_path a = temporary_path("same_a.gpkg"), b = temporary_path("same_b.gpkg");
    talus_error error;
    cr_assert_eq(write_package(a.text, "EPSG:31287", true, &error), TALUS_OK);
    sleep(1); // a stored time would differ
    cr_assert_eq(write_package(b.text, "EPSG:31287", true, &error), TALUS_OK);
    cr_expect(same_bytes(a.text, b.text));
    remove(a.text);
    remove(b.text);
}

Test(gpkg, an_abandoned_package_leaves_nothing)
{
    const text_path path = temporary_path("abandoned.gpkg");
    const text_path part = join_path(path.text, ".part");
    talus_error error;
    cr_expect_eq(write_package(path.text, "EPSG:31287", false, &error), TALUS_OK);
    cr_expect(!file_exists(path.text));
    cr_expect(!file_exists(part.text));
}

Test(gpkg, leftovers_of_a_killed_run_do_no_harm)
{
    const text_path path = temporary_path("killed.gpkg");
    const text_path part = join_path(path.text, ".part");
    const text_path stale = join_path(part.text, "/out.gpkg");
    const text_path journal = join_path(path.text, "-wal");
    mkdir(part.text, 0777);
    write_text(stale.text, "half a database");
    write_text(journal.text, "a journal of an older database");
    talus_error error;
    cr_expect_eq(write_package(path.text, "EPSG:31287", true, &error), TALUS_OK, "%s",
                 error.message);
    cr_expect(file_exists(path.text));
    cr_expect(file_exists(stale.text), "whose it is is not known: it is not touched");
    cr_expect(!file_exists(join_path(part.text, "-2").text));
    cr_expect(!file_exists(journal.text));
    remove(path.text);
    remove(stale.text);
    rmdir(part.text);
}

Test(gpkg, a_missing_directory_is_an_error)
{
    talus_error error;
    geo_writer *writer = NULL;
    cr_expect_eq(geo_writer_open("/nowhere/x.gpkg", "", &writer, &error), TALUS_ERROR_IO);
    cr_expect_null(writer);
    cr_expect_not_null(strstr(error.message, "/nowhere/x.gpkg"), "%s", error.message);
}

Test(gpkg, a_line_needs_two_points)
{
    const text_path path = temporary_path("short.gpkg");
    talus_error error;
    geo_writer *writer = NULL;
    cr_assert_eq(geo_writer_open(path.text, "", &writer, &error), TALUS_OK);
    cr_assert_eq(geo_writer_layer(writer, "lines", GEO_LINES, NULL, 0, NULL, &error), TALUS_OK);
    cr_expect_eq(geo_writer_feature(writer, line, 1, NULL, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(geo_writer_close(writer, false, &error), TALUS_OK);
}

Test(gpkg, a_full_disk_is_an_error_and_leaves_the_old_file)
{
    const text_path path = temporary_path("full.gpkg");
    talus_error error = {0};
    cr_assert_eq(write_package(path.text, "EPSG:31287", true, &error), TALUS_OK);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old, limit;
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 262144;
    setrlimit(RLIMIT_FSIZE, &limit);
    geo_writer *writer = NULL;
    talus_status status = geo_writer_open(path.text, "EPSG:31287", &writer, &error);
    cr_assert_eq(status, TALUS_OK, "%s", error.message);
    cr_assert_eq(geo_writer_layer(writer, "points", GEO_POINTS, NULL, 0, NULL, &error), TALUS_OK);
    for (int k = 0; k < 20000 && status == TALUS_OK; k++) {
        const double point[4] = {177000.0 + k, 376000.0, 0.0, 0.0};
        status = geo_writer_feature(writer, point, 1, NULL, &error);
    }
    const talus_status closed = geo_writer_close(writer, status == TALUS_OK, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    cr_expect(status == TALUS_ERROR_IO || closed == TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "disk"), "%s", error.message);
    cr_expect(!file_exists(join_path(path.text, ".part").text));
    geo_vectors vectors;
    cr_expect_eq(geo_read_vectors(path.text, "deposits", NULL, "EPSG:31287", 0.0, 0.0, NULL,
                                  &vectors, &error),
                 TALUS_OK, "%s", error.message);
    geo_vectors_clear(&vectors);
    remove(path.text);
}

/// Place k of points that fill 1000 m x 1000 m.
static void place(size_t k, double xyz[4])
{
    xyz[0] = 177000.0 + (double)(k * 7919 % 1000) + 0.125;
    xyz[1] = 376000.0 + (double)(k * 104729 % 997);
    xyz[2] = 1500.0;
    xyz[3] = 0.0;
}

static void write_points(const char *path, size_t count)
{
    geo_writer *writer = NULL;
    const geo_value values[] = {{.integer = 1}, {.real = 2.0}, {.text = "stopped"}};
    cr_assert_eq(geo_writer_open(path, "EPSG:31287", &writer, NULL), TALUS_OK);
    cr_assert_eq(geo_writer_layer(writer, "points", GEO_POINTS, fields, 3, NULL, NULL), TALUS_OK);
    for (size_t k = 0; k < count; k++) {
        double xyz[4];
        place(k, xyz);
        cr_assert_eq(geo_writer_feature(writer, xyz, 1, values, NULL), TALUS_OK);
    }
    cr_assert_eq(geo_writer_close(writer, true, NULL), TALUS_OK);
}

static void expect_whole_index(GDALDatasetH dataset, size_t count)
{
    OGRLayerH rows =
        GDALDatasetExecuteSQL(dataset, "SELECT rtreecheck('rtree_points_geom')", NULL, NULL);
    OGRFeatureH row = OGR_L_GetNextFeature(rows);
    cr_expect_str_eq(OGR_F_GetFieldAsString(row, 0), "ok", "%zu points", count);
    OGR_F_Destroy(row);
    GDALDatasetReleaseResultSet(dataset, rows);
}

static size_t count_within(OGRLayerH layer, const double box[4])
{
    size_t found = 0;
    OGR_L_SetSpatialFilterRect(layer, box[0], box[1], box[2], box[3]);
    for (OGRFeatureH item; (item = OGR_L_GetNextFeature(layer)) != NULL; found++) {
        OGR_F_Destroy(item);
    }
    return found;
}

// one node, one level more at 52 and at 2602 features
Test(gpkg, index_finds_what_lies_in_a_box)
{
    static const size_t counts[] = {0, 1, 51, 52, 500, 2601, 2602};
    static const double box[] = {177200.0, 376100.0, 177450.0, 376400.0};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        const text_path path = temporary_path("index.gpkg");
        write_points(path.text, counts[c]);
        size_t within = 0;
        for (size_t k = 0; k < counts[c]; k++) {
            double p[4];
            place(k, p);
            within += p[0] >= box[0] && p[0] <= box[2] && p[1] >= box[1] && p[1] <= box[3];
        }
        GDALDatasetH dataset = open_package(path.text);
        OGRLayerH layer = GDALDatasetGetLayerByName(dataset, "points");
        cr_expect(OGR_L_TestCapability(layer, OLCFastSpatialFilter));
        cr_expect_eq(count_within(layer, box), within, "%zu points", counts[c]);
        expect_whole_index(dataset, counts[c]);
        GDALClose(dataset);
        remove(path.text);
    }
}

Test(gpkg, index_grows_with_what_others_add)
{
    const text_path path = temporary_path("grown.gpkg");
    static const double box[] = {0.0, 0.0, 10.0, 10.0};
    write_points(path.text, 300);
    GDALDatasetH dataset = GDALOpenEx(path.text, GDAL_OF_VECTOR | GDAL_OF_UPDATE, NULL, NULL, NULL);
    OGRLayerH layer = GDALDatasetGetLayerByName(dataset, "points");
    OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
    OGRGeometryH point = OGR_G_CreateGeometry(wkbPoint25D);
    OGR_G_SetPoint(point, 0, 5.0, 5.0, 0.0);
    OGR_F_SetGeometryDirectly(feature, point);
    cr_assert_eq(OGR_L_CreateFeature(layer, feature), OGRERR_NONE);
    OGR_F_Destroy(feature);
    cr_expect_eq(count_within(layer, box), 1);
    expect_whole_index(dataset, 301);
    GDALClose(dataset);
}
