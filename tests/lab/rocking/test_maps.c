// SPDX-License-Identifier: GPL-3.0-or-later
// Planar impact maps: how they contain each other, balances at the impact, limits.
#include "talus/lab/rocking.h"

#include <criterion/criterion.h>
#include <math.h>

enum { BLOCKS = 5, STEPS = 41 };

/// Rectangles, a body whose moment is not that of a rectangle, and an asymmetric one.
static const talus_rocking_block blocks[BLOCKS] = {
    {1.0, 1.0 * (0.0025 + 0.04) / 3.0, 0.2, 0.05, 0.05},
    {2.5, 0.003984375, 0.0675, 0.015, 0.015},
    {3.0, 0.41, 0.4, 0.5, 0.5},
    {1.0, 0.02, 0.3, 0.2, 0.2},
    {1.7, 0.3, 0.6, 0.12, 0.3}};

static double housner_of(const talus_rocking_block *block)
{
    return talus_rocking_ratio(block, TALUS_ROCKING_HOUSNER, 0.0);
}

static double chatzis_of(const talus_rocking_block *block, double lam)
{
    return talus_rocking_ratio(block, TALUS_ROCKING_CHATZIS, lam);
}

Test(maps, housner_of_a_rectangle_is_one_minus_three_halves_sine_squared)
{
    for (int i = 0; i < STEPS; i++) {
        const double b = 0.1 + 0.05 * i, h = 1.0;
        const talus_rocking_block block = talus_rocking_block_rectangle(3.0, b, h);
        const double sine = talus_sin(talus_rocking_block_pivot(&block, true, 9.81).alpha);
        const double wanted = 1.0 - 1.5 * sine * sine;
        cr_expect(fabs(housner_of(&block) - wanted) < 1e-15); /* measured 4e-16 */
        cr_expect(fabs(housner_of(&block) - (2.0 * h * h - b * b) / (2.0 * h * h + 2.0 * b * b)) <
                  1e-15);
    }
}

Test(maps, chatzis_contains_the_others)
{
    for (int i = 0; i < BLOCKS; i++) {
        const talus_rocking_block *k = &blocks[i];
        cr_expect(fabs(chatzis_of(k, 1.0) - housner_of(k)) < 1e-15);
        cr_expect(fabs(chatzis_of(k, 0.49) -
                       talus_rocking_ratio(k, TALUS_ROCKING_KALLIONTZIS, 0.7)) < 1e-15);
        cr_expect(fabs(chatzis_of(k, 0.49) - talus_rocking_ratio(k, TALUS_ROCKING_CEH, 0.7)) <
                  1e-15);
        cr_expect(chatzis_of(k, 0.0) == 1.0);
    }
}

Test(maps, lambda_is_the_inverse_of_chatzis)
{
    for (int i = 0; i < BLOCKS; i++) {
        for (int n = 0; n < STEPS; n++) {
            const double lam = -0.9 + 0.06 * n;
            const double back = talus_rocking_lambda(&blocks[i], chatzis_of(&blocks[i], lam));
            cr_expect(fabs(back - lam) < 1e-14, "%g", back - lam); /* measured 2.4e-15 */
        }
    }
}

Test(maps, ther_kollar_is_the_resultant_of_two_impacts)
{
    for (int i = 0; i < BLOCKS - 1; i++) { // symmetric ones
        const talus_rocking_block *k = &blocks[i];
        const double a = k->inertia + k->mass * k->h * k->h, b2 = k->mass * k->b2 * k->b2;
        const double r = talus_rocking_ratio(k, TALUS_ROCKING_THER_KOLLAR, 0.0);
        cr_expect(fabs(r - a / (a + b2)) < 1e-15);
        cr_expect(fabs(talus_rocking_lambda(k, r) - a / (2.0 * a + b2)) < 1e-14);
    }
}

Test(maps, an_asymmetric_block_keeps_its_angular_momentum_about_the_new_pivot)
{
    const talus_rocking_block *k = &blocks[4];
    const talus_rocking_block mirrored = talus_rocking_block_mirrored(k);
    const double h2 = k->h * k->h;
    const double ab = (k->inertia + k->mass * (h2 - k->b1 * k->b2)) /
                      (k->inertia + k->mass * (h2 + k->b2 * k->b2));
    const double ba = (k->inertia + k->mass * (h2 - k->b1 * k->b2)) /
                      (k->inertia + k->mass * (h2 + k->b1 * k->b1));
    cr_expect(fabs(housner_of(k) - ab) < 1e-15);
    cr_expect(fabs(housner_of(&mirrored) - ba) < 1e-15);
    cr_expect(ba > ab);
}

