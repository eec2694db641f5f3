// SPDX-License-Identifier: GPL-3.0-or-later
// Steps as long as the path allows: the same bits however a run is divided, each step weighed by its
// length, and what steps of the least length find.
#include "ensemble/campaign_case.h"

static talus_campaign *make_paced(void)
{
    talus_campaign *campaign = make_scene();
    campaign->step.time_step = 0.00025;
    campaign->pace = (talus_pace){.path = 0.04, .flight = 8, .most = 64};
    return campaign;
}

Test(pace, has_the_same_bits_in_threads_lanes_and_shards)
{
    talus_campaign *campaign = make_paced();
    talus_results *whole = run_plainly(campaign), *merged = NULL;
    static const unsigned threads[] = {1, 3, 2}, at_once[] = {1, 8, 3};
    for (size_t k = 0; k < 3; k++) {
        talus_results *other = run(campaign, &(talus_run_options){.size = sizeof(talus_run_options),
                                                                  .threads = threads[k],
                                                                  .rocks_at_once = at_once[k]});
        expect_same(other, whole);
        talus_results_destroy(other);
    }
    const char *shards[] = {directory_of("pace1"), directory_of("pace2")};
    for (unsigned k = 0; k < 2; k++) {
        talus_results_destroy(run(campaign, &(talus_run_options){.size = sizeof(talus_run_options),
                                                                 .checkpoint = shards[k],
                                                                 .shard = k + 1,
                                                                 .shard_count = 2}));
    }
    cr_assert_eq(talus_campaign_merge(campaign, shards, 2, NULL, &merged, NULL), TALUS_OK);
    expect_same(merged, whole);
    talus_results_destroy(merged);
    talus_results_destroy(whole);
    incline_clear(&scene);
}

Test(pace, rocks_are_traced_as_they_ran)
{
    const talus_campaign *campaign = make_paced();
    talus_results *whole = run_plainly(campaign);
    talus_tracer *tracer = NULL;
    cr_assert_eq(talus_tracer_create(campaign, &tracer, NULL), TALUS_OK);
    for (uint64_t rock = 0; rock < 8; rock++) {
        const talus_rock_record *record = &ensemble_records(whole)[rock];
        for (uint64_t every = 0; every < 2; every++) { // flights at once, and step by step
            talus_trajectory found = {.size = sizeof found};
            cr_assert_eq(talus_tracer_rock(tracer, rock, every, &found, NULL), TALUS_OK);
            cr_expect_eq(memcmp(&found.record.end, &record->end, sizeof record->end), 0);
            cr_expect_eq(found.record.steps, record->steps);
            cr_expect_lt(found.step_count, record->steps / 4);
            cr_expect_float_eq(found.record.time, 0.00025 * (double)record->steps, 1e-9);
        }
    }
    talus_tracer_destroy(tracer);
    talus_results_destroy(whole);
    incline_clear(&scene);
}

/// Mean of the largest energies, J. @param problems out
static double mean_energy(const talus_campaign *campaign, double *problems)
{
    talus_results *results = run_plainly(campaign);
    uint64_t steps = 0;
    double sum = 0.0;
    for (size_t k = 0; k < ROCKS; k++) {
        steps += ensemble_means(results)[k].steps;
        cr_expect_eq(ensemble_means(results)[k].steps, ensemble_records(results)[k].steps);
        sum += ensemble_records(results)[k].kinetic_energy_max / ROCKS;
    }
    cr_expect_eq(ensemble_totals(results)->steps, steps); // each tick weighs the same
    *problems = (double)ensemble_totals(results)->problems;
    talus_results_destroy(results);
    return sum;
}

Test(pace, finds_with_few_steps_what_the_least_ones_find)
{
    talus_campaign *campaign = make_paced();
    double few, many;
    const double paced = mean_energy(campaign, &few);
    campaign->pace = (talus_pace){.flight = 1, .most = 1};
    const double least = mean_energy(campaign, &many);
    cr_expect_float_eq(paced / least, 1.0, 0.1, "%g and %g J", paced, least); // 40 rocks
    cr_expect_lt(few, 0.25 * many, "%g of %g problems", few, many);
    incline_clear(&scene);
}

Test(pace, what_needs_steps_of_one_length_is_refused)
{
    talus_campaign *campaign = make_paced();
    talus_error error = {0};
    cr_expect_eq(talus_campaign_check(campaign, &error), TALUS_OK);
    campaign->step.scheme = TALUS_SCHEME_EXPLICIT;
    cr_expect_eq(talus_campaign_check(campaign, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "the scheme is another one"), "%s", error.message);
    campaign->step.scheme = TALUS_SCHEME_MIDPOINT;
    campaign->pace.flight = 3;
    cr_expect_eq(talus_campaign_check(campaign, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "powers of two"), "%s", error.message);
    incline_clear(&scene);
}
