// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of ground and forest in the model of a scenario, their parameters and checks. Knows no
// maps.
#ifndef TALUS_SRC_INPUT_SCENARIO_GROUNDS_H
#define TALUS_SRC_INPUT_SCENARIO_GROUNDS_H

#include "input/scenario/model.h"
#include "talus/site.h"

/// Kinds of a list of grounds or forests: entries in their order, rows in place of their entry.
/// @param size of one entry
size_t scenario_kind_count(const scenario_list *list, size_t size);
/// @param k < scenario_kind_count
void *scenario_kind_at(const scenario_list *list, size_t size, size_t k);

/// A parameter of a ground: the number, or the median of its distribution within the parameter's
/// range; NaN when there is none.
double scenario_ground_value(const scenario_ground *ground, talus_varied parameter);
/// As the scenario gives it, `given` false: not. Of the soil in its own units: MN/m^2, 1 + C_s.
const scenario_quantity *scenario_ground_given(const scenario_ground *ground,
                                               talus_varied parameter);
/// SI units in the unit that scenarios give the parameter in.
double scenario_parameter_unit(talus_varied parameter);
/// Its law, cut at the end of the parameter's range.
talus_distribution scenario_ground_law(const scenario_ground *ground, talus_varied parameter);
/// In the unit of scenarios. Ranges begin at 0.
double scenario_highest(talus_varied parameter);

/// Areas and tables of classes of grounds or forests.
/// @param size of one entry
/// @param noun "ground" or "forest"
void scenario_check_covers(scenario_tree *tree, const scenario_list *list, size_t size,
                           const char *noun);
/// Keys of the soil of a ground that go with each other, and what varies it.
void scenario_check_soil(scenario_tree *tree, const scenario_ground *ground);
/// Fill the soil from the preset (NULL: none), and its defaults.
void scenario_complete_soil(scenario_tree *tree, scenario_ground *ground,
                            const talus_ground *preset);
/// As talus_soil with the medians of what is drawn; none: modulus 0.
talus_soil scenario_soil_values(const scenario_ground *ground);
/// Distributions of parameters of a ground.
void scenario_check_laws(scenario_tree *tree, const scenario_ground *ground);
/// Rasters of parameters of a ground.
void scenario_check_rasters(scenario_tree *tree, const scenario_list *list);

#endif
