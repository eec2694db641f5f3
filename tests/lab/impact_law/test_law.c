// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/impact_law/law_matrix.h"
#include "law_cases.h"

#include <criterion/criterion.h>
#include <string.h>

static law_bench b;
static talus_impact_law_result r;
static talus_impact_law_metric metric;

static void expect_refused(const char *words, const talus_impact_law *law, const double *velocity)
{
    talus_error error = {0};
    cr_expect(talus_impact_law_apply(&b.system, law, velocity, &r, &error) == TALUS_ERROR_INPUT);
    cr_expect(strstr(error.message, words) != NULL, "\"%s\" not in \"%s\"", words, error.message);
}

static const talus_impact_law plastic = {.kind = TALUS_IMPACT_LAW_MOREAU, .e = 0.0};

/// Box on its face with four corners: gradients (0, 0, 1, y, -x, 0) of vertical translation and
/// two rotations.
static void face_of_four(void)
{
    static const double corner[4][2] = {{1.0, 1.0}, {-1.0, 1.0}, {-1.0, -1.0}, {1.0, -1.0}};
    law_bench_init(&b, 3, 4, 0);
    memset(b.mass, 0, sizeof b.mass);
    b.mass[0] = 2.0;
    b.mass[4] = b.mass[8] = 1.0;
    for (size_t i = 0; i < 4; i++) {
        b.normals[3 * i] = 1.0;
        b.normals[3 * i + 1] = corner[i][1];
        b.normals[3 * i + 2] = -corner[i][0];
    }
}

Test(law, a_face_with_four_vertices_is_refused_by_name)
{
    const double u[3] = {-1.0, 0.0, 0.0};
    talus_error error = {0};
    face_of_four();
    expect_refused("dependent: that of contact 4 is a combination of those of 1, 2, 3", &plastic,
                   u);
    cr_expect(talus_impact_law_metric_init(&b.system, &metric, &error) == TALUS_ERROR_INPUT);
    cr_expect(strstr(error.message, "contact 4") != NULL);
}

Test(law, the_complementarity_form_takes_a_face_with_four_vertices)
{
    const talus_impact_law law = {
        .kind = TALUS_IMPACT_LAW_MOREAU, .e = 0.5, .complementarity = true};
    const double u[3] = {-1.0, 0.0, 0.0};
    talus_error error = {0};
    face_of_four();
    cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, &error) == TALUS_OK);
    cr_expect(error.status == TALUS_OK && !r.independent && r.admissible);
    cr_expect(fabs(r.velocity_after[0] - 0.5) < 1e-11, "%g m/s", r.velocity_after[0] - 0.5);
    cr_expect(fabs(r.velocity_after[1]) < 1e-11 && fabs(r.velocity_after[2]) < 1e-11);
    // an off-centre blow: the solver ends at its tolerance and says how far it got
    const double tilted[3] = {-1.0, 0.15, 0.35};
    cr_assert(talus_impact_law_apply(&b.system, &law, tilted, &r, &error) == TALUS_OK);
    cr_expect(r.solved && r.residual > 0.0 && r.residual < 1e-9, "%g m/s", r.residual);
}

/// Round-off of a badly scaled row makes four directions of three; it was taken for independent,
/// and what followed read beyond its arrays.
Test(law, more_gradients_than_degrees_of_freedom_are_never_independent)
{
    static const double mass[9] = {2, 0, 0, 0, 1, 0, 0, 0, 1};
    static const double normals[12] = {1, 1, -1, 1, 1, 1, 1, -1, 1256, 1, -1, -1};
    static const double velocity[3] = {-1, 0, 0}, epsilon_n[4] = {0.5, 0.5, 0.5, 0.5};
    const talus_impact_law_system system = {3, 4, 0, mass, normals, NULL, NULL};
    talus_impact_law law = {.kind = TALUS_IMPACT_LAW_NEWTON, .epsilon_n = epsilon_n};
    talus_error error = {0};
    cr_expect_eq(talus_impact_law_metric_init(&system, &metric, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "dependent: 4 contacts in 3 degrees of freedom"), "%s",
                       error.message);
    cr_expect_eq(talus_impact_law_apply(&system, &law, velocity, &r, &error), TALUS_ERROR_INPUT);
    law.complementarity = true;
    cr_expect_eq(talus_impact_law_apply(&system, &law, velocity, &r, &error), TALUS_OK);
    cr_expect_not(r.independent);
}

