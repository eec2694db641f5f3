// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the section `hazard`.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"
#include "talus/campaign.h"

static const scenario_hazard hazard_defaults = {
    .width = SCENARIO_UNSET, .years = 50.0, .least_area = 400.0};
static const scenario_field hazard_fields[] = {
    FILENAME(scenario_hazard, rules, "rules", .default_text = "none",
             RESULTS("Rule pack: intensities, zones, design factors, the reference width.")),
    NUMBERS(scenario_hazard, energies, "energies_kj", ABOVE(0.0, 1e9), .unit = "kJ",
            .distinct = true, .default_text = "none",
            FILES("Thresholds of `annual_frequency_e<E>_kj`.")),
    NUMBERS(scenario_hazard, heights, "heights_m", ABOVE(0.0, 1e4), .unit = "m", .distinct = true,
            .default_text = "none", FILES("Thresholds of `annual_frequency_h<H>_m`.")),
    NUMBERS(scenario_hazard, hits, "hits_kj", FROM(0.0, 1e9), .unit = "kJ", .distinct = true,
            .default_text = "none", .affects = SCENARIO_RESULTS,
            .doc = "Thresholds of `annual_hits_e<E>_kj`: all bodies of an event count."),
    NUMBERS(scenario_hazard, periods, "return_periods_yr", ABOVE(0.0, 1e7), .unit = "yr",
            .distinct = true, .default_text = "of the rules, else 30, 100, 300",
            FILES("Return periods of `kinetic_energy_rp<T>` and `jump_height_rp<T>`, at most 8.")),
    NUMBER(scenario_hazard, width, "width_m", ABOVE(0.0, TALUS_WIDEST_REFERENCE), .unit = "m",
           .affects = SCENARIO_RESULTS, .default_text = "of the rules, else 15",
           .doc = "Width of the object that annual frequencies, return periods and zones are of."),
    NUMBER(scenario_hazard, years, "years", ABOVE(0.0, 1e6), .unit = "yr",
           FILES("Horizon of the probabilities in `curves.csv`.")),
    NUMBER(
        scenario_hazard, least_area, "least_zone_m2", FROM(0.0, 1e9), .unit = "m^2",
        FILES("Smaller patches of the map are absorbed, by a rule that makes no decided cell less "
              "dangerous; 0 keeps all.")),
};
const scenario_table scenario_hazard_table = {
    .name = "hazard",
    .size = sizeof(scenario_hazard),
    .defaults = &hazard_defaults,
    .fields = hazard_fields,
    .field_count = COUNT_OF(hazard_fields),
    .optional = true,
};
