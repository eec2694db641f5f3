// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the section `trees`: type, unit, range, default. docs/scenario.md is its prose.
#include "input/scenario/schema_trees.h"

#include "input/scenario/model.h"
#include "input/schema/rows.h"

static const scenario_species species_defaults = {.factor = SCENARIO_UNSET};
static const scenario_field species_fields[] = {
    {.key = "name",
     .type = SCENARIO_TEXT,
     .offset = offsetof(scenario_species, name),
     .required = true},
    {.key = "energy_factor",
     .type = SCENARIO_NUMBER,
     .offset = offsetof(scenario_species, factor),
     .min = 0.0,
     .max = 100.0,
     .above = true,
     .required = true},
};
static const scenario_table species_table = {
    .name = "species",
    .size = sizeof(scenario_species),
    .defaults = &species_defaults,
    .fields = species_fields,
    .field_count = COUNT_OF(species_fields),
    .max_count = 250,
};

static const scenario_stand stand_defaults = {
    .per_hectare = SCENARIO_UNSET,
    .height = {.given = true, .law = {.law = TALUS_LAW_FIXED, .a = 25.0}},
    .seed = 1,
};
static const scenario_field stand_fields[] = {
    TEXT(scenario_stand, name, "name"),
    AREA(scenario_stand, area),
    VALUE(SCENARIO_POINTS, scenario_stand, polygon, "polygon_m", "m", -1e9, 1e9),
    TEXT(scenario_stand, diameter_field, "diameter_field"),
    TEXT(scenario_stand, height_field, "height_field"),
    TEXT(scenario_stand, species_field, "species_field"),
    POSITIVE(SCENARIO_NUMBER, scenario_stand, per_hectare, "stems_per_ha", "1/ha", 1e5),
    POSITIVE(SCENARIO_QUANTITY, scenario_stand, diameter, "diameter_cm", "cm", 1e3),
    POSITIVE(SCENARIO_QUANTITY, scenario_stand, height, "height_m", "m", 200.0),
    TEXT(scenario_stand, species, "species"),
    COUNT(scenario_stand, seed, "seed", 0.0, OPEN),
};
static const scenario_table stand_table = {
    .name = "stands",
    .size = sizeof(scenario_stand),
    .defaults = &stand_defaults,
    .fields = stand_fields,
    .field_count = COUNT_OF(stand_fields),
    .max_count = 1000,
};

static const scenario_trees trees_defaults = SCENARIO_TREES_DEFAULTS;
static const scenario_field trees_fields[] = {
    NUMBER(scenario_trees, mu, "mu", NULL, 0.0, 10.0),
    NUMBER(scenario_trees, epsilon_n, "epsilon_n", NULL, 0.0, 1.0),
    NUMBER(scenario_trees, epsilon_t, "epsilon_t", NULL, 0.0, 1.0),
    SECTIONS(scenario_trees, species, "species", &species_table, false),
    {.key = "stands",
     .type = SCENARIO_SECTIONS,
     .offset = offsetof(scenario_trees, stands),
     .table = &stand_table,
     .required = true,
     .may_be_empty = true},
};
const scenario_table scenario_trees_table = {
    .name = "trees",
    .size = sizeof(scenario_trees),
    .defaults = &trees_defaults,
    .fields = trees_fields,
    .field_count = COUNT_OF(trees_fields),
    .optional = true,
};
