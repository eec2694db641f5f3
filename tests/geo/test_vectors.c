// SPDX-License-Identifier: GPL-3.0-or-later
// Vector layers in: kinds, parts, CRS, filters, and the sentences for what cannot be used.
#include "geo_case.h"

#define COLLECTION(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"
#define FEATURE(name, geometry)                                                                    \
    "{\"type\":\"Feature\",\"properties\":{\"name\":\"" name "\"},\"geometry\":" geometry "}"

typedef struct vector_case {
    talus_status status;
    geo_vectors vectors;
    talus_diagnostics *list;
    talus_error error;
} vector_case;

static const char utm32[] = "EPSG:32632";

/// Read GeoJSON text (WGS 84 by definition) for a DEM in UTM 32 with its origin at (0, 0).
static vector_case read_json(const char *name, const char *text, const char *where)
{
    const text_path path = temporary_path(name);
    write_text(path.text, text);
    vector_case got = {.list = talus_diagnostics_create()};
    got.status = geo_read_vectors(path.text, NULL, where, utm32, 0.0, 0.0, got.list, &got.vectors,
                                  &got.error);
    remove(path.text);
    return got;
}

static void clear_vectors(vector_case *item)
{
    geo_vectors_clear(&item->vectors);
    talus_diagnostics_destroy(item->list);
}

Test(vectors, points_are_reprojected_and_their_height_ignored)
{
    // 9 E lies on the central meridian of zone 32: easting 500 km
    vector_case got = read_json("point.geojson",
                                COLLECTION(FEATURE("a", "{\"type\":\"Point\",\"coordinates\":[9,47,"
                                                        "1234]}")),
                                NULL);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.vectors.kind, GEO_POINTS);
    cr_assert_eq(got.vectors.part_count, 1);
    cr_expect_eq(got.vectors.parts[0].count, 1);
    cr_expect_float_eq(got.vectors.parts[0].xy[0], 500000.0, 1e-3 /* m */);
    // 0.9996 times the meridian arc to 47 N, 5207247.01 m by its series
    cr_expect_float_eq(got.vectors.parts[0].xy[1], 5205164.11, 0.01 /* m, measured 5205164.110 */);
    clear_vectors(&got);
}

Test(vectors, the_origin_is_subtracted)
{
    const text_path path = temporary_path("origin.csv");
    write_text(path.text, "WKT,name\n\"LINESTRING (1000 2000, 1010 2005)\",a\n");
    talus_diagnostics *list = talus_diagnostics_create();
    geo_vectors vectors;
    talus_error error;
    const geo_frame frame = {.crs_wkt = utm32, .east = 990.0, .north = 1999.0, .file_crs = "dem"};
    cr_assert_eq(geo_read_layer(path.text, NULL, NULL, &frame, list, &vectors, &error), TALUS_OK,
                 "%s", error.message);
    cr_expect_eq(vectors.kind, GEO_LINES);
    cr_expect_eq(vectors.parts[0].xy[0], 10.0);
    cr_expect_eq(vectors.parts[0].xy[1], 1.0);
    cr_expect_eq(vectors.parts[0].xy[2], 20.0);
    cr_expect_eq(vectors.parts[0].xy[3], 6.0);
    cr_expect_eq(talus_diagnostics_count(list), 0);
    geo_vectors_clear(&vectors);
    talus_diagnostics_destroy(list);
    remove(path.text);
}

static geo_vectors read_wkt(const char *name, const char *rows, talus_diagnostics *list)
{
    const text_path path = temporary_path(name);
    char text[4096];
    snprintf(text, sizeof text, "WKT,name\n%s", rows);
    write_text(path.text, text);
    geo_vectors vectors;
    talus_error error;
    cr_assert_eq(geo_read_vectors(path.text, NULL, NULL, "", 0.0, 0.0, list, &vectors, &error),
                 TALUS_OK, "%s", error.message);
    remove(path.text);
    return vectors;
}

