// SPDX-License-Identifier: GPL-3.0-or-later
// No memory is asked for inside the step loop; a run in which a request fails fails with a
// sentence, or has the bits of the undisturbed one. Linked with --wrap, so that every malloc,
// calloc and realloc of talus's own code is counted and can fail.
#include "ensemble/forest.h"
#include "ensemble/rasters.h"
#include "runs/ensemble/ensemble_internal.h"
#include "stepper/rock_steps.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

static atomic_size_t requests;
static size_t first_lost = SIZE_MAX, last_lost = SIZE_MAX; ///< requests that fail, by number from 1

/// Count a request. @return whether it fails
static bool is_lost(void)
{
    const size_t number = atomic_fetch_add(&requests, 1) + 1;
    return number >= first_lost && number <= last_lost;
}

static size_t largest = SIZE_MAX; ///< bytes that realloc gives at most

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    return is_lost() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_lost() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return is_lost() || size > largest ? NULL : __real_realloc(memory, size);
}

/// A worker's memory, as the ensemble makes it.
typedef struct workplace {
    talus_campaign *campaign;
    observe_shared shared;
    observe_worker *observer;
    talus_stepper *stepper;
    uint64_t steps, contact_steps;
} workplace;

static void workplace_init(workplace *w, talus_campaign *campaign)
{
    *w = (workplace){.campaign = campaign};
    cr_assert_eq(observe_shared_init(&w->shared, campaign, campaign_heaviest(campaign), NULL),
                 TALUS_OK);
    w->observer = observe_worker_create(&w->shared);
    cr_assert_not_null(w->observer);
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step,
                                      campaign_max_vertices(campaign), &w->stepper, NULL),
                 TALUS_OK);
}

static void workplace_clear(workplace *w)
{
    talus_stepper_destroy(w->stepper);
    observe_worker_destroy(w->observer);
    observe_shared_clear(&w->shared);
}

/// Rocks from start to end as a worker runs them. @return requests between the first and the last
/// step of all rocks
static size_t run_rocks(workplace *w)
{
    size_t inside = 0;
    w->steps = w->contact_steps = 0;
    for (uint64_t rock = 0; rock < talus_campaign_rock_count(w->campaign); rock++) {
        trajectory t;
        cr_assert_eq(trajectory_start(&t, w->campaign, w->stepper, rock_on(w->stepper), rock, NULL),
                     TALUS_OK);
        observe_worker_start(w->observer, &t);
        const size_t before = requests;
        while (trajectory_step(&t)) {
            observe_worker_add(w->observer, &t);
        }
        inside += requests - before;
        w->steps += t.record.steps;
        w->contact_steps += t.record.contact_steps;
        cr_assert(observe_worker_finish(w->observer, &t));
    }
    cr_expect_gt(w->contact_steps, 1000, "too few contacts to say anything");
    cr_expect_gt(w->steps, w->contact_steps + 1000);
    return inside;
}

static size_t count_requests(talus_campaign *campaign)
{
    workplace w;
    workplace_init(&w, campaign);
    const size_t inside = run_rocks(&w);
    workplace_clear(&w);
    return inside;
}

Test(allocation, requests_are_counted)
{
    const size_t before = requests;
    incline scene;
    incline_make(&scene, 0.7, 0.15, false);
    cr_expect_gt(requests, before + 2);
    incline_clear(&scene);
}

Test(allocation, there_is_none_in_the_step_loop)
{
    static const talus_scheme schemes[] = {TALUS_SCHEME_MIDPOINT, TALUS_SCHEME_EXPLICIT,
                                           TALUS_SCHEME_EXACT};
    for (size_t k = 0; k < 3; k++) {
        for (int detection = 0; detection < TALUS_DETECTION_COUNT; detection++) {
            incline scene;
            incline_make(&scene, 0.9, 0.15, false);
            scene.release.rocks = 12;
            scene.ground.epsilon_n = 0.2;
            talus_campaign *campaign = incline_campaign(&scene);
            campaign->recorded_rocks = 0; // a track grows with its rock's way
            campaign->step.scheme = schemes[k];
            campaign->step.detection = (talus_detection)detection;
            cr_expect_eq(count_requests(campaign), 0, "%s, %s", talus_scheme_name(schemes[k]),
                         talus_detection_name((talus_detection)detection));
            incline_clear(&scene);
        }
    }
}

Test(allocation, there_is_none_among_stems_walls_and_nets)
{
    for (int detection = 0; detection < TALUS_DETECTION_COUNT; detection++) {
        forest f;
        forest_make(&f, 12);
        talus_campaign *campaign = forest_campaign(&f);
        campaign->recorded_rocks = 0;
        campaign->step.detection = (talus_detection)detection;
        cr_expect_eq(count_requests(campaign), 0, "%s",
                     talus_detection_name((talus_detection)detection));
        forest_clear(&f);
    }
}

