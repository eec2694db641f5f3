// SPDX-License-Identifier: GPL-3.0-or-later
// The rocking block: closed forms against the general evaluation. Width 1 m, mass 1 kg, omega- = -1
// rad/s, A (contact 1) closed, B (contact 0) hits the ground.
#include "law_cases.h"

#include <criterion/criterion.h>

static law_bench b;
static talus_impact_law_result r;

enum { B = 0, A = 1 };

static const double aspects[] = {0.3, 0.7, 1.0, 1.5, 2.0, 4.0};
static const double frictions[] = {0.05, 0.2, 0.5, 0.9, 1.4};
enum {
    ASPECTS = sizeof aspects / sizeof *aspects,
    FRICTIONS = sizeof frictions / sizeof *frictions
};

/// @param slide  x'- / (L omega-)
static void rock(talus_impact_law_case which, double a, double mu, double slide, double e)
{
    const talus_impact_law_interval row = talus_impact_law_block_interval(which, a, mu, slide);
    const double rocking[4] = {0.0, e, e, 0.0}, half[4] = {e, 0.0, 0.0, 0.0};
    talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED,
                            .restitution = row.half ? half : rocking};
    const double u[3] = {-slide, -0.5, -1.0};
    law_bench_block(&b, a);
    if (which >= TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB) {
        law_bench_friction(&b, mu);
        law.tangential = TALUS_IMPACT_LAW_COULOMB;
    }
    if (which == TALUS_IMPACT_LAW_ROCKING_STICKING ||
        which == TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB) {
        law.tangential = TALUS_IMPACT_LAW_TANGENT_VELOCITY;
    }
    cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
}

/// Horizontal velocity that belongs to the case: sticking, or fast enough to slip one way.
static double slide_of(talus_impact_law_case which, double a)
{
    switch (which) {
    case TALUS_IMPACT_LAW_ROCKING_STICKING:
    case TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB:
        return -0.5 * a; // x'- = -(l/2) omega-
    case TALUS_IMPACT_LAW_ROCKING_RIGHT:
    case TALUS_IMPACT_LAW_HALF_ROCKING_RIGHT:
        return -20.0;
    case TALUS_IMPACT_LAW_ROCKING_LEFT:
    case TALUS_IMPACT_LAW_HALF_ROCKING_LEFT:
        return 20.0;
    case TALUS_IMPACT_LAW_ROCKING_SLIDING:
    case TALUS_IMPACT_LAW_HALF_ROCKING:
    case TALUS_IMPACT_LAW_CASE_COUNT:
        break;
    }
    return 0.3;
}

/// Inside the interval admissible, outside not, on a grid of e and close to both ends.
static void expect_interval(talus_impact_law_case which, double a, double mu)
{
    const double slide = slide_of(which, a);
    const talus_impact_law_interval row = talus_impact_law_block_interval(which, a, mu, slide);
    double e[64];
    size_t count = 0;
    for (int i = 0; i <= 50; i++) {
        e[count++] = 0.0137 + 0.0193 * i;
    }
    e[count++] = row.low - 1e-6;
    e[count++] = row.low + 1e-6;
    e[count++] = row.high - 1e-6;
    e[count++] = row.high + 1e-6;
    for (size_t i = 0; i < count; i++) {
        // with a high e the block stops sliding within the impact: another case
        if (e[i] <= 0.0 || !(e[i] <= 1.0 || (e[i] < 1.001 && mu == 0.0))) {
            continue;
        }
        const bool inside = e[i] >= row.low && e[i] <= row.high;
        rock(which, a, mu, slide, e[i]);
        cr_expect(r.admissible == inside, "%s: a %g, mu %g, e %.9g of [%.9g, %.9g]", row.name, a,
                  mu, e[i], row.low, row.high);
    }
}

Test(law_block, every_interval_is_where_the_law_is_admissible)
{
    for (size_t i = 0; i < ASPECTS; i++) {
        for (size_t k = 0; k < FRICTIONS; k++) {
            for (int which = 0; which < TALUS_IMPACT_LAW_CASE_COUNT; which++) {
                expect_interval((talus_impact_law_case)which, aspects[i], frictions[k]);
            }
        }
        for (int which = 0; which < TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB; which++) {
            expect_interval((talus_impact_law_case)which, aspects[i], 0.0); // and beyond e = 1
        }
    }
}

