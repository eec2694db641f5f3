// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes of layers, and tables with coordinates as points.
#include "geo_case.h"

static const char table[] = "name,x_m,y_m\nfirst,10,20\n,30,40\n\"with, comma\",50,60\n";

static talus_status read_field(const char *path, const char *where, const char *field,
                               geo_attribute *attribute)
{
    talus_error error = {0};
    return geo_read_attribute(path, NULL, where, field, attribute, &error);
}

Test(attribute, of_a_table_goes_with_its_points)
{
    const text_path path = temporary_path("attribute.csv");
    write_text(path.text, table);
    geo_vectors vectors = {0};
    geo_attribute attribute;
    cr_assert_eq(geo_read_vectors(path.text, NULL, NULL, "", 0.0, 0.0, NULL, &vectors, NULL),
                 TALUS_OK);
    cr_assert_eq(vectors.kind, GEO_POINTS);
    cr_assert_eq(vectors.part_count, 3);
    cr_assert_eq(read_field(path.text, NULL, "name", &attribute), TALUS_OK);
    cr_assert(attribute.found);
    cr_expect_not(attribute.has_crs);
    cr_assert_eq(attribute.count, 3);
    cr_expect_eq(vectors.parts[2].xy[0], 50.0);
    cr_expect_str_eq(attribute.texts[vectors.parts[2].feature], "with, comma");
    cr_expect_str_eq(attribute.texts[1], "");
    cr_expect_str_eq(attribute.fields, "name, x_m, y_m");
    geo_attribute_clear(&attribute);
    geo_vectors_clear(&vectors);
    remove(path.text);
}

Test(attribute, follows_the_filter)
{
    const text_path path = temporary_path("filtered.csv");
    write_text(path.text, table);
    geo_attribute attribute;
    cr_assert_eq(read_field(path.text, "x_m = '50'", "name", &attribute), TALUS_OK);
    cr_assert_eq(attribute.count, 1);
    cr_expect_str_eq(attribute.texts[0], "with, comma");
    geo_attribute_clear(&attribute);
    remove(path.text);
}

Test(attribute, that_is_not_there_is_told_with_the_fields)
{
    const text_path path = temporary_path("missing.csv");
    write_text(path.text, table);
    geo_attribute attribute;
    cr_assert_eq(read_field(path.text, NULL, "release", &attribute), TALUS_OK);
    cr_expect_not(attribute.found);
    cr_expect_eq(attribute.count, 3);
    cr_expect_str_eq(attribute.texts[0], "");
    geo_attribute_clear(&attribute);
    cr_expect_eq(read_field("no_such_file.csv", NULL, NULL, &attribute), TALUS_ERROR_INPUT);
    cr_expect_eq(attribute.count, 0);
    remove(path.text);
}
