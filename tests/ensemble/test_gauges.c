// SPDX-License-Identifier: GPL-3.0-or-later
// Gauges of campaigns: strata, refusals, threads and merged shards.
#include "ensemble/gauge_scene.h"
#include "foundation/math/linalg.h"

#include <unistd.h>

/// Two releases and two classes with frequencies: weights, probability and frequency by hand.
Test(gauges, strata_are_weighed_by_their_frequencies)
{
    incline scene;
    incline_make(&scene, 0.9, 0.1, false);
    talus_rock_class kinds[2] = {{.rock = &incline_rock, .share = 3.0},
                                 {.rock = &incline_rock, .share = 1.0}};
    scene.release.rocks = 40;
    talus_campaign *campaign = incline_campaign(&scene);
    talus_release releases[2] = {scene.release, scene.release};
    releases[1].rocks = 80;
    const double frequency[4] = {0.1, 0.02, 0.3, 0.0};
    const talus_screen screen = screen_of("line", (double[]){15.0, -500.0, 15.0, 500.0}, 2);
    campaign->releases = releases;
    campaign->release_count = 2;
    campaign->rocks = kinds;
    campaign->rock_class_count = 2;
    campaign->stratified = true;
    campaign->frequency = frequency;
    campaign->screens = &screen;
    campaign->screen_count = 1;
    talus_results *results = run(campaign, 2);
    const talus_gauge_result all = gauge(results, 0);
    double lambda = 0.0, total = 0.0;
    uint64_t rocks = 0;
    for (size_t k = 0; k < 4; k++) {
        talus_gauge_result g;
        cr_assert_eq(talus_results_gauge(results, 0, k, &g, NULL), TALUS_OK);
        lambda += frequency[k] * (double)g.rocks / (double)g.released;
        total += frequency[k];
        rocks += g.rocks;
        cr_expect_float_eq(g.probability, (double)g.rocks / (double)g.released, 1e-15);
        cr_expect_float_eq(g.annual_frequency, frequency[k] * g.probability, 1e-15);
    }
    // events of one body: a hit above a level is an event above it
    static const double levels[3] = {0.0, 3e3, 1e12};
    double hits[3], yearly[3], shares[3];
    cr_assert_eq(
        talus_results_hit_rate(results, 0, TALUS_ALL_STRATA, levels, 3, hits, yearly, NULL),
        TALUS_OK);
    cr_assert_eq(talus_results_gauge_exceedance(results, 0, TALUS_ALL_STRATA, TALUS_GAUGE_ENERGY,
                                                levels, 3, shares, NULL),
                 TALUS_OK);
    cr_expect(shares[1] > 0.0 && shares[1] < 1.0, "%g", shares[1]);
    for (int k = 0; k < 3; k++) {
        cr_expect_float_eq(hits[k], shares[k] * all.probability, 1e-3, "level %d", k);
        cr_expect_float_eq(yearly[k], shares[k] * all.annual_frequency, 1e-3, "level %d", k);
    }
    cr_expect_float_eq(hits[0], all.probability, 1e-14);
    cr_expect_float_eq(yearly[0], lambda, 1e-14);
    cr_expect(isnan(all.hits_per_event) && all.most_hits == 0);
    cr_expect_eq(all.rocks, rocks);
    cr_expect(rocks > 20 && rocks < 120, "%d", (int)rocks);
    cr_expect_float_eq(all.annual_frequency, lambda, 1e-15);
    cr_expect_float_eq(all.probability, lambda / total, 1e-14);
    cr_expect_lt(all.n_eff, (double)rocks, "unequal weights count less");
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(gauges, a_gauge_or_stratum_that_is_not_there_is_refused)
{
    incline scene;
    incline_make(&scene, 0.9, 0.0, false);
    scene.release.rocks = 1;
    talus_results *results = run(incline_campaign(&scene), 1);
    talus_gauge_result g;
    talus_error error;
    cr_expect_eq(talus_results_gauge(results, 0, 0, &g, &error), TALUS_ERROR_ARGUMENT);
    size_t count;
    ensemble_crossings(results, &count);
    cr_expect_eq(count, 0);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(gauges, lines_without_length_are_refused)
{
    incline scene;
    incline_make(&scene, 0.9, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    double point[] = {3.0, 4.0, 3.0, 4.0};
    const talus_screen screen = screen_of("dot", point, 2);
    talus_results *results = NULL;
    talus_error error = {0};
    campaign->screens = &screen;
    campaign->screen_count = 1;
    cr_expect_eq(talus_campaign_run(campaign, NULL, &results, &error), TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "dot") != NULL);
    talus_object object = objects[1];
    object.width = -1.0;
    campaign->screen_count = 0;
    campaign->objects = &object;
    campaign->object_count = 1;
    cr_expect_eq(talus_campaign_run(campaign, NULL, &results, &error), TALUS_ERROR_ARGUMENT);
    incline_clear(&scene);
}

static double across[] = {20.0, -500.0, 20.0, 500.0};

static void expect_same(const talus_results *a, const talus_results *b)
{
    for (size_t k = 0; k < 3; k++) {
        const talus_gauge_result x = gauge(a, k), y = gauge(b, k);
        cr_expect_eq(memcmp(&x, &y, sizeof x), 0, "gauge %zu", k);
    }
    size_t n, m;
    const talus_crossing *x = ensemble_crossings(a, &n), *y = ensemble_crossings(b, &m);
    cr_assert_eq(n, m);
    cr_expect_gt(n, 0);
    for (size_t k = 0; k < n; k++) {
        cr_expect(x[k].rock == y[k].rock && x[k].screen == y[k].screen &&
                  x[k].to_left == y[k].to_left && x[k].time == y[k].time && x[k].x == y[k].x &&
                  x[k].y == y[k].y && x[k].z == y[k].z && x[k].along == y[k].along);
        cr_expect_eq(memcmp(x[k].values, y[k].values, sizeof x[k].values), 0);
    }
    float from[60 * 40], to[60 * 40];
    cr_assert_eq(talus_results_gauge_sources(a, 1, NULL, from, NULL), TALUS_OK);
    cr_assert_eq(talus_results_gauge_sources(b, 1, NULL, to, NULL), TALUS_OK);
    cr_expect_eq(memcmp(from, to, sizeof from), 0);
}

/// Threads, shards and merged states give the same bits.
Test(gauges, threads_and_merged_shards_change_nothing)
{
    char directories[2][256];
    const char *list[2] = {directories[0], directories[1]};
    incline scene;
    incline_make(&scene, 0.9, 0.1, false);
    scene.release.rocks = 40;
    scene.campaign.recorded_rocks = 30;
    talus_screen screen = screen_of("line", across, 2);
    screen.recross = true;
    talus_campaign *campaign = incline_campaign(&scene);
    campaign->screens = &screen;
    campaign->screen_count = 1;
    campaign->objects = objects;
    campaign->object_count = 2;
    talus_results *one = run(campaign, 1), *three = run(campaign, 3), *merged = NULL;
    expect_same(one, three);
    for (unsigned k = 0; k < 2; k++) {
        snprintf(directories[k], sizeof directories[k], "%s/gauges.%d.%u",
                 getenv("TALUS_TEST_TMP") ? getenv("TALUS_TEST_TMP") : "/tmp", (int)getpid(), k);
        talus_results *part = NULL;
        const talus_run_options options = {.size = sizeof(talus_run_options),
                                           .threads = 2,
                                           .checkpoint = directories[k],
                                           .shard = k + 1,
                                           .shard_count = 2};
        cr_assert_eq(talus_campaign_run(campaign, &options, &part, NULL), TALUS_OK);
        talus_results_destroy(part);
    }
    talus_error error = {0};
    cr_assert_eq(talus_campaign_merge(campaign, list, 2, NULL, &merged, &error), TALUS_OK, "%s",
                 error.message);
    expect_same(one, merged);
    // another line is another campaign
    talus_results_destroy(merged);
    double other[] = {21.0, -500.0, 21.0, 500.0};
    screen.line.xy = other;
    cr_expect_eq(talus_campaign_merge(campaign, list, 2, NULL, &merged, &error), TALUS_ERROR_INPUT);
    for (int k = 0; k < 2; k++) {
        cr_expect_eq(talus_checkpoint_remove(list[k], NULL), TALUS_OK);
    }
    talus_results_destroy(one);
    talus_results_destroy(three);
    incline_clear(&scene);
}
