// SPDX-License-Identifier: GPL-3.0-or-later
#include "products/scene.h"

#include "ensemble/rasters.h"
#include "io/geo/geo.h"

#include <math.h>

enum { CELL_COUNT = SCENE_NX * SCENE_NY };

static void read_layer(const char *directory, const char *name, geo_image *image)
{
    char path[600];
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/%s.tif", directory, name);
    cr_assert_eq(geo_read_image(path, image, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(image->nx, SCENE_NX);
    cr_assert_eq(image->ny, SCENE_NY);
}

Test(rasters, come_back_in_their_place_with_unit_and_attribution)
{
    scene s;
    char directory[512];
    geo_image image = {0};
    scene_init(&s);
    scene_path(directory, "raster_place");
    scene_write(&s, directory);
    read_layer(directory, "kinetic_energy_max", &image);
    cr_expect_eq(image.west, SCENE_EAST - 1);
    cr_expect_eq(image.south, SCENE_NORTH - 1);
    cr_expect_eq(image.cell, 2);
    cr_expect_str_eq(image.unit, "kJ");
    cr_expect_str_eq(image.attribution, SCENE_ATTRIBUTION);
    cr_expect_not_null(strstr(image.crs_wkt, "UTM zone 32N"));
    geo_image_clear(&image);
    scene_remove(directory);
    scene_clear(&s);
}

Test(rasters, hold_counts_where_rocks_passed_and_nodata_elsewhere)
{
    static float counts[CELL_COUNT];
    scene s;
    char directory[512];
    geo_image image = {0};
    size_t passed = 0;
    scene_init(&s);
    scene_path(directory, "raster_counts");
    scene_write(&s, directory);
    raster_passages(s.results, counts);
    read_layer(directory, "passages", &image);
    for (size_t k = 0; k < CELL_COUNT; k++) {
        if (counts[k] > 0) {
            passed++;
            cr_assert_eq(image.values[k], counts[k], "cell %zu", k);
        } else {
            cr_assert(isnan(image.values[k]), "cell %zu", k);
        }
    }
    cr_expect_gt(passed, 20, "five tracks down a ramp 50 m long");
    geo_image_clear(&image);
    scene_remove(directory);
    scene_clear(&s);
}

Test(rasters, hold_energies_in_kilojoules)
{
    static float joules[CELL_COUNT];
    scene s;
    char directory[512];
    geo_image image = {0};
    float largest = 0;
    scene_init(&s);
    scene_path(directory, "raster_energy");
    scene_write(&s, directory);
    raster_statistic(s.results, TALUS_KINETIC_ENERGY, 0.95, joules);
    read_layer(directory, "kinetic_energy_p95", &image);
    for (size_t k = 0; k < CELL_COUNT; k++) {
        cr_assert_eq(isnan(joules[k]), isnan(image.values[k]), "cell %zu", k);
        if (!isnan(joules[k])) {
            cr_assert_eq(image.values[k], joules[k] * 1e-3F, "cell %zu", k);
            largest = fmaxf(largest, image.values[k]);
        }
    }
    cr_expect_gt(largest, 10, "1250 kg after a fall of 50 m");
    geo_image_clear(&image);
    scene_remove(directory);
    scene_clear(&s);
}

Test(rasters, keep_the_terrain_at_its_nodes)
{
    scene s;
    char directory[512];
    geo_image image = {0};
    scene_init(&s);
    scene_path(directory, "raster_terrain");
    scene_write(&s, directory);
    read_layer(directory, "terrain", &image);
    cr_expect_eq(image.west, SCENE_EAST - 1, "a node is the centre of its pixel");
    for (size_t k = 0; k + 1 < CELL_COUNT; k++) {
        // nodes on the far edges are read 2e-7 m inside; Float32 at 540 m: 3e-5 m
        cr_assert_float_eq((double)image.values[k], scene_height(k % SCENE_NX), 5e-5, "node %zu",
                           k);
    }
    cr_expect(isnan(image.values[CELL_COUNT - 1]), "NODATA stays NODATA");
    geo_image_clear(&image);
    scene_remove(directory);
    scene_clear(&s);
}

Test(rasters, have_names_in_the_order_of_writing)
{
    const char *const *names = talus_products_layer_names();
    size_t count = 0;
    while (names[count]) {
        count++;
    }
    cr_assert_eq(count, 93);
    cr_expect_str_eq(names[0], "passages");
    cr_expect_str_eq(names[2], "reach_probability");
    cr_expect_str_eq(names[3], "kinetic_energy_max");
    cr_expect_str_eq(names[26], "spin_p99");
}
