// SPDX-License-Identifier: GPL-3.0-or-later
// The hardest contact problems of a run: order, copies, the same for any number of threads.
#include "ensemble/incline.h"
#include "physics/contact_problem/errors.h"
#include "runs/ensemble/ensemble_internal.h"
#include "talus/run.h"

#include <criterion/criterion.h>

static talus_results *run(incline *scene, unsigned threads, size_t hard_problems)
{
    incline_make(scene, 0.7, 0.15, false);
    incline_campaign(scene);
    const talus_run_options options = {
        .size = sizeof(talus_run_options), .threads = threads, .hard_problems = hard_problems};
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_campaign_run(&scene->campaign, &options, &results, &error), TALUS_OK, "%s",
                 error.message);
    return results;
}

static void finish(incline *scene, talus_results *results)
{
    talus_results_destroy(results);
    incline_clear(scene);
}

static void expect_same(const talus_hard_problem *a, const talus_hard_problem *b)
{
    const size_t n = a->problem.contact_count;
    cr_assert_eq(a->rock, b->rock);
    cr_assert_eq(a->step, b->step);
    cr_assert_eq(a->body, b->body);
    cr_assert_eq(a->part, b->part);
    cr_assert_eq(n, b->problem.contact_count);
    cr_expect_eq(a->solver.iterations, b->solver.iterations);
    cr_expect_eq(memcmp(a->problem.blocks, b->problem.blocks, 9 * n * n * sizeof(double)), 0);
    cr_expect_eq(memcmp(a->problem.c, b->problem.c, 3 * n * sizeof(double)), 0);
    cr_expect_eq(memcmp(a->problem.mu, b->problem.mu, n * sizeof(double)), 0);
    cr_assert_eq(a->percussion == NULL, b->percussion == NULL);
    cr_expect(a->percussion == NULL ||
              memcmp(a->percussion, b->percussion, 3 * n * sizeof(double)) == 0);
}

Test(hard, nothing_is_kept_unless_asked_for)
{
    incline scene;
    size_t count = 1;
    talus_results *results = run(&scene, 2, 0);
    (void)ensemble_hard_problems(results, &count);
    cr_expect_eq(count, 0);
    finish(&scene, results);
}

Test(hard, the_list_is_the_same_for_any_number_of_threads)
{
    incline one, more;
    size_t n = 0, m = 0;
    talus_results *a = run(&one, 1, 12);
    const talus_hard_problem *x = ensemble_hard_problems(a, &n);
    cr_assert_eq(n, 12);
    for (unsigned threads = 2; threads <= 5; threads += 3) {
        talus_results *b = run(&more, threads, 12);
        const talus_hard_problem *y = ensemble_hard_problems(b, &m);
        cr_assert_eq(m, n);
        for (size_t k = 0; k < n; k++) {
            expect_same(&x[k], &y[k]);
        }
        finish(&more, b);
    }
    finish(&one, a);
}

Test(hard, a_shorter_list_is_the_head_of_a_longer_one)
{
    incline one, two;
    size_t n = 0, m = 0;
    talus_results *a = run(&one, 2, 3), *b = run(&two, 2, 50);
    const talus_hard_problem *x = ensemble_hard_problems(a, &n);
    const talus_hard_problem *y = ensemble_hard_problems(b, &m);
    cr_assert_eq(n, 3);
    cr_assert_eq(m, 50);
    for (size_t k = 0; k < n; k++) {
        expect_same(&x[k], &y[k]);
    }
    finish(&one, a);
    finish(&two, b);
}

Test(hard, problems_come_hardest_first_and_every_one_once)
{
    incline scene;
    size_t count = 0;
    talus_results *results = run(&scene, 2, 30);
    const talus_hard_problem *hard = ensemble_hard_problems(results, &count);
    for (size_t k = 1; k < count; k++) {
        const talus_hard_problem *a = &hard[k - 1], *b = &hard[k];
        const double x = a->solver.relative_error, y = b->solver.relative_error;
        cr_expect(a->solver.iterations > b->solver.iterations ||
                  (a->solver.iterations == b->solver.iterations &&
                   (x > y || (x <= y && x >= y &&
                              (a->rock < b->rock || (a->rock == b->rock && a->step < b->step))))));
    }
    finish(&scene, results);
}

