// SPDX-License-Identifier: GPL-3.0-or-later
// A forest, a wall and a net in whole runs: the same bits however they are run, balanced energy.
#include "ensemble/forest.h"
#include "runs/trajectory/trajectory.h"
#include "stepper/rock_steps.h"

#include "talus/run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static talus_results *run(const talus_campaign *campaign, const talus_run_options *options)
{
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_campaign_run(campaign, options, &results, &error), TALUS_OK, "%s",
                 error.message);
    return results;
}

static void expect_same(const talus_results *a, const talus_results *b)
{
    size_t count;
    const talus_totals *p = ensemble_totals(a), *q = ensemble_totals(b);
    cr_expect_eq(p->hash, q->hash);
    cr_expect_eq(p->stem_impacts, q->stem_impacts);
    cr_expect_eq(p->stems_broken, q->stems_broken);
    cr_expect_eq(p->stem_energy, q->stem_energy);
    const talus_net_counts *nets = ensemble_nets(a, &count);
    cr_assert_eq(count, 1);
    cr_expect_eq(memcmp(nets, ensemble_nets(b, &count), sizeof *nets), 0);
    const talus_wall_counts *walls = ensemble_walls(a, &count);
    cr_assert_eq(count, 1);
    cr_expect_eq(memcmp(walls, ensemble_walls(b, &count), sizeof *walls), 0);
}

Test(obstacles, counts_and_energies_fit_together)
{
    enum { ROCKS = 60 };
    forest f;
    size_t count;
    forest_make(&f, ROCKS);
    talus_results *results = run(
        forest_campaign(&f), &(talus_run_options){.size = sizeof(talus_run_options), .threads = 1});
    const talus_totals *totals = ensemble_totals(results);
    const talus_net_counts *net = ensemble_nets(results, &count);
    const talus_wall_counts *wall = ensemble_walls(results, &count);
    cr_expect_gt(totals->stem_impacts, ROCKS);
    cr_expect_gt(totals->stems_broken, 10);
    cr_expect_gt(totals->stem_impacts, totals->stems_broken);
    cr_expect_gt(wall->rocks, 0);
    cr_expect_geq(wall->impacts, wall->rocks);
    cr_expect_gt(net->caught, 0);
    cr_expect_eq(net->caught, totals->outcomes[TALUS_CAUGHT]);
    cr_expect_eq(totals->outcomes[TALUS_DIVERGED], 0);
    // measured 1e-14; the ground bears what stems that break really push
    cr_expect_lt(totals->worst_ledger_relative, 1e-10);
    cr_expect_lt(totals->worst_gain_relative, 1e-9);
    double most = 0.0;
    for (size_t k = 0; k < FOREST_STEMS; k++) {
        most += f.stems[k].energy;
    }
    for (size_t k = 0; k < ROCKS; k++) {
        cr_expect_lt(ensemble_records(results)[k].stem_energy, most);
    }
    talus_results_destroy(results);
    forest_clear(&f);
}

Test(obstacles, threads_and_shards_do_not_change_a_bit)
{
    forest f;
    char path[2][512];
    const char *root = getenv("TALUS_TEST_TMP"), *shards[2] = {path[0], path[1]};
    forest_make(&f, 30);
    const talus_campaign *campaign = forest_campaign(&f);
    talus_results *one =
        run(campaign, &(talus_run_options){.size = sizeof(talus_run_options), .threads = 1});
    talus_results *three =
        run(campaign, &(talus_run_options){.size = sizeof(talus_run_options), .threads = 3});
    expect_same(one, three);
    talus_results_destroy(three);
    for (unsigned k = 0; k < 2; k++) {
        snprintf(path[k], sizeof path[k], "%s/obstacles_%u", root != NULL ? root : "/tmp", k);
        cr_assert_eq(talus_checkpoint_remove(path[k], NULL), TALUS_OK);
        talus_results_destroy(run(campaign, &(talus_run_options){.size = sizeof(talus_run_options),
                                                                 .threads = 2,
                                                                 .checkpoint = path[k],
                                                                 .shard = 2 - k,
                                                                 .shard_count = 2}));
    }
    talus_results *merged = NULL;
    cr_assert_eq(talus_campaign_merge(campaign, shards, 2, NULL, &merged, NULL), TALUS_OK);
    expect_same(one, merged);
    talus_results_destroy(merged);
    talus_results_destroy(one);
    // another forest is another campaign
    talus_error error = {0};
    f.stems[7].diameter += 0.01;
    cr_expect_eq(talus_campaign_merge(forest_campaign(&f), shards, 2, NULL, &merged, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "stems, walls or nets differ"), "%s", error.message);
    forest_clear(&f);
}

