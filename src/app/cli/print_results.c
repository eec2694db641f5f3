// SPDX-License-Identifier: GPL-3.0-or-later
// What talus run and talus merge print of their results.
#include "app/cli/cli.h"

void cli_print_results(const cli_case *loaded, const talus_totals *totals,
                       const talus_results *results)
{
    const talus_campaign *campaign = talus_world_campaign(loaded->world);
    cli_print_statistics(campaign, totals, talus_scenario_title(loaded->scenario));
    cli_print_gauges(campaign, results);
    cli_print_precision(campaign, results);
    cli_print_hazard(loaded);
    cli_print_obstacles(campaign, results);
    cli_print_time_statistics(campaign, totals);
}