/// Start, steps, finish: a worker that has run such rocks before asks for nothing any more.
Test(allocation, whole_rocks_need_none_after_a_warm_up)
{
    for (int flights = 0; flights < 2; flights++) {
        incline scene;
        incline_make(&scene, 0.9, 0.15, false);
        scene.release.rocks = 12;
        scene.ground.epsilon_n = 0.2;
        talus_campaign *campaign = incline_campaign(&scene);
        campaign->recorded_rocks = 0;
        campaign->step.flights = flights == 1;
        workplace w;
        workplace_init(&w, campaign);
        run_rocks(&w);
        const size_t before = requests;
        run_rocks(&w);
        cr_expect_eq(requests, before, "%zu requests", requests - before);
        workplace_clear(&w);
        incline_clear(&scene);
    }
}

/// What a run found, before the time it took.
typedef struct found {
    talus_totals totals;
    size_t tracks, points, impacts;
    uint64_t deposits, passages;
} found;

static found found_in(const talus_results *results)
{
    static float cells[60 * 40];
    found f = {.totals = *ensemble_totals(results)};
    const talus_track *tracks = ensemble_tracks(results, &f.tracks);
    (void)ensemble_impacts(results, &f.impacts);
    for (size_t k = 0; k < f.tracks; k++) {
        f.points += tracks[k].count;
    }
    raster_deposits(results, cells);
    for (size_t k = 0; k < 60 * 40; k++) {
        f.deposits += (uint64_t)cells[k];
    }
    raster_passages(results, cells);
    for (size_t k = 0; k < 60 * 40; k++) {
        f.passages += (uint64_t)cells[k];
    }
    return f;
}

static bool is_same(const found *a, const found *b)
{
    return memcmp(&a->totals, &b->totals, offsetof(talus_totals, wall_time)) == 0 &&
           a->tracks == b->tracks && a->points == b->points && a->impacts == b->impacts &&
           a->deposits == b->deposits && a->passages == b->passages;
}

/// Run with requests `first` to `last` of the run lost. @return how many requests there were
static size_t run_losing(const talus_campaign *campaign, size_t first, size_t last,
                         const found *whole)
{
    const talus_run_options options = {
        .size = sizeof(talus_run_options), .threads = 2, .hard_problems = 3};
    talus_results *results = NULL;
    talus_error error = {0};
    const size_t before = atomic_load(&requests);
    first_lost = before + first;
    last_lost = last == SIZE_MAX ? SIZE_MAX : before + last;
    const talus_status status = talus_campaign_run(campaign, &options, &results, &error);
    first_lost = last_lost = SIZE_MAX;
    const size_t count = atomic_load(&requests) - before;
    if (status == TALUS_OK) {
        const found now = found_in(results);
        cr_expect(is_same(&now, whole), "request %zu of %zu is lost, and results differ", first,
                  count);
    } else {
        cr_expect_eq(status, TALUS_ERROR_MEMORY);
        cr_expect_null(results);
        cr_expect_neq(error.message[0], '\0');
    }
    talus_results_destroy(results);
    return count;
}

/// Of two threads, so that findings of the second are added to those of the first.
Test(allocation, a_run_that_loses_one_fails_or_has_the_same_results)
{
    incline scene;
    incline_make(&scene, 0.7, 0.15, false);
    scene.release.rocks = 6;
    scene.campaign.recorded_rocks = 6;
    scene.campaign.time_limit = 2.5;
    scene.ground.epsilon_n = 0.4; // rocks that bounce
    const talus_campaign *campaign = incline_campaign(&scene);
    talus_results *results = NULL;
    const talus_run_options options = {
        .size = sizeof(talus_run_options), .threads = 2, .hard_problems = 3};
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, NULL), TALUS_OK);
    const found whole = found_in(results);
    talus_results_destroy(results);
    cr_assert_gt(whole.impacts, 4);
    const size_t count = run_losing(campaign, 0, 0, &whole);
    cr_expect_gt(count, 50, "%zu requests", count);
    for (size_t k = 1; k <= count; k++) {
        (void)run_losing(campaign, k, k, &whole);
        if (k % 5 == 0) {
            (void)run_losing(campaign, k, SIZE_MAX, &whole);
        }
    }
    incline_clear(&scene);
}

/// Both threads have room for their impacts; there is none to add those of one to those of the
/// other.
Test(allocation, findings_of_a_thread_that_cannot_be_added_fail_the_run)
{
    incline scene;
    incline_make(&scene, 0.7, 0.15, false);
    scene.release.rocks = 160;
    scene.campaign.recorded_rocks = 160;
    scene.ground.epsilon_n = 0.5;
    const talus_campaign *campaign = incline_campaign(&scene);
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 2};
    talus_results *results = NULL;
    size_t impacts = 0;
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, NULL), TALUS_OK);
    (void)ensemble_impacts(results, &impacts);
    talus_results_destroy(results);
    cr_assert(impacts > 2048 && impacts < 3000, "%zu", impacts); // their room doubles from 256 on
    talus_error error = {0};
    largest = 2048 * sizeof(talus_impact);
    const talus_status status = talus_campaign_run(campaign, &options, &results, &error);
    largest = SIZE_MAX;
    cr_expect_eq(status, TALUS_ERROR_MEMORY);
    cr_expect_null(results);
    cr_expect_not_null(strstr(error.message, "out of memory"), "%s", error.message);
    incline_clear(&scene);
}
