// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of detection, surface and position correction.
#include "scenario/support.h"

#include <string.h>

#define MINIMAL SCENARIO_DATA "minimal.yaml"

static bool has_message(const talus_diagnostics *list, const char *part)
{
    for (size_t i = 0; i < talus_diagnostics_count(list); i++) {
        if (strstr(talus_diagnostics_get(list, i)->message, part) != NULL) {
            return true;
        }
    }
    return false;
}

Test(scenario_detection, keys_reach_the_campaign)
{
    static const talus_override overrides[] = {{"terrain.detection", "two_way"},
                                               {"terrain.surface", "triangulated"},
                                               {"simulation", "{position_correction: 0.25}"}};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(MINIMAL, overrides, 3, list);
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_expect(campaign->step.detection == TALUS_DETECTION_TWO_WAY);
    cr_expect(campaign->step.position_correction == 0.25);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

Test(scenario_detection, defaults_are_those_of_the_papers)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(MINIMAL, NULL, 0, list);
    const talus_campaign *campaign = talus_world_campaign(world);
    cr_expect(campaign->step.detection == TALUS_DETECTION_PUBLISHED);
    cr_expect(campaign->step.position_correction == 0.0);
    cr_expect_not(has_message(list, "ridges"));
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

static bool warns_of_ridges(const talus_override *overrides, size_t count)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(MINIMAL, overrides, count, list);
    const bool warned = has_message(list, "ridges will pass between its vertices");
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
    return warned;
}

Test(scenario_detection, large_rocks_on_a_fine_grid_want_two_way_detection)
{
    static const talus_override fine[] = {
        {"rocks.0", "{shape: cuboid, size_m: [2, 2, 1]}"},
        {"terrain.roughness", "{amplitude_m: 0.1, refine: 10}"},
        {"terrain.detection", "two_way"},
    };
    cr_expect(warns_of_ridges(fine, 2));
    cr_expect_not(warns_of_ridges(fine, 3));
    cr_expect_not(warns_of_ridges(fine, 1));
}

/// Cells of 5 m / refine. A cuboid has 8 vertices, a prism of n sides 2 n, an equant block 24.
Test(scenario_detection, rocks_of_few_vertices_want_it_from_one_cell_on)
{
    static const struct {
        const char *rock, *refine;
        bool expected;
    } cases[] = {
        {"{shape: cuboid, size_m: [1.3, 1, 1]}", "{amplitude_m: 0.1, refine: 4}", true},
        {"{shape: cuboid, size_m: [1.2, 1, 1]}", "{amplitude_m: 0.1, refine: 4}", false},
        {"{shape: prism, sides: 6, size_m: [1.3, 1, 1]}", "{amplitude_m: 0.1, refine: 4}", true},
        {"{shape: prism, sides: 7, size_m: [1.3, 1, 1]}", "{amplitude_m: 0.1, refine: 4}", false},
        {"{shape: equant, size_m: [2.4, 2, 2]}", "{amplitude_m: 0.1, refine: 4}", false},
        {"{shape: equant, size_m: [2.6, 2, 2]}", "{amplitude_m: 0.1, refine: 4}", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const talus_override overrides[] = {{"rocks.0", cases[i].rock},
                                            {"terrain.roughness", cases[i].refine}};
        cr_expect_eq(warns_of_ridges(overrides, 2), cases[i].expected, "case %zu", i);
    }
}
