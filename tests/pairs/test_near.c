// SPDX-License-Identifier: GPL-3.0-or-later
// The broad phase against each with each.
#include "pairs/pair_shapes.h"

static void check(size_t count, double reach, talus_random *random, pairs_near *near)
{
    pairs_sphere *spheres = calloc(count + 1, sizeof *spheres);
    for (size_t k = 0; k < count; k++) {
        // some with equal left ends
        const double x = k % 3 == 0 ? 1.0 : draw(random, 0.0, 10.0);
        spheres[k] = (pairs_sphere){{x, draw(random, 0.0, 10.0), draw(random, 0.0, 10.0)},
                                    k % 3 == 0 ? reach : draw(random, 0.1, reach)};
    }
    cr_assert(pairs_near_find(spheres, count, near));
    size_t at = 0;
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = a + 1; b < count; b++) {
            const double far = spheres[a].radius + spheres[b].radius;
            if (vec3_norm2(vec3_sub(spheres[b].centre, spheres[a].centre)) <= far * far) {
                cr_assert(at < near->count, "pair %u %u is missing", a, b);
                cr_assert(near->pairs[at].a == a && near->pairs[at].b == b);
                at++;
            }
        }
    }
    cr_assert(at == near->count, "%zu of %zu", at, near->count);
    free(spheres);
}

Test(near, sweep_finds_what_each_with_each_finds)
{
    talus_random random = {3, 7, 0};
    pairs_near near = {0};
    for (size_t count = 0; count < 200; count += 7) {
        check(count, 1.0, &random, &near);
    }
    check(31, 20.0, &random, &near);
    check(32, 20.0, &random, &near);
    check(33, 20.0, &random, &near);
    check(1000, 0.5, &random, &near);
    pairs_near_clear(&near);
}

Test(near, parts_of_a_step)
{
    cr_assert(pairs_parts_of_step(0.0, 0.4) == 1);
    cr_assert(pairs_parts_of_step(0.1, 0.4) == 1);
    cr_assert(pairs_parts_of_step(0.100001, 0.4) == 2);
    cr_assert(pairs_parts_of_step(0.35, 0.4) == 4);
    cr_assert(pairs_parts_of_step(100.0, 0.4) == 16);
    cr_assert(pairs_parts_of_step((double)INFINITY, 0.4) == 16);
    cr_assert(pairs_parts_of_step((double)NAN, 0.4) == 1);
}
