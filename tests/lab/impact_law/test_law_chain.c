// SPDX-License-Identifier: GPL-3.0-or-later
#include "law_cases.h"

#include <criterion/criterion.h>

#include <string.h>

static law_bench b;
static talus_impact_law_result r;

static const double first[4] = {1.0, 0.0, 0.0, 0.0};
static const double second[4] = {1.0, 0.0, 0.0, -2.0};

static void strike(const double *e, const double *v)
{
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED, .restitution = e};
    law_bench_chain(&b, 4);
    cr_assert(talus_impact_law_apply(&b.system, &law, v, &r, NULL) == TALUS_OK);
}

static void expect_near(const double *found, const double *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cr_expect(fabs(found[i] - wanted[i]) < 1e-14, "%zu: %g, expected %g", i, found[i],
                  wanted[i]);
    }
}

Test(law_chain, newtons_cradle_passes_the_blow_to_the_last_ball)
{
    const double e[9] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    strike(e, first);
    expect_near(r.velocity_after, (double[]){0.0, 0.0, 0.0, 1.0}, 4);
    expect_near(r.percussion_n, (double[]){1.0, 1.0, 1.0}, 3);
    cr_expect(r.admissible && fabs(r.energy_after - 0.5) < 1e-15);
}

Test(law_chain, moreau_cannot_make_newtons_cradle)
{
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_MOREAU, .e = 1.0};
    law_bench_chain(&b, 4);
    cr_assert(talus_impact_law_apply(&b.system, &law, first, &r, NULL) == TALUS_OK);
    expect_near(r.velocity_after, (double[]){-0.5, 0.5, 0.5, 0.5}, 4);
    cr_expect(r.admissible);
}

Test(law_chain, matrices_of_a_chain_end_where_they_say)
{
    const double masses[3] = {1.0, 2.0, 3.0};
    double mass[13], normals[7];
    memset(mass, 0x5a, sizeof mass);
    memset(normals, 0x5a, sizeof normals);
    const double untouched = mass[12];
    talus_impact_law_chain_matrices(3, masses, mass, normals);
    expect_near(mass, (double[]){1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0}, 9);
    for (size_t k = 9; k < 13; k++) {
        cr_expect(memcmp(&mass[k], &untouched, sizeof untouched) == 0, "%zu", k);
    }
    cr_expect(memcmp(&normals[6], &untouched, sizeof untouched) == 0);
}

Test(law_chain, balls_that_stick_together_keep_the_momentum)
{
    const double e[9] = {0.0};
    strike(e, second);
    expect_near(r.velocity_after, (double[]){-0.25, -0.25, -0.25, -0.25}, 4);
    expect_near(r.percussion_n, (double[]){1.25, 1.5, 1.75}, 3);
}

Test(law_chain, velocities_and_percussions_of_the_first_blow)
{
    talus_random rng = {.seed = 5};
    for (size_t trial = 0; trial < 100; trial++) {
        const double e1 = talus_random_uniform(&rng), e21 = talus_random_uniform(&rng);
        const double e31 = talus_random_uniform(&rng);
        const double e[9] = {e1, 0.3, 0.2, e21, 0.1, 0.9, e31, 0.4, 0.5};
        const double sums[4] = {1.0 - 3.0 * e1 - 2.0 * e21 - e31, 1.0 + e1 - 2.0 * e21 - e31,
                                1.0 + e1 + 2.0 * e21 - e31, 1.0 + e1 + 2.0 * e21 + 3.0 * e31};
        strike(e, first);
        for (size_t i = 0; i < 4; i++) {
            cr_expect(fabs(r.velocity_after[i] - sums[i] / 4.0) < 1e-14);
        }
        expect_near(r.percussion_n,
                    (double[]){(3.0 + 3.0 * e1 + 2.0 * e21 + e31) / 4.0,
                               (1.0 + e1 + 2.0 * e21 + e31) / 2.0,
                               (1.0 + e1 + 2.0 * e21 + 3.0 * e31) / 4.0},
                    3);
    }
}

/// d' K d with K the inverse Gram matrix of the differences, times 4.
static double ellipsoid(const double *d)
{
    return 3.0 * d[0] * d[0] + 4.0 * d[1] * d[1] + 3.0 * d[2] * d[2] + 4.0 * d[0] * d[1] +
           2.0 * d[0] * d[2] + 4.0 * d[1] * d[2];
}