Test(law, two_equal_gradients_are_refused)
{
    const double u[2] = {-1.0, 0.0};
    law_bench_init(&b, 2, 2, 0);
    memcpy(b.mass, (double[]){1.0, 0.0, 0.0, 1.0}, 4 * sizeof(double));
    memcpy(b.normals, (double[]){1.0, 0.0, 2.0, 0.0}, 4 * sizeof(double));
    expect_refused("contact 2 is a combination of those of 1;", &plastic, u);
}

Test(law, bad_systems_are_refused)
{
    const double u[2] = {-1.0, 0.0}, off[2] = {1.0, 0.0}, nan_u[2] = {(double)NAN, 0.0};
    law_bench_init(&b, 2, 1, 0);
    memcpy(b.normals, (double[]){1.0, 0.0}, 2 * sizeof(double));
    memcpy(b.mass, (double[]){1.0, 0.5, 0.4, 1.0}, 4 * sizeof(double));
    expect_refused("not symmetric", &plastic, u);
    memcpy(b.mass, (double[]){1.0, 2.0, 2.0, 1.0}, 4 * sizeof(double));
    expect_refused("not positive definite (found in row 2)", &plastic, u);
    memcpy(b.mass, (double[]){1.0, 0.0, 0.0, 1.0}, 4 * sizeof(double));
    expect_refused("contact 1 separates at 1 m/s before", &plastic, off);
    expect_refused("component 1 of the velocity", &plastic, nan_u);
    b.mu[0] = -0.1;
    b.system.mu = b.mu;
    expect_refused("friction coefficient of contact 1 is -0.1", &plastic, u);
    b.system.mu = NULL;
    b.normals[0] = 0.0;
    expect_refused("gradient of contact 1 is zero", &plastic, u);
    b.system.dof_count = TALUS_IMPACT_LAW_MAX + 1;
    expect_refused("from 1 to 32", &plastic, u);
    const double u3[3] = {0.0, -1.0, 0.0};
    law_bench_block(&b, 2.0);
    b.tangents[5] = (double)NAN; // the last one
    expect_refused("must be finite", &plastic, u3);
}

Test(law, missing_coefficients_and_tangents_are_refused)
{
    const double u[3] = {1.0, 0.0, 0.0};
    const double e[1] = {0.5}, zero = 0.0;
    talus_impact_law law = {.kind = TALUS_IMPACT_LAW_NEWTON};
    law_bench_chain(&b, 2);
    expect_refused("coefficients of the newton law are missing", &law, u);
    law.epsilon_n = e;
    law.tangential = TALUS_IMPACT_LAW_COULOMB;
    expect_refused("needs tangent gradients", &law, u);
    // nothing can stop the whole chain: its momentum is kept
    law.tangential = TALUS_IMPACT_LAW_TANGENT_COORDINATE;
    law.restitution_tan = &zero;
    expect_refused("no percussions along the given gradients", &law, u);
}

Test(law, one_contact_follows_newton)
{
    const double u[2] = {0.3, -2.0}, epsilon = 0.25;
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_NEWTON, .epsilon_n = &epsilon};
    law_bench_init(&b, 2, 1, 0);
    memcpy(b.mass, (double[]){4.0, 0.0, 0.0, 4.0}, 4 * sizeof(double));
    memcpy(b.normals, (double[]){0.0, 1.0}, 2 * sizeof(double));
    cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
    cr_expect(r.velocity_after[0] == 0.3 && fabs(r.velocity_after[1] - 0.5) < 1e-15);
    cr_expect(fabs(r.percussion_n[0] - 10.0) < 1e-14);
    cr_expect(fabs(r.q_norm_before[0] + 4.0) < 1e-15 && fabs(r.q_tan_before[0] - 0.6) < 1e-15);
    cr_expect(r.admissible);
}

/// Two points that meet a floor each, the second with too little friction to stick.
static void two_points(double mu0, double mu1)
{
    law_bench_init(&b, 4, 2, 2);
    memset(b.mass, 0, sizeof b.mass);
    memset(b.normals, 0, sizeof b.normals);
    memset(b.tangents, 0, sizeof b.tangents);
    for (size_t i = 0; i < 4; i++) {
        b.mass[5 * i] = 1.0;
    }
    b.normals[0] = b.normals[6] = 1.0;
    b.tangents[1] = b.tangents[7] = 1.0;
    b.mu[0] = mu0;
    b.mu[1] = mu1;
    b.system.mu = b.mu;
}