/// Log of a replay: the hardest step of one rock.
typedef struct hardest {
    int iterations;
    uint64_t step, at;
} hardest;

static bool look(void *user, const talus_log_entry *entry)
{
    hardest *h = user;
    if (entry->report->solver.iterations > h->iterations) {
        h->iterations = entry->report->solver.iterations;
        h->at = h->step;
    }
    h->step++;
    return true;
}

Test(hard, the_hardest_is_what_a_replay_of_all_rocks_finds)
{
    incline scene;
    size_t count = 0;
    talus_results *results = run(&scene, 2, 1);
    const talus_hard_problem *hard = ensemble_hard_problems(results, &count);
    cr_assert_eq(count, 1);
    int most = 0;
    for (uint64_t rock = 0; rock < scene.release.rocks; rock++) {
        hardest h = {0, 0, 0};
        cr_assert_eq(talus_campaign_replay(&scene.campaign, rock, look, &h, NULL, NULL), TALUS_OK);
        most = h.iterations > most ? h.iterations : most;
        if (rock == hard->rock) {
            cr_expect_eq(h.at, hard->step);
        }
    }
    cr_expect_eq(hard->solver.iterations, most);
    finish(&scene, results);
}

Test(hard, the_copies_are_solved_by_the_percussions_kept_with_them)
{
    incline scene;
    size_t count = 0;
    talus_results *results = run(&scene, 2, 20);
    const talus_hard_problem *hard = ensemble_hard_problems(results, &count);
    for (size_t k = 0; k < count; k++) {
        cr_assert_not_null(hard[k].percussion); // no restitution here, no retry
        const double error =
            problem_error(&hard[k].problem, TALUS_MEASURE_NATURAL_MAP, hard[k].percussion);
        // the solver's own error is of the same percussion: round-off of another order of sums, m/s
        cr_expect_leq(fabs(error - hard[k].solver.error), 1e-12); /* measured 2e-15 */
        cr_expect(hard[k].solver.solved);
    }
    finish(&scene, results);
}

/// Three boxes that are released together, 1.1 m apart, on a slope.
static talus_results *run_together(incline *scene, talus_rock *box, unsigned threads)
{
    incline_make(scene, 0.7, 0.15, false);
    scene->kind.rock = box;
    scene->release.rocks = 4;
    scene->release.bodies = 3;
    scene->release.spacing = 1.1;
    incline_campaign(scene)->time_limit = 4.0;
    const talus_run_options options = {
        .size = sizeof(talus_run_options), .threads = threads, .hard_problems = 200};
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_campaign_run(&scene->campaign, &options, &results, &error), TALUS_OK, "%s",
                 error.message);
    return results;
}

Test(hard, bodies_that_meet_are_there_and_alone)
{
    incline one, more;
    talus_rock *box = NULL;
    cr_assert_eq(talus_rock_from_points(incline_vertices, 8, 2500.0, &box, NULL), TALUS_OK);
    talus_results *a = run_together(&one, box, 1), *b = run_together(&more, box, 3);
    size_t n = 0, m = 0, islands = 0, others = 0;
    const talus_hard_problem *x = ensemble_hard_problems(a, &n);
    const talus_hard_problem *y = ensemble_hard_problems(b, &m);
    cr_assert_eq(n, 200);
    cr_assert_eq(m, n);
    for (size_t k = 0; k < n; k++) {
        expect_same(&x[k], &y[k]);
        // W of two bodies on the ground has entries of 0: contacts without a body in common
        const size_t size = 3 * x[k].problem.contact_count;
        size_t zeros = 0;
        for (size_t i = 0; i < size * size; i++) {
            zeros += x[k].problem.blocks[i] == 0.0;
        }
        islands += zeros > 0;
        others += x[k].body > 0;
        cr_assert_not_null(x[k].percussion); // no restitution here
        const double error =
            problem_error(&x[k].problem, TALUS_MEASURE_NATURAL_MAP, x[k].percussion);
        cr_expect_leq(error, 1e-9, "%g m/s", error); /* the tolerance is 1e-10 of c */
    }
    cr_expect_gt(islands, 0);
    cr_expect_gt(others, 0);
    finish(&one, a);
    finish(&more, b);
    talus_rock_destroy(box);
}
