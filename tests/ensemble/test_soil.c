// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns on compactable soil: scars in records, impacts and totals; pooled statistics outside
// it.
#include "ensemble/incline.h"
#include "runs/ensemble/ensemble_internal.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <string.h>

static talus_rock *block;

static void make_scene(incline *scene)
{
    incline_make(scene, 0.7, 0.15, false);
    cr_assert_eq(
        talus_rock_build("eota221", (talus_vec3){0.93, 0.93, 0.47}, 0, 2700.0, &block, NULL),
        TALUS_OK);
    scene->kind.rock = block;
    scene->release.rocks = 12;
    scene->ground.soil = (talus_soil){.modulus = 15e6, .drag = 1.5, .density = 1700.0};
    incline_campaign(scene);
}

static talus_results *run(const talus_campaign *campaign, unsigned threads)
{
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = threads};
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, NULL), TALUS_OK);
    return results;
}

static void clear_scene(incline *scene)
{
    talus_rock_destroy(block);
    incline_clear(scene);
}

Test(soil_campaign, impacts_hold_the_depth_and_length_of_their_scars)
{
    incline scene;
    make_scene(&scene);
    talus_results *results = run(&scene.campaign, 2);
    const talus_rock_record *records = ensemble_records(results);
    const talus_totals *totals = ensemble_totals(results);
    size_t count;
    const talus_impact *impacts = ensemble_impacts(results, &count);
    uint64_t touches[12] = {0}, steps = 0, scars = 0, all = 0;
    double deepest[12] = {0.0}, longest[12] = {0.0};
    for (size_t k = 0; k < count; k++) {
        const talus_impact *impact = &impacts[k];
        const uint64_t rock = impact->rock;
        // all ground is soil, so every impact is a scar
        cr_expect(impact->scar_depth > 0.0 && impact->scar_depth < 0.3);
        cr_expect(impact->scar_length > 0.0 && impact->scar_length < 60.0);
        touches[rock]++;
        deepest[rock] = fmax(deepest[rock], impact->scar_depth);
        longest[rock] = fmax(longest[rock], impact->scar_length);
    }
    for (size_t k = 0; k < 12; k++) {
        cr_expect_gt(records[k].scars, 0);
        // visits a short gap apart are one impact, the last visits end in rest
        cr_expect_leq(touches[k], records[k].scars);
        cr_expect_leq(deepest[k], records[k].scar_depth_max);
        cr_expect_leq(longest[k], records[k].scar_length_max);
        cr_expect_lt(records[k].soil_steps, records[k].steps);
        steps += records[k].soil_steps;
        scars += records[k].scars;
        all += touches[k];
    }
    cr_expect_eq(totals->soil_steps, steps);
    cr_expect_eq(totals->scars, scars);
    cr_expect_gt(all, 12);
    cr_expect_gt(totals->scar_depth_max, 0.05);
    cr_expect_eq(totals->below_ground, 0);
    cr_expect(totals->worst_ledger_relative < 1e-13, "%g", totals->worst_ledger_relative);
    talus_results_destroy(results);
    clear_scene(&scene);
}

Test(soil_campaign, results_and_replay_do_not_depend_on_threads)
{
    incline scene;
    make_scene(&scene);
    talus_results *a = run(&scene.campaign, 1), *b = run(&scene.campaign, 3);
    cr_expect_eq(ensemble_totals(a)->hash, ensemble_totals(b)->hash);
    cr_expect_eq(memcmp(ensemble_totals(a)->pooled, ensemble_totals(b)->pooled,
                        sizeof ensemble_totals(a)->pooled),
                 0);
    talus_rock_record record;
    cr_assert_eq(talus_campaign_replay(&scene.campaign, 7, NULL, NULL, &record, NULL), TALUS_OK);
    const talus_rock_record *expected = &ensemble_records(a)[7];
    cr_expect_eq(memcmp(&record.end, &expected->end, sizeof record.end), 0);
    cr_expect_eq(record.scars, expected->scars);
    cr_expect_eq(record.scar_length_max, expected->scar_length_max);
    talus_results_destroy(a);
    talus_results_destroy(b);
    clear_scene(&scene);
}

Test(soil_campaign, pooled_statistics_can_leave_the_soil_out)
{
    incline scene;
    make_scene(&scene);
    talus_results *all = run(&scene.campaign, 2);
    scene.campaign.pooled_outside_soil = true;
    talus_results *outside = run(&scene.campaign, 2);
    const talus_totals *a = ensemble_totals(all), *b = ensemble_totals(outside);
    // the motion is the same; blocks come to rest in the soil, so that outside they are faster
    cr_expect_eq(a->hash, b->hash);
    cr_expect_eq(a->steps, b->steps);
    cr_expect_gt(b->pooled[TALUS_SPEED].mean, 1.05 * a->pooled[TALUS_SPEED].mean);
    cr_expect_gt(b->pooled[TALUS_JUMP_HEIGHT].mean, a->pooled[TALUS_JUMP_HEIGHT].mean);
    talus_results_destroy(all);
    talus_results_destroy(outside);
    clear_scene(&scene);
}
