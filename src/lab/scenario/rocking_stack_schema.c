// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a scenario of a stack. docs/stacks.md is its prose.
#include "input/schema/print.h"
#include "input/schema/rows.h"
#include "lab/scenario/rocking_stack.h"

#define UNSET SCENARIO_UNSET
#define OF_DRUMS                                                                                   \
    {                                                                                              \
        {                                                                                          \
            "radius_m", ": it goes with radius_m, but there is no such key"                        \
        }                                                                                          \
    }

static const rocking_stack_block block_defaults = {.size = UNSET_VEC3,
                                                   .radius = UNSET,
                                                   .height = UNSET,
                                                   .sides = SCENARIO_NO_COUNT,
                                                   .density = 2700.0,
                                                   .count = SCENARIO_NO_COUNT,
                                                   .offset = UNSET_VEC3,
                                                   .position = UNSET_VEC3,
                                                   .yaw_deg = UNSET,
                                                   .tilt_deg = UNSET,
                                                   .tilt_direction_deg = UNSET,
                                                   .velocity = UNSET_VEC3,
                                                   .spin = UNSET_VEC3};
static const scenario_field block_fields[] = {
    TEXT(rocking_stack_block, name, "name", .default_text = "`block 1`, ...",
         FILES("Of the block in results.")),
    VECTOR(rocking_stack_block, size, "size_m", ABOVE(0.0, 1e3), .unit = "m",
           RESULTS("A cuboid: its full width along x, depth along y and height.")),
    NUMBER(rocking_stack_block, radius, "radius_m", ABOVE(0.0, 1e3), .unit = "m",
           .needs = {{"height_m", ": a drum has a height_m, too"}},
           RESULTS("A drum: radius of the circle through the corners of its prism.")),
    NUMBER(rocking_stack_block, height, "height_m", ABOVE(0.0, 1e3), .unit = "m", .needs = OF_DRUMS,
           RESULTS("Height of a drum.")),
    COUNT(rocking_stack_block, sides, "sides", FROM(3.0, (double)ROCKING_STACK_SIDES),
          .default_text = "16", .needs = OF_DRUMS, RESULTS("Sides of a drum.")),
    PATH(rocking_stack_block, mesh, "mesh",
         RESULTS("Blocks of a mesh (OBJ, STL, PLY): its closed parts, each in its place.")),
    NUMBER(rocking_stack_block, density, "density_kg_m3", FROM(1.0, 30000.0), .unit = "kg/m^3",
           RESULTS("Density.")),
    COUNT(rocking_stack_block, count, "count", FROM(1.0, (double)ROCKING_STACK_BLOCKS),
          .default_text = "1", .excludes = {"mesh position_m tilt_deg", NULL},
          RESULTS("So many equal blocks on each other; `offset_m` and `yaw_deg` hold for each.")),
    VECTOR(rocking_stack_block, offset, "offset_m", FROM(-1e3, 1e3), .unit = "m",
           .default_text = "[0, 0, 0]", .excludes = {"mesh position_m", NULL},
           RESULTS("Shift from the middle of the top of the block before, in the axes of that "
                   "block.")),
    VECTOR(rocking_stack_block, position, "position_m", FROM(-1e4, 1e4), .unit = "m",
           .default_text = "on the block before, the first on the base",
           RESULTS("Centre of a block that stands beside others, in the axes of the base; of a "
                   "mesh its origin.")),
    NUMBER(rocking_stack_block, yaw_deg, "yaw_deg", FROM(-360.0, 360.0), .unit = "deg",
           .default_text = "0", .excludes = {"mesh", NULL},
           RESULTS("Angle about the vertical from the block before.")),
    NUMBER(rocking_stack_block, tilt_deg, "tilt_deg", FROM(-89.0, 89.0), .unit = "deg",
           .default_text = "0", .excludes = {"mesh", NULL},
           RESULTS("Angle at the start about the edge or corner that then stands lowest; above 0 "
                   "lifts the side +x. Blocks on it turn with it.")),
    NUMBER(rocking_stack_block, tilt_direction_deg, "tilt_direction_deg", FROM(-360.0, 360.0),
           .unit = "deg", .default_text = "0", .needs = {{"tilt_deg", NULL}},
           RESULTS("Direction of the side that `tilt_deg` lifts, from +x towards +y.")),
    VECTOR(rocking_stack_block, velocity, "velocity_m_s", FROM(-100.0, 100.0), .unit = "m/s",
           .default_text = "[0, 0, 0]", RESULTS("Velocity at the start, axes of the base.")),
    VECTOR(rocking_stack_block, spin, "spin_rad_s", FROM(-1e3, 1e3), .unit = "rad/s",
           .default_text = "[0, 0, 0]", .excludes = {"mesh", NULL},
           RESULTS("Angular velocity at the start, axes of the base.")),
};
static const scenario_table block_table = {
    .name = "blocks",
    .size = sizeof(rocking_stack_block),
    .defaults = &block_defaults,
    .fields = block_fields,
    .field_count = COUNT_OF(block_fields),
    .max_count = ROCKING_STACK_BLOCKS,
    .one_of = {.keys = "size_m, radius_m and mesh", .noun = "shapes of a block"},
};