Test(law_chain, energy_of_the_first_blow_is_the_corrected_ellipsoid)
{
    talus_random rng = {.seed = 6};
    for (size_t trial = 0; trial < 200; trial++) {
        const double d[3] = {talus_random_uniform(&rng), talus_random_uniform(&rng),
                             talus_random_uniform(&rng)};
        const double e[9] = {d[0], 0.0, 0.0, d[1], 0.0, 0.0, d[2], 0.0, 0.0};
        strike(e, first);
        // T+ = (S^2 + d' K d) / 2 with S = 1 spread over four balls
        cr_expect(fabs(r.energy_after - (1.0 + ellipsoid(d)) / 8.0) < 1e-14);
        cr_expect(r.energetic.holds == (ellipsoid(d) <= 3.0));
    }
}

Test(law_chain, the_printed_condition_admits_a_gain)
{
    // (0, 1, 0) lies on the printed ellipsoid e1^2 + e21^2 + e31^2 = 1
    const double e[9] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    strike(e, first);
    cr_expect(!r.energetic.holds && fabs(r.energetic.excess - 0.125) < 1e-15);
}

Test(law_chain, the_printed_proposition_admits_a_gain)
{
    // symmetric, eigenvalues 1, 1, -1: swap of gaps 1 and 2
    const double e[9] = {0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    static talus_impact_law_metric metric;
    strike(e, first);
    cr_expect(!r.energetic.holds);
    cr_expect(fabs(r.energy_after / r.energy_before - 1.25) < 1e-14);
    cr_assert(talus_impact_law_metric_init(&b.system, &metric, NULL) == TALUS_OK);
    cr_expect(talus_impact_law_margins_of(&metric, e).norm > 1.1);
}

Test(law_chain, energy_of_the_second_blow_is_the_corrected_ellipsoid)
{
    talus_random rng = {.seed = 7};
    for (size_t trial = 0; trial < 200; trial++) {
        double e[9];
        for (size_t i = 0; i < 9; i++) {
            e[i] = talus_random_uniform(&rng);
        }
        const double d[3] = {e[0] + 2.0 * e[2], e[3] + 2.0 * e[5], e[6] + 2.0 * e[8]};
        strike(e, second);
        cr_expect(fabs(r.energy_after - (1.0 + ellipsoid(d)) / 8.0) < 1e-13);
        cr_expect(r.energetic.holds == (ellipsoid(d) <= 19.0));
        // the corrected middle percussion, and the outer ones as printed
        expect_near(r.percussion_n,
                    (double[]){(5.0 + 3.0 * d[0] + 2.0 * d[1] + d[2]) / 4.0,
                               (3.0 + d[0] + 2.0 * d[1] + d[2]) / 2.0,
                               (7.0 + d[0] + 2.0 * d[1] + 3.0 * d[2]) / 4.0},
                    3);
    }
}

Test(law_chain, any_number_of_balls_follows_the_closed_form)
{
    talus_random rng = {.seed = 8};
    for (size_t n = 2; n <= TALUS_IMPACT_LAW_MAX; n += 5) {
        double v[TALUS_IMPACT_LAW_MAX], e[TALUS_IMPACT_LAW_MATRIX], sum = 0.0;
        const size_t m = n - 1;
        for (size_t i = 0; i < n; i++) {
            v[i] = (i > 0 ? v[i - 1] : 1.0) - talus_random_uniform(&rng);
            sum += v[i];
        }
        for (size_t i = 0; i < m * m; i++) {
            e[i] = talus_random_uniform(&rng) / (double)m;
        }
        const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED, .restitution = e};
        law_bench_chain(&b, n);
        cr_assert(talus_impact_law_apply(&b.system, &law, v, &r, NULL) == TALUS_OK);
        double worst = 0.0, momentum = 0.0;
        for (size_t k = 0; k < n; k++) {
            double after = sum;
            for (size_t j = 0; j < m; j++) {
                double d = 0.0;
                for (size_t i = 0; i < m; i++) {
                    d -= e[j * m + i] * (v[i + 1] - v[i]);
                }
                after += j < k ? (double)(j + 1) * d : -(double)(n - 1 - j) * d;
            }
            worst = fmax(worst, fabs(r.velocity_after[k] - after / (double)n));
            momentum += v[k] - r.velocity_after[k];
            if (k < m) {
                worst = fmax(worst, fabs(r.percussion_n[k] - momentum));
            }
        }
        cr_expect(worst < 1e-12, "%zu balls: %g m/s", n, worst); /* measured 1e-14 m/s */
    }
}

Test(law_chain, a_dissipative_gap_is_a_barrier)
{
    // distance effects through gap 1 only: the balls behind it stay together
    const double e[9] = {0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    strike(e, first);
    cr_expect(r.admissible);
    expect_near(r.velocity_after, (double[]){-0.05, 0.35, 0.35, 0.35}, 4);
}
