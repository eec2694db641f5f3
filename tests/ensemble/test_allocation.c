// SPDX-License-Identifier: GPL-3.0-or-later
// No memory is asked for inside the step loop. Linked with --wrap, so that every malloc, calloc and
// realloc of talus's own code is counted.
#include "ensemble/ensemble_internal.h"
#include "ensemble/forest.h"

#include <criterion/criterion.h>

static size_t requests;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    requests++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    requests++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    requests++;
    return __real_realloc(memory, size);
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
    cr_assert_eq(observe_shared_init(&w->shared, campaign, ensemble_heaviest(campaign), NULL),
                 TALUS_OK);
    w->observer = observe_worker_create(&w->shared);
    cr_assert_not_null(w->observer);
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step,
                                      ensemble_max_vertices(campaign), &w->stepper, NULL),
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
        cr_assert_eq(trajectory_start(&t, w->campaign, w->stepper, rock, NULL), TALUS_OK);
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
