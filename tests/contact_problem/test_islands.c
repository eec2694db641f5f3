// SPDX-License-Identifier: GPL-3.0-or-later
// Islands: contacts that share moving bodies.
#include "talus/contact_problem.h"

#include <criterion/criterion.h>

enum { MOST = 6 };

/// Contacts without coupling between these bodies.
static void expect_islands(size_t n, const int32_t *body, size_t bodies, size_t count,
                           const size_t *expected)
{
    double w[9 * MOST * MOST] = {0}, c[3 * MOST] = {0}, mu[MOST] = {0};
    size_t island[MOST], found = SIZE_MAX;
    for (size_t i = 0; i < 3 * n; i++) {
        w[i * (3 * n + 1)] = 1.0;
    }
    talus_contact_problem problem = talus_contact_problem_dense(n, w, c, mu);
    problem.body = body;
    problem.body_count = bodies;
    cr_assert_eq(talus_contact_islands(&problem, island, &found, NULL), TALUS_OK);
    cr_expect_eq(found, count);
    for (size_t k = 0; k < n; k++) {
        cr_expect_eq(island[k], expected[k], "contact %zu in island %zu", k, island[k]);
    }
}

Test(islands, one_body_on_the_ground_is_one_island)
{
    expect_islands(3, NULL, 1, 1, (const size_t[]){0, 0, 0});
}

Test(islands, the_ground_connects_nothing)
{
    expect_islands(4, (const int32_t[]){1, -1, 0, -1, -1, 1, -1, 0}, 2, 2,
                   (const size_t[]){0, 1, 0, 1});
}

Test(islands, they_are_numbered_by_their_lowest_contact)
{
    expect_islands(4, (const int32_t[]){7, -1, 3, -1, 0, -1, 3, -1}, 8, 3,
                   (const size_t[]){0, 1, 2, 1});
}

Test(islands, a_late_contact_joins_what_was_apart)
{
    expect_islands(5, (const int32_t[]){0, -1, 1, -1, 2, -1, 3, -1, 2, 0}, 4, 3,
                   (const size_t[]){0, 1, 0, 2, 0});
}

Test(islands, a_chain_of_bodies_is_one_island)
{
    expect_islands(6, (const int32_t[]){4, 5, 2, 3, 0, 1, 3, 4, 1, 2, 5, -1}, 6, 1,
                   (const size_t[]){0, 0, 0, 0, 0, 0});
}

Test(islands, without_contacts_there_are_none)
{
    const talus_contact_problem none = talus_contact_problem_default();
    size_t count = 5;
    cr_expect_eq(talus_contact_islands(&none, NULL, &count, NULL), TALUS_OK);
    cr_expect_eq(count, 0);
}
