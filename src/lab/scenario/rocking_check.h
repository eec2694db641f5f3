// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions between the keys of a rocking scenario, by section, and their small helpers.
#ifndef TALUS_SRC_LAB_SCENARIO_ROCKING_CHECK_H
#define TALUS_SRC_LAB_SCENARIO_ROCKING_CHECK_H

#include "lab/scenario/rocking.h"

void rocking_check_block(scenario_tree *tree, const char *directory, rocking_block_keys *block);
/// The model by the kind of block, its keys; the limits of its parameters where all is clean.
void rocking_check_impact(scenario_tree *tree, rocking_keys *keys);
void rocking_check_start(scenario_tree *tree, const rocking_keys *keys);
void rocking_check_ground(scenario_tree *tree, rocking_keys *keys);
/// The components alone: records and pulses, one of them at least.
void rocking_check_components(scenario_tree *tree, rocking_ground_keys *ground);
void rocking_check_simulation(scenario_tree *tree, rocking_keys *keys);

/// No error so far: what the keys mean together can be asked.
bool rocking_is_clean(const scenario_tree *tree);
/// Report each of the NULL-terminated keys that is there.
void rocking_refuse_keys(scenario_tree *tree, const scenario_node *map, const char *const *keys,
                         const char *reason);
size_t rocking_count_keys(const scenario_node *map, const char *const *keys);
/// An error at the key, or at the section where it is not there.
void rocking_complain(scenario_tree *tree, const scenario_node *map, const char *key,
                      const char *sentence);

#endif
