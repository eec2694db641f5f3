// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a rule pack. docs/hazard.md is its prose.
#include "input/schema/print.h"
#include "input/schema/rows.h"
#include "studies/hazard/hazard.h"
#include "talus/campaign.h"

#define UNCERTAIN(struct_)                                                                         \
    FLAG(struct_, uncertain, "uncertain", FILES("The figures are not certain."))
#define SOURCE(struct_) TEXT(struct_, source, "source", FILES("Where the figures come from."))

static const hazard_intensity class_defaults = {.from_kj = SCENARIO_UNSET, .colour = "#808080"};
static const scenario_field class_fields[] = {
    TEXT(hazard_intensity, name, "name", REQUIRED, FILES("Name of the class.")),
    TEXT(hazard_intensity, colour, "colour", FILES("Colour on maps, such as `#e31a1c`.")),
    NUMBER(hazard_intensity, from_kj, "from_kj", FROM(0.0, 1e12), .unit = "kJ", REQUIRED,
           FILES("Energies above this are of the class.")),
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
    TEXT(hazard_zone, name, "name", REQUIRED, FILES("Name of the zone.")),
    TEXT(hazard_zone, title, "title", FILES("Title in legends.")),
    TEXT(hazard_zone, colour, "colour", FILES("Colour on maps, such as `#e31a1c`.")),
    FLAG(hazard_zone, hatched, "hatched", FILES("The zone is hatched on maps.")),
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
    NUMBER(hazard_entry, return_period, "return_period_yr", ABOVE(0.0, 1e7), .unit = "yr",
           FILES("Level, where the basis is `return_period`.")),
    NUMBER(hazard_entry, reach_probability, "reach_probability", ABOVE(0.0, 1.0),
           FILES("Level, where the basis is `reach_probability`.")),
    TEXT(hazard_entry, intensity, "intensity", REQUIRED, FILES("Name of the class.")),
    TEXT(hazard_entry, zone, "zone", REQUIRED,
         FILES("Name of the zone that this intensity at this level makes.")),
    UNCERTAIN(hazard_entry),
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

static const hazard_design_rule design_defaults = {.percentile = 95.0,
                                                   .speed_factor = 1.0,
                                                   .mass_factor = 1.0,
                                                   .height_factor = 1.0,
                                                   .divisor = 1.0};
static const scenario_field design_fields[] = {
    NUMBER(hazard_design_rule, percentile, "percentile", FROM(50.0, 99.9),
           FILES("Percentile of energies, speeds and heights at a screen.")),
    NUMBER(hazard_design_rule, speed_factor, "speed_factor", FROM(1.0, 10.0),
           FILES("Factor f_v on the speed.")),
    NUMBER(hazard_design_rule, mass_factor, "mass_factor", FROM(1.0, 10.0),
           FILES("Factor f_m on the mass.")),
    NUMBER(hazard_design_rule, height_factor, "height_factor", FROM(1.0, 10.0),
           FILES("Factor f_h on the height.")),
    CHOICE(hazard_design_rule, height_of, "height_of", .choices = heights,
           FILES("Height of the centre of mass, or of the rock's highest point.")),
    NUMBER(hazard_design_rule, clearance, "clearance_m", FROM(0.0, 100.0), .unit = "m",
           FILES("Height c that is added.")),
    NUMBER(hazard_design_rule, divisor, "capacity_divisor", FROM(1.0, 10.0),
           FILES("Divisor of the capacity of a net.")),
    UNCERTAIN(hazard_design_rule),
    SOURCE(hazard_design_rule),
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
    NUMBERS(hazard_nets, classes, "classes_kj", FROM(0.0, 1e9), .unit = "kJ",
            FILES("Capacities in ascending order.")),
    NUMBER(hazard_nets, highest, "highest_m", ABOVE(0.0, 1000.0), .unit = "m",
           FILES("Height of the highest net on the market.")),
    UNCERTAIN(hazard_nets),
    SOURCE(hazard_nets),
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

static const hazard_keys rules_defaults = {.width = SCENARIO_UNSET};
static const scenario_field rules_fields[] = {
    TEXT(hazard_keys, title, "title", REQUIRED, FILES("Title of the pack.")),
    TEXT(hazard_keys, source, "source", REQUIRED, FILES("Where the figures come from.")),
    TEXT(hazard_keys, note, "note", FILES("A note for the reader.")),
    NUMBER(hazard_keys, width, "reference_width_m", ABOVE(0.0, TALUS_WIDEST_REFERENCE), .unit = "m",
           .default_text = "15",
           FILES("Width of the object that frequencies and zones are of; `hazard.width_m` comes "
                 "first.")),
    TEXT(hazard_keys, width_source, "reference_width_source", FILES("Where the width comes from.")),
    FLAG(hazard_keys, width_uncertain, "reference_width_uncertain",
         FILES("The width is not certain.")),
    CHOICE(hazard_keys, basis, "basis", .choices = bases,
           FILES("Levels are annual frequencies 1/T, or probabilities given a release.")),
    SECTIONS(hazard_keys, classes, "classes", &class_table,
             .doc = "Intensities in ascending order."),
    SECTIONS(hazard_keys, zones, "zones", &zone_table, .doc = "Ascending order of danger."),
    SECTIONS(hazard_keys, matrix, "matrix", &entry_table,
             .doc = "Which intensity makes which zone at which level."),
    TEXT(hazard_keys, residual, "residual",
         FILES("Zone of cells that rocks reach without any other zone.")),
    SECTION(hazard_keys, design, "design", &design_table, .doc = "Design values at screens."),
    SECTION(hazard_keys, nets, "nets", &nets_table, .doc = "Classes of nets."),
};
const scenario_table hazard_rules_table = {
    .name = "rules",
    .size = sizeof(hazard_keys),
    .defaults = &rules_defaults,
    .fields = rules_fields,
    .field_count = COUNT_OF(rules_fields),
};

talus_status talus_rules_schema_print(const char *key, talus_schema_form form, char **text,
                                      talus_error *error)
{
    static const schema_document document = {
        .top = &hazard_rules_table,
        .title = "talus rule pack",
        .expected = "a key of a rule pack, such as design.percentile or matrix"};
    return schema_print(&document, key, form, text, error);
}