static bool go_on(void *user, const talus_log_entry *entry)
{
    (void)entry;
    return ++*(uint64_t *)user > 0;
}

Test(obstacles, replay_is_the_run)
{
    enum { ROCKS = 12 };
    forest f;
    forest_make(&f, ROCKS);
    const talus_campaign *campaign = forest_campaign(&f);
    talus_results *results =
        run(campaign, &(talus_run_options){.size = sizeof(talus_run_options), .threads = 2});
    for (uint64_t k = 0; k < ROCKS; k++) {
        const talus_rock_record *record = &ensemble_records(results)[k];
        talus_rock_record plain, logged;
        uint64_t entries = 0;
        cr_assert_eq(talus_campaign_replay(campaign, k, NULL, NULL, &plain, NULL), TALUS_OK);
        cr_assert_eq(talus_campaign_replay(campaign, k, go_on, &entries, &logged, NULL), TALUS_OK);
        cr_expect_eq(entries, record->steps + 1);
        cr_expect_eq(memcmp(&plain.end, &record->end, sizeof plain.end), 0);
        cr_expect_eq(memcmp(&logged.end, &record->end, sizeof plain.end), 0);
        cr_expect_eq(plain.stem_impacts, record->stem_impacts);
        cr_expect_eq(logged.stems_broken, record->stems_broken);
        cr_expect_eq(plain.stem_energy, record->stem_energy);
    }
    talus_results_destroy(results);
    forest_clear(&f);
}

/// Until its first contact a rock does the same with flights and without, to round-off: how far
/// that is, and that the first contact is on the same stem at the same step.
static bool first_contact(const talus_campaign *campaign, uint64_t rock, bool flights,
                          talus_rock_record *record, talus_track_point *point)
{
    talus_step_options step = campaign->step;
    talus_campaign own = *campaign;
    talus_stepper *stepper = NULL;
    trajectory t;
    bool found = false;
    own.step.flights = step.flights = flights;
    cr_assert_eq(
        talus_stepper_create(&own.site, &step, own.rocks[0].rock->vertex_count, &stepper, NULL),
        TALUS_OK);
    cr_assert_eq(trajectory_start(&t, &own, stepper, rock_on(stepper), rock, NULL), TALUS_OK);
    while (trajectory_step(&t)) {
        if (!found && t.airborne.count == 0 && t.is_impact) {
            *point = (talus_track_point){.t = t.time, .x = t.state.r.x, .y = t.state.r.y};
            found = true;
        }
    }
    *record = t.record;
    talus_stepper_destroy(stepper);
    return found;
}

Test(obstacles, flights_leave_out_no_stem)
{
    forest f;
    size_t hits = 0;
    forest_make(&f, 1);
    f.scene.release.kind = TALUS_RELEASE_POINTS;
    f.scene.release.count = 1;
    for (int k = 0; k < 40; k++) {
        const double u = (double)(talus_random_bits(9, (uint64_t)k, 0) >> 11) / 0x1p53;
        const double v = (double)(talus_random_bits(9, (uint64_t)k, 1) >> 11) / 0x1p53;
        f.scene.xy[0] = 6.0;
        f.scene.xy[1] = 12.0 + 16.0 * u;
        f.scene.release.height = 1.0 + 5.0 * v;
        f.scene.release.velocity = (talus_vec3){8.0 + 10.0 * v, 6.0 * (u - 0.5), 1.0};
        talus_campaign *campaign = forest_campaign(&f);
        campaign->step.detection = k < 30 ? TALUS_DETECTION_PUBLISHED : TALUS_DETECTION_TWO_WAY;
        talus_rock_record together, alone;
        talus_track_point first, second;
        cr_assert(first_contact(campaign, 0, true, &together, &first));
        cr_assert(first_contact(campaign, 0, false, &alone, &second));
        cr_expect_eq(first.t, second.t, "shot %d: %.17g s and %.17g s", k, first.t, second.t);
        // measured 1e-12 m
        cr_expect_lt(fabs(first.x - second.x) + fabs(first.y - second.y), 1e-9);
        hits += together.stem_impacts > 0;
    }
    cr_expect_gt(hits, 30);
    forest_clear(&f);
}
