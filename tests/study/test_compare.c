// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons: the same rocks in every variant, statistics that agree with those of the runs, the
// same bits for any number of threads.
#include "studies/study/compare.h"

#include "ensemble/incline.h"
#include "studies/study/compare_motion.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ROCKS = 40 };

static const compare_variant two[] = {
    {.scheme = TALUS_SCHEME_EXPLICIT, .time_step = 0.004, .name = "a"},
    {.scheme = TALUS_SCHEME_MIDPOINT, .time_step = 0.002, .name = "b"}};

static compare_study *create(incline *scene)
{
    compare_study *study = NULL;
    talus_error error = {0};
    incline_make(scene, 0.7, 0.15, false);
    cr_assert_eq(compare_create(incline_campaign(scene), two, 2, &study, &error), TALUS_OK, "%s",
                 error.message);
    return study;
}

static talus_results *run(compare_study *study, unsigned threads)
{
    const compare_options options = {.threads = threads};
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(compare_run(study, &options, &results, &error), TALUS_OK, "%s", error.message);
    return results;
}

static void finish(compare_study *study, incline *scene)
{
    compare_destroy(study);
    incline_clear(scene);
}

/// Both variants, their pairs.
static compare_study *run_both(incline *scene, unsigned threads)
{
    compare_study *study = create(scene);
    talus_results_destroy(run(study, threads));
    talus_results_destroy(run(study, threads));
    cr_assert_eq(compare_pairs(study, NULL), TALUS_OK);
    return study;
}

Test(compare, all_variants_release_the_same_rocks)
{
    incline scene;
    compare_study *study = create(&scene);
    talus_results *first = run(study, 2), *second = run(study, 2);
    for (size_t k = 0; k < ROCKS; k++) {
        const talus_rock_record *a = &ensemble_records(first)[k];
        const talus_rock_record *b = &ensemble_records(second)[k];
        cr_expect_eq(memcmp(&a->start, &b->start, sizeof a->start), 0, "rock %zu", k);
        cr_expect_eq(a->rock_class, b->rock_class);
        cr_expect_eq(a->scale, b->scale);
        cr_expect_neq(a->end.r.x, b->end.r.x, "another scheme, another end");
    }
    cr_expect_eq(study->outcomes[0].campaign.step.time_step, 0.004);
    cr_expect_eq(study->outcomes[1].campaign.step.scheme, TALUS_SCHEME_MIDPOINT);
    talus_results_destroy(first);
    talus_results_destroy(second);
    finish(study, &scene);
}

Test(compare, ratios_are_those_of_the_pooled_means)
{
    incline scene;
    compare_study *study = run_both(&scene, 2);
    const talus_totals *to = &study->outcomes[0].totals, *of = &study->outcomes[1].totals;
    const statistics_interval *ratios = study->pairs[1].ratios;
    /* measured 0 to 7e-16 */
    cr_expect_float_eq(
        ratios[COMPARE_RATIO_ENERGY].value,
        of->pooled[TALUS_KINETIC_ENERGY].mean / to->pooled[TALUS_KINETIC_ENERGY].mean, 1e-12);
    cr_expect_float_eq(ratios[COMPARE_RATIO_SPIN].value,
                       of->pooled[TALUS_SPIN].mean / to->pooled[TALUS_SPIN].mean, 1e-12);
    cr_expect_float_eq(ratios[COMPARE_RATIO_MAJOR].value, of->axis_share[2] / to->axis_share[2],
                       1e-12);
    cr_expect_float_eq(ratios[COMPARE_RATIO_RUNOUT].value, of->runout.mean / to->runout.mean,
                       1e-12);
    cr_expect_float_eq(ratios[COMPARE_RATIO_LATERAL].value,
                       study->outcomes[1].spread.std / study->outcomes[0].spread.std, 1e-12);
    // the largest jump of every rock is that of its release
    cr_expect_eq(ratios[COMPARE_RATIO_JUMP_MAX].low, 1.0);
    cr_expect_eq(ratios[COMPARE_RATIO_JUMP_MAX].high, 1.0);
    for (int r = 0; r < COMPARE_RATIO_JUMP_MAX; r++) {
        cr_expect(ratios[r].low < ratios[r].value && ratios[r].value < ratios[r].high);
        cr_expect_eq(ratios[r].count, ROCKS);
    }
    const statistics_paired *runout = &study->pairs[1].paired[COMPARE_RUNOUT];
    cr_expect_float_eq(runout->mean.value, of->runout.mean - to->runout.mean, 1e-9);
    finish(study, &scene);
}

Test(compare, lateral_deviations_of_the_reference_add_up_to_nothing)
{
    incline scene;
    compare_study *study = run_both(&scene, 2);
    const double *d = study->direction;
    cr_expect_float_eq(d[0] * d[0] + d[1] * d[1], 1.0, 1e-12);
    cr_expect_gt(d[0], 0.99);                                      // the slope falls towards +x
    cr_expect_float_eq(study->outcomes[0].spread.mean, 0.0, 1e-9); /* measured 4e-17 m */
    cr_expect_lt(study->outcomes[0].spread.p5, study->outcomes[0].spread.p95);
    // lateral and along make up the run-out
    const compare_outcome *o = &study->outcomes[1];
    for (size_t k = 0; k < ROCKS; k++) {
        cr_expect_leq(fabs(o->values[COMPARE_LATERAL][k]), o->values[COMPARE_RUNOUT][k] + 1e-9);
    }
    finish(study, &scene);
}

