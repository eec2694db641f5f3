// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as layers of a GeoPackage, read back: types of fields, their names, values that are not
// there, rows with several features and with none.
#include "io/table/table.h"

#include <criterion/criterion.h>
#include <gdal.h>
#include <math.h>
#include <ogr_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct item {
    const char *name;
    uint64_t count;
    double value;
    size_t parts;
} item;

static const item items[] = {
    {"first \u03b1", 3, 0.5, 1}, {"nowhere", 1, 1.0, 0}, {NULL, UINT64_MAX, (double)NAN, 2}};

static talus_value cell(const void *user, size_t row, size_t column)
{
    const item *one = (const item *)user + row;
    switch (column) {
    case 0:
        return talus_value_text(one->name);
    case 1:
        return talus_value_unsigned(one->count);
    case 2:
        return talus_value_real(one->value);
    case 3:
        return talus_value_word("csv");
    }
    return (talus_value){.kind = TALUS_VALUE_ABSENT};
}

static const talus_column columns[] = {
    {.key = "name", .type = TALUS_COLUMN_TEXT},
    {.key = "crossings", .type = TALUS_COLUMN_INTEGER, .gpkg_key = "passages"},
    {.key = "value", .type = TALUS_COLUMN_FIXED},
    {.key = "only_csv", .type = TALUS_COLUMN_TEXT, .files = TALUS_IN_CSV},
    {.key = "absent", .type = TALUS_COLUMN_INTEGER}};
static const talus_table table = {.size = sizeof(talus_table),
                                  .name = "layer",
                                  .columns = columns,
                                  .column_count = 5,
                                  .row_count = 3,
                                  .cell = cell,
                                  .user = items};

/// Lines of three points, east of each other.
static talus_status place(const void *user, size_t row, size_t part, table_points *points,
                          talus_error *error)
{
    const item *one = (const item *)user + row;
    talus_status status = TALUS_OK;
    for (int k = 0; k < 3 && part < one->parts && status == TALUS_OK; k++) {
        status = table_points_add(points, 10.0 * (double)row + k, (double)part, 2.0, k, error);
    }
    return status;
}

static talus_status refuse(const void *user, size_t row, size_t part, table_points *points,
                           talus_error *error)
{
    (void)user;
    (void)row;
    (void)part;
    (void)points;
    return talus_error_set(error, TALUS_ERROR_MEMORY, "no place");
}

static geo_writer *open_writer(char *path, size_t size)
{
    const char *room = getenv("TALUS_TEST_TMP");
    geo_writer *writer = NULL;
    talus_error error = {0};
    snprintf(path, size, "%s/table_%d.gpkg", room ? room : "/tmp", (int)getpid());
    cr_assert_eq(geo_writer_open(path, "", &writer, &error), TALUS_OK, "%s", error.message);
    return writer;
}

static void expect_field(OGRFeatureDefnH definition, int index, const char *name, OGRFieldType type)
{
    OGRFieldDefnH field = OGR_FD_GetFieldDefn(definition, index);
    cr_expect_str_eq(OGR_Fld_GetNameRef(field), name);
    cr_expect_eq(OGR_Fld_GetType(field), type, "%s", name);
}

static void expect_feature(OGRLayerH layer, const char *name, bool is_set, double east,
                           double north)
{
    OGRFeatureH feature = OGR_L_GetNextFeature(layer);
    cr_assert_not_null(feature);
    cr_expect_eq(OGR_F_IsFieldSetAndNotNull(feature, 0), is_set);
    cr_expect_eq(OGR_F_IsFieldSetAndNotNull(feature, 1), is_set);
    cr_expect_eq(OGR_F_IsFieldSetAndNotNull(feature, 2), is_set);
    cr_expect_not(OGR_F_IsFieldSetAndNotNull(feature, 3));
    if (is_set) {
        cr_expect_str_eq(OGR_F_GetFieldAsString(feature, 0), name);
        cr_expect_eq(OGR_F_GetFieldAsInteger64(feature, 1), 3);
        cr_expect_eq(OGR_F_GetFieldAsDouble(feature, 2), 0.5);
    }
    OGRGeometryH line = OGR_F_GetGeometryRef(feature);
    cr_expect_eq(OGR_G_GetPointCount(line), 3);
    cr_expect_eq(OGR_G_GetX(line, 0), east);
    cr_expect_eq(OGR_G_GetY(line, 0), north);
    cr_expect_eq(OGR_G_GetM(line, 2), 2.0);
    OGR_F_Destroy(feature);
}

