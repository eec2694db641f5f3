// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks that a thread has under way at once, worked on side by side in lanes: the bits of one at a time.
#include "ensemble/incline.h"
#include "foundation/math/linalg.h"
#include "talus/run.h"

#include <criterion/criterion.h>

#include <string.h>

enum { ROCKS = 25 };

static talus_results *run(const talus_campaign *campaign, unsigned at_once, unsigned threads)
{
    talus_results *results = NULL;
    talus_run_options options = talus_run_options_default();
    options.threads = threads;
    options.rocks_at_once = at_once;
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, NULL), TALUS_OK);
    return results;
}

static void expect_same(const talus_results *a, const talus_results *b, unsigned at_once)
{
    const talus_totals *of_a = ensemble_totals(a), *of_b = ensemble_totals(b);
    cr_expect_eq(of_a->hash, of_b->hash, "%u at once: another hash", at_once);
    cr_expect_eq(of_a->rotation_iterations, of_b->rotation_iterations);
    cr_expect_eq(of_a->rotation_failures, of_b->rotation_failures);
    cr_expect_arr_eq(ensemble_records(a), ensemble_records(b), ROCKS * sizeof(talus_rock_record),
                     "%u at once: other records", at_once);
}

/// @param inertia of the rock
static void compare(talus_scheme scheme, talus_vec3 inertia)
{
    incline scene;
    talus_rock rock = incline_rock;
    rock.inertia = inertia;
    incline_make(&scene, 0.9, 0.15, false);
    scene.release.rocks = ROCKS;
    scene.kind.rock = &rock;
    talus_campaign *campaign = incline_campaign(&scene);
    campaign->step.scheme = scheme;
    talus_results *alone = run(campaign, 1, 1);
    cr_expect_gt(ensemble_totals(alone)->steps, 10000);
    static const unsigned at_once[] = {0, 2, 4, 8, 100};
    for (size_t k = 0; k < sizeof at_once / sizeof *at_once; k++) {
        talus_results *others = run(campaign, at_once[k], k % 2 == 0 ? 1 : 3);
        expect_same(alone, others, at_once[k]);
        talus_results_destroy(others);
    }
    talus_results_destroy(alone);
    incline_clear(&scene);
}

Test(side_by_side, a_block_of_three_moments)
{
    compare(TALUS_SCHEME_MIDPOINT, incline_rock.inertia);
    compare(TALUS_SCHEME_MIDPOINT_PLUS, incline_rock.inertia);
}

Test(side_by_side, rocks_that_need_no_lanes)
{
    compare(TALUS_SCHEME_MIDPOINT, vec3(136.0, 136.0, 164.0));
    compare(TALUS_SCHEME_EXPLICIT, incline_rock.inertia);
    compare(TALUS_SCHEME_EXACT, incline_rock.inertia);
}
