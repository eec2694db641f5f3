// SPDX-License-Identifier: GPL-3.0-or-later
// Walls and nets in results.gpkg and summary.json: geometry in the world, counts of the results.
#include "ensemble/forest.h"
#include "io/geo/geo.h"
#include "products/scene.h"
#include "talus/products.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(output_obstacles, layers_and_summary_have_the_counts)
{
    forest f;
    talus_results *results = NULL;
    talus_error error = {0};
    char directory[512], path[600], wanted[256];
    const char *root = getenv("TALUS_TEST_TMP");
    forest_make(&f, 20);
    const talus_campaign *campaign = forest_campaign(&f);
    cr_assert_eq(
        talus_campaign_run(campaign,
                           &(talus_run_options){.size = sizeof(talus_run_options), .threads = 2},
                           &results, &error),
        TALUS_OK, "%s", error.message);
    const talus_products_context context = {.size = sizeof context,
                                            .campaign = campaign,
                                            .east = SCENE_EAST,
                                            .north = SCENE_NORTH,
                                            .crs_wkt = SCENE_WKT,
                                            .attribution = "",
                                            .title = "forest",
                                            .scenario_path = "",
                                            .scenario_sha256 = "",
                                            .resolved_scenario = ""};
    snprintf(directory, sizeof directory, "%s/output_obstacles", root != NULL ? root : "/tmp");
    cr_assert_eq(talus_products_write(directory, &context, results, NULL, false, &error), TALUS_OK,
                 "%s", error.message);
    snprintf(path, sizeof path, "%s/results.gpkg", directory);
    geo_vectors lines = {0};
    cr_assert_eq(geo_read_vectors(path, "walls", NULL, SCENE_WKT, SCENE_EAST, SCENE_NORTH, NULL,
                                  &lines, &error),
                 TALUS_OK, "%s", error.message);
    cr_assert_eq(lines.part_count, 1);
    cr_assert_eq(lines.parts[0].count, 3);
    cr_expect_float_eq(lines.parts[0].xy[2], f.wall_line[2], 1e-9);
    geo_vectors_clear(&lines);

    size_t count;
    const talus_net_counts *net = ensemble_nets(results, &count);
    geo_attribute caught = {0};
    cr_assert_eq(geo_read_attribute(path, "nets", NULL, "caught", false, &caught, &error), TALUS_OK,
                 "%s", error.message);
    cr_assert_eq(caught.count, 1);
    cr_expect_eq(strtoull(caught.texts[0], NULL, 10), net->caught);
    geo_attribute_clear(&caught);
    char *summary = scene_summary(&context, results, false);
    snprintf(wanted, sizeof wanted, "\"overtopped\": %llu,\n      \"caught\": %llu,\n",
             (unsigned long long)net->overtopped, (unsigned long long)net->caught);
    cr_expect_not_null(strstr(summary, wanted), "%s in %s", wanted, summary);
    cr_expect_not_null(strstr(summary, "\"stems\": {\n    \"standing\": 80,"), "%s", summary);
    free(summary);
    talus_results_destroy(results);
    forest_clear(&f);
}
