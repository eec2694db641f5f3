// SPDX-License-Identifier: GPL-3.0-or-later
// The border of the solver: requests, methods, islands together and alone.
#include "solve/body_problems.h"

#include "contact_problem/full_rows.h"
#include "contact_problem/made_problems.h"

enum { BODIES = 3, MOST = 12 };

static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/// Three bodies on the ground whose contacts alternate: their problems, and all of them as one.
typedef struct heap {
    body_problem alone[BODIES];
    size_t contacts[BODIES], member[MOST], n; ///< contact k is number member[k] of its body
    int32_t body[2 * MOST];
    double w[9 * MOST * MOST], c[3 * MOST], mu[MOST];
    talus_contact_problem problem;
} heap;

static void make_heap(heap *h, uint64_t seed, double skew)
{
    memset(h, 0, sizeof *h);
    for (size_t b = 0; b < BODIES; b++) {
        h->contacts[b] = 1 + (seed + b) % 4;
        body_problem_make(&h->alone[b], BODIES * seed + b, h->contacts[b], b == 1, 0.8, skew);
        h->n += h->contacts[b];
    }
    size_t used[BODIES] = {0};
    for (size_t k = 0, b = 2; k < h->n; b = (b + 1) % BODIES) {
        if (used[b] < h->contacts[b]) {
            h->member[k] = used[b]++;
            h->body[2 * k + k % 2] = (int32_t)b; // the fixed one on either side
            h->body[2 * k + 1 - k % 2] = TALUS_BODY_FIXED;
            k++;
        }
    }
    for (size_t i = 0; i < 3 * h->n; i++) {
        const size_t k = i / 3, b = (size_t)h->body[2 * k + k % 2], m = h->contacts[b];
        const body_problem *own = &h->alone[b];
        const size_t row = 3 * h->member[k] + i % 3;
        h->c[i] = own->c[row];
        h->mu[k] = own->mu[h->member[k]];
        for (size_t j = 0; j < 3 * h->n; j++) {
            const size_t l = j / 3;
            if ((size_t)h->body[2 * l + l % 2] == b) {
                h->w[i * 3 * h->n + j] = own->delassus[row * 3 * m + 3 * h->member[l] + j % 3];
            }
        }
    }
    h->problem = talus_contact_problem_dense(h->n, h->w, h->c, h->mu);
    h->problem.body = h->body;
    h->problem.body_count = BODIES;
}

/// Each body alone, put where the heap has its contacts.
static talus_solver_info solve_each(talus_contact_solver *solver, const heap *h, double *p)
{
    talus_solver_info all = {.solved = true};
    for (size_t b = 0; b < BODIES; b++) {
        double own[3 * MOST] = {0};
        talus_solver_info info;
        cr_assert_eq(solve_to(solver, &h->alone[b].problem, 1e-10, own, &info), TALUS_OK);
        all.iterations += info.iterations;
        all.error = fmax(all.error, info.error);
        all.solved = all.solved && info.solved;
        for (size_t k = 0; k < h->n; k++) {
            if ((size_t)h->body[2 * k + k % 2] == b) {
                memcpy(p + 3 * k, own + 3 * h->member[k], 3 * sizeof *own);
            }
        }
    }
    return all;
}

Test(solve, islands_together_have_the_bits_of_each_alone)
{
    static heap h;
    talus_contact_solver *solver;
    cr_assert_eq(talus_contact_solver_create(MOST, &solver, NULL), TALUS_OK);
    for (uint64_t seed = 0; seed < 200; seed++) {
        double together[3 * MOST] = {0}, in_rows[3 * MOST] = {0}, alone[3 * MOST] = {0};
        talus_solver_info info;
        make_heap(&h, seed, seed % 2 == 0 ? 0.0 : 2.0);
        const talus_solver_info sum = solve_each(solver, &h, alone);
        cr_assert_eq(solve_to(solver, &h.problem, 1e-10, together, &info), TALUS_OK);
        cr_expect_eq(memcmp(together, alone, sizeof alone), 0, "seed %u", (unsigned)seed);
        cr_expect_eq(info.iterations, sum.iterations);
        cr_expect_eq(info.error, sum.error);
        cr_expect_eq(info.solved, sum.solved);
        cr_expect_eq(info.method, TALUS_SOLVE_ISLANDS);
        problem_rows *rows = full_rows(&h.problem);
        talus_contact_problem problem = problem_rows_view(rows);
        problem.body = h.body;
        problem.body_count = BODIES;
        cr_assert_eq(solve_to(solver, &problem, 1e-10, in_rows, &info), TALUS_OK);
        cr_expect_eq(memcmp(in_rows, alone, sizeof alone), 0, "seed %u in rows", (unsigned)seed);
        problem_rows_destroy(rows);
    }
    talus_contact_solver_destroy(solver);
}

Test(solve, an_island_beyond_the_solver_is_refused_and_nothing_changes)
{
    static heap h;
    talus_contact_solver *solver;
    talus_solver_info info;
    double p[3 * MOST];
    make_heap(&h, 2, 0.0); // 3, 4 and 1 contacts
    for (size_t i = 0; i < 3 * MOST; i++) {
        p[i] = (double)i;
    }
    cr_assert_eq(talus_contact_solver_create(3, &solver, NULL), TALUS_OK);
    cr_expect_eq(solve_to(solver, &h.problem, 1e-10, p, &info), TALUS_ERROR_ARGUMENT);
    cr_expect_not(info.solved);
    for (size_t i = 0; i < 3 * MOST; i++) {
        cr_expect_eq(p[i], (double)i);
    }
    talus_contact_solver_destroy(solver);
}

Test(solve, no_contact_is_solved_by_every_method)
{
    const talus_contact_problem none = talus_contact_problem_default();
    for (talus_solve_method method = 0; method < TALUS_SOLVE_METHOD_COUNT; method++) {
        talus_solver_info info;
        cr_expect_eq(solve_whole_to(&none, method, 1e-8, 0, NULL, &info, NULL), TALUS_OK);
        cr_expect(info.solved && info.error == 0.0 && info.iterations == 0);
    }
}

Test(solve, values_whose_squares_overflow_are_not_solved_in_block_rows)
{
    const double c[3] = {-1e200, 0, 0}, mu[1] = {0.5};
    const talus_contact_problem problem = talus_contact_problem_dense(1, unit, c, mu);
    double p[3] = {0};
    talus_solver_info info;
    talus_error error = {0};
    cr_expect_eq(solve_whole_to(&problem, TALUS_SOLVE_AUTO, 1e-8, 0, p, &info, &error),
                 TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "1e150"), "%s", error.message);
}

Test(solve, every_method_has_its_name_back)
{
    talus_solve_method found;
    for (unsigned k = 0; k < TALUS_SOLVE_METHOD_COUNT; k++) {
        found = TALUS_SOLVE_METHOD_COUNT;
        cr_expect(
            talus_solve_method_from_name(talus_solve_method_name((talus_solve_method)k), &found));
        cr_expect_eq(found, k);
    }
    found = TALUS_SOLVE_NEWTON;
    cr_expect(!talus_solve_method_from_name("nobody", &found));
    cr_expect_eq(found, TALUS_SOLVE_NEWTON);
    cr_expect_str_eq(talus_solve_method_name(TALUS_SOLVE_METHOD_COUNT), "unknown");
}