static void expect_percussions(double p1, double p2)
{
    cr_expect(fabs(r.percussion_n[B] - p1) < 1e-13, "%g N s", r.percussion_n[B] - p1);
    cr_expect(fabs(r.percussion_n[A] - p2) < 1e-13, "%g N s", r.percussion_n[A] - p2);
}

Test(law_block, percussions_of_sliding_and_sticking)
{
    for (size_t i = 0; i < ASPECTS; i++) {
        const double l = aspects[i], l2 = l * l, e = 0.95;
        rock(TALUS_IMPACT_LAW_ROCKING_SLIDING, l, 0.0, 0.3, e);
        expect_percussions(-((l2 - 2.0) * e - (l2 + 4.0)) / 12.0,
                           -(-(4.0 + l2) * e + l2 - 2.0) / 12.0);
        cr_expect(fabs(r.velocity_after[2] + e) < 1e-14);
        rock(TALUS_IMPACT_LAW_ROCKING_STICKING, l, 0.0, -0.5 * l, e);
        expect_percussions(-((2.0 * l2 - 1.0) * e - 2.0 * (l2 + 1.0)) / 6.0,
                           (2.0 * (l2 + 1.0) * e + 1.0 - 2.0 * l2) / 6.0);
        cr_expect(fabs(r.velocity_after[0] - 0.5 * l * e) < 1e-14); // B stays where it is
    }
}

Test(law_block, percussions_of_slip)
{
    for (size_t i = 0; i < ASPECTS; i++) {
        for (int side = -1; side <= 1; side += 2) {
            const double l = aspects[i], l2 = l * l, e = 0.95, q = 3.0 * side * 0.1 * l;
            rock(side > 0 ? TALUS_IMPACT_LAW_ROCKING_RIGHT : TALUS_IMPACT_LAW_ROCKING_LEFT, l, 0.1,
                 -20.0 * side, e);
            expect_percussions(-((l2 - 2.0 - q) * e - (l2 + 4.0 + q)) / 12.0,
                               -((q - l2 - 4.0) * e + q - 2.0 + l2) / 12.0);
            cr_expect(fabs(r.percussion_t[B] + side * 0.1 * r.percussion_n[B]) < 1e-13);
            cr_expect(fabs(r.percussion_t[A] + side * 0.1 * r.percussion_n[A]) < 1e-13);
            cr_expect(r.slip_after[A] * side > 0.0);
        }
    }
}

Test(law_block, percussions_of_half_rocking)
{
    const double l = 0.6, mu = 0.2, e = 0.7, inertia = (1.0 + l * l) / 12.0;
    rock(TALUS_IMPACT_LAW_HALF_ROCKING, l, 0.0, 0.3, e);
    expect_percussions((1.0 + e) * (4.0 + l * l) / 12.0, -(1.0 + e) * (l * l - 2.0) / 12.0);
    rock(TALUS_IMPACT_LAW_HALF_ROCKING_RIGHT, l, mu, -20.0, e);
    expect_percussions((inertia + (1.0 + mu * l) / 4.0) * (1.0 + e),
                       -(1.0 + e) * (l * l - 2.0 + 3.0 * mu * l) / 12.0);
    cr_expect(r.admissible && fabs(r.velocity_after[2] - e) < 1e-14);
}

Test(law_block, energy_bound_of_slip_is_where_the_energy_turns)
{
    // beyond mu = 1/a the percussion at B ends the interval of slip to the left
    for (size_t i = 0; aspects[i] < 1.0 / 0.3; i++) {
        for (int side = -1; side <= 1; side += 2) {
            const double a = aspects[i], mu = 0.3, slide = 0.02 * side;
            const double s = (a * a + 4.0) / 3.0;
            const talus_impact_law_case which =
                side > 0 ? TALUS_IMPACT_LAW_ROCKING_RIGHT : TALUS_IMPACT_LAW_ROCKING_LEFT;
            const double e = talus_impact_law_block_interval(which, a, mu, slide).high;
            // u+ of slip: x'+ = x'- -+ mu L/2 (1 + e), y'+ = L/2 e, omega+ = -e; 8 T = 4 x'^2 + s
            // w^2
            const double x = -slide, after = x - side * 0.5 * mu * (1.0 + e);
            const double gain = 4.0 * (after * after - x * x) + s * (e * e - 1.0);
            cr_expect(e < 1.0 && fabs(gain) < 1e-14, "a %g: e %g, gain %g", a, e, gain);
        }
    }
}

