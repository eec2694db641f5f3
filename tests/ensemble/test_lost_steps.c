// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks whose pieces lacked memory are not kept by a run, a replay or a tracer. Linked with --wrap:
// requests of talus's own code fail.
#include "ensemble/incline.h"
#include "failing_memory.h"
#include "runs/ensemble/accessors.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <string.h>

static talus_rock *make_box(void)
{
    talus_rock *box = NULL;
    cr_assert_eq(talus_rock_from_points(incline_vertices, 8, 2500.0, &box, NULL), TALUS_OK);
    return box;
}

/// A box that breaks when it lands.
static talus_campaign *break_campaign(incline *scene, talus_rock *box)
{
    incline_make(scene, 0.0, 0.0, false);
    scene->kind.rock = box;
    scene->release.height = 10.0;
    scene->release.velocity = (talus_vec3){3.0, 0.0, -8.0};
    scene->release.rocks = 1;
    talus_campaign *campaign = incline_campaign(scene);
    talus_breaking *b = &campaign->breaking;
    b->law = TALUS_BREAKING_ROCKGIS;
    b->area_ratio = 0.3;
    b->energy = 20.0;
    b->exponent = 2.0;
    b->survival = 0.4;
    b->beta = 1.0;
    b->least_volume = 5e-3;
    return campaign;
}

/// Trace it with request `lost` of the trace failing; 0 = none.
static talus_status trace_break(size_t lost, talus_rock_record *record)
{
    incline scene;
    talus_rock *box = make_box();
    talus_campaign *campaign = break_campaign(&scene, box);
    talus_error error = {0};
    talus_tracer *tracer = NULL;
    talus_trajectory traced = {.size = sizeof traced};
    talus_status status = talus_tracer_create(campaign, &tracer, &error);
    cr_assert_eq(status, TALUS_OK, "%s", error.message);
    requests = 0;
    failing = lost;
    status = talus_tracer_rock(tracer, 0, 1, &traced, NULL);
    failing = 0;
    *record = traced.record;
    talus_tracer_destroy(tracer);
    incline_clear(&scene);
    talus_rock_destroy(box);
    return status;
}

// before: the trace went on with the whole rock, and with it its pieces where only the break was lost
Test(lost_steps, pieces_without_memory_fail_the_trace)
{
    talus_rock_record expected, record;
    cr_assert_eq(trace_break(0, &expected), TALUS_OK);
    cr_assert_eq(expected.outcome, TALUS_BROKEN);
    const size_t count = requests;
    cr_assert_gt(count, 20);
    for (size_t k = 1; k <= count; k++) {
        const talus_status status = trace_break(k, &record);
        if (status == TALUS_OK) {
            cr_expect_eq(memcmp(&record, &expected, sizeof record), 0, "request %zu of %zu", k,
                         count);
        } else {
            cr_expect_eq(status, TALUS_ERROR_MEMORY, "request %zu of %zu", k, count);
        }
    }
}

/// Run it with request `lost` failing. @return the status, and the breaks and rocks that are kept
static talus_status run_break(size_t lost, size_t *breaks, uint64_t *hash)
{
    incline scene;
    talus_rock *box = make_box();
    talus_campaign *campaign = break_campaign(&scene, box);
    const talus_run_options options = {.size = sizeof options, .threads = 1};
    talus_results *results = NULL;
    const talus_break *list;
    *breaks = 0;
    requests = 0;
    failing = lost;
    talus_status status = talus_campaign_run(campaign, &options, &results, NULL);
    failing = 0;
    if (status == TALUS_OK) {
        status = talus_results_breaks(results, &list, breaks, NULL);
        *hash = ensemble_totals(results)->hash;
    }
    talus_results_destroy(results);
    incline_clear(&scene);
    talus_rock_destroy(box);
    return status;
}

// before: the run went on without the break where the request for its place was lost
Test(lost_steps, a_break_without_memory_fails_the_run)
{
    size_t expected, breaks;
    uint64_t expected_hash, hash;
    cr_assert_eq(run_break(0, &expected, &expected_hash), TALUS_OK);
    cr_assert_gt(expected, 0);
    const size_t count = requests;
    for (size_t k = 1; k <= count; k++) {
        const talus_status status = run_break(k, &breaks, &hash);
        if (status == TALUS_OK) {
            cr_expect(breaks == expected && hash == expected_hash, "request %zu of %zu: %zu breaks",
                      k, count, breaks);
        } else {
            cr_expect_eq(status, TALUS_ERROR_MEMORY, "request %zu of %zu", k, count);
        }
    }
}
