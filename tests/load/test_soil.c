// SPDX-License-Identifier: GPL-3.0-or-later
// Compactable soil in scenarios: keys, units, what is refused.
#include "scenario/support.h"

#define MINIMAL SCENARIO_DATA "minimal.yaml"

// beside a preset without soil
static const talus_override soil_given[] = {{"ground.0.soil.modulus_mn_m2", "15"},
                                            {"ground.0.soil.drag", "1.5"},
                                            {"outputs.pooled", "outside_soil"},
                                            {"ground.0.preset", "hard"}};
static const talus_override hard = {"ground.0.preset", "hard"};

Test(scenario_soil, is_absent_unless_given)
{
    talus_world *world = load_good(MINIMAL, &hard, 1, NULL);
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_expect_eq(campaign->site.grounds[0].soil.modulus, 0.0);
    cr_expect_not(campaign->pooled_outside_soil);
    talus_world_destroy(world);
    talus_scenario *scenario = read_good(MINIMAL, &hard, 1);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    cr_expect_null(strstr(text, "soil:"));
    free(text);
    talus_scenario_destroy(scenario);
}

Test(scenario_soil, is_loaded_in_SI_with_its_defaults)
{
    talus_world *world = load_good(MINIMAL, soil_given, 4, NULL);
    const talus_campaign *campaign = talus_world_campaign(world);
    const talus_soil *soil = &campaign->site.grounds[0].soil;
    cr_expect_eq(soil->modulus, 15e6);
    cr_expect_eq(soil->drag, 1.5);
    cr_expect_eq(soil->density, 1700.0);
    cr_expect_eq(soil->rotational, 0.0);
    cr_expect(campaign->pooled_outside_soil);
    talus_world_destroy(world);
}

Test(scenario_soil, is_stored_in_the_resolved_scenario)
{
    talus_scenario *scenario = read_good(MINIMAL, soil_given, 4);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    cr_expect(strstr(text, "    soil:\n"
                           "      modulus_mn_m2: 15\n"
                           "      drag: 1.5\n"
                           "      density_kg_m3: 1700\n"
                           "      rotational: 0\n") != NULL,
              "%s", text);
    cr_expect_not_null(strstr(text, "pooled: outside_soil\n"));
    free(text);
    talus_scenario_destroy(scenario);
}

