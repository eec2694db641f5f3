// SPDX-License-Identifier: GPL-3.0-or-later
// Raw velocities of the scatter.
#include "physics/fracture/fracture.h"

#include <criterion/criterion.h>

#define LEAST_RISE 0.0871557427476582 /* sin 5 degrees */
#define LEAST_ALONG 0.906307787036650 /* cos 25 degrees */

static const talus_vec3 UP = {0.0, 0.0, 1.0};

Test(scatter, stays_in_the_cone_and_off_the_ground)
{
    // along the ground six draws in ten are too near to it, so 16 of a kind are one in 3500
    enum { COUNT = 4000 };
    size_t near = 0, redrawn = 0;
    for (uint64_t k = 0; k < COUNT; k++) {
        talus_random random = {7, k, 100};
        const talus_vec3 w =
            fracture_raw_velocity(vec3(3.0, 4.0, 0.0), UP, vec3(0.0, 0.0, 0.5), &random);
        cr_expect_float_eq(vec3_norm(w), 5.0, 1e-12); // no way along the ground: no burst
        cr_expect_geq((0.6 * w.x + 0.8 * w.y) / 5.0, LEAST_ALONG - 1e-9);
        near += w.z < 5.0 * LEAST_RISE;
        redrawn += random.draw > 102;
        cr_expect(random.draw >= 102 && random.draw <= 100 + 2 * FRACTURE_MOST_DRAWS);
    }
    cr_expect_leq(near, 5, "%zu", near); // measured 1
    cr_expect(redrawn > COUNT / 2 && redrawn < 7 * COUNT / 10, "%zu", redrawn);
}

Test(scatter, bursts_along_the_ground)
{
    talus_random random = {7, 0, 100}, same = random;
    const talus_vec3 v = {0.0, 0.0, 5.0};
    const talus_vec3 w = fracture_raw_velocity(v, UP, vec3(0.0, -0.2, 0.4), &random);
    const talus_vec3 alone = fracture_raw_velocity(v, UP, vec3(0.0, 0.0, 0.4), &same);
    cr_expect_leq(vec3_norm(vec3_sub(vec3_sub(w, alone), vec3(0.0, -5.0, 0.0))), 1e-12);
    cr_expect_eq(random.draw, 102); // off the ground at once
    const talus_vec3 still = {0.0, 0.0, 0.0};
    cr_expect_eq(vec3_norm(fracture_raw_velocity(still, UP, v, &random)), 0.0);
}
