// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a rule pack: type, unit, range, default. docs/hazard.md is its prose.
#include "studies/hazard/rules_schema.h"

#include "input/schema/rows.h"
#include "studies/hazard/hazard.h"

#define FLAG(type_, member, name) VALUE(SCENARIO_FLAG, type_, member, name, NULL, 0.0, 1.0)
#define REQUIRED_TEXT(type_, member, name)                                                         \
    {                                                                                              \
        .key = name, .type = SCENARIO_TEXT, .offset = offsetof(type_, member), .required = true    \
    }

static const hazard_intensity class_defaults = {.from_kj = SCENARIO_UNSET, .colour = "#808080"};
static const scenario_field class_fields[] = {
    REQUIRED_TEXT(hazard_intensity, name, "name"),
    TEXT(hazard_intensity, colour, "colour"),
    {.key = "from_kj",
     .type = SCENARIO_NUMBER,
     .offset = offsetof(hazard_intensity, from_kj),
     .unit = "kJ",
     .min = 0.0,
     .max = 1e12,
     .required = true},
};
static const scenario_table class_table = {
    .name = "classes",
    .size = sizeof(hazard_intensity),
    .defaults = &class_defaults,
    .fields = class_fields,
    .field_count = COUNT_OF(class_fields),
    .max_count = HAZARD_CLASSES,
};

static const hazard_zone zone_defaults = {.colour = "#808080"};
static const scenario_field zone_fields[] = {
    REQUIRED_TEXT(hazard_zone, name, "name"),
    TEXT(hazard_zone, title, "title"),
    TEXT(hazard_zone, colour, "colour"),
    FLAG(hazard_zone, hatched, "hatched"),
};
static const scenario_table zone_table = {
    .name = "zones",
    .size = sizeof(hazard_zone),
    .defaults = &zone_defaults,
    .fields = zone_fields,
    .field_count = COUNT_OF(zone_fields),
    .max_count = HAZARD_ZONES,
};

static const hazard_entry entry_defaults = {.return_period = SCENARIO_UNSET,
                                            .reach_probability = SCENARIO_UNSET};
static const scenario_field entry_fields[] = {
    POSITIVE(SCENARIO_NUMBER, hazard_entry, return_period, "return_period_yr", "yr", 1e7),
    POSITIVE(SCENARIO_NUMBER, hazard_entry, reach_probability, "reach_probability", NULL, 1.0),
    REQUIRED_TEXT(hazard_entry, intensity, "intensity"),
    REQUIRED_TEXT(hazard_entry, zone, "zone"),
    FLAG(hazard_entry, uncertain, "uncertain"),
};
static const scenario_table entry_table = {
    .name = "matrix",
    .size = sizeof(hazard_entry),
    .defaults = &entry_defaults,
    .fields = entry_fields,
    .field_count = COUNT_OF(entry_fields),
    .max_count = HAZARD_LEVELS * HAZARD_CLASSES,
};

static const char *const heights[] = {
    [HAZARD_HEIGHT_CENTRE] = "centre", [HAZARD_HEIGHT_TOP] = "top", NULL};

#define DESIGN_DEFAULTS                                                                            \
    {                                                                                              \
        .percentile = 95.0, .speed_factor = 1.0, .mass_factor = 1.0, .height_factor = 1.0,         \
        .divisor = 1.0                                                                             \
    }
static const hazard_design_rule design_defaults = DESIGN_DEFAULTS;
static const scenario_field design_fields[] = {
    NUMBER(hazard_design_rule, percentile, "percentile", NULL, 50.0, 99.9),
    NUMBER(hazard_design_rule, speed_factor, "speed_factor", NULL, 1.0, 10.0),
    NUMBER(hazard_design_rule, mass_factor, "mass_factor", NULL, 1.0, 10.0),
    NUMBER(hazard_design_rule, height_factor, "height_factor", NULL, 1.0, 10.0),
    CHOICE(hazard_design_rule, height_of, "height_of", heights),
    NUMBER(hazard_design_rule, clearance, "clearance_m", "m", 0.0, 100.0),
    NUMBER(hazard_design_rule, divisor, "capacity_divisor", NULL, 1.0, 10.0),
    FLAG(hazard_design_rule, uncertain, "uncertain"),
    TEXT(hazard_design_rule, source, "source"),
};
static const scenario_table design_table = {
    .name = "design",
    .size = sizeof(hazard_design_rule),
    .defaults = &design_defaults,
    .fields = design_fields,
    .field_count = COUNT_OF(design_fields),
    .optional = true,
};

static const hazard_nets nets_defaults = {.highest = SCENARIO_UNSET};
static const scenario_field nets_fields[] = {
    VALUE(SCENARIO_NUMBERS, hazard_nets, classes, "classes_kj", "kJ", 0.0, 1e9),
    POSITIVE(SCENARIO_NUMBER, hazard_nets, highest, "highest_m", "m", 1000.0),
    FLAG(hazard_nets, uncertain, "uncertain"),
    TEXT(hazard_nets, source, "source"),
};
static const scenario_table nets_table = {
    .name = "nets",
    .size = sizeof(hazard_nets),
    .defaults = &nets_defaults,
    .fields = nets_fields,
    .field_count = COUNT_OF(nets_fields),
    .optional = true,
};

static const char *const bases[] = {[HAZARD_RETURN_PERIOD] = "return_period",
                                    [HAZARD_REACH_PROBABILITY] = "reach_probability",
                                    NULL};

static const hazard_keys rules_defaults = {.design = DESIGN_DEFAULTS,
                                           .nets = {.highest = SCENARIO_UNSET}};
static const scenario_field rules_fields[] = {
    REQUIRED_TEXT(hazard_keys, title, "title"),
    REQUIRED_TEXT(hazard_keys, source, "source"),
    TEXT(hazard_keys, note, "note"),
    CHOICE(hazard_keys, basis, "basis", bases),
    SECTIONS(hazard_keys, classes, "classes", &class_table, false),
    SECTIONS(hazard_keys, zones, "zones", &zone_table, false),
    SECTIONS(hazard_keys, matrix, "matrix", &entry_table, false),
    TEXT(hazard_keys, residual, "residual"),
    SECTION(SCENARIO_SECTION, hazard_keys, design, "design", &design_table),
    SECTION(SCENARIO_SECTION, hazard_keys, nets, "nets", &nets_table),
};
const scenario_table hazard_rules_table = {
    .name = "rules",
    .size = sizeof(hazard_keys),
    .defaults = &rules_defaults,
    .fields = rules_fields,
    .field_count = COUNT_OF(rules_fields),
};