Test(law, friction_is_blamed_where_it_is_exceeded_most)
{
    const double u[4] = {-1.0, 0.5, -1.0, 0.5}, e[2] = {0.0, 0.0};
    const talus_impact_law sticking = {.kind = TALUS_IMPACT_LAW_NEWTON,
                                       .epsilon_n = e,
                                       .tangential = TALUS_IMPACT_LAW_TANGENT_VELOCITY};
    for (size_t worst = 0; worst < 2; worst++) {
        two_points(worst == 0 ? 0.1 : 0.9, worst == 0 ? 0.9 : 0.1);
        cr_assert(talus_impact_law_apply(&b.system, &sticking, u, &r, NULL) == TALUS_OK);
        cr_expect(!r.coulomb.holds && r.coulomb.contact == worst, "%zu", r.coulomb.contact);
        cr_expect_float_eq(r.coulomb.excess, 0.4, 1e-15);
    }
}

Test(law, largest_eigenvalue_of_a_chain_of_springs)
{
    // tridiagonal -1, 2, -1: 2 + 2 cos(pi / (n + 1))
    static const double expected[] = {3.0, 3.4142135623730951, 3.618033988749895};
    for (size_t n = 2; n <= 4; n++) {
        double a[16] = {0.0};
        for (size_t i = 0; i < n; i++) {
            a[i * n + i] = 2.0;
            if (i > 0) {
                a[i * n + i - 1] = a[(i - 1) * n + i] = -1.0;
            }
        }
        cr_expect_float_eq(law_largest_eigenvalue(n, a), expected[n - 2], 1e-14);
    }
}

Test(law, nothing_happens_to_a_system_at_rest)
{
    const double u[4] = {0.0};
    law_bench_chain(&b, 4);
    cr_assert(talus_impact_law_apply(&b.system, &plastic, u, &r, NULL) == TALUS_OK);
    cr_expect(r.admissible && r.energy_after == 0.0 && r.percussion_n[0] == 0.0);
}

Test(law, kinetic_angles_of_blocks)
{
    static const double angle[][2] = {{1e-9, TALUS_PI / 3.0}, {1.4142135623730951, TALUS_PI / 2.0}};
    for (size_t i = 0; i < 2; i++) {
        law_bench_block(&b, angle[i][0]);
        cr_assert(talus_impact_law_metric_init(&b.system, &metric, NULL) == TALUS_OK);
        const double found = talus_impact_law_kinetic_angle(&metric, 0, 1);
        cr_expect(fabs(found - angle[i][1]) < 1e-15, "%g rad", found - angle[i][1]);
    }
}

Test(law, kinetic_coordinates_go_there_and_back)
{
    talus_random rng = {.seed = 3};
    double worst = 0.0, worst_energy = 0.0;
    for (size_t trial = 0; trial < 200; trial++) {
        const size_t n = 2 + trial % 20, m = 1 + trial % n;
        double u[TALUS_IMPACT_LAW_MAX], back[TALUS_IMPACT_LAW_MAX], q_norm[TALUS_IMPACT_LAW_MAX],
            q_tan[TALUS_IMPACT_LAW_MAX];
        law_bench_random(&b, n, m, 0, &rng);
        if (talus_impact_law_metric_init(&b.system, &metric, NULL) != TALUS_OK) {
            continue; // n random gradients may come close to dependence
        }
        double energy = 0.0, split = 0.0;
        for (size_t i = 0; i < n; i++) {
            u[i] = law_uniform(&rng, -1.0, 1.0);
        }
        talus_impact_law_coordinates(&metric, u, q_norm, q_tan);
        talus_impact_law_velocity(&metric, q_norm, q_tan, back);
        for (size_t i = 0; i < n; i++) {
            worst = fmax(worst, fabs(back[i] - u[i]));
            for (size_t j = 0; j < n; j++) {
                energy += 0.5 * u[i] * u[j] * b.mass[i * n + j];
            }
        }
        // 2 T = |q_tan|^2 + q_norm . A^-1 q_norm: what is left of T without the normals
        double none[TALUS_IMPACT_LAW_MAX] = {0.0}, normal_part[TALUS_IMPACT_LAW_MAX];
        talus_impact_law_velocity(&metric, q_norm, none, normal_part);
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                split += 0.5 * normal_part[i] * normal_part[j] * b.mass[i * n + j];
            }
        }
        for (size_t i = 0; i < n - m; i++) {
            split += 0.5 * q_tan[i] * q_tan[i];
        }
        worst_energy = fmax(worst_energy, fabs(split - energy) / energy);
    }
    cr_expect(worst < 1e-11, "%g m/s", worst);                    /* measured 3e-12 m/s */
    cr_expect(worst_energy < 1e-11, "relative %g", worst_energy); /* measured 6e-13 */
}

