// SPDX-License-Identifier: GPL-3.0-or-later
// Compactable soil in scenarios: keys, units, what is refused.
#include "scenario/support.h"

#define MINIMAL SCENARIO_DATA "minimal.yaml"

static const talus_override soil_given[] = {{"ground.0.soil.modulus_mn_m2", "15"},
                                            {"ground.0.soil.drag", "1.5"},
                                            {"outputs.pooled", "outside_soil"}};

Test(scenario_soil, is_absent_unless_given)
{
    talus_world *world = load_good(MINIMAL, NULL, 0, NULL);
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_expect_eq(campaign->site.grounds[0].soil.modulus, 0.0);
    cr_expect_not(campaign->pooled_outside_soil);
    talus_world_destroy(world);
    talus_scenario *scenario = read_good(MINIMAL, NULL, 0);
    char *text = talus_scenario_resolved(scenario, SCENARIO_DATA);
    cr_expect_null(strstr(text, "soil:"));
    free(text);
    talus_scenario_destroy(scenario);
}

Test(scenario_soil, is_loaded_in_SI_with_its_defaults)
{
    talus_world *world = load_good(MINIMAL, soil_given, 3, NULL);
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
    talus_scenario *scenario = read_good(MINIMAL, soil_given, 3);
    char *text = talus_scenario_resolved(scenario, SCENARIO_DATA);
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

Test(scenario_soil, goes_with_published_detection_only)
{
    const talus_override given[] = {soil_given[0], soil_given[1], {"terrain.detection", "two_way"}};
    expect_refused(given, 3, "soil: it needs published detection");
}

Test(scenario_soil, needs_modulus_and_drag)
{
    expect_refused(soil_given, 1, "missing required key 'drag'");
    expect_refused(soil_given + 1, 1, "missing required key 'modulus_mn_m2'");
    const talus_override given[] = {{"ground.0.soil.modulus_mn_m2", "0"}, soil_given[1]};
    expect_refused(given, 2, "modulus_mn_m2");
}