Test(compare, spread_grows_along_the_way_of_fewer_and_fewer_rocks)
{
    incline scene;
    compare_study *study = run_both(&scene, 2);
    const compare_profile *profile = &study->outcomes[0].profile;
    cr_expect_geq(profile->rocks[0], ROCKS / 2);
    for (size_t s = 1; s < COMPARE_SCREENS; s++) {
        cr_expect_leq(profile->rocks[s], profile->rocks[s - 1]);
        cr_expect_gt(study->screens[s], study->screens[s - 1]);
    }
    // the last line is as far as 95 of 100 rocks end
    cr_expect_geq(profile->rocks[COMPARE_SCREENS - 1], ROCKS / 20);
    cr_expect_gt(profile->std[COMPARE_SCREENS / 2], profile->std[0]);
    finish(study, &scene);
}

Test(compare, has_the_same_bits_for_any_number_of_threads)
{
    incline scene, other;
    compare_study *one = run_both(&scene, 1), *three = run_both(&other, 3);
    for (size_t k = 0; k < 2; k++) {
        const compare_outcome *a = &one->outcomes[k], *b = &three->outcomes[k];
        cr_expect_eq(memcmp(a->memory, b->memory, COMPARE_VALUE_COUNT * ROCKS * sizeof(double)), 0);
        cr_expect_eq(memcmp(&a->profile, &b->profile, sizeof a->profile), 0);
        cr_expect_eq(memcmp(&a->spread, &b->spread, sizeof a->spread), 0);
        cr_expect_eq(a->totals.hash, b->totals.hash);
    }
    cr_expect_eq(memcmp(one->pairs[1].ratios, three->pairs[1].ratios, sizeof one->pairs[1].ratios),
                 0);
    cr_expect_eq(one->pairs[1].ks[COMPARE_PATH].p, three->pairs[1].ks[COMPARE_PATH].p);
    finish(one, &scene);
    finish(three, &other);
}

Test(compare, keeps_what_is_done_when_interrupted)
{
    incline scene;
    compare_study *study = create(&scene);
    talus_results_destroy(run(study, 1));
    atomic_bool interrupt = true;
    const compare_options options = {
        .threads = 1, .should_stop = is_pressed, .stop_user = &interrupt};
    talus_results *results = NULL;
    cr_assert_eq(compare_run(study, &options, &results, NULL), TALUS_ERROR_INTERRUPTED);
    cr_assert_not_null(results);
    talus_results_destroy(results);
    cr_expect(study->partial);
    cr_expect_eq(study->count, 2);
    cr_expect_eq(study->outcomes[1].ends[ROCKS - 1], TALUS_OUTCOME_COUNT);
    cr_expect(isnan(study->outcomes[1].values[COMPARE_RUNOUT][ROCKS - 1]));
    cr_assert_eq(compare_pairs(study, NULL), TALUS_OK);
    cr_expect_eq(study->pairs[1].rocks, 0);
    cr_expect(isnan(study->pairs[1].ratios[COMPARE_RATIO_ENERGY].value));
    finish(study, &scene);
}

Test(compare, refuses_variants_that_are_none)
{
    incline scene;
    incline_make(&scene, 0.7, 0.15, false);
    const talus_campaign *campaign = incline_campaign(&scene);
    compare_study *study;
    talus_error error = {0};
    cr_expect_eq(compare_create(campaign, two, 1, &study, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "at least two"), "%s", error.message);
    cr_expect_null(study);
    const compare_variant again[] = {two[0], two[1], two[0]};
    cr_expect_eq(compare_create(campaign, again, 3, &study, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "twice"), "%s", error.message);
    compare_variant still[] = {two[0], two[1]};
    still[1].time_step = 0.0;
    cr_expect_eq(compare_create(campaign, still, 2, &study, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "> 0"), "%s", error.message);
    incline_clear(&scene);
}

Test(compare, names_carry_the_time_step_where_it_differs)
{
    compare_variant same[] = {{.scheme = TALUS_SCHEME_EXPLICIT, .time_step = 0.002},
                              {.scheme = TALUS_SCHEME_MIDPOINT, .time_step = 0.002}};
    compare_name_variants(same, 2);
    cr_expect_str_eq(same[0].name, "explicit");
    same[1].time_step = 0.0005;
    compare_name_variants(same, 2);
    cr_expect_str_eq(same[0].name, "explicit_2ms");
    cr_expect_str_eq(same[1].name, "midpoint_0.5ms");
}

Test(motion, is_that_of_the_rock_in_the_run)
{
    incline scene;
    compare_study *study = create(&scene);
    talus_results *results = run(study, 1);
    const talus_rock_record *record = &ensemble_records(results)[7];
    compare_motion motion;
    cr_assert_eq(compare_motion_replay(&study->outcomes[0].campaign, 7, &motion, NULL), TALUS_OK);
    cr_assert_eq(motion.count, record->steps + 1);
    const size_t last = motion.count - 1;
    cr_expect_eq(motion.columns[MOTION_ALTITUDE][last], record->end.r.z);
    cr_expect_eq(motion.columns[MOTION_SPIN_Z][last], record->end.omega.z);
    cr_expect_eq(motion.columns[MOTION_WAY][0], 0.0);
    const double runout = study->outcomes[0].values[COMPARE_RUNOUT][7];
    cr_expect_geq(motion.columns[MOTION_WAY][last], runout - 1e-9);
    cr_expect_leq(motion.columns[MOTION_WAY][last], record->path);
    cr_expect_eq(motion.inertia.z, incline_rock.inertia.z);
    cr_expect_lt(motion.columns[MOTION_GROUND][last], motion.columns[MOTION_ALTITUDE][last]);
    compare_motion_clear(&motion);
    cr_expect_eq(compare_motion_replay(study->campaign, ROCKS, &motion, NULL),
                 TALUS_ERROR_ARGUMENT);
    talus_results_destroy(results);
    finish(study, &scene);
}
