// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters of grounds: numbers or distributions, and their ranges.
#include "input/scenario/grounds.h"

#include <math.h>

double scenario_highest(talus_varied parameter)
{
    switch (parameter) {
    case TALUS_VARIED_KAPPA:
    case TALUS_VARIED_BETA:
        return 1e6;
    case TALUS_VARIED_DRAG:
        return 1e3;
    case TALUS_VARIED_EPSILON_N:
    case TALUS_VARIED_EPSILON_T:
        return 1.0;
    case TALUS_VARIED_SOIL_MODULUS:
        return 1e6;
    case TALUS_VARIED_SOIL_DRAG:
        return 1001.0;
    case TALUS_VARIED_FRICTION:
    case TALUS_VARIED_MU_MIN:
    case TALUS_VARIED_MU_MAX:
        break;
    }
    return 10.0;
}

double scenario_parameter_unit(talus_varied parameter)
{
    return parameter == TALUS_VARIED_SOIL_MODULUS ? 1e6 : 1.0;
}

const scenario_quantity *scenario_ground_given(const scenario_ground *ground,
                                               talus_varied parameter)
{
    static const scenario_quantity nothing = {.law = {.law = TALUS_LAW_FIXED, .a = 0.0}};
    if (parameter < TALUS_VARIED_SOIL_MODULUS) {
        return &ground->laws[parameter];
    }
    if (ground->soil.node == NULL) {
        return &nothing;
    }
    return parameter == TALUS_VARIED_SOIL_MODULUS ? &ground->soil.modulus
                                                  : &ground->soil.drag_number;
}

talus_distribution scenario_ground_law(const scenario_ground *ground, talus_varied parameter)
{
    talus_distribution law = scenario_ground_given(ground, parameter)->law;
    if (law.law != TALUS_LAW_FIXED) {
        law.max = fmin(law.max, scenario_highest(parameter));
    }
    return law;
}

double scenario_ground_value(const scenario_ground *ground, talus_varied parameter)
{
    const scenario_quantity *given = scenario_ground_given(ground, parameter);
    if (!given->given || given->law.law == TALUS_LAW_TABLE) {
        return (double)NAN;
    }
    const talus_distribution law = scenario_ground_law(ground, parameter);
    return talus_distribution_at(&law, 0.5);
}