/// Energy over its value before: pivot at -b1 before, at b2 after.
static double energy_after(const talus_rocking_block *k, double r)
{
    const double base = k->inertia + k->mass * k->h * k->h;
    return r * r * (base + k->mass * k->b2 * k->b2) / (base + k->mass * k->b1 * k->b1);
}

Test(maps, energy_falls_for_lambda_above_zero_and_grows_below)
{
    for (int i = 0; i < BLOCKS - 1; i++) {
        for (int n = 0; n < STEPS; n++) {
            const double lam = -0.5 + 0.05 * n + 1e-9;
            const double gain = energy_after(&blocks[i], chatzis_of(&blocks[i], lam)) - 1.0;
            cr_expect(lam > 0.0 ? gain < 0.0 : gain > 0.0, "lam %g gains %g", lam, gain);
        }
    }
}

/// The sequence of two, three points, and what a fine convex or a concave base gives.
Test(maps, two_base_points_are_housner_and_three_are_ther_kollar)
{
    for (int i = 0; i < BLOCKS; i++) {
        const talus_rocking_block *k = &blocks[i];
        const talus_rocking_base_point two[] = {{-k->b1, false}, {k->b2, false}};
        const talus_rocking_base_point three[] = {
            {-k->b1, false}, {0.5 * (k->b2 - k->b1), false}, {k->b2, false}};
        cr_expect(fabs(talus_rocking_base_ratio(k, two, 2) - housner_of(k)) < 1e-15);
        cr_expect(fabs(talus_rocking_base_ratio(k, three, 3) -
                       talus_rocking_ratio(k, TALUS_ROCKING_THER_KOLLAR, 0.0)) < 1e-15);
    }
}

Test(maps, a_concave_gap_between_convex_parts_is_kalliontzis)
{
    for (int i = 0; i < BLOCKS - 1; i++) {
        for (int n = 1; n < 20; n++) {
            const talus_rocking_block *k = &blocks[i];
            const double nu = 0.05 * n, gap = nu * k->b2;
            const talus_rocking_base_point base[] = {
                {-k->b1, false}, {-gap, true}, {gap, false}, {k->b2, true}};
            const double wanted = talus_rocking_ratio(k, TALUS_ROCKING_KALLIONTZIS, nu);
            const double found = talus_rocking_base_ratio(k, base, 4);
            cr_expect(fabs(found - wanted) < 1e-15, "%g", found - wanted); /* measured 3e-16 */
        }
    }
}

Test(maps, a_base_that_rolls_loses_nothing)
{
    for (int i = 0; i < BLOCKS; i++) {
        const talus_rocking_block *k = &blocks[i];
        const talus_rocking_base_point base[] = {{-k->b1, false}, {0.01, true}, {k->b2, true}};
        const double r = talus_rocking_base_ratio(k, base, 3);
        cr_expect(fabs(energy_after(k, r) - 1.0) < 1e-15);
    }
}

Test(maps, many_steps_tend_to_rolling_with_first_order)
{
    for (int i = 0; i < BLOCKS - 1; i++) {
        const double coarse = 1.0 - talus_rocking_steps_ratio(&blocks[i], 1000);
        const double fine = 1.0 - talus_rocking_steps_ratio(&blocks[i], 2000);
        cr_expect(coarse > 0.0 && fabs(coarse / fine - 2.0) < 0.02, "%g",
                  coarse / fine); /* measured 1.9994 to 2.0000 */
        cr_expect(fabs(talus_rocking_steps_ratio(&blocks[i], 1) - housner_of(&blocks[i])) < 1e-15);
    }
}

Test(maps, base_points_that_do_not_ascend_give_nothing)
{
    const talus_rocking_base_point base[] = {
        {-1.0, false}, {0.5, false}, {0.5, true}, {1.0, false}};
    cr_expect(isnan(talus_rocking_base_ratio(&blocks[2], base, 4)));
    cr_expect(isnan(talus_rocking_steps_ratio(&blocks[2], 0)));
}

