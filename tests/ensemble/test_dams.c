// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks at dams: against what their tracks say, and the same however they are run.
#include "ensemble/campaign_case.h"

#include <math.h>

static double near_xy[4] = {14.0, -10.0, 14.0, 60.0}; ///< across the slope, in all ways
static double far_xy[4] = {-20.0, 0.0, -20.0, 40.0};  ///< behind the release: nobody comes
static talus_dam dams[2];

/// Lines alone: the heights are those of the slope, so that most rocks go on over them.
static talus_campaign *make_case(void)
{
    talus_campaign *campaign = make_scene();
    dams[0] = (talus_dam){.line = {"near", 2, near_xy},
                          .height = 2.0,
                          .crest_width = 1.0,
                          .face_slope = talus_atan(1.0)};
    dams[1] = dams[0];
    dams[1].line = (talus_line){"far", 2, far_xy};
    campaign->dams = dams;
    campaign->dam_count = 2;
    campaign->recorded_rocks = UINT64_MAX;
    campaign->sample_time = campaign->sample_distance = 0.0;
    return campaign;
}

Test(dams, counts_are_those_of_the_tracks)
{
    talus_campaign *campaign = make_case();
    talus_results *results = run_plainly(campaign);
    size_t count = 0, track_count = 0;
    const talus_dam_counts *counts = ensemble_dams(results, &count);
    const talus_track *tracks = ensemble_tracks(results, &track_count);
    const talus_rock_record *records = ensemble_records(results);
    talus_dam_counts expected = {0};
    for (size_t k = 0; k < track_count; k++) {
        bool reached = false, over = false;
        for (size_t i = 0; i < tracks[k].count; i++) {
            reached = reached || fabs(tracks[k].points[i].x - 14.0) <= 2.5;
            over = over || tracks[k].points[i].x > 14.0;
        }
        expected.reached += reached || over;
        expected.overtopped += over;
        expected.stopped += reached && !over && records[tracks[k].rock].outcome == TALUS_STOPPED;
    }
    cr_assert_eq(count, 2);
    cr_assert_eq(track_count, talus_campaign_rock_count(campaign));
    cr_expect_gt(expected.overtopped, 10);
    cr_expect_eq(counts[0].reached, expected.reached, "%d", (int)counts[0].reached);
    cr_expect_eq(counts[0].overtopped, expected.overtopped, "%d", (int)counts[0].overtopped);
    cr_expect_eq(counts[0].stopped, expected.stopped, "%d", (int)counts[0].stopped);
    cr_expect_eq(counts[1].reached + counts[1].overtopped + counts[1].stopped, 0);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(dams, do_not_change_rocks_and_are_the_same_for_threads_and_flights)
{
    talus_campaign *campaign = make_case();
    talus_results *one = run_plainly(campaign);
    talus_results *three =
        run(campaign, &(talus_run_options){.size = sizeof(talus_run_options), .threads = 3});
    size_t count = 0;
    const talus_dam_counts *a = ensemble_dams(one, &count);
    const talus_dam_counts *b = ensemble_dams(three, &count);
    cr_expect_eq(memcmp(a, b, count * sizeof *a), 0);
    expect_same(one, three);
    // shards, merged
    const char *shards[2] = {directory_of("dams_1"), directory_of("dams_2")};
    talus_results *merged = NULL;
    for (unsigned k = 0; k < 2; k++) {
        talus_results_destroy(run(campaign, &(talus_run_options){.size = sizeof(talus_run_options),
                                                                 .checkpoint = shards[k],
                                                                 .shard = k + 1,
                                                                 .shard_count = 2}));
    }
    cr_assert_eq(talus_campaign_merge(campaign, shards, 2, NULL, &merged, NULL), TALUS_OK);
    cr_expect_eq(memcmp(a, ensemble_dams(merged, &count), count * sizeof *a), 0);
    talus_results_destroy(merged);
    campaign->dam_count = 0;
    talus_results *without = run_plainly(campaign);
    cr_expect_eq(ensemble_totals(one)->hash, ensemble_totals(without)->hash);
    talus_results_destroy(one);
    talus_results_destroy(three);
    talus_results_destroy(without);
    incline_clear(&scene);
}

Test(dams, a_dam_off_the_way_of_one_rock_keeps_its_counts_from_the_next)
{
    // a rock that crosses must not leave its crossing to the rock after it
    talus_campaign *campaign = make_case();
    near_xy[1] = 19.0;
    near_xy[3] = 19.5; // a piece of half a metre: few come over it
    talus_results *results = run_plainly(campaign);
    size_t count = 0;
    const talus_dam_counts *counts = ensemble_dams(results, &count);
    cr_expect_lt(counts[0].overtopped, talus_campaign_rock_count(campaign) / 2);
    talus_results_destroy(results);
    incline_clear(&scene);
}
