// SPDX-License-Identifier: GPL-3.0-or-later
// The generalised law on a block and on chains: closed forms against the machinery of
// talus/lab/impact_law.h.
#include "cases/blocks/block_law.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { TRIALS = 300 };

static double uniform(talus_random *rng, double low, double high)
{
    return low + (high - low) * talus_random_uniform(rng);
}

static block_law_result apply(const talus_impact_law_block *block, const block_law *law,
                              double omega)
{
    block_law_result result;
    talus_error error = {0};
    cr_assert(block_law_apply(block, law, omega, &result, &error) == TALUS_OK, "%s", error.message);
    return result;
}

Test(block_law, section_5_in_closed_form)
{
    talus_random rng = {.seed = 5};
    double worst = 0.0;
    for (int i = 0; i < TRIALS; i++) {
        const talus_impact_law_block block = {uniform(&rng, 0.5, 3.0), uniform(&rng, 0.3, 2.0),
                                              uniform(&rng, 0.3, 4.0)};
        const block_law law = {uniform(&rng, 0.0, 1.0), uniform(&rng, 0.0, 1.0),
                               uniform(&rng, -1.0, 1.0)};
        const double w = -uniform(&rng, 0.1, 3.0), m = block.mass;
        const double L = block.width, l = block.height, x = -0.5 * l * w;
        const double inertia = m * (L * L + l * l) / 12.0;
        const block_law_result r = apply(&block, &law, w);
        const double sum = -0.5 * m * L * (law.en1 + law.en21 + 1.0) * w;
        const double difference = (-2.0 * inertia / L * (law.en1 - law.en21 + 1.0) -
                                   0.5 * m * l * l / L * (law.et3 + 1.0)) *
                                  w;
        const double off[] = {r.velocity[0] + law.et3 * x,
                              r.velocity[1] + 0.5 * (law.en1 + law.en21) * L * w,
                              r.velocity[2] - (law.en21 - law.en1) * w,
                              r.percussion_b + r.percussion_a - sum,
                              r.percussion_b - r.percussion_a - difference,
                              r.percussion_t - m * (-law.et3 - 1.0) * x};
        for (size_t k = 0; k < sizeof off / sizeof off[0]; k++) {
            worst = fmax(worst, fabs(off[k]));
        }
    }
    cr_expect(worst < 3e-12, "%g", worst); /* measured 7e-13 of up to 500 N s */
}

Test(block_law, section_5_is_admissible_inside_its_ellipsoid_and_cone)
{
    talus_random rng = {.seed = 6};
    size_t inside = 0;
    for (int i = 0; i < TRIALS; i++) {
        const double L = 1.0, l = uniform(&rng, 0.3, 3.0), L2 = 1.0, l2 = l * l;
        const double en1 = uniform(&rng, -0.2, 1.2), en21 = uniform(&rng, -0.2, 1.2);
        const double et3 = uniform(&rng, -1.3, 1.3);
        const double sum = en1 + en21, difference = en21 - en1;
        const double energy =
            L2 * sum * sum + (l2 + L2) / 3.0 * difference * difference + l2 * et3 * et3;
        const double pn1 =
            (l2 + 4.0 * L2) * en1 + (2.0 * L2 - l2) * en21 + 3.0 * l2 * et3 + 4.0 * l2 + 4.0 * L2;
        const double pn2 =
            (2.0 * L2 - l2) * en1 + (l2 + 4.0 * L2) * en21 - 3.0 * l2 * et3 + 2.0 * L2 - 4.0 * l2;
        const talus_impact_law_block block = {1.0, L, l};
        const block_law law = {en1, en21, et3};
        const block_law_result r = apply(&block, &law, -1.0);
        cr_expect(fabs(r.energy_ratio - energy / (4.0 / 3.0 * (l2 + L2))) < 1e-14);
        cr_expect(r.verdict.energetic == (energy <= 4.0 / 3.0 * (l2 + L2)));
        cr_expect(r.verdict.kinetic == (pn1 >= 0.0 && pn2 >= 0.0));
        cr_expect(r.verdict.kinematic == (en1 >= 0.0 && en21 >= 0.0));
        inside += r.verdict.energetic && r.verdict.kinetic && r.verdict.kinematic;
    }
    cr_expect(inside > 10 && inside < TRIALS - 10, "%zu", inside);
}

Test(block_law, sticking_rocking_is_the_law_without_first_coefficient)
{
    // (0, e, -e): B sticks, omega+ = e omega-, admissible from Housner's ratio on
    for (int i = 1; i < 20; i++) {
        const double a = 0.25 * i;
        const double housner = fmax(0.0, (2.0 * a * a - 1.0) / (2.0 * a * a + 2.0));
        const talus_impact_law_block block = {1.0, 1.0, a};
        for (int side = -1; side <= 1; side += 2) {
            const double e = housner + 1e-6 * side;
            const block_law law = block_law_tangential(e, e);
            cr_expect(law.en1 == 0.0 && law.et3 == -e);
            const block_law_result r = apply(&block, &law, -1.0);
            cr_expect(fabs(r.velocity[0] + 0.5 * a * r.velocity[2]) < 1e-14);
            cr_expect((r.verdict.kinetic && r.verdict.kinematic) == (side > 0), "a %g", a);
            cr_expect(r.verdict.energetic);
        }
    }
}

