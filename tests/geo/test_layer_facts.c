// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a vector file.
#include "io/geo/geo.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(layer_facts, kinds_counts_and_fields)
{
    geo_layer_facts *facts = NULL;
    size_t count = 0;
    talus_error error = {0};
    cr_assert_eq(geo_read_layer_facts("terrain/kot/kot.gpkg", false, &facts, &count, &error),
                 TALUS_OK, "%s", error.message);
    cr_assert_eq(count, 7);
    cr_expect_str_eq(facts[0].name, "release_area");
    cr_expect(facts[0].has_geometry && facts[0].has_crs);
    cr_expect_eq(facts[0].kind, GEO_POLYGONS);
    cr_expect_str_eq(facts[2].name, "dam_line");
    cr_expect_eq(facts[2].kind, GEO_LINES);
    cr_expect_str_eq(facts[6].name, "meadow");
    cr_expect_eq(facts[6].feature_count, 16);
    bool has_place = false;
    for (size_t k = 0; k < facts[6].field_count; k++) {
        has_place = has_place || strcmp(facts[6].fields[k], "place") == 0;
    }
    cr_expect(has_place);
    free(facts);
}

Test(layer_facts, no_vector_file)
{
    geo_layer_facts *facts = NULL;
    size_t count = 1;
    talus_error error = {0};
    cr_expect_eq(geo_read_layer_facts("terrain/plane/plane.tif", false, &facts, &count, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_null(facts);
    cr_expect_eq(count, 0);
    cr_expect(error.message[0] != '\0');
}
