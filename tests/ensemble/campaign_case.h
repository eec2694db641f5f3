// SPDX-License-Identifier: GPL-3.0-or-later
// A small campaign and the comparison of all that its runs found: shared by the tests of states and
// of ranks.
#ifndef TALUS_TESTS_ENSEMBLE_CAMPAIGN_CASE_H
#define TALUS_TESTS_ENSEMBLE_CAMPAIGN_CASE_H

#include "ensemble/incline.h"
#include "ensemble/rasters.h"
#include "foundation/base/bytes.h"
#include "runs/ensemble/rock_bytes.h"
#include "runs/observe/bytes.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { NX = 60, NY = 40, ROCKS = 40, RECORDED = 25, HARD = 6 };

static incline scene;

static talus_campaign *make_scene(void)
{
    incline_make(&scene, 0.7, 0.15, false);
    scene.campaign.recorded_rocks = RECORDED;
    scene.release.rocks = ROCKS;
    return incline_campaign(&scene);
}

/// A directory of this test's own, without a state of an earlier test run.
static const char *directory_of(const char *name)
{
    static char paths[8][512];
    static unsigned next = 0;
    const char *root = getenv("TALUS_TEST_TMP");
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/state_%s", root != NULL ? root : "/tmp", name);
    cr_assert_eq(talus_checkpoint_remove(path, NULL), TALUS_OK);
    return path;
}

static talus_status try_run(const talus_campaign *campaign, const talus_run_options *options,
                            talus_results **results, talus_error *error)
{
    talus_run_options whole = *options;
    whole.threads = whole.threads == 0 ? 2 : whole.threads;
    whole.hard_problems = HARD;
    return talus_campaign_run(campaign, &whole, results, error);
}

static talus_results *run(const talus_campaign *campaign, const talus_run_options *options)
{
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(try_run(campaign, options, &results, &error), TALUS_OK, "%s", error.message);
    return results;
}

static talus_results *run_plainly(const talus_campaign *campaign)
{
    return run(campaign, &(talus_run_options){.size = sizeof(talus_run_options), .threads = 1});
}

/// Records, means, tracks and impacts.
static byte_writer rocks_of(const talus_results *results)
{
    byte_writer out = {0};
    size_t count = 0;
    for (size_t k = 0; k < ROCKS; k++) {
        byte_write_u8(&out, ensemble_records(results)[k].done);
        rock_bytes_put(&out, &ensemble_records(results)[k], &ensemble_means(results)[k]);
    }
    const talus_track *tracks = ensemble_tracks(results, &count);
    for (size_t k = 0; k < count; k++) {
        observe_track_put(&tracks[k], &out);
    }
    const talus_impact *impacts = ensemble_impacts(results, &count);
    for (size_t k = 0; k < count; k++) {
        observe_impact_put(&impacts[k], &out);
    }
    return out;
}

static void expect_same_hard(const talus_results *a, const talus_results *b)
{
    size_t n = 0, m = 0;
    const talus_hard_problem *x = ensemble_hard_problems(a, &n);
    const talus_hard_problem *y = ensemble_hard_problems(b, &m);
    cr_assert_eq(n, HARD);
    cr_assert_eq(m, HARD);
    for (size_t k = 0; k < n; k++) {
        const size_t contacts = x[k].problem.contact_count;
        cr_assert_eq(y[k].problem.contact_count, contacts);
        cr_expect_eq(x[k].rock, y[k].rock);
        cr_expect_eq(x[k].step, y[k].step);
        cr_expect_eq(memcmp(x[k].problem.blocks, y[k].problem.blocks,
                            9 * contacts * contacts * sizeof(double)),
                     0);
        cr_expect_eq(memcmp(x[k].percussion, y[k].percussion, 3 * contacts * sizeof(double)), 0);
        cr_expect_eq(memcmp(x[k].problem.mu, y[k].problem.mu, contacts * sizeof(double)), 0);
    }
}

/// Everything before the time it took.
static void expect_same_totals(const talus_results *a, const talus_results *b)
{
    cr_expect_eq(memcmp(ensemble_totals(a), ensemble_totals(b), offsetof(talus_totals, wall_time)),
                 0);
}

static void expect_same(const talus_results *a, const talus_results *b)
{
    expect_same_totals(a, b);
    byte_writer x = rocks_of(a), y = rocks_of(b);
    cr_assert_eq(x.size, y.size);
    cr_expect_eq(memcmp(x.data, y.data, x.size), 0);
    byte_writer_clear(&x);
    byte_writer_clear(&y);
    raster_expect_same(a, b);
    expect_same_hard(a, b);
}

#endif