static void expect_refused(const talus_override *given, size_t count, const char *phrase)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_error error = {0};
    cr_expect_eq(talus_scenario_read(MINIMAL, given, count, list, &scenario, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(find_diagnostic(list, phrase), "%s", error.message);
    talus_diagnostics_destroy(list);
    talus_scenario_destroy(scenario);
}

Test(scenario_soil, needs_modulus_and_drag)
{
    const talus_override no_drag[] = {hard, soil_given[0]}, no_modulus[] = {hard, soil_given[1]};
    expect_refused(no_drag, 2, "missing required key 'drag'");
    expect_refused(no_modulus, 2, "missing required key 'modulus_mn_m2'");
    const talus_override zero[] = {{"ground.0.soil.modulus_mn_m2", "0"}, soil_given[1]};
    expect_refused(zero, 2, "modulus_mn_m2");
    const talus_override both[] = {soil_given[1], {"ground.0.soil.drag_number", "3"}};
    expect_refused(both, 2, "both 'drag' and 'drag_number'");
    const talus_override idle[] = {
        soil_given[0], soil_given[1], hard, {"ground.0.soil.drawn", "rock"}};
    expect_refused(idle, 4, "drawn: it goes with distributions");
    const talus_override bare[] = {
        hard, {"ground.0.variation", "{parameter: soil.drag_number, sd: 0.3, range_m: 9}"}};
    expect_refused(bare, 2, "this ground has none");
}

Test(scenario_soil, comes_with_presets_of_soft_ground)
{
    talus_world *world = load_good(MINIMAL, NULL, 0, NULL);
    const talus_ground *ground = &talus_world_campaign(world)->site.grounds[0];
    const talus_ground *preset = talus_ground_preset("medium");
    cr_expect_float_eq(ground->soil.modulus, 20e6, 1e-3);
    cr_expect_float_eq(ground->soil.drag, 2.0, 1e-9);
    cr_expect_eq(ground->soil.density, 1700.0);
    cr_assert_not_null(ground->draw);
    cr_expect(ground->draw->soil_per_impact && !ground->draw->per_impact);
    for (unsigned k = TALUS_VARIED_SOIL_MODULUS; k < TALUS_VARIED_COUNT; k++) {
        const talus_distribution *law = &ground->draw->laws[k], *own = &preset->draw->laws[k];
        cr_expect(law->law == own->law && law->a == own->a && law->b == own->b, "%u", k);
    }
    cr_expect_str_eq(ground->source, preset->source);
    talus_world_destroy(world);
}

Test(scenario_soil, of_the_preset_is_replaced_key_by_key)
{
    const talus_override given[] = {soil_given[0], {"ground.0.soil.drawn", "rock"}};
    talus_world *world = load_good(MINIMAL, given, 2, NULL);
    const talus_ground *ground = &talus_world_campaign(world)->site.grounds[0];
    cr_expect_eq(ground->soil.modulus, 15e6);
    cr_expect_eq(ground->draw->laws[TALUS_VARIED_SOIL_MODULUS].law, TALUS_LAW_FIXED);
    cr_expect_eq(ground->draw->laws[TALUS_VARIED_SOIL_DRAG].law, TALUS_LAW_LOGNORMAL);
    cr_expect_not(ground->draw->soil_per_impact);
    talus_world_destroy(world);
}

Test(scenario_soil, laws_are_in_SI)
{
    const talus_override given[] = {
        {"ground.0.soil.modulus_mn_m2",
         "{distribution: normal, mean: 12, std: 3, min: 5, max: 30}"},
        {"ground.0.soil.drag_number", "{distribution: uniform, min: 1, max: 4}"}};
    talus_world *world = load_good(MINIMAL, given, 2, NULL);
    const talus_distribution *laws = talus_world_campaign(world)->site.grounds[0].draw->laws;
    const talus_distribution *modulus = &laws[TALUS_VARIED_SOIL_MODULUS];
    const talus_distribution *number = &laws[TALUS_VARIED_SOIL_DRAG];
    cr_expect(modulus->a == 12e6 && modulus->b == 3e6 && modulus->min == 5e6 &&
              modulus->max == 30e6);
    cr_expect(number->a == 1.0 && number->b == 4.0);
    talus_world_destroy(world);
}

Test(scenario_soil, variation_reaches_it)
{
    const talus_override given[] = {
        soil_given[0],
        soil_given[1],
        {"ground.0.variation", "{parameter: soil.modulus_mn_m2, sd: 2, range_m: 9}"}};
    talus_world *world = load_good(MINIMAL, given, 3, NULL);
    const talus_ground *ground = &talus_world_campaign(world)->site.grounds[0];
    cr_assert_not_null(ground->variation);
    cr_expect_eq(ground->variation->sd, 2e6);
    double low = 1e300, high = 0.0;
    for (int k = 0; k < 100; k++) {
        const talus_ground at = talus_ground_at(ground, 0.7 * k, 0.9 * k);
        low = at.soil.modulus < low ? at.soil.modulus : low;
        high = at.soil.modulus > high ? at.soil.modulus : high;
    }
    cr_expect(low > 5e6 && low < 14e6 && high > 16e6 && high < 25e6, "%g, %g", low, high);
    talus_world_destroy(world);
}

Test(scenario_soil, the_resolved_scenario_says_which_version_and_is_read_again_as_it_is)
{
    static const char *const presets[][2] = {{"medium", "preset: \"medium@2\""},
                                             {"medium@1", "preset: \"medium@1\""},
                                             {"medium soft@2", "preset: \"medium_soft@2\""}};
    for (size_t k = 0; k < 3; k++) {
        const talus_override given = {"ground.0.preset", presets[k][0]};
        talus_scenario *scenario = read_good(MINIMAL, &given, 1);
        char *text = NULL;
        (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
        cr_expect_not_null(strstr(text, presets[k][1]), "%s", text);
        cr_expect_eq(strstr(text, "sigma_log: 0.4") != NULL, k != 1, "%s", text);
        cr_expect_not_null(strstr(text, "name: \"medium"));
        cr_expect_null(strstr(text, "name: \"medium@"));
        free(text);
        talus_scenario_destroy(scenario);
    }
}