Test(vectors, a_polygon_gives_one_closed_part_per_ring)
{
    geo_vectors vectors =
        read_wkt("rings.csv",
                 "\"POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0),(2 2, 4 2, 4 4, 2 2))\",a\n"
                 "\"MULTIPOLYGON (((20 0, 30 0, 30 10, 20 0)),((40 0, 50 0, 50 10, 40 0)))\",b\n",
                 NULL);
    cr_expect_eq(vectors.kind, GEO_POLYGONS);
    cr_assert_eq(vectors.part_count, 4);
    cr_expect_eq(vectors.parts[0].count, 5);
    cr_expect_eq(vectors.parts[1].feature, 0);
    cr_expect_eq(vectors.parts[2].feature, 1);
    cr_expect_eq(vectors.parts[3].feature, 1);
    for (size_t k = 0; k < 4; k++) {
        const geo_part *part = &vectors.parts[k];
        cr_expect_eq(part->xy[0], part->xy[2 * part->count - 2]);
        cr_expect_eq(part->xy[1], part->xy[2 * part->count - 1]);
    }
    geo_vectors_clear(&vectors);
}

Test(vectors, curves_become_short_straight_pieces)
{
    geo_vectors vectors = read_wkt("curve.csv", "\"CIRCULARSTRING (0 0, 10 10, 20 0)\",a\n", NULL);
    cr_expect_eq(vectors.kind, GEO_LINES);
    cr_assert_gt(vectors.parts[0].count, 20);
    for (size_t k = 0; k < vectors.parts[0].count; k++) {
        const double x = vectors.parts[0].xy[2 * k] - 10.0, y = vectors.parts[0].xy[2 * k + 1];
        cr_expect_float_eq(sqrt(x * x + y * y), 10.0, 1e-9 /* m, points lie on the circle */);
    }
    geo_vectors_clear(&vectors);
}

Test(vectors, empty_geometries_are_skipped_and_counted)
{
    talus_diagnostics *list = talus_diagnostics_create();
    geo_vectors vectors =
        read_wkt("empty.csv", "\"POINT EMPTY\",a\n\"MULTIPOINT ((1 2),(3 4))\",b\n,c\n", list);
    cr_expect_eq(vectors.part_count, 2);
    cr_expect_eq(vectors.parts[1].feature, 1);
    cr_expect(says(list, "empty geometries"));
    geo_vectors_clear(&vectors);
    talus_diagnostics_destroy(list);
}

Test(vectors, a_filter_selects_features)
{
    static const char text[] =
        COLLECTION(FEATURE("a", "{\"type\":\"Point\",\"coordinates\":[9,47]}") "," FEATURE(
            "b", "{\"type\":\"Point\",\"coordinates\":[9.1,47]}"));
    vector_case got = read_json("filter.geojson", text, "name = 'b'");
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.vectors.part_count, 1);
    clear_vectors(&got);
    got = read_json("filter.geojson", text, "height > 3");
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(got.error.message, "the fields are: name"), "%s", got.error.message);
    clear_vectors(&got);
    got = read_json("filter.geojson", text, "name = 'c'");
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(got.error.message, "no usable"), "%s", got.error.message);
    clear_vectors(&got);
}

Test(vectors, mixed_kinds_are_refused)
{
    vector_case got = read_json(
        "mixed.geojson",
        COLLECTION(FEATURE("a", "{\"type\":\"Point\",\"coordinates\":[9,47]}") "," FEATURE(
            "b", "{\"type\":\"LineString\",\"coordinates\":[[9,47],[9.1,47]]}")),
        NULL);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(got.error.message, "mixes points and lines"), "%s",
                       got.error.message);
    cr_expect_eq(got.vectors.part_count, 0);
    clear_vectors(&got);
}

Test(vectors, a_layer_without_features_is_refused)
{
    vector_case got = read_json("none.geojson", COLLECTION(""), NULL);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    clear_vectors(&got);
}

Test(vectors, a_missing_layer_is_answered_with_those_there_are)
{
    geo_vectors vectors;
    talus_error error;
    cr_expect_eq(geo_read_vectors(raster_path("georust_poly.gpkg").text, "forest", NULL, "", 0.0,
                                  0.0, NULL, &vectors, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "no layer \"forest\"; it has: poly"), "%s",
                       error.message);
}

Test(vectors, degrees_need_a_dem_with_a_crs)
{
    const text_path path = temporary_path("degrees.geojson");
    write_text(path.text, COLLECTION(FEATURE("a", "{\"type\":\"Point\",\"coordinates\":[9,47]}")));
    geo_vectors vectors;
    talus_error error;
    cr_expect_eq(geo_read_vectors(path.text, NULL, NULL, "", 0.0, 0.0, NULL, &vectors, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "degrees"), "%s", error.message);
    remove(path.text);
}

