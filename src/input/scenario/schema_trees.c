// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the section `trees`.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

#include "talus/site.h"

static const scenario_species species_defaults = {.factor = SCENARIO_UNSET};
static const scenario_field species_fields[] = {
    TEXT(scenario_species, name, "name", REQUIRED, .most_bytes = TALUS_SPECIES_LENGTH - 1,
         RESULTS("Name that stands and tables of trees use.")),
    NUMBER(scenario_species, factor, "energy_factor", ABOVE(0.0, 100.0), REQUIRED,
           RESULTS("What a stem takes at most, relative to silver fir.")),
};
static const scenario_table species_table = {
    .name = "species",
    .size = sizeof(scenario_species),
    .defaults = &species_defaults,
    .fields = species_fields,
    .field_count = COUNT_OF(species_fields),
    .max_count = 250,
};

/// A key of a table of trees.
#define FIELD(member, name, default_, sentence_)                                                   \
    TEXT(scenario_stand, member, name,                                                             \
         .excludes = {"stems_per_ha",                                                              \
                      ": it names a field of a file of points, but 'stems_per_ha' draws the "      \
                      "trees"},                                                                    \
         .default_text = default_, RESULTS(sentence_))

static const scenario_stand stand_defaults = {
    .per_hectare = SCENARIO_UNSET,
    .height = {.given = true, .law = {.law = TALUS_LAW_FIXED, .a = 25.0}},
    .seed = 1,
};
static const scenario_field stand_fields[] = {
    TEXT(scenario_stand, name, "name", FILES("Name of the stand in messages.")),
    AREA(scenario_stand, area, .default_text = "this or `polygon_m`",
         RESULTS(
             "Points, one for each tree; with `stems_per_ha` polygons in which they are drawn.")),
    POINTS(scenario_stand, polygon, "polygon_m", FROM(-1e9, 1e9), .unit = "m",
           .default_text = "this or `file`", RESULTS("The area in which trees are drawn.")),
    FIELD(diameter_field, "diameter_field", "`diameter_cm`",
          "Field with diameters at breast height in cm."),
    FIELD(height_field, "height_field", "`height_m`", "Field with heights in m."),
    FIELD(species_field, "species_field", "`species`", "Field with names from the list `species`."),
    NUMBER(scenario_stand, per_hectare, "stems_per_ha", ABOVE(0.0, 1e5), .unit = "1/ha",
           .default_text = "none: a table of trees",
           RESULTS("The number of trees is area × density, rounded; positions are uniform.")),
    QUANTITY(scenario_stand, diameter, "diameter_cm", ABOVE(0.0, 1e3), .unit = "cm",
             .default_text = "required with `stems_per_ha`",
             RESULTS("Diameter at breast height, if no field has it.")),
    QUANTITY(scenario_stand, height, "height_m", ABOVE(0.0, 200.0), .unit = "m",
             RESULTS("Height of the stems, if no field has it.")),
    TEXT(scenario_stand, species, "species", .default_text = "the first",
         RESULTS("Name from the list `species`.")),
    COUNT(
        scenario_stand, seed, "seed", FROM(0.0, OPEN),
        RESULTS("Seed of the stand; apart from the top-level `seed`, so that a new seed keeps the "
                "forest.")),
};
static const scenario_table stand_table = {
    .name = "stands",
    .size = sizeof(scenario_stand),
    .defaults = &stand_defaults,
    .fields = stand_fields,
    .field_count = COUNT_OF(stand_fields),
    .max_count = 1000,
    .one_of = {.keys = "file and polygon_m",
               .sentence = "trees stand at the points of a 'file' or, with 'stems_per_ha', in its "
                           "polygons or in 'polygon_m': expected one of them"},
};

static const scenario_trees trees_defaults = {.mu = 0.5};
static const scenario_field trees_fields[] = {
    NUMBER(scenario_trees, mu, "mu", FROM(0.0, 10.0),
           RESULTS("Coulomb friction of a rock on a stem.")),
    NUMBER(scenario_trees, epsilon_n, "epsilon_n", FROM(0.0, 1.0), RESULTS("Normal restitution.")),
    NUMBER(scenario_trees, epsilon_t, "epsilon_t", FROM(0.0, 1.0),
           RESULTS("Tangential restitution.")),
    SECTIONS(scenario_trees, species, "species", &species_table, .default_text = "silver fir, 1",
             .doc = "Kinds of trees: `name` and `energy_factor`."),
    SECTIONS(scenario_trees, stands, "stands", &stand_table, REQUIRED, .may_be_empty = true,
             .doc = "Where the trees are; an empty list means no trees."),
};
const scenario_table scenario_trees_table = {
    .name = "trees",
    .size = sizeof(scenario_trees),
    .defaults = &trees_defaults,
    .fields = trees_fields,
    .field_count = COUNT_OF(trees_fields),
    .optional = true,
};
