// SPDX-License-Identifier: GPL-3.0-or-later
// Whole campaigns: the same results for any number of threads, replay, interruption, totals.
#include "ensemble/incline.h"
#include "ensemble/rasters.h"
#include "runs/ensemble/ensemble_internal.h"
#include "talus/run.h"

#include <criterion/criterion.h>

enum { NX = 60, NY = 40 };

static void make_scene(incline *scene)
{
    incline_make(scene, 0.7, 0.15, false);
    incline_campaign(scene);
}

static talus_results *run(const talus_campaign *campaign, unsigned threads)
{
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = threads};
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, &error), TALUS_OK, "%s",
                 error.message);
    return results;
}

static void expect_same_tracks(const talus_results *a, const talus_results *b)
{
    size_t n, m;
    const talus_track *x = ensemble_tracks(a, &n), *y = ensemble_tracks(b, &m);
    cr_assert_eq(n, m);
    for (size_t k = 0; k < n; k++) {
        cr_assert_eq(x[k].rock, y[k].rock);
        cr_assert_eq(x[k].count, y[k].count);
        cr_expect_eq(memcmp(x[k].points, y[k].points, x[k].count * sizeof *x[k].points), 0);
    }
    const talus_impact *p = ensemble_impacts(a, &n), *q = ensemble_impacts(b, &m);
    cr_assert_eq(n, m);
    for (size_t k = 0; k < n; k++) {
        cr_expect_eq(p[k].rock, q[k].rock);
        cr_expect_eq(p[k].energy_after, q[k].energy_after);
    }
}

Test(run, threads_do_not_change_a_bit)
{
    incline scene;
    make_scene(&scene);
    talus_results *one = run(&scene.campaign, 1);
    for (unsigned threads = 2; threads <= 3; threads++) {
        talus_results *many = run(&scene.campaign, threads);
        talus_totals a = *ensemble_totals(one), b = *ensemble_totals(many);
        cr_expect_eq(b.threads, threads);
        cr_expect_neq(a.hash, 0);
        a.wall_time = b.wall_time = 0.0;
        a.threads = b.threads = 0;
        cr_expect_eq(memcmp(&a, &b, sizeof a), 0);
        raster_expect_same(one, many);
        expect_same_tracks(one, many);
        talus_results_destroy(many);
    }
    talus_results_destroy(one);
    incline_clear(&scene);
}

Test(run, another_seed_gives_another_hash)
{
    incline scene;
    make_scene(&scene);
    scene.release.rocks = 3;
    talus_results *a = run(&scene.campaign, 1);
    scene.campaign.seed = 2;
    talus_results *b = run(&scene.campaign, 1);
    cr_expect_neq(ensemble_totals(a)->hash, ensemble_totals(b)->hash);
    talus_results_destroy(a);
    talus_results_destroy(b);
    incline_clear(&scene);
}