/// Rebound: B leaves with e times its speed, angular momentum about B is conserved.
Test(maps, rebound_keeps_the_angular_momentum_about_b_and_reverses_its_velocity)
{
    for (int i = 0; i < BLOCKS; i++) {
        for (int n = 0; n <= 10; n++) {
            const talus_rocking_block *k = &blocks[i];
            const double e = 0.1 * n, w = -1.0;
            const double after = w * talus_rocking_ratio(k, TALUS_ROCKING_LIPSCOMBE, e);
            const double b_up = -e * (k->b1 + k->b2) * w; // velocity of B afterwards
            const double rise = b_up - k->b2 * after;     // of the centre of mass
            const double base = k->inertia + k->mass * k->h * k->h;
            const double before_b = base * w - k->mass * k->b2 * k->b1 * w;
            const double after_b = base * after - k->mass * k->b2 * rise;
            cr_expect(fabs(after_b - before_b) < 1e-15); /* measured 2e-16 kg m2/s */
            const double a_up = rise - k->b1 * after;
            // where the two terms cancel the sign is that of the exact factor
            cr_expect(fabs(a_up) < 1e-12 || talus_rocking_a_lifts(k, e) == (a_up > 0.0));
        }
    }
}

Test(maps, a_lifts_above_one_over_root_two_for_every_e)
{
    const double critical = sqrt(0.5);
    for (int n = 0; n <= 10; n++) {
        const talus_rocking_block slender =
            talus_rocking_block_rectangle(1.0, 1.0, critical * (1.0 + 1e-12));
        const talus_rocking_block stocky =
            talus_rocking_block_rectangle(1.0, 1.0, critical * (1.0 - 1e-12));
        cr_expect(talus_rocking_a_lifts(&slender, 0.1 * n));
        cr_expect_not(talus_rocking_a_lifts(&stocky, 0.1 * n));
    }
}

Test(maps, patterns_follow_the_sign_of_eta)
{
    const double critical = sqrt(0.5);
    cr_expect(talus_rocking_pattern_of(talus_rocking_eta(critical + 1e-9, 1.0)) ==
              TALUS_ROCKING_ROCKS);
    cr_expect(talus_rocking_pattern_of(0.0) == TALUS_ROCKING_STOPS);
    cr_expect(talus_rocking_pattern_of(talus_rocking_eta(critical - 1e-9, 1.0)) ==
              TALUS_ROCKING_BOUNCES_BACK);
    cr_expect_str_eq(talus_rocking_pattern_name(TALUS_ROCKING_STOPS), "staying still");
}

Test(maps, k_is_the_inverse_of_eta)
{
    for (int n = 1; n < STEPS; n++) {
        for (int i = 1; i <= 30; i++) {
            const double aspect = 0.3 * n, k = 0.05 * i;
            const double back = talus_rocking_k(aspect, talus_rocking_eta(aspect, k));
            cr_expect(fabs(back - k) < 2e-13, "%g", back - k); /* measured 6.6e-14 */
        }
    }
    cr_expect(isnan(talus_rocking_k(3.0, 1.01)));
}

Test(maps, limits_of_the_theory_are_warned_about)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_rocking_warn(TALUS_ROCKING_CHATZIS, 0.5, 0.9, list);
    talus_rocking_warn(TALUS_ROCKING_HOUSNER, 7.0, 0.9, list);
    cr_expect(talus_diagnostics_count(list) == 0);
    talus_rocking_warn(TALUS_ROCKING_CHATZIS, 1.2, 0.9, list);
    talus_rocking_warn(TALUS_ROCKING_KALLIONTZIS, -0.1, 1.1, list);
    cr_expect(talus_diagnostics_count(list) == 3);
    cr_expect_str_eq(talus_diagnostics_get(list, 0)->message,
                     "lam = 1.2 of the map chatzis is outside its theory, 0 to 1");
    cr_expect(talus_diagnostics_count_of(list, TALUS_WARNING) == 3);
    talus_diagnostics_destroy(list);
}

Test(maps, names_go_there_and_back)
{
    for (int i = 0; i < TALUS_ROCKING_MAP_COUNT; i++) {
        talus_rocking_map map = TALUS_ROCKING_MAP_COUNT;
        cr_expect(talus_rocking_map_from_name(talus_rocking_map_name((talus_rocking_map)i), &map));
        cr_expect((int)map == i);
    }
    talus_rocking_map map;
    cr_expect_not(talus_rocking_map_from_name("housners", &map));
}
