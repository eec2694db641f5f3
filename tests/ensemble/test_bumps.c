// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns on grounds with bumps: whose they are, rocks that start, ledger, detections.
#include "ensemble/incline.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <string.h>

static talus_rock *ball;

/// Rocks of half a metre laid on a smooth slope of 31 degrees with bumps of up to 0.8 m.
static void make_scene(incline *scene, double clear, bool per_rock)
{
    incline_make(scene, 0.6, 0.0, false);
    cr_assert_eq(
        talus_rock_build("icosphere", (talus_vec3){0.5, 0.45, 0.4}, 1, 2700.0, &ball, NULL),
        TALUS_OK);
    scene->kind.rock = ball;
    scene->release.height = 0.05;
    scene->ground.soil = (talus_soil){.modulus = 20e6, .drag = 2.0, .density = 1700.0};
    scene->ground.roughness = (talus_ground_roughness){
        .amplitude = 0.4, .spacing = 0.6, .clear = clear, .seed = 1, .per_rock = per_rock};
    incline_campaign(scene);
}

static talus_results *run(const talus_campaign *campaign)
{
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 2};
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, NULL), TALUS_OK);
    return results;
}

static void clear_scene(incline *scene)
{
    talus_rock_destroy(ball);
    incline_clear(scene);
}

static double way(const talus_rock_record *record)
{
    return hypot(record->end.r.x - record->start.r.x, record->end.r.y - record->start.r.y);
}

/// Rocks that end within 10 m of their release.
static int count_not_started(double amplitude, double clear)
{
    incline scene;
    make_scene(&scene, clear, true);
    scene.ground.roughness.amplitude = amplitude;
    talus_results *results = run(&scene.campaign);
    const talus_rock_record *records = ensemble_records(results);
    const talus_totals *totals = ensemble_totals(results);
    int count = 0;
    for (size_t k = 0; k < 40; k++) {
        count += way(&records[k]) < 10.0;
    }
    cr_expect_eq(totals->below_ground, 0);
    cr_expect_eq(totals->unsolved, 0);
    cr_expect(totals->worst_ledger_relative < 1e-13, "%g", totals->worst_ledger_relative);
    talus_results_destroy(results);
    clear_scene(&scene);
    return count;
}

Test(bumps_campaign, hold_no_rock_at_its_release)
{
    const int smooth = count_not_started(0.0, 10.0), beside = count_not_started(0.4, 0.0);
    const int clear = count_not_started(0.4, 10.0);
    cr_expect(beside > smooth + 8, "%d %d", beside, smooth); // such bumps hold rocks; 15, 1
    cr_expect_eq(clear, smooth, "%d %d", clear, smooth);
}

/// Do two rocks released alike end at one place?
static bool end_alike(bool per_rock)
{
    incline scene;
    make_scene(&scene, 0.0, per_rock);
    scene.ground.roughness.amplitude = 0.05;
    double place[2] = {6.0, 20.0};
    talus_campaign *c = &scene.campaign;
    scene.release.kind = TALUS_RELEASE_POINTS;
    scene.release.xy = place;
    scene.release.rocks = 2;
    scene.release.random_orientation = false;
    talus_results *results = run(c);
    const talus_rock_record *records = ensemble_records(results);
    const bool alike = memcmp(&records[0].end, &records[1].end, sizeof records[0].end) == 0;
    talus_results_destroy(results);
    clear_scene(&scene);
    return alike;
}

Test(bumps_campaign, are_those_of_the_site_or_of_each_rock)
{
    cr_expect(end_alike(false));
    cr_expect_not(end_alike(true));
}

Test(bumps_campaign, a_run_has_the_same_bits_again_and_with_two_way_detection_others)
{
    incline scene;
    make_scene(&scene, 3.0, true);
    talus_results *first = run(&scene.campaign), *again = run(&scene.campaign);
    scene.campaign.step.detection = TALUS_DETECTION_TWO_WAY;
    talus_results *two_way = run(&scene.campaign);
    const talus_rock_record *a = ensemble_records(first), *b = ensemble_records(again);
    const talus_totals *totals = ensemble_totals(two_way);
    for (size_t k = 0; k < 40; k++) {
        cr_expect_eq(memcmp(&a[k].end, &b[k].end, sizeof a[k].end), 0);
    }
    cr_expect_eq(totals->below_ground, 0);
    cr_expect_eq(totals->unsolved, 0);
    cr_expect(totals->worst_ledger_relative < 1e-13, "%g", totals->worst_ledger_relative);
    talus_results_destroy(first);
    talus_results_destroy(again);
    talus_results_destroy(two_way);
    clear_scene(&scene);
}