Test(run, hash_is_the_sum_over_rocks)
{
    incline scene;
    make_scene(&scene);
    talus_results *results = run(&scene.campaign, 2);
    uint64_t hash = 0;
    for (uint64_t k = 0; k < scene.release.rocks; k++) {
        hash += ensemble_rock_hash(&ensemble_records(results)[k]);
    }
    cr_expect_eq(hash, ensemble_totals(results)->hash);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(run, rocks_are_counted_once_in_every_place)
{
    incline scene;
    make_scene(&scene);
    talus_results *results = run(&scene.campaign, 2);
    const talus_totals *totals = ensemble_totals(results);
    static float passages[NX * NY], deposits[NX * NY], reach[NX * NY];
    raster_passages(results, passages);
    raster_deposits(results, deposits);
    raster_reach(results, reach);
    double deposited = 0.0, most = 0.0;
    uint64_t outcomes = 0;
    for (size_t k = 0; k < NX * NY; k++) {
        deposited += (double)deposits[k];
        most = (double)passages[k] > most ? (double)passages[k] : most;
        cr_expect_eq(reach[k], (float)((double)passages[k] / 40.0));
    }
    for (int k = 0; k < TALUS_OUTCOME_COUNT; k++) {
        outcomes += totals->outcomes[k];
    }
    cr_expect_eq(totals->rocks, 40);
    cr_expect_eq(outcomes, 40);
    cr_expect_eq(deposited, (double)totals->outcomes[TALUS_STOPPED]);
    cr_expect(totals->outcomes[TALUS_STOPPED] >= 30, "%d stopped",
              (int)totals->outcomes[TALUS_STOPPED]); /* measured 40 of 40 */
    cr_expect(most > 2.0 && most <= 40.0);
    cr_expect_eq(totals->unsolved, 0);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(run, cell_maxima_are_those_of_the_records)
{
    incline scene;
    make_scene(&scene);
    talus_results *results = run(&scene.campaign, 1);
    static float layer[NX * NY];
    const talus_quantity quantities[] = {TALUS_KINETIC_ENERGY, TALUS_SPEED, TALUS_JUMP_HEIGHT,
                                         TALUS_SPIN};
    for (size_t q = 0; q < 4; q++) {
        double highest = 0.0, expected = 0.0;
        raster_statistic(results, quantities[q], -2.0, layer);
        for (size_t k = 0; k < NX * NY; k++) {
            highest = (double)layer[k] > highest ? (double)layer[k] : highest;
        }
        for (uint64_t k = 0; k < 40; k++) {
            const talus_rock_record *r = &ensemble_records(results)[k];
            const double maxima[] = {r->kinetic_energy_max, r->speed_max, r->jump_height_max,
                                     r->spin_max};
            expected = maxima[q] > expected ? maxima[q] : expected;
        }
        cr_expect_eq((float)expected, (float)highest);
    }
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(run, final_statistics_come_from_the_records)
{
    incline scene;
    make_scene(&scene);
    scene.release.rocks = 1;
    talus_results *results = run(&scene.campaign, 1);
    const talus_totals *totals = ensemble_totals(results);
    const talus_rock_record *r = ensemble_records(results);
    const double x = r->end.r.x - r->start.r.x, y = r->end.r.y - r->start.r.y;
    const double runout = sqrt(x * x + y * y), drop = r->start.r.z - r->end.r.z;
    cr_expect_eq(totals->runout.mean, runout);
    cr_expect_eq(totals->runout.p50, runout);
    cr_expect_eq(totals->drop.max, drop);
    cr_expect_eq(totals->path.p99, r->path);
    cr_expect(fabs(totals->reach_angle.mean - atan(drop / runout)) < 1e-15);
    cr_expect(r->path >= sqrt(runout * runout + drop * drop) * (1.0 - 1e-12));
    cr_expect_eq(totals->runout.std, 0.0);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(run, only_the_first_rocks_are_recorded)
{
    incline scene;
    make_scene(&scene);
    scene.campaign.recorded_rocks = 4;
    talus_results *results = run(&scene.campaign, 2);
    size_t tracks, impacts;
    const talus_track *track = ensemble_tracks(results, &tracks);
    const talus_impact *impact = ensemble_impacts(results, &impacts);
    cr_assert_eq(tracks, 4);
    cr_assert_gt(impacts, 0);
    for (size_t k = 0; k < tracks; k++) {
        const talus_rock_record *r = &ensemble_records(results)[k];
        cr_expect_eq(track[k].rock, k);
        cr_expect_eq(track[k].points[0].x, r->start.r.x);
        cr_expect_eq(track[k].points[track[k].count - 1].x, r->end.r.x);
        cr_expect_eq(track[k].points[track[k].count - 1].t, r->time);
    }
    for (size_t k = 0; k < impacts; k++) {
        cr_expect_lt(impact[k].rock, 4);
        cr_expect(k == 0 || impact[k].rock >= impact[k - 1].rock);
    }
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(run, rocks_off_the_terrain_leave_the_cells_alone)
{
    incline scene;
    make_scene(&scene);
    scene.release.kind = TALUS_RELEASE_POINTS;
    scene.xy[0] = -5.0;
    scene.campaign.cells = (talus_cells){-10.0, 0.0, 1.0, NX, NY};
    talus_results *results = run(&scene.campaign, 2);
    static float passages[NX * NY];
    double total = 0.0;
    raster_passages(results, passages);
    for (size_t k = 0; k < NX * NY; k++) {
        total += (double)passages[k];
    }
    cr_expect_eq(total, 0.0);
    cr_expect_eq(ensemble_totals(results)->outcomes[TALUS_LEFT_DOMAIN], 40);
    cr_expect(isnan(ensemble_totals(results)->pooled[TALUS_SPEED].mean));
    cr_expect_eq(ensemble_totals(results)->runout.max, 0.0);
    talus_results_destroy(results);
    incline_clear(&scene);
}

typedef struct last_entry {
    uint64_t calls;
    talus_log_entry entry;
} last_entry;

static bool keep_entry(void *user, const talus_log_entry *entry)
{
    last_entry *last = user;
    last->calls++;
    last->entry = *entry;
    return true;
}

Test(replay, is_bit_identical_to_the_run)
{
    incline scene;
    make_scene(&scene);
    talus_results *results = run(&scene.campaign, 2);
    for (uint64_t k = 0; k < 40; k += 13) {
        last_entry last = {0};
        talus_rock_record record;
        const talus_rock_record *expected = &ensemble_records(results)[k];
        cr_assert_eq(talus_campaign_replay(&scene.campaign, k, keep_entry, &last, &record, NULL),
                     TALUS_OK);
        cr_expect_eq(memcmp(&record.end, &expected->end, sizeof record.end), 0);
        cr_expect_eq(memcmp(&record.start, &expected->start, sizeof record.start), 0);
        cr_expect_eq(memcmp(&last.entry.state, &expected->end, sizeof record.end), 0);
        cr_expect_eq(ensemble_rock_hash(&record), ensemble_rock_hash(expected));
        cr_expect_eq(last.calls, expected->steps + 1);
        cr_expect_eq(last.entry.time, expected->time);
        cr_expect_eq(record.path, expected->path);
        cr_expect_eq(record.spin_max, expected->spin_max);
    }
    talus_results_destroy(results);
    incline_clear(&scene);
}

static bool stop_after_five(void *user, const talus_log_entry *entry)
{
    (void)entry;
    return ++*(int *)user < 5;
}

Test(replay, log_can_end_it)
{
    incline scene;
    make_scene(&scene);
    int calls = 0;
    talus_rock_record record;
    cr_assert_eq(talus_campaign_replay(&scene.campaign, 0, stop_after_five, &calls, &record, NULL),
                 TALUS_OK);
    cr_expect_eq(calls, 5);
    cr_expect_eq(record.steps, 4);
    cr_expect_not(record.done);
    incline_clear(&scene);
}

Test(replay, index_beyond_the_campaign_is_refused)
{
    incline scene;
    make_scene(&scene);
    talus_error error = {0};
    cr_expect_eq(talus_campaign_replay(&scene.campaign, 40, NULL, NULL, NULL, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "0 to 39"), "%s", error.message);
    incline_clear(&scene);
}

typedef struct stop_button {
    atomic_bool pressed;
    int calls;
} stop_button;

static void press_when_some_are_done(void *user, uint64_t done, uint64_t total, double wall)
{
    stop_button *button = user;
    button->calls++;
    cr_expect_leq(done, total);
    cr_expect_gt(wall, 0.0);
    if (done > 0) {
        atomic_store(&button->pressed, true);
    }
}

Test(interrupt, partial_results_hold_whole_rocks)
{
    incline scene;
    make_scene(&scene);
    scene.release.rocks = 100000;
    stop_button button = {0};
    const talus_run_options options = {.size = sizeof(talus_run_options),
                                       .threads = 2,
                                       .progress = press_when_some_are_done,
                                       .progress_user = &button,
                                       .should_stop = is_pressed,
                                       .stop_user = &button.pressed};
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_campaign_run(&scene.campaign, &options, &results, &error),
                 TALUS_ERROR_INTERRUPTED);
    cr_assert_not_null(results);
    const talus_totals *totals = ensemble_totals(results);
    cr_expect_gt(button.calls, 0);
    cr_expect(totals->rocks > 0 && totals->rocks < 100000);
    static float passages[NX * NY], deposits[NX * NY];
    raster_passages(results, passages);
    raster_deposits(results, deposits);
    uint64_t done = 0, steps = 0;
    double deposited = 0.0;
    for (uint64_t k = 0; k < 100000; k++) {
        done += ensemble_records(results)[k].done;
        steps += ensemble_records(results)[k].steps;
    }
    for (size_t k = 0; k < NX * NY; k++) {
        deposited += (double)deposits[k];
        cr_expect_leq(passages[k], (float)done);
    }
    cr_expect_eq(done, totals->rocks);
    cr_expect_eq(steps, totals->steps);
    cr_expect_eq(deposited, (double)totals->outcomes[TALUS_STOPPED]);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(interrupt, before_the_start_gives_an_empty_result)
{
    incline scene;
    make_scene(&scene);
    atomic_bool pressed = true;
    const talus_run_options options = {.size = sizeof(talus_run_options),
                                       .threads = 2,
                                       .should_stop = is_pressed,
                                       .stop_user = &pressed};
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(&scene.campaign, &options, &results, NULL),
                 TALUS_ERROR_INTERRUPTED);
    cr_expect_eq(ensemble_totals(results)->rocks, 0);
    cr_expect(isnan(ensemble_totals(results)->runout.mean));
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(run, has_means_of_rocks_that_add_up_to_the_pooled_means)
{
    incline scene;
    make_scene(&scene);
    talus_results *results = run(&scene.campaign, 2);
    const talus_totals *totals = ensemble_totals(results);
    double speed = 0.0, share = 0.0, steps = 0.0, spinning = 0.0;
    for (uint64_t k = 0; k < 40; k++) {
        const talus_rock_means *m = &ensemble_means(results)[k];
        cr_expect_eq(m->steps, ensemble_records(results)[k].steps);
        speed += m->mean[TALUS_SPEED] * (double)m->steps;
        share += m->axis_share[2] * (double)m->spinning_steps;
        steps += (double)m->steps;
        spinning += (double)m->spinning_steps;
    }
    /* measured 0 */
    cr_expect_float_eq(speed / steps, totals->pooled[TALUS_SPEED].mean, 1e-12);
    cr_expect_float_eq(share / spinning, totals->axis_share[2], 1e-12);
    talus_results_destroy(results);
    incline_clear(&scene);
}
