// SPDX-License-Identifier: GPL-3.0-or-later
// The soil of a ground in a scenario: what comes from the preset, what goes with what, SI units.
#include "input/scenario/grounds.h"

#include <math.h>
#include <string.h>

static void report(scenario_tree *tree, const scenario_node *node, const char *sentence)
{
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node, "%s", sentence);
}

/// A law of the preset in the scenario's unit.
static talus_distribution law_in_unit(talus_distribution law, double unit)
{
    law.a /= unit; // presets are lognormal or numbers: b is of the logarithm
    law.min /= unit;
    law.max /= unit;
    return law;
}

static void fill_quantity(scenario_quantity *quantity, const talus_ground *preset,
                          talus_varied parameter, double number)
{
    const double unit = scenario_parameter_unit(parameter);
    talus_distribution law = {.law = TALUS_LAW_FIXED, .a = number, .max = HUGE_VAL};
    if (preset->draw != NULL && preset->draw->laws[parameter].law != TALUS_LAW_FIXED) {
        law = preset->draw->laws[parameter];
    }
    if (!quantity->given) {
        *quantity = (scenario_quantity){.given = true, .law = law_in_unit(law, unit)};
    }
}

static void fill_from_preset(scenario_ground *ground, const talus_ground *preset)
{
    scenario_soil *soil = &ground->soil;
    soil->node = soil->node != NULL ? soil->node : ground->cover.node;
    fill_quantity(&soil->modulus, preset, TALUS_VARIED_SOIL_MODULUS, preset->soil.modulus);
    if (isnan(soil->drag)) {
        fill_quantity(&soil->drag_number, preset, TALUS_VARIED_SOIL_DRAG, 1.0 + preset->soil.drag);
    }
    soil->density = isnan(soil->density) ? preset->soil.density : soil->density;
    soil->rotational = isnan(soil->rotational) ? preset->soil.rotational : soil->rotational;
    soil->rolling = isnan(soil->rolling) ? preset->soil.rolling : soil->rolling;
}

static bool is_drawn(const scenario_soil *soil)
{
    return soil->modulus.law.law != TALUS_LAW_FIXED ||
           (soil->drag_number.given && soil->drag_number.law.law != TALUS_LAW_FIXED);
}

void scenario_complete_soil(scenario_tree *tree, scenario_ground *ground,
                            const talus_ground *preset)
{
    scenario_soil *soil = &ground->soil;
    if (preset != NULL && preset->soil.modulus > 0.0) {
        fill_from_preset(ground, preset);
    }
    if (soil->node == NULL) {
        return;
    }
    if (scenario_find(soil->node, "modulus_mn_m2") == NULL && !soil->modulus.given) {
        report(tree, soil->node, "missing required key 'modulus_mn_m2'");
    }
    if (isnan(soil->drag) && !soil->drag_number.given &&
        scenario_find(soil->node, "drag_number") == NULL &&
        scenario_find(soil->node, "drag") == NULL) {
        report(tree, soil->node, "missing required key 'drag' (or 'drag_number', which is 1 + it)");
    }
    soil->density = isnan(soil->density) ? 1700.0 : soil->density;
    soil->rotational = isnan(soil->rotational) ? 0.0 : soil->rotational;
    soil->rolling = isnan(soil->rolling) ? 0.0 : soil->rolling;
    if (soil->depth < 0) {
        soil->depth = ground->cover.on_dams ? SCENARIO_DEPTH_NORMAL : SCENARIO_DEPTH_VERTICAL;
    }
    if (soil->drawn < 0 && is_drawn(soil)) {
        soil->drawn = ground->drawn >= 0 ? ground->drawn : SCENARIO_DRAWN_IMPACT;
    }
}

/// A parameter of soil that varies needs a soil.
static void check_partner(scenario_tree *tree, const scenario_ground *ground,
                          const scenario_node *map, int parameter)
{
    if (map != NULL && parameter >= TALUS_VARIED_SOIL_MODULUS && ground->soil.node == NULL) {
        report(tree, scenario_find(map, "parameter"),
               "parameter: it is one of the soil, but this ground has none: give it a soil, or a "
               "preset that has one");
    }
}

void scenario_check_soil(scenario_tree *tree, const scenario_ground *ground)
{
    const scenario_soil *soil = &ground->soil;
    const scenario_parameter_raster *rasters = ground->rasters.items;
    check_partner(tree, ground, ground->variation.node, ground->variation.parameter);
    for (size_t i = 0; i < ground->rasters.count; i++) {
        check_partner(tree, ground, rasters[i].node, rasters[i].parameter);
    }
    if (soil->node == NULL) {
        return;
    }
    const scenario_node *node = scenario_find(soil->node, "drawn");
    if (node != NULL && soil->node != ground->cover.node && !is_drawn(soil)) {
        report(tree, node,
               "drawn: it goes with distributions, but all parameters of this soil are numbers");
    }
}

talus_soil scenario_soil_values(const scenario_ground *ground)
{
    const scenario_soil *soil = &ground->soil;
    if (soil->node == NULL) {
        return (talus_soil){0};
    }
    return (talus_soil){.modulus = scenario_parameter_unit(TALUS_VARIED_SOIL_MODULUS) *
                                   scenario_ground_value(ground, TALUS_VARIED_SOIL_MODULUS),
                        .drag = isnan(soil->drag)
                                    ? scenario_ground_value(ground, TALUS_VARIED_SOIL_DRAG) - 1.0
                                    : soil->drag,
                        .density = soil->density,
                        .rotational = soil->rotational,
                        .rolling = soil->rolling,
                        .is_normal = soil->depth == SCENARIO_DEPTH_NORMAL};
}
