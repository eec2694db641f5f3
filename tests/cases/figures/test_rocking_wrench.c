// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases/figures/rocking_wrench_study.h"
#include "foundation/math/linalg.h"

#include <criterion/criterion.h>
#include <math.h>

Test(rocking_wrench, impacts_are_the_maps_under_every_scheme)
{
    static const double slopes[2] = {0.0, 0.3};
    for (int k = 0; k < 2 * TALUS_SCHEME_COUNT; k++) {
        for (int i = 0; i < 12; i++) {
            rocking_wrench_hit hit = {.facet = i >= 6,
                                      .b1 = 0.05,
                                      .b2 = 0.03,
                                      .h = 0.2,
                                      .tilt = 0.05,
                                      .lam = 0.1 + 0.15 * i,
                                      .tau = i % 2 == 0 ? 0.0 : 1e-3,
                                      .lon = 0.4 + 0.05 * i,
                                      .lat = 0.2 * (i - 9),
                                      .scheme = (talus_scheme)(k / 2),
                                      .slope = slopes[k % 2]};
            hit.w_minus = hit.facet ? vec3(0.0, -1.0, 0.0) : vec3(1.0, 0.0, 0.0);
            cr_assert(rocking_wrench_hit_make(&hit, NULL) == TALUS_OK);
            cr_expect(!hit.refused, "impact %d", i);
            cr_expect(hit.difference < 1e-9, "impact %d: %g rad/s", i, hit.difference);
            cr_expect(hit.ledger < 1e-13, "impact %d: %g", i, hit.ledger); /* measured 1e-15 */
        }
    }
}

Test(rocking_wrench, an_impact_that_gains_energy_is_left_to_the_contacts)
{
    // lambda < 0 adds energy without torque [R3D 4.3]
    rocking_wrench_hit hit = {.b1 = 0.05, .b2 = 0.05, .h = 0.2, .tilt = 0.05, .lam = -0.5};
    hit.w_minus = vec3(1.0, 0.0, 0.0);
    cr_assert(rocking_wrench_hit_make(&hit, NULL) == TALUS_OK);
    cr_expect(hit.refused);
    cr_expect(vec3_norm(hit.w_plus) < 1.0); // Moreau's step, lambda = 1
}

Test(rocking_wrench, runs_approach_the_spatial_model)
{
    rocking_wrench_options options = rocking_wrench_options_default();
    static rocking_wrench_study study;
    options.lam = 0.7;
    cr_assert(rocking_wrench_study_make(&options, &study, NULL) == TALUS_OK);
    const rocking_spatial_case *run = &study.run;
    cr_expect(study.refused == 0 && run->refused == 0);
    cr_expect(run->alike[ROCKING_STEPS - 1] >= 4);
    cr_expect(run->error[ROCKING_STEPS - 1] < 1e-3, "%g s", run->error[ROCKING_STEPS - 1]);
    cr_expect(run->error[ROCKING_STEPS - 1] < 0.5 * run->error[0]);
    cr_expect(fabs(run->opmf[ROCKING_STEPS - 1] - run->expected_opmf) < 0.01);
}

Test(rocking_wrench, laws_beyond_the_base_are_refused)
{
    static const double laws[][4] = {{1.1, 0.0, 0.5, 0.0},
                                     {-0.1, 0.0, 0.5, 0.0},
                                     {0.5, 1.2, 0.5, 0.0},
                                     {0.5, 0.0, 0.5, (double)NAN}};
    static rocking_wrench_study study;
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        rocking_wrench_options options = rocking_wrench_options_default();
        options.lam = laws[i][0];
        options.lat = laws[i][1];
        options.lon = laws[i][2];
        options.tau = laws[i][3];
        cr_expect(rocking_wrench_study_make(&options, &study, NULL) == TALUS_ERROR_ARGUMENT);
    }
}