static const rocking_stack_base base_defaults = {.mu = 0.6};
static const scenario_field base_fields[] = {
    NUMBER(rocking_stack_base, mu, "mu", FROM(0.0, 100.0), RESULTS("Friction of the base.")),
    NUMBER(rocking_stack_base, restitution, "restitution", FROM(0.0, 1.0),
           RESULTS("Newton's restitution of each contact with the base.")),
    NUMBER(rocking_stack_base, slope_deg, "slope_deg", FROM(-80.0, 80.0), .unit = "deg",
           RESULTS("Angle by which the base falls along x.")),
};
static const scenario_table base_table = {
    .name = "base",
    .size = sizeof(rocking_stack_base),
    .defaults = &base_defaults,
    .fields = base_fields,
    .field_count = COUNT_OF(base_fields),
};

static const rocking_stack_contact contact_defaults = {.mu = 0.6};
static const scenario_field contact_fields[] = {
    NUMBER(rocking_stack_contact, mu, "mu", FROM(0.0, 100.0), RESULTS("Friction between blocks.")),
    NUMBER(rocking_stack_contact, restitution, "restitution", FROM(0.0, 1.0),
           RESULTS("Newton's restitution of each contact between blocks.")),
};
static const scenario_table contact_table = {
    .name = "contact",
    .size = sizeof(rocking_stack_contact),
    .defaults = &contact_defaults,
    .fields = contact_fields,
    .field_count = COUNT_OF(contact_fields),
};

static const rocking_stack_simulation simulation_defaults = {
    .duration = 10.0, .time_step = 0.001, .gravity = 9.81};
static const scenario_field simulation_fields[] = {
    NUMBER(rocking_stack_simulation, duration, "time_s", ABOVE(0.0, 1e5), .unit = "s",
           RESULTS("Duration.")),
    NUMBER(rocking_stack_simulation, time_step, "time_step_s", ABOVE(0.0, 0.1), .unit = "s",
           RESULTS("Time step.")),
    NUMBER(rocking_stack_simulation, gravity, "gravity_m_s2", ABOVE(0.0, 100.0), .unit = "m/s^2",
           RESULTS("Gravity.")),
};
static const scenario_table simulation_table = {
    .name = "simulation",
    .size = sizeof(rocking_stack_simulation),
    .defaults = &simulation_defaults,
    .fields = simulation_fields,
    .field_count = COUNT_OF(simulation_fields),
};

static const rocking_stack_keys defaults = {.node = NULL};
static const scenario_field fields[] = {
    TEXT(rocking_stack_keys, title, "title", .default_text = "file name",
         FILES("Printed in results.")),
    SECTIONS(rocking_stack_keys, blocks, "blocks", &block_table, REQUIRED,
             .doc = "The blocks, bottom first."),
    SECTION(rocking_stack_keys, base, "base", &base_table, .doc = "What the blocks stand on."),
    SECTION(rocking_stack_keys, contact, "contact", &contact_table, .doc = "Between blocks."),
    SECTION(rocking_stack_keys, ground, "ground_motion", &rocking_ground_table,
            .doc = "How the base moves: the component along x, and others."),
    SECTION(rocking_stack_keys, simulation, "simulation", &simulation_table,
            .doc = "How the motion is computed."),
    SECTION(rocking_stack_keys, outputs, "outputs", &rocking_outputs_table,
            .doc = "What is written."),
};
const scenario_table rocking_stack_table = {
    .name = "scenario",
    .size = sizeof(rocking_stack_keys),
    .defaults = &defaults,
    .fields = fields,
    .field_count = COUNT_OF(fields),
};

talus_status rocking_stack_schema_print(const char *key, talus_schema_form form, char **text,
                                        talus_error *error)
{
    static const schema_document document = {
        .top = &rocking_stack_table,
        .title = "talus scenario of a stack of blocks",
        .expected = "a key of a scenario of a stack, such as blocks.size_m or base"};
    return schema_print(&document, key, form, text, error);
}
