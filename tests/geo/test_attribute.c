// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes of a layer, feature by feature.
#include "io/geo/geo.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *const kot = TALUS_SOURCE_DIR "/terrain/kot/kot.gpkg";

Test(attribute, has_one_text_for_each_feature)
{
    geo_attribute places;
    cr_assert_eq(geo_read_attribute(kot, "meadow", NULL, "place", false, &places, NULL), TALUS_OK);
    cr_expect(places.found);
    cr_expect(places.has_crs);
    cr_assert_eq(places.count, 16);
    size_t terraces = 0;
    for (size_t k = 0; k < places.count; k++) {
        terraces += strcmp(places.texts[k], "terrace") == 0;
    }
    cr_expect_gt(terraces, 0);
    geo_attribute some;
    cr_assert_eq(
        geo_read_attribute(kot, "meadow", "place = 'terrace'", "place", false, &some, NULL),
        TALUS_OK);
    cr_expect_eq(some.count, terraces);
    geo_attribute_clear(&places);
    geo_attribute_clear(&some);
}

Test(attribute, that_is_missing_is_told_with_those_that_are_there)
{
    geo_attribute none;
    cr_assert_eq(geo_read_attribute(kot, "dam_line", NULL, "height", false, &none, NULL), TALUS_OK);
    cr_expect_not(none.found);
    cr_expect_eq(none.count, 1);
    cr_expect_not_null(strstr(none.fields, "id, slope"), "%s", none.fields);
    geo_attribute_clear(&none);
}

Test(attribute, of_a_missing_layer_is_an_error)
{
    geo_attribute none;
    talus_error error = {0};
    cr_expect_eq(geo_read_attribute(kot, "no_layer", NULL, "height", false, &none, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "kot.gpkg"));
    cr_expect_eq(none.count, 0);
}
