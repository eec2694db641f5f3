// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds that vary in space: keys, resolved scenario, the loaded field.
#include "scenario/support.h"

#include <math.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"
#define GIVEN(parameter, sd, range)                                                                \
    {                                                                                              \
        {"ground.0.variation.parameter", parameter}, {"ground.0.variation.sd", sd},                \
        {                                                                                          \
            "ground.0.variation.range_m", range                                                    \
        }                                                                                          \
    }

static const talus_site *load_site(const talus_override *overrides, size_t count,
                                   talus_world **world, size_t warnings)
{
    talus_diagnostics *list = talus_diagnostics_create();
    *world = load_good(MINIMAL, overrides, count, list);
    size_t about = 0;
    for (size_t i = 0; i < talus_diagnostics_count(list); i++) {
        about += strstr(talus_diagnostics_get(list, i)->message, "variation:") != NULL;
    }
    cr_assert_eq(about, warnings);
    talus_diagnostics_destroy(list);
    return &talus_world_campaign(*world)->site;
}

Test(scenario_variation, is_absent_unless_given)
{
    talus_world *world = NULL;
    const talus_site *site = load_site(NULL, 0, &world, 0);
    cr_assert_null(site->grounds[0].variation);
    talus_world_destroy(world);
    talus_scenario *scenario = read_good(MINIMAL, NULL, 0);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    cr_assert_null(strstr(text, "variation"));
    free(text);
    talus_scenario_destroy(scenario);
}

Test(scenario_variation, is_stored_with_its_defaults)
{
    const talus_override given[] = GIVEN("mu_min", "0.05", "30");
    talus_scenario *scenario = read_good(MINIMAL, given, 3);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    cr_assert(strstr(text, "    variation:\n"
                           "      parameter: mu_min\n"
                           "      sd: 0.05\n"
                           "      range_m: 30\n"
                           "      seed: 1\n"
                           "      multiply: false\n") != NULL,
              "%s", text);
    free(text);
    talus_scenario_destroy(scenario);
}

Test(scenario_variation, changes_the_ground_from_place_to_place)
{
    const talus_override given[] = GIVEN("mu_min", "0.05", "30");
    talus_world *world = NULL;
    const talus_site *site = load_site(given, 3, &world, 0);
    const talus_ground *medium = talus_ground_preset("medium");
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int k = 0; k < 400; k++) {
        const talus_ground at =
            talus_ground_at(site->grounds, 5.0 * (double)(k % 20), 5.0 * (double)(k / 20));
        low = fmin(low, at.mu_min);
        high = fmax(high, at.mu_min);
        cr_assert_eq(at.mu_max, medium->mu_max);
    }
    /* 95 x 95 m at a range of 30 m: some ten independent places within +-4 sd */
    cr_assert(low < 0.53 && low > 0.35, "%g", low);
    cr_assert(high > 0.57 && high < 0.75, "%g", high);
    talus_world_destroy(world);
}

Test(scenario_variation, warns_where_the_parameter_would_leave_its_range)
{
    const talus_override given[] = GIVEN("epsilon_n", "0.2", "30");
    talus_world *world = NULL;
    load_site(given, 3, &world, 1);
    talus_world_destroy(world);
}

static void expect_refusal(const talus_override *overrides, size_t count, const char *phrase)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    cr_assert_eq(talus_scenario_read(MINIMAL, overrides, count, list, &scenario, NULL),
                 TALUS_ERROR_INPUT);
    cr_assert_not_null(find_diagnostic(list, phrase));
    talus_diagnostics_destroy(list);
}

Test(scenario_variation, refuses_wrong_and_missing_values)
{
    const talus_override wrong[] = GIVEN("mu_mim", "0.05", "30");
    const talus_override flat[] = GIVEN("mu_min", "0.05", "0");
    const talus_override alone = {"ground.0.variation.sd", "0.05"};
    expect_refusal(wrong, 3, "mu_min");
    expect_refusal(flat, 3, "range_m");
    expect_refusal(&alone, 1, "missing required key 'parameter'");
    expect_refusal(&alone, 1, "missing required key 'range_m'");
}

Test(scenario_variation, refuses_a_range_that_is_too_short_for_the_terrain)
{
    const talus_override given[] = GIVEN("mu_min", "0.05", "0.5");
    talus_scenario *scenario = read_good(MINIMAL, given, 3);
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_world_load(scenario, list, &world, &error), TALUS_ERROR_INPUT);
    cr_assert(strstr(error.message, "take a range of 1.2") != NULL, "%s", error.message);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
}
