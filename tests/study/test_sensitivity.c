// SPDX-License-Identifier: GPL-3.0-or-later
// Sensitivity studies: metrics against the records they come from, another campaign in a variant,
// the order of changes.
#include "studies/study/sensitivity.h"

#include "ensemble/incline.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *const names[] = {"base", "same", "slow"};

static void run_next(sensitivity_study *study, const talus_campaign *campaign)
{
    const compare_options options = {.threads = 2};
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(compare_replace(study->rocks, campaign, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(compare_run(study->rocks, &options, &results, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(sensitivity_take(study, results, &error), TALUS_OK, "%s", error.message);
    talus_results_destroy(results);
    compare_forget(study->rocks);
}

static sensitivity_study *create(incline *scene)
{
    sensitivity_study *study = NULL;
    talus_error error = {0};
    incline_make(scene, 0.7, 0.15, false);
    cr_assert_eq(sensitivity_create(incline_campaign(scene), names, 3, 0.1, &study, &error),
                 TALUS_OK, "%s", error.message);
    return study;
}

/// The incline, the same again, and with less gravity.
static sensitivity_study *run_all(incline *scene)
{
    sensitivity_study *study = create(scene);
    talus_campaign other = *incline_campaign(scene);
    other.seed += 1;
    other.cells.nx += 3;
    run_next(study, incline_campaign(scene));
    run_next(study, &other);
    other.step.gravity *= 0.5;
    run_next(study, &other);
    cr_assert_eq(sensitivity_finish(study, NULL), TALUS_OK);
    return study;
}

static void finish(sensitivity_study *study, incline *scene)
{
    sensitivity_destroy(study);
    incline_clear(scene);
}

Test(sensitivity, variants_keep_seed_and_cells_of_the_reference)
{
    incline scene;
    sensitivity_study *study = run_all(&scene);
    for (size_t m = 0; m < study->metric_count; m++) {
        const sensitivity_effect *base = sensitivity_effect_of(study, 0, m);
        const sensitivity_effect *same = sensitivity_effect_of(study, 1, m);
        cr_expect_gt(base->value, 0.0, "%s", study->metrics[m].key);
        cr_expect_eq(same->value, base->value, "%s", study->metrics[m].key);
        cr_expect_eq(same->ratio.value, 1.0, "%s", study->metrics[m].key);
    }
    cr_expect_eq(study->rocks->outcomes[1].campaign.seed, incline_campaign(&scene)->seed);
    finish(study, &scene);
}

Test(sensitivity, changes_are_ordered_by_size)
{
    incline scene;
    sensitivity_study *study = run_all(&scene);
    for (size_t m = 0; m < study->metric_count; m++) {
        size_t order[3];
        cr_assert_eq(sensitivity_order(study, m, order), 2);
        cr_expect_eq(order[1], sensitivity_effect_of(study, 2, m)->ratio.value == 1.0 ? 2u : 1u);
    }
    const sensitivity_effect *energy = sensitivity_effect_of(study, 2, 2);
    cr_expect_str_eq(study->metrics[2].key, "kinetic_energy_max_p95_kj");
    cr_expect_lt(energy->ratio.value, 0.8, "half the gravity, less energy: %g",
                 energy->ratio.value);
    finish(study, &scene);
}

Test(sensitivity, run_out_has_the_ratio_of_the_comparison)
{
    incline scene;
    sensitivity_study *study = run_all(&scene);
    const statistics_interval *ratio = &sensitivity_effect_of(study, 2, 0)->ratio;
    const double mean = study->rocks->outcomes[2].totals.runout.mean;
    cr_expect_eq(sensitivity_effect_of(study, 2, 0)->value, mean);
    cr_expect_float_eq(ratio->value, mean / study->rocks->outcomes[0].totals.runout.mean, 1e-12);
    cr_expect(ratio->low < ratio->value && ratio->value < ratio->high);
    finish(study, &scene);
}

Test(sensitivity, other_rocks_are_refused)
{
    incline scene;
    sensitivity_study *study = create(&scene);
    talus_campaign other = *incline_campaign(&scene);
    talus_error error = {0};
    other.rock_class_count++;
    cr_expect_eq(compare_replace(study->rocks, &other, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "classes of rocks"), "%s", error.message);
    finish(study, &scene);
}