Test(law_block, a_diagonal_matrix_cannot_rock)
{
    talus_random rng = {.seed = 2};
    for (size_t i = 0; i < 200; i++) {
        const double a = law_uniform(&rng, 0.1, 5.0), u[3] = {0.0, -0.5, -1.0};
        const double e[2] = {talus_random_uniform(&rng), talus_random_uniform(&rng)};
        const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_NEWTON, .epsilon_n = e};
        law_bench_block(&b, a);
        cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
        cr_expect(fabs(r.velocity_after[2] - e[0]) < 1e-14); // turns back or stops, never rocks on
    }
}

Test(law_block, complementarity_lets_a_slender_block_rock_on)
{
    // p at A would have to pull: it opens, and B keeps the angular momentum: omega+ = -r_sli omega-
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_MOREAU, .complementarity = true};
    for (size_t i = 0; i < ASPECTS; i++) {
        const double a = aspects[i], r_sli = (2.0 - a * a) / (4.0 + a * a);
        const double u[3] = {0.0, -0.5, -1.0}, omega = r_sli < 0.0 ? r_sli : 0.0;
        law_bench_block(&b, a);
        cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
        cr_expect(fabs(r.velocity_after[2] - omega) < 1e-11, "a %g: %g rad/s", a,
                  r.velocity_after[2] - omega); /* measured 5e-13 rad/s */
        cr_expect(r.admissible);
    }
}

Test(law_block, complementarity_with_much_friction_is_housner)
{
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_MOREAU,
                                  .tangential = TALUS_IMPACT_LAW_COULOMB,
                                  .complementarity = true};
    for (size_t i = 0; i < ASPECTS; i++) {
        const double a = aspects[i], r_h = (1.0 - 2.0 * a * a) / (2.0 + 2.0 * a * a);
        const double u[3] = {0.5 * a, -0.5, -1.0}, omega = r_h < 0.0 ? r_h : 0.0;
        law_bench_block(&b, a);
        law_bench_friction(&b, 10.0);
        cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
        cr_expect(fabs(r.velocity_after[2] - omega) < 1e-11, "a %g: %g rad/s", a,
                  r.velocity_after[2] - omega); /* measured 2e-13 rad/s */
        cr_expect(r.admissible);
    }
}

Test(law_block, both_forms_agree_where_the_equation_is_admissible)
{
    talus_random rng = {.seed = 9};
    double worst = 0.0;
    size_t compared = 0;
    for (size_t i = 0; i < 500; i++) {
        const double a = law_uniform(&rng, 0.2, 4.0), off = 0.6 * talus_random_uniform(&rng);
        const double e[4] = {talus_random_uniform(&rng), off, off, talus_random_uniform(&rng)};
        talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED, .restitution = e};
        double u[TALUS_IMPACT_LAW_MAX];
        law_bench_block(&b, a);
        law_bench_approach(&b, &rng, u);
        cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
        if (!r.kinetic.holds) {
            continue;
        }
        const talus_impact_law_result equation = r;
        law.complementarity = true;
        cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
        for (size_t k = 0; k < 3; k++) {
            worst = fmax(worst, fabs(r.velocity_after[k] - equation.velocity_after[k]));
        }
        compared++;
    }
    cr_expect(compared > 200, "%zu compared", compared);
    cr_expect(worst < 1e-10, "%g m/s", worst); /* measured 3e-12 m/s */
}

Test(law_block, friction_between_stick_and_slip_reverses_nothing)
{
    // moderate speed: the contacts stop sliding within the impact
    const double e[4] = {0.0, 0.9, 0.9, 0.0}, u[3] = {1.2, -0.5, -1.0};
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED,
                                  .restitution = e,
                                  .tangential = TALUS_IMPACT_LAW_COULOMB};
    law_bench_block(&b, 2.0);
    law_bench_friction(&b, 0.6);
    cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
    cr_expect(r.coulomb.holds);
    cr_expect(fabs(r.slip_after[A]) < 1e-14 && fabs(r.slip_after[B]) < 1e-14);
    // the shares of both corners use the same part of their cones
    cr_expect(fabs(r.percussion_t[A] / r.percussion_n[A] - r.percussion_t[B] / r.percussion_n[B]) <
              1e-12);
}

Test(law_block, sticking_beyond_the_cone_is_told)
{
    char text[256];
    rock(TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB, 2.0, 0.3, -1.0, 0.72);
    cr_expect(!r.coulomb.holds && r.kinetic.holds && r.energetic.holds && !r.admissible);
    talus_impact_law_refusal(&r, text, sizeof text);
    cr_expect(text[0] == 'C', "%s", text);
}
