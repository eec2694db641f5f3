// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks one at a time: a tracer gives what the run kept of them, in any order, and steps as they were asked for.
#include "ensemble/incline.h"
#include "talus/run.h"

#include <string.h>

static incline scene;

static talus_campaign *made(void)
{
    incline_make(&scene, 0.7, 0.15, false);
    return incline_campaign(&scene);
}

static talus_trajectory trace(talus_tracer *tracer, uint64_t rock, uint64_t every)
{
    talus_trajectory found = {.size = sizeof found};
    talus_error error = {0};
    cr_assert_eq(talus_tracer_rock(tracer, rock, every, &found, &error), TALUS_OK, "%s",
                 error.message);
    return found;
}

/// Steps one by one and flights taken together; last rock first, so that scratch of another is there.
Test(tracer, gives_what_the_run_kept)
{
    const talus_campaign *campaign = made();
    const talus_run_options two = {.size = sizeof(talus_run_options), .threads = 2};
    talus_results *results = NULL;
    talus_tracer *tracer = NULL;
    cr_assert_eq(talus_campaign_run(campaign, &two, &results, NULL), TALUS_OK);
    cr_assert_eq(talus_tracer_create(campaign, &tracer, NULL), TALUS_OK);
    size_t record_count = 0, track_count = 0, impact_count = 0;
    const talus_rock_record *records = NULL;
    const talus_track *tracks = NULL;
    const talus_impact *impacts = NULL;
    cr_assert_eq(talus_results_records(results, &records, &record_count, NULL), TALUS_OK);
    cr_assert_eq(talus_results_tracks(results, &tracks, &track_count, NULL), TALUS_OK);
    cr_assert_eq(talus_results_impacts(results, &impacts, &impact_count, NULL), TALUS_OK);
    cr_assert_eq(record_count, 40);
    cr_assert_eq(track_count, 40);
    size_t end = impact_count;
    for (uint64_t k = 40; k-- > 0;) {
        for (uint64_t every = 0; every < 2; every++) {
            const talus_trajectory found = trace(tracer, k, every);
            const talus_track *track = &tracks[k];
            cr_expect_eq(memcmp(&found.record.end, &records[k].end, sizeof found.record.end), 0);
            cr_expect_eq(found.record.steps, records[k].steps);
            cr_expect(found.record.done);
            cr_assert_eq(found.point_count, track->count);
            cr_expect(track->count == 0 || memcmp(found.points, track->points,
                                                  track->count * sizeof *track->points) == 0);
            cr_assert(end >= found.impact_count);
            const size_t first = end - found.impact_count;
            cr_expect(found.impact_count == 0 || memcmp(found.impacts, impacts + first,
                                                        found.impact_count * sizeof *impacts) == 0);
            end = every == 1 ? first : end;
        }
    }
    cr_expect_eq(end, 0, "all impacts of the run are some rock's");
    cr_expect_gt(impact_count, 5);
    talus_tracer_destroy(tracer);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(tracer, keeps_every_nth_step_and_the_last)
{
    const talus_campaign *campaign = made();
    talus_tracer *tracer = NULL;
    cr_assert_eq(talus_tracer_create(campaign, &tracer, NULL), TALUS_OK);
    const double dt = campaign->step.time_step;
    talus_trajectory found = trace(tracer, 3, 1);
    const uint64_t steps = found.record.steps;
    cr_assert_gt(steps, 100);
    cr_assert_eq(found.step_count, steps + 1);
    cr_expect_eq(found.steps[0].time, 0.0);
    cr_expect_eq(memcmp(&found.steps[0].state, &found.record.start, sizeof(talus_state)), 0);
    cr_expect_eq(memcmp(&found.steps[steps].state, &found.record.end, sizeof(talus_state)), 0);
    const talus_state seventh = found.steps[7].state;
    found = trace(tracer, 3, 7);
    cr_expect_eq(found.step_count, 1 + steps / 7 + (steps % 7 > 0));
    cr_expect_float_eq(found.steps[1].time, 7.0 * dt, 1e-12);
    cr_expect_eq(memcmp(&found.steps[1].state, &seventh, sizeof seventh), 0);
    cr_expect_eq(
        memcmp(&found.steps[found.step_count - 1].state, &found.record.end, sizeof(talus_state)),
        0);
    found = trace(tracer, 3, UINT64_MAX);
    cr_expect_eq(found.step_count, 2);
    found = trace(tracer, 3, 0);
    cr_expect_eq(found.step_count, 0);
    cr_expect_null(found.steps);
    talus_tracer_destroy(tracer);
    incline_clear(&scene);
}

Test(tracer, a_wrong_call_leaves_it_usable)
{
    talus_tracer *tracer = NULL;
    talus_error error = {0};
    talus_trajectory found = {.size = sizeof found, .point_count = 7};
    cr_assert_eq(talus_tracer_create(made(), &tracer, NULL), TALUS_OK);
    cr_expect_eq(talus_tracer_rock(tracer, 40, 0, &found, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "0 to 39"), "%s", error.message);
    cr_expect_eq(found.point_count, 0);
    cr_expect_null(found.points);
    cr_expect_gt(trace(tracer, 39, 0).point_count, 2);
    talus_tracer_destroy(tracer);
    incline_clear(&scene);
}
