// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_stack.h
/// Scenarios of stacks: blocks on each other, their contacts, what shakes the base. It knows keys,
/// units and places in the file; it refuses to know how blocks move.  [docs/stacks.md]
#ifndef TALUS_SRC_LAB_SCENARIO_ROCKING_STACK_H
#define TALUS_SRC_LAB_SCENARIO_ROCKING_STACK_H

#include "lab/scenario/rocking.h"

/// Of more than 32 vertices some stand for others in an impact [docs/theory.md 4], so that a drum
/// would lose less energy when it lands: 16 sides at most.
enum { ROCKING_STACK_BLOCKS = 256, ROCKING_STACK_SIDES = 16 };

/// A cuboid, a drum, or the blocks of a mesh; `count` of it on each other. NaN = not given.
typedef struct rocking_stack_block {
    const scenario_node *node;
    const char *name;
    talus_vec3 size;       ///< m, full, of a cuboid
    double radius, height; ///< m, of a drum: a regular prism inscribed in its circle
    uint64_t sides;
    const char *mesh; ///< closed convex surfaces beside each other
    double density;   ///< kg/m^3
    uint64_t count;
    talus_vec3 offset;   ///< m, from the place on the block before, in the axes of that block
    talus_vec3 position; ///< m, of the centre, axes of the base; of the origin of a mesh
    double yaw_deg, tilt_deg, tilt_direction_deg;
    talus_vec3 velocity, spin; ///< m/s, rad/s, axes of the base
} rocking_stack_block;

typedef struct rocking_stack_base {
    const scenario_node *node;
    double mu, restitution;
    double slope_deg; ///< the base falls so along x
} rocking_stack_base;
typedef struct rocking_stack_contact {
    const scenario_node *node;
    double mu, restitution;
} rocking_stack_contact;
typedef struct rocking_stack_simulation {
    const scenario_node *node;
    double duration, time_step, gravity;
} rocking_stack_simulation;

typedef struct rocking_stack_keys {
    const scenario_node *node;
    const char *title;
    scenario_list blocks; ///< of rocking_stack_block, bottom first
    rocking_stack_base base;
    rocking_stack_contact contact;
    rocking_ground_keys ground;
    rocking_stack_simulation simulation;
    rocking_output_keys outputs;
} rocking_stack_keys;

extern const scenario_table rocking_stack_table;
/// The keys, as talus_schema_print prints those of a scenario of rocks.
talus_status rocking_stack_schema_print(const char *key, talus_schema_form form, char **text,
                                        talus_error *error);

typedef struct rocking_stack_scenario {
    scenario_document document;
    rocking_stack_keys keys;
} rocking_stack_scenario;
/// As rocking_scenario_read.
talus_status rocking_stack_read(const char *path, const talus_override *overrides,
                                size_t override_count, talus_diagnostics *diagnostics,
                                rocking_stack_scenario **scenario, talus_error *error);
void rocking_stack_destroy(rocking_stack_scenario *scenario);
/// As rocking_scenario_resolved.
char *rocking_stack_resolved(const rocking_stack_scenario *scenario, const char *directory);

#endif
