// SPDX-License-Identifier: GPL-3.0-or-later
// Sources and strata in summary.json and in the layer of releases.
#include "products/scene.h"

#include "foundation/files/files.h"
#include "io/geo/geo.h"

/// The scene again, with two strata of known frequency.
static void run_stratified(scene *s, talus_rock_class classes[2], const double *frequency)
{
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    talus_error error = {0};
    scene_init(s);
    talus_results_destroy(s->results);
    classes[0] = classes[1] = s->rock_class;
    s->release.plan_area = 100.0;
    s->release.area = 150.0;
    s->campaign.rocks = classes;
    s->campaign.rock_class_count = 2;
    s->campaign.stratified = true;
    s->campaign.frequency = frequency;
    cr_assert_eq(talus_campaign_run(&s->campaign, &options, &s->results, &error), TALUS_OK, "%s",
                 error.message);
}

Test(strata, weights_of_the_releases_sum_to_the_frequency)
{
    static const double frequency[2] = {0.3, 0.1};
    talus_rock_class classes[2];
    scene s;
    char directory[512], path[600];
    run_stratified(&s, classes, frequency);
    scene_path(directory, "strata");
    scene_write(&s, directory);
    snprintf(path, sizeof path, "%s/results.gpkg", directory);
    size_t found = 0;
    for (int g = 0; g < 2; g++) {
        size_t count = 0;
        const talus_stratum *strata = ensemble_strata(s.results, &count);
        cr_assert_eq(count, 2);
        cr_assert_gt(strata[g].rocks, 0);
        char where[160];
        // as many rocks of this stratum as it has, each with its share of the frequency
        snprintf(where, sizeof where,
                 "stratum = %d AND weight_1_yr - %.17g BETWEEN -1e-15 AND 1e-15", g,
                 frequency[g] / (double)strata[g].rocks);
        geo_vectors vectors = {0};
        talus_error error = {0};
        cr_assert_eq(geo_read_vectors(path, "releases", where, SCENE_WKT, SCENE_EAST, SCENE_NORTH,
                                      NULL, &vectors, &error),
                     TALUS_OK, "%s", error.message);
        cr_expect_eq(vectors.part_count, strata[g].rocks);
        found += vectors.part_count;
        geo_vectors_clear(&vectors);
    }
    cr_expect_eq(found, SCENE_ROCKS);
    scene_remove(directory);
    scene_clear(&s);
}

Test(strata, the_summary_lists_sources_and_strata)
{
    static const double frequency[2] = {0.3, 0.1};
    talus_rock_class classes[2];
    scene s;
    run_stratified(&s, classes, frequency);
    char *text = scene_summary(&s.context, s.results, false);
    static const char *const parts[] = {"\"sources\": [",
                                        "\"plan_area_m2\": 100",
                                        "\"area_m2\": 150",
                                        "\"frequency_1_yr\": 0.40000000000000002",
                                        "\"strata\": [",
                                        "\"frequency_1_yr\": 0.29999999999999999",
                                        "\"frequency_1_yr\": 0.10000000000000001",
                                        "\"mean_volume_m3\": 0.4"};
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        cr_expect_not_null(strstr(text, parts[k]), "no %s in\n%s", parts[k], text);
    }
    free(text);
    scene_clear(&s);
}

/// Class 1 has a frequency and practically no share of the rocks.
Test(strata, without_rocks_are_counted_and_named)
{
    static const double frequency[2] = {0.3, 0.1};
    static talus_rock seldom;
    talus_rock_class classes[2];
    scene s;
    char directory[512], path[600];
    run_stratified(&s, classes, frequency);
    cr_expect_eq(ensemble_totals(s.results)->empty_strata, 0);
    cr_expect_eq(ensemble_totals(s.results)->empty_frequency, 0.0);
    talus_results_destroy(s.results);
    seldom = *classes[1].rock;
    snprintf(seldom.name, sizeof seldom.name, "seldom");
    classes[1].rock = &seldom;
    classes[1].share = 1e-12;
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    cr_assert_eq(talus_campaign_run(&s.campaign, &options, &s.results, NULL), TALUS_OK);
    const talus_totals *totals = ensemble_totals(s.results);
    cr_expect_eq(totals->empty_strata, 1);
    cr_expect_eq(totals->empty_frequency, 0.1);
    char *text = scene_summary(&s.context, s.results, false);
    cr_expect_not_null(strstr(text, "\"empty_strata\": {"));
    free(text);
    scene_path(directory, "strata_empty");
    scene_write(&s, directory);
    snprintf(path, sizeof path, "%s/warnings.log", directory);
    size_t size = 0;
    cr_assert_eq(files_read_all(path, &text, &size, NULL), TALUS_OK);
    cr_expect_not_null(strstr(text, "class 'seldom': 0.1 rocks a year, but no rock was completed"),
                       "%s", text);
    free(text);
    s.context.shard = 1;
    s.context.shard_count = 2;
    scene_write(&s, directory);
    cr_assert_eq(files_read_all(path, &text, &size, NULL), TALUS_OK);
    cr_expect_null(strstr(text, "seldom"), "another shard may have its rocks");
    free(text);
    scene_remove(directory);
    scene_clear(&s);
}

Test(strata, without_frequencies_nothing_is_added)
{
    scene s;
    scene_init(&s);
    char *text = scene_summary(&s.context, s.results, false);
    cr_expect_null(strstr(text, "strata"));
    cr_expect_null(strstr(text, "\"sources\""));
    free(text);
    scene_clear(&s);
}