Test(gpkg, fields_have_types_names_and_nulls)
{
    char path[600];
    talus_error error = {0};
    geo_writer *writer = open_writer(path, sizeof path);
    cr_assert_eq(table_gpkg(writer, &table, GEO_LINES, NULL, place, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(geo_writer_close(writer, true, &error), TALUS_OK, "%s", error.message);
    GDALAllRegister();
    GDALDatasetH set = GDALOpenEx(path, GDAL_OF_VECTOR, NULL, NULL, NULL);
    cr_assert_not_null(set);
    OGRLayerH layer = GDALDatasetGetLayerByName(set, "layer");
    cr_assert_not_null(layer);
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
    cr_assert_eq(OGR_FD_GetFieldCount(definition), 4); // not the one of CSV alone
    expect_field(definition, 0, "name", OFTString);
    expect_field(definition, 1, "passages", OFTInteger64);
    expect_field(definition, 2, "value", OFTReal);
    expect_field(definition, 3, "absent", OFTInteger64);
    cr_expect_eq(OGR_L_GetFeatureCount(layer, 1), 3); // one, none and two parts
    expect_feature(layer, items[0].name, true, 0.0, 0.0);
    expect_feature(layer, NULL, false, 20.0, 0.0);
    expect_feature(layer, NULL, false, 20.0, 1.0);
    GDALClose(set);
    remove(path);
}

Test(gpkg, a_broken_column_or_place_ends_the_layer)
{
    char path[600];
    talus_error error = {0};
    talus_column wrong[5];
    talus_table broken = table;
    geo_writer *writer = open_writer(path, sizeof path);
    memcpy(wrong, columns, sizeof wrong);
    wrong[2].type = TALUS_COLUMN_TEXT;
    broken.columns = wrong;
    cr_expect_eq(table_gpkg(writer, &broken, GEO_LINES, NULL, place, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "column 'value', row 0"));
    broken = table;
    broken.name = "another";
    cr_expect_eq(table_gpkg(writer, &broken, GEO_LINES, NULL, refuse, &error), TALUS_ERROR_MEMORY);
    cr_expect_eq(geo_writer_close(writer, false, NULL), TALUS_OK);
    cr_expect_neq(access(path, F_OK), 0);
}

/// Class 2 on the lower left cell, class 1 on the two beside it; class 1 once more, smaller.
static const uint8_t classes[] = {2, 1, 1, 0, 1};
static const geo_zones zones = {
    .classes = classes, .nx = 5, .ny = 1, .west = 100.0, .south = 200.0, .cell = 10.0};

static talus_value zone_cell(const void *user, size_t row, size_t column)
{
    const table_zone *at = user;
    cr_expect_eq(row, 0);
    const char *const *names = at->user;
    return column == 0 ? talus_value_text(names[at->zone->class_])
                       : talus_value_real(at->zone->area);
}

Test(gpkg, areas_of_classes_become_polygons_with_the_values_of_their_class)
{
    static const char *const names[] = {"none", "one", "two"};
    static const talus_column zone_columns[] = {{.key = "name", .type = TALUS_COLUMN_TEXT},
                                                {.key = "area_m2", .type = TALUS_COLUMN_REAL}};
    char path[600];
    talus_error error = {0};
    table_zone row = {.user = names};
    const talus_table areas = {.size = sizeof areas,
                               .name = "areas",
                               .columns = zone_columns,
                               .column_count = 2,
                               .row_count = 1,
                               .cell = zone_cell,
                               .user = &row};
    geo_writer *writer = open_writer(path, sizeof path);
    cr_assert_eq(table_gpkg_zones(writer, &areas, &row, &zones, 100.0, NULL, &error), TALUS_OK,
                 "%s", error.message);
    cr_assert_eq(geo_writer_close(writer, true, &error), TALUS_OK, "%s", error.message);
    GDALAllRegister();
    GDALDatasetH set = GDALOpenEx(path, GDAL_OF_VECTOR, NULL, NULL, NULL);
    OGRLayerH layer = GDALDatasetGetLayerByName(set, "areas");
    cr_assert_not_null(layer);
    cr_expect_eq(OGR_L_GetFeatureCount(layer, 1), 3);
    size_t found[3] = {0};
    for (OGRFeatureH feature; (feature = OGR_L_GetNextFeature(layer)) != NULL;) {
        const double area = OGR_F_GetFieldAsDouble(feature, 1);
        const bool is_two = strcmp(OGR_F_GetFieldAsString(feature, 0), "two") == 0;
        cr_expect_eq(OGR_G_Area(OGR_F_GetGeometryRef(feature)), area);
        found[is_two ? 0 : area > 150.0 ? 1 : 2]++;
        OGR_F_Destroy(feature);
    }
    cr_expect(found[0] == 1 && found[1] == 1 && found[2] == 1);
    GDALClose(set);

    // smaller than 150 m2: left out
    writer = open_writer(path, sizeof path);
    cr_assert_eq(table_gpkg_zones(writer, &areas, &row, &zones, 150.0, NULL, NULL), TALUS_OK);
    cr_assert_eq(geo_writer_close(writer, true, NULL), TALUS_OK);
    set = GDALOpenEx(path, GDAL_OF_VECTOR, NULL, NULL, NULL);
    cr_expect_eq(OGR_L_GetFeatureCount(GDALDatasetGetLayer(set, 0), 1), 1);
    GDALClose(set);
    remove(path);
}