Test(law, norm_of_one_or_less_never_gains_energy_and_more_than_one_can)
{
    talus_random rng = {.seed = 11};
    size_t above = 0, gained = 0, below = 0;
    for (size_t trial = 0; trial < 60; trial++) {
        const size_t m = 2 + trial % 3;
        double e[16], u[TALUS_IMPACT_LAW_MAX];
        bool gains = false;
        law_bench_random(&b, m + 1, m, 0, &rng);
        if (talus_impact_law_metric_init(&b.system, &metric, NULL) != TALUS_OK) {
            continue;
        }
        for (size_t i = 0; i < m * m; i++) {
            e[i] = law_uniform(&rng, 0.0, 1.2 / (double)m);
        }
        const double norm = talus_impact_law_margins_of(&metric, e).norm;
        const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED, .restitution = e};
        for (size_t k = 0; k < 2000; k++) {
            law_bench_approach(&b, &rng, u);
            cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
            gains = gains || !r.energetic.holds;
        }
        cr_expect(!(gains && norm <= 1.0), "gains with norm %g", norm);
        below += norm <= 1.0;
        above += norm > 1.2;
        gained += gains && norm > 1.2;
    }
    cr_expect(below > 5 && above > 5, "%zu below, %zu above", below, above);
    cr_expect(gained > 0);
}

Test(law, margins_of_moreau_are_its_coefficient)
{
    double e[9] = {0.6, 0.0, 0.0, 0.0, 0.6, 0.0, 0.0, 0.0, 0.6};
    law_bench_chain(&b, 4);
    cr_assert(talus_impact_law_metric_init(&b.system, &metric, NULL) == TALUS_OK);
    const talus_impact_law_margins margins = talus_impact_law_margins_of(&metric, e);
    cr_expect(fabs(margins.norm - 0.6) < 1e-14 && margins.kinematic == 0.0 &&
              margins.kinetic > 0.0);
}

Test(law, a_refusal_names_the_test_and_the_amount)
{
    char text[256];
    const double u[3] = {0.0, -0.5, -1.0}; // B hits, A stays
    double e[4] = {-0.2, 0.0, 0.0, 0.0};
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED, .restitution = e};
    law_bench_block(&b, 2.0);
    cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
    talus_impact_law_refusal(&r, text, sizeof text);
    cr_expect_str_eq(text, "kinematic test violated: contact 1 would penetrate at 0.2 m/s after "
                           "the impact");
    e[0] = 0.0; // full stop of a slender block needs A to be pulled
    cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
    talus_impact_law_refusal(&r, text, sizeof text);
    // p2 = m (l^2 - 2 L^2) w- / (12 L) = -1/6 N s
    cr_expect_str_eq(text, "kinetic test violated: contact 2 would have to pull with 0.166667 N s");
    e[2] = 1.1;
    cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
    talus_impact_law_refusal(&r, text, sizeof text);
    // J/2 (1.21 - 1) with J about S plus m L^2 / 4 = 2/3 kg m^2
    cr_expect_str_eq(text, "energetic test violated: the kinetic energy would grow by 0.07 J, from "
                           "0.333333 to 0.403333 J");
    e[2] = 0.9;
    cr_assert(talus_impact_law_apply(&b.system, &law, u, &r, NULL) == TALUS_OK);
    cr_expect(r.admissible && talus_impact_law_refusal(&r, text, sizeof text) == 0 &&
              text[0] == '\0');
}