Test(block_law, tangential_restitution_of_the_corners)
{
    talus_random rng = {.seed = 8};
    for (int i = 0; i < TRIALS; i++) {
        // v_t = x' + (l / 2) omega is 0 before by sticking, so it is 0 after for any e_t
        const talus_impact_law_block block = {1.0, 1.0, uniform(&rng, 0.3, 4.0)};
        const block_law law =
            block_law_tangential(uniform(&rng, 0.0, 1.0), uniform(&rng, -1.0, 1.0));
        const block_law_result r = apply(&block, &law, -1.0);
        cr_expect(fabs(r.velocity[0] + 0.5 * block.height * r.velocity[2]) < 1e-14);
    }
}

Test(block_law, blocks_and_rates_that_cannot_be_are_refused)
{
    const block_law law = {0.0, 0.8, -0.8};
    const talus_impact_law_block good = {1.0, 1.0, 2.0}, flat = {1.0, 1.0, 0.0};
    block_law_result r;
    talus_error error = {0};
    cr_expect(block_law_apply(&flat, &law, -1.0, &r, &error) == TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "height"));
    cr_expect(block_law_apply(&good, &law, 0.5, &r, &error) == TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "omega < 0"));
    cr_expect(block_law_apply(&good, &law, (double)NAN, &r, &error) == TALUS_ERROR_INPUT);
}

static double critical_of(talus_impact_law_case which, double mu)
{
    return talus_impact_law_block_interval(which, 1.0, mu, 0.0).critical_aspect;
}

Test(block_law, critical_aspects)
{
    // table 1 of [B12]: where Housner's ratio and that of sliding vanish, and with friction
    cr_expect(fabs(critical_of(TALUS_IMPACT_LAW_ROCKING_SLIDING, 0.0) - sqrt(2.0)) < 1e-15);
    cr_expect(fabs(critical_of(TALUS_IMPACT_LAW_ROCKING_STICKING, 0.0) - sqrt(0.5)) < 1e-15);
    cr_expect(fabs(talus_rocking_eta(sqrt(0.5), 1.0)) < 1e-15);
    for (int i = 0; i < 20; i++) {
        const double mu = 0.1 * i, root = sqrt(9.0 * mu * mu + 8.0);
        cr_expect(fabs(critical_of(TALUS_IMPACT_LAW_ROCKING_RIGHT, mu) - 0.5 * (root - 3.0 * mu)) <
                  1e-15);
        cr_expect(fabs(critical_of(TALUS_IMPACT_LAW_ROCKING_LEFT, mu) - 0.5 * (root + 3.0 * mu)) <
                  1e-15);
    }
    // without friction both are that of sliding
    cr_expect(fabs(critical_of(TALUS_IMPACT_LAW_ROCKING_LEFT, 0.0) - sqrt(2.0)) < 1e-15);
}

Test(block_law, kinetic_angles_of_the_paper)
{
    static const double none[4] = {0.0}, still[2] = {0.0};
    const double aspects[] = {1e-6, 1.0, 1.4142135623730951, 3.0};
    for (int i = 0; i < 4; i++) {
        const double a = aspects[i], cosine = (2.0 - a * a) / (4.0 + a * a);
        rocking_norm_result r;
        cr_assert(rocking_norm_apply(a, none, still, &r, NULL) == TALUS_OK);
        cr_expect(fabs(talus_cos(r.angle) - cosine) < 1e-15);
        cr_expect(fabs(r.gram[1] + cosine) < 1e-15);
    }
}

Test(norm_law, agrees_with_the_general_evaluation)
{
    talus_random rng = {.seed = 9};
    double mass[9], normals[6], tangents[6], worst = 0.0;
    for (int i = 0; i < TRIALS; i++) {
        const double a = uniform(&rng, 0.2, 5.0), q_tan = 0.0;
        const double q[2] = {-uniform(&rng, 0.0, 1.0), -uniform(&rng, 0.0, 1.0)};
        double e[4], u[3];
        for (int k = 0; k < 4; k++) {
            e[k] = uniform(&rng, -0.2, 1.2);
        }
        const talus_impact_law_block block = {1.0, 1.0, a};
        talus_impact_law_block_matrices(&block, mass, normals, tangents);
        const talus_impact_law_system system = {3, 2, 2, mass, normals, tangents, NULL};
        const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED, .restitution = e};
        static talus_impact_law_metric metric;
        static talus_impact_law_result general;
        rocking_norm_result r;
        cr_assert(rocking_norm_apply(a, e, q, &r, NULL) == TALUS_OK);
        cr_assert(talus_impact_law_metric_init(&system, &metric, NULL) == TALUS_OK);
        talus_impact_law_velocity(&metric, q, &q_tan, u);
        cr_assert(talus_impact_law_apply(&system, &law, u, &general, NULL) == TALUS_OK);
        for (int k = 0; k < 2; k++) {
            worst = fmax(worst, fabs(r.q_norm[k] - general.q_norm_after[k]));
            worst = fmax(worst, fabs(r.impulse[k] - general.percussion_n[k] * metric.sigma[k]));
        }
        worst = fmax(worst, fabs(r.energy_change - (general.energy_after - general.energy_before)));
        cr_expect(r.verdict.kinematic == general.kinematic.holds);
        cr_expect(r.verdict.kinetic == general.kinetic.holds);
        cr_expect(r.verdict.energetic == general.energetic.holds);
    }
    cr_expect(worst < 1e-13, "%g", worst); /* measured 3e-15 */
}

