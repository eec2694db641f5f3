// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the section `stop_when`.
#include "input/scenario/model.h"
#include "input/scenario/tables.h"
#include "input/schema/rows.h"

static const scenario_stop_when stop_when_defaults = {.reach_halfwidth = SCENARIO_UNSET,
                                                      .cell_share = 0.99,
                                                      .energy_error = SCENARIO_UNSET,
                                                      .height_error = SCENARIO_UNSET,
                                                      .decided_share = SCENARIO_UNSET,
                                                      .rare_crossing = 0.001,
                                                      .first_rocks = 1000};
static const scenario_field stop_when_fields[] = {
    NUMBER(scenario_stop_when, reach_halfwidth, "reach_halfwidth", ABOVE(0.0, 0.49),
           .default_text = "not requested",
           RESULTS("Half the 95 % interval of `reach_probability`, as the layer "
                   "`reach_probability_halfwidth` has it.")),
    NUMBER(scenario_stop_when, cell_share, "cell_share", ABOVE(0.0, 1.0),
           RESULTS("Share of the touched cells that must reach this precision.")),
    NUMBER(scenario_stop_when, energy_error, "screen_energy_error", ABOVE(0.0, 10.0),
           .default_text = "not requested",
           RESULTS("Half the 95 % interval of E95 over E95, at every screen.")),
    NUMBER(scenario_stop_when, height_error, "screen_height_error", ABOVE(0.0, 10.0),
           .default_text = "not requested",
           RESULTS("Half the 95 % interval of the 95th percentile of the height of S over that "
                   "percentile.")),
    NUMBER(
        scenario_stop_when, decided_share, "decided_share", ABOVE(0.0, 1.0),
        .default_text = "not requested",
        RESULTS("Share of the reached cells whose zone must be decided; needs `hazard.rules` with "
                "a matrix.")),
    NUMBER(scenario_stop_when, rare_crossing, "rare_crossing", FROM(0.0, 1.0),
           RESULTS("A screen needs no precision while the upper end of its crossing probability is "
                   "not above this.")),
    COUNT(scenario_stop_when, first_rocks, "first_rocks", FROM(1.0, 1e9),
          RESULTS(
              "Approximate number of rocks before the first check; each stratum has at least 50.")),
};
const scenario_table scenario_stop_when_table = {
    .name = "stop_when",
    .size = sizeof(scenario_stop_when),
    .defaults = &stop_when_defaults,
    .fields = stop_when_fields,
    .field_count = COUNT_OF(stop_when_fields),
    .optional = true,
};
