// SPDX-License-Identifier: GPL-3.0-or-later
// Runs with steps taken together against runs that take each step alone.
#include "ensemble/incline.h"
#include "foundation/math/linalg.h"
#include "talus/run.h"

#include <criterion/criterion.h>

static talus_results *run(incline *scene, bool flights)
{
    talus_campaign *campaign = incline_campaign(scene);
    talus_results *results = NULL;
    campaign->step.flights = flights;
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    cr_assert_eq(talus_campaign_run(campaign, &options, &results, NULL), TALUS_OK);
    return results;
}

typedef struct sample {
    double sum, square;
    uint64_t count;
} sample;

static void add(sample *s, double x)
{
    s->sum += x;
    s->square += x * x;
    s->count++;
}

static double mean(const sample *s)
{
    return s->sum / (double)s->count;
}

static double error2(const sample *s)
{
    const double m = mean(s), n = (double)s->count;
    return (s->square / n - m * m) / n;
}

/// |difference of means| in standard errors of a record's quantity.
static double differ(talus_results *a, talus_results *b, uint64_t rocks,
                     double (*read)(const talus_rock_record *))
{
    sample first = {0}, second = {0};
    for (uint64_t k = 0; k < rocks; k++) {
        add(&first, read(&ensemble_records(a)[k]));
        add(&second, read(&ensemble_records(b)[k]));
    }
    return fabs(mean(&first) - mean(&second)) / sqrt(error2(&first) + error2(&second));
}

static double runout(const talus_rock_record *r)
{
    return hypot(r->end.r.x - r->start.r.x, r->end.r.y - r->start.r.y);
}

static double energy(const talus_rock_record *r)
{
    return r->kinetic_energy_max;
}

static double jump(const talus_rock_record *r)
{
    return r->jump_height_max;
}

static double contact_share(const talus_rock_record *r)
{
    return (double)r->contact_steps / (double)r->steps;
}

Test(flights, statistics_are_those_of_single_steps)
{
    enum { ROCKS = 300 };
    incline scene;
    incline_make(&scene, 0.9, 0.15, false);
    scene.release.rocks = ROCKS;
    talus_results *together = run(&scene, true), *alone = run(&scene, false);
    // the same rocks, but chaos parts them: standard errors, measured 0.3, 0.6, 0.2, 0.4
    cr_expect_lt(differ(together, alone, ROCKS, runout), 3.0);
    cr_expect_lt(differ(together, alone, ROCKS, energy), 3.0);
    cr_expect_lt(differ(together, alone, ROCKS, jump), 3.0);
    cr_expect_lt(differ(together, alone, ROCKS, contact_share), 3.0);
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        const double a = ensemble_totals(together)->pooled[q].mean;
        const double b = ensemble_totals(alone)->pooled[q].mean;
        cr_expect_lt(fabs(a - b), 0.1 * b, "quantity %d: %g and %g", q, a, b);
    }
    talus_results_destroy(together);
    talus_results_destroy(alone);
    incline_clear(&scene);
}

/// A fall onto a smooth plane up to the time limit, before chaos: everything agrees.
Test(flights, a_short_fall_gives_the_same_numbers)
{
    incline scene;
    incline_make(&scene, 0.9, 0.0, false);
    scene.release.rocks = 20;
    scene.release.height = 4.0;
    scene.campaign.time_limit = 0.8; // the lowest vertex lands after 0.9 s
    talus_results *together = run(&scene, true), *alone = run(&scene, false);
    const talus_totals *a = ensemble_totals(together), *b = ensemble_totals(alone);
    for (uint64_t k = 0; k < 20; k++) {
        const talus_rock_record *p = &ensemble_records(together)[k];
        const talus_rock_record *q = &ensemble_records(alone)[k];
        cr_expect_eq(p->steps, q->steps);
        cr_expect_eq(p->outcome, q->outcome);
        // measured 2e-13 m
        cr_expect_lt(vec3_norm(vec3_sub(p->end.r, q->end.r)), 1e-11);
        cr_expect_lt(fabs(p->path - q->path), 1e-11);
        cr_expect_lt(fabs(p->jump_height_max - q->jump_height_max), 1e-11);
    }
    for (int q = 0; q < TALUS_QUANTITY_COUNT; q++) {
        cr_expect_lt(fabs(a->pooled[q].mean - b->pooled[q].mean),
                     1e-6 * (1e-9 + b->pooled[q].mean));
        cr_expect_lt(fabs(a->pooled[q].std - b->pooled[q].std), 1e-6 * (1e-3 + b->pooled[q].mean));
        cr_expect_lt(fabs(a->pooled[q].p90 - b->pooled[q].p90), 0.02 * b->pooled[q].p90 + 1e-12);
    }
    talus_results_destroy(together);
    talus_results_destroy(alone);
    incline_clear(&scene);
}