Test(chain, agrees_with_the_general_evaluation)
{
    enum { MOST = 9 };
    talus_random rng = {.seed = 10};
    double worst = 0.0;
    for (int i = 0; i < TRIALS; i++) {
        double v[MOST], e[MOST * MOST], masses[MOST], mass[MOST * MOST], normals[MOST * MOST];
        double after[MOST], percussion[MOST], ratio = 0.0;
        const size_t n = 2 + (size_t)i % (MOST - 1);
        const double m = uniform(&rng, 0.2, 2.0);
        for (size_t k = 0; k < n; k++) {
            v[k] = k > 0 ? v[k - 1] - uniform(&rng, 0.0, 1.0) : 2.0;
            masses[k] = m;
        }
        for (size_t k = 0; k < (n - 1) * (n - 1); k++) {
            e[k] = uniform(&rng, -0.1, 0.6);
        }
        talus_impact_law_chain_matrices(n, masses, mass, normals);
        const talus_impact_law_system system = {n, n - 1, 0, mass, normals, NULL, NULL};
        const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED, .restitution = e};
        static talus_impact_law_result general;
        cr_assert(talus_impact_law_apply(&system, &law, v, &general, NULL) == TALUS_OK);
        const rocking_chain chain = {n, m, e, v};
        const block_verdict verdict = rocking_chain_impact(&chain, after, percussion, &ratio);
        for (size_t k = 0; k < n; k++) {
            worst = fmax(worst, fabs(after[k] - general.velocity_after[k]));
        }
        for (size_t k = 0; k + 1 < n; k++) {
            worst = fmax(worst, fabs(percussion[k] - general.percussion_n[k]));
        }
        worst = fmax(worst, fabs(ratio - general.energy_after / general.energy_before));
        cr_expect(verdict.kinematic == general.kinematic.holds);
        cr_expect(verdict.kinetic == general.kinetic.holds);
        cr_expect(verdict.energetic == general.energetic.holds);
    }
    cr_expect(worst < 1e-12, "%g", worst); /* measured 3.2e-14 */
}

Test(forces, balance_weight_and_solve_the_complementarity)
{
    talus_random rng = {.seed = 11};
    size_t modes[4] = {0};
    for (int i = 0; i < 4 * TRIALS; i++) {
        const talus_rocking_block block = {uniform(&rng, 0.5, 3.0), uniform(&rng, 0.02, 0.5),
                                           uniform(&rng, 0.1, 1.0), uniform(&rng, 0.1, 0.5),
                                           uniform(&rng, 0.1, 0.5)};
        const double theta = uniform(&rng, -1.4, 1.4), omega = uniform(&rng, -7.0, 7.0);
        double a[4], f[2];
        cr_assert(block_forces(&block, theta, omega, 9.81, a, f, NULL) == TALUS_OK);
        const double c = talus_cos(theta), s = talus_sin(theta), w2 = omega * omega;
        const double rise[2] = {
            a[0] * f[0] + a[1] * f[1] - 9.81 + w2 * (block.h * c - block.b2 * s),
            a[2] * f[0] + a[3] * f[1] - 9.81 + w2 * (block.h * c + block.b1 * s)};
        const double scale = 1e-12 * (9.81 + w2);
        for (int k = 0; k < 2; k++) {
            cr_expect(f[k] >= 0.0 && rise[k] >= -scale, "force %g, acceleration %g", f[k], rise[k]);
            cr_expect(f[k] == 0.0 || fabs(rise[k]) <= scale, "%g", rise[k]);
        }
        modes[(f[0] > 0.0) + 2 * (f[1] > 0.0)]++;
    }
    for (int k = 0; k < 4; k++) {
        cr_expect(modes[k] > 20, "mode %d: %zu", k, modes[k]);
    }
}

Test(forces, a_block_at_rest_presses_with_its_weight_by_the_lever_rule)
{
    const talus_rocking_block block = {2.0, 0.3, 0.7, 0.1, 0.4};
    double a[4], f[2];
    cr_assert(block_forces(&block, 0.0, 0.0, 9.81, a, f, NULL) == TALUS_OK);
    cr_expect(fabs(f[0] - 2.0 * 9.81 * 0.2) < 1e-14 && fabs(f[1] - 2.0 * 9.81 * 0.8) < 1e-14);
    talus_error error = {0};
    cr_expect(block_forces(&block, 1.6, 0.0, 9.81, a, f, &error) == TALUS_ERROR_INPUT);
}
