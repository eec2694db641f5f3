// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds whose parameters vary from place to place with a field.
#include "talus/site.h"

#include <criterion/criterion.h>
#include <math.h>

/// A field of four nodes, g = x from 0 to 1.
static float ramp[4] = {0.0f, 1.0f, 0.0f, 1.0f};
static const talus_field slope = {
    .range = 12.0, .grid = {.cell = 1.0, .nx = 2, .ny = 2}, .values = ramp};

Test(varied_ground, without_variation_is_the_ground)
{
    const talus_ground *medium = talus_ground_preset("medium");
    const talus_ground at = talus_ground_at(medium, 0.7, 0.2);
    cr_assert_eq(at.mu_min, medium->mu_min);
    cr_assert_eq(at.epsilon_n, medium->epsilon_n);
    cr_assert_eq(talus_ground_cut_share(medium), 0.0);
}

Test(varied_ground, adds_or_multiplies)
{
    talus_variation variation = {.field = &slope, .parameter = TALUS_VARIED_DRAG, .sd = 0.2};
    const talus_ground ground = {.drag = 0.6, .mu_min = 0.3, .variation = &variation};
    cr_assert_float_eq(talus_ground_at(&ground, 0.5, 0.5).drag, 0.7, 1e-15);
    cr_assert_eq(talus_ground_at(&ground, 0.5, 0.5).mu_min, 0.3);
    variation.multiply = true;
    cr_assert_float_eq(talus_ground_at(&ground, 0.5, 0.5).drag, 0.6 * exp(0.1 - 0.02), 1e-15);
}

Test(varied_ground, every_parameter_is_its_own)
{
    talus_variation variation = {.field = &slope, .sd = 0.1};
    const talus_ground ground = {.mu_min = 0.3,
                                 .mu_max = 1.0,
                                 .kappa = 2.0,
                                 .beta = 3.0,
                                 .drag = 0.5,
                                 .epsilon_n = 0.2,
                                 .epsilon_t = 0.4,
                                 .variation = &variation};
    for (int p = TALUS_VARIED_FRICTION; p <= TALUS_VARIED_EPSILON_T; p++) {
        variation.parameter = (talus_varied)p;
        const talus_ground at = talus_ground_at(&ground, 1.0, 0.0);
        const double change[] = {at.mu_min - 0.3,   at.mu_max - 1.0, at.kappa - 2.0,
                                 at.beta - 3.0,     at.drag - 0.5,   at.epsilon_n - 0.2,
                                 at.epsilon_t - 0.4};
        for (int k = 0; k < 7; k++) {
            const bool varied = p == TALUS_VARIED_FRICTION ? k < 2 : k == p - 1;
            cr_assert_float_eq(change[k], varied ? 0.1 : 0.0, 1e-12, "parameter %d, value %d", p,
                               k);
        }
    }
}

Test(varied_ground, stays_in_the_range_of_the_parameter)
{
    talus_variation variation = {.field = &slope, .sd = 5.0};
    const talus_ground ground = {
        .mu_min = 0.3, .mu_max = 1.0, .epsilon_n = 0.5, .variation = &variation};
    variation.parameter = TALUS_VARIED_MU_MIN;
    cr_assert_eq(talus_ground_at(&ground, 1.0, 0.0).mu_min, 1.0);
    variation.parameter = TALUS_VARIED_EPSILON_N;
    cr_assert_eq(talus_ground_at(&ground, 1.0, 0.0).epsilon_n, 1.0);
    cr_assert_float_eq(talus_ground_cut_share(&ground), 0.5, 1e-15);
    variation.sd = -5.0;
    variation.parameter = TALUS_VARIED_MU_MAX;
    cr_assert_eq(talus_ground_at(&ground, 1.0, 0.0).mu_max, 0.3);
    variation.parameter = TALUS_VARIED_FRICTION;
    cr_assert_eq(talus_ground_at(&ground, 1.0, 0.0).mu_min, 0.0);
    cr_assert_eq(talus_ground_at(&ground, 1.0, 0.0).mu_max, 0.0);
}
