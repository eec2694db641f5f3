// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of ensembles against closed forms, and skill of models that are right, wrong or equal.
#include "studies/validation/validate_score.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static validate_ensemble make(size_t width, const double *values, size_t count)
{
    validate_ensemble e = {0};
    for (size_t k = 0; k < count; k++) {
        cr_assert(validate_ensemble_add(&e, width, values + width * k));
    }
    return e;
}

Test(validate_score, crps_is_the_sum_over_pairs)
{
    const double x[] = {3.0, 1.0, 7.0, 2.0}, y = 2.5;
    validate_ensemble e = make(1, x, 4);
    double own = 0.0, pairs = 0.0;
    for (int i = 0; i < 4; i++) {
        own += fabs(x[i] - y) / 4.0;
        for (int k = 0; k < 4; k++) {
            pairs += fabs(x[i] - x[k]);
        }
    }
    cr_expect_float_eq(validate_energy_score(&e, 1, &y), own - pairs / (2.0 * 4.0 * 3.0), 1e-12);
    free(e.values);
}

Test(validate_score, crps_of_a_normal_ensemble_is_that_of_the_law)
{
    // sigma (2 phi(0) - 1/sqrt(pi)) = 0.2337 sigma at the mean [Gneiting2007]
    validate_ensemble e = {0};
    talus_random random = {.seed = 5, .stream = 1};
    for (int k = 0; k < 4000; k++) {
        const double z = 3.0 * talus_random_normal(&random);
        validate_ensemble_add(&e, 1, &z);
    }
    cr_expect_float_eq(validate_energy_score(&e, 1, &(double){0.0}), 0.2337 * 3.0, 0.03);
    free(e.values);
}

Test(validate_score, energy_score_in_the_plane)
{
    const double x[] = {0.0, 0.0, 3.0, 4.0}, y[] = {0.0, 0.0};
    validate_ensemble e = make(2, x, 2);
    cr_expect_float_eq(validate_energy_score(&e, 2, y), 2.5 - 0.5 * 5.0, 1e-12);
    free(e.values);
    e = (validate_ensemble){0};
    cr_expect(isnan(validate_energy_score(&e, 2, y)));
}

/// 60 rows of N(0, 1) against ensembles of N(shift, 1) and climatologies of N(0, 2).
static validate_observable score_of(double shift, bool is_measured)
{
    validate_sample sample = {.name = "x", .width = 1};
    talus_random random = {.seed = 9, .stream = 2};
    for (int k = 0; k < 60; k++) {
        validate_row *row = validate_sample_add(&sample);
        row->is_measured = is_measured;
        row->measured[0] = talus_random_normal(&random);
        for (int i = 0; i < 50; i++) {
            const double x = shift + talus_random_normal(&random);
            const double wide = 2.0 * talus_random_normal(&random);
            validate_ensemble_add(&row->simulated, 1, &x);
            validate_ensemble_add(&row->climatology, 1, &wide);
        }
    }
    validate_observable out;
    cr_assert_eq(validate_score(&sample, 1, &out, NULL), TALUS_OK);
    validate_sample_clear(&sample);
    return out;
}

Test(validate_score, a_right_model_has_flat_ranks_and_skill)
{
    const validate_observable o = score_of(0.0, true);
    cr_expect_eq(o.n, 60);
    cr_expect_float_eq(o.pit_mean, 0.5, 0.1, "%g", o.pit_mean);
    cr_expect_float_eq(o.inside_10_90, 0.8, 0.15, "%g", o.inside_10_90);
    cr_expect(o.skill > 0.05 && o.skill_low < o.skill && o.skill < o.skill_high, "%g", o.skill);
    cr_expect_str_eq(o.reference, "climatology");
    cr_expect(isnan(o.skill_point_mass) && isnan(o.energy_score));
    cr_expect_gt(o.ks_p, 0.01);
}

Test(validate_score, a_shifted_model_is_told)
{
    const validate_observable o = score_of(4.0, true);
    cr_expect_float_eq(o.bias, 4.0, 0.4);
    cr_expect_lt(o.skill_high, 0.0);
    cr_expect_lt(o.pit_mean, 0.02);
    cr_expect_lt(o.ks_p, 1e-6);
}

Test(validate_score, without_measurements_only_the_simulation_is_described)
{
    const validate_observable o = score_of(1.0, false);
    cr_expect(isnan(o.crps) && isnan(o.skill) && isnan(o.measured_mean) && isnan(o.ks));
    cr_expect_null(o.reference);
    cr_expect_float_eq(o.simulated_mean, 1.0, 0.1);
    cr_expect_float_eq(o.simulated_sd, 1.0, 0.1);
}
