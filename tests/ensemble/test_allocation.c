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

/// Rocks from start to end as a worker runs them. @return requests between the first and the last
/// step of all rocks
static size_t count_requests(talus_campaign *campaign)
{
    observe_shared shared;
    talus_stepper *stepper = NULL;
    size_t inside = 0;
    cr_assert_eq(observe_shared_init(&shared, campaign, ensemble_heaviest(campaign), NULL),
                 TALUS_OK);
    observe_worker *observer = observe_worker_create(&shared);
    cr_assert_not_null(observer);
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step,
                                      ensemble_max_vertices(campaign), &stepper, NULL),
                 TALUS_OK);
    uint64_t steps = 0, contact_steps = 0;
    for (uint64_t rock = 0; rock < talus_campaign_rock_count(campaign); rock++) {
        trajectory t;
        cr_assert_eq(trajectory_start(&t, campaign, stepper, rock, NULL), TALUS_OK);
        observe_worker_start(observer, &t);
        const size_t before = requests;
        while (trajectory_step(&t)) {
            observe_worker_add(observer, &t);
        }
        inside += requests - before;
        steps += t.record.steps;
        contact_steps += t.record.contact_steps;
        cr_assert(observe_worker_finish(observer, &t));
    }
    cr_expect_gt(contact_steps, 1000, "too few contacts to say anything");
    cr_expect_gt(steps, contact_steps + 1000);
    talus_stepper_destroy(stepper);
    observe_worker_destroy(observer);
    observe_shared_clear(&shared);
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