Test(vectors, a_raster_is_not_a_vector_file)
{
    geo_vectors vectors;
    talus_error error;
    cr_expect_eq(geo_read_vectors(raster_path("cell10m.tif").text, NULL, NULL, "", 0.0, 0.0, NULL,
                                  &vectors, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "is a raster (GTiff)"), "%s", error.message);
}

Test(vectors, a_zipped_file_is_read_in_place)
{
    const text_path path = temporary_path("zipped.zip");
    const text_path inside = join_path(join_path("/vsizip/", path.text).text, "/a.geojson");
    remove(path.text);
    geo_open_library();
    VSILFILE *file = VSIFOpenL(inside.text, "wb");
    cr_assert_not_null(file);
    static const char text[] =
        COLLECTION(FEATURE("a", "{\"type\":\"Point\",\"coordinates\":[9,47]}"));
    VSIFWriteL(text, 1, sizeof text - 1, file);
    VSIFCloseL(file);
    geo_vectors vectors;
    talus_error error;
    cr_assert_eq(geo_read_vectors(path.text, NULL, NULL, utm32, 0.0, 0.0, NULL, &vectors, &error),
                 TALUS_OK, "%s", error.message);
    cr_expect_eq(vectors.part_count, 1);
    geo_vectors_clear(&vectors);
    remove(path.text);
}

Test(vectors, a_layer_is_chosen_by_name_and_several_without_a_name_are_told)
{
    const text_path path = temporary_path("layers.gpkg");
    const double xyzm[8] = {500000.0, 5200000.0, 0.0, 0.0, 500100.0, 5200000.0, 0.0, 1.0};
    talus_error error;
    geo_writer *writer = NULL;
    cr_assert_eq(geo_writer_open(path.text, "EPSG:32632", &writer, &error), TALUS_OK);
    cr_assert_eq(geo_writer_layer(writer, "points", GEO_POINTS, NULL, 0, NULL, &error), TALUS_OK);
    cr_assert_eq(geo_writer_feature(writer, xyzm, 1, NULL, &error), TALUS_OK);
    cr_assert_eq(geo_writer_layer(writer, "lines", GEO_LINES, NULL, 0, NULL, &error), TALUS_OK);
    cr_assert_eq(geo_writer_feature(writer, xyzm, 2, NULL, &error), TALUS_OK);
    cr_assert_eq(geo_writer_close(writer, true, &error), TALUS_OK);
    geo_vectors vectors;
    talus_diagnostics *list = talus_diagnostics_create();
    cr_assert_eq(geo_read_vectors(path.text, "lines", NULL, utm32, 500000.0, 5200000.0, list,
                                  &vectors, &error),
                 TALUS_OK, "%s", error.message);
    cr_expect_eq(vectors.kind, GEO_LINES);
    cr_expect_eq(vectors.parts[0].xy[2], 100.0);
    cr_expect_eq(talus_diagnostics_count(list), 0);
    geo_vectors_clear(&vectors);
    cr_assert_eq(
        geo_read_vectors(path.text, NULL, NULL, utm32, 500000.0, 5200000.0, list, &vectors, &error),
        TALUS_OK);
    cr_expect(says(list, "\"points\" is taken; it has: points, lines"));
    geo_vectors_clear(&vectors);
    talus_diagnostics_destroy(list);
    remove(path.text);
}

Test(vectors, a_filter_without_a_match_lists_the_values_there_are)
{
    const text_path path = temporary_path("kinds.csv");
    write_text(path.text, "WKT,kind,other\n\"POINT (1 2)\",scree,9\n\"POINT (1 3)\",forest,9\n"
                          "\"POINT (1 4)\",scree,9\n\"POINT (1 5)\",,9\n");
    const geo_frame frame = {.crs_wkt = utm32, .file_crs = "dem"};
    geo_vectors vectors;
    talus_error error = {0};
    cr_expect_eq(geo_read_layer(path.text, NULL, "kind = 'Screee'", &frame, NULL, &vectors, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message,
                              "that match `where: kind = 'Screee'`; `kind` is scree, "
                              "forest, (empty)"),
                       "%s", error.message);
    cr_expect_null(strstr(error.message, "other"), "%s", error.message);
    remove(path.text);
}
